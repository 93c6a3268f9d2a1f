"""The rules of Maharani: where a tile may go, how it lies, and its gold."""

import pytest

from pbem.errors import IllegalMove
from pbem.rules.maharani.moves import REFRESH
from pbem.rules.maharani.notation import cell_name
from tests.maharani.tools import cells, placements, refused, shown, slots, table, up

# Which cell


@pytest.mark.parametrize(
    ("line", "canonical", "left"),
    [
        ("1-b8", "1 Ana: 1-1b8N+g =2", "- oC rSE vW"),
        ("2-e8E", "1 Ana: 2-2e8E =1", "bE - rSE vW"),
        ("3-f3", "1 Ana: 3-3f3N+g =2", "bE oC - vW"),
        ("4-c1", "1 Ana: 4-4c1N+g =2", "bE oC rSE -"),
    ],
)
def test_any_tile_of_the_rondel_can_be_chosen(line: str, canonical: str, left: str) -> None:
    """book, 1a: the player takes one of the tiles on the rondel, and its slot is empty then."""
    game = table("bE oC rSE vW")
    assert game.play(line) == [canonical]
    assert slots(game) == left


@pytest.mark.parametrize("line", ["0-b8", "5-b8", "12-b8"])
def test_only_tiles_of_the_rondel_can_be_chosen(line: str) -> None:
    """book, 1a: there are four tiles to choose from, in slots 1 to 4."""
    assert refused(table("bE oC rSE vW"), line) == (IllegalMove, "no-slot")


def test_without_a_marker_any_free_cell_of_its_own_quarter() -> None:
    """book, 1a: with no marker used a tile goes to any empty cell of the quarter over which it lies."""
    game = table("bN oC rSE vW", "at b8 gE\nup Ana -")
    assert cells(game, 1) == "a6 a7 b5 c8 d7"
    assert cells(game, 2) == "e8 h5"
    assert cells(game, 3) == "e3 f2 f3 f4 g2 g3"
    assert cells(game, 4) == "a2 a3 b1 b4 c1 d2"
    assert refused(game, "1-b8") == (IllegalMove, "occupied")
    assert refused(game, "1-d5") == (IllegalMove, "no-cell")
    assert refused(game, "1-a8") == (IllegalMove, "no-cell")
    assert refused(game, "1-2c8") == (IllegalMove, "quarter")
    assert game.play("1-1c8W") == ["1 Ana: 1-1c8W =1"]


def test_with_a_marker_any_free_cell_of_another_quarter() -> None:
    """book, 1a: with a marker used a tile goes to any empty cell of the three other quarters as well."""
    game = table("bN oC rSE vW", "at f8 gE\nat a6 gN\nat g1 gW")
    own = ["a7", "b5", "b8", "c8", "d7"]
    others = ["e7", "g5", "g8", "h6", "h7", "e2", "f1", "g4", "h2", "h3", "a2", "a3", "b1", "b4", "c1", "d2"]
    assert cells(game, 1).split() == sorted([*own, *others])


@pytest.mark.parametrize(
    ("line", "canonical", "left"),
    [
        ("1-f8", "1 Ana: 1-2f8E =1", "2,3,4"),
        ("1-g1", "1 Ana: 1-3g1W =1", "2,3,4"),
        ("1-b4", "1 Ana: 1-4b4E =1", "2,3,4"),
        ("2-h4E", "1 Ana: 2-3h4E =1", "1,3,4"),
        ("3-c7", "1 Ana: 3-1c7E =1", "1,2,4"),
        ("4-b8", "1 Ana: 4-1b8S =1", "1,2,3"),
    ],
)
def test_the_marker_of_the_quarter_it_comes_from_is_turned_down(line: str, canonical: str, left: str) -> None:
    """book, 1a: the marker used is the one of the quarter over which the tile lay, not of the one it goes to."""
    game = table("bN oC rSE vW")
    assert game.play(line) == [canonical]
    assert up(game) == left
    assert [up(game, name) for name in ("Bob", "Cid", "Dana")] == ["1,2,3,4"] * 3


@pytest.mark.parametrize("line", ["1-b8", "2-e8E", "3-e3", "4-d2"])
def test_no_marker_is_turned_down_in_the_same_quarter(line: str) -> None:
    """book, 1a, first note: placing a tile in the quarter where it lies turns no marker down."""
    game = table("bN oC rSE vW")
    game.play(line)
    assert up(game) == "1,2,3,4"


def test_with_the_marker_down_a_tile_stays_in_its_quarter() -> None:
    """book, 1a, second note: tiles over a quarter whose marker is down go nowhere else; other slots are free."""
    game = table("bN oC rSE vW", "up Ana 2,4")
    assert cells(game, 1) == "a6 a7 b5 b8 c8 d7"
    assert cells(game, 2) == "a4 a5 d1 d8 e1 e8 h4 h5"
    assert cells(game, 3) == "e3 f2 f3 f4 g2 g3"
    assert len(cells(game, 4).split()) == 24
    assert refused(game, "1-f8") == (IllegalMove, "marker")
    assert refused(game, "3-b7") == (IllegalMove, "marker")
    assert game.play("2-a4E") == ["1 Ana: 2-4a4E =1"]
    assert up(game) == "4"


# Placing: columns and arrows


@pytest.mark.parametrize(
    ("tile", "cell", "arrows"),
    [
        ("bN", "a6", "N"),
        ("bN", "b8", "E"),
        ("bN", "a7", "S"),
        ("bN", "c8", "W"),
        ("bW", "b8", "S"),
        ("bSE", "b7", "N"),
        ("bSE", "c7", "E"),
        ("bSE", "c6", "S"),
        ("bSE", "b6", "W"),
        ("bNE", "c6", "W"),
        ("bC", "d8", "NESW"),
        ("bC", "b8", ""),
        ("bC", "b7", ""),
        ("bN", "d8", ""),
        ("bN", "b7", ""),
        ("bSE", "d8", ""),
        ("bSE", "b8", ""),
    ],
)
def test_the_columns_decide_how_a_tile_lies(tile: str, cell: str, arrows: str) -> None:
    """book, placing, first point: a tile is turned so that its columns and those of the cell make whole ones."""
    game = table(f"{tile} gC rSW vE")
    here = {"NESW"[step.arrow] for step in placements(game) if step.slot == 0 and cell_name(step.cell) == cell}
    assert here == set(arrows)
    for arrow in "NESW":
        if arrow not in arrows:
            reason = "arrow" if arrows else "pattern"
            assert refused(game, f"1-{cell}{arrow}") == (IllegalMove, reason)


@pytest.mark.parametrize("arrow", "NESW")
def test_an_arrow_may_point_anywhere(arrow: str) -> None:
    """book, placing, second point: no direction of the arrow is forbidden."""
    game = table("bC gC rSW vE", players=3)
    artisan = "+g" if arrow == "N" else ""
    assert game.play(f"1-d8{arrow}") == [f"1 Ana: 1-1d8{arrow}{artisan} ={2 if artisan else 1}"]
    assert shown(game, "d8") == f"b{arrow}{'g' if artisan else '-'}"


@pytest.mark.parametrize(
    ("tile", "cell", "arrow"), [("bE", "b8", "N"), ("bN", "b8", "E"), ("bW", "b8", "S"), ("bS", "b8", "W")]
)
def test_the_same_cell_takes_arrows_of_all_directions(tile: str, cell: str, arrow: str) -> None:
    """book, placing, second point: tiles of one column lie on a cell with their arrows any way, as they are printed."""
    game = table(f"{tile} gC rSW vE")
    game.play(f"1-{cell}")
    assert shown(game, cell)[:2] == f"b{arrow}"


# Gold for the tile


def test_every_tile_brings_at_least_one_gold() -> None:
    """book, gold for the tile: whatever is placed first on the empty board earns one, artisans apart."""
    game = table("bN oC rSE vW")
    tiles = [(steps, earns) for steps, _, earns in game.legal() if len(steps) == 1 and steps[0] is not REFRESH]
    assert {earns for steps, earns in tiles if steps[0].artisan is None} == {(1,)}
    assert {earns for steps, earns in tiles if steps[0].artisan is not None} == {(2,)}
    assert len(tiles) == 24 + 4 * 8 + 24 + 24


# The blue S tile goes to c8, with its arrow east.
@pytest.mark.parametrize(
    ("drawn", "gold"),
    [
        pytest.param("8 +++ -E- -W- -C- -C- -E- -W- +++", 1, id="alone"),
        pytest.param("8 +++ oN- -W- gN- -C- -E- -W- +++\n7 -S- SE- rN- -S- -S- SE- SW- -S-", 1, id="other colours"),
        pytest.param("8 +++ -E- -W- bN- -C- -E- -W- +++", 2, id="beside"),
        pytest.param("8 +++ -E- -W- -C- -C- -E- -W- +++\n7 -S- SE- bN- -S- -S- SE- SW- -S-", 2, id="below"),
        pytest.param("8 +++ bN- -W- -C- -C- -E- -W- +++\n7 bS- bN- SW- -S- -S- SE- SW- -S-", 4, id="round a corner"),
        pytest.param("8 +++ bN- -W- bN- -C- -E- -W- +++\n7 -S- SE- SW- bW- -S- SE- SW- -S-", 4, id="joins two"),
        pytest.param("8 +++ bN- -W- bN- -C- -E- -W- +++\n7 -S- bN- bN- -S- -S- SE- SW- -S-", 5, id="a ring"),
        pytest.param("8 +++ -E- -W- bN- bN- bN- bN- +++", 5, id="across the border"),
        pytest.param("8 +++ -E- -W- -C- -C- -E- -W- +++\n7 -S- bN- SW- bW- -S- SE- SW- -S-", 1, id="diagonal"),
        pytest.param("7 -S- SE- oN- -S- -S- SE- SW- -S-\n6 -N- NE- bN- NE- NW- NE- NW- -N-", 1, id="one between"),
        pytest.param("8 +++ -E- -W- bN- -C- bN- -W- +++", 2, id="a gap"),
    ],
)
def test_a_tile_earns_the_size_of_its_zone(drawn: str, gold: int) -> None:
    """book, gold for the tile, both points and the note: one for each tile of its colour joined to it side by side."""
    game = table("bS gSE vN yW", drawn)
    assert game.play("1-c8") == [f"1 Ana: 1-1c8E ={gold}"]
    assert game.scores["Ana"] == gold


def test_example_of_the_tiles_one_and_three_gold() -> None:
    """book, gold for the tile, example: blue in the upper right: 1; then in the upper left, a zone of three: 3."""
    drawn = """
    8 +++ -E- -W- -C- -C- -E- -W- +++
    7 -S- bN- oE- -S- -S- SE- SW- -S-
    """
    assert table("bS bN rSE vW", drawn).play("1-c8") == ["1 Ana: 1-1c8E =1"]
    after_that = """
    8 +++ -E- bE- -C- -C- -E- -W- +++
    7 -S- bN- oE- -S- -S- SE- SW- -S-
    """
    assert table("bN oC rSE vW", after_that).play("1-b8") == ["1 Ana: 1-1b8E =3"]
    game = table("bS bN rSE vW", drawn)
    assert game.play("1-c8 / 2-b8") == ["1 Ana: 1-1c8E / 2-1b8E =2"]  # 1 and 3, less 2
    assert shown(game, "b8 c8 b7 c7") == "bE- bE- bN- oE-"

"""The rules of Maharani: where a tile may go, how it lies, and its gold; rulings that other tests do not meet.

6 and 7 come again, in their own words.
"""

from collections import Counter
from typing import Any

import pytest

import pbem
from pbem.errors import HeaderError, IllegalMove, SaveError
from pbem.rules.maharani.moves import REFRESH, Placement
from pbem.rules.maharani.notation import cell_name, read_cell
from tests.maharani.tools import (
    BARE,
    LEFT_OVER,
    ONE_CENTRE,
    bag,
    candidates,
    cells,
    cells_of,
    full_but,
    out,
    paid,
    placements,
    refused,
    shown,
    slots,
    supply,
    table,
    up,
)
from tests.support import new_manual

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


# Rulings


def test_ruling_1_a_move_is_compulsory_even_if_it_earns_less() -> None:
    """ruling 1: the artisan leaves a group of three for a lonely cell, and the player cannot help it."""
    game = table("bE oC rSE vW", "at c6 bNW g\nat d6 oNE g\nat c7 rSW g")
    assert [move.text for move in game.legal("1-b8") if len(move.steps) == 1] == ["1-1b8N+c6"]
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+c6 =2"]
    assert shown(game, "b8 c6 d6 c7") == "bNg bN- oNg rNg"


def test_ruling_1_a_moved_artisan_is_taken_off_before_its_group_is_counted() -> None:
    """ruling 1: moved to the next cell it no longer stands on the old one; nor does the old one join it to others."""
    game = table("bE oC rSE vW", "at b7 bSE g\nat a7 oS g")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+b7 =3"]  # a zone of 2, a group of 1
    assert shown(game, "b8 b7 a7") == "bNg bN- oNg"


def test_ruling_2_one_seat_and_one_turn_in_a_round() -> None:
    """ruling 2: two players, four colours, but each of them one turn in a round."""
    game = table("bC oC rC yC", players=2)
    game.play("R", "R", "R")
    assert game.log == ["1 Ana: R =0", "2 Bob: R =0", "3 Ana: R =0"]


def test_ruling_3_gold_never_falls_below_zero() -> None:
    """ruling 3: the poorest turn of two tiles brings 1 and 1 and costs 2."""
    game = table("bN oC rSE vW", "score Bob 0")
    game.play("1-b8 / 4-d2")
    assert game.scores["Ana"] == 0
    game = table("bN oC rSE vW")
    assert min(move.earns for move in game.legal() if len(move.steps) == 2) == (0,)


def test_ruling_4_the_order_of_things_at_the_end_of_a_turn() -> None:
    """ruling 4: the cost, the pay, then centre tiles off the rondel, then the refill in order, then the next player."""
    drawn = full_but("d8 f1 g1 b1 c1 b8", "r:a7 g:b6")
    game = table("bC gN yC gC", drawn, players=3)
    # d8 and b8 finish quarter 1: 1 and 1, less 2, and 4 for one green artisan.
    assert game.play("1-d8E / 2-b8") == ["1 Ana: 1-1d8E / 2-1b8E =4"]
    assert game.scores == {"Ana": 4, "Bob": 4, "Cid": 0}
    assert (slots(game), out(game), bag(game)) == ("- - - -", "yC gC", "bS bW rC rS rW vC")
    assert refused(game, "draw 1:rS 2:bW 3:bS 4:vC") == (IllegalMove, "throw-away")
    game.play("draw 1:rS x:vC 2:bW 3:bS 4:rW")
    assert (slots(game), out(game), bag(game)) == ("rS bW bS rW", "yC gC vC", "rC")
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


def test_ruling_5_artisans_of_a_filled_quarter_count_for_the_second_tile() -> None:
    """ruling 5: the first tile fills quarter 2, whose artisan at the border still forms a group with the second."""
    game = table("yNE yE gN rS", full_but("b8 d6 g8 g1", "g:e6") + "\n" + LEFT_OVER)
    assert game.play("2-g8 / 1-d6") == ["1 Ana: 2-2g8S / 1-1d6N+g =6"]  # 1, 1 and 2, less 2, and 4
    assert shown(game, "e6 d6") == "vS- yNg"
    assert supply(game)["g"] == 7
    assert paid(game) == "2,4"


def test_ruling_5_artisans_of_a_filled_quarter_are_not_back_for_the_second_tile() -> None:
    """ruling 5: they are given back at the end of the turn only, so an empty supply is still empty."""
    drawn = full_but("b8 d6 g8 g1", "g:e8,e7,h7,e6,g6,h5,f4,g4")
    game = table("yNE yE gN rS", drawn + "\n" + LEFT_OVER)
    assert supply(game)["g"] == 0
    assert game.play("2-g8 / 1-d6") == ["1 Ana: 2-2g8S / 1-1d6N =24"]  # 1 and 1, less 2, and 24
    assert shown(game, "d6") == "yN-"
    assert supply(game)["g"] == 6


@pytest.mark.parametrize(("empty", "over"), [("b8 f8 g1", False), ("b8 f8", True)])
def test_ruling_5_one_turn_can_finish_two_quarters(empty: str, over: bool) -> None:
    """ruling 5: both are paid at the end of that turn, be it the last one of the game or not."""
    tiles = "gN oE - -" if over else "gN oE rS -"
    game = table(tiles, full_but(empty, "g:a7,b6 y:g8 r:e7") + "\n" + LEFT_OVER, players=2)
    # 1, then 1 and a group of 2, less 2; quarter 1 pays 2 green, quarter 2 pays 2 yellow and Bob's red one.
    assert game.play("1-b8 / 2-f8+y") == ["1 Ana: 1-1b8E / 2-2f8N+y =14"]
    assert game.scores == {"Ana": 2 + 6 + 6, "Bob": 4}
    assert supply(game) == {"g": 7, "y": 7, "r": 7, "b": 7}
    assert paid(game) == ("1,2,3,4" if over else "1,2,4")
    assert game.over is over
    assert game.to_move == (None if over else "Bob")


def test_ruling_6_refresh_with_all_markers_up() -> None:
    """ruling 6: a player may refresh though every marker is up: a way to pass."""
    game = table("bN oC rSE vW")
    assert up(game) == "1,2,3,4"
    assert game.play("R") == ["1 Ana: R =0"]
    assert (up(game), game.turn, game.to_move) == ("1,2,3,4", 2, "Bob")


def test_ruling_8_with_the_usual_tiles_every_pattern_has_as_many_tiles_as_cells() -> None:
    """ruling 8: but for the four centre tiles too many, so a tile that fits nowhere cannot be left over."""
    printed = Counter(
        "C" if "C" in token else len(token.strip("-")) for token in cells_of(BARE).values() if token != "+++"
    )
    tiles = Counter("C" if tile[1:] == "C" else len(tile[1:]) for tile in bag(new_manual("maharani", 2)).split())
    assert printed == {"C": 8, 1: 24, 2: 24}
    assert tiles == {"C": 12, 1: 24, 2: 24}


TWINS = "at b8 bE g\nat c6 bNW g"


def test_ruling_10_two_artisans_on_one_colour_in_one_quarter_are_refused() -> None:
    """book, important, and ruling 10: only a setup or an edited file can hold that mistake; both cells are named."""
    with pytest.raises(HeaderError) as caught:
        table("bN oC rSE vW", TWINS)
    assert "b8" in str(caught.value)
    assert "c6" in str(caught.value)
    head = "pbem 1 maharani\nid test\nplayer Ana green,yellow N\nplayer Bob red,blue S\nchance manual\nfirst Ana\n"
    with pytest.raises(SaveError) as in_file:
        pbem.read((head + TWINS + "\n").encode(), "edited.txt")
    assert "b8" in str(in_file.value)
    assert "c6" in str(in_file.value)


@pytest.mark.parametrize(
    ("lines", "players"),
    [
        ("at b8 bE g\nat c6 bNW y", 2),
        ("at b8 bE g\nat c6 oNW g", 4),
        ("at b8 bE g\nat e6 bNW g", 4),
        ("at b8 bE g\nat c6 bNW r", 4),
    ],
)
def test_ruling_10_other_pairs_of_artisans_are_legal(lines: str, players: int) -> None:
    """ruling 10: one of each own colour, other tile colours, other quarters, other players: all that may stand."""
    game = table("bN oC rSE vW", lines, players=players)
    assert "\n".join(line for line in game.rules.position(game.state, game.header.names) if line[:2] == "at") == lines


def test_ruling_11_two_players_have_one_set_of_markers() -> None:
    """ruling 11: two colours of artisans, but one seat, one score and four markers."""
    game = table("bN oC rSE vW", players=2)
    game.play("1-f8", "draw 1:yN", "R")
    assert [player.seat for player in game.header.players] == ["N", "S"]
    assert up(game) == "2,3,4"
    assert refused(game, "1-g8") == (IllegalMove, "marker")
    assert game.scores == {"Ana": 1, "Bob": 0}


def test_ruling_12_the_tile_colour_decides_not_the_artisans_colour() -> None:
    """ruling 12: one translation has a worker of the same colour on another tile; the colour of the tile decides."""
    game = table("bE oC rSE vW", "at a6 oN g\nat c6 rNW y", players=2)
    assert candidates(game, "1-b8") == ["1-1b8N+g", "1-1b8N+y"]
    for wrong in ("+a6", "+c6"):
        assert refused(game, f"1-b8{wrong}") == (IllegalMove, "artisan-wrong")


def test_ruling_12_centre_tiles_cannot_be_placed_once_their_cells_are_full() -> None:
    """ruling 12: whether they leave the rondel at once or at the end of the turn is all one."""
    game = table("bC rC yC oE", ONE_CENTRE)
    state: Any = game.state.copy()
    state.apply(Placement(0, 0, read_cell("d8"), 1))
    assert [state.facts.names[tile] for tile in state.slots[1:]] == ["rC", "yC", "oE"]
    assert {step.slot for step in state.steps() if isinstance(step, Placement)} == {3}
    assert refused(game, "1-d8E / 2-e8E") == (IllegalMove, "occupied")
    assert refused(game, "1-d8E / 2-f8") == (IllegalMove, "pattern")

"""The rules of Maharani: placing or moving an artisan, and its gold.

Of two players Ana has green and yellow, Bob red and blue.
"""

import pytest

import pbem
from pbem.errors import IllegalMove
from pbem.game import Illegal
from pbem.rules.maharani.moves import Placement
from pbem.rules.maharani.notation import read_cell
from tests.maharani.tools import SEVEN_GREEN, candidates, full_but, refused, shown, supply, table
from tests.support import PLAYERS, position

# Placing or moving an artisan


@pytest.mark.parametrize(
    ("side", "found"),
    [
        ("N", ["1-1a5N+g", "1-1a5E", "1-1a5S", "1-1a5W"]),
        ("E", ["1-1a5N", "1-1a5E+g", "1-1a5S", "1-1a5W"]),
        ("S", ["1-1a5N", "1-1a5E", "1-1a5S+g", "1-1a5W"]),
        ("W", ["1-1a5N", "1-1a5E", "1-1a5S", "1-1a5W+g"]),
    ],
)
def test_an_arrow_at_the_own_marker_obliges_to_an_artisan(side: str, found: list[str]) -> None:
    """book, artisan: if the arrow points at the player's marker an artisan must be placed, and only then (ruling 1)."""
    tiles = "slot 1 bC\nslot 2 oN\nslot 3 rSE\nslot 4 yW"
    game = position(tiles, players=PLAYERS["maharani"][4], Ana=side)
    assert candidates(game, "1-a5") == found
    for turn in found:
        arrow = turn[5]
        artisan = "+g" if arrow == side else ""
        assert refused(game, f"1-a5{arrow}+r") == (IllegalMove, "artisan-wrong" if artisan else "artisan-arrow")
        with pytest.raises(Illegal) as caught:
            game.state.apply(Placement(0, 0, read_cell("a5"), "NESW".index(arrow), None if artisan else "g"))
        assert caught.value.reason == ("artisan-due" if artisan else "artisan-arrow")
    assert game.play(f"1-a5{side}") == [f"1 Ana: 1-1a5{side}+g =2"]
    assert shown(game, "a5") == f"b{side}g"
    assert supply(game)["g"] == 7


def test_no_artisan_with_the_arrow_elsewhere() -> None:
    """book, artisan, and ruling 1: with its arrow east the tile gets no artisan, whoever sits there."""
    game = table("bN oC rSE vW")
    for artisan in ("+", "+g", "+r", "+a6"):
        assert refused(game, f"1-b8{artisan}") == (IllegalMove, "artisan-arrow")
        assert refused(game, f"1-b8E{artisan}") == (IllegalMove, "artisan-arrow")
    assert game.play("1-b8") == ["1 Ana: 1-1b8E =1"]
    assert shown(game, "b8") == "bE-"
    assert supply(game) == {"g": 8, "r": 8, "b": 8, "y": 8}


def test_a_new_artisan_if_none_stands_on_that_colour_in_the_quarter() -> None:
    """book, artisan: no own artisan on a tile of that colour in that quarter: a new one from the supply."""
    drawn = """
    8 +++ -E- -W- -C- -C- bEg -W- +++
    7 -S- SE- SW- -S- -S- SE- SW- -S-
    6 oNg bNr NW- NE- NW- NE- NW- -N-
    """
    game = table("bE oC rSE vW", drawn)
    for elsewhere in ("+a6", "+f8", "+b6", "+c8", "+r", "+y"):  # other colour, other quarter, Bob's, nobody, not hers
        assert refused(game, f"1-b8{elsewhere}") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8+g") == ["1 Ana: 1-1b8N+g =2"]
    assert shown(game, "a6 b6 b8 f8") == "oNg bNr bNg bEg"
    assert supply(game) == {"g": 5, "r": 7, "b": 8, "y": 8}


def test_example_of_the_first_orange_tile() -> None:
    """book, artisan, example: green's first orange tile in a quarter gets a new artisan from the supply."""
    game = table("oE bC rSE vW", "at c6 bNW g\nat f6 oNE g")
    assert game.play("1-b8+") == ["1 Ana: 1-1b8N+g =2"]
    assert shown(game, "b8 c6 f6") == "oNg bNg oNg"
    assert supply(game)["g"] == 5


def test_example_of_the_second_blue_tile() -> None:
    """book, artisan, example: green's second blue tile in a quarter gets the artisan from the first one."""
    game = table("bE oC rSE vW", "at c6 bNW g\nat f6 oNE g")
    assert refused(game, "1-b8+g") == (IllegalMove, "artisan-wrong")
    assert refused(game, "1-b8+f6") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8+") == ["1 Ana: 1-1b8N+c6 =2"]
    assert shown(game, "b8 c6 f6") == "bNg bN- oNg"
    assert supply(game)["g"] == 6


def test_with_an_empty_supply_a_tile_may_stay_without_artisan() -> None:
    """book, artisan, note: nobody left in the supply: the tile is placed all the same, without a new artisan."""
    game = table("vE bC rSW gN", SEVEN_GREEN + "at g2 yNW g")
    assert supply(game)["g"] == 0
    for artisan in ("+", "+g", "+e6"):
        assert refused(game, f"1-b8{artisan}") == (IllegalMove, "artisan-none")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N =1"]
    assert shown(game, "b8") == "vN-"
    assert supply(game)["g"] == 0


def test_with_an_empty_supply_the_one_on_that_colour_must_move() -> None:
    """ruling 1: an empty supply excuses nobody who has an artisan to move."""
    game = table("vE bC rSW gN", SEVEN_GREEN + "at c6 vNW g")
    assert supply(game)["g"] == 0
    assert refused(game, "1-b8+g") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+c6 =2"]
    assert shown(game, "b8 c6") == "vNg vN-"
    assert supply(game)["g"] == 0


# Gold for the artisan: the blue E tile goes to b8, its arrow north; it is alone, so it earns 1 itself.
@pytest.mark.parametrize(
    ("drawn", "gold"),
    [
        pytest.param("8 +++ -E- oN- -C- -C- -E- -W- +++", 1, id="alone"),
        pytest.param("8 +++ -E- oNr -C- -C- -E- -W- +++\n7 -S- rNb SW- -S- -S- SE- SW- -S-", 1, id="of others"),
        pytest.param("8 +++ -E- oNg -C- -C- -E- -W- +++", 2, id="beside"),
        pytest.param("8 +++ -E- -W- -C- -C- -E- -W- +++\n7 -S- oNg SW- -S- -S- SE- SW- -S-", 2, id="below"),
        pytest.param("8 +++ -E- oNg rNg -C- -E- -W- +++\n7 -S- yNg gNg -S- -S- SE- SW- -S-", 5, id="a group of five"),
        pytest.param("8 +++ -E- oNg rN- yNg -E- -W- +++", 2, id="one tile between"),
        pytest.param("8 +++ -E- oNg rNg yNg rNr -W- +++", 4, id="across the border"),
        pytest.param("7 oNg SE- rNg -S- -S- SE- SW- -S-", 1, id="diagonal"),
    ],
)
def test_an_artisan_earns_the_size_of_its_group(drawn: str, gold: int) -> None:
    """book, gold for the artisan, both points and the note: one for each of its colour that hangs together with it."""
    game = table("bE oC vSW vE", drawn)
    assert game.play("1-b8") == [f"1 Ana: 1-1b8N+g ={1 + gold}"]
    assert game.scores["Ana"] == 1 + gold


CORNERS = """
    4 -C- -E- NW- +++ +++ {f4} -W- {h4}
    3 -S- SE- SW- SE- SW- SE- SW- -S-
    2 -N- NE- NW- -N- -N- {f2} NW- {h2}
"""


@pytest.mark.parametrize(
    ("tiles", "drawn", "line"),
    [
        pytest.param("gN gC bSW gW", CORNERS.format(f4="bW-", h4="bN-", f2="bN-", h2="bN-"), "3-g3", id="tiles"),
        pytest.param("gN gC bSW gW", CORNERS.format(f4="yNg", h4="vNg", f2="oNg", h2="rNg"), "3-g3", id="artisans"),
        pytest.param("bN gC bSW gW", "5 -C- -E- SW- +++ +++ SE- -W- bNg", "1-a6", id="h5 and a6"),
        pytest.param("gN bC bSW gW", "6 bNg NE- NW- NE- NW- NE- NW- -N-", "2-h5N", id="a6 and h5"),
    ],
)
def test_corners_and_opposite_edges_do_not_touch(tiles: str, drawn: str, line: str) -> None:
    """book, both notes: diagonal neighbours count neither for zones nor for groups, and the board is no ring."""
    game = table(tiles, drawn)
    assert game.play(line)[0].endswith("N+g =2")
    assert game.scores["Ana"] == 2


def test_example_of_the_artisans_one_and_two_gold() -> None:
    """book, gold for the artisan, example: a new artisan 1, another one that forms a group of two with it 2."""
    game = table("bE oW rSE vW", "at a7 yN")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+g =2"]  # 1 for the tile
    game = table("bN oW rSE vW", "at a7 yN\nat b8 bE g")
    assert game.play("2-c8") == ["1 Ana: 2-1c8N+g =3"]
    game = table("bE oW rSE vW", "at a7 yN")
    assert game.play("1-b8 / 2-c8") == ["1 Ana: 1-1b8N+g / 2-1c8N+g =3"]  # 1 and 1, 1 and 2, less 2
    assert shown(game, "b8 c8") == "bNg oNg"
    assert supply(game)["g"] == 6


def test_a_moved_artisan_earns_at_its_new_place() -> None:
    """book, gold for the artisan: a moved artisan earns the group that it joins, like a new one."""
    game = table("bE oC rSW vW", "at c6 bNW g\nat c8 oW g\nat d8 rC g")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+c6 =4"]
    assert shown(game, "b8 c6") == "bNg bN-"


@pytest.mark.parametrize(
    ("tiles", "drawn", "row"),
    [
        pytest.param(
            3,
            """
            8 +++ -E- -W- -C- -C- -E- -W- +++
            7 -S- SE- SW- -S- bW- bN- SW- -S-
            6 -N- NE- rNg oNg yNg gNg NW- -N-
            """,
            "bNg bW- bN- rNg oNg yNg gNg",
            id="3 and 5",
        ),
        pytest.param(
            5,
            """
            8 +++ -E- -W- -C- bN- bN- -W- +++
            7 -S- SE- SW- -S- bW- bN- SW- -S-
            6 -N- NE- NW- oNg yNg NE- NW- -N-
            """,
            "bNg bW- bN- NW- oNg yNg NE-",
            id="5 and 3",
        ),
    ],
)
def test_example_across_two_quarters_eight_gold(tiles: int, drawn: str, row: str) -> None:
    """book, special case, example: a zone and a group that both cross a border bring 8, as 3 and 5 or as 5 and 3."""
    game = table("bS oC rSE vW", drawn)
    assert game.play("1-d7") == ["1 Ana: 1-1d7N+g =8"]
    assert shown(game, "d7 e7 f7 c6 d6 e6 f6") == row
    game = table("bS oC rSE vW", drawn.replace("g ", "- "))
    assert game.play("1-d7") == [f"1 Ana: 1-1d7N+g ={tiles + 1}"]


# Two players


def test_two_players_choose_two_colours_each() -> None:
    """book, two players: each takes two colours, with 7 artisans in both."""
    game = pbem.new("maharani", ["Ana=blue,green", "Bob=yellow,red"], kind="manual", first="Ana", id="test")
    assert [player.colours for player in game.header.players] == [("b", "g"), ("y", "r")]
    assert supply(game) == {"b": 7, "g": 7, "y": 7, "r": 7}


@pytest.mark.parametrize(("artisan", "left"), [("g", {"g": 5, "y": 6}), ("y", {"g": 6, "y": 5})])
def test_two_players_a_new_artisan_of_either_colour(artisan: str, left: dict[str, int]) -> None:
    """book, two players, artisan: none on that tile colour in the quarter: a new one, of the colour one likes."""
    drawn = """
    8 +++ -E- -W- -C- -C- bEy -W- +++
    7 -S- SE- SW- -S- -S- SE- SW- -S-
    6 oNg bNr NW- NE- NW- NE- NW- -N-
    """
    game = table("bE oC rSE vW", drawn, players=2)
    assert candidates(game, "1-b8") == ["1-1b8N+g", "1-1b8N+y"]
    assert candidates(game, "1-b8N+") == ["1-1b8N+g", "1-1b8N+y"]
    for wrong in ("+a6", "+b6", "+f8", "+r", "+b"):
        assert refused(game, f"1-b8{wrong}") == (IllegalMove, "artisan-wrong")
    assert game.play(f"1-b8+{artisan}") == [f"1 Ana: 1-1b8N+{artisan} =2"]
    assert shown(game, "b8") == f"bN{artisan}"
    assert supply(game) == {**left, "r": 6, "b": 7}


@pytest.mark.parametrize(
    ("written", "canonical", "picture", "left"),
    [("+c6", "+c6", "bNg bN-", {"g": 6, "y": 7}), ("+y", "+y", "bNy bNg", {"g": 6, "y": 6})],
)
def test_two_players_move_one_or_place_the_other_colour(
    written: str, canonical: str, picture: str, left: dict[str, int]
) -> None:
    """book, two players, artisan: one stands on that tile colour: it moves, or a new one of the other colour comes."""
    game = table("bE oC rSE vW", "at c6 bNW g", players=2)
    assert candidates(game, "1-b8") == ["1-1b8N+c6", "1-1b8N+y"]
    assert refused(game, "1-b8+g") == (IllegalMove, "artisan-wrong")
    assert game.play(f"1-b8{written}") == [f"1 Ana: 1-1b8N{canonical} =2"]
    assert shown(game, "b8 c6") == picture
    assert supply(game) == {**left, "r": 7, "b": 7}


SEVEN_YELLOW = SEVEN_GREEN.replace(" g\n", " y\n")


def test_two_players_must_move_if_the_other_colour_is_used_up() -> None:
    """book, two players, artisan, note: no new one of the other colour left: the one that stands there has to move."""
    game = table("bE oC rSW vW", SEVEN_YELLOW + "at c6 bNE g", players=2)
    assert supply(game) == {"g": 6, "y": 0, "r": 7, "b": 7}
    assert refused(game, "1-b8+y") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+c6 =2"]
    assert shown(game, "b8 c6") == "bNg bW-"


def test_two_players_only_the_colour_that_is_left() -> None:
    """book, two players, artisan, and ruling 2: one supply empty, nobody there: a new one of the other colour."""
    game = table("bE oC rSW vW", SEVEN_YELLOW, players=2)
    assert refused(game, "1-b8+y") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+g =2"]


def test_two_players_with_both_supplies_empty() -> None:
    """book, artisan, note, and ruling 2: both supplies empty, nobody there: the tile stays without an artisan."""
    green = "at e7 bS g\nat h7 oS g\nat f8 rE g\nat g8 yW g\nat e2 bN g\nat h2 oN g\nat g1 rW g"
    game = table("vE oC rSW vW", SEVEN_YELLOW + green, players=2)
    assert supply(game) == {"g": 0, "y": 0, "r": 7, "b": 7}
    assert refused(game, "1-b8+") == (IllegalMove, "artisan-none")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N =1"]


@pytest.mark.parametrize(("moved", "picture"), [("a6", "bNg bN- bNy"), ("c6", "bNy bNg bN-")])
def test_two_players_choose_which_of_both_moves(moved: str, picture: str) -> None:
    """book, two players, artisan: both colours stand on that tile colour: the player picks the one that moves."""
    game = table("bE oC rSE vW", "at a6 bN g\nat c6 bNW y", players=2)
    assert candidates(game, "1-b8+") == ["1-1b8N+a6", "1-1b8N+c6"]
    assert refused(game, "1-b8+g") == (IllegalMove, "artisan-wrong")
    assert refused(game, "1-b8+y") == (IllegalMove, "artisan-wrong")
    assert game.play(f"1-b8+{moved}") == [f"1 Ana: 1-1b8N+{moved} =2"]
    assert shown(game, "b8 a6 c6") == picture
    assert supply(game) == {"g": 6, "y": 6, "r": 7, "b": 7}


@pytest.mark.parametrize(("artisan", "gold"), [("g", 2), ("y", 3)])
def test_two_players_colours_never_form_a_group(artisan: str, gold: int) -> None:
    """book, two players, gold: two colours are never one group, though one player owns both."""
    game = table("bE oC rSE vW", "at c8 oW y\nat d8 rC g", players=2)
    assert game.play(f"1-b8+{artisan}") == [f"1 Ana: 1-1b8N+{artisan} ={gold}"]


def test_two_players_colours_are_paid_apart_on_one_score() -> None:
    """book, two players, evaluation: 2 green and 3 yellow are paid 6 and 9, not 18 for five; one marker scores both."""
    game = table("gN oS bC yN", full_but("1 3 4 f8", "g:e8,e7 y:g8,h7,e6 r:h6"), players=2)
    assert game.play("2-f8") == ["1 Ana: 2-2f8W =16"]
    assert game.scores == {"Ana": 1 + 6 + 9, "Bob": 4}
    assert supply(game) == {"g": 7, "y": 7, "r": 7, "b": 7}

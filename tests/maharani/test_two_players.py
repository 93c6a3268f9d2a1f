"""The rules of Maharani for two players: Ana has green and yellow, Bob red and blue."""

import pytest

import pbem
from pbem.errors import IllegalMove
from tests.maharani.tools import SEVEN_GREEN, candidates, full_but, refused, shown, supply, table


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

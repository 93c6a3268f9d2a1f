"""Games that are dealt: a line goes on after the results that are made for it."""

import pytest

import pbem
from pbem.session import Session
from tests.rajas.tools import lies, table

FIRST = "1 Ana: P2 -b2 +o +b =0,0"
RESULTS = ["roll o3 b2", "draw white up"]
"""What seed `s2` makes of it."""


def dealt() -> Session:
    """A game with the seed `s2` in which Ana may have the dancer."""
    return table("dice Ana b2", seed="s2")


@pytest.mark.parametrize(
    ("rest", "stored"),
    [
        ("(up: up Te) (die: +g) (else: )", "1 Ana: up Te =0,0"),
        ("(up: up Mi) (else: +g)", "1 Ana: up Mi =0,0"),
        ("(die: +g) (else: up Fo)", "1 Ana: up Fo =0,0"),
        ("up Pa", "1 Ana: up Pa =0,0"),
    ],
)
def test_a_dealt_game_goes_on_after_a_roll(rest: str, stored: str) -> None:
    """The roll and the white tile are made, and what was said for them is played: one call, a whole turn."""
    game = dealt()
    assert game.play(f"P2 -b2 +o +b / {rest}") == [FIRST, *RESULTS, stored]
    assert (game.log, game.to_move, game.turn, game.left_out) == ([FIRST, *RESULTS, stored], "Bob", 2, "")
    assert lies(game, "dice Ana") == "o3 b2"
    building = stored.split()[3]
    assert lies(game, "up Ana") == ",".join("3" if name == building else "2" for name in ("Te", "Pa", "Fo", "Mi"))
    assert pbem.read(game.record().encode(), "record").key == game.key


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        ("(up: +g) (else: )", "`+g` is not legal: an upgrade is left out"),
        ("(die: +g) (else: )", "the turn is not finished: an upgrade is left out"),
        ("(up: ) (else: up Te)", "the turn is not finished: an upgrade is left out"),
    ],
)
def test_what_does_not_fit_the_results_is_told(rest: str, why: str) -> None:
    game = dealt()
    assert game.play(f"P2 -b2 +o +b / {rest}") == [FIRST, *RESULTS]
    assert (game.to_move, game.turn) == ("Ana", 1)
    assert game.left_out.startswith(why)
    assert game.play("up Te") == ["1 Ana: up Te =0,0"]
    assert (game.to_move, game.left_out) == ("Bob", "")


def test_nothing_goes_on_while_results_are_not_made() -> None:
    game = dealt()
    assert game.play("P2 -b2 +o +b / (up: up Te) (else: )", deal=False) == [FIRST]
    assert "it waits for results" in game.left_out
    assert (game.state.actor, game.turn) == (-1, 1)
    assert game.play() == RESULTS


def test_two_turns_of_a_dealt_game_in_one_call() -> None:
    """What is left of a line is played before the next one."""
    game = dealt()
    added = game.play("P2 -b2 +o +b / (up: up Te) (else: )", "P0")
    assert added == [FIRST, *RESULTS, "1 Ana: up Te =0,0", "2 Bob: P0 =0,2"]
    assert game.to_move == "Ana"


def test_a_game_dealt_by_hand_waits_for_the_same_results() -> None:
    game = table("dice Ana b2")
    added = game.play("P2 -b2 +o +b / (up: up Te) (die: +g) (else: )", *RESULTS)
    assert added == [FIRST, *RESULTS, "1 Ana: up Te =0,0"]

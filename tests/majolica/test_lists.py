"""Lists of moves, and how many there are."""

from collections.abc import Callable

import pytest

from pbem import report
from pbem.errors import PbemError
from pbem.legal import TooMany, count
from pbem.session import Session
from tests.majolica.tools import BONUS, FOUR, NO_CARDS, opening, solo, table

# perft

ROW = "rygb xxxx xxxx xxxx"
TAKES = ("mission Ana takes", "mission Bob five")


@pytest.mark.parametrize(
    ("make", "turns"),
    [
        pytest.param(lambda: table(grid=FOUR, display=NO_CARDS), 4 * 4 * 2, id="four tiles, swap before or after"),
        pytest.param(lambda: table(grid=ROW, display=NO_CARDS), 4 + 4 * 4 * 2, id="and a run"),
        pytest.param(lambda: table(grid=ROW, display="3ryg x x x x x"), 4 + 32 + 4 * 4 * 3 * 2, id="and a card"),
        pytest.param(lambda: table("slot Ana 1 4rryy", grid=FOUR, display=NO_CARDS), 32 * 3, id="a card to move"),
        pytest.param(
            lambda: table("slot Ana 1 4rryy", "slot Ana 2 4rrbb", grid=FOUR, display=NO_CARDS), 32 * 6, id="two cards"
        ),
        pytest.param(lambda: table("start Ana 3ryg", grid=FOUR, display=NO_CARDS), 3 * 32 * 3, id="start"),
        pytest.param(lambda: table("shop Ana 1 rr", grid=FOUR, display=NO_CARDS), 32, id="no discards"),
        pytest.param(
            lambda: table("shop Ana 3 rryb", grid=FOUR, display=NO_CARDS), (4 * 3 + 4 * 3) * 2, id="just the excess"
        ),
        pytest.param(lambda: solo("gone rrgg", tiles="rrgb", display=NO_CARDS), 4 + 3 * 4 * 2, id="alone"),
        pytest.param(
            # y to workshop 1, then 1:r; the bonus is 16 tiles, before or after swap, or +0 at the end
            lambda: table(*BONUS, grid=FOUR, display=NO_CARDS),
            (4 * 4 - 1) * 6 + (2 * 16 + 1) + (16 + 1) + 2,
            id="bonus",
        ),
        pytest.param(lambda: table(*TAKES, grid=ROW, display=NO_CARDS, options=["missions"]), 4 * 5 + 32, id="mission"),
        pytest.param(lambda: opening(3, ["missions"]), 4, id="draft"),
    ],
)
def test_perft_counts_texts(make: Callable[[], Session], turns: int) -> None:
    """canonical: one per different canonical text, without x steps and without more than the excess on arrival."""
    assert count(make().state) == turns


# Lists


def test_what_begins_like_the_last_step_is_listed_too() -> None:
    game = opening(2)
    moves = [move.text for move in game.legal("start 1 / a4:1 / swap")]
    assert moves[0] == "start 1 / a4:1 / swap"
    assert set(moves) == {"start 1 / a4:1 / swap", "start 1 / a4:1 / swap 1-2", "start 1 / a4:1 / swap 1-3"}
    assert {move.text for move in game.legal("start 1 / a4:1 / card 4-")} == {
        f"start 1 / a4:1 / card 4-{slot}" for slot in (1, 2, 3)
    }


@pytest.mark.parametrize("partial", ["99 start 1", "start 1 / 77 a4-d4:1", "start 1 =55 / a4-d4:1"])
def test_a_partial_move_is_held_to_what_a_move_is(partial: str) -> None:
    with pytest.raises(PbemError):
        opening(2).legal(partial)


THREE_BONUS_TILES = [
    "slot Ana 1 3rry+ rr",
    "slot Ana 2 3ggb+ gg",
    "slot Ana 3 3yyg+ yy",
    "shop Ana 1 rryyy",
    "shop Ana 2 rrbggy",
    "shop Ana 3 yggr",
    "shop Ana 4 rrb",
]


def test_json_does_not_count_for_minutes() -> None:
    """959,856,566 whole turns: more than anybody wants to wait for."""
    game = table(*THREE_BONUS_TILES)
    with pytest.raises(TooMany):
        count(game.state, 1000)
    assert report.as_json(game)["legal"] is None
    assert report.as_json(opening(2))["legal"] == count(opening(2).state)

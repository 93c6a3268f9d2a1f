"""Which positions can be set up."""

import pytest

from pbem.game import CHANCE
from tests.majolica.tools import DECK, FOUR, STARTERS, bad_setup, table


@pytest.mark.parametrize(
    "lines",
    [
        ("shop Ana 1 rrryyy", "slot Ana 1 7rryygg"),
        ("shop Bob 1 rrryyy", "slot Bob 1 7rryygg"),
        ("shop Ana 2 rryygv", "slot Ana 2 7rryygg"),
        ("shop Ana 3 rryy", "slot Ana 3 4rrbb r"),
        ("shop Ana 4 rrrr",),
    ],
)
def test_a_setup_with_an_activation_due_is_refused(lines: tuple[str, ...]) -> None:
    """ruling 23: of any player."""
    assert "due" in bad_setup(*lines, hall="2,3")


@pytest.mark.parametrize(
    "lines",
    [
        ("shop Ana 1 rrryyy",),
        ("shop Ana 1 rrryyy", "slot Ana 1 4ggbb"),
        ("shop Ana 3 rryy", "slot Ana 3 4rrbb rr"),
        ("shop Ana 4 rrry",),
    ],
)
def test_a_setup_with_tiles_that_wait_is_accepted(lines: tuple[str, ...]) -> None:
    """rulings 10 and 23: no card, or no space, so nothing is due."""
    assert table(*lines).to_move == "Ana"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("shop Ana 1 rrrrrry",), "holds 6"),
        (("shop Ana 2 rrrrrry",), "holds 6"),
        (("shop Ana 3 rrryg",), "holds 4"),
        (("shop Ana 4 rrryg",), "holds 4"),
        (("shop Ana 4 rrv",), "violet"),
        (("slot Ana 1 4rrbb v",), ""),
        (("slot Ana 1 4rrbb rrbb",), "4rrbb"),
        (("slot Ana 1 4rrbb rrr",), "4rrbb"),
        (("slot Ana 1 4rrbb y",), "4rrbb"),
        (("slot Ana 1 4rrbb", "done Bob 4rrbb"), "4rrbb"),
        (("done Ana 3ryg,3ryg,3ryg",), "3ryg"),
        (("done Ana 4rygb,4rygb,4rygb",), "4rygb"),
        (("under 7ygggbb",), "7ygggbb"),
        (("done Ana 3www",), "3www"),
        (("done Ana 9rrrrrr",), "9rrrrrr"),
    ],
)
def test_setups_that_cannot_be(lines: tuple[str, ...], said: str) -> None:
    """ruling 24: too full a workshop, violet in 4 or on a card, a card that is complete or there too often."""
    assert said in bad_setup(*lines, hall="2,3")


def test_cards_may_be_there_as_often_as_they_exist() -> None:
    """ruling 24: 3ryg in the deck and as a starting card, 4rygb twice."""
    game = table("done Ana 3ryg,3ryg,4rygb,4rygb", "under 3ygb 3ygb")
    assert game.scores["Ana"] == 14


@pytest.mark.parametrize("grid", ["rxxx xxxx xxxx xxxx", "rxxx xxxx xxxx xxxy", "rgxx xxxx xxxx xxxy"])
def test_a_setup_with_one_to_three_tiles_face_up_is_refused(grid: str) -> None:
    """ruling 24: the round would be over."""
    assert "fewer than 4" in bad_setup(grid=grid)


def test_a_setup_with_four_tiles_or_none_is_accepted() -> None:
    """ruling 24."""
    assert table(grid=FOUR).state.actor == 0
    assert table(grid="").state.actor == CHANCE


def test_the_deck_outlasts_any_refill() -> None:
    """ruling 24: with four players 12 slots and 4 completed cards each, 6 on display, leave 10 of 44."""
    assert len(DECK) + len(STARTERS) - 4 * 3 - 4 * 4 - 6 == 10

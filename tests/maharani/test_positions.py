"""Position lines of Maharani: what they may say."""

import pytest

from pbem.errors import HeaderError
from tests.maharani.tools import SEVEN_GREEN, full_but, shown, slots, table
from tests.support import position


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("at f8 bSE", "does not fit f8"),
        ("at d5 bSE", "no cell `d5`"),
        ("at z9 bC", "no cell `z9`"),
        ("at a9 bC", "no cell `a9`"),
        ("at i1 bC", "no cell `i1`"),
        ("at a0 bC", "no cell `a0`"),
        ("at ac bC", "no cell `ac`"),
        ("at d8", "it should read `at CELL TILE"),
        ("at d8 bC g r", "it should read `at CELL TILE"),
        ("at d8 b", "no tile `b`"),
        ("slot 1", "it should read `slot NUMBER TILE`"),
        ("slot 0 bC", "a number from 1 to 4"),
        ("slot x bC", "a number from 1 to 4"),
        ("out", "it should read `out TILE,TILE`"),
        ("out bC,", "no tile ``"),
        ("out bC oC", "it should read `out TILE,TILE`"),
        ("score Ana", "it should read `score NAME GOLD`"),
        ("score Ana x", "a number from 0"),
        ("up Ana", "it should read `up NAME QUARTERS`"),
        ("up Ana 0", "a number from 1 to 4"),
        ("up Ana 1,", "a number from 1 to 4"),
        ("turn 1 2", "it should read `turn 17`"),
        ("turn 100000", "a number from 1 to 99999"),
        ("at f8 bE g\nat f8 oE", "f8 has a tile already"),
        ("at f8 bE\nat g8 bE", "no more tiles bE"),
        ("slot 1 bE\nat g8 bE", "no more tiles bE"),
        ("slot 1 bE\nslot 1 oE", "said twice"),
        ("slot 5 bE", "a number from 1 to 4"),
        ("at f8 zE", "no tile `zE`"),
        ("at f8 bE p", "nobody has artisans `p`"),
        (SEVEN_GREEN + "at g2 yNW g\nat c6 vNW g", "no more artisans green"),
        (full_but("2 3 4", "g:a7"), "quarter 1 is full, so it is paid and has no artisan on a7"),
        ("score Eve 5", "no player is called `Eve`"),
        ("score Ana -1", "a number from 0"),
        ("score Ana 1\nscore Ana 2", "said twice"),
        ("up Ana 5", "a number from 1 to 4"),
        ("turn 0", "a number from 1"),
        ("turn 3\nturn 4", "said twice"),
        ("out bC,bC,bC", "no more tiles bC"),
    ],
)
def test_a_position_that_cannot_be_is_refused(lines: str, said: str) -> None:
    """positions: pattern, cell, tile, artisan, player, number, a thing said twice, a paid quarter with an artisan."""
    with pytest.raises(HeaderError, match=said):
        table("", lines)


def test_words_of_a_position_in_any_case() -> None:
    """positions: capitals never matter, so these lines are about two cells, two slots and two players."""
    game = position("AT b8 bE\nAT c8 oW\nSLOT 1 bN\nSLOT 2 oC\nSCORE Ana 4\nSCORE Bob 5")
    assert game.scores == {"Ana": 4, "Bob": 5}
    assert (slots(game), shown(game, "b8 c8")) == ("bN oC - -", "bN- oN-")


@pytest.mark.parametrize("lines", ["score Ana 4\nscore ANA 5", "Score Ana 4\nscore Ana 5", "up Ana 1\nUP ana 2"])
def test_nothing_is_said_twice_in_any_case(lines: str) -> None:
    """positions: a score or the markers of one player can be given once, however it is written."""
    with pytest.raises(HeaderError, match="said twice"):
        position(lines)

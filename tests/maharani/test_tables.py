"""Tables of Maharani that say the same in another way, and those that cannot be played; what position lines may say."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pbem import registry
from pbem.errors import HeaderError, SaveError
from tests.maharani.tools import OTHER, SEVEN_GREEN, arrows, full_but, install, shown, slots, table
from tests.support import position

# Tables


@pytest.mark.parametrize(("written", "name"), [("WE", "EW"), ("WS", "SW"), ("ESN", "NSE")])
def test_a_table_may_write_the_letters_of_a_pattern_in_any_order(
    written: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = deepcopy(OTHER)
    facts["tiles"]["patterns"] = [written if pattern == name else pattern for pattern in facts["tiles"]["patterns"]]
    install(facts, tmp_path, monkeypatch)
    game = position(f"slot 1 b{name}\nslot 2 o{written}\nslot 3 rN")
    assert game.rules.position(game.state, game.header.names)[1:3] == [f"slot 1 b{name}", f"slot 2 o{name}"]


def test_a_cell_with_four_halves_is_drawn_in_its_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notation has tiles of up to four halves; a row with such a cell must not be lost when it is read back."""
    facts = deepcopy(OTHER)
    facts["board"]["cells"][3] = "N   C   NSEW  NE  W   N"
    facts["tiles"]["patterns"][-1] = "NSEW"
    install(facts, tmp_path, monkeypatch)
    game = position("slot 1 bNSEW\nslot 2 oN\nslot 3 rN\nat a2 yN g")
    drawn = game.rules.paint.board(game.view())
    assert {len(row) for row in drawn} == {len("x -a- -b- -c- -d- -e- -f-")}
    assert game.rules.paint.read(game.rules, drawn) == ["at a2 yN g"]
    assert arrows(game, 1, "c2") == "NESWW"  # west is Ana's seat, she has two colours


def _wider(facts: dict[str, Any]) -> None:
    for part in ("board", "quarters"):
        facts[part]["cells"] = [f"{row} . . ." for row in facts[part]["cells"]]
    facts["board"]["cells"][3] = "N C NS NE W N . . E"
    facts["quarters"]["cells"][3] = "3 3 3 3 3 2 . . 2"


def _higher(facts: dict[str, Any]) -> None:
    for part in ("board", "quarters"):
        facts[part]["cells"] += [". . . . . ."] * 4


def _sides(facts: dict[str, Any]) -> None:
    facts["seats"]["sides"] = ["E", "S", "W", "N"]


def _tile_colour(facts: dict[str, Any]) -> None:
    facts["tiles"]["colours"] = {"w": "white", "o": "orange", "r": "red", "y": "yellow", "g": "green"}


def _artisan_colour(facts: dict[str, Any]) -> None:
    facts["artisans"]["colours"] = {"g": "green", "r": "red", "b": "blue", "w": "white"}


def _pay(facts: dict[str, Any]) -> None:
    facts["pay"]["quarter"] = [2, 5]


def _supply(facts: dict[str, Any]) -> None:
    del facts["artisans"]["supply"]["3"]


def _ring(facts: dict[str, Any]) -> None:
    facts["rondel"]["clockwise"] = [1, 3, 2, 4]


def _half(facts: dict[str, Any]) -> None:
    facts["board"]["cells"][0] = "X   EW  W   S   C   ."


def _outline(facts: dict[str, Any]) -> None:
    facts["board"]["cells"][0] = ".   EW  W   S   C   ."


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(_wider, id="nine files, the notation has eight"),
        pytest.param(_higher, id="nine ranks, the notation has eight"),
        pytest.param(_sides, id="sides that do not begin in the north, as arrows do"),
        pytest.param(_tile_colour, id="a tile colour the notation has no letter for"),
        pytest.param(_artisan_colour, id="an artisan colour the notation has no letter for"),
        pytest.param(_pay, id="pay for two artisans where four can stand"),
        pytest.param(_supply, id="no supply for three players"),
        pytest.param(_ring, id="the rondel goes over a quarter that is not there"),
        pytest.param(_half, id="a half column on no side"),
        pytest.param(_outline, id="a quarter with a cell that the board has not"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(
    spoil: Callable[[dict[str, Any]], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Better said when the table is read than noticed in the middle of a game."""
    facts = deepcopy(OTHER)
    spoil(facts)
    install(facts, tmp_path, monkeypatch)
    with pytest.raises(SaveError, match="not a usable table"):
        registry.load("maharani")


# Position lines


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

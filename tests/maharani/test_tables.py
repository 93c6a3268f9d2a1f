"""Tables of Maharani that say the same in another way, and tables that cannot be played."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pbem import registry
from pbem.errors import SaveError
from tests.maharani.tools import OTHER, arrows, install
from tests.support import position


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

"""What an attacker found: letters that look like others, values that no text can give."""

from typing import Any

import pytest

from pbem.errors import NotationError, PbemError
from pbem.game import Illegal
from pbem.rules.rajas.moves import Balcony, Brown, Harbour, Market, Person, Quarry, Roll, StartRoll, Terrace
from tests.rajas.tools import MARKETS, TOP, begun, fresh, opening, play, table


@pytest.mark.parametrize(
    "line",
    [
        "draw brown Ana bu\u0131lding, Bob worker",
        "draw brown Ana y\u0130eld, Bob worker",
        "draw brown Ana nothing, Bob worker",
        "draw brown Ana worker, Bob worker",
    ],
)
def test_letters_that_look_like_others_are_no_words_of_chance(line: str) -> None:
    game = opening(options=["navaratnas"], brown=False)
    before = game.key, game.log
    with pytest.raises(PbemError):
        game.play(line)
    assert (game.key, game.log) == before


@pytest.mark.parametrize("line", ["H1 -o1 / M\u017f", "M\u017f -o1", "up M\u0130", "Po / (o\u017f2: up Te)"])
def test_letters_that_look_like_others_are_no_moves(line: str) -> None:
    game = table("at Ana boat 10", "dice Ana o1", *MARKETS)
    with pytest.raises(NotationError):
        game.play(line)


@pytest.mark.parametrize(
    "result",
    [
        Brown((("Ana", "worker"), ("Bob", "zzz"))),
        StartRoll("Ana", ("o9", "g1", "b1", "p1")),
        StartRoll("Ana", ("o1", "g1", "b1", "p1k")),
        Roll(("o7",)),
        Roll(("o1k",)),
        Roll(("",)),
    ],
)
def test_results_from_programs_that_cannot_be_are_refused(result: Any) -> None:
    games = [fresh(), opening(options=["navaratnas"], brown=False), play(opening(), "Po")]
    games[0].play(f"draw {TOP}")
    for game in games:
        before = game.key
        with pytest.raises(Illegal):
            game.fold.state.apply(result)
        assert game.key == before


@pytest.mark.parametrize(
    "step",
    [
        Person(2, "b2", ("b", "p"), more=("b3",)),
        Person(3, "b3", ("g",), cell="c3"),
        Person(4, "g4", None, building="Pa", cell="c3"),
        Person(5, "o5", ("o", "g"), tile="gC5", cell="b4", roads="NES", more=("g4",)),
        Person(5, "o5", None, building="Fo", tile="gC5", cell="b4", roads="NES", more=("g4",)),
        Quarry("oS4", "b4", "NES", ("o9",)),
        Quarry("oS4", "b4", "NES", ("o5x",)),
        Market("s", "o5x"),
        Market("x", "o5"),
        Harbour(1, "o9"),
        Terrace("z", None, ()),
        Terrace("op", None, ()),
        Balcony("o", "", "o5", None, ()),
        Balcony("o", "p", "", None, ()),
    ],
)
def test_steps_from_programs_with_parts_that_mean_nothing_are_refused(step: Any) -> None:
    game = table("dice Ana o5 g4 b2 b3", "tile Ana b4 gS1NES", show="gC5")
    before = game.key
    with pytest.raises(Illegal):
        game.fold.state.apply(step)
    assert game.key == before


def test_what_was_given_up_is_told_after_later_lines_too() -> None:
    game = begun()
    game.play(
        *("P2 -g2 +o +b / up Te", "roll o3 b1", "draw white die", "undo 1"),
        *("P2 -g2 +o +b / +p", "roll o3 b1", "draw white die"),
    )
    assert "`up Te` is not legal" in game.left_out

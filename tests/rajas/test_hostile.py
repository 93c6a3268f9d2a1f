"""What an attacker found: letters that look like others, values that no text can give."""

from typing import Any

import pytest

from pbem.errors import NotationError, PbemError
from pbem.game import Illegal
from pbem.rules.rajas.moves import Balcony, Brown, Harbour, Market, Person, Quarry, Roll, StartRoll, Terrace
from tests.rajas.tools import MARKETS, TOP, begun, fresh, opening, play, table


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("draw brown Ana bu\u0131lding, Bob worker", "brown-tile"),
        ("draw brown Ana y\u0130eld, Bob worker", "brown-tile"),
        ("draw brown Ana nothing, Bob worker", "notation"),
        ("draw brown Ana worker, Bob worker", "brown-twice"),
    ],
)
def test_letters_that_look_like_others_are_no_words_of_chance(line: str, reason: str) -> None:
    game = opening(options=["navaratnas"], brown=False)
    before = game.key, game.log
    with pytest.raises(PbemError) as caught:
        game.play(line)
    assert caught.value.details.get("reason", caught.value.code) == reason
    assert (game.key, game.log) == before
    assert game.play("draw brown Ana building, Bob worker")


@pytest.mark.parametrize("line", ["H1 -o1 / M\u017f", "M\u017f -o1", "up M\u0130", "Po / (o\u017f2: up Te)"])
def test_letters_that_look_like_others_are_no_moves(line: str) -> None:
    game = table("at Ana boat 10", "dice Ana o1", *MARKETS)
    with pytest.raises(NotationError, match="is no character of moves"):
        game.play(line)


@pytest.mark.parametrize(
    ("result", "reasons"),
    [
        (Brown((("Ana", "worker"), ("Bob", "zzz"))), ["due-rolls", "brown-tile", "due-roll"]),
        (StartRoll("Ana", ("o9", "g1", "b1", "p1")), ["roll-colours", "due-brown", "due-roll"]),
        (StartRoll("Ana", ("o1", "g1", "b1", "p1k")), ["roll-colours", "due-brown", "due-roll"]),
        (Roll(("o7",)), ["due-rolls", "due-brown", "roll-colours"]),
        (Roll(("o1k",)), ["due-rolls", "due-brown", "roll-colours"]),
        (Roll(("",)), ["due-rolls", "due-brown", "roll-colours"]),
    ],
)
def test_results_from_programs_that_cannot_be_are_refused(result: Any, reasons: list[str]) -> None:
    games = [fresh(), opening(options=["navaratnas"], brown=False), play(opening(), "Po")]
    games[0].play(f"draw {TOP}")
    for game, reason in zip(games, reasons, strict=True):
        before = game.key
        with pytest.raises(Illegal) as caught:
            game.fold.state.apply(result)
        assert caught.value.reason == reason
        assert game.key == before


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Person(2, "b2", ("b", "p"), more=("b3",)), "person-form"),
        (Person(3, "b3", ("g",), cell="c3"), "person-form"),
        (Person(4, "g4", None, building="Pa", cell="c3"), "person-form"),
        (Person(5, "o5", ("o", "g"), tile="gC5", cell="b4", roads="NES", more=("g4",)), "person-form"),
        (Person(5, "o5", None, building="Fo", tile="gC5", cell="b4", roads="NES", more=("g4",)), "person-form"),
        (Quarry("oS4", "b4", "NES", ("o9",)), "dice-few"),
        (Quarry("oS4", "b4", "NES", ("o5x",)), "dice-few"),
        (Market("s", "o5x"), "die-not-there"),
        (Market("x", "o5"), "no-space"),
        (Harbour(1, "o9"), "die-harbour"),
        (Terrace("z", None, ()), "no-space"),
        (Terrace("op", None, ()), "no-space"),
        (Balcony("o", "", "o5", None, ()), "no-space"),
        (Balcony("o", "p", "", None, ()), "die-colour"),
    ],
)
def test_steps_from_programs_with_parts_that_mean_nothing_are_refused(step: Any, reason: str) -> None:
    game = table("dice Ana o5 g4 b2 b3", "tile Ana b4 gS1NES", show="gC5")
    before = game.key
    with pytest.raises(Illegal) as caught:
        game.fold.state.apply(step)
    assert caught.value.reason == reason
    assert game.key == before


@pytest.mark.parametrize(
    "step",
    [
        Person(2, "b2", ("b", "p")),
        Person(3, "b3", ("g",)),
        Person(4, "g4", None, building="Pa"),
        Market("s", "o5"),
        Harbour(1, "b2"),
        Terrace("o", None, ()),
        Balcony("o", "p", "o5", None, ()),
    ],
)
def test_the_same_steps_without_these_parts_are_played(step: Any) -> None:
    game = table("dice Ana o5 g4 b2 b3", "tile Ana b4 gS1NES", show="gC5")
    before = game.key
    game.fold.state.apply(step)
    assert game.key != before


def test_what_was_given_up_is_told_after_later_lines_too() -> None:
    game = begun()
    game.play(
        *("P2 -g2 +o +b / up Te", "roll o3 b1", "draw white die", "undo 1"),
        *("P2 -g2 +o +b / +p", "roll o3 b1", "draw white die"),
    )
    assert "`up Te` is not legal" in game.left_out

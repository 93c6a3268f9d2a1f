"""Our games against the suite that every game must pass."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.chance import chooser
from pbem.game import CHANCE, END, Illegal
from pbem.session import Session
from pbem.testing import Case, Conformance, by_kind
from pbem.testing.suite import some
from pbem.testing.telling import changes, look
from tests import checks
from tests.support import PLAYERS, replacing, steady


class TestMaharani(Conformance):
    game = "maharani"
    quick = ("2",)
    players = PLAYERS["maharani"]
    games = 24
    tasks = 4

    def invariant(self, session: Session) -> None:
        checks.maharani(session)


class TestMajolica(Conformance):
    game = "majolica"
    quick = ("2-kaleidoscope-missions-bloom",)
    players = PLAYERS["majolica"]
    games = 2  # they take ten times as long as others, and there are five choices of options
    tasks = 2

    def policy(self, rng: random.Random, state: Any) -> Any:
        return steady(rng, state)

    def invariant(self, session: Session) -> None:
        checks.majolica(session)

    def test_random_games_that_replace_cards_freely(self, every_case: Case, games: int | None) -> None:
        """They practically never end: a fixed number of lines, about ten rounds."""
        for seed in range(max(1, (games or 10) // 10)):
            game = every_case.new()
            Replacing().play_checked(game, random.Random(f"replacing {every_case} {seed}"), 120)
            self.check_read_again(game)


class Replacing(TestMajolica):
    """Cards are replaced and tiles thrown away at will."""

    __test__ = False

    def policy(self, rng: random.Random, state: Any) -> Any:
        return replacing(rng, state)


class TestRajas(Conformance):
    game = "rajas"
    quick = ("3-ganga-navaratnas",)
    players = PLAYERS["rajas"]
    games = 2  # they take five times as long as others, and there are five choices of options
    tasks = 2

    def policy(self, rng: random.Random, state: Any) -> Any:
        return by_kind(rng, state)

    def invariant(self, session: Session) -> None:
        checks.rajas(session)


def with_odd_values(step: Any) -> Iterator[Any]:
    """A step, or a part of one, with each of its values by itself one of another type."""
    for index, part in enumerate(step):
        for odd in (
            None,
            "x",
            -1,
            1.5,
            (),
            (0,),
            [],
            object(),
            *(with_odd_values(part) if type(part) is tuple else ()),
        ):
            parts = (*step[:index], odd, *step[index + 1 :])
            yield type(step)(*parts) if hasattr(step, "_fields") else parts


@pytest.mark.parametrize("suite", [TestMaharani, TestMajolica, TestRajas])
def test_values_of_other_types_raise_nothing_else_and_change_nothing(
    suite: type[TestMaharani | TestMajolica | TestRajas],
) -> None:
    """Whoever writes a bot may give anything."""
    tested = suite()
    case = next(case for case in tested.cases() if case.label == tested.quick[0])
    for game in tested.walk(case, 8, games=1):
        rng = random.Random(f"odd {case} {game.key}")
        for spot in tested.spots(game, rng):
            state, before = spot.state, look(game, spot.state)
            there = [state.deal(chooser(rng))] if state.actor == CHANCE else state.steps(voluntary=True)
            for step in [step for step in some(there, rng, 2) if step is not END]:
                for odd in with_odd_values(step):
                    trial = state.copy()
                    try:
                        trial.apply(odd)
                    except Illegal:
                        assert not changes(before, look(game, trial)), odd

"""Our games against the suite that every game must pass."""

import random
from typing import Any

from pbem.session import Session
from pbem.testing import Case, Conformance, by_kind
from tests import invariants
from tests.support import PLAYERS, replacing, steady


class TestMaharani(Conformance):
    game = "maharani"
    quick = ("2",)
    players = PLAYERS["maharani"]
    games = 24
    tasks = 4

    def invariant(self, session: Session) -> None:
        invariants.maharani(session)


class TestMajolica(Conformance):
    game = "majolica"
    quick = ("2-kaleidoscope-missions-bloom",)
    players = PLAYERS["majolica"]
    games = 2  # they take ten times as long as others, and there are five choices of options
    tasks = 2

    def policy(self, rng: random.Random, state: Any) -> Any:
        return steady(rng, state)

    def invariant(self, session: Session) -> None:
        invariants.majolica(session)

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
        invariants.rajas(session)

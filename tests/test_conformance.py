"""The conformance suite over every game, number of players and option: whatever the rules are, this must hold."""

import random
from typing import Any

import pytest

from pbem.session import Session
from pbem.testing import Case, Conformance
from tests import invariants
from tests.support import PLAYERS, POLICIES, game_ids, replacing


class TestMaharani(Conformance):
    game = "maharani"
    players = PLAYERS["maharani"]
    games = 200
    tasks = 4

    def invariant(self, session: Session) -> None:
        invariants.maharani(session)


class TestMajolica(Conformance):
    game = "majolica"
    players = PLAYERS["majolica"]
    games = 4  # they take ten times as long
    tasks = 4

    def policy(self, rng: random.Random, state: Any) -> Any:
        return POLICIES["majolica"](rng, state)

    def invariant(self, session: Session) -> None:
        invariants.majolica(session)

    def test_random_games_that_replace_cards_freely(self, every_case: Case, games: int | None) -> None:
        """They practically never end: a fixed number of lines, about ten rounds."""
        for seed in range(max(1, (games or 20) // 10)):
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
    players = PLAYERS["rajas"]
    games = 8  # they take five times as long
    tasks = 4

    def policy(self, rng: random.Random, state: Any) -> Any:
        return POLICIES["rajas"](rng, state)

    def invariant(self, session: Session) -> None:
        invariants.rajas(session)


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_here(game_id: str) -> None:
    assert any(getattr(suite, "game", "") == game_id for suite in Conformance.__subclasses__())
    assert game_id in invariants.CHECKS
    assert game_id in POLICIES

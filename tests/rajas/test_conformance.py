"""Rajas of the Ganges against the suite that every game must pass."""

import random
from typing import Any

from pbem.session import Session
from pbem.testing import Conformance, by_kind
from tests import invariants
from tests.support import PLAYERS


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

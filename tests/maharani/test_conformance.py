"""Maharani against the suite that every game must pass."""

from pbem.session import Session
from pbem.testing import Conformance
from tests import invariants
from tests.support import PLAYERS


class TestMaharani(Conformance):
    game = "maharani"
    quick = ("2",)
    players = PLAYERS["maharani"]
    games = 24
    tasks = 4

    def invariant(self, session: Session) -> None:
        invariants.maharani(session)

"""Hex against the suite that every game must pass."""

from typing import Any

from pbem.session import Session
from pbem.testing import Conformance
from pbem_hex import rounds


class TestHex(Conformance):
    """Everything that must hold in any game."""

    game = "hex"
    players = {2: ["Ana", "Bob"]}

    def invariant(self, session: Session) -> None:
        """x and o take turns, no cell has two stones, and who is connected has won."""
        state: Any = session.state
        x, o = state.stones
        assert not x & o
        assert state.count(0) - state.count(1) in (0, 1)
        connected = [side for side in (0, 1) if rounds.connection(state, side)]
        assert connected == ([state.side(state.mover)] if session.over else [])

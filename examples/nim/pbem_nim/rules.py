"""Nim as the engine sees it."""

from typing import Any

from pbem.header import Header
from pbem.rules.common import Common, require
from pbem_nim import notation, setup
from pbem_nim.state import State


class Nim(Common):
    """See pbem.game.Rules. Nothing is drawn, nothing is counted: who takes the last stick has won."""

    engine = 2
    id = "nim"
    has_chance = False
    has_claims = False
    has_scores = False
    words = notation.WORDS
    position_words = setup.WORDS

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        super().__init__(facts, digest)
        self.heaps: list[int] = facts["heaps"]
        require(self.counts == [2], "nim is for two players")
        require(0 < len(self.heaps) <= len(notation.LETTERS), "there are from 1 to 26 heaps")
        require(any(self.heaps), "no heap has a stick")

    def start(self, header: Header) -> State:
        """All sticks, or the position of the header's position lines; raises HeaderError."""
        state = State(self.heaps, header.first)
        if header.position:
            setup.place(state, header)
        return state

    def winners(self, state: State) -> list[int]:
        """Who took the last stick."""
        return [state.mover]

"""Hex as the engine sees it."""

from typing import Any

from pbem.header import Header
from pbem.rules.common import Common
from pbem_hex import notation, setup
from pbem_hex.facts import Facts
from pbem_hex.state import State


class Hex(Common):
    """See pbem.game.Rules. Nothing is drawn, nothing is counted: who connects two edges has won."""

    engine = 2
    id = "hex"
    has_chance = False
    has_claims = False
    has_scores = False
    words = notation.WORDS
    position_words = setup.WORDS

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        super().__init__(facts, digest)
        self.facts = Facts(facts)

    def start(self, header: Header) -> State:
        """The empty board, or the position of the header's position lines; raises HeaderError."""
        state = State(self.facts, header.first)
        if header.position:
            setup.place(state, header)
        return state

    def winners(self, state: State) -> list[int]:
        """Who has connected."""
        return [state.mover]

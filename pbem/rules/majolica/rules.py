"""Majolica as the engine sees it: what it asks of a game, answered from facts, states and setups."""

from typing import Any

from pbem.header import Header
from pbem.rules.common import Common
from pbem.rules.majolica import notation, rounds, setup
from pbem.rules.majolica.facts import Facts
from pbem.rules.majolica.state import State


class Majolica(Common):
    """See pbem.game.Rules."""

    engine = 2
    id = "majolica"
    words = notation.WORDS
    position_words = setup.WORDS
    reads_posts = True
    has_scene = True
    long_turns = True

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        super().__init__(facts, digest)
        self.facts = Facts(facts)

    def start(self, header: Header) -> State:
        """Before anything is dealt, or the position of the header's position lines; raises HeaderError."""
        state = State(self.facts, tuple(header.names), tuple(header.options), header.first)
        if header.position:
            setup.place(state, header)
        rounds.settle(state)
        return state

    def winners(self, state: State) -> list[int]:
        """The one with most points, of several the last in the order of the first round; solo nobody."""
        if state.solo:
            return []
        scores = state.scores()
        players = len(scores)
        return [max(range(players), key=lambda player: (scores[player], (player - state.first) % players))]

    def details(self, state: State) -> dict[str, Any]:
        """Of a finished solo game the rating."""
        return {"rating": self.facts.rating(state.scores()[0])} if state.solo else {}

"""Majolica as the engine sees it: what it asks of a game, answered from facts, states and setups."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.game import Gained
from pbem.header import Header
from pbem.rules.common import Common
from pbem.rules.majolica import notation, rounds, setup
from pbem.rules.majolica.facts import Facts
from pbem.rules.majolica.grid import DOWN
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

    def start(self, header: Header, explained: tuple[Gained, ...] | None = None) -> State:
        """Before anything is dealt, or the position of the header's position lines; raises HeaderError."""
        state = State(self.facts, tuple(header.names), tuple(header.options), header.first)
        state.explained = explained
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

    def explaining(self, header: Header) -> State:
        """See Rules."""
        return self.start(header, ())

    def ending(self, state: State) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """The last round and who had so many cards, solo the last round; the tiles left in the grid."""
        facts = state.facts
        if state.solo:
            return [("rounds", {"round": facts.rounds})]
        most = [(name, len(bench.done)) for name, bench in zip(state.names, state.benches, strict=True)]
        done = ", ".join(f"{name} {cards}" for name, cards in most if cards >= facts.end)
        why = ("cards", {"round": state.round, "end": facts.end, "done": done})
        tiles = state.grid.replace(DOWN, "")
        return [why, ("grid", {"tiles": tiles})] if tiles else [why]

"""Maharani as the engine sees it: what it asks of a game, answered from facts, states and setups."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.game import Gained
from pbem.header import Header
from pbem.players import clockwise
from pbem.rules.common import Common
from pbem.rules.maharani import notation, rounds, setup
from pbem.rules.maharani.facts import EMPTY, Facts
from pbem.rules.maharani.state import State


class Maharani(Common):
    """See pbem.game.Rules."""

    engine = 2
    id = "maharani"
    words = notation.WORDS
    position_words = setup.WORDS
    reads_posts = True
    has_scene = True

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        super().__init__(facts, digest)
        self.facts = Facts(facts)
        self.colours = self.facts.colours
        self.sides = self.facts.sides

    def colours_each(self, players: int) -> int:
        """How many artisan colours a player has."""
        return self.facts.each[str(players)]

    def seats(self, players: int) -> Sequence[str]:
        """The sides given in list order."""
        return self.facts.dealt[str(players)]

    def start(self, header: Header, explained: tuple[Gained, ...] | None = None) -> State:
        """The empty board, or the position of the header's position lines; raises HeaderError."""
        facts, players = self.facts, header.players
        state = State(
            facts,
            order=clockwise(self, header),
            seat=tuple(facts.sides.index(player.seat) for player in players),
            owned=tuple(tuple(facts.artisan_letters.index(c) for c in player.colours) for player in players),
            first=header.first,
        )
        state.explained = explained
        if header.position:
            setup.place(state, header)
        rounds.settle(state)
        return state

    def winners(self, state: State) -> list[int]:
        """Those with most gold; they share the win."""
        return [player for player, gold in enumerate(state.score) if gold == max(state.score)]

    def explaining(self, header: Header) -> State:
        """See Rules."""
        return self.start(header, ())

    def ending(self, state: State) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """All quarters paid, or no tile that fits; the tiles left on the rondel."""
        why: list[tuple[str, Mapping[str, Any]]] = [("stuck" if state.stuck else "paid", {})]
        tiles = " ".join(
            f"{slot + 1}:{state.facts.names[tile]}" for slot, tile in enumerate(state.slots) if tile != EMPTY
        )
        return [*why, ("rondel", {"tiles": tiles})] if tiles else why

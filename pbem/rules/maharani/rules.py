"""Maharani as the engine sees it: what it asks of a game, answered from facts, states and setups."""

import hashlib
from collections.abc import Sequence
from typing import Any

from pbem.game import NOBODY
from pbem.header import Header
from pbem.players import clockwise
from pbem.rules.maharani import notation, setup
from pbem.rules.maharani.facts import EMPTY, Facts
from pbem.rules.maharani.state import State


class Maharani:
    """See pbem.game.Game."""

    id = "maharani"
    words = notation
    position_words = setup.WORDS

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        self.title: str = facts["title"]
        self.edition: str = facts["edition"]
        self.counts: list[int] = facts["players"]
        self.digest = digest
        self.facts = Facts(facts)
        self.colours = self.facts.colours
        self.sides = self.facts.sides

    @property
    def paint(self) -> Any:
        """The module that draws a position."""
        from pbem.rules.maharani import board

        return board

    def colours_each(self, players: int) -> int:
        """How many artisan colours a player has."""
        return self.facts.each[str(players)]

    def seats(self, players: int) -> Sequence[str]:
        """The sides given in list order."""
        return self.facts.dealt[str(players)]

    def start(self, header: Header) -> State:
        """The empty board, or the position of the header's position lines; raises HeaderError."""
        facts = self.facts
        players = header.players
        state = State()
        state.facts = facts
        state.order = clockwise(self, header)
        state.seat = tuple(facts.sides.index(player.seat) for player in players)
        state.owned = tuple(tuple(facts.artisan_letters.index(c) for c in player.colours) for player in players)
        state.turn = 1
        state.mover = header.first
        state.earned = (0,)
        state.placed = state.filled = state.paid = state.drawn = 0
        state.stuck = False
        state.score = [0] * len(players)
        state.markers = [facts.all_quarters] * len(players)
        state.slots = [EMPTY] * facts.slots
        state.areas = [0] * len(facts.tile_colours)
        state.artisans = [0] * len(facts.artisan_letters)
        state.supply = [0] * len(facts.artisan_letters)
        for colours in state.owned:
            for own in colours:
                state.supply[own] = facts.supply[str(len(players))]
        state.empty = facts.cells
        state.tiles = [EMPTY] * 64
        state.bag = facts.bag[:]
        state.out = []
        if header.position:
            setup.place(state, header)
        if state.paid == facts.all_quarters:
            state.actor = NOBODY
        else:
            state.next_actor()
        return state

    def winners(self, state: State) -> list[int]:
        """Those with most gold; they share the win."""
        return [player for player, gold in enumerate(state.score) if gold == max(state.score)]

    def position(self, state: State, names: Sequence[str]) -> list[str]:
        """The position lines of a state."""
        return setup.lines(state, names)

    def key(self, state: State) -> str:
        """Six hexadecimal digits over everything that matters from here on."""
        names = [str(i) for i in range(len(state.score))]
        text = "\n".join([str(state.mover), str(state.actor), *setup.lines(state, names)])
        return hashlib.sha256(text.encode()).hexdigest()[:6]


GAME = Maharani

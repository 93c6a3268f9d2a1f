"""A position of hex, and what may be done in it."""

from collections.abc import Hashable, Sequence
from typing import Any

from pbem import game
from pbem.game import NOBODY, Illegal
from pbem.rules.slots import Slotted, slotted
from pbem_hex.facts import SWAP, Facts, Place, Swap

TOP, LEFT = 0, 1
"""The sides: who connects top and bottom, and who left and right."""


@slotted
class Position(Slotted):
    """What a position consists of. After the end `mover` is who has won."""

    facts: Facts
    turn: int
    actor: int
    mover: int
    top: int  # the player who connects top and bottom
    stones: list[int]  # by side: its cells, as bits

    def __init__(self, facts: Facts, first: int) -> None:
        """The empty board: who begins connects top and bottom."""
        self.facts = facts
        self.turn = 1
        self.actor = self.mover = self.top = first
        self.stones = [0, 0]

    def side(self, player: int) -> int:
        """The side of a player."""
        return TOP if player == self.top else LEFT

    def on(self, cell: Place) -> int | None:
        """The side whose stone is on a cell, if there is one."""
        bit = self.facts.bit(cell)
        return next((side for side in (TOP, LEFT) if self.stones[side] & bit), None)

    def count(self, side: int) -> int:
        """How many stones a side has."""
        return self.stones[side].bit_count()

    def connection(self, side: int) -> int:
        """The stones of a side that hang together from edge to edge, 0 if none do."""
        facts, stones = self.facts, self.stones[side]
        begin, end = facts.edges[side]
        return facts.chain(facts.chain(begin & stones, stones) & end, stones)

    def may_swap(self) -> bool:
        """Whether the one stone there is was the other player's first turn."""
        mine = self.side(self.mover)
        return self.turn == 2 and mine != TOP and self.count(TOP) == 1 and self.count(mine) == 0


class State(Position, game.State):
    """See pbem.game.State. A turn is one step."""

    __slots__ = ()

    def copy(self) -> "State":
        """An independent copy."""
        return self.duplicate()

    def in_turn(self) -> Hashable:
        """What decides how the turn can go on."""
        return self.top, self.mover, self.turn, *self.stones

    def steps(self, voluntary: bool = False) -> Sequence[Place | Swap]:
        """Every free cell; in the second turn also the swap."""
        if self.actor == NOBODY:
            return []
        taken = self.stones[TOP] | self.stones[LEFT]
        bit = self.facts.bit
        found: list[Place | Swap] = [SWAP] if self.may_swap() else []
        return found + [cell for cell in self.facts.places if not taken & bit(cell)]

    def apply(self, step: Any) -> None:
        """A stone or the swap; then the other player is to move, or the game is over."""
        if self.actor == NOBODY:
            raise Illegal("over")
        if isinstance(step, Place):
            won = self._place(step)
        elif isinstance(step, Swap):
            won = self._swap()
        else:
            raise Illegal("nothing")
        self.turn += 1
        if won:
            self.actor = NOBODY
        else:
            self.actor = self.mover = 1 - self.mover

    def _place(self, cell: Place) -> bool:
        """A stone of the player to move; whether it connects both edges of its side."""
        facts = self.facts
        bit = facts.bit(cell)
        if not bit:
            raise Illegal("no-cell", cell=cell, size=facts.size)
        if self.on(cell) is not None:
            raise Illegal("occupied", cell=cell)
        side = self.side(self.mover)
        self.stones[side] |= bit
        begin, end = facts.edges[side]
        chain = facts.chain(bit, self.stones[side])
        return bool(chain & begin and chain & end)

    def _swap(self) -> bool:
        """The player to move takes over the first stone and its side; nobody wins by it."""
        if not any(self.stones):
            raise Illegal("swap-early")
        if not self.may_swap():
            raise Illegal("swap-late")
        self.top = self.mover
        return False

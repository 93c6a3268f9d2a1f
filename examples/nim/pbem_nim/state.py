"""A position of nim, and what may be done in it."""

from collections.abc import Hashable, Sequence
from typing import Any

from pbem import game
from pbem.game import NOBODY, Illegal
from pbem_nim.moves import Take


class State(game.State):
    """See pbem.game.State. `heaps` has the sticks of each heap; `mover` is after the end who took the last one."""

    def __init__(self, heaps: Sequence[int], first: int) -> None:
        self.heaps = list(heaps)
        self.turn = 1
        self.actor = self.mover = first

    def copy(self) -> "State":
        """An independent copy."""
        new = State(self.heaps, self.mover)
        new.turn, new.actor = self.turn, self.actor
        return new

    def in_turn(self) -> Hashable:
        """Two positions with the same sticks can go on in the same ways."""
        return tuple(self.heaps)

    def steps(self, voluntary: bool = False) -> Sequence[Take]:
        """From one to all sticks of any heap."""
        if self.actor == NOBODY:
            return []
        return [Take(heap, n) for heap, there in enumerate(self.heaps) for n in range(1, there + 1)]

    def apply(self, step: Any) -> None:
        """Take sticks; then the other player is to move, or the game is over."""
        if self.actor == NOBODY:
            raise Illegal("over")
        if not isinstance(step, Take):
            raise Illegal("nothing")
        if not 0 <= step.heap < len(self.heaps):
            raise Illegal("no-heap", heap=step.heap)
        if step.sticks < 1:
            raise Illegal("no-stick")
        if step.sticks > self.heaps[step.heap]:
            raise Illegal("too-many", heap=step.heap, there=self.heaps[step.heap])
        self.heaps[step.heap] -= step.sticks
        self.turn += 1
        if any(self.heaps):
            self.actor = self.mover = 1 - self.mover
        else:
            self.actor = NOBODY

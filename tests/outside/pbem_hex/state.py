"""A position of hex as the engine sees it."""

from collections.abc import Hashable, Sequence
from typing import Any

from pbem import game
from pbem.game import NOBODY
from pbem_hex import actions, choices
from pbem_hex.moves import Place, Swap
from pbem_hex.position import Position


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
        return [] if self.actor == NOBODY else choices.steps(self)

    def apply(self, step: Any) -> None:
        """A stone or the swap."""
        actions.play(self, step)

"""A position of Maharani as the engine sees it."""

from collections.abc import Hashable

from pbem import game
from pbem.game import Choose, Step
from pbem.rules.common import checked
from pbem.rules.maharani import actions, chance, choices, rounds
from pbem.rules.maharani.moves import Refill
from pbem.rules.maharani.position import Position


class State(Position, game.State):
    """See pbem.game.State."""

    __slots__ = ()

    def steps(self, voluntary: bool = False) -> list[Step]:
        """The legal next steps, all of them: none only throws away."""
        return [] if self.actor < 0 else choices.steps(self)

    def step_at(self, share: float) -> Step:
        """The one of `steps()` at a share of them, from 0 to less than 1."""
        return choices.step_at(self, share) if self.actor >= 0 else super().step_at(share)

    @checked
    def apply(self, step: Step) -> None:
        """Play a step or a result of chance; raises Illegal and leaves the state as it was."""
        if type(step) is Refill:
            chance.apply(self, step)
            rounds.settle(self)
        else:
            actions.play(self, step)

    def copy(self) -> "State":
        """An independent copy."""
        return self.duplicate()

    def deal(self, choose: Choose) -> Refill:
        """The refill that is due."""
        return chance.deal(self, choose)

    def scores(self) -> list[int]:
        """Gold by player."""
        return self.score[:]

    def in_turn(self) -> Hashable:
        """What decides how this turn can go on."""
        return (*self.slots, *self.tiles, *self.artisans, *self.markers, *self.supply, self.filled, self.placed)

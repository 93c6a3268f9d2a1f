"""A position of Rajas of the Ganges as the engine sees it."""

from collections.abc import Hashable, Sequence

from pbem import game
from pbem.game import END, Choose, Step
from pbem.lazy import Joined
from pbem.rules.common import checked
from pbem.rules.rajas import actions, ahead, chance, rounds
from pbem.rules.rajas.position import Position


class State(Position, game.State):
    """See pbem.game.State."""

    __slots__ = ()

    def steps(self, voluntary: bool = False) -> Sequence[Step]:
        """The legal next steps, made when they are asked for; END where the line may stop."""
        choice = self.open
        if choice is None or self.actor < 0:
            return ()
        found = () if self.stop else actions.steps(self, choice)
        return Joined([(END,), found]) if self.queue and choice[0] != "place" else found

    @checked
    def apply(self, step: Step) -> None:
        """Play a step or a result of chance; raises Illegal and leaves the state as it was."""
        if type(step) in chance.RESULTS:
            at_start = self.waits is not None
            chance.apply(self, step)  # which checks it before anything is changed
            if at_start and self.waits is None:
                rounds.find_mover(self, 0)
            elif not at_start and not self.queue:
                actions.run(self)
                rounds.settle(self)
            return
        kept = self.duplicate()
        self.own(self.mover)
        try:
            actions.play(self, step)
            if self.open is None:
                rounds.settle(self)
        except BaseException:  # a program that is stopped may go on with the state
            self.go_back(kept)
            raise

    def copy(self) -> "State":
        """An independent copy, whose mover may be changed."""
        new = self.duplicate()
        new.own(new.mover)
        return new

    def unsaid(self, step: Step) -> tuple[Step, bool] | None:
        """Of several yields none of which is named the first of the table is paid (ruling 14)."""
        return ahead.unsaid(self, step)

    def may_follow(self, step: Step) -> bool:
        """A step that names a die or a tile to come, or that answers what a white tile may ask."""
        return ahead.may_follow(self, step)

    def deal(self, choose: Choose) -> Step:
        """The result of chance that is due, made with `choose`; not applied."""
        return chance.deal(self, choose)

    def scores(self) -> list[int]:
        """Distance by player."""
        return [self.distance(player) for player in range(len(self.names))]

    def in_turn(self) -> Hashable:
        """What is open and waiting, and all that the player to move has; the rest of the table stays as it is."""
        return (
            *(self.open, *self.stack, None, *self.queue),
            *(self.actor, self.blocked, self.stop, self.named, self.white, *self.tops.items(), *self.supply.values()),
            *(self.player.as_key(), *self.yield_tiles.items()),
        )

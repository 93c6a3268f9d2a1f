"""A position of Majolica as the engine sees it."""

from collections.abc import Hashable

from pbem import game
from pbem.game import Choose, Step
from pbem.rules.common import checked
from pbem.rules.majolica import actions, chance, choices, rounds
from pbem.rules.majolica.position import RUN, Position
from pbem.rules.majolica.score import points


class State(Position, game.State):
    """See pbem.game.State."""

    __slots__ = ()

    def steps(self, voluntary: bool = False) -> list[Step]:
        """The legal next steps; with `voluntary` also those that throw away more than they must."""
        return [] if self.actor < 0 else list(choices.steps(self, voluntary))

    @checked
    def apply(self, step: Step) -> None:
        """Play a step or a result of chance; raises Illegal and leaves the state as it was."""
        if type(step) in chance.RESULTS:
            chance.apply(self, step)
            rounds.settle(self)
        else:
            actions.play(self, step)

    def copy(self) -> "State":
        """An independent copy."""
        new = self.duplicate()
        new.own_bench()
        return new

    def deal(self, choose: Choose) -> Step:
        """The result of chance that is due, made with `choose`; not applied."""
        return chance.deal(self, choose)

    def scores(self) -> list[int]:
        """Points by player: of completed cards and tokens; all the rest only when the game is over."""
        return [points(self, player) for player in range(len(self.names))]

    def in_turn(self) -> Hashable:
        """What decides how this turn can go on: the grid and the display only until something was taken from them."""
        bench = self.bench
        open_half = not (self.half or self.taken == RUN)
        return (
            self.taken,
            self.half,
            self.rights,
            self.activated if "bloom" in self.options else 0,
            "" if self.taken else self.grid,
            "" if self.taken else self.tiles,
            self.hall,
            bench.start,
            bench.collected,
            tuple(bench.shops),
            tuple(bench.slots),
            tuple(bench.on),
            tuple(self.display) if open_half else (),
        )

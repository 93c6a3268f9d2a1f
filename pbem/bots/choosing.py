"""Two simple bots: one that takes any step, one that takes the turn that earns most."""

from random import Random

from pbem import legal
from pbem.game import Rules, State, Step


class Uniform:
    """`random`: any legal step."""

    def __init__(self, rules: Rules, budget: int | None = None) -> None:
        self.budget = budget or 1
        self.name = "random"

    def choose(self, state: State, random: Random) -> Step:
        """See Bot.choose."""
        return random.choice(state.steps())


class Greedy:
    """`greedy`: the first step of a turn that earns most; where several do, any of these.

    A try is a position within the turn that is looked at.
    """

    def __init__(self, rules: Rules, budget: int | None = None) -> None:
        self.budget = budget or legal.POSITIONS
        self.name = f"greedy:{budget}" if budget else "greedy"

    def choose(self, state: State, random: Random) -> Step:
        """See Bot.choose."""
        steps = state.steps()
        if len(steps) == 1:
            return steps[0]
        worth = legal.worth(state, steps, self.budget)
        most = max(worth)
        return random.choice([step for step, value in zip(steps, worth, strict=True) if value == most])

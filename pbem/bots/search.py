"""`search`: Monte Carlo tree search over steps, with chance sampled.

A try goes down the tree to a position that is new, plays on from there almost at random, and counts for everybody how
it went. Where chance acts a result is drawn with numbers of our own: neither a seed nor a secret is known here, and a
position has no order of what is not yet drawn. Where a game has scores a try stops when everybody had one more turn
(or more, where that changes no score), and its outcome is the lead there, in points; else it is played to the end, and
the outcome is the share of the win.
"""

import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from pbem import legal
from pbem.game import CHANCE, NOBODY, Rules, State, Step

TRIES = 1000
"""If nobody says how many."""
_EXPLORE = 0.7  # how much is tried that did not look best so far, in units of how far outcomes differ
_WIDER = 1.5  # so many steps of a position are tried as its visits have a square root, times this
_POSITIONS = 2000  # within a turn that are looked at to order the first steps
_MOST = 64  # steps of a position that are ordered; of more any
_LOOK = 16  # tries after which it is looked whether outcomes differ at all
_FAR = 400  # turns that are played in a try at most
_SAMPLED = 3  # where a turn is played almost at random: steps of which the one that earns most is taken


class Node:
    """What was tried from a position, and what came of it for the player who chose to go there."""

    __slots__ = ("children", "order", "squares", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0
        self.order: Sequence[Step] = ()
        self.children: dict[Step, Node] = {}

    def add(self, outcome: float) -> None:
        """One more try went this way."""
        self.visits += 1
        self.total += outcome
        self.squares += outcome * outcome

    @property
    def mean(self) -> float:
        """What may be expected."""
        return self.total / self.visits if self.visits else 0.0

    @property
    def spread(self) -> float:
        """How far outcomes differ: their standard deviation."""
        return math.sqrt(max(self.squares / self.visits - self.mean**2, 0.0)) if self.visits else 0.0


class Found(NamedTuple):
    """A line whose first step was tried: how often, and what may be expected of it, with its standard error."""

    steps: tuple[Step, ...]
    tries: int
    expected: float
    error: float


class Search:
    """A try is one way down the tree and on to its end."""

    def __init__(self, rules: Rules, budget: int | None = None) -> None:
        self.rules = rules
        self.budget = budget or TRIES
        self.name = f"search:{self.budget}"

    def choose(self, state: State, random: Random) -> Step:
        """See Bot.choose."""
        steps = state.steps()
        return steps[0] if len(steps) == 1 else self.found(state, random)[0].steps[0]

    def found(self, state: State, random: Random) -> list[Found]:
        """The ways to play on that were tried, first the one whose first step was tried most, which is the best."""
        root = Node()
        root.order = self._ordered(state, random, _POSITIONS)
        self._grow(root, state, state.actor, random, state.turn + len(state.scores()))
        best = sorted(root.children.items(), key=_rank)
        return [
            Found(_line(state, step, node), node.visits, node.mean, node.spread / math.sqrt(node.visits))
            for step, node in best
        ]

    def value(self, state: State, player: int, until: int, random: Random) -> tuple[float, float]:
        """What a player may expect of a position, and its standard error; tries stop after turn `until`."""
        root = Node()
        self._grow(root, state, player, random, until)
        return root.mean, root.spread / math.sqrt(root.visits)

    def _grow(self, root: Node, state: State, player: int, random: Random, until: int) -> None:
        for tries in range(self.budget):
            if tries % _LOOK == _LOOK - 1 and not root.spread and until - state.turn < _FAR:
                until += until - state.turn + 1  # where points come late, a round tells nothing
            self._try(root, state.copy(), player, until, random)

    def _try(self, root: Node, state: State, player: int, until: int, random: Random) -> None:
        node, path, new = root, [(root, player)], False
        while not new and self._goes_on(state, until):
            if state.actor == CHANCE:
                step, player = _drawn(state, random), path[-1][1]
            else:
                player = state.actor
                step = self._step(node, root, state, random)
            state.apply(step)
            new = step not in node.children
            node = node.children.setdefault(step, Node())
            path.append((node, player))
        while self._goes_on(state, until):
            state.apply(_drawn(state, random) if state.actor == CHANCE else _likely(state, random))
        outcome = self._outcome(state)
        for node, player in path:
            node.add(outcome[player])

    def _goes_on(self, state: State, until: int) -> bool:
        return state.actor != NOBODY and (not self.rules.has_scores or state.turn <= until)

    def _step(self, node: Node, root: Node, state: State, random: Random) -> Step:
        """What to try in a position: what looks best, or is not known well; of its steps ever more."""
        if not node.order:
            node.order = self._ordered(state, random, 0)
        wide = min(len(node.order), math.ceil(_WIDER * math.sqrt(node.visits + 1)))
        tried = node.children
        if len(tried) < wide:
            return node.order[len(tried)]
        reach = _EXPLORE * (root.spread or 1.0) * math.sqrt(math.log(node.visits))
        return max(tried, key=lambda step: tried[step].mean + reach / math.sqrt(tried[step].visits))

    def _ordered(self, state: State, random: Random, positions: int) -> Sequence[Step]:
        """Steps in the order in which they are tried: those first that can earn most, at once or (root) in the turn.

        Where turns earn nothing, at the root those that win.
        """
        steps = state.steps()
        if not self.rules.has_claims:
            steps = random.sample(steps, len(steps))
            return sorted(steps, key=lambda step: not self._wins(state, step)) if positions else steps
        if len(steps) > _MOST:
            steps = [steps[index] for index in sorted(random.sample(range(len(steps)), _MOST))]
        worth = legal.worth(state, steps, positions)
        by_chance = [random.random() for _ in steps]
        order = sorted(range(len(steps)), key=lambda index: (-worth[index], by_chance[index]))
        return [steps[index] for index in order]

    def _wins(self, state: State, step: Step) -> bool:
        after = state.copy()
        after.apply(step)
        return after.actor == NOBODY and state.actor in self.rules.winners(after)

    def _outcome(self, state: State) -> Sequence[float]:
        scores = state.scores()
        if scores:
            return [
                score - max(scores[:player] + scores[player + 1 :], default=0) for player, score in enumerate(scores)
            ]
        winners = self.rules.winners(state)
        return [1 / len(winners) if player in winners else 0.0 for player in range(max(self.rules.counts))]


def _rank(item: tuple[Step, Node]) -> tuple[int, float]:
    return -item[1].visits, -item[1].mean


def _line(state: State, step: Step, node: Node) -> tuple[Step, ...]:
    """A line that begins with a step, and goes on with those that were tried most, then with those that earn most."""
    state, steps, turn = state.copy(), [step], state.turn
    state.apply(step)
    while state.actor >= 0 and state.turn == turn:
        if node.children:
            step, node = min(node.children.items(), key=_rank)
        else:
            options = state.steps()
            worth = legal.worth(state, options, _POSITIONS)
            step = options[worth.index(max(worth))]
        steps.append(step)
        state.apply(step)
    return tuple(steps)


def _drawn(state: State, random: Random) -> Step:
    """A result of chance that is due, from our own numbers."""
    return state.deal(lambda purpose, event, n: random.randrange(n))


def _likely(state: State, random: Random) -> Step:
    """Of a few steps the one that earns most."""
    steps = state.steps()
    some = [random.choice(steps) for _ in range(min(_SAMPLED, len(steps)))]
    return some[0] if len(some) == 1 else max(some, key=lambda step: _earned(state, step))


def _earned(state: State, step: Step) -> int:
    after = state.copy()
    after.apply(step)
    return sum(after.earned)

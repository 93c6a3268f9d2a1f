"""`search` on nim (examples/nim, heaps 1 3 5 7), tries a second, against OpenSpiel's MCTS in Python and in C++.

Both play on at random where the tree ends, so a try is about as many simulated steps. Needs `pip install open_spiel`.
"""

import random
import sys
from functools import partial
from pathlib import Path

import measure
import numpy
import pyspiel
from open_spiel.python.algorithms import mcts

from pbem import registry
from pbem.bots.search import Search

sys.path.append(str(Path(__file__).parents[2] / "examples" / "nim"))

TRIES = 1000
HEAPS = [1, 3, 5, 7]
SPIEL = pyspiel.load_game("nim")


def ours(rules: object, seed: int) -> int:
    """Tries of ours."""
    from pbem_nim.state import State

    Search(rules, TRIES).choose(State(HEAPS, 0), random.Random(seed))  # type: ignore[arg-type]
    return TRIES


def python(seed: int) -> int:
    """Tries of theirs, in Python."""
    numbers = numpy.random.RandomState(seed)
    bot = mcts.MCTSBot(SPIEL, 2.0, TRIES, mcts.RandomRolloutEvaluator(1, numbers), random_state=numbers, solve=False)
    bot.step(SPIEL.new_initial_state())
    return TRIES


def compiled(seed: int) -> int:
    """Tries of theirs, in C++."""
    bot = pyspiel.MCTSBot(SPIEL, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, TRIES, 100, False, seed, False)
    bot.step(SPIEL.new_initial_state())
    return TRIES


def main() -> None:
    count = measure.rounds(__doc__, 3)
    rules = registry.load("nim")  # examples/nim is to be installed
    mine = [partial(ours, rules, seed) for seed in range(4)]
    for name, theirs in (("OpenSpiel, Python", python), ("OpenSpiel, C++", compiled)):
        work = [partial(theirs, seed) for seed in range(4)]
        measure.show(("search", name), measure.repeat(partial(measure.rates, mine, work), count))


if __name__ == "__main__":
    main()

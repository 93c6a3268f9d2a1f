"""Random games of Maharani through the Python API, steps a second, against catanatron's random players."""

import random
from collections.abc import Sequence
from functools import partial

import corpus
import measure
from catanatron import Color, Game, RandomPlayer

from pbem.game import CHANCE, NOBODY, State

GAMES = 100


def play(starts: Sequence[State], rng: random.Random) -> int:
    """The steps that players chose; draws are not counted."""
    done = 0
    for start in starts:
        state = start.copy()
        while state.actor != NOBODY:
            if state.actor == CHANCE:
                state.apply(state.deal(lambda purpose, event, n: rng.randrange(n)))
            else:
                state.apply(rng.choice(list(state.steps())))
                done += 1
    return done


def play_catan(rng: random.Random) -> int:
    """The actions that players chose."""
    game = Game([RandomPlayer(color) for color in Color], seed=rng.randrange(1, 1 << 30))
    game.play()
    return len(game.state.actions)


def main() -> None:
    count = measure.rounds(__doc__)
    starts = [corpus.start(seed).state for seed in range(GAMES)]
    rng = random.Random(1)
    ours = [partial(play, some, rng) for some in measure.portions(starts)]
    theirs = [partial(play_catan, rng) for _ in ours]
    measure.rates(ours, theirs)
    pairs = measure.repeat(lambda: measure.rates(ours, theirs), count)
    measure.show(("pbem: steps, choose, apply", "catanatron: four RandomPlayer"), pairs, "at least 2.0")


if __name__ == "__main__":
    main()

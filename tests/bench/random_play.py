"""Random games of Maharani through the Python API, steps a second, against catanatron's random players."""

import random

import corpus
import measure
from catanatron import Color, Game, RandomPlayer

from pbem.game import CHANCE, NOBODY

GAMES = 100
CATAN_GAMES = 4


def main() -> None:
    count = measure.rounds(__doc__, 31)
    starts = [corpus.start(seed).state for seed in range(GAMES)]
    seeds = iter(range(1, 10**9))

    def ours() -> int:
        rng = random.Random(next(seeds))
        done = 0
        for state in [start.copy() for start in starts]:
            while state.actor != NOBODY:
                if state.actor == CHANCE:
                    state.apply(state.deal(lambda purpose, event, n: rng.randrange(n)))
                else:
                    state.apply(rng.choice(list(state.steps())))
                    done += 1
        return done

    def theirs() -> int:
        done = 0
        for _ in range(CATAN_GAMES):
            game = Game([RandomPlayer(color) for color in Color], seed=next(seeds))
            game.play()
            done += len(game.state.actions)
        return done

    ours()
    theirs()
    pairs = measure.by_turns(lambda: measure.rate(ours), lambda: measure.rate(theirs), count)
    measure.show(("pbem: steps, choose, apply", "catanatron: four RandomPlayer"), pairs, "at least 2.0")


if __name__ == "__main__":
    main()

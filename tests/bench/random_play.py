"""Random games through the Python API, steps a second, against catanatron's random players."""

import math
import random
from collections.abc import Sequence
from functools import partial

import corpus
import measure
from catanatron import Color, Game, RandomPlayer

from pbem.game import CHANCE, NOBODY, State

GAMES = 100
TURNS = {"majolica": 150}
"""At random some games never end (cards are replaced for ever): they are played for so many turns."""
BARS = {"maharani": "at least 2.3", "majolica": "at least 1.05", "rajas": "at least 0.95"}


def play(starts: Sequence[State], rng: random.Random, turns: float) -> int:
    """The steps that players chose, in games of at most so many turns; draws are not counted."""
    done = 0
    for first in starts:
        state = first.copy()
        while state.actor != NOBODY and state.turn < turns:
            if state.actor == CHANCE:
                state.apply(state.deal(lambda purpose, event, n: rng.randrange(n)))
            else:
                state.apply(rng.choice(state.steps()))
                done += 1
    return done


def play_catan(rng: random.Random) -> int:
    """The actions that players chose."""
    game = Game([RandomPlayer(color) for color in Color], seed=rng.randrange(1, 1 << 30))
    game.play()
    return len(game.state.actions)


def main() -> None:
    count = measure.rounds(__doc__)
    rng = random.Random(1)
    for game_id, bar in BARS.items():
        starts = [corpus.start(seed, game_id).state for seed in range(GAMES)]
        turns = TURNS.get(game_id, math.inf)
        ours = [partial(play, some, rng, turns) for some in measure.portions(starts)]
        theirs = [partial(play_catan, rng) for _ in ours]
        measure.rates(ours, theirs)
        pairs = measure.repeat(partial(measure.rates, ours, theirs), count)
        measure.show((f"pbem, {game_id}: steps, choose, apply", "catanatron: four RandomPlayer"), pairs, bar)


if __name__ == "__main__":
    main()

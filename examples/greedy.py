"""A bot that always takes a turn that earns most, playing a whole game through the Python API.

    python examples/greedy.py [SEED] > game.pbem

The demo game of Maharani was made so: `pbem demo` shows its end.
"""

import random
import sys

import pbem


def play(players: list[str], seed: str) -> pbem.Session:
    """A finished game, dealt from `seed`."""
    game = pbem.new("maharani", players, seed=seed, id=f"greedy-{seed}")
    choices = random.Random(seed)
    while not game.over:
        moves = game.legal()
        best = [move for move in moves if move.earns == moves[0].earns]
        game.play(choices.choice(best))
    return game


if __name__ == "__main__":
    seed = sys.argv[1] if len(sys.argv) > 1 else "taj"
    print(play(["Ana=green,yellow", "Bob=red,blue"], seed).record(), end="")

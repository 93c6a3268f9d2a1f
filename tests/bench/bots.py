"""How often one bot beats another: games of two, each deal played twice with the seats changed.

With `--speed`, which needs `pip install open_spiel` and examples/nim: tries a second of `search` on nim, heaps 1 3 5 7,
against OpenSpiel's MCTS in Python and in C++. Both play on at random where the tree ends, so a try is about as many
simulated steps.
"""

import argparse
import random
import sys
from functools import partial
from pathlib import Path

import corpus
import measure

from pbem import registry, simulating
from pbem.bots.search import Search
from pbem.tally import interval

PAIRS = (("greedy", "random", 400, "at least 95 %"), ("search:{tries}", "greedy", 200, "at least 60 %"))
TURNS = {"majolica": 150}
"""At random games of Majolica may never end: they are played for so many turns, and who then leads has won."""

TRIES = 1000
HEAPS = [1, 3, 5, 7]


def beats(game_id: str, ours: str, theirs: str, games: int) -> tuple[float, int]:
    """Wins of the first (a shared one is half a win), and how many games there were."""
    players = tuple(next(names for names in corpus.PLAYERS[game_id] if len(names) == 2))
    wins = 0.0
    for side, bots in enumerate((f"{ours},{theirs}", f"{theirs},{ours}")):
        plan = simulating.Plan(game_id, players, bots, "bench", turns=TURNS.get(game_id, 1000))
        for row in simulating.play(simulating.begun(plan)[0], (1, games // 2)):
            best = row.winners or [player for player in (0, 1) if row.scores[player] == max(row.scores)]
            wins += (side in best) / len(best)
    return wins, games // 2 * 2


def ours(rules: object, seed: int) -> int:
    """Tries of `search`."""
    from pbem_nim.state import State

    Search(rules, TRIES).choose(State(HEAPS, 0), random.Random(seed))  # type: ignore[arg-type]
    return TRIES


def speed(rounds: int) -> None:
    """Show tries a second beside OpenSpiel's, in Python and in C++; nothing is imported while it is measured."""
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import mcts

    sys.path.append(str(Path(__file__).parents[2] / "examples" / "nim"))
    game = pyspiel.load_game("nim")

    def python(seed: int) -> int:
        numbers = numpy.random.RandomState(seed)
        bot = mcts.MCTSBot(game, 2.0, TRIES, mcts.RandomRolloutEvaluator(1, numbers), random_state=numbers, solve=False)
        bot.step(game.new_initial_state())
        return TRIES

    def compiled(seed: int) -> int:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, TRIES, 100, False, seed, False)
        bot.step(game.new_initial_state())
        return TRIES

    mine = [partial(ours, registry.load("nim"), seed) for seed in range(4)]
    for name, theirs in (("OpenSpiel, Python", python), ("OpenSpiel, C++", compiled)):
        work = [partial(theirs, seed) for seed in range(4)]
        measure.show(("search", name), measure.repeat(partial(measure.rates, mine, work), rounds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", type=float, default=1, help="of the games (default: all)")
    parser.add_argument("--tries", type=int, default=1000, help="of search for a step (default: %(default)s)")
    parser.add_argument("--game", choices=list(corpus.PLAYERS), action="append", help="only this one")
    parser.add_argument("--speed", action="store_true", help="tries a second against OpenSpiel instead")
    parser.add_argument("--rounds", type=int, default=3, help="of --speed (default: %(default)s)")
    asked = parser.parse_args()
    if asked.speed:
        speed(asked.rounds)
        return
    for game_id in asked.game or corpus.PLAYERS:
        for ours, theirs, games, bar in PAIRS:
            name = ours.format(tries=asked.tries)
            wins, played = beats(game_id, name, theirs, max(2, int(games * asked.part)))
            low, high = interval(wins, played)
            told = f"{game_id}: {name} beats {theirs} in {wins:g} of {played} games, {wins / played:.1%}"
            print(f"{told} ({low:.1%} to {high:.1%}); bar for maharani: {bar}", flush=True)


if __name__ == "__main__":
    main()

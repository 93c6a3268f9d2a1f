"""How often one bot beats another: games of two, each deal played twice with the seats changed."""

import argparse

import corpus

from pbem import simulating
from pbem.tally import interval

PAIRS = (("greedy", "random", 400, "at least 95 %"), ("search:{tries}", "greedy", 200, "at least 60 %"))
TURNS = {"majolica": 150}
"""At random games of Majolica may never end: they are played for so many turns, and who then leads has won."""


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", type=float, default=1, help="of the games (default: all)")
    parser.add_argument("--tries", type=int, default=1000, help="of search for a step (default: %(default)s)")
    parser.add_argument("--game", choices=list(corpus.PLAYERS), action="append", help="only this one")
    asked = parser.parse_args()
    for game_id in asked.game or corpus.PLAYERS:
        for ours, theirs, games, bar in PAIRS:
            name = ours.format(tries=asked.tries)
            wins, played = beats(game_id, name, theirs, max(2, int(games * asked.part)))
            low, high = interval(wins, played)
            told = f"{game_id}: {name} beats {theirs} in {wins:g} of {played} games, {wins / played:.1%}"
            print(f"{told} ({low:.1%} to {high:.1%}); bar for maharani: {bar}", flush=True)


if __name__ == "__main__":
    main()

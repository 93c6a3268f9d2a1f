"""Moves of whole games applied, each checked: turns a second, against push_uci of python-chess, plies a second."""

from collections.abc import Sequence
from functools import partial

import chess
import corpus
import measure

from pbem import registry
from pbem.game import NOBODY

GAMES = 300


def replay(games: Sequence[corpus.Played]) -> int:
    rules = registry.load("maharani")
    for game in games:
        state = rules.start(game.header)
        for step in game.steps:
            state.apply(step)
        assert state.actor == NOBODY
    return sum(game.turns for game in games)


def push(games: Sequence[list[str]]) -> int:
    for game in games:
        board = chess.Board()
        for move in game:
            board.push_uci(move)
    return sum(map(len, games))


def main() -> None:
    count = measure.rounds(__doc__)
    played = corpus.games(GAMES)
    moves = corpus.chess_games(sum(game.turns for game in played))
    ours = [partial(replay, games) for games in measure.portions(played)]
    theirs = [partial(push, games) for games in measure.portions(moves)]
    measure.rates(ours, theirs)
    pairs = measure.repeat(lambda: measure.rates(ours, theirs), count)
    measure.show(("pbem: state.apply, turns", "chess.Board.push_uci, plies"), pairs, "at least 1.55")


if __name__ == "__main__":
    main()

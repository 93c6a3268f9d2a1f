"""Moves of whole games applied, each checked: turns a second, against push_uci of python-chess, plies a second."""

import chess
import chess_games
import corpus
import measure

from pbem import registry
from pbem.game import NOBODY

GAMES = 300


def main() -> None:
    count = measure.rounds(__doc__)
    played = corpus.games(GAMES)
    turns = sum(game.turns for game in played)
    moves = chess_games.games(turns)
    plies = sum(map(len, moves))
    rules = registry.load("maharani")

    def ours() -> int:
        for game in played:
            state = rules.start(game.header)
            for step in game.steps:
                state.apply(step)
            assert state.actor == NOBODY
        return turns

    def theirs() -> int:
        for game in moves:
            board = chess.Board()
            for move in game:
                board.push_uci(move)
        return plies

    ours()
    theirs()
    pairs = measure.by_turns(lambda: measure.rate(ours), lambda: measure.rate(theirs), count)
    measure.show(("pbem: state.apply, turns", "chess.Board.push_uci, plies"), pairs, "at least 1.0")


if __name__ == "__main__":
    main()

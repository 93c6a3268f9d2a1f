"""Records of Maharani read into checked positions, turns a second, against python-chess reading PGN, plies a second."""

import io

import chess.pgn
import chess_games
import corpus
import measure

from pbem import session

GAMES = 300


def main() -> None:
    count = measure.rounds(__doc__)
    played = corpus.games(GAMES)
    turns = sum(game.turns for game in played)
    records = [game.record.encode() for game in played]
    moves = chess_games.games(turns)
    plies = sum(map(len, moves))
    pgns = [chess_games.pgn(game) for game in moves]

    def ours() -> int:
        for number, data in enumerate(records):
            session.read(data, f"{number}.pbem", undoable=False)
        return turns

    def theirs() -> int:
        for text in pgns:
            game = chess.pgn.read_game(io.StringIO(text))
            assert game is not None
            assert not game.errors
        return plies

    print(f"{GAMES} games of Maharani, {turns} turns; {len(pgns)} of chess, {plies} plies")
    session._NOTATIONS.clear()  # what making the corpus has left there
    rows = ("pbem.session.read", "chess.pgn.read_game")
    cold = measure.by_turns(lambda: measure.rate(ours), lambda: measure.rate(theirs), 1)
    warm = measure.by_turns(lambda: measure.rate(ours), lambda: measure.rate(theirs), count)
    measure.show(rows, warm, "a second", "at least 1.0")
    print(f"  first pass, no word read before: {cold.ours[0]:,.0f} against {cold.theirs[0]:,.0f} a second")


if __name__ == "__main__":
    main()

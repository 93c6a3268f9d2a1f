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
    # In a manual game people drew, and a record can only be held against the rules, as PGN can be.
    played = corpus.games(GAMES, "manual")
    manual = [game.record.encode() for game in played]
    seeded = [game.record.encode() for game in corpus.games(GAMES)]
    turns = sum(game.turns for game in played)
    moves = chess_games.games(turns)
    plies = sum(map(len, moves))
    pgns = [chess_games.pgn(game) for game in moves]

    def read(records: list[bytes]) -> int:
        for number, data in enumerate(records):
            session.read(data, f"{number}.pbem", undoable=False)
        return turns

    def ours() -> float:
        return measure.rate(lambda: read(manual))

    def dealt() -> float:
        return measure.rate(lambda: read(seeded))

    def chess_pgn() -> int:
        for text in pgns:
            game = chess.pgn.read_game(io.StringIO(text))
            assert game is not None
            assert not game.errors
        return plies

    def theirs() -> float:
        return measure.rate(chess_pgn)

    print(f"{GAMES} games of Maharani, {turns} turns; {len(pgns)} of chess, {plies} plies")
    session._NOTATIONS.clear()  # the words that making the corpus has left there
    cold = measure.by_turns(ours, theirs, 1)
    rows = ("pbem.session.read", "chess.pgn.read_game")
    measure.show(rows, measure.by_turns(ours, theirs, count), "at least 1.0")
    print("A first pass, no word read before:")
    measure.show(rows, cold)
    print("Every draw derived from a seed as well:")
    measure.show(rows, measure.by_turns(dealt, theirs, count))


if __name__ == "__main__":
    main()

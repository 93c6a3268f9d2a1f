"""Records of Maharani read into checked positions, turns a second, against python-chess reading PGN, plies a second."""

import io
from collections.abc import Sequence
from functools import partial

import chess.pgn
import corpus
import measure

import pbem
from pbem.notation import Notation

GAMES = 300


def read(games: Sequence[corpus.Played]) -> int:
    for game in games:
        pbem.read(game.record.encode(), "game.pbem", undoable=False)
    return sum(game.turns for game in games)


def read_pgn(games: Sequence[tuple[int, str]]) -> int:
    for _, text in games:
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        assert not game.errors
    return sum(plies for plies, _ in games)


def main() -> None:
    count = measure.rounds(__doc__)
    # In a manual game people drew, and a record can only be held against the rules, as PGN can be.
    manual = corpus.games(GAMES, "manual")
    turns = sum(game.turns for game in manual)
    pgns = [(len(moves), corpus.pgn(moves)) for moves in corpus.chess_games(turns)]
    print(f"{GAMES} games of Maharani, {turns} turns; {len(pgns)} of chess, {sum(plies for plies, _ in pgns)} plies")

    rows = ("pbem.session.read", "chess.pgn.read_game")
    ours = [partial(read, games) for games in measure.portions(manual)]
    dealt = [partial(read, games) for games in measure.portions(corpus.games(GAMES))]
    theirs = [partial(read_pgn, games) for games in measure.portions(pgns)]
    Notation.of.cache_clear()  # the words that making the corpus has left there
    cold = measure.repeat(lambda: measure.rates(ours, theirs), 1)
    measure.show(rows, measure.repeat(lambda: measure.rates(ours, theirs), count), "at least 0.97")
    print("A first pass, no word read before:")
    measure.show(rows, cold)
    print("Every draw derived from a seed as well:")
    measure.show(rows, measure.repeat(lambda: measure.rates(dealt, theirs), count))


if __name__ == "__main__":
    main()

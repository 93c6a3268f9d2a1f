"""Records of Maharani read into checked positions, turns a second, against python-chess reading PGN, plies a second;
lines of their logs without a position, against Lark on the same lines and the same grammar (a tree, no values); their
moves as objects, applied and checked, turns a second, against `push_uci` of python-chess, plies a second.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import chess
import chess.pgn
import corpus
import measure
from lark import Lark

import pbem
from pbem import lalr, registry, resources, tables
from pbem.game import NOBODY
from pbem.notation import Notation

GAMES = 300
GAMES_OF_LINES = 60


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


def parse(lines: Sequence[str], parsers: Mapping[str, Callable[[str], Any]]) -> int:
    for line in lines:
        parsers["chance_line" if line.startswith("draw") else "turn_line"](line)
    return len(lines)


def against_lark(count: int) -> None:
    lines = [line for game in corpus.games(GAMES_OF_LINES) for line in game.lines]
    game = registry.load("maharani")
    path = resources.path("grammar", "maharani.lark")
    lark = {s: Lark.open(path, start=s, parser="lalr", lexer="basic").parse for s in tables.STARTS}
    driver = {start: lalr.Parser(made).parse for start, made in tables.load(registry.origin(game.id)).items()}
    notation = dict.fromkeys(tables.STARTS, Notation.of(game.id).parse)
    print(f"{len(lines)} lines")

    heaps = measure.portions(lines)
    theirs = [partial(parse, heap, lark) for heap in heaps]
    for name, parsers in (("pbem.lalr, to a tree", driver), ("pbem.notation, to values", notation)):
        ours = [partial(parse, heap, parsers) for heap in heaps]
        measure.rates(ours, theirs)
        measure.show((name, "Lark, to a tree"), measure.repeat(partial(measure.rates, ours, theirs), count))


def against_uci(count: int) -> None:
    played = corpus.games(GAMES)
    moves = corpus.chess_games(sum(game.turns for game in played))
    ours = [partial(replay, games) for games in measure.portions(played)]
    theirs = [partial(push, games) for games in measure.portions(moves)]
    measure.rates(ours, theirs)
    pairs = measure.repeat(lambda: measure.rates(ours, theirs), count)
    measure.show(("pbem: state.apply, turns", "chess.Board.push_uci, plies"), pairs, "at least 1.55")


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
    against_lark(count)
    against_uci(count)


if __name__ == "__main__":
    main()

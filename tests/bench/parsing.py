"""Lines of logs read without a position, against Lark on the same lines and the same grammar (a tree, no values)."""

import corpus
import measure
from lark import Lark

from pbem import lalr, registry, resources, session, tables

GAMES = 60


def main() -> None:
    count = measure.rounds(__doc__)
    lines = [line for game in corpus.games(GAMES) for line in game.lines]
    game = registry.load("maharani")
    notation = session.notation(game)
    grammar = resources.path("grammar", "maharani.lark")
    larks = {s: Lark.open(grammar, start=s, parser="lalr", lexer="basic") for s in tables.STARTS}
    drivers = {start: lalr.Parser(made) for start, made in tables.load(game.id).items()}
    kinds = ["chance_line" if line.startswith("draw") else "turn_line" for line in lines]

    def ours() -> int:
        for line in lines:
            notation.parse(line)
        return len(lines)

    def driver() -> int:
        for line, kind in zip(lines, kinds, strict=True):
            drivers[kind].parse(line)
        return len(lines)

    def theirs() -> int:
        for line, kind in zip(lines, kinds, strict=True):
            larks[kind].parse(line)
        return len(lines)

    for work in (ours, driver, theirs):
        work()
    print(f"{len(lines)} lines")
    alone = measure.by_turns(lambda: measure.rate(driver), lambda: measure.rate(theirs), count)
    measure.show(("pbem.lalr: tables alone, to a tree", "Lark, to a tree"), alone)
    pairs = measure.by_turns(lambda: measure.rate(ours), lambda: measure.rate(theirs), count)
    measure.show(("pbem.notation: to values, words remembered", "Lark, to a tree"), pairs)


if __name__ == "__main__":
    main()

"""Lines of logs read without a position, against Lark on the same lines and the same grammar (a tree, no values)."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import corpus
import measure
from lark import Lark

from pbem import lalr, registry, resources, tables
from pbem.notation import Notation

GAMES = 60


def parse(lines: Sequence[str], parsers: Mapping[str, Callable[[str], Any]]) -> int:
    for line in lines:
        parsers["chance_line" if line.startswith("draw") else "turn_line"](line)
    return len(lines)


def main() -> None:
    count = measure.rounds(__doc__)
    lines = [line for game in corpus.games(GAMES) for line in game.lines]
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


if __name__ == "__main__":
    main()

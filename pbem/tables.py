"""Where the parsing tables of a grammar are kept, and how they are made when there are none.

Tables are named after the sha256 of the grammar, so they can never belong to another one, and begin with a line that is
the sha256 of the rest, so that damage is noticed; the rest is JSON. A wheel brings them; else they are made once and
kept beside the byte code of the package, which is as trusted as they are. An author puts them into a wheel with
`python -m pbem.tables GAME FOLDER`, the folder being `tables` of the game's package; they hold for the pbem that made
them, another one makes its own.
"""

import contextlib
import json
import os
from _thread import get_ident
from typing import Any

from pbem import content, lalr, resources
from pbem.errors import SaveError
from pbem.resources import Origin
from pbem.sha256 import sha256

STARTS = ("turn_line", "chance_line", "undo_line")
"""The start symbols there may be; a game without chance has no `chance_line`."""
_NEEDED = {"turn_line", "undo_line"}
_COMMON = ("grammar", "common.lark")


def digest(grammar: str) -> str:
    """The sha256 of a grammar file, what it imports included; also of the code that makes the tables."""
    parts = [content.read_bytes(path) for path in (lalr.__file__, resources.path(*_COMMON), grammar)]
    return sha256(b"\0".join(parts)).hexdigest()


def make(grammar: str) -> dict[str, Any]:
    """Start symbol -> tables of a grammar file, made by Lark; raises BadGrammar."""
    made = lalr.build(grammar, STARTS, resources.path(*_COMMON))
    for start in STARTS:
        if start in _NEEDED and start not in made:
            raise lalr.BadGrammar(f"it has no `{start}`")
    return made


def write(folder: str, grammar: str, made: dict[str, Any]) -> str:
    """Keeps the tables of a grammar file in `folder`; returns the path."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, _name(grammar))
    unfinished = f"{path}.{os.getpid()}.{get_ident()}"
    text = json.dumps(made, separators=(",", ":"), sort_keys=True).encode()
    with open(unfinished, "wb") as file:
        file.write(sha256(text).hexdigest().encode() + b"\n" + text)
    os.replace(unfinished, path)
    return path


def _read(path: str) -> dict[str, Any] | None:
    """Tables that were kept, None where there are none or they are damaged."""
    try:
        with open(path, "rb") as file:
            checked, _, text = file.read().partition(b"\n")
    except OSError:
        return None
    if sha256(text).hexdigest().encode() != checked:
        return None
    try:
        made: dict[str, Any] = json.loads(text)
        return made if _NEEDED <= made.keys() <= {*STARTS} and all(map(_is_whole, made.values())) else None
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None


def _is_whole(table: dict[str, Any]) -> bool:
    """Whether the tables of a start symbol are as `lalr.build` makes them, and lead nowhere else; or errors."""
    states, rules = table["states"], table["rules"]
    terminals = dict(table["terminals"])
    names = [
        *terminals,
        *terminals.values(),
        *table["ignored"],
        *table["values"],
        *(rule[i] for rule in rules for i in (0, 1)),
    ]
    return (
        all(type(name) is str for name in names)
        and terminals.keys() >= {*table["ignored"]}
        and all(0 <= table[state] < len(states) for state in ("start", "accept"))
        and all(-len(rules) <= min(state.values()) and max(state.values()) < len(states) for state in states if state)
        and all(len(rule) == 5 and all(-1 <= part < rule[2] for part in rule[3]) for rule in rules)
    )


def load(origin: Origin) -> dict[str, Any]:
    """Start symbol -> tables of a game: those that came with it, those kept before, or new ones.

    Raises BrokenGame for a grammar that is none.
    """
    grammar = origin.grammar
    try:
        name = _name(grammar)
    except SaveError as error:
        why = error.message.rpartition(": ")[2]
        raise origin.broken(f"its grammar {grammar} cannot be read: {why}") from error
    for folder in origin.tables:
        kept = _read(os.path.join(folder, name))
        if kept is not None:
            return kept
    try:
        made = make(grammar)
    except lalr.BadGrammar as error:
        raise origin.broken(f"{grammar}: {error}") from error
    with contextlib.suppress(OSError):  # a folder that may not be written: make them every time
        write(origin.tables[-1], grammar, made)
    return made


def _name(grammar: str) -> str:
    game = os.path.basename(grammar).removesuffix(".lark")
    return f"{game}-{digest(grammar)[:16]}.tables"


def main(args: list[str]) -> int:
    """`python -m pbem.tables GAME FOLDER`: makes the tables of a game, or of a `.lark` file; the exit status."""
    import sys

    from pbem import registry
    from pbem.errors import PbemError

    if len(args) != 2:
        print("usage: python -m pbem.tables GAME FOLDER (GAME: the id of an installed game, or its .lark file)")
        return 2
    game, folder = args
    try:
        grammar = game if game.endswith(".lark") else registry.origin(game).grammar
        print(write(folder, grammar, make(grammar)))
    except (PbemError, lalr.BadGrammar, OSError) as error:
        print(f"{game}: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))

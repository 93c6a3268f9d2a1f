"""Where the parsing tables of a grammar are kept, and how they are made when there are none.

Tables are JSON named after the sha256 of the grammar, so they can never belong to another one. A wheel
brings them; a checkout makes them once and keeps them beside the byte code, which is as trusted as this file.
"""

import contextlib
import hashlib
import json
import os
from typing import Any

from pbem import lalr, resources

STARTS = ("turn_line", "chance_line", "undo_line")


def digest(game: str) -> str:
    """The sha256 of a game's grammar, what it imports included; also of the code that makes the tables."""
    with open(lalr.__file__, "rb") as file:
        parts = [file.read(), resources.read("grammar", "common.lark"), resources.read("grammar", f"{game}.lark")]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make(game: str) -> dict[str, Any]:
    """Start symbol -> tables, made by Lark."""
    path = resources.path("grammar", f"{game}.lark")
    return {start: lalr.build(path, start) for start in STARTS}


def write(folder: str, game: str, made: dict[str, Any]) -> str:
    """Keeps tables in `folder`; returns the path."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, _name(game))
    unfinished = f"{path}.{os.getpid()}"
    with open(unfinished, "w", encoding="utf-8") as file:
        json.dump(made, file, separators=(",", ":"), sort_keys=True)
    os.replace(unfinished, path)
    return path


def load(game: str) -> dict[str, Any]:
    """Start symbol -> tables: those that came with the package, those kept before, or new ones."""
    name = _name(game)
    kept = os.path.join(os.path.dirname(os.path.abspath(__file__)), "__pycache__")
    for path in (resources.path("tables", name), os.path.join(kept, name)):
        try:
            with open(path, encoding="utf-8") as file:
                made = json.load(file)
        except (OSError, ValueError):
            continue
        if isinstance(made, dict) and made.keys() == set(STARTS):
            return made
    made = make(game)
    with contextlib.suppress(OSError):  # a folder that may not be written: make them every time
        write(kept, game, made)
    return made


def _name(game: str) -> str:
    return f"{game}-{digest(game)[:16]}.json"

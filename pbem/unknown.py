"""Keys of a save file that this version does not know: kept, and in a record on one line that is itself TOML."""

import tomllib
from typing import Any

from pbem import toml_size
from pbem.errors import SaveError
from pbem.header import HEADER_LENGTH
from pbem.plain import has_controls

_TOML = "toml = "
_KNOWN = {
    "": {"pbem", "game", "edition", "sha256", "id", "options", "first", "first_drawn", "position", "header"},
    "players": {"name", "colours", "seat"},
    "chance": {"kind", "seed", "commitment"},
    "history": {"log"},
}
"""The keys by table: the top of the file, each player, chance, history."""


def line_of(unknown: dict[str, Any]) -> str:
    """Keys that this version does not know as one line of a record: "toml = [ [ {...}, ], ]"."""
    # In a list within a list a table stays on one line; only the lists themselves are broken.
    line = " ".join(line.strip() for line in toml({"toml": [[unknown]]}).split("\n")).strip()
    return "".join(f"\\u{ord(c):04x}" if has_controls(c) else c for c in line)


def toml(document: dict[str, Any]) -> str:
    """A document as TOML; raises SaveError where a key that is not ours holds what cannot be written."""
    import tomli_w

    try:
        return tomli_w.dumps(document)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"a key of the file that is not pbem's cannot be written again: {error}") from error


def split_off(foreign: list[str]) -> tuple[list[str], dict[str, Any]]:
    """Header lines that this version does not know, and the keys that the last of them stands for, if it does."""
    keys = _read_line(foreign[-1]) if foreign else {}
    return (foreign[:-1], keys) if keys else (foreign, {})


def check(unknown: dict[str, Any]) -> None:
    """Raises SaveError for keys that a record could not hold; those that cannot be written are told when they are."""
    try:
        line = line_of(unknown) if unknown else ""
    except SaveError:
        return
    if unknown and not _read_line(line):
        raise SaveError("the keys of the file that are not pbem's are too large, or nested too deep, to be kept")


def _read_line(line: str) -> dict[str, Any]:
    """The keys that stand on such a line; none if it is another one, or was not written by `line_of`."""
    if not line.startswith(_TOML) or len(line) > HEADER_LENGTH:
        return {}
    try:
        toml_size.check_keys(line)
        value = tomllib.loads(line)["toml"][0][0]
    except (ValueError, LookupError, TypeError, RecursionError, SaveError):
        return {}
    if not isinstance(value, dict) or not _is_unknown(value) or toml_size.is_deep(value):
        return {}
    try:
        return value if line_of(value) == line else {}
    except SaveError:
        return {}


def _is_unknown(value: dict[str, Any]) -> bool:
    """Whether the keys can stand in a save file beside those it must have."""
    if value.keys() & _KNOWN[""]:
        return False
    for table in ("players", "chance", "history"):
        inner = value.get(table, {})
        parts = inner if table == "players" and table in value else [inner]
        if not isinstance(parts, list):
            return False
        if any(not isinstance(part, dict) or part.keys() & _KNOWN[table] for part in parts):
            return False
    return True

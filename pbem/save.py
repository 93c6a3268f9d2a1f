"""A save file: the same content as a record, as TOML."""

import tomllib
import unicodedata
from typing import Any

from pbem import chance, notation, players, registry
from pbem import header as headers
from pbem.errors import PbemError, SaveError
from pbem.game import Rules
from pbem.header import Header, Player

_TOML = "toml = "
_KNOWN = {
    "": {"pbem", "game", "edition", "sha256", "id", "options", "first", "first_drawn", "position", "header"},
    "players": {"name", "colours", "seat"},
    "chance": {"kind", "seed", "commitment"},
    "history": {"log"},
}
"""The keys by table: the top of the file, each player, chance, history."""


def parse(text: str, path: str) -> tuple[Header, list[str]]:
    """The content of a save file; `path` is for messages. Raises SaveError with the place."""
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path} is neither a record (`pbem 1 GAME`) nor a whole TOML file: {error}") from error
    try:
        return _header(document)
    except PbemError as error:
        raise error.at(path, SaveError) from error


class _Keys:
    """Takes known keys out of a table; what is left is unknown and kept."""

    def __init__(self, table: Any, where: str) -> None:
        if not isinstance(table, dict):
            raise SaveError(f"`{where}` should be a table")
        self.left = dict(table)
        self.where = where

    def take(self, key: str, kind: type, default: Any = None) -> Any:
        value = self.left.pop(key, default)
        if value is None:
            raise SaveError(f"`{self.where}{key}` is missing")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise SaveError(f"`{self.where}{key}` should be a {_KINDS[kind]}")
        if isinstance(value, int) and not 0 <= value < 10**9:
            raise SaveError(f"`{self.where}{key}` is out of range")
        return value

    def strings(self, key: str, default: list[str] | None = None) -> list[str]:
        values = self.take(key, list, default)
        for number, value in enumerate(values, 1):
            if not isinstance(value, str) or "\n" in value or "\r" in value:
                raise SaveError(f"`{self.where}{key}`, entry {number}, should be a string of one line")
        return list(values)


_KINDS: dict[type, str] = {str: "string", int: "whole number", list: "list", dict: "table", bool: "true or false"}


def _header(document: dict[str, Any]) -> tuple[Header, list[str]]:
    top = _Keys(document, "")
    headers.check_version(top.take("pbem", int))
    rules = registry.load(top.take("game", str))
    tables = [_Keys(table, f"players {n} ") for n, table in enumerate(top.take("players", list), 1)]
    history = _Keys(top.take("history", dict), "history.")  # without it the file is not whole
    header = Header(rules.id, [])
    for table in tables:
        if not rules.colours and "colours" in table.left:
            raise SaveError(f"players of {rules.title} have no colours")
        if not rules.sides and "seat" in table.left:
            raise SaveError(f"players of {rules.title} have no seats")
        colours = players.colours(rules, ",".join(table.strings("colours"))) if rules.colours else ()
        seat = table.take("seat", str, "") if rules.sides else ""
        name = headers.check_name(table.take("name", str))
        header.players.append(Player(name, colours, players.seat(rules, seat) if seat else ""))
    header.edition = top.take("edition", str, "")
    header.digest = top.take("sha256", str, "")
    header.id = headers.check_id(top.take("id", str))
    headers.set_first(header, top.take("first", str))
    header.drawn = top.take("first_drawn", bool, False)
    header.options = players.in_order(rules, header, top.strings("options", []))
    header.position = top.strings("position", [])
    for line in header.position:
        if len(line) > notation.LINE_LENGTH or line.partition(" ")[0].casefold() not in rules.position_words:
            raise SaveError(f"`{line}` is no line of a position: {', '.join(rules.position_words)}")
    header.foreign = top.strings("header", [])
    for line in header.foreign:
        headers.check_foreign(line, (*rules.position_words, *rules.words.chance_words))
    dealt = _chance(header, rules, top)
    log = history.strings("log")
    headers.check_length(len(log))
    header.unknown = top.left
    if any(table.left for table in tables):
        header.unknown["players"] = [table.left for table in tables]
    for name, keys in (("chance", dealt), ("history", history)):
        if keys.left:
            header.unknown[name] = keys.left
    return header, log


def _chance(header: Header, rules: Rules, top: _Keys) -> _Keys:
    """Reads the table `chance`, which a game without chance does not have; what is left of it."""
    if not rules.has_chance:
        if "chance" in top.left:
            raise SaveError(f"nothing is drawn in {rules.title}: it has no table `chance`")
        header.chance = ""
        return _Keys({}, "chance.")
    dealt = _Keys(top.take("chance", dict), "chance.")
    header.chance = dealt.take("kind", str)
    header.published = dealt.take(chance.KINDS[header.chance].key, str, "") if header.chance in chance.KINDS else ""
    chance.check(rules, header.chance, header.published)
    return dealt


def text(header: Header, log: list[str]) -> str:
    """The canonical TOML of a rules."""
    rules = registry.load(header.game)
    top: dict[str, Any] = {"pbem": headers.VERSION, "game": header.game, "edition": header.edition}
    top |= {"sha256": header.digest, "id": header.id, "first": header.names[header.first]}
    if header.drawn:
        top["first_drawn"] = True
    for key, lines in (("options", header.options), ("position", header.position), ("header", header.foreign)):
        if lines:
            top[key] = lines
    seated = []
    for player in header.players:
        table: dict[str, Any] = {"name": player.name}
        if player.colours:
            table["colours"] = [rules.colours[letter] for letter in player.colours]
        if player.seat:
            table["seat"] = player.seat
        seated.append(table)
    unknown = header.unknown
    for key, value in unknown.items():
        if key not in ("players", "chance", "history"):
            top[key] = value
    for table, extra in zip(seated, unknown.get("players", []), strict=False):
        table.update(extra)
    document = {**top, "players": seated}
    if header.chance:
        document["chance"] = {"kind": header.chance}
        if header.published:
            document["chance"][chance.KINDS[header.chance].key] = header.published
        document["chance"] |= unknown.get("chance", {})
    document["history"] = {"log": log, **unknown.get("history", {})}
    return toml(document)


# Keys of a save file that this version does not know, on one line of a record that is itself TOML.


def unknown_line(unknown: dict[str, Any]) -> str:
    """Keys that this version does not know as one line of a record: "toml = [ [ {...}, ], ]"."""
    # In a list within a list a table stays on one line; only the lists themselves are broken.
    line = " ".join(line.strip() for line in toml({"toml": [[unknown]]}).split("\n")).strip()
    return "".join(f"\\u{ord(c):04x}" if unicodedata.category(c) == "Cc" and c != "\t" else c for c in line)


def toml(document: dict[str, Any]) -> str:
    """A document as TOML; raises SaveError where a key that is not ours holds what cannot be written."""
    import tomli_w

    try:
        return tomli_w.dumps(document)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"a key of the file that is not pbem's cannot be written again: {error}") from error


def read_unknown_line(line: str) -> dict[str, Any]:
    """The keys that stand on such a line; none if it is another one, or was not written by `unknown_line`."""
    if not line.startswith(_TOML):
        return {}
    try:
        value = tomllib.loads(line)["toml"][0][0]
    except (ValueError, LookupError, TypeError, RecursionError):
        return {}
    if not isinstance(value, dict) or not _is_unknown(value):
        return {}
    try:
        return value if unknown_line(value) == line else {}
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

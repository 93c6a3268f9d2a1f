"""A save file: the same content as a record, as TOML."""

import os
import re
from typing import Any

from pbem import chance, players, registry, toml
from pbem import header as headers
from pbem.errors import PbemError, SaveError
from pbem.game import Rules
from pbem.header import Header, Player
from pbem.plain import clean, one_blank

_HEAD = r"(?im)^(?:[ \t>|]|</?[a-z][^<>\n]{0,99}>){0,40}(pbem [0-9]{1,3} [a-z][\w-]*)[ \t]*$"
"""Where a record begins in a text, quoted, indented or behind tags."""
_MAIL = re.compile(r"(?im)^(?:from|received|return-path|delivered-to|message-id):")
_POST = re.compile(r"(?m)^[^\"'\n]{0,99}\bgame [A-Za-z0-9-]{1,64}, turn [0-9]{1,9}, key [0-9a-f]{6}\b")
_ABOVE = 20_000  # characters in which a mail's headers are, or a post's title


def parse(text: str, path: str) -> tuple[Header, list[str]]:
    """The content of a save file; `path` is for messages. Raises SaveError with the place."""
    try:
        document = toml.parse(toml.checked(text))
    except SaveError as error:
        raise error.at(path) from None
    except ValueError as error:
        head = re.search(_HEAD, text)
        if head:
            number = text.count("\n", 0, head.start(1)) + 1
            raise SaveError(
                f"{path} is no record by itself, but one begins in line {number}: `pbem import -` takes a record out "
                f"of the text around it",
                line=number,
            ) from error
        _check_no_mail(path, text[:_ABOVE])
        raise SaveError(f"{path} is neither a record (`pbem 1 GAME`) nor a whole TOML file: {error}") from error
    _check_no_club(path, document)
    try:
        return _header(document)
    except PbemError as error:
        raise error.at(path, SaveError) from error


def _check_no_mail(path: str, text: str) -> None:
    """Raises SaveError for a mail or a post in the place of a game, with what takes one."""
    if _MAIL.search(text.partition("\n\n")[0]) or _POST.search(text):
        raise SaveError(
            f"{path} is a mail or a post, and no game: on standard input `pbem move FILE -` takes the moves of one, "
            f"`pbem import - -o FILE` a record in it"
        )


def _check_no_club(path: str, document: dict[str, Any]) -> None:
    """Raises SaveError for the settings of a club in the place of a game, with what tells of its games."""
    if "pbem" not in document and "address" in document and not document.keys().isdisjoint(("receive", "people")):
        import shlex

        folder = shlex.quote(os.path.dirname(path) or os.curdir)
        raise SaveError(f"{path} says what a club is, and is no game: `pbem status {folder}` tells of its games")


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
    header.digest = top.take("sha256", str, "").casefold()
    header.id = headers.check_id(top.take("id", str))
    first = top.take("first", str)
    drawn = top.take("first_drawn", bool, False)
    header.options = players.in_order(rules, header, top.strings("options", []))
    header.position = [one_blank(clean(line)) for line in top.strings("position", [])]
    for line in header.position:
        if len(line) > headers.LINE_LENGTH or line.partition(" ")[0].casefold() not in rules.position_words:
            raise SaveError(f"`{line}` is no line of a position: {', '.join(rules.position_words)}")
    header.foreign = top.strings("header", [])
    kept = [*header.position, *header.foreign]
    headers.check_size(len(kept), sum(map(len, kept)))
    dealt = _chance(header, rules, top, drawn)
    more = headers.TOGETHER_WORDS if header.chance == "together" else ()
    for line in header.foreign:
        headers.check_foreign(line, rules.position_words, (*rules.words.chance_words, *more))
    headers.set_first(header, first)
    header.drawn = drawn or header.undrawn
    log = history.strings("log")
    headers.check_length(len(log))
    if isinstance(top.left.get("mail"), dict):
        header.mail = top.left.pop("mail")
    header.unknown = top.left
    if any(table.left for table in tables):
        header.unknown["players"] = [table.left for table in tables]
    for name, keys in (("chance", dealt), ("history", history)):
        if keys.left:
            header.unknown[name] = keys.left
    toml.check_unknown(header.unknown)
    if not header.unknown:  # as in a record, where the last line may stand for keys
        header.foreign, header.unknown = toml.split_off(header.foreign)
    return header, log


def _chance(header: Header, rules: Rules, top: _Keys, drawn: bool) -> _Keys:
    """Reads the table `chance`, which a game without chance does not have; what is left of it."""
    if not rules.has_chance:
        if "chance" in top.left:
            raise SaveError(f"nothing is drawn in {rules.title}: it has no table `chance`")
        if drawn:
            raise SaveError(f"nothing is drawn in {rules.title}: `first_drawn` cannot be true")
        header.chance = ""
        return _Keys({}, "chance.")
    dealt = _Keys(top.take("chance", dict), "chance.")
    header.chance = dealt.take("kind", str)
    if header.chance == "together":
        header.tips = [one_blank(tip) for tip in dealt.strings("tips", [])]
    elif header.chance in chance.KINDS:
        header.published = dealt.take(chance.KINDS[header.chance].key, str, "")
    chance.check(rules, header.chance, header.published)
    return dealt


def text(rules: Rules, header: Header, log: list[str]) -> str:
    """The canonical TOML of a game."""
    top: dict[str, Any] = {"pbem": headers.VERSION, "game": header.game, "edition": header.edition}
    first = "?" if header.undrawn else header.players[header.first].name
    top |= {"sha256": header.digest, "id": header.id, "first": first}
    if header.drawn and not header.undrawn:
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
    kept = header.unknown
    for key, value in kept.items():
        if key not in ("players", "chance", "history"):
            top[key] = value
    for table, extra in zip(seated, kept.get("players", []), strict=False):
        table.update(extra)
    document = {**top, "players": seated}
    if header.chance:
        document["chance"] = {"kind": header.chance}
        if header.published:
            document["chance"][chance.KINDS[header.chance].key] = header.published
        if header.tips:
            document["chance"]["tips"] = header.tips
        document["chance"] |= kept.get("chance", {})
    parts = [toml.written(document), toml.written_table("history", "log", {"log": log, **kept.get("history", {})})]
    if header.mail:
        parts.append(toml.written_table("mail", "moves", header.mail))
    return "\n".join(parts)

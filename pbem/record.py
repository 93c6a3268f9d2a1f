"""A record: header and log as plain text, to paste, archive and annotate. Export and import are inverse."""

import re
import tomllib
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pbem import chance, players, registry
from pbem import header as headers
from pbem.board import is_row
from pbem.errors import HeaderError, NewerVersion, PbemError, SaveError
from pbem.game import Rules
from pbem.header import Header, Player, clean, one_blank, same
from pbem.notation import LOG_LENGTH

VERSION = 1
_DIGEST = 12
# Patterns are compiled when they are first used: a game that is no record needs none of them.
_LOG_LINE = r"(?i:[0-9]|(?:draw|roll|undo|result)\b)"
_RESULT = r"(?i:result\b)"
_FOREIGN = r"[^\W\d][\w.-]*(?: |$)"
_TOML = "toml = "
_HEADER_LINE = 998

KNOWN = {
    "": {"pbem", "game", "edition", "sha256", "id", "options", "first", "first_drawn", "position", "header"},
    "players": {"name", "colours", "seat"},
    "chance": {"kind", "seed", "commitment"},
    "history": {"log"},
}
"""The keys of a save file by table: its top, each player, chance, history."""


class Record:
    """A record as read: header, log lines as written with their numbers (from 1), and the result if there is one."""

    __slots__ = ("header", "log", "result")

    def __init__(self, header: Header, log: list[tuple[int, str]], result: list[tuple[str, int]] | None) -> None:
        self.header = header
        self.log = log
        self.result = result


def text(game: Rules, header: Header, log: list[str], scores: list[int] | None) -> str:
    """The canonical record; `scores` of a finished game, else None."""
    lines = header_lines(game, header)
    if log:
        lines += ["", *log]
    if scores is not None:
        lines += [result_line(header, scores)] if log else ["", result_line(header, scores)]
    return "\n".join(lines) + "\n"


def result_line(header: Header, scores: list[int]) -> str:
    """ "result Ana 83, Bob 77"."""
    return "result " + ", ".join(f"{name} {score}" for name, score in zip(header.names, scores, strict=True))


def header_lines(game: Rules, header: Header) -> list[str]:
    """The lines above the log, in the order of the notation."""
    lines = [f"pbem {VERSION} {header.game}", f"id {header.id}"]
    lines.append(f"edition {header.edition} {header.digest[:_DIGEST]}".rstrip())
    for player in header.players:
        colours = ",".join(game.colours[letter] for letter in player.colours)
        lines.append(" ".join(filter(None, ["player", player.name, colours, player.seat])))
    lines += [f"option {option}" for option in header.options]
    lines.append(f"chance {header.chance} {header.published}".rstrip())
    lines.append(f"first {header.names[header.first]}" + (" drawn" if header.drawn else ""))
    lines += header.position
    lines += header.foreign
    if header.unknown:
        lines.append(_toml_line(header.unknown))
    return lines


def setup_lines(game: Rules, header: Header, first: str, position: list[str]) -> list[str]:
    """The lines of a setup file: tables, players, who is to move, and the position."""
    kept = [
        line for line in header_lines(game, header) if line.split(" ")[0] in ("pbem", "edition", "player", "option")
    ]
    return [*kept, f"first {first}", *position]


def read(source: str) -> Record:
    """Read a record; the log is not replayed yet. Raises SaveError with the number of the line."""
    lines = [line.strip() for line in source.split("\n")]
    head, start = _split(lines)
    header, _ = read_header(head, whole=True)
    log: list[tuple[int, str]] = []
    result = None
    for number, line in enumerate(lines[start:], start + 1):
        if not line:
            continue
        if result is not None:
            raise SaveError(f"line {number}: nothing may follow the result", line=number)
        if line[0] in "rR" and re.match(_RESULT, line):
            result = _read_result(number, line)
        else:
            log.append((number, line))
    check_length(len(log))
    return Record(header, log, result)


def find(source: str, position: str) -> int:
    """The number of the line of a record, from 1, that was read as that position line."""
    lines = source.split("\n")
    return next((number for number, line in enumerate(lines, 1) if one_blank(clean(line)) == position), 1)


def read_setup(source: str, game: Rules) -> tuple[Header, str]:
    """Read a header that need not be whole, such as position lines alone or a drawn board; raises SaveError.

    Returns it and what its `first` line says, or "".
    """
    lines = [(number, line.strip()) for number, line in enumerate(clean(source).split("\n"), 1)]
    drawn = [line for _, line in lines if is_row(line)]
    head = [(number, line) for number, line in lines if line and line[0] != ";" and not is_row(line)]
    for number, line in head:
        if re.match(_LOG_LINE, line):
            raise SaveError(f"line {number}: a setup has no log, this is a line of one: `{line}`", line=number)
    header, first = read_header(head, whole=False, game=game)
    if header.game != game.id:
        raise SaveError(f"the setup is for {header.game}, not for {game.id}")
    header.position += game.paint.read(game, drawn)
    return header, first


def _split(lines: list[str]) -> tuple[list[tuple[int, str]], int]:
    """The header's lines with their numbers, comments left out, and the index of the first line of the log."""
    head: list[tuple[int, str]] = []
    for index, line in enumerate(lines):
        if (not line and head) or re.match(_LOG_LINE, line):
            return head, index
        if line and not line.startswith(";"):
            head.append((index + 1, line))
    return head, len(lines)


def read_header(lines: list[tuple[int, str]], whole: bool, game: Rules | None = None) -> tuple[Header, str]:
    """Header lines -> header, and what its `first` line says; `whole` demands what a game needs.

    Raises SaveError naming the line.
    """
    header = Header(game.id if game else "", [])
    reader = _HeaderReader(header, game, whole)
    for number, line in lines:
        try:
            reader.add(line)
        except SaveError as error:
            error.message = f"line {number}: {error.message}"
            raise
        except PbemError as error:
            raise SaveError(f"line {number}: {error}", line=number) from error
    return reader.finish(), reader.first


def _has_controls(line: str) -> bool:
    return not line.isprintable() and any(unicodedata.category(c) == "Cc" and c != "\t" for c in line)


class _HeaderReader:
    """Puts header lines together, one after the other."""

    def __init__(self, header: Header, game: Rules | None, whole: bool) -> None:
        self.header = header
        self.game = game
        self.whole = whole
        self.first = ""
        self.seen: set[str] = set()

    def add(self, line: str) -> None:
        plain = clean(line)
        word, _, rest = plain.partition(" ")
        word = word.casefold()
        reader = _READERS.get(word)
        positions = self.game.position_words if self.game else ()
        if self.game is None and word != "pbem":
            raise SaveError("a record begins with `pbem 1 GAME`")
        if _has_controls(line) or ((reader or word in positions) and len(line) > _HEADER_LINE):
            raise SaveError("a line of the header that is too long or has control characters")
        if reader:
            if word in self.seen and word not in ("player", "option"):
                raise SaveError(f"`{word}` is given twice")
            self.seen.add(word)
            # Names and a seed stay as they are written; all else is read in its plain form.
            reader(self, one_blank(line[len(word) :]) if word in ("player", "first", "chance") else one_blank(rest))
        elif word in positions:
            self.header.position.append(one_blank(plain))
        elif re.match(_FOREIGN, line) and self.whole:
            self._foreign(line)
        elif self.game and not self.whole:
            import difflib

            known = [*_READERS, *self.game.position_words]
            close = difflib.get_close_matches(word, known, 1)
            raise SaveError(f"cannot read `{line}`; " + (f"did you mean `{close[0]}`?" if close else "is it a remark?"))
        else:
            raise SaveError(f"cannot read `{line}`")

    def _pbem(self, rest: str) -> None:
        version, _, game_id = rest.partition(" ")
        if not re.fullmatch("[0-9]{1,9}", version):
            raise SaveError("a record begins with `pbem 1 GAME`")
        check_version(int(version))
        self.header.game = game_id.casefold()
        self.game = registry.load(self.header.game)

    def _id(self, rest: str) -> None:
        self.header.id = headers.check_id(rest)

    def _edition(self, rest: str) -> None:
        self.header.edition, _, digest = rest.partition(" ")
        self.header.digest = digest.casefold()

    def _player(self, rest: str) -> None:
        assert self.game is not None
        self.header.players.append(read_player(self.game, rest))

    def _option(self, rest: str) -> None:
        assert self.game is not None
        self.header.options = players.in_order(self.game, self.header, [*self.header.options, rest])

    def _chance(self, rest: str) -> None:
        kind, _, published = rest.partition(" ")
        kind = clean(kind).casefold()
        if kind == "keeper":
            published = clean(published).casefold()
        chance.check(kind, published)
        self.header.chance, self.header.published = kind, published

    def _first(self, rest: str) -> None:
        self.first = rest

    def _foreign(self, line: str) -> None:
        if line.startswith(_TOML) and not self.header.unknown:
            unknown = _read_toml_line(line)
            with suppress(SaveError):
                if unknown and _toml_line(unknown) == line:
                    self.header.unknown = unknown
                    return
        if self.header.unknown:  # only the last line may stand for keys of a save file
            self.header.foreign.append(_toml_line(self.header.unknown))
            self.header.unknown = {}
        self.header.foreign.append(line)

    def finish(self) -> Header:
        header = self.header
        if self.whole:
            for word in ("pbem", "player", "first"):
                if word not in self.seen:
                    raise SaveError(f"the header has no line `{word} ...` (a blank line ends the header)")
            if not header.id:
                if header.chance != "manual":
                    raise SaveError("the header has no line `id ...`: what is drawn depends on it")
                header.id = headers.new_id()
        if self.whole:
            set_first(header, self.first)
        return header


_READERS: dict[str, Callable[[_HeaderReader, str], None]] = {
    "pbem": _HeaderReader._pbem,
    "id": _HeaderReader._id,
    "edition": _HeaderReader._edition,
    "player": _HeaderReader._player,
    "option": _HeaderReader._option,
    "chance": _HeaderReader._chance,
    "first": _HeaderReader._first,
}


def check_length(lines: int) -> None:
    """Raises SaveError for a log that is longer than any game."""
    if lines > LOG_LENGTH:
        raise SaveError(f"the log has more than {LOG_LENGTH} lines")


def check_foreign(line: str, game: Rules) -> None:
    """Raises SaveError unless a line can stand in the header without meaning anything to this version."""
    word = line.partition(" ")[0].casefold()
    if (
        line != line.strip()
        or _has_controls(line)
        or not re.match(_FOREIGN, line)
        or word in _READERS
        or word in game.position_words
        or re.match(_LOG_LINE, line)
    ):
        raise SaveError(f"`{line}` cannot be kept as a line of the header")


def check_version(version: int) -> None:
    """Raises NewerVersion for a format this program does not know."""
    if version > VERSION:
        raise NewerVersion(
            f"this was made by a newer pbem: format {version}, this program reads up to format {VERSION}",
            found=version,
            known=VERSION,
        )
    if version < 1:
        raise SaveError(f"there is no format {version}")


def read_player(game: Rules, words: str) -> Player:
    """ "Ana Lu green,yellow S" -> a player: the last words are colours and seat where the game has them."""
    parts = ",".join(part.strip() for part in words.split(",")).split(" ")
    seat = ""
    if game.sides and len(parts) > 1 and parts[-1].upper() in game.sides:
        seat = players.seat(game, parts.pop())
    colours: tuple[str, ...] = ()
    if game.colours:
        if len(parts) < 2:
            raise HeaderError(f"`player {words}` should read `player NAME COLOUR`")
        colours = players.colours(game, parts.pop())
    return Player(headers.check_name(" ".join(parts)), colours, seat)


def set_first(header: Header, words: str) -> None:
    """`first Ana` or `first Ana drawn`; raises SaveError."""
    player = header.player(words)
    header.drawn = False
    if player is None and words.casefold().endswith(" drawn"):
        player = header.player(words[: -len(" drawn")])
        header.drawn = True
    if player is None:
        raise SaveError(f"`first {words}`: no player is called so")
    header.first = player


def _read_result(number: int, line: str) -> list[tuple[str, int]]:
    found = []
    for part in line.partition(" ")[2].split(","):
        name, _, score = clean(part).strip().rpartition(" ")
        if not re.fullmatch(r"-?[0-9]{1,9}", score):
            raise SaveError(f"line {number}: a result reads `result NAME SCORE, NAME SCORE`", line=number)
        found.append((name.strip(), int(score)))
    return found


def check_result(record: Record, over: bool, scores: list[int]) -> None:
    """Raises SaveError where the record's result is not that of the game; none at all is fine."""
    if record.result is None:
        return
    if not over:
        raise SaveError("there is a result, but the game is not over")
    names = record.header.names
    if [(same(name), score) for name, score in record.result] != [
        (same(name), score) for name, score in zip(names, scores, strict=True)
    ]:
        raise SaveError(f"the result should be `{result_line(record.header, scores)}`")


# Keys of a save file that this version does not know, on one line of a record that is itself TOML.


def _toml_line(unknown: dict[str, Any]) -> str:
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


def _read_toml_line(line: str) -> dict[str, Any]:
    try:
        value = tomllib.loads(line)["toml"][0][0]
    except (ValueError, LookupError, TypeError, RecursionError):
        return {}
    return value if isinstance(value, dict) and _is_unknown(value) else {}


def _is_unknown(value: dict[str, Any]) -> bool:
    """Whether the keys can stand in a save file beside those it must have."""
    if value.keys() & KNOWN[""]:
        return False
    for table in ("players", "chance", "history"):
        inner = value.get(table, {})
        parts = inner if table == "players" and table in value else [inner]
        if not isinstance(parts, list):
            return False
        if any(not isinstance(part, dict) or part.keys() & KNOWN[table] for part in parts):
            return False
    return True

"""A save file: the same content as a record, as TOML, written whole or not at all."""

import os
import re
import stat
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pbem import chance, notation, players, record, registry
from pbem import header as headers
from pbem.errors import Busy, PbemError, SaveError
from pbem.header import Header, Player

try:
    import fcntl
except ImportError:  # Windows: the rename still keeps every file whole
    fcntl = None  # type: ignore[assignment]

_WAIT = 10.0
MAX_BYTES = 48 * 1024 * 1024  # of a log as long as it may be
PREVIOUS = ".bak"
_UNFINISHED = ".pbem-unfinished"


def read_bytes(path: str) -> bytes:
    """The bytes of a file; raises SaveError."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SaveError(f"cannot read {path}: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise SaveError(f"{path} is too large to be a game")
    return data


def decode(data: bytes, path: str) -> str:
    """Bytes as text, line ends as \\n, without a byte order mark; raises SaveError."""
    if not data.strip():
        raise SaveError(f"{path} is empty")
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SaveError(f"{path} is not a text file (line {line} is not UTF-8)", line=line) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse(data: bytes, path: str) -> tuple[Header, list[str]]:
    """The content of a save file; `path` is for messages. Raises SaveError with the place."""
    text = decode(data, path)
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path} is neither a record (`pbem 1 GAME`) nor a whole TOML file: {error}") from error
    try:
        return _header(document)
    except SaveError as error:
        error.message = f"{path}: {error.message}"
        raise
    except PbemError as error:
        raise SaveError(f"{path}: {error}", **error.details) from error


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
    record.check_version(top.take("pbem", int))
    game = registry.load(top.take("game", str))
    tables = [_Keys(table, f"players {n} ") for n, table in enumerate(top.take("players", list), 1)]
    dealt = _Keys(top.take("chance", dict), "chance.")
    history = _Keys(top.take("history", dict), "history.")  # without it the file is not whole
    header = Header(game.id, [])
    for table in tables:
        if not game.colours and "colours" in table.left:
            raise SaveError(f"players of {game.title} have no colours")
        if not game.sides and "seat" in table.left:
            raise SaveError(f"players of {game.title} have no seats")
        colours = players.colours(game, ",".join(table.strings("colours"))) if game.colours else ()
        seat = table.take("seat", str, "") if game.sides else ""
        name = headers.check_name(table.take("name", str))
        header.players.append(Player(name, colours, players.seat(game, seat) if seat else ""))
    header.edition = top.take("edition", str, "")
    header.digest = top.take("sha256", str, "")
    header.id = headers.check_id(top.take("id", str))
    record.set_first(header, top.take("first", str))
    header.drawn = top.take("first_drawn", bool, False)
    header.options = players.in_order(game, header, top.strings("options", []))
    header.position = top.strings("position", [])
    for line in header.position:
        if len(line) > notation.LINE_LENGTH or line.partition(" ")[0].casefold() not in game.position_words:
            raise SaveError(f"`{line}` is no line of a position: {', '.join(game.position_words)}")
    header.foreign = top.strings("header", [])
    for line in header.foreign:
        record.check_foreign(line, game)
    header.chance = dealt.take("kind", str)
    header.published = dealt.take(chance.KINDS[header.chance].key, str, "") if header.chance in chance.KINDS else ""
    chance.check(header.chance, header.published)
    log = history.strings("log")
    record.check_length(len(log))
    header.unknown = top.left
    if any(table.left for table in tables):
        header.unknown["players"] = [table.left for table in tables]
    for name, keys in (("chance", dealt), ("history", history)):
        if keys.left:
            header.unknown[name] = keys.left
    return header, log


def text(header: Header, log: list[str]) -> str:
    """The canonical TOML of a game."""
    game = registry.load(header.game)
    top: dict[str, Any] = {"pbem": record.VERSION, "game": header.game, "edition": header.edition}
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
            table["colours"] = [game.colours[letter] for letter in player.colours]
        if player.seat:
            table["seat"] = player.seat
        seated.append(table)
    dealt = {"kind": header.chance}
    if header.published:
        dealt[chance.KINDS[header.chance].key] = header.published
    unknown = header.unknown
    for key, value in unknown.items():
        if key not in ("players", "chance", "history"):
            top[key] = value
    for table, extra in zip(seated, unknown.get("players", []), strict=False):
        table.update(extra)
    history = {"log": log, **unknown.get("history", {})}
    dealt_by = {**dealt, **unknown.get("chance", {})}
    return record.toml({**top, "players": seated, "chance": dealt_by, "history": history})


# Writing

written: set[str] = set()
"""Real paths of what this process has written: after a fault it is told whether the game was stored."""


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keeps other processes from writing `path` meanwhile; raises Busy after some seconds."""
    if fcntl is None:
        yield
        return
    until = time.monotonic() + _WAIT
    while True:
        try:
            handle = os.open(path, os.O_RDONLY)
        except OSError as error:
            raise SaveError(f"cannot read {path}: {error.strerror}") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Another process may have put a new file in this place: lock that one instead.
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                break
        except (BlockingIOError, FileNotFoundError):
            os.close(handle)
        except OSError as error:
            os.close(handle)
            raise SaveError(f"cannot lock {path}: {error.strerror}") from error
        if time.monotonic() > until:
            raise Busy(f"another pbem is working on {path}; try again")
        time.sleep(0.02)
    try:
        yield
    finally:
        os.close(handle)


def write(path: str, content: str) -> None:
    """Replace a file at once, keeping the previous one beside it; raises SaveError and leaves it as it was."""
    path = os.path.realpath(path)
    if not os.access(path, os.W_OK):
        raise SaveError(f"cannot write {path}: it is write-protected")
    unfinished = path + _UNFINISHED
    try:
        _write_synced(unfinished, content, stat.S_IMODE(os.stat(path).st_mode), exactly=True)
        _keep_previous(path)
        os.replace(unfinished, path)
    except OSError as error:
        raise SaveError(f"cannot write {path}: {error.strerror}; it is as it was") from error
    finally:
        _discard(unfinished)
    written.add(path)
    _sync_folder(path)


def create(path: str, content: str, mode: int = 0o666) -> None:
    """Write a new file, at once; raises SaveError if there is one already."""
    unfinished = f"{path}.{os.getpid()}{_UNFINISHED}"
    try:
        _write_synced(unfinished, content, mode)
        _link(unfinished, path)  # unlike a rename, it fails if the name is taken
    except FileExistsError as error:
        raise SaveError(f"{path} exists already, and is not overwritten") from error
    except OSError as error:
        raise SaveError(f"cannot write {path}: {error.strerror}") from error
    finally:
        _discard(unfinished)
    written.add(os.path.realpath(path))
    _sync_folder(path)


def _write_synced(path: str, content: str, mode: int, exactly: bool = False) -> None:
    """Writes a file through to the disk; `exactly` sets its rights whatever the umask."""
    _remove(path)
    _write_bytes(path, content.encode(), mode)
    if exactly:
        os.chmod(path, mode)


def _write_bytes(path: str, content: bytes, mode: int) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _keep_previous(path: str) -> None:
    beside = path + PREVIOUS + _UNFINISHED
    _remove(beside)
    try:
        _link(path, beside)
        os.replace(beside, path + PREVIOUS)
    finally:
        _discard(beside)


def _link(source: str, target: str) -> None:
    """A second name for a file, or on a file system without links a copy; FileExistsError if it is taken."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:
        with open(source, "rb") as file:
            content = file.read()
        try:
            _write_bytes(target, content, stat.S_IMODE(os.stat(source).st_mode))
        except FileExistsError:
            raise
        except OSError:
            _discard(target)
            raise


def _sync_folder(path: str) -> None:
    """Makes a new name last through a power cut, where folders can be synced; the file is there in any case."""
    with suppress(OSError):
        handle = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _discard(path: str) -> None:
    with suppress(OSError):
        os.remove(path)


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except FileNotFoundError:
        pass


_IS_RECORD = r"(?i)\s*(?:;[^\n]*\n\s*)*pbem[ \t]+(?![ \t=])"


def is_record(text: str) -> bool:
    """Whether a text is a record rather than TOML."""
    return bool(re.match(_IS_RECORD, text))

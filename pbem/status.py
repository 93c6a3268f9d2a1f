"""Many games at a glance: whose turn it is and since when, a row for each file; a damaged file is a row as well."""

import os
import re
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from pbem import checking, content, files, reading, report
from pbem.board import plural
from pbem.errors import on_one_line
from pbem.plain import same
from pbem.session import Session

CLUB = "club.toml"
CLUB_GAMES = "games"
"""A folder with a file of that name keeps its games in this folder."""
_HEADS = {
    ".toml": (re.compile(r"\bpbem[ \t]{0,9}=[ \t]{0,9}\d{1,9}[ \t\r]{0,9}\n"), re.compile(r"(?m)^game[ \t]{0,9}=")),
    ".pbem": (re.compile(r"(?m)\bpbem[ \t]{1,9}\d{1,3}[ \t]{1,9}[A-Za-z][\w-]{0,40}\s{0,9}$"),),
}
"""The lines that a damaged game still has, one below the other, by how its file ends."""
_SUFFIXES = tuple(_HEADS)
_LOOKED_AT = 65536  # bytes in which they are looked for
_BESIDE = (files.PREVIOUS, files.UNFINISHED, reading.SECRET, "~")  # what stands beside a game and is none
_AGO = (
    (86400, "File changed {date}, {n} day ago.", "File changed {date}, {n} days ago."),
    (3600, "File changed {date}, {n} hour ago.", "File changed {date}, {n} hours ago."),
    (60, "File changed {date}, {n} minute ago.", "File changed {date}, {n} minutes ago."),
)
"""Seconds, and what is told of so many and more."""
_KEYS = "file ok changed id game players turn to_move draw_due over stopped scores winners waits_for result error"
_EMPTY: dict[str, Any] = dict.fromkeys(_KEYS.split())


class Place:
    """A file to look at; `sure` if it is a row even where it does not read."""

    __slots__ = ("path", "sure")

    def __init__(self, path: str, sure: bool) -> None:
        self.path = path
        self.sure = sure


def places(named: Sequence[str]) -> list[Place]:
    """The files that are named, and those of the folders that are named that begin like a game; each once.

    What ends like a game (.toml, .pbem) but begins otherwise is a damaged one if it still has the lines that a game
    begins with, whatever stands above, or if its `.bak` is one. In a club's folder of games whatever ends like a game
    is one, also if nothing is left of it.
    """
    found: dict[str, Place] = {}
    for path in named or [os.curdir]:
        for place in _in_folder(path) if os.path.isdir(path) else [Place(path, True)]:
            found.setdefault(_real(place.path), place)
    return list(found.values())


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):  # a zero byte, links in a circle
        return path


def _in_folder(folder: str) -> Iterator[Place]:
    path = _games_of(folder)
    club = path != folder  # whose robot takes every save there for a game
    try:
        names = sorted(os.listdir(path))
    except OSError:
        yield Place(path, True)  # why it cannot be read is told like that of a file
        return
    for name in names:
        if name.startswith(".") or name.endswith(_BESIDE):
            continue
        file = _join(path, name)
        suffix = name.lower().endswith(_SUFFIXES)
        begins = _begins_like_a_game(file)
        if begins or (suffix and (begins is None or (club and os.path.isfile(file)) or _was_a_game(file))):
            yield Place(file, suffix)


def _games_of(path: str) -> str:
    """The folder in which the games of a folder are: of a club another one."""
    inside = _join(path, CLUB_GAMES)
    return inside if os.path.isfile(os.path.join(path, CLUB)) and os.path.lexists(inside) else path


def _join(folder: str, name: str) -> str:
    return name if folder == os.curdir else os.path.join(folder, name)


def _begins_like_a_game(path: str) -> bool | None:
    """Whether a file does; None if it cannot be read."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return False
        return reading.begins_like_a_game(content.beginning(path, reading.HEAD))
    except OSError:
        return None


def _was_a_game(path: str) -> bool:
    """Whether a damaged file still has what games begin with, or else the one before it has."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return False
        text = content.beginning(path, _LOOKED_AT).decode("utf-8", "replace")
    except OSError:
        return False
    return _has_lines(text, path) or bool(_begins_like_a_game(path + files.PREVIOUS))


def _has_lines(text: str, path: str) -> bool:
    start = 0
    for line in next(lines for suffix, lines in _HEADS.items() if path.lower().endswith(suffix)):
        found = line.search(text, start)
        if found is None:
            return False
        start = found.end()
    return True


def rows(found: Iterable[Place]) -> Iterator[dict[str, Any] | None]:
    """A row for each place, None for a file that is no game."""
    for place in found:
        changed = _changed(place.path)
        row = {**_EMPTY, "file": place.path, "changed": changed, **checking.told(place.path, _told)}
        yield row if row["error"] is None or place.sure else None


def _told(game: Session) -> dict[str, Any]:
    return {
        "ok": True,
        "id": game.header.id,
        "game": game.rules.id,
        "players": game.header.names,
        "turn": game.turn,
        "to_move": game.to_move,
        "draw_due": game.waits_for_draw,
        **({"owed_by": game.owed_by} if game.header.chance == "together" else {}),
        "over": game.over,
        "stopped": game.stopped,
        "scores": game.scores or None,
        "winners": game.winners,
        "waits_for": game.waits_for,
        "result": report.result(game) if game.over else None,
    }


def _changed(path: str) -> str | None:
    """When a file was last changed, in UTC; None if nobody knows."""
    try:
        return datetime.fromtimestamp(os.stat(path).st_mtime, UTC).isoformat(timespec="seconds")
    except (OSError, OverflowError, ValueError):
        return None


def leftovers(named: Sequence[str]) -> list[str]:
    """Sentences on what killed commands have left in the folders that are named, once the games there were read."""
    found: list[str] = []
    for path in named or [os.curdir]:
        folder = _games_of(path)
        with suppress(OSError):
            found += files.leftovers("" if folder == os.curdir else folder, sorted(os.listdir(folder)))
    sentence = "{} is left of a command that was stopped, if none is at it now: it can be deleted"
    return [sentence.format(on_one_line(path)) for path in dict.fromkeys(found)]


def ordered(found: Iterable[dict[str, Any]], name: str | None = None) -> list[dict[str, Any]]:
    """Rows with the game first that waits longest; then those that are over or stopped, then damaged files.

    With a name only that player's games, those that wait for the player first, and damaged files, which may be theirs.
    """

    def place(row: dict[str, Any]) -> tuple[int, str, str]:
        group = 3 if row["error"] else 2 if row["over"] or row["stopped"] else int(not _waits_for(row, name))
        return group, (row["changed"] or "") if group < 3 else "", row["file"]

    return sorted([row for row in found if name is None or row["error"] or _plays(row, name)], key=place)


def _plays(row: dict[str, Any], name: str) -> bool:
    return any(same(player) == same(name) for player in row["players"])


def _waits_for(row: dict[str, Any], name: str | None) -> bool:
    waits = row.get("owed_by") or (not row["draw_due"] and row["to_move"])
    return name is None or same(waits or "") == same(name)


def sentence(row: dict[str, Any], now: float | None = None) -> str:
    """One line for a person; `now` is the time in seconds."""
    if row["error"]:
        return checking.refused(row)
    scores = f" {report.scored(row['scores'])}." if row["scores"] else ""
    if row["over"]:
        told = f"over. {row['result']}"
    elif row["stopped"]:
        told = f"stopped at turn {row['turn']}.{scores}"
    else:
        then = f", then {row['to_move']} is to move" if row["draw_due"] and row["to_move"] else ""
        told = f"turn {row['turn']}, {row['waits_for']}{then}.{scores}"
    return f"{on_one_line(row['file'])}: {told} {_dated(row['changed'], time.time() if now is None else now)}"


def _dated(changed: str | None, now: float) -> str:
    """When the file was changed: whose turn it is, it has been since then or longer ago."""
    if changed is None:
        return "The file has no date."
    then = datetime.fromisoformat(changed)
    seconds, date = now - then.timestamp(), _local(then)
    for size, one, more in _AGO:
        if seconds >= size:
            return plural(int(seconds // size), one, more, date=date)
    return f"File changed {date}, just now." if seconds >= 0 else f"File changed {date}."


def _local(then: datetime) -> str:
    try:
        then = then.astimezone()
    except (OSError, OverflowError, ValueError):  # years that the clock of this place does not know
        pass
    return then.strftime("%Y-%m-%d %H:%M")

"""Whose turn it is in many games, since when, and how they stand: files, folders and clubs."""

import os
import time
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pbem import files, reading
from pbem.errors import NotThere, PbemError, SaveError
from pbem.mailed import last_noted
from pbem.plain import same
from pbem.record import is_record
from pbem.report import scored
from pbem.session import Session

_CLUB = "club.toml"
_ENDINGS = (".toml", ".pbem")


class Row(NamedTuple):
    """One game, or a file that holds none (then only `file` and `error`). `since` in seconds of the epoch."""

    file: str
    game: str = ""
    id: str = ""
    turn: int = 0
    to_move: str | None = None
    state: str = "damaged"
    since: float = 0.0
    scores: dict[str, int] | None = None
    players: tuple[str, ...] = ()
    error: str = ""

    def as_json(self, now: float) -> dict[str, Any]:
        """For scripts."""
        values = self._asdict()
        since = values.pop("since")
        values["since"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(since)) if since else None
        values["waiting"] = int(now - since) if self.state in _WAITS else None
        return {**values, "players": list(self.players), "error": self.error or None}


_WAITS = ("open", "draw")


def rows(places: Iterable[str], name: str | None = None) -> list[Row]:
    """The games of files and folders, those of one player if that is asked for; longest waiting first.

    Raises NotThere for a place that is not there.
    """
    found = [_row(file) for place in places for file in _files(place)]
    if name is not None:
        found = [row for row in found if row.error or same(name) in map(same, row.players)]
    return sorted(found, key=lambda row: (_ORDER[row.state], row.since, row.file))


_ORDER = {"open": 0, "draw": 0, "damaged": 1, "stopped": 2, "over": 3}


def _files(place: str) -> Iterator[str]:
    if not os.path.isdir(place):
        if not os.path.lexists(place):
            raise NotThere(f"there is no {place}")
        yield place
        return
    club = os.path.isfile(os.path.join(place, _CLUB))
    folder = os.path.join(place, "games") if club else place
    try:
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) or not club else []
    except OSError as error:
        raise SaveError(f"cannot read {folder}: {error.strerror}") from error
    for name in names:
        path = os.path.join(folder, name)
        if name.endswith(_ENDINGS) and os.path.isfile(path) and (club or not _is_other(path)):
            yield path


def _is_other(path: str) -> bool:
    """Whether a file is a whole TOML file of something else."""
    try:
        text = files.decode(files.read_bytes(path), path)
        return len(text) < 10**6 and not is_record(text) and "pbem" not in tomllib.loads(text)
    except (PbemError, ValueError, RecursionError):
        return False


def _row(path: str) -> Row:
    try:
        session = reading.load(path)
        written = os.stat(path).st_mtime
    except PbemError as error:
        return Row(path, error=str(error))
    except OSError as error:
        return Row(path, error=f"cannot read {path}: {error.strerror}")
    return row_of(session, path, written)


def row_of(session: Session, path: str, written: float) -> Row:
    """What a game is at; `written` is when its file was."""
    state = "over" if session.over else "stopped" if session.stopped else "draw" if session.waits_for_draw else "open"
    noted = last_noted(session.header, session.fold.next_number())
    return Row(
        path,
        session.rules.id,
        session.header.id,
        session.turn,
        session.to_move,
        state,
        written if noted is None else noted,
        session.scores or None,
        tuple(session.header.names),
    )


def told(row: Row, now: float) -> str:
    """A row as one line."""
    if row.error:
        return f"{row.file}: damaged: {row.error.removeprefix(f'{row.file}: ')}"
    scores = f"; {scored(row.scores)}" if row.scores else ""
    if row.state == "over":
        what = f"over after {row.turn - 1} turns"
    elif row.state == "stopped":
        what = f"turn {row.turn}, stopped"
    else:
        act = "draws or is to move" if row.state == "draw" else "is to move"
        what = f"turn {row.turn}, {row.to_move} {act}, for {_span(now - row.since)}"
    return f"{row.file}: {row.game} {row.id}, {what}{scores}"


def _span(seconds: float) -> str:
    """A time in the largest whole unit."""
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        number = int(max(seconds, 0) // size)
        if number:
            return f"{number} {unit}{'s' if number > 1 else ''}"
    return "less than a minute"

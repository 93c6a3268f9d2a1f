"""Checking many games: one result per file, in bounded memory, on several cores if asked."""

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from pbem import files, pools, reading, record, registry, report
from pbem.board import plural
from pbem.errors import PbemError, on_one_line, short
from pbem.session import Session

_AT_ONCE = 16  # with fewer files there is no progress bar
_MOST = 64  # files that go to a process together


def check_file(path: str, secret: str | None = None) -> dict[str, Any]:
    """One file: ok, turn, over, scores, whether its draws were verified, error."""
    return _found(path, partial(_read, path, secret), path)


def _found(path: str, read: Callable[[], Session], beside: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"file": path, "ok": False, "turn": None, "over": None, "scores": None}
    found |= {"draws": None, "error": None, "winners": None, "stopped": None, "setup": None, "chance": None}
    found |= {"unknown": None, "tables_named": None, "undos": None, "turns_taken_back": None, "draws_taken_back": None}
    return {**found, **_told(path, partial(_checked, beside), read)}


def _checked(beside: str | None, game: Session) -> dict[str, Any]:
    said: dict[str, Any] = {"ok": True, "turn": game.turn, "over": game.over, "scores": game.scores or None}
    said |= {"draws": _draws(game), "winners": game.winners, "stopped": game.stopped, "setup": game.from_setup}
    said |= {"chance": game.header.chance or None, "tables_named": game.tables_named}
    said |= {"unknown": report.meaningless(game)}
    undone = zip(("undos", "turns_taken_back", "draws_taken_back"), game.taken_back(), strict=True)
    said |= dict(undone)
    if game.header.chance == "together":
        from pbem.together import telling

        said |= telling.checked(game, beside)
    return said


def told(path: str, tell: Callable[[Session], dict[str, Any]], secret: str | None = None) -> dict[str, Any]:
    """What `tell` says of the game in a file, read as a whole; of one that does not hold `ok` and `error`."""
    return _told(path, tell, partial(_read, path, secret))


def _read(path: str, secret: str | None) -> Session:
    return reading.read(reading.of_file(path), path, secret, undoable=False, beside=path)


def _told(path: str, tell: Callable[[Session], dict[str, Any]], read: Callable[[], Session]) -> dict[str, Any]:
    try:
        return tell(read())
    except PbemError as error:
        return {"ok": False, "error": error.as_json()}
    except (Exception, SystemExit) as error:  # of ours or of a package: the others are checked all the same
        from pbem import packages

        failed = packages.failure(error)
        if failed is not None:
            return {"ok": False, "error": failed.as_json()}
        return {
            "ok": False,
            "error": {"code": "fault", "message": f"{path}: a fault of pbem: {error!r}", "status": 3},
        }


def _draws(game: Session) -> str | None:
    """Whether results of chance are the right ones; None where there are none."""
    if not game.header.chance:
        return None
    return "entered by people" if game.header.chance == "manual" else "verified" if game.dealer else "not verified"


def check(
    paths: Sequence[str], secret: str | None = None, jobs: int = 1, scheduler: str | None = None
) -> Iterator[dict[str, Any]]:
    """Check files in their order, with processes or on a cluster: see pools.in_order.

    Files are read here where they are checked on a cluster, whose workers need not have them; those with a secret
    beside them, and secrets, are checked here, so that these stay here.
    """
    if scheduler is not None:
        from pbem import catalogue

        parts = (_sent(path, secret) for path in paths)
        games = [*registry.ids(), *(game.id for game in catalogue.games())]  # any of which may be in a file
        yield from pools.in_order(_check_sent, parts, scheduler=scheduler, games=games)
        return
    jobs = min(pools.cores(jobs), len(paths))
    each = max(1, min(_MOST, len(paths) // (4 * jobs))) if jobs > 1 else 1
    heaps = (paths[start : start + each] for start in range(0, len(paths), each))
    for found in pools.in_order(partial(_check_heap, secret=secret), heaps, jobs):
        yield from found


def _check_heap(paths: Sequence[str], secret: str | None) -> list[dict[str, Any]]:
    return [check_file(path, secret) for path in paths]


class _Sent(NamedTuple):
    """The content of a file and the secret that was named for it, or what was found of it here."""

    path: str
    data: bytes = b""
    secret: str | None = None
    found: dict[str, Any] | None = None


def _sent(path: str, secret: str | None) -> _Sent:
    beside = path + reading.SECRET
    is_one = reading.SECRET in os.path.basename(path)  # as where all files of a folder are named
    if is_one or any(map(os.path.lexists, (beside, files.waiting(beside)))):
        return _Sent(path, found=check_file(path, secret))
    try:
        return _Sent(path, reading.of_file(path), secret)
    except PbemError as error:
        return _Sent(path, found=_found(path, partial(_raise, error)))


def _raise(error: PbemError) -> Session:
    raise error


def _check_sent(sent: _Sent) -> dict[str, Any]:
    if sent.found is not None:
        return sent.found
    return _found(sent.path, partial(reading.read, sent.data, sent.path, sent.secret, undoable=False))


def sentence(found: dict[str, Any]) -> str:
    """One line for a person."""
    if found["error"]:
        return refused(found)
    state = "over" if found["over"] else f"{'stopped ' if found['stopped'] else ''}at turn {found['turn']}"
    if found["scores"] is not None:
        state += f", {report.scored(found['scores'])}"
    elif found["over"]:
        state += f", {record.won(found['winners'])}"
    parts = [f"{on_one_line(found['file'])}: ok, {state}"]
    if found["chance"] == "together":
        from pbem.together import telling

        parts = telling.parts(found, parts)
    elif found["draws"]:
        parts.append(f"draws {found['draws']}")
    return "; ".join([*parts, *_before(found), *report.kept(found["unknown"])])


def refused(found: dict[str, Any]) -> str:
    """One line for a file that does not hold: its name, if the error does not say it, and why."""
    name, message = on_one_line(found["file"]), on_one_line(found["error"]["message"])
    return short(message if name in message else f"{name}: {message}")


def _before(found: dict[str, Any]) -> list[str]:
    """What came before the game as it now stands: a setup, and what was taken back."""
    told = [] if found["tables_named"] else ["it does not say with which tables (no edition): those at hand were taken"]
    told += ["it began from a setup"] if found["setup"] else []
    undos, turns, draws = found["undos"], found["turns_taken_back"], found["draws_taken_back"]
    if undos:
        told.append(_undone(undos, turns, draws))
    if undos and draws and found["chance"] == "keeper":
        told.append("those draws were known when others were tried")
    return told


def _undone(undos: int, turns: int, draws: int) -> str:
    turn, draw = plural(turns, "{n} turn", "{n} turns"), plural(draws, "{n} draw", "{n} draws")
    if turns and draws:
        return plural(
            undos, "{n} undo took back {turn} and {draw}", "{n} undos took back {turn} and {draw}", turn=turn, draw=draw
        )
    if turns or draws:
        return plural(undos, "{n} undo took back {gone}", "{n} undos took back {gone}", gone=turn if turns else draw)
    return plural(undos, "{n} undo", "{n} undos")


@contextlib.contextmanager
def progress(length: int, hidden: bool, label: str = "checking") -> Iterator[Callable[[], None]]:
    """A progress bar on stderr for more than a few files; yields what moves it on."""
    if hidden or length < _AT_ONCE:
        yield lambda: None
        return
    import sys

    import click

    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield lambda: bar.update(1)

"""Checking many games: one result per file, in bounded memory, on several cores if asked."""

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from pbem import files, reading, record, report
from pbem.errors import PbemError, SaveError, visible
from pbem.session import Session

_AT_ONCE = 16  # with fewer files there is no progress bar
_MOST = 64  # files that go to a process together


def check_file(path: str, secret: str | None = None) -> dict[str, Any]:
    """One file: ok, turn, over, scores, whether its draws were verified, error."""
    found: dict[str, Any] = {"file": path, "ok": False, "turn": None, "over": None, "scores": None}
    found |= {"draws": None, "error": None, "winners": None, "stopped": None}
    return {**found, **told(path, _checked, secret)}


def _checked(game: Session) -> dict[str, Any]:
    told = {"turn": game.turn, "over": game.over, "scores": game.scores or None, "draws": _draws(game)}
    return {"ok": True, **told, "winners": game.winners, "stopped": game.stopped}


def told(path: str, tell: Callable[[Session], dict[str, Any]], secret: str | None = None) -> dict[str, Any]:
    """What `tell` says of the game in a file, read as a whole; of one that does not hold `ok` and `error`."""
    try:
        return tell(reading.read(files.read_bytes(path), path, secret, undoable=False, beside=path))
    except PbemError as error:
        return {"ok": False, "error": error.as_json()}
    except (
        Exception,
        SystemExit,
    ) as error:  # of ours or of a package: the others are checked all the same
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


def check(paths: Sequence[str], secret: str | None = None, jobs: int = 1) -> Iterator[dict[str, Any]]:
    """Check files in their order; `jobs` processes, 0 for one per core."""
    jobs = min(jobs or os.cpu_count() or 1, len(paths))
    if jobs <= 1:
        for path in paths:
            yield check_file(path, secret)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(
                partial(check_file, secret=secret), paths, chunksize=max(1, min(_MOST, len(paths) // (4 * jobs)))
            )
        except BrokenProcessPool as error:
            raise SaveError("a process that was checking died; try again with --jobs 1") from error


def sentence(found: dict[str, Any]) -> str:
    """One line for a person."""
    if not found["ok"]:
        message = visible(found["error"]["message"])
        return message if found["file"] in message else f"{found['file']}: {message}"
    state = "over" if found["over"] else f"{'stopped ' if found['stopped'] else ''}at turn {found['turn']}"
    if found["scores"] is not None:
        state += f", {report.scored(found['scores'])}"
    elif found["over"]:
        state += f", {record.won(found['winners'])}"
    return f"{found['file']}: ok, {state}" + (f"; draws {found['draws']}" if found["draws"] else "")


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

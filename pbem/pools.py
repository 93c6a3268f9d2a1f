"""Much work in parts, on this machine or on a cluster: the results in the order of the parts, few parts under way."""

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pbem import __version__, registry
from pbem.errors import NotThere, PbemError, SaveError

if TYPE_CHECKING:
    from concurrent.futures import Executor

Part = TypeVar("Part")
Result = TypeVar("Result")

_WAIT = "10s"  # for a scheduler to answer
_AHEAD = 4  # parts under way for each process


class NoScheduler(PbemError):
    """The scheduler of a cluster is not there, has no workers, or went away."""

    code = "scheduler"
    status = 3


class DifferentWorker(PbemError):
    """A worker that has another version of pbem or other tables than whoever asks."""

    code = "different-worker"
    status = 3


class Made(NamedTuple):
    """What results depend on beside the parts: the version of pbem, and game and digest of tables."""

    version: str
    tables: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, games: Iterable[str]) -> "Made":
        """As it is in this process; raises PbemError for a game that is not here."""
        return cls(__version__, tuple((game, registry.load(game).digest) for game in games))

    def __str__(self) -> str:
        return ", ".join([f"pbem {self.version}", *(f"{game} {digest[:12]}" for game, digest in self.tables)])


def cores(jobs: int) -> int:
    """How many processes are meant: 0 for one per core."""
    return jobs or os.cpu_count() or 1


def in_order(
    call: Callable[[Part], Result],
    parts: Iterable[Part],
    jobs: int = 1,
    scheduler: str | None = None,
    games: Iterable[str] = (),
) -> Iterator[Result]:
    """call(part) for all parts, in their order; raises what a call raises, first come first.

    `jobs` processes of this machine (0: one per core; 1: this one), or the workers of the cluster whose `scheduler`
    has that address, all of which must have this version of pbem and these tables of `games`. `call` and parts cross
    processes. Raises NoScheduler, DifferentWorker, or SaveError where a process died.
    """
    if scheduler is not None:
        wanted = Made.of(sorted(set(games)))
        with _cluster(scheduler) as (executor, workers):
            yield from _windowed(executor, partial(_on_worker, call, wanted), parts, _AHEAD * workers)
    elif cores(jobs) == 1:
        yield from map(call, parts)
    else:
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import get_context

        with ProcessPoolExecutor(cores(jobs), mp_context=get_context("spawn")) as pool:
            try:
                yield from _windowed(pool, call, parts, _AHEAD * cores(jobs))
            except BrokenProcessPool as error:
                raise SaveError("a process that was at work died; try again with --jobs 1") from error


def _windowed(
    executor: "Executor", call: Callable[[Part], Result], parts: Iterable[Part], most: int
) -> Iterator[Result]:
    waiting: deque[Any] = deque()
    try:
        for part in parts:
            waiting.append(executor.submit(call, part))
            if len(waiting) >= most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _on_worker(call: Callable[[Part], Result], wanted: Made, part: Part) -> Result:
    """A part, on a worker that is as it must be; raises DifferentWorker."""
    from distributed import get_worker

    try:
        have: Made | None = Made.of(game for game, _ in wanted.tables)
    except PbemError as error:
        raise DifferentWorker(f"the worker {get_worker().address} cannot do this: {error}") from error
    if have != wanted:
        told = f"the worker {get_worker().address} has {have}, this run is made with {wanted}: results could differ"
        raise DifferentWorker(told)
    return call(part)


@contextlib.contextmanager
def _cluster(address: str) -> "Iterator[tuple[Executor, int]]":
    """An executor on the workers of a cluster, and how many there are now; raises NoScheduler or DifferentWorker."""
    import logging
    from concurrent.futures import CancelledError

    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise NotThere("--scheduler needs Dask: pip install 'pbem[cluster]'") from None
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what is to be known is told below
    try:
        client = Client(address, timeout=_WAIT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoScheduler(f"there is no scheduler at {address}: {_told(error)}") from error
    with client:
        workers = len(client.scheduler_info()["workers"])
        if not workers:
            raise NoScheduler(f"the scheduler at {address} has no workers yet; start one: dask worker {address}")
        try:
            yield client.get_executor(pure=False), workers
        except PbemError:
            raise
        except KilledWorker as error:
            raise NoScheduler(f"workers at {address} died again and again at the same work: {_told(error)}") from error
        except ImportError as error:
            raise DifferentWorker(f"scheduler or workers at {address} have not what is needed: {error}") from error
        except (CancelledError, OSError) as error:
            raise NoScheduler(f"the scheduler at {address} went away: {_told(error)}") from error
        except Exception as error:
            if type(error).__module__.startswith("distributed"):
                raise NoScheduler(f"the scheduler at {address} went away: {_told(error)}") from error
            raise


def _told(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":")

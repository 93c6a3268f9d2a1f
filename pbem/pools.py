"""Much work in parts, on this machine or on a cluster: the results in the order of the parts, few parts under way."""

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any, TypeVar

from pbem.errors import NotThere, PbemError, SaveError

Part = TypeVar("Part")
Result = TypeVar("Result")

_WAIT = "10s"  # for a scheduler to answer
_AHEAD = 4  # parts under way for each process
_RETRIES = 10  # of a part whose worker died


class NoScheduler(PbemError):
    """The scheduler of a cluster is not there, or went away."""

    code = "scheduler"
    status = 3


def cores(jobs: int) -> int:
    """How many processes are meant: 0 for one per core."""
    return jobs or os.cpu_count() or 1


def in_order(
    call: Callable[[Part], Result], parts: Iterable[Part], jobs: int = 1, scheduler: str | None = None
) -> Iterator[Result]:
    """call(part) for all parts, in their order; raises what a call raises, first come first.

    `jobs` processes of this machine (0: one per core; 1: this one), or the workers of the cluster whose `scheduler`
    has that address. `call` and parts cross processes. Raises NoScheduler, or SaveError where a process died.
    """
    if scheduler is not None:
        with _cluster(scheduler) as (executor, workers):
            yield from _windowed(executor, call, parts, _AHEAD * workers)
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


def _windowed(executor: Executor, call: Callable[[Part], Result], parts: Iterable[Part], most: int) -> Iterator[Result]:
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


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the workers of a cluster, and how many there are now; raises NoScheduler."""
    try:
        from distributed import Client
    except ImportError:
        raise NotThere("--scheduler needs Dask: pip install 'pbem[cluster]'") from None
    try:
        client = Client(address, timeout=_WAIT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoScheduler(f"there is no scheduler at {address}: {error}") from error
    with client:
        workers = len(client.scheduler_info()["workers"])
        if not workers:
            raise NoScheduler(f"the scheduler at {address} has no workers yet; start one: dask worker {address}")
        try:
            yield client.get_executor(pure=False, retries=_RETRIES), workers
        except PbemError:
            raise
        except Exception as error:
            if type(error).__module__.startswith("distributed"):
                raise NoScheduler(f"the scheduler at {address} went away: {type(error).__name__}: {error}") from error
            raise

"""Much work in parts, on this machine or on a cluster: the results in the order of the parts, few parts under way."""

import contextlib
import os
import pickle
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from pbem import __version__, registry
from pbem.content import reason
from pbem.errors import NotThere, PbemError, SaveError

Part = TypeVar("Part")
Result = TypeVar("Result")

_WAIT = "10s"  # for a scheduler to answer
_MOST = 61 if os.name == "nt" else 1000  # processes; Windows has no pool of more
_AHEAD = 4  # parts under way for each process
_ALONE = Lock()  # rules and bots are for one thread, and a worker has as many as it was started with
_ASKED = 2.0  # seconds after which a cluster is asked again how many workers it has


class NoScheduler(PbemError):
    """The scheduler of a cluster is not there, has no workers, or went away."""

    code = "scheduler"
    status = 3


class DifferentWorker(PbemError):
    """A worker that has another version of pbem or other tables than whoever asks."""

    code = "different-worker"
    status = 3


def versions(games: Iterable[str], more: Iterable[str] = ()) -> str:
    """The version of pbem, and packages with theirs: of `games`, and `more`; raises PbemError for a game not here."""
    origins = [registry.origin(game) for game in games]
    brought = {f"{origin.package} {origin.version}" for origin in origins if not origin.built_in}
    return ", ".join([__version__, *sorted(brought | {*more})])


class Made(NamedTuple):
    """What results depend on beside the parts: the versions of pbem and of packages, and game and digest of tables."""

    version: str
    tables: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, games: Iterable[str]) -> "Made":
        """As it is in this process; raises PbemError for a game that is not here."""
        named = [*games]
        return cls(versions(named), tuple((game, registry.load(game).digest) for game in named))

    def __str__(self) -> str:
        return ", ".join([f"pbem {self.version}", *(f"{game} {digest[:12]}" for game, digest in self.tables)])


def cores(jobs: int) -> int:
    """How many processes are meant: 0 for one per core."""
    return min(jobs or os.cpu_count() or 1, _MOST)


def in_order(
    call: Callable[[Part], Result],
    parts: Iterable[Part],
    jobs: int = 1,
    scheduler: str | None = None,
    games: Iterable[str] = (),
) -> Generator[Result, None, None]:
    """call(part) for all parts, in their order; raises what a call raises, first come first.

    `jobs` processes of this machine (0: one per core; 1: this one), or the workers of the cluster whose `scheduler`
    has that address, all of which must have this version of pbem and these tables of `games`. `call` and parts cross
    processes, which end at once where results are not wanted any more. Raises NoScheduler, DifferentWorker, or
    SaveError where a process died, or none can be started.
    """
    if scheduler is not None:
        wanted = Made.of(sorted(set(games)))
        works = (pickle.dumps((call, part)) for part in parts)
        with _cluster(scheduler) as (submit, workers):
            yield from _windowed(lambda work: submit(_on_worker, tuple(wanted), work), works, workers)
    elif cores(jobs) == 1:
        yield from map(call, parts)
    else:
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import get_context

        context = get_context("spawn")
        with _starting(jobs):
            end, held = context.Pipe(duplex=False)
            pool = ProcessPoolExecutor(cores(jobs), context, _end_with_parent, (end,))

        def submit(part: Part) -> Any:
            with _starting(jobs):
                return pool.submit(call, part)

        with held, contextlib.ExitStack() as ended:
            ended.callback(_end, pool)
            # Where it ends early (Ctrl-C, too) the pool would wait for what is under way, and a bot may never return.
            windowed = _windowed(submit, parts, lambda: cores(jobs), lambda waiting: held.close())
            try:
                yield from windowed
            except BrokenProcessPool as error:
                raise SaveError("a process that was at work died; try again with --jobs 1") from error


@contextlib.contextmanager
def _starting(jobs: int) -> Iterator[None]:
    """Processes may start here; raises SaveError where the system has no room for them.

    A Ctrl-C that comes meanwhile comes to this process, afterwards: they would print what they were at.
    """
    import signal
    from concurrent.futures import BrokenExecutor

    masked = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ()) if masked else set()
    try:
        if masked:  # which may raise what came just before
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    except (OSError, RuntimeError) as error:
        if isinstance(error, BrokenExecutor):  # they have been started, and died
            raise
        why = reason(error) if isinstance(error, OSError) else error
        raise SaveError(f"{cores(jobs)} processes cannot be started: {why}; try fewer (--jobs)") from error
    finally:
        if masked:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent(end: Any) -> None:
    """Lets this process end when the other side of `end` is closed: its parent wants no more, or was killed.

    Of itself it would wait for ever. Ctrl-C at a terminal comes to all processes: the parent decides.
    """
    import signal
    from multiprocessing import connection
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        Thread(target=lambda: connection.wait([end]) and os._exit(1), daemon=True).start()
    except RuntimeError:  # there is no room for it: this process may not stay, and its parent says why
        os._exit(1)


def _end(pool: Any) -> None:
    """Waits until the processes of a pool have ended."""
    with contextlib.suppress(RuntimeError):  # of a thread of its own that could not be started
        pool.shutdown()


def _cancel(waiting: Iterable[Any]) -> None:
    for future in waiting:
        future.cancel()


def _windowed(
    submit: Callable[[Any], Any],
    parts: Iterable[Any],
    workers: Callable[[], int],
    drop: Callable[[Iterable[Any]], None] = _cancel,
) -> Iterator[Any]:
    """Results in the order of the parts; if it ends early, `drop` is given what was asked for and is not wanted."""
    waiting: deque[Any] = deque()
    try:
        for part in parts:
            waiting.append(submit(part))
            if len(waiting) >= _AHEAD * workers():
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        drop(waiting)
        raise


def _on_worker(made: tuple[str, tuple[tuple[str, str], ...]], work: bytes) -> Any:
    """A call and its part, on a worker that is as it must be; raises DifferentWorker.

    They come as bytes and are read last: what another version has otherwise would fail there in a way of its own.
    """
    from distributed import get_worker

    wanted = Made(*made)
    try:
        have: Made | None = Made.of(game for game, _ in wanted.tables)
    except PbemError as error:
        raise DifferentWorker(f"the worker {get_worker().address} cannot do this: {error}") from error
    if have != wanted:
        told = f"the worker {get_worker().address} has {have}, this run is made with {wanted}: results could differ"
        raise DifferentWorker(told)
    call, part = pickle.loads(work)
    try:
        with _ALONE:
            return call(part)
    except DifferentWorker as error:
        raise error.at(f"the worker {get_worker().address}") from error


class _Connection:
    """Whether a client is connected as it is now: what was sent before it had to connect again may be lost."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._comm = client.scheduler_comm

    def __bool__(self) -> bool:
        return self._client.status == "running" and self._client.scheduler_comm is self._comm


class _Awaited:
    """A result of a cluster. Of a part that is sent just when the scheduler goes away Dask never says a word.

    Nor does another scheduler that is there instead a moment later.
    """

    def __init__(self, future: Any, connected: _Connection) -> None:
        self._future = future
        self._connected = connected

    def result(self) -> Any:
        """Waits as long as there may be one; raises what the call has raised, or CancelledError."""
        while True:
            try:
                return self._future.result(_ASKED)
            except TimeoutError:
                if self._future.done():
                    return self._future.result()
                if not self._connected:
                    from concurrent.futures import CancelledError

                    raise CancelledError from None

    def cancel(self) -> None:
        """It is not wanted any more."""
        self._future.cancel()


class _Workers:
    """How many parts a cluster can do at once: asked now and then, for workers join and die."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._asked = 0.0
        self._known = 0

    def __call__(self) -> int:
        now = time.monotonic()
        if not self._known or now - self._asked > _ASKED:
            self._asked, self._known = now, sum(self._client.nthreads().values())
        return max(self._known, 1)


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[tuple[Callable[..., Any], Callable[[], int]]]:
    """What takes work for the workers of a cluster, and how many there are; raises NoScheduler or DifferentWorker."""
    import asyncio
    import logging
    from concurrent.futures import CancelledError

    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise NotThere("--scheduler needs Dask: pip install 'pbem[cluster]'") from None
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what is to be known is told below
    try:
        asyncio.run(_answers(address))
        client = Client(address, timeout=_WAIT, set_as_default=False)
    except Exception as error:  # Dask takes what answers there for a scheduler, and raises whatever comes of that
        raise NoScheduler(f"there is no scheduler at {address}: {_told(error)}") from error
    with client:
        if not client.nthreads():
            raise NoScheduler(f"the scheduler at {address} has no workers yet; start one: dask worker {address}")
        try:
            submit, connected = client.get_executor(pure=False).submit, _Connection(client)
            yield lambda *work: _Awaited(submit(*work), connected), _Workers(client)
        except PbemError:
            raise
        except KilledWorker as error:
            raise NoScheduler(f"workers at {address} died again and again at the same work: {_told(error)}") from error
        except ImportError as error:
            raise DifferentWorker(f"scheduler or workers at {address} have not what is needed: {error}") from error
        except (CancelledError, OSError) as error:
            raise NoScheduler(f"the scheduler at {address} went away: {_told(error)}") from error
        except Exception as error:
            if isinstance(error, RuntimeError) and "deserialization" in str(error):  # what Dask says for its scheduler
                told = _told(error.__cause__ or error)
                raise DifferentWorker(f"the scheduler at {address} has no pbem, or another version: {told}") from error
            if type(error).__module__.startswith("distributed"):
                raise NoScheduler(f"the scheduler at {address} went away: {_told(error)}") from error
            raise


async def _answers(address: str) -> None:
    """Raises an error where nothing answers; for what takes all and is silent, as HTTP servers are, Dask would wait."""
    import asyncio

    from dask.utils import parse_timedelta
    from distributed.comm.core import connect
    from distributed.security import Security

    more = Security().get_connection_args("client")
    comm = await asyncio.wait_for(connect(address, timeout=_WAIT, **more), 2 * parse_timedelta(_WAIT))
    await comm.close()


def _told(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":")

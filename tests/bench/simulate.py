"""`pbem simulate` with random bots, steps a second: beside a bare loop (processor time), two processes, a cluster."""

import multiprocessing
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import corpus
import measure

from pbem import pools, simulating
from pbem.game import State

PLAYERS = tuple(corpus.PLAYERS["maharani"][0])
EACH = 100  # games of a part, as the command takes them
GAMES = int(os.environ.get("GAMES", "400"))
PARTS = [(first, first + EACH - 1) for first in range(1, GAMES, EACH)]


def rate(jobs: int, scheduler: str | None = None) -> float:
    """Steps a second of a run, by the clock; that the processes start is counted."""
    plan = simulating.begun(simulating.Plan("maharani", PLAYERS, "random", "bench"))[0]
    begun = time.perf_counter()
    found = pools.in_order(partial(simulating.play, plan), PARTS, jobs, scheduler, ["maharani"])
    steps = sum(row.steps for rows in found for row in rows)
    return steps / (time.perf_counter() - begun)


def beside_a_bare_loop(count: int) -> measure.Pairs:
    """Games in one process, and the same ones, but for their draws, without anything around them."""
    import random_play  # with it comes what it plays against, which processes that are started are not to wait for

    plan = simulating.begun(simulating.Plan("maharani", PLAYERS, "random", "bench"))[0]
    rng = random.Random(1)

    def simulated(part: tuple[int, int]) -> int:
        return sum(row.steps for row in simulating.play(plan, part))

    def bare(starts: list[State]) -> int:
        return random_play.play(starts, rng, float("inf"))

    starts = [[simulating._started(plan, number).state for number in range(first, last + 1)] for first, last in PARTS]
    ours, theirs = [partial(simulated, part) for part in PARTS], [partial(bare, some) for some in starts]
    measure.rates(ours, theirs)
    return measure.repeat(partial(measure.rates, ours, theirs), count)


def cores() -> tuple[float, float]:
    """What two cores of this machine are worth: a loop that shares nothing in two processes at once, and in one."""

    def spin(_: int) -> int:
        state = random.Random(1)
        return sum(state.randrange(100) for _ in range(3_000_000))

    def clock(processes: int) -> float:
        begun = time.perf_counter()
        children = [multiprocessing.get_context("fork").Process(target=spin, args=(1,)) for _ in range(processes)]
        for child in children:
            child.start()
        for child in children:
            child.join()
        return processes / (time.perf_counter() - begun)

    return clock(2), clock(1)


@contextmanager
def cluster() -> Iterator[str]:
    """A scheduler with two workers on this machine."""
    from distributed import Client

    with measure.folder() as folder:
        file = folder / "scheduler.json"
        begun: list[subprocess.Popen[bytes]] = []

        def start(module: str, *own: str) -> None:
            environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
            command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(file), *own]
            begun.append(
                subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )

        start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        try:
            while not file.exists() or not file.read_text():
                time.sleep(0.1)
            for _ in range(2):
                start("dask_worker", "--no-nanny", "--nthreads", "1", "--no-dashboard")
            with Client(scheduler_file=str(file)) as client:
                client.wait_for_workers(2, timeout=60)
                address = client.scheduler.address
            yield address
        finally:
            for process in begun:
                process.kill()


def show(names: tuple[str, str], ours: Callable[[], float], theirs: Callable[[], float], count: int, bar: str) -> None:
    """One pair of things."""
    measure.show(names, measure.repeat(lambda: (ours(), theirs()), count), bar)


def main() -> None:
    count = measure.rounds(__doc__, 3)
    measure.show(("simulate, one process", "a bare loop"), beside_a_bare_loop(count), "at least 0.9")
    measure.show(("a loop in two processes", "a loop in one"), measure.repeat(cores, count), "what the machine gives")
    show(("two processes", "one process"), partial(rate, 2), partial(rate, 1), count, "at least 1.7 on two free cores")
    with cluster() as address:
        names = ("a cluster of two workers", "two processes")
        show(names, lambda: rate(1, address), partial(rate, 2), count, "at least 0.85")


if __name__ == "__main__":
    main()

"""What the benchmarks share: two things measured by turns, and the median of the ratios of neighbours."""

import argparse
import gc
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Work = Callable[[], int]
"""Does something and returns how many it has done."""


class Pairs(NamedTuple):
    """What came of each round: ours, theirs."""

    ours: list[float]
    theirs: list[float]

    @property
    def ratios(self) -> list[float]:
        return [a / b for a, b in zip(self.ours, self.theirs, strict=True)]


def rounds(description: str | None, default: int = 21) -> int:
    """The option every benchmark has."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=int, default=default, help="pairs of runs (default: %(default)s)")
    return max(1, int(parser.parse_args().rounds))


def repeat(once: Callable[[], tuple[float, float]], count: int) -> Pairs:
    """A B A B ...: whatever else the machine does meets both alike. `once` measures ours, then theirs."""
    pairs = Pairs([], [])
    for _ in range(count):
        ours, theirs = once()
        pairs.ours.append(ours)
        pairs.theirs.append(theirs)
    return pairs


def rates(ours: Sequence[Work], theirs: Sequence[Work]) -> tuple[float, float]:
    """Things done per second of processor time, the two sides changing places after every portion."""
    gc.collect()
    gc.freeze()  # what was there before is no work for the collector
    took = [0.0, 0.0]
    done = [0, 0]
    for number, portions in enumerate(zip(ours, theirs, strict=True)):
        for side in (0, 1) if number % 2 == 0 else (1, 0):  # who comes second may find things warm
            work = portions[side]
            start = time.process_time()
            done[side] += work()
            took[side] += time.process_time() - start
    return done[0] / took[0], done[1] / took[1]


def portions(things: Sequence[T]) -> list[Sequence[T]]:
    """The same things in ten heaps."""
    return [things[start::10] for start in range(10)]


def show(rows: tuple[str, str], pairs: Pairs, bar: str = "none", unit: str = "a second") -> None:
    """The two figures and the ratio."""
    for name, values in zip(rows, pairs, strict=True):
        print(f"  {name:<46} {_number(median(values)):>9} {unit}")
    ratios = sorted(pairs.ratios)
    print(f"  ratio {median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}, {len(ratios)} rounds); bar: {bar}")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


# Programs


def environment() -> dict[str, str]:
    """As a user has it: nothing that keeps Python from storing byte code."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}


def pbem_program() -> list[str]:
    """The installed `pbem`."""
    found = shutil.which("pbem", path=sysconfig.get_path("scripts"))
    if found is None:
        sys.exit("install pbem (a wheel, not a checkout) for the Python that runs this")
    return [found]


def stub_program(folder: Path, name: str, source: str) -> list[str]:
    """A program of which `source` is the module with `main`, started just as the installed `pbem` is."""
    folder.joinpath(f"{name}.py").write_text(source, encoding="utf-8")
    script = folder / f"{name}-script"
    text = Path(pbem_program()[0]).read_text(encoding="utf-8")
    text, changes = re.subn(r"from pbem\.\w+ import", f"from {name} import", text)
    assert changes == 1, "this is not the console script of an installed pbem"
    script.write_text(text, encoding="utf-8")
    script.chmod(0o755)
    return [str(script)]


def milliseconds(program: Sequence[str]) -> float:
    """How long a program takes, from its start to its end."""
    start = time.perf_counter()
    subprocess.run(program, env=environment(), stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1000


_LAUNCHER = """
import os, sys, time
start = time.perf_counter()
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(pid, 0)
took = time.perf_counter() - start
print(status, took, usage.ru_maxrss, (usage.ru_utime + usage.ru_stime) / took, file=sys.stderr)
"""


class Run(NamedTuple):
    """How long a program took, the most memory a process of it had resident, how many cores it got on average."""

    seconds: float
    megabytes: float
    cores: float


def run(program: Sequence[str]) -> Run:
    """Runs a program.

    A small process starts it, because what a child's parent had resident would count for the child.
    """
    launcher = [sys.executable, "-I", "-S", "-c", _LAUNCHER, *program]
    done = subprocess.run(
        launcher, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True
    )
    status, seconds, peak, cores = done.stderr.split()[-4:]
    if status != "0":
        sys.exit(f"{program[0]} failed: {done.stderr}")
    return Run(float(seconds), int(peak) / (1 << 20 if sys.platform == "darwin" else 1 << 10), float(cores))


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for the time being."""
    with TemporaryDirectory(prefix="pbem-bench-") as name:
        yield Path(name)

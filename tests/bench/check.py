"""`pbem check` on many records: time per file at several sizes, peak memory, and what --jobs 0 saves. Then files that
are much too large for a game, until each is refused, three times each.

Of these seconds are those of the processor, with the file in memory already; megabytes are the most that the process
ever had, the file and Python included. There is nothing to compare with.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import corpus
import measure

sys.path.append(str(Path(__file__).parents[2]))  # behind what is installed

from tests.processes import OUTSIZED, READ

SIZES = (500, 1000, 2500, 5000)
DIFFERENT = SIZES[0]
TIMES = 3


def write(folder: Path) -> list[str]:
    """As many records as the largest size; the same 500 again and again."""
    texts = [game.record for game in corpus.games(DIFFERENT)]
    paths = [folder / f"{number:04}.pbem" for number in range(SIZES[-1])]
    for number, path in enumerate(paths):
        path.write_text(texts[number % DIFFERENT], encoding="utf-8")
    return [str(path) for path in paths]


def refused(made: str) -> tuple[float, int]:
    """Seconds and megabytes until a file is refused, in a process of its own."""
    command = [sys.executable, "-c", READ, made]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    _, seconds, megabytes = done.stdout.splitlines()
    return float(seconds), int(megabytes)


def main() -> None:
    count = measure.rounds(__doc__, 15)
    check = [*measure.pbem_program(), "check"]
    runs: dict[int, list[measure.Run]] = {size: [] for size in SIZES}
    parallel: list[measure.Run] = []
    few, many = SIZES[0], SIZES[-1]
    with measure.folder() as folder:
        paths = write(folder)
        measure.run([*check, *paths[:few]])
        for _ in range(count):
            for size in SIZES:
                runs[size].append(measure.run([*check, *paths[:size]]))
            parallel.append(measure.run([*check, "--jobs", "0", *paths]))
    for size in SIZES:
        each = median(run.seconds for run in runs[size]) / size * 1000
        peak = max(run.megabytes for run in runs[size])
        print(f"  {size} files: {each:.2f} ms a file, peak {peak:.0f} MB (bar: under 100)")
    each_of_many = [run.seconds / many * 1000 for run in runs[many]]
    each_of_few = [run.seconds / few * 1000 for run in runs[few]]
    rows = (f"a file of {many}", f"a file of {few}, start included")
    measure.show(rows, measure.Pairs(each_of_many, each_of_few), "at most 1.1", "ms")
    together = [many / run.seconds for run in parallel]
    alone = [many / run.seconds for run in runs[many]]
    rows = (f"{many} files, --jobs 0, on {os.cpu_count()} cores", f"{many} files, one process")
    measure.show(rows, measure.Pairs(together, alone), "none", "files a second")
    print(f"  of the cores --jobs 0 got {median(run.cores for run in parallel):.2f}")
    for name, (made, _) in OUTSIZED.items():
        seconds, megabytes = zip(*(refused(made) for _ in range(TIMES)), strict=True)
        print(f"{name:24} {median(seconds):6.3f} s {max(megabytes):6} MB")


if __name__ == "__main__":
    main()

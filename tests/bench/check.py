"""`pbem check` on many records: time per file at several sizes, peak memory, and what --jobs 0 saves."""

import os
from pathlib import Path
from statistics import median

import corpus
import measure

SIZES = (500, 1000, 2500, 5000)
DIFFERENT = SIZES[0]


def write(folder: Path) -> list[str]:
    """As many records as the largest size; the same 500 again and again."""
    texts = [game.record for game in corpus.games(DIFFERENT)]
    paths = [folder / f"{number:04}.pbem" for number in range(SIZES[-1])]
    for number, path in enumerate(paths):
        path.write_text(texts[number % DIFFERENT], encoding="utf-8")
    return [str(path) for path in paths]


def main() -> None:
    count = measure.rounds(__doc__, 15)
    check = [*measure.pbem_program(), "check"]
    seconds: dict[int, list[float]] = {size: [] for size in SIZES}
    peaks = dict.fromkeys(SIZES, 0.0)
    parallel: list[float] = []
    with measure.folder() as folder:
        paths = write(folder)
        measure.seconds_and_megabytes([*check, *paths[: SIZES[0]]])
        for _ in range(count):
            for size in SIZES:
                took, peak = measure.seconds_and_megabytes([*check, *paths[:size]])
                seconds[size].append(took)
                peaks[size] = max(peaks[size], peak)
            parallel.append(measure.seconds_and_megabytes([*check, "--jobs", "0", *paths])[0])
    for size in SIZES:
        each = median(seconds[size]) / size * 1000
        print(f"  {size} files: {each:.2f} ms a file, peak {peaks[size]:.0f} MB (bar: under 100)")
    one, all_ = SIZES[0], SIZES[-1]
    linear = measure.Pairs([s / all_ * 1000 for s in seconds[all_]], [s / one * 1000 for s in seconds[one]])
    measure.show((f"a file of {all_}", f"a file of {one}"), linear, "near 1: linear", "ms")
    speed_up = measure.Pairs([1 / s * all_ for s in parallel], [1 / s * all_ for s in seconds[all_]])
    rows = (f"{all_} files, --jobs 0, on {os.cpu_count()} cores", f"{all_} files, one process")
    measure.show(rows, speed_up, "none", "files a second")


if __name__ == "__main__":
    main()

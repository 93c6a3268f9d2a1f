"""How long it takes, and how much memory, until a file that is much too large for a game is refused.

Seconds are those of the processor, with the file in memory already; megabytes are the most that the process ever had,
the file and Python included. There is nothing to compare with.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median

import measure

sys.path.append(str(Path(__file__).parents[2]))  # behind what is installed

from tests.processes import OUTSIZED, READ


def refused(made: str) -> tuple[float, int]:
    """Seconds and megabytes, in a process of its own."""
    command = [sys.executable, "-c", READ, made]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    _, seconds, megabytes = done.stdout.splitlines()
    return float(seconds), int(megabytes)


def main() -> None:
    count = measure.rounds(__doc__, default=3)
    for name, (made, _) in OUTSIZED.items():
        seconds, megabytes = zip(*(refused(made) for _ in range(count)), strict=True)
        print(f"  {name:<20} {median(seconds):6.3f} s {max(megabytes):6} MB")


if __name__ == "__main__":
    main()

"""Rows of simulated games in a file: written as they come, taken up again after a stop, CSV or Parquet in the end."""

import contextlib
import csv
import io
import os
from collections.abc import Iterator, Sequence
from typing import IO

from pbem import files
from pbem.errors import NotThere, SaveError
from pbem.simulating import Plan, Row

UNFINISHED = ".unfinished"
"""What is appended to the name of a results file while games are still played: rows as CSV."""
SUFFIXES = (".csv", ".parquet")
_SYNC = 200  # rows after which what is written is sure to be on the disk


class Results:
    """A results file that is being written. `rows` are those that an earlier run of the same plan has left."""

    def __init__(self, path: str, plan: Plan, names: Sequence[str]) -> None:
        if not path.endswith(SUFFIXES):
            raise NotThere(f"{path}: results are written as {' or '.join(SUFFIXES)}")
        if path.endswith(".parquet"):
            _pyarrow()
        self.path = path
        self.waiting = path + UNFINISHED
        self.plan = plan
        self.names = names
        self.run = plan.name()
        self._file: IO[str] | None = None

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        won = [f"won_{name}" for name in self.names]
        return ["game", "seed", "run", "over", "turns", "steps", "first", *won, *(f"score_{name}" for name in self.names)]

    def open(self, resume: bool) -> Iterator[Row]:
        """Begin, or go on where an earlier run stopped: the rows it has left. Raises SaveError, nothing overwritten."""
        if os.path.lexists(self.path):
            raise SaveError(f"{self.path} exists already; it is left as it is")
        if os.path.lexists(self.waiting) and not resume:
            raise SaveError(f"{self.waiting} is what a run that was stopped has left: --resume goes on with it")
        rows = list(self._left()) if resume and os.path.lexists(self.waiting) else []
        self._file = open(self.waiting, "r+" if rows else "w", encoding="utf-8", newline="")  # noqa: SIM115
        self._file.seek(self._whole if rows else 0)
        self._file.truncate()
        if not rows:
            self._file.write(_csv(self.columns))
        return iter(rows)

"""Rows of simulated games in a file: written as they come, taken up again after a stop, CSV or Parquet in the end."""

import csv
import io
import os
from collections.abc import Sequence
from types import TracebackType
from typing import IO, Any

from pbem import files
from pbem.errors import NotThere, SaveError
from pbem.simulating import Plan, Row

UNFINISHED = ".unfinished"
"""What is appended to the name of a results file while games are still played: rows as CSV."""
_SUFFIXES = (".csv", ".parquet")
_SYNC = 200  # rows after which what is written is sure to be on the disk
_BATCH = 50_000  # rows of Parquet written at once
_FIRST = ("game", "seed", "run", "over", "turns", "steps")


class Results:
    """A results file that is being written, to be used in a `with` block; raises SaveError, and overwrites nothing.

    One row a game: its number, the seed that makes it again, the run, whether it was played to the end, its turns and
    steps; then by player the share of the win, the place in the order of play and the score.
    """

    def __init__(self, path: str, plan: Plan, names: Sequence[str], has_scores: bool, games: int, resume: bool) -> None:
        if not path.endswith(_SUFFIXES):
            raise NotThere(f"{path}: results are written as {' or '.join(_SUFFIXES)}, and the name says which")
        if path.endswith(".parquet"):
            _pyarrow()
        self.path = path
        self.waiting = path + UNFINISHED
        self.run = plan.name()
        self.players = len(names)
        self.has_scores = has_scores
        kinds = ("won", "place", "score") if has_scores else ("won", "place")
        self.columns = [*_FIRST, *(f"{kind}_{name}" for kind in kinds for name in names)]
        if os.path.lexists(path):
            raise SaveError(f"{path} exists already; it is left as it is")
        there = os.path.lexists(self.waiting)
        if there and not resume:
            raise SaveError(f"{self.waiting} is what a run that was stopped has left; --resume goes on with it")
        self.rows = self._left()[:games] if there else []
        """Those that an earlier run of the same plan has left, as far as they are of this one."""
        self._file = self._open()
        self._unsure = 0

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._sync()
        self._file.close()

    def add(self, row: Row) -> None:
        """Write one more row."""
        self._file.write(self._text(row))
        self._unsure += 1
        if self._unsure >= _SYNC:
            self._sync()

    def finish(self) -> None:
        """All rows are there: give the file its name."""
        self._sync()
        made = self.waiting
        if self.path.endswith(".parquet"):
            made = f"{self.path}.pbem-unfinished"
            self._write_parquet(made)
        try:
            os.link(made, self.path)  # unlike a rename, it fails if the name is taken
        except FileExistsError:
            raise SaveError(f"{self.path} exists already; the rows are in {self.waiting}") from None
        for name in {made, self.waiting}:
            os.unlink(name)
        files.sync_folder(self.path)

    def _text(self, row: Row) -> str:
        won = [f"{1 / len(row.winners):g}" if player in row.winners else "0" for player in range(self.players)]
        place = [row.order.index(player) + 1 if player in row.order else "" for player in range(self.players)]
        scores = row.scores if self.has_scores else ()
        over = "true" if row.over else "false"
        return _csv([row.number, row.seed, self.run, over, row.turns, row.steps, *won, *place, *scores])

    def _row(self, cells: Sequence[str]) -> Row:
        number, seed, _, over, turns, steps, *more = cells
        won, place, scores = (more[self.players * kind : self.players * (kind + 1)] for kind in range(3))
        order = sorted((int(at), player) for player, at in enumerate(place) if at)
        winners = tuple(player for player, share in enumerate(won) if float(share))
        played = tuple(player for _, player in order)
        return Row(int(number), seed, over == "true", int(turns), int(steps), played, winners, tuple(map(int, scores)))

    def _left(self) -> list[Row]:
        """The rows of an earlier run, a last line that is not whole left out."""
        with open(self.waiting, encoding="utf-8", newline="") as file:
            text = file.read()
        lines = list(csv.reader(io.StringIO(text[: text.rfind("\n") + 1])))
        if not lines:
            return []
        rows = lines[1:]
        if lines[0] != self.columns or any(len(row) != len(self.columns) or row[2] != self.run for row in rows):
            raise SaveError(f"{self.waiting} is of another run: other players, bots, seed, tables or options")
        try:
            found = [self._row(row) for row in rows]
        except ValueError as error:
            raise SaveError(f"{self.waiting} cannot be read: {error}") from error
        if [row.number for row in found] != list(range(1, len(found) + 1)):
            raise SaveError(f"{self.waiting} does not have the games in their order")
        return found

    def _open(self) -> IO[str]:
        text = _csv(self.columns) + "".join(map(self._text, self.rows))
        try:
            file = open(self.waiting, "r+" if self.rows else "w", encoding="utf-8", newline="")  # noqa: SIM115
            file.write(text)
            file.truncate()
        except OSError as error:
            raise SaveError(f"{self.waiting}: {error.strerror}") from error
        return file

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._unsure = 0

    def _write_parquet(self, made: str) -> None:
        pyarrow, parquet = _pyarrow()
        types: dict[str, Any] = {"seed": pyarrow.string(), "run": pyarrow.string(), "over": pyarrow.bool_()}
        types |= {name: pyarrow.float64() for name in self.columns if name.startswith("won_")}
        schema = pyarrow.schema([(name, types.get(name, pyarrow.int64())) for name in self.columns])
        with open(self.waiting, encoding="utf-8", newline="") as file, parquet.ParquetWriter(made, schema) as writer:
            reader = csv.reader(file)
            next(reader)
            batch: list[dict[str, Any]] = []
            for cells in reader:
                batch.append({name: _value(types, name, cell) for name, cell in zip(self.columns, cells, strict=True)})
                if len(batch) == _BATCH:
                    writer.write_table(pyarrow.Table.from_pylist(batch, schema))
                    batch.clear()
            writer.write_table(pyarrow.Table.from_pylist(batch, schema))


def _value(types: dict[str, Any], name: str, cell: str) -> Any:
    if name in ("seed", "run"):
        return cell
    if name == "over":
        return cell == "true"
    if not cell:
        return None
    return float(cell) if name in types else int(cell)


def _csv(cells: Sequence[Any]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise NotThere("Parquet needs pyarrow: pip install 'pbem[cluster]'; CSV needs nothing") from None
    return pyarrow, parquet

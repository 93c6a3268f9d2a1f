"""Rows of simulated games in a file: written as they come, taken up again after a stop, CSV or Parquet in the end."""

import contextlib
import csv
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import IO, Any

from pbem import content, files
from pbem.errors import NotThere, SaveError, one_of
from pbem.simulating import Plan, Row

UNFINISHED = ".unfinished"
"""What is appended to the name of a results file while games are still played: rows as CSV."""
_SUFFIXES = (".csv", ".parquet")
_SYNC = 200  # rows after which what is written is sure to be on the disk, whatever happens to the machine
_BATCH = 10_000  # rows of Parquet written at once
_FIRST = ("game", "seed", "run", "over", "turns", "steps")


def check_name(path: str) -> None:
    """Whether a results file can be called so; raises NotThere."""
    if not path.endswith(_SUFFIXES):
        raise NotThere(f"{path}: results are written as {one_of(_SUFFIXES)}, and the name says which")


class Results:
    """A results file that is being written, to be used in a `with` block; nothing that is there is overwritten.

    One row a game: its number, the seed that makes it again, the run, whether it was played to the end, its turns and
    steps; then by player the share of the win, the place in the order of play and the score. Raises NotThere for
    another kind of file; in the block SaveError.
    """

    def __init__(self, path: str, plan: Plan, names: Sequence[str], has_scores: bool, resume: bool) -> None:
        check_name(path)
        if path.endswith(".parquet"):
            _pyarrow()
        self.path = path
        self.waiting = path + UNFINISHED
        self._made = f"{path}{files.UNFINISHED}" if path.endswith(".parquet") else self.waiting
        self.plan = plan
        self.run = plan.name()
        self.players = len(names)
        self.has_scores = has_scores
        kinds = ("won", "place", "score") if has_scores else ("won", "place")
        self.columns = [*_FIRST, *(f"{kind}_{name}" for kind in kinds for name in names)]
        self._resume = resume
        self._held = contextlib.ExitStack()
        self._file: IO[bytes]
        self._unsure = 0
        self._empty = False  # whether the file is known to have no row

    def __enter__(self) -> "Results":
        if os.path.lexists(self.path):
            self._forget()
            left = f"; {self.waiting} is what a run that was stopped has left" if os.path.lexists(self.waiting) else ""
            raise SaveError(f"{self.path} exists already; it is left as it is{left}")
        there = os.path.lexists(self.waiting)
        if there and not (self._resume or _is_empty(self.waiting)):
            raise SaveError(f"{self.waiting} is what a run that was stopped has left; --resume goes on with it")
        if os.path.exists(self.waiting) and not os.path.isfile(self.waiting):  # a pipe would wait for a reader
            raise SaveError(f"cannot write {self.waiting}: it is not a regular file")
        try:
            open(self.waiting, "ab" if self._resume or there else "xb").close()
            self._held.enter_context(files.locked(self.waiting))
            self._file = self._held.enter_context(open(self.waiting, "r+b"))
        except (OSError, ValueError) as error:
            self._held.close()
            raise SaveError(f"cannot write {self.waiting}: {content.reason(error)}") from error
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if not self._file.closed:
                with self._telling():
                    self._sync()
        except SaveError:
            if error is None:  # else the first one is told
                raise
        finally:
            with contextlib.suppress(OSError):  # what could not be written cannot be written now
                if self._empty:  # nothing came of it, so nothing is in the way of another try
                    os.unlink(self.waiting)
                self._held.close()

    def earlier(self, games: int) -> Iterator[Row]:
        """The rows that a run of the same plan has left, of `games` that are wanted; to be taken before any is added.

        A last line that is not whole is cut off. Raises SaveError, and leaves the file as it is, if it is of another
        run, or has more rows than that.
        """
        head, self._empty = self._head(), False
        first = self._file.readline()
        if not head.startswith(first):
            raise self._other()
        whole, rows = (len(first) if first == head else 0), 0
        lines: Iterable[bytes] = self._file if whole else ()
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                break
            if number > games:
                raise SaveError(f"{self.waiting} has more games than {games} already; to go on, ask for more of them")
            whole, rows = whole + len(line), number
            yield self._row(line, number)
        with self._telling():
            self._file.seek(whole)
            self._file.truncate()
            if not whole:
                self._file.write(head)
        self._empty = not rows

    def add(self, row: Row) -> None:
        """Write one more row."""
        line = self._line(row)
        with self._telling():
            self._file.write(line)
            self._file.flush()  # a process that is killed loses nothing
            self._empty = False
            self._unsure += 1
            if self._unsure >= _SYNC:
                self._sync()

    def finish(self) -> None:
        """All rows are there: give the file its name."""
        with self._telling():
            self._sync()
        self._file.close()
        try:
            if self._made != self.waiting:
                self._write_parquet(self._made)
            files.link(self._made, self.path)  # unlike a rename, it fails if the name is taken
        except OSError as error:
            if self._made != self.waiting:
                with contextlib.suppress(OSError):
                    os.unlink(self._made)
            why = "it exists already" if isinstance(error, FileExistsError) else content.reason(error)
            raise SaveError(f"cannot write {self.path}: {why}; the rows are in {self.waiting}") from error
        self._discard()
        files.sync_folder(self.path)

    def _forget(self) -> None:
        """What a run has left that was killed when the file had its name already, and before the other ones went."""
        with contextlib.suppress(OSError):
            if os.path.samestat(os.lstat(self._made), os.lstat(self.path)):
                self._discard()

    def _discard(self) -> None:
        for name in dict.fromkeys((self.waiting, self._made)):  # the one that is the finished file goes last
            with contextlib.suppress(OSError):
                os.unlink(name)

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        """Says what is wrong with the file while it is written, such as a disk that is full."""
        try:
            yield
        except OSError as error:
            why = content.reason(error)
            raise SaveError(f"cannot write {self.waiting}: {why}; --resume goes on with the rows it has") from error

    def _head(self) -> bytes:
        return _csv(self.columns)

    def _line(self, row: Row) -> bytes:
        won = [f"{1 / len(row.winners):g}" if player in row.winners else "0" for player in range(self.players)]
        place = [row.order.index(player) + 1 if player in row.order else "" for player in range(self.players)]
        scores = row.scores if self.has_scores else ()
        over = "true" if row.over else "false"
        return _csv([row.number, row.seed, self.run, over, row.turns, row.steps, *won, *place, *scores])

    def _row(self, line: bytes, number: int) -> Row:
        """A line read back, which must be what would be written for that game; raises SaveError."""
        try:
            cells = next(csv.reader([line.decode()]))
            _, seed, _, over, turns, steps, *more = cells
            won, place, scores = (more[self.players * kind : self.players * (kind + 1)] for kind in range(3))
            order = sorted((int(at), player) for player, at in enumerate(place) if at)
            winners = tuple(player for player, share in enumerate(won) if float(share))
            played = tuple(player for _, player in order)
            score = tuple(map(int, scores))
            row = Row(number, seed, over == "true", int(turns), int(steps), played, winners, score)
        except (ValueError, StopIteration, csv.Error):
            raise self._other() from None
        if seed != self.plan.seed_of(number) or self._line(row) != line:
            raise self._other()
        return row

    def _other(self) -> SaveError:
        return SaveError(f"{self.waiting} is of another run: other players, bots, seed, options, tables or versions")

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


def _is_empty(path: str) -> bool:
    """Whether a file has nothing in it: what a run has left that was killed at once."""
    return os.path.isfile(path) and not os.path.getsize(path)


def _value(types: dict[str, Any], name: str, cell: str) -> Any:
    if name in ("seed", "run"):
        return cell
    if name == "over":
        return cell == "true"
    if not cell:
        return None
    return float(cell) if name in types else int(cell)


def _csv(cells: Sequence[Any]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue().encode()


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise NotThere("Parquet needs pyarrow: pip install 'pbem[cluster]'; CSV needs nothing") from None
    return pyarrow, parquet

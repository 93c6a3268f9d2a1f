"""club.db: messages seen, mail to be sent, what was told to whom and when. Lost, it is made again from the games."""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, NamedTuple

from pbem.club.games import DAY, Game, Vote, finite, game_of, text, vote_of
from pbem.errors import SaveError

FILE = "club.db"
_SENT = 12
"""Texts sent to a player of a game that are kept, to know copies of them in replies."""
_WHOLE = ("begin immediate", "commit", ("rollback",))
_PART = ("savepoint part", "release part", ("rollback to part", "release part"))
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_NOTADB}
"""What SQLite says of a file that will not do, now or later; not of a full disk, or of a file that it may not open."""
_TABLES = """
create table if not exists seen (id text primary key, at real, what text) without rowid;
create table if not exists queue (id integer primary key, game text, line integer, kind text, person text, sender text,
    recipient text, message text, data blob, tries integer default 0, due real, why text default '');
create table if not exists sent (id integer primary key, message text unique, game text, person text, at real,
    body text);
create index if not exists sent_to on sent (game, person);
create table if not exists games (file text primary key, stamp text, id text, handle text, players text, line integer,
    waits text, state text, since real, told integer default -1, reminded real default 0, reminders integer default 0)
    without rowid;
create table if not exists people (name text primary key, away text default '', quiet integer default 0,
    bounces integer default 0) without rowid;
create table if not exists answers (person text, at real, kind text, digest text);
create table if not exists votes (game text primary key, kind text, turn integer, line integer, author text, yes text)
    without rowid;
create table if not exists facts (key text primary key, value real) without rowid;
"""
_MAIL = "game, line, kind, person, sender, recipient, message, data"
_COLUMNS = ", ".join(Game._fields)
_LATEST = 9e15  # seconds; what is more, or no number, is damage
_TIMES = (("queue", "due"), ("games", "since"), ("games", "reminded"), ("facts", "value"))
_PUT = f"insert or replace into games ({_COLUMNS}) values ({', '.join('?' * len(Game._fields))})"


class _DamagedValue(sqlite3.DatabaseError):
    sqlite_errorcode = sqlite3.SQLITE_CORRUPT  # of a file in which SQLite finds nothing wrong


class Mailing(NamedTuple):
    """A mail that waits to be sent; of `kind` `notice` or `reminder` only as long as the game is at `line`."""

    game: str
    line: int
    kind: str
    person: str
    sender: str
    recipient: str
    message: str
    data: bytes
    body: str = ""


class Waiting(NamedTuple):
    """The same, in the queue."""

    id: int
    tries: int
    mailing: Mailing


class Unsent(NamedTuple):
    """Such a mail: of which kind, to which address, when it was written."""

    kind: str
    recipient: str
    at: float


class Store:
    """The database of a club."""

    def __init__(self, folder: str, told: list[str]) -> None:
        self._path = os.path.join(folder, FILE)
        self._lost: SaveError | None = None
        self._file: tuple[int, int] | None = None
        try:
            self._open()
        except sqlite3.Error as error:
            # Other tables fail as any wrong statement does; later that is a transaction which a full disk has ended.
            if (not _is_damaged(error) and _code(error) != sqlite3.SQLITE_ERROR) or self._is_whole(error):
                raise self._failed(error) from error
            told.append(self._set_aside(error))
            try:
                self._open()
            except sqlite3.Error as again:
                raise SaveError(f"cannot use {self._path}: {again}") from again

    def _open(self) -> None:
        if not os.path.exists(self._path):
            with suppress(OSError):  # SQLite says what is wrong
                os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))  # addresses and letters are in it
        # Transactions are begun by hand: what belongs together is written together.
        self._db = sqlite3.connect(self._path, timeout=10, isolation_level=None)
        self._file = _identity(self._path)
        try:
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = full")
            self._db.executescript(_TABLES)
            self._db.execute("select count(*) from seen").fetchone()
        except UnicodeDecodeError as error:
            self._db.close()
            raise _damage(error) from error
        except BaseException:
            self._db.close()
            raise

    def _set_aside(self, error: sqlite3.Error) -> str:
        """Move a damaged file away; what to tell of it. Raises SaveError."""
        path, aside = self._path, self._path + ".damaged"
        if _identity(path) != self._file:
            return f"{path} could not be read ({error}): another pbem has set it aside, and it is made again"
        try:
            if os.path.exists(path):
                os.replace(path, aside)
            for suffix in ("-wal", "-shm"):
                with suppress(FileNotFoundError):
                    os.remove(path + suffix)
        except OSError as fault:
            raise SaveError(f"cannot use {path}: {error}; nor move it away: {fault.strerror}") from fault
        return f"{path} cannot be read ({error}): it is kept as {aside}, and made again from the games"

    def _failed(self, error: sqlite3.Error) -> SaveError:
        """What to raise for a fault of SQLite; a file that turns out to be damaged is out of the next command's way."""
        if "locked" in str(error):
            return SaveError(f"another pbem is working on {self._path}; try again")
        if not _is_damaged(error):
            return SaveError(f"cannot use {self._path}: {error}")
        if self._is_whole(error):
            return SaveError(f"cannot use {self._path}: the disk did not give all of it; now it does, and it is whole")
        self._db.close()
        self._lost = SaveError(f"{self._set_aside(error)} by the next command")
        return self._lost

    def _is_whole(self, error: sqlite3.Error) -> bool:
        """Whether a file is not damaged although SQLite says so, as it does of a disk that fails once."""
        told = _code(error) == sqlite3.SQLITE_CORRUPT and not isinstance(error, _DamagedValue)
        if not told or _identity(self._path) != self._file:
            return False
        try:
            with closing(sqlite3.connect(self._path, timeout=10)) as base:
                return bool(base.execute("pragma integrity_check(1)").fetchall() == [("ok",)])
        except (sqlite3.Error, UnicodeDecodeError):
            return False

    def _do(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """What comes of a statement; raises SaveError."""
        if self._lost is not None:
            raise self._lost
        try:
            return self._db.execute(statement, values).fetchall()
        except UnicodeDecodeError as error:  # SQLite tells of a fault, in words that are damaged as well
            raise self._failed(_damage(error)) from error
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def _value(self, statement: str, values: Sequence[Any] = (), default: Any = None) -> Any:
        """The first value of the first row, `default` if there is no row."""
        rows = self._do(statement, values)
        return rows[0][0] if rows else default

    @contextmanager
    def _as_written(self) -> Iterator[None]:
        """What is not as it was written is a damage that SQLite has not found; raises SaveError."""
        try:
            yield
        except (TypeError, ValueError, OverflowError) as error:
            raise self._failed(_damage(error)) from error

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written inside is written as a whole or not at all, also within a larger whole; raises SaveError."""
        if self._lost is not None:
            raise self._lost
        begin, end, back = _PART if self._db.in_transaction else _WHOLE
        self._do(begin)
        try:
            yield
            self._do(end)
        except BaseException:
            with suppress(sqlite3.Error):
                for statement in back:
                    self._db.execute(statement)
            raise

    # Messages

    def seen(self, message: str) -> bool:
        """Whether a message was dealt with."""
        return bool(self._do("select 1 from seen where id = ?", (message,)))

    def see(self, message: str, at: float, what: str) -> None:
        """Note that a message was dealt with, and how."""
        self._do("insert or ignore into seen values (?, ?, ?)", (message, at, what))

    # Mail to be sent

    def send(self, mailing: Mailing, due: float) -> None:
        """Put a mail in the queue, and keep its text."""
        self._do(f"insert into queue ({_MAIL}, due) values (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*mailing[:8], due))
        self.keep(mailing, due)

    def keep(self, mailing: Mailing, at: float) -> None:
        """Keep the text of a mail, to know copies of it."""
        self._do(
            "insert or replace into sent (message, game, person, at, body) values (?, ?, ?, ?, ?)",
            (mailing.message, mailing.game, mailing.person, at, mailing.body),
        )
        self._do(
            "delete from sent where game = ?1 and person = ?2 and id <= "
            f"(select id from sent where game = ?1 and person = ?2 order by id desc limit 1 offset {_SENT})",
            (mailing.game, mailing.person),
        )

    def queue(self, due: float) -> list[Waiting]:
        """Mails that are to be sent by then, in order."""
        rows = self._do(f"select id, tries, {_MAIL} from queue where due <= ? order by id", (due,))
        with self._as_written():
            return [Waiting(r[0], int(r[1]), _mailing(r[2:])) for r in rows]

    def waiting(self) -> int:
        """How many mails wait to be sent."""
        return int(self._value("select count(*) from queue"))

    def unsent(self, game: str, person: str) -> Unsent | None:
        """The last mail to a player about a game, or several, if it still waits to be sent."""
        rows = self._do(
            "select kind, recipient, last.at from queue join (select message, at from sent where game in (?, '')"
            " and person = ? order by id desc limit 1) last on last.message = queue.message",
            (game, person),
        )
        with self._as_written():
            return next((Unsent(text(row[0]), text(row[1]), finite(row[2])) for row in rows), None)

    def why_waiting(self) -> str:
        """What is in the way of the mail that has waited longest, "" if it was not tried."""
        return str(self._value("select why from queue where why <> '' order by id limit 1", default=""))

    def drop(self, waiting: Sequence[int]) -> None:
        """Take mails out of the queue."""
        self._do(f"delete from queue where id in ({', '.join('?' * len(waiting))})", waiting)

    def drop_notices(self, game: str, person: str) -> None:
        """Take what only shows what a game is at, or several where it is "", out of the queue: another is written."""
        kinds = "('notice', 'reminder', 'digest')"
        self._do(f"delete from queue where kind in {kinds} and game = ? and person = ?", (game, person))

    def postpone(self, waiting: int, due: float, why: str) -> None:
        """Try a mail again later."""
        self._do("update queue set tries = tries + 1, due = ?, why = ? where id = ?", (due, why, waiting))

    def sent(self, game: str, person: str) -> Iterator[str]:
        """The last texts that went to a player of a game, or are of none or several; looked up once asked for."""
        rows = self._do("select body from sent where game in (?, '') and person = ? order by id desc", (game, person))
        with self._as_written():
            bodies = [text(row[0]) for row in rows]
        yield from bodies

    def last_sent(self, game: str, person: str) -> str:
        """The Message-ID of the last mail to a player about a game, "" if none is known."""
        rows = "select message from sent where game = ? and person = ? order by id desc limit 1"
        return str(self._value(rows, (game, person), ""))

    def may_answer(self, person: str, kind: str, digest: str, now: float, most: int) -> int:
        """How many answers of that kind are left to a person today, this one with them; 0 for one like another."""
        self._do("delete from answers where at < ? or at > ?", (now - DAY, now))
        rows = self._do("select digest from answers where person = ? and kind = ?", (person, kind))
        if len(rows) >= most or (kind.endswith("refusal") and (digest,) in rows):
            return 0
        self._do("insert into answers values (?, ?, ?, ?)", (person, now, kind, digest))
        return most - len(rows)

    # Games

    def games(self) -> dict[str, Game]:
        """Games by the name of their file."""
        rows = self._do(f"select {_COLUMNS} from games order by file")
        with self._as_written():
            return {row[0]: game_of(row) for row in rows}

    def put(self, game: Game) -> None:
        """Note what a game is at."""
        self._do(_PUT, [json.dumps(value) if isinstance(value, tuple) else value for value in game])

    def forget(self, file: str) -> None:
        """Note nothing of a game file any more, which is not there."""
        self._do("delete from games where file = ?", (file,))

    # People

    def away(self, name: str) -> str:
        """Until which date (2026-12-24) somebody is away, "" if not."""
        return str(self._value("select away from people where name = ?", (name,), ""))

    def quiet(self, name: str) -> bool:
        """Whether somebody wants no reminders."""
        return bool(self._value("select quiet from people where name = ?", (name,)))

    def bounces(self, name: str) -> int:
        """How many mails to somebody came back since the last one from there."""
        with self._as_written():
            return int(self._value("select bounces from people where name = ?", (name,), 0))

    def note(
        self, name: str, *, away: str | None = None, quiet: bool | None = None, bounces: int | None = None
    ) -> None:
        """Note something about a person."""
        self._do("insert or ignore into people (name) values (?)", (name,))
        for column, value in (("away", away), ("quiet", quiet), ("bounces", bounces)):
            if value is not None:
                self._do(f"update people set {column} = ? where name = ?", (value, name))

    # Questions

    def vote(self, game: str, line: int) -> Vote | None:
        """What the players of a game are asked, if nothing was played since."""
        rows = self._do("select kind, turn, line, author, yes from votes where game = ? and line = ?", (game, line))
        with self._as_written():
            return next((vote_of(row) for row in rows), None)

    def ask(self, game: str, vote: Vote | None) -> None:
        """Note what the players of a game are asked, or that it is over."""
        self._do("delete from votes where game = ?", (game,))
        if vote is not None:
            values = (game, *vote[:4], json.dumps(vote.yes))
            self._do("insert into votes values (?, ?, ?, ?, ?, ?)", values)

    # Times

    def time(self, key: str) -> float:
        """A time that was noted, 0 if none."""
        with self._as_written():
            return finite(self._value("select value from facts where key = ?", (key,), 0.0))

    def note_time(self, key: str, value: float) -> None:
        """Note a time."""
        self._do("insert or replace into facts values (?, ?)", (key, value))

    def times(self, beginning: str) -> dict[str, float]:
        """The times that were noted under names that begin so, by the rest of the name."""
        size = len(beginning)
        rows = self._do(
            "select substr(key, ?), value from facts where substr(key, 1, ?) = ?", (size + 1, size, beginning)
        )
        with self._as_written():
            return {text(key): finite(value) for key, value in rows}

    def forget_time(self, key: str) -> None:
        """Note a time no more."""
        self._do("delete from facts where key = ?", (key,))

    def ahead(self, time: float) -> bool:
        """Whether a time was noted that is later than that one."""
        later = "select 1 from {} where {} between ? and {} limit 1"
        return any(self._value(later.format(*place, _LATEST), (time,)) for place in _TIMES)

    def clamp(self, now: float) -> None:
        """Nothing happened in the future: times after a clock that was put back are now."""
        for table, column in (*_TIMES, ("sent", "at")):
            self._do(f"update {table} set {column} = ?1 where {column} > ?1 and {column} < {_LATEST}", (now,))


def _mailing(row: Sequence[Any]) -> Mailing:
    """A mail of the queue as it was written; raises TypeError or ValueError."""
    game, line, *words, data = row
    return Mailing._make([text(game), int(line), *map(text, words), bytes(memoryview(data)), ""])


def _damage(error: Exception) -> sqlite3.DatabaseError:
    """The fault of SQLite for a value that it has not found to be damaged."""
    return _DamagedValue(f"a value in it is damaged: {error}")


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _is_damaged(error: sqlite3.Error) -> bool:
    return _code(error) in _DAMAGED or str(error).startswith("Could not decode")  # as Python says of a text, not SQLite


def _identity(path: str) -> tuple[int, int] | None:
    """Which file has that name now: another process may have made it anew."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino

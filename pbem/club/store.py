"""club.db: messages seen, mail to be sent, what was told to whom and when. Lost, it is made again from the games."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from pbem.errors import SaveError
from pbem.plain import same

FILE = "club.db"
_SENT = 12
"""Texts sent to a player of a game that are kept, to know copies of them in replies."""
_DAY = 86400.0
_WHOLE = ("begin immediate", "commit", ("rollback",))
_PART = ("savepoint part", "release part", ("rollback to part", "release part"))
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


VOTES = ("undo", "stop", "undo stop")
"""What can be asked of all players."""


class Game(NamedTuple):
    """What is known of a game file without reading it again. `line` is the next line of its log.

    `state` is `open`, `draw`, `stopped`, `over`; `waits` the player who is to act, "" if nobody; `told` the line of the
    last post, -1 for none.
    """

    file: str
    stamp: str
    id: str
    handle: str
    players: tuple[str, ...]
    line: int
    waits: str
    state: str
    since: float
    told: int = -1
    reminded: float = 0.0
    reminders: int = 0


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


class Vote(NamedTuple):
    """Something that all players of a game are asked: `undo` from a turn on, or `stop`."""

    kind: str
    turn: int
    line: int
    author: str
    yes: tuple[str, ...]

    @property
    def asked(self) -> str:
        """What tells it from others at the same line of the log, where each player has one last turn."""
        return question_of(self.kind, self.author)


def question_of(kind: str, author: str) -> str:
    """The same from its parts."""
    return f"{kind} {same(author)}"


class Store:
    """The database of a club."""

    def __init__(self, folder: str, told: list[str]) -> None:
        path = os.path.join(folder, FILE)
        try:
            self._open(path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
                raise SaveError(f"another pbem is working on {path}; try again") from error
            self._set_aside(path, error, told)
            try:
                self._open(path)
            except sqlite3.DatabaseError as again:
                raise SaveError(f"cannot use {path}: {again}") from again

    def _open(self, path: str) -> None:
        if not os.path.exists(path):
            with suppress(OSError):  # SQLite says what is wrong
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # addresses and letters are in it
        # Transactions are begun by hand: what belongs together is written together.
        self._db = sqlite3.connect(path, timeout=10, isolation_level=None)
        try:
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = full")
            self._db.executescript(_TABLES)
            self._db.execute("select count(*) from seen").fetchone()
        except BaseException:
            self._db.close()
            raise

    def _set_aside(self, path: str, error: sqlite3.DatabaseError, told: list[str]) -> None:
        aside = path + ".damaged"
        try:
            if os.path.exists(path):
                os.replace(path, aside)
            for suffix in ("-wal", "-shm"):
                with suppress(FileNotFoundError):
                    os.remove(path + suffix)
        except OSError as fault:
            raise SaveError(f"cannot use {path}: {error}; nor move it away: {fault.strerror}") from fault
        told.append(f"{path} cannot be read ({error}): it is kept as {aside}, and made again from the games")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written inside is written as a whole or not at all, also within a larger whole; raises SaveError."""
        begin, end, back = _PART if self._db.in_transaction else _WHOLE
        try:
            self._db.execute(begin)
        except sqlite3.Error as error:
            raise SaveError(f"cannot write {FILE}: {error}") from error
        try:
            yield
            self._db.execute(end)
        except BaseException as error:
            with suppress(sqlite3.Error):
                for statement in back:
                    self._db.execute(statement)
            if isinstance(error, sqlite3.Error):
                raise SaveError(f"cannot write {FILE}: {error}") from error
            raise

    # Messages

    def seen(self, message: str) -> bool:
        """Whether a message was dealt with."""
        return self._db.execute("select 1 from seen where id = ?", (message,)).fetchone() is not None

    def see(self, message: str, at: float, what: str) -> None:
        """Note that a message was dealt with, and how."""
        self._db.execute("insert or ignore into seen values (?, ?, ?)", (message, at, what))

    # Mail to be sent

    def send(self, mailing: Mailing, due: float) -> None:
        """Put a mail in the queue, and keep its text."""
        values = (*mailing[:8], due)
        columns = "game, line, kind, person, sender, recipient, message, data, due"
        self._db.execute(f"insert into queue ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        self.keep(mailing, due)

    def keep(self, mailing: Mailing, at: float) -> None:
        """Keep the text of a mail, to know copies of it."""
        self._db.execute(
            "insert or replace into sent (message, game, person, at, body) values (?, ?, ?, ?, ?)",
            (mailing.message, mailing.game, mailing.person, at, mailing.body),
        )
        self._db.execute(
            "delete from sent where id in (select id from sent where game = ? and person = ? "
            f"order by id desc limit -1 offset {_SENT})",
            (mailing.game, mailing.person),
        )

    def queue(self, due: float) -> list[Waiting]:
        """Mails that are to be sent by then, in order."""
        columns = "id, tries, game, line, kind, person, sender, recipient, message, data"
        rows = self._db.execute(f"select {columns} from queue where due <= ? order by id", (due,))
        return [Waiting(row[0], row[1], Mailing(*row[2:])) for row in rows.fetchall()]

    def waiting(self) -> int:
        """How many mails wait to be sent."""
        found: int = self._db.execute("select count(*) from queue").fetchone()[0]
        return found

    def why_waiting(self) -> str:
        """What is in the way of the mail that has waited longest, "" if it was not tried."""
        row = self._db.execute("select why from queue where why <> '' order by id limit 1").fetchone()
        return row[0] if row else ""

    def drop(self, waiting: int) -> None:
        """Take a mail out of the queue."""
        self._db.execute("delete from queue where id = ?", (waiting,))

    def drop_digest(self, person: str) -> None:
        """A digest that still waits to be sent is out of date when the next one is written."""
        self._db.execute("delete from queue where kind = 'digest' and person = ?", (person,))

    def postpone(self, waiting: int, due: float, why: str) -> None:
        """Try a mail again later."""
        self._db.execute("update queue set tries = tries + 1, due = ?, why = ? where id = ?", (due, why, waiting))

    def sent(self, game: str, person: str) -> Iterator[str]:
        """The last texts that went to a player of a game, and those that belong to no game or to several.

        Looked up only when the first is asked for: few replies hold so much that it might be a copy.
        """
        find = "select body from sent where game in (?, '') and person = ? order by id desc"
        rows = self._db.execute(find, (game, person))
        for row in rows.fetchall():
            yield row[0]

    def may_answer(self, person: str, kind: str, digest: str, now: float, most: int) -> int:
        """How many answers of that kind are left to a person today, this one with them; 0 for one like another."""
        self._db.execute("delete from answers where at < ? or at > ?", (now - _DAY, now))
        rows = self._db.execute("select digest from answers where person = ? and kind = ?", (person, kind)).fetchall()
        if len(rows) >= most or (kind == "refusal" and (digest,) in rows):
            return 0
        self._db.execute("insert into answers values (?, ?, ?, ?)", (person, now, kind, digest))
        return most - len(rows)

    # Games

    def games(self) -> dict[str, Game]:
        """Games by the name of their file."""
        rows = self._db.execute(f"select {', '.join(Game._fields)} from games order by file").fetchall()
        return {row[0]: Game._make([*row[:4], tuple(json.loads(row[4])), *row[5:]]) for row in rows}

    def put(self, game: Game) -> None:
        """Note what a game is at."""
        values = [json.dumps(value) if isinstance(value, tuple) else value for value in game]
        marks = ", ".join("?" * len(values))
        self._db.execute(f"insert or replace into games ({', '.join(Game._fields)}) values ({marks})", values)

    def forget(self, file: str) -> None:
        """A game file is not there any more."""
        self._db.execute("delete from games where file = ?", (file,))

    # People

    def away(self, name: str) -> str:
        """Until which date (2026-12-24) somebody is away, "" if not."""
        row = self._db.execute("select away from people where name = ?", (name,)).fetchone()
        return row[0] if row else ""

    def quiet(self, name: str) -> bool:
        """Whether somebody wants no reminders."""
        row = self._db.execute("select quiet from people where name = ?", (name,)).fetchone()
        return bool(row and row[0])

    def bounces(self, name: str) -> int:
        """How many mails to somebody came back since the last one from there."""
        row = self._db.execute("select bounces from people where name = ?", (name,)).fetchone()
        return row[0] if row else 0

    def note(
        self, name: str, *, away: str | None = None, quiet: bool | None = None, bounces: int | None = None
    ) -> None:
        """Note something about a person."""
        self._db.execute("insert or ignore into people (name) values (?)", (name,))
        for column, value in (("away", away), ("quiet", quiet), ("bounces", bounces)):
            if value is not None:
                self._db.execute(f"update people set {column} = ? where name = ?", (value, name))

    # Questions

    def vote(self, game: str, line: int) -> Vote | None:
        """What the players of a game are asked, if nothing was played since."""
        row = self._db.execute("select kind, turn, line, author, yes from votes where game = ?", (game,)).fetchone()
        return Vote._make([*row[:4], tuple(json.loads(row[4]))]) if row and row[2] == line else None

    def ask(self, game: str, vote: Vote | None) -> None:
        """Note what the players of a game are asked, or that it is over."""
        self._db.execute("delete from votes where game = ?", (game,))
        if vote is not None:
            values = (game, *vote[:4], json.dumps(vote.yes))
            self._db.execute("insert into votes values (?, ?, ?, ?, ?, ?)", values)

    # Times

    def time(self, key: str) -> float:
        """A time that was noted, 0 if none."""
        row = self._db.execute("select value from facts where key = ?", (key,)).fetchone()
        return row[0] if row else 0.0

    def note_time(self, key: str, value: float) -> None:
        """Note a time."""
        self._db.execute("insert or replace into facts values (?, ?)", (key, value))

    def clamp(self, now: float) -> None:
        """Nothing happened in the future: times after a clock that was put back are now."""
        for table, column in (("queue", "due"), ("games", "since"), ("games", "reminded"), ("sent", "at")):
            self._db.execute(f"update {table} set {column} = ?1 where {column} > ?1", (now,))
        self._db.execute("update facts set value = ?1 where key like 'digest %' and value > ?1", (now,))

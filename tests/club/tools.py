"""A club for the tests: a clock that is set by hand, mails that people write, mails that they got."""

import email
import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem.club import outgoing, posting, robot, settings, store, tokens
from pbem.club.folder import Club, Kept
from pbem.club.outgoing import Later
from pbem.club.robot import Pass
from pbem.club.store import Store
from pbem.commands.new_ import create
from pbem.game import State, Step
from pbem.session import Session
from tests.support import PLAYERS, any_turn
from tests.together.tools import Player, start

START = 1_800_000_000.0
"""Some time in 2027."""
SECRET = "a5" * 32
HOST = "club.example"
DAY = 86400.0
ADDRESSES = {"Ana": "ana@example.com", "Bob": "bob@example.net", "Cid": "cid@example.org", "Dana": "dana@example.com"}


class Desk:
    """A club in a folder, with a clock, and with what people send and get."""

    def __init__(self, folder: Path, **keys: str) -> None:
        self.folder = folder
        self.now = START
        self.kept = Kept()
        self.told: list[str] = []
        self.sent = 0
        folder.mkdir()
        text = settings.text_of("Spring games", f"games@{HOST}")
        for key, value in keys.items():
            text = "\n".join(line for line in text.split("\n") if not line.startswith(f"{key} ="))
            text += f'{key} = "{value}"\n'
        for name, address in ADDRESSES.items():
            text = settings.with_person(text, settings.Person(name, address))
        (folder / settings.FILE).write_text(text)
        (folder / tokens.FILE).write_text("5a" * 32 + "\n")
        self.inbox = folder / "in"
        self.outbox = folder / "out"

    def club(self) -> Club:
        """The club, opened anew as every pass of a robot that stays does, but that no pass waits for the disk."""
        club = Club(str(self.folder), lambda: self.now, self.kept)
        club.store._db.execute("pragma synchronous = off")  # it would take half of the time
        return club

    def start(self, game: str = "maharani", players: tuple[str, ...] = ("Ana", "Bob"), **more: Any) -> Path:
        """A game of these players in which Ana begins, dealt by the robot as the keeper."""
        colours = [word.partition("=")[1:] for word in PLAYERS[game][len(players)]]
        words = [name + "".join(own) for name, own in zip(players, colours, strict=True)]
        options = {"first": "Ana", "kind": "keeper", "secret": SECRET, "id": "spring", **more}
        session = pbem.new(game, words, **options)
        path = self.folder / "games" / f"{session.header.id}.toml"
        path.parent.mkdir(exist_ok=True)
        create(str(path), session, options["secret"])
        os.utime(path, (self.now, self.now))
        return path

    def run(self) -> Pass:
        """One pass of the robot."""
        club = self.club()
        try:
            return robot.run(club)
        finally:
            self.told = club.told
            club.store.close()

    def game(self, file: str = "spring") -> Session:
        """A game as it is on the disk."""
        club = self.club()
        try:
            return club.load(f"games/{file}.toml")
        finally:
            club.store.close()

    def store(self) -> store.Store:
        """The database."""
        return store.Store(str(self.folder), [])

    # Mail

    def mails(self) -> list[EmailMessage]:
        """All mails that went out and were not looked at, oldest first; looked at from now on."""
        new = self.outbox / "new"
        found = []
        for path in sorted(new.iterdir(), key=lambda path: path.stat().st_mtime_ns) if new.is_dir() else []:
            mail = email.message_from_bytes(path.read_bytes(), policy=default)
            assert isinstance(mail, EmailMessage)
            found.append(mail)
            (self.outbox / "cur").mkdir(exist_ok=True)
            path.rename(self.outbox / "cur" / f"{path.name}:2,S")
        return found

    def mails_by_name(self) -> dict[str, EmailMessage]:
        """Of all mails that were not looked at the last one to everybody."""
        return {mail["To"].addresses[0].display_name: mail for mail in self.mails()}

    def mail_to(self, name: str) -> EmailMessage:
        """The only mail to somebody among those that were not looked at; the others are looked at, too."""
        [found] = [mail for mail in self.mails() if ADDRESSES[name] in mail["To"]]
        return found

    def put(self, data: bytes) -> None:
        """A message comes into the mailbox."""
        for part in ("tmp", "new", "cur"):
            (self.inbox / part).mkdir(parents=True, exist_ok=True)
        self.sent += 1
        path = self.inbox / "new" / f"{self.sent:06}.host"
        path.write_bytes(data)
        os.utime(path, (START + self.sent, START + self.sent))

    def reply(self, mail: EmailMessage, text: str, name: str = "", **headers: str) -> bytes:
        """A reply as a mail client writes it, with all that it answers to quoted below; it is not sent."""
        sender = ADDRESSES[name] if name else str(mail["To"].addresses[0].addr_spec)
        quoted = "\n".join(f"> {line}".rstrip() for line in body(mail).split("\n"))
        self.sent += 1
        lines = {
            "From": f"A Player <{sender}>",
            "To": str(mail["Reply-To"]),
            "Subject": f"Re: {mail['Subject']}",
            "Message-ID": f"<m{self.sent}@mail.example>",
            "In-Reply-To": str(mail["Message-ID"]),
            "References": f"{mail['References'] or ''} {mail['Message-ID']}".strip(),
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
            **{key.replace("_", "-"): value for key, value in headers.items()},
        }
        head = "".join(f"{key}: {value}\n" for key, value in lines.items() if value)
        written = f"{head}\n{text}\n\nOn Mon, 18 Jan 2027 at 09:00, Spring games wrote:\n\n{quoted}\n"
        return written.encode()

    def answer(self, mail: EmailMessage, text: str, name: str = "", **headers: str) -> Pass:
        """The same, sent, and a pass of the robot."""
        self.put(self.reply(mail, text, name, **headers))
        return self.run()


def body(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    text = part.get_content()
    assert isinstance(text, str)
    return text.replace("\r\n", "\n")


def words(mail: EmailMessage) -> str:
    """The same on one line."""
    return " ".join(body(mail).replace("\n= ", " ").split())


def to(mails: list[EmailMessage], name: str) -> EmailMessage:
    """The only mail to somebody."""
    [found] = [mail for mail in mails if mail["To"].addresses[0].display_name == name]
    return found


def changed(mail: EmailMessage, old: str, new: str) -> EmailMessage:
    """A mail with something else in all headers that a reply takes over."""
    for name in ("Reply-To", "Message-ID", "References"):
        value = str(mail[name])
        del mail[name]
        mail[name] = value.replace(old, new)
    return mail


def fresh(text: str, **headers: str) -> bytes:
    """A mail that answers to nothing."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "ana@example.com", "games@club.example", "[spring] my move"
    made["Message-ID"] = f"<{abs(hash(text))}@x.example>"
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    made.set_content(text)
    return made.as_bytes()


def legal(game: Session) -> str:
    """A line that is legal now."""
    return f"{game.turn} {game.to_move}: {any_turn(game)}"


def by_hand(desk: Desk, line: str) -> None:
    """Who runs the club enters a line."""
    game = desk.game()
    game.play(line)
    game.save()


def let_play(desk: Desk, **bots: str) -> Desk:
    """From now on bots play under these names, or people again where it is ""."""
    club = desk.folder / settings.FILE
    for name, bot in bots.items():
        person = settings.Person(name, "" if bot else ADDRESSES[name], bot=bot)
        club.write_text(settings.with_person(club.read_text(), person))
    return desk


def let_wait(desk: Desk, name: str) -> Desk:
    """From now on a player gets one mail a day."""
    club = desk.folder / settings.FILE
    club.write_text(settings.with_person(club.read_text(), settings.Person(name, ADDRESSES[name], digest=True)))
    return desk


def move_all(desk: Desk) -> None:
    """Everybody whose mail is about one game moves in it."""
    for mail in desk.mails():
        desk.put(desk.reply(mail, legal(desk.game(mail["Subject"].partition("]")[0].lstrip("[")))))
    desk.run()


def news(desk: Desk, whole: bool = True) -> list[str]:
    """A pass, and what is told of it."""
    club = desk.club()
    try:
        robot.run(club, None if whole else [])
        return robot.news(club, whole)
    finally:
        club.store.close()


def over_a_day(desk: Desk) -> list[str]:
    """What passes tell in a day, two in an hour."""
    told = []
    for _ in range(48):
        told += news(desk)
        desk.now += 1800
    return told


def late(monkeypatch: pytest.MonkeyPatch, desk: Desk, why: str, all: bool) -> None:
    """No mail can be sent, or only none of those there are; a game waits for each of two players."""
    numbers = count()

    def fail(*_: object) -> None:
        raise Later(why.format(next(numbers)), all)

    monkeypatch.setattr(outgoing.Maildir, "send", fail)
    for name in ("Ana", "Bob"):
        desk.start("majolica", first=name, id=name.lower())


class Slow:
    """Takes the first step, and half a minute for it."""

    name, budget = "slow", 1
    desk: Desk

    def __init__(self, *_: object) -> None: ...

    def choose(self, state: State, random: random.Random) -> Step:
        """See Bot.choose."""
        self.desk.now += 30
        return state.steps()[0]


class Tired(Slow):
    """Fails."""

    def choose(self, state: State, random: random.Random) -> Step:
        """See Bot.choose."""
        raise SystemExit("no more")


def without(desk: Desk, name: str) -> None:
    """From now on that player is not in the club."""
    club = desk.folder / settings.FILE
    club.write_text(re.sub(rf'\[\[people\]\]\nname = "{name}"\naddress = "[^"]+"\n', "", club.read_text()))


# A robot that is killed

KILLED = 9


class Steps:
    """Counts steps that write, and ends the process at one of them as kill -9 does."""

    def __init__(self, last: int) -> None:
        self.left = last

    def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            os._exit(KILLED)

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, with a step before it; what comes after it is before the next one."""

        def counted(*args: Any, **kwargs: Any) -> Any:
            self.step()
            return function(*args, **kwargs)

        return counted


def was_killed(child: int) -> bool:
    """Whether a process, which is waited for, was ended by a step; else it must have come to its end."""
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, KILLED)
    return status == KILLED


def run_until(desk: Desk, last: int) -> bool:
    """A pass in a process that is killed at that step; whether it was."""
    child = os.fork()
    if child:
        return was_killed(child)
    try:
        steps = Steps(last)
        for name in ("replace", "link", "fsync", "chmod"):
            setattr(os, name, steps.around(getattr(os, name)))
        together = Store.together

        @contextmanager
        def counted(store: Store) -> Iterator[None]:
            with together(store):
                yield
                steps.step()
            steps.step()

        setattr(Store, "together", counted)  # noqa: B010, for mypy
        desk.run()
        os._exit(0)
    except BaseException:
        os._exit(1)


def at_every_step(desk: Desk) -> Iterator[Desk]:
    """The club after a pass that was killed, for every step of it."""
    kept = desk.folder.with_name("kept")
    desk.folder.rename(kept)
    for last in range(1000):
        shutil.copytree(kept, desk.folder)
        killed = run_until(desk, last)
        yield desk
        shutil.rmtree(desk.folder)
        if not killed:
            assert last > 10
            return


def joining(tmp_path: Path) -> Desk:
    """A club with a game dealt together that Bob and Cid have to join."""
    ana = Player(tmp_path, "Ana")
    start(ana, "maharani", PLAYERS["maharani"][3], (), "spring")
    desk = Desk(tmp_path / "club")
    (desk.folder / "games").mkdir()
    shutil.copy(ana.file, desk.folder / "games" / "spring.toml")
    return desk


def change(desk: Desk, name: str, address: str) -> None:
    """What `club person` does at the time of the club."""
    club = desk.club()
    first = partial(posting.note_address, club, club.person(name), address)
    settings.change_person(club.folder, name, first, name=name, address=address)
    club.store.close()

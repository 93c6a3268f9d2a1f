"""A robot that is killed at any step: the next pass finishes what it began; nothing is lost, nothing played twice."""

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import files
from pbem.club import settings
from pbem.club.folder import Club
from pbem.club.incoming import File
from pbem.club.store import Store
from pbem.errors import SaveError
from tests.club.tools import ADDRESSES, DAY, Desk, Steps, at_every_step, body, legal, let_play, was_killed
from tests.test_cli import Shell

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed here that were forked"),
    pytest.mark.slow,
]


def test_moves_are_played_once_and_answered_whatever_is_killed(tmp_path: Path) -> None:
    """Two messages of one pass, for two games: what is noted of both goes through to the disk at once."""
    desk = Desk(tmp_path / "spring")
    desk.start("majolica")
    desk.start("majolica", id="other")
    desk.run()
    first, second = desk.mails()
    desk.put(desk.reply(first, f"{legal(desk.game())}\n\nsay here it is"))
    desk.put(desk.reply(second, legal(desk.game())))
    logs: dict[str, list[str]] = {}
    for after in at_every_step(desk):
        after.run()
        assert after.told == []
        for game in ("spring", "other"):
            log = after.game(game).log
            assert log == logs.setdefault(game, log)
            assert sum(line.startswith("1 Ana:") for line in log) == 1
        mails = after.mails()
        got = {(mail["To"].addresses[0].display_name, mail["Subject"].partition("]")[0]) for mail in mails}
        assert got == {(name, game) for name in ("Ana", "Bob") for game in ("[spring", "[other")}
        assert any("here it is" in body(mail) for mail in mails)
        assert list((after.inbox / "new").iterdir()) == []
        assert not after.run().messages
        assert after.mails() == []


def test_a_new_club_that_was_killed_is_made_by_the_same_command_or_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(tmp_path, monkeypatch)
    made = 0
    for last in range(1000):
        child = os.fork()
        if not child:
            steps = Steps(last)
            for name in ("open", "link", "remove", "fsync"):
                setattr(os, name, steps.around(getattr(os, name)))
            os._exit(shell("club new c --address games@example.org").exit_code)
        killed = was_killed(child)
        there = os.path.exists("c/club.toml")
        made += killed and there
        assert shell("club new c --address games@example.org").exit_code == (3 if there else 0)
        assert shell("club person c Ana ana@example.com").exit_code == 0
        assert shell("club start c majolica --player Ana").exit_code == 0
        assert [name for name in os.listdir("c") if name.endswith(files.UNFINISHED)] == []
        shutil.rmtree("c")
        if not killed:
            break
    assert made > 2
    assert last > 10


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a file that is open does not tell its name")
def test_what_is_done_with_is_on_the_disk_before(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a power cut loses nothing: the game and its name, then what is noted, then the message's own place."""
    notice = desk.mail_to("Ana")
    for text in (legal(desk.game()), "help", "log"):
        desk.put(desk.reply(notice, text))
    steps: list[str] = []
    sync, together, done = os.fsync, Store.together, File.done

    def synced(handle: int) -> None:
        steps.append(os.path.basename(os.readlink(f"/proc/self/fd/{handle}")))
        sync(handle)

    @contextmanager
    def counted(store: Store) -> Iterator[None]:
        inner = "note" in steps and "noted" not in steps[len(steps) - steps[::-1].index("note") :]
        steps.extend([] if inner else ["note"])
        with together(store):
            yield
        steps.extend([] if inner else ["noted"])

    def read(file: File) -> None:
        steps.append("done")
        done(file)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Store, "together", counted)
    monkeypatch.setattr(File, "done", read)
    assert desk.run().messages == {"played": 1, "answered": 2}
    from_there = steps[steps.index("spring.toml.pbem-unfinished") - 1 :]
    assert from_there[:7] == ["note", "spring.toml.pbem-unfinished", "games", "noted", "done", "done", "done"]


def test_a_takeback_is_done_once_whatever_is_killed(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start("majolica", ("Ana", "Bob", "Cid"))
    desk.run()
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    desk.answer(desk.mails_by_name()["Ana"], "undo?")
    asked = desk.mails_by_name()
    desk.answer(asked["Bob"], "yes")
    desk.mails()
    desk.put(desk.reply(asked["Cid"], "yes"))
    for after in at_every_step(desk):
        after.run()
        assert (after.game().turn, sum(line.startswith("undo") for line in after.game().log)) == (1, 1)
        assert after.mails_by_name().keys() == {"Ana", "Bob", "Cid"}
        assert (after.run().sent, after.mails()) == (0, [])


def test_a_lost_database_is_made_again_from_the_games(desk: Desk) -> None:
    data = desk.reply(desk.mail_to("Ana"), legal(desk.game()))
    desk.put(data)
    desk.run()
    mails = desk.mails()
    log = desk.game().log
    for path in desk.folder.glob("club.db*"):
        path.unlink()
    desk.put(data)
    assert desk.run().messages == {"played": 1}, "known from the game file, and answered again"
    assert desk.game().log == log
    assert len(desk.mails()) == 2
    desk.answer(next(mail for mail in mails if "bob@" in str(mail["To"])), legal(desk.game()))
    assert desk.game().turn == 3


def test_what_ended_long_ago_is_no_news_when_the_database_is_lost(desk: Desk) -> None:
    games = desk.folder / "games"  # which is away for a while, as a disk on a network
    for name in ("old", "new"):
        desk.now += 2 * DAY
        desk.start("majolica", id=name)
        game = desk.game(name)
        game.stop()
        game.save()
        os.utime(games / f"{name}.toml", (desk.now, desk.now))
        desk.run()
    assert [mail["Subject"][:4] for mail in desk.mails()[1:]] == ["[old"] * 2 + ["[new"] * 2
    games.rename(desk.folder / "away")
    desk.run()
    assert desk.told == [f"{games} is not there, or empty: what comes for the games of this club waits"]
    (desk.folder / "away").rename(games)
    desk.run()
    assert desk.mails() == []
    for file in desk.folder.glob("club.db*"):
        file.unlink()
    desk.run()
    assert [mail["Subject"][:4] for mail in desk.mails()] == ["[new"] * 2 + ["[spr"]


def test_a_damaged_database_is_set_aside_and_told(desk: Desk) -> None:
    desk.put(desk.reply(desk.mail_to("Ana"), legal(desk.game())))
    for path in desk.folder.glob("club.db-*"):
        path.unlink()
    (desk.folder / "club.db").write_bytes(b"no database at all, but long enough to be one" * 100)
    desk.run()
    assert "made again from the games" in desk.told[0]
    assert ((desk.folder / "club.db.damaged").is_file(), desk.game().turn) == (True, 2)


@pytest.mark.parametrize("what", ["seen", "queue", "games", "people", "facts"])
def test_a_database_that_is_damaged_inside_is_out_of_the_way_of_the_next_pass(desk: Desk, what: str) -> None:
    desk.put(desk.reply(desk.mail_to("Ana"), legal(desk.game())))
    path = desk.folder / "club.db"
    base = sqlite3.connect(path)
    [[page, size]] = base.execute(
        "select rootpage, page_size from sqlite_master, pragma_page_size where name = ?", [what]
    )
    base.close()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = bytes(size)
    path.write_bytes(data)
    told = "made again from the games"
    try:
        desk.run()
        assert told in desk.told[0]
    except SaveError as error:
        assert told in error.message
    assert (desk.folder / "club.db.damaged").is_file()
    desk.run()
    assert (desk.game().turn, desk.told) == (2, [])


DAMAGES = {
    "games": "players = '[\"Ana\"'|players = 7|since = 'x'|since = 1e999|told = 1e999|waits = cast(x'41ff' as text)",
    "facts": "value = 'x'|value = 1e999",
    "votes": "yes = '['|yes = '[1]'|author = cast(x'ff' as text)|author = x'41'|kind = 'stopp'",
    "people": "bounces = 'x'|bounces = 1e999",
    "queue": "tries = 'x'|tries = 1e999|message = null|line = null|data = 'x'",
    "sqlite_master": "sql = replace(sql, 'TABLE', cast(x'a0' as text))",  # told of in words that are no text
}


@pytest.mark.parametrize("damage", [f"{one} set {kind}" for one in DAMAGES for kind in DAMAGES[one].split("|")])
def test_a_value_that_is_damaged_in_a_database_is_no_end_of_the_club(desk: Desk, damage: str) -> None:
    desk.put(desk.reply(desk.mail_to("Ana"), legal(desk.game())))
    base = sqlite3.connect(desk.folder / "club.db")
    base.execute("insert into votes select id, 'stop', 0, line + 2, 'Ana', '[]' from games")
    base.execute("insert into people (name) values ('ana')")
    base.execute("insert into queue values (9, 'spring', 1, 'word', 'Ana', 'a@b', 'a@b', 'a@b', x'41', 0, 0, '')")
    base.executescript(f"pragma writable_schema = on; update {damage}")
    base.commit()
    base.close()
    try:
        desk.run()
        told = " ".join(desk.told)
    except SaveError as error:
        told = error.message
    assert re.search("cannot be read [(](a value in it is damaged: |Could not decode)", told)
    assert (desk.folder / "club.db.damaged").is_file()
    desk.run()
    assert (desk.game().turn, desk.told) == (2, [])


def test_a_disk_that_fails_once_costs_no_database(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk does not give a part of a file SQLite says that it is damaged: while it is opened, and later."""
    fault = sqlite3.DatabaseError("database disk image is malformed")
    fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    faults: list[sqlite3.Error] = []

    class Failing(sqlite3.Connection):
        def execute(self, *words: Any) -> sqlite3.Cursor:
            if faults:
                raise faults.pop()
            return super().execute(*words)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Failing))
    store = desk.store()
    for use in (store.waiting, desk.run):
        faults.append(fault)
        with pytest.raises(SaveError, match="now it does, and it is whole"):
            use()
    assert (store.waiting(), (desk.folder / "club.db.damaged").exists()) == (0, False)


def test_a_database_that_cannot_be_used_now_stays_as_it_is(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.mails()
    path = desk.folder / "club.db"
    known = path.read_bytes()

    def full(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", full)
        with pytest.raises(SaveError, match=r"cannot use .*club\.db: database or disk is full"):
            desk.club()
    (desk.folder / "club.db-wal").mkdir()
    with pytest.raises(SaveError, match="unable to open"):
        desk.club()
    (desk.folder / "club.db-wal").rmdir()
    assert (path.read_bytes(), list(desk.folder.glob("*.damaged"))) == (known, [])
    desk.run()
    assert desk.mails() == []


def test_a_message_for_a_damaged_game_waits(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    path = desk.start()
    desk.start(id="other")
    desk.run()
    notice = next(mail for mail in desk.mails() if "[spring]" in mail["Subject"])
    whole = path.read_text()
    move = legal(desk.game())
    path.write_text(whole.replace("[history]", "[history"))
    for lost in (False, True):
        if lost:
            for file in desk.folder.glob("club.db*"):
                file.unlink()
        else:
            desk.put(desk.reply(notice, move))
        assert desk.run().messages == {"kept": 1}
        assert "is neither a record" in desk.told[0]
    assert desk.told[1:] == ["a message waits: it may belong to a game whose file cannot be read"]
    path.write_text(whole)
    assert desk.run().messages == {"played": 1}


def test_two_robots_take_a_message_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start("majolica")
    desk.run()
    desk.put(desk.reply(desk.mail_to("Ana"), legal(desk.game())))
    children = []
    for _ in range(3):
        child = os.fork()
        if not child:
            try:
                done = desk.run()
                os._exit(10 + done.messages.get("played", 0))
            except BaseException:
                os._exit(1)
        children.append(child)
    assert sorted(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children) == [10, 10, 11]
    assert len(desk.mails()) == 2


def test_a_command_beside_a_pass_takes_nothing_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    mail, move, club = desk.mail_to("Ana"), legal(desk.game()), desk.club()
    os.utime(desk.folder / "games" / "spring.toml")
    monkeypatch.setattr(club, "look", lambda *args: (Club.look(club, *args), desk.answer(mail, move))[0])
    club.refresh()
    assert desk.run().sent == 0, "all have been told"


def test_a_full_disk_loses_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.put(desk.reply(desk.mail_to("Ana"), legal(desk.game())))

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert desk.run().messages == {"kept": 1}
    assert "No space left" in " ".join(desk.told)
    assert desk.game().turn == 1
    assert desk.run().messages == {"played": 1}
    assert len(desk.mails()) == 2


def test_what_is_played_right_behind_a_bot_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as the robot has written what its bot plays another program plays in that file, once."""
    desk = let_play(Desk(tmp_path / "spring"), Ana="greedy")
    path = desk.start("maharani", ("Ana", "Bob", "Cid"))
    whole, locked, moves = path.read_bytes(), files.locked, [1]

    @contextmanager
    def then_by_hand(name: str) -> Iterator[None]:
        with locked(name):
            yield
        if name == str(path) and moves and path.read_bytes() != whole:
            moves.clear()
            game = pbem.load(path)
            game.play(legal(game))
            game.save()

    monkeypatch.setattr(files, "locked", then_by_hand)
    desk.run()
    desk.run()
    assert moves == []
    assert "To move: Cid." in body(desk.mails()[-1])
    [known] = desk.store().games().values()
    assert known.line == desk.game().fold.next_number()


# Who had no address, or gets another one


def test_a_game_that_has_long_been_there_is_told_and_reminded_of_later(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    for _ in range(5):
        desk.run()
        desk.now += DAY
    path = desk.start()
    os.utime(path, (desk.now - 20 * DAY, desk.now - 20 * DAY))
    desk.run()
    assert "waiting for Ana" not in body(desk.mail_to("Ana"))
    for told in (False, False, True):
        desk.now += DAY
        desk.run()
        assert len(desk.mails()) == told


def test_a_new_address_gets_what_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start()
    shell, connect = Shell(desk.folder, monkeypatch), sqlite3.connect
    with monkeypatch.context() as patched, desk.store().together():  # another pbem is at work
        patched.setattr(sqlite3, "connect", lambda path, **more: connect(path, **{**more, "timeout": 0.1}))
        done = shell("club person . Ana ana@new.example")
    assert (done.exit_code, "ana@new" in (desk.folder / settings.FILE).read_text()) == (3, False)
    for address, mails in ((ADDRESSES["Ana"], 1), ("ana@new.example", 1), ("ana@new.example", 0)):
        shell(f"club person . Ana {address}")
        shell("club person . Bob bob@new.example")
        desk.run()
        assert [str(mail["To"]) for mail in desk.mails()] == [f"Ana <{address}>"] * mails

"""club.toml: what is read and refused, how people are added; club.db; what is lost or damaged in the folder."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import files
from pbem.club import incoming, settings, store, texts
from pbem.club.compose import Letter, compose
from pbem.club.folder import Club
from pbem.club.settings import Person
from pbem.club.store import Mailing
from pbem.club.tokens import Keys
from pbem.errors import SaveError
from tests.club.tools import DAY, Desk, body, legal, let_wait

WHOLE = """# ours
name = "Spring games"
address = "games@example.org" # really
receive = "imaps://user@mail.example.org:993/INBOX"
send = "smtps://user@mail.example.org"
remind = "12h"
password = "!pass show games"

[[people]] # first
address = "ana@example.org" # old
# plays at night
name = "Ana"

[[people]]
name = "Bob"
address = "bob@example.org"
"""


def test_all_is_read() -> None:
    found = settings.parse(WHOLE, "club.toml")
    assert found.local == "games"
    assert found.host == "example.org"
    assert found.remind == 12 * 3600
    assert found.people == (Person("Ana", "ana@example.org"), Person("Bob", "bob@example.org"))
    assert found.person("ANA") == found.people[0]


def test_what_a_new_club_is_written_with_is_read() -> None:
    found = settings.parse(settings.text_of('A "club"', "a@b.example"), "club.toml")
    assert (found.name, found.address, found.remind) == ('A "club"', "a@b.example", 3 * 86400)
    assert (found.receive, found.send) == ("maildir:in", "maildir:out")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('address = "games@example.org"', "", "`address` is missing"),
        ('"games@example.org"', '"games"', "`games` is no mail address; wanted is one such as"),
        ('"games@example.org"', '"a b@example.org"', "is no mail address"),
        ('"ana@example.org"', '"aná@example.org"', "people 1: `aná@example.org` is no mail address"),
        ('"games@example.org"', '"games@example.org\\n"', "one line without control"),
        ('"games@example.org"', f'"{"g" * 25}@example.org"', "at most 24 characters before the @"),
        ('"games@example.org"', "7", "`address` should be a string"),
        ('remind = "12h"', 'remind = "soon"', 'a time such as "3d", "12h" or "2w", or "" for never, not "soon"'),
        ("imaps:", "pop3:", "`receive` should begin with maildir: or imap: or imaps:, not be"),
        ("smtps:", "maildir", "`send` should begin with"),
        ("smtps://user@mail.example.org", f"maildir:{Path.cwd()}/spool", "`send` is a mailbox that the robot reads"),
        ("smtps://user@mail.example.org", "smtps://[mail", "`send` names no server that there can be: `smtps://[mail`"),
        ("user@mail.example.org:993", "user@[mail", "`receive` names no server that there can be: `imaps://user@[mail"),
        ("mail.example.org:993", "mail.example.org:99999", "`receive` names no server that there can be: `imaps://"),
        ("smtps://user@mail.example.org", "smtps://user@:25", "`send` names no host: `smtps://user@:25`"),
        ("imaps://user@mail.example.org:993/INBOX", "imap:x", "`receive` names no host: `imap:x`"),
        ("smtps://user@", "smtps://user:hunter2@", "`send` has a password in it, which belongs into the environment"),
        *(("imaps://user@", f"imaps://{new}", why) for new, why in (("user:@", "a password"), ("", "user@host"))),
        ('"!pass show games"', '"hunter2"', '`password` should be "!COMMAND"'),
        ("remind", "remnd", "there is no key `remnd`; keys are name, address"),
        ('name = "Bob"', 'name = "ana"', "`ana` is there twice"),
        ('name = "Bob"', 'name = "1"', "people 2: `1` cannot be a player's name"),
        ('name = "Bob"', "", "people 2: `name` is missing"),
        ('name = "Bob"', 'name = "Bob"\nnick = "b"', "people 2: there is no key `nick`"),
        ('name = "Bob"', 'name = "Bob"\nbot = "greedy"', "`address` is for people, and Bob is a bot"),
        ('address = "bob@example.org"', 'bot = "greedy"\ndigest = true', "`digest` is for people, and Bob is a bot"),
        ('address = "bob@example.org"', 'bot = ""', "people 2: `bot` should name a bot, such as greedy or search:200"),
        ('address = "bob@example.org"', "bot = true", "people 2: `bot` should be a string"),
        ("bob@example.org", "bob@example.org>", "people 2: `bob@example.org>` is no mail address"),
        ("bob@example.org", "Games+b@example.org", "`address` is that of Bob; a club wants one of its own"),
        ("[[people]] # first", "[people]", "not TOML"),
        ('"Spring games"', '"Spring games', "club.toml is not TOML"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, why: str) -> None:
    assert old in WHOLE
    with pytest.raises(SaveError) as caught:
        settings.parse(WHOLE.replace(old, new, 1), "club.toml")
    assert why in caught.value.message
    assert caught.value.message.startswith("club.toml")


def test_people_are_added_and_all_else_stays() -> None:
    text = settings.with_person(WHOLE, Person("Cid", "cid@example.org"))
    assert text.startswith(WHOLE)
    assert settings.parse(text, "club.toml").people[2] == Person("Cid", "cid@example.org")


@pytest.mark.parametrize("people", ['people = [{name = "Ana", address = "ana@example.org"}]', "people = []"])
@pytest.mark.parametrize("name", ["Ana", "Cid"])
def test_people_in_one_list_are_left_as_they_are(people: str, name: str) -> None:
    text = WHOLE.partition("[[people]]")[0].rstrip() + f"\n{people}\n"
    settings.parse(text, "club.toml")
    with pytest.raises(SaveError, match=r"write each under \[\[people\]\]"):
        settings.with_person(text, Person(name, "new@example.org"))


@pytest.mark.parametrize("name", ["Ana", "Bob", "bob"])
def test_an_address_is_changed_in_its_place(name: str) -> None:
    text = settings.with_person(WHOLE, Person(name, "new@example.org"))
    found = settings.parse(text, "club.toml")
    assert found.person(name) == Person(name, "new@example.org")
    assert len(found.people) == 2
    assert all(kept in text for kept in ("# ours", "# first", "# plays at night"))


def test_a_password_is_of_the_environment_or_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def secret(line: str) -> str:
        return settings.parse(WHOLE.replace('password = "!pass show games"', line), "club.toml").secret()

    monkeypatch.delenv("PBEM_PASSWORD", raising=False)
    with pytest.raises(SaveError, match="PBEM_PASSWORD is not in the environment"):
        secret("")
    monkeypatch.setenv("PBEM_PASSWORD", "one")
    monkeypatch.setenv("OTHER", "two")
    assert secret("") == "one"
    assert secret('password = "$OTHER"') == "two"
    assert secret('password = "!echo three"') == "three"
    with pytest.raises(SaveError, match="has characters beyond ASCII, which are not sent"):
        secret('password = "!echo dré"')
    with pytest.raises(SaveError, match="status 3"):
        secret('password = "!exit 3"')
    monkeypatch.setattr(settings, "_PATIENCE", 0.1)
    with pytest.raises(SaveError, match=r"has not ended after 0\.1 seconds"):
        secret('password = "!exec sleep 30"')


def test_a_folder_without_settings_is_no_club(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="is no club"):
        settings.read(str(tmp_path))
    (tmp_path / settings.FILE).symlink_to("nowhere")
    with pytest.raises(SaveError, match=r"club\.toml: No such file or directory"):
        settings.read(str(tmp_path))


def test_what_was_sent_is_found_without_going_through_all_of_it(desk: Desk) -> None:
    """In a club of any age: a database that was made without the index gets it."""
    store = desk.store()
    store._db.execute("drop index sent_to")
    store.close()
    store = desk.store()
    asked: list[str] = []
    store._db.set_trace_callback(asked.append)
    notice = desk.mail_to("Ana")
    assert body(notice) in store.sent("spring", "Ana")
    store.keep(Mailing("spring", 1, "answer", "Ana", "", "", "id", b"", "text"), desk.now)
    store._db.set_trace_callback(None)
    plans = {
        step
        for statement in asked
        if statement.startswith(("select", "delete"))
        for *_, step in store._db.execute(f"explain query plan {statement}")
    }
    store.close()
    assert any("sent_to" in step for step in plans)
    assert not any(step.startswith("SCAN sent") for step in plans)


def test_a_mail_has_short_lines_and_none_that_servers_change() -> None:
    letter = Letter(Person("Ana", "a@b.example"), Keys(b"k" * 32).make("g", 0, "Ana", 1), "g", "Maharani", "", 1)
    mailing = compose(settings.parse(WHOLE, ""), letter, "answer", ["From now on", "word " * 50], 0.0)
    lines = mailing.body.split("\n")
    assert (lines[0], max(map(len, lines)) <= 72) == ("= From now on", True)


# What is wrong in the folder, beside club.toml


def test_a_copy_of_a_game_does_not_take_its_place(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    path = desk.start()
    desk.run()
    copy = path.with_name("backup.toml")
    shutil.copy(path, copy)
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    for lost in (False, True):
        for file in desk.folder.glob("club.db*") if lost else ():
            file.unlink()
        desk.run()
        assert desk.told == [f"{copy} is left alone: game spring is in {path} as well"]
    assert desk.game().turn == 2
    renamed = path.rename(path.with_name("zz.toml"))
    copy.unlink()
    desk.run()
    shutil.copy(renamed, path)
    desk.run()
    assert desk.told == [f"{path} is left alone: game spring is in {renamed} as well"], "it did so far"
    renamed.write_text("damaged")
    desk.run()
    assert desk.told[1:] == [f"{path} is left alone: game spring is in {renamed} as well"]


def test_a_lost_secret_is_told_and_once_it_is_back_the_robot_draws(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    path = desk.start()
    desk.run()
    secret = path.with_name(f"{path.name}.secret")
    away = secret.rename(tmp_path / "away")
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    for _ in range(2):
        assert desk.told == [
            f"game spring: a draw is due (tiles for slot 3 4), and the keeper's secret is not there: {secret}"
        ]
        desk.run()
    desk.mails()
    away.rename(secret)
    desk.run()
    assert desk.told == []
    assert desk.game().log[-1].startswith("draw 3:")
    notice = desk.mail_to("Bob")
    desk.answer(notice, legal(desk.game()))
    assert desk.game().turn == 3


def test_a_game_that_somebody_changes_right_after_the_robot_is_told_by_the_next_pass(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked, moves = files.locked, [legal(desk.game())]

    @contextmanager
    def then_by_hand(name: str) -> Iterator[None]:
        with locked(name):
            yield
        if name.endswith("spring.toml") and moves:
            game = pbem.load(name)
            game.play(moves.pop())
            game.save()

    monkeypatch.setattr(files, "locked", then_by_hand)
    assert desk.answer(desk.mail_to("Ana"), "log").messages == {"answered": 1}
    desk.mail_to("Ana")
    desk.run()
    assert "To move: Bob." in body(desk.mail_to("Bob"))


def test_a_game_whose_rules_fail_keeps_no_other_from_going_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = let_wait(Desk(tmp_path / "spring"), "Bob")
    path = desk.start("majolica")
    for game, players in (("other", ("Ana", "Cid")), ("daily", ("Bob", "Cid")), ("more", ("Bob", "Cid"))):
        desk.start("majolica", players, first=players[0], id=game)
    post, load, broken = texts.post, Club.load, {"spring"}

    def shown(session: pbem.Session, *more: Any) -> list[str]:
        if session.header.id in broken:
            raise ValueError("of its rules")
        return post(session, *more)

    def read(club: Club, file: str) -> pbem.Session:
        if file == "games/spring.toml":
            raise ValueError("of its rules")
        return load(club, file)

    def went() -> list[str]:
        desk.run()
        return sorted(mail["Subject"].partition("]")[0].lstrip("[") for mail in desk.mails())

    failed = f"the program failed: ValueError: of its rules ({__file__}, line {shown.__code__.co_firstlineno + 2})"
    monkeypatch.setattr(texts, "post", shown)
    assert (went(), desk.told) == (["Spring games", "other"], [f"game spring: {failed}"])
    broken, sent = {"other", "daily"}, []
    for _ in range(4):
        desk.now += DAY
        sent.append(went())
    assert (sent, desk.told[1:]) == ([["spring"], [], ["more"], ["spring"]], [f"game daily: {failed}"])
    broken = set()
    monkeypatch.setattr(Club, "load", read)
    os.utime(path)
    assert (went(), desk.told[0].split(" (")[0]) == (["Spring games", "other"], f"{path}: {failed.split(' (')[0]}")


def test_a_message_that_cannot_be_had_stops_no_other(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    notice = desk.mail_to("Ana")
    for text in ("help", legal(desk.game()), "log"):
        desk.put(desk.reply(notice, text))
    first = min((desk.inbox / "new").iterdir())
    opened = incoming.File

    def refused(folder: str, name: str, part: str) -> incoming.File:
        if name == first.name:
            raise PermissionError(13, "Permission denied")
        return opened(folder, name, part)

    with monkeypatch.context() as patched:
        patched.setattr(incoming, "File", refused)
        assert desk.run().messages == {"answered": 1, "played": 1}
        assert desk.told == [f"cannot read {first}: Permission denied"]
    assert desk.run().messages == {"answered": 1}


def test_a_message_that_another_program_listed_is_taken_all_the_same(desk: Desk) -> None:
    """Such a program moves it out of `new`, at any time; what it marks as read or thrown away is none of the club's."""
    notice = desk.mail_to("Ana")
    for number, (text, flags) in enumerate([("log", "S"), ("help", "T"), (legal(desk.game()), ""), ("rules", "FR")]):
        (desk.inbox / "cur").mkdir(parents=True, exist_ok=True)
        (desk.inbox / "cur" / f"{number}.x:2,{flags}").write_bytes(desk.reply(notice, text))
    assert desk.run().messages == {"played": 1, "answered": 1}
    assert desk.run().messages == {}
    names = sorted(path.name for path in (desk.inbox / "cur").iterdir())
    assert names == ["0.x:2,S", "1.x:2,T", "2.x:2,S", "3.x:2,FRS"]
    data = desk.reply(notice, "legal")
    desk.put(data)
    [path] = (desk.inbox / "new").iterdir()
    file = incoming.File(str(desk.inbox), path.name)
    path.rename(desk.inbox / "cur" / f"{path.name}:2,")
    file.done()
    assert [desk.run().messages, desk.run().messages] == [{"answered": 1}, {}]


def test_what_is_no_message_in_a_mailbox_stops_none(desk: Desk) -> None:
    desk.put(desk.reply(desk.mail_to("Ana"), legal(desk.game())))
    new = desk.inbox / "new"
    (new / "circle").symlink_to("circle")
    (new / "nowhere").symlink_to("nothing")
    (new / "endless").symlink_to("/dev/zero")
    (new / "folder").mkdir()
    os.mkfifo(new / "pipe")
    assert desk.run().messages == {"played": 1}
    assert len(desk.told) == 1
    assert desk.told[0].startswith(f"cannot read {new / 'circle'}: ")


class Half:
    """A client of a mail server that does not give one message."""

    class Error(Exception): ...

    class AbortError(Error): ...

    def __init__(self, error: Exception) -> None:
        self.error = error

    def search(self, words: list[str]) -> list[int]:
        return [1, 2, 3]

    def fetch(self, uids: list[int], what: list[str]) -> dict[int, dict[bytes, bytes]]:
        if uids == [2]:
            raise self.error
        return {uids[0]: {b"BODY[]<0>": b"%d" % uids[0]}}


def test_a_message_that_a_server_does_not_give_stops_no_other(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for error, given, told in (
        (Half.Error("NO [BUG]"), [b"1", b"3"], r"does not give message 2 of imaps://mail.example/INBOX: NO \[BUG\]$"),
        (Half.AbortError("EOF"), [b"1"], "the mail server broke off: EOF"),
        (MemoryError(), [b"1"], "the mail server broke off: MemoryError"),
    ):
        mailbox = incoming.Imap(desk.club().settings._replace(receive="imaps://games@mail.example/INBOX"))
        monkeypatch.setattr(mailbox, "_connected", partial(Half, error))
        messages = mailbox.messages()
        assert [next(messages).data for _ in given] == given
        with pytest.raises(SaveError, match=told):
            next(messages)


def test_a_disk_that_fills_up_within_a_transaction_costs_no_database(tmp_path: Path) -> None:
    """SQLite ends the outer transaction as well then, and who catches the inner fault comes to a commit of nothing."""
    base = store.Store(str(tmp_path), [])
    base.see("old", 1.0, "played")
    base._db.execute("pragma max_page_count = 20")
    outer, inner = (pytest.raises(SaveError, match=why) for why in ("no transaction is active", "full"))
    with outer, base.together(), inner, base.together():
        base.see("x" * 200_000, 2.0, "played")
    base.close()
    assert not list(tmp_path.glob("*.damaged"))
    assert store.Store(str(tmp_path), []).seen("old")


def test_a_damaged_database_is_set_aside_by_one_process_only(tmp_path: Path) -> None:
    """The second one that meets the damage leaves alone what was made anew meanwhile."""
    late, path = store.Store(str(tmp_path), []), tmp_path / "club.db"
    os.replace(path, tmp_path / "club.db.damaged")
    fresh = store.Store(str(tmp_path), [])
    fresh.see("new", 1.0, "played")
    fault = sqlite3.DatabaseError("database disk image is malformed")
    fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    assert "another pbem has set it aside" in str(late._failed(fault))
    fresh.close()
    assert path.is_file()
    assert store.Store(str(tmp_path), []).seen("new")

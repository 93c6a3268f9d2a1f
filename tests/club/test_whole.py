"""Whole games through real servers: people send by SMTP, the club reads by IMAP and answers by SMTP.

Everybody writes with another client each time. `--mail-games` plays every game for every number of players to its end.
Then replies to real posts, without a server; what a robot keeps of a game between two messages; and what
it does where something of the club is not as it should be.
"""

import base64
import quopri
import random
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from itertools import cycle
from pathlib import Path

import pytest

import pbem
from pbem import reading
from pbem.club import outgoing
from pbem.club.store import Mailing, Store
from pbem.errors import SaveError
from pbem.session import Session
from tests.club.clients import CLIENTS, SHAPES, Shape, message
from tests.club.servers import PASSWORD, Dovecot, Smtp, dovecot, smtp
from tests.club.tools import ADDRESSES, DAY, HOST, Desk, body, legal
from tests.support import PLAYERS, any_turn, random_line

pytestmark = pytest.mark.slow

GAMES = [(game, players) for game, numbers in PLAYERS.items() for players in numbers]
WHOLE = ("maharani", 2)
SOME = [WHOLE, ("maharani", 4), ("majolica", 2), ("rajas", 3)]
STRETCH = 8
"""Turns that are played of a game if not the whole."""


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Iterator[Smtp]:
    """The servers of a club, one for what it gets and one for what it sends; both take what people send."""
    monkeypatch.setenv("PBEM_PASSWORD", PASSWORD)
    with dovecot() as mailbox, smtp(Smtp(mailbox)) as server:
        yield server


class People:
    """What they have been told of their games, and how they answer."""

    def __init__(self, server: Smtp) -> None:
        self.server = server
        self.posts: dict[tuple[str, str], EmailMessage] = {}
        self.clients = cycle(CLIENTS.values())
        self.used: set[str] = set()
        self.sent = 0

    def look(self) -> list[EmailMessage]:
        """Everybody reads what came."""
        mails = self.server.taken()
        for mail in mails:
            name = mail["To"].addresses[0].display_name
            self.posts[name, mail["Subject"].partition("]")[0].lstrip("[")] = mail
        return mails

    def answer(self, game: Session, text: str) -> None:
        """Who is to move answers the last mail of that game."""
        mail = self.posts[game.to_move or "", game.header.id]
        assert f"To move: {game.to_move}." in body(mail)
        client = next(self.clients)
        self.used.add(client.language)
        self.sent += 1
        with smtplib.SMTP("127.0.0.1", self.server.port) as connection:
            sender = mail["To"].addresses[0].addr_spec
            data = message(client, mail, text, self.sent)
            connection.sendmail(sender, [str(mail["Reply-To"])], data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))


def test_games_are_played_by_mail(tmp_path: Path, post: Smtp, mail_games: bool) -> None:
    """One pass after each round of moves; what the files say is what was written, with what the keeper dealt."""
    assert isinstance(post.mailbox, Dovecot)
    receive = f"imap://games@127.0.0.1:{post.mailbox.port}/INBOX"
    desk = Desk(tmp_path / "spring", receive=receive, send=f"smtp://127.0.0.1:{post.port}")
    rng = random.Random(12)
    games: dict[str, Session] = {}
    whole = {f"{game}{players}" for game, players in (GAMES if mail_games else [WHOLE])}
    for kind, players in GAMES if mail_games else SOME:
        file = desk.start(kind, ("Ana", "Bob", "Cid", "Dana")[:players], id=f"{kind}{players}")
        games[file.stem] = desk.game(file.stem)
    people = People(post)
    assert desk.run().sent == len(games)
    people.look()
    going = dict(games)
    for rounds in range(1, 1000):
        for game in going.values():
            text = random_line(game, rng)
            people.answer(game, text)
            game.play(text)
        assert desk.run().messages == {"played": len(going)}, desk.told
        last = people.look()
        for name, game in list(going.items()):
            if game.over or (name not in whole and rounds == STRETCH):
                assert desk.game(name).log == game.log
                del going[name]
        if not going:
            break
    assert {name for name, game in games.items() if game.over} == whole
    assert len(people.used) >= 12
    assert {mail["To"].addresses[0].display_name for mail in last if "Over after" in body(mail)} >= {"Ana", "Bob"}
    assert all(mail["Reply-To"].endswith(f"@{HOST}") for mail in last)
    for name in whole:
        assert desk.game(name).log == games[name].log
    desk.now += DAY
    assert desk.run().messages == {}
    assert people.look() == []


# Replies to real posts as mail clients write them, in many languages; and games in which people draw


def written(desk: Desk, mail: EmailMessage, shape: Shape, text: str, encoding: str) -> bytes:
    """A reply of that shape."""
    kind, content = shape(text, body(mail))
    head = desk.reply(mail, "", Content_Type=kind, Content_Transfer_Encoding=encoding).partition(b"\n\n")[0]
    data = content.encode()
    coded = base64.encodebytes(data) if encoding == "base64" else quopri.encodestring(data)
    return head + b"\n\n" + coded


@pytest.mark.parametrize("shape", SHAPES)
def test_a_move_on_top_is_played_and_nothing_else(tmp_path: Path, shape: str) -> None:
    """Three turns each way, so that posts with lines of the log come back as well; also with nothing new in it."""
    desk = Desk(tmp_path / "spring")
    desk.start("majolica")
    desk.run()
    posts = desk.mails()
    for number in range(3):
        game = desk.game()
        [post] = [mail for mail in posts if f"To move: {game.to_move}." in body(mail) and game.to_move in mail["To"]]
        encoding = ("base64", "quoted-printable")[number % 2]
        desk.put(written(desk, post, SHAPES[shape], "Thank you, I shall think about it.", encoding))
        desk.run()
        assert desk.game().log == game.log
        desk.mails()
        move = legal(game) if number % 2 else legal(game).partition(": ")[2]
        desk.put(written(desk, post, SHAPES[shape], f"Hello!\n\n{move}\n\nHave fun", encoding))
        assert desk.run().messages == {"played": 1}, [body(mail) for mail in desk.mails()]
        added = desk.game().log[len(game.log) :]
        assert added[0].startswith(legal(game).partition(" =")[0])
        posts = desk.mails()


def test_where_people_draw_the_draw_is_asked_for(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start("maharani", kind="manual", secret=None)
    desk.run()
    post = desk.mail_to("Ana")
    assert "draw and answer with one line" in body(post)
    desk.answer(post, "I have drawn:\n\ndraw 1:bSE 2:oC 3:rN 4:gW\n")
    game = desk.game()
    assert game.log == ["draw 1:bSE 2:oC 3:rN 4:gW"]
    answer = desk.mail_to("Ana")
    assert "(stored) draw 1:bSE" in body(answer)
    desk.answer(answer, legal(game))
    assert desk.game().waits_for_draw
    posts = desk.mails_by_name()
    assert "draw and answer" in body(posts["Bob"])
    desk.answer(posts["Ana"], "draw 1:bSE")
    assert desk.game().waits_for_draw, "there is only one such tile"
    assert "Nothing is played" in body(desk.mail_to("Ana"))


# What a robot keeps of a game that it has written


@pytest.mark.parametrize("game", ["maharani", "majolica", "rajas"])
def test_a_game_that_is_kept_is_what_its_file_says(tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(tmp_path / "spring")
    read: list[str] = []
    load = reading.load

    def noted(path: str) -> Session:
        read.append(path)
        return load(path)

    monkeypatch.setattr(reading, "load", noted)
    path = desk.start(game)
    desk.run()
    posts = desk.mails_by_name()
    for number in range(6):
        fresh = load(path)
        read.clear()
        desk.answer(posts[fresh.to_move or ""], legal(fresh))
        assert len(read) == (number == 0), "what the robot has written it does not read"
        posts |= desk.mails_by_name()
        if number == 3:  # what is taken back is kept as well
            desk.answer(posts["Ana"], "undo?")
            desk.answer(desk.mails_by_name()["Bob"], "yes")
            posts |= desk.mails_by_name()
        kept = desk.kept.take(str(path))
        assert kept is not None
        desk.kept.keep(kept)
        fresh = load(path)
        assert (kept.toml(), kept.key, kept.waits_for) == (fresh.toml(), fresh.key, fresh.waits_for)
        assert (kept.fold.lines, kept.fold.force) == (fresh.fold.lines, fresh.fold.force)
        assert list(kept.fold.before) == list(fresh.fold.before)
        assert [kept.before(turn).scores() for turn in kept.fold.before] == [
            fresh.before(turn).scores() for turn in fresh.fold.before
        ]


def test_a_game_that_is_kept_is_read_again_once_its_file_or_its_secret_changes(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    path = desk.start()
    desk.run()
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    game = desk.game()
    game.play(legal(game))
    game.save()
    desk.mails()
    desk.run()
    notice = desk.mail_to("Ana")
    desk.answer(notice, legal(desk.game()))
    assert desk.game().turn == 4
    secret = path.with_name(f"{path.name}.secret")
    secret.write_text("b6" * 32 + "\n")
    desk.answer(desk.mails_by_name()["Bob"], legal(game))
    assert "not the one that the keeper of this game committed to" in desk.told[0]


@pytest.mark.parametrize("kind", ["seed", "keeper"])
def test_a_secret_that_cannot_be_read_is_no_fault_of_a_move_that_is_written(tmp_path: Path, kind: str) -> None:
    desk = Desk(tmp_path / "spring")
    path = desk.start()
    if kind == "seed":
        pbem.new("maharani", PLAYERS["maharani"][2], first="Ana", id="other", seed="abc").save(
            path.with_name("other.toml")
        )
        path.with_name("other.toml.secret").mkdir()
    desk.run()
    mails = {mail["Subject"].partition("]")[0].lstrip("["): mail for mail in desk.mails()}
    name = "other" if kind == "seed" else "spring"
    if kind == "keeper":
        path.with_name(f"{path.name}.secret").unlink()  # the robot plays, and draws once it is back
    assert desk.answer(mails[name], legal(desk.game(name))).messages == {"played": 1}
    assert not any("waits: cannot read" in told for told in desk.told)


def test_nobody_draws_for_a_robot_that_has_lost_its_secret(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    path = desk.start()
    desk.run()
    secret = path.with_name(f"{path.name}.secret")
    away = secret.rename(tmp_path / "away")
    notice, line = desk.mail_to("Ana"), legal(desk.game())
    desk.answer(notice, f"{line}\ndraw 3:bE 4:gC")
    assert len(desk.game().log) == 1
    desk.answer(notice, line)
    assert {str(mail["To"])[:3] for mail in desk.mails()} == {"Ana"}, "nobody is asked for what the robot has to do"
    for name in ("Bob", "Ana"):
        head = f"From: {ADDRESSES[name]}\nTo: games@club.example\nMessage-ID: <{name}@{{0}}>\nSubject: {{0}}\n\nshow\n"
        desk.put(head.format("hello").encode())
        desk.run()
        assert "o spring: waits for a draw of the robot\n" in body(desk.mail_to(name))
        desk.put(head.format("[spring]").encode())
        desk.run()
        shown = desk.mail_to(name)
        assert ("The keeper draws, and" in body(shown), "pbem" in body(shown)) == (True, False)
        desk.answer(shown, "draw 3:bE 4:gC")
        assert "`draw 3:bE 4:gC`: Here the robot draws" in body(desk.mail_to(name))
    for _ in range(5):
        desk.now += DAY
        desk.run()
    assert (desk.mails(), len(desk.game().log)) == ([], 2)
    away.rename(secret)
    desk.run()
    assert len(desk.game().log) == 3


def test_what_is_wrong_with_the_club_is_told_to_no_player(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.put(desk.reply(desk.mail_to("Ana"), f"{legal(desk.game())}\n\naway until 2030-01-01"))

    def full(*_: object, **__: object) -> None:
        raise SaveError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "note", full)
        assert desk.run().messages == {"kept": 1}
    assert (desk.mails(), desk.game().turn) == ([], 1)
    assert desk.told == ["a message waits: database or disk is full"]
    assert desk.run().messages == {"played": 1}
    assert "no reminders until 2030-01-01" in body(desk.mails_by_name()["Ana"])


def test_a_reply_to_a_position_of_before_a_game_was_put_back_plays_nothing(tmp_path: Path) -> None:
    """Its token names a line that the log has again, after another move."""
    desk = Desk(tmp_path / "spring")
    file = desk.start("majolica")
    kept = file.read_bytes()
    desk.run()
    desk.answer(desk.mail_to("Ana"), "start 3 / swap 3-2 / d1:4")
    old = desk.mails_by_name()["Bob"]
    file.write_bytes(kept)
    desk.now += 60
    desk.run()
    desk.answer(desk.mails_by_name()["Ana"], "start 3 / swap 3-2 / d2:4")
    new = desk.mails_by_name()["Bob"]
    move = any_turn(desk.game())
    assert desk.answer(old, move).messages == {"refusal": 1}
    assert "copies of this game differ" in " ".join(body(desk.mail_to("Bob")).split())
    assert desk.answer(new, move).messages == {"played": 1}


def test_the_mail_of_games_whose_folder_is_gone_waits(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start()
    desk.run()
    desk.put(desk.reply(desk.mail_to("Ana"), legal(desk.game())))
    aside = (desk.folder / "games").rename(tmp_path / "aside")
    for make in (bool, (games := desk.folder / "games").mkdir):  # also the place where it belongs
        make()
        assert (desk.run().messages, "is not there, or empty" in desk.told[0]) == ({"kept": 1}, True)
    assert (aside.rename(games), desk.run().messages, desk.told) == (games, {"played": 1}, [])
    (games / "spring.toml").unlink()
    for told in (1, 0):
        desk.run()
        assert len([one for one in desk.told if one.startswith("game spring is none of this club any")]) == told


def test_so_many_games_are_kept(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.kept.most = 2
    for name in ("one", "two", "three"):
        desk.start(id=name)
    desk.run()
    names = []
    for mail in desk.mails():
        names.append(mail["Subject"].partition("]")[0].lstrip("["))
        desk.put(desk.reply(mail, legal(desk.game(names[-1]))))
    assert desk.run().messages == {"played": 3}
    taken = [desk.kept.take(str(desk.folder / "games" / f"{name}.toml")) for name in names]
    assert [game and game.header.id for game in taken] == [None, *names[1:]]


def test_the_same_question_again_goes_to_nobody_and_keeps_its_yes(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start("majolica", ("Ana", "Bob", "Cid"))
    desk.run()
    mail = desk.mail_to("Ana")
    desk.answer(mail, "stop?")
    asked = desk.mails_by_name()
    for sender, text in ((mail, "stop?"), (asked["Bob"], "yes"), (mail, "stop?")):
        desk.answer(sender, text)
        assert [str(one["To"]) for one in desk.mails()] == [str(sender["To"])]
    assert desk.answer(asked["Cid"], "yes").messages == {"played": 1}


def test_a_server_that_is_not_spoken_to_as_it_speaks_is_told_in_words(tmp_path: Path, server: Smtp) -> None:
    desk = Desk(tmp_path / "other", send=f"smtps://127.0.0.1:{server.port}")
    desk.start()
    assert desk.run().waiting == 1
    place = f"127.0.0.1:{server.port}"
    assert desk.told == [f"mail to ana@example.com waits: cannot send by {place}: no TLS: wrong version number"]
    assert outgoing.what_went_wrong(ssl.SSLError(1, "Underlying socket has been closed.")).startswith("Underlying")


def test_mails_that_cannot_be_noted_do_not_go_out_in_every_pass(
    sending: Desk, server: Smtp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that is nearly full: what is to be deleted takes more room than what is to be noted before."""

    def full(*_: object) -> None:
        raise SaveError("database or disk is full")

    for name, sent in (("drop", 3), ("note_time", 0)):
        sending.put(sending.reply(server.mails[-1][2], "help"))
        server.mails.clear()
        with monkeypatch.context() as patched:
            patched.setattr(Store, name, full)
            for _ in range(10):
                with suppress(SaveError):  # that this pass cannot be noted
                    sending.run()
                sending.now += 10
        assert len(server.mails) == sent
        sending.now += 3600
        assert sending.run().waiting == 0
        assert len(server.mails) == sent + 1


@pytest.mark.parametrize("tries", [2000, -7])
def test_a_mail_that_has_waited_for_a_year_waits_on(sending: Desk, server: Smtp, tries: int) -> None:
    """And one of which a damaged database says that it was tried less than never."""
    with (store := sending.store()).together():
        store.send(Mailing("", 0, "answer", "Ana", "a@b.example", "ana@example.com", "old@x", b"x"), sending.now)
        store._do("update queue set tries = ?", (tries,))
    server.answers = ["451 later"]
    assert sending.run().waiting == 1
    sending.now += 6 * 3600
    assert sending.run().waiting == 0

"""The main way: a game is started, moves come by mail, answers and notices go out, nothing happens twice."""

import os
import random
import re
from pathlib import Path

import pytest

from pbem import mail as mails
from pbem.club import bots, robot, texts
from pbem.club.folder import is_noted
from pbem.club.incoming import spool
from pbem.errors import SaveError
from pbem.notation import Turn
from pbem.session import Session
from pbem.taking import take
from tests.club.tools import DAY, Desk, at_every_step, body, by_hand, legal, let_play, words
from tests.support import game_ids, random_line


def test_the_first_notice_goes_to_who_is_to_move(desk: Desk) -> None:
    mail = desk.mail_to("Ana")
    assert "To move: Ana." in body(mail)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Subject"] == "[spring] Maharani: Mosaic Palace"
    assert re.fullmatch(r"games\+[a-z2-7]{8}-0-2-n-[a-z2-7]{16}@club\.example", mail["Reply-To"])
    desk.run()
    assert desk.mails() == []


def test_a_move_is_played_answered_and_told_once(desk: Desk) -> None:
    move = legal(desk.game())
    desk.put(desk.reply(notice := desk.mail_to("Ana"), move))
    done = desk.run()
    assert done.messages == {"played": 1}
    game = desk.game()
    assert game.to_move == "Bob"
    assert is_noted(game.header, f"m{desk.sent - 1}@mail.example")
    found = desk.mails_by_name()
    assert found.keys() == {"Ana", "Bob"}
    answer = found["Ana"]
    assert answer["Auto-Submitted"] == "auto-replied"
    assert answer["In-Reply-To"] == f"<m{desk.sent - 1}@mail.example>"
    assert "(stored) 1 Ana: " in body(answer)
    assert "To move: Bob." in body(found["Bob"])
    assert found["Ana"]["References"].split()[0] == notice["References"].split()[0]
    for _ in range(2):
        assert desk.run().messages == {}
    assert desk.mails() == []
    assert len(desk.game().log) == len(game.log)


def test_html_says_the_same_and_mails_are_small(desk: Desk) -> None:
    mail = desk.mail_to("Ana")
    plain, html = mail.iter_parts()
    assert (plain.get_content_type(), html.get_content_type()) == ("text/plain", "text/html")
    inner = re.search(r"<pre style=\"[^\"]+\">(.*)</pre>", html.get_content(), re.DOTALL)
    assert inner
    assert inner[1].replace("\r\n", "\n") == body(mail)
    assert len(mail.as_bytes()) < 50_000
    assert max(map(len, body(mail).split("\n"))) <= 72


@pytest.mark.parametrize("said", ["word & <word> " * 4, "слово слово слово слово", "語" * 60])
def test_each_version_of_a_mail_has_less_than_fifty_kilobytes(desk: Desk, said: str) -> None:
    desk.put(desk.reply(desk.mail_to("Ana"), "\n".join(["say it", *[said] * 900])))
    desk.run()
    mail = desk.mail_to("Bob")
    sizes = [len(part.as_bytes()) for part in mail.iter_parts()]
    assert 35_000 < max(sizes) < 50_000
    assert "(The rest is left out: too long for a mail.)" in body(mail)


def test_the_same_message_again_does_nothing(desk: Desk) -> None:
    data = desk.reply(desk.mail_to("Ana"), legal(desk.game()))
    desk.put(data)
    desk.put(data)
    assert desk.run().messages == {"played": 1, "seen": 1}
    desk.mails()
    desk.put(data)
    assert desk.run().messages == {"seen": 1}
    assert desk.mails() == []


def test_the_same_few_words_without_id_and_date_answer_to_each_post(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    for turn in (1, 3):
        data = desk.reply(notice, "say hi", Message_ID="").partition(b"\n\nOn Mon, ")[0]
        for copy in (data, b"Received: from elsewhere\nDelivered-To: games@club.example\n" + data):
            desk.put(copy)
        assert desk.run().messages == {"answered": 1, "seen": 1}, turn
        by_hand(desk, legal(desk.game()))
        by_hand(desk, legal(desk.game()))
        desk.mails()
        desk.run()
        notice = desk.mail_to("Ana")


def test_the_same_move_in_another_message_is_known(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    desk.answer(notice, legal(desk.game()))
    line = next(line for line in desk.game().log if line.startswith("1 Ana"))
    desk.mails()
    assert desk.answer(notice, line).messages == {"known": 1}
    assert desk.mails() == []


@pytest.mark.parametrize(("more", "seen"), [("", False), ("", True), ("\n\nsay hi", False)])
def test_who_mailed_what_was_entered_by_hand_is_told_once(desk: Desk, more: str, seen: bool) -> None:
    notice, line = desk.mail_to("Ana"), legal(desk.game())
    by_hand(desk, line)
    if seen:
        desk.run()
    told = []
    for text in (f"{line}{more}", line, f"{line}\n\nshow"):
        desk.answer(notice, text)
        told += [words(mail).partition(" Majolica")[0] for mail in desk.mails() if mail["To"].startswith("Ana")]
        assert desk.game().turn == 2
    stands = "What you sent stands in the game already, so nothing more is played."
    assert [stands in one for one in told] == [True, False]


def test_a_draw_that_was_entered_by_hand_is_told_to_who_mailed_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start(kind="manual", secret=None)
    desk.run()
    draw = "draw 1:bSE 2:oC 3:rN 4:gW"
    by_hand(desk, draw)
    assert desk.answer(notice := desk.mail_to("Ana"), draw).messages == {"known": 1}
    assert ["stands in the game already" in words(mail) for mail in desk.mails()] == [True, False], "and a notice"
    assert desk.answer(notice, draw).messages == {"known": 1}
    assert desk.mails() == []


@pytest.mark.parametrize("game", ["maharani", "majolica", "rajas"])
@pytest.mark.slow
def test_games_of_all_kinds_go_on_by_mail(tmp_path: Path, game: str) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start(game)
    desk.run()
    waiting = desk.mails()
    for _ in range(6):
        [mail] = [one for one in waiting if f"To move: {one['To'].addresses[0].display_name}." in body(one)][-1:]
        assert desk.answer(mail, legal(desk.game())).messages == {"played": 1}, desk.told
        waiting = desk.mails()
        assert len(waiting) <= 2
    assert sum(isinstance(line, Turn) for line in desk.game().fold.lines) >= 6


@pytest.mark.parametrize(("game", "players"), [("maharani", 2), ("majolica", 1)])
@pytest.mark.slow
def test_a_whole_game_is_played_by_mail(tmp_path: Path, game: str, players: int) -> None:
    """Everybody answers the last post that says that it is their turn; at the end all are told."""
    desk = Desk(tmp_path / "spring")
    desk.start(game, ("Ana", "Bob", "Cid")[:players])
    desk.run()
    rng = random.Random(7)
    posts = desk.mails()
    for turns in range(400):  # noqa: B007, told at the end
        now = desk.game()
        if now.over:
            break
        [post] = [mail for mail in posts if f"To move: {now.to_move}." in body(mail) and now.to_move in mail["To"]]
        text = random_line(now, rng).replace(" / ", " /\n", 1)
        assert desk.answer(post, text).messages == {"played": 1}, (text, desk.told, [body(m) for m in desk.mails()])
        posts = desk.mails()
    assert turns > 20
    assert desk.game().over
    assert sorted(mail["To"].addresses[0].display_name for mail in posts) == ["Ana", "Bob", "Cid"][:players]
    assert all("Over after" in body(mail) for mail in posts)
    desk.now += 30 * DAY
    desk.run()
    desk.now += 10 * DAY
    desk.run()
    assert desk.mails() == [], "nobody is reminded of a game that is over"


def test_nothing_that_the_robot_writes_reads_as_a_move(desk: Desk) -> None:
    """Not even if a client sends all of it back without a mark."""
    texts = [body(notice := desk.mail_to("Ana"))]
    desk.put(desk.reply(notice, "help\n\nlegal\n\nlog\n\nrules\n\nshow\n\nundo?"))
    desk.put(desk.reply(notice, "say 1 Ana: 1-1\n1-3f2\nyes\nshow"))
    desk.put(desk.reply(notice, legal(desk.game())))
    desk.run()
    texts += map(body, desk.mails())
    assert len(texts) == 6
    game = desk.game()
    for text in texts:
        taken = take(game, mails.read(text), club=True)
        assert not taken.lines, text
        assert not taken.commands, text
        assert not taken.doubt, taken.doubt


def test_no_text_is_not_passed_on(desk: Desk) -> None:
    assert desk.answer(desk.mail_to("Ana"), f"say\n\n{legal(desk.game())}").messages == {"played": 1}
    mails = {str(mail["To"]).partition(" ")[0]: body(mail) for mail in desk.mails()}
    assert "Behind say stands no text" in mails["Ana"]
    assert "writes" not in mails["Bob"]


@pytest.mark.parametrize("copied", ["(Bob writes)\n= good luck", "(Bob writes) good luck", "(turn 1) Bob\n= good luck"])
def test_a_text_for_the_others_goes_on_below_what_it_copies(desk: Desk, copied: str) -> None:
    """It ends at an empty line, not where a line was joined with the one above, or is none of the sender's own."""
    line, said = legal(desk.game()), copied.replace("\n=", "")
    done = desk.answer(desk.mail_to("Ana"), f"say you wrote\n{copied}\nI thought of\n{line}")
    assert done.messages == {"answered": 1}
    assert body(desk.mail_to("Bob")).endswith(f"(Ana writes)\n= you wrote\n= {said}\n= I thought of\n= {line}\n")


def test_a_move_that_is_passed_on_as_text_is_told(desk: Desk) -> None:
    line, notice = legal(desk.game()), desk.mail_to("Ana")
    for above in ("say hello\n\n", "say ", "Say: "):
        desk.answer(notice, f"{above}{line}\n\nend")
        told = " ".join(body(desk.mail_to("Ana")).replace("\n=", "").split())
        assert told == f"Your text is passed on to the others. `{line}` is part of it, so it is not played."
    desk.answer(notice, f"{line}\n\nsay {line}")
    assert "is part of it" not in body(next(mail for mail in desk.mails() if "ana@" in mail["To"]))


def test_a_word_that_is_refused_does_not_hide_a_move(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    for text in ("one", "two", "three"):
        desk.answer(notice, text)
    desk.mails()
    assert desk.answer(notice, f"{legal(desk.game())}\n\naway until never").messages == {"played": 1}
    answer = body(next(mail for mail in desk.mails() if "ana@" in str(mail["To"])))
    assert "(stored) 1 Ana" in answer
    assert "`never` is no date" in answer


def test_a_game_that_was_changed_by_hand_is_told(desk: Desk) -> None:
    desk.mails()
    by_hand(desk, legal(desk.game()))
    desk.run()
    assert "To move: Bob." in body(desk.mail_to("Bob"))


def test_deliver_takes_what_the_mailbox_would(desk: Desk) -> None:
    data = desk.reply(desk.mail_to("Ana"), legal(desk.game()))
    spool(str(desk.folder), data)
    spool(str(desk.folder), data)
    club = desk.club()
    assert robot.run(club, sources=[robot.spooled(club)]).messages == {"played": 1}
    desk.put(data)
    assert desk.run().messages == {"seen": 1}


def test_what_cannot_be_shown_brings_no_digest_of_what_was_told(daily: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    daily.mails()
    daily.start(id="three")
    daily.run()
    shown = texts.post

    def failing(session: Session, name: str, full: bool = False) -> list[str]:
        if (session.header.id, name) == ("three", "Bob"):
            raise RuntimeError("no board")
        return shown(session, name, full)

    monkeypatch.setattr(texts, "post", failing)
    daily.now += DAY
    daily.answer(daily.mail_to("Ana"), legal(daily.game("three")))
    assert [str(mail["To"])[:3] for mail in daily.mails()] == ["Ana"]
    assert daily.told[0].startswith("game three: the program failed: RuntimeError: no board")


@pytest.mark.parametrize(("receive", "send"), [("in", "./in"), ("link", "in"), ("in", "link"), ("in", "out/../in")])
def test_a_club_does_not_send_into_the_mailbox_that_it_reads(tmp_path: Path, receive: str, send: str) -> None:
    desk = Desk(tmp_path / "spring", receive=f"maildir:{receive}", send=f"maildir:{send}")
    (desk.folder / "link").symlink_to("in")
    with pytest.raises(SaveError, match="`send` is a mailbox that the robot reads itself"):
        desk.club()


# Players who are bots


def turns(desk: Desk) -> list[str]:
    """Whose turns were played."""
    return [str(line.name) for line in desk.game().fold.lines if isinstance(line, Turn)]


@pytest.mark.parametrize("game", game_ids())
def test_a_bot_moves_in_the_pass_in_which_it_is_to(practice: Desk, game: str) -> None:
    practice.start(game)
    assert practice.run().turns == 0
    done = practice.answer(practice.mail_to("Ana"), legal(practice.game()))
    assert (done.messages, done.turns, practice.told) == ({"played": 1}, 1, [])
    assert turns(practice) == ["Ana", "Bob"]
    answer, notice = practice.mails()
    assert {answer["To"].addresses[0].display_name, notice["To"].addresses[0].display_name} == {"Ana"}
    assert "To move: Bob." in body(answer), "which does not wait until a bot has thought"
    assert "\n2 Bob: " in body(notice)
    assert "To move: Ana." in body(notice)
    assert practice.run().turns == 0
    assert practice.mails() == []
    assert practice.answer(notice, legal(practice.game())).turns == 1


def test_bots_begin_and_play_in_a_row(practice: Desk) -> None:
    practice.start(players=("Ana", "Bob", "Cid", "Dana"), first="Bob")
    assert practice.run().turns == 3
    assert turns(practice) == ["Bob", "Cid", "Dana"]
    assert "To move: Ana." in body(practice.mail_to("Ana"))


@pytest.mark.slow
def test_bots_end_their_games(practice: Desk) -> None:
    practice.start("maharani", ("Ana", "Bob", "Cid"))
    practice.start("rajas", id="other")
    let_play(practice, Ana="greedy").run()
    assert practice.told == []
    for game in (practice.game(), practice.game("other")):
        assert game.over
    assert practice.mails() == []


def test_a_game_of_bots_that_does_not_end_is_stopped(practice: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "TURNS", 1)
    let_play(practice, Ana="random").start("majolica")
    let_play(practice, Cid="").start("majolica", ("Ana", "Bob", "Cid"), id="other")
    practice.run()
    assert turns(practice) == ["Ana"]
    assert practice.game().log[-1].endswith("; a game of bots only that does not end")
    assert practice.game().stopped
    assert practice.run().turns == 0
    assert practice.game("other").to_move == "Cid", "people see for themselves"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed here that were forked")
def test_a_bot_plays_once_and_the_same_whatever_is_killed(practice: Desk) -> None:
    let_play(practice, Cid="random").start(players=("Ana", "Bob", "Cid"), first="Bob")
    logs: list[list[str]] = []
    for after in at_every_step(practice):
        after.run()
        assert after.told == []
        logs.append(after.game().log)
        assert logs[0] == logs[-1]
        assert turns(after) == ["Bob", "Cid"]
        assert "To move: Ana." in body(after.mail_to("Ana"))


def test_people_draw_for_a_bot(practice: Desk) -> None:
    practice.start("maharani", ("Ana", "Bob"), first="Bob", kind="manual", secret=None)
    practice.run()
    [post] = practice.mails()
    for mover, played in (("Bob", ["Bob"]), ("Ana", ["Bob", "Ana"]), ("Bob", ["Bob", "Ana", "Bob"])):
        assert post["To"] == "Ana <ana@example.com>"
        assert re.search(rf"Waiting for a draw \(.*\), then {mover} is to move\.", body(post))
        copy = practice.game()
        text = copy.deal(random.Random(1)) + ([legal(copy)] if mover == "Ana" else [])
        practice.answer(post, "\n".join(text))
        assert (turns(practice), practice.told) == (played, [])
        post = practice.mails()[-1]


def test_a_bot_agrees_to_what_is_asked(practice: Desk) -> None:
    practice.start(players=("Ana", "Bob", "Cid"))
    practice.run()
    practice.answer(practice.mail_to("Ana"), legal(practice.game()))
    assert practice.game().turn == 4
    practice.answer(practice.mails()[-1], "undo?")
    assert practice.game().turn == 1
    first = practice.mails()
    assert [mail["To"].addresses[0].display_name for mail in first] == ["Ana"]
    assert "To move: Ana." in body(first[0])
    practice.answer(first[0], "stop?")
    assert practice.game().stopped


def test_the_yes_of_people_is_asked_for_and_of_no_bot(practice: Desk) -> None:
    let_play(practice, Cid="").start(players=("Ana", "Bob", "Cid"))
    practice.run()
    practice.answer(practice.mail_to("Ana"), "stop?")
    mails = practice.mails_by_name()
    assert mails.keys() == {"Ana", "Cid"}
    assert "The yes of Cid is still needed." in body(mails["Ana"])
    assert "It needs the yes of Cid." in body(mails["Cid"])
    practice.answer(mails["Cid"], "yes")
    assert practice.game().stopped


def test_a_person_and_a_bot_take_the_place_of_each_other(desk: Desk) -> None:
    """Also in a game that has begun; who was a player before moves no more."""
    notice = desk.mail_to("Ana")
    let_play(desk, Ana="greedy").run()
    assert turns(desk) == ["Ana"]
    bob = desk.mail_to("Bob")
    for sender in ("Ana", ""):
        desk.answer(notice, f"1 Ana: {legal(desk.game())}", From=sender and "ana@example.com")
        assert turns(desk) == ["Ana"]
    assert any("a mail of Ana was not read" in sentence for sentence in desk.told)
    let_play(desk, Ana="gone")
    desk.answer(bob, legal(desk.game()))
    assert "waits for a bot" in desk.told[0]
    desk.mails()
    let_play(desk, Ana="").run()
    assert "To move: Ana." in body(desk.mail_to("Ana"))

"""Takebacks and stops by consent."""

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.club import settings, texts
from pbem.club.outcome import Asked, why_not
from pbem.club.tokens import Token
from pbem.mail import Mail
from pbem.taking import Taking
from tests.club.tools import DAY, Desk, body, legal, let_wait, to, words
from tests.support import any_turn


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A club without a game."""
    return Desk(tmp_path / "spring")


def begun(desk: Desk, players: tuple[str, ...] = ("Ana", "Bob")) -> list[EmailMessage]:
    """Ana has played one turn; the mails that this brought."""
    desk.start("majolica", players)
    desk.run()
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    return desk.mails()


def played(desk: Desk, players: tuple[str, ...] = ("Ana", "Bob")) -> EmailMessage:
    """The same; the answer she got."""
    return to(begun(desk, players), "Ana")


def test_a_turn_is_taken_back_when_the_other_agrees(desk: Desk) -> None:
    desk.answer(played(desk), "Sorry, a slip.\n\nundo?")
    mails = desk.mails()
    assert "The yes of Bob is still needed." in body(to(mails, "Ana"))
    question = to(mails, "Bob")
    assert "Ana asks to take back turn 1" in body(question)
    assert "only the word no. If somebody moves or asks anew before, the question is over. Majolica" in words(question)
    assert desk.game().turn == 2
    desk.answer(question, "Yes!")
    game = desk.game()
    assert (game.turn, game.to_move) == (1, "Ana")
    assert "by consent" in game.log[-1]
    mails = desk.mails()
    assert body(to(mails, "Ana")).startswith("All agree: turn 1 and what followed are taken back.\n\nMajolica")
    desk.answer(to(mails, "Ana"), legal(game))
    assert desk.game().turn == 2
    desk.answer(question, "yes")
    assert desk.game().turn == 2, "that question is over"


def test_who_asks_may_be_spelled_otherwise_in_the_club(desk: Desk) -> None:
    club = desk.folder / settings.FILE
    club.write_text(club.read_text().replace('"Ana"', '"ANA"'))
    desk.answer(to(begun(desk), "ANA"), "undo?")
    question = to(desk.mails(), "Bob")
    assert words(question).startswith("ANA asks to take back turn 1 and what followed. It needs the yes of Bob. Reply")
    desk.answer(question, "yes")
    assert desk.game().turn == 1


def test_one_no_is_enough(desk: Desk) -> None:
    desk.answer(played(desk, ("Ana", "Bob", "Cid")), "undo?")
    mails = desk.mails()
    desk.answer(to(mails, "Cid"), "no")
    told = desk.mails()
    assert "Cid says no" in body(to(told, "Ana"))
    assert "Cid says no" in body(to(told, "Bob"))
    desk.answer(to(mails, "Bob"), "yes")
    assert desk.game().turn == 2
    assert "Nothing is asked here" in body(to(desk.mails(), "Bob"))


def test_all_others_must_agree(desk: Desk) -> None:
    desk.answer(played(desk, ("Ana", "Bob", "Cid")), "stop?")
    mails, line = desk.mails(), legal(desk.game())
    desk.answer(to(mails, "Bob"), "yes")
    desk.answer(to(mails, "Bob"), "yes")
    assert not desk.game().stopped
    desk.mails()
    desk.answer(to(mails, "Cid"), "yes")
    mails = desk.mails()
    assert {mail["To"].addresses[0].display_name for mail in mails} == {"Ana", "Bob", "Cid"}
    assert body(to(mails, "Bob")).endswith("\n\nTo go on with the game take the stop back (undo? asks for it).\n")
    desk.answer(to(mails, "Bob"), line)
    refusal = body(to(desk.mails(), "Bob"))
    told = "Nothing is played: the game was stopped. A line with only undo? asks\nthe others to go on with it.\n\n"
    assert (refusal.startswith(told), "undo stop" in refusal) == (True, False)
    desk.answer(to(mails, "Bob"), "undo?")
    mails = desk.mails()
    assert "take back the stop" in body(to(mails, "Ana"))
    for more, told in ((line, "Your yes to what is asked does not count either"), ("no", "Your mail says yes and no")):
        desk.answer(to(mails, "Ana"), f"yes\n\n{more}")
        assert told in body(to(desk.mails(), "Ana")).replace("\n", " ")
    desk.answer(to(mails, "Ana"), "yes")
    desk.answer(to(mails, "Cid"), "yes")
    assert not desk.game().stopped


def test_a_move_ends_the_question(desk: Desk) -> None:
    desk.answer(played(desk), "undo?")
    question = to(desk.mails(), "Bob")
    desk.answer(question, legal(desk.game()))
    assert desk.game().turn == 3
    desk.answer(question, "yes")
    assert desk.game().turn == 3


def test_a_yes_to_anything_but_the_question_is_none(desk: Desk) -> None:
    mails = begun(desk)
    answer, notice = to(mails, "Ana"), to(mails, "Bob")
    desk.answer(answer, "undo?")
    desk.mails()
    desk.answer(notice, "yes")
    assert desk.game().turn == 2
    desk.answer(answer, "yes")
    assert desk.game().turn == 2


def test_who_answers_a_question_in_other_words_is_asked_again(desk: Desk) -> None:
    """Whatever was answered to; a yes to the mail that says that nothing was understood counts."""
    desk.answer(played(desk, ("Ana", "Bob", "Cid")), "undo?")
    mails = desk.mails()
    desk.answer(to(mails, "Bob"), "Yes, fine with me.")
    again = to(desk.mails(), "Bob")
    assert body(again).startswith("Nothing in your mail reads as a move")
    assert "Ana asks to take back turn 1" in body(again)
    desk.answer(again, "yes")
    assert "The yes of Cid is still needed." in body(to(desk.mails(), "Bob"))
    desk.answer(again, "hello")
    assert "Ana asks" not in body(to(desk.mails(), "Bob")), "Bob has answered"
    desk.answer(to(mails, "Cid"), "1 Ana: R")
    desk.answer(to(desk.mails(), "Cid"), "yes")
    assert desk.game().turn == 1


@pytest.mark.parametrize("text", ["show", "log", "away until 2027-12-24", "say let me think"])
def test_who_first_wants_something_else_is_asked_again(desk: Desk, text: str) -> None:
    """People reply to the last mail there is, and that is the answer to this."""
    desk.answer(played(desk), "undo?")
    mails = desk.mails()
    asker = to(mails, "Ana")
    desk.answer(to(mails, "Bob"), text)
    again = to(desk.mails(), "Bob")
    assert body(again).count("Ana asks to take back turn 1") == 1
    desk.answer(asker, text)
    assert "Ana asks" not in body(to(desk.mails(), "Ana"))
    desk.answer(again, "yes")
    assert desk.game().turn == 1


def test_a_reminder_brings_an_open_question_again(desk: Desk) -> None:
    desk.answer(played(desk), "undo?")
    desk.mails()
    for _ in range(4):
        desk.now += DAY
        desk.run()
    reminder = desk.mail_to("Bob")
    assert body(reminder).startswith("This game has been waiting for Bob for 3 days.")
    assert "Ana asks to take back turn 1" in body(reminder)
    desk.answer(reminder, "yes")
    assert desk.game().turn == 1


def test_what_somebody_says_meanwhile_hides_no_question(desk: Desk) -> None:
    """People reply to the last mail there is."""
    desk.answer(played(desk, ("Ana", "Bob", "Cid")), "undo?\n\nsay a slip")
    desk.answer(to(desk.mails(), "Bob"), "yes\n\nsay fine with me")
    mails = desk.mails()
    assert "Ana asks" not in body(to(mails, "Ana")), "who asks needs no question"
    last = body(to(mails, "Cid"))
    assert last.startswith("Ana asks to take back turn 1")
    assert last.endswith("\n\n(Bob writes)\n= fine with me\n")
    desk.answer(to(mails, "Ana"), "say please")
    mails = desk.mails()
    assert "Ana asks" not in body(to(mails, "Bob")), "Bob has answered"
    desk.answer(to(mails, "Cid"), "yes")
    assert desk.game().turn == 1


def test_what_is_said_beside_a_question_comes_also_when_somebody_moved(desk: Desk) -> None:
    mails = begun(desk)
    desk.put(desk.reply(to(mails, "Ana"), "undo?\n\nsay a slip"))
    desk.put(desk.reply(to(mails, "Bob"), legal(desk.game())))
    assert desk.run().messages == {"answered": 1, "played": 1}
    assert any("(Ana writes)\n= a slip" in body(mail) for mail in desk.mails())


def test_the_asker_cannot_agree_alone_and_a_copy_is_no_yes(desk: Desk) -> None:
    answer = played(desk)
    desk.answer(answer, "undo?\n\nyes")
    assert desk.game().turn == 2
    question = to(desk.mails(), "Bob")
    desk.put(desk.reply(question, "I do not know.\n\n" + body(question)))
    desk.run()
    assert desk.game().turn == 2


def test_a_yes_to_one_question_is_none_to_another(desk: Desk) -> None:
    """Two questions can be asked at one line of the log: one after the other, or by two players."""
    desk.answer(played(desk, ("Ana", "Bob", "Cid")), "undo?")
    mails = desk.mails()
    bob, cid = to(mails, "Bob"), to(mails, "Cid")
    desk.answer(bob, "no")
    desk.answer(to(desk.mails(), "Ana"), "stop?")
    mails = desk.mails()
    desk.answer(to(mails, "Bob"), "yes")
    desk.mails()
    for word in ("yes", "no"):
        desk.answer(cid, word)
        assert not desk.game().stopped
        again = to(desk.mails(), "Cid")
        assert body(again).startswith(f"The question that your {word} answers to is over, so it does not count.")
        assert "Ana asks to end the game undecided" in body(again)
    desk.answer(again, "yes")
    assert desk.game().stopped


def test_a_yes_is_to_who_asked(desk: Desk) -> None:
    mails = begun(desk, ("Ana", "Bob", "Cid"))
    ana = to(mails, "Ana")
    desk.answer(to(mails, "Bob"), legal(desk.game()))
    mails = desk.mails()
    desk.answer(ana, "show")
    desk.answer(to(desk.mails(), "Ana"), "undo?")
    asked = to(desk.mails(), "Cid")
    desk.answer(to(mails, "Bob"), "undo?")
    again = to(desk.mails(), "Cid")
    assert ("take back turn 1" in body(asked), "take back turn 2" in body(again)) == (True, True)
    desk.answer(asked, "yes")
    assert "is over, so it does not count" in body(to(desk.mails(), "Cid"))
    desk.answer(again, "yes")
    assert "The yes of Ana is still needed." in body(to(desk.mails(), "Cid"))


def test_a_line_that_would_be_of_the_log_elsewhere_is_told_how_to_ask(desk: Desk) -> None:
    answer = played(desk)
    for text, told in (
        ("undo 1", "undo? alone on a line to ask the others for it."),
        ("**Stop**", "stop? alone on a line to ask the others for it."),
        ("Can I take that back?", "undo? alone on a line to ask the others for it."),
        ("No reminders any more, please!", "stop reminders alone on a line."),
        ("Legal 1-, please", "legal alone on a line."),
        ("I\u2019m away for a week", "away until and a date such as 2026-12-24 alone on a line."),
    ):
        desk.now += DAY
        desk.answer(answer, text)
        said = words(to(desk.mails(), "Ana"))
        assert f"(such as help). Write {told}" in said, text
    desk.answer(answer, "Full stop.\nundoing is no option for me at all")
    assert "Write" not in body(to(desk.mails(), "Ana")).partition("Majolica")[0]


def test_who_sends_a_move_that_is_not_legal_is_told_how_to_see_what_is(desk: Desk) -> None:
    desk.start()
    desk.run()
    notice = desk.mail_to("Ana")
    hint = "A line that has only the word legal brings the legal moves."
    for text, told in (("1 Ana: 1-h4", True), ("1 Ana: 1-z9", False), ("hello", False)):
        desk.answer(notice, text)
        said = words(desk.mail_to("Ana"))
        assert (hint in said) == told, text
        assert "1 Ana: SLOT-CELL / SLOT-CELL" in said
    desk.now += 2 * DAY
    desk.answer(notice, f"{hint}\n\nWhat?")
    assert "(legal)" not in "".join(map(body, desk.mails()))


def test_a_yes_beside_a_move_or_a_no_is_asked_about(desk: Desk) -> None:
    desk.answer(played(desk), "undo?")
    question = to(desk.mails(), "Bob")
    move = legal(desk.game())
    both, no_yes = "says yes to what is asked, and has a move", "Your yes to what is asked does not count either"
    texts = {f"yes\n\n{move}": both, f"{move}\n\nYes!": both, "yes\n\n2 Bob: zz9": no_yes}
    yes_and_no = "says yes and no to what is asked"
    for text, told in {**texts, "yes\n\nno": yes_and_no, "no\n\nyes": yes_and_no}.items():
        desk.now += 1.1 * DAY
        desk.answer(question, text)
        assert told in " ".join("".join(map(body, desk.mails())).replace("\n= ", " ").split()), text
        assert desk.game().turn == 2
    desk.answer(question, "yes")
    assert desk.game().turn == 1


def test_no_words_of_a_doubt_tell_that_there_was_a_yes(desk: Desk) -> None:
    desk.answer(played(desk, ("Ana",)), "stop?")
    [game], token = desk.club().games().values(), Token("", 0, desk.game().fold.next_number(), "n", "")
    asked = Asked("a@b", Mail(), desk.club().settings.people[0], game, token)
    doubt = "What? Your yes to what is asked does not count either: to give it send a line with the word yes alone."
    assert why_not(asked, desk.game(), Taking(doubt=doubt)) == texts.STOPPED


def test_a_move_beside_a_no_ends_the_question(desk: Desk) -> None:
    desk.answer(played(desk), "undo?")
    desk.answer(to(desk.mails(), "Bob"), f"no\n\n{legal(desk.game())}")
    assert desk.game().turn == 3
    assert "With your move the question is over." in body(to(desk.mails(), "Bob"))


def test_an_answer_begins_with_what_it_says(desk: Desk) -> None:
    answer = played(desk)
    words = {"help": "HOW TO PLAY BY MAIL", "legal": "3 ways to go on for Bob, each", "log": "The log:", "show": "Maj"}
    for word, first in words.items():
        desk.answer(answer, word)
        assert body(to(desk.mails(), "Ana")).startswith(first), word


def test_for_the_first_turn_a_post_says_that_there_is_help(desk: Desk) -> None:
    desk.start("majolica")
    desk.run()
    told = "Reply with your move on top. A line with only the word help tells what\nelse is understood.\n\n"
    first = desk.mail_to("Ana")
    assert body(first).startswith(f"{told}Majolica, game spring, turn 1,")
    desk.answer(first, legal(desk.game()))
    second = to(desk.mails(), "Bob")
    assert body(second).startswith(told)
    desk.answer(first, "say Hi")
    assert body(to(desk.mails(), "Bob")).startswith(told)
    desk.answer(second, f"say Hi\nend\n{legal(desk.game())}")
    assert body(to(desk.mails(), "Ana")).startswith("Majolica, game spring, turn 3,")


def test_who_is_to_move_instead_is_told_once(desk: Desk) -> None:
    answer = played(desk)
    desk.answer(answer, f"Ana: {any_turn(desk.game())}")
    assert body(to(desk.mails(), "Ana")).startswith("Nothing is played. It is not Ana's turn: Bob is to move.\n\n")
    for line in (f"2 Cid: {any_turn(desk.game())}", f"Anna: {any_turn(desk.game())}"):
        desk.now += 1.1 * DAY
        desk.answer(answer, line)
        refusal = " ".join(body(to(desk.mails(), "Ana")).partition("\n\n")[0].replace("\n=", "").split())
        told = "No player of this game is called " in refusal, refusal.endswith(" It is Bob who is to move.")
        assert (refusal.count("Bob is"), *told) == (0, True, True)


def test_a_draw_that_is_due_is_told_once_and_nobody_is_to_move_before_it(desk: Desk) -> None:
    desk.start(kind="manual", secret=None)
    desk.run()
    desk.answer(desk.mail_to("Ana"), "say hello")
    post = to(desk.mails(), "Bob")
    for line in ("1 Ana: R", "1 Ana - 1-4b2", "Anna - 1-4b2", "2 Bob: R", "1 Ana: 1-4xx", "draw 1:xx", "R"):
        desk.now += 1.1 * DAY
        desk.answer(post, line)
        refusal = words(to(desk.mails(), "Bob")).partition(" Maharani, game")[0].casefold()
        assert (refusal.count("a draw is due ("), "it is ana" in refusal) == (1, False), line


def test_nothing_to_take_back_is_told(desk: Desk) -> None:
    desk.start("majolica")
    desk.run()
    desk.answer(desk.mail_to("Ana"), "undo?")
    assert "You have played no turn" in body(desk.mail_to("Ana"))


def test_alone_nobody_is_asked(desk: Desk) -> None:
    desk.start("majolica", ("Ana",))
    desk.run()
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    desk.answer(desk.mail_to("Ana"), "say\n\nundo?")
    assert desk.game().turn == 1
    assert body(desk.mail_to("Ana")).startswith("Behind say stands no text"), "it is no last refusal of a day"


def test_a_question_that_is_open_stands_in_a_digest_and_is_answered_there(desk: Desk) -> None:
    desk.answer(played(desk), "undo?")
    desk.mails()
    let_wait(desk, "Bob")
    desk.start(id="other")
    desk.run()
    desk.answer(to(desk.mails(), "Ana"), legal(desk.game("other")))
    desk.now += DAY
    desk.run()
    text = body(to(desk.mails(), "Bob"))
    [(address, asked)] = re.findall(r"GAME spring: write to\n  (\S+)\n\n(Ana asks .*?)\n\nMajolica", text, re.DOTALL)
    assert "Write to that address a line that has only the word yes" in " ".join(asked.split())
    assert text.count("Ana asks ") == 1
    desk.put(f"From: bob@example.net\nTo: {address}\nMessage-ID: <yes@x>\n\nyes\n".encode())
    assert desk.run().messages == {"played": 1}
    assert desk.game().turn == 1


def test_a_move_of_no_turn_that_answers_a_digest_is_of_the_game_it_is_sent_to(desk: Desk) -> None:
    played(desk)
    desk.start("majolica", id="other", first="Bob")
    let_wait(desk, "Bob")
    desk.run()
    digest = to(desk.mails(), "Bob")
    assert [desk.game(game).turn for game in ("other", "spring")] == [1, 2]
    for game in ("other", "spring"):
        found = re.search(rf"GAME {game}: write to\n  (\S+)", body(digest))
        assert found
        move = legal(desk.game(game)).partition(": ")[2]
        assert desk.answer(digest, move, To=found[1]).messages == {"played": 1}, [body(mail) for mail in desk.mails()]
    assert [desk.game(game).turn for game in ("other", "spring")] == [2, 3]

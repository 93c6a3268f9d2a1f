"""Reminders, absence, a robot that was down, a clock that jumps."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.club import robot, settings
from pbem.club.wishes import about, date
from pbem.errors import NotThere
from tests.club.tools import DAY, START, Desk, Slow, body, legal, let_play, let_wait, move_all, to


def days(desk: Desk, number: float, every: float = 0.5) -> int:
    """Time goes by, with a pass twice a day; how many mails went out."""
    until = desk.now + number * DAY
    while desk.now < until:
        desk.now += every * DAY
        desk.run()
    return len(desk.mails())


def test_who_is_to_move_is_reminded_three_times(desk: Desk) -> None:
    desk.mails()
    assert days(desk, 2.5) == 0
    desk.now += 0.5 * DAY
    desk.run()
    reminder = desk.mail_to("Ana")
    assert "waiting for Ana for 3 days" in body(reminder)
    assert days(desk, 30, 1) == 2
    desk.answer(reminder, legal(desk.game()))
    assert desk.game().turn == 2
    desk.mails()
    assert days(desk, 3.5) == 1, "and for a new turn again"


def test_no_flood_after_a_month_of_downtime(desk: Desk) -> None:
    desk.mails()
    desk.now += 30 * DAY
    desk.run()
    assert desk.mails() == []
    assert days(desk, 2.5) == 0
    assert days(desk, 1) == 1


def test_a_clock_that_jumps_sends_nothing_and_loses_nothing(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    desk.now += 3650 * DAY
    desk.run()
    desk.answer(notice, legal(desk.game()))
    assert len(desk.mails()) == 2
    desk.now = START + DAY
    desk.run()
    assert desk.mails() == []
    assert days(desk, 2.5) == 0
    assert days(desk, 1) == 1


def test_a_clock_was_ahead_in_a_pass_that_was_killed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.put(desk.reply(desk.mail_to("Ana"), legal(desk.game())))
    desk.now += 3650 * DAY
    with monkeypatch.context() as killed:
        killed.delattr(robot, "digests")
        with pytest.raises(NameError):
            desk.run()
    desk.now = START + DAY
    assert (desk.run().sent, len(desk.mails())) == (2, 2)
    assert (days(desk, 2.5), days(desk, 1)) == (0, 1)


def test_a_mail_that_waits_is_sent_after_the_clock_is_put_back(desk: Desk) -> None:
    desk.mails()
    (desk.folder / "out" / "new").rmdir()
    (desk.folder / "out" / "new").write_text("in the way")
    desk.now += 400 * DAY
    game = desk.game()
    game.play(legal(game))
    game.save()
    desk.run()
    assert any("waits" in sentence for sentence in desk.told)
    (desk.folder / "out" / "new").unlink()
    desk.now = START
    desk.run()
    desk.mail_to("Bob")


@pytest.mark.parametrize("words", ["away until 2027-02-10", "Away until 10.2.2027.", "away until 10 February"])
def test_nobody_is_reminded_while_away(desk: Desk, words: str) -> None:
    desk.answer(notice := desk.mail_to("Ana"), words)
    assert "until 2027-02-10" in body(desk.mail_to("Ana"))
    until = datetime(2027, 2, 10, tzinfo=UTC).timestamp()
    assert days(desk, (until - desk.now) // DAY) == 0
    assert days(desk, 5) >= 1
    desk.answer(notice, "back")
    assert "Welcome" in body(desk.mail_to("Ana"))


def test_reminders_can_be_stopped_and_come_back(desk: Desk) -> None:
    desk.answer(notice := desk.mail_to("Ana"), "stop reminders")
    desk.mails()
    assert about(desk.club(), desk.club().settings.people[0]) == ["Ana wants no reminders."]
    assert days(desk, 10) == 0
    desk.answer(notice, "back")
    desk.mails()
    assert days(desk, 2) == 0
    assert days(desk, 1) == 1


@pytest.mark.parametrize("more", ["", "Auto-Submitted: auto-generated\n"])
def test_reminders_stop_by_list_unsubscribe(desk: Desk, more: str) -> None:
    """Mail programs send it with any text; a move in it is not played."""
    leave = desk.mail_to("Ana")["List-Unsubscribe"]
    found = re.fullmatch(
        r"<mailto:(games\+[a-z2-7]{8}-0-2-u-[a-z2-7]{16}@club\.example)\?subject=stop%20reminders>", leave
    )
    assert found
    forged = found[1].replace("-u-", "-n-")
    for number, address in enumerate((forged, found[1])):
        head = f"From: Ana <ana@example.com>\nTo: {address}\nMessage-ID: <{number}@x>\nSubject: stop reminders\n"
        desk.put(f"{head}{more}\n{legal(desk.game())}\n".encode())
        desk.run()
        assert desk.game().turn == 1
        answers = desk.mails()
        assert len(answers) == (0 if more else 1)
        store = desk.store()
        assert store.quiet("ana") == (number == 1)
        store.close()
    assert days(desk, 10) == 0


@pytest.mark.parametrize("text", ["tomorrow", "31.2.2027", "31.2.", "29.2.2027", "12/24/2026", "2026-13-01", "1 Foo"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(NotThere, match="is no date"):
        date(text, START)


def test_a_day_without_its_year_is_the_next_one_and_with_it_none_that_is_past() -> None:
    for text in ("2027-01-14", "14 January 2027", "1.1.0001"):
        with pytest.raises(NotThere, match=f"^`{text}` is past$"):
            date(text, START)
    assert date("2027-01-15", START) == date("15 Jan", START) == "2027-01-15"
    for text in ("24.12.", "24.12", "December 24", "24 dec", "24th December!", "dec 24th, 2027", "24. 12. 2027"):
        assert date(text, START) == "2027-12-24"
    assert (date("1 January", START), date("3 jan 2030", START)) == ("2028-01-01", "2030-01-03")
    assert (date("29.2.", START), date("february 29", START + 800 * DAY)) == ("2028-02-29", "2032-02-29")


def test_settings_without_reminders(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "still", remind="")
    desk.start()
    desk.run()
    desk.mails()
    assert days(desk, 10) == 0


# Mails that do not go out

HOURS = DAY / 24


@pytest.mark.parametrize("more", ["", "\n\nsay cheap pills"])
def test_what_does_not_go_out_for_long_is_written_again_and_then_reminded_of(
    desk: Desk, unwelcome: list[str], more: str
) -> None:
    unwelcome.append("To: Bob")
    desk.answer(desk.mail_to("Ana"), f"{legal(desk.game())}{more}")
    desk.mails()
    store = desk.store()
    unwelcome[:] = [one.mailing.message for one in store.queue(desk.now + DAY) if one.mailing.person == "Bob"]
    assert (len(unwelcome), days(desk, 2.5)) == (1, 0)
    desk.now += 0.5 * DAY
    desk.run()
    notice = body(desk.mail_to("Bob"))
    assert ("To move: Bob." in notice, "waiting for Bob" in notice) == (True, False), "it is news"
    assert store.waiting() == bool(more), "what somebody says is kept"
    store.close()
    assert days(desk, 2.5) == 0
    desk.now += 0.5 * DAY
    desk.run()
    assert "waiting for Bob for 6 days" in body(desk.mail_to("Bob"))
    assert days(desk, 30, 1) == 2


def test_a_reminder_that_does_not_go_out_is_written_again(desk: Desk, unwelcome: list[str]) -> None:
    desk.mails()
    unwelcome.append("waiting for Ana")
    assert (days(desk, 30, 1), desk.run().waiting) == (0, 1)
    unwelcome.clear()
    assert days(desk, 0.5) == 1
    assert days(desk, 30, 1) == 2, "as if it had been the first"


def test_a_digest_that_does_not_go_out_is_written_again(daily: Desk, unwelcome: list[str]) -> None:
    daily.mails()
    unwelcome.append("To: Bob")
    assert (days(daily, 30, 1), daily.run().waiting) == (0, 1)
    unwelcome.clear()
    assert days(daily, 4.5) == 2
    assert days(daily, 30, 1) == 1


def test_what_went_out_late_is_waited_for_from_then_on(desk: Desk, unwelcome: list[str]) -> None:
    unwelcome.append("To: Bob")
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    desk.mails()
    known = desk.club().store.games()
    desk.now += HOURS / 3
    desk.run()
    assert desk.club().store.games() == known, "nothing is written on a disk in every pass"
    assert days(desk, 2, 1 / 24) == 0
    unwelcome.clear()
    while not days(desk, 1 / 24, 1 / 24):
        assert desk.now < START + 2.5 * DAY
    assert days(desk, 2.9, 1 / 24) == 0
    assert days(desk, 0.2, 1 / 24) == 1


def test_what_does_not_go_out_to_one_keeps_no_reminder_of_another_back(desk: Desk, unwelcome: list[str]) -> None:
    """Of one mailbox."""
    club = desk.folder / settings.FILE
    unwelcome.append("To: Ana")
    let_wait(desk, "Ana")
    for game in ("other", "more"):
        desk.start(id=game)
    desk.answer(notice := desk.mail_to("Ana"), legal(desk.game()))
    desk.answer(notice, "help")
    desk.mail_to("Bob")
    club.write_text(club.read_text().replace("bob@example.net", "ana@example.com"))
    assert days(desk, 2.9, 0.1) == 0
    desk.now += 0.2 * DAY
    desk.run()
    assert "waiting for Bob for 3 days" in body(desk.mail_to("Ana"))


def test_what_does_not_go_out_is_written_to_a_new_address_at_once(desk: Desk, unwelcome: list[str]) -> None:
    unwelcome.append("<bob@example.net>")
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    desk.mails()
    club = desk.folder / settings.FILE
    club.write_text(club.read_text().replace("bob@example.net", "bob@new.example"))
    desk.now += HOURS
    assert (desk.run().sent, desk.run().waiting) == (1, 0)
    assert "waiting for" not in body(to(desk.mails(), "Bob"))
    assert days(desk, 2.9, 0.1) == 0
    assert days(desk, 0.2, 0.1) == 1


# One mail a day


def test_a_digest_has_all_games_and_each_is_answered_by_its_address(daily: Desk) -> None:
    digest = daily.mail_to("Bob")
    text = body(digest)
    assert text.startswith("2 games wait for you, Bob.")
    assert digest["Auto-Submitted"] == "auto-generated"
    assert text.count("To move: Bob.") == 2
    addresses = re.findall(r"GAME (one|two): write to\n  (games\+\S+@club\.example)\n\nMaharani", text)
    assert [game for game, _ in addresses] == ["one", "two"]
    for game, address in addresses:
        assert text.count(address) == 2
        # A new mail, or a reply that was turned there: then all of the digest may stand below it without any mark.
        below = "" if game == "one" else text
        head = f"From: bob@example.net\nTo: {address}\nMessage-ID: <{game}@x>\n\n"
        daily.put(f"{head}{legal(daily.game(game))}\n\n{below}".encode())
        assert daily.run().messages == {"played": 1}, [body(mail) for mail in daily.mails()]
        answers = {mail["To"].addresses[0].display_name: body(mail) for mail in daily.mails()}
        assert "(stored) 2 Bob" in answers["Bob"], "answers come at once"
        assert "To move: Ana." in answers["Ana"], "and others wait for no digest"
    assert days(daily, 0.9, 0.3) == 0


def test_a_reply_to_a_digest_plays_nothing_and_tells_the_addresses(daily: Desk) -> None:
    digest = daily.mail_to("Bob")
    assert daily.answer(digest, legal(daily.game("one"))).messages == {"about no game": 1}
    assert body(daily.mail_to("Bob")).count("  write to games+") == 2
    assert daily.game("one").turn == daily.game("two").turn == 2


def test_a_digest_comes_once_a_day_and_only_for_something_new(daily: Desk) -> None:
    daily.mails()
    assert days(daily, 2.5) == 0, "nothing is new"
    daily.start(id="three")
    daily.run()
    daily.answer(daily.mail_to("Ana"), legal(daily.game("three")))
    digest = next(mail for mail in daily.mails() if mail["To"].addresses[0].display_name == "Bob")
    assert body(digest).startswith("3 games wait for you, Bob."), "the last one was days ago"
    assert "o one, waiting for 2 days\n" in body(digest)
    for name in ("four", "five"):
        daily.start(id=name)
    daily.run()
    move_all(daily)
    assert {mail["To"].addresses[0].display_name for mail in daily.mails()} == {"Ana"}
    assert days(daily, 0.5) == 0
    daily.now += 0.5 * DAY
    daily.run()
    assert body(daily.mail_to("Bob")).startswith("5 games wait for you, Bob.")
    assert days(daily, 10) == 5, "what else would be three reminders of each of five games"


def test_a_digest_about_one_game_is_replied_to(daily: Desk) -> None:
    first = re.search(r"games\+\S+@club\.example", body(daily.mail_to("Bob")))
    assert first
    move = legal(daily.game("one"))
    daily.put(f"From: bob@example.net\nTo: {first[0]}\nMessage-ID: <1@x>\n\n{move}\n".encode())
    daily.run()
    daily.mails()
    assert days(daily, 2.5) == 0
    daily.now += 0.5 * DAY
    daily.run()
    digest = next(mail for mail in daily.mails() if mail["To"].addresses[0].display_name == "Bob")
    assert body(digest).startswith("This game has been waiting for Bob for 3 days.")
    assert daily.answer(digest, legal(daily.game("two"))).messages == {"played": 1}


def test_a_lost_database_and_a_server_that_was_down_make_one_digest(daily: Desk) -> None:
    daily.mails()
    for path in daily.folder.glob("club.db*"):
        path.unlink()
    daily.run()
    assert body(daily.mail_to("Bob")).startswith("2 games wait for you, Bob.")
    (daily.folder / "out" / "new").rmdir()
    (daily.folder / "out" / "new").write_text("in the way")
    assert days_without_mail(daily, 12) == 1
    (daily.folder / "out" / "new").unlink()
    daily.now += DAY
    daily.run()
    assert len([mail for mail in daily.mails() if mail["To"].addresses[0].display_name == "Bob"]) == 1


def days_without_mail(desk: Desk, number: int) -> int:
    """Days go by on which nothing can be sent; how many mails to Bob wait."""
    for _ in range(number):
        desk.now += DAY
        desk.run()
    store = desk.store()
    try:
        return sum(one.mailing.person == "Bob" for one in store.queue(desk.now + 10 * DAY))
    finally:
        store.close()


# Bots


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("tired", "the bot `tired` failed in turn 1: SystemExit: no more"),
        ("gone:7", "Bob: there is no bot `gone`: random, greedy, search"),
        ("search:many", "Bob: the budget of a bot is a number from 1 to 10000000, as in `search:1000`, not `many`"),
        ("search", "Bob: in a club, where others wait, `search` has a budget of 500 at most, not 1000"),
    ],
)
def test_a_bot_that_cannot_play_is_told_and_its_game_waits(package: Desk, bot: str, why: str) -> None:
    path = let_play(package, Bob=bot).start(first="Bob")
    package.start("majolica", ("Ana",), first="Ana", id="other")
    before = path.read_bytes()
    for _ in range(2):
        package.run()
        assert len(package.told) == 1
        assert package.told[0].startswith(f"game spring waits for a bot: {why}")
        assert path.read_bytes() == before
    assert "To move: Ana." in body(package.mail_to("Ana")), "in the other game"
    package.now += 10 * DAY
    package.run()
    assert package.run().turns == 0
    package.now += 4 * DAY
    package.run()
    assert all("[other]" in mail["Subject"] for mail in package.mails()), "a bot is not reminded"
    let_play(package, Bob="slow")
    assert package.run().turns == 1
    assert "To move: Ana." in body(package.mail_to("Ana"))


def test_a_pass_begins_no_turn_of_a_bot_after_a_minute(package: Desk) -> None:
    """Another one goes on, with the game first that has waited longest."""
    let_play(package, Ana="slow", Bob="slow")
    package.start("majolica")
    package.now += 1
    package.start("majolica", id="other")
    played = []
    for _ in range(3):
        package.run()
        played.append((package.game().turn, package.game("other").turn))
    assert 1 < played[0][0] < 5
    assert played[0][1] == 1
    assert played[1][0] == played[0][0]
    assert played[1][1] > 1
    assert played[2][0] > played[1][0]


def test_what_is_changed_while_a_bot_thinks_stays(package: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = let_play(package, Bob="slow").start(first="Bob")
    text = path.read_text() + "# by hand\n"
    monkeypatch.setattr(Slow, "choose", lambda self, state, random: path.write_text(text) and state.steps()[0])
    package.run()
    assert "has changed since it was read" in package.told[0]
    assert path.read_text() == text
    assert package.game().turn == 1

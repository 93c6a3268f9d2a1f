"""Reminders, absence, a robot that was down, a clock that jumps."""

import re
from pathlib import Path

import pytest

from pbem.club import settings
from pbem.club.wishes import date
from pbem.errors import NotThere
from tests.club.tools import ADDRESSES, DAY, START, Desk, body, legal


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
    assert days(desk, 30) == 2
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
    away = (date("2027-02-10", desk.now), (1802217600 - desk.now) // DAY)
    assert days(desk, away[1]) == 0
    assert days(desk, 5) >= 1
    desk.answer(notice, "back")
    assert "Welcome" in body(desk.mail_to("Ana"))


def test_reminders_can_be_stopped_and_come_back(desk: Desk) -> None:
    desk.answer(notice := desk.mail_to("Ana"), "stop reminders")
    desk.mails()
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


@pytest.mark.parametrize("text", ["tomorrow", "31.2.2027", "12/24/2026", "2026-13-01", "1 Foo"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(NotThere, match="is no date"):
        date(text, START)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("24.12.", "2027-12-24"),
        ("24.12", "2027-12-24"),
        ("1 January", "2028-01-01"),
        ("3 jan 2030", "2030-01-03"),
        ("3rd January, 2030", "2030-01-03"),
        ("December 24", "2027-12-24"),
        ("dec 24th, 2028!", "2028-12-24"),
    ],
)
def test_a_day_without_its_year_is_the_next_one(text: str, day: str) -> None:
    assert date(text, START) == day


def test_settings_without_reminders(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "still", remind="")
    desk.start()
    desk.run()
    desk.mails()
    assert days(desk, 10) == 0


# One mail a day


@pytest.fixture
def daily(tmp_path: Path) -> Desk:
    """Two games that wait for Bob, who wants one mail a day."""
    desk = Desk(tmp_path / "daily")
    club = desk.folder / settings.FILE
    club.write_text(settings.with_person(club.read_text(), settings.Person("Bob", ADDRESSES["Bob"], digest=True)))
    for game in ("one", "two"):
        desk.start(id=game)
    desk.run()
    move_all(desk)
    return desk


def move_all(desk: Desk) -> None:
    """Everybody whose mail is about one game moves in it."""
    for mail in desk.mails():
        desk.put(desk.reply(mail, legal(desk.game(mail["Subject"].partition("]")[0].lstrip("[")))))
    desk.run()


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

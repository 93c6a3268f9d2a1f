"""Reminders, absence, a robot that was down, a clock that jumps."""

from pathlib import Path

import pytest

from pbem.club.wishes import date
from pbem.errors import NotThere
from tests.club.tools import DAY, START, Desk, body, legal


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


@pytest.mark.parametrize("text", ["tomorrow", "31.2.2027", "12/24/2026", "2026-13-01", "1 Foo"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(NotThere, match="is no date"):
        date(text, START)


@pytest.mark.parametrize(
    ("text", "day"), [("24.12.", "2027-12-24"), ("1 January", "2028-01-01"), ("3 jan 2030", "2030-01-03")]
)
def test_a_day_without_its_year_is_the_next_one(text: str, day: str) -> None:
    assert date(text, START) == day


def test_settings_without_reminders(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "still", remind="")
    desk.start()
    desk.run()
    desk.mails()
    assert days(desk, 10) == 0

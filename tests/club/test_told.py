"""What who runs a club is told, and how often; what players are told of a new address, and beside words."""

import json
import os
import shutil
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from pbem.club import robot, settings
from pbem.club.store import Mailing
from pbem.commands import club_
from pbem.errors import SaveError
from tests.club import tools
from tests.club.tools import DAY, Desk, body, by_hand, late, legal, let_play, let_wait, news, over_a_day, without, words
from tests.processes import cold
from tests.test_cli import Shell
from tests.together.tools import Table


def test_what_is_wrong_is_told_once_and_again_after_a_day_or_if_it_is_so_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    other = desk.start("majolica", id="other")
    desk.run()
    whole = other.read_bytes()
    other.write_bytes(whole[:100])
    first = news(desk)
    assert len(first) == 1
    assert "other.toml is neither a record" in first[0]
    assert [news(desk, whole) for whole in (True, False, True)] == [[], [], []]
    other.write_bytes(b"x")
    assert len(news(desk)) == 1, "it is damaged otherwise"
    desk.now += 0.9 * DAY
    assert news(desk) == []
    desk.now += 0.2 * DAY
    assert len(news(desk)) == 1, "it is another day"
    other.write_bytes(whole)
    assert news(desk) == []
    other.write_bytes(b"x")
    assert len(news(desk)) == 1, "it was whole in between"


def test_a_server_that_cannot_be_reached_is_told_once_a_day_whose_mail_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path / "spring")
    late(monkeypatch, desk, "cannot send by mail.example:25: Connection refused", all=True)
    assert over_a_day(desk) == ["mail to ana@example.com waits: cannot send by mail.example:25: Connection refused"]
    assert len(over_a_day(desk)) == 1


def test_another_number_in_what_a_server_says_is_no_news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(tmp_path / "spring")
    late(monkeypatch, desk, "451 4.7.1 try again in {0} seconds, x{0}-7f.1", all=False)
    assert over_a_day(desk) == [
        "mail to ana@example.com waits: 451 4.7.1 try again in 0 seconds, x0-7f.1",
        "mail to bob@example.net waits: 451 4.7.1 try again in 1 seconds, x1-7f.1",
    ]


def test_what_a_server_says_of_each_person_is_told_also_if_addresses_have_numbers(desk: Desk) -> None:
    club = desk.club()
    club.told = [robot._of_mail(address, "450 4.2.0 Greylisted for 9 s") for address in ("ana85@a.org", "bob42@b.org")]
    assert (robot.news(club), robot.news(club)) == (club.told, [])


@pytest.mark.parametrize("where", ["cannot read the mailbox imap://a@b.example/INBOX", "the mail server broke off"])
def test_a_mailbox_that_comes_and_goes_is_told_once_a_day_also_with_another_number_each_time(
    desk: Desk, where: str
) -> None:
    club = desk.club()
    for said, number in ("response: GNNI0 OK", 1), ("", 0), ("response: PNJD7 OK", 0), ("no login", 1), ("", 0):
        club.told = [robot.of_server(f"{where}: {said}")] if said else []
        assert len(robot.news(club)) == number
    club.told = [robot.of_server(f"{where}: response: GNNI0 OK"), "games/g1.toml is empty", "games/g2.toml is empty"]
    assert robot.news(club) == club.told[1:]
    desk.now += DAY
    assert robot.news(club) == club.told
    desk.now += DAY
    club.told = []
    assert robot.news(club) == []
    assert club.store.times("told ") == {}
    club.store.close()


def test_only_a_whole_pass_forgets_what_was_told_and_what_cannot_be_noted_is_told(desk: Desk) -> None:
    club = desk.club()

    def told(*sentences: str, whole: bool) -> list[str]:
        club.told[:] = sentences
        return robot.news(club, whole)

    assert told("one", "two", "two", whole=True) == ["one", "two"]
    assert told("two", "three", whole=False) == ["three"]
    assert told("one", whole=True) == []
    assert told("one", "two", whole=True) == ["two"]
    with closing(desk.store()) as other, other.together():
        club.store._db.execute("pragma busy_timeout = 1")
        assert told(whole=False) == [], "nothing is waited for"
        first, second = told("one", whole=False)
    assert (first, "another pbem" in second) == ("one", True)
    club.store.close()


def test_a_lost_secret_is_told_once_by_passes_and_always_by_the_status(desk: Desk) -> None:
    secret = desk.folder / "games" / "spring.toml.secret"
    secret.rename(desk.folder / "away")
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    assert [len(news(desk)) for _ in range(3)] == [1, 0, 0]
    club = desk.club()
    assert club.missing() == [f"The keeper's secret of game spring is not there: {secret}"]
    club.store.close()


def test_a_game_that_is_drawn_by_hand_lacks_no_secret_and_one_that_is_stopped_nobody(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start(kind="manual", secret=None)
    desk.run()
    with closing(desk.club().store) as noted:
        [game] = noted.games().values()
    assert (game.state, game.waits, desk.club().missing()) == ("draw", "Ana", [])
    by_hand(desk, "stop")
    without(desk, "Bob")
    desk.run()
    assert desk.club().missing() == []


def test_commands_tell_once(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    (desk.folder / "games" / "bad.toml").write_text("x")
    mail = f"From: {os.urandom(4).hex()}@x.example\n\nx\n"
    told = [shell(f"club {command} spring", mail).stderr for command in ("deliver", "run", "run", "deliver")]
    assert [text.count("bad.toml is neither a record") for text in told] == [1, 0, 0, 0]
    with closing(desk.store()) as noted:
        noted.note_time("told otherwise", 1.0)
        shell("club deliver spring", mail)
        assert "otherwise" in noted.times("told "), "what it would not tell it does not forget"
    assert "bad.toml is neither a record" in shell("club status spring").stdout


@pytest.mark.parametrize("stays", ["", " --watch"])
def test_a_pass_that_breaks_off_tells_first_what_it_came_upon(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stays: str
) -> None:
    def fail(error: BaseException, *_: object) -> None:
        raise error

    (desk.folder / "games" / "bad.toml").write_text("x")
    monkeypatch.setattr(robot, "_remind", partial(fail, SaveError("no more")))
    monkeypatch.setattr(time, "sleep", partial(fail, KeyboardInterrupt()))
    shell = Shell(tmp_path, monkeypatch)
    first, second = shell(f"club run spring{stays}"), shell("club run spring")
    assert (first.exit_code != 0, second.exit_code) == (True, 3)
    assert 0 <= first.stderr.find("bad.toml is neither a record") < first.stderr.find("pbem: no more\n")
    assert second.stderr == "pbem: no more\n"


def test_at_a_terminal_a_pass_tells_each_time_and_a_robot_that_stays_once(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell, file = Shell(tmp_path, monkeypatch), desk.folder / settings.FILE
    monkeypatch.setattr(club_, "watched", lambda: True)
    (desk.folder / "games" / "bad.toml").write_text("x")
    whole, wrong = file.read_text(), "bad.toml is neither a record"
    assert [shell("club run spring").stderr.count(wrong) for _ in range(2)] == [1, 1]
    contents = iter([whole, "x", "x", whole, "x"])

    def sleep(seconds: float) -> None:
        if (content := next(contents, None)) is None:
            raise KeyboardInterrupt
        file.write_text(content)

    monkeypatch.setattr(time, "sleep", sleep)
    told = shell("club run spring --watch").stderr
    assert (told.count(wrong), told.count(f"pbem: spring/{settings.FILE}")) == (1, 2), told
    assert shell("club run spring").exit_code != 0


def test_of_those_who_have_to_join_one_without_an_address_holds_up_no_other(tmp_path: Path) -> None:
    desk = tools.joining(tmp_path)
    without(desk, "Bob")
    desk.run()
    assert [mail["To"].addresses[0].display_name for mail in desk.mails()] == ["Cid"]
    assert desk.told == ["game spring: Bob has no address in club.toml, so no mail is sent"]


def test_who_is_removed_when_the_mail_has_gone_out_is_told_once(desk: Desk) -> None:
    desk.mail_to("Ana")
    without(desk, "Ana")
    told = [(desk.run(), desk.told)[1] for _ in range(3)]
    assert told == [["game spring: Ana has no address in club.toml, so no mail is sent"], [], []]


def test_who_has_to_join_with_others_gets_what_waits_at_a_new_address(tmp_path: Path) -> None:
    """Also who is not the one whom the game is noted to wait for, or had no address so far."""
    desk = tools.joining(tmp_path)
    desk.start("majolica", id="other")
    tools.change(desk, "Cid", "cid@first.example")
    desk.run()
    assert sorted(mail["To"].addresses[0].addr_spec for mail in desk.mails()) == [
        "ana@example.com",
        "bob@example.net",
        "cid@first.example",
    ]
    for address in ("cid@new.example", "cid@last.example"):
        tools.change(desk, "Cid", address)
        desk.run()
        [notice] = desk.mails()
        assert notice["To"].addresses[0].addr_spec == address
        assert "pbem join INVITATION -o FILE --as Cid" in words(notice)
        without(desk, "Cid")


def test_a_new_address_of_who_is_asked_after_the_end_tells_nobody_of_the_end_again(tmp_path: Path) -> None:
    table = Table(tmp_path / "t", "majolica", 2, id="spring", seed="club")
    first = table.of(table.game.to_move)
    [second] = [player for player in table.players if player is not first]
    for player, line in ((first, first.any_turn()), (second, "stop")):
        table.mail(player, player.move(line))
    table.mail(first, first.undo())
    desk = Desk(tmp_path / "club")
    desk.folder.joinpath("games").mkdir()
    shutil.copy(first.file, desk.folder / "games" / "spring.toml")
    desk.run()
    desk.mails()
    assert first.load().asked() == f"`undo stop` waits for {second.name}"
    tools.change(desk, second.name, "second@new.example")
    desk.run()
    [notice] = desk.mails()
    assert notice["To"].addresses[0].addr_spec == "second@new.example"
    assert "undo stop line 10" in words(notice)


@pytest.mark.parametrize("daily", [False, True])
def test_a_new_address_first_gets_what_waits_whatever_a_pass_is_at(tmp_path: Path, daily: bool) -> None:
    """A pass that has begun before goes by the old address, and notes what it has sent there."""
    desk = Desk(tmp_path / "spring")
    desk = let_wait(desk, "Ana") if daily else desk
    desk.start("majolica")
    desk.run()
    desk.mail_to("Ana")
    for _ in range(29):
        desk.now += 0.1 * DAY
        desk.run()
    club = desk.club()
    tools.change(desk, "Ana", "ana@new.example")
    desk.now += 0.2 * DAY
    robot.run(club)
    club.store.close()
    assert [mail["To"].addresses[0].addr_spec for mail in desk.mails()] == ["ana@example.com"], "a reminder"
    desk.run()
    [notice] = desk.mails()
    assert notice["To"].addresses[0].addr_spec == "ana@new.example"
    assert "Majolica, game spring, turn 1" in words(notice)
    assert "stop reminders" not in body(notice)
    for _ in range(29):
        desk.now += 0.1 * DAY
        desk.run()
    assert desk.mails() == []
    desk.now += 0.2 * DAY
    desk.run()
    [again] = desk.mails()
    assert "waiting for Ana for 6 days" in words(again)


def test_an_address_that_is_given_up_again_is_told_nothing(desk: Desk) -> None:
    desk.mail_to("Ana")
    file = desk.folder / settings.FILE
    kept = file.read_text()
    tools.change(desk, "Ana", "ana@new.example")
    file.write_text(kept)
    for _ in range(3):
        desk.run()
        assert desk.mails() == []
        desk.now += 0.9 * DAY
    with closing(desk.store()) as noted:
        assert noted.times("address ") == {}


def test_a_new_address_gets_nothing_of_games_that_wait_for_others(desk: Desk) -> None:
    desk.start(players=("Bob", "Ana"), id="other")
    by_hand(desk, legal(desk.game()))
    by_hand(desk, legal(desk.game()))
    desk.run()
    desk.mails()
    tools.change(desk, "Bob", "bob@new.example")
    desk.run()
    assert desk.mails() == []


def test_with_a_digest_a_new_address_has_its_own_reminders(tmp_path: Path) -> None:
    desk = let_wait(Desk(tmp_path / "spring"), "Ana")
    desk.start("majolica")
    passes(desk, 30)
    assert len(desk.mails()) == 4, "the post, and three reminders"
    tools.change(desk, "Ana", "ana@new.example")
    passes(desk, 1)
    assert len(desk.mails()) == 1
    passes(desk, 1.9)
    assert desk.mails() == []
    passes(desk, 30)
    assert len(desk.mails()) == 3


def passes(desk: Desk, days: float) -> None:
    """Time goes by, with ten passes a day."""
    for _ in range(round(days * 10)):
        desk.now += 0.1 * DAY
        desk.run()


def test_a_mail_about_one_game_takes_out_of_the_queue_what_shows_that_game(desk: Desk) -> None:
    with closing(desk.store()) as noted:
        noted.drop([one.id for one in noted.queue(desk.now + DAY)])
        for number, about in enumerate(("one", "one notice", "two notice", " digest", "one answer")):
            game, _, kind = about.partition(" ")
            mail = Mailing(game, 1, kind or "reminder", "Ana", "a@b", "c@d", f"{number}", b"x")
            noted.send(mail, desk.now)
        noted.drop_notices("one", "Bob")
        noted.drop_notices("one", "Ana")
        assert [one.mailing.message for one in noted.queue(desk.now + DAY)] == ["2", "3", "4"]
        noted.drop_notices("", "Ana")
        assert [one.mailing.message for one in noted.queue(desk.now + DAY)] == ["2", "4"]


def test_the_status_as_json_has_what_its_text_tells(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.answer(desk.mail_to("Ana"), "away until 2199-12-24\nstop reminders")
    let_play(desk, Cid="greedy")
    without(desk, "Bob")
    store = desk.store()
    store.note("dana", bounces=2)
    store.send(Mailing("spring", 1, "notice", "ana", "a", "b", "c", b""), 0)
    store.postpone(store.queue(desk.now)[-1].id, desk.now, "450 later")
    store.close()
    [row] = json.loads(Shell(desk.folder, monkeypatch)("club status --json").stdout)
    people, *told = row["club"].values()
    assert [list(one.values()) for one in people] == [
        ["Ana", "ana@example.com", None, "2199-12-24", False, 0],
        ["Cid", None, "greedy", None, True, 0],
        ["Dana", "dana@example.com", None, None, True, 2],
    ]
    assert (row["turn"], told) == (1, [[{"name": "Bob", "game": "spring"}], [], 1, "450 later"])


def test_no_command_leaves_files_of_the_database(tmp_path: Path) -> None:
    for line in (
        "new spring --address games@example.org",
        "person spring Ana ana@example.com",
        "person spring Bob bob@example.com --digest",
        "start spring majolica --player Ana --player Bob --id one",
        "run spring",
        "status spring",
        "notice spring one",
        "standings spring",
        "test spring Ana",
        "test spring Zed",
    ):
        cold("-m", "pbem", "club", *line.split(), folder=tmp_path)
        left = [path.name for path in (tmp_path / "spring").glob("club.db*")]
        assert left == ["club.db"], line


# What a club writes


@pytest.mark.parametrize("word", ["say luck", "show", "legal", "help", "away until 24 May", "back", "undo?", "yes"])
def test_a_word_silences_nothing_about_what_is_not_taken(desk: Desk, word: str) -> None:
    notice, known = desk.mail_to("Ana"), desk.game().log[0] if word == "show" else ""
    move = legal(desk.game()).partition(": ")[2]
    asked = {"R": "`R` alone may be anything", f"I play {move}, then.": "A sentence mentions a move"}
    for text, why in {**asked, f"{known}\n\n1-a9+g": "Nothing new in your mail reads as a move."}.items():
        desk.answer(notice, f"{text}\n\n{word}")
        told = words(desk.mails_by_name()["Ana"])
        assert (why in told, "You have played no turn" in told) == (True, word == "undo?")
    desk.answer(notice, f"{known}\n\nshow\nsay R\n{move}\n\n> R\n> {legal(desk.game())}\n")
    assert words(desk.mails_by_name()["Ana"]).startswith("Your text is passed on to the others. Maharani")


def test_a_word_that_is_done_is_answered_whatever_was_refused_before(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    refused = [desk.answer(notice, f"1 Ana: {number}-a1").messages for number in range(6, 10)]
    assert (refused, len(desk.mails())) == ([{"refusal": 1}] * 4, 3)
    for word in ("show", "legal", "away until 2199-12-24", "stop reminders", "say luck"):
        desk.answer(notice, f"1 Ana: 9-a1\n\n{word}")
        assert words(desk.mails_by_name()["Ana"]).startswith("Nothing is played."), word
    desk.answer(notice, "1 Ana: 9-a1\n\nundo?\nyes\naway until 1999-12-24")
    assert desk.mails() == []


def test_a_mail_to_the_address_of_a_game_is_of_that_game_whatever_it_answers(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    desk.start(id="other", first="Ana")
    desk.run()
    there = desk.reply(notice, legal(desk.game("other")), To=str(desk.mail_to("Ana")["Reply-To"]))
    desk.put(there.partition(b"\nOn Mon")[0])
    assert (desk.run().messages, desk.game("spring").turn, desk.game("other").turn) == ({"played": 1}, 1, 2)

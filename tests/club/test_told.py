"""What who runs a club is told, and how often; what somebody with a new address is told, and when.

What a club writes in words of its own; which lines of a mail it tells to stand in the game already.
"""

import os
import random
import shutil
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem.club import posting, robot, settings, store, texts
from pbem.club.games import Game
from pbem.club.outcome import Asked, why_not
from pbem.club.store import Mailing
from pbem.club.tokens import Token
from pbem.commands import club_
from pbem.mail import Mail
from pbem.session import Session
from pbem.together import chain
from pbem.together.taking import take_from
from tests.club.tools import ADDRESSES, DAY, Desk, body, by_hand, legal, let_wait, without, words
from tests.processes import cold
from tests.support import PLAYERS, ROOT, random_line
from tests.test_cli import Shell
from tests.together.tools import Player, Table, start

DRAW = "draw 1:bSE 2:oC 3:rN 4:gW"


def news(desk: Desk, whole: bool = True) -> list[str]:
    """A pass, and what is told of it."""
    club = desk.club()
    try:
        robot.run(club, None if whole else [])
        return robot.news(club, whole)
    finally:
        club.store.close()


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
    ana = Player(tmp_path, "Ana")
    start(ana, "maharani", PLAYERS["maharani"][3], (), "spring")
    desk = Desk(tmp_path / "club")
    (desk.folder / "games").mkdir()
    shutil.copy(ana.file, desk.folder / "games" / "spring.toml")
    without(desk, "Bob")
    desk.run()
    assert [mail["To"].addresses[0].display_name for mail in desk.mails()] == ["Cid"]
    assert desk.told == ["game spring: Bob has no address in club.toml, so no mail is sent"]


def change(desk: Desk, name: str, address: str) -> None:
    """What `club person` does at the time of the club."""
    club = desk.club()
    first = partial(posting.note_address, club, club.person(name), address)
    settings.change_person(club.folder, name, first, name=name, address=address)
    club.store.close()


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
    change(desk, "Ana", "ana@new.example")
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
    change(desk, "Ana", "ana@new.example")
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
    change(desk, "Bob", "bob@new.example")
    desk.run()
    assert desk.mails() == []


def test_with_a_digest_a_new_address_has_its_own_reminders(tmp_path: Path) -> None:
    desk = let_wait(Desk(tmp_path / "spring"), "Ana")
    desk.start("majolica")
    passes(desk, 30)
    assert len(desk.mails()) == 4, "the post, and three reminders"
    change(desk, "Ana", "ana@new.example")
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


def test_words_of_our_own_are_folded_without_marks() -> None:
    """Else a sentence looks broken; what could be taken for a move or a word of people is marked all the same."""
    begun = "Some words of ours, so many that what goes on has no room on the line"
    assert texts.told(f"{begun} any more.") == [begun, "any more."]
    others = ("say hello to everybody.", "help.", "undo?", "away until Friday.", "card 2-1 or another.", "`R` alone.")
    for more in others:
        assert texts.told(f"{begun} {more}") == [begun, f"= {more}"]
    for name in ("Ana", "Bartholomew", "A name of just 24 signs."):
        about = [*texts.overview([], name, {}), *texts.digest([], name, [], [])]
        assert not any(line.startswith("= ") for line in about), about


def test_of_many_lines_of_a_log_and_legal_moves_some_are_told() -> None:
    log = texts.log(pbem.load(str(ROOT / "examples" / "maharani-demo.pbem")))
    assert (log[0], log[1][:9]) == ("The log, the last 60 of 69 lines:", "(line 10)")
    game = pbem.new("rajas", PLAYERS["rajas"][2], seed="many", first="Ana")
    told = texts.legal(game)
    assert sum(line.startswith("(legal) ") for line in told) == 40
    assert told[-2] == f"({len(game.legal()) - 40} more are not listed.)"


def refusal(session: Session, name: str, text: str) -> str:
    """What a player is told who sends that to a club in answer to its last post."""
    line = session.fold.next_number()
    game = Game("spring.toml", "", session.header.id, "", tuple(session.header.names), line, "", "open", 0.0)
    asked = Asked("a@b", Mail(), settings.Person(name, ADDRESSES[name]), game, Token("", 0, line, "n", ""))
    return why_not(asked, session, take_from(session, text))


def test_a_post_that_comes_alone_tells_once_who_is_to_move(tmp_path: Path) -> None:
    table = Table(tmp_path, "majolica", 2, seed="post")
    first = table.of(table.game.to_move)
    table.mail(first, first.move(first.any_turn()))
    session = table.game
    told = refusal(session, first.name, "\n".join(texts.post(session, first.name)))
    assert f"no line that it has not: {session.to_move} is to move. A move" in told
    assert told.count("to move") == 1
    draw = "\n".join(["draw grid yyyy yyyy yyyy yyyy", "", *texts.post(session, first.name)])
    for strange in (draw, "Hello"):
        assert "Nothing in this text is a line of this game: paste the whole" in refusal(session, first.name, strange)


def test_a_line_that_the_club_tells_to_be_stored_is_known_where_the_game_has_it(tmp_path: Path) -> None:
    session = Table(tmp_path, "majolica", 2, seed="post").game
    link, foreign = session.log[0], f"1 {session.to_move}: start 3 / swap 3-2 / d1:4"
    for text, known in (
        (f"(stored) {link}", (link,)),
        (f"* (stored) {link}", (link,)),
        (f"It says (stored) {link}", ()),
        (f"(stored) {foreign}", ()),
        (f"(stored) {link}\n(stored) {foreign}", (link,)),
    ):
        assert (take_from(session, text).lines, take_from(session, text).known) == ((), known), text


def test_a_line_before_the_opening_is_told_once_who_has_to_join(tmp_path: Path) -> None:
    ana = Player(tmp_path, "Ana")
    start(ana, "maharani", PLAYERS["maharani"][2], (), "spring")
    for line, opened in (("1 Ana: R", 1), (f"link Ana 1 {chain.write(bytes(20), 0)}", 0)):
        told = refusal(ana.load(), "Ana", line)
        assert (told.count("no tip of Bob"), told.casefold().count("not opened")) == (1, opened), told


# Lines that stand in the game of a club already, when they were entered by hand


class Waiting(Desk):
    """A club in which Ana has her first post; people draw in a game by hand."""

    def __init__(self, folder: Path, kind: str) -> None:
        super().__init__(folder)
        dealt: dict[str, Any] = {"secret": None} if kind == "manual" else {}
        self.start(kind=kind, **dealt)
        self.run()
        self.first = self.mail_to("Ana")


def is_told(desk: Waiting, text: str) -> bool:
    """Whether Ana, who answers her first post, is told that it stands in the game already; nothing is played."""
    notice, log = desk.first, desk.game().log
    assert desk.answer(notice, text).messages == {"known": 1}
    assert desk.game().log == log
    mails = [words(mail) for mail in desk.mails() if mail["To"].startswith("Ana")]
    return any("What you sent stands in the game already" in mail for mail in mails)


def test_what_was_answered_is_not_told_again_whatever_was_remarked_before(tmp_path: Path) -> None:
    """Posts count lines without remarks."""
    desk = Waiting(tmp_path / "spring", "keeper")
    for remark in ("; hello", "; all of you", "; and good luck"):
        by_hand(desk, remark)
    desk.answer(desk.first, line := legal(desk.game()))
    desk.mails()
    assert not is_told(desk, line)


@pytest.mark.parametrize("begins", ["2 Bob: ", "draw "])
def test_of_lines_by_hand_a_player_is_told_of_own_turns(tmp_path: Path, begins: str) -> None:
    """Not of those of others, nor of what the robot deals, which nobody enters."""
    desk = Waiting(tmp_path / "spring", "keeper")
    for _ in range(2):
        by_hand(desk, legal(desk.game()))
    assert not is_told(desk, [line for line in desk.game().log if line.startswith(begins)][-1])


def test_where_people_draw_a_turn_is_told_and_a_draw_if_it_was_entered(tmp_path: Path) -> None:
    desk = Waiting(tmp_path / "spring", "manual")
    assert desk.answer(desk.first, DRAW).messages == {"played": 1}
    desk.mails()
    by_hand(desk, turn := legal(desk.game()))
    by_hand(desk, random_line(desk.game(), random.Random(1)))
    assert desk.game().log[-1].startswith("draw")
    assert not is_told(desk, DRAW), "it was answered"
    assert is_told(desk, turn)


def test_where_the_database_was_lost_all_lines_may_be_by_hand(tmp_path: Path) -> None:
    desk = Waiting(tmp_path / "spring", "keeper")
    by_hand(desk, line := legal(desk.game()))
    for path in desk.folder.glob(f"{store.FILE}*"):
        path.unlink()
    assert is_told(desk, line)

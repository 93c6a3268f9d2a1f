"""Texts for who is behind or went another way: replies on top of posts, parts of a log, old mails and blocks.

What a club tells who sends it lines that it has, or cannot have yet.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import report
from pbem.around import oldest_first
from pbem.candidates import Reader, find
from pbem.club import settings, store, texts
from pbem.club.games import Game
from pbem.club.outcome import Asked, why_not
from pbem.club.tokens import Token
from pbem.mail import Mail
from pbem.session import Session
from pbem.taking import take_from
from pbem.together import chain
from pbem.together.taking import take_from as take_together
from tests.club.tools import ADDRESSES, Desk, by_hand, legal, words
from tests.mail.letters import quoted
from tests.support import PLAYERS, Some, any_turn, case_of, new_manual, random_line
from tests.test_chance import is_drawn_after
from tests.test_fuzz import DEALT, walk
from tests.test_threads import outputs
from tests.together.tools import Player, Table, start

SLOW = partial(pytest.param, marks=pytest.mark.slow)
DRAW = "draw 1:bSE 2:oC 3:rN 4:gW"


def replies(name: str, players: int, kind: str, most: int) -> Iterator[tuple[Session, list[str], list[str]]]:
    """A game as it goes on; mails with the reply on top of its post, the last one first, and records before each."""
    game = case_of(name, players).new(kind=kind, id="behind", **DEALT[kind])
    mails, records = list[str](), list[str]()
    for number in range(most):
        records.insert(0, game.record())
        post = "\n".join(report.show(game))
        line = game.play(random_line(game, random.Random(f"{name} {players} {number}")))[0]
        mails.insert(0, f"{line}\n\n{post}")
        yield game, mails, records


@pytest.mark.parametrize("kind", ["seed", "manual", "keeper"])
@pytest.mark.parametrize(("name", "players"), [("majolica", 2), *map(SLOW, ("maharani", "rajas", "rajas"), (3, 2, 4))])
def test_a_reply_on_top_of_its_post_brings_up_who_is_behind(name: str, players: int, kind: str, some: Some) -> None:
    """What the post has comes first, though it stands below; nothing else than what was played is ever taken."""
    whole = tried = 0
    for game, mails, records in replies(name, players, kind, some(6, 16)):
        thread = "\n\nAna wrote:\n\n".join(mails[:3])
        for record in records[1:4]:
            for text in (mails[0], thread)[len(mails) % 2 :]:
                copy = pbem.read(record)
                if lines := take_from(copy, text).lines:
                    copy.play(*lines)
                    assert mails[0].partition("\n")[0] in copy.log, text
                    assert copy.log == game.log[: len(copy.log)], text  # what a keeper draws for it may be missing
                whole += bool(lines)
                tried += 1
    assert whole > tried / (2 if name == "maharani" else 4)


def test_posts_that_go_back_are_laid_the_oldest_first_with_each_line_once() -> None:
    """Of one turn they may go on: then nothing is moved."""
    mails = next(mails for _, mails, _ in replies("maharani", 2, "seed", 5) if len(mails) > 3)
    session = pbem.new("maharani", PLAYERS["maharani"][2], seed="any")
    for text, moved in (
        ("\n\n".join(mails[:3]), True),
        ("\n\n".join(mails[2::-1]), False),
        (f"{mails[0]}\n\n" * 2, False),
    ):
        lines = text.split("\n")
        pieces = find(lines, session.header.names, ("draw",)).pieces
        reads = [one for piece in pieces if piece.kind != "text" and (one := Reader(session).line(piece))]
        laid = oldest_first(lines, reads)
        assert sorted(one.piece.row for one in laid) == [one.piece.row for one in reads]
        assert (laid != reads) is moved
        assert len(reads) > 4


@pytest.mark.parametrize("remark", ["wait, what", "sorry, ignore that"])
def test_remarks_in_a_post_say_nothing_of_the_reply_on_top_of_it(remark: str) -> None:
    """Though they stand below it; what people write there themselves does."""
    game = case_of("maharani", 3).new(kind="seed", seed="behind", id="behind")
    behind = pbem.read(game.record())
    game.play(f"R ; {remark}", f"R ; {remark}")
    mail = "\n".join([f"3 {game.to_move}: R", "", *report.show(game)])
    assert len(take_from(behind, mail).lines) == 3
    assert "is not clear whether it is to be played" in (take_from(behind, f"{mail}\n\n{remark}").doubt or "")


def test_a_reply_on_top_of_a_post_that_another_copy_cannot_come_to_is_asked_about() -> None:
    game = case_of("maharani", 3).new(kind="seed", seed="behind", id="behind")
    there = pbem.read(game.record())
    game.play("R", "R")
    there.play(any_turn(there), "R")
    reply = f"3 {game.to_move}: R\n\n"
    assert "was played otherwise here" in (take_from(game, reply + "\n".join(report.show(there))).doubt or "")
    behind = pbem.read(game.record())
    behind.undo(2)
    post = "\n".join(report.show(game))
    assert take_from(behind, reply + post).lines == (), "after an undo nobody can tell"
    assert "paste what came between" in (take_from(there, f"4 Ana: R\n\n{quoted(post)}").doubt or "")


@pytest.mark.parametrize("name", ["majolica", "maharani", "rajas"])
def test_a_log_on_top_of_its_post_brings_up_who_is_behind(name: str) -> None:
    """A record, or what `log` prints, and a reply below it: they are read as they stand."""
    game = case_of(name, 2).new(kind="seed", id="behind", **DEALT["seed"])
    records: list[str] = []
    for number in range(8):
        records.append(game.record())
        post, log = "\n".join(report.show(game)), outputs(game, [])[2]
        line = game.play(random_line(game, random.Random(f"{name} {number}")))[0]
    behind, now = pbem.read(records[1]), "\n".join(report.show(game))
    for text in (f"{game.record()}\n\n{now}", "\n\n".join([*game.log, now]), f"{log}\n\n{line}\n\n{post}"):
        lines = take_from(behind, text).lines
        assert lines == tuple(game.log[len(behind.log) :][: len(lines)]), text
        assert line in lines


def test_a_part_of_a_log_plays_nothing_again_that_was_taken_back() -> None:
    """Whatever is left out above the undo; a line alone is played again."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="part", id="part", first="Ana")
    game.play("R", "R", "R", "R")
    game.undo(2)
    second, undo = next(line for line in game.log if line[0] == "2"), game.log[-1]
    assert (second[:6], undo) == ("2 Bob:", f"undo 2 line {len(game.log)}")
    for between in ("\n", "\n\n"):
        assert "was taken back since" in (take_from(game, f"{second}{between}{undo}").doubt or "")
    assert take_from(game, second).lines == (second,)
    assert take_from(game, f"{second}\n\n" + "\n".join(report.show(game))).lines == (second,)


def test_an_undo_that_is_there_twice_takes_nothing_from_what_the_text_plays() -> None:
    """As where somebody sums up below: the turn is played once, and taken back."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="part", id="part", first="Ana")
    here = pbem.read(game.record())
    new = [game.play(any_turn(game))[0], *game.undo(1), game.play("R")[0]]
    for between in ("\n", "\n\n"):
        assert take_from(here, "\n".join(new) + between + new[1]).lines == tuple(new)


@pytest.mark.parametrize("name", ["maharani", "rajas"])
def test_lines_of_a_log_that_follow_on_each_other_are_known(name: str, some: Some) -> None:
    """From any line to any other, with undos between, or lines left out: nothing is played, a few are asked about."""
    for seed in range(some(1, 3)):
        rng = random.Random(f"part {name} {seed}")
        game = pbem.read(walk(case_of(name, 2).new(kind="manual", id="part"), rng)[-1][0])
        game.undo(game.turn - 1)  # the last turn of the log is the one to be played
        log = game.log
        for first in range(len(log) - 1):
            for last in range(first + 2, min(first + 9, len(log) + 1)):
                text = "\n".join(log[first:last])
                assert take_from(game, text).lines == (), text
            for _ in range(6):
                some_lines = [line for line in log[first + 1 :] if rng.random() < 0.2]
                text = "\n".join([log[first], *(some_lines or log[-1:])])
                assert take_from(game, text).lines == (), text


# What stands on top of an old mail or block: it begins anew, or is of the past


def before_draw(game_id: str) -> Session:
    """A game in which people draw, which waits for a draw behind a turn."""
    game, number = new_manual(game_id, 2), 0
    while game.turn < 3 or not game.waits_for_draw or not game.log[-1][:1].isdigit():
        number += 1
        game.play(random_line(game, random.Random(f"{game_id} {number}")))
    return game


def test_a_roll_on_top_of_the_post_that_waited_for_it_is_not_rolled_again_in_its_turn() -> None:
    """The mail of another player, without marks, below the next line of that turn."""
    game, tried, turn = new_manual("rajas", 2), 0, 0
    mails: list[str] = []  # of this turn
    for number in range(60):
        post, line = "\n".join(report.show(game)), random_line(game, random.Random(f"{number}"))
        mails = mails if game.turn == turn else []
        turn = game.turn
        if game.waits_for_draw:
            mails.append(f"{line}\n\n{post}")
        for mail in mails if line[:1].isdigit() else ():
            assert take_from(game, f"{line}\n\n{mail}").lines == (line,)
            tried += 1
        game.play(line)
    assert tried > 3


@pytest.mark.parametrize("game_id", ["maharani", "rajas"])
def test_a_new_draw_below_its_move_on_top_of_an_older_post_is_drawn(game_id: str) -> None:
    """Only one that the game has already is of the past there."""
    game, number = new_manual(game_id, 2), 0
    older, tried = "\n".join(report.show(game)), 0
    while tried < 3:
        number += 1
        line, after = random_line(game, random.Random(f"{number}")), pbem.read(game.record())
        after.play(line)
        if game.turn > 2 and line[:1].isdigit() and after.waits_for_draw:
            draw = random_line(after, random.Random(f"drawn {number}"))
            if draw not in game.log:
                tried += 1
                assert take_from(game, f"{line}\n\n{draw}\n\n{older}").lines == (line, draw)
        game.play(line)


@pytest.mark.parametrize(("game_id", "word"), [("maharani", "R"), ("rajas", "Pb")])
def test_a_short_word_at_known_lines_is_no_move_while_a_draw_is_due(game_id: str, word: str) -> None:
    """How to play it now cannot be told: it is not the time for it. Once it is drawn, it is asked about."""
    game = before_draw(game_id)
    turn = game.log[-1]
    for text in (f"{turn}\n\n{word}", f"{word}\n\n{turn}"):
        taken = take_from(game, text)
        assert (taken.lines, taken.known, taken.doubt) == ((), (turn,), None)
    while game.waits_for_draw:
        game.play(random_line(game, random.Random("drawn")))
    assert f"`{word}` alone may be anything" in (take_from(game, f"{turn}\n\n{word}").doubt or "")


def test_a_block_that_begins_with_a_turn_that_was_taken_back_is_asked_about() -> None:
    """What stands below that turn in the log and in the block tells that it is of the past; alone it is new."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    game.play("R")
    block = game.play(any_turn(game))
    assert block[1].startswith("draw")
    game.undo(2)
    for text in ("\n".join(block), "\n\n".join(["Hi,", *block, "Bob"])):
        assert "was taken back since" in (take_from(game, text).doubt or "")
    assert take_from(game, block[0]).lines == (block[0],)


@pytest.mark.parametrize("game_id", ["maharani", "majolica", "rajas"])
def test_a_draw_of_a_keeper_comes_again_with_the_turn_that_is_played_again(game_id: str) -> None:
    """It is the same as before: the block that has it is none of the past, as one of people who draw may be."""
    keeper = case_of(game_id, 2).new(kind="keeper", secret="5e" * 32, id="k")
    copy, block, begins = pbem.read(keeper.record()), [""], False
    while not begins or len(block) < 2:
        copy.play(*block[1:])
        begins = copy.turn not in copy.fold.before
        line = random_line(copy, random.Random(f"{game_id} {copy.turn}"))
        block = keeper.play(line)
        copy.play(line)
    copy.play(*block[1:])
    copy.undo(int(line.split()[0]))
    copy.play(line)
    assert copy.waits_for_draw
    assert take_from(copy, "\n".join(block)).lines == tuple(block[1:])


def test_a_draw_that_touches_its_move_from_above_is_asked_about() -> None:
    """Below it, it is drawn."""
    game, number, bare, draw = new_manual("maharani", 2), 0, "", ""
    while not draw:
        number += 1
        line, after = random_line(game, random.Random(f"touch {number}")), pbem.read(game.record())
        after.play(line)
        if "/" in line and after.waits_for_draw:
            bare, draw = line.partition(": ")[2].partition(" =")[0], random_line(after, random.Random("touch"))
        else:
            game.play(line)
    assert take_from(game, f"{bare}\n{draw}").lines == (bare, draw)
    assert "stands above lines that come before it" in (take_from(game, f"{draw}\n{bare}").doubt or "")


def test_a_draw_that_the_game_has_already_is_asked_about_apart_from_its_move() -> None:
    """It may stand in an older mail; a new one is drawn there."""
    game, seen = case_of("rajas", 2).new(id="apart"), Counter[bool]()
    game.play(random_line(game, random.Random("apart")))
    start = game.record()
    while len(game.log) < 90:
        line, waits = random_line(game, random.Random(f"apart {len(game.log)}")), game.waits_for_draw
        for draw in () if waits else ("roll o1", "roll g2", "roll b3", "roll p4", "roll o6"):
            if is_drawn_after(game, draw, line):
                old = draw in game.log
                taken = take_from(game, f"{line}\n\nAna, 10:30\n\n{draw}")
                assert taken.lines == (() if old else (line, draw))
                assert (f"`{draw}` stands apart" in (taken.doubt or "")) is old
                assert take_from(game, f"{line}\n\n{draw}").lines == (line, draw)
                seen[old] += 1
                assert take_from(game, f"{line}\n\n{start}").lines == (line,), "a record of the first draw"
        game.play(line)
    assert min(seen.values()) > 1


# In a club


def refusal(session: Session, name: str, text: str) -> str:
    """What a player is told who sends that to a club in answer to its last post."""
    line = session.fold.next_number()
    game = Game("spring.toml", "", session.header.id, "", tuple(session.header.names), line, "", "open", 0.0)
    asked = Asked("a@b", Mail(), settings.Person(name, ADDRESSES[name]), game, Token("", 0, line, "n", ""))
    return why_not(asked, session, take_together(session, text))


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
        assert (take_together(session, text).lines, take_together(session, text).known) == ((), known), text


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

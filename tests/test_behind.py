"""Texts for who is behind, or who went another way: a reply on top of its post, threads, parts of a log."""

import random
from collections.abc import Iterator
from functools import partial

import pytest

import pbem
from pbem import report
from pbem.session import Session
from pbem.taking import take_from
from tests.mail.letters import quoted
from tests.support import PLAYERS, Some, any_turn, case_of, random_line
from tests.test_fuzz import DEALT, walk

SLOW = partial(pytest.param, marks=pytest.mark.slow)


def replies(name: str, players: int, kind: str, most: int) -> Iterator[tuple[Session, list[str], list[str]]]:
    """A game as it goes on; mails with the reply on top of its post, the last one first, and records before each."""
    game = case_of(name, players).new(kind=kind, id="behind", **DEALT[kind])
    mails: list[str] = []
    records: list[str] = []
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


def test_a_reply_on_top_of_a_post_that_another_copy_cannot_come_to_is_asked_about() -> None:
    game = case_of("maharani", 3).new(kind="seed", seed="behind", id="behind")
    there = pbem.read(game.record())
    game.play("R", "R")
    there.play(any_turn(there), "R")
    name = game.to_move
    text = f"3 {name}: R\n\n" + "\n".join(report.show(there))
    assert "was played otherwise here" in (take_from(game, text).doubt or "")
    behind = pbem.read(game.record())
    behind.undo(2)
    post = "\n".join(report.show(game))
    assert take_from(behind, f"3 {name}: R\n\n{post}").lines == (), "after an undo nobody can tell"
    assert "paste what came between" in (take_from(there, f"4 Ana: R\n\n{quoted(post)}").doubt or "")


def test_a_part_of_a_log_plays_nothing_again_that_was_taken_back() -> None:
    """Whatever is left out above the undo; a line alone is played again."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="part", id="part", first="Ana")
    game.play("R", "R", "R", "R")
    game.undo(2)
    _, second, *_, undo = [line for line in game.log if not line.startswith("draw")]
    assert (second[:6], undo) == ("2 Bob:", f"undo 2 line {len(game.log)}")
    assert take_from(game, f"{second}\n{undo}").lines == ()
    assert "was taken back since" in (take_from(game, f"{second}\n{undo}").doubt or "")
    assert take_from(game, second).lines == (second,)
    assert take_from(game, f"{second}\n\n" + "\n".join(report.show(game))).lines == (second,)


@pytest.mark.parametrize("name", ["maharani", "rajas"])
def test_lines_of_a_log_that_follow_on_each_other_are_known(name: str, some: Some) -> None:
    """From any line to any other, with undos between: nothing is played, a few are asked about."""
    for seed in range(some(1, 3)):
        rng = random.Random(f"part {name} {seed}")
        game = pbem.read(walk(case_of(name, 2).new(kind="manual", id="part"), rng)[-1][0])
        for first in range(len(game.log) - 1):
            for last in range(first + 2, min(first + 9, len(game.log) + 1)):
                text = "\n".join(game.log[first:last])
                assert take_from(game, text).lines == (), text

"""Whole posts in a keeper's game: of players who cannot draw, and of the keeper who has drawn already."""

import random

import pytest

import pbem
from pbem import report
from pbem.session import Session
from pbem.taking import Taking, take_from
from pbem.testing import Case
from tests.support import cases, random_line

EACH = pytest.mark.parametrize("case", [case for case in cases() if case.players > 1], ids=str)
SECRET = "5e" * 32
TWO = ["Ana=green,yellow", "Bob=red,blue"]


def post(session: Session, added: list[str]) -> str:
    """What `move` prints."""
    return "\n".join([*added, "", *report.show(session)])


def paste(session: Session, text: str) -> Taking:
    """What is taken of a post, played."""
    taken = take_from(session, text)
    assert taken.doubt is None, taken.doubt
    session.play(*taken.lines)
    return taken


@EACH
@pytest.mark.slow
def test_every_post_is_taken_by_everybody_in_any_order(case: Case, games: int | None) -> None:
    """Before the draw the position has another key than after it, and both are of this game."""
    keeper = case.new(kind="keeper", secret=SECRET, id="k")
    early, late = pbem.read(keeper.record()), pbem.read(keeper.record())
    rng = random.Random(str(case))
    drew = 0
    for number in range(games or 12):
        if keeper.over or (not games and number >= 5 and drew):
            break
        mine = post(early, early.play(random_line(early, rng)))
        before = len(keeper.log)
        paste(keeper, mine)
        drew += keeper.log[-1].split()[0] in ("draw", *keeper.rules.words.chance_words)
        theirs = post(keeper, keeper.log[before:])
        paste(early, theirs)
        paste(late, theirs)
        assert paste(late, mine).lines == paste(keeper, mine).lines == ()
        assert early.log == late.log == keeper.log
    assert drew


def test_a_post_of_another_position_is_refused_still() -> None:
    keeper = pbem.new("maharani", TWO, kind="keeper", secret=SECRET, id="k", first="Ana")
    keeper.play(keeper.legal()[0])
    taken = take_from(keeper, "Maharani: Mosaic Palace, game k, turn 2, key 123456\nTo move: Bob.")
    assert taken.doubt is not None
    assert "the post has the key 123456" in taken.doubt


@pytest.mark.parametrize("command", ["undo 1", "stop"])
def test_what_comes_before_a_draw_of_the_keeper_is_taken(command: str) -> None:
    """A player takes a turn back, or stops, before the draw is known; the keeper gets both in one mail."""
    keeper = pbem.new("maharani", TWO, kind="keeper", secret=SECRET, id="k", first="Ana")
    player = pbem.read(keeper.record())
    lines = [*player.play(player.legal()[0]), *player.play(command)]
    assert lines[1] == f"{command} line 3"
    assert paste(keeper, "\n".join(lines)).lines == tuple(lines)
    assert (keeper.log, keeper.key) == (player.log, player.key)
    assert paste(keeper, "\n".join(lines)).lines == ()


def test_what_comes_before_a_draw_may_be_there_twice() -> None:
    """As where somebody sums up below."""
    keeper = pbem.new("maharani", TWO, kind="keeper", secret=SECRET, id="k", first="Ana")
    player = pbem.read(keeper.record())
    lines = [*player.play(player.legal()[0]), *player.play("undo 1"), *player.play(player.legal()[1])]
    taken = paste(keeper, "\n".join([*lines, "", lines[1]]))
    assert (taken.lines, taken.known) == (tuple(lines), ())
    assert keeper.log[: len(player.log)] == player.log


def test_what_comes_after_a_draw_of_the_keeper_is_not_put_before_it() -> None:
    keeper = pbem.new("maharani", TWO, kind="keeper", secret=SECRET, id="k", first="Ana")
    player = pbem.read(keeper.record())
    lines = [*player.play(player.legal()[0]), *player.play("undo 1")]
    keeper.play(lines[0])
    taken = take_from(keeper, "\n".join(lines))
    assert taken.doubt == "That was for line 3, the log has 3: the next one is line 4."

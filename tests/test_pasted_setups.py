"""A game that begins from a whole pasted post: `new --setup` reads the position back that `show` has told."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

import pbem
from pbem import report
from pbem.board import wrap
from pbem.game import CHANCE, NOBODY
from pbem.header import Player
from pbem.session import Session
from pbem.testing import Case
from tests.support import cases, random_lines

LINES = 400
TAKEN = 25
"""Positions of a game that are read back."""
MANNERS = [(True, False), (False, False), (True, True), (False, True)]
"""Full or short, the board on top or last as on a terminal."""


class Told:
    """A position that a game has come to, and the post that tells it to somebody."""

    def __init__(self, game: Session, name: str, manner: tuple[bool, bool] = (True, False)) -> None:
        self.lines = game.rules.position(game.state, game.header.names)
        self.post = report.show(game, None, name, *manner)
        self.board_last = manner[1]
        self.key = game.key
        self.mover = game.header.names[game.state.mover]
        self.drawn = game.state.actor == CHANCE


def given(case: Case, rng: random.Random) -> Sequence[str]:
    """What may be said of players beside a post; what it does not say must be: their colours, in Rajas."""
    return case.words if case.game == "rajas" or rng.random() < 0.3 else ()


def lines_of(game: Session) -> list[str]:
    """The position lines of a game's setup."""
    return game.rules.position(game.state, game.header.names)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_post_is_read_back(case: Case) -> None:
    """Position, players, options and key: of positions all over a game, in whatever a post was wrapped, for anybody."""
    rng = random.Random(f"posts {case}")
    game = case.new()
    found = []
    for _ in range(LINES):
        random_lines(game, rng, most=1)
        if game.state.actor == NOBODY:
            break
        if game.rules.whole(game.state):
            found.append(Told(game, rng.choice(game.header.names), rng.choice(MANNERS)))
    assert len(found) > 20
    assert any(told.drawn for told in found) or game.rules.chance_in_turns
    for told in [*rng.sample(found[:-5], min(TAKEN, len(found) - 5)), *found[-5:]]:
        players = given(case, rng)
        post = told.post if told.board_last else wrapped(rng, told.post)
        other = pbem.new(case.game, players, kind="manual", setup="\n".join(post) if isinstance(post, list) else post)
        assert other.key == told.key
        # Without them two with seats may stand the other way round, where nothing of the position tells them apart.
        in_order: Callable[[Iterable[Any]], list[Any]] = list if players or not game.rules.sides else sorted
        assert in_order(lines_of(other)) == in_order(told.lines)
        assert in_order(map(known, other.header.players)) == in_order(map(known, game.header.players))
        assert other.header.options == game.header.options
        assert other.header.names[other.state.mover] == told.mover


def known(player: Player) -> tuple[str, tuple[str, ...], str]:
    """What is known of a player."""
    return player.name, player.colours, player.seat


def wrapped(rng: random.Random, lines: list[str]) -> str | bytes:
    """A post as it may be pasted."""
    text = "\n".join(lines)
    kind = rng.randrange(7)
    if kind == 0:
        return f"Hello,\nthis is where we are:\n\n{text}\n\nSee you\nAna\n"
    if kind == 1:
        return "On 1.2.2025 10:00 Bob wrote:\n" + "".join(f"> {line}\n" for line in lines) + "That is the one.\n"
    if kind == 2:
        return wrap(lines, "bbcode")
    if kind == 3:
        return wrap(lines, "markdown")
    if kind == 4:
        head = "From: a@example.org\r\nTo: b@example.org\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n"
        kind_of = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        return (head + kind_of + text.replace("\n", "\r\n")).encode()
    if kind == 5:
        return "\n\n".join(line for line in lines if line)
    return text

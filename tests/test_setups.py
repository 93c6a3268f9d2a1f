"""Whatever position a game can reach, its lines and a post of it are read again, and it is the same position."""

import copy
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

import pbem
from pbem import report
from pbem.board import wrap
from pbem.fold import key
from pbem.game import CHANCE, NOBODY, State
from pbem.header import Header, Player
from pbem.rules.maharani.state import State as Maharani
from pbem.session import Session
from pbem.testing import Case
from tests.support import cases, random_lines

MOST = 2000


def walk(game: Session, rng: random.Random) -> list[State]:
    """The positions of a random game that a setup can say: those in which nothing of a turn has been done."""
    state, found, begun = game.state.copy(), [], False
    for _ in range(MOST):
        if state.actor == NOBODY:
            break
        if game.rules.whole(state) and not begun:
            found.append(state.copy())
        if state.actor == CHANCE:
            state.apply(state.deal(lambda purpose, event, number: rng.randrange(number)))
        else:
            turn = state.turn
            state.apply(rng.choice(state.steps()))
            begun = state.turn == turn
    return found


def again(game: Session, state: State) -> State:
    """The position read from its own lines."""
    header: Header = copy.copy(game.header)
    header.position = list(game.rules.position(state, game.header.names))
    header.first = state.mover
    read: State = game.rules.start(header)
    return read


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.slow
def test_every_position_is_read_again(case: Case, games: int | None) -> None:
    """Some of a game, and all of its last 12: there Rajas' markers have met, and Maharani's quarters are paid."""
    rng = random.Random(f"setups {case}")
    game = case.new()
    found = walk(game, rng)
    assert len(found) > 10
    for state in [*rng.sample(found, min(games or 8, len(found))), *found[-12:]]:
        read = again(game, state)
        assert key(game.rules, game.header, read) == key(game.rules, game.header, state)


def test_markers_that_have_met_are_among_them() -> None:
    """As many players as there can be, and options: somebody has crossed while others still play."""
    crossed = 0
    for case in cases("rajas"):
        rng = random.Random(f"crossed {case}")
        game = case.new()
        for state in walk(game, rng)[-case.players :]:
            lines = game.rules.position(again(game, state), game.header.names)
            crossed += any(line.startswith("crossed ") for line in lines)
    assert crossed >= 5


@pytest.mark.parametrize("case", cases("maharani"), ids=str)
def test_a_tile_with_an_artisan_lies_as_it_did(case: Case) -> None:
    """Its arrow points at its player's seat, so position lines need not say where."""
    game = case.new()
    rng = random.Random(f"arrows {case}")
    centre = 0
    for state in walk(game, rng):
        read = again(game, state)
        assert isinstance(state, Maharani)
        assert isinstance(read, Maharani)
        for cell in state.facts.patterns:
            if state.artisan_on(cell):
                assert read.tiles[cell] == state.tiles[cell], cell
                arrows = state.facts.arrows[state.tiles[cell] >> 2][cell]
                centre += state.tiles[cell] % 4 != arrows[0]
    assert centre > 10


# A game that begins from a whole pasted post

LINES = 400
MANNERS = [(True, False), (False, False), (True, True), (False, True)]
"""Full or short, the board on top or last as on a terminal."""
LAST = 3
"""Positions at the end of a game that are read back, besides others: `--games` says how many."""


class Told:
    """A position that a game has come to, and the post that tells it to somebody."""

    def __init__(self, game: Session, name: str, manner: tuple[bool, bool]) -> None:
        self.lines = game.rules.position(game.state, game.header.names)
        self.post = report.show(game, None, name, *manner)
        self.board_last = manner[1]
        self.key = game.key
        self.mover = game.header.names[game.state.mover]


def given(case: Case, rng: random.Random) -> Sequence[str]:
    """What may be said of players beside a post; what it does not say must be: their colours, in Rajas."""
    return case.words if case.game == "rajas" or rng.random() < 0.3 else ()


def lines_of(game: Session) -> list[str]:
    """The position lines of a game's setup."""
    return game.rules.position(game.state, game.header.names)


def told(case: Case, rng: random.Random, number: int) -> list[Told]:
    """So many positions of a random game that a post can say, and its last ones."""
    game = case.new()
    places, drawn = [], 0
    for _ in range(LINES):
        random_lines(game, rng, most=1)
        if game.state.actor == NOBODY:
            break
        if game.rules.whole(game.state):
            places.append(len(game.fold.lines))
            drawn += game.state.actor == CHANCE
    assert len(places) > 20
    assert drawn or game.rules.chance_in_turns
    chosen = {*rng.sample(places[:-LAST], min(number, len(places) - LAST)), *places[-LAST:]}
    again, found = case.new(), []
    for index, line in enumerate(game.log, start=1):
        again.play(line)
        if index in chosen:
            found.append(Told(again, rng.choice(again.header.names), rng.choice(MANNERS)))
    return found


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.slow
def test_a_post_is_read_back(case: Case, games: int | None) -> None:
    """Position, players, options and key: of positions all over a game, in whatever a post was wrapped, for anybody."""
    rng = random.Random(f"posts {case}")
    game = case.new()
    for spot in told(case, rng, games or 6):
        players = given(case, rng)
        text = "\n".join(spot.post) if spot.board_last else wrapped(rng, spot.post)
        other = pbem.new(case.game, players, kind="manual", setup=text)
        assert other.key == spot.key
        # Without them two with seats may stand the other way round, where nothing of the position tells them apart.
        in_order: Callable[[Iterable[Any]], list[Any]] = list if players or not game.rules.sides else sorted
        assert in_order(lines_of(other)) == in_order(spot.lines)
        assert in_order(map(known, other.header.players)) == in_order(map(known, game.header.players))
        assert other.header.options == game.header.options
        assert other.header.names[other.state.mover] == spot.mover


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

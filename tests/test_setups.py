"""Whatever position a game can reach, its lines are read again, and it is the same position."""

import copy
import random

import pytest

from pbem.fold import key
from pbem.game import CHANCE, NOBODY, State
from pbem.header import Header
from pbem.rules.maharani.state import State as Maharani
from pbem.session import Session
from pbem.testing import Case
from tests.support import cases

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

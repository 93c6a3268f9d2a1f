"""Positions of Rajas of the Ganges: copies are independent, and a refusal leaves everything as it was."""

import random
from itertools import product

import pytest

from pbem.game import CHANCE, END, NOBODY, Illegal, Step
from pbem.rules.rajas import boat
from pbem.rules.rajas.player import Player
from pbem.rules.rajas.state import State
from pbem.testing import Case
from tests.rajas import all_of, table
from tests.support import cases, random_lines


@pytest.mark.parametrize("kind", [State, Player])
def test_what_is_declared_has_a_slot_and_is_copied(kind: type[State] | type[Player]) -> None:
    assert list(kind.__slots__) == sorted(kind.__annotations__)
    state = table().state
    assert isinstance(state, State)
    original = state if kind is State else state.player
    assert all(hasattr(original.copy(), name) for name in kind.__slots__)


@pytest.mark.parametrize("case", cases("rajas"), ids=str)
def test_refused_steps_change_nothing_and_copies_nothing_else(case: Case) -> None:
    """Whatever is tried: everything a position consists of is compared, not only its key."""
    rng = random.Random(f"foreign {case}")
    game = case.new()
    random_lines(game, rng, most=1)
    state = game.state
    assert isinstance(state, State)
    pool: list[Step] = [END]
    refused = 0
    for _ in range(150):
        if state.actor == NOBODY:
            break
        whole = all_of(state)
        for step in rng.sample(pool, min(4, len(pool))):
            other = state.copy()
            assert all_of(other) == whole
            try:
                other.apply(step)
            except Illegal:
                assert all_of(other) == whole
                refused += 1
            assert all_of(state) == whole
        aside = state.copy()
        if state.actor == CHANCE:
            step = state.deal(lambda purpose, event, n: rng.randrange(n))
        else:
            step = rng.choice(state.steps())
        pool.append(step)
        state.apply(step)
        assert all_of(aside) == whole
    assert refused > 100


def test_a_boat_reaches_what_others_leave_free() -> None:
    """ruling 20: counted one by one, wherever the others are."""
    state = table(players=3).state
    assert isinstance(state, State)
    mouth = state.facts.mouth
    for here, *others in product((0, 1, *range(mouth - 5, mouth + 1)), repeat=len(state.players)):
        between = [at for at in (here, *others) if 0 < at < mouth]
        if len(set(between)) < len(between):
            continue  # there is room for one
        for player, at in zip(state.players, (here, *others), strict=True):
            player.boat = at
        state.player = state.players[0]
        free = [at for at in range(here + 1, mouth + 1) if at not in others or at == mouth]
        for most in (1, 3, 6):
            assert boat.reach(state, most) == len(free[:most])
            assert boat.sail(state, most) == (free[most - 1] if len(free) >= most else 0)

"""Lazy sequences: items by index are those of the iteration, and there are as many as they say."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.game import NOBODY
from pbem.lazy import Joined, Made, Pairs, Products
from pbem.rules.rajas.dice import Selections, payments, ways
from pbem.rules.rajas.notation import VALUES, in_order
from pbem.rules.rajas.state import State
from pbem.testing import Case
from tests.rajas import tools
from tests.support import cases, random_lines, somewhere

dice = st.lists(st.sampled_from([die for die in VALUES if die[-1] != "k"]), max_size=8).map(in_order)


def check(lazy: Sequence[Any], items: list[Any]) -> None:
    """Everything a sequence promises."""
    assert list(lazy) == items
    assert list(lazy) == items  # once more
    assert len(lazy) == len(items)
    assert [lazy[index] for index in range(len(items))] == items
    assert [lazy[-1 - index] for index in range(len(items))] == items[::-1]
    assert lazy[1:3] == items[1:3]
    assert lazy[::-2] == items[::-2]
    for index in (len(items), -len(items) - 1):
        with pytest.raises(IndexError):
            lazy[index]
    assert bool(lazy) == bool(items)
    assert str(len(items)) in repr(lazy)


@given(st.lists(st.lists(st.integers(), max_size=4), max_size=5))
def test_joined_and_made(parts: list[list[int]]) -> None:
    flat = [number for part in parts for number in part]
    check(Joined(parts), flat)
    check(Made(str, Joined(parts)), [str(number) for number in flat])


@given(st.lists(st.integers(), max_size=4), st.lists(st.booleans(), max_size=4))
def test_pairs(first: list[int], second: list[bool]) -> None:
    check(Pairs(lambda *two: two, first, second), list(product(first, second)))


@given(
    st.lists(st.tuples(st.text(max_size=2), st.lists(st.integers(), max_size=3), st.lists(st.booleans())), max_size=4)
)
def test_products(rows: list[tuple[str, list[int], list[bool]]]) -> None:
    check(Products(lambda *three: three, rows), [(row, *pair) for row, a, b in rows for pair in product(a, b)])


@given(dice, st.integers(0, 4), st.integers(0, 10))
def test_selections_are_all_different_ones_fewest_first(hand: tuple[str, ...], least: int, more: int) -> None:
    wanted = {part for size in range(least, least + more + 1) for part in combinations(hand, size)}
    found = Selections(hand, least, least + more)
    check(found, list(found))
    assert len(found) == len(wanted)
    assert set(found) == wanted
    assert [len(part) for part in found] == sorted(len(part) for part in wanted)


@given(dice, st.integers(0, 14), st.integers(0, 3))
def test_payments_are_all_that_are_enough_fewest_dice_first(hand: tuple[str, ...], least: int, karma: int) -> None:
    hand = tuple("o" + die[1] for die in hand[:6])
    wanted = set()
    for size in range(1, len(hand) + 1):
        for part in combinations(hand, size):
            for turns in product(("", "k"), repeat=size):
                paid = in_order(die + turned for die, turned in zip(part, turns, strict=True))
                if turns.count("k") <= karma and sum(VALUES[die] for die in paid) >= least:
                    wanted.add(paid)
    ways = payments(in_order(hand), karma)
    assert ways.most == max((sum(VALUES[die] for die in paid) for paid in ways.at_least(0)), default=0)
    found = ways.at_least(least)
    assert len(found) == len(wanted)
    assert set(found) == wanted
    assert [len(paid) for paid in found] == sorted(len(paid) for paid in wanted)


@given(dice, st.sampled_from(["o", "gg", "ogb", "ooggbbpp"]), st.integers(-1, 5), st.booleans())
def test_ways_give_back_what_does_not_fit(hand: tuple[str, ...], colours: str, free: int, may: bool) -> None:
    """All that fits is taken, or fewer where dice may be declined; for each more one is given back."""
    number = min(2, len(colours))
    fits = min(number, max(0, free))
    found = list(ways(hand, tuple(colours), number, free, may))
    assert len(found) == len(set(found))
    assert (((), ()) in found) == (may or fits == 0)
    for taken, back in found:
        assert len(back) == max(0, len(taken) - fits)
        assert may or len(taken) >= fits
        assert not Counter(taken) - Counter(colours)
        assert not Counter(back) - Counter(hand)


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.slow
def test_the_steps_of_a_position_are_a_sequence_without_doubles(case: Case) -> None:
    rng = random.Random(f"steps {case}")
    for _ in range(3):
        steps = somewhere(case, rng, 60).state.steps()
        assert len({(type(step), step) for step in steps}) == len(steps)
        if not isinstance(steps, (list, tuple)):
            check(steps, list(steps))


@pytest.mark.parametrize("case", cases("rajas"), ids=str)
@pytest.mark.slow
def test_where_nothing_is_short_the_short_way_does_the_same(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"short {case}")
    game = case.new()
    found: list[tuple[State, list[str], Any, tuple[Any, ...]]] = []
    while game.state.actor != NOBODY and len(found) < 40:
        random_lines(game, rng, most=3)
        if game.state.actor >= 0:
            before = game.state
            assert isinstance(before, State)
            step = rng.choice(before.steps())
            after = before.copy()
            after.apply(step)
            found.append((before, sorted(map(str, before.steps())), step, tools.all_of(after)))
    monkeypatch.setattr(State, "spare", lambda self: 0)
    for state, steps, step, after_it in found:
        assert sorted(map(str, state.steps())) == steps
        state.apply(step)
        assert tools.all_of(state) == after_it

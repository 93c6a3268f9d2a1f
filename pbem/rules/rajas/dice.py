"""What can be done with dice in hand: spent for their colour or value, chosen, given back. Long lists are lazy."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.lazy import Lazy, Products
from pbem.rules.rajas.moves import Colours, Dice
from pbem.rules.rajas.notation import DICE, SIDES_OF_A_DIE, VALUES, WITH_KARMA

Way = tuple[Colours | None, Dice]
"""Dice named (None: all there are, nothing written), dice given back."""


def without(dice: Dice, die: str) -> Dice:
    """A hand without one die, which is in it (turned or not)."""
    index = dice.index(die[:2])
    return dice[:index] + dice[index + 1 :]


class Selections(Lazy[Dice]):
    """Different selections of things, of `least` to `most` of them: fewest first, then in the order they have.

    Equal things are next to each other.
    """

    __slots__ = ("_counts", "_numbers", "_sizes")

    def __init__(self, things: Sequence[str], least: int, most: int) -> None:
        self._numbers: dict[str, int] = {}
        for thing in things:
            self._numbers[thing] = self._numbers.get(thing, 0) + 1
        self._sizes = range(least, min(most, len(things)) + 1)
        self._counts = _selections(tuple(self._numbers.values()))
        self.length = sum(self._counts[0][least : self._sizes.stop])

    def item(self, index: int) -> Dice:
        """See Lazy."""
        size = self._sizes.start
        while index >= self._counts[0][size]:
            index -= self._counts[0][size]
            size += 1
        found: Dice = ()
        for (thing, number), counts in zip(self._numbers.items(), self._counts[1:], strict=True):
            left = size - len(found)
            taken = min(number, left)
            while index >= counts[left - taken]:
                index -= counts[left - taken]
                taken -= 1
            found += (thing,) * taken
        return found

    def __iter__(self) -> Iterator[Dice]:
        for size in self._sizes:
            found: list[Dice] = [()]
            for (thing, number), counts in zip(self._numbers.items(), self._counts[1:], strict=True):
                found = [
                    part + (thing,) * taken
                    for part in found
                    for taken in range(min(number, size - len(part)), -1, -1)
                    if counts[size - len(part) - taken]
                ]
            yield from found


@lru_cache(1 << 12)
def _selections(numbers: tuple[int, ...]) -> list[list[int]]:
    """How many selections of each size there are from some kind on, if there are so many things of each kind."""
    sizes = sum(numbers) + 1
    found = [[1] + [0] * (sizes - 1)]
    for number in reversed(numbers):
        later = found[0]
        found.insert(0, [sum(later[max(0, size - number) : size + 1]) for size in range(sizes)])
    return found


class Hand(NamedTuple):
    """Dice in hand by colour; each different one as it can be spent, with karma turned (ruling 10), also by value."""

    by_colour: dict[str, Dice]
    spendable: Dice
    by_value: tuple[Dice, ...]
    selections: Selections


@lru_cache(1 << 14)  # in long runs about one in ten is not among so many
def hand(dice: Dice, karma: bool) -> Hand:
    """Dice looked at once; with karma a die can be turned."""
    by_colour: dict[str, Dice] = {}
    for die in dice:
        by_colour[die[0]] = (*by_colour.get(die[0], ()), die)
    spendable = tuple(dict.fromkeys(dice))
    if karma:
        spendable += tuple([WITH_KARMA[die] for die in spendable])
    by_value: list[Dice] = [()] * (SIDES_OF_A_DIE + 1)
    for die in spendable:
        by_value[VALUES[die]] += (die,)
    return Hand(by_colour, spendable, tuple(by_value), Selections(dice, 0, len(dice)))


class Payments:
    """Ways to pay with dice of one colour, some of them turned by so much karma (ruling 10).

    `most` is what can be paid with them at most.
    """

    def __init__(self, dice: Dice, karma: int) -> None:
        turned = sorted([VALUES[WITH_KARMA[die]] - VALUES[die] for die in dice], reverse=True)[:karma]
        self.most = sum([VALUES[die] for die in dice]) + sum([gain for gain in turned if gain > 0])
        self._dice, self._karma = dice, karma
        self._all: list[tuple[int, Dice]] = []
        self._at_least: dict[int, tuple[Dice, ...]] = {}

    def at_least(self, price: int) -> tuple[Dice, ...]:
        """Every way to pay at least so much, and at least a die: fewest dice first, then least karma, lowest value."""
        found = self._at_least.get(price)
        if found is None:
            if not self._all:
                self._all = _payments(self._dice, self._karma)
            found = self._at_least[price] = tuple([paid for worth, paid in self._all if worth >= price])
        return found


@lru_cache(1 << 10)
def payments(dice: Dice, karma: int) -> Payments:
    """What can be paid with dice of one colour and so much karma. The ways of one wide hand take two megabytes."""
    return Payments(dice, karma)


def _payments(dice: Dice, karma: int) -> list[tuple[int, Dice]]:
    found: dict[tuple[Dice, Dice], int] = {((), ()): 0}  # dice as they lie, dice turned: value
    for die in dice:
        turned = WITH_KARMA[die]
        for (plain, others), worth in list(found.items()):
            found[(*plain, die), others] = worth + VALUES[die]
            if len(others) < karma:
                found[plain, (*others, turned)] = worth + VALUES[turned]
    del found[(), ()]
    order = sorted(found.items(), key=lambda way: (len(way[0][0]) + len(way[0][1]), len(way[0][1]), way[1]))
    return [(worth, plain + others) for (plain, others), worth in order]


@lru_cache(1 << 12)
def ways(dice: Dice, colours: Colours, number: int, free: int, may: bool) -> Sequence[tuple[Colours, Dice]]:
    """Every way to take so many dice of these, none of which is sold out (ruling 9).

    What fits is taken, or less if the dice `may` be declined; for each more one in hand is given back.
    """
    fits = min(number, max(0, free))
    sizes = range(0 if may else fits, number + 1)
    back = [Selections(dice, more, more) for more in [max(0, size - fits) for size in sizes]]
    taken = [Selections(colours, size, size) for size in sizes]
    return Products(_way, [(None, *both) for both in zip(back, taken, strict=True)])


def _way(_: None, back: Dice, taken: Colours) -> tuple[Colours, Dice]:
    return taken, back


def ways_in_want(
    dice: Dice, supply: dict[str, int], wanted: dict[str, int], number: int, free: int, may: bool
) -> list[tuple[Way, bool]]:
    """The same where colours are sold out: at most so many `wanted` of each; whether a way takes all there are.

    With the dice given back in the supply it is settled how many can be had, and so how many do not fit.
    """
    free = max(0, free)
    found: list[tuple[Way, bool]] = []
    for back in Selections(dice, 0, number):
        given = [die[0] for die in back]
        there = tuple([c for c, most in wanted.items() for _ in range(min(most, supply[c] + given.count(c)))])
        most = min(number, len(there))
        fits = min(most, free)
        sizes = [free + len(back)] if back else range(0 if may else fits, fits + 1)
        for size in sizes:
            if size <= most:
                found += [((taken, back), size == len(there)) for taken in Selections(there, size, size)]
    return found


@lru_cache(1 << 6)
def any_colours(number: int) -> Colours:
    """So many dice of every colour."""
    return tuple(colour for colour in DICE for _ in range(number))


@lru_cache(1 << 6)
def free_colours(number: int, may: bool) -> tuple[Colours, ...]:
    """Every selection of so many dice of free colours, or of fewer if they `may` be declined."""
    return tuple(Selections(any_colours(number), 0 if may else number, number))


def available(supply: dict[str, int], fixed: str) -> Colours:
    """Those of fixed colours that are not sold out, in the order in which they are rolled."""
    if min(supply.values()) >= len(fixed):
        return in_turn(fixed)
    return tuple([colour for colour in DICE for _ in range(min(fixed.count(colour), supply[colour]))])


@lru_cache(1 << 8)
def in_turn(fixed: str) -> Colours:
    """Fixed colours in the order in which they are rolled."""
    return tuple(sorted(fixed, key=DICE.index))

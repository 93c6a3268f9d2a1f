"""The legal next steps of a position of Rajas of the Ganges, one by one, cheap ones first."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from pbem.game import Step
from pbem.rules.rajas import effects, province
from pbem.rules.rajas.facts import payments
from pbem.rules.rajas.moves import (
    Balcony,
    Boat,
    Dice,
    Gain,
    Harbour,
    Lay,
    Market,
    Named,
    Outer,
    Person,
    Quarry,
    Terrace,
    Upgrade,
)
from pbem.rules.rajas.notation import BUILDINGS, DICE, GOODS, TURNED, value

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State

Way = tuple[tuple[str, ...] | None, Dice]
"""Dice named (None: all there are, nothing written), dice given back."""


def without(dice: Dice, die: str) -> Dice:
    """A hand without one die, which is in it (turned or not)."""
    left = list(dice)
    left.remove(die[:2])
    return tuple(left)


def steps(state: "State") -> Iterator[Step]:
    """Every step that answers the choice that is open."""
    kind, *what = state.open
    if kind == "place":
        yield from _places(state)
    elif kind == "gain":
        yield from (Gain(*way) for way in gains(state, state.player.dice, what[0], what[1]))
    elif kind in ("upgrade", "late"):
        yield from (Upgrade(building) for building in upgradable(state))
    elif kind == "boat":
        yield from (Boat(True), Boat(False))
    elif kind == "good":
        yield from (Market(good, "") for good in GOODS)
    elif kind == "move":
        yield from (Harbour(spaces, "") for spaces in range(1, what[0] + 1) if effects.sail(state, spaces))
    elif kind == "palace":
        for number in state.facts.persons:
            yield from persons(state, number, "")
    elif kind == "person":
        yield from persons(state, what[0], "")
    elif kind == "order":
        yield from _orders(state, what[0])
    elif kind in ("lay", "turn"):
        yield from layings(state)
    elif kind == "brown":
        yield from (Lay(state.player.brown, slot) for slot in free_slots(state, state.player.brown))


def upgradable(state: "State") -> list[str]:
    """The buildings below the highest level."""
    return [building for building in BUILDINGS if effects.can_upgrade(state, building)]


# Dice


def available(state: "State", dice: Dice, fixed: str) -> tuple[str, ...]:
    """Those of fixed colours that are not sold out (ruling 9)."""
    left = state.supply(dice)
    found = []
    for colour in sorted(fixed, key=DICE.index):
        if left[colour] > 0:
            left[colour] -= 1
            found.append(colour)
    return tuple(found)


def gains(state: "State", dice: Dice, fixed: str, number: int) -> Iterator[Way]:
    """Every way to take dice, of fixed colours or ("") of free ones, with these in hand (ruling 9)."""
    free = state.free_hands(dice)
    if fixed:
        there = available(state, dice, fixed)
        for taken, back in _ways(dice, there, len(there), free):
            yield (None if taken == there else taken), back
        return
    if not number:
        return
    supply = state.supply(dice)
    if free >= number <= min(supply.values()):  # most of the time
        yield from _ways(dice, None, number, free)
        return
    for taken, back in _ways(dice, None, number, free):
        given = Counter(die[0] for die in back)
        if all(supply[c] > 0 and n <= supply[c] + given[c] for c, n in Counter(taken).items()):
            yield taken, back


@lru_cache(1 << 12)
def _ways(
    dice: Dice, there: tuple[str, ...] | None, number: int, free: int
) -> tuple[tuple[tuple[str, ...], Dice], ...]:
    """(dice taken, dice given back): all that fit are taken; for each more one is given back."""
    if not number:
        return ()
    fits = min(number, max(0, free))
    found = []
    for size in range(fits, number + 1):
        named = _parts(there, size) if there is not None else tuple(combinations_with_replacement(DICE, size))
        for back in _parts(dice, size - fits) if size > fits else ((),):
            found += [(taken, back) for taken in named]
    return tuple(found)


@lru_cache(1 << 12)
def _parts(things: tuple[str, ...], size: int) -> tuple[tuple[str, ...], ...]:
    """Different selections of that many things, in the order they have."""
    found: list[tuple[tuple[str, ...], int]] = [((), 0)]
    for _ in range(size):
        longer = []
        for part, start in found:
            seen = set()
            for index in range(start, len(things)):
                if things[index] not in seen:
                    seen.add(things[index])
                    longer.append(((*part, things[index]), index + 1))
        found = longer
    return tuple(part for part, _ in found)


class Hand:
    """What the player to move can spend, looked at once for all spaces."""

    __slots__ = ("by_colour", "dice", "free", "spendable", "spent", "supply")

    def __init__(self, state: "State") -> None:
        dice = self.dice = state.player.dice
        self.free = state.free_hands(dice)
        self.supply = state.supply(dice)
        self.by_colour: dict[str, Dice] = {}
        for die in dice:
            self.by_colour[die[0]] = (*self.by_colour.get(die[0], ()), die)
        # Each different die as it can be spent for its value, turned if there is karma (ruling 10).
        self.spendable, self.spent = _spendable(dice, state.player.karma > 0)


@lru_cache(1 << 12)
def _spendable(dice: Dice, karma: bool) -> tuple[Dice, tuple[tuple[str, int], ...]]:
    found = tuple(dict.fromkeys(dice))
    if karma:
        found += tuple(die + TURNED for die in found)
    return found, tuple((die, value(die)) for die in found)


# Placing a worker


def _places(state: "State") -> Iterator[Step]:
    hand = Hand(state)
    for place in (_terraces, _harbour, _market, _balconies, _chambers, _outer, _quarry):
        yield from place(state, hand)


def can_place(state: "State") -> bool:
    """Whether the player to move can use any space; the terraces cost nothing."""
    free = is_free(state, "P0") or any("P" + colour not in state.used for colour in state.facts.spaces["terrace"])
    return free or any(True for _ in _places(state))


def is_free(state: "State", space: str) -> bool:
    """Whether a space of market or palace has no worker."""
    spaces = state.facts.spaces
    players = str(len(state.names))
    if space == "Ma":
        return bool(len(state.assorted) < spaces["assorted"][players])
    return bool(state.used.count(space) < (spaces["outer"][players] if space == "P0" else 1))


def cost(state: "State", place: str) -> int:
    """What the next space of quarry or harbour costs; -1 if all are taken."""
    costs = state.facts.spaces[place][str(len(state.names))]
    used = getattr(state, place)
    return int(costs[used]) if used < len(costs) else -1


def _affordable(state: "State", place: str) -> bool:
    return 0 <= cost(state, place) <= state.player.money


def _ways_of(state: "State", dice: Dice, hand: Hand, free: int, colour: str, number: int) -> list[Way]:
    """The ways to take dice of one colour; nearly always all of them, and nothing is written."""
    if free >= number <= hand.supply[colour]:
        return [(None, ())]
    return list(gains(state, dice, colour * number, 0)) or [(None, ())]


def _terraces(state: "State", hand: Hand) -> list[Step]:
    found: list[Step] = []
    for colour in state.facts.spaces["terrace"]:
        if "P" + colour not in state.used:
            for taken, back in _ways_of(state, hand.dice, hand, hand.free, colour, 1):
                found.append(Terrace(colour, taken, back))
    return found


def _balconies(state: "State", hand: Hand) -> list[Step]:
    found: list[Step] = []
    number = state.facts.spaces["balcony_dice"]
    for spent, got in state.facts.spaces["balconies"].items():
        if spent in hand.by_colour and f"P{spent}{got}" not in state.used:
            for die in dict.fromkeys(hand.by_colour[spent]):
                for taken, back in _ways_of(state, without(hand.dice, die), hand, hand.free + 1, got, number):
                    found.append(Balcony(spent, got, die, taken, back))
    return found


def may_assort(state: "State") -> bool:
    """Whether the player may still place a worker on assorted goods in this round."""
    return state.mover not in state.assorted or len(state.names) not in state.facts.spaces["assorted_once"]


def _market(state: "State", hand: Hand) -> list[Step]:
    found: list[Step] = []
    if is_free(state, "Ma") and may_assort(state):
        found.append(Market("a", ""))
    for good in GOODS:
        if "M" + good not in state.used:
            found += _sales(good, hand.spendable)
    return found


@lru_cache(1 << 12)
def _sales(good: str, spendable: Dice) -> tuple[Market, ...]:
    return tuple(Market(good, die) for die in spendable)


def _harbour(state: "State", hand: Hand) -> list[Step]:
    if not _affordable(state, "harbour"):
        return []
    most = state.facts.spaces["harbour_dice"]
    reach = [spaces for spaces in range(1, most + 1) if effects.sail(state, spaces)]
    return [Harbour(n, die) for die, worth in hand.spent if worth <= most for n in reach if n <= worth]


def _outer(state: "State", hand: Hand) -> Iterator[Step]:
    if is_free(state, "P0"):
        yield from _rolls_again(hand.dice)


@lru_cache(1 << 10)
def _rolls_again(dice: Dice) -> tuple[Outer, ...]:
    return tuple(Outer(again) for size in range(len(dice) + 1) for again in _parts(dice, size))


def _chambers(state: "State", hand: Hand) -> Iterator[Step]:
    for die, worth in hand.spent:
        if f"P{worth}" not in state.used:
            yield from persons(state, worth, die)


def persons(state: "State", number: int, paid: str) -> Iterator[Person]:
    """Every way to carry out a chamber, after its die was spent ("": none is)."""
    player = state.player
    dice = without(player.dice, paid) if paid else player.dice
    karma = player.karma - paid.endswith(TURNED)
    kinds = state.facts.chamber_kinds[number]
    if "build" in kinds:
        for tile, cell, roads in covers(state, dice):
            for more, _ in payments(_of(dice, tile[0]), _difference(state, tile, cell), karma):
                yield Person(number, paid, None, (), "", tile, cell, roads, more)
    elif "sail" in kinds:
        if player.boat <= state.facts.mouth - state.facts.last_few:
            yield Person(number, paid)
    elif "upgrade" in kinds:
        yield from (Person(number, paid, None, (), building) for building in upgradable(state) or [""])
    elif "dice" in kinds:
        gained = kinds["dice"].number
        if state.free_hands(dice) >= gained <= min(state.supply(dice).values()):
            yield from _persons_free(number, paid, gained)
        else:
            yield from (Person(number, paid, *way) for way in gains(state, dice, "", gained))
    else:
        yield Person(number, paid)


def open_tiles(state: "State") -> list[str]:
    """The tiles on top of the piles, as far as they are known."""
    return [tile for pile in state.facts.piles if (tile := state.tops.get(pile, ""))]


@lru_cache(1 << 10)
def _persons_free(number: int, paid: str, gained: int) -> tuple[Person, ...]:
    """A chamber that gives dice, with hands and supply enough."""
    return tuple(Person(number, paid, taken) for taken in combinations_with_replacement(DICE, gained))


def _of(dice: Dice, colour: str) -> Dice:
    return tuple(die for die in dice if die[0] == colour)


def _difference(state: "State", tile: str, cell: str) -> int:
    return state.facts.tiles[tile].price - state.facts.tiles[state.player.province[cell][0]].price


def covers(state: "State", dice: Dice) -> Iterator[tuple[str, str, str]]:
    """Dearer tiles, if there are dice of their colour, that can cover one so that all stay connected (ruling 17)."""
    facts, player = state.facts, state.player
    lying = province.key(player.province)
    colours = {die[0] for die in dice}
    for tile in open_tiles(state):
        for cell, (old, _) in lying if tile[0] in colours else ():
            if cell not in player.under and facts.tiles[tile].price > facts.tiles[old].price:
                for roads in province.covers(facts, lying, cell, facts.tiles[tile].turns):
                    yield tile, cell, roads


def _quarry(state: "State", hand: Hand) -> Iterator[Step]:
    if not _affordable(state, "quarry"):
        return
    facts, player = state.facts, state.player
    lying = province.key(player.province)
    for tile in open_tiles(state):
        if tile[0] in hand.by_colour:
            row = facts.tiles[tile]
            ways = payments(hand.by_colour[tile[0]], row.price, player.karma)
            if ways:
                for cell, roads in province.free_places(facts, lying, row.turns):
                    yield from (Quarry(tile, cell, roads, paid) for paid, _ in ways)


# Yields


def free_slots(state: "State", tile: str) -> list[str]:
    """The slots of a player's board on which a yield tile can be laid."""
    return [name for name, row in state.facts.yields.items() if row.slot == tile[0] and name not in state.player.slots]


def layings(state: "State") -> Iterator[Lay]:
    """Open yield tiles on free slots of their colour, or none; nothing at all if none fits."""
    found = [Lay(tile, slot) for tile, left in state.tiles.items() if left for slot in free_slots(state, tile)]
    if found and state.player.expert:
        yield from (*found, Lay("", ""))


def _orders(state: "State", left: tuple[tuple[str, object], ...]) -> Iterator[Named]:
    """A yield by name, with the first step it asks for; alone if it asks for none, or where the line may stop."""
    for name, _ in left:
        after = state.copy()
        asks = after.take_yield(name)
        if not asks or after.queue:
            yield Named(name, None)
        if asks:
            yield from (Named(name, step) for step in steps(after))

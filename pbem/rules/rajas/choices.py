"""The legal next steps of a position of Rajas of the Ganges: lazy sequences, cheap steps first."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from pbem.game import Step
from pbem.lazy import Joined, Made, Pairs, Products
from pbem.rules.rajas import boat, spaces
from pbem.rules.rajas import dice as of_dice
from pbem.rules.rajas.dice import Way, without
from pbem.rules.rajas.moves import (
    Balcony,
    Boat,
    Colours,
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
from pbem.rules.rajas.notation import BUILDINGS, GOODS, TURNED
from pbem.rules.rajas.province import Place

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State


def steps(state: "State") -> Sequence[Step]:
    """Every step that answers the choice that is open."""
    if state.open[0] == "place":
        return _places(state)
    kind, *what = state.open
    if kind == "gain":
        return Made(_gain, gains(state, *what))
    if kind in ("upgrade", "late"):
        return [Upgrade(building) for building in upgradable(state)]
    if kind == "boat":
        return (Boat(True), Boat(False))
    if kind == "good":
        return [Market(good, "") for good in GOODS]
    if kind == "move":
        return [Harbour(number, "") for number in range(1, boat.reach(state, what[0]) + 1)]
    if kind == "palace":
        return Joined([persons(state, number, _UNPAID, state.spare()) for number in state.facts.persons])
    if kind == "person":
        return persons(state, what[0], _UNPAID, state.spare())
    if kind == "order":
        return _orders(state, what[0])
    if kind == "brown":
        return [Lay(state.player.brown, slot) for slot in free_slots(state, state.player.brown)]
    return layings(state)


def _gain(way: Way) -> Gain:
    return Gain(*way)


def upgradable(state: "State") -> tuple[str, ...]:
    """The buildings below the highest level."""
    levels, highest = state.player.levels, len(state.facts.levels) - 1
    return tuple([building for building in BUILDINGS if levels[building] < highest])


# Taking dice


def gains(state: "State", fixed: str, number: int, paid: str = "") -> Sequence[Way]:
    """Every way to take dice, of fixed colours or ("") of free ones, after a die was spent or none (ruling 9)."""
    dice, supply = state.player.dice, state.supply
    if paid:
        dice = without(dice, paid)
        supply = {**supply, paid[0]: supply[paid[0]] + 1}
    free = state.free_hands() + bool(paid)
    if fixed:
        there = of_dice.available(supply, fixed)
        return Made(partial(_unwritten, there), of_dice.ways(dice, there, len(there), free))
    found = of_dice.ways(dice, of_dice.any_colours(number), number, free)
    if free >= number <= min(supply.values()):
        return found
    return [way for way in found if _left(supply, *way)]


def _unwritten(there: Colours, way: tuple[Colours, Dice]) -> Way:
    """All the dice that are there are taken without a word."""
    taken, back = way
    return (None if taken == there else taken), back


def _left(supply: dict[str, int], taken: Colours, back: Dice) -> bool:
    """Whether there are so many dice, with those given back; none of a colour that was sold out before."""
    given = Counter(die[0] for die in back)
    return all(supply[c] > 0 and n <= supply[c] + given[c] for c, n in Counter(taken).items())


# Placing a worker. Where nothing is short, what a space offers depends on few things and is remembered.


def _places(state: "State") -> Sequence[Step]:
    player, facts = state.player, state.facts
    hand = of_dice.hand(player.dice, player.karma > 0)
    by_colour, by_value = hand.by_colour, hand.by_value
    spare = state.spare()
    found: list[Sequence[Step]] = [_terraces(state.terraces) if spare > 0 else _terraces_in_want(state)]
    if spaces.affordable(player, state.room.harbour, state.harbour):
        most = facts.harbour_dice
        found.append(_harbour(by_value[1 : most + 1], boat.reach(state, most)))
    if len(state.assorted) < state.room.assorted and spaces.may_assort(state):
        found.append(_ASSORTED)
    if state.goods and player.dice:
        found.append(Pairs(Market, state.goods, hand.spendable))
    balcony = _balcony if spare >= facts.balcony_dice else partial(_balcony_in_want, state)
    for two in state.balconies:
        if two[0] in by_colour:
            found.append(balcony(two, by_colour[two[0]]))
    for number in state.chambers:
        if by_value[number]:
            found.append(persons(state, number, by_value[number], spare))
    if state.outer < state.room.outer:
        found.append(Made(Outer, hand.selections))
    if spaces.affordable(player, state.room.quarry, state.quarry):
        found.append(_quarry(state, hand))
    return Joined(found)


def can_place(state: "State") -> bool:
    """Whether the player to move can use any space; terraces cost nothing."""
    return bool(state.terraces) or state.outer < state.room.outer or bool(_places(state))


def _ways(state: "State", fixed: str, paid: str = "") -> Sequence[Way]:
    """The ways to take dice of a colour; a worker may also be placed where there are none."""
    return gains(state, fixed, 0, paid) or ((None, ()),)


@lru_cache(1 << 6)
def _terraces(colours: Colours) -> Sequence[Terrace]:
    return tuple(Terrace(colour, None, ()) for colour in colours)


def _terraces_in_want(state: "State") -> Sequence[Terrace]:
    return [Terrace(colour, *way) for colour in state.terraces for way in _ways(state, colour)]


@lru_cache(1 << 12)
def _balcony(two: str, paid: Dice) -> Sequence[Balcony]:
    return tuple(Balcony(two[0], two[1], die, None, ()) for die in dict.fromkeys(paid))


def _balcony_in_want(state: "State", two: str, paid: Dice) -> Sequence[Balcony]:
    fixed = two[1] * state.facts.balcony_dice
    return [Balcony(two[0], two[1], die, *way) for die in dict.fromkeys(paid) for way in _ways(state, fixed, die)]


_ASSORTED = (Market("a", ""),)


@lru_cache(1 << 12)
def _harbour(dice: tuple[Dice, ...], reach: int) -> tuple[Harbour, ...]:
    """Dice by what they are worth, from 1."""
    return tuple(
        Harbour(number, die)
        for worth, paid in enumerate(dice, 1)
        for die in paid
        for number in range(1, min(worth, reach) + 1)
    )


_UNPAID = ("",)


def persons(state: "State", number: int, paid: Dice, spare: int) -> Sequence[Person]:
    """Every way to carry out a chamber, with one of these dice spent for it ("": none is); see State.spare."""
    chamber = state.facts.chambers[number]
    asks = chamber.asks
    if asks == "dice":
        if spare >= chamber.number:
            return _person_taking(number, paid, chamber.number)
        return [Person(number, die, *way) for die in paid for way in gains(state, "", chamber.number, die)]
    if asks == "build":
        return _buildings(state, number, paid)
    if asks == "upgrade":
        return _person_with(number, paid, upgradable(state) or _UNPAID)
    if asks == "sail" and state.player.boat > state.facts.mouth - state.facts.last_few:
        return ()
    return _person_with(number, paid, _UNPAID)


@lru_cache(1 << 12)
def _person_with(number: int, paid: Dice, buildings: tuple[str, ...]) -> tuple[Person, ...]:
    return tuple(Person(number, die, None, (), building) for die in paid for building in buildings)


@lru_cache(1 << 12)
def _person_taking(number: int, paid: Dice, gained: int) -> tuple[Person, ...]:
    return tuple(Person(number, die, taken) for die in paid for taken in of_dice.free_colours(gained))


def _buildings(state: "State", number: int, paid: Dice) -> Sequence[Person]:
    """The Master Builder: dearer tiles over others, for the difference in dice of their colour (ruling 17)."""
    player, tops, tiles = state.player, state.tops, state.facts.tiles
    covers, dearest = player.province.covers, max([row.price for row in player.province.rows], default=0)
    in_hand = of_dice.hand(player.dice, player.karma > 0).by_colour
    rows = []
    for die in paid:
        karma = player.karma - die.endswith(TURNED)
        for colour, dice in in_hand.items():
            left = without(dice, die) if die[:1] == colour else dice
            ways = of_dice.payments(left, karma)
            for pile in state.facts.piles_of[colour]:
                tile = tops.get(pile)
                if not tile or tiles[tile].price - dearest > ways.most:
                    continue
                for price, places in covers(tiles[tile].turns):
                    dearer = tiles[tile].price - price
                    if 0 < dearer <= ways.most:
                        rows.append(((number, die, tile), places, ways.at_least(dearer)))
    return Products(_building, rows) if rows else ()


def _building(row: tuple[int, str, str], place: Place, more: Dice) -> Person:
    number, paid, tile = row
    return Person(number, paid, None, (), "", tile, *place, more)


def open_tiles(state: "State") -> list[str]:
    """The tiles on top of the piles, as far as they are known."""
    return [tile for pile in state.facts.piles if (tile := state.tops.get(pile, ""))]


def _quarry(state: "State", hand: of_dice.Hand) -> Sequence[Quarry]:
    player, tops, tiles = state.player, state.tops, state.facts.tiles
    places = player.province.places
    rows = []
    for colour, dice in hand.by_colour.items():
        ways = of_dice.payments(dice, player.karma)
        for pile in state.facts.piles_of[colour]:
            tile = tops.get(pile)
            if tile and tiles[tile].price <= ways.most:
                rows.append((tile, places(tiles[tile].turns), ways.at_least(tiles[tile].price)))
    return Products(_laid, rows) if rows else ()


def _laid(tile: str, place: Place, paid: Dice) -> Quarry:
    return Quarry(tile, *place, paid)


# Yields


def free_slots(state: "State", tile: str) -> list[str]:
    """The slots of a player's board on which a yield tile can be laid."""
    return [name for name, row in state.facts.yields.items() if row.slot == tile[0] and name not in state.player.slots]


def layings(state: "State") -> list[Lay]:
    """Open yield tiles on free slots of their colour, or none; nothing at all if none fits."""
    if not state.player.expert:
        return []
    found = [Lay(tile, slot) for tile, left in state.yield_tiles.items() if left for slot in free_slots(state, tile)]
    return [*found, Lay("", "")] if found else []


def _orders(state: "State", left: tuple[tuple[str, object], ...]) -> list[Named]:
    """A yield by name, with the first step it asks for; alone if it asks for none, or where the line may stop."""
    found = []
    for name, _ in left:
        after = state.copy()
        asks = after.take_yield(name)
        if not asks or after.queue:
            found.append(Named(name, None))
        if asks:
            found += [Named(name, step) for step in steps(after)]
    return found

"""The legal next steps of a position of Rajas of the Ganges: lazy sequences, cheap steps first.

Which of these lists belongs to which kind of choice stands in `KINDS` of actions.py.
"""

from collections.abc import Sequence
from functools import lru_cache, partial

from pbem.game import Step
from pbem.lazy import Joined, Made, Pairs, Products
from pbem.rules.rajas import dice as of_dice
from pbem.rules.rajas import spaces
from pbem.rules.rajas.dice import Way, without
from pbem.rules.rajas.gains import Chamber
from pbem.rules.rajas.moves import (
    Balcony,
    Boat,
    Colours,
    Dice,
    Gain,
    Harbour,
    Lay,
    Market,
    Outer,
    Person,
    Quarry,
    Terrace,
    Upgrade,
)
from pbem.rules.rajas.notation import BUILDINGS, GOODS, TURNED
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.province import Place
from pbem.rules.rajas.todo import PLACE, Asking, Gaining, Laying, Moving, Placing, Sailing, Upgrading, Valuing

# Answers to what a gain asks


def takings(position: Position, choice: Gaining) -> Sequence[Gain]:
    """Dice named."""
    return Made(_gain, gains(position, *choice[1:]))


def _gain(way: Way) -> Gain:
    return Gain(*way)


def upgradable(position: Position) -> tuple[str, ...]:
    """The buildings below the highest level."""
    levels, highest = position.player.levels, len(position.facts.levels) - 1
    return tuple([building for building in BUILDINGS if levels[building] < highest])


def upgrades(position: Position, _: Upgrading) -> Sequence[Upgrade]:
    """Each building that can be made better."""
    return [Upgrade(building) for building in upgradable(position)]


def boats(position: Position, _: Sailing) -> Sequence[Boat]:
    """The boat to the next free space, or not; nothing at the end of the river."""
    return (Boat(True), Boat(False)) if position.player.boat < position.facts.mouth else ()


def goods(position: Position, _: Valuing) -> Sequence[Market]:
    """Each good; nothing without markets."""
    return [Market(good, "") for good in GOODS] if position.player.province.markets else ()


def moves(position: Position, choice: Moving) -> Sequence[Harbour]:
    """The boat by each number of spaces."""
    return [Harbour(number, "") for number in range(1, position.reach(choice[1]) + 1)]


def unpaid_persons(position: Position, choice: Asking) -> Sequence[Person]:
    """Persons without a die, each in every way."""
    spare = position.spare()
    if choice[0] == "person":
        return persons(position, choice[1], _UNPAID, spare)
    return Joined([persons(position, number, _UNPAID, spare) for number in position.facts.persons])


# Taking dice


def gains(position: Position, fixed: str, number: int, may: bool = False, paid: str = "") -> Sequence[Way]:
    """Every way to take dice, of fixed colours or ("") of free ones, after a die was spent or none (ruling 9).

    `may`: whether they may be declined.
    """
    colours = of_dice.in_turn(fixed) if fixed else of_dice.any_colours(number)
    number = len(fixed) or number
    if not number:
        return ()
    dice, supply = position.player.dice, position.supply
    if paid:
        dice = without(dice, paid)
        supply = {**supply, paid[0]: supply[paid[0]] + 1}
    free = position.free_hands() + bool(paid)
    silent = fixed != "" and not may
    wanted = {colour: colours.count(colour) for colour in colours}
    if all(supply[colour] >= most for colour, most in wanted.items()):
        found = of_dice.ways(dice, colours, number, free, may)
        return Made(partial(_unwritten, colours), found) if silent else found
    some = of_dice.ways_in_want(dice, supply, wanted, number, free, may)
    return [(None if silent and whole and (back or len(some) == 1) else taken, back) for (taken, back), whole in some]


def _unwritten(there: Colours, way: tuple[Colours, Dice]) -> Way:
    """All the dice that are there are taken without a word."""
    taken, back = way
    return (None if taken == there else taken), back


def may_swap(position: Position, fixed: str) -> bool:
    """Whether a die of a fixed colour that is sold out can be given back to be taken again (ruling 9)."""
    supply, there = position.supply, of_dice.available(position.supply, fixed)
    short = [colour for colour in fixed if fixed.count(colour) > supply[colour]]
    return position.free_hands() <= len(there) and any(die[0] in short for die in position.player.dice)


def may_decline(position: Position, chamber: Chamber) -> bool:
    """Whether dice of a chamber may be declined: the Dancer's with the Navaratnas (ruling 24)."""
    return position.navaratnas and chamber.dances


# Placing a worker. Where nothing is short, what a space offers depends on few things and is remembered.


def placings(position: Position, _: Placing = PLACE) -> Sequence[Step]:
    """A worker on each space, in every way."""
    player, facts = position.player, position.facts
    hand = of_dice.hand(player.dice, player.karma > 0)
    by_colour, by_value = hand.by_colour, hand.by_value
    spare = position.spare()
    found: list[Sequence[Step]] = [_terraces(position.terraces) if spare > 0 else _terraces_in_want(position)]
    if spaces.affordable(player, position.room.harbour, position.harbour):
        most = facts.harbour_dice
        found.append(_harbour(by_value[1 : most + 1], position.reach(most)))
    if len(position.assorted) < position.room.assorted and spaces.may_assort(position):
        found.append(_ASSORTED)
    if position.goods and player.dice:
        found.append(Pairs(Market, position.goods, hand.spendable))
    balcony = _balcony if spare >= facts.balcony_dice else partial(_balcony_in_want, position)
    for two in position.balconies:
        if two[0] in by_colour:
            found.append(balcony(two, by_colour[two[0]]))
    for number in position.chambers:
        if by_value[number]:
            found.append(persons(position, number, by_value[number], spare))
    if position.outer < position.room.outer:
        found.append(Made(Outer, hand.selections))
    if spaces.affordable(player, position.room.quarry, position.quarry):
        found.append(_quarry(position, hand))
    return Joined(found)


def can_place(position: Position) -> bool:
    """Whether the player to move can use any space; terraces cost nothing."""
    return bool(position.terraces) or position.outer < position.room.outer or bool(placings(position))


def _ways(position: Position, fixed: str, paid: str = "") -> Sequence[Way]:
    """The ways to take dice of a colour."""
    return gains(position, fixed, 0, paid=paid)


@lru_cache(1 << 6)
def _terraces(colours: Colours) -> Sequence[Terrace]:
    return tuple(Terrace(colour, None, ()) for colour in colours)


def _terraces_in_want(position: Position) -> Sequence[Terrace]:
    return [Terrace(colour, *way) for colour in position.terraces for way in _ways(position, colour)]


@lru_cache(1 << 12)
def _balcony(two: str, paid: Dice) -> Sequence[Balcony]:
    return tuple(Balcony(two[0], two[1], die, None, ()) for die in dict.fromkeys(paid))


def _balcony_in_want(position: Position, two: str, paid: Dice) -> Sequence[Balcony]:
    fixed = two[1] * position.facts.balcony_dice
    return [Balcony(two[0], two[1], die, *way) for die in dict.fromkeys(paid) for way in _ways(position, fixed, die)]


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


def persons(position: Position, number: int, paid: Dice, spare: int) -> Sequence[Person]:
    """Every way to carry out a chamber, with one of these dice spent for it ("": none is); see Position.spare."""
    chamber = position.facts.chambers[number]
    asks = chamber.asks
    if asks == "dice":
        may = may_decline(position, chamber)
        if spare >= chamber.number:
            return _person_taking(number, paid, chamber.number, may)
        return [Person(number, die, *way) for die in paid for way in gains(position, "", chamber.number, may, die)]
    if asks == "build":
        return _buildings(position, number, paid)
    if asks == "upgrade":
        return _person_with(number, paid, upgradable(position) or _UNPAID)
    if asks == "sail" and position.player.boat > position.facts.mouth - position.facts.last_few:
        return ()
    return _person_with(number, paid, _UNPAID)


@lru_cache(1 << 12)
def _person_with(number: int, paid: Dice, buildings: tuple[str, ...]) -> tuple[Person, ...]:
    return tuple(Person(number, die, None, (), building) for die in paid for building in buildings)


@lru_cache(1 << 12)
def _person_taking(number: int, paid: Dice, gained: int, may: bool) -> tuple[Person, ...]:
    return tuple(Person(number, die, taken) for die in paid for taken in of_dice.free_colours(gained, may))


def _buildings(position: Position, number: int, paid: Dice) -> Sequence[Person]:
    """The Master Builder: dearer tiles over others, for the difference in dice of their colour (ruling 17)."""
    player, tops, tiles = position.player, position.tops, position.facts.tiles
    covers, dearest = player.province.covers, max([row.price for row in player.province.rows], default=0)
    in_hand = of_dice.hand(player.dice, player.karma > 0).by_colour
    rows = []
    for die in paid:
        karma = player.karma - die.endswith(TURNED)
        for colour, dice in in_hand.items():
            left = without(dice, die) if die[:1] == colour else dice
            ways = of_dice.payments(left, karma)
            for pile in position.facts.piles_of[colour]:
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


def open_tiles(position: Position) -> list[str]:
    """The tiles on top of the piles, as far as they are known."""
    return [tile for pile in position.facts.piles if (tile := position.tops.get(pile, ""))]


def _quarry(position: Position, hand: of_dice.Hand) -> Sequence[Quarry]:
    player, tops, tiles = position.player, position.tops, position.facts.tiles
    places = player.province.places
    rows = []
    for colour, dice in hand.by_colour.items():
        ways = of_dice.payments(dice, player.karma)
        for pile in position.facts.piles_of[colour]:
            tile = tops.get(pile)
            if tile and tiles[tile].price <= ways.most:
                rows.append((tile, places(tiles[tile].turns), ways.at_least(tiles[tile].price)))
    return Products(_laid, rows) if rows else ()


def _laid(tile: str, place: Place, paid: Dice) -> Quarry:
    return Quarry(tile, *place, paid)


# Yields


def free_slots(position: Position, tile: str) -> list[str]:
    """The slots of a player's board on which a yield tile can be laid."""
    yields, slots = position.facts.yields, position.player.slots
    return [name for name, row in yields.items() if row.slot == tile[0] and name not in slots]


def layings(position: Position, choice: Laying) -> Sequence[Lay]:
    """Open yield tiles on free slots of their colour, or none; nothing at all if none fits. The brown one is a must."""
    player = position.player
    if choice[0] == "brown":
        return [Lay(player.brown, slot) for slot in free_slots(position, player.brown)]
    if not player.expert:
        return ()
    tiles = [tile for tile, left in position.yield_tiles.items() if left]
    found = [Lay(tile, slot) for tile in tiles for slot in free_slots(position, tile)]
    return [*found, Lay("", "")] if found else ()

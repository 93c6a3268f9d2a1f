"""The legal next steps of a position of Rajas of the Ganges: lazy sequences, cheap steps first."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from pbem.game import Step
from pbem.lazy import Joined, Made, Pairs
from pbem.rules.rajas import dice as of_dice
from pbem.rules.rajas import effects
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
from pbem.rules.rajas.notation import BUILDINGS, DICE, GOODS, TURNED

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State


def steps(state: "State") -> Sequence[Step]:
    """Every step that answers the choice that is open."""
    kind, *what = state.open
    if kind == "place":
        return _places(state)
    if kind == "gain":
        return Made(_gain, gains(state, state.player.dice, *what))
    if kind in ("upgrade", "late"):
        return [Upgrade(building) for building in upgradable(state)]
    if kind == "boat":
        return (Boat(True), Boat(False))
    if kind == "good":
        return [Market(good, "") for good in GOODS]
    if kind == "move":
        return [Harbour(spaces, "") for spaces in range(1, effects.reach(state, what[0]) + 1)]
    if kind == "palace":
        return Joined([persons(state, number, _UNPAID) for number in state.facts.persons])
    if kind == "person":
        return persons(state, what[0], _UNPAID)
    if kind == "order":
        return _orders(state, what[0])
    if kind == "brown":
        return [Lay(state.player.brown, slot) for slot in free_slots(state, state.player.brown)]
    return layings(state)


def _gain(way: Way) -> Gain:
    return Gain(*way)


def upgradable(state: "State") -> list[str]:
    """The buildings below the highest level."""
    levels, highest = state.player.levels, len(state.facts.levels) - 1
    return [building for building in BUILDINGS if levels[building] < highest]


# Taking dice


def available(state: "State", dice: Dice, fixed: str) -> Colours:
    """Those of fixed colours that are not sold out (ruling 9)."""
    left = state.supply(dice)
    found = []
    for colour in sorted(fixed, key=DICE.index):
        if left[colour] > 0:
            left[colour] -= 1
            found.append(colour)
    return tuple(found)


def gains(state: "State", dice: Dice, fixed: str, number: int) -> Sequence[Way]:
    """Every way to take dice, of fixed colours or ("") of free ones, with these in hand (ruling 9)."""
    free = state.free_hands(dice)
    if fixed:
        there = available(state, dice, fixed)
        return Made(partial(_unwritten, there), of_dice.ways(dice, there, len(there), free))
    supply = state.supply(dice)
    found = of_dice.ways(dice, of_dice.any_colours(number), number, free)
    if free >= number <= min(supply.values()):  # most of the time
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


# Placing a worker


def _places(state: "State") -> Sequence[Step]:
    player = state.player
    hand = of_dice.hand(player.dice, player.karma > 0)
    supply = state.supply(player.dice)
    free = state.free_hands(player.dice)
    used = state.used
    facts = state.facts
    found: list[Sequence[Step]] = [
        _terrace(state, colour, free > 0 < supply[colour])
        for colour in facts.spaces["terrace"]
        if "P" + colour not in used
    ]
    if _affordable(state, "harbour"):
        most = facts.spaces["harbour_dice"]
        found.append(_harbour(hand.spent, effects.reach(state, most), most))
    if is_free(state, "Ma") and may_assort(state):
        found.append(_ASSORTED)
    found += [_sales(good, hand.spent) for good in GOODS if "M" + good not in used]
    number = facts.spaces["balcony_dice"]
    for spent, got in facts.spaces["balconies"].items():
        if spent in hand.by_colour and f"P{spent}{got}" not in used:
            found.append(_balcony(state, spent, hand.by_colour[spent], free + 1 >= number <= supply[got]))
    found += [
        persons(state, chamber, hand.by_value[chamber])
        for chamber in facts.chambers
        if chamber in hand.by_value and f"P{chamber}" not in used
    ]
    if is_free(state, "P0"):
        found.append(Made(Outer, of_dice.Selections(player.dice, 0, len(player.dice))))
    if _affordable(state, "quarry"):
        found += _quarry(state, hand.by_colour)
    return Joined(found)


def can_place(state: "State") -> bool:
    """Whether the player to move can use any space; the terraces cost nothing."""
    free = is_free(state, "P0") or any("P" + colour not in state.used for colour in state.facts.spaces["terrace"])
    return free or bool(_places(state))


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


def may_assort(state: "State") -> bool:
    """Whether the player may still place a worker on assorted goods in this round."""
    return state.mover not in state.assorted or len(state.names) not in state.facts.spaces["assorted_once"]


def _ways(state: "State", dice: Dice, fixed: str) -> Sequence[Way]:
    """The ways to take dice of a colour; a worker may also be placed where there are none."""
    return gains(state, dice, fixed, 0) or ((None, ()),)


def _terrace(state: "State", colour: str, plenty: bool) -> Sequence[Terrace]:
    if plenty:
        return _terrace_of(colour)
    return [Terrace(colour, *way) for way in _ways(state, state.player.dice, colour)]


@lru_cache(None)
def _terrace_of(colour: str) -> tuple[Terrace]:
    return (Terrace(colour, None, ()),)


def _balcony(state: "State", spent: str, paid: Dice, plenty: bool) -> Sequence[Balcony]:
    spaces = state.facts.spaces
    got = spaces["balconies"][spent]
    if plenty:
        return _balcony_of(spent, got, paid)
    return [
        Balcony(spent, got, die, *way)
        for die in dict.fromkeys(paid)
        for way in _ways(state, without(state.player.dice, die), got * spaces["balcony_dice"])
    ]


@lru_cache(1 << 12)
def _balcony_of(spent: str, got: str, paid: Dice) -> tuple[Balcony, ...]:
    return tuple(Balcony(spent, got, die, None, ()) for die in dict.fromkeys(paid))


_ASSORTED = (Market("a", ""),)


@lru_cache(1 << 12)
def _sales(good: str, spent: of_dice.Spent) -> tuple[Market, ...]:
    return tuple(Market(good, die) for die, _ in spent)


@lru_cache(1 << 12)
def _harbour(spent: of_dice.Spent, reach: int, most: int) -> tuple[Harbour, ...]:
    spaces = range(1, reach + 1)
    return tuple(Harbour(n, die) for die, worth in spent if worth <= most for n in spaces if n <= worth)


_UNPAID = ("",)


def persons(state: "State", number: int, paid: Dice) -> Sequence[Person]:
    """Every way to carry out a chamber, with one of these dice spent for it ("": none is)."""
    player = state.player
    kinds = state.facts.chamber_kinds[number]
    if "build" in kinds:
        return Joined([part for die in paid for part in _buildings(state, number, die)])
    if "upgrade" in kinds:
        return _person_with(number, paid, tuple(upgradable(state)) or ("",))
    if "dice" in kinds:
        gained = kinds["dice"].number
        spent = paid != _UNPAID
        if state.free_hands(player.dice) + spent >= gained <= min(state.supply(player.dice).values()):
            return _person_taking(number, paid, gained)
        return [
            Person(number, die, *way)
            for die in paid
            for way in gains(state, without(player.dice, die) if spent else player.dice, "", gained)
        ]
    if "sail" in kinds and player.boat > state.facts.mouth - state.facts.last_few:
        return ()
    return _person_with(number, paid, ("",))


@lru_cache(1 << 12)
def _person_with(number: int, paid: Dice, buildings: tuple[str, ...]) -> tuple[Person, ...]:
    return tuple(Person(number, die, None, (), building) for die in paid for building in buildings)


@lru_cache(1 << 12)
def _person_taking(number: int, paid: Dice, gained: int) -> tuple[Person, ...]:
    colours = of_dice.Selections(of_dice.any_colours(gained), gained, gained)
    return tuple(Person(number, die, taken) for die in paid for taken in colours)


def open_tiles(state: "State") -> list[str]:
    """The tiles on top of the piles, as far as they are known."""
    return [tile for pile in state.facts.piles if (tile := state.tops.get(pile, ""))]


def _buildings(state: "State", number: int, paid: str) -> list[Sequence[Person]]:
    """The Master Builder: dearer tiles over others, for the difference in dice of their colour (ruling 17)."""
    player = state.player
    dice = without(player.dice, paid) if paid else player.dice
    by_colour = of_dice.hand(dice, False).by_colour
    karma = player.karma - paid.endswith(TURNED)
    found: list[Sequence[Person]] = []
    for tile in open_tiles(state):
        if tile[0] in by_colour:
            for price, places in player.province.covers(tile).items():
                ways = of_dice.payments(by_colour[tile[0]], price, karma)
                found.append(Pairs(partial(_building, number, paid, tile), places, ways))
    return found


def _building(number: int, paid: str, tile: str, place: tuple[str, str], more: Dice) -> Person:
    return Person(number, paid, None, (), "", tile, *place, more)


def _quarry(state: "State", by_colour: dict[str, Dice]) -> list[Sequence[Quarry]]:
    player = state.player
    found: list[Sequence[Quarry]] = []
    for tile in open_tiles(state):
        if tile[0] in by_colour:
            ways = of_dice.payments(by_colour[tile[0]], state.facts.tiles[tile].price, player.karma)
            if ways:
                found.append(Pairs(partial(_tile, tile), player.province.places(tile), ways))
    return found


def _tile(tile: str, place: tuple[str, str], paid: Dice) -> Quarry:
    return Quarry(tile, *place, paid)


# Yields


def free_slots(state: "State", tile: str) -> list[str]:
    """The slots of a player's board on which a yield tile can be laid."""
    return [name for name, row in state.facts.yields.items() if row.slot == tile[0] and name not in state.player.slots]


def layings(state: "State") -> list[Lay]:
    """Open yield tiles on free slots of their colour, or none; nothing at all if none fits."""
    if not state.player.expert:
        return []
    found = [Lay(tile, slot) for tile, left in state.tiles.items() if left for slot in free_slots(state, tile)]
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

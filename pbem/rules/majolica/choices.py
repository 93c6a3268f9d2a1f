"""The legal next steps of a position of Majolica, listed kind by kind.

What is thrown away on arrival is by default exactly what is too much; with `voluntary` any more as well, and
tiles of any workshop while nothing is due (ruling 15). Lists that come again and again are remembered.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations

from pbem.game import END, Step
from pbem.rules.majolica.facts import Facts, fits
from pbem.rules.majolica.grid import DOWN, border
from pbem.rules.majolica.moves import DECLINE, Activate, Bonus, Card, Discard, Draft, One, Run, Start, Swap
from pbem.rules.majolica.position import Position
from pbem.rules.majolica.tiles import minus, parts, plus, without

_REMEMBERED = 1 << 14


def steps(position: Position, voluntary: bool) -> Iterator[Step]:
    """Every legal next step of the player to move."""
    if position.drafting:
        yield from (Draft(place) for place, word in enumerate(position.shown) if word != DOWN)
        return
    bench = position.bench
    if bench.start:
        yield from (Start(slot) for slot, card in enumerate(bench.slots) if not card)
        return
    must = position.must_activate()
    for shop in must:
        yield from _activations(position, shop, voluntary)
    if not must:
        if position.complete:
            yield DECLINE if position.rights else END
        if not position.taken:
            if not position.half:
                yield from _runs(position, voluntary)
            yield from _ones(position, voluntary)
        if not position.half and not position.complete:
            for place, card in enumerate(position.display):
                if card != DOWN:
                    yield from _cards(place, position.facts.slots)
            yield from _swaps(tuple(map(bool, bench.slots)))
    if position.rights:
        yield from _bonuses(position, voluntary)
    if voluntary and not must:
        for shop, heap in enumerate(bench.shops):
            yield from (Discard(shop, tiles) for tiles in parts(heap, 1, len(heap)))


@lru_cache(_REMEMBERED)
def _thrown(facts: Facts, shop: int, there: str, heap: str, voluntary: bool) -> tuple[str, ...]:
    """What may be thrown away when tiles arrive in a workshop that has some."""
    lying, excess = facts.arrival(shop, there, heap)
    if voluntary and lying != there:
        return parts(lying, excess, len(lying))
    return parts(lying, excess, excess) if excess else ("",)


def _places(position: Position, heap: str, voluntary: bool) -> list[tuple[int, tuple[str, ...]]]:
    """The workshops tiles can go to, and what may be thrown away there."""
    facts = position.facts
    return [(shop, _thrown(facts, shop, there, heap, voluntary)) for shop, there in enumerate(position.bench.shops)]


def _runs(position: Position, voluntary: bool) -> list[Run]:
    found: list[Run] = []
    for run, heap in _heaps(position):
        for mark in _marks(position, heap):
            for shop, thrown in _places(position, minus(heap, mark) or "", voluntary):
                found += _run_into(run, shop, mark, thrown)
    return found


@lru_cache(_REMEMBERED)
def _run_into(run: tuple[int, int] | None, shop: int, mark: str, thrown: tuple[str, ...]) -> tuple[Run, ...]:
    return tuple(Run(run, shop, mark, tiles) for tiles in thrown)


def _heaps(position: Position) -> list[tuple[tuple[int, int] | None, str]]:
    """The runs that may be taken, by their ends, and their tiles."""
    if position.solo:
        return [(None, plus("", position.tiles))]
    grid = position.grid
    runs = border(grid, position.facts.run).runs
    return [(ends, plus("", "".join([grid[cell] for cell in cells]))) for ends, cells in runs.items()]


def _marks(position: Position, heap: str) -> list[str]:
    """The colours of which a tile may go to the mission takes, and "" for none."""
    bench = position.bench
    if bench.mission != "takes" or len(heap) != position.facts.missions["takes"]["run"]:
        return [""]
    return ["", *(c for c in position.facts.colours if c in heap and c not in bench.collected)]


def _ones(position: Position, voluntary: bool) -> list[One]:
    tiles: Iterable[tuple[int | str, str]]
    if position.solo:
        tiles = [(colour, colour) for colour in dict.fromkeys(plus("", position.tiles))]
    else:
        tiles = [(cell, position.grid[cell]) for cell in border(position.grid, position.facts.run).cells]
    places: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    found: list[One] = []
    for tile, colour in tiles:
        if colour not in places:
            places[colour] = _places(position, colour, voluntary)
        for shop, thrown in places[colour]:
            found += _one_into(tile, shop, thrown)
    return found


@lru_cache(_REMEMBERED)
def _one_into(tile: int | str, shop: int, thrown: tuple[str, ...]) -> tuple[One, ...]:
    return tuple(One(tile, shop, tiles) for tiles in thrown)


@lru_cache(_REMEMBERED)
def _cards(place: int, slots: int) -> tuple[Card, ...]:
    return tuple(Card(place, slot) for slot in range(slots))


@lru_cache(_REMEMBERED)
def _swaps(taken: tuple[bool, ...]) -> tuple[Swap, ...]:
    """Every way to move some of the cards so that no slot ends up with two; `taken`: which slots have one."""
    cards = [slot for slot, card in enumerate(taken) if card]
    found = []
    for number in range(len(cards) + 1):
        for moved in combinations(cards, number):
            free = [slot for slot in range(len(taken)) if slot in moved or slot not in cards]
            for ends in permutations(free, number):
                if all(start != to for start, to in zip(moved, ends, strict=True)):
                    found.append(Swap(tuple(zip(moved, ends, strict=True))))
    return tuple(found)


def _activations(position: Position, shop: int, voluntary: bool) -> Iterator[Step]:
    facts, bench = position.facts, position.bench
    workshop, heap = facts.workshops[shop], bench.shops[shop]
    spaces = None if shop == facts.hall else facts.spaces(bench.slots[shop], bench.on[shop])
    target = 0 if spaces is None else shop + 1
    reward = facts.wild if spaces is None and position.hall[0] else ""
    for tiles in parts(without(heap, facts.wild), workshop.must, workshop.must + workshop.may):
        if spaces is not None and not fits(spaces, tiles):
            continue
        rest = minus(heap, tiles) or ""
        able = without(rest, facts.wild) if workshop.breaks else ""
        for broken in dict.fromkeys(able) or ("",):
            arriving = plus(minus(rest, broken) or "", reward)
            for thrown in _thrown(facts, target, bench.shops[target], arriving, voluntary):
                yield Activate(shop, tiles, broken, thrown)


def _bonuses(position: Position, voluntary: bool) -> list[Bonus]:
    return [
        Bonus(colour, shop, tiles)
        for colour in position.facts.colours
        for shop, thrown in _places(position, colour, voluntary)
        for tiles in thrown
    ]

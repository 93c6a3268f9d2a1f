"""The legal next steps of a position of Majolica, listed kind by kind.

What is thrown away on arrival is by default exactly what is too much; with `voluntary` any more as well, and
tiles of any workshop while nothing is due (ruling 15). Lists that come again and again are remembered.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from pbem.game import END, Step
from pbem.rules.majolica.facts import DOWN, Facts, border, fits
from pbem.rules.majolica.moves import DECLINE, Activate, Bonus, Card, Discard, Draft, One, Run, Start, Swap
from pbem.rules.majolica.tiles import minus, parts, plus, without

if TYPE_CHECKING:
    from pbem.rules.majolica.state import State

_REMEMBERED = 1 << 14


def steps(state: "State", voluntary: bool) -> Iterator[Step]:
    """Every legal next step."""
    if state.actor < 0:
        return
    if state.drafting:
        yield from (Draft(place) for place, word in enumerate(state.shown) if word != DOWN)
        return
    bench = state.bench
    if bench.start:
        yield from (Start(slot) for slot, card in enumerate(bench.slots) if not card)
        return
    due = state.due()
    for shop in due:
        yield from _activations(state, shop, voluntary)
    if not due:
        if state.complete:
            yield DECLINE if state.rights else END
        if not state.taken:
            if not state.half:
                yield from _runs(state, voluntary)
            yield from _ones(state, voluntary)
        if not state.half and not state.complete:
            for place, card in enumerate(state.display):
                if card != DOWN:
                    yield from _cards(place, state.facts.slots)
            yield from _swaps(tuple(map(bool, bench.slots)))
    if state.rights:
        yield from _bonuses(state, voluntary)
    if voluntary and not due:
        for shop, heap in enumerate(bench.shops):
            yield from (Discard(shop, tiles) for tiles in parts(heap, 1, len(heap)))


@lru_cache(_REMEMBERED)
def _thrown(facts: Facts, shop: int, there: str, heap: str, voluntary: bool) -> tuple[str, ...]:
    """What may be thrown away when tiles arrive in a workshop that has some."""
    lying, excess = facts.arrival(shop, there, heap)
    if voluntary and lying != there:
        return parts(lying, excess, len(lying))
    return parts(lying, excess, excess) if excess else ("",)


def _places(state: "State", heap: str, voluntary: bool) -> list[tuple[int, tuple[str, ...]]]:
    """The workshops tiles can go to, and what may be thrown away there."""
    facts = state.facts
    return [(shop, _thrown(facts, shop, there, heap, voluntary)) for shop, there in enumerate(state.bench.shops)]


def _runs(state: "State", voluntary: bool) -> list[Run]:
    found: list[Run] = []
    for run, heap in _heaps(state):
        for mark in _marks(state, heap):
            for shop, thrown in _places(state, minus(heap, mark) or "", voluntary):
                found += _run_into(run, shop, mark, thrown)
    return found


@lru_cache(_REMEMBERED)
def _run_into(run: tuple[int, int] | None, shop: int, mark: str, thrown: tuple[str, ...]) -> tuple[Run, ...]:
    return tuple(Run(run, shop, mark, tiles) for tiles in thrown)


def _heaps(state: "State") -> list[tuple[tuple[int, int] | None, str]]:
    """The runs that may be taken, by their ends, and their tiles."""
    if state.solo:
        return [(None, plus("", state.tiles))]
    grid = state.grid
    runs = border(grid, state.facts.run).runs
    return [(ends, plus("", "".join([grid[cell] for cell in cells]))) for ends, cells in runs.items()]


def _marks(state: "State", heap: str) -> list[str]:
    """The colours of which a tile may go to the mission takes, and "" for none."""
    bench = state.bench
    if bench.mission != "takes" or len(heap) != state.facts.missions["takes"]["run"]:
        return [""]
    return ["", *(c for c in state.facts.colours if c in heap and c not in bench.collected)]


def _ones(state: "State", voluntary: bool) -> list[One]:
    tiles: Iterable[tuple[int | str, str]]
    if state.solo:
        tiles = [(colour, colour) for colour in dict.fromkeys(plus("", state.tiles))]
    else:
        tiles = [(cell, state.grid[cell]) for cell in border(state.grid, state.facts.run).cells]
    places: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    found: list[One] = []
    for tile, colour in tiles:
        if colour not in places:
            places[colour] = _places(state, colour, voluntary)
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


def _activations(state: "State", shop: int, voluntary: bool) -> Iterator[Step]:
    facts, bench = state.facts, state.bench
    workshop, heap = facts.workshops[shop], bench.shops[shop]
    spaces = None if shop == facts.hall else facts.spaces(bench.slots[shop], bench.on[shop])
    target = 0 if spaces is None else shop + 1
    reward = facts.wild if spaces is None and state.hall[0] else ""
    for tiles in parts(without(heap, facts.wild), workshop.must, workshop.must + workshop.may):
        if spaces is not None and not fits(spaces, tiles):
            continue
        rest = minus(heap, tiles) or ""
        able = without(rest, facts.wild) if workshop.breaks else ""
        for broken in dict.fromkeys(able) or ("",):
            arriving = plus(minus(rest, broken) or "", reward)
            for thrown in _thrown(facts, target, bench.shops[target], arriving, voluntary):
                yield Activate(shop, tiles, broken, thrown)


def _bonuses(state: "State", voluntary: bool) -> list[Bonus]:
    return [
        Bonus(colour, shop, tiles)
        for colour in state.facts.colours
        for shop, thrown in _places(state, colour, voluntary)
        for tiles in thrown
    ]

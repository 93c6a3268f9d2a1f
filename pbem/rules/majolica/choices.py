"""The legal next steps of a position of Majolica, listed one by one.

What is thrown away on arrival is by default exactly what is too much; with `voluntary` any more as well, and
tiles of any workshop while nothing is due (ruling 15).
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from pbem.game import END, Step
from pbem.rules.majolica.facts import DOWN, border, fits
from pbem.rules.majolica.moves import DECLINE, Activate, Bonus, Card, Discard, Draft, One, Run, Start, Swap
from pbem.rules.majolica.tiles import minus, parts, plus, without

if TYPE_CHECKING:
    from pbem.rules.majolica.state import State


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
            yield from _takes(state, voluntary)
        if not state.half and not state.complete:
            yield from _cards(state)
            yield from _swaps(state)
    if state.rights:
        yield from _bonuses(state, voluntary)
    if voluntary and not due:
        for shop, heap in enumerate(bench.shops):
            yield from (Discard(shop, tiles) for tiles in parts(heap, 1, len(heap)))


def _thrown(state: "State", shop: int, heap: str, voluntary: bool) -> tuple[str, ...]:
    """What may be thrown away when tiles arrive in a workshop."""
    lying, excess = state.arrival(shop, heap)
    if voluntary and lying != state.bench.shops[shop]:
        return parts(lying, excess, len(lying))
    return parts(lying, excess, excess) if excess else ("",)


def _takes(state: "State", voluntary: bool) -> Iterator[Step]:
    shops = range(len(state.bench.shops))
    lines = border(state.grid, state.facts.run)
    if not state.half:
        runs = {None: state.tiles} if state.solo else {e: _tiles(state, cells) for e, cells in lines.runs.items()}
        for run, heap in runs.items():
            for mark in _marks(state, heap):
                left = minus(heap, mark) or ""
                for shop in shops:
                    yield from (Run(run, shop, mark, thrown) for thrown in _thrown(state, shop, left, voluntary))
    singles: list[tuple[int | str, str]]
    if state.solo:
        singles = [(colour, colour) for colour in dict.fromkeys(plus("", state.tiles))]
    else:
        singles = [(cell, state.grid[cell]) for cell in lines.cells]
    for tile, colour in singles:
        for shop in shops:
            yield from (One(tile, shop, thrown) for thrown in _thrown(state, shop, colour, voluntary))


def _tiles(state: "State", cells: tuple[int, ...]) -> str:
    return plus("", "".join(state.grid[cell] for cell in cells))


def _marks(state: "State", heap: str) -> list[str]:
    """The colours of which a tile may go to the mission takes, and "" for none."""
    bench = state.bench
    if bench.mission != "takes" or len(heap) != state.facts.missions["takes"]["run"]:
        return [""]
    return ["", *(c for c in state.facts.colours if c in heap and c not in bench.collected)]


def _cards(state: "State") -> Iterator[Step]:
    for place, card in enumerate(state.display):
        if card != DOWN:
            yield from (Card(place, slot) for slot in range(state.facts.slots))


def _swaps(state: "State") -> Iterator[Step]:
    """Every way to move some of the cards so that no slot ends up with two."""
    cards = [slot for slot, card in enumerate(state.bench.slots) if card]
    for number in range(len(cards) + 1):
        for moved in combinations(cards, number):
            free = [slot for slot in range(state.facts.slots) if slot in moved or slot not in cards]
            for ends in permutations(free, number):
                if all(start != to for start, to in zip(moved, ends, strict=True)):
                    yield Swap(tuple(zip(moved, ends, strict=True)))


def _activations(state: "State", shop: int, voluntary: bool) -> Iterator[Step]:
    facts, bench = state.facts, state.bench
    workshop, heap = facts.workshops[shop], bench.shops[shop]
    spaces = None if shop == facts.hall else facts.open(bench.slots[shop], bench.on[shop])
    target = 0 if spaces is None else shop + 1
    reward = facts.wild if spaces is None and state.hall[0] else ""
    for tiles in parts(without(heap, facts.wild), workshop.must, workshop.must + workshop.may):
        if spaces is not None and not fits(spaces, tiles):
            continue
        rest = minus(heap, tiles) or ""
        able = without(rest, facts.wild) if workshop.breaks else ""
        for broken in dict.fromkeys(able) or ("",):
            arriving = plus(minus(rest, broken) or "", reward)
            for thrown in _thrown(state, target, arriving, voluntary):
                yield Activate(shop, tiles, broken, thrown)


def _bonuses(state: "State", voluntary: bool) -> Iterator[Step]:
    for colour in state.facts.colours:
        for shop in range(len(state.bench.shops)):
            yield from (Bonus(colour, shop, thrown) for thrown in _thrown(state, shop, colour, voluntary))

"""A player's step in Majolica is checked, then played."""

from collections.abc import Callable
from typing import Any

from pbem.game import CHANCE, END, Illegal, Step
from pbem.rules.common import no_step
from pbem.rules.majolica import effects, rounds
from pbem.rules.majolica.facts import fits
from pbem.rules.majolica.grid import DOWN, border
from pbem.rules.majolica.moves import Activate, Bonus, Card, Decline, Discard, Draft, One, Run, Start, Swap
from pbem.rules.majolica.position import ONE_TILE, RUN, Position
from pbem.rules.majolica.tiles import minus, plus, without


def play(position: Position, step: Step) -> None:
    """Play a step of the player to move; raises Illegal and leaves the position as it was."""
    if position.actor < 0:
        raise Illegal("draw-due" if position.actor == CHANCE else "over")
    before = position.begun, position.earned
    if not position.begun:
        position.begun, position.earned = True, (0,)
    try:
        if position.drafting:
            if type(step) is not Draft:
                raise Illegal("draft-due")
        elif position.bench.start and type(step) is not Start:
            raise Illegal("start-due", card=position.bench.start)
        _PLAY.get(type(step), no_step)(position, step)
    except BaseException:
        position.begun, position.earned = before
        raise


def _start(position: Position, step: Start) -> None:
    bench = position.bench
    if not bench.start:
        raise Illegal("start-placed")
    _check_slot(position, step.slot)
    if bench.slots[step.slot]:
        raise Illegal("slot-taken", slot=step.slot)
    bench.slots[step.slot], bench.start = bench.start, ""


def _draft(position: Position, step: Draft) -> None:
    if not position.drafting:
        raise Illegal("no-draft")
    if not 0 <= step.place < len(position.shown) or position.shown[step.place] == DOWN:
        raise Illegal("draft-place", place=step.place)
    position.bench.mission = position.shown[step.place]
    position.shown[step.place] = DOWN
    rounds.end_draft(position)


# What a turn takes (rulings 3 to 8): a run, or one tile with a card or with cards rearranged


def _begin_taking(position: Position) -> None:
    _nothing_due(position)
    if position.taken:
        raise Illegal("taken")


def _take_run(position: Position, step: Run) -> None:
    """A run, or in the solo game all tiles, into a workshop; raises Illegal."""
    _begin_taking(position)
    if position.half:
        raise Illegal("half-run")
    cells: tuple[int, ...] = ()
    if step.cells is None:
        if not position.solo:
            raise Illegal("solo-only")
        heap = position.tiles
    else:
        cells = _run(position, step.cells)
        heap = "".join(position.grid[cell] for cell in cells)
    if step.mark:
        heap = _mark(position, step.mark, heap)
    left = _arrive(position, step.shop, plus("", heap), step.thrown)
    for cell in cells:
        _cover(position, cell)
    if step.mark:
        position.bench.collected = plus(position.bench.collected, step.mark)
    position.bench.shops[step.shop] = left
    position.taken = RUN


def _run(position: Position, ends: tuple[int, int]) -> tuple[int, ...]:
    """The cells of a run of the border; raises Illegal with what is wrong with it."""
    if position.solo:
        raise Illegal("no-grid")
    lines = border(position.grid, position.facts.run)
    if ends in lines.runs:
        return lines.runs[ends]
    first, last = ends
    for cell in ends:
        _check_cell(position, cell)
        if position.grid[cell] == DOWN:
            raise Illegal("down", cell=cell)
    if first == last:
        raise Illegal("run-short", run=position.facts.run)
    whole = [run for run, cells in lines.runs.items() if first in cells and last in cells]
    if whole:
        raise Illegal("run-part", run=whole[0])
    raise Illegal("run-border")


def _mark(position: Position, colour: str, heap: str) -> str:
    """What is left to go to the workshop when a tile goes to the mission; raises Illegal."""
    mission = position.facts.missions["takes"]
    if position.bench.mission != "takes":
        raise Illegal("mark-mission")
    if len(heap) != mission["run"]:
        raise Illegal("mark-run", run=mission["run"])
    left = minus(plus("", heap), colour)
    if left is None or colour in position.bench.collected or colour not in tuple(position.facts.colours):
        raise Illegal("mark-colour", colour=colour)
    return left


def _cover(position: Position, cell: int) -> None:
    position.grid = position.grid[:cell] + DOWN + position.grid[cell + 1 :]


def _take_one(position: Position, step: One) -> None:
    """One tile into a workshop; raises Illegal."""
    _begin_taking(position)
    tile = step.tile
    if isinstance(tile, str):
        if not position.solo:
            raise Illegal("solo-only")
        if tile not in tuple(position.tiles):
            raise Illegal("not-revealed", colour=tile)
        heap = tile
    else:
        if position.solo:
            raise Illegal("no-grid")
        _check_cell(position, tile)
        if position.grid[tile] == DOWN:
            raise Illegal("down", cell=tile)
        if tile not in border(position.grid, position.facts.run).cells:
            raise Illegal("not-border", cell=tile)
        heap = position.grid[tile]
    left = _arrive(position, step.shop, heap, step.thrown)
    if not isinstance(tile, str):
        _cover(position, tile)
    position.bench.shops[step.shop] = left
    position.taken = ONE_TILE


def _begin_half(position: Position) -> None:
    _nothing_due(position)
    if position.taken == RUN:
        raise Illegal("run-half")
    if position.half:
        raise Illegal("half-twice")


def _take_card(position: Position, step: Card) -> None:
    """A card of the display into a slot, the one that is there under the deck; raises Illegal."""
    _begin_half(position)
    if not 0 <= step.place < len(position.display):
        raise Illegal("no-place", place=step.place, places=len(position.display))
    if position.display[step.place] == DOWN:
        raise Illegal("place-empty", place=step.place)
    _check_slot(position, step.slot)
    bench = position.bench
    if bench.slots[step.slot]:
        position.under.append(bench.slots[step.slot])
    bench.slots[step.slot] = position.display[step.place]
    bench.on[step.slot] = ""
    position.display[step.place] = DOWN
    position.half = True


def _swap(position: Position, step: Swap) -> None:
    """Cards moved to other slots; raises Illegal."""
    _begin_half(position)
    bench = position.bench
    starts = [start for start, _ in step.moved]
    ends = [to for _, to in step.moved]
    for start, to in step.moved:
        _check_slot(position, start)
        _check_slot(position, to)
        if not bench.slots[start]:
            raise Illegal("slot-empty", slot=start)
        if start == to or starts.count(start) > 1 or ends.count(to) > 1:
            raise Illegal("swap-twice", slot=to)
        if bench.slots[to] and to not in starts:
            raise Illegal("swap-onto", slot=to)
    cards = [(bench.slots[start], bench.on[start]) for start in starts]
    for start in starts:
        bench.slots[start] = bench.on[start] = ""
    for to, (card, on) in zip(ends, cards, strict=True):
        bench.slots[to], bench.on[to] = card, on
    position.half = True


# Workshops (rulings 9 to 13), bonus tiles, the end of the turn


def _activate(position: Position, step: Activate) -> None:
    """Activate a workshop; raises Illegal."""
    _check_shop(position, step.shop)
    facts, bench, shop = position.facts, position.bench, step.shop
    heap = bench.shops[shop]
    if not facts.met(shop, heap):
        raise Illegal("not-met", shop=shop, pattern=facts.workshops[shop].shown)
    why = position.no_space(shop, heap)
    if why:
        raise Illegal(why, shop=shop)
    rest = _check_tiles(position, step, heap)
    workshop = facts.workshops[shop]
    able = without(rest, facts.wild) if workshop.breaks else ""
    if step.broken not in (tuple(able) or ("",)):
        raise Illegal("broken", shop=shop, able=able)
    rest = minus(rest, step.broken) or ""
    violet = shop == facts.hall and position.hall[0] > 0
    target = 0 if shop == facts.hall else shop + 1
    left = _arrive(position, target, plus(rest, facts.wild) if violet else rest, step.thrown)
    bench.shops[shop] = ""
    bench.shops[target] = left
    if shop == facts.hall:
        effects.reward(position)
    else:
        effects.put_on_card(position, shop, step.tiles)
    effects.break_tile(position, step.broken)
    effects.count_activation(position, shop)


def _check_tiles(position: Position, step: Activate, heap: str) -> str:
    """What is left of a workshop without the tiles that go to its card or the Town Hall; raises Illegal."""
    facts, bench, shop = position.facts, position.bench, step.shop
    workshop = facts.workshops[shop]
    if not workshop.must <= len(step.tiles) <= workshop.must + workshop.may:
        raise Illegal("tiles-count", shop=shop, least=workshop.must, most=workshop.must + workshop.may)
    if facts.wild in step.tiles:
        raise Illegal("wild", shop=shop)
    rest = minus(heap, step.tiles)
    if rest is None:
        raise Illegal("tiles-not-there", shop=shop, tiles=heap)
    if shop != facts.hall:
        spaces = facts.spaces(bench.slots[shop], bench.on[shop])
        if not fits(spaces, step.tiles):
            raise Illegal("tiles-space", shop=shop, card=bench.slots[shop], spaces=spaces)
    return rest


def _discard(position: Position, step: Discard) -> None:
    _nothing_due(position)
    _check_shop(position, step.shop)
    if not step.tiles:
        raise Illegal("no-step")
    left = minus(position.bench.shops[step.shop], step.tiles)
    if left is None:
        raise Illegal("discard-not-there", shop=step.shop, tiles=position.bench.shops[step.shop])
    position.bench.shops[step.shop] = left


def _bonus(position: Position, step: Bonus) -> None:
    if not position.rights:
        raise Illegal("no-right")
    if step.colour not in tuple(position.facts.colours):
        raise Illegal("bonus-wild")
    position.bench.shops[step.shop] = _arrive(position, step.shop, step.colour, step.thrown)
    position.rights -= 1


def _decline(position: Position, step: Decline) -> None:
    if not position.rights:
        raise Illegal("no-right")
    _check_complete(position)
    position.rights = 0
    rounds.end_turn(position)


def _end(position: Position, _: Step) -> None:
    _check_complete(position)
    if position.rights:
        raise Illegal("right-open")
    rounds.end_turn(position)


def _check_complete(position: Position) -> None:
    _nothing_due(position)
    if not position.taken:
        raise Illegal("nothing-taken")
    if not position.complete:
        raise Illegal("half-missing")


# Checks that several steps share


def _check_cell(position: Position, cell: int) -> None:
    """There is such a cell: no text can name another one."""
    if not 0 <= cell < len(position.grid):
        raise Illegal("no-step")


def _nothing_due(position: Position) -> None:
    """No workshop must be activated first."""
    must = position.must_activate()
    if must:
        raise Illegal("due", shop=must[0])


def _check_shop(position: Position, shop: int) -> None:
    """There is such a workshop."""
    if not 0 <= shop < len(position.facts.workshops):
        raise Illegal("no-shop", shop=shop, shops=len(position.facts.workshops))


def _check_slot(position: Position, slot: int) -> None:
    """There is such a card slot."""
    if not 0 <= slot < position.facts.slots:
        raise Illegal("no-slot", slot=slot, slots=position.facts.slots)


def _arrive(position: Position, shop: int, heap: str, thrown: str) -> str:
    """What a workshop holds after tiles arrived and some were thrown away; raises Illegal."""
    _check_shop(position, shop)
    lying, excess = position.facts.arrival(shop, position.bench.shops[shop], heap)
    if thrown and lying == position.bench.shops[shop]:
        raise Illegal("nothing-arrives", shop=shop)
    left = minus(lying, thrown)
    if left is None:
        raise Illegal("thrown-not-there", shop=shop, tiles=lying, thrown=thrown)
    if len(thrown) < excess:
        raise Illegal("excess", shop=shop, tiles=lying, holds=position.facts.workshops[shop].holds, excess=excess)
    return left


_PLAY: dict[type, Callable[[Position, Any], None]] = {
    Run: _take_run,
    One: _take_one,
    Card: _take_card,
    Swap: _swap,
    Activate: _activate,
    Discard: _discard,
    Bonus: _bonus,
    Decline: _decline,
    Start: _start,
    Draft: _draft,
    type(END): _end,
}
"""By type of a step."""

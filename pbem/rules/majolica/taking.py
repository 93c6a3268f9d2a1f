"""What a turn takes (rulings 3 to 8): a run, or one tile with a card or with cards rearranged."""

from pbem.game import Illegal
from pbem.rules.majolica.cells import DOWN
from pbem.rules.majolica.checks import arrive, check_slot, nothing_due
from pbem.rules.majolica.grid import border
from pbem.rules.majolica.moves import Card, One, Run, Swap
from pbem.rules.majolica.position import ONE_TILE, RUN, Position
from pbem.rules.majolica.tiles import minus, plus


def _begin_taking(position: Position) -> None:
    nothing_due(position)
    if position.taken:
        raise Illegal("taken")


def take_run(position: Position, step: Run) -> None:
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
    left = arrive(position, step.shop, plus("", heap), step.thrown)
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


def take_one(position: Position, step: One) -> None:
    """One tile into a workshop; raises Illegal."""
    _begin_taking(position)
    tile = step.tile
    if isinstance(tile, str):
        if not position.solo:
            raise Illegal("solo-only")
        if tile not in position.tiles:
            raise Illegal("not-revealed", colour=tile)
        heap = tile
    else:
        if position.solo:
            raise Illegal("no-grid")
        if position.grid[tile] == DOWN:
            raise Illegal("down", cell=tile)
        if tile not in border(position.grid, position.facts.run).cells:
            raise Illegal("not-border", cell=tile)
        heap = position.grid[tile]
    left = arrive(position, step.shop, heap, step.thrown)
    if not isinstance(tile, str):
        _cover(position, tile)
    position.bench.shops[step.shop] = left
    position.taken = ONE_TILE


def _begin_half(position: Position) -> None:
    nothing_due(position)
    if position.taken == RUN:
        raise Illegal("run-half")
    if position.half:
        raise Illegal("half-twice")


def take_card(position: Position, step: Card) -> None:
    """A card of the display into a slot, the one that is there under the deck; raises Illegal."""
    _begin_half(position)
    if not 0 <= step.place < len(position.display):
        raise Illegal("no-place", place=step.place, places=len(position.display))
    if position.display[step.place] == DOWN:
        raise Illegal("place-empty", place=step.place)
    check_slot(position, step.slot)
    bench = position.bench
    if bench.slots[step.slot]:
        position.under.append(bench.slots[step.slot])
    bench.slots[step.slot] = position.display[step.place]
    bench.on[step.slot] = ""
    position.display[step.place] = DOWN
    position.half = True


def swap(position: Position, step: Swap) -> None:
    """Cards moved to other slots; raises Illegal."""
    _begin_half(position)
    bench = position.bench
    starts = [start for start, _ in step.moved]
    ends = [to for _, to in step.moved]
    for start, to in step.moved:
        check_slot(position, start)
        check_slot(position, to)
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

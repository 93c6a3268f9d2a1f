"""What a player's step does in Majolica: it is checked, then played; raises Illegal and leaves the state as it was."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pbem.game import END, Illegal, Step
from pbem.rules.majolica import score
from pbem.rules.majolica.facts import DOWN, border, fits
from pbem.rules.majolica.moves import Activate, Bonus, Card, Decline, Discard, Draft, One, Run, Start, Swap
from pbem.rules.majolica.tiles import minus, plus, without

if TYPE_CHECKING:
    from pbem.rules.majolica.state import State

NOTHING, ONE_TILE, RUN = 0, 1, 2
"""What was taken in a turn."""


def play(state: "State", step: Step) -> None:
    """Play a step of the player to move; raises Illegal."""
    if state.drafting:
        if type(step) is not Draft:
            raise Illegal("draft-due")
    elif state.bench.start and type(step) is not Start:
        raise Illegal("start-due", card=state.bench.start)
    if step is END:
        _end(state, step)
    else:
        _PLAY[type(step)](state, step)


def _nothing_due(state: "State") -> None:
    due = state.due()
    if due:
        raise Illegal("due", shop=due[0])


def _check_shop(state: "State", shop: int) -> None:
    if not 0 <= shop < len(state.facts.workshops):
        raise Illegal("no-shop", shop=shop, shops=len(state.facts.workshops))


def _arrive(state: "State", shop: int, heap: str, thrown: str) -> str:
    """What a workshop holds after tiles arrived and some were thrown away; raises Illegal."""
    _check_shop(state, shop)
    lying, excess = state.facts.arrival(shop, state.bench.shops[shop], heap)
    if thrown and lying == state.bench.shops[shop]:
        raise Illegal("nothing-arrives", shop=shop)
    left = minus(lying, thrown)
    if left is None:
        raise Illegal("thrown-not-there", shop=shop, tiles=lying, thrown=thrown)
    if len(thrown) < excess:
        raise Illegal("excess", shop=shop, tiles=lying, holds=state.facts.workshops[shop].holds, excess=excess)
    return left


# Taking (rulings 3 to 8)


def _begin_taking(state: "State") -> None:
    _nothing_due(state)
    if state.taken:
        raise Illegal("taken")


def _take_run(state: "State", step: Run) -> None:
    _begin_taking(state)
    if state.half:
        raise Illegal("half-run")
    cells: tuple[int, ...] = ()
    if step.cells is None:
        if not state.solo:
            raise Illegal("solo-only")
        heap = state.tiles
    else:
        cells = _run(state, step.cells)
        heap = "".join(state.grid[cell] for cell in cells)
    if step.mark:
        heap = _mark(state, step.mark, heap)
    left = _arrive(state, step.shop, plus("", heap), step.thrown)
    for cell in cells:
        _cover(state, cell)
    if step.mark:
        state.bench.collected = plus(state.bench.collected, step.mark)
    state.bench.shops[step.shop] = left
    state.taken = RUN


def _run(state: "State", ends: tuple[int, int]) -> tuple[int, ...]:
    """The cells of a run of the border; raises Illegal with what is wrong with it."""
    if state.solo:
        raise Illegal("no-grid")
    lines = border(state.grid, state.facts.run)
    if ends in lines.runs:
        return lines.runs[ends]
    first, last = ends
    for cell in ends:
        if state.grid[cell] == DOWN:
            raise Illegal("down", cell=cell)
    if first == last:
        raise Illegal("run-short", run=state.facts.run)
    whole = [run for run, cells in lines.runs.items() if first in cells and last in cells]
    if whole:
        raise Illegal("run-part", run=whole[0])
    raise Illegal("run-border")


def _mark(state: "State", colour: str, heap: str) -> str:
    """What is left to go to the workshop when a tile goes to the mission; raises Illegal."""
    mission = state.facts.missions["takes"]
    if state.bench.mission != "takes":
        raise Illegal("mark-mission")
    if len(heap) != mission["run"]:
        raise Illegal("mark-run", run=mission["run"])
    left = minus(plus("", heap), colour)
    if left is None or colour in state.bench.collected or colour not in tuple(state.facts.colours):
        raise Illegal("mark-colour", colour=colour)
    return left


def _cover(state: "State", cell: int) -> None:
    state.grid = state.grid[:cell] + DOWN + state.grid[cell + 1 :]


def _take_one(state: "State", step: One) -> None:
    _begin_taking(state)
    tile = step.tile
    if isinstance(tile, str):
        if not state.solo:
            raise Illegal("solo-only")
        if tile not in state.tiles:
            raise Illegal("not-revealed", colour=tile)
        heap = tile
    else:
        if state.solo:
            raise Illegal("no-grid")
        if state.grid[tile] == DOWN:
            raise Illegal("down", cell=tile)
        if tile not in border(state.grid, state.facts.run).cells:
            raise Illegal("not-border", cell=tile)
        heap = state.grid[tile]
    left = _arrive(state, step.shop, heap, step.thrown)
    if not isinstance(tile, str):
        _cover(state, tile)
    state.bench.shops[step.shop] = left
    state.taken = ONE_TILE


def _begin_half(state: "State") -> None:
    _nothing_due(state)
    if state.taken == RUN:
        raise Illegal("run-half")
    if state.half:
        raise Illegal("half-twice")


def _take_card(state: "State", step: Card) -> None:
    _begin_half(state)
    if not 0 <= step.place < len(state.display):
        raise Illegal("no-place", place=step.place, places=len(state.display))
    if state.display[step.place] == DOWN:
        raise Illegal("place-empty", place=step.place)
    _check_slot(state, step.slot)
    bench = state.bench
    if bench.slots[step.slot]:
        state.under.append(bench.slots[step.slot])
    bench.slots[step.slot] = state.display[step.place]
    bench.on[step.slot] = ""
    state.display[step.place] = DOWN
    state.half = True


def _check_slot(state: "State", slot: int) -> None:
    if not 0 <= slot < state.facts.slots:
        raise Illegal("no-slot", slot=slot, slots=state.facts.slots)


def _swap(state: "State", step: Swap) -> None:
    _begin_half(state)
    bench = state.bench
    starts = [start for start, _ in step.moved]
    ends = [to for _, to in step.moved]
    for start, to in step.moved:
        _check_slot(state, start)
        _check_slot(state, to)
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
    state.half = True


# Activation (rulings 9 to 13)


def _activate(state: "State", step: Activate) -> None:
    _check_shop(state, step.shop)
    facts, bench, shop = state.facts, state.bench, step.shop
    heap = bench.shops[shop]
    if not facts.met(shop, heap):
        raise Illegal("not-met", shop=shop, pattern=":".join(map(str, facts.workshops[shop].pattern)))
    why = state.no_space(shop, heap)
    if why:
        raise Illegal(why, shop=shop)
    rest = _check_tiles(state, step, heap)
    workshop = facts.workshops[shop]
    able = without(rest, facts.wild) if workshop.breaks else ""
    if step.broken not in (tuple(able) or ("",)):
        raise Illegal("broken", shop=shop, able=able)
    rest = minus(rest, step.broken) or ""
    violet = shop == facts.hall and state.hall[0] > 0
    target = 0 if shop == facts.hall else shop + 1
    left = _arrive(state, target, plus(rest, facts.wild) if violet else rest, step.thrown)
    bench.shops[shop] = ""
    bench.shops[target] = left
    if shop == facts.hall:
        _reward(state)
    else:
        _to_card(state, shop, step.tiles)
    if step.broken and bench.mission == "fragments" and step.broken not in bench.collected:
        bench.collected = plus(bench.collected, step.broken)
    _bloom(state, shop)


def _check_tiles(state: "State", step: Activate, heap: str) -> str:
    """What is left of a workshop without the tiles that go to its card or the Town Hall; raises Illegal."""
    facts, bench, shop = state.facts, state.bench, step.shop
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


def _reward(state: "State") -> None:
    """The Town Hall gives a violet tile, else a token, else nothing."""
    violet, ones = state.hall
    if violet:
        state.hall = (violet - 1, ones)
        if state.bench.mission == "violet":
            state.bench.collected += state.facts.wild
    elif ones:
        state.hall = (0, ones - 1)
        _token(state, state.facts.worth)


def _token(state: "State", points: int) -> None:
    state.bench.tokens += points
    state.earned = (state.earned[0] + points,)


def _to_card(state: "State", slot: int, tiles: str) -> None:
    bench = state.bench
    card = bench.slots[slot]
    bench.on[slot] = plus(bench.on[slot], tiles)
    if state.facts.spaces(card, bench.on[slot]):
        return
    bench.slots[slot] = bench.on[slot] = ""
    bench.done.append(card)
    state.completed += 1
    printed = state.facts.printed[card]
    state.earned = (state.earned[0] + printed.points,)
    state.rights += printed.bonus
    score.note_completed(state)


def _bloom(state: "State", shop: int) -> None:
    everywhere = (1 << len(state.facts.workshops)) - 1
    before, state.activated = state.activated, state.activated | 1 << shop
    if "bloom" in state.options and state.activated == everywhere != before:
        _token(state, state.facts.bloom)


# All else


def _bonus(state: "State", step: Bonus) -> None:
    if not state.rights:
        raise Illegal("no-right")
    if step.colour not in tuple(state.facts.colours):
        raise Illegal("bonus-wild")
    state.bench.shops[step.shop] = _arrive(state, step.shop, step.colour, step.thrown)
    state.rights -= 1


def _decline(state: "State", step: Decline) -> None:
    if not state.rights:
        raise Illegal("no-right")
    _check_complete(state)
    state.rights = 0
    state.end_turn()


def _discard(state: "State", step: Discard) -> None:
    _nothing_due(state)
    _check_shop(state, step.shop)
    left = minus(state.bench.shops[step.shop], step.tiles)
    if left is None:
        raise Illegal("discard-not-there", shop=step.shop, tiles=state.bench.shops[step.shop])
    state.bench.shops[step.shop] = left


def _start(state: "State", step: Start) -> None:
    bench = state.bench
    if not bench.start:
        raise Illegal("start-placed")
    _check_slot(state, step.slot)
    if bench.slots[step.slot]:
        raise Illegal("slot-taken", slot=step.slot)
    bench.slots[step.slot], bench.start = bench.start, ""


def _draft(state: "State", step: Draft) -> None:
    if not state.drafting:
        raise Illegal("no-draft")
    if not 0 <= step.place < len(state.shown) or state.shown[step.place] == DOWN:
        raise Illegal("draft-place", place=step.place)
    state.bench.mission = state.shown[step.place]
    state.shown[step.place] = DOWN
    state.turn += 1
    state.begun = False
    left = [player for player in state.draft_order() if not state.benches[player].mission]
    if not left:
        state.shown = []
    state.give_turn(left[0] if left else state.round_first)
    state.settle()


def _check_complete(state: "State") -> None:
    _nothing_due(state)
    if not state.taken:
        raise Illegal("nothing-taken")
    if not state.complete:
        raise Illegal("half-missing")


def _end(state: "State", step: Step) -> None:
    _check_complete(state)
    if state.rights:
        raise Illegal("right-open")
    state.end_turn()


_PLAY: dict[type, Callable[["State", Any], None]] = {
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
}

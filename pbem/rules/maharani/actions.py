"""What a player does, checked and played: all markers turned up, a turn ended after one tile, a tile placed."""

from collections.abc import Callable
from typing import Any

from pbem.game import CHANCE, END, Illegal, Step
from pbem.rules.common import no_step, note
from pbem.rules.maharani import choices, rounds
from pbem.rules.maharani.facts import EMPTY, joined
from pbem.rules.maharani.moves import ANY, Placement, Refresh
from pbem.rules.maharani.position import Position


def play(position: Position, step: Step) -> None:
    """Play a step of the player to move; raises Illegal and leaves the position as it was."""
    if position.actor < 0:
        raise Illegal("draw-due" if position.actor == CHANCE else "over")
    _PLAY.get(type(step), no_step)(position, step)


def _refresh(position: Position, _: Refresh) -> None:
    """All markers of the player are up again, which is a turn."""
    if position.placed:
        raise Illegal("refresh-second")
    position.earned = (0,)
    position.markers[position.actor] = position.facts.all_quarters
    rounds.end_turn(position)


def _end(position: Position, _: Step) -> None:
    """The turn ends with one tile."""
    if not position.placed:
        raise Illegal("nothing-placed")
    rounds.end_turn(position)


def _place(position: Position, step: Placement) -> None:
    """A tile is laid, an artisan set, gold earned; the second tile ends the turn."""
    tile, source = _check(position, step)
    slot, quarter, cell, arrow, artisan = step
    if quarter is None or arrow is None:  # what is written is right as far as it goes
        raise Illegal("incomplete")
    facts = position.facts
    player = position.actor
    bit = 1 << cell
    if source != quarter:
        position.markers[player] &= ~(1 << source)
    position.slots[slot] = EMPTY
    position.tiles[cell] = tile * 4 + arrow
    position.empty = empty = position.empty ^ bit
    colour = facts.colour[tile]
    position.areas[colour] = area = position.areas[colour] | bit
    gold = by_tile = joined(cell, area)
    if artisan is not None:
        gold += _set_artisan(position, artisan, cell)
    if position.explained is not None:
        note(position, player, (by_tile,), "tile")
        if artisan is not None:
            note(position, player, (gold - by_tile,), "artisan")
    if not empty & facts.quarters[quarter]:
        position.filled |= 1 << quarter
    position.score[player] += gold
    position.placed += 1
    if position.placed == 1:
        position.earned = (gold,)
    else:
        position.earned = (position.earned[0] + gold,)
        rounds.end_turn(position)


def _set_artisan(position: Position, artisan: str | int, cell: int) -> int:
    """Puts an artisan on a cell; the size of its group there (a moved one is taken off first)."""
    if isinstance(artisan, int):
        own = next(own for own in position.owned[position.actor] if position.artisans[own] >> artisan & 1)
        position.artisans[own] ^= 1 << artisan
    else:
        own = position.facts.artisan_letters.index(artisan)
        position.supply[own] -= 1
    position.artisans[own] |= 1 << cell
    return joined(cell, position.artisans[own])


# What is checked, rule by rule; what is not written is passed over.


def _check(position: Position, step: Placement) -> tuple[int, int]:
    """The tile and the quarter it comes from; raises Illegal with the first rule that is broken."""
    slot, quarter, cell, arrow, artisan = step
    facts = position.facts
    slots = position.slots
    if not 0 <= slot < len(slots):
        raise Illegal("no-slot", slot=slot, slots=len(slots))
    tile = slots[slot]
    if tile == EMPTY:
        raise Illegal("slot-empty", slot=slot)
    if cell < 0 or not position.empty >> cell & 1:
        raise Illegal("occupied" if cell in facts.quarter_of else "no-cell", cell=cell)
    lies_in = facts.quarter_of[cell]
    if quarter != lies_in and quarter is not None:
        raise Illegal("quarter", cell=cell, lies_in=lies_in, quarter=quarter)
    arrows = facts.arrows[tile][cell]
    if arrow not in arrows:
        if not arrows:
            raise Illegal("pattern", tile=facts.names[tile], cell=cell, pattern=facts.patterns[cell])
        if arrow is not None:
            raise Illegal("arrow", tile=facts.names[tile], cell=cell, arrow=arrow, arrows=arrows)
    player = position.actor
    seat = position.seat[player]
    source = facts.over[seat][slot]
    if source != lies_in and not position.markers[player] >> source & 1:
        raise Illegal("marker", slot=slot, source=source)
    if artisan is not None or arrow == seat:
        _check_artisan(position, step, tile, lies_in)
    return tile, source


def _check_artisan(position: Position, step: Placement, tile: int, quarter: int) -> None:
    """An artisan is set if and only if the arrow points at the own seat; raises Illegal."""
    facts = position.facts
    arrow, artisan = step.arrow, step.artisan
    seat = position.seat[position.actor]
    if seat not in (facts.arrows[tile][step.cell] if arrow is None else (arrow,)):
        raise Illegal("artisan-arrow", seat=seat)
    due = choices.artisans(position, position.areas[facts.colour[tile]] & facts.quarters[quarter])
    if artisan is None:
        if due:
            raise Illegal("artisan-due", due=due)
    elif not due:
        raise Illegal("artisan-none")
    elif artisan == ANY:
        if arrow is not None:
            raise Illegal("artisan-which", due=due)
    elif artisan not in due:
        raise Illegal("artisan-wrong", artisan=artisan, due=due)


_PLAY: dict[type, Callable[[Position, Any], None]] = {Placement: _place, Refresh: _refresh, type(END): _end}
"""By type of a step."""

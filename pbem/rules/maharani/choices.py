"""Which steps may come next."""

from collections.abc import Sequence

from pbem.game import END, Step
from pbem.rules.maharani.facts import EMPTY
from pbem.rules.maharani.moves import REFRESH
from pbem.rules.maharani.position import Position

Group = tuple[int, int, int, tuple[str | int, ...]]
"""Placements of one tile: the slot, the arrow, the cells, the artisans of which one is due."""


def steps(position: Position) -> list[Step]:
    """The legal steps of the player to act: a refresh or a placement; after the first tile END or a second one."""
    found: list[Step] = [_other(position)]
    placements = position.facts.placements
    for group in _groups(position):
        found += placements(*group)
    return found


def step_at(position: Position, share: float) -> Step:
    """The one of `steps` at a share of them, from 0 to less than 1: of the placements only its group is made."""
    groups = _groups(position)
    sizes = [cells.bit_count() * (len(artisans) or 1) for _, _, cells, artisans in groups]
    at = int(share * (1 + sum(sizes))) - 1
    if at < 0:
        return _other(position)
    for size, group in zip(sizes, groups, strict=True):
        if at < size:
            placements: Sequence[Step] = position.facts.placements(*group)
            return placements[at]
        at -= size
    raise IndexError(share)


def _other(position: Position) -> Step:
    """The step that places no tile."""
    return END if position.placed else REFRESH


def _groups(position: Position) -> list[Group]:
    found: list[Group] = []
    facts = position.facts
    markers = position.markers[position.actor]
    seat = position.seat[position.actor]
    over = facts.over[seat]
    for slot, tile in enumerate(position.slots):
        if tile == EMPTY:
            continue
        source = over[slot]
        reach = position.empty if markers >> source & 1 else position.empty & facts.quarters[source]
        for arrow, fits in facts.fits[tile]:
            cells = reach & fits
            if not cells:
                continue
            if arrow != seat:
                found.append((slot, arrow, cells, ()))
                continue
            alike = position.areas[facts.colour[tile]]
            for quarter in facts.quarters:
                if cells & quarter:
                    found.append((slot, arrow, cells & quarter, artisans(position, alike & quarter)))
    return found


def artisans(position: Position, alike: int) -> tuple[str | int, ...]:
    """The artisans of which one is due on a tile; `alike` are the tiles of its colour in its quarter.

    Each colour of the player that stands on one of them can only move; each that does not can only come from
    the supply (rulings 1 and 2).
    """
    found: list[str | int] = []
    for own in position.owned[position.actor]:
        standing = position.artisans[own] & alike
        if standing:
            found.append(standing.bit_length() - 1)
        elif position.supply[own]:
            found.append(position.facts.artisan_letters[own])
    return tuple(found)

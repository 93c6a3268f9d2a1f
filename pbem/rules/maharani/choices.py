"""Which steps may come next."""

from pbem.game import END, Step
from pbem.rules.maharani.facts import EMPTY
from pbem.rules.maharani.moves import REFRESH
from pbem.rules.maharani.position import Position


def steps(position: Position) -> list[Step]:
    """The legal steps of the player to act: a refresh or a placement; after the first tile END or a second one."""
    found: list[Step] = [END if position.placed else REFRESH]
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
                found += facts.placements(slot, arrow, cells, ())
                continue
            alike = position.areas[facts.colour[tile]]
            for quarter in facts.quarters:
                if cells & quarter:
                    found += facts.placements(slot, arrow, cells & quarter, artisans(position, alike & quarter))
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

"""The end of a turn, what a finished quarter pays, who acts next, and the end of the game."""

from pbem.game import CHANCE, NOBODY
from pbem.rules.common import note
from pbem.rules.maharani import chance
from pbem.rules.maharani.facts import EMPTY, bits
from pbem.rules.maharani.position import Position


def end_turn(position: Position) -> None:
    """The second tile is paid for, quarters pay, the next player's turn comes (ruling 4)."""
    facts = position.facts
    player = position.actor
    if position.placed == 2:
        position.score[player] -= facts.second_tile
        position.earned = (position.earned[0] - facts.second_tile,)
        if position.explained is not None:
            note(position, player, (-facts.second_tile,), "second")
    position.placed = 0
    if position.filled:
        for quarter in bits(position.filled):
            position.earned = (position.earned[0] + _pay(position, quarter, "quarter")[player],)
        position.filled = 0
    position.turn += 1
    position.mover = position.after[player]
    if position.centre_full() and position.paid != facts.all_quarters:
        _drop_centre_tiles(position)
    settle(position)


def _pay(position: Position, quarter: int, reason: str) -> list[int]:
    """Pays a quarter, completed in a turn or left at the end, and gives its artisans back; the gold by player."""
    facts = position.facts
    area = facts.quarters[quarter]
    pay = [0] * len(position.order)
    for player, colours in enumerate(position.owned):
        for own in colours:
            count = (position.artisans[own] & area).bit_count()
            if count:
                pay[player] += facts.pay[count - 1]
                if position.explained is not None:
                    note(position, player, (facts.pay[count - 1],), reason, quarter=quarter)
                position.artisans[own] &= ~area
                position.supply[own] += count
        position.score[player] += pay[player]
    position.paid |= 1 << quarter
    return pay


def _drop_centre_tiles(position: Position) -> None:
    """Takes the centre tiles off the rondel: every cell for them is taken."""
    for slot, tile in enumerate(position.slots):
        if tile != EMPTY and position.facts.is_centre[tile]:
            position.out.append(tile)
            position.slots[slot] = EMPTY


def settle(position: Position) -> None:
    """Who acts next: nobody if all is paid, chance while a slot can be filled, else the mover.

    Unless no tile fits anywhere: then the rest is paid and the game is over (ruling 8).
    """
    facts = position.facts
    if position.paid == facts.all_quarters:
        position.actor = NOBODY
        return
    if chance.due(position):
        position.actor = CHANCE
        return
    position.actor = position.mover
    for tile in position.slots:
        if tile != EMPTY and facts.fits_any[tile] & position.empty:
            return
    for quarter in bits(facts.all_quarters & ~position.paid):
        _pay(position, quarter, "left")
    position.stuck = True
    position.actor = NOBODY

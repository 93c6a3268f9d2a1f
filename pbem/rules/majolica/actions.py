"""A player's step in Majolica is checked, then played."""

from collections.abc import Callable
from typing import Any

from pbem.game import CHANCE, END, Illegal, Step
from pbem.rules.majolica import rounds
from pbem.rules.majolica.activation import activate
from pbem.rules.majolica.cells import DOWN
from pbem.rules.majolica.checks import arrive, check_shop, check_slot, nothing_due
from pbem.rules.majolica.moves import Activate, Bonus, Card, Decline, Discard, Draft, One, Run, Start, Swap
from pbem.rules.majolica.position import Position
from pbem.rules.majolica.taking import swap, take_card, take_one, take_run
from pbem.rules.majolica.tiles import minus


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
        _PLAY[type(step)](position, step)
    except Illegal:
        position.begun, position.earned = before
        raise


def _start(position: Position, step: Start) -> None:
    bench = position.bench
    if not bench.start:
        raise Illegal("start-placed")
    check_slot(position, step.slot)
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


def _discard(position: Position, step: Discard) -> None:
    nothing_due(position)
    check_shop(position, step.shop)
    left = minus(position.bench.shops[step.shop], step.tiles)
    if left is None:
        raise Illegal("discard-not-there", shop=step.shop, tiles=position.bench.shops[step.shop])
    position.bench.shops[step.shop] = left


def _bonus(position: Position, step: Bonus) -> None:
    if not position.rights:
        raise Illegal("no-right")
    if step.colour not in tuple(position.facts.colours):
        raise Illegal("bonus-wild")
    position.bench.shops[step.shop] = arrive(position, step.shop, step.colour, step.thrown)
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
    nothing_due(position)
    if not position.taken:
        raise Illegal("nothing-taken")
    if not position.complete:
        raise Illegal("half-missing")


_PLAY: dict[type, Callable[[Position, Any], None]] = {
    Run: take_run,
    One: take_one,
    Card: take_card,
    Swap: swap,
    Activate: activate,
    Discard: _discard,
    Bonus: _bonus,
    Decline: _decline,
    Start: _start,
    Draft: _draft,
    type(END): _end,
}
"""By type of a step."""

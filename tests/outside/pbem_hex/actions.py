"""A player's step is checked and played."""

from collections.abc import Callable
from typing import Any

from pbem.game import NOBODY, Illegal, Step
from pbem_hex import choices, rounds
from pbem_hex.moves import Place, Swap
from pbem_hex.position import Position


def play(position: Position, step: Step) -> None:
    """Play a step of the player to move; raises Illegal and leaves the position as it was."""
    if position.actor == NOBODY:
        raise Illegal("over")
    if type(step) not in _PLAY:
        raise Illegal("nothing")
    _PLAY[type(step)](position, step)


def _place(position: Position, cell: Place) -> None:
    """A stone of the player to move."""
    facts = position.facts
    bit = facts.bit(cell)
    if not bit:
        raise Illegal("no-cell", cell=cell, size=facts.size)
    if position.on(cell) is not None:
        raise Illegal("occupied", cell=cell)
    side = position.side(position.mover)
    position.stones[side] |= bit
    won = rounds.connects(facts, side, facts.chain(bit, position.stones[side]))
    rounds.end_turn(position, won)


def _swap(position: Position, _: Swap) -> None:
    """The player to move takes over the first stone and its side."""
    if not any(position.stones):
        raise Illegal("swap-early")
    if not choices.may_swap(position):
        raise Illegal("swap-late")
    position.top = position.mover
    rounds.end_turn(position, won=False)


_PLAY: dict[type, Callable[[Position, Any], None]] = {Place: _place, Swap: _swap}
"""By type of a step."""

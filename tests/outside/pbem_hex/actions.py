"""A player's step is checked and played."""

from pbem.game import Illegal
from pbem_hex import choices, rounds
from pbem_hex.moves import Place
from pbem_hex.position import Position


def place(position: Position, cell: Place) -> None:
    """A stone of the player to move; raises Illegal."""
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


def swap(position: Position) -> None:
    """The player to move takes over the first stone and its side; raises Illegal."""
    if not any(position.stones):
        raise Illegal("swap-early")
    if not choices.may_swap(position):
        raise Illegal("swap-late")
    position.top = position.mover
    rounds.end_turn(position, won=False)

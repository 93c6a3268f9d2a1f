"""Which steps may come next."""

from pbem_hex.moves import SWAP, Place, Swap
from pbem_hex.position import TOP, Position


def steps(position: Position) -> list[Place | Swap]:
    """Every free cell; in the second turn also the swap."""
    taken = position.stones[0] | position.stones[1]
    bit = position.facts.bit
    found: list[Place | Swap] = [SWAP] if may_swap(position) else []
    return found + [cell for cell in position.facts.places if not taken & bit(cell)]


def may_swap(position: Position) -> bool:
    """Whether the one stone there is was the other player's first turn."""
    mine = position.side(position.mover)
    return position.turn == 2 and mine != TOP and position.count(TOP) == 1 and position.count(mine) == 0

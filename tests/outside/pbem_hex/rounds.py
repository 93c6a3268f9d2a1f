"""The end of a turn and of the game."""

from pbem.game import NOBODY
from pbem_hex.facts import Facts
from pbem_hex.position import Position


def end_turn(position: Position, won: bool) -> None:
    """The other player is to move, or the game is over."""
    position.turn += 1
    if won:
        position.actor = NOBODY
    else:
        position.actor = position.mover = 1 - position.mover


def connects(facts: Facts, side: int, chain: int) -> bool:
    """Whether a chain touches both edges of its side."""
    begin, end = facts.edges[side]
    return bool(chain & begin and chain & end)


def connection(position: Position, side: int) -> int:
    """The stones of a side that hang together from edge to edge, 0 if none do."""
    facts, stones = position.facts, position.stones[side]
    begin, end = facts.edges[side]
    return facts.chain(facts.chain(begin & stones, stones) & end, stones)

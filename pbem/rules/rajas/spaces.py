"""The worker spaces: which are free, what they cost, who may use them."""

from pbem.game import Illegal
from pbem.rules.common import note
from pbem.rules.rajas.position import Player, Position

OUTER, ASSORTED = "P0", "Ma"
"""The spaces of palace and market with room for several workers."""


def left(position: Position) -> dict[str, int]:
    """How many workers the spaces with room for several still take."""
    return {OUTER: position.room.outer - position.outer, ASSORTED: position.room.assorted - len(position.assorted)}


def free(position: Position) -> list[str]:
    """The free spaces with room for one worker."""
    return [name for name, (kind, space) in position.facts.names.items() if space in getattr(position, kind)]


def used(position: Position) -> list[str]:
    """The spaces with a worker, one name for each, without assorted goods."""
    there = free(position)
    return [OUTER] * position.outer + [name for name in position.facts.names if name not in there]


def take(position: Position, kind: str, space: str | int) -> None:
    """A worker on a space with room for one; raises Illegal."""
    there = getattr(position, kind)
    if space not in there:
        if space not in position.facts.single[kind]:
            raise Illegal("no-space")
        raise Illegal("space-taken", space=position.facts.name(kind, space))
    at = there.index(space)
    setattr(position, kind, there[:at] + there[at + 1 :])


def take_outer(position: Position) -> None:
    """A worker on the outer terrace; raises Illegal."""
    if not left(position)[OUTER]:
        raise Illegal("space-taken", space=OUTER)
    position.outer += 1


def take_assorted(position: Position) -> None:
    """A worker on assorted goods; raises Illegal."""
    if not left(position)[ASSORTED]:
        raise Illegal("space-taken", space=ASSORTED)
    if not may_assort(position):
        raise Illegal("assorted-twice")
    position.assorted = (*position.assorted, position.mover)


def cost(costs: list[int], taken: int) -> int:
    """What the next space of quarry or harbour costs; -1 if all are taken."""
    return costs[taken] if taken < len(costs) else -1


def take_paid(position: Position, place: str) -> None:
    """A worker on the next space of quarry or harbour, which is paid; raises Illegal."""
    price, player = cost(getattr(position.room, place), getattr(position, place)), position.player
    if price < 0:
        raise Illegal("place-full", place=place)
    if price > player.money:
        raise Illegal("money", cost=price, money=player.money)
    player.money -= price
    if price and position.explained is not None:
        note(position, position.mover, (0, -price), place)
    setattr(position, place, getattr(position, place) + 1)


def affordable(player: Player, costs: list[int], taken: int) -> bool:
    """Whether a player can pay for the next space of quarry or harbour."""
    return 0 <= cost(costs, taken) <= player.money


def may_assort(position: Position) -> bool:
    """Whether the player to move may still place a worker on assorted goods in this round."""
    return not position.room.once or position.mover not in position.assorted

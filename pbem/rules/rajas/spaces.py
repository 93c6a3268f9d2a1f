"""The worker spaces: which are free, what they cost, who may use them."""

from typing import TYPE_CHECKING

from pbem.game import Illegal

if TYPE_CHECKING:
    from pbem.rules.rajas.player import Player
    from pbem.rules.rajas.state import State

OUTER, ASSORTED = "P0", "Ma"
"""The spaces of palace and market with room for several workers."""


def clear(state: "State") -> None:
    """No worker stands anywhere."""
    state.quarry = state.harbour = state.outer = 0
    state.assorted = ()
    for kind, spaces in state.facts.single.items():
        setattr(state, kind, spaces)


def left(state: "State") -> dict[str, int]:
    """How many workers the spaces with room for several still take."""
    return {OUTER: state.room.outer - state.outer, ASSORTED: state.room.assorted - len(state.assorted)}


def free(state: "State") -> list[str]:
    """The free spaces with room for one worker."""
    return [name for name, (kind, space) in state.facts.names.items() if space in getattr(state, kind)]


def used(state: "State") -> list[str]:
    """The spaces with a worker, one name for each, without assorted goods."""
    there = free(state)
    return [OUTER] * state.outer + [name for name in state.facts.names if name not in there]


def take(state: "State", kind: str, space: str | int) -> None:
    """A worker on a space with room for one; raises Illegal."""
    there = getattr(state, kind)
    if space not in there:
        if space not in state.facts.single[kind]:
            raise Illegal("no-space")
        raise Illegal("space-taken", space=state.facts.name(kind, space))
    at = there.index(space)
    setattr(state, kind, there[:at] + there[at + 1 :])


def take_outer(state: "State") -> None:
    """A worker on the outer terrace; raises Illegal."""
    if not left(state)[OUTER]:
        raise Illegal("space-taken", space=OUTER)
    state.outer += 1


def take_assorted(state: "State") -> None:
    """A worker on assorted goods; raises Illegal."""
    if not left(state)[ASSORTED]:
        raise Illegal("space-taken", space=ASSORTED)
    if not may_assort(state):
        raise Illegal("assorted-twice")
    state.assorted = (*state.assorted, state.mover)


def cost(costs: list[int], taken: int) -> int:
    """What the next space of quarry or harbour costs; -1 if all are taken."""
    return costs[taken] if taken < len(costs) else -1


def take_paid(state: "State", place: str) -> None:
    """A worker on the next space of quarry or harbour, which is paid; raises Illegal."""
    price, player = cost(getattr(state.room, place), getattr(state, place)), state.player
    if price < 0:
        raise Illegal("place-full", place=place)
    if price > player.money:
        raise Illegal("money", cost=price, money=player.money)
    player.money -= price
    setattr(state, place, getattr(state, place) + 1)


def affordable(player: "Player", costs: list[int], taken: int) -> bool:
    """Whether a player can pay for the next space of quarry or harbour."""
    return 0 <= cost(costs, taken) <= player.money


def may_assort(state: "State") -> bool:
    """Whether the player to move may still place a worker on assorted goods in this round."""
    return not state.room.once or state.mover not in state.assorted

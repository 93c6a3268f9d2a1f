"""The boat of the player to move: free spaces before it (ruling 20)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State


def reach(state: "State", most: int) -> int:
    """How many free spaces the boat can move, up to so many: to the mouth, other boats are skipped."""
    boat, mouth = state.player.boat, state.facts.mouth
    if mouth - boat - most >= len(state.players):  # even with every other boat in the way
        return most
    return min(most, mouth - boat - sum([boat < player.boat < mouth for player in state.players]))


def sail(state: "State", spaces: int) -> int:
    """Where the boat arrives after so many free spaces, 0 if there are not so many."""
    if not 0 < spaces <= reach(state, spaces):
        return 0
    others = {player.boat for player in state.players} - {state.facts.mouth}
    position = state.player.boat
    while spaces:
        position += 1
        spaces -= position not in others
    return position

"""The boat of the player to move: free spaces before it (ruling 20)."""

from pbem.rules.rajas.position import Position


def reach(position: Position, most: int) -> int:
    """How many free spaces the boat can move, up to so many: to the mouth, other boats are skipped."""
    boat, mouth = position.player.boat, position.facts.mouth
    if mouth - boat - most >= len(position.players):  # even with every other boat in the way
        return most
    return min(most, mouth - boat - sum([boat < player.boat < mouth for player in position.players]))


def sail(position: Position, spaces: int) -> int:
    """Where the boat arrives after so many free spaces, 0 if there are not so many."""
    if not 0 < spaces <= reach(position, spaces):
        return 0
    others = {player.boat for player in position.players} - {position.facts.mouth}
    at = position.player.boat
    while spaces:
        at += 1
        spaces -= at not in others
    return at

"""Turns, phases, rounds, and the end (rulings 5, 16, 27, 28, 31)."""

from pbem.game import CHANCE, NOBODY
from pbem.rules.rajas import choices
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.todo import PLACE, Laying, Placing


def settle(position: Position) -> None:
    """After a line or the last waiting result: the same player, chance, or the end of the turn."""
    if position.open:
        position.actor = position.mover
    elif position.queue:
        position.actor = CHANCE
    else:
        end_turn(position)


def end_turn(position: Position) -> None:
    """The turn is done: see whether the markers have met, then who is next."""
    if position.mover not in position.crossed and position.distance(position.mover) >= 0:
        position.crossed = (*position.crossed, position.mover)
        position.ended = True
    position.turn += 1
    position.named = False
    find_mover(position, (position.mover - position.first) % len(position.names) + 1)


def find_mover(position: Position, at: int) -> None:
    """The next player with something to do, from a place in the order of this phase on; new phases, rounds, the end."""
    players = len(position.names)
    while True:
        if at >= players:
            if position.ended:
                position.actor = NOBODY
                return
            workers = any(player.unplaced for player in position.players)
            if not position.placed or not workers:
                _new_round(position)
            position.placed = False
            at = 0
        mover = (position.first + at) % players
        give_turn(position, mover)
        if position.player.unplaced:
            if choices.can_place(position):
                begin_turn(position, PLACE)
                return
        elif position.navaratnas and not position.ended:
            position.own(mover).idle += 1
            if _may_lay(position):
                begin_turn(position, ("turn",))
                return
        at += 1


def give_turn(position: Position, mover: int) -> None:
    """From now on that player is to move."""
    position.mover = mover
    position.player = position.players[mover]


def begin_turn(position: Position, choice: Placing | Laying) -> None:
    """A turn of the player to move: what was upgraded late counts from now on."""
    if position.player.late:
        position.own(position.mover).late = ""
    position.actor = position.mover
    position.open = choice
    if position.player.brown and choice[0] == "place":
        position.stack = [choice]
        position.open = ("brown",)


def _may_lay(position: Position) -> bool:
    """Whether a player may take a yield tile in a turn without a worker, being behind in workers (ruling 31)."""
    player = position.player
    if player.idle > len(position.facts.behind):
        return False
    most = max(other.active for other in position.players)
    return most - player.active >= position.facts.behind[player.idle - 1] and bool(choices.layings(position, ("turn",)))


def _new_round(position: Position) -> None:
    """Workers come back; the first player is who used the Grand Mogul, else the next clockwise."""
    position.first = position.mogul if position.mogul >= 0 else (position.first + 1) % len(position.names)
    position.mogul = -1
    position.clear()
    for player in range(len(position.names)):
        side = position.own(player)
        side.unplaced = side.active
        side.idle = 0


def ranks(position: Position) -> list[int]:
    """Place by player, from 1: by distance; among those who have crossed also by who did first (ruling 27)."""
    players = range(len(position.names))

    def merit(player: int) -> tuple[int, int]:
        crossed = position.crossed
        return position.distance(player), -crossed.index(player) if player in crossed else -len(position.names)

    return [1 + sum(merit(other) > merit(player) for other in players) for player in players]

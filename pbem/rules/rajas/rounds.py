"""Turns, phases, rounds, and the end (rulings 5, 16, 27, 28, 31)."""

from typing import TYPE_CHECKING

from pbem.game import NOBODY
from pbem.rules.rajas import choices, spaces

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State


def finish_turn(state: "State") -> None:
    """The turn is done: see whether the markers have met, then who is next."""
    if state.mover not in state.crossed and state.distance(state.mover) >= 0:
        state.crossed = (*state.crossed, state.mover)
        state.ended = True
    state.turn += 1
    state.named = False
    find_mover(state, (state.mover - state.first) % len(state.names) + 1)


def find_mover(state: "State", seat: int) -> None:
    """The next player with something to do, from a seat of this phase on; new phases, rounds, the end."""
    players = len(state.names)
    while True:
        if seat >= players:
            if state.ended:
                state.actor = NOBODY
                return
            workers = any(player.unplaced for player in state.players)
            if not state.placed or not workers:
                _new_round(state)
            state.placed = False
            seat = 0
        mover = (state.first + seat) % players
        give_turn(state, mover)
        if state.player.unplaced:
            if choices.can_place(state):
                begin_turn(state, "place")
                return
        elif state.navaratnas and not state.ended:
            state.own(mover).idle += 1
            if _may_lay(state):
                begin_turn(state, "turn")
                return
        seat += 1


def give_turn(state: "State", mover: int) -> None:
    """From now on that player is to move."""
    state.mover = mover
    state.player = state.players[mover]


def begin_turn(state: "State", kind: str) -> None:
    """A turn of the player to move: what was upgraded late counts from now on."""
    if state.player.late:
        state.own(state.mover).late = ""
    state.actor = state.mover
    state.open = (kind,)
    if state.player.brown and kind == "place":
        state.stack = [state.open]
        state.open = ("brown",)


def _may_lay(state: "State") -> bool:
    """Whether a player may take a yield tile in a turn without a worker, being behind in workers (ruling 31)."""
    player = state.player
    if player.idle > len(state.facts.behind):
        return False
    most = max(other.active for other in state.players)
    return most - player.active >= state.facts.behind[player.idle - 1] and bool(choices.layings(state))


def _new_round(state: "State") -> None:
    """Workers come back; the first player is who used the Grand Mogul, else the next clockwise."""
    state.first = state.mogul if state.mogul >= 0 else (state.first + 1) % len(state.names)
    state.mogul = -1
    spaces.clear(state)
    for seat in range(len(state.names)):
        player = state.own(seat)
        player.unplaced = player.active
        player.idle = 0

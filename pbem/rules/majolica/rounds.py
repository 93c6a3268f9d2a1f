"""The end of a turn and of a round, who acts next, and the end of the game (rulings 17, 20, 22)."""

from pbem.game import CHANCE, NOBODY
from pbem.rules.common import note
from pbem.rules.majolica import chance
from pbem.rules.majolica.grid import DOWN
from pbem.rules.majolica.position import Position
from pbem.rules.majolica.score import final


def end_turn(position: Position) -> None:
    """The turn is done: the next one, a new round, or the end."""
    facts = position.facts
    position.turn += 1
    position.new_turn()
    if position.solo:
        position.gone += position.tiles
        position.tiles = ""
        ended = len(position.gone) == len(position.grid)
        over = ended and position.round == facts.rounds
    else:
        ended = len(position.grid) - position.grid.count(DOWN) < facts.least
        over = ended and any(len(bench.done) >= facts.end for bench in position.benches)
    if over:
        position.actor = NOBODY
        if position.explained is not None:
            for player, bench in enumerate(position.benches):
                for points, reason, about in final(facts, bench):
                    note(position, player, (points,), reason, **about)
        return
    if ended:
        position.round += 1
        position.grid, position.gone = DOWN * len(position.grid), ""
        position.round_first = (position.round_first + 1) % len(position.names)
        _give_turn(position, position.round_first)
    else:
        _give_turn(position, (position.mover + 1) % len(position.names))


def end_draft(position: Position) -> None:
    """A mission was taken: the next player drafts, or the first turn in which tiles are taken begins."""
    position.turn += 1
    position.new_turn()
    left = [player for player in position.draft_order() if not position.benches[player].mission]
    if not left:
        position.shown = []
    _give_turn(position, left[0] if left else position.round_first)


def _give_turn(position: Position, player: int) -> None:
    position.mover = player
    position.own_bench()
    settle(position)


def settle(position: Position) -> None:
    """Who acts next: chance while something is due, else the mover."""
    position.waits = chance.due(position)
    position.actor = CHANCE if position.waits else position.mover

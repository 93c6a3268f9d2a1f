"""What must hold in every position of a game, by game id: nothing is lost and nothing appears."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from pbem.game import CHANCE, NOBODY
from pbem.rules.maharani.facts import EMPTY
from pbem.session import Session


def maharani(game: Session) -> None:
    """Tiles and artisans are all there, sets of cells agree, nobody is in debt."""
    state: Any = game.state
    facts = state.facts
    lying = [tile >> 2 for tile in state.tiles if tile != EMPTY]
    tiles = Counter(lying) + Counter(t for t in state.slots if t != EMPTY) + Counter(state.bag) + Counter(state.out)
    assert tiles == Counter(facts.bag)
    by_colour = [0] * len(facts.tile_colours)
    for cell, tile in enumerate(state.tiles):
        if tile != EMPTY:
            by_colour[facts.colour[tile >> 2]] |= 1 << cell
            assert tile & 3 in facts.arrows[tile >> 2][cell]
    assert state.areas == by_colour
    assert state.empty == facts.cells & ~sum(by_colour)
    standing = 0
    for player, colours in enumerate(state.owned):
        for own in colours:
            supply = facts.supply[str(len(game.header.players))]
            assert state.supply[own] + state.artisans[own].bit_count() == supply
            assert state.supply[own] >= 0
            assert not state.artisans[own] & (standing | state.empty)
            standing |= state.artisans[own]
            for quarter in facts.quarters:
                for area in state.areas:
                    assert (state.artisans[own] & quarter & area).bit_count() <= 1
        assert state.score[player] >= 0
    for quarter, area in enumerate(facts.quarters):
        full = not state.empty & area
        assert bool(state.paid >> quarter & 1) == (full or state.stuck)
        if full:
            assert not standing & area
    assert all(0 <= tile < len(facts.names) for tile in state.bag)
    assert state.bag == sorted(state.bag)
    if not state.empty & facts.centre:
        assert not any(tile != EMPTY and facts.is_centre[tile] for tile in state.slots) or state.actor == NOBODY
    if state.actor == CHANCE:
        assert EMPTY in state.slots
        assert state.bag
    elif state.actor != NOBODY and state.bag:
        assert EMPTY not in state.slots
    assert state.placed == state.filled == 0
    assert all(0 <= markers <= facts.all_quarters for markers in state.markers)


CHECKS: dict[str, Callable[[Session], None]] = {"maharani": maharani}

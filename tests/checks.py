"""What tests ask of any game: its position lines, why a line is refused, the shape of its JSON; what always holds in
each of the three games, by their ids in `CHECKS`.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import pbem
from pbem.errors import PbemError
from pbem.game import CHANCE, NOBODY
from pbem.rules.maharani.facts import EMPTY
from pbem.rules.majolica.facts import fits
from pbem.rules.majolica.grid import DOWN
from pbem.rules.majolica.tiles import sort
from pbem.rules.rajas.spaces import used
from pbem.session import Session


def position(game: Session) -> list[str]:
    """The position lines."""
    return game.rules.position(game.state, game.header.names)


def lies(game: Session, line: str) -> str:
    """What the position line that begins so goes on with: `dice Ana` -> "o4 g1"; "" if there is none."""
    return next((found[len(line) :].strip() for found in position(game) if f"{found} ".startswith(f"{line} ")), "")


def read(text: str) -> Session:
    """A game from its record."""
    return pbem.read(text.encode(), "record")


def whole(text: str, game: Session) -> str:
    """A record with the digest of the tables, as export writes it."""
    return text.replace("reconstructed-1\n", f"reconstructed-1 {game.rules.digest[:12]}\n")


def error(game: Session, line: str) -> PbemError:
    """The error of a line that is refused; nothing may have changed."""
    before = game.log, game.key, position(game), game.turn, game.to_move
    with pytest.raises(PbemError) as caught:
        game.play(line)
    assert (game.log, game.key, position(game), game.turn, game.to_move) == before
    return caught.value


def refused(game: Session, line: str) -> str:
    """The reason why a line is refused, or the code of the error where it has none."""
    found = error(game, line)
    return str(found.details.get("reason") or found.code)


# The shape of a value of JSON: its keys and types, all of them and no others


Shape = Any
"""A type; None; [shape of each item]; a dict of shapes by key; a tuple of shapes, one of which it has."""


def has_shape(value: Any, shape: Shape) -> bool:
    """Whether a value is of a shape; an int is no bool."""
    if isinstance(shape, tuple):
        return any(has_shape(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(has_shape(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        same = isinstance(value, dict) and value.keys() == shape.keys()
        return same and all(has_shape(value[key], shape[key]) for key in shape)
    return value is None if shape is None else type(value) is shape


def wrong(value: Any, shape: Shape, where: str = "") -> list[str]:
    """What is wrong with a value, key by key."""
    if isinstance(shape, dict) and isinstance(value, dict):
        keys = [f"{where}{key}: missing" for key in shape.keys() - value.keys()]
        keys += [f"{where}{key}: not said here" for key in value.keys() - shape.keys()]
        return keys + [
            w for key in shape.keys() & value.keys() for w in wrong(value[key], shape[key], f"{where}{key}.")
        ]
    if isinstance(shape, list) and isinstance(value, list):
        return [w for at, item in enumerate(value) for w in wrong(item, shape[0], f"{where}{at}.")]
    return [] if has_shape(value, shape) else [f"{where.rstrip('.')}: {value!r}"]


# What must hold in every position of a game, by game id: nothing is lost and nothing appears


def maharani(game: Session) -> None:
    """Tiles and artisans are all there, sets of cells agree, nobody is in debt."""
    state: Any = game.fold.state
    facts = state.facts
    lying = [tile >> 2 for tile in state.tiles if tile != EMPTY]
    offered = [tile for tile in state.slots if tile != EMPTY]
    assert sorted([*lying, *offered, *state.bag, *state.out]) == sorted(facts.bag)
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


def majolica(game: Session) -> None:
    """Cards, large tiles, violet tiles and tokens are all there; workshops and cards hold what they may."""
    state: Any = game.fold.state
    facts = state.facts
    cards = [*state.deck, *state.under, *state.box, *(card for card in state.display if card != DOWN)]
    spent_violet, tokens = 0, 0
    for bench in state.benches:
        cards += [bench.start] if bench.start else []
        cards += [*bench.done, *(card for card in bench.slots if card)]
        for shop, heap in enumerate(bench.shops):
            assert heap == sort(heap)
            assert len(heap) <= facts.workshops[shop].holds
            assert facts.wild not in heap or shop != facts.hall
            assert set(heap) <= set(facts.colours + facts.wild)
            spent_violet += heap.count(facts.wild)
        for card, on in zip(bench.slots, bench.on, strict=True):
            assert on == sort(on)
            assert facts.wild not in on
            if card:
                assert fits(facts.printed[card].tiles, on)
                assert facts.spaces(card, on)  # a full card is scored at once
            else:
                assert not on
        assert len(set(bench.collected)) == len(bench.collected) or bench.mission == "violet"
        assert bench.achieved in (False, bench.mission in ("first", "double"))
        tokens += bench.tokens
    expected = Counter(facts.full_deck(state.options)) + Counter(facts.start)
    assert Counter(cards) == expected
    assert state.deck == sorted(state.deck, key=facts.rank.__getitem__)
    players = str(len(state.names))
    assert 0 <= state.hall[0] <= facts.violet[players]
    assert spent_violet <= facts.violet[players] - state.hall[0]
    if "bloom" not in state.options and not game.header.position:
        assert tokens == facts.ones[players] - state.hall[1]
    assert state.hall[0] == 0 or state.hall[1] == facts.ones[players] or bool(game.header.position)
    up = Counter(state.grid.replace(DOWN, "")) + Counter(state.gone) + Counter(state.tiles)
    assert all(up[colour] <= facts.each for colour in facts.colours)
    assert len(state.grid) == facts.each * len(facts.colours)
    missions = [bench.mission for bench in state.benches if bench.mission] + [m for m in state.shown if m != DOWN]
    assert len(set(missions)) == len(missions)
    if state.actor == NOBODY:
        assert state.solo or any(len(bench.done) >= facts.end for bench in state.benches)
        return
    assert state.rights == state.activated == state.completed == 0
    assert not state.taken
    assert not state.half
    if state.actor >= 0 and not state.drafting:
        assert len(state.tiles) == facts.reveals if state.solo else facts.least <= sum(up.values())
        for player in range(len(state.names)):
            other = state.copy()
            other.mover = player
            assert other.must_activate() == []


def rajas(game: Session) -> None:
    """Tiles, dice, yield tiles and workers are all there; hands, karma and the river hold what they may."""
    state: Any = game.fold.state
    facts = state.facts
    tiles = [tile for tile in state.tops.values() if tile]
    for left in state.rest.values():
        tiles += left
    yields: Counter[str] = Counter(state.yield_tiles)
    waiting = state.waiting_dice()
    dice: Counter[str] = Counter(waiting)
    for seat, player in enumerate(state.players):
        lying = player.province.tiles.values()
        tiles += [tile for tile, _, _ in lying] + [under for *_, under in lying if under]
        yields.update(player.slots.values())
        yields.update([player.brown] if player.brown else [])
        dice.update(die[0] for die in player.dice)
        held = len(player.dice) + (len(waiting) if seat == state.mover else 0)
        assert held <= player.hands
        assert 0 <= player.karma <= facts.limits["karma"]
        assert 0 <= player.unplaced <= player.active <= state.most_workers
        assert 0 <= player.boat <= facts.mouth
        assert player.money >= 0
        assert player.fame >= 0
        assert all(0 <= level < len(facts.levels) for level in player.levels.values())
        assert player.province.hangs_together
        assert set(player.province.reached) <= set(player.yields)
        for cell, (tile, roads, _) in player.province.tiles.items():
            assert cell in facts.cells
            assert roads in facts.tiles[tile].turns
        if state.actor != CHANCE and not state.stack:
            for track, spaces in facts.bonuses.items():
                passed = {space for space in spaces if space <= getattr(player, track)}
                assert passed <= {space for kind, space in player.taken if kind == track} or game.header.position
    assert sorted(tiles) == sorted(facts.tiles)
    assert all(state.supply[colour] == facts.limits["dice"] - dice[colour] >= 0 for colour in state.supply)
    if state.navaratnas:
        assert +yields == Counter(facts.yield_counts)
    boats = [player.boat for player in state.players if 0 < player.boat < facts.mouth]
    assert len(set(boats)) == len(boats)
    assert state.quarry <= len(state.room.quarry)
    assert state.harbour <= len(state.room.harbour)
    assert state.outer <= state.room.outer
    assert len(state.assorted) <= state.room.assorted
    placed = state.quarry + state.harbour + len(state.assorted) + len(used(state))
    assert placed == sum(player.active - player.unplaced for player in state.players) or game.header.position
    assert all(state.distance(seat) >= 0 for seat in state.crossed)
    assert state.crossed or state.actor != NOBODY


CHECKS: dict[str, Callable[[Session], None]] = {"maharani": maharani, "majolica": majolica, "rajas": rajas}

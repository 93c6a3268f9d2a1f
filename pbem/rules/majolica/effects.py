"""What the steps of a turn set in motion in Majolica: what the Town Hall gives, what tiles on a card do, bloom."""

from pbem.rules.common import note
from pbem.rules.majolica.position import Position
from pbem.rules.majolica.tiles import plus


def reward(position: Position) -> None:
    """The Town Hall gives a violet tile (which arrives with the others), else a token, else nothing."""
    violet, ones = position.hall
    if violet:
        position.hall = (violet - 1, ones)
        if position.bench.mission == "violet":
            position.bench.collected += position.facts.wild
    elif ones:
        position.hall = (0, ones - 1)
        _token(position, position.facts.worth, "hall")


def put_on_card(position: Position, slot: int, tiles: str) -> None:
    """Tiles are put on a card; a full one is completed, and scored at once."""
    bench = position.bench
    card = bench.slots[slot]
    bench.on[slot] = plus(bench.on[slot], tiles)
    if position.facts.spaces(card, bench.on[slot]):
        return
    bench.slots[slot] = bench.on[slot] = ""
    bench.done.append(card)
    position.completed += 1
    printed = position.facts.printed[card]
    position.earned = (position.earned[0] + printed.points,)
    if position.explained is not None:
        note(position, position.mover, (printed.points,), "card", card=card)
    position.rights += printed.bonus
    _note_completed(position)


def _note_completed(position: Position) -> None:
    """The missions that a card just completed can accomplish for good (ruling 25)."""
    facts, bench = position.facts, position.bench
    if bench.mission == "double":
        bench.achieved = bench.achieved or position.completed >= facts.missions["double"]["cards"]
    elif bench.mission == "first":
        enough = facts.missions["first"]["cards"]
        others = [other for other in position.benches if other is not bench]
        if len(bench.done) == enough and all(len(other.done) < enough for other in others):
            bench.achieved = True


def break_tile(position: Position, tile: str) -> None:
    """A tile breaks, or none (""); the mission fragments keeps one of each colour."""
    bench = position.bench
    if tile and bench.mission == "fragments" and tile not in bench.collected:
        bench.collected = plus(bench.collected, tile)


def count_activation(position: Position, shop: int) -> None:
    """A workshop was activated; with all of them in one turn comes bloom, once."""
    everywhere = (1 << len(position.facts.workshops)) - 1
    before, position.activated = position.activated, position.activated | 1 << shop
    if "bloom" in position.options and position.activated == everywhere != before:
        _token(position, position.facts.bloom, "bloom")


def _token(position: Position, points: int, reason: str) -> None:
    position.bench.tokens += points
    position.earned = (position.earned[0] + points,)
    if position.explained is not None:
        note(position, position.mover, (points,), reason)

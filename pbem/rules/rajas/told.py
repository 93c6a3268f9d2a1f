"""What lies on the table of Rajas of the Ganges in sentences, which `board` prints and `posts` reads again."""

from collections.abc import Sequence

from pbem.errors import all_of
from pbem.game import NOBODY
from pbem.rules.rajas import chance, choices, spaces
from pbem.rules.rajas.facts import Facts
from pbem.rules.rajas.gains import FAME, MONEY, Effect
from pbem.rules.rajas.notation import BUILDINGS, GOODS
from pbem.rules.rajas.position import Player, Position
from pbem.rules.rajas.sentences import THEN

MET = "Markers have met: {names}."
TILES = "Tiles (price; roads, which may be turned; on it): {tiles}"
SPACES = "Free spaces: {free}, {quarry}, {harbour}{assorted}."
SEVERAL = "{n} of {space}"
NEXT, LATER, FULL = "{place} next costs {cost}{then}", ", then {costs}", "{place} full"
ASSORTED = "; Ma used by {names}"
DICE_LEFT = "Dice left: {dice}"
CHAMBERS = "Chambers: {chambers}"
WHITE = "; white tiles left: {kinds}"
RIVER = "River, the bridge behind {bridge}: {spaces}"
TRACKS = "Tracks: fame {fame}; money {money}"
OPEN_YIELD_TILES = "Open yield tiles: {tiles}"
HEADING = (
    "{name}: distance {distance}, money {money}, fame {fame}, karma {karma}, boat {boat}, "
    "workers to place {unplaced} of {active}, dice {dice} of {hands}, {levels}{late}, "
    "bonuses taken {taken}, yields {yields}, "
)
LATE = " ({building} counts from the next turn on)"
SLOTS = ", yield tiles {tiles}"
LAID = "{tile} ({gain})"
TO_LAY = ", still to lay {tile}"
MOGUL, FIRST = ", first in the next round", "; first of this round"
COVERS = "Tiles that cover others: {covers}"
NONE = "none"


# The table


def met(state: Position, names: Sequence[str]) -> str:
    """Whose markers have met, in that order; nothing if nobody's have."""
    if not state.crossed:
        return ""
    ends = "" if state.actor == NOBODY else " The game ends with this phase."
    return MET.format(names=THEN.join(names[player] for player in state.crossed)) + ends


def _tile(state: Position, tile: str) -> str:
    facts = state.facts.tiles[tile]
    return f"{tile} ({facts.price}; {facts.turns[0]}; {'+'.join(facts.things)})"


def offered(state: Position) -> str:
    """The tiles on top of the piles."""
    return TILES.format(tiles=", ".join(_tile(state, tile) for tile in choices.open_tiles(state)))


def laid(facts: Facts, tile: str) -> str:
    """A yield tile and what it pays."""
    return LAID.format(tile=tile, gain=words_of(facts.yield_tiles[tile]))


def free_spaces(state: Position, names: Sequence[str]) -> str:
    """Where workers can be placed, and what that costs."""
    several = [SEVERAL.format(n=number, space=space) for space, number in spaces.left(state).items() if number]
    costs = {}
    for place in ("quarry", "harbour"):
        cost, *later = getattr(state.room, place)[getattr(state, place) :] or [None]
        then = LATER.format(costs=" ".join(map(str, later))) if later else ""
        costs[place] = (FULL if cost is None else NEXT).format(place=place, cost=cost, then=then)
    used = ", ".join(names[player] for player in state.assorted)
    assorted = ASSORTED.format(names=used) if used else ""
    return SPACES.format(free=" ".join(spaces.free(state) + several), assorted=assorted, **costs)


def dice_left(state: Position) -> str:
    """The supply of dice."""
    return DICE_LEFT.format(dice=", ".join(f"{colour} {left}" for colour, left in state.supply.items()))


def chambers(state: Position) -> str:
    """What the persons of the palace give."""
    found = []
    for number, chamber in state.facts.chambers.items():
        may = choices.may_decline(state, chamber)
        gains = [words_of(gain._replace(may=may), state.navaratnas) for gain in chamber.gains]
        found.append(f"P{number} {all_of(gains)}")
    stack = "" if state.navaratnas else WHITE.format(kinds=" ".join(chance.white_stack(state)))
    return CHAMBERS.format(chambers=", ".join(found) + stack)


def river(state: Position) -> str:
    """What the spaces of the river give."""
    found = [f"{space} {words_of(river_gain(state, space))}" for space in range(1, state.facts.mouth + 1)]
    return RIVER.format(bridge=state.facts.bridge, spaces=", ".join(found))


def river_gain(state: Position, space: int) -> Effect:
    """What a space of the river gives, or the river tile on it."""
    kind = state.river.get(space)
    return state.facts.ganga[kind] if kind else state.facts.river[space]


def yields(state: Position) -> list[str]:
    """What the yields pay, on the sides of the board that are in use."""
    lines = []
    backs = {player.expert for player in state.players}
    for expert in sorted(backs):
        found = []
        for name, facts in state.facts.yields.items():
            ports = "/".join(facts.ports)
            paid = all_of(map(words_of, facts.back if expert else facts.front))
            found.append(f"{name} at {ports} {paid}" + (f" (slot {facts.slot})" if expert and state.navaratnas else ""))
        lines.append(f"Yields{' of experts' if expert and len(backs) > 1 else ''}: {'; '.join(found)}")
    return lines


def tracks(state: Position) -> str:
    """The bonuses of both tracks."""
    return TRACKS.format(fame=_bonuses(state, FAME), money=_bonuses(state, MONEY))


def open_yield_tiles(state: Position) -> str:
    """The yield tiles that can be taken; nothing where there are none in the game."""
    left = [f"{count} {laid(state.facts, tile)}" for tile, count in state.yield_tiles.items() if count]
    return OPEN_YIELD_TILES.format(tiles=", ".join(left)) if state.yield_tiles else ""


def _bonuses(state: Position, track: str) -> str:
    return ", ".join(f"{space} {words_of(effect)}" for space, effect in sorted(state.facts.bonuses[track].items()))


def words_of(effect: Effect, navaratnas: bool = False) -> str:
    """A gain in words."""
    if effect.kind == "white":
        return "yield tile" if navaratnas else "white tile"
    if effect.kind in _SAID:
        return _SAID[effect.kind]
    upto = "up to" if effect.may and effect.kind in ("dice", "colours") else ""
    what = effect.colours or (str(effect.number) if effect.kind in _NUMBERED else "")
    per = f" per {effect.each} {effect.per}" if effect.each > 1 else f" per {effect.per}" if effect.per else ""
    return " ".join(filter(None, [effect.kind, upto, what])) + per


_SAID = {"late": "upgrade (from the next turn on)", "boat": "boat ahead"}
"""Gains in other words than those of the table; `31 boat;` at the start of a line would be a move."""
_NUMBERED = ("dice", "karma", "money", "fame", "good", "person", "move", "sail")


# What lies before a player


def heading(state: Position, names: Sequence[str], player: int) -> str:
    """All that lies before a player, but for the tiles of the province."""
    side = state.players[player]
    levels = [f"{b} {state.facts.levels[side.levels[b]]}" for b in BUILDINGS]
    late = LATE.format(building=side.late) if side.late else ""
    taken = [str(space) for _, space in sorted(side.taken)]
    text = HEADING.format(
        name=names[player],
        distance=state.distance(player),
        **{what: getattr(side, what) for what in ("money", "fame", "karma", "boat", "unplaced", "active", "hands")},
        dice=" ".join(side.dice) or NONE,
        levels=" ".join(levels),
        late=late,
        taken=" ".join(taken) or NONE,
        yields=" ".join(side.yields) or NONE,
    )
    text += _markets(side)
    if side.slots:
        text += SLOTS.format(tiles=" ".join(f"{name} {laid(state.facts, tile)}" for name, tile in side.slots.items()))
    if side.brown:
        text += TO_LAY.format(tile=laid(state.facts, side.brown))
    if player == state.mogul:
        text += MOGUL
    return text + (FIRST if player == state.first else "")


def _markets(player: Player) -> str:
    """What the markets of each good are worth, dearest first."""
    by_good = {good: player.province.worths(good) for good in GOODS}
    if not any(by_good.values()):
        return "no markets"
    said = [f"{GOOD_WORDS[good]} {' '.join(map(str, worths)) or 'none'}" for good, worths in by_good.items()]
    return f"markets {', '.join(said)}"


GOOD_WORDS = {"s": "silk", "t": "tea", "p": "spice"}


def covers(player: Player) -> str:
    """Which tiles of a province cover others; nothing if none does."""
    found = [f"{cell} {lying.under}" for cell, lying in sorted(player.province.tiles.items()) if lying.under]
    return COVERS.format(covers=", ".join(found)) if found else ""

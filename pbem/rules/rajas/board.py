"""Rajas of the Ganges drawn as text, and read back."""

import re
from collections.abc import Sequence
from typing import Any

from pbem.board import NO_CELL, fold, row, token
from pbem.errors import HeaderError
from pbem.game import NOBODY, Paint, View
from pbem.rules.rajas import chance, choices, spaces
from pbem.rules.rajas.effects import FAME, MONEY
from pbem.rules.rajas.gains import Effect
from pbem.rules.rajas.notation import BACKS, BUILDINGS, DICE, FILES, RANKS, SIDES, read_tile
from pbem.rules.rajas.player import Player
from pbem.rules.rajas.state import State

_EMPTY = "-"
_WAITS = "-?-"
_EVERY = "ALL"
_ROW = r"([ogbp])((?: +\S{3}){3})"


def board(state: State) -> list[str]:
    """The tiles on top of the piles, a row for each colour."""
    lines = [row("x", [token(back) for back in BACKS])]
    for colour in DICE:
        lines.append(row(colour, [_top(state, colour + back) for back in BACKS]))
    return lines


def _top(state: State, pile: str) -> str:
    return (state.tops[pile] or NO_CELL) if pile in state.tops else _WAITS


def read(game: Any, lines: Sequence[str]) -> list[str]:
    """The position line `top` of a drawn board; raises HeaderError for a row that is none of it."""
    found: dict[str, list[str]] = {}
    for line in lines:
        match = re.fullmatch(_ROW, line.strip())
        if match:
            found[match[1]] = [NO_CELL if word == NO_CELL else read_tile(word) for word in match[2].split()]
    if not found:
        return []
    tops = []
    for colour in DICE:
        if colour not in found:
            raise HeaderError(f"row {colour} of the piles is missing")
        for back, tile in zip(BACKS, found[colour], strict=True):
            if tile != NO_CELL and tile[:2] != colour + back:
                raise HeaderError(
                    f"pile {colour + back} is drawn as `{tile}`; {_WAITS} stands for one that is not known"
                )
            tops.append(colour + back + _EMPTY if tile == NO_CELL else tile)
    return ["top " + " ".join(tops)]


_LEGEND = fold(
    "Rows are the colours of tiles and dice (o orange, g green, b blue, p purple), columns the piles; +++ is an empty "
    "pile. Goods are s silk, t tea, p spice with their value; buildings Te temple, Pa palace, Fo fort, Mi mill. In a "
    "province RES is the residence, -o- a free cell, and below a tile stand the sides its roads lead to (ALL: NESW). "
    "The distance is how far fame and money are beyond each other: from 0 on the markers have met."
)


def legend(state: State) -> Sequence[str]:
    """What the signs on the board mean."""
    return _LEGEND


def report(state: State, names: Sequence[str], viewer: int) -> list[str]:
    """Everything beside the board: tiles, free spaces, players, river, yields."""
    lines = []
    if not state.waits and state.actor != NOBODY:
        tiles = [_tile(state, tile) for tile in choices.open_tiles(state)]
        lines += fold(f"Tiles (price; roads, which may be turned; on it): {', '.join(tiles)}")
        lines += fold(_spaces(state))
        lines += fold(f"Chambers: {', '.join(_chambers(state))}")
        lines += fold(f"River, the bridge behind {state.facts.bridge}: {', '.join(_river(state))}")
        lines += _yield_lines(state)
        lines += fold(f"Tracks: fame {_bonuses(state, FAME)}; money {_bonuses(state, MONEY)}")
        if state.yield_tiles:
            left = [f"{count} {tile}" for tile, count in state.yield_tiles.items() if count]
            lines += fold(f"Open yield tiles: {', '.join(left)}")
    return [*lines, *benches(state, names)]


def benches(state: State, names: Sequence[str]) -> list[str]:
    """What lies before each player, from the one to move on."""
    lines = []
    for step in range(len(names)):
        seat = (state.mover + step) % len(names)
        lines += fold(_heading(state, names, seat))
        lines += _province(state, state.players[seat])
    return lines


def _tile(state: State, tile: str) -> str:
    facts = state.facts.tiles[tile]
    goods = [good + str(worth) for good, worth in facts.markets]
    return f"{tile} ({facts.price}; {facts.turns[0]}; {'+'.join([*facts.buildings, *goods])})"


def _spaces(state: State) -> str:
    free = spaces.free(state) + [f"{number} of {space}" for space, number in spaces.left(state).items() if number]
    costs = []
    for place in ("quarry", "harbour"):
        cost = spaces.cost(getattr(state.room, place), getattr(state, place))
        costs.append(f"{place} full" if cost < 0 else f"{place} next costs {cost}")
    return f"Free spaces: {' '.join(free)}, {', '.join(costs)}."


def _chambers(state: State) -> list[str]:
    found = [f"P{n} {' and '.join(map(words, chamber.gains))}" for n, chamber in state.facts.chambers.items()]
    stack = "" if state.navaratnas else f"; white tiles left: {' '.join(chance.white_stack(state))}"
    return [*found[:-1], found[-1] + stack]


def words(effect: Effect) -> str:
    """A gain in words."""
    what = effect.colours or (str(effect.number) if effect.kind in _NUMBERED else "")
    per = f" per {effect.each} {effect.per}" if effect.each > 1 else f" per {effect.per}" if effect.per else ""
    return " ".join(filter(None, [effect.kind, what])) + per


_NUMBERED = ("dice", "karma", "money", "fame", "good", "person", "move", "sail")


def _river(state: State) -> list[str]:
    found = []
    for position, effect in enumerate(state.facts.river[1:], 1):
        kind = state.river.get(position)
        found.append(f"{position} {words(state.facts.ganga[kind] if kind else effect)}")
    return found


def _yield_lines(state: State) -> list[str]:
    lines = []
    backs = {player.expert for player in state.players}
    for expert in sorted(backs):
        found = []
        for name, facts in state.facts.yields.items():
            ports = "/".join(facts.ports)
            paid = " and ".join(map(words, facts.back if expert else facts.front))
            found.append(f"{name} at {ports} {paid}" + (f" (slot {facts.slot})" if expert and state.navaratnas else ""))
        lines += fold(f"Yields{' of experts' if expert and len(backs) > 1 else ''}: {'; '.join(found)}")
    return lines


def _bonuses(state: State, track: str) -> str:
    return ", ".join(f"{space} {words(effect)}" for space, effect in sorted(state.facts.bonuses[track].items()))


def _heading(state: State, names: Sequence[str], seat: int) -> str:
    player = state.players[seat]
    levels = [f"{b} {state.facts.levels[player.levels[b]]}" for b in BUILDINGS]
    late = f" ({player.late} counts from the next turn on)" if player.late else ""
    taken = [str(space) for _, space in sorted(player.taken)]
    text = (
        f"{names[seat]}: distance {state.distance(seat)}, money {player.money}, fame {player.fame}, "
        f"karma {player.karma}, boat {player.boat}, workers to place {player.unplaced} of {player.active}, "
        f"dice {' '.join(player.dice) or 'none'} of {player.hands}, {' '.join(levels)}{late}, "
        f"bonuses taken {' '.join(taken) or 'none'}, yields {' '.join(player.yields) or 'none'}"
    )
    if player.slots:
        text += ", yield tiles " + " ".join(f"{name} {tile}" for name, tile in player.slots.items())
    if player.brown:
        text += f", still to lay {player.brown}"
    if seat == state.mogul:
        text += ", first in the next round"
    return text + ("; first of this round" if seat == state.first else "")


def _province(state: State, player: Player) -> list[str]:
    """The province: tiles, and below them the sides their roads lead to; nothing if nothing is built."""
    if not player.province.tiles:
        return []
    lines = [row("x", [token(file) for file in FILES])]
    for rank in reversed(RANKS):
        cells = [file + rank for file in FILES]
        lines.append(row(rank, [_cell(state, player, cell) for cell in cells]))
        if any(cell in player.province.tiles for cell in cells):
            lines.append(row("=", [_roads(player, cell) for cell in cells]))
    return lines


def _cell(state: State, player: Player, cell: str) -> str:
    if cell == state.facts.home:
        return "RES"
    if cell not in state.facts.cells:
        return NO_CELL
    tiles = player.province.tiles
    return tiles[cell].tile if cell in tiles else "-o-"


def _roads(player: Player, cell: str) -> str:
    if cell not in player.province.tiles:
        return "-o-"
    roads = player.province.tiles[cell].roads
    return _EVERY if roads == SIDES else token(roads)


def due(state: State) -> str:
    """What chance is asked for, in words."""
    kind, *what = chance.due(state)
    return {
        chance.TOPS: "the top tiles",
        chance.RIVER: "the river tiles",
        chance.ROLLS: "the first dice",
        chance.BROWN: "the brown yield tiles",
        "draw": f"the next tile of pile {what[0] if what else ''}",
        "roll": f"dice {' '.join(what)}",
        "white": "a white yield tile",
    }[kind]


def template(state: State) -> str:
    """A move with words for its parts."""
    return _TEMPLATES.get(state.open[0] if state.open else "", "STEP / STEP")


_TEMPLATES = {
    "gain": "+COLOUR +COLOUR",
    "upgrade": "up BUILDING",
    "late": "up BUILDING",
    "boat": "boat, or stay",
    "good": "Ms, Mt, or Mp",
    "move": "HSPACES",
    "palace": "PERSON",
    "person": "PERSON",
    "order": "YIELD: STEP",
    "lay": "tile TILE SLOT",
    "turn": "tile TILE SLOT",
    "brown": "tile TILE SLOT / STEP",
    "place": "SPACE -DIE / STEP",
}


def how_to_answer(state: State) -> list[str]:
    """How a move is written, in words that are no move."""
    kind = state.open[0] if state.open else ""
    if kind not in ("place", "brown"):
        return [*fold(_ASKED.get(kind, "The turn goes on.")), "All forms: pbem rules rajas"]
    first = "First lay your brown yield tile on a slot of its colour. " if kind == "brown" else ""
    return [*fold(first + _HOW), "All forms: pbem rules rajas"]


_HOW = (
    "Place a worker. Quarry: Q TILE CELL ROADS -DIE -DIE, roads as the sides they lead to. Market: Ma, or Ms Mt Mp "
    "and -DIE. Palace: P and the space, its dice behind it. Harbour: H SPACES -DIE. A die is its colour and value; "
    "with k behind it karma turns it. What a step sets off and leaves to you stands behind a slash: + COLOUR for a "
    "die, x DIE given back, up BUILDING, boat or stay. What follows a roll may be given at once, (o4-6: STEP) "
    "(else: STEP)."
)
_ASKED = {
    "gain": "Name the dice you take, + COLOUR for each; with full hands fewer (+0: none), or x DIE for one given back.",
    "upgrade": "One of your buildings is made better.",
    "late": "One of your buildings is made better; it counts from your next turn on.",
    "boat": "Your boat may go to the next free space.",
    "good": "Markets of one good are valued.",
    "move": "Your boat moves.",
    "palace": "Carry out one of the persons the river offers, as in the palace but without a die.",
    "person": "Carry out the person of the river tile, without a die.",
    "order": "Several yields are connected: name the one that is paid first, and its first step.",
    "lay": "You may take an open yield tile for a free slot of its colour, or none: tile none.",
    "turn": "You may take an open yield tile for a free slot of its colour, or none: tile none.",
}


def how_to_draw(state: State) -> list[str]:
    """How the result of chance that is due is written, in words that are none."""
    kind, *what = chance.due(state)
    if kind == chance.TOPS:
        return ["draw TILE TILE TILE, one of each pile, a number behind each:", " ".join(state.facts.piles)]
    if kind == chance.RIVER:
        return [
            "draw river POSITION-TILE POSITION-TILE, as dice and tiles say, out of",
            " ".join(state.facts.ganga),
        ]
    if kind == chance.ROLLS:
        return [f"roll {state.names[state.started]} DIE DIE DIE DIE, of {' '.join(DICE)}"]
    if kind == chance.BROWN:
        seats = [state.names[seat] for seat in chance.in_turn_order(state)]
        return fold("draw brown " + ", ".join(f"{name} TILE" for name in seats))
    if kind == "draw":
        return fold(f"draw TILE, one of {' '.join(state.rest[what[0]])}")
    if kind == "white":
        return [f"draw white TILE, one of {' '.join(dict.fromkeys(chance.white_stack(state)))}"]
    return [f"roll {' '.join(f'{colour}N' for colour in what)}, N for what they show"]


_RULES = """
RAJAS OF THE GANGES: HOW MOVES ARE WRITTEN
[ ] may be left out; / between steps; -DIE spends, +C takes, xDIE gives back

turn    [TURN] [NAME:] STEPS [=FAME,MONEY] [; REMARK]
        7 Ana: Q oC5 a2NEW -o3 -o1k / +p / up Mi =5,-1
quarry  Q TILE CELL[ROADS] -DIE...     Q oC5 a2NEW -o3 -o1k
market  Ma, or Ms Mt Mp -DIE           Mt -b4
palace  P0 [re DIE...]                 P0 re o1 p2     outer terrace
        PC                             Pg              terrace
        PCC -DIE                       Pbo -b2         balcony
        P1 to P6 -DIE                  P4 -b4 up Te    chambers
        dice it gives are named        P2 -g2 +o +p
        P5 TILE CELL[ROADS] -DIE...    P5 -g5 pS5 b4NEW -p2
harbour HSPACES -DIE                   H2 -b3
dice    +C for each of free colour     +o +p
        full hands: fewer, +0, or xDIE Pg xo1, Pbo -b2 +o
river   the same without a die         P3 +g, Mt, H2
else    up Te Pa Fo Mi, boat, stay     up Mi
yields  NAME: STEP, of several         NW: +p / W3: +o
        NW NE NB ND W3 E3 W2 E2 W1 E1 S
tile    tile TILE SLOT, tile none      tile y-boat NE
if      (CASE: STEPS) ... (else: ...)  (o4-6: P5 pS5 b4NEW -p2)
        CASE: die money up karma, a die, a tile or pile turned up
draw    draw oS4 (all at the start)    draw white die
        draw river 4-ogb 8-yogi        draw brown Bob worker
roll    roll Ana o5 g4 b3 p2           roll o5 p6
undo    undo TURN [; REMARK], undo draw

DIE: colour o g b p and value; k behind it: turned by karma as it is
spent. CELL: a1 to e4. ROADS: the sides roads lead to, N E S W.
A line may stop where a result is waiting; afterwards the same player
goes on. The claim is the fame and the money of the line.
"""


def rules_text(game: Any) -> str:
    """The notation on one screen."""
    return _RULES.strip("\n")


class RajasPaint(Paint):
    """See pbem.game.Paint."""

    drawn = ("top",)

    def board(self, view: View) -> list[str]:
        """See Paint."""
        return board(view.state)

    def legend(self, view: View) -> Sequence[str]:
        """See Paint."""
        return legend(view.state)

    def template(self, view: View) -> str:
        """See Paint."""
        return template(view.state)

    def read(self, rules: Any, lines: Sequence[str]) -> list[str]:
        """See Paint."""
        return read(rules, lines)

    def report(self, view: View) -> list[str]:
        """See Paint."""
        return report(view.state, view.names, view.viewer)

    def benches(self, view: View) -> list[str]:
        """See Paint."""
        return benches(view.state, view.names)

    def due(self, view: View) -> str:
        """See Paint."""
        return due(view.state)

    def how_to_answer(self, view: View) -> list[str]:
        """See Paint."""
        return how_to_answer(view.state)

    def how_to_draw(self, view: View) -> list[str]:
        """See Paint."""
        return how_to_draw(view.state)

    def rules_text(self, rules: Any) -> str:
        """See Paint."""
        return rules_text(rules)


PAINT = RajasPaint()

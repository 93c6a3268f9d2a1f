"""Rajas of the Ganges drawn as text, and read back."""

from collections.abc import Sequence

from pbem.board import NO_CELL, fold, plural, row, token
from pbem.errors import HeaderError
from pbem.game import NOBODY, Paint, Rules, Step, View
from pbem.rules.rajas import chance, choices, spaces
from pbem.rules.rajas.dice import in_turn
from pbem.rules.rajas.gains import FAME, MONEY, Effect
from pbem.rules.rajas.moves import Market, Named
from pbem.rules.rajas.notation import BACKS, BUILDINGS, DICE, FILES, GOODS, RANKS, SIDES, read_tile
from pbem.rules.rajas.player import Player
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.sentences import ASKED, AWAITED, THEN
from pbem.rules.rajas.todo import Choice

_EMPTY = "-"
_WAITS = "-?-"
EVERY = "ALL"
_PASSED_OVER = {("x", len(BACKS)), *((label, len(FILES)) for label in ("x", "=", *RANKS))}
"""Rows that say nothing of the piles, by what stands before them and how many cells they have."""

_LEGEND = fold(
    "Rows are the colours of tiles and dice (o orange, g green, b blue, p purple), columns the piles; +++ is an empty "
    "pile. Goods are s silk, t tea, p spice with their value; buildings Te temple, Pa palace, Fo fort, Mi mill. In a "
    "province RES is the residence, -o- a free cell, and below a tile stand the sides its roads lead to (ALL: NESW). "
    "The distance is how far fame and money are beyond each other: from 0 on the markers have met."
)

MET = "Markers have met: {names}."
SPACES = "Free spaces: {free}, {quarry}, {harbour}{assorted}."
SEVERAL = "{n} of {space}"
NEXT, LATER, FULL = "{place} next costs {cost}{then}", ", then {costs}", "{place} full"
ASSORTED = "; Ma used by {names}"
WHITE = "; white tiles left: {kinds}"
RIVER = "River, the bridge behind {bridge}: {spaces}"
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

_RULES = """
RAJAS OF THE GANGES: HOW MOVES ARE WRITTEN
[ ] may be left out; / between steps; -DIE spends, +C takes, xDIE gives back

turn    [TURN] [NAME:] STEPS [=FAME,MONEY] [; REMARK]
     as 7 Ana: Q oC5 a2NEW -o3 -o1k / +p / up Mi =5,-1
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
        if they may be declined: fewer P2 -g2 +0
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

DIE: colour o g b p and value; k behind it: turned by karma as it is
spent. CELL: a1 to e4. ROADS: the sides roads lead to, N E S W.
A line may stop where a result is waiting; afterwards the same player
goes on. The claim is the fame and the money of the line.
"""


class RajasPaint(Paint):
    """See pbem.game.Paint."""

    drawn = ("top",)

    def board(self, view: View) -> list[str]:
        """The tiles on top of the piles, a row for each colour."""
        return [
            row("x", [token(back) for back in BACKS]),
            *(row(colour, [_top(view.state, colour + back) for back in BACKS]) for colour in DICE),
        ]

    def read(self, rules: Rules, lines: Sequence[str]) -> list[str]:
        """The position line `top` of a drawn board; rows of provinces are passed over.

        Raises HeaderError for a row that is none of either.
        """
        found: dict[str, list[str]] = {}
        for line in lines:
            colour, *drawn = line.split()
            colour = colour.casefold()
            if (colour, len(drawn)) in _PASSED_OVER:
                continue
            if colour not in DICE or len(drawn) != len(BACKS):
                raise HeaderError(
                    f"the piles have rows {' '.join(DICE)} with a tile for each of {' '.join(BACKS)}, "
                    f"this is none: `{line.strip()}`"
                )
            if colour in found:
                raise HeaderError(f"row {colour} of the piles is drawn twice: `{line.strip()}`")
            found[colour] = [NO_CELL if word == NO_CELL else read_tile(word) for word in drawn]
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

    def legend(self, view: View) -> Sequence[str]:
        """What the signs on the board mean."""
        return _LEGEND

    def remark(self, view: View, step: Step) -> str:
        """A market that sells nothing."""
        state: Position = view.state
        market = step.step if isinstance(step, Named) else step
        if not isinstance(market, Market) or any(
            market.good in ("a", good) for good, _ in state.player.province.markets
        ):
            return ""
        what = "market" if market.good == "a" else f"market of {_GOODS[market.good]}"
        return f"M{market.good} sells nothing: {view.names[view.viewer]} has no {what}"

    def report(self, view: View) -> list[str]:
        """Everything beside the board: tiles, free spaces, players, river, yields."""
        state: Position = view.state
        lines = _met(state, view.names)
        if not state.waits and state.actor != NOBODY:
            tiles = [_tile(state, tile) for tile in choices.open_tiles(state)]
            lines += fold(f"Tiles (price; roads, which may be turned; on it): {', '.join(tiles)}")
            lines += fold(_spaces(state, view.names))
            lines += fold("Dice left: " + ", ".join(f"{colour} {left}" for colour, left in state.supply.items()))
            lines += fold(f"Chambers: {', '.join(_chambers(state))}")
            lines += fold(RIVER.format(bridge=state.facts.bridge, spaces=", ".join(_river(state))))
            lines += _yield_lines(state)
            lines += fold(f"Tracks: fame {_bonuses(state, FAME)}; money {_bonuses(state, MONEY)}")
            if state.yield_tiles:
                left = [f"{count} {_laid(state, tile)}" for tile, count in state.yield_tiles.items() if count]
                lines += fold(f"Open yield tiles: {', '.join(left)}")
        return [*lines, *self.benches(view)]

    def benches(self, view: View) -> list[str]:
        """What lies before each player, from the one to move on."""
        state: Position = view.state
        lines = []
        for step in range(len(view.names)):
            player = (state.mover + step) % len(view.names)
            lines += fold(_heading(state, view.names, player))
            lines += _province(state, state.players[player])
        return lines

    def template(self, view: View) -> str:
        """A move with words for its parts."""
        choice: Choice | None = view.state.open
        return ASKED[choice[0]].template if choice else "STEP / STEP"

    def how_to_answer(self, view: View) -> list[str]:
        """How a move is written, in words that are no move."""
        choice: Choice | None = view.state.open
        return [*fold(_asked(view.state, choice) if choice else "The turn goes on."), "All forms: pbem rules rajas"]

    def due(self, view: View) -> str:
        """What chance is asked for, in words."""
        kind, *what = chance.due(view.state)
        return AWAITED[kind].name.format(" ".join(what))

    def how_to_draw(self, view: View) -> list[str]:
        """How the result of chance that is due is written, in words that are none."""
        state: Position = view.state
        due = chance.due(state)
        if due[0] == "tops":
            return ["draw TILE TILE TILE, one of each pile, a number behind each:", " ".join(state.facts.piles)]
        if due[0] == "river":
            return [
                "draw river POSITION-TILE POSITION-TILE, as dice and tiles say, out of",
                " ".join(state.facts.ganga),
            ]
        if due[0] == "rolls":
            return [f"roll {state.names[state.started]} DIE DIE DIE DIE, of {' '.join(DICE)}"]
        if due[0] == "brown":
            names = [state.names[player] for player in chance.in_turn_order(state)]
            return fold("draw brown " + ", ".join(f"{name} TILE" for name in names))
        if due[0] == "draw":
            return fold(f"draw TILE, one of {' '.join(state.rest[due[1]])}")
        if due[0] == "white":
            return [f"draw white TILE, one of {' '.join(dict.fromkeys(chance.white_stack(state)))}"]
        return [f"roll {' '.join(f'{colour}N' for colour in due[1:])}, N for what they show"]

    def rules_text(self, rules: Rules) -> str:
        """The notation on one screen."""
        return _RULES.strip("\n")


PAINT = RajasPaint()


# The board and what lies beside it


def _top(state: Position, pile: str) -> str:
    return (state.tops[pile] or NO_CELL) if pile in state.tops else _WAITS


def _tile(state: Position, tile: str) -> str:
    facts = state.facts.tiles[tile]
    goods = [good + str(worth) for good, worth in facts.markets]
    return f"{tile} ({facts.price}; {facts.turns[0]}; {'+'.join([*facts.buildings, *goods])})"


def _asked(state: Position, choice: Choice) -> str:
    """What is said of a choice, with the dice or the number that it is about."""
    number = choice[1] if choice[0] in ("good", "move") else ""
    words = ASKED[choice[0]].words.format(number)
    if choice[0] != "gain":
        return words
    _, fixed, number, may = choice
    if fixed:
        what = plural(len(fixed), "Die {dice}", "Dice {dice}", dice=" ".join(in_turn(fixed)))
    else:
        what = plural(number, "{n} die of a free colour", "{n} dice of free colours")
    hands = plural(max(0, state.free_hands()), "{n} hand is free", "{n} hands are free")
    return f"{'Up to ' * may}{what}; {hands}. {words}"


def _met(state: Position, names: Sequence[str]) -> list[str]:
    """Whose markers have met, in that order; nothing if nobody's have."""
    if not state.crossed:
        return []
    ends = "" if state.actor == NOBODY else " The game ends with this phase."
    return fold(MET.format(names=THEN.join(names[player] for player in state.crossed)) + ends)


def _laid(state: Position, tile: str) -> str:
    return LAID.format(tile=tile, gain=words_of(state.facts.yield_tiles[tile]))


def _spaces(state: Position, names: Sequence[str]) -> str:
    several = [SEVERAL.format(n=number, space=space) for space, number in spaces.left(state).items() if number]
    costs = {}
    for place in ("quarry", "harbour"):
        cost, *later = getattr(state.room, place)[getattr(state, place) :] or [None]
        then = LATER.format(costs=" ".join(map(str, later))) if later else ""
        costs[place] = (FULL if cost is None else NEXT).format(place=place, cost=cost, then=then)
    used = ", ".join(names[player] for player in state.assorted)
    assorted = ASSORTED.format(names=used) if used else ""
    return SPACES.format(free=" ".join(spaces.free(state) + several), assorted=assorted, **costs)


def _chambers(state: Position) -> list[str]:
    found = []
    for number, chamber in state.facts.chambers.items():
        may = choices.may_decline(state, chamber)
        gains = [words_of(gain._replace(may=may), state.navaratnas) for gain in chamber.gains]
        found.append(f"P{number} {' and '.join(gains)}")
    stack = "" if state.navaratnas else WHITE.format(kinds=" ".join(chance.white_stack(state)))
    return [*found[:-1], found[-1] + stack]


def _river(state: Position) -> list[str]:
    found = []
    for position, effect in enumerate(state.facts.river[1:], 1):
        kind = state.river.get(position)
        found.append(f"{position} {words_of(state.facts.ganga[kind] if kind else effect)}")
    return found


def _yield_lines(state: Position) -> list[str]:
    lines = []
    backs = {player.expert for player in state.players}
    for expert in sorted(backs):
        found = []
        for name, facts in state.facts.yields.items():
            ports = "/".join(facts.ports)
            paid = " and ".join(map(words_of, facts.back if expert else facts.front))
            found.append(f"{name} at {ports} {paid}" + (f" (slot {facts.slot})" if expert and state.navaratnas else ""))
        lines += fold(f"Yields{' of experts' if expert and len(backs) > 1 else ''}: {'; '.join(found)}")
    return lines


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


def _heading(state: Position, names: Sequence[str], player: int) -> str:
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
        text += SLOTS.format(tiles=" ".join(f"{name} {_laid(state, tile)}" for name, tile in side.slots.items()))
    if side.brown:
        text += TO_LAY.format(tile=_laid(state, side.brown))
    if player == state.mogul:
        text += MOGUL
    return text + (FIRST if player == state.first else "")


def _markets(player: Player) -> str:
    """What the markets of each good are worth, dearest first."""
    by_good = {
        good: sorted((worth for kind, worth in player.province.markets if kind == good), reverse=True) for good in GOODS
    }
    if not any(by_good.values()):
        return "no markets"
    said = [f"{_GOODS[good]} {' '.join(map(str, worths)) or 'none'}" for good, worths in by_good.items()]
    return f"markets {', '.join(said)}"


_GOODS = {"s": "silk", "t": "tea", "p": "spice"}


def _province(state: Position, player: Player) -> list[str]:
    """The province: tiles, and below them the sides their roads lead to; which of them cover others."""
    lines = [row("x", [token(file) for file in FILES])]
    for rank in reversed(RANKS):
        cells = [file + rank for file in FILES]
        lines.append(row(rank, [_cell(state, player, cell) for cell in cells]))
        if any(cell in player.province.tiles for cell in cells):
            lines.append(row("=", [_roads(player, cell) for cell in cells]))
    covers = [f"{cell} {lying.under}" for cell, lying in sorted(player.province.tiles.items()) if lying.under]
    return lines + (fold(COVERS.format(covers=", ".join(covers))) if covers else [])


def _cell(state: Position, player: Player, cell: str) -> str:
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
    return EVERY if roads == SIDES else token(roads)

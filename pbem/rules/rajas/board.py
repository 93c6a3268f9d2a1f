"""Rajas of the Ganges drawn as text, and read back."""

from collections.abc import Sequence

from pbem.board import NO_CELL, ORANGE, fold, plural, row, token
from pbem.errors import HeaderError
from pbem.game import NOBODY, Paint, Rules, Step, View
from pbem.rules.rajas import chance, told
from pbem.rules.rajas.dice import in_turn
from pbem.rules.rajas.moves import Market, Named
from pbem.rules.rajas.notation import BACKS, DICE, FILES, RANKS, SIDES, read_tile
from pbem.rules.rajas.position import Player, Position
from pbem.rules.rajas.sentences import ASKED, AWAITED
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

_RULES = """
RAJAS OF THE GANGES: HOW MOVES ARE WRITTEN
[ ] may be left out; / joins steps; -DIE spends, +C takes, xDIE returns

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
    colours = {"o": ORANGE, "g": "green", "b": "bright_blue", "p": "magenta", "+": "bright_black"}

    def board(self, view: View) -> list[str]:
        """The tiles on top of the piles, a row for each colour."""
        return [
            row("x", [token(back) for back in BACKS]),
            *(row(colour, [top(view.state, colour + back) for back in BACKS]) for colour in DICE),
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
        what = "market" if market.good == "a" else f"market of {told.GOOD_WORDS[market.good]}"
        return f"M{market.good} sells nothing: {view.names[view.viewer]} has no {what}"

    def report(self, view: View) -> list[str]:
        """Everything beside the board: tiles, free spaces, players, river, yields."""
        state: Position = view.state
        lines = _lines(told.met(state, view.names))
        if not state.waits and state.actor != NOBODY:
            for sentence in (
                told.offered(state),
                told.free_spaces(state, view.names),
                told.dice_left(state),
                told.chambers(state),
                told.river(state),
                *told.yields(state),
                told.tracks(state),
                told.open_yield_tiles(state),
            ):
                lines += _lines(sentence)
        return [*lines, *self.benches(view)]

    def benches(self, view: View) -> list[str]:
        """What lies before each player, from the one to move on."""
        state: Position = view.state
        lines = []
        for step in range(len(view.names)):
            player = (state.mover + step) % len(view.names)
            lines += fold(told.heading(state, view.names, player))
            lines += _province(state, state.players[player])
        return lines

    def template(self, view: View) -> str:
        """A move with words for its parts."""
        choice: Choice | None = view.state.open
        return ASKED[choice[0]].template if choice else "STEP / STEP"

    def how_to_answer(self, view: View) -> list[str]:
        """How a move is written, in words that are no move."""
        choice: Choice | None = view.state.open
        return fold(_asked(view.state, choice) if choice else "The turn goes on.")

    def asked(self, view: View) -> list[str]:
        """How many dice, spaces or markets a choice is about, and what else it is; of placing a worker nothing."""
        choice: Choice | None = view.state.open
        return fold(_asked(view.state, choice)) if choice and choice[0] not in ("place", "brown") else []

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


def _lines(sentence: str) -> list[str]:
    """A sentence folded; none where nothing is to be said."""
    return fold(sentence) if sentence else []


def top(state: Position, pile: str) -> str:
    """What lies on a pile: a tile, that it is empty, or that it is not known."""
    return (state.tops[pile] or NO_CELL) if pile in state.tops else _WAITS


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


# What lies before a player


def _province(state: Position, player: Player) -> list[str]:
    """The province: tiles, and below them the sides their roads lead to; which of them cover others."""
    lines = [row("x", [token(file) for file in FILES])]
    for rank in reversed(RANKS):
        cells = [file + rank for file in FILES]
        lines.append(row(rank, [_cell(state, player, cell) for cell in cells]))
        if any(cell in player.province.tiles for cell in cells):
            lines.append(row("=", [_roads(player, cell) for cell in cells]))
    return lines + _lines(told.covers(player))


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

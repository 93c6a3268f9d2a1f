"""Maharani drawn as text, and read back."""

import re
from collections.abc import Sequence
from typing import Any

from pbem.board import NO_CELL, ORANGE, fold, plural, row, token
from pbem.errors import HeaderError, one_of
from pbem.game import NOBODY, Paint, View
from pbem.rules.maharani.facts import EMPTY, Facts, bits, turned
from pbem.rules.maharani.moves import cell_at
from pbem.rules.maharani.notation import ARROWS, FILES, read_cell
from pbem.rules.maharani.position import Position

_ALL_HALVES = "ALL"
_ROW = r"([0-9])((?: +\S{3})+)"
_TILE = r"([a-z])([NESW])([a-z-])"

_LEGEND = (
    "Empty cells show the half columns (N E S W) or the centre column (C)",
    "of the tile that fits; +++ is no cell; rows q name the quarters below.",
    "A tile shows its colour (b o r y g v), where its arrow points, and the",
    "artisan on it (g r b y) or a dash.",
)

PLAYERS = "Players, clockwise:"
QUARTERS = "Quarters:"
RONDEL = "Rondel, its arrow turned to {seat} for {name}:"
ONLY_HERE = "marker {quarter} is down, so only into this quarter"
SLOT = "slot {slot} over quarter {quarter}: {tile}"
NO_TILE = "empty"
PLAYER = "seat {seat} {name}: gold {gold}, markers up {up}, artisans left {supply}"
NO_MARKER = "none"
OUT = "; out of the game: {tiles}"

_RULES = """
MAHARANI: HOW MOVES ARE WRITTEN
[ ] may be left out if one way only fits

turn   [TURN] [NAME:] MOVE [=GOLD] [; REMARK]    3 Ana: 1-3f2W =1 ; edge
move   one tile, two tiles with / between, or R: all markers up again
tile   SLOT-[QUARTER]CELL[ARROW][+ARTISAN]       4-2f8S+g
  SLOT     1 to {slots} of the rondel     QUARTER  1 to {quarters}, only checked
  CELL     a1 to h8                 ARROW    N E S W: where it points
  +g       a new artisan (g r b y)  +b7      the one on b7 moves here
  +        the artisan that is due
=GOLD  what the whole turn earns you; if written it must be right
draw   draw SLOT:TILE ...                        draw 1:vNW 4:yC
  TILE     colour b o r y g v and pattern: C, or the half columns
           N S E W as seen with the arrow pointing north
  x:TILE   a centre tile thrown away, at its place in the order

Capitals and blanks never matter; any kind of dash will do.

1-f2                  tile of slot 1 to f2; the rest as it must be
1-3f2W / 4-2f8S+g     two tiles (the second costs {cost}), a new artisan
2-a7+b6               the artisan on b6 moves to the new tile on a7
R                     all markers up

A tile fits a cell if its pattern, as turned, is the one the cell shows.
Into another quarter than the one its slot lies over it takes your
marker of the quarter the slot lies over. An artisan is due if the arrow
points at your own seat, and only then; with no new one left and none
that can move there, the tile stays without.
"""


class MaharaniPaint(Paint):
    """See pbem.game.Paint."""

    drawn = ("at",)
    colours = {
        "b": "bright_blue",
        "o": ORANGE,
        "r": "red",
        "y": "bright_yellow",
        "g": "green",
        "v": "magenta",
        "+": "bright_black",
    }

    def board(self, view: View) -> list[str]:
        """The palace, highest rank on top; a line of quarter numbers above each block of quarters."""
        position: Position = view.state
        facts = position.facts
        files = row("x", [token(file) for file in FILES[: facts.files]])
        lines = [files]
        above: list[int] = []
        for rank in reversed(range(facts.ranks)):
            below = [_quarter_below(facts, rank, file) for file in range(facts.files)]
            cells = [cell_at(file, rank) for file in range(facts.files)]
            if not above or any(c in facts.patterns and above[f] not in (-1, below[f]) for f, c in enumerate(cells)):
                lines.append(row("q", [NO_CELL if q < 0 else token(str(q + 1)) for q in below]))
                above = below
            lines.append(row(str(rank + 1), [_cell(position, cell) for cell in cells]))
        return [*lines, files]

    def read(self, rules: Any, lines: Sequence[str]) -> list[str]:
        """The position lines `at ...` of a drawn board; lines that are no row of it are passed over.

        Raises HeaderError for a row that does not belong to this board.
        """
        facts: Facts = rules.facts
        rows = [(line, match) for line in lines if (match := re.fullmatch(_ROW, line.strip()))]
        ranks = {int(match[1]) for _, match in rows}
        missing = [rank for rank in range(1, facts.ranks + 1) if rank not in ranks]
        if missing and any(line.casefold().startswith("x ") for line in lines):  # with its letters it is a whole board
            raise HeaderError(f"row {missing[0]} of the board is missing")
        found = []
        for line, match in rows:
            tokens, rank = match[2].split(), int(match[1])
            if len(tokens) != facts.files or not 1 <= rank <= facts.ranks:
                size = f"{facts.ranks} rows of {facts.files} cells"
                raise HeaderError(f"the board has {size}, this is none of them: `{line.strip()}`")
            if rank not in ranks:
                raise HeaderError(f"row {rank} of the board is drawn twice: `{line.strip()}`")
            ranks.remove(rank)
            for file, drawn in enumerate(tokens):
                at = _read_cell(facts, f"{FILES[file]}{match[1]}", drawn)
                if at:
                    found.append(at)
        return found

    def legend(self, view: View) -> Sequence[str]:
        """What the signs on the board mean."""
        return _LEGEND

    def report(self, view: View) -> list[str]:
        """Everything beside the board: the rondel as it lies for the viewer, players, quarters, bag."""
        position: Position = view.state
        lines: list[str] = []
        if position.actor != NOBODY:
            lines += [rondel(position, view.names, view.viewer)]
            lines += [slot_lies(position, view.viewer, slot) for slot in range(position.facts.slots)]
        lines += [PLAYERS, *(player_has(position, view.names, player) for player in position.order)]
        lines += [QUARTERS, *(quarter_has(position, view.names, q) for q in range(len(position.facts.quarters)))]
        return [part for line in [*lines, bag(position)] for part in fold(line)]

    def short(self, view: View) -> list[str]:
        """Rondel, players and bag; how full quarters are, and whose artisans are in them, the board shows."""
        position: Position = view.state
        slots = range(position.facts.slots if position.actor != NOBODY else 0)
        lines = [slot_lies(position, view.viewer, slot) for slot in slots]
        lines += [player_has(position, view.names, player) for player in position.order]
        return [part for line in [*lines, bag(position)] for part in fold(line)]

    def template(self, view: View) -> str:
        """A move with words for its parts."""
        return "SLOT-CELL / SLOT-CELL"

    def how_to_answer(self, view: View) -> list[str]:
        """How a move is written, in words that are no move."""
        position: Position = view.state
        return [
            f"One tile, or two with a slash between them (the second costs {position.facts.second_tile}), or",
            "instead of placing the letter R, which turns all your markers up.",
            "A tile goes into the quarter that its slot lies over. Into any other",
            "quarter it goes if your marker of the quarter its slot lies over is up;",
            "that marker then turns down. If its arrow points at your own seat, an",
            "artisan is due if you can set one. If asked, add where the arrow points",
            "and + and the artisan: a new one's letter, the cell of one that moves.",
        ]

    def due(self, view: View) -> str:
        """Which draw is due, in words."""
        position: Position = view.state
        return f"tiles for slot {' '.join(str(slot + 1) for slot in position.empty_slots())}"

    def how_to_draw(self, view: View) -> list[str]:
        """How a draw is written, in words that are no draw."""
        position: Position = view.state
        lines = [
            f"draw {' '.join(f'{slot + 1}:TILE' for slot in position.empty_slots())}",
            "TILE is its colour (b o r y g v) and its pattern as seen with the arrow",
            "pointing north: C a centre column, or the sides with a half column.",
        ]
        if position.centre_full():
            lines.append("Centre tiles are thrown away and drawn again: x:TILE at its place.")
        return lines

    def rules_text(self, rules: Any) -> str:
        """The notation on one screen."""
        facts: Facts = rules.facts
        numbers = {"slots": facts.slots, "quarters": len(facts.quarters), "cost": facts.second_tile}
        return _RULES.strip("\n").format(**numbers)


# Cells, drawn and read


def _quarter_below(facts: Facts, rank: int, file: int) -> int:
    """The quarter of the first cell of a file from a rank downwards, or -1."""
    return next((facts.quarter_of[c] for r in range(rank, -1, -1) if (c := cell_at(file, r)) in facts.quarter_of), -1)


def _cell(position: Position, cell: int) -> str:
    """A cell as it is drawn: its tile, or what it shows."""
    if cell not in position.facts.patterns:
        return NO_CELL
    lying = position.tiles[cell]
    if lying == EMPTY:
        return _printed(position.facts, cell)
    return position.facts.names[lying >> 2][0] + ARROWS[lying & 3] + (position.artisan_on(cell) or "-")


def _printed(facts: Facts, cell: int) -> str:
    """What an empty cell shows; all four halves are too long for a token."""
    pattern = facts.patterns.get(cell, NO_CELL)
    return token(pattern) if len(pattern) <= len(NO_CELL) else _ALL_HALVES


def _read_cell(facts: Facts, name: str, drawn: str) -> str | None:
    """The position line of a drawn cell, None for an empty one; raises HeaderError."""
    cell = read_cell(name)
    printed = facts.patterns.get(cell)
    empty = _printed(facts, cell)
    drawn = drawn[:1].lower() + drawn[1:2].upper() + drawn[2:].lower()
    if drawn.upper() == empty:
        return None
    tile = re.fullmatch(_TILE, drawn)
    if not tile or printed is None or tile[1] not in facts.tile_colours:
        raise HeaderError(f"{name} is drawn as `{drawn}`; it should be `{empty}` or a tile such as `bN-`")
    colour, arrow, artisan = tile.groups()
    for candidate in facts.names:
        lying = turned(candidate[1:], ARROWS.index(arrow), facts.sides)
        if candidate[0] == colour and set(lying) == set(printed):
            return f"at {name} {candidate}" + ("" if artisan == "-" else f" {artisan}")
    raise HeaderError(f"no {facts.tile_colours[colour]} tile with its arrow pointing {arrow} fits {name}")


# What lies beside the board


def rondel(position: Position, names: Sequence[str], viewer: int) -> str:
    """How the rondel lies for a player."""
    return RONDEL.format(seat=ARROWS[position.seat[viewer]], name=names[viewer])


def slot_lies(position: Position, viewer: int, slot: int) -> str:
    """A slot of the rondel: its tile, how that may be turned, and the quarter it lies over for a player."""
    facts, tile = position.facts, position.slots[slot]
    quarter = facts.over[position.seat[viewer]][slot]
    said = NO_TILE if tile == EMPTY else facts.names[tile]
    text = SLOT.format(slot=slot + 1, quarter=quarter + 1, tile=said)
    if tile == EMPTY:
        return text
    text += f" {facts.tile_colours[facts.names[tile][0]]} ({turns(facts, tile)})"
    if not position.markers[viewer] >> quarter & 1:
        text += f"; {ONLY_HERE.format(quarter=quarter + 1)}"
    return text


def turns(facts: Facts, tile: int) -> str:
    """ "N on SE, E on SW, ...": where the arrow points on each kind of cell it fits."""
    if facts.is_centre[tile]:
        return "any arrow on C"
    pattern = facts.names[tile][1:]
    on: dict[str, list[str]] = {}
    for arrow, _ in facts.fits[tile]:
        lying = set(turned(pattern, arrow, facts.sides))
        printed = next(p for p in facts.patterns.values() if set(p) == lying)
        on.setdefault(printed, []).append(ARROWS[arrow])
    return ", ".join(f"{one_of(arrows)} on {printed}" for printed, arrows in on.items())


def player_has(position: Position, names: Sequence[str], player: int) -> str:
    """A player's gold, markers and artisans."""
    facts = position.facts
    up = " ".join(str(q + 1) for q in bits(position.markers[player])) or NO_MARKER
    supply = " ".join(f"{position.supply[own]} {facts.artisan_word(own)}" for own in position.owned[player])
    seat = ARROWS[position.seat[player]]
    return PLAYER.format(seat=seat, name=names[player], gold=position.score[player], up=up, supply=supply)


def quarter_has(position: Position, names: Sequence[str], quarter: int) -> str:
    """How many cells of a quarter are empty, and whose artisans stand there."""
    facts = position.facts
    if position.paid >> quarter & 1:
        return f"quarter {quarter + 1}: paid"
    area = facts.quarters[quarter]
    free = (position.empty & area).bit_count()
    standing = []
    for player, colours in enumerate(position.owned):
        for own in colours:
            count = (position.artisans[own] & area).bit_count()
            if count:
                standing.append(f"{names[player]} {count} {facts.artisan_word(own)}")
    return plural(
        free,
        "quarter {quarter}: {n} cell empty; artisans: {standing}",
        "quarter {quarter}: {n} cells empty; artisans: {standing}",
        quarter=quarter + 1,
        standing=", ".join(standing) or "none",
    )


def bag(position: Position) -> str:
    """How many tiles are left to be drawn, and which have left the game."""
    text = plural(len(position.bag), "Bag: {n} tile", "Bag: {n} tiles")
    out = " ".join(position.facts.names[tile] for tile in position.out)
    return text + OUT.format(tiles=out) if out else text


PAINT = MaharaniPaint()

"""The facts of games/maharani.toml, compiled into tables; sets of cells.

These are bits of an int, a1 = bit 0 to h8 = bit 63, so that neighbours are found by shifts.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pbem.rules.common import require
from pbem.rules.maharani.moves import Placement, cell_at
from pbem.rules.maharani.notation import ARROWS, ARTISANS, FILES, HALVES, TILES, read_tile

EMPTY = -1
"""No tile."""

_CENTRE = "C"
_REMEMBERED = 1 << 14  # lists of placements
_NOT_A = 0xFEFEFEFEFEFEFEFE
_NOT_H = 0x7F7F7F7F7F7F7F7F


class Facts:
    """Quarters, slots, arrows, tiles and artisan colours count from 0; sets of cells and of quarters are bits.

    Raises ValueError for a table that cannot be played, saying why.
    """

    def __init__(self, facts: dict[str, Any]) -> None:
        self.colours: dict[str, str] = facts["artisans"]["colours"]
        self.sides: list[str] = facts["seats"]["sides"]
        self.dealt: dict[str, list[str]] = facts["seats"]["dealt"]
        self.each: dict[str, int] = facts["artisans"]["each"]
        self.supply: dict[str, int] = facts["artisans"]["supply"]
        self.pay: list[int] = facts["pay"]["quarter"]
        self.second_tile: int = facts["pay"]["second_tile"]
        self.artisan_letters = list(self.colours)
        self.tile_colours: dict[str, str] = facts["tiles"]["colours"]
        self._check_words(facts["players"])
        self._compile_board(facts)
        self._compile_tiles(facts["tiles"])
        self._compile_rondel(facts["rondel"])

    def _check_words(self, counts: list[int]) -> None:
        """Letters that the notation has no word for, and tables that leave out a number of players."""
        require(list(self.sides) == list(ARROWS), f"the sides are {', '.join(ARROWS)}, in this order")
        require(set(self.tile_colours) <= set(TILES), f"the notation has the tile colours {TILES}")
        require(set(self.colours) <= set(ARTISANS), f"the notation has the artisan colours {ARTISANS}")
        numbers = [self.second_tile, *self.pay, *self.each.values(), *self.supply.values(), *counts]
        require(bool(counts), "nobody can play")
        words = [*self.colours.values(), *self.tile_colours.values()]
        require(all(isinstance(word, str) and word.isalpha() and word.islower() for word in words), "colours are words")
        require(len(set(self.colours.values())) == len(self.colours), "two artisan colours are the same")
        require(all(type(number) is int for number in numbers), "players, pay, each and supply are whole numbers")
        require(len(self.pay) >= len(self.tile_colours), "pay is needed for one artisan on each tile colour")
        for count in counts:
            for table in (self.dealt, self.each, self.supply):
                require(str(count) in table, f"a table has nothing for {count} players")
            dealt, each = self.dealt[str(count)], self.each[str(count)]
            require(set(dealt) <= set(self.sides), "a seat is dealt that is no side")
            require(len(set(dealt)) == len(dealt) == count, f"{count} players are dealt {count} different seats")
            require(0 < each * count <= len(self.colours), f"{count} players cannot have {each} of the colours each")

    def _compile_board(self, facts: dict[str, Any]) -> None:
        pattern_rows = [row.split() for row in facts["board"]["cells"]]
        quarter_rows = [row.split() for row in facts["quarters"]["cells"]]
        self.ranks, self.files = len(pattern_rows), len(pattern_rows[0])
        require(max(self.ranks, self.files) <= len(FILES), f"the notation has {len(FILES)} files and ranks")
        numbers = sorted({q for row in quarter_rows for q in row if q != "."})
        self.patterns: dict[int, str] = {}
        self.quarter_of: dict[int, int] = {}
        for row, (patterns, quarters) in enumerate(zip(pattern_rows, quarter_rows, strict=True)):
            for file, (pattern, quarter) in enumerate(zip(patterns, quarters, strict=True)):
                require((pattern == ".") == (quarter == "."), f"board and quarters differ in row {row + 1}")
                if pattern != ".":
                    require(pattern == _CENTRE or set(pattern) <= set(HALVES), f"`{pattern}` is no pattern")
                    cell = cell_at(file, self.ranks - 1 - row)
                    self.patterns[cell] = pattern
                    self.quarter_of[cell] = numbers.index(quarter)
        self.quarters = [sum(1 << c for c, q in self.quarter_of.items() if q == n) for n in range(len(numbers))]
        self.all_quarters = (1 << len(numbers)) - 1
        self.cells = sum(self.quarters)
        self.centre = sum(1 << c for c, pattern in self.patterns.items() if pattern == _CENTRE)

    def _compile_tiles(self, tiles: dict[str, Any]) -> None:
        patterns = [read_tile(f"x{pattern}")[1:] for pattern in tiles["patterns"]]
        require(all(p == _CENTRE or set(p) <= set(HALVES) for p in patterns), "a tile has a pattern that is none")
        require(sorted(patterns, key=patterns.index) == patterns, "equal patterns of tiles stand together")
        self.names: list[str] = [colour + pattern for colour in tiles["colours"] for pattern in dict.fromkeys(patterns)]
        self._tile_of = {name: tile for tile, name in enumerate(self.names)}
        letters = list(tiles["colours"])
        self.colour = [letters.index(name[0]) for name in self.names]
        self.is_centre = [name[1:] == _CENTRE for name in self.names]
        self.bag = sorted(self._tile_of[colour + p] for colour in tiles["colours"] for p in patterns)
        # By tile: the cells it fits for each arrow that fits any; by cell: the arrows; all cells it fits.
        printed: dict[frozenset[str], list[int]] = {}
        for cell, pattern in self.patterns.items():
            printed.setdefault(frozenset(pattern), []).append(cell)
        turned_ways = {pattern: self._ways(pattern, printed) for pattern in dict.fromkeys(patterns)}
        ways = [turned_ways[name[1:]] for name in self.names]
        self.fits: list[list[tuple[int, int]]] = [fits for fits, _, _ in ways]
        self.arrows: list[list[list[int]]] = [arrows for _, arrows, _ in ways]
        self.fits_any: list[int] = [union for _, _, union in ways]

    def _ways(
        self, pattern: str, printed: dict[frozenset[str], list[int]]
    ) -> tuple[list[tuple[int, int]], list[list[int]], int]:
        """How a pattern can lie: (arrow, cells it fits) where there are any; by cell its arrows; all its cells.

        `printed`: the cells where a pattern is printed, by its halves.
        """
        fits = []
        arrows: list[list[int]] = [[] for _ in range(64)]
        union = 0
        for arrow in range(len(self.sides)):
            cells = printed.get(frozenset(turned(pattern, arrow, self.sides)), [])
            for cell in cells:
                arrows[cell].append(arrow)
            if cells:
                fits.append((arrow, sum(1 << cell for cell in cells)))
                union |= fits[-1][1]
        return fits, arrows, union

    def _compile_rondel(self, rondel: dict[str, list[int]]) -> None:
        over, ring = rondel["over"], rondel["clockwise"]
        quarters = list(range(1, len(self.quarters) + 1))
        require(sorted(ring) == quarters, "the rondel goes round each quarter once")
        self.slots = len(over)
        # By side the arrow points at, by slot: the quarter it lies over.
        self.over = [[ring[(ring.index(q) + turn) % len(ring)] - 1 for q in over] for turn in range(len(self.sides))]
        self.placements = lru_cache(maxsize=_REMEMBERED)(self._placements)

    def _placements(self, slot: int, arrow: int, cells: int, artisans: tuple[str | int, ...]) -> tuple[Placement, ...]:
        """The placements from a slot on each of `cells`, with each of the artisans or with none."""
        return tuple(
            Placement(slot, self.quarter_of[cell], cell, arrow, artisan)
            for cell in bits(cells)
            for artisan in artisans or (None,)
        )

    def tile(self, name: str) -> int:
        """The number of a tile, or EMPTY if there is none of that name."""
        return self._tile_of.get(name, EMPTY)

    def artisan_word(self, own: int) -> str:
        """The word for an artisan colour."""
        return self.colours[self.artisan_letters[own]]


def turned(pattern: str, arrow: int, sides: Sequence[str]) -> str:
    """A tile's pattern as it lies when its arrow, north at first, points at side `arrow`."""
    if pattern == _CENTRE:
        return pattern
    return "".join(sides[(sides.index(half) + arrow) % len(sides)] for half in pattern)


def bits(members: int) -> list[int]:
    """The members of a set (of cells or of anything else that counts from 0), lowest first."""
    found = []
    while members:
        low = members & -members
        found.append(low.bit_length() - 1)
        members ^= low
    return found


def joined(cell: int, cells: int) -> int:
    """How many of `cells` hang together side by side with `cell`, itself included."""
    seen = _BESIDE[cell] & cells
    if not seen:  # most of the time
        return 1
    seen |= 1 << cell
    while True:
        grown = (seen | _beside(seen)) & cells
        if grown == seen:
            return seen.bit_count()
        seen = grown


def _beside(cells: int) -> int:
    """The cells that touch one of `cells` side by side, and some off the board, which are in no set of cells."""
    return cells << 8 | cells >> 8 | (cells & _NOT_H) << 1 | (cells & _NOT_A) >> 1


_BESIDE = tuple(_beside(1 << cell) for cell in range(64))

"""The grid of large tiles: its cells by number and by name, and what of it may be taken.

Cells count from 0 in reading order, a4 = 0 to d1 = 15. A grid is text, a letter for each cell.
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pbem.rules.majolica.tiles import ORDER

FILES = "abcd"
RANKS = "4321"
CELLS = len(FILES) * len(RANKS)
DOWN = "x"
"""A cell of the grid whose tile was taken, a place of the display without a card."""


def cell_name(cell: int) -> str:
    """0 -> "a4", 15 -> "d1"."""
    rank, file = divmod(cell, len(FILES))
    return FILES[file] + RANKS[rank]


def read_cell(text: str) -> int:
    """ "a4" -> 0, in any case."""
    return len(FILES) * RANKS.index(text[1]) + FILES.index(text[0].lower())


def run_ends(first: int, last: int) -> tuple[int, int]:
    """The ends of a run, the lower or left one first."""
    low, high = sorted((first, last), key=cell_name)
    return low, high


def rows(tiles: str) -> str:
    """The grid as it is written: four rows of four, the highest first."""
    return " ".join(tiles[start : start + len(FILES)] for start in range(0, len(tiles), len(FILES)))


class Lines(NamedTuple):
    """What may be taken of a grid: the ends of a run -> its cells; single cells."""

    runs: dict[tuple[int, int], tuple[int, ...]]
    cells: tuple[int, ...]


def border(grid: str, run: int) -> Lines:
    """The runs and tiles of a grid that may be taken (rulings 3, 4).

    The border is the outermost row and column, on each side, that still hold a face-up tile.
    """
    return _border(grid.translate(_UP), run)


_UP = dict.fromkeys(map(ord, ORDER), "o")
_ROWS = [tuple(range(start, start + len(FILES))) for start in range(0, CELLS, len(FILES))]
_COLUMNS = [tuple(range(start, CELLS, len(FILES))) for start in range(len(FILES))]


@lru_cache(1 << 14)
def _border(up: str, run: int) -> Lines:
    """The same, of a grid without its colours: those that are alike have the same lines."""
    runs: dict[tuple[int, int], tuple[int, ...]] = {}
    cells: set[int] = set()
    for lines in (_ROWS, _COLUMNS):
        held = [line for line in lines if any(up[cell] != DOWN for cell in line)]
        for line in held[:1] + held[1:][-1:]:
            found = [cell for cell in line if up[cell] != DOWN]
            cells.update(found)
            pieces = _unbroken(line, up)
            runs.update({run_ends(piece[0], piece[-1]): piece for piece in pieces if len(piece) >= run})
    return Lines(dict(sorted(runs.items())), tuple(sorted(cells)))


def _unbroken(line: tuple[int, ...], up: str) -> list[tuple[int, ...]]:
    gaps = [-1, *(i for i, cell in enumerate(line) if up[cell] == DOWN), len(line)]
    return [line[start + 1 : end] for start, end in pairwise(gaps) if end - start > 1]

"""The grid of large tiles, which is text, a letter for each cell: what of it may be taken."""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pbem.rules.majolica.cells import CELLS, DOWN, FILES, run_ends
from pbem.rules.majolica.tiles import ORDER


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

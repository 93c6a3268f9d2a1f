"""Cells of the grid, by number and by name: they count from 0 in reading order, a4 = 0 to d1 = 15."""

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

"""Steps and draws of Maharani: values that need no position.

A cell is a number, a1 = 0 to h8 = 63, see `cell_at`; files, ranks, slots, quarters and arrows count from 0, arrows
clockwise from north. Artisans and tiles go by the letters of the notation.
"""

from typing import NamedTuple

ANY = "+"
"""An artisan that is written but not named."""


def cell_at(file: int, rank: int) -> int:
    """The cell of a file and a rank."""
    return 8 * rank + file


def place(cell: int) -> tuple[int, int]:
    """The file and the rank of a cell."""
    return cell % 8, cell // 8


class Placement(NamedTuple):
    """A tile from a slot to a cell. None = not written; a full placement has quarter and arrow.

    `artisan`: None for none, a colour letter for a new one, the cell an artisan is moved from, or ANY.
    """

    slot: int
    quarter: int | None
    cell: int
    arrow: int | None
    artisan: str | int | None = None


class Refresh(NamedTuple):
    """All action markers face up again, instead of placing."""


class Draw(NamedTuple):
    """A tile from the bag into a slot, or (None) thrown away."""

    slot: int | None
    tile: str


class Refill(NamedTuple):
    """The tiles drawn after a turn or at setup, in the order drawn."""

    draws: tuple[Draw, ...]


REFRESH = Refresh()

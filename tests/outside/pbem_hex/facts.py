"""The table of hex compiled: cells as bits of an int, so that chains are found by shifts; and its moves."""

from typing import Any, NamedTuple

from pbem.rules.common import require

LEAST, MOST = 2, 18
"""Sizes that can be played; a larger board would be wider than 39 columns."""


class Place(NamedTuple):
    """A stone on a cell; columns and rows count from 0."""

    column: int
    row: int


class Swap(NamedTuple):
    """Taking over the first stone and its side."""


SWAP = Swap()


class Facts:
    """The board. Between two rows lies one bit that is no cell, so that no shift leads around an edge."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.size: int = table["size"]
        require(LEAST <= self.size <= MOST, f"size is from {LEAST} to {MOST}")
        self.width = self.size + 1
        every = range(self.size)
        self.places = tuple(Place(column, row) for row in every for column in every)
        first_row = (1 << self.size) - 1
        first_column = sum(1 << row * self.width for row in every)
        self.edges = (
            (first_row, first_row << (self.size - 1) * self.width),
            (first_column, first_column << self.size - 1),
        )
        """By side: the two edges that it connects."""

    def bit(self, cell: Place) -> int:
        """A cell as a bit, 0 if it is off the board."""
        there = 0 <= cell.column < self.size and 0 <= cell.row < self.size
        return 1 << cell.row * self.width + cell.column if there else 0

    def chain(self, begin: int, stones: int) -> int:
        """All of `stones` that hang together with those of `begin`, which are some of them."""
        width = self.width
        seen = begin
        while True:
            grown = seen | seen << 1 | seen >> 1 | seen << width | seen >> width
            grown = (grown | seen << width - 1 | seen >> width - 1) & stones
            if grown == seen:
                return seen
            seen = grown

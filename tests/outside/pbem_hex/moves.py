"""The moves of hex: values that need no position."""

from typing import NamedTuple


class Place(NamedTuple):
    """A stone on a cell; columns and rows count from 0."""

    column: int
    row: int


class Swap(NamedTuple):
    """Taking over the first stone and its side."""


SWAP = Swap()

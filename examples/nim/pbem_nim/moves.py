"""The moves of nim: values that need no position."""

from typing import NamedTuple


class Take(NamedTuple):
    """Some sticks of a heap; heaps count from 0."""

    heap: int
    sticks: int

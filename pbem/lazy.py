"""Sequences whose items are made when somebody asks for them: long lists of steps, counted before they are made."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Any


class Lazy(Sequence[Any]):
    """What these sequences share: they are counted once, and indexed by whole numbers from 0."""

    def __getitem__(self, index: Any) -> Any:
        count = len(self)
        if index < 0:
            index += count
        if not 0 <= index < count:
            raise IndexError(index)
        return self.item(index)

    def item(self, index: int) -> Any:
        """The item of an index that is there."""
        raise NotImplementedError


class Joined(Lazy):
    """Several sequences, one behind the other."""

    __slots__ = ("_ends", "parts")

    def __init__(self, parts: Sequence[Sequence[Any]]) -> None:
        self.parts = parts
        self._ends = list(accumulate(map(len, parts)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(self.parts)

    def item(self, index: int) -> Any:
        """See Lazy."""
        part = bisect_right(self._ends, index)
        return self.parts[part][index - (self._ends[part - 1] if part else 0)]


class Made(Lazy):
    """What a function makes of each item of a sequence."""

    __slots__ = ("_items", "_make")

    def __init__(self, make: Callable[[Any], Any], items: Sequence[Any]) -> None:
        self._make = make
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return map(self._make, self._items)

    def item(self, index: int) -> Any:
        """See Lazy."""
        return self._make(self._items[index])


class Products(Lazy):
    """Rows of something and two sequences: what a function makes of it and each pair, the second changing first."""

    __slots__ = ("_make", "_rows")

    def __init__(
        self, make: Callable[[Any, Any, Any], Any], rows: Sequence[tuple[Any, Sequence[Any], Sequence[Any]]]
    ) -> None:
        self._make = make
        self._rows = rows

    def __len__(self) -> int:
        return sum([len(first) * len(second) for _, first, second in self._rows])

    def __iter__(self) -> Iterator[Any]:
        make = self._make
        return (make(row, one, other) for row, first, second in self._rows for one in first for other in second)

    def item(self, index: int) -> Any:
        """See Lazy."""
        for row, first, second in self._rows:
            size = len(first) * len(second)
            if index < size:
                one, other = divmod(index, len(second))
                return self._make(row, first[one], second[other])
            index -= size
        raise IndexError(index)

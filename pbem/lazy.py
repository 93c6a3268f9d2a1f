"""Sequences whose items are made when somebody asks for them: long lists of steps, counted before they are made.

They are sequences but for one thing: two of them are equal only if they are the same one.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar, overload

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
T_co = TypeVar("T_co", covariant=True)


class Lazy(Sequence[T_co]):
    """What these sequences share: how many items there are is known. A slice is a list."""

    __slots__ = ("length",)

    length: int

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T_co]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self.item(at) for at in range(*index.indices(self.length))]
        if index < 0:
            index += self.length
        if not 0 <= index < self.length:
            raise IndexError(index)
        return self.item(index)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.length}>"

    @abstractmethod
    def item(self, index: int) -> T_co:
        """The item of an index that is there, from 0."""


class Joined(Lazy[T_co]):
    """Several sequences, one behind the other."""

    __slots__ = ("_parts",)

    def __init__(self, parts: Sequence[Sequence[T_co]]) -> None:
        self._parts = parts
        self.length = sum(map(len, parts))

    def __iter__(self) -> Iterator[T_co]:
        return chain.from_iterable(self._parts)

    def item(self, index: int) -> T_co:
        """See Lazy."""
        parts = iter(self._parts)
        part = next(parts)
        while index >= len(part):
            index -= len(part)
            part = next(parts)
        return part[index]


class Made(Lazy[T_co]):
    """What a function makes of each item of a sequence."""

    __slots__ = ("_items", "_make")

    def __init__(self, make: Callable[[A], T_co], items: Sequence[A]) -> None:
        self._make: Callable[[Any], T_co] = make
        self._items: Sequence[Any] = items
        self.length = len(items)

    def __iter__(self) -> Iterator[T_co]:
        return map(self._make, self._items)

    def item(self, index: int) -> T_co:
        """See Lazy."""
        return self._make(self._items[index])


class Pairs(Lazy[T_co]):
    """What a function makes of each pair of two sequences, the second changing first."""

    __slots__ = ("_first", "_make", "_second")

    def __init__(self, make: Callable[[A, B], T_co], first: Sequence[A], second: Sequence[B]) -> None:
        self._make: Callable[[Any, Any], T_co] = make
        self._first: Sequence[Any] = first
        self._second: Sequence[Any] = second
        self.length = len(first) * len(second)

    def __iter__(self) -> Iterator[T_co]:
        return (self._make(one, other) for one in self._first for other in self._second)

    def item(self, index: int) -> T_co:
        """See Lazy."""
        one, other = divmod(index, len(self._second))
        return self._make(self._first[one], self._second[other])


class Products(Lazy[T_co]):
    """Rows of something and two sequences: what a function makes of it and each pair, the second changing first."""

    __slots__ = ("_make", "_rows")

    def __init__(self, make: Callable[[A, B, C], T_co], rows: Sequence[tuple[A, Sequence[B], Sequence[C]]]) -> None:
        self._make: Callable[[Any, Any, Any], T_co] = make
        self._rows: Sequence[tuple[Any, Sequence[Any], Sequence[Any]]] = rows
        self.length = sum([len(first) * len(second) for _, first, second in rows])

    def __iter__(self) -> Iterator[T_co]:
        make = self._make
        return (make(row, one, other) for row, first, second in self._rows for one in first for other in second)

    def item(self, index: int) -> T_co:
        """See Lazy."""
        rows = iter(self._rows)
        row, first, second = next(rows)
        while index >= len(first) * len(second):
            index -= len(first) * len(second)
            row, first, second = next(rows)
        one, other = divmod(index, len(second))
        return self._make(row, first[one], second[other])

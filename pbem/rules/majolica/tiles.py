"""Heaps of small tiles as text: letters in the order r y g b v w, such as "rryv"."""

from functools import lru_cache

ORDER = "rygbvw"
"""The letters of tiles: four colours, violet, and the blank space of a card."""

_REMEMBERED = 1 << 14


def sort(letters: str) -> str:
    """Letters in any order and case -> a heap."""
    return "".join(sorted(letters.lower(), key=ORDER.index))


@lru_cache(_REMEMBERED)
def plus(heap: str, more: str) -> str:
    """Two heaps as one."""
    return sort(heap + more)


@lru_cache(_REMEMBERED)
def minus(heap: str, less: str) -> str | None:
    """What is left of a heap without `less`; None if that is not all in it."""
    for letter in less:
        if letter not in heap:
            return None
        heap = heap.replace(letter, "", 1)
    return heap


@lru_cache(_REMEMBERED)
def parts(heap: str, least: int, most: int) -> tuple[str, ...]:
    """The different heaps of `least` to `most` tiles out of a heap, small ones first."""
    found = [""]
    for letter in dict.fromkeys(heap):
        found = [part + letter * number for part in found for number in range(heap.count(letter) + 1)]
    return tuple(sorted((p for p in found if least <= len(p) <= most), key=_rank))


def _rank(heap: str) -> tuple[int, str]:
    return len(heap), heap.translate(_IN_ORDER)


_IN_ORDER = {ord(letter): str(index) for index, letter in enumerate(ORDER)}


@lru_cache(_REMEMBERED)
def without(heap: str, letter: str) -> str:
    """A heap without any tile of one colour."""
    return heap.replace(letter, "")

"""Many texts as few: put together by how they begin, so that a list of choices fits on a screen."""

import re
from collections.abc import Sequence

ROWS = 18
"""Groups on a screen, which has a heading and a question besides."""
_WORD = r"(?:[a-z]{1,2}[0-9]+|[A-Z]+[a-z]*|[a-z]+|[0-9]+|\w)"
_PIECE = re.compile(rf"[^\w]*{_WORD}[^\w]*|[^\w]+")
"""A cell, a name, a number, a word, with the signs around it."""
_BETWEEN = " -:/,"
NO_MORE = "(no more)"


class Group:
    """Texts that begin alike: their `indices` in the list, and how they begin.

    `whole` where it is one text, and the beginning all of it. `then` is how they go on, each piece once. `last` is ""
    but where nothing is alike and there are too many: then it is a row of neighbours, up to those that begin so.
    """

    __slots__ = ("begins", "indices", "last", "then", "whole")

    def __init__(self, begins: str, indices: list[int], whole: bool) -> None:
        self.begins = begins
        self.indices = indices
        self.whole = whole
        self.last = ""
        self.then: list[str] = []

    @property
    def label(self) -> str:
        """What stands in a list."""
        if self.whole:
            return self.begins.strip() or NO_MORE
        return f"{self.begins.rstrip()} to {self.last.rstrip()}" if self.last else f"{self.begins.rstrip()}.."


def pieces(text: str, start: int = 0) -> list[str]:
    """A text cut where it may go on in several ways."""
    return _PIECE.findall(text, start)


def natural(text: str) -> list[tuple[bool, int, str]]:
    """A key that sorts 9 before 10, and numbers before letters."""
    words = re.findall(r"[0-9]+|[^0-9]+", text)
    return [(False, int(word), "") if word.isdecimal() else (True, 0, word) for word in words]


def group(texts: Sequence[str], most: int = ROWS) -> list[Group]:
    """Texts in at most `most` groups, as far as that goes, by as long a beginning as all texts allow.

    Where there are fewer texts than that, each is its own group. Numbers stand in their order.
    """
    cut = [pieces(text) for text in texts]
    found = [Group("", list(range(len(texts))), False)] if texts else []
    depth = 0
    while any(not one.whole for one in found):
        finer = [part for one in found for part in ([one] if one.whole else _split(one, cut, depth))]
        if len(finer) > most and len(found) > 1:
            break
        found, depth = finer, depth + 1
        if len(found) > most:
            break
    for one in found:
        rest = set() if one.whole else {"".join(cut[i][depth : depth + 1]).strip(_BETWEEN) for i in one.indices}
        one.then = [piece or NO_MORE for piece in sorted(rest, key=natural)]
    return _rows(sorted(found, key=lambda one: natural(one.begins)), most)


def _rows(found: list[Group], most: int) -> list[Group]:
    """Neighbours put together, as evenly as it goes."""
    size = max(1, -(-len(found) // most))
    rows = []
    for start in range(0, len(found), size):
        first, *more = found[start : start + size]
        one = first
        if more:
            one = Group(first.begins, [index for part in (first, *more) for index in part.indices], False)
            one.last, one.then = more[-1].begins, [part.label for part in (first, *more)]
        rows.append(one)
    return rows


def _split(one: Group, cut: Sequence[list[str]], depth: int) -> list[Group]:
    """A group by the next piece."""
    parts: dict[str, list[int]] = {}
    for index in one.indices:
        # What ends here is apart from what goes on.
        key = cut[index][depth] if depth < len(cut[index]) else ""
        parts.setdefault(key, []).append(index)
    return [_made(one.begins + piece, indices, cut) for piece, indices in parts.items()]


def _made(begins: str, indices: list[int], cut: Sequence[list[str]]) -> Group:
    texts = {"".join(cut[index]) for index in indices}
    whole = len(texts) == 1
    return Group(texts.pop() if whole else begins, indices, whole)

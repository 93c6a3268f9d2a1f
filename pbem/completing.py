"""How a move that is begun can go on: as a list that fits on a screen, and as what a word for a shell can become.

Many texts are put together as few, by how they begin.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from pbem import legal
from pbem.errors import PbemError
from pbem.game import END, State
from pbem.session import Session

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


MOST = 100
"""Candidates for a shell; where there are more, how they begin."""


def moves(game: Session, text: str) -> list[str]:
    """For a shell, the steps that may come next in a move begun as `text`, each behind what is written before it.

    A fault is no answer, never a message.
    """
    try:
        found = _moves(game, text)
    except PbemError:
        return []
    same_case = [move for move in found if move.startswith(text)]
    if not same_case:  # written in another way: only what is certain
        return found if len(found) == 1 else []
    if len(same_case) <= MOST:
        return same_case
    return [one.begins if one.whole else one.begins.rstrip() for one in group(same_case, MOST) if not one.last]


def _moves(game: Session, text: str) -> list[str]:
    fold = game.fold
    if fold.state.actor < 0 or game.stopped or ";" in text:
        return []
    number, name, pieces, claim = legal.head(fold, text)
    if claim is not None:
        return []
    state = fold.state.copy()
    begun, last = legal.begin(fold, state, number, name, pieces)
    if not text.rstrip().endswith(last):  # written with other signs than a move has
        return []
    stem = text[: len(text.rstrip()) - len(last)] if last else text
    piece = text[len(stem) :]
    if stem.rstrip()[-1:] in ("/", ":") and stem[-1:] != " ":
        stem += " "
    found = list(_following(game, state, piece)) if last else list(_texts(game, state))
    if last in found:  # a whole step: what may come behind it as well
        after = state.copy()
        fold.complete(after, legal.read_steps(fold, last, not begun), begun)
        if not legal.finished(state, after):
            found += [f"{last} / {more}" for more in _texts(game, after)]
    return [stem + one for one in sorted(found, key=natural)]


def _texts(game: Session, state: State) -> Iterator[str]:
    steps = islice(state.steps(), legal.POSITIONS)
    return (game.rules.words.format_step(step) for step in steps if step is not END)


def _following(game: Session, state: State, text: str) -> Iterator[str]:
    """The texts of the steps that begin so; where none does, of those that it can mean."""
    exact = [one for one in _texts(game, state) if one.startswith(text)]
    if exact:
        return iter(exact)
    fits = legal.fitting(game.fold, text)
    steps = (step for step in islice(state.steps(), legal.POSITIONS) if step is not END and fits(step))
    return (game.rules.words.format_step(step) for step in steps)

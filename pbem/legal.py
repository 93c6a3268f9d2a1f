"""What may be done in a position: whole turns, what may follow a partial one, perft."""

import re
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from pbem.errors import IllegalMove, NotationError, PbemError
from pbem.fold import Fold
from pbem.game import CHANCE, END, NOBODY, Choose, State, Step
from pbem.header import clean
from pbem.notation import LINE_LENGTH, Turn

_HEAD = re.compile(r"\s*(?:([0-9]{1,9})\s+)?([^:]*[^:\s])\s*:")


class Move(NamedTuple):
    """A legal turn: its steps, canonical text, and what it earns."""

    steps: tuple[Step, ...]
    text: str
    earns: tuple[int, ...]


def turns(state: State, begun: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], State]]:
    """Every legal turn from here, after the steps already `begun`, with the position after it."""
    for step in state.steps():
        after = state.copy()
        after.apply(step)
        steps = begun if step is END else (*begun, step)
        if _finished(state, after):
            yield steps, after
        else:
            yield from turns(after, steps)


def perft(state: State, depth: int, choose: Choose) -> int:
    """How many sequences of `depth` legal turns there are; chance is dealt with `choose`."""
    while state.actor == CHANCE:
        state.apply(state.deal(choose))
    if depth == 0:
        return 1
    if state.actor == NOBODY:
        return 0
    if depth == 1:
        return count(state)
    return sum(perft(after, depth - 1, choose) for _, after in turns(state))


def count(state: State) -> int:
    """How many legal turns there are, each text once. Positions that a turn can reach in several ways count once."""
    return _count(state, {}) if state.actor >= 0 else 0


def _count(state: State, known: dict[Hashable, int]) -> int:
    here = state.in_turn()
    if here not in known:
        total = 0
        for step in state.steps():
            after = state.copy()
            after.apply(step)
            total += 1 if _finished(state, after) else _count(after, known)
        known[here] = total
    return known[here]


def _finished(before: State, after: State) -> bool:
    return after.turn != before.turn or after.actor < 0


Line = tuple[tuple[Step, ...], tuple[int, ...]]
"""The steps that finish a turn, and what the whole turn earns."""


def best(state: State, known: dict[Hashable, Line]) -> Line:
    """The completion of a turn that earns most; `known` is filled with those of positions on the way."""
    here = state.in_turn()
    if here not in known:
        known[here] = max((_with_best(state, step, known) for step in state.steps()), key=lambda line: sum(line[1]))
    return known[here]


def _with_best(state: State, step: Step, known: dict[Hashable, Line]) -> Line:
    """A step with its best completion."""
    after = state.copy()
    after.apply(step)
    written = () if step is END else (step,)
    if _finished(state, after):
        return written, after.earned
    steps, earned = best(after, known)
    return (*written, *steps), earned


def moves(fold: Fold, partial: str = "", every: bool = True) -> list[Move]:
    """The legal turns, those that earn most first; with a partial move those that begin so.

    Without `every` the steps that may come next, each with its best completion. Raises PbemError where nothing can
    come of the partial move.
    """
    if fold.state.actor < 0:
        return []
    state = fold.state.copy()
    begun, rest, error = _begin(fold, state, partial)
    known: dict[Hashable, Line] = {}
    lines: Iterable[Line]
    if state.turn != fold.state.turn:
        lines = [(begun, state.earned)]
    elif every:
        lines = ((steps, after.earned) for steps, after in turns(state, begun))
    else:
        found = (_with_best(state, step, known) for step in state.steps())
        lines = (((*begun, *steps), earned) for steps, earned in found)
    listed = [Move(steps, fold.notation.format_steps(steps), earned) for steps, earned in lines]
    if error:
        listed = _beginning_with(fold, rest, len(begun), listed)
        if not listed:
            raise error
    return sorted(listed, key=lambda move: -sum(move.earns))


def _begin(fold: Fold, state: State, partial: str) -> tuple[tuple[Step, ...], str, PbemError | None]:
    """Plays the whole steps of a partial move on `state`: the steps, what is left of the text, and why."""
    if len(partial) > LINE_LENGTH:
        raise NotationError(partial[:40] + " ...", LINE_LENGTH, "too long for a move")
    partial = clean(partial)
    head = _HEAD.match(partial)
    if head and fold.header.player(head[2]) is not None:
        fold.check_turn(Turn(int(head[1]) if head[1] else None, head[2], (), None, None))
        partial = partial[head.end() :]
    pieces = [piece.strip() for piece in partial.split("/") if piece.strip()]
    begun: tuple[Step, ...] = ()
    for index, piece in enumerate(pieces):
        try:
            begun += fold.complete(state, _steps(fold, piece), begun)
        except (NotationError, IllegalMove) as error:
            if index < len(pieces) - 1:
                raise
            return begun, piece, error
    return begun, "", None


def _steps(fold: Fold, text: str) -> tuple[Step, ...]:
    """The steps of a move without its turn and name; raises NotationError."""
    line = fold.notation.parse(text)
    if not isinstance(line, Turn) or line.name is not None:
        raise NotationError(text, 1, "that is no move")
    return line.steps


def _beginning_with(fold: Fold, rest: str, index: int, listed: list[Move]) -> list[Move]:
    """The moves whose step number `index` begins with a text or is what a short form can mean."""
    words = fold.game.words
    wanted = "".join(rest.casefold().split())
    written: tuple[Step, ...] = ()
    with suppress(NotationError):
        written = _steps(fold, rest)

    def fits(step: Step) -> bool:
        meant = len(written) == 1 and words.matches(written[0], step)
        return meant or bool(words.format_step(step).casefold().startswith(wanted))

    return [move for move in listed if len(move.steps) > index and fits(move.steps[index])]

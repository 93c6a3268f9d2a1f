"""What may be done in a position: whole turns, what may follow a partial one, perft."""

import re
from collections.abc import Iterator
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
        if after.turn != state.turn or after.actor < 0:
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
    return sum(perft(after, depth - 1, choose) if depth > 1 else 1 for _, after in turns(state))


def moves(fold: Fold, partial: str = "") -> list[Move]:
    """The legal turns, those that earn most first; with a partial move those that begin so.

    Raises PbemError where nothing can come of the partial move.
    """
    if fold.state.actor < 0:
        return []
    state = fold.state.copy()
    begun, rest, error = _begin(fold, state, partial)
    done = state.turn != fold.state.turn
    found = [(begun, state)] if done else turns(state, begun)
    listed = [Move(steps, fold.notation.format_steps(steps), after.earned) for steps, after in found]
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

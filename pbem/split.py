"""A typed line is split at results of chance: what can be played is, the rest is for after them."""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from pbem.errors import IllegalMove, NotationError, PbemError
from pbem.fold import Fold
from pbem.game import CHANCE, END, Illegal, State, Step
from pbem.notation import Chance, Turn


class Rest(NamedTuple):
    """What is left of a line that stopped for a result of chance: the number of its turn, and steps."""

    turn: int
    steps: tuple[Step, ...]


def add(fold: Fold, line: Turn) -> Rest | None:
    """Add a typed turn as far as results of chance let it; what is left for after them.

    A line stops where a step can only be played after a result that is waiting. Raises PbemError.
    """
    fold.check_turn(line)
    _check_cases(fold, line.steps)
    turn, steps = fold.state.turn, _now(fold, line.steps)
    count = _playable(fold, steps)
    if count < len(steps):
        if line.claim is not None:
            raise IllegalMove(
                "a line that goes on after a result of chance bears no claim: each part is given its own",
                reason="claim-split",
            )
        fold.add(line._replace(steps=steps[:count]))
        return Rest(turn, steps[count:])
    whole = line.number is not None and line.name is not None and line.claim is not None
    unsaid = () if whole else _unsaid_at_the_end(fold, steps, line.claim)  # pasted from a log it stays as it stands
    fold.add(line._replace(steps=steps + unsaid))
    return None


def go_on(fold: Fold, rest: Rest | None, deal: Callable[[], None]) -> tuple[Rest | None, str]:
    """Play what is left of a line after the results, which `deal` makes where they can be made.

    Returns what is still left while results are missing, and why something is given up, "" if nothing is.
    """
    while rest:
        deal()
        if fold.state.turn != rest.turn:
            return None, "" if _asks_nothing(fold, rest) else "the turn is over"
        if fold.state.actor < 0:
            return rest, ""
        kept = fold.snapshot()
        try:
            rest = add(fold, Turn(None, None, rest.steps, None, None))
        except PbemError as error:
            fold.restore(kept)
            return None, error.message
    return None, ""


def _unsaid_at_the_end(fold: Fold, steps: tuple[Step, ...], claim: tuple[int, ...] | None) -> tuple[Step, ...]:
    """What a person leaves unsaid at the end of a line, where it could also stop for a result that is waiting.

    Nothing if the line bears a claim that is not right with it.
    """
    state, number = fold.state.copy(), fold.state.turn
    found: list[Step] = []
    with suppress(PbemError):
        fold.complete(state, steps)
        while state.turn == number and state.actor >= 0:
            unsaid = state.unsaid(END)
            if unsaid is None:
                break
            state.apply(unsaid[0])
            found.append(unsaid[0])
    return () if claim is not None and claim != state.earned else tuple(found)


def _check_cases(fold: Fold, steps: tuple[Step, ...]) -> None:
    """Raises NotationError unless every case is steps and nothing else."""
    known = fold.rules.words.alternatives
    for step in steps:
        for text in filter(None, known[type(step)].texts(step) if type(step) in known else ()):
            line = fold.notation.parse(text)
            plain = isinstance(line, Turn) and (line.number, line.name, line.claim, line.comment) == (None,) * 4
            if not plain or any(type(inner) in known for inner in getattr(line, "steps", ())):
                raise NotationError(text, 1, "what is to be done in a case is steps, and nothing else")


def _asks_nothing(fold: Fold, rest: Rest) -> bool:
    """Whether what is left of a line, whose turn is over, are cases in which nothing is to be done."""
    cases = fold.rules.words.alternatives
    results = _results(fold, lambda line: line.number == rest.turn)
    return all(type(step) in cases and not cases[type(step)].choose(step, results) for step in rest.steps)


def _results(fold: Fold, last: Callable[[Turn], bool]) -> list[Step]:
    """The results of chance since the last line in force that is so."""
    found: list[Step] = []
    for index in reversed(fold.force):
        line = fold.lines[index]
        if isinstance(line, Chance):
            found.append(line.result)
        elif isinstance(line, Turn) and last(line):
            break
    return found[::-1]


def _now(fold: Fold, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Steps, their first alternatives replaced by what results since the player's last step call for."""
    cases = fold.rules.words.alternatives.get(type(steps[0])) if steps else None
    if cases is None or fold.state.actor < 0 or not fold.force:
        return steps
    name = fold.header.names[fold.state.mover]
    text = cases.choose(steps[0], _results(fold, lambda line: line.name == name))
    read = fold.notation.parse(text) if text else None
    return _now(fold, (*(read.steps if isinstance(read, Turn) else ()), *steps[1:]))


def _playable(fold: Fold, steps: tuple[Step, ...]) -> int:
    """How many steps can be played before a result of chance is needed; raises IllegalMove for another obstacle."""
    state, number = fold.state.copy(), fold.state.turn
    for count, step in enumerate(steps):
        if state.turn != number:
            raise fold.finished(steps[:count])
        if state.actor == CHANCE:
            if state.may_follow(step):
                return count
            raise fold.finished(steps[:count])
        try:
            fold.complete(state, (step,), steps[:count])
        except IllegalMove:
            if count and _can_stop(state, number) and state.may_follow(step):
                return count
            raise
    return len(steps)


def _can_stop(state: State, number: int) -> bool:
    """Whether a line may stop here for a result of chance, within its turn."""
    if state.actor < 0 or state.turn != number:
        return False
    after = state.copy()
    try:
        after.apply(END)
    except Illegal:
        return False
    return after.turn == number and after.actor == CHANCE

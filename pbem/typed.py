"""A typed turn that goes on after results of chance: what can be played is, the rest is for after them."""

from collections.abc import Callable
from contextlib import suppress

from pbem.errors import IllegalMove, NotationError, PbemError
from pbem.fold import Fold
from pbem.game import CHANCE, END, Illegal, State, Step
from pbem.notation import Chance, Turn


def add_as_far(fold: Fold, line: Turn) -> tuple[Step, ...]:
    """Add a typed turn as far as results of chance let it; the steps that are left for after them.

    A line stops where a step can only be played after a result that is waiting. Raises PbemError.
    """
    fold.check_turn(line)
    _check_cases(fold, line.steps)
    steps = _now(fold, line.steps)
    count = _playable(fold, steps)
    if count < len(steps):
        if line.claim is not None:
            raise IllegalMove(
                "a line that goes on after a result of chance bears no claim: each part is given its own",
                reason="claim-split",
            )
        line.steps = steps[:count]
        fold.add(line)
        return steps[count:]
    line.steps = steps
    if line.claim is None:
        line.steps += _unsaid_at_the_end(fold, steps)
    fold.add(line)
    return ()


def _unsaid_at_the_end(fold: Fold, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """What a person leaves unsaid at the end of a line, where it could also stop for a result that is waiting."""
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
    return tuple(found)


def _check_cases(fold: Fold, steps: tuple[Step, ...]) -> None:
    """Raises NotationError unless every case is steps and nothing else."""
    known = fold.rules.words.alternatives
    for step in steps:
        for text in filter(None, known[type(step)].texts(step) if type(step) in known else ()):
            line = fold.notation.parse(text)
            plain = isinstance(line, Turn) and (line.number, line.name, line.claim, line.comment) == (None,) * 4
            if not plain or any(type(inner) in known for inner in getattr(line, "steps", ())):
                raise NotationError(text, 1, "what is to be done in a case is steps, and nothing else")


def asks_nothing(fold: Fold, turn: int, steps: tuple[Step, ...]) -> bool:
    """Whether what is left of a line, whose turn is over, are cases in which nothing is to be done."""
    cases = fold.rules.words.alternatives
    results = _results(fold, lambda line: line.number == turn)
    return all(type(step) in cases and not cases[type(step)].choose(step, results) for step in steps)


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

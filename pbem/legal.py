"""What may be done in a position: whole turns, what may follow a partial one, perft."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from pbem import beginnings, split
from pbem.chance import Numbers, check_state, chooser, settle
from pbem.errors import IllegalMove, NotationError, PbemError, expect
from pbem.fold import Fold
from pbem.game import END, NOBODY, State, Step
from pbem.notation import Head, Turn


class Move(NamedTuple):
    """A legal turn: its steps, canonical text, and what it earns."""

    steps: tuple[Step, ...]
    text: str
    earns: tuple[int, ...]


def turns(state: State, begun: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], State]]:
    """Every legal line from here, mostly a turn, after the steps already `begun`, with the position after it."""
    for step in state.steps():
        after = state.copy()
        after.apply(step)
        steps = begun if step is END else (*begun, step)
        if _finished(state, after):
            yield steps, after
        else:
            yield from turns(after, steps)


def perft(state: State, depth: int, numbers: Numbers) -> int:
    """How many sequences of `depth` legal lines of players there are; chance is dealt with `numbers`.

    Where a turn can wait for chance it may be several lines. See pbem.chance.chooser for `numbers`. The position stays
    as it was. Raises TypeError and ValueError for what is no position, no depth, or no source of numbers.
    """
    check_state(state)
    expect("`depth` is a whole number", depth, int)
    if depth < 0:
        raise ValueError(f"`depth` is 0 or more, not {depth}")
    chooser(numbers)
    return _perft(state, depth, numbers)


def _perft(state: State, depth: int, numbers: Numbers) -> int:
    state = state.copy()
    settle(state, numbers)
    if depth == 0:
        return 1
    if state.actor == NOBODY:
        return 0
    if depth == 1:
        return count(state)
    return sum(_perft(after, depth - 1, numbers) for _, after in turns(state))


POSITIONS = 20_000
"""How many positions within a turn are looked at before something else than the whole truth is told."""


class TooMany(Exception):
    """There are more positions within the turn than were to be looked at."""


def count(state: State, most: int | None = None) -> int:
    """How many legal turns there are, each text once; raises TooMany if it takes more than `most` positions.

    A position that a turn can reach in several ways is looked at once, and counted for each of them.
    """
    return _count(state, {}, most) if state.actor >= 0 else 0


def _count(state: State, known: dict[Hashable, int], most: int | None) -> int:
    here = state.in_turn()
    if here not in known:
        if most is not None and len(known) >= most:
            raise TooMany
        total = 0
        for step in state.steps():
            after = state.copy()
            after.apply(step)
            total += 1 if _finished(state, after) else _count(after, known, most)
        known[here] = total
    return known[here]


def _finished(before: State, after: State) -> bool:
    return _over(after, before.turn)


def _over(state: State, number: int) -> bool:
    """Whether a line that began in that turn cannot go on: the turn is over, or waits for a result."""
    return state.turn != number or state.actor < 0


Way = tuple[tuple[Step, ...], tuple[int, ...]]
"""The steps that finish a turn, and what the whole turn earns, or what they add to it."""


def _best(state: State, known: dict[Hashable, Way], most: int) -> Way:
    """The completion of a turn begun that adds most to what it earns; `known` is filled with those on the way.

    When it has `most`, the first completion that comes.
    """
    here = state.in_turn()
    if here not in known:
        steps = state.steps()
        ways = (_with_best(state, step, known, most) for step in (steps if len(known) < most else steps[:1]))
        steps, earned = max(ways, key=lambda way: sum(way[1]))
        known[here] = steps, tuple(after - before for after, before in zip(earned, state.earned, strict=True))
    return known[here]


def _with_best(state: State, step: Step, known: dict[Hashable, Way], most: int = POSITIONS) -> Way:
    """A step with its best completion, and what the turn earns with it."""
    after = state.copy()
    after.apply(step)
    written = () if step is END else (step,)
    if _finished(state, after):
        return written, after.earned
    steps, added = _best(after, known, most)
    return (*written, *steps), tuple(before + more for before, more in zip(after.earned, added, strict=True))


def worth(state: State, steps: Sequence[Step], most: int = POSITIONS) -> list[int]:
    """What the turn earns with each of `steps` and its best completion, all that it counts added up.

    Looks at `most` positions within the turn at most; then the first completion that comes stands for the best.
    """
    known: dict[Hashable, Way] = {}
    return [sum(_with_best(state, step, known, most)[1]) for step in steps]


Watch = Callable[[Sequence[Step]], Iterable[Step]]
"""Goes through the next steps, and may show how far that has come."""


def moves(fold: Fold, partial: str = "", every: bool = True, watch: Watch = iter) -> list[Move]:
    """The legal turns, those that earn most first; with a partial move those that begin so.

    Without `every` the steps that may come next, each with its best completion. Raises PbemError where nothing can
    come of the partial move.
    """
    if fold.state.actor < 0 or fold.stopped:
        return []
    number, name, pieces, claim = _head(fold, partial)
    if claim is not None:
        return [_claimed(fold, partial)]
    state = fold.state.copy()
    begun, last = _begin(fold, state, number, name, pieces)
    known: dict[Hashable, Way] = {}
    if not last:
        return _listed(fold, _going_on(state, begun, every, known, watch))
    error: PbemError | None = None
    written: tuple[Step, ...] = ()
    lines: list[Way] = []
    after = state.copy()
    try:
        written = fold.complete(after, _steps(fold, last, not begun), begun)
        if _finished(state, after):
            lines.append((written, after.earned))
        else:
            lines += _going_on(after, written, every, known, watch)
    except (NotationError, IllegalMove) as refused:
        error = refused
    fits = _fitting(fold, last)
    steps = [step for step in state.steps() if step is not END and fits(step) and (step,) != written]
    if error and not steps:
        steps = beginnings.becoming(fold, state, last)
        if not steps and isinstance(error, NotationError):
            error = beginnings.refusal(fold, state, last) or error
    for step in steps:
        after = state.copy()
        after.apply(step)
        if every and not _finished(state, after):
            lines += _going_on(after, (step,), every, known, iter)
        else:
            lines.append(_with_best(state, step, known))
    if error and not lines:
        raise error
    return _listed(fold, ((begun + steps, earned) for steps, earned in lines))


def _going_on(
    state: State, begun: tuple[Step, ...], every: bool, known: dict[Hashable, Way], watch: Watch
) -> Iterator[Way]:
    """The turns that go on from here: all of them, or each next step with its best completion."""
    if every:
        yield from ((steps, after.earned) for steps, after in turns(state, begun))
        return
    for step in watch(state.steps()):
        steps, earned = _with_best(state, step, known)
        yield begun + steps, earned


def _listed(fold: Fold, lines: Iterable[Way]) -> list[Move]:
    found = [Move(steps, fold.notation.format_steps(steps), earned) for steps, earned in lines]
    return sorted(found, key=lambda move: -sum(move.earns))


def _head(fold: Fold, partial: str) -> Head:
    """A partial move taken apart; a name may be there without its colon."""
    number, name, pieces, claim = fold.notation.head(partial)
    if name is not None or len(pieces) > 1 or claim is not None:
        return number, name, pieces, claim
    words = pieces[0].lstrip("0123456789")
    digits, words = pieces[0][: len(pieces[0]) - len(words)], words.strip()
    player = fold.header.player(words) if words else None
    if player is None or any(map(_fitting(fold, words), fold.state.steps())):
        return number, name, pieces, claim
    return int(digits) if digits else None, fold.header.names[player], [""], None


def _claimed(fold: Fold, text: str) -> Move:
    """A whole turn, since it bears a claim, as it would be played; raises PbemError where it would be refused."""
    line = fold.notation.parse(text)
    kept = fold.snapshot()
    try:
        if isinstance(line, Turn) and fold.rules.chance_in_turns:
            split.add(fold, line)
        else:
            fold.add(line)
        added = fold.lines[-1]
    finally:
        fold.restore(kept)
    assert isinstance(added, Turn)
    return Move(added.steps, fold.notation.format_steps(added.steps), added.claim or ())


def _begin(
    fold: Fold, state: State, turn: int | None, name: str | None, pieces: list[str]
) -> tuple[tuple[Step, ...], str]:
    """Plays all steps of a partial move but the last on `state`: those, and the text of the last ("" after a `/`)."""
    fold.check_turn(Turn(turn, name, (), None, None))
    begun: tuple[Step, ...] = ()
    number = state.turn
    for piece in filter(None, pieces[:-1]):
        begun += fold.complete(state, _steps(fold, piece, not begun), begun)
        if _over(state, number):  # and a `/` comes behind
            raise fold.finished(begun)
    return begun, pieces[-1]


def _steps(fold: Fold, text: str, first: bool) -> tuple[Step, ...]:
    """Steps of a move, the first of them perhaps behind the turn's number; raises PbemError."""
    line = fold.notation.parse(text)
    if not isinstance(line, Turn) or line.name is not None or line.claim is not None or line.comment is not None:
        raise NotationError(text, 1, "that is no part of a move")
    if line.number is not None and not first:
        raise NotationError(text, 1, "the number of the turn stands at its beginning")
    fold.check_turn(line)
    return line.steps


def _fitting(fold: Fold, text: str) -> Callable[[Step], bool]:
    """Whether a step begins with a text, blanks left out, or is what it can mean as a short form."""
    words = fold.rules.words
    wanted = "".join(text.casefold().split())
    written: tuple[Step, ...] = ()
    with suppress(PbemError):
        written = _steps(fold, text, False)

    def fits(step: Step) -> bool:
        meant = len(written) == 1 and words.matches(written[0], step)
        return meant or "".join(words.format_step(step).casefold().split()).startswith(wanted)

    return fits

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


def line(fold: Fold, given: "Move | tuple[Step, ...]") -> Turn:
    """What a program gives to be played, a move or steps, as a line that reads as it will be stored.

    Raises TypeError for anything else, IllegalMove for what is no step of the game.
    """
    steps = given if type(given) is tuple else getattr(given, "steps", None)
    if not isinstance(steps, tuple):
        raise TypeError(f"a line is text, a move of legal() or a tuple of steps, not {given!r}")
    steps = tuple([step for step in steps if step is not END])
    if not steps:
        return Turn(None, None, steps, None, None)
    try:
        read = fold.notation.parse(fold.notation.format_steps(steps))
    except Exception:  # whatever a game's words say to a value that is none of theirs
        read = None
    if not isinstance(read, Turn) or read.steps != steps:
        raise IllegalMove(f"{steps!r} are no steps of {fold.rules.title}", reason="no-steps") from None
    return Turn(None, None, read.steps, None, None)


def turns(state: State, begun: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], State]]:
    """Every legal line from here, mostly a turn, after the steps already `begun`, with the position after it."""
    for step in state.steps():
        after = state.copy()
        after.apply(step)
        steps = begun if step is END else (*begun, step)
        if finished(state, after):
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
            total += 1 if finished(state, after) else _count(after, known, most)
        known[here] = total
    return known[here]


def finished(before: State, after: State) -> bool:
    """Whether a line is over that went from the one position to the other: the turn is, or waits for a result."""
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
        ways = (with_best(state, step, known, most) for step in (steps if len(known) < most else steps[:1]))
        steps, earned = max(ways, key=lambda way: sum(way[1]))
        known[here] = steps, tuple(after - before for after, before in zip(earned, state.earned, strict=True))
    return known[here]


def with_best(state: State, step: Step, known: dict[Hashable, Way], most: int = POSITIONS) -> Way:
    """A step with its best completion, and what the turn earns with it."""
    after = state.copy()
    after.apply(step)
    written = () if step is END else (step,)
    if finished(state, after):
        return written, after.earned
    steps, added = _best(after, known, most)
    return (*written, *steps), tuple(before + more for before, more in zip(after.earned, added, strict=True))


def worth(state: State, steps: Sequence[Step], most: int = POSITIONS) -> list[int]:
    """What the turn earns with each of `steps` and its best completion, all that it counts added up.

    Looks at `most` positions within the turn at most; then the first completion that comes stands for the best.
    """
    known: dict[Hashable, Way] = {}
    return [sum(with_best(state, step, known, most)[1]) for step in steps]


Watch = Callable[[Sequence[Step]], Iterable[Step]]
"""Goes through the next steps, and may show how far that has come."""


def moves(fold: Fold, partial: str = "", every: bool = True, watch: Watch = iter) -> list[Move]:
    """The legal turns, those that earn most first; with a partial move those that begin so.

    Without `every` the steps that may come next, each with its best completion. Raises PbemError where nothing can
    come of the partial move.
    """
    return _listed(fold, ((steps, earned) for _, steps, earned, _ in _lines(fold, partial, every, {}, watch)))


class Coming:
    """A step that may come next, END among them: the position and the turn up to it, its text, the best completion.

    `exact` is false where so many positions were looked at that a better completion may not have been seen.
    """

    __slots__ = ("at", "before", "earns", "exact", "line", "step", "text")

    def __init__(
        self, fold: Fold, at: State, steps: tuple[Step, ...], upto: int, earns: tuple[int, ...], exact: bool
    ) -> None:
        self.at = at
        write = fold.notation.format_steps
        self.before = write(steps[: upto - 1])
        self.step = steps[upto - 1] if upto <= len(steps) else END
        self.text = write(steps[upto - 1 : upto])
        self.line = write(steps)
        self.earns = earns
        self.exact = exact


def coming(fold: Fold, partial: str = "", watch: Watch = iter) -> list[Coming]:
    """What may come next, in the order of the rules; after a partial move, or as its end. Raises PbemError as moves."""
    known: dict[Hashable, Way] = {}
    return [
        Coming(fold, at, steps, upto, earned, len(known) < POSITIONS)
        for at, steps, earned, upto in _lines(fold, partial, False, known, watch)
    ]


def _lines(
    fold: Fold, partial: str, every: bool, known: dict[Hashable, Way], watch: Watch
) -> Iterator[tuple[State, tuple[Step, ...], tuple[int, ...], int]]:
    """Steps, what they earn, and up to which they are chosen and not a best completion, with the position before that.

    `known` fills on the way.
    """
    if fold.state.actor < 0 or fold.stopped:
        return
    number, name, pieces, claim = head(fold, partial)
    if claim is not None:
        whole = _claimed(fold, partial)
        yield fold.state, whole.steps, whole.earns, len(whole.steps) + 1
        return
    state = fold.state.copy()
    begun, last = begin(fold, state, number, name, pieces)
    if not last:
        yield from ((state, *way, len(begun) + 1) for way in _going_on(state, begun, every, known, watch))
        return
    error: PbemError | None = None
    written: tuple[Step, ...] = ()
    found = False
    after = state.copy()
    try:
        written = fold.complete(after, read_steps(fold, last, not begun), begun)
        found = True
    except (NotationError, IllegalMove) as refused:
        error = refused
    if found and finished(state, after):
        before = state.copy()
        for step in written[:-1]:
            before.apply(step)
        yield before, begun + written, after.earned, len(begun + written)
    elif found:
        yield from (
            (after, *way, len(begun + written) + 1) for way in _going_on(after, begun + written, every, known, watch)
        )
    fits = fitting(fold, last)
    steps = [step for step in state.steps() if step is not END and fits(step) and (step,) != written]
    if error and not steps:
        steps = beginnings.becoming(fold, state, last)
        if not steps and isinstance(error, NotationError):
            error = beginnings.refusal(fold, state, last) or error
    for step in steps:
        after = state.copy()
        after.apply(step)
        if every and not finished(state, after):
            yield from ((after, *way, len(begun) + 2) for way in _going_on(after, (*begun, step), every, known, iter))
        else:
            more, earned = with_best(state, step, known)
            yield state, begun + more, earned, len(begun) + 1
    if error and not steps:
        raise error


def _going_on(
    state: State, begun: tuple[Step, ...], every: bool, known: dict[Hashable, Way], watch: Watch
) -> Iterator[Way]:
    """The turns that go on from here: all of them, or each next step with its best completion."""
    if every:
        yield from ((steps, after.earned) for steps, after in turns(state, begun))
        return
    for step in watch(state.steps()):
        steps, earned = with_best(state, step, known)
        yield begun + steps, earned


def _listed(fold: Fold, lines: Iterable[Way]) -> list[Move]:
    found = [Move(steps, fold.notation.format_steps(steps), earned) for steps, earned in lines]
    return sorted(found, key=lambda move: -sum(move.earns))


def head(fold: Fold, partial: str) -> Head:
    """A partial move taken apart; a name may be there without its colon."""
    number, name, pieces, claim = fold.notation.head(partial)
    if name is not None or len(pieces) > 1 or claim is not None:
        return number, name, pieces, claim
    words = pieces[0].lstrip("0123456789")
    digits, words = pieces[0][: len(pieces[0]) - len(words)], words.strip()
    player = fold.header.player(words) if words else None
    if player is None or any(map(fitting(fold, words), fold.state.steps())):
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


def begin(
    fold: Fold, state: State, turn: int | None, name: str | None, pieces: list[str]
) -> tuple[tuple[Step, ...], str]:
    """Plays all steps of a partial move but the last on `state`: those, and the text of the last ("" after a `/`)."""
    fold.check_turn(Turn(turn, name, (), None, None))
    begun: tuple[Step, ...] = ()
    number = state.turn
    for piece in filter(None, pieces[:-1]):
        begun += fold.complete(state, read_steps(fold, piece, not begun), begun)
        if _over(state, number):  # and a `/` comes behind
            raise fold.finished(begun)
    return begun, pieces[-1]


def read_steps(fold: Fold, text: str, first: bool) -> tuple[Step, ...]:
    """Steps of a move, the first of them perhaps behind the turn's number; raises PbemError."""
    line = fold.notation.parse(text)
    if not isinstance(line, Turn) or line.name is not None or line.claim is not None or line.comment is not None:
        raise NotationError(text, 1, "that is no part of a move")
    if line.number is not None and not first:
        raise NotationError(text, 1, "the number of the turn stands at its beginning")
    fold.check_turn(line)
    return line.steps


def fitting(fold: Fold, text: str) -> Callable[[Step], bool]:
    """Whether a step begins with a text, blanks left out, or is what it can mean as a short form."""
    words = fold.rules.words
    wanted = "".join(text.casefold().split())
    written: tuple[Step, ...] = ()
    with suppress(PbemError):
        written = read_steps(fold, text, False)

    def fits(step: Step) -> bool:
        meant = len(written) == 1 and words.matches(written[0], step)
        return meant or "".join(words.format_step(step).casefold().split()).startswith(wanted)

    return fits

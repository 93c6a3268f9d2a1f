"""What an undo took back, found in the lines of a log alone."""

from collections.abc import Sequence

from pbem.notation import Chance, Comment, Line, Stop, Turn, Undo

TakenBack = tuple[int, int, int]
"""Undos, and the turns and results of chance that they took back; a turn of several lines counts once for each time."""


def counted(lines: Sequence[Line], force: Sequence[int]) -> TakenBack:
    """How many undos a log has, and of what is not in force any more how much."""
    kept = set(force)
    gone = [line for index, line in enumerate(lines) if index not in kept]
    undos = sum(isinstance(line, Undo) for line in gone)
    draws = sum(isinstance(line, Chance) for line in gone)
    turns = 0
    last: int | None = None
    for line in gone:
        if isinstance(line, Turn):
            turns += line.number != last
            last = line.number
        elif isinstance(line, Undo):
            last = None
    return undos, turns, draws


def by_last_undo(lines: Sequence[Line]) -> list[Line] | None:
    """The lines in force that the last line of a log took back, to be played again; None if that is no undo.

    Comments after it do not count; a stop says no more where it stood.
    """
    last = next((index for index in reversed(range(len(lines))) if not isinstance(lines[index], Comment)), -1)
    if last < 0 or not isinstance(lines[last], Undo):
        return None
    force: list[int] = []
    taken: list[int] = []
    for index, line in enumerate(lines[: last + 1]):
        if isinstance(line, Undo):
            at = _first_of(lines, force, line)
            force, taken = force[:at], force[at:]
        elif not isinstance(line, Comment):
            force.append(index)
    gone = [lines[index] for index in taken]
    return [line._replace(at=None) if isinstance(line, Stop) else line for line in gone]


def _first_of(lines: Sequence[Line], force: list[int], undo: Undo) -> int:
    """Where in `force` begins what an undo takes back: at the turn's first line, or at the last line of all."""
    if not isinstance(undo.what, int):
        return len(force) - 1
    found = (lines[index] for index in force)
    return next(at for at, line in enumerate(found) if isinstance(line, Turn) and line.number == undo.what)

"""What an undo took back, found in the lines of a log alone."""

from collections.abc import Sequence

from pbem.notation import Comment, Line, Turn, Undo


def by_last_undo(lines: Sequence[Line]) -> list[Line] | None:
    """The lines in force that the last line of a log took back, comments after it aside; None if it is no undo."""
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
    return [lines[index] for index in taken]


def _first_of(lines: Sequence[Line], force: list[int], undo: Undo) -> int:
    """Where in `force` begins what an undo takes back: at the turn's first line, or at the last line of all."""
    if not isinstance(undo.what, int):
        return len(force) - 1
    found = (lines[index] for index in force)
    return next(at for at, line in enumerate(found) if isinstance(line, Turn) and line.number == undo.what)

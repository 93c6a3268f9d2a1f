"""What is told of steps that are legal and do nothing, so that nobody makes one by mistake and without a word."""

from collections.abc import Iterable

from pbem.fold import Fold, play_again
from pbem.game import View
from pbem.notation import Turn
from pbem.session import Session

_NOT_PLAYED = "what stands behind `;` is a remark. Steps of one turn are joined by `/`."


def since(fold: Fold, start: int) -> list[str]:
    """The remarks of the game on the turns among the lines from index `start` on that are in force."""
    found: list[str] = []
    for position, index in enumerate(fold.force):
        line = fold.lines[index]
        if index < start or not isinstance(line, Turn) or line.number not in fold.before:
            continue
        length, state = fold.before[line.number]
        state = state.copy()
        for earlier in fold.force[length:position]:
            play_again(state, fold.lines[earlier])
        for step in line.steps:
            found.append(fold.rules.paint.remark(View(state, fold.header.names, state.mover), step))
            state.apply(step)
    return [text for text in dict.fromkeys(found) if text]


def with_moves(session: Session, typed: Iterable[str]) -> list[str]:
    """What is told of typed lines that have a move behind `;`, where nothing is played."""
    return [_NOT_PLAYED for line in typed if session.is_move(line.partition(";")[2])]

"""A text of several lines, piped or pasted: what may be played without its turn and name."""

from pbem.errors import Doubt
from pbem.fold import Fold
from pbem.meant import numbered
from pbem.notation import Stop, Turn, Undo

_INITIALS = 2  # letters


def check(fold: Fold, lines: list[str]) -> None:
    """Raises Doubt for a move that bears neither turn nor name unless it is the only move there is in a text.

    One of a letter or two (`R`, `Ma`) never counts there: people sign so.
    """
    reads = fold.notation.reads
    texts = [(number, text) for number, text in enumerate(lines, 1) if text.strip()]
    read = [(number, text, reads(text) or numbered(fold, text)) for number, text in texts]
    if len(read) < 2:
        return
    moves = sum(isinstance(line, (Turn, Undo, Stop)) for _, _, line in read)
    for number, text, line in read:
        if not isinstance(line, Turn) or line.number is not None or line.name is not None:
            continue
        steps = fold.notation.format_steps(line.steps)
        why = "it is not the only move there" if moves > 1 else "a letter or two may be anything"
        if moves > 1 or (len(steps) <= _INITIALS and steps.isalpha()):
            raise Doubt(
                f"line {number}, `{text.strip()}`, has neither turn nor name, and {why}: nothing was played; "
                f"if it is a move, write TURN NAME: before it",
                line=number,
                text=text.strip(),
            )

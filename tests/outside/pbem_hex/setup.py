"""Position lines of hex: a position <-> text, each line checked."""

from collections.abc import Sequence

from pbem import position_lines
from pbem.errors import HeaderError
from pbem.header import Header
from pbem.position_lines import MOST, Reader, counted, number, whose
from pbem_hex.facts import Place
from pbem_hex.state import LEFT, TOP, Position

MARKS = "xo"
"""By side: its stones."""
EMPTY = "."
SIDES = ("top and bottom", "left and right")


def marks(position: Position, row: int) -> list[str]:
    """What lies on the cells of a row."""
    on = [position.on(Place(column, row)) for column in range(position.facts.size)]
    return [EMPTY if side is None else MARKS[side] for side in on]


def line(row: int, drawn: Sequence[str]) -> str:
    """The position line of a row."""
    return f"row {row + 1} {' '.join(drawn)}"


def lines(position: Position, names: Sequence[str]) -> list[str]:
    """The position as lines; empty rows are left out."""
    rows = [(row, marks(position, row)) for row in range(position.facts.size)]
    return [
        f"turn {position.turn}",
        f"top {names[position.top]}",
        *(line(row, drawn) for row, drawn in rows if set(drawn) != {EMPTY}),
    ]


def place(position: Position, header: Header) -> None:
    """Puts the position lines of `header` on an empty board; raises HeaderError naming the line."""
    said = position_lines.read(position, header, _READERS)
    if not said["top"]:
        position.top = _first_to_move(position)
    for side in (TOP, LEFT):
        if position.connection(side):
            raise HeaderError(f"the game is over: {MARKS[side]} has connected {SIDES[side]}")


# A reader for each kind of line: it puts the line's words on the board and returns what they are about.


def _turn(position: Position, header: Header, words: list[str]) -> None:
    position.turn = number(counted(words, "turn 7", 1)[0], 1, MOST)


def _top(position: Position, header: Header, words: list[str]) -> None:
    position.top, _ = whose(header, words, "", "top NAME")


def _row(position: Position, header: Header, words: list[str]) -> int:
    facts = position.facts
    if len(words) < 2:
        raise HeaderError(f"it should read `{line(5, (EMPTY, *MARKS))} ...`")
    which = number(words[0], 1, facts.size) - 1
    drawn = "".join(words[1:]).casefold()
    if len(drawn) != facts.size or not set(drawn) <= {EMPTY, *MARKS}:
        raise HeaderError(f"a row has {facts.size} cells, each {EMPTY} or {' or '.join(MARKS)}")
    for column, mark in enumerate(drawn):
        if mark != EMPTY:
            position.stones[MARKS.index(mark)] |= facts.bit(Place(column, which))
    return which


_READERS: dict[str, Reader[Position]] = {"turn": _turn, "top": _top, "row": _row}

WORDS = tuple(_READERS)
"""First words of position lines."""


def _first_to_move(position: Position) -> int:
    """Who has x, from whose turn it is: x and o take turns."""
    ahead = position.count(TOP) - position.count(LEFT)
    if ahead not in (0, 1):
        raise HeaderError("who has x cannot be told from the stones: add a line `top NAME`")
    return 1 - position.mover if ahead else position.mover

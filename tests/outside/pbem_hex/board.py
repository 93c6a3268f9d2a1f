"""Hex drawn as text, and read back.

Mail clients fold blanks at the start of a line, so the rows are not shifted against each other as six-sided cells are:
the legend says what touches what.
"""

import re
from collections.abc import Sequence
from typing import Any

from pbem.board import fold, label, row
from pbem.errors import HeaderError
from pbem.game import Paint, View
from pbem_hex import setup
from pbem_hex.facts import Facts, Place
from pbem_hex.notation import BESIDE, COLUMNS, cell_name
from pbem_hex.setup import EMPTY, MARKS
from pbem_hex.state import LEFT, TOP

_ROW = r"([0-9]{1,2})-?((?: +\S)+)"
_LETTERS = label(MARKS[TOP])
"""Before the line of the columns, which is the edge of that side."""

_RULES = """
HEX: HOW MOVES ARE WRITTEN
[ ] may be left out

turn   [TURN] [NAME:] MOVE [; REMARK]            3 Ana: f6 ; the middle
move   a free cell, its column (a to {column}) and its row (1 to {row});
       in turn 2 also the word swap

Players take turns, one stone each. Who begins has {x} and connects top and
bottom, rows 1 and {row}, with a chain of stones; the other one has {o} and
connects left and right, columns a and {column}. Stones never move. Who connects
first has won, and one of the two always does.

The second player may answer the first stone with swap: the stone stays
where it is, and is the second player's from then on, with {x} and its goal.
The first player goes on with {o}.

Six cells touch each cell: {middle} touches {around}.
"""


def _around(facts: Facts) -> tuple[str, str]:
    """The cell in the middle, and its neighbours from the top down."""
    middle = Place((facts.size - 1) // 2, facts.size // 2)
    beside = [Place(middle.column + right, middle.row + down) for right, down in sorted(BESIDE, key=lambda b: b[::-1])]
    return cell_name(middle), " ".join(cell_name(cell) for cell in beside if facts.bit(cell))


class HexPaint(Paint):
    """See pbem.game.Paint."""

    drawn = ("row",)
    cell = 1

    def board(self, view: View) -> list[str]:
        """Row 1 on top. In the end the stones that have won are capitals."""
        state = view.state
        facts: Facts = state.facts
        chain = state.connection(TOP) | state.connection(LEFT)
        letters = row(_LETTERS, list(COLUMNS[: facts.size]))
        lines = [letters]
        for number in range(facts.size):
            drawn = setup.marks(state, number)
            for column in range(facts.size):
                if chain & facts.bit(Place(column, number)):
                    drawn[column] = drawn[column].upper()
            lines.append(row(label(str(number + 1)), drawn))
        return [*lines, letters]

    def legend(self, view: View) -> list[str]:
        """What the signs on the board mean."""
        middle, around = _around(view.state.facts)
        return fold(
            f"Six cells touch each cell: {middle} touches {around}. So a chain may go straight up and down, "
            "to the left and right, up to the right and down to the left; not up to the left nor down to the right."
        )

    def report(self, view: View) -> list[str]:
        """Who has which stones, the viewer first."""
        state = view.state
        lines = []
        for player in sorted((0, 1), key=lambda player: player != view.viewer):
            side = state.side(player)
            has = f"{MARKS[side]} {view.names[player]}"
            if state.connection(side):
                lines += fold(f"{has} has connected {setup.SIDES[side]} (capitals)", shield=True)
            else:
                lines += fold(f"{has} connects {setup.SIDES[side]}", shield=True)
        return lines

    def benches(self, view: View) -> list[str]:
        """The same: a swap changes it, so each board of a replay has it."""
        return self.report(view)

    def template(self, view: View) -> str:
        """A move with words for its parts."""
        return "CELL"

    def how_to_answer(self, view: View) -> list[str]:
        """How a move is written, in words that are no move."""
        lines = ["CELL is a free cell, its column and its row."]
        if view.state.may_swap():
            lines += [
                "Or, in this turn only, the word swap: the stone there is becomes yours,",
                "with its goal, and the other player goes on with the other goal.",
            ]
        return lines

    def rules_text(self, rules: Any) -> str:
        """The notation on one screen."""
        facts: Facts = rules.facts
        middle, around = _around(facts)
        last = {"column": COLUMNS[facts.size - 1], "row": facts.size}
        return _RULES.strip("\n").format(x=MARKS[TOP], o=MARKS[LEFT], middle=middle, around=around, **last)

    def read(self, rules: Any, lines: Sequence[str]) -> list[str]:
        """The position lines `row ...` of a drawn board; raises HeaderError."""
        facts: Facts = rules.facts
        found: dict[int, list[str]] = {}
        for text in lines:
            match = re.fullmatch(_ROW, text)
            if not match:
                continue
            number, drawn = int(match[1]), match[2].casefold().split()
            if len(drawn) != facts.size or not 1 <= number <= facts.size:
                raise HeaderError(
                    f"the board has {facts.size} rows of {facts.size} cells, this is none of them: `{text}`"
                )
            if number in found:
                raise HeaderError(f"row {number} of the board is drawn twice: `{text}`")
            for column, mark in enumerate(drawn):
                if mark not in (EMPTY, *MARKS):
                    cell = cell_name(Place(column, number - 1))
                    raise HeaderError(f"{cell} is drawn as `{mark}`; it should be {EMPTY} or {' or '.join(MARKS)}")
            found[number] = drawn
        missing = [number for number in range(1, facts.size + 1) if number not in found]
        if missing and any(text.casefold().startswith(f"{_LETTERS} ") for text in lines):
            raise HeaderError(f"row {missing[0]} of the board is missing")
        return [setup.line(number - 1, drawn) for number, drawn in sorted(found.items()) if set(drawn) != {EMPTY}]


PAINT = HexPaint()

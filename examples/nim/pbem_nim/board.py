"""Nim drawn as text."""

from typing import Any

from pbem.board import row, token
from pbem.game import Paint, View
from pbem_nim.notation import LETTERS

_RULES = """
NIM: HOW MOVES ARE WRITTEN
[ ] may be left out

turn   [TURN] [NAME:] MOVE [; REMARK]            3 Ana: b2 ; two from heap b
move   the letter of a heap ({letters}) and how many sticks are taken

Players take turns. A turn takes one stick or more from one heap. Who takes
the last stick of all has won.
"""


class NimPaint(Paint):
    """See pbem.game.Paint."""

    def board(self, view: View) -> list[str]:
        """The heaps, and under each how many sticks it has."""
        heaps = view.state.heaps
        letters = [token(LETTERS[heap]) for heap in range(len(heaps))]
        return [row("x", letters), row("n", [token(str(there)) for there in heaps])]

    def legend(self, view: View) -> list[str]:
        """What the signs on the board mean."""
        return ["Under the letter of each heap stands how many sticks it has."]

    def template(self, view: View) -> str:
        """A move with words for its parts."""
        return "HEAPNUMBER"

    def how_to_answer(self, view: View) -> list[str]:
        """How a move is written, in words that are no move."""
        return [
            "The letter of a heap, and right behind it how many sticks you take.",
            "Who takes the last stick of all has won.",
        ]

    def rules_text(self, rules: Any) -> str:
        """The notation on one screen."""
        return _RULES.strip("\n").format(letters=" ".join(LETTERS[: len(rules.heaps)]))


PAINT = NimPaint()

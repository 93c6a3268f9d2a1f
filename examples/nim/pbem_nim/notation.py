"""The words of nim: what nim.lark reads -> moves, and moves -> text."""

from typing import Any

from pbem.game import Words
from pbem_nim.moves import Take

LETTERS = "abcdefghijklmnopqrstuvwxyz"

REASONS = {
    "over": "the game is over",
    "nothing": "a turn takes sticks from one heap",
    "no-heap": "there is no heap {heap}",
    "no-stick": "at least one stick is taken",
    "too-many": "heap {heap} has only {there}",
}


def _read_take(text: str) -> Take:
    return Take(LETTERS.index(text[0].lower()), int(text[1:]))


class NimWords(Words):
    """See pbem.game.Words."""

    terminals = {"TAKE": _read_take}
    expected = {"TAKE": "a heap and how many sticks"}
    example = "b2"
    reasons = REASONS
    shown = {"heap": lambda heap: LETTERS[heap]}  # as players call it

    def format_step(self, step: Any) -> str:
        """Take(1, 2) -> "b2"."""
        return f"{LETTERS[step.heap]}{step.sticks}"

    def leads_to(self, written: Any, full: Any) -> bool:
        """After a refused move the legal ones of the same heap are named."""
        return isinstance(written, Take) and isinstance(full, Take) and written.heap == full.heap


WORDS = NimWords()

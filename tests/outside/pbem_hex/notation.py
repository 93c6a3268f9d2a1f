"""The words of hex: what hex.lark reads -> moves, and moves -> text."""

from typing import Any

from pbem.game import Illegal, Words
from pbem_hex.facts import SWAP, Place

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1))
"""From a cell to its six neighbours, by column and row."""

REASONS = {
    "over": "the game is over",
    "nothing": "a turn is one stone, or swap",
    "no-cell": "the board has no {cell}: its columns are a to {last_column}, its rows 1 to {size}",
    "occupied": "there is a stone on {cell}",
    "swap-early": "there is no stone yet that could be taken over",
    "swap-late": "only the very first stone can be taken over, in turn 2",
}


def cell_name(cell: Place) -> str:
    """Place(5, 5) -> "f6"."""
    return f"{COLUMNS[cell.column]}{cell.row + 1}"


def read_cell(text: str) -> Place:
    """ "f6" -> Place(5, 5), in any case."""
    return Place(COLUMNS.index(text[0].lower()), int(text[1:]) - 1)


class HexWords(Words):
    """See pbem.game.Words."""

    terminals = {"CELL": read_cell, "SWAP": lambda text: SWAP}
    rules = {}
    expected = {"CELL": "a cell such as f6", "SWAP": "swap"}
    example = "f6"
    no_names = ("swap",)

    def format_step(self, step: Any) -> str:
        """Place(5, 5) -> "f6", SWAP -> "swap"."""
        return cell_name(step) if isinstance(step, Place) else "swap"

    def leads_to(self, written: Any, full: Any) -> bool:
        """After a refused cell its free neighbours are named."""
        if not isinstance(written, Place) or not isinstance(full, Place):
            return False
        return (full.column - written.column, full.row - written.row) in BESIDE

    def explain(self, illegal: Illegal) -> str:
        """The sentence for a reason, with cells as players call them."""
        facts = dict(illegal.facts)
        if "cell" in facts:
            facts["cell"] = cell_name(facts["cell"])
        if "size" in facts:
            facts["last_column"] = COLUMNS[facts["size"] - 1]
        return REASONS[illegal.reason].format(**facts)


WORDS = HexWords()

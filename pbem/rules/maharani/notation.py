"""The words of Maharani: what grammar/maharani.lark reads -> moves, and moves -> canonical text."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.errors import one_of
from pbem.game import Step, Words
from pbem.rules.maharani.moves import ANY, REFRESH, Draw, Placement, Refill, cell_at, place

FILES = "abcdefgh"
ARROWS = "NESW"
HALVES = "NSEW"
"""Half columns, in the order of the letters of a pattern."""
TILES = "borygv"
ARTISANS = "grby"


def cell_name(cell: int) -> str:
    """53 -> "f7"."""
    file, rank = place(cell)
    return f"{FILES[file]}{rank + 1}"


def read_cell(text: str) -> int:
    """ "f7" -> 53, in any case; -1 for what is no cell."""
    if len(text) != 2 or text[0].lower() not in FILES or text[1] not in "12345678":
        return -1
    return cell_at(FILES.index(text[0].lower()), int(text[1]) - 1)


def read_tile(text: str) -> str:
    """A tile as written, letters of the pattern in any order and case -> its name."""
    return text[:1].lower() + "".join(sorted(text[1:].upper(), key=lambda half: (HALVES + half).index(half)))


def _read_artisan(text: str) -> str | int:
    word = text[1:].strip().lower()
    return ANY if not word else word if len(word) == 1 else read_cell(word)


def _format_artisan(artisan: str | int | None) -> str:
    if artisan is None:
        return ""
    if artisan == ANY:
        return ANY
    return "+" + (artisan if isinstance(artisan, str) else cell_name(artisan))


def _placement(slot: int, quarter: int | None, cell: int, arrow: int | None, artisan: str | int | None) -> Placement:
    return Placement(slot - 1, None if quarter is None else quarter - 1, cell, arrow, artisan)


# One sentence for every reason of pbem.game.Illegal that the rules give.
_REASONS: dict[str, str] = {
    "over": "the game is over",
    "draw-due": "a draw is due first",
    "draw-not-due": "no draw is due now",
    "no-step": "a turn places tiles, or refreshes with R",
    "refresh-second": "R stands alone: it is done instead of placing",
    "nothing-placed": "a turn places at least one tile, or refreshes with R",
    "no-slot": "there is no slot {slot}: the rondel has 1 to {slots}",
    "slot-empty": "slot {slot} is empty",
    "no-cell": "the board has no cell {cell}",
    "quarter": "{cell} lies in quarter {lies_in}, not {quarter}",
    "occupied": "{cell} has a tile already",
    "pattern": "{tile} does not fit {cell}, which shows {pattern}, whichever way it is turned",
    "arrow": "{tile} fits {cell} only with its arrow pointing {arrows}, not {arrow}",
    "marker": "slot {slot} lies over quarter {source}, whose marker is down: its tile can only go there",
    "incomplete": "the move is not complete",
    "artisan-arrow": "an artisan is set only when the arrow points at your own seat, {seat}",
    "artisan-due": "the arrow points at your seat, so an artisan is due: {due}",
    "artisan-none": "no artisan can be set: none of yours may move here and your supply is empty",
    "artisan-which": "say which artisan: {due}",
    "artisan-wrong": "{artisan} cannot be set there; due is {due}",
    "not-in-bag": "there is no {tile} left in the bag",
    "throw-away": "{tile} is thrown away, as all centre cells are taken: write x:{tile}",
    "keep": "{tile} is not thrown away",
    "draw-order": "slot {expected} is filled next, not slot {slot}",
    "draw-extra": "no slot is empty any more for {tile}",
    "draw-missing": "slot {slot} is still empty",
}

# How what fills the sentences is shown: slots, quarters and cells as players count them.
_SHOWN: dict[str, Callable[[Any], str]] = {
    "cell": cell_name,
    "slot": lambda slot: "x" if slot is None else str(slot + 1),
    "expected": lambda slot: str(slot + 1),
    "source": lambda quarter: str(quarter + 1),
    "quarter": lambda quarter: str(quarter + 1),
    "lies_in": lambda quarter: str(quarter + 1),
    "arrow": lambda arrow: ARROWS[arrow],
    "seat": lambda arrow: ARROWS[arrow],
    "arrows": lambda arrows: one_of(ARROWS[arrow] for arrow in arrows),
    "artisan": _format_artisan,
    "due": lambda artisans: one_of(map(_format_artisan, artisans)),
}

_PARTS = {
    "tile": "tile",
    "artisan": "artisan",
    "second": "second tile",
    "quarter": "quarter {quarter} paid",
    "left": "unfinished quarter {quarter} paid",
}
_ENDINGS = {
    "paid": "The game ended because all quarters are paid.",
    "stuck": "The game ended because no tile on the rondel fits a free cell.",
    "rondel": "Left on the rondel: {tiles}.",
}


class MaharaniWords(Words):
    """See pbem.game.Words."""

    terminals: Mapping[str, Callable[[str], Any]] = {
        "CELL": read_cell,
        "ARROW": lambda text: ARROWS.index(text.upper()),
        "ARTISAN": _read_artisan,
        "TILE": read_tile,
    }
    rules: Mapping[str, Callable[..., Any]] = {
        "placement": _placement,
        "refresh": lambda: REFRESH,
        "into_slot": lambda slot, tile: Draw(slot - 1, tile),
        "thrown_away": lambda tile: Draw(None, tile),
        "refill": lambda *draws: Refill(draws),
    }
    expected: Mapping[str, str] = {
        "CELL": "a cell (a1 to h8)",
        "ARROW": "an arrow (N E S W)",
        "ARTISAN": "an artisan (+, a colour or a cell)",
        "TILE": "a tile (b o r y g v, then its pattern)",
        "_REFRESH": "R",
        "_OUT": "x:",
        "MINUS": "-",
        "SLASH": "/",
        "COLON": ":",
    }
    example = "1-f2 / 4-f8+g"
    reasons = _REASONS
    shown = _SHOWN
    parts = _PARTS
    last = ("left",)
    endings = _ENDINGS
    chance_words = ("draw",)

    def format_step(self, step: Step) -> str:
        """Canonical text of a step; of a partial one as much as is written."""
        if step == REFRESH:
            return "R"
        assert isinstance(step, Placement)
        quarter = "" if step.quarter is None else step.quarter + 1
        arrow = "" if step.arrow is None else ARROWS[step.arrow]
        return f"{step.slot + 1}-{quarter}{cell_name(step.cell)}{arrow}{_format_artisan(step.artisan)}"

    def format_chance(self, result: Step) -> str:
        """Canonical text of a refill."""
        assert isinstance(result, Refill)
        return " ".join(["draw", *(f"{'x' if slot is None else slot + 1}:{tile}" for slot, tile in result.draws)])

    def matches(self, written: Step, full: Step) -> bool:
        """Whether a short form can stand for a full step."""
        if not isinstance(written, Placement) or not isinstance(full, Placement):
            return bool(written == full)
        if written.artisan == ANY:
            if full.artisan is None:
                return False
        elif written.artisan not in (None, full.artisan):
            return False
        return (
            written.slot == full.slot
            and written.cell == full.cell
            and written.quarter in (None, full.quarter)
            and written.arrow in (None, full.arrow)
        )

    def leads_to(self, written: Step, full: Step) -> bool:
        """Whether two steps have to do with each other: what is offered when the first one is refused."""
        if not isinstance(written, Placement) or not isinstance(full, Placement):
            return False
        return written.slot == full.slot and written.cell == full.cell


WORDS = MaharaniWords()

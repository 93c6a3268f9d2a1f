"""The words of Majolica: what grammar/majolica.lark reads -> moves, and moves -> canonical text."""

import re
from collections.abc import Callable
from typing import Any

from pbem.game import END, Step, Words
from pbem.rules.majolica.grid import FILES, RANKS, cell_name, read_cell, rows, run_ends
from pbem.rules.majolica.moves import (
    DECLINE,
    Activate,
    Bonus,
    Card,
    DealCards,
    DealGrid,
    DealMissions,
    DealStart,
    DealTiles,
    Decline,
    Discard,
    Draft,
    One,
    Run,
    Start,
    Swap,
)
from pbem.rules.majolica.sentences import ENDINGS, PARTS, REASONS, SHOWN
from pbem.rules.majolica.tiles import sort

MISSIONS = ("five", "fragments", "fours", "takes", "violet", "ladder", "first", "double")
CARD = r"[0-9]+[rygbw]+\+?"
"""How a card is written, as a pattern."""


def read_card(text: str) -> str:
    """A card as written, tiles in any order and case -> its text; "" for what is none."""
    found = re.fullmatch(r"0*([0-9]{1,2})([rygbw]{1,9})(\+?)", text.lower())
    return f"{found[1]}{sort(found[2])}{found[3]}" if found else ""


# What each terminal and each rule of the grammar becomes, and what a terminal is called in "expected ...".


def _dealt(text: str) -> tuple[str, str]:
    name, card = text.rsplit(None, 1)
    return name.strip(), read_card(card) or card.lower()


_TERMINALS: dict[str, Callable[[str], Any]] = {
    "CELL": read_cell,
    "COLOUR": str.lower,
    "LETTERS": str.lower,
    "CARD": lambda text: read_card(text) or text.lower(),
    "WORD": str.lower,
    "DECLINE": lambda text: None,
    "DEALT": _dealt,
}


def _heap(letters: str | None) -> str:
    return sort(letters) if letters else ""


def _run(first: int, last: int, shop: int, mark: str | None, thrown: str | None) -> Run:
    return Run(run_ends(first, last), shop - 1, mark or "", _heap(thrown))


def _grid(*rows: str) -> DealGrid:
    whole = [len(row) for row in rows] == [len(FILES)] * len(RANKS)
    return DealGrid("".join(rows) if whole else "")


_RULES: dict[str, Callable[..., Any]] = {
    "mark": lambda letters: letters,
    "thrown": lambda letters: letters,
    "broken": lambda letters: letters,
    "run": _run,
    "everything": lambda shop, mark, thrown: Run(None, shop - 1, mark or "", _heap(thrown)),
    "one": lambda cell, shop, thrown: One(cell, shop - 1, _heap(thrown)),
    "one_of": lambda colour, shop, thrown: One(colour, shop - 1, _heap(thrown)),
    "card": lambda place, slot: Card(place - 1, slot - 1),
    "swap": lambda *pairs: Swap(tuple(sorted(pair for pair in pairs if pair))),
    "pair": lambda start, to: (start - 1, to - 1),
    "activate": lambda shop, tiles, broken, thrown: Activate(shop - 1, _heap(tiles), broken or "", _heap(thrown)),
    "discard": lambda shop, tiles: Discard(shop - 1, _heap(tiles)),
    "bonus": lambda colour, shop, thrown: Bonus(colour, shop - 1, _heap(thrown)),
    "decline": lambda _: DECLINE,
    "start": lambda slot: Start(slot - 1),
    "draft": lambda place: Draft(place - 1),
    "deal_start": lambda *cards: DealStart(cards),
    "deal_grid": _grid,
    "deal_cards": lambda *cards: DealCards(cards),
    "deal_tiles": lambda tiles: DealTiles(tiles),
    "deal_missions": lambda *words: DealMissions(words),
}
_EXPECTED = {
    "CELL": "a cell (a1 to d4)",
    "COLOUR": "a colour (r y g b) and `:`",
    "LETTERS": "tiles (r y g b v)",
    "CARD": "a card such as 4rrrg+",
    "DEALT": "a player's name and a card",
    "WORD": f"a mission ({' '.join(MISSIONS)})",
    "DECLINE": "+0",
    "_ALL": "all and `:`",
    "_MARK": "m with a colour",
    "_BROKEN": "f with a colour",
    "_X": "x with tiles",
    "_CARD": "card",
    "_SWAP": "swap",
    "_START": "start",
    "_MISSION": "mission",
    "_DRAW_START": "draw start",
    "_DRAW_GRID": "draw grid",
    "_DRAW_CARDS": "draw cards",
    "_DRAW_TILES": "draw tiles",
    "_DRAW_MISSIONS": "draw missions",
    "MINUS": "-",
    "SLASH": "/",
    "COLON": ":",
    "COMMA": ",",
    "PLUS": "+",
}


def _thrown(tiles: str) -> str:
    return f" x{tiles}" if tiles else ""


def _format_run(step: Run) -> str:
    what = f"{cell_name(step.cells[0])}-{cell_name(step.cells[1])}" if step.cells else "all"
    mark = f" m{step.mark}" if step.mark else ""
    return f"{what}:{step.shop + 1}{mark}{_thrown(step.thrown)}"


def _format_one(step: One) -> str:
    what = step.tile if isinstance(step.tile, str) else cell_name(step.tile)
    return f"{what}:{step.shop + 1}{_thrown(step.thrown)}"


def _format_swap(step: Swap) -> str:
    return " ".join(["swap", ",".join(f"{start + 1}-{to + 1}" for start, to in step.moved)]).rstrip()


def _format_activate(step: Activate) -> str:
    broken = f" f{step.broken}" if step.broken else ""
    return f"{step.shop + 1}:{step.tiles}{broken}{_thrown(step.thrown)}"


_FORMATS: dict[type, Callable[[Any], str]] = {
    Run: _format_run,
    One: _format_one,
    Card: lambda step: f"card {step.place + 1}-{step.slot + 1}",
    Swap: _format_swap,
    Activate: _format_activate,
    Discard: lambda step: f"x{step.shop + 1}:{step.tiles}",
    Bonus: lambda step: f"+{step.colour}:{step.shop + 1}{_thrown(step.thrown)}",
    Decline: lambda step: "+0",
    Start: lambda step: f"start {step.slot + 1}",
    Draft: lambda step: f"mission {step.place + 1}",
    DealStart: lambda dealt: "draw start " + ", ".join(f"{name} {card}" for name, card in dealt.cards),
    DealGrid: lambda dealt: "draw grid " + rows(dealt.tiles),
    DealCards: lambda dealt: " ".join(["draw cards", *dealt.cards]),
    DealTiles: lambda dealt: f"draw tiles {dealt.tiles}",
    DealMissions: lambda dealt: " ".join(["draw missions", *dealt.words]),
}


class MajolicaWords(Words):
    """See pbem.game.Words."""

    terminals = _TERMINALS
    rules = _RULES
    expected = _EXPECTED
    example = "a1-a3:2 / 2:gg"
    chance_words = ("draw",)
    no_names = ("all", "r", "y", "g", "b", "v")
    no_first_words = ("card", "swap", "start", "mission")

    reasons = REASONS
    shown = SHOWN
    parts = PARTS
    last = ("pairs", "mission")
    endings = ENDINGS

    @staticmethod
    def format_step(step: Step) -> str:
        """Canonical text of a step."""
        return _FORMATS[type(step)](step)

    @staticmethod
    def format_chance(result: Step) -> str:
        """Canonical text of a result of chance."""
        return _FORMATS[type(result)](result)

    @staticmethod
    def bind(result: Step, name: Callable[[str], str]) -> Step:
        """A result of chance with players' names as the header has them."""
        if not isinstance(result, DealStart):
            return result
        return DealStart(tuple((name(written), card) for written, card in result.cards))

    @staticmethod
    def matches(written: Step, full: Step) -> bool:
        """Whether a short form can stand for a full step: what is thrown away may be left out if only that can go."""
        if type(written) is not type(full):  # named tuples are equal if only their fields are
            return False
        return bool(written == full or (hasattr(written, "thrown") and written == full._replace(thrown="")))

    @staticmethod
    def leads_to(written: Step, full: Step) -> bool:
        """Whether a legal step is worth naming when another one is refused."""
        if isinstance(full, Activate):  # while one is due nothing else goes
            return not isinstance(written, Activate) or written.shop == full.shop
        if written is END or isinstance(full, (Start, Draft)):
            return full is not END
        if isinstance(full, Run) and isinstance(written, (Run, One)):
            return full.shop == written.shop and not full.mark and len(full.thrown) <= len(written.thrown)
        if isinstance(full, One) and isinstance(written, One):
            return full.tile == written.tile
        return type(written) is type(full)


WORDS = MajolicaWords()

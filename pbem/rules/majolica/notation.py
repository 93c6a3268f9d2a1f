"""The words of Majolica: what grammar/majolica.lark reads -> moves, and moves -> canonical text."""

import re
from collections.abc import Callable
from typing import Any

from pbem.game import END, Illegal, Step, Words
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
from pbem.rules.majolica.tiles import sort

FILES = "abcd"
RANKS = "4321"
MISSIONS = ("five", "fragments", "fours", "takes", "violet", "ladder", "first", "double")


def cell_name(cell: int) -> str:
    """0 -> "a4", 15 -> "d1"."""
    rank, file = divmod(cell, len(FILES))
    return FILES[file] + RANKS[rank]


def read_cell(text: str) -> int:
    """ "a4" -> 0, in any case."""
    return len(FILES) * RANKS.index(text[1]) + FILES.index(text[0].lower())


def run_ends(first: int, last: int) -> tuple[int, int]:
    """The ends of a run, the lower or left one first."""
    low, high = sorted((first, last), key=cell_name)
    return low, high


def read_card(text: str) -> str:
    """A card as written, tiles in any order and case -> its text; "" for what is none."""
    found = re.fullmatch(r"0*([0-9]{1,2})([rygbw]{1,9})(\+?)", text.lower())
    return f"{found[1]}{sort(found[2])}{found[3]}" if found else ""


# What each terminal and each rule of the grammar becomes.


def _dealt(text: str) -> tuple[str, str]:
    name, card = text.rsplit(None, 1)
    return name.strip(), read_card(card) or card.lower()


TERMINALS: dict[str, Callable[[str], Any]] = {
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


RULES: dict[str, Callable[..., Any]] = {
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

# What a terminal is called in "expected ...".
EXPECTED = {
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


def format_step(step: Step) -> str:
    """Canonical text of a step."""
    return _FORMATS[type(step)](step)


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


def rows(tiles: str) -> str:
    """The grid as it is written: four rows of four, the highest first."""
    return " ".join(tiles[start : start + len(FILES)] for start in range(0, len(tiles), len(FILES)))


def format_chance(result: Step) -> str:
    """Canonical text of a result of chance."""
    return _FORMATS[type(result)](result)


def matches(written: Step, full: Step) -> bool:
    """Whether a short form can stand for a full step: what is thrown away may be left out if only that can go."""
    if type(written) is not type(full):  # named tuples are equal if only their fields are
        return False
    return bool(written == full or (hasattr(written, "thrown") and written == full._replace(thrown="")))


def bind(result: Step, name: Callable[[str], str]) -> Step:
    """A result of chance with players' names as the header has them."""
    if not isinstance(result, DealStart):
        return result
    return DealStart(tuple((name(written), card) for written, card in result.cards))


_TAKES = (Run, One)


def leads_to(written: Step, full: Step) -> bool:
    """Whether a legal step is worth naming when another one is refused."""
    if isinstance(full, Activate):  # while one is due nothing else goes
        return not isinstance(written, Activate) or written.shop == full.shop
    if written is END or isinstance(full, (Start, Draft)):
        return full is not END
    if isinstance(full, Run) and isinstance(written, _TAKES):
        return full.shop == written.shop and not full.mark and len(full.thrown) <= len(written.thrown)
    if isinstance(full, One) and isinstance(written, One):
        return full.tile == written.tile
    return type(written) is type(full)


# One sentence for every reason of pbem.game.Illegal that the rules give.
REASONS: dict[str, str] = {
    "over": "the game is over",
    "draw-due": "a draw is due first",
    "draw-not-due": "no draw is due now",
    "draw-other": "`draw {waits}` is due",
    "draft-due": "missions are drafted first: mission and its place",
    "draft-place": "there is no mission at place {place}",
    "no-draft": "no missions are drafted now",
    "start-due": "the starting card {card} is placed first: start and a slot",
    "start-placed": "your starting card is placed already, or was never there",
    "slot-taken": "slot {slot} has a card already",
    "due": "workshop {shop} is complete and must be activated first",
    "no-shop": "there is no workshop {shop}: they are 1 to {shops}",
    "no-slot": "there is no card slot {slot}: they are 1 to {slots}",
    "no-place": "the display has no place {place}: they are 1 to {places}",
    "place-empty": "there is no card at place {place} of the display",
    "slot-empty": "there is no card in slot {slot}",
    "swap-twice": "a swap moves each card once, to another slot",
    "swap-onto": "slot {slot} would end up with two cards",
    "taken": "you have taken tiles in this turn already",
    "half-run": "with a card or a rearrangement goes one tile, not a run",
    "run-half": "what is taken whole goes without a card or a rearrangement",
    "half-twice": "a turn takes one card or rearranges once",
    "solo-only": "that is for the solo game: name cells of the grid",
    "no-grid": "the solo game has no grid: take all, or one tile by its colour",
    "down": "the tile on {cell} was taken already",
    "not-border": "{cell} is not on the border",
    "not-revealed": "no {colour} was revealed in this turn",
    "run-short": "a run has at least {run} tiles; one tile goes with a card or a rearrangement",
    "run-part": "a run is taken whole: {run}",
    "run-border": "that is no unbroken run of an outer row or column",
    "mark-mission": "a tile goes to a mission only if yours is `takes`",
    "mark-run": "a tile goes to the mission only when {run} are taken",
    "mark-colour": "{colour} is not among the tiles taken, or lies on the mission already",
    "excess": "workshop {shop} holds {holds} and would have {tiles}: name the {excess} too many, as x and tiles",
    "thrown-not-there": "{thrown} cannot be thrown away: workshop {shop} would have {tiles}",
    "nothing-arrives": "nothing arrives in workshop {shop}, so nothing is thrown away there",
    "not-met": "workshop {shop} is not complete, its pattern is {pattern}",
    "no-card": "workshop {shop} has no card above it, so it is not due",
    "no-space": "the card above workshop {shop} has no space for its tiles, so it is not due",
    "tiles-count": "of workshop {shop} at least {least} and at most {most} go to the card or the Town Hall",
    "tiles-not-there": "in workshop {shop} there is {tiles}",
    "tiles-space": "card {card} has no space for these: open is {spaces}",
    "wild": "a violet tile never goes to a card or to the Town Hall",
    "broken": "in workshop {shop} {able}",
    "no-right": "no bonus tile is due to you now",
    "bonus-wild": "the bonus tile is never violet",
    "right-open": "a bonus tile is still due: take it, as + colour : workshop, or decline with +0",
    "discard-not-there": "in workshop {shop} there is {tiles}",
    "nothing-taken": "a turn takes tiles: a run, or one tile with a card or a rearrangement",
    "half-missing": "with one tile goes a card, or a rearrangement (swap, which may move nothing)",
    "start-names": "a starting card for each of {names}, in this order",
    "start-card": "there is no starting card {card} left{close}",
    "grid-tiles": "the grid is written as {rows} rows of {files} tiles, {each} each of {colours}",
    "cards-number": "{due} cards are due for the empty places, not {given}",
    "not-in-deck": "there is no card {card} left in the deck{close}",
    "under-order": "the deck is empty, and the next card under it is {expected}, not {card}",
    "missions-number": "{shown} different missions are shown",
    "tiles-number": "{reveals} tiles are revealed",
    "tiles-hidden": "of the tiles still hidden there are only {tiles}",
}
_COUNTED = ("shop", "slot", "place")


def explain(illegal: Illegal) -> str:
    """The sentence for a reason, with workshops, slots and places as players count them."""
    shown: dict[str, Any] = {}
    for name, value in illegal.facts.items():
        if name in _COUNTED:
            shown[name] = value + 1
        elif name == "cell":
            shown[name] = cell_name(value)
        elif name == "run" and isinstance(value, tuple):
            shown[name] = "-".join(map(cell_name, value))
        elif name == "names":
            shown[name] = ", ".join(value)
        elif name == "tiles":
            shown[name] = value or "nothing"
        elif name == "able":
            one = f"one of the tiles that remain is broken, never violet: f and one of `{value}`"
            shown[name] = one if value else "nothing is broken now"
        elif name == "left":
            card = illegal.facts["card"]
            close = [other for other in value if other.rstrip("+") == card.rstrip("+")]
            shown["close"] = f"; did you mean {close[0]}?" if close else ""
        else:
            shown[name] = value
    return REASONS[illegal.reason].format(**shown)


class MajolicaWords(Words):
    """See pbem.game.Words."""

    terminals = TERMINALS
    rules = RULES
    expected = EXPECTED
    example = "a1-a3:2 / 2:gg"
    chance_words = ("draw",)
    no_names = ("all", "r", "y", "g", "b", "v")
    no_first_words = ("card", "swap", "start", "mission")

    format_step = staticmethod(format_step)
    format_chance = staticmethod(format_chance)
    bind = staticmethod(bind)
    matches = staticmethod(matches)
    leads_to = staticmethod(leads_to)
    explain = staticmethod(explain)


WORDS = MajolicaWords()

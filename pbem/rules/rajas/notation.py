"""The words of Rajas of the Ganges: what grammar/rajas.lark reads -> moves, and moves -> canonical text."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.game import END, Cases, Step, Words
from pbem.rules.rajas.moves import (
    Alternatives,
    Balcony,
    Boat,
    Brown,
    Dice,
    Gain,
    Harbour,
    Lay,
    Market,
    Named,
    Outer,
    Person,
    Quarry,
    River,
    Roll,
    StartRoll,
    Terrace,
    Turned,
    Upgrade,
    White,
)
from pbem.rules.rajas.sentences import ENDINGS, PARTS, REASONS, SHOWN, format_taken

DICE = "ogbp"
BACKS = "SCT"
SIDES = "NESW"
BUILDINGS = ("Te", "Pa", "Fo", "Mi")
GOODS = "stp"
FILES = "abcde"
RANKS = "1234"
YIELDS = ("NW", "NE", "NB", "ND", "W3", "E3", "W2", "E2", "W1", "E1", "S")
WHITES = ("die", "money", "up", "karma")
RIVERS = ("anydice", "ogb", "gbp", "dancer", "yogi", "raja", "good", "move")
BROWNS = ("market", "river", "building", "yield", "bend", "up", "worker")
TURNED = "k"


SIDES_OF_A_DIE = 6
VALUES = {
    f"{colour}{side}{turned}": SIDES_OF_A_DIE + 1 - side if turned else side
    for colour in DICE
    for turned in ("", TURNED)
    for side in range(1, SIDES_OF_A_DIE + 1)
}
"""What a die that is spent counts: turned by karma it shows its other side. In order: by colour, as rolled first."""
ROLLED = {colour: tuple(f"{colour}{side}" for side in range(1, SIDES_OF_A_DIE + 1)) for colour in DICE}
"""The sides of the dice of each colour."""
WITH_KARMA = {die[:2]: die for die in VALUES if die.endswith(TURNED)}
"""A die as it is written when karma turns it."""
_RANK = {die: rank for rank, die in enumerate(VALUES)}


def in_order(dice: Iterable[str]) -> Dice:
    """Dice in the order of the notation."""
    return tuple(sorted(dice, key=_RANK.__getitem__))


def read_tile(text: str) -> str:
    """ "OC5" -> "oC5"."""
    return text[:1].lower() + text[1:].upper()


def read_sides(text: str) -> str:
    """Sides in any order and case -> in the order N E S W."""
    return "".join(side for side in SIDES if side in text.upper())


# What each terminal and each rule of the grammar becomes.


def _die(text: str) -> str:
    return "".join(text.split()).lower().lstrip("-+x")


def _alternative(text: str) -> tuple[str, str]:
    when, _, steps = text[1:-1].partition(":")
    return "".join(when.split()).lower(), steps.strip()


def _lay(text: str) -> Lay:
    words = text.split()
    return Lay("", "") if len(words) < 3 else Lay(words[1].lower(), words[2].upper())


def _named_end(count: int, read: Callable[[str], Any]) -> Callable[[str], tuple[str, Any]]:
    """A name, then `count` words."""

    def split(text: str) -> tuple[str, Any]:
        name, *words = text.rsplit(None, count)
        return name.strip(), tuple(map(read, words))

    return split


TERMINALS: dict[str, Callable[[str], Any]] = {
    "YIELD": str.upper,
    "ALTERNATIVE": _alternative,
    "TILE": read_tile,
    "CELL": str.lower,
    "ROADS": read_sides,
    "SPENT": _die,
    "MARKET": lambda text: text[1].lower(),
    "AGAIN": lambda text: in_order(text.lower().split()[1:]),
    "TERRACE": lambda text: text[1].lower(),
    "BALCONY": lambda text: text[1:].lower(),
    "PERSON": lambda text: int(text[1]),
    "HARBOUR": lambda text: int(text[1:]),
    "GAINED": lambda text: "+" + _die(text),
    "BACK": lambda text: "x" + text[1:].strip().lower(),
    "BUILDING": str.capitalize,
    "BOAT": lambda text: Boat(text.lower() == "boat"),
    "LAY": _lay,
    "LAID": lambda text: (int(text.split("-")[0]), text.split("-")[1].lower()),
    "WHITE": str.lower,
    "DIE": str.lower,
    "ROLLED": _named_end(4, str.lower),
    "BROWN": _named_end(1, str.lower),
}

_NOTHING = "0"


def _taken(*words: str) -> tuple[tuple[str, ...] | None, Dice]:
    """`+` and `x` words -> colours named (None: no `+`), dice given back."""
    plus = [word[1:] for word in words if word[0] == "+"]
    back = in_order(word[1:] for word in words if word[0] == "x")
    named = tuple(sorted((colour for colour in plus if colour != _NOTHING), key=DICE.index))
    return (named if plus else None), back


def _person(number: int, paid: str | None, taken: tuple[tuple[str, ...] | None, Dice]) -> Person:
    return Person(number, paid or "", *taken)


def _build(number: int, paid: str | None, tile: str, cell: str, roads: str | None, *more: str) -> Person:
    return Person(number, paid or "", None, (), "", tile, cell, roads or "", in_order(more))


RULES: dict[str, Callable[..., Any]] = {
    "spent": lambda die: die,
    "taken": _taken,
    "some": _taken,
    "quarry": lambda tile, cell, roads, *paid: Quarry(tile, cell, roads or "", in_order(paid)),
    "market": lambda good, paid: Market(good, paid or ""),
    "outer": lambda again: Outer(again or ()),
    "terrace": lambda colour, taken: Terrace(colour, *taken),
    "balcony": lambda colours, paid, taken: Balcony(colours[0], colours[1], paid, *taken),
    "person": _person,
    "person_up": lambda number, paid, building: Person(number, paid or "", None, (), building),
    "person_build": _build,
    "harbour": lambda spaces, paid: Harbour(spaces, paid or ""),
    "dice": lambda some: Gain(*some),
    "upgrade": Upgrade,
    "boat": lambda boat: boat,
    "lay": lambda lay: lay,
    "named": lambda name, step: Named(name, step),
    "alternatives": lambda *choices: Alternatives(choices),
    "turned": lambda *tiles: Turned(tiles),
    "river": lambda *tiles: River(tiles),
    "white": White,
    "brown": lambda *tiles: Brown(tuple((name, words[0]) for name, words in tiles)),
    "start_roll": lambda rolled: StartRoll(*rolled),
    "roll": lambda *dice: Roll(dice),
}

# What a terminal is called in "expected ...".
EXPECTED = {
    "YIELD": "a yield and `:`",
    "ALTERNATIVE": "(CASE: STEPS), a case being die, money, up, karma, else, o4-6 or a tile",
    "_QUARRY": "Q and a tile",
    "TILE": "a tile such as oC5",
    "CELL": "a cell (a1 to e4)",
    "ROADS": "sides (N E S W)",
    "SPENT": "- and a die",
    "MARKET": "Ma Ms Mt Mp",
    "_OUTER": "P0",
    "AGAIN": "re with dice",
    "TERRACE": "Po Pg Pb Pp",
    "BALCONY": "a balcony such as Pbo",
    "PERSON": "P1 to P6",
    "HARBOUR": "H and a number",
    "GAINED": "+ and a colour",
    "BACK": "x and a die",
    "_UP": "up",
    "BUILDING": "a building (Te Pa Fo Mi)",
    "BOAT": "boat or stay",
    "LAY": "tile, a yield tile and a slot",
    "LAID": "a position, - and a river tile",
    "WHITE": "die, money, up or karma",
    "DIE": "a die such as o5",
    "ROLLED": "a player's name and dice",
    "BROWN": "a player's name and a brown tile",
    "SLASH": "/",
    "COLON": ":",
    "COMMA": ",",
}


def _words(*words: str) -> str:
    return " ".join(filter(None, words))


def _spent(dice: Iterable[str]) -> str:
    return " ".join(f"-{die}" for die in dice)


def _format_person(step: Person) -> str:
    up = f"up {step.building}" if step.building else ""
    paid = _spent([step.paid] if step.paid else [])
    built = _words(step.tile, step.cell + step.roads, _spent(step.more)) if step.tile else ""
    return _words(f"P{step.number}", paid, format_taken(step.taken, step.back), up, built)


_FORMATS: dict[type, Callable[[Any], str]] = {
    Quarry: lambda step: _words("Q", step.tile, step.cell + step.roads, _spent(step.paid)),
    Market: lambda step: _words(f"M{step.good}", _spent([step.paid] if step.paid else [])),
    Outer: lambda step: _words("P0", " ".join(["re", *step.again]) if step.again else ""),
    Terrace: lambda step: _words(f"P{step.colour}", format_taken(step.taken, step.back)),
    Balcony: lambda step: _words(f"P{step.spent}{step.got}", f"-{step.paid}", format_taken(step.taken, step.back)),
    Person: _format_person,
    Harbour: lambda step: _words(f"H{step.spaces}", _spent([step.paid] if step.paid else [])),
    Gain: lambda step: format_taken(step.taken, step.back),
    Upgrade: lambda step: f"up {step.building}",
    Boat: lambda step: "boat" if step.go else "stay",
    Named: lambda step: _words(f"{step.name}:", format_value(step.step) if step.step else ""),
    Lay: lambda step: f"tile {step.tile} {step.slot}" if step.tile else "tile none",
    Alternatives: lambda step: " ".join(f"({when}: {steps})" for when, steps in step.choices),
    Turned: lambda result: " ".join(["draw", *result.tiles]),
    River: lambda result: " ".join(["draw river", *(f"{at}-{kind}" for at, kind in result.tiles)]),
    StartRoll: lambda result: " ".join(["roll", result.name, *result.dice]),
    Roll: lambda result: " ".join(["roll", *result.dice]),
    White: lambda result: f"draw white {result.kind}",
    Brown: lambda result: "draw brown " + ", ".join(f"{name} {kind}" for name, kind in result.tiles),
}


def format_value(value: Step) -> str:
    """Canonical text of a step or a result of chance; of a short form as much as is written."""
    return _FORMATS[type(value)](value)


def chosen(step: Alternatives, results: Sequence[Step]) -> str:
    """The steps of the first alternative that holds, "" for none; `results`: of chance, since the last step."""
    return next((steps for when, steps in step.choices if when == "else" or any(_holds(when, r) for r in results)), "")


def _holds(when: str, result: Step) -> bool:
    """Whether a result is what a condition says: a white tile, a die of a value or range, a tile turned up."""
    if isinstance(result, White):
        return result.kind == when
    if isinstance(result, Turned):
        return any(tile.lower().startswith(when) for tile in result.tiles)
    if isinstance(result, Roll) and re.fullmatch("[ogbp][1-6](?:-[1-6])?", when):
        low, high = int(when[1]), int(when[-1])
        return any(die[0] == when[0] and low <= int(die[1]) <= high for die in result.dice)
    return False


def _texts(step: Alternatives) -> list[str]:
    return [text for _, text in step.choices]


class RajasWords(Words):
    """See pbem.game.Words."""

    terminals = TERMINALS
    rules = RULES
    expected = EXPECTED
    example = "Q oC5 a2NEW -o3 -o1k / +p"
    chance_words = ("draw", "roll")
    no_names = ("NW", "NE", "NB", "ND", "S")
    alternatives: Mapping[type, Cases] = {Alternatives: Cases(_texts, chosen)}

    format_step = format_chance = staticmethod(format_value)
    reasons = REASONS
    shown = SHOWN
    parts = PARTS
    counted = ("fame", "money")
    endings = ENDINGS

    def bind(self, result: Step, name: Callable[[str], str]) -> Step:
        """A result of chance with players' names as the header has them."""
        if isinstance(result, StartRoll):
            return StartRoll(name(result.name), result.dice)
        if isinstance(result, Brown):
            return Brown(tuple((name(written), kind) for written, kind in result.tiles))
        return result

    def matches(self, written: Step, full: Step) -> bool:
        """Whether a short form can stand for a full step: a pile for its tile, roads left out."""
        if type(written) is not type(full):
            return False
        if isinstance(written, Named) and written.step and full.step:
            return written.name == full.name and self.matches(written.step, full.step)
        if isinstance(written, (Quarry, Person)):
            tile, roads = written.tile, written.roads
            if not full.tile.startswith(tile) or bool(tile) != bool(full.tile) or roads not in ("", full.roads):
                return False
            full = full._replace(tile=tile, roads=roads)
        return bool(written == full)

    def leads_to(self, written: Step, full: Step) -> bool:
        """Whether a legal step is worth naming when another one is refused."""
        if written is END or isinstance(full, (Gain, Upgrade, Boat, Named, Lay)):
            return full is not END
        if isinstance(written, Quarry) and isinstance(full, Quarry):
            return written.tile[:2] == full.tile[:2] and written.cell == full.cell
        if isinstance(written, Person) and isinstance(full, Person):
            return written.number == full.number and written.tile[:2] in ("", full.tile[:2])
        return type(written) is type(full)


WORDS = RajasWords()

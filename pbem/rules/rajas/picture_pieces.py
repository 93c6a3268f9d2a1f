"""Pieces of Rajas as shapes: tiles with their roads, dice, markers, workers, boats, and a sign for every gain."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pbem.game import View
from pbem.letters import text_width
from pbem.rules.rajas import told
from pbem.rules.rajas.facts import Facts
from pbem.rules.rajas.gains import Effect
from pbem.rules.rajas.notation import DICE
from pbem.rules.rajas.province import Lying
from pbem.scene import (
    SMALL,
    Circle,
    Group,
    Mark,
    Path,
    Rect,
    Shape,
    Text,
    below,
    beside,
    colour,
    die,
    flow,
    label,
    moved,
    said,
    token,
)

SIGN = 18
"""How high most signs are."""
_ROLES = {"purple": "violet"}
_SIDES = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}
_MIDDLE = (0.5, 0.5)
_RIM = 3.5  # of a tile below another
_SLOTS = {"w": "white", "y": "yellow", "r": "red", "b": "brown"}
"""Colours of yield tiles, which are those of the notation."""
kept = lru_cache(maxsize=1024)
"""Pieces that come again and again are made once; they are values."""


# Colours


def role_of(facts: Facts, letter: str) -> str:
    """The colour of dice and tiles."""
    word = facts.dice_words[letter]
    return colour(_ROLES.get(word, word), DICE.index(letter))


def slot_role(letter: str) -> str:
    """The colour of a yield tile."""
    return _SLOTS[letter]


def letter_of(view: View, player: int) -> str:
    """The letter of a player's colour."""
    known = [*view.colours[player]] if view.colours else []
    return known[0] if known else list(view.state.facts.colours)[player]


def _player_role(view: View, letter: str) -> str:
    colours = view.state.facts.colours
    return colour(colours[letter], list(colours).index(letter))


# What belongs to a player


def disc(view: View, player: int, size: float = 16, words: str = "") -> Group:
    """A player's marker: a disc in a white ring, with the letter of the colour."""
    letter = letter_of(view, player)
    role, middle = _player_role(view, letter), size / 2
    ring = Circle(middle, middle, middle - 0.5, "white", "black")
    inner = Circle(middle, middle, middle - 2, role)
    text = Text(middle, middle, letter, max(SMALL, size * 0.62), f"on-{role}", bold=True)
    return Group(size, size, (ring, inner, text), words or f"marker of {view.names[player]}")


_HULL = ((0.5, 4.5), (23.5, 4.5), (19.0, 17.0), (5.0, 17.0))


def boat(view: View, player: int, words: str = "") -> Group:
    """A player's boat."""
    letter = letter_of(view, player)
    role = _player_role(view, letter)
    text = Text(12, 10.5, letter, SMALL, f"on-{role}", bold=True)
    return Group(24, SIGN, (Path(_HULL, role, "edge"), text), words or f"boat of {view.names[player]}")


_BODY = ((9.0, 7.0), (12.0, 9.0), (15.0, 17.0), (3.0, 17.0), (6.0, 9.0))


@kept
def worker(role: str = "brown", words: str = "worker") -> Group:
    """A worker; without a role its outline only, of one that is not there."""
    line = "edge" if role else "line"
    return Group(SIGN, SIGN, (Path(_BODY, role, line), Circle(9, 5, 4, role, line)), words)


@kept
def place(taken: bool, text: str = "") -> Group:
    """A place for a worker, with what it costs, and who stands there."""
    if taken:
        return worker(words=f"{text + ': ' if text else ''}a worker")
    free = f"{text + ': ' if text else ''}free"
    ring = Circle(9, 9, 8, "paper", "edge")
    return Group(SIGN, SIGN, (ring, Text(9, 9, text, SMALL, bold=True)) if text else (ring,), free)


# Dice and tiles


@kept
def rolled(facts: Facts, name: str) -> Group:
    """A die with its pips and the letter of its colour: "b4"."""
    return die(int(name[1]), role_of(facts, name[0]), name[0], 22, f"die {name}")


@kept
def small_die(facts: Facts, letter: str) -> Group:
    """A die of a colour that is not rolled."""
    return token(letter, role_of(facts, letter), 16, square=True)


@kept
def tile(facts: Facts, lying: Lying, size: float, words: str = "") -> Group:
    """A province tile: name and price above, buildings and markets below, roads from its middle to its open sides.

    One that it covers is seen below it and on its right.
    """
    name, row = lying.tile, facts.tiles[lying.tile]
    role = role_of(facts, name[0])
    parts: list[Shape] = []
    rim = 0.0
    if lying.under:
        rim = _RIM
        parts.append(Rect(0.5, 0.5, size - 1, size - 1, role_of(facts, lying.under[0]), "edge", 3))
    parts.append(Rect(0.5, 0.5, size - 1 - rim, size - 1 - rim, role, "edge", 3))
    parts += roads(lying.roads, size)
    high = SMALL if size < 60 else SMALL + 2
    line = high * 0.5 + 2
    parts.append(Text(2, line, name, high, f"on-{role}", "start", bold=size >= 60))
    parts.append(Text(size - 2 - rim, line, str(row.price), high, f"on-{role}", "end", bold=size >= 60))
    things = [*map(building, row.buildings), *(market(good, worth) for good, worth in row.markets)]
    for at, thing in zip((1.5, size - 1.5 - SIGN - rim), things, strict=False):
        parts.append(moved(thing, at, size - SIGN - 1.5 - rim))
    return Group(size, size, tuple(parts), words)


def roads(sides: str, size: float) -> list[Shape]:
    """One road through the middle to all sides that are open."""
    points = [at for side in sides for at in (_SIDES[side], _MIDDLE)][:-1]
    if len(points) == 1:
        points.append(_MIDDLE)
    line = tuple((x * size, y * size) for x, y in points)
    return [Path(line, "", "black", 8, closed=False), Path(line, "", "white", 5.5, closed=False)]


_HOUSE = ((9.0, 0.8), (17.2, 6.0), (17.2, 17.2), (0.8, 17.2), (0.8, 6.0))


@kept
def building(name: str) -> Group:
    """A building: a house with its letters."""
    return Group(SIGN, SIGN, (Path(_HOUSE, "white", "black"), Text(9, 11.5, name, SMALL, "on-white")), name)


@kept
def market(good: str, worth: int | str = "") -> Group:
    """A market: a round stall with its good and its value."""
    text = Text(9, 9, f"{good}{worth}", SMALL, "on-white", bold=True)
    return Group(SIGN, SIGN, (Circle(9, 9, 8.5, "white", "black"), text), f"market {good}{worth}")


# Gains

_HEXAGON = ((9.0, 0.5), (17.0, 4.7), (17.0, 13.3), (9.0, 17.5), (1.0, 13.3), (1.0, 4.7))
_DIAMOND = ((10.0, 0.5), (19.5, 9.0), (10.0, 17.5), (0.5, 9.0))
_ARROW = ((9.0, 4.0), (13.5, 9.5), (10.8, 9.5), (10.8, 15.0), (7.2, 15.0), (7.2, 9.5), (4.5, 9.5))


@kept
def money(number: int | str) -> Group:
    """A coin."""
    return token(str(number), "yellow", SIGN + 2)


@kept
def fame(number: int | str) -> Group:
    """Fame is a hexagon."""
    text = Text(9, 9, str(number), SMALL, "on-sky", bold=True)
    return Group(SIGN, SIGN, (Path(_HEXAGON, "sky", "edge"), text))


@kept
def karma(number: int | str) -> Group:
    """Karma is a diamond."""
    text = Text(10, 9, str(number), SMALL, "on-violet", bold=True)
    return Group(SIGN + 2, SIGN, (Path(_DIAMOND, "violet", "edge"), text))


@kept
def badge(text: str, role: str = "paper") -> Group:
    """A short word of the notation in a frame."""
    width = text_width(text, SMALL, True) + 6
    frame = Rect(0.5, 0.5, width - 1, SIGN - 1, role, "edge", 3)
    return Group(width, SIGN, (frame, Text(width / 2, SIGN / 2, text, SMALL, f"on-{role}", bold=True)))


@kept
def any_die() -> Group:
    """A die of a colour that is free."""
    return token("?", "white", 16, square=True)


@kept
def _upgrade(later: bool) -> Group:
    """A house with an arrow; with a broken outline what counts later."""
    house = Path(_HOUSE, "white" if not later else "grey", "black", dashed=later)
    return Group(SIGN, SIGN, (house, Path(_ARROW, "black")))


@kept
def _ship(text: str) -> Group:
    """A boat with a number of spaces, wider for a longer text."""
    more = 8 if len(text) > 2 else 0
    hull = tuple((x + more * (x > 12), y) for x, y in _HULL)
    text_at = Text(12 + more / 2, 10.5, text, SMALL, "on-white", bold=True)
    return Group(24 + more, SIGN, (Path(hull, "white", "black"), text_at))


def _persons(facts: Facts) -> str:
    """Whom a palace space of the river offers: "P2-6"."""
    numbers = sorted(facts.persons)
    if numbers and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"P{numbers[0]}-{numbers[-1]}"
    return "P" + ",".join(map(str, numbers))


def _sign(facts: Facts, gain: Effect) -> Group:
    kind, number = gain.kind, gain.number
    if kind in ("dice", "colours"):
        each = [small_die(facts, letter) for letter in gain.colours] or [any_die()] * min(number, 3)
        several = [label(f"{number}x", SMALL)] if number > 3 else []
        return beside([*([label("up to", SMALL)] if gain.may else []), *several, *each], 2)
    if kind == "good":
        return beside([label(f"{number}x", SMALL, bold=True), market("?")], 2)
    numbered = {"money": money, "fame": fame, "karma": karma}
    if kind in numbered:
        return numbered[kind](number)
    return {
        "upgrade": _upgrade(False),
        "late": _upgrade(True),
        "boat": _ship("+1"),
        "move": _ship(f"1-{number}"),
        "sail": _ship(f"+{number}"),
        "palace": badge(_persons(facts)),
        "person": badge(f"P{number}"),
        "assorted": badge("Ma"),
        "white": badge("tile"),
        "worker": worker(),
        "first": badge("1st"),
        "build": badge("cover"),
    }[kind]


@kept
def sign(facts: Facts, gain: Effect, counted: bool = True, navaratnas: bool = False) -> Group:
    """A gain as a sign; below it, if it is counted, what by."""
    drawn = _sign(facts, gain)
    words = told.words_of(gain, navaratnas)
    if not gain.per:
        return said(drawn, words)
    if not counted:
        return said(beside([drawn, label("/", 12, bold=True)], 1), words)
    what = f"{gain.each} {gain.per}" if gain.each > 1 else gain.per
    return said(below([beside([drawn, label("per", SMALL)], 3), label(what, SMALL)], 0, "middle"), words)


@kept
def fitted(facts: Facts, gain: Effect, width: float, navaratnas: bool = False) -> Group:
    """A gain as a sign of at most that width: without what it is counted by, or a star, if it must be."""
    ways = (sign(facts, gain, counted, navaratnas) for counted in (True, False))
    return next((drawn for drawn in ways if drawn.width <= width), said(badge("*"), told.words_of(gain, navaratnas)))


def signs(facts: Facts, gains: Iterable[Effect], counted: bool = True) -> list[Group]:
    """Several gains as signs."""
    return [sign(facts, gain, counted) for gain in gains]


# Boxes


def space(
    name: str, content: Sequence[Group], places: Sequence[Group], width: float, words: str, mark: Mark = ""
) -> Group:
    """A worker space of two lines: its name and its places, and below them what it does."""
    head = label(name, 12, bold=True)
    room = beside(places, 2)
    inner = flow(content, width - 4, 3, 2)
    tall = 2 * 4 + SIGN + 2 + max(SIGN + 2, inner.height)
    parts = (
        Rect(0.5, 0.5, width - 1, tall - 1, "card", "line", 5),
        moved(head, 5, 4 + (SIGN - head.height) / 2),
        moved(room, width - room.width - 4, 4),
        moved(inner, (width - inner.width) / 2, tall - inner.height - 4),
    )
    return Group(width, tall, parts, words, mark)


@kept
def pays() -> Group:
    """Between what is spent and what is got."""
    points = ((0.0, 4.0), (7.0, 4.0), (7.0, 1.0), (12.0, 5.5), (7.0, 10.0), (7.0, 7.0), (0.0, 7.0))
    return Group(12, 11, (Path(points, "faint"),))

"""What the tests of Rajas share: positions from a few position lines, ways to look at them, and at pictures.

They go clause by clause: every sentence of the rule book that states a rule, every fact, every ruling. "[FR] L253" is
a line of the French rule book, "fact" an entry of the list of components, "ruling" a numbered decision on what the
book leaves open. Positions are position lines; if a test says nothing else, players have money 21, fame 6, karma 1,
the boat at the start and 4 workers, none placed.
"""

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

import pbem
from pbem import pictures
from pbem.errors import HeaderError
from pbem.rules.rajas.position import Player
from pbem.rules.rajas.province import Province
from pbem.rules.rajas.state import State
from pbem.rules.slots import slots_of
from pbem.scene import Circle, Group, Panel, Rect, Scene, Shape, Text
from pbem.scene import Path as Line
from pbem.session import Session
from tests.checks import error as error
from tests.checks import lies as lies
from tests.checks import position as position
from tests.checks import read as read
from tests.checks import refused as refused
from tests.checks import whole as whole
from tests.support import ROOT

PLAYERS = ["Ana=yellow", "Bob=red", "Cid=blue", "Dana=green"]
NAMES = [player.partition("=")[0] for player in PLAYERS]

TOP = "oS4 oC2 oT1 gS3 gC3 gT5 bS4 bC1 bT2 pS3 pC1 pT5"
"""The tiles on offer if a test shows no others."""

ROLLS = {"Ana": "o5 g4 b3 p2", "Bob": "o1 g2 b3 p4", "Cid": "o6 g6 b1 p1", "Dana": "o2 g2 b5 p5"}
"""The dice of the start in `opening`: Bob has the fewest points."""

RIVER = "4-ogb 8-yogi 10-move 16-anydice 22-good 23-raja 29-gbp"
BROWN = {"Ana": "building", "Bob": "worker", "Cid": "yield", "Dana": "bend"}

USUAL = {"money": "21", "fame": "6", "karma": "1", "boat": "0", "workers": "4 4"}
"""Where a player stands if a test says nothing else: the next bonuses are far away."""

FULL = "dice Ana o1 o2 o3 g1 g2 g3 b1 b2 b3 p1"
"""Ten dice: no hand is free."""

SOLD_OUT = "dice Bob g1 g1 g1 g1 g1 g1 g1 g1 g1 g1"
"""Ten green dice are with Bob."""

MARKETS = [
    "tile Ana b4 gT4NE",  # mill, tea 3
    "tile Ana c2 oS3NS",  # tea 2
    "tile Ana c3 bS5NES",  # tea 2
    "tile Ana d3 gS5NEW",  # silk 2
]
"""The province of the book's examples: three markets of tea, 3, 2 and 2, and one of silk, 2."""

WEST = ["tile Ana b2 pS6NESW", "tile Ana b3 bS6NESW", "tile Ana c3 gS6NESW"]
EAST = ["tile Ana c3 gS6NESW", "tile Ana d2 pS6NESW", "tile Ana d3 bS6NESW"]
"""Ways to the borders: a mill, a temple, a palace, no yield reached."""

SOUTHEAST = [*EAST, "tile Ana e2 gS2SW"]
"""As EAST, and a palace in a bend: e1 can be built on."""

RECORD = f"""pbem 1 rajas
id r3gn-000
edition reconstructed-1
player Ana yellow
player Bob red
player Cid blue
option ganga
option navaratnas
chance manual
first Bob

draw {TOP}
draw river {RIVER}
roll Ana o5 g4 b3 p2
roll Bob o2 g2 b3 p4
roll Cid o6 g6 b1 p1
draw brown Bob worker, Cid yield, Ana building
1 Bob: tile b-worker E1 / Q oS4 d4NEW -o2k / ND: / NE: =2,1
draw oS2
"""
"""The example of the header."""

ALL_DRAWN = "draw oS4 oC5 oT1 gS5 gC2 gT1 bS4 bC3 bT3 pS5 pC1 pT3"
"""The tiles on offer in `begun`."""

NAVA = ["navaratnas"]

_HEAD = ["turn", "round", "mogul", "crossed", "quarry", "harbour", "used", "assorted", "top", "white", "river"]
_OWN = ["at", "up", "late", "dice", "taken", "tile", "yields", "slot"]


def all_of(state: State) -> tuple[Any, ...]:
    """Everything a position consists of, to be compared."""

    def shown(value: Any) -> Any:
        if isinstance(value, list):
            return [shown(part) for part in value]
        if isinstance(value, (State, Player)):
            return [shown(getattr(value, name)) for name in slots_of(type(value))]
        return sorted(value.tiles.items()) if isinstance(value, Province) else value

    return tuple(shown(state))


def _at(name: str, lines: Sequence[str]) -> str:
    """The line `at`, with what is usual where the test gives no number."""
    values = dict(USUAL)
    for line in lines:
        words = line.split()
        if words[:2] == ["at", name]:
            keys = [word for word in words[2:] if word.isalpha()]
            parts = " ".join("|" if word.isalpha() else word for word in words[2:]).split("|")[1:]
            values.update(zip(keys, (part.strip() for part in parts), strict=True))
    return f"at {name} " + " ".join(f"{key} {value}" for key, value in values.items())


def tops(show: str) -> str:
    """The 12 tiles on offer with these instead of others of their piles."""
    shown = {tile[:2]: tile for tile in TOP.split()} | {tile[:2]: tile for tile in show.split()}
    return " ".join(shown.values())


def table(
    *lines: str,
    show: str = "",
    players: int = 2,
    first: str = "Ana",
    options: Sequence[str] = (),
    seed: str | None = None,
) -> Session:
    """A game from a setup, manual if no seed is given: these position lines, in any order.

    A line `at` needs only what is not usual.
    """
    names = NAMES[:players]
    head = [*(line for line in lines if line.split()[0] in _HEAD), f"top {tops(show)}"]
    head.sort(key=lambda line: _HEAD.index(line.split()[0]))
    for name in names:
        head.append(_at(name, lines))
        own = [line for line in lines if line.split()[1] == name and line.split()[0] in _OWN[1:]]
        head += sorted(own, key=lambda line: _OWN.index(line.split()[0]))
    kind = "seed" if seed else "manual"
    setup, chosen = "\n".join(head), PLAYERS[:players]
    return pbem.new("rajas", chosen, kind=kind, seed=seed, first=first, options=options, setup=setup, id="test")


def fresh(players: int = 2, options: Sequence[str] = (), first: str = "Ana") -> Session:
    """A game in which nothing has been dealt."""
    return pbem.new("rajas", PLAYERS[:players], kind="manual", first=first, options=options, id="test")


def opening(players: int = 2, options: Sequence[str] = (), first: str = "Ana", brown: bool = True) -> Session:
    """A game up to its first turn, or without the brown tiles that are due then."""
    game = fresh(players, options, first)
    game.play(f"draw {TOP}")
    if "ganga" in options:
        game.play(f"draw river {RIVER}")
    for name in NAMES[:players]:
        game.play(f"roll {name} {ROLLS[name]}")
    if "navaratnas" in options and brown:
        at = NAMES.index(first)
        game.play(
            "draw brown " + ", ".join(f"{name} {BROWN[name]}" for name in (NAMES[:players] * 2)[at : at + players])
        )
    return game


def begun(*options: str, first: str = "Ana") -> Session:
    """A manual game of two up to its first turn."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], kind="manual", first=first, options=options, id="lines")
    game.play(ALL_DRAWN, "roll Ana o1 g2 b4 p3", "roll Bob o6 g3 b5 p6")
    return game


def cover(*lines: str, **more: Any) -> Session:
    """A position with orange 4, a temple, on b4, the tile of the book's example."""
    return table("tile Ana b4 oS2NE", *lines, show=more.pop("show", "pS5"), **more)


def ganga(tile: str, *lines: str) -> Session:
    """A river tile on space 2, Ana's boat before it."""
    return table(f"river 2-{tile}", "at Ana boat 1", "dice Ana o1", *lines, options=["ganga"])


# Looking at a position


def has(game: Session, what: str, name: str = "Ana") -> int:
    """Money, fame, karma, boat, active or unplaced workers of a player."""
    words = lies(game, f"at {name}").split()
    if what in ("active", "unplaced"):
        return int(words[words.index("workers") + (1 if what == "active" else 2)])
    return int(words[words.index(what) + 1])


def claim(game: Session, line: str) -> str:
    """Plays a line; what it earns, fame and money."""
    return game.play(line)[0].rpartition("=")[2]


def play(game: Session, *lines: str) -> Session:
    """Plays lines one after the other; the game."""
    for line in lines:
        game.play(line)
    return game


def written(game: Session, line: str) -> str:
    """A line as it is stored, without number, name and claim."""
    return game.play(line)[0].removeprefix("1 Ana: ").rpartition(" =")[0]


def bad_setup(*lines: str, players: int = 2, options: Sequence[str] = (), show: str = "") -> str:
    """Why a setup is refused."""
    with pytest.raises(HeaderError) as caught:
        table(*lines, players=players, options=options, show=show)
    return str(caught.value)


# Looking at pictures as people do: examples, and what is seen of their pieces


YIELD, CELL = r"[NWES][WEBD\d]? at ", "[a-e][1-4]: "
EXAMPLES = ("demo", "three", "four")
COLOURS = {"o": "orange", "g": "green", "b": "blue", "p": "violet"}
DISCS = {"y": "yellow", "r": "red", "b": "blue", "g": "green"}


@cache
def load(name: str) -> Session:
    return pbem.load(str(ROOT / "examples" / f"rajas-{name}.pbem"))


def positions() -> Iterator[tuple[str, int | None]]:
    """Examples, each at its start, in its middle and at its end: 20 positions."""
    for name, most in zip(EXAMPLES, (5, 5, 4), strict=True):
        last = load(name).turn
        yield from ((name, turn) for turn in (1, *sorted(random.Random(name).sample(range(2, last), most)), None))


POSITIONS = list(positions())


@cache
def shown(name: str, turn: int | None) -> Scene:
    return pictures.scene(load(name), turn)


def state_of(name: str, turn: int | None) -> State:
    game = load(name)
    state = game.state if turn is None else game.before(turn)
    assert isinstance(state, State)
    return state


def told(name: str, turn: int | None) -> str:
    """The report in one line: what was folded is joined again."""
    game = load(name)
    return " ".join(" ".join(game.rules.paint.report(game.view(state_of(name, turn)))).split())


def panel(picture: Scene, title: str) -> Panel:
    return next(panel for panel in picture.panels if panel.title.startswith(title))


Spot = tuple[Shape, float, float]
"""A shape and where the corner of what it is in lies; a group with its own corner."""


def walk(shape: Shape, x: float = 0, y: float = 0) -> list[Spot]:
    """A shape and all in it, in the order in which they are drawn."""
    found: list[Spot] = []
    _walk(shape, x, y, found)
    return found


def _walk(shape: Shape, x: float, y: float, found: list[Spot]) -> None:
    if isinstance(shape, Group):
        x, y = x + shape.x, y + shape.y
        found.append((shape, x, y))
        for part in shape.parts:
            _walk(part, x, y, found)
    else:
        found.append((shape, x, y))


def text_of(shape: Shape) -> list[str]:
    return [part.text for part, _, _ in walk(shape) if isinstance(part, Text)]


def said(shape: Shape, pattern: str) -> list[Group]:
    """The pieces whose words begin like that."""
    begins = re.compile(pattern).match
    return [part for part, _, _ in walk(shape) if isinstance(part, Group) and part.words and begins(part.words)]


def middles(shape: Shape, pattern: str) -> Iterator[tuple[Group, float, float]]:
    """Pieces by their words, each with the middle of where it lies."""
    for part, x, y in walk(shape):
        if isinstance(part, Group) and re.match(pattern, part.words):
            yield part, x + part.width / 2, y + part.height / 2


def labels(shape: Shape, pattern: str) -> list[tuple[str, float, float]]:
    """Texts with where they stand."""
    found = ((part, x, y) for part, x, y in walk(shape) if isinstance(part, Text))
    return [(part.text, x + part.x, y + part.y) for part, x, y in found if re.fullmatch(pattern, part.text)]


_ENDS = {"N": (1, 0), "E": (2, 1), "S": (1, 2), "W": (0, 1)}


def look(tile: Group) -> tuple[str, str, str, list[str], str]:
    """What is seen of a province tile: name, price, roads, what is on it, the colour of a tile that it covers."""
    roads, grounds = "", []
    for part in tile.parts:
        if isinstance(part, Line):
            assert part.line in ("black", "white")
            ends = {(round(2 * x / tile.width), round(2 * y / tile.height)) for x, y in part.points}
            roads = "".join(side for side, at in _ENDS.items() if at in ends)
        elif isinstance(part, Rect):
            grounds.append(part.role)
    texts = [part.text for part in tile.parts if isinstance(part, Text)]
    things = [text for part in tile.parts if isinstance(part, Group) for text in text_of(part)]
    assert grounds[-1] == COLOURS[texts[0][0]]
    return texts[0], texts[1], roads, things, grounds[0] if len(grounds) > 1 else ""


def amount(body: Shape, what: str) -> Group:
    """How much money, fame or karma a player has: a sign without a number, and the number."""
    (found,) = (piece for piece in said(body, f"{what} \\d+$") if text_of(piece)[0] == "")
    return found


def pips(die: Group) -> str:
    """A die as the notation has it."""
    (letter,) = text_of(die)
    (ground,) = (part for part in die.parts if isinstance(part, Rect))
    assert ground.role == COLOURS[letter]
    return f"{letter}{sum(isinstance(part, Circle) for part in die.parts)}"


def nearest(labels: list[tuple[str, float, float]], at: float, axis: int) -> str:
    return min(labels, key=lambda label: abs(label[1:][axis] - at))[0]

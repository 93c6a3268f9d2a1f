"""Looking at pictures of Rajas as people do: examples, and what is seen of their pieces."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pbem
from pbem import pictures
from pbem.rules.rajas.state import State
from pbem.scene import Circle, Group, Panel, Rect, Scene, Shape, Text
from pbem.scene import Path as Line
from pbem.session import Session
from tests.support import ROOT

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

"""A scene: what lies on the table as shapes, a value without pixels. It can be printed as JSON, tested and drawn.

A game's `picture.py` makes panels out of these shapes; `pictures.py` puts them under a title; `svg.py` is the one
writer. Lengths are pixels of a phone that is 400 wide, y grows downwards. The pieces:

- `Rect`, `Circle`, `Path` and `Text` are shapes. Each has a `role`, its colour by name: one of `svg.PALETTE`, or
  `on-NAME` for what stands on that colour and must be read (`on-blue`); `line` is the role of its outline, and
  `hatch` lines on it: / \\ - | x or a dot.
- A `Group` is a box of a known size with shapes in it, and has words for who does not see it. Everything that is
  composed is one: `token`, `die`, `card`, `label`, `paragraph` make a Group, and `beside`, `below`, `flow`, `grid`,
  `inside` make one of several. `moved(group, x, y)` puts one somewhere, `marked(group, "placed")` marks
  what the last move did.
- A `Panel` is a titled Group of at most INNER width. Panels are stacked in columns by the writer: one on a phone, two
  on a screen. So a game gives its panels in the order in which they are to be read, the board first.

Colour alone never says anything: a coloured piece has its letter, or a hatch. Nothing is smaller than SMALL.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from pbem.letters import text_width, wrapped

INNER = 364
"""The greatest width of what a panel has in it."""
SIZE = 13
SMALL = 10
"""Heights of letters, as they usually are and at least."""
GAP = 8
"""Between pieces."""

COLOURS = ("orange", "sky", "green", "yellow", "blue", "red", "violet", "black", "white", "grey", "brown")
"""Roles of what lies on the table; the others are of the table itself, see `svg.PALETTE`."""

Mark = Literal["", "placed", "moved", "gained"]
"""What the last move did with it: put it there, moved it or turned it, brought or changed it."""


class Rect(NamedTuple):
    """A rectangle by its left upper corner; `radius` of its corners, `thick` is its outline."""

    x: float
    y: float
    width: float
    height: float
    role: str = ""
    line: str = ""
    radius: float = 0
    thick: float = 1
    hatch: str = ""


class Circle(NamedTuple):
    """A circle by its middle."""

    x: float
    y: float
    radius: float
    role: str = ""
    line: str = ""
    thick: float = 1
    hatch: str = ""


class Path(NamedTuple):
    """Straight lines from point to point, and back to the first if it is `closed`; `dashed` if it is."""

    points: tuple[tuple[float, float], ...]
    role: str = ""
    line: str = ""
    thick: float = 1
    hatch: str = ""
    closed: bool = True
    dashed: bool = False


class Text(NamedTuple):
    """A line of text; x is its `anchor` (start, middle, end), y the middle of its height."""

    x: float
    y: float
    text: str
    size: float = SIZE
    role: str = "ink"
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    mono: bool = False


class Group(NamedTuple):
    """A box of a size, with shapes by its left upper corner; at x, y of what it is in, turned clockwise by degrees.

    `words` say what it is, in words; `mark` what the last move did with it.
    """

    width: float
    height: float
    parts: tuple["Shape", ...] = ()
    words: str = ""
    mark: Mark = ""
    x: float = 0
    y: float = 0
    turn: float = 0


Shape = Rect | Circle | Path | Text | Group


class Panel(NamedTuple):
    """A part of the table with its title; `words` are sentences that say all that lies there."""

    title: str
    body: Group
    words: tuple[str, ...] = ()


class Scene(NamedTuple):
    """The whole picture: its title, `lines` that stand below it, and its panels in reading order."""

    title: str
    lines: tuple[str, ...]
    panels: tuple[Panel, ...]


TO_MOVE = "{name} (to move)"

# Single pieces


def player_name(name: str, to_move: bool) -> str:
    """What stands above a player's side: the name, and whether it is that player's move."""
    return TO_MOVE.format(name=name) if to_move else name


def colour(word: str, number: int) -> str:
    """The role for a colour of a game: its word where that is one, else one by its number, as owners' tables need."""
    return word if word in COLOURS else COLOURS[number % len(COLOURS)]


def token(letter: str, role: str, size: float = 22, words: str = "", square: bool = False) -> Group:
    """A counter, round or square, in its colour with its letter (or a short number) on it."""
    line = "edge"
    body: Shape = Circle(size / 2, size / 2, size / 2 - 1, role, line)
    if square:
        body = Rect(1, 1, size - 2, size - 2, role, line, 3)
    high = max(SMALL, size * (0.56 if len(letter) < 2 else 0.46))
    return Group(size, size, (body, Text(size / 2, size / 2, letter, high, f"on-{role}", bold=True)), words)


_PIPS = {
    0: (),
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}


def die(pips: int, role: str, letter: str = "", size: float = 28, words: str = "") -> Group:
    """A die with its pips (0: not rolled), and the letter of its colour in a strip on its right."""
    strip = SMALL + 2 if letter else 0
    parts: list[Shape] = [Rect(1, 1, size + strip - 2, size - 2, role, "edge", 5)]
    if letter:
        parts.append(Text(size + strip / 2 - 3, size / 2, letter, SMALL, f"on-{role}", bold=True))
    unit = size / 4
    parts += [Circle(x * unit, y * unit, size / 11, f"on-{role}") for x, y in _PIPS[pips]]
    return Group(size + strip, size, tuple(parts), words)


def card(
    body: Group, title: str = "", role: str = "card", words: str = "", width: float = 0, height: float = 0
) -> Group:
    """A card as large as what is on it, or at least so large; its title stands above."""
    head = (label(title, SMALL + 1, bold=True, role=f"on-{role}"),) if title else ()
    inner = below([*head, body], 3, align="middle")
    width, height = max(width, inner.width + 2 * GAP), max(height, inner.height + 2 * GAP)
    content = moved(inner, (width - inner.width) / 2, (height - inner.height) / 2)
    return Group(width, height, (Rect(0.5, 0.5, width - 1, height - 1, role, "line", 5), content), words)


def label(
    text: str, size: float = SIZE, role: str = "ink", bold: bool = False, width: float = 0, mono: bool = False
) -> Group:
    """A short text in a box of its estimated width, or, centred, of at least that width."""
    wide = text_width(text, size, bold, mono)
    anchor: Literal["start", "middle"] = "middle" if width > wide else "start"
    width = max(wide, width)
    at = width / 2 if anchor == "middle" else 0
    return Group(width, size * 1.4, (Text(at, size * 0.7, text, size, role, anchor, bold, mono),))


def paragraph(text: str, width: float = INNER, size: float = SIZE, role: str = "ink", bold: bool = False) -> Group:
    """A text of any length in lines of at most that width; words that are longer are cut."""
    lines = [label(line, size, role, bold) for line in wrapped(text, width, size, bold)]
    return below(lines, 0)


def arrow(size: float, turn: float, role: str = "ink") -> Group:
    """A triangle that points up, turned clockwise by degrees."""
    points = ((size / 2, size * 0.1), (size * 0.9, size * 0.85), (size * 0.1, size * 0.85))
    return Group(size, size, (Path(points, role),), turn=turn)


# Groups of groups


def moved(group: Group, x: float, y: float) -> Group:
    """The group with its left upper corner there."""
    return group._replace(x=x, y=y)


def marked(group: Group, mark: Mark) -> Group:
    """The group as one that the last move placed, moved or gained; with "" as it is."""
    return group._replace(mark=mark) if mark else group


def said(group: Group, words: str) -> Group:
    """The group with words for who does not see it."""
    return group._replace(words=words)


_Align = Literal["start", "middle", "end"]


def _shift(align: _Align, room: float) -> float:
    return {"start": 0.0, "middle": room / 2, "end": room}[align]


def beside(groups: Iterable[Group], gap: float = GAP, align: _Align = "middle") -> Group:
    """Groups from left to right."""
    row = list(groups)
    height = max((group.height for group in row), default=0)
    parts: list[Shape] = []
    x = 0.0
    for group in row:
        parts.append(moved(group, x, _shift(align, height - group.height)))
        x += group.width + gap
    return Group(max(x - gap, 0), height, tuple(parts))


def below(groups: Iterable[Group], gap: float = GAP, align: _Align = "start") -> Group:
    """Groups from the top down."""
    column = list(groups)
    width = max((group.width for group in column), default=0)
    parts: list[Shape] = []
    y = 0.0
    for group in column:
        parts.append(moved(group, _shift(align, width - group.width), y))
        y += group.height + gap
    return Group(width, max(y - gap, 0), tuple(parts))


def flow(
    groups: Iterable[Group], width: float = INNER, gap: float = GAP, down: float = GAP, align: _Align = "middle"
) -> Group:
    """Groups from left to right, in as many rows as it takes, `down` between the rows."""
    rows: list[list[Group]] = []
    x = 0.0
    for group in groups:
        if not rows or x + group.width > width:
            rows.append([])
            x = 0
        rows[-1].append(group)
        x += group.width + gap
    return below([beside(row, gap, align) for row in rows], down)


def inside(group: Group, width: float, height: float, *behind: Shape, words: str = "") -> Group:
    """A box of that size with the group in its middle; other shapes, such as its ground, are behind it."""
    content = moved(group, (width - group.width) / 2, (height - group.height) / 2)
    return Group(width, height, (*behind, content), words)


def grid(
    cells: Mapping[tuple[int, int], Group],
    cell: tuple[float, float],
    columns: Sequence[str],
    rows: Sequence[str],
    over: Sequence[Shape] = (),
    label_size: float = SMALL + 1,
) -> Group:
    """A board: by column and row, counted from the left and from the top, what lies there in cells of that size.

    `columns` and `rows` are what the notation calls them; they stand at the edges, columns above and below. A cell's
    group is put at the cell's corner; what has no group stays free. Give "" where the notation has no coordinates.
    `over` are shapes drawn above the cells, such as borders, seen from the corner of the first cell.
    """
    wide, high = cell
    left = max((text_width(text, label_size, True) for text in rows), default=0)
    left += 4 if left else 0
    top = label_size * 1.5 if any(columns) else 0
    right, bottom = left + wide * len(columns), top + high * len(rows)
    parts: list[Shape] = []
    for index, text in enumerate(columns):
        x = left + wide * (index + 0.5)
        if text:
            parts += [Text(x, y, text, label_size, "faint", bold=True) for y in (top / 2, bottom + top / 2)]
    for index, text in enumerate(rows):
        y = top + high * (index + 0.5)
        if text:
            parts += [Text(x, y, text, label_size, "faint", bold=True) for x in (left / 2 - 1, right + left / 2 + 1)]
    order = sorted(cells.items(), key=lambda item: (item[0][1], item[0][0]))
    lying = [moved(group, left + wide * column, top + high * row) for (column, row), group in order]
    parts += [group for group in lying if not group.mark]
    if over:
        parts.append(Group(wide * len(columns), high * len(rows), tuple(over), x=left, y=top))
    parts += [group for group in lying if group.mark]  # a neighbour would hide a part of the outline
    return Group(right + left, bottom + top, tuple(parts))


def counter(piece: Group, number: str, words: str = "", mark: Mark = "") -> Group:
    """A piece and how many there are: `o 7`."""
    return marked(said(beside([piece, label(number, bold=True)], 4), words), mark)


# What there is in a scene


def pieces(shape: Shape) -> Iterator[Group]:
    """All groups with words, in the order in which they are drawn: what tests and screen readers look at."""
    if isinstance(shape, Group):
        if shape.words:
            yield shape
        for part in shape.parts:
            yield from pieces(part)


def words(scene: Scene) -> list[str]:
    """All that a picture says, as sentences in reading order: those of its panels, but of no single piece."""
    said = [scene.title, *scene.lines]
    for panel in scene.panels:
        said += [f"{panel.title}:"] if panel.title and panel.words else []
        said += panel.words
    return said


def marks(scene: Scene) -> list[Mark]:
    """What the last move did in a picture, each once."""
    found = {mark for panel in scene.panels for mark in _marks(panel.body)}
    return [mark for mark in get_args(Mark) if mark in found and mark]


def _marks(group: Group) -> Iterator[Mark]:
    yield group.mark
    for part in group.parts:
        if isinstance(part, Group):
            yield from _marks(part)


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """How far a shape goes: left, top, right, bottom, as seen from what it is in; without outlines and marks."""
    if isinstance(shape, Rect):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Circle):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    if isinstance(shape, Text):
        width, high = text_width(shape.text, shape.size, shape.bold, shape.mono), shape.size / 2
        left = shape.x - {"start": 0.0, "middle": width / 2, "end": width}[shape.anchor]
        return left, shape.y - high, left + width, shape.y + high
    points = shape.points if isinstance(shape, Path) else tuple(_corners(shape))
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def _corners(group: Group) -> Iterator[tuple[float, float]]:
    """The corners of a group and of all that is in it, turned and moved as it lies."""
    angle = math.radians(group.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    middle = group.width / 2, group.height / 2
    for left, top, right, bottom in [(0, 0, group.width, group.height), *map(extent, group.parts)]:
        for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
            x, y = x - middle[0], y - middle[1]
            yield group.x + middle[0] + x * cos - y * sin, group.y + middle[1] + x * sin + y * cos


def as_json(value: Any) -> Any:
    """A scene or anything in it for JSON: each shape with its `kind`, without what is as usual."""
    if isinstance(value, (Rect, Circle, Path, Text, Group, Panel, Scene)):
        usual = value._field_defaults
        fields = value._asdict().items()
        kept = {name: as_json(field) for name, field in fields if name not in usual or field != usual[name]}
        return {"kind": type(value).__name__.lower(), **kept}
    return [as_json(part) for part in value] if isinstance(value, tuple) else value

"""How numbers went over the turns, as lines: one a player, told apart by colour, by dashes and by name."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from pbem.letters import text_width
from pbem.scene import SMALL, Circle, Group, Path, Shape, Text

WIDTH, HEIGHT = 400.0, 170.0
_TOP, _BOTTOM = 10.0, 22.0
_NAMES = 100.0  # room for names beside the ends of their lines; longer ones stand below
_LABEL = 34.0  # between numbers of turns
_COLOURS = ("blue", "orange", "green", "violet", "red", "sky", "grey", "brown")
AT_LAST = "{name} {value:g} at last"


class Line(NamedTuple):
    """A name, and its points: number of the view (0: the start), value."""

    name: str
    points: Sequence[tuple[int, float]]


class Chart(NamedTuple):
    """A drawing, where view n stands in it, at `left` + n * `step`, and what it comes to in words."""

    drawing: Group
    left: float
    step: float
    words: Sequence[str]


def chart(lines: Sequence[Line], turns: Sequence[int]) -> Chart | None:
    """Lines over views, each after a turn, or None where there is nothing to be seen."""
    views = len(turns)
    values = [value for line in lines for _, value in line.points]
    if views < 2 or not values or min(values) == max(values):
        return None
    low, high = min(0.0, *values), max(0.0, *values)
    names = max(text_width(line.name, 11, True) for line in lines)
    left = max(text_width(f"{value:g}", SMALL) for value in (low, high)) + 8
    step = (WIDTH - left - (names if names <= _NAMES else 0) - 12) / (views - 1)
    scale = (HEIGHT - _TOP - _BOTTOM) / (high - low)

    def at(view: int, value: float) -> tuple[float, float]:
        return left + view * step, _TOP + (high - value) * scale

    parts: list[Shape] = []
    for value in dict.fromkeys((low, 0.0, high)):
        y = at(0, value)[1]
        parts += [Path((at(0, value), at(views - 1, value)), line="line", closed=False)]
        parts += [Text(left - 4, y, f"{value:g}", SMALL, "faint", "end")]
    every = max(1, math.ceil(_LABEL / step))
    for view in range(0, views, every):
        parts.append(Text(at(view, low)[0], HEIGHT - _BOTTOM / 2, str(turns[view]), SMALL, "faint"))
    ends: list[float] = []
    for number, line in sorted(enumerate(lines), key=lambda item: at(*item[1].points[-1])[1]):
        points = tuple(at(view, value) for view, value in line.points)
        parts += [_stroke(number, points), Circle(*points[-1], 3, _role(number), "edge")]
        if names <= _NAMES:
            y = max(points[-1][1], ends[-1] + 13 if ends else 0.0)  # names do not lie on each other
            ends.append(y)
            parts.append(Text(left + (views - 1) * step + 7, y, line.name, 11, "ink", "start", bold=True))
        else:
            y = HEIGHT + 8 + 16 * number
            ends.append(y)
            parts += [_stroke(number, ((left, y), (left + 30, y)))]
            parts += [Text(left + 36, y, line.name, 11, "ink", "start", bold=True)]
    height = max([HEIGHT, *(y + 10 for y in ends)])
    words = [AT_LAST.format(name=line.name, value=line.points[-1][1]) for line in lines]
    return Chart(Group(WIDTH, height, tuple(parts)), left, step, [", ".join(words) + "."])


def _role(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _stroke(number: int, points: tuple[tuple[float, float], ...]) -> Path:
    return Path(points, line=_role(number), thick=2.5, closed=False, dashed=bool(number % 2))

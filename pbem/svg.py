"""A scene as SVG, the one writer: columns of panels, colours of light and dark, letters of whoever looks.

The text is the same for the same scene. It asks for nothing from anywhere: no script, no font, no image.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from pbem.scene import (
    GAP,
    INNER,
    Circle,
    Group,
    Mark,
    Panel,
    Path,
    Rect,
    Scene,
    Shape,
    Text,
    below,
    flow,
    inside,
    label,
    marked,
    marks,
    moved,
    paragraph,
    words,
)

Scheme = Literal["auto", "light", "dark"]

PALETTE = {
    # What lies on the table: the colours of Okabe and Ito, which people with any colour vision tell apart.
    "orange": ("#e69f00", "#e69f00"),
    "sky": ("#56b4e9", "#56b4e9"),
    "green": ("#009e73", "#009e73"),
    "yellow": ("#f0e442", "#f0e442"),
    "blue": ("#0072b2", "#0072b2"),
    "red": ("#d55e00", "#d55e00"),
    "violet": ("#cc79a7", "#cc79a7"),
    "black": ("#1c1c1c", "#1c1c1c"),
    "white": ("#ffffff", "#ffffff"),
    "grey": ("#a8a8a8", "#a8a8a8"),
    "brown": ("#8a5a2b", "#8a5a2b"),
    # The table itself, light and dark.
    "paper": ("#ffffff", "#14171c"),
    "panel": ("#f5f3ee", "#1f242b"),
    "card": ("#fffdf7", "#2b313a"),
    "cell": ("#e6e1d5", "#363d47"),
    "stone": ("#c9c1ae", "#5b6470"),
    "water": ("#cfe6f5", "#1f3f56"),
    "field": ("#dcead2", "#2c4030"),
    "line": ("#a39c8c", "#59626d"),
    "edge": ("#2a2a2a", "#d9dde2"),
    "faint": ("#5c574c", "#aab2bc"),
    "ink": ("#16150f", "#f1f1ee"),
    "mark": ("#000000", "#ffffff"),
    "halo": ("#ffffff", "#000000"),
}
"""Every colour by name: in a light scheme and in a dark one."""

MARKED = "Marked:"
MARGIN = 8
PAD = 10
COLUMN = INNER + 2 * PAD
LEAST = COLUMN + 2 * MARGIN
"""The width of a picture with one column of panels, in its own pixels."""
_DASHES = {"placed": "", "moved": "7 3", "gained": "2.5 2.5"}
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans','Noto Sans',sans-serif"
_MONO = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
_HATCHES = {
    "/": "M0 8L8 0M-2 2L2 -2M6 10L10 6",
    "\\": "M0 0L8 8M-2 6L2 10M6 -2L10 2",
    "-": "M0 4H8",
    "|": "M4 0V8",
    "x": "M0 0L8 8M0 8L8 0",
    ".": "M3 4H5",
}
_HATCH_IDS = {hatch: f"pbem-hatch-{number}" for number, hatch in enumerate(_HATCHES)}
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_REMEMBERED = 1 << 12  # pieces, of some hundred characters each
_BASELINE = 0.36  # of the size of letters: from the middle of their height down


def write(scene: Scene, size: int = 0, scheme: Scheme = "auto", columns: int = 0) -> str:
    """A picture so many pixels wide (0: as it comes), with as many columns of panels as fit in, or so many.

    `auto` follows the scheme of whoever looks; `light` and `dark` are for what cannot choose.
    """
    columns = columns or max(1, min(size // LEAST if size else 2, 3, len(scene.panels)))
    return document(arranged(scene, columns), scene.title, words(scene)[1:], size, scheme)


def arranged(scene: Scene, columns: int) -> Group:
    """The whole picture as a group: title and lines, and below them the panels, each in the column that is shortest."""
    width = columns * (COLUMN + MARGIN) + MARGIN
    head = heading(scene, width - 2 * MARGIN)
    ends = [MARGIN + head.height + GAP] * columns
    parts: list[Shape] = [Rect(0, 0, width, 0, "paper"), moved(head, MARGIN, MARGIN)]
    for panel in scene.panels:
        column = ends.index(min(ends))
        group = framed(panel)
        parts.append(moved(group, MARGIN + column * (COLUMN + MARGIN), ends[column]))
        ends[column] += group.height + MARGIN
    height = max(ends)
    parts[0] = Rect(0, 0, width, height, "paper")
    return Group(width, height, tuple(parts))


def heading(scene: Scene, width: float = COLUMN) -> Group:
    """Title and lines of a scene, and how it marks what the last move did."""
    lines = [paragraph(line, width, 12, "faint") for line in scene.lines]
    return below([paragraph(scene.title, width, 16, bold=True), *lines, *key(scene)], 2)


def key(scene: Scene) -> list[Group]:
    """A line that says what the marks of a scene mean, if it has any."""
    found = marks(scene)
    if not found:
        return []
    line = flow([label(MARKED, 12, "faint"), *map(_marked_word, found)], COLUMN, 10)
    return [Group(COLUMN, line.height + 10, (moved(line, 0, 5),))]  # marks go beyond what they mark


def _marked_word(mark: Mark) -> Group:
    word = label(mark, 12, "ink")
    return marked(inside(word, word.width + 8, word.height), mark)


def framed(panel: Panel) -> Group:
    """A panel with its title and its ground, as wide as a column."""
    head = [paragraph(panel.title, INNER, 13, bold=True)] if panel.title else []
    inner = below([*head, panel.body], 4)
    height = inner.height + 2 * PAD - 2
    ground = Rect(0.5, 0.5, COLUMN - 1, height - 1, "panel", "line", 8)
    return Group(COLUMN, height, (ground, moved(inner, PAD, PAD - 2)))


def document(group: Group, title: str, said: list[str], size: int = 0, scheme: Scheme = "auto") -> str:
    """A group as a whole SVG document with its title, and what is said of it in words."""
    return element(group, title, said, size, f"<style>{css(scheme)}</style>\n")


def element(group: Group, title: str, said: Sequence[str], size: int = 0, style: str = "") -> str:
    """A group as an element `svg` with what it needs but for its style, if that stands elsewhere on the page."""
    drawn = body(group)
    width = size or group.width
    height = width * group.height / group.width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pbem" width="{_number(width)}" height="{_number(height)}"'
        f' viewBox="0 0 {_number(group.width)} {_number(group.height)}" role="graphics-document document">\n'
        f"<title>{escape(title)}</title>\n<desc>{chr(10).join(map(escape, said))}</desc>\n"
        f"{style}{hatches(drawn)}{drawn}\n</svg>\n"
    )


def css(scheme: Scheme = "auto") -> str:
    """The style of all pictures of a page: `auto` goes by custom properties, which a page may set itself."""
    rules = []
    if scheme == "auto":
        for index, start in ((0, ".pbem{"), (1, "@media screen and (prefers-color-scheme:dark){.pbem{")):
            named = ";".join(
                f"--{role}:{both[index]}" for role, both in _ROLES.items() if not index or both[0] != both[1]
            )
            rules.append(f"{start}{named}}}{'}' * index}")
    rules.append(f".pbem text{{font-family:{_FONT};text-anchor:middle}}")
    rules.append(f".pbem .m{{font-family:{_MONO}}}.pbem .b{{font-weight:bold}}")
    rules.append(
        ".pbem path{stroke-linejoin:round}.pbem .l{text-anchor:start}.pbem .r{text-anchor:end}.pbem .n{fill:none}"
    )
    rules += [_coloured(role, both[scheme == "dark"]) for role, both in _ROLES.items()]
    if scheme == "auto":  # what does not know custom properties keeps the colours before
        rules.append("@supports(color:var(--ink)){")
        rules += [_coloured(role, f"var(--{role})") for role in _ROLES]
        rules.append("}")
    return "\n".join(rules)


def _coloured(role: str, value: str) -> str:
    return f".pbem .{role}{{fill:{value}}}.pbem .s-{role}{{stroke:{value}}}"


def hatches(drawn: str) -> str:
    """The patterns that a drawn body needs; a page has them once."""
    found = [hatch for hatch, name in _HATCH_IDS.items() if f"#{name})" in drawn]
    patterns = [
        f'<pattern id="{_HATCH_IDS[hatch]}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<path class="n s-edge" stroke-width="1.2" stroke-opacity=".6" d="{_HATCHES[hatch]}"/></pattern>'
        for hatch in found
    ]
    return f"<defs>{''.join(patterns)}</defs>\n" if patterns else ""


def body(group: Group) -> str:
    """A group as an element of SVG, without the document around it."""
    elements: list[str] = []
    _draw(group, elements)
    return "".join(elements)


def escape(text: str) -> str:
    """Text of people as text of XML: marks as entities, a sign for what is none or would turn the text around."""
    if not text.isprintable():
        text = "".join([c if _may_stand(c) else "\ufffd" for c in text])
    return text.translate(_ENTITIES)


def from_left(text: str) -> str:
    """A line in which names that are written from right to left turn nothing around but themselves."""
    return text if text.isascii() else re.sub(_FROM_RIGHT, "\\g<0>\u200e", text)


def isolated(text: str) -> str:
    """The same as text of HTML, which is copied as it was."""
    if text.isascii():
        return escape(text)
    pieces = re.split(f"({_FROM_RIGHT})", text)
    return "".join([f"<bdi>{escape(piece)}</bdi>" if at % 2 else escape(piece) for at, piece in enumerate(pieces)])


_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"  # to left
# No `)*+`: before Python 3.11.5 it takes a sign behind the last word too (CPython issue 106052).
_FROM_RIGHT = f"[{_RIGHT}]+(?:[ .'\u2019-]{{1,2}}[{_RIGHT}]+)*"


# Roles


def unknown(shape: Shape) -> str:
    """The first colour in a shape that is none of the palette, "" if there is none."""
    if isinstance(shape, Group):
        return next(filter(None, map(unknown, shape.parts)), "")
    roles = (shape.role, "" if isinstance(shape, Text) else shape.line)
    return next((role for role in roles if role and role not in _ROLES), "")


def _on(colour: str) -> str:
    """Black or white, whichever is read more easily on a colour."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#ffffff" if 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 else "#000000"


_ROLES = {
    **PALETTE,
    **{f"on-{role}": (_on(light), _on(dark)) for role, (light, dark) in PALETTE.items()},
}


def _class(shape: Rect | Circle | Path) -> str:
    return " ".join([shape.role or "n", *([f"s-{shape.line}"] if shape.line else [])])


# Shapes


def _draw(shape: Shape, into: list[str]) -> None:
    """Appends the elements of a shape, one after the other."""
    if isinstance(shape, Group):
        _draw_group(shape, into)
    elif isinstance(shape, Text):
        into.append(_text(shape))
    else:
        into.append(_outlined(shape, f'class="{_class(shape)}"'))
        if shape.hatch:
            plain = shape._replace(line="")
            into.append(_outlined(plain, f'style="fill:url(#{_HATCH_IDS[shape.hatch]})"'))


def _draw_group(group: Group, into: list[str]) -> None:
    where = []
    if group.x or group.y:
        where.append(f"translate({_number(group.x)} {_number(group.y)})")
    if group.turn:
        middle = f"{_number(group.width / 2)} {_number(group.height / 2)}"
        where.append(f"rotate({_number(group.turn)} {middle})")
    alone = bool(where or group.words or group.mark)
    if alone:
        into.append(f'<g transform="{" ".join(where)}">' if where else "<g>")
    if group.words:
        into.append(_piece(group.words, group.parts))
    else:
        for part in group.parts:
            _draw(part, into)
    if group.mark:
        _draw_mark(group, into)
    if alone:
        into.append("</g>")


@lru_cache(maxsize=_REMEMBERED)
def _piece(words: str, parts: tuple[Shape, ...]) -> str:
    """What has words: the same pieces come again and again, from one position to the next."""
    elements = [f"<title>{escape(words)}</title>"]
    for part in parts:
        _draw(part, elements)
    return "".join(elements)


def _draw_mark(group: Group, into: list[str]) -> None:
    """The outline of what the last move placed (whole), moved (dashed) or gained (dotted), to be seen on any colour."""
    around = Rect(-1, -1, group.width + 2, group.height + 2, "", "halo", 4, 4.5)
    into.append(_outlined(around, f'class="{_class(around)}"'))
    dashes = f' stroke-dasharray="{_DASHES[group.mark]}"' if _DASHES[group.mark] else ""
    inner = around._replace(line="mark", thick=2.5)
    into.append(_outlined(inner, f'class="{_class(inner)}"{dashes}'))


def _outlined(shape: Rect | Circle | Path, style: str) -> str:
    if shape.line and shape.thick != 1:
        style += f' stroke-width="{_number(shape.thick)}"'
    if isinstance(shape, Path):
        points = " ".join([f"{_number(x)},{_number(y)}" for x, y in shape.points])
        dashed = ' stroke-dasharray="4 3"' if shape.dashed else ""
        return f'<path {style}{dashed} d="M{points}{"Z" if shape.closed else ""}"/>'
    if isinstance(shape, Circle):
        return f'<circle {style} cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"/>'
    at = f'x="{_number(shape.x)}" y="{_number(shape.y)}"'
    round_ = f' rx="{_number(shape.radius)}"' if shape.radius else ""
    return f'<rect {style} {at} width="{_number(shape.width)}" height="{_number(shape.height)}"{round_}/>'


_ANCHORS = {"start": " l", "middle": "", "end": " r"}


def _text(text: Text) -> str:
    classes = f"{text.role}{' b' if text.bold else ''}{' m' if text.mono else ''}{_ANCHORS[text.anchor]}"
    at = f'x="{_number(text.x)}" y="{_number(text.y + text.size * _BASELINE)}" font-size="{_number(text.size)}"'
    space = ' xml:space="preserve"' if text.mono else ""
    return f'<text class="{classes}" {at}{space}>{escape(from_left(text.text))}</text>'


def _number(value: float) -> str:
    """A length as short as it goes, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def _may_stand(c: str) -> bool:
    """Whether XML has a character, and it does not act on the text around it."""
    code = ord(c)
    return c in "\n\t" or (
        code >= 0x20 and not 0x7F <= code <= 0x9F and not 0xD800 <= code <= 0xDFFF and code not in _ACT
    )


_ACT = frozenset([0xFFFE, 0xFFFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029])
"""What no XML has, and what turns or breaks the text around it."""

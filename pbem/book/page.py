"""The book as one page by itself: what is on it without scripts, and as data all that a script shows."""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise, starmap
from typing import Any

from pbem import __version__, svg
from pbem.book.chart import Chart, Line, chart
from pbem.book.volume import Entry, Sight, Volume
from pbem.scene import Panel, Scene, marks

_WHOLE = 250
"""Characters of a group of SVG that is one piece; a longer one is taken apart."""
_GROUP = re.compile(r"<g[ >]|</g>")
INDEX = '<header class="index"><h1>{title}</h1>\n<ol>\n{games}</ol></header>\n'
IN_INDEX = '<li><a href="#{id}">{title}</a>. {result}</li>\n'
SCORES = "Scores"
EXPECTED = "Expected by whoever moved, after each turn"
GAVE_AWAY = {True: "gave away {amount:.3g}: {move}", False: "gave away {amount:.1%}: {move}"}
"""By whether outcomes are leads in points; else shares of the win."""
BOOK = "Book of games"
TOLD = ("said", "remark", "earned", "status")


def page(volumes: Sequence[Volume]) -> str:
    """One page of HTML for games; the same text for the same games."""
    writer = _Writer(len(volumes) > 1)
    books = "".join(writer.game(volume) for volume in volumes)
    script = _read("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    title = volumes[0].title if len(volumes) == 1 else BOOK
    index = "".join(
        IN_INDEX.format(id=_escape(one.anchor), title=_escape(one.title), result=svg.isolated(one.sights[-1].status))
        for one in volumes
    )
    # Whatever stands in names and remarks, no `<` and no end of a script is in the data.
    data = json.dumps(writer.data(), ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    return _read("page.html").format(
        script_hash=f"sha256-{digest}",
        title=_escape(title),
        css=f"{svg.css()}\n{_read('page.css')}",
        defs=svg.hatches("".join(writer.units.pieces)),
        index=INDEX.format(title=_escape(title), games=index) if len(volumes) > 1 else "",
        books=books,
        data=data,
        script=script,
    )


def _read(name: str) -> str:
    return (files("pbem.book") / name).read_text(encoding="utf-8")


def _escape(text: str) -> str:
    return svg.escape(text)


def _key(volume: Volume) -> str:
    """What the marks of the pictures of a game mean, those that it has."""
    panels = tuple(panel for sight in volume.sights for panel in sight.panels)
    scene = Scene("", (), panels)
    return "".join(f'<div class="key">{svg.element(line, svg.MARKED, marks(scene))}</div>\n' for line in svg.key(scene))


class _Writer:
    """What all games of a page share: pieces of drawings, panels, lines of boards, titles."""

    def __init__(self, several: bool) -> None:
        self.several = several
        self.units, self.lines, self.texts = Units(), Units(), Units()
        self.panels: list[tuple[int, str, str, list[int]]] = []
        self._numbers: dict[str, int] = {}
        self._games: list[dict[str, Any]] = []
        self._marked: set[tuple[str, int]] = set()  # turns of which it was said what they gave away

    def data(self) -> dict[str, Any]:
        """All that the script shows."""
        return {
            "pbem": __version__,
            "pieces": self.units.pieces,
            "lines": self.lines.pieces,
            "texts": self.texts.pieces,
            "panels": self.panels,
            "games": self._games,
        }

    def game(self, volume: Volume) -> str:
        """A game as it is without scripts: its last position, its moves, its chart, its record."""
        views = [self._view(sight) for sight in volume.sights]
        drawn = [(SCORES, _scores(volume)), (EXPECTED, _expected(volume))]
        charts = [(title, one) for title, one in drawn if one]
        places = [[one.left, one.step] for _, one in charts]
        self._games.append({"id": volume.anchor, "sights": views, "charts": places})
        last, told = volume.sights[-1], views[-1]
        links = {sight.turn for sight in volume.sights}
        return _read("game.html").format(
            id=_escape(volume.anchor),
            title=_escape(volume.title),
            last=len(views) - 1,
            **{what: told[what] for what in TOLD},
            table="".join(_panel(panel) for panel in last.panels),
            key=_key(volume),
            ended="".join(f"<p>{svg.isolated(sentence)}</p>\n" for sentence in volume.ended),
            chart=f'<div id="{_escape(volume.anchor)}:chart">{"".join(starmap(_figure, charts))}</div>'
            if charts
            else "",
            moves="".join(self._move(volume, entry, links) for entry in volume.entries),
            board=svg.isolated("\n".join(last.board)),
            record=svg.isolated(volume.record),
        )

    def _view(self, sight: Sight) -> dict[str, Any]:
        return {
            "turn": sight.turn,
            "said": svg.isolated(sight.said),
            "remark": f"<bdi>{_escape(sight.remark)}</bdi>" if sight.remark else "",
            "earned": svg.isolated(sight.earned),
            "status": svg.isolated(sight.status),
            "panels": [self._number(panel) for panel in sight.panels],
            "board": self.lines.numbers([svg.isolated(line) for line in sight.board]),
        }

    def _number(self, panel: Panel) -> int:
        group = svg.framed(panel)
        drawn = svg.body(group)
        key = f"{panel.title}\n{drawn}"
        if key not in self._numbers:
            self._numbers[key] = len(self.panels)
            pieces = self.units.drawing(drawn)
            said = " ".join([panel.title, *panel.words])
            self.panels.append((self.texts.number(_escape(said)), f"{group.width:g}", f"{group.height:g}", pieces))
        return self._numbers[key]

    def _move(self, volume: Volume, entry: Entry, links: set[int]) -> str:
        text = svg.isolated(entry.text)
        if not entry.in_force:
            text = f"<s>{text}</s>"
        elif entry.is_move and entry.turn in links:
            start = f"{volume.anchor}-" if self.several else ""
            text = f'<a href="#{_escape(start)}t{entry.turn}">{text}</a>'
        remark = f' <span class="remark">; <bdi>{_escape(entry.remark)}</bdi></span>' if entry.remark else ""
        earned = f'<span class="earned">{svg.isolated(entry.earned)}</span>' if entry.earned else ""
        lost = ""
        if entry.is_move and entry.in_force and (volume.anchor, entry.turn) not in self._marked:
            self._marked.add((volume.anchor, entry.turn))
            lost = _lost(volume, entry.turn)
        undone = "" if entry.in_force else ' data-undone="1"'
        return f'<li data-turn="{entry.turn}"{undone}>{text}{remark}{earned}{lost}</li>\n'


def _panel(panel: Panel) -> str:
    group = svg.framed(panel)
    return f"<figure>{svg.element(group, panel.title, panel.words)}</figure>"


def _figure(title: str, drawn: Chart) -> str:
    height = drawn.drawing.height
    cursor = f'<g class="cursor js-only"><path class="s-mark" stroke-dasharray="2 3" d="M0,0L0,{height:g}"/></g>'
    element = svg.element(drawn.drawing, title, drawn.words).replace("</svg>", f"{cursor}</svg>")
    return f'<h3>{title}</h3>\n<div class="chart">{element}</div>\n'


def _scores(volume: Volume) -> Chart | None:
    if not volume.sights[0].scores:
        return None
    lines = [
        Line(name, [(view, sight.scores[player]) for view, sight in enumerate(volume.sights)])
        for player, name in enumerate(volume.names)
    ]
    return chart(lines, [sight.number for sight in volume.sights])


def _expected(volume: Volume) -> Chart | None:
    """What players expected after their turns, where the game was analysed."""
    view_of = {sight.turn: view for view, sight in enumerate(volume.sights)}
    lines = []
    for name in volume.names:
        told = [
            (view_of[turn], one["after"])
            for turn, one in volume.analysis.items()
            if one["player"] == name and turn in view_of  # others were taken back since
        ]
        lines += [Line(name, sorted(told))] if told else []
    return chart(lines, [sight.number for sight in volume.sights]) if lines else None


def _lost(volume: Volume, turn: int) -> str:
    told = volume.analysis.get(turn)
    if told is None or told["gave_away"] <= 2 * told["error"]:
        return ""
    form = GAVE_AWAY[bool(volume.sights[0].scores)]
    return f'<span class="lost">{_escape(form.format(amount=told["gave_away"], move=told["best_move"]))}</span>'


class Units:
    """Much text that repeats itself, said once: a table of pieces, each with its number."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, piece: str) -> int:
        """The number of a piece, a new one if it is new."""
        if piece not in self._numbers:
            self._numbers[piece] = len(self.pieces)
            self.pieces.append(piece)
        return self._numbers[piece]

    def numbers(self, pieces: Sequence[str]) -> list[int]:
        """The numbers of several."""
        return [self.number(piece) for piece in pieces]

    def drawing(self, drawn: str) -> list[int]:
        """A drawing as the numbers of pieces that one after the other are it."""
        return self.numbers(_pieces(drawn))


def _pieces(drawn: str) -> list[str]:
    """Cuts SVG around its groups; a short group that is in no other short one is left whole."""
    spans: list[tuple[int, int]] = []
    starts: list[int] = []  # of groups that are open
    for tag in _GROUP.finditer(drawn):
        if tag[0] == "</g>":
            spans.append((starts.pop(), tag.end()))
        else:
            starts.append(tag.start())
    cuts, whole = {0, len(drawn)}, 0
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):  # outer ones first
        if start >= whole:
            cuts |= {start, end}
            whole = end if end - start <= _WHOLE else whole
    return [drawn[start:end] for start, end in pairwise(sorted(cuts))]

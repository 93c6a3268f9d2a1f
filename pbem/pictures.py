"""The picture of a position: the scene of a game under its title, as SVG, as a page with its text, or as PNG."""

import importlib
from collections.abc import Sequence

from pbem import registry, report, svg
from pbem.errors import SaveError
from pbem.game import State, View
from pbem.letters import text_width
from pbem.scene import INNER, SIZE, Group, Panel, Scene, Text, below, marks, paragraph
from pbem.session import Session
from pbem.svg import Scheme

SUFFIXES = (".svg", ".html", ".png")
LAST = "Last: {line}"
NO_EXTRA = "for PNG install the extra: pip install 'pbem[png]'"
NO_FONT = "no PNG can be made: this machine has no font for its letters"
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="{schemes}">
<title>{title}</title>
<style>
{css}
body{{margin:8px;font-family:system-ui,sans-serif;{ground}}}
main{{display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start{width}}}
svg{{max-width:100%;height:auto}}
h1{{font-size:20px;margin:0}}
p{{margin:4px 0}}
pre{{overflow-x:auto}}
</style>
</head>
<body>
<h1>{title}</h1>
{lines}
{key}
<main>
{panels}
</main>
<pre>{text}</pre>
</body>
</html>
"""


def scene(session: Session, turn: int | None = None, name: str | None = None) -> Scene:
    """The picture of the present position, or of the one before `turn`, for `name` or whoever is to move.

    A game without a scene shows its board in letters. Raises NotThere for a turn or a player that there is not.
    """
    state = session.state if turn is None else session.before(turn)
    turn = report.past(session, turn)
    still = turn is None and (session.stopped or not session.opened)
    view = session.view(state, report.viewer(session, name, state), still)
    before, played = _last(session, state, turn)
    lines = [*(report.owed(session) if turn is None else []), report.status(session, state, turn)]
    if played:
        lines += [LAST.format(line=played[0]), *played[1:]]
    rules = session.rules
    panels = rules.scene(view, before) if rules.has_scene else _letters(session, view)
    home = registry.origin(rules.id)
    wrong = "" if home.built_in else next(filter(None, (svg.unknown(panel.body) for panel in panels)), "")
    if wrong:
        raise home.broken(f"in its picture `{wrong}` is no colour of the palette")
    return Scene(report.title(session), tuple(lines), tuple(panels))


def picture(
    session: Session,
    form: str = ".svg",
    turn: int | None = None,
    name: str | None = None,
    size: int = 0,
    scheme: Scheme = "auto",
) -> str | bytes:
    """The picture in the form that a suffix names, so many pixels wide; raises SaveError where PNG cannot be made."""
    shown = scene(session, turn, name)
    if form == ".html":
        return page(shown, report.show(session, turn, name), size, scheme)
    if form == ".png":
        return png(svg.write(shown, size, "dark" if scheme == "dark" else "light"))
    return svg.write(shown, size, scheme)


def page(shown: Scene, text: Sequence[str], size: int = 0, scheme: Scheme = "auto") -> str:
    """One page by itself: every panel a picture, as many beside each other as there is room for, and the text below."""
    boxes = [svg.framed(panel) for panel in shown.panels]
    both = list(zip(shown.panels, boxes, strict=True))
    return _PAGE.format(
        schemes="light dark" if scheme == "auto" else scheme,
        title=svg.escape(shown.title),
        css=svg.css(scheme),
        ground="" if scheme != "dark" else "background:#14171c;color:#f1f1ee",
        width=f";max-width:{size}px" if size else "",
        lines="\n".join(f"<p>{svg.isolated(line)}</p>" for line in shown.lines),
        key="\n".join(svg.element(line, svg.MARKED, marks(shown)) for line in svg.key(shown)),
        panels="\n".join(svg.element(box, panel.title, panel.words) for panel, box in both),
        text=svg.isolated("\n".join(text)),
    )


def png(picture: str) -> bytes:
    """An SVG as PNG; raises SaveError where the extra or every font is missing."""
    try:
        draw = importlib.import_module("resvg_py").svg_to_bytes
    except ImportError as error:
        raise SaveError(NO_EXTRA) from error
    letter = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}</svg>'
    written = letter.format('<text y="8" font-family="sans-serif,\'DejaVu Sans\'">X</text>')
    if bytes(draw(svg_string=written)) == bytes(draw(svg_string=letter.format(""))):
        raise SaveError(NO_FONT)
    return bytes(draw(svg_string=picture))


def _last(session: Session, state: State, turn: int | None) -> tuple[State | None, list[str]]:
    """The position before the last turn, also before one that is being played, and the lines from there on."""
    fold = session.fold
    if turn is not None:
        stop = fold.before[turn][0]
        begun = [number for number in fold.before if number < turn]
    else:
        stop = len(fold.force)
        begun = list(fold.before)
    if not begun:
        return None, []
    start, before = fold.before[begun[-1]]
    return before, [fold.notation.format(fold.lines[index]) for index in fold.force[start:stop]]


def _letters(session: Session, view: View) -> list[Panel]:
    """The board in letters, and what lies beside it."""
    paint = session.rules.paint
    board = paint.board(view)
    widest = max(text_width(line, 1, mono=True) for line in board) if board else 1
    size = min(SIZE + 3, INNER / widest)
    drawn = Group(
        widest * size,
        len(board) * size * 1.35,
        tuple(Text(0, size * (1.35 * n + 0.7), line, size, anchor="start", mono=True) for n, line in enumerate(board)),
    )
    panels = [Panel("", drawn, tuple(board))]
    for lines in (paint.legend(view), paint.report(view)):
        if lines:
            panels.append(Panel("", below([paragraph(line) for line in lines], 3), tuple(lines)))
    return panels

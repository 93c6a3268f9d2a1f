"""Boards and texts that survive mail clients and forums.

7-bit but for names, at most 39 columns for a board and 72 for anything; nothing at the start of a line that
a client takes for a quote, a list or a signature; no runs of blanks, so that even a client that folds them
leaves the columns in place: every cell is a token of three characters between single blanks, or of one character
where a board is wide (13 x 13 cells with labels of two characters take 28 columns).
"""

import re

from pbem.game import Rules
from pbem.position_lines import SHIELD

ORANGE = 208
"""A colour that terminals have by number only, of 256."""
BOARD_WIDTH = 39
WIDTH = 72
FORMATS = ("text", "bbcode", "markdown")
NO_CELL = "+++"
NAME = r"[^:;,=/\"\n]+"
"""Of a player, as a pattern; one line has it."""
STORED = "(stored) "
"""What stands before a line of a player in a club's answer, if it was played."""
SAID = "({name} writes)"
"""What stands above a text that a post passes on."""
_ROWS = {3: r"\S(?: +\S{3}){2,}", 1: r"(?:\S-?|[0-9]{2})(?: +\S){3,}"}


def token(text: str) -> str:
    """One to three characters as a token of three: "N" -> "-N-", "SE" -> "SE-"."""
    return f"-{text}-" if len(text) == 1 else text.ljust(3, "-")


def label(text: str, width: int = 2) -> str:
    """What stands before a row, always as wide: "9" -> "9-" beside "10"."""
    return text.ljust(width, "-")


def row(label: str, tokens: list[str]) -> str:
    """A line of a board: a label of one character and cells of three, or a label of up to two and cells of one."""
    return " ".join([label, *tokens])


def is_row(line: str, cell: int = 3) -> bool:
    """Whether a line looks like one of a drawn board, as `row` makes them, with cells of so many characters."""
    return bool(re.fullmatch(_ROWS[cell], line))


def plural(n: int, one: str, other: str, **fields: object) -> str:
    """The sentence for one, or the one for any other number; `{n}` is the number, and fields have names."""
    return (one if n == 1 else other).format(n=n, **fields)


def pattern(template: str, **places: str) -> "re.Pattern[str]":
    """A sentence's template, with places such as `{name}`, as a pattern that finds by name what stands in them.

    `places` are patterns of their own; others may hold anything. Where the template has blanks a line may end.
    """
    parts = re.split(r"\{(\w+)\}", template)
    found = [re.escape(part).replace(r"\ ", r"\s+") if index % 2 == 0 else "" for index, part in enumerate(parts)]
    for index in range(1, len(parts), 2):
        found[index] = f"(?P<{parts[index]}>{places.get(parts[index], '.+?')})"
    return re.compile("".join(found), re.MULTILINE)


def fold(text: str, shield: bool = False) -> list[str]:
    """A sentence as lines that no client takes for something else; nothing where it is empty.

    With `shield`, for what people wrote, lines after the first begin with `=`: none can be taken for a move.
    """
    lines = wrapped(text, WIDTH - len(SHIELD))
    if len(lines) == 1 and lines[0] and not _misread(lines[0]):  # nearly always
        return lines
    return [SHIELD + line if (index and shield) or _misread(line) else line for index, line in enumerate(lines) if line]


def _misread(line: str) -> bool:
    """Whether a client takes a line for a quote, a list, a signature or the beginning of a mail."""
    return line[0] in ">|." or line.startswith("From ") or not line.strip("-")


def wrapped(text: str, width: int) -> list[str]:
    """Words in lines of at most `width`; a word that is longer is cut. (textwrap takes a while to import.)"""
    left = " ".join(text.split())
    lines: list[str] = []
    while len(left) > width:
        blank = left.rfind(" ", 0, width + 1)
        lines.append(left[: blank if blank > 0 else width])
        left = left[blank + 1 if blank > 0 else width :]
    return [*lines, left]


def wrap(lines: list[str], form: str) -> str:
    """Lines as text, or inside the marks that make a forum keep them as they are."""
    body = "\n".join(line.rstrip() for line in lines)
    if form == "bbcode":
        inner = re.sub(r"\[(?=\s*/?\s*code)", "(", body, flags=re.IGNORECASE)  # a remark must not end the block
        return f"[code]\n{inner}\n[/code]"
    if form == "markdown":
        longest = max((len(run) for run in re.findall("`+", body)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}\n{body}\n{fence}"
    return body


_IN_EVERY_GAME = """
IN EVERY GAME
undo   undo TURN [line N] [; REMARK]             undo 12 line 31 ; slip
       undo stop [line N]                        goes on after a stop{draw}
stop   stop [line N] [; REMARK]                  ends the game undecided
N is the number of the undo or stop itself in the log without remarks:
pasted a second time it is refused. Of a typed line pbem adds it.
"""
_UNDO_DRAW = """
       undo draw [line N]                        the last draw of people"""


def rules(game: Rules) -> str:
    """How moves of a game are written, and the lines that every game has."""
    draw = _UNDO_DRAW if game.has_chance else ""
    return f"{game.paint.rules_text(game)}\n{_IN_EVERY_GAME.rstrip().format(draw=draw)}"

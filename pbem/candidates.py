"""Lines of a text that may be lines of a log: labelled ones, draws, undos; each in its longest reading that is one.

What was wrapped is joined in every way there is.
"""

import re
from bisect import bisect
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from pbem import meant
from pbem.board import NAME, SAID, pattern
from pbem.errors import Doubt, NotationError, PbemError, StaleMove, all_of
from pbem.mail.charsets import DAMAGED
from pbem.mail.meaning import with_remark
from pbem.mail.message import RECORD_HEAD
from pbem.notation import Line, Turn, Undo
from pbem.plain import clean, one_blank, same, without_row
from pbem.report import ANSWER, DRAW, MOVES, SCORES
from pbem.session import Session

_ROWS = 12
"""Lines that one line may have been wrapped into."""
_BARE_ROWS = 4
"""Lines that a move without turn and name may have been wrapped into, and a turn without a name."""
_LONGEST = 998
COLUMNS = "   "
"""In a line, that it is one of a table, such as of how moves are written."""
LOOKED_AT = 400
"""Characters of a line in which a move, a draw or words about them are looked for, if it is no line of a log."""
_MARK = (
    r"(?:[-*+\u2022\u00b7\u2023\u25aa\u25e6\u2013\u2014]|[=-]{1,3}>|#{1,6}|\[[ xX]\]"
    r"|[\u2192\u27a1\u25b6\u25ba\u27a4\u2705\u2714\u2713\u2611\U0001f449])"
)
_BULLET = re.compile(rf"\s*(?:(?:{_MARK}|\d{{1,3}}[.)])\s+)+")
_AT = r"[*_`|]{0,3}#?[([]?(\d{1,6}) ?[]).:,\u2013-]?[*_`]{0,3} ?[*_`]{0,3}"
_NUMBERED = re.compile(rf"\s*(?:{_MARK}\s+)*{_AT}(?=[^\W\d_])")
_LABEL = re.compile(r"(?:(\d{1,6})\s*)?([^\W\d][^:;,=/\"]{0,47}):")
_NUMBER = re.compile(r"(\d{1,6})\s(?=\S)")
"""How a line with a turn and no name begins; with more blanks it is a row of a table."""
_MARKS = str.maketrans("", "", "*`")
# It begins with a letter that is searched for fast, and looks back from there whether a word begins with it.
_TITLE = re.compile(
    r"[Gg](?<!\w.)(?i:ame\s+([A-Za-z0-9-]{1,64}),[\s>|]{1,20}turn\s+(\d{1,9}),[\s>|]{1,20}key\s+([0-9a-f]{6})\b)"
)
_RECORD = re.compile(rf"(?m)^[\s>|]{{0,20}}{RECORD_HEAD}\n[\s>|]{{0,20}}id ([A-Za-z0-9-]{{1,64}})\s*$")
_COMMAND = re.compile(
    r"(?:(?:show|legal|log|rules|help) ?\??|undo ?\?|stop ?\?|yes|no|back|stop reminders"
    r"|away (?:until|till?):? \S.{0,60})[.!]?",
    re.IGNORECASE,
)
_AWAY = re.compile(r"away (?:until|till?):? ")
_PASSED_ON = pattern(SAID, name=f"{NAME}?")  # what follows is folded, so it is one line
_HEAD = 80  # characters in which that stands
_HEAD_WORDS = 6  # of what stands over a list
_ASKS = 4  # words of what a post asks for: a client may break the line behind them
_DRAW, _ANSWER = (re.compile(re.escape(" ".join(head.split()[:_ASKS])), re.IGNORECASE) for head in (DRAW, ANSWER))
"""Below the first a post shows how a result is written, in two lines maybe, below the other how a move is."""
_LISTS = [pattern(" ".join(head.split()[:_HEAD_WORDS]), turn=r"\d+", name=".{1,60}") for head in MOVES]
_BEGIN = tuple(head.split()[0] for head in MOVES)
_LISTED = re.compile(r"\s*-?\d+(?:,-?\d+)*\.?\s")
"""How a row of such a list begins: with what a turn earns, or its place."""
_ENDS = ("link ", "link:", SCORES.partition("{")[0])
EARNED = re.compile(r"-?\d+(?:,-?\d+)*(?: = |; .* got -?\d)")
"""How a row of `log --explain` begins that tells what the line above it earned: no remark goes on with it."""
_WRAPPED = 50  # characters of a line that may have been broken behind them
_TRIES = 800
"""Lines that are read in vain before a text is given up: it is not what people write."""
_BARE = 300  # characters of a move without turn and name


def heads_list(line: str) -> bool:
    """Whether a line stands over a list of moves that was printed, in bold or so; a short head is all of a line."""
    line = _BULLET.sub("", line, count=1).strip(" *_`|") if any(map(line.__contains__, _BEGIN)) else ""
    found = next(filter(None, (head.match(line) for head in _LISTS)), None) if line else None
    return found is not None and (len(found[0].split()) >= _HEAD_WORDS or found[0] == line)


class Title(NamedTuple):
    """What the title of a post says: the game's id, and of which position it is; -1 and "" for a record."""

    id: str
    turn: int
    key: str

    def is_of(self, game_id: str) -> bool:
        """Whether it is of that game; a whole post may have been put in capitals."""
        return self.id.casefold() == game_id.casefold()


class Piece(NamedTuple):
    """The beginning of a line: which line of the text, what it is, and how it may go on.

    `kind` is `turn`, `chance` or `undo` (a stop as well), `numbered` (perhaps a turn without a name), in a game dealt
    together `link`, `then` or `tip`, `text` for all else;
    `readings` are the ways it can be joined with what follows, the longest first, each with the number of lines
    it takes; `number` and `name` are its label as written. `template` says that it is the line that a post shows for
    people to fill in.
    """

    row: int
    kind: str
    readings: tuple[tuple[str, int], ...]
    number: int | None = None
    name: str | None = None
    template: bool = False


class Found(NamedTuple):
    """Pieces by the line they begin in, commands, and lines that are not read: `said` to others, or below the end."""

    pieces: list[Piece]
    commands: list[str]
    said: set[int]


def titles(lines: Sequence[str]) -> list[Title]:
    """What titles of posts and heads of records in a text say."""
    return [title for title, _, _ in titles_at(lines)]


def titles_at(lines: Sequence[str]) -> list[tuple[Title, int, int]]:
    """What titles and heads say, each with the line of the text that it begins in, and the one below it.

    Those of posts come first.
    """
    text = "\n".join(lines)
    found = [(Title(one[1], int(one[2]), one[3].lower()), one) for one in _TITLE.finditer(text)]
    if "pbem" in text.lower():
        found += [(Title(one[2], -1, ""), one) for one in _RECORD.finditer(text)]
    ends = list(accumulate(len(line) + 1 for line in lines)) if found else []
    return [(title, bisect(ends, one.start()), bisect(ends, one.end() - 1) + 1) for title, one in found]


def find(
    lines: Sequence[str],
    names: Collection[str],
    chance_words: Collection[str],
    club: bool = False,
    more: Collection[str] = (),
    written: Sequence[str] | None = None,
    texts: bool = True,
) -> Found:
    """All that may be a line of the log of a game with these players and these words of chance, or a command.

    `say` and `end`, which keep others from being read, are words of a `club` only. `more` are first words of other
    lines, which are their kinds. `written` are the lines as they came, where some were folded. Without `texts` only
    what begins as a line of a log is a piece.
    """
    known = {same(name) for name in names}
    starts = {word.casefold(): "chance" for word in chance_words} | {"undo": "undo", "stop": "undo"}
    starts |= {word: word for word in more}
    end, said, commands = _said(lines, written or lines) if club else (len(lines), set(), [])
    said |= {row for row, line in enumerate(lines) if _is_passed_on(line, known)}
    stripped = [_strip(line, known, starts) for line in lines[:end]]
    heads: list[tuple[str, int | None, str | None]] = []
    listed = False
    for row, line in enumerate(stripped):
        listed = bool(line) and (listed or heads_list(lines[row]))
        if row in said or not line:
            heads.append(("", None, None))
            continue
        command = _COMMAND.fullmatch(line)
        if command:
            commands.append((row, _command(line)))
        head = ("command", None, None) if command else _head(line, known, starts)
        heads.append(("", None, None) if listed and _LISTED.match(lines[row]) and head[0] != "turn" else head)
    pieces = []
    for row, (kind, number, name) in enumerate(heads):
        if kind in ("", "command") or (kind in ("text", "numbered") and not texts):
            continue
        above = next((stripped[i] for i in range(row - 1, max(-1, row - 3), -1) if stripped[i]), "")
        template = (
            _ANSWER.match(above)
            or _DRAW.match(above)
            or (kind == "text" and any(map(_DRAW.match, stripped[max(0, row - 4) : row])))
        )
        readings = _readings(lines, stripped, heads, row)
        pieces.append(Piece(row, kind, readings, number, name, bool(template)))
    return Found(pieces, [text for _, text in sorted(commands)], said | set(range(end, len(lines))))


def _is_passed_on(line: str, known: set[str]) -> bool:
    """Whether a post passes this on from a player; people write such lines about others."""
    found = _PASSED_ON.match(line.lstrip()[:_HEAD])
    return found is not None and same(one_blank(found["name"])) in known


def _command(line: str) -> str:
    """A command as it is known: other marks behind it are people's."""
    word = " ".join(line.rstrip(".!").lower().split())
    if word.startswith("away "):
        return _AWAY.sub("away until ", word)
    return word.replace(" ?", "?") if word[:4] in ("undo", "stop") else word.rstrip(" ?")


def _ends(line: str) -> bool:
    """Whether nothing below a line is read."""
    return line.strip(" *_`.!").lower() == "end"


def _said(lines: Sequence[str], written: Sequence[str]) -> tuple[int, set[int], list[tuple[int, str]]]:
    """Where reading ends, the lines that are passed on, and what is passed on."""
    said: set[int] = set()
    commands: list[tuple[int, str]] = []
    row = 0
    ends = [i for i, line in enumerate(lines) if _ends(line)]
    while row < len(lines):
        line = lines[row].strip()
        if _ends(line):
            return row, said, commands
        if line[:4].lower() in ("say ", "say:", "say"):
            stop = next((end for end in ends if end > row), -1)
            last = (
                stop if stop >= 0 else next((i for i in range(row, len(lines)) if not written[i].strip()), len(lines))
            )
            text = "\n".join([line[4:], *lines[row + 1 : last]]).strip()
            commands.append((row, f"say {text}"))
            said.update(range(row, last + (stop >= 0)))
            row = last + (stop >= 0)
            continue
        row += 1
    return len(lines), said, commands


def _strip(line: str, known: set[str], starts: dict[str, str]) -> str:
    """A line without bullets, list numbers, and marks of bold or code; a number before a player's name is a turn's.

    Of a row of `pbem log` only what the log has.
    """
    row = without_row(line) if line.lstrip()[:1].isdigit() else line
    if row != line and (clean(row.split(None, 1)[0]).casefold() in starts or _has_label(row, known)):
        return row
    numbered = _NUMBERED.match(line)
    if numbered:
        rest = line[numbered.end() :]
        label = _LABEL.match(clean(rest[:120]).translate(_MARKS))
        if label and same(one_blank(label[2])) in known:
            return f"{numbered[1]} {rest}".rstrip("*`_| ")
    line = _BULLET.sub("", line.strip(), count=1) if _BULLET.match(line) else line.strip()
    return line.strip("*`_| ")


def _has_label(line: str, known: set[str]) -> bool:
    """Whether a line begins with the number of a turn and the name of a player."""
    label = _LABEL.match(clean(line[:120]))
    return label is not None and label[1] is not None and same(one_blank(label[2])) in known


def _head(line: str, known: set[str], starts: dict[str, str]) -> tuple[str, int | None, str | None]:
    plain = clean(line[:120]).translate(_MARKS)
    word = plain.split(None, 1)[0].casefold() if plain.strip() else ""
    if word in starts:
        return starts[word], None, None
    label = _LABEL.match(plain)
    if label:
        number = int(label[1]) if label[1] else None
        name = one_blank(label[2])
        if same(name) in known or number is not None:
            return "turn", number, name
    numbered = _NUMBER.match(plain)
    return ("numbered", int(numbered[1]), None) if numbered else ("text", None, None)


def _readings(
    lines: Sequence[str], stripped: list[str], heads: list[tuple[str, int | None, str | None]], row: int
) -> tuple[tuple[str, int], ...]:
    """The line alone and joined with those below it, up to an empty one or the next beginning; the longest first."""
    joined = stripped[row]
    found = [(_unmarked(joined), 1)]
    most = _BARE_ROWS if heads[row][0] in ("text", "numbered") else _ROWS
    for below in range(row + 1, min(row + most, len(stripped))):
        line = lines[below].strip()
        if heads[below][0] not in ("text", "numbered") or line.lower().startswith(_ENDS):
            break
        whole = heads[row][1] is None or "=" in joined
        if line.startswith(";") and whole and len(lines[below - 1].strip()) < _WRAPPED:
            break  # a remark that the log has by itself
        if ";" in joined and EARNED.match(line):
            break
        joined = f"{joined} {line}"
        if len(joined) > _LONGEST:
            break
        found.append((_unmarked(joined), below - row + 1))
    return tuple(reversed(found))


def _unmarked(line: str) -> str:
    """Without marks of bold or code before the remark, which is kept as it is."""
    body, semicolon, remark = line.partition(";")
    return body.translate(_MARKS).strip("_ ") + (f" {semicolon}{remark}" if semicolon else "")


class Question(Exception):
    """Something is to be asked: a sentence, and the error behind it if there is one."""

    def __init__(self, sentence: str, error: PbemError | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.error = error


def stale(session: Session, sentence: str, **details: Any) -> Question:
    """The question about a text of another turn, another copy or another game."""
    return Question(sentence, StaleMove(sentence.rstrip("."), turn=session.turn, **details))


def which_move(texts: Sequence[str]) -> Question:
    """The question about different moves for one turn."""
    shown = all_of(f"`{text}`" for text in texts[:6])
    sentence = f"There are several moves for one turn: {shown}. Which is it?"
    return Question(sentence, Doubt(sentence, reason="several-moves"))


class Read(NamedTuple):
    """A piece in its longest reading that is a line, and how many lines of text that takes."""

    piece: Piece
    text: str
    line: Line
    rows: int

    @property
    def end(self) -> int:
        """The line of text below."""
        return self.piece.row + self.rows


class Reader:
    """Reads pieces with the notation of a game; raises Question where somebody is to be asked."""

    def __init__(self, session: Session) -> None:
        self._header, self._notation = session.header, session.fold.notation
        self._turn, self._next = session.turn, session.fold.next_number()
        self._tries = 0
        self._failed: set[str] = set()

    def line(self, piece: Piece) -> Read | None:
        """A line with turn or name, a draw, an undo or a stop; None for text, and for a template as it was printed."""
        if piece.kind == "numbered":
            found = self._longest(piece)
            if found is None or not isinstance(found.line, Turn) or found.line.number != piece.number:
                return None
            name = found.line.name or ""
            joined = any(map(str.isdigit, name)) and self._header.player(name) is None  # a move and a word below it
            return None if joined else found
        found = self._longest(piece)
        if found is None:
            if piece.kind == "turn" and not piece.template:
                self._ask(piece)
            return None
        if isinstance(found.line, Undo) and isinstance(found.line.what, int) and (found.line.at or 0) >= self._next:
            self._turn = min(self._turn, found.line.what)  # it is new: lines below are of that turn, too
        return found if isinstance(found.line, Turn) == (piece.kind == "turn") else None

    def bare(self, piece: Piece) -> Read | None:
        """A move without turn and name."""
        body = piece.readings[-1][0].partition(";")[0].rstrip(". ")
        if len(body) > _BARE or not meant.may_be_bare(body):
            return None
        found = self._longest(piece)
        return found if found is not None and meant.is_bare(found.line) else None

    def _longest(self, piece: Piece) -> Read | None:
        for text, rows in piece.readings:
            for form in dict.fromkeys((text, text.rstrip(". \u2026"))):
                line = self._parse(form)
                if line is not None:
                    return Read(piece, form, line, rows)
        return None

    def _parse(self, text: str) -> Line | None:
        if self._tries > _TRIES:
            raise Question("Too many lines of this text begin like moves: please send your line alone.")
        if text in self._failed or DAMAGED in text.partition(";")[0]:
            return None
        line = self._notation.reads(text)
        if line is None:
            self._tries += 1
            self._failed.add(text)
        return line

    def _ask(self, piece: Piece) -> None:
        """Raises Question for a line of a player that begins like a move of this turn or a later one."""
        text = piece.readings[-1][0]
        if piece.name is None or self._header.player(piece.name) is None:
            return
        if DAMAGED in text:
            raise Question(f"A character of `{text}` was lost on the way: please send the line again.")
        if piece.number is None or piece.number < self._turn:
            return
        shown = with_remark(text, self._notation.reads)
        if shown or any(map(str.isdigit, text.partition(":")[2])):
            try:
                self._notation.parse(text)
            except NotationError as error:
                remark = f" A remark stands behind `;`, as in `{shown}`." if shown else ""
                raise Question(f"This begins like a move: {error.message}.{remark}", error) from error

"""What the log of a game dealt together has beside the usual lines, and how it is read and written.

Both kinds of line are told by their first word, for whatever game: `link` has nothing of a game in it, and what stands
behind `then` are steps as in a line of a turn.
"""

import re
from typing import Any

from pbem.errors import HeaderError, NotationError
from pbem.game import Step
from pbem.header import LINE_LENGTH, TOGETHER_WORDS, Header
from pbem.notation import Line, Notation, Other, Turn
from pbem.plain import clean, one_blank, printable, split_remark
from pbem.together import chain

_LINK = re.compile(r"(?i:link)[ \t]+(\S.*?)[ \t]+([0-9]{1,5})[ \t]+(\S+)")
_TIP = re.compile(r"(?i:tip)[ \t]+(\S.*?)[ \t]+(\S+)")
_NOT_LETTERS = "not 36 letters: a link, or a tip, ends with one word of 36 letters and digits"


class Link(Other):
    """Opens a block: the player's name, the number of the link, and its word and seal, as letters and as values."""

    __slots__ = ("letters", "name", "number", "seal", "word")
    shown = False

    def __init__(self, name: str, number: int, letters: str, comment: str | None = None) -> None:
        self.name = name
        self.number = number
        self.letters = letters
        self.word, self.seal = chain.read(letters)
        self.comment = comment

    def text(self) -> str:
        """Canonical, without a remark."""
        return f"link {self.name} {self.number} {self.letters}"

    def said(self) -> tuple[object, ...]:
        """What it says, but for its remark."""
        return self.name, self.number, self.letters

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Link) and (self.said(), self.comment) == (other.said(), other.comment)

    __hash__ = None  # type: ignore[assignment]


class Then(Other):
    """The rest of a typed line that stopped for a result: its steps."""

    __slots__ = ("steps",)

    def __init__(self, steps: tuple[Step, ...], comment: str | None = None) -> None:
        self.steps = steps
        self.comment = comment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Then) and (self.steps, self.comment) == (other.steps, other.comment)

    __hash__ = None  # type: ignore[assignment]


class Tip(Other):
    """The tip of a player's chain: a line of the header, which `move` takes as well."""

    __slots__ = ("name", "word")

    def __init__(self, name: str, word: str, comment: str | None = None) -> None:
        self.name = name
        self.word = word
        self.comment = comment


class Lines(Notation):
    """The notation of a game with these lines; all else it shares with the game's own."""

    @classmethod
    def over(cls, notation: Notation) -> "Lines":
        """That of a game dealt together."""
        lines = cls.__new__(cls)
        lines.__dict__ = notation.__dict__
        return lines

    def __reduce__(self) -> tuple[Any, ...]:
        return _over, (Notation.of(self.game),)

    def parse(self, text: str) -> Line:
        """Read a line; raises NotationError with the place."""
        if text[:1].isdecimal():
            return super().parse(text)
        body, remark = _apart(text)
        words = body.split(None, 1)
        word = words[0].casefold() if words else ""
        if word not in TOGETHER_WORDS:
            return super().parse(text)
        if len(text) > LINE_LENGTH:
            raise NotationError(text[:40] + " ...", LINE_LENGTH, "the line is too long")
        return _READERS[word](self, body.strip(), remark)

    def format(self, line: Line) -> str:
        """Canonical text, the exact inverse of `parse`."""
        if not isinstance(line, Other):
            return super().format(line)
        text = self.bare(line)
        return f"{text} ; {line.comment}".strip() if line.comment is not None else text

    def bare(self, line: Line) -> str:
        """Canonical text without its remark: what counts of a line."""
        if isinstance(line, Link):
            return line.text()
        if isinstance(line, Then):
            return f"then {self.format_steps(line.steps)}"
        if isinstance(line, Tip):
            return f"tip {line.name} {line.word}"
        assert not isinstance(line, Other)
        return super().format(line if line.comment is None else line._replace(comment=None))  # type: ignore[arg-type]

    def _link(self, body: str, remark: str | None) -> Link:
        found = _LINK.fullmatch(body)
        if found is None:
            raise NotationError(body, 1, "a link is written `link NAME NUMBER WORD`")
        letters = chain.plain(found[3])
        if letters is None:
            raise NotationError(body, found.start(3) + 1, f"`{found[3]}` is {_NOT_LETTERS}")
        return Link(one_blank(found[1]), int(found[2]), letters, remark)

    def _tip(self, body: str, remark: str | None) -> Tip:
        name, word = read_tip(body.partition(" ")[2])
        return Tip(name, word, remark)

    def _then(self, body: str, remark: str | None) -> Then:
        rest = body[len("then") :].strip()
        try:
            line = super().parse(rest) if rest else None
        except NotationError as error:
            raise NotationError(body, error.column + len(body) - len(rest), error.why, error.forms_of) from None
        if not isinstance(line, Turn) or (line.number, line.name, line.claim) != (None, None, None):
            raise NotationError(body, len(body) - len(rest) + 1, "behind `then` stand steps, and nothing else")
        return Then(line.steps, remark)


_READERS = {"link": Lines._link, "tip": Lines._tip, "then": Lines._then}


def read_tip(text: str) -> tuple[str, str]:
    """ "NAME WORD" as name and canonical word; raises NotationError."""
    found = _TIP.fullmatch(f"tip {clean(text).strip()}")
    if found is None:
        raise NotationError(f"tip {text}", 1, "a tip is written `tip NAME WORD`")
    letters = chain.plain(found[2])
    if letters is None:
        raise NotationError(f"tip {text}", found.start(2) + 1, f"`{found[2]}` is {_NOT_LETTERS}")
    return one_blank(found[1]), letters


def check_names(header: Header) -> None:
    """Raises HeaderError for a name that begins with a word of these lines."""
    for name in header.names:
        first = clean(name).split(" ")[0].casefold()
        if first in TOGETHER_WORDS:
            raise HeaderError(f"`{name}` cannot be a player's name: `{first}` begins a line of a game dealt together")


def _apart(text: str) -> tuple[str, str | None]:
    """A line in its plain form, and its remark as it is kept."""
    body, semicolon, remark = split_remark(text.rstrip("\r\n"))
    return clean(body), printable(remark) if semicolon else None


def _over(notation: Notation) -> Lines:
    return Lines.over(notation)

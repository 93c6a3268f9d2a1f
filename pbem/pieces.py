"""Pieces of a text as lines of a game's log: each in its longest reading that is one."""

from typing import NamedTuple

from pbem.candidates import Piece
from pbem.errors import NotationError, PbemError
from pbem.mail.charsets import DAMAGED
from pbem.notation import Line, Turn
from pbem.session import Session

_TRIES = 800
"""Lines that are read in vain before a text is given up: it is not what people write."""
_BARE = 300  # characters of a move without turn and name


class Question(Exception):
    """Something is to be asked: a sentence, and the error behind it if there is one."""

    def __init__(self, sentence: str, error: PbemError | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.error = error


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
        self._header = session.header
        self._turn = session.turn
        self._notation = session.fold.notation
        self._tries = 0
        self._failed: set[str] = set()

    def line(self, piece: Piece) -> Read | None:
        """A line with turn or name, a draw, an undo or a stop; None for text, and for a template as it was printed."""
        if piece.kind == "numbered":
            found = self._longest(piece)
            numbered = found is not None and isinstance(found.line, Turn) and found.line.number == piece.number
            return found if numbered else None
        found = self._longest(piece)
        if found is None:
            if piece.kind == "turn" and not piece.template:
                self._ask(piece)
            return None
        return found if isinstance(found.line, Turn) == (piece.kind == "turn") else None

    def bare(self, piece: Piece) -> Read | None:
        """A move without turn and name. One letter is none, and no letters or digits alone."""
        body = piece.readings[-1][0].partition(";")[0].rstrip(". ")
        if len(body) > _BARE or not any(map(str.isdigit, body)) or all(c.isdigit() or c.isspace() for c in body):
            return None
        found = self._longest(piece)
        return found if found is not None and isinstance(found.line, Turn) and found.line.name is None else None

    def _longest(self, piece: Piece) -> Read | None:
        for text, rows in piece.readings:
            for form in (text, text.rstrip(". ")) if text.endswith(".") else (text,):
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
        move = text.partition(":")[2]
        if piece.number is not None and piece.number >= self._turn and any(map(str.isdigit, move)):
            try:
                self._notation.parse(text)
            except NotationError as error:
                line, rest = text[: error.column - 1].rstrip(" ,(/"), text[error.column - 1 :].strip(" ,()/")
                remark = ""
                if rest and not any(map(str.isdigit, rest)) and self._notation.reads(line) is not None:
                    remark = f" A remark stands behind `;`, as in `{line} ; {rest}`."
                raise Question(f"This begins like a move: {error.message}.{remark}", error) from error

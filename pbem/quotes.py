"""What stands in the quotes of a text, and what of it may be meant though it is no text of its author."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from pbem.candidates import Piece, Question, find, titles_at
from pbem.folded import unfolded
from pbem.known import Log, otherwise, played, refusal, says
from pbem.mail.newtext import QUOTE
from pbem.notation import Chance, Line, Stop, Turn, Undo
from pbem.plain import same
from pbem.session import Session

_MARKS = (">", "|", "\uff1e")  # of quotes
_MOST = 400  # lines at an end of a quote in which lines of the log are looked for
_LONGEST = 400  # characters of a line that is read as a move
_PLAYED = 20  # lines that are tried on the position
_UNDO = re.compile("undo|stop", re.IGNORECASE)
"""The words of an undo and a stop: without them nothing is read."""
_ONLY_QUOTED = (
    "`{text}` stands only in what is quoted, copied, hidden or in a signature, and this game has it not: to enter it "
    "write it as a line of your own, else send your line without it."
)
_MOVE_QUOTED = (
    "A move for turn {turn} stands only in what is quoted, copied, hidden or in a signature: `{text}`. To play it "
    "write it as a line of your own."
)
_AMONG_QUOTED = (
    "`{text}` stands among quoted lines, so it is not clear whether it is new: to play it write it with an empty line "
    "above."
)


class Quotes:
    """The quotes of a text, laid beside the log of its game.

    To be made before the text is played, and asked when it was.
    """

    def __init__(self, session: Session, log: Log, lines: Sequence[str]) -> None:
        self._session, self._log, self._lines = session, log, lines
        self._turn, self._next = session.turn, session.fold.next_number()

    @cached_property
    def _pieces(self) -> list[Piece]:
        """What may be a line of the log at the ends of the quotes."""
        rules, lines = self._session.rules, self._lines
        words = ("draw", *rules.words.chance_words) if rules.has_chance else ()
        ends = lines if len(lines) <= 2 * _MOST else [*lines[:_MOST], "", *lines[-_MOST:]]
        return find(unfolded(map(unmarked, ends)), self._session.header.names, words, texts=False).pieces

    @cached_property
    def last_turn(self) -> int | None:
        """The last turn, or one to come, of which they have a line."""
        return max((p.number for p in self._pieces if p.kind == "turn" and p.number is not None), default=None)

    @cached_property
    def has_unnumbered(self) -> bool:
        """Whether they have a move with a name and no turn."""
        return any(self._turns(None))

    def check(self, turns: Collection[int], guessed: Collection[int], led_here: bool) -> None:
        """Raises Question for what only a quote has and may be meant beside new lines.

        These are of some `turns`, of which the text does not say the number of those `guessed`. A quote that
        `led_here`, to the position before them, has nothing new but lines of the turn after a guessed one, undos and
        stops.
        """
        to_come = {self._session.turn}.difference(turns)
        if led_here:
            self._ask_of_turns(to_come if guessed else ())
            self._ask_of_undos(listed=True)
        else:
            self._ask_of_turns(to_come.union(guessed), last_only=bool(turns) and not guessed)
            self._ask_of_undos()
            self._ask_of_draws()

    def check_past(self, turn: int) -> None:
        """Raises Question where they tell the turn before this one otherwise than the log, or a draw above this turn.

        That is in a line that the log never had, or if none of its lines are in force and no undo stands there; in a
        line without turn, of the same player, if that player never played so.
        """
        self._ask_of_draws(before=turn)
        session = self._session
        number = max((before for before in session.fold.before if before < turn), default=-1)
        numbered, own = self._turns(number)[:_PLAYED], played(session.fold, number)
        strange = [text for text, lines in numbered if all(self._is_new(line, number) for line in lines)]
        undone = any(isinstance(line := self._line(p), Undo) and line.what == number for p in self._pieces)
        if not undone and not any(says(session, number, line) for _, lines in numbered for line in lines):
            strange += [text for text, _ in numbered]
        for text, lines in self._turns(None)[:_PLAYED]:
            mine = own and same(lines[0].name or "") == same(own[0].name or "")
            strange += [text] if mine and all(self._is_new(line, number) for line in lines) else []
        if strange:
            raise otherwise(session, self._log, number, strange[0])

    def ask(self) -> None:
        """Raises Question for what only a quote has, and the game has not, where the text has nothing new."""
        self._ask_of_turns({self._session.turn})
        self._ask_of_undos()
        self._ask_of_draws()

    def ask_of_moves(self) -> None:
        """Raises Question for a move of this turn that stands only in a quote, and a legal one among quoted lines.

        Not for one that was taken back.
        """
        turn = self._session.turn
        for text, lines in self._turns(turn):
            if self._is_new(lines[-1], turn):  # it may be half of a turn that was played, too
                raise Question(_MOVE_QUOTED.format(turn=turn, text=text))
        for tries, text in enumerate(_between(self._session, self._lines[:_MOST])):
            if tries < _PLAYED and not refusal(self._session, text):
                raise Question(_AMONG_QUOTED.format(text=text))

    def _ask_of_turns(self, turns: Collection[int], last_only: bool = False) -> None:
        """Raises Question for a line of one of these turns; with `last_only` for the last line of a turn alone.

        From that one a log may go on.
        """
        last = max((piece.row for piece in self._pieces if piece.kind == "turn"), default=-1) if turns else -1
        for piece in self._pieces if turns else ():
            line = self._line(piece) if piece.kind == "turn" and (not last_only or piece.row == last) else None
            if isinstance(line, Turn) and line.number in turns and self._is_new(line, line.number or 0):
                raise Question(_ONLY_QUOTED.format(text=piece.readings[-1][0]))

    def _ask_of_undos(self, listed: bool = False) -> None:
        """Raises Question for an undo or a stop that the log has not.

        Where the post of now is quoted, what is `listed` in it was taken back in a copy of the game that has come to
        the same position; but not a line that may have been written below it.
        """
        if not any(map(_UNDO.search, self._lines)):
            return
        start = min((start for _, start, _ in titles_at(self._lines)), default=0)
        below = {unmarked(line) for line in self._lines[start:]} if listed else ()
        for at, piece in enumerate(self._pieces):
            text, line = piece.readings[-1][0], self._line(piece) if piece.kind == "undo" else None
            if not isinstance(line, (Undo, Stop)) or line.at is None or self._log.find(line, ()) is not None:
                continue
            if text not in below or (line.at >= self._next and not self._comes_back(line, self._pieces[at + 1 :])):
                raise Question(_ONLY_QUOTED.format(text=text))

    def _comes_back(self, line: Undo | Stop, after: Sequence[Piece]) -> bool:
        """Whether the game is where it was in spite of an undo: of this turn, or of one that is played again below."""
        if not isinstance(line, Undo):
            return False
        again = (self._line(piece) for piece in after if (piece.kind, piece.number) == ("turn", line.what))
        return line.what == self._turn or any(isinstance(one, Turn) and not self._log.is_new(one) for one in again)

    def _ask_of_draws(self, before: int = 0) -> None:
        """Raises Question for a draw that the game waits for, or that it should have from `before` a turn."""
        for piece in self._pieces if self._session.waits_for_draw or before else ():
            before = 0 if piece.kind == "turn" and (piece.number or 0) >= before else before
            text, line = piece.readings[-1][0], self._line(piece) if piece.kind == "chance" else None
            new = isinstance(line, Chance) and not self._log.drawn(line)
            if new and (before or (self._session.waits_for_draw and not refusal(self._session, text))):
                raise Question(_ONLY_QUOTED.format(text=text))

    def _line(self, piece: Piece) -> Line | None:
        return self._session.fold.notation.reads(piece.readings[-1][0])

    def _turns(self, number: int | None) -> list[tuple[str, list[Turn]]]:
        """What may be lines of a turn, or with a name and without a turn: what stands there, in all its readings."""
        session, found = self._session, []
        for piece in self._pieces:
            if piece.kind == "turn" and piece.number == number and session.header.player(piece.name or "") is not None:
                lines = [session.fold.notation.reads(text) for text, _ in piece.readings]
                turns = [line for line in lines if isinstance(line, Turn)]
                found += [(piece.readings[-1][0], turns)] if turns else []
        return found

    def _is_new(self, line: Turn, number: int) -> bool:
        """Whether the log never had such a line, and that turn says something else."""
        return self._log.is_new(line) and not says(self._session, number, line)


def without_others(session: Session, quoted: Sequence[str]) -> Sequence[str]:
    """A quote without what stands below the titles of other games: a digest has several."""
    starts = sorted((start, title.is_of(session.header.id)) for title, start, _ in titles_at(quoted))
    if all(mine for _, mine in starts):
        return quoted
    left = [*quoted[: starts[0][0]], *[""] * (len(quoted) - starts[0][0])]
    for (start, mine), end in zip(starts, [*(start for start, _ in starts[1:]), len(quoted)], strict=True):
        left[start:end] = quoted[start:end] if mine else left[start:end]
    return left


def _between(session: Session, quoted: Sequence[str]) -> Iterator[str]:
    """Lines that read as a move, below a line with the mark of a quote and without one themselves."""
    below = [line for above, line in pairwise(quoted) if _is_marked(above) and not _is_marked(line)]
    for piece in find(below, session.header.names, ()).pieces:
        text = piece.readings[-1][0]
        if any(map(str.isdigit, text)) and len(text) <= _LONGEST and session.is_move(text):
            yield text


def _is_marked(line: str) -> bool:
    return line.lstrip()[:1] in _MARKS or QUOTE.match(line) is not None


def unmarked(line: str) -> str:
    """A quoted line without the marks of quotes, however deep it is."""
    start = 0
    while found := QUOTE.match(line, start):
        start = found.end()
    return line[start:].lstrip("> |")

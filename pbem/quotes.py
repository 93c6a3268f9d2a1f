"""What stands in the quotes of a text, and what of it may be meant though it is no text of its author."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from pbem.candidates import LOOKED_AT, Piece, Question, Title, find, titles_at
from pbem.fold import Fold
from pbem.folded import unfolded
from pbem.known import Log, otherwise, played, refusal, results, says
from pbem.mail.newtext import depth, heads, is_marked, unmarked
from pbem.nearly import could_be
from pbem.notation import Chance, Line, Stop, Turn, Undo
from pbem.plain import clean, same
from pbem.session import Session

_MOST = 400  # lines at an end of a quote in which lines of the log are looked for
_PLAYED = 20  # lines that are tried on the position
_UNDO = ("undo", "stop")
"""The words of an undo and a stop: without them it takes no time to see that there is none."""
_ONLY_QUOTED = (
    "`{text}` stands only in what is quoted, copied, hidden or in a signature, and this game has it not: to enter it "
    "write it as a line of your own, else send your line without it."
)
_MOVE_QUOTED = (
    "A move for turn {turn} stands only in what is quoted, copied, hidden or in a signature: `{text}`. To play it "
    "write it as a line of your own."
)
_DRAWN_OTHERWISE = (
    "`{text}` stands in what is quoted, and the log of this game has it not, or it was taken back here: to play your "
    "line send it without that."
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
    def _ends(self) -> Sequence[str]:
        """Both ends of the quotes, with nothing between."""
        lines = self._lines
        return lines if len(lines) <= 2 * _MOST else [*lines[:_MOST], "", *lines[-_MOST:]]

    @cached_property
    def _pieces(self) -> list[Piece]:
        """What may be a line of the log there."""
        rules = self._session.rules
        words = ("draw", *rules.words.chance_words) if rules.has_chance else ()
        return find(unfolded(map(unmarked, self._ends)), self._session.header.names, words, texts=False).pieces

    @cached_property
    def _heads(self) -> set[int]:
        """Where heads of mails stand in them, if they have no marks."""
        found = heads(self._ends, self._session.header.names)
        return found.difference(piece.row for piece in self._pieces if piece.row in found and self._lines_of(piece))

    @cached_property
    def _undos(self) -> list[tuple[int, int | str]]:
        """Where undos of the log stand that they have, and what each takes back: who quotes it knows of that."""
        lines = (line for piece in self._pieces if piece.kind == "undo" for line in self._lines_of(piece))
        undos = [(self._log.find(line, ()), line.what) for line in lines if isinstance(line, Undo)]
        return [(place, what) for place, what in undos if place is not None]

    @cached_property
    def last_turn(self) -> int | None:
        """The last turn, or one to come, of which they have a line."""
        return max((p.number for p in self._pieces if p.kind == "turn" and p.number is not None), default=None)

    @cached_property
    def has_unnumbered(self) -> bool:
        """Whether they have a move with a name and no turn."""
        return any(self._turns(piece) for piece in self._pieces if piece.number is None)

    def check(self, turns: Collection[int], guessed: Collection[int], led_here: bool, drew: bool, undo: int) -> None:
        """Raises Question for what only a quote has and may be meant beside new lines.

        These are of some `turns`, of which the text does not say the number of those `guessed`; where people `drew`
        they may be draws alone. A quote that `led_here`, to the position before them, has nothing new but what goes on
        where the text has no number, undos and stops. `undo` is as of `check_past`.
        """
        to_come = {self._session.turn}.difference(turns)
        if led_here:
            self._ask_of_turns(to_come if guessed or (drew and not turns) else ())
            self._ask_of_undos(listed=True)
        else:
            self._ask_of_turns(to_come.union(guessed), last_only=bool(turns) and not guessed)
            self._ask_of_names(guessed if undo < 0 and not self._undos else ())
            self._ask_of_undos()
            self._ask_of_draws()
        if drew and not turns:
            self._check_draws(undo, max(self._session.fold.before, default=-1))

    def check_past(self, turn: int, undo: int) -> None:
        """Raises Question where they tell the turn before this one otherwise than the log, or a draw above this turn.

        What is newest counts: that of the mail that is answered. It may be a line that was taken back, if its undo is
        there too, or is that `undo` of the log, which the text has; with a name alone it may be of another turn, or a
        first try that was refused.
        """
        session = self._session
        number = max((before for before in session.fold.before if before < turn), default=-1)
        self._check_draws(undo, number, turn)
        name = _mover(session.fold, number)
        told = [(one, self._turns(one)) for one in self._pieces if one.number in (None, number)]
        told = [(one, lines) for one, lines in told if lines and (one.number or same(lines[0].name or "") == name)]
        newest = self._newest([one for one, _ in told])
        told = [(one, lines) for one, lines in told if one in newest][-_PLAYED:]
        fits = [any(says(session, number, line) for line in lines) for _, lines in told]
        for (one, lines), fit in zip(told, fits, strict=True):
            places = [place for line in lines for place in self._log.alike(line)]
            here = [place for place in places if place in self._log.places(number)]
            undos = [undo, *(place for place, what in self._undos if isinstance(what, int) and what <= number)]
            old = here and (fits[-1] or max(here) < max(undos))  # the last line of a mail is the one that is meant
            if fit or old or (one.number is None and places != here):
                continue
            first_try = one.number is None and not here and not could_be(session, number, _bodies(one))
            if not first_try:
                raise otherwise(session, self._log, number, one.readings[-1][0])

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
        for piece in self._pieces:
            line = self._line(piece) if (piece.kind, piece.number) == ("turn", turn) else None
            if isinstance(line, Turn) and self._is_new(line, turn):  # it may be half of a turn that was played, too
                raise Question(_MOVE_QUOTED.format(turn=turn, text=piece.readings[-1][0]))
        for tries, text in enumerate(_between(self._session, self._lines[:_MOST])):
            if tries < _PLAYED and not refusal(self._session, text):
                raise Question(_AMONG_QUOTED.format(text=text))

    def _ask_of_turns(self, turns: Collection[int], last_only: bool = False) -> None:
        """Raises Question for a line of one of these turns; with `last_only` for the last line of a turn alone.

        From that one a log may go on.
        """
        if not turns:
            return
        last = max((piece.row for piece in self._pieces if piece.kind == "turn"), default=-1)
        for piece in self._pieces:
            line = self._line(piece) if piece.kind == "turn" and (not last_only or piece.row == last) else None
            if isinstance(line, Turn) and line.number in turns and self._is_new(line, line.number or 0):
                raise Question(_ONLY_QUOTED.format(text=piece.readings[-1][0]))

    def _ask_of_undos(self, listed: bool = False) -> None:
        """Raises Question for an undo or a stop that the log has not.

        Where the post of now is quoted, what is `listed` in it was taken back in a copy of the game that has come to
        the same position; but not a line that may have been written below it.
        """
        said = clean("\n".join(self._ends)).casefold()
        if not any(word in said for word in _UNDO):
            return
        start = min((start for _, start, _ in titles_at(self._lines)), default=0)
        below = {unmarked(line) for line in self._lines[start:]} if listed else ()
        comes_back: set[int | str | None] = {self._turn}  # turns that are played below as here, and that of now
        for piece in reversed(self._pieces):
            text, line = piece.readings[-1][0], self._line(piece) if piece.kind in ("undo", "turn") else None
            if isinstance(line, Turn) and line.number not in comes_back and not self._log.is_new(line):
                comes_back.add(line.number)
            if not isinstance(line, (Undo, Stop)) or line.at is None or self._log.find(line, ()) is not None:
                continue
            old = line.at < self._next or (isinstance(line, Undo) and line.what in comes_back)
            if not (text in below and old):
                raise Question(_ONLY_QUOTED.format(text=text))

    def _ask_of_names(self, turns: Collection[int]) -> None:
        """Raises Question for a line with a name alone of who moved in one of these turns, and never played so."""
        names = {_mover(self._session.fold, turn) for turn in turns}
        tries = 0
        for piece in self._pieces if names else ():
            lines = self._turns(piece) if piece.number is None else []
            name = same(lines[0].name or "") if lines else ""
            if name not in names or not all(map(self._log.is_new, lines)):
                continue
            tries += 1
            if tries > _PLAYED:
                return
            of = [turn for turn in turns if _mover(self._session.fold, turn) == name]
            if any(could_be(self._session, turn, _bodies(piece)) for turn in of):  # else it was a first try
                raise Question(_ONLY_QUOTED.format(text=piece.readings[-1][0]))

    def _ask_of_draws(self) -> None:
        """Raises Question for a draw that the game waits for."""
        for piece in self._pieces if self._session.waits_for_draw else ():
            text, line = piece.readings[-1][0], self._line(piece) if piece.kind == "chance" else None
            if isinstance(line, Chance) and not self._log.drawn(line) and not refusal(self._session, text):
                raise Question(_ONLY_QUOTED.format(text=text))

    def _check_draws(self, undo: int, number: int, turn: int | None = None) -> None:
        """Raises Question for a draw, of the newest ones, that the log never had, or has not any more.

        That is above the lines of a `turn`. It may have been taken back, as of `check_past`, or before turn `number`.
        """
        later = (piece.row for piece in self._pieces if turn is not None and (piece.number or 0) >= turn)
        end = min(later, default=len(self._ends))
        above = [piece for piece in self._pieces if piece.kind == "chance" and piece.row < end]
        draws = [(one, [line for line in self._lines_of(one) if isinstance(line, Chance)]) for one in above]
        newest = self._newest([one for one, lines in draws if lines])
        for one, lines in draws:
            places = [place for line in lines for place in self._log.alike(line)]
            gone = max(places, default=-1)  # if it was taken back
            last = max(undo, *(place for place, _ in self._undos), -1)
            old = gone >= 0 and (gone < last or self._log.turn_at(gone) < number - 1)
            if one in newest and not old and not any(self._is_drawn(line, number) for line in lines):
                raise Question(_DRAWN_OTHERWISE.format(text=one.readings[-1][0]))

    def _is_drawn(self, line: Chance, number: int) -> bool:
        """Whether it is in force, or has results of a draw since a turn, in another order maybe, as a first try has."""
        if any(map(self._log.in_force, self._log.alike(line))):
            return True
        fold, mine = self._session.fold, results(self._session.fold, line)
        start = min(filter(self._log.in_force, self._log.places(number)), default=len(fold.lines))
        opening = self._log.opening() if number <= min(fold.before, default=0) else 0
        for place in (place for place in fold.force if place > start or place < opening):
            own = fold.lines[place]
            drawn = results(fold, own) if isinstance(own, Chance) else Counter()
            missing = 0 if place > start else (drawn - mine).total()  # nobody leaves out half of an opening
            if not mine - drawn and missing <= 1:
                return True
        return False

    def _newest(self, pieces: Sequence[Piece]) -> Sequence[Piece]:
        """Those that stand least deep: of the mail that is answered; without marks those above the head of another."""
        deep = [depth(self._ends[piece.row]) for piece in pieces]
        least = min(deep, default=0)
        found = [piece for piece, depth in zip(pieces, deep, strict=True) if depth == least]
        if least or not found:
            return found
        end = min((row for row in self._heads if row > found[0].row), default=len(self._ends))
        return [piece for piece in found if piece.row < end]

    def _line(self, piece: Piece) -> Line | None:
        return self._session.fold.notation.reads(piece.readings[-1][0])

    def _lines_of(self, piece: Piece) -> list[Line]:
        """What a piece may be, in all its readings."""
        lines = [self._session.fold.notation.reads(text) for text, _ in piece.readings]
        return [line for line in lines if line is not None]

    def _turns(self, piece: Piece) -> list[Turn]:
        """What a piece may be as a line of a turn by one of the players."""
        if piece.kind != "turn" or self._session.header.player(piece.name or "") is None:
            return []
        return [line for line in self._lines_of(piece) if isinstance(line, Turn)]

    def _is_new(self, line: Turn, number: int) -> bool:
        """Whether the log never had such a line, and that turn says something else."""
        return self._log.is_new(line) and not says(self._session, number, line)


def _mover(fold: Fold, number: int) -> str:
    """Who moved in a turn, as names are compared; "" if it was not played."""
    own = played(fold, number)
    return same(own[0].name or "") if own else ""


def without_others(session: Session, quoted: Sequence[str], found: Sequence[tuple[Title, int, int]]) -> Sequence[str]:
    """A quote without what stands below the titles of other games, of those `found` in it: a digest has several."""
    starts = sorted((start, title.is_of(session.header.id)) for title, start, _ in found)
    if all(mine for _, mine in starts):
        return quoted
    left = [*quoted[: starts[0][0]], *[""] * (len(quoted) - starts[0][0])]
    for (start, mine), end in zip(starts, [*(start for start, _ in starts[1:]), len(quoted)], strict=True):
        left[start:end] = quoted[start:end] if mine else left[start:end]
    return left


def _between(session: Session, quoted: Sequence[str]) -> Iterator[str]:
    """Lines that read as a move, below a line with the mark of a quote and without one themselves."""
    below = [line for above, line in pairwise(quoted) if is_marked(above) and not is_marked(line)]
    for piece in find(below, session.header.names, ()).pieces:
        text = piece.readings[-1][0]
        if any(map(str.isdigit, text)) and len(text) <= LOOKED_AT and session.is_move(text):
            yield text


def _bodies(piece: Piece) -> list[str]:
    """A piece in all its readings, without claim and remark."""
    return [text.partition(";")[0].partition(" =")[0].strip() for text, _ in piece.readings]

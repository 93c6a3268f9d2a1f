"""What stands beside a move of a text: words that take it back, and moves that may be meant with it or in its place."""

import re
from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from typing import NamedTuple

from pbem import meant
from pbem.around import REMARK, end_of_move, row_below
from pbem.candidates import EARNED, LOOKED_AT, Piece, Question, Read, titles_at
from pbem.mail.corrections import CORRECTS, INSTEAD, MEANT, OR, corrects
from pbem.mail.meaning import (
    ABANDONED,
    ASKS,
    DRAFT,
    FINE,
    FOLLOWING,
    IF,
    LINKS,
    ORDER,
    OTHER_IF,
    RIGHT_BELOW,
    TALKS,
    THIS,
    UNSURE,
    denies,
    straight,
    takes_back,
)
from pbem.mail.words import astray, heads_quote
from pbem.nearly import MARKS, SLIP, Near, could_be, in_letters, joined, nearly
from pbem.notation import Turn
from pbem.plain import clean, same, split_remark
from pbem.session import Session

_HEADED = 12  # lines above a move that may be the head of a quote around it
_COPIED = 60  # lines above a move that may be a copy, with it
_BELOW = 200  # lines below a move in which it may be taken back
_CLAUSE = re.compile(r"[.!?;,\u2026]\s")
_CLAUSE_END = re.compile(r"[.,;!?]")
_ROWS = 12  # above and below a turn in which steps of it may stand
_FOUND = 20  # moves there that are tried on the position
_TWO = 2  # lines that a client may have made of one
_BEFORE = 2  # words before a move in the line below another one: people say so that they mean this one
_PLAIN = 6  # of them, where all of them say so
_BEHIND = 2  # words behind one there; so many are said of another move, and not of a step
_STEPS = 4  # words that may go on with a move whose beginning is one as well


def check_above(lines: Sequence[str], used: Collection[int], one: Read, name: str) -> None:
    """Raises Question for a line under one that says not to play it or only thinks of it, half an if, or a quote.

    What remarks of the log say, alone or in `used` rows, they say of what stands there. `name` is that of the player
    whose line it is; "" for a result of chance.
    """
    row, first = one.piece.row, max(0, one.piece.row - _COPIED)
    lines = list(_without_remarks(lines[first:row], [at in used for at in range(first, row)]))
    row -= first
    at = next((at for at in range(row - 1, max(-1, row - 4), -1) if lines[at].strip()), -1)
    above = lines[at].strip() if at >= 0 and at + first not in used else ""
    touches = above != "" and at == row - 1
    said = FINE.sub("", clean(above[-LOOKED_AT:]).replace("\u2019", "'").casefold())
    clause = _CLAUSE.split(said)[-1].strip("*_ ,\u00bf")
    negated = clause.endswith(":") and denies(clause)
    leads_on = clause.endswith((":", " this", " that", " it")) or touches
    unsure = ASKS.fullmatch(clause) or (leads_on and UNSURE.fullmatch(clause))
    half = clause[-1:] not in tuple(".!?,)") and IF.match(clause) is not None
    half = half and (touches or not OTHER_IF.match(clause))
    half = half or (touches and ABANDONED.fullmatch(clause) is not None)
    back = clause.endswith(":") and THIS.search(clause) and takes_back(clause.rstrip(": "))
    back = back or (touches and FOLLOWING.search(clause) and takes_back(clause.rstrip(": ")))
    half = half or ORDER.match(said.strip("*_ \u00bf")) is not None
    half = half or (above.endswith(" /") and any(map(str.isdigit, above)))  # a step, and the mark before another
    head = next(filter(heads_quote, (above, *_right_above(lines, row))), "").strip() or _heads_all(lines, row, name)
    if negated or back or unsure or half or clause in DRAFT or head:
        raise Question(
            f"Above `{one.text}` stands `{head or above}`, so it is not clear whether it is to be played: to play it "
            "send it without that."
        )


def _without_remarks(lines: Sequence[str], used: Sequence[bool]) -> Iterator[str]:
    """Lines without the remarks of a log: of those that are `used`, or right below one of them."""
    of_the_log = False
    for line, known in zip(lines, used, strict=True):
        of_the_log = known or (of_the_log and REMARK.match(line) is not None)
        yield "".join(split_remark(line)[:2]) if of_the_log else line


def _right_above(lines: Sequence[str], row: int) -> list[str]:
    """The lines right above one, up to an empty one."""
    return list(takewhile(str.strip, reversed(lines[max(0, row - _HEADED) : row])))


def _heads_all(lines: Sequence[str], row: int, name: str) -> str:
    """The head of a quote without marks that a line may belong to, some paragraphs above it.

    Below the first of them one's own words may begin, unless the quote is of the same player. A post has an end.
    """
    for start in range(row - 1, max(-1, row - _COPIED), -1):
        line = lines[start].strip()
        if heads_quote(line):
            paragraphs = sum(bool(one) and not above for above, one in pairwise(["", *lines[start + 1 : row]]))
            one = paragraphs < 2 and not (name and same(name) in same(line))
            return "" if one or titles_at(lines[start:row]) else line
    return ""


def check_below(lines: Sequence[str], text: str) -> None:
    """Raises Question where one of these lines, which stand below the last move of a text, takes it back."""
    first = straight(lines[0][:LOOKED_AT]).strip(" .!\u2026") if lines else ""
    if first and (not first.strip("? ") or RIGHT_BELOW.fullmatch(first)):
        raise _unsure(text, lines[0])
    above, strange = "", False  # the line before this one; whether it is of a text for strangers
    for line in lines[:_BELOW]:
        said = whole = straight(line[:LOOKED_AT])
        if not said:
            above, strange = "", False
        if strange or not said:
            continue
        place = astray(f"{above} {said}")
        strange = place >= 0
        said = said[: max(0, place - len(above) - 1)] if strange else said
        above = whole
        if takes_back(said):
            raise _unsure(text, line)


def check_corrected(session: Session, lines: Sequence[str], pieces: Sequence[Piece], taken: Sequence[Read]) -> None:
    """Raises Question for a line below those that are `taken` of a text, which corrects a part of one, and has no move.

    `pieces` are other lines.
    """
    below, ends = {row_below(lines, one) for one in taken}, [end_of_move(lines, one) for one in taken]
    found = []
    for piece in pieces if taken else ():
        above = taken[bisect(ends, piece.row) - 1] if piece.row >= ends[0] else None
        text = straight(piece.readings[-1][0][:LOOKED_AT])
        if piece.kind == "text" and above is not None and corrects(text, above.text, piece.row in below):
            found.append((piece, above.text, text))
    rows = [piece for piece, _, _ in found]
    moves = {near.piece.row for near in (*nearly(session, rows), *in_letters(session, rows, set()))}
    for piece, move, text in found:
        if piece.row not in moves:
            raise _unsure(move, text)


def _unsure(text: str, below: str) -> Question:
    return Question(
        f"Below `{text}` stands `{below.strip()[:LOOKED_AT]}`, so it is not clear whether it is to be played: to play "
        "it send it without that."
    )


class _Move(NamedTuple):
    """A move near a turn, and whether it stands below that, `touches` it, or is in the next line that is not empty.

    `between` are the words between the two, but for those that join steps; `behind` stands behind the move.
    """

    near: Near
    below: bool
    touches: bool
    next_to: bool
    between: Sequence[str]
    behind: str

    @property
    def more(self) -> int:
        """Words that go on with a move below the turn, up to the end of their clause."""
        return len(_words(_CLAUSE_END.split(self.behind, maxsplit=1)[0])) if self.below else 0

    @property
    def talk(self) -> bool:
        """Whether people write of the move, and do not make it."""
        return (len(self.between) > _BEFORE and not self.plain) or TALKS.search(self.near.before) is not None

    @property
    def plain(self) -> bool:
        """Whether all the words before it say that it is meant in place of the turn above."""
        words = self.between if self.below else ()
        return 0 < len(words) <= _PLAIN and all(map(CORRECTS.fullmatch, words))

    @property
    def instead(self) -> bool:
        """Whether the words before it begin so that it is meant in place of the turn above, not with it."""
        said = [word.strip(MARKS).casefold() for word in self.near.before.split()] if self.below else []
        joins = any(LINKS.fullmatch(word) and not OR.fullmatch(word) for word in said)
        return not joins and any(map(_says_instead, said[:1]))

    @property
    def is_said_apart(self) -> bool:
        """Whether it is meant where it does not touch the turn: there people say more plainly that they mean it."""
        return (self.below or (bool(self.behind.strip()) and not self.between)) and not self.talk


class Beside:
    """What stands beside the last turn of a text, and may be meant with it, or in place of it.

    Beside another move, or apart from it, people may write what they like, but for some words between the two.
    """

    def __init__(
        self,
        session: Session,
        lines: Sequence[str],
        pieces: Sequence[Piece],
        at: Read,
        played: Mapping[int, str],
        bare: bool,
    ) -> None:
        """The turn stands `at` a place; what was `played` are lines by their turns, the last of them a `bare` move."""
        self._session, self._at, self._bare = session, at, bare
        self._turn = max(played)
        self._said = played[self._turn]
        line = session.fold.notation.reads(self._said)
        assert isinstance(line, Turn)
        self._line, self._steps = line, session.fold.notation.format_steps(line.steps)
        above = at.piece.row - 1
        self._above = next((row for row in range(above, -1, -1) if lines[row]), -1) if bare else above
        self._end, self._below = end_of_move(lines, at), row_below(lines, at)
        rows = range(self._above - _ROWS + 1, self._below + _ROWS)
        self._pieces = [p for p in pieces if p.row in rows and not EARNED.match(p.readings[-1][0])]

    def parts(self) -> Iterator[Near]:
        """What may go on with the turn, or begin it."""
        for one in self._moves:
            apart = one.is_said_apart and one.more < _BEHIND
            if (self._is_meant(one) if one.touches else apart) and self._goes_on(one.near.move):
                yield one.near
        for piece in self._right_below:
            for whole in self._wholes(piece):
                if could_be(self._session, self._turn, (whole,), behind=False):
                    yield Near(piece, piece.readings[-1][0], "", whole, None, False)
            for near in self._letters(piece):
                if self._goes_on(near.move):
                    yield near

    def alternatives(self) -> Iterator[Near]:
        """Moves of which the words before them say that they are meant in place of the turn (`or`, `no,`)."""
        return self._in_its_place(one for one in self._moves if one.instead)

    def others(self) -> Iterator[Near]:
        """Moves that may be meant in place of the turn."""
        yield from self._in_its_place(self._moves)
        for piece in self._right_below:
            yield from (near for near in self._letters(piece) if self._is_other(near.move))

    def _in_its_place(self, moves: Iterable[_Move]) -> Iterator[Near]:
        for one in moves:
            # Its first word may be a move as well.
            longer = [" ".join([one.near.move, *one.behind.split()[:end]]) for end in range(_STEPS)]
            meant_so = self._is_meant(one) if one.touches else self._corrects(one)
            if meant_so and any(self._is_other(move, one.talk or not one.touches) for move in longer):
                yield one.near

    @cached_property
    def _moves(self) -> Sequence[_Move]:
        """The moves in the lines near the turn."""
        near_it = (self._above, self._below)
        pairs = [
            p._replace(readings=(r,)) for p in self._pieces if p.row in near_it for r in p.readings if r[1] == _TWO
        ]
        found = []
        for near in [*nearly(self._session, self._pieces), *nearly(self._session, pairs)][:_FOUND]:
            row, behind = near.piece.row, near.text[len(near.before) + len(near.move) :]
            below = row >= self._below
            touches = row in (self._at.piece.row - 1, self._end)
            between = _words(near.before if below else behind)
            found.append(_Move(near, below, touches, row in near_it, between, behind))
        return found

    @property
    def _right_below(self) -> Iterator[Piece]:
        return (piece for piece in self._pieces if piece.row == self._below)

    def _is_meant(self, one: _Move) -> bool:
        """Whether so little stands between the turn and a move that touches it that it may be meant."""
        return self._bare or one.plain or len(one.between) <= (_BEFORE if one.below else 1)

    def _corrects(self, one: _Move) -> bool:
        """Whether a move that does not touch the turn may be said in its place."""
        plain = all(map(CORRECTS.fullmatch, one.between)) and (one.more < _BEHIND or CORRECTS.search(one.behind))
        near = one.next_to and bool(self._bare or plain)
        return one.is_said_apart and one.more <= _BEHIND and (near or (one.plain and not one.more))

    def _wholes(self, piece: Piece) -> Iterator[str]:
        """The turn with what goes on with it in the line below, which has to end so where it does not touch it."""
        text, reads = piece.readings[-1][0], self._session.fold.notation.reads
        if self._below == self._end:
            yield from joined(self._session, Near(piece, text, "", self._steps, None, False, text))
            return
        said = text.strip(MARKS).split()
        for at in range(len(said)) if len(said) <= _STEPS else ():
            whole = f"{self._steps} / {' '.join(said[at:])}"
            if meant.is_bare(reads(whole)):
                yield whole

    def _letters(self, piece: Piece) -> Iterator[Near]:
        """Moves without digits that end a short line, some words before them maybe."""
        text = piece.readings[-1][0]
        words = text.partition(";")[0].split() if len(text) <= SLIP and not any(map(str.isdigit, text)) else []
        end = len(words) - bool(words and MEANT.fullmatch(words[-1].strip(MARKS)))
        for start in range(min(end, _BEFORE + 1)):
            move = " ".join(words[start:end]).strip(" .,!?()")
            before = " ".join(words[:start])
            line = self._session.fold.notation.reads(move)
            if not isinstance(line, Turn) or not meant.is_bare(line):
                continue
            # People sign with a letter, which may be a move.
            said = end < len(words) or (start > 0 and all(map(_is_instead, words[:start])))
            if not move.isalpha() or (said and move == self._session.fold.notation.format_steps(line.steps)):
                yield Near(piece, text, before, move, None, False)

    def _goes_on(self, move: str) -> bool:
        """Whether a move could be played in the same turn, before what was played or behind it."""
        steps = self._steps
        wholes = f"{steps} / {move}", f"{steps} {move}", f"{move} / {steps}"
        return could_be(self._session, self._turn, wholes, behind=False)

    def _is_other(self, move: str, talk: bool = False) -> bool:
        """Whether a move could be played in place of the turn; in `talk` people write of a part of that as well."""
        own = self._session.fold.notation.reads(move)
        part = not isinstance(own, Turn) or (talk and all(step in self._line.steps for step in own.steps))
        return not part and could_be(self._session, self._turn, (move,), behind=False)


def _is_instead(word: str) -> bool:
    return INSTEAD.fullmatch(word.strip(MARKS)) is not None


def _says_instead(word: str) -> bool:
    """Whether a word before a move says that it is meant in place of another one."""
    said = word.strip(MARKS).casefold()
    return bool(OR.fullmatch(said) or CORRECTS.fullmatch(said))


def _words(text: str) -> list[str]:
    """The words of a text but for those that join steps; `I` is one in other languages."""
    words = [word.strip(MARKS) for word in text.split() if any(map(str.isalnum, word))]
    return [word for word in words if word == "I" or not LINKS.fullmatch(word.casefold())]

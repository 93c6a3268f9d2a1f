"""Results of chance in a text: which are new ones, and which are of the past, by what they stand at."""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from pbem import meant
from pbem.answered import answers_another_post, stands_at_an_old_move
from pbem.around import posts, touch
from pbem.candidates import COLUMNS, LOOKED_AT, Piece, Question, Read, Title, titles
from pbem.errors import NotationError
from pbem.fold import Fold, key, play_again
from pbem.keys import Keys
from pbem.known import Log, refusal, results
from pbem.mail.corrections import EDITS, INSTEAD, MEANT, OR
from pbem.nearly import RESULTS, draws_in, rests_in
from pbem.notation import Chance, Line, Turn, Undo
from pbem.quotes import Quotes
from pbem.session import Session

_TRIES = 1500  # parts of lines that are read as a result of chance
_WITHIN = 100  # lines with the word of a draw in which one is looked for
_NEARLY_DRAWN = "`{text}` is nearly a draw: to enter it write `{draw}`."
_NEARLY_REFUSED = "`{text}` is nearly a draw: `{draw}`, and that is refused: {why}."
_WORDLESS = "`{text}` is a draw without its first word: to enter it write `{draw}`."
_WORDLESS_REFUSED = "`{text}` is a draw without its first word: `{draw}`, and that is refused: {why}."
_DREW = re.compile(r"^\W*(?:and )?(?:(?:i|we)(?:'ve| have)? )?(?:draws?|drew|drawn|rolls?|rolled)\b\W*", re.IGNORECASE)
_FEW = 4  # words before a draw
_TWO_DRAWS = "There are two draws: `{drawn}` and `{text}`. Which is it?"
_TITLE = 6  # lines below what stands above a post, with its title in two of them and empty ones between


class Stand(NamedTuple):
    """What a result of chance stands at in a text.

    `begins` are all results that the list of a post begins with, if it is the first of them; `goes_on` is whether it
    stands right below another line, or in the list of a post as that does; `below` is the line right below it. It has
    `led` to a post below it, of the `past` or not, or stands above the turn that the log has before it.
    """

    begins: Sequence[Line]
    goes_on: bool
    below: Line | None
    led: bool
    past: bool


class Draws:
    """Results of chance in a text, and whether what they stand at, posts or moves, is of the past."""

    def __init__(
        self, session: Session, found: Sequence[tuple[Title, int, int]], quoted: Sequence[Title], quotes: Quotes
    ) -> None:
        """To be made before the text is played; `found` are its titles, `quoted` those of `quotes`; see `titles_at`."""
        self._session, self._quotes = session, quotes
        self._posts = [(start, title) for title, start, _ in found if title.turn >= 0]
        self._quoted = quoted[:1]
        self._begun = (session.turn, session.key) if found or quoted else (0, "")
        self._lines: Sequence[str] = ()
        self._own = len(session.fold.lines)
        self._top = -1  # the row of the first line
        self._last_act: Line | None = None
        self._undo = -1  # the row of the last line that takes back, and is new
        self._listed: dict[int, Title] = {}  # by rows, what posts have of the log
        self._stands: dict[int, Stand] = {}  # by rows, too

    def lay(self, reads: list[Read], lines: Sequence[str], log: Log) -> None:
        """Note what the results of chance among the lines of a text stand at; where that is a post, of which turn."""
        self._lines, self._top = lines, min((one.piece.row for one in reads), default=-1)
        self._last_act = next((one.line for one in reversed(reads) if not isinstance(one.line, Chance)), None)
        undos = [one for one in reads if isinstance(one.line, Undo) and one.line.at and log.find(one.line, ()) is None]
        self._undo = undos[-1].piece.row if undos else -1
        found = posts(lines, reads) if self._posts else []
        self._listed = {one.piece.row: post.title for post in found for one in post.below}
        first = {post.below[0].piece.row: post for post in found if post.below}
        led = {} if undos else self._led(reads, log)
        for above, one, below in zip([None, *reads], reads, [*reads[1:], None], strict=False):
            row, title = one.piece.row, self._listed.get(one.piece.row)
            if isinstance(one.line, Chance):
                in_a_list = above is not None and title is not None and self._listed.get(above.piece.row) is title
                self._stands[row] = Stand(
                    begins=_draws(first[row].below) if row in first else (),
                    goes_on=in_a_list or touch(lines, above, one),
                    below=below.line if below is not None and touch(lines, one, below) else None,
                    led=row in led,
                    past=led.get(row, False),
                )

    @property
    def answers_now(self) -> bool:
        """Whether the text answers a quoted post of the position that it came to."""
        return self._begun in [title[1:] for title in self._quoted]

    def place(self, one: Read, after: Sequence[Line], log: Log) -> int | None:
        """Where it stands in the log; the list of a post may begin with what was drawn last."""
        place = log.find(one.line, after)
        return log.drawn_last(self._stands[one.piece.row].begins) if place is None else place

    def is_old(self, one: Read, moved: Read | None, log: Log, keys: Keys) -> bool:
        """Whether it led to a post; to that of the position now only where the text has `moved`: else it is new.

        `moved` is then the last line above it that is played or known. Below a move stands the mail of another player:
        in it a draw stands above the turn that it came after, or at a post that is older than the one now.
        """
        stand = self._stands[one.piece.row]
        if moved is None:
            return stand.past
        if self._undo >= 0 or one.piece.row in self._listed or moved.piece.row != self._top:
            return stand.led  # what comes again may have its draws again, and a log of several lines
        title, _ = self._post(one.piece.row, moved)
        if title is None or title[1:] == self._begun:  # that one is answered
            return stand.led
        older = 0 <= title.turn < self._begun[0] or keys.passed(title)
        return stand.led or (older and isinstance(one.line, Chance) and log.drawn(one.line))

    def is_late(self, one: Read, at: Read | None, after: Sequence[Line], log: Log, keys: Keys) -> bool:
        """Whether it stands at a post or a move of before the last move; raises Question unless it was drawn there.

        `at` is the last line above it that is played or known; `after` is as for `Log.find`. So it does for one that
        the log has already, apart from the new move above it: it may be of another mail, below a head without a mark.
        """
        if self._is_of_now(one, at, log):
            return False
        on_top = one.piece.row == self._top and one.piece.row not in self._listed
        if on_top and one.piece.row < self._undo and self._session.fold.lines:
            raise _above_its_lines(one.text)
        title, quoted = self._post(one.piece.row, at)
        if title is not None:
            if title[1:] in (self._begun, _before_move(self._session)):
                return False
            if not quoted and title.turn > self._begun[0]:
                return False
            if title.turn not in (-1, self._session.turn) or keys.passed(title):
                if any(log.stands(one.line, place) for place in _in_turn(self._session.fold, title.turn)):
                    return True
                raise answers_another_post(self._session, title, one)
        if title is None and at is None and (quoted_turn := self._quotes.last_turn) is not None:
            last = self._session.fold.lines[log.last_turn()] if log.last_turn() >= 0 else None
            if isinstance(last, Turn) and last.number is not None and quoted_turn < last.number:
                if any(log.stands(one.line, place) for place in _in_turn(self._session.fold, quoted_turn)):
                    return True
                raise stands_at_an_old_move(self._session, one.text)
        if log.is_behind(after, self._last_act):
            raise stands_at_an_old_move(self._session, one.text)
        drawn = isinstance(one.line, Chance) and log.drawn(one.line) and not log.begins_with(one.line)
        if title is None and drawn and log.at >= self._own and not self._leads_on(one, log):
            raise _apart(one.text)
        return False

    def _led(self, reads: Sequence[Read], log: Log) -> dict[int, bool]:
        """Rows of what has led to a post, or stands above the turn before it; whether that post is of the past."""
        led: dict[int, bool] = {}
        turn: Line | None = None
        for above, one in reversed([*pairwise(reads)]):
            if isinstance(one.line, Turn):
                turn = one.line
            elif turn is not None and above.end < one.piece.row and self._follows(one.line, turn, log):
                led[one.piece.row] = False
        for at, last in enumerate(reads):
            if isinstance(last.line, Chance):
                for title in _titles_below(self._lines, last.end):
                    past = title.key != self._session.key
                    led |= {one.piece.row: past for one in _led_to(self._session, title, reads[: at + 1], log)}
        return led

    def _follows(self, line: Line, turn: Line, log: Log) -> bool:
        """Whether the log has a result of chance right after a turn, or after other such results."""
        place, lines = log.find(turn, ()), self._session.fold.lines
        if place is None:
            return False
        draws = takewhile(lambda at: isinstance(lines[at], Chance), range(place + 1, len(lines)))
        return any(log.stands(line, at) for at in draws)

    def _is_of_now(self, one: Read, at: Read | None, log: Log) -> bool:
        """Whether it goes on the log, or stands right below the last move, or is new as is what it stands at.

        That is a turn right below it, by its number the next, or a quoted post of the position now, with it on top.
        """
        row = one.piece.row
        if self._stands[row].goes_on and log.is_at_end():
            return True
        if touch(self._lines, at, one):
            return not log.is_behind((), None)
        if isinstance(one.line, Chance) and log.drawn(one.line):
            return False
        if row == self._top and self.answers_now:
            return True
        return self._leads_on(one, log)

    def _leads_on(self, one: Read, log: Log) -> bool:
        """Whether right below it stands a new turn, by its number the next."""
        below, turn = self._stands[one.piece.row].below, self._session.turn
        return isinstance(below, Turn) and below.number in (turn, turn + 1) and log.is_new(below)

    def _post(self, row: int, at: Read | None) -> tuple[Title | None, bool]:
        """The title of the post that has a line, or that it stands above, or else below, or that is quoted: if it is.

        Below a post lines that are played or known tell more than it does.
        """
        if row in self._listed:
            return self._listed[row], False
        below = self._posts[bisect(self._posts, row, key=lambda post: post[0]) :][:1]
        last = self._posts[-1][0] if self._posts else -1
        if not below and at is not None and last < at.piece.row and at.piece.row not in self._listed:
            return None, False
        near = below or self._posts[-1:]
        return (near[0][1], False) if near else (next(iter(self._quoted), None), True)


def _in_turn(fold: Fold, number: int) -> list[int]:
    """Where lines in force stand from the end of the turn before one on, up to the turn after it."""
    found: list[int] = []
    for place in fold.force:
        line = fold.lines[place]
        turn = line.number if isinstance(line, Turn) else None
        if turn is not None and turn > number:
            break
        if turn is not None and turn < number:
            found.clear()
        else:
            found.append(place)
    return found


def _before_move(session: Session) -> tuple[int, str] | None:
    """Turn and key of the position before the last line by a player, if there is one."""
    fold = session.fold
    if not fold.before:
        return None
    length, kept = next(reversed(fold.before.values()))
    state = kept.copy()
    lines = [fold.lines[index] for index in fold.force[length:]]
    last = max(at for at, line in enumerate(lines) if isinstance(line, Turn))
    for line in lines[:last]:
        play_again(state, line)
    return state.turn, key(session.rules, session.header, state)


def check_draws(session: Session, pieces: Sequence[Piece]) -> None:
    """Raises Question for what begins like a result of chance, or is one but for its word, while one is due.

    Not for what a post shows, or a table of the notation, by which people are told how to write one.
    """
    tries, left = _TRIES, _WITHIN
    for piece in pieces:
        text = piece.readings[-1][0]
        if piece.template or COLUMNS in text:
            continue
        may_be_one = piece.kind == "text" and len(text) <= LOOKED_AT and tries > 0
        tries -= may_be_one
        if may_be_one:
            _check_wordless(session, text)
        if piece.kind == "chance" and RESULTS.search(text):
            try:
                session.fold.notation.parse(text)
            except NotationError as error:
                raise Question(f"This begins like a draw: {error.message}.", error) from error
        elif left > 0 and (may_be_one or piece.kind == "chance"):
            left -= _check_within(session, text)


def _check_within(session: Session, text: str) -> bool:
    """Raises Question for a result of chance with its word, in brackets, behind two words or before some.

    Else whether it has that word.
    """
    said = text
    for said, _ in draws_in(text[:LOOKED_AT], ("draw", *session.rules.words.chance_words), (), -1):
        if said == text:
            break
        if isinstance(session.fold.notation.reads(said), Chance) and refusal(session, said) is None:
            raise Question(_NEARLY_DRAWN.format(text=text, draw=said))
    return said != text


def _check_wordless(session: Session, text: str) -> None:
    """Raises Question for a result of chance without its word, or behind other words; not for one of these refused."""
    said = text.rstrip(". ")
    whole = _DREW.sub("", said, count=1)
    for end in dict.fromkeys((whole, _behind_words(said))):
        line = meant.without_word(session.fold, end)
        if line is None:
            continue
        draw = session.fold.notation.format(line)
        refused = refusal(session, draw)
        asked, but = (_WORDLESS, _WORDLESS_REFUSED) if end == said else (_NEARLY_DRAWN, _NEARLY_REFUSED)
        if refused is None:
            raise Question(asked.format(text=text, draw=draw))
        if end == whole:
            raise Question(but.format(text=text, draw=draw, why=refused.message), refused)


def _behind_words(text: str) -> str:
    """What of a line stands behind a few words without results of chance (`and the new tiles: ...`)."""
    words = text.split()
    start = next((at for at, word in enumerate(words) if RESULTS.search(word)), 0)
    if not 0 < start <= _FEW or any(len(word) == 1 and word.islower() for word in words[:start]):  # a row of a board
        return text
    plain = words[start].islower() and len(words) - start == 1  # people write such a word of anything
    return text if plain and not words[start - 1].endswith(":") else " ".join(words[start:])


def check_left(draws: Iterable[Read], end: int) -> None:
    """Raises Question for a draw that stands above the lines after which one is due, or apart; `end` is below them."""
    one = next(iter(draws), None)
    if one is not None and one.piece.row < end:
        raise _above_its_lines(one.text)
    if one is not None:
        raise _apart(one.text)


def check_other_draws(
    session: Session, pieces: Sequence[Piece], rows: range, below: int, drawn: Sequence[Chance]
) -> None:
    """Raises Question for other results of chance than were `drawn` above some rows, wherever in the text they stand.

    Below these a post begins, which shows results, or the text ends. They stand in a line that begins with the word of
    a draw, or has that behind two words at most, or in one that corrects them; so it does for a line in the row that
    is the next one `below`, if its first word denies them, and for results without their word in one of the rows.
    """
    words, left = ("draw", *session.rules.words.chance_words), _TRIES
    first = takewhile(lambda word: not RESULTS.search(word), session.fold.notation.format(drawn[-1]).split())
    heads = {*words, " ".join(first)}
    of_heads = {*" ".join(heads).split()}
    known = sum((results(session.fold, line) for line in drawn), Counter(words))
    for piece in pieces:
        text = piece.readings[-1][0].rstrip(" .!")
        corrects = MEANT.search(text) if piece.row >= rows.start else EDITS.match(text)
        if piece.kind not in ("text", "chance") or piece.template or len(text) > LOOKED_AT:
            continue
        denies = piece.row == below and _denies(text)
        start = len(text[: corrects.end()].split()) if corrects else 1 if denies else -1
        shown = text.split(" ", 1)[0] in session.rules.position_words
        rest = rests_in(text, heads, known.keys()) if piece.row in rows and not shown else ()
        for said, as_logged in (*draws_in(text, words, heads, start), *rest):
            left -= 1
            line = session.fold.notation.reads(said) if left > 0 else None
            other = {*(results(session.fold, line) - known)} - of_heads if isinstance(line, Chance) else ()
            if other and (not as_logged or {*other} <= {*said.split()}):
                raise Question(_TWO_DRAWS.format(drawn=session.fold.notation.format(drawn[-1]), text=text))


def _denies(text: str) -> bool:
    """Whether a line begins with `or`, or with a word such as `no` and a mark: `no luck` denies nothing."""
    first = text.partition(" ")[0]
    return (OR if first.isalpha() else INSTEAD).fullmatch(first.strip(".,:;!-").casefold()) is not None


def _apart(text: str) -> Question:
    return Question(f"`{text}` stands apart from the line that comes before it: put it right below that.")


def _above_its_lines(text: str) -> Question:
    return Question(f"`{text}` stands above lines that come before it: put it below them.")


def _draws(lines: Iterable[Read]) -> Sequence[Line]:
    """The results of chance that some lines begin with."""
    return [one.line for one in takewhile(lambda one: isinstance(one.line, Chance), lines)]


def _titles_below(lines: Sequence[str], row: int) -> list[Title]:
    """The title of a post that begins there, and one that a mail or a forum has put above it."""
    return titles([line for line in lines[row : row + _TITLE] if line.strip()][:2])


def _led_to(session: Session, title: Title, reads: Sequence[Read], log: Log) -> Iterator[Read]:
    """The last of some lines, as far as they are the draws that led to the position of a title.

    That is what `move` prints above a post. It is of the position now, or of an earlier turn.
    """
    lines = session.fold.lines
    ends = _ends(lines, log.places(title.turn)) if title.turn < session.turn else ()
    for end in [len(lines)] if title.key == session.key else ends:
        pairs = zip(reversed(reads), reversed(range(end)), strict=False)
        for one, _ in takewhile(lambda pair: log.stands(pair[0].line, pair[1]), pairs):
            yield one


def _ends(lines: Sequence[Line], places: Iterable[int]) -> Iterator[int]:
    """Where a log ended when posts of a turn were printed: before its lines, and before each draw above them."""
    for end in places:
        yield end
        while end and isinstance(lines[end - 1], Chance):
            end -= 1
            yield end

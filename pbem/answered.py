"""What a line answers that bears no number of a turn: the posts and the moves that it stands at."""

import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import takewhile

from pbem.candidates import Question, Read, Title, stale, titles_at
from pbem.fold import Fold
from pbem.keys import Keys
from pbem.known import Log, played, refusal, same_line, says
from pbem.mail import Mail
from pbem.mail.corrections import REPLACES
from pbem.mail.meaning import straight, takes_back
from pbem.mail.newtext import written_by
from pbem.mail.words import ADDRESSED, CLOSES, GREETS, heads_quote
from pbem.nearly import could_be
from pbem.notation import Line, Turn, Undo
from pbem.plain import same
from pbem.quotes import Quotes
from pbem.session import Session

_PASSED = (
    "`{text}` answers an earlier post of turn {turn}, of which a line was played since: to enter it now send it alone."
)
_EARLIER = "`{text}` answers a post of turn {given}, and the game is at turn {turn}: to enter it now send it alone."
_OTHER_TURN = "`{text}` answers a post of turn {given}, and the game is at turn {turn}."
_WAS_PLAYED = (
    "`{text}` answers a post of turn {given}, and was played in that turn; the game is at turn {turn}: "
    "to play it again now write it with its turn and its name."
)
_FROM = "This mail is from {name}, and {mover} is to move: there `{text}` is taken only with its turn and its name."
_OF_TURN = "At `{text}` stands turn {given}, and the game is at turn {turn}: to play it now send it without that."
_BY = "At `{text}` stands `{by}`, and {mover} is to move: there it is taken only with its turn and its name."
_GREETED = (
    "Above `{text}` stands `{greeting}`, so somebody else seems to have written it than {mover}, who is to move: to "
    "play it write it with its turn and its name."
)
_IN_PLACE = (
    "Above `{text}` stands `{above}`, so it may be meant in place of turn {given}: to play it now write it with its "
    "turn and its name."
)
_AS_BEFORE = "`{text}` is what was played in turn {given}, and stands beside other moves: to play it now send it alone."
_SENT_AGAIN = (
    "`{text}` is what {name} played in turn {given}. If this is another turn, and not the same text a second time, "
    "write `{whole}`."
)
_REFUSED_AGAIN = "`{text}` is what {name} played in turn {given}; in turn {turn} it is refused: {why}."
_APART = r"[\s\"'(),]+"
_LISTED = re.compile(r"\s*#?(\d{1,6})[.)]\s")
_HEADED = re.compile(
    r"(?:(?:my )?move for |for )?(?:turn|zug) #?(\d{1,6})(?:, [^,]{1,40}| \([^,]{1,40}\))?[.:]?", re.IGNORECASE
)
"""All of a line above a move, which says of which turn it is."""
_HEAD = 80  # characters of a line above a move that are looked at
_HEADS = 3  # lines that the head of a post in a chat may have
_LOOKED = 20  # lines with a name and no turn for which the last move is looked for


class Unnumbered:
    """Lines of a text without a turn: they are of the turn of the post that they stand at."""

    def __init__(
        self,
        session: Session,
        mail: Mail,
        titles: Sequence[tuple[Title, int, int]],
        old: Sequence[Title],
        keys: Keys,
        quotes: Quotes,
    ) -> None:
        """Of a mail with these titles, as of `titles_at`, and `old` ones in what it quotes."""
        self._session, self._mail = session, mail
        self._posts = [(title, start) for title, start, _ in titles if title.turn >= 0]
        self._old, self._quotes = old, quotes
        passed = {*keys.before_now()}
        self._passed = passed - {session.key} if passed else passed  # to make a key takes time
        self._looked = 0

    def place(self, one: Read, log: Log, below_last: bool, after: Sequence[Line], goes_on: bool) -> int | None:
        """Where the log has a line with a name, which stands at posts of other positions; None for one of now.

        A new one is of now if the last move stands above it (`below_last`), in the lines `after` it or in the quote,
        and no post is of a turn to come, but where the text `goes_on` with new lines, by an undo. Raises Question for
        one that is neither, or may be both, or answers more lines without turn than the post.
        """
        assert isinstance(one.line, Turn)
        titles = self._at(one.piece.row)
        if not titles and self._leads_here(one.line, after, log):
            return log.last(max(self._session.fold.before))
        if not titles:
            self._check_without_posts(one, log, goes_on or below_last, after)
            return None
        turn = self._session.turn
        known = [t.turn for t in titles if not self._is_of_now(t) and says(self._session, t.turn, one.line)]
        if any(map(self._is_of_now, titles)):
            if known and one.line.name and same(one.line.name) == same(self._session.to_move or ""):
                raise answers_another_post(self._session, titles[0], one)
            return log.last(known[0]) if known else None
        below_last = below_last and not self._quoted_below(one.piece.row)
        told = below_last or (not goes_on and self._has_last_move(log, titles, after))
        told = told and (goes_on or all(title.turn <= turn for title in titles))
        if told == bool(known) or (known and self._quotes.has_unnumbered):
            raise answers_another_post(self._session, titles[0], one)
        return log.last(known[0]) if known else None

    def _leads_here(self, line: Turn, after: Sequence[Line], log: Log) -> bool:
        """Whether it is the last turn, on top of one line of who is to move and nothing else: so people chat."""
        mover, last = same(self._session.to_move or ""), max(self._session.fold.before, default=-1)
        below = after[0] if len(after) == 1 and log.at < 0 else None
        answered = isinstance(below, Turn) and same(below.name or "") == mover != same(line.name or "")
        repeats = len(log.alike(line)) != 1 or not any(
            map(str.isdigit, self._session.fold.notation.format_steps(line.steps))
        )
        return answered and not repeats and says(self._session, last, line)

    def check_bare(self, one: Read, log: Log, behind: bool, club: bool) -> None:
        """Raises Question for a move without a name at a post of another position, or at a move that is not the last.

        `behind` is a text without the last move. So it does outside of a `club`, which knows people by more, for a mail
        from another player than the one to move.
        """
        if not club and self._sender and self._session.to_move not in (None, *self._sender):
            raise Question(_FROM.format(name=self._sender[0], mover=self._session.to_move, text=one.text))
        assert isinstance(one.line, Turn)
        titles = self._at(one.piece.row)
        others = [title for title in titles if not self._is_of_now(title)]
        known = any(says(self._session, title.turn, one.line) for title in others)
        if titles and (known or len(others) == len(titles)):
            raise answers_another_post(self._session, others[0], one)
        if log.at >= 0:
            self._check_again(one)
        if behind and not any(title.turn >= 0 for title in titles):
            raise stands_at_an_old_move(self._session, one.text)
        if not titles:
            self._check_without_posts(one, log, True, ())
        above = next((straight(line) for line in reversed(self._mail.lines[: one.piece.row]) if line), "")
        self._check_turn(one, above)
        if not club:
            self._check_writer(one, above, alone=log.at < 0)
            self._check_in_place(one, above)
            if not titles and not self._is_own(one) and not self._number(one, above):
                self._check_sent_again(one, log)

    def _check_turn(self, one: Read, above: str) -> None:
        """Raises Question for a move that has the number of another turn before it, as in a list, or above it."""
        number, turn = self._number(one, above), self._session.turn
        if number is not None and number != turn:
            raise stale(self._session, _OF_TURN.format(text=one.text, given=number, turn=turn), given=number)

    def _number(self, one: Read, above: str) -> int | None:
        """The number of a turn in the line above a move, or before it, unless that is of a list, or may begin one."""
        listed, headed = _LISTED.match(self._mail.lines[one.piece.row]), _HEADED.fullmatch(above)
        if headed:
            return int(headed[1])
        alone = listed and sum(map(bool, map(_LISTED.match, self._mail.lines))) == 1
        return int(listed[1]) if listed and alone and int(listed[1]) > 1 else None

    def _check_writer(self, one: Read, above: str, alone: bool) -> None:
        """Raises Question where what stands around a move says that another player wrote it.

        Unless it stands `alone`, a greeting may be of another mail.
        """
        mover, by, own = self._session.to_move, self._head(one, above), self._is_own(one)
        if not by and not own:
            by = self._signature(one, self._session.header.names)
        if mover and by:
            raise Question(_BY.format(text=one.text, by=by, mover=mover))
        if mover and alone and not own and (greeting := self._greeting(one)):
            raise Question(_GREETED.format(text=one.text, greeting=greeting, mover=mover))

    def _head(self, one: Read, above: str) -> str:
        """The head of a post of another player above a move; in a chat it may take several lines."""
        below = next((row for row in range(one.piece.row, 0, -1) if self._mail.lines[row - 1]), 0)
        lines = [straight(line) for line in takewhile(bool, reversed(self._mail.lines[:below]))][:_HEADS][::-1]
        for start in reversed(range(len(lines))) if not heads_quote(above) else ():
            head = " ".join(lines[start:])
            if name := written_by(head, self._session.header.names):
                return head if name != self._session.to_move else ""
        return ""

    def _greeting(self, one: Read) -> str:
        """The first line above a move that greets the player to move, who then has not written it, if no post is about.

        Where somebody's mail is answered below it, the greeting is that one's.
        """
        line = next((line for line in self._mail.lines[: one.piece.row] if line), "")
        greeted = same(GREETS.sub("", line, count=1).strip(" ,!.-")) if GREETS.match(line) else ""
        return line if greeted and greeted == same(self._session.to_move or "") and not self._posts else ""

    def _is_own(self, one: Read) -> bool:
        """Whether the player to move has sent the mail, or signs below a move."""
        mover = self._session.to_move or ""
        alone = any(same(line.strip(" -*_.,!")) == same(mover) for line in self._mail.lines[one.end :])
        return alone or mover in self._sender or bool(self._signature(one, [mover]))

    def _signature(self, one: Read, names: Sequence[str]) -> str:
        """The last line below a move that is one of these names, alone or behind words by which people close."""
        lines = self._mail.lines[one.end :]
        below = [row for row, line in enumerate(lines) if line] if not self._posts else []
        if not below or ADDRESSED.search(lines[below[-1] - 1] if below[-1] else ""):
            return ""
        last = lines[below[-1]]
        closed = CLOSES.sub("", last, count=1) if CLOSES.match(last) else last
        return last if same(closed.strip(" -*_,.")) in map(same, names) else ""

    def _check_sent_again(self, one: Read, log: Log) -> None:
        """Raises Question for what another player played in the turn before: it may be the same text a second time."""
        session, last = self._session, max(self._session.fold.before, default=-1)
        before = played(session.fold, last)
        mover, turn = session.to_move, session.turn
        if not before or before[0].name == mover or self._has_last_move(log, (), (), bare=True):
            return
        assert isinstance(one.line, Turn)
        if says(session, last, one.line._replace(comment=None)):
            name, steps = before[0].name, session.fold.notation.format_steps(one.line.steps)
            told = (
                _REFUSED_AGAIN.format(text=one.text, name=name, given=last, turn=turn, why=refused.message)
                if (refused := refusal(session, one.text))
                else _SENT_AGAIN.format(text=one.text, name=name, given=last, whole=f"{turn} {mover}: {steps}")
            )
            raise stale(session, told, given=last)

    def _check_in_place(self, one: Read, above: str) -> None:
        """Raises Question below words that put another move in place of the last one, if this could be that."""
        replaces = above[-1:] not in tuple(".!?)") and REPLACES.search(above[:_HEAD])
        turn = max(self._session.fold.before, default=0)
        meant = replaces or takes_back(above[:_HEAD].rstrip(":"))
        if meant and could_be(self._session, turn, (one.text,), behind=False):
            raise Question(_IN_PLACE.format(text=one.text, above=above, given=turn))

    def _check_again(self, one: Read) -> None:
        """Raises Question for what was played in one of the last turns, one of each player."""
        assert isinstance(one.line, Turn)
        for turn in [*self._session.fold.before][-len(self._session.header.names) :]:
            if says(self._session, turn, one.line):
                raise stale(self._session, _AS_BEFORE.format(text=one.text, given=turn), given=turn)

    def _check_without_posts(self, one: Read, log: Log, sure: bool, after: Sequence[Line]) -> None:
        """Raises Question for one at lines of other turns than the last, or of later ones, if it is not `sure`.

        So it does where the last line that is quoted is an older one.
        """
        beside = not sure and (log.at >= 0 or any(isinstance(line, Turn) and line.number for line in after))
        last = self._quotes.last_turn
        quoted = last is not None and last < self._session.turn - 1
        if (beside or quoted) and not self._has_last_move(log, (), after, bare=True):
            raise stands_at_an_old_move(self._session, one.text)

    def _quoted_below(self, row: int) -> Sequence[Title]:
        """The title of the post that is quoted below a line, which stands below all others: that one it answers."""
        if not self._old or not self._posts or row < self._posts[-1][1]:
            return ()
        below = [title for title, at in self._quoted_at if at > row][:1]
        return [title for title in below if title.turn <= self._session.turn]

    @cached_property
    def _sender(self) -> list[str]:
        """The players whose names the From of the mail has."""
        return _named(dict(self._mail.headers).get("from", ""), self._session.header.names)

    @cached_property
    def _quoted_at(self) -> list[tuple[Title, int]]:
        """Titles in quotes, with the line of the text above which they stand."""
        at = self._mail.quoted_at
        return [(title, at[start]) for title, start, _ in titles_at(self._mail.quoted) if title in self._old]

    def _at(self, row: int) -> Sequence[Title]:
        """Titles of the posts that a line stands above and below; where the text has none, that of the quoted one."""
        at = bisect(self._posts, row, key=lambda post: post[1])
        near = [title for title, _ in (*self._posts[at : at + 1], *self._posts[:at][-1:])]
        return self._quoted_below(row) or near or self._old[:1]

    def _is_of_now(self, title: Title) -> bool:
        return title.turn in (-1, self._session.turn) and title.key not in self._passed

    def _has_last_move(self, log: Log, titles: Sequence[Title], lines: Sequence[Line], bare: bool = False) -> bool:
        """Whether some lines of the text, or its quote, have the last turn in force; at a post of it without number."""
        last = self._session.fold.lines[log.last_turn()] if log.last_turn() >= 0 else None
        self._looked += 1
        if not isinstance(last, Turn) or self._looked > _LOOKED:
            return False
        answers_it = any(title.turn == last.number for title in titles)
        sure = [line for line in lines if answers_it or not isinstance(line, Turn) or line.number is not None]
        return has_line(self._session.fold, last, sure, self._mail.quoted, answers_it or bare)


def answers_another_post(session: Session, title: Title, one: Read) -> Question:
    """The question about a line that answers a post of another turn, or an earlier one of this turn."""
    turn, name = session.turn, one.line.name if isinstance(one.line, Turn) else None
    mine = name is None or same(name) == same(session.to_move or "")  # of who is to move, if it is of now at all
    told = _PASSED if title.turn == turn else _EARLIER if title.turn < turn and mine else _OTHER_TURN
    if title.turn < turn and isinstance(one.line, Turn) and says(session, title.turn, one.line):
        told = _WAS_PLAYED
    given = title.key if title.turn == turn else title.turn
    return stale(session, told.format(text=one.text, given=given, turn=turn), given=given)


def answered_first(session: Session, titles: Sequence[Title]) -> list[Title]:
    """Titles of this game in quotes, the one that is answered first: of a turn that never came here, else of now.

    The position now may be reached again after an undo; then none of the others is of an earlier turn only.
    """
    # A mail about several games may be quoted, and of which turn those of others are says nothing.
    titles = [title for title in titles if title.is_of(session.header.id)]
    if len(titles) < 2:
        return titles
    now, lines = (session.turn, session.key), session.fold.lines
    last = max((line.number + 1 for line in lines if isinstance(line, Turn) and line.number), default=session.turn)
    earlier = all(title.turn < session.turn or title[1:] == now for title in titles)
    return sorted(titles, key=lambda title: 0 if title.turn > last else 1 if earlier and title[1:] == now else 2)


def stands_at_an_old_move(session: Session, text: str) -> Question:
    """The question about a line beside moves of a text without a post, which are not the last ones."""
    told = f"`{text}` stands at a move after which this game went on: to enter it now send it alone."
    return stale(session, told, given=text)


def has_line(
    fold: Fold, line: Turn | Undo, lines: Iterable[Line], quoted: Sequence[str], unnumbered: bool = False
) -> bool:
    """Whether a line is one of these, or stands in what is quoted: a turn with its number, or maybe with none."""
    bare = line._replace(claim=None, comment=None) if isinstance(line, Turn) else line._replace(comment=None)
    said = fold.notation.format(bare)
    without = rf"|(?<!\d ){re.escape(said.partition(' ')[2])}" if unnumbered else ""
    move = said.partition(": ")[2] if unnumbered else ""
    alone = rf"|^[>\s]*{re.escape(move)}\s*$" if any(map(str.isdigit, move)) else ""  # a letter alone may be anything
    text = re.compile(rf"(?<!\w)(?:{re.escape(said)}{without})(?!\w){alone}")
    return any(same_line(other, line) for other in lines) or any(map(text.search, quoted))


def _named(sender: str, names: Sequence[str]) -> list[str]:
    """The players whose names stand in front of the address of who sent a mail."""
    words = f" {' '.join(re.split(_APART, same(sender.partition('<')[0])))} "
    return [name for name in names if f" {same(name)} " in words]

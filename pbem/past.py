"""What of a text is from before an undo: posts, logs and records of positions that the game has had.

Line by line they read like turns that are played again in the same words.
"""

import re
from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from pbem import report
from pbem.board import NAME, pattern
from pbem.candidates import Question, Read, Title, stale, titles, titles_at
from pbem.fold import Fold, key, play_again
from pbem.known import Keys, Log, same_line, says_the_same
from pbem.notation import Chance, Comment, Line, Turn, Undo
from pbem.plain import one_blank, same
from pbem.session import Session

_TITLE = 6  # lines below what stands above a post, with its title in two of them and empty ones between
_BETWEEN = 6  # lines between the title of a post and what `move` prints above it: what that earned, the title's own
_MOST = 40  # lines above a title and under it that are compared
_SINCE, _OWN = (pattern(head, name=NAME) for head in (report.SINCE, report.LAST_AND_SINCE))
_HEADS = (re.compile(re.escape(report.SO_FAR)), re.compile(re.escape(report.LAST_TURNS)), _SINCE, _OWN)

AGAIN = (
    "What this post has was taken back since: if it was played again, send its lines alone, without the title and the "
    "board."
)


class Post(NamedTuple):
    """A post in a text: its title, what stands over its lines of the log, these, and those above it, last first."""

    title: Title
    head: str
    below: list[Read]
    above: list[Read]


class Past(NamedTuple):
    """Where lines of a text stand in the log, by their rows, and the titles of the posts they are in."""

    places: Mapping[int, int]
    titles: Sequence[Title]


NOTHING = Past({}, ())


def posts(lines: Sequence[str], reads: Sequence[Read]) -> list[Post]:
    """The posts of a text in which these are the lines of a log."""
    titles = [one for one in titles_at(lines) if one[0].turn >= 0]
    ends = [*(start for _, start, _ in titles[1:]), len(lines)]
    found = []
    for (title, start, below), end in zip(titles, ends, strict=False):
        head = next((row for row in range(below, end) if _is_head(lines[row])), end)
        above = [one for one in reads if one.end <= start][-_MOST:]
        if above and sum(map(bool, lines[above[-1].end : start])) > _BETWEEN:
            above = []
        under = _in_a_row(lines, head + 1, (one for one in reads if head < one.piece.row < end))
        found.append(Post(title, one_blank(lines[head]) if head < end else "", list(under), above[::-1]))
    return found


def _is_head(line: str) -> bool:
    text = one_blank(line)
    return any(head.fullmatch(text) for head in _HEADS)


def _in_a_row(lines: Sequence[str], row: int, reads: Iterable[Read]) -> Iterator[Read]:
    """Lines of a log from that row on, up to another line that is no remark."""
    for one in reads:
        if any(line and not line.lstrip().startswith(";") for line in lines[row : one.piece.row]):
            return
        yield one
        row = one.end


def find(
    session: Session, lines: Sequence[str], reads: Sequence[Read], played: Sequence[str], stands: Mapping[int, int]
) -> Past | None:
    """What of a text is of positions that the game has had, where it was read as new; None where it may be either.

    `played` is what was read as new, and `stands` where in the log that would stand, by rows; without these all counts.
    Only what is taken back comes again, and results that people draw; these may stand above a post as new ones.
    """
    undone = any(isinstance(line, Undo) for line in (*session.fold.lines, *(one.line for one in reads)))
    if not undone and session.header.chance not in ("manual", "keeper"):
        return NOTHING
    found = [post if undone else post._replace(above=[]) for post in posts(lines, reads)]
    if not found and len(reads) < 2:
        return NOTHING
    fits: list[list[dict[int, int]]] = [[] for _ in found]
    with session.put_back():
        session.play(*played)
        for fold, at in _keys(session, {post.title.turn for post in found}):
            for post, fitting in zip(found, fits, strict=True):
                if (post.title.turn, post.title.key) == (fold.state.turn, at):
                    fit = _fit(fold, post)
                    fitting += [] if fit is None else [fit]
        places = {row: at for row, at in _beginnings(session.fold, reads) if not stands or at < stands.get(row, 0)}
    titles = []
    for post, fitting in zip(found, fits, strict=True):
        old = [fit for fit in fitting if not stands or any(at < stands.get(row, 0) for row, at in fit.items())]
        if old and any(all(at == stands.get(row, at) for row, at in fit.items()) for fit in fitting if fit not in old):
            return None
        if old:
            places |= old[-1]
            titles.append(post.title)
    return Past(places, titles)


def _beginnings(fold: Fold, reads: Sequence[Read]) -> Iterator[tuple[int, int]]:
    """Rows and places of what begins as the log does, in two lines at least: a log or a record."""
    log = [place for place, line in enumerate(fold.lines) if not isinstance(line, Comment)]
    at = 0
    while at < len(reads):
        rows: list[tuple[int, int]] = []
        for one, place in zip(reads[at:], log, strict=False):
            if not says_the_same(fold, one.line, place):
                break
            rows.append((one.piece.row, place))
        if len(rows) > 1:
            yield from rows
        at += len(rows) or 1


def _keys(session: Session, turns: Collection[int]) -> Iterator[tuple[Fold, str]]:
    """The game at its positions in these turns, one and the same fold that goes on line by line, and their keys."""
    fold = Fold(session.rules, session.fold.notation, session.header)
    for line in (None, *session.fold.lines) if turns else ():
        if line is not None:
            fold.add(line)
        if fold.state.turn in turns:
            yield fold, key(fold.rules, fold.header, fold.state)


def _fit(fold: Fold, post: Post) -> dict[int, int] | None:
    """Where the lines of a post stand, by their rows, if it is of this position: that of a reader with these lines."""
    log = [place for place, line in enumerate(fold.lines) if not isinstance(line, Comment)]
    start = _start(fold, post)
    own = [place for place in log if start is not None and place >= start]
    if len(own) > len(post.below) or (post.head and not own):
        return None
    below = list(zip(post.below, own, strict=False))
    if not all(says_the_same(fold, one.line, place) for one, place in below):
        return None
    found = {one.piece.row: place for one, place in below}
    for one, place in zip(post.above, reversed(log), strict=False):
        if not says_the_same(fold, one.line, place):
            break
        found[one.piece.row] = place
    return found


def _start(fold: Fold, post: Post) -> int | None:
    """Where in the log the lines of a post begin; None where they have no head, or its reader made no move."""
    since, own = _SINCE.fullmatch(post.head), _OWN.fullmatch(post.head)
    head = since or own
    if head is None:
        return None if not post.head else 0 if post.head == report.SO_FAR else len(fold.lines) - len(post.below)
    for place in reversed(fold.force):
        line = fold.lines[place]
        if isinstance(line, Turn) and same(line.name or "") == same(head["name"]):
            return place + (since is not None)
    return None


def tells_of_undo(session: Session, reads: Sequence[Read]) -> bool:
    """Whether a text has the last line that took something back: no post has that which was taken back."""
    last = next((line for line in reversed(session.fold.lines) if isinstance(line, Undo)), None)
    return last is not None and any(same_line(one.line, last) for one in reads)


def check_answered(session: Session, titles: Sequence[Title], text: str, outdated: bool) -> None:
    """Raises Question for what bears no turn, and answers to another post than the last one.

    `outdated` is a post of this turn of which a line was played since.
    """
    if not titles:
        return
    title = titles[0]
    if title.turn not in (-1, session.turn) or outdated:
        raise _answers_an_old_post(session, title, text)


def _answers_an_old_post(session: Session, title: Title, text: str) -> Question:
    turn = session.turn
    if title.turn == turn:
        told = f"`{text}` answers an earlier post of turn {turn}, of which a line was played since."
        return stale(session, told, given=title.key)
    told = f"`{text}` answers a post of turn {title.turn}, and the game is at turn {turn}."
    return stale(session, told, given=title.turn)


# Results of chance


class Draws:
    """Results of chance in a text, and whether what they stand at, posts or moves, is of the past."""

    def __init__(self, session: Session, found: Sequence[tuple[Title, int, int]], quoted: Sequence[Title]) -> None:
        """To be made before the text is played; `found` are its titles as of `titles_at`."""
        self._session = session
        self._posts = [(start, title) for title, start, _ in found if title.turn >= 0]
        self._heads = sorted(start for _, start, _ in found)
        self._quoted = quoted[:1]
        self._begun = (session.turn, session.key) if found or quoted else (0, "")
        self._led: dict[int, bool] = {}
        self._listed: dict[int, Title] = {}
        self._begins: dict[int, list[Line]] = {}
        self._going_on: set[int] = set()

    def lay(self, reads: list[Read], lines: Sequence[str], log: Log) -> None:
        """Note which are in the list of a post or go on a log, and which stand above a post that they led to.

        Of these also whether that is of an earlier turn. Where the text takes a turn back that comes again, so may its
        draws.
        """
        for post in posts(lines, reads) if self._heads else ():
            self._listed |= {one.piece.row: post.title for one in post.below}
            first = [one.line for one in takewhile(lambda one: isinstance(one.line, Chance), post.below)]
            self._begins |= {one.piece.row: first for one in post.below[: bool(first)]}
        for above, one in pairwise(reads):
            if bisect(self._heads, above.piece.row) == bisect(self._heads, one.piece.row):
                self._going_on.add(one.piece.row)
        if any(isinstance(one.line, Undo) and one.line.at and log.find(one.line, ()) is None for one in reads):
            return
        for at, last in enumerate(reads):
            if isinstance(last.line, Chance):
                for title in _titles_below(lines, last.end):
                    past = title.key != self._session.key
                    self._led |= {one.piece.row: past for one in _led_to(self._session, title, reads[: at + 1], log)}

    def place(self, one: Read, after: Sequence[Line], log: Log) -> int | None:
        """Where it stands in the log; the list of a post may begin with what was drawn last."""
        place = log.find(one.line, after)
        return log.drawn_last(self._begins.get(one.piece.row, ())) if place is None else place

    def is_old(self, one: Read, moved: bool) -> bool:
        """Whether it led to a post; to that of the position now only where the text has `moved`: else it is new."""
        return self._led.get(one.piece.row, False) or (moved and one.piece.row in self._led)

    def is_late(self, one: Read, after: Sequence[Line], log: Log, keys: Keys) -> bool:
        """Whether it stands at a post or a move of before the last move; raises Question unless it was drawn then.

        `after` are the lines that come after it in the text and are no results of chance.
        """
        late = self._late(one, after, log, keys)
        if late is not None and isinstance(one.line, Chance) and not log.drawn(one.line):
            raise late
        return late is not None

    def _late(self, one: Read, after: Sequence[Line], log: Log, keys: Keys) -> Question | None:
        session = self._session
        if one.piece.row in self._going_on and log.is_at_end():
            return None  # whatever posts stand around, it comes after the last line of the log
        title = self._post(one.piece.row)
        if title is not None:
            new = title not in self._quoted
            if title[1:] in (self._begun, _before_move(session)) or (new and title.turn > self._begun[0]):
                return None
            if title.turn not in (-1, session.turn) or keys.passed(title):
                return _answers_an_old_post(session, title, one.text)
        if log.is_behind(after):
            return stale(
                session,
                f"`{one.text}` stands at a move after which this game went on: to enter it now send it alone.",
                given=one.text,
            )
        return None

    def _post(self, row: int) -> Title | None:
        """The title of the post that a line of the text is listed in or above, or else below, or that is quoted."""
        if row in self._listed:
            return self._listed[row]
        at = bisect(self._posts, row, key=lambda post: post[0])
        near = self._posts[at : at + 1] or self._posts[-1:]
        return near[0][1] if near else next(iter(self._quoted), None)


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


def check_left(draws: Iterable[Read], end: int) -> None:
    """Raises Question for a draw that stands above the lines after which one is due, or apart; `end` is below them."""
    one = next(iter(draws), None)
    if one is not None and one.piece.row < end:
        raise Question(f"`{one.text}` stands above lines that come before it: put it below them.")
    if one is not None:
        raise Question(f"`{one.text}` stands apart from the line that comes before it: put it right below that.")


def below_the_board(lines: Sequence[str], reads: Sequence[Read]) -> tuple[list[Read], list[Read]]:
    """Lines of a text without those above the title of a post that are the last ones under it as well; these.

    So does `move` print them. Below the board it is seen where they belong: who is behind has not what comes before.
    """
    twice: list[Read] = []
    under: set[int] = set()
    for post in posts(lines, reads):
        again: list[Read] = []
        last = len(post.below)
        for end in range(last, max(0, last - _MOST), -1):  # below these a new line may stand
            again = max(again, _again(post.above, post.below[end - 1 :: -1]), key=lambda found: len(found))
        goes_on = 0 < len(again) < len(post.above) and touch(lines, post.above[len(again)], again[-1])
        twice += () if goes_on else again  # else it is the end of a log that stands above the post
        under.update(one.piece.row for one in post.below)
    return [one for one in _without_top(reads, lines, under) if one not in twice], twice


def _again(above: Sequence[Read], below: Sequence[Read]) -> list[Read]:
    """Lines that are the same as others, from the first on."""
    pairs = takewhile(lambda pair: same_line(pair[0].line, pair[1].line), zip(above, below, strict=False))
    return [one for one, _ in pairs]


def touch(lines: Sequence[str], first: Read | None, second: Read | None) -> bool:
    """Whether nothing but empty lines stands between two lines of a text."""
    return first is not None and second is not None and not any(lines[first.end : second.piece.row])


def _without_top(reads: Sequence[Read], lines: Sequence[str], under: Collection[int]) -> list[Read]:
    """Lines of a text without the last results of chance on top of it that stand in it again.

    What stands `under` a post is not on top.
    """
    top = 0
    while (
        top < len(reads)
        and isinstance(reads[top].line, Chance)
        and reads[top].piece.row not in under
        and (not top or touch(lines, *reads[top - 1 : top + 1]))
    ):
        top += 1
    if top in (0, len(reads)) or touch(lines, reads[top - 1], reads[top]):
        return list(reads)
    again = [one.line for one in reads[top:] if isinstance(one.line, Chance)]
    first = top
    while first and reads[first - 1].line in again:
        first -= 1
    return [*reads[:first], *reads[top:]]


def _titles_below(lines: Sequence[str], row: int) -> list[Title]:
    """The title of a post that begins there, and one that a mail or a forum has put above it."""
    return titles([line for line in lines[row : row + _TITLE] if line.strip()][:2])


def _led_to(session: Session, title: Title, reads: list[Read], log: Log) -> Iterator[Read]:
    """The last of some lines, as far as they are the draws that led to the position of a title.

    That is what `move` prints above a post. It is of the position now, or of an earlier turn.
    """
    ends = log.places(title.turn) if title.turn < session.turn else ()
    for end in [len(session.fold.lines)] if title.key == session.key else ends:
        pairs = zip(reversed(reads), reversed(range(end)), strict=False)
        for one, _ in takewhile(lambda pair: log.stands(pair[0].line, pair[1]), pairs):
            yield one

"""What of a text is of the past: posts and logs of positions that the game has had, answers to them, their draws.

Line by line those from before an undo read like turns that are played again in the same words.
"""

from bisect import bisect, bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from pbem import report
from pbem.answered import has_line, stands_at_an_old_move
from pbem.around import OWN, SINCE, Post, follows, posts
from pbem.candidates import COLUMNS, LOOKED_AT, Piece, Question, Read, Title, stale, titles_at
from pbem.fold import Fold, Kept
from pbem.keys import positions
from pbem.known import Log, says_the_same
from pbem.mail import Mail
from pbem.mail.corrections import SIGNS
from pbem.notation import Chance, Comment, Line, Stop, Turn, Undo
from pbem.plain import same
from pbem.session import Session

AGAIN = (
    "What this text has was taken back since, or in the text itself: to play it send its lines one by one, in their "
    "order, without the title and the board."
)


_UNDO = ("undo", "stop")
_WORDS = (4, 3, 2)  # of an undo and of a stop, with and without the place
_BEFORE, _BEHIND = 2, 4  # words before one in a line, and behind it


class Past(NamedTuple):
    """Where lines of a text stand in the log, by their rows, and the titles of the posts they are in."""

    places: Mapping[int, int]
    titles: Sequence[Title]


NOTHING = Past({}, ())


def find(
    session: Session,
    mail: Mail,
    reads: Sequence[Read],
    played: Sequence[str],
    stands: Mapping[int, int] | None,
    known: Past,
) -> Past | None:
    """What of a text is of positions that the game has had, where it was read as new; None where it may be either.

    `played` is what was read as new, and `stands` where in the log that would stand, by rows; None where the reading
    ended in a doubt, then all counts. `known` is what was found in earlier readings; it itself if there is no more.
    Only what is taken back comes again, and results that people draw; these may stand above a post as new ones.
    """
    undone = any(isinstance(line, Undo) for line in (*session.fold.lines, *(one.line for one in reads)))
    if not undone and session.header.chance not in ("manual", "keeper"):
        return known
    found = [post if undone else post._replace(above=[]) for post in posts(mail.lines, reads)]
    doubt, stands = stands is None, stands or {}
    if (not found and len(reads) < 2) or (known.places and not doubt and not stands):
        return known
    fits: list[list[dict[int, int]]] = [[] for _ in found]
    met: list[set[int]] = [set() for _ in found]  # how many lines the log had when it came to that position
    now = session.turn, session.key
    with session.put_back():
        session.play(*played)
        for fold, at in positions(session, {post.title.turn for post in found}):
            for post, fitting, count in zip(found, fits, met, strict=True):
                if (post.title.turn, post.title.key) == (fold.state.turn, at):
                    fit = _fit(fold, post)
                    fitting += [] if fit is None else [fit]
                    count.add(sum(not isinstance(line, Comment) for line in fold.lines))
        places = {row: at for row, at in _beginnings(session.fold, reads) if not stands or at < stands.get(row, 0)}
        of_now = [post for post, count in zip(found, met, strict=True) if post.title[1:] == now and len(count) == 1]
        of_them = {one.piece.row for post in of_now for one in (*post.above, *post.below)} - stands.keys()
        listed = {one.piece.row for post in found for one in post.below}
        others = [one for one in reads if one.piece.row not in of_them]
        gone, blocks = _Again(session.fold, stands), _blocks(mail, others)
        starts = [start for _, start, _ in titles_at(mail.lines)]
        again = gone.below_its_undo(blocks) or gone.lost(blocks, listed) or gone.above_its_undo(reads, starts)
        several = gone.turns() > 1  # who quotes an undo plays one turn again, and no whole log
        told = tells_of_undo(session, reads, () if several else mail.quoted)
        again = again or (not told and (several or gone.beside_the_log(others)))
    titles = []
    for post, fitting in zip(found, fits, strict=True):
        old = [fit for fit in fitting if not stands or any(at < stands.get(row, 0) for row, at in fit.items())]
        if old and any(all(at == stands.get(row, at) for row, at in fit.items()) for fit in fitting if fit not in old):
            return None
        if old:
            places |= old[-1]
            titles.append(post.title)
    if places.keys() - known.places.keys() or (doubt and {*titles} - {*known.titles}):
        return Past({**known.places, **places}, [*known.titles, *titles])
    return None if again else known


def may_be_new(session: Session, mail: Mail, known: Past) -> bool:
    """Whether all that is known of a text is of before the last undo, which it quotes: it may be played again."""
    undo = max((place for place, line in enumerate(session.fold.lines) if isinstance(line, Undo)), default=-1)
    return 0 <= max(known.places.values(), default=-1) < undo and tells_of_undo(session, (), mail.quoted)


class _Again:
    """What a text plays that says the same as what was taken back: whether it is the old line, come again in a mail."""

    def __init__(self, fold: Fold, stands: Mapping[int, int]) -> None:
        """Of a game that has the lines of a text played on it; where they stand, by their rows."""
        self._fold, self._stands = fold, stands
        self._kept = set(fold.force)
        self._gone: dict[int | None, list[int]] = {}  # places by turn; with None of draws, where people draw
        for at, line in enumerate(fold.lines):
            drawn = isinstance(line, Chance) and fold.header.chance == "manual"  # else they come again as they were
            if at not in self._kept and (isinstance(line, Turn) or drawn):
                self._gone.setdefault(_turn(line), []).append(at)

    def turns(self) -> int:
        """How many turns are played that may be old ones."""
        played = {_turn(self._fold.lines[place]) for place in self._stands.values() if self._old(place)}
        return len(played - {None})

    def below_its_undo(self, blocks: Sequence[Sequence[Read]]) -> bool:
        """Whether the undo that took it back stands above it, with other text between: so old mails stand in a thread.

        What stands above that in other text as well is played again.
        """
        undo, of = -1, 0  # where the last one stands in the log, and in which block
        for number, block in enumerate(blocks):
            for one in block:
                place = self._stands.get(one.piece.row)
                if isinstance(one.line, Undo) and one.line.at:
                    undo, of = one.line.at - 1, number
                elif place is not None and of < number and self._was_gone(place, undo):
                    twice = any(one.text == line.text for line in chain(*blocks[:of]))
                    if not twice:
                        return True
        return False

    def lost(self, blocks: Sequence[Sequence[Read]], listed: Collection[int]) -> bool:
        """Whether an undo of the text takes it back further down, below other text, and nothing comes in its place.

        In a thread with the newest on top it is the newer one. Rows that are `listed` stand in posts, which have their
        order, and so has a turn right below the undo that opened it.
        """
        later: set[str] = set()
        for number, block in reversed([*enumerate(blocks)]):
            turns: set[int | str | None] = set()
            for one in reversed(block):
                if one.piece.row not in self._stands:
                    continue
                if not isinstance(one.line, Undo):
                    later.add(one.text)
                    turns.add(_turn(one.line))
                    continue
                again = {one.line.what} & turns
                for line in chain(*blocks[:number]):
                    gone = self._stands.get(line.piece.row, -1) not in {-1, *self._kept}
                    if (
                        gone
                        and line.piece.row not in listed
                        and line.text not in later
                        and _turn(line.line) not in again
                    ):
                        return True
        return False

    def above_its_undo(self, reads: Sequence[Read], starts: Sequence[int]) -> bool:
        """Whether the known undo that took it back stands below it, and no post begins between them, at these rows.

        So do an excerpt and a thread with the oldest on top; a reply on top of a post may play it again.
        """
        undo = -1
        for one, below in zip(reversed(reads), [None, *reversed(reads)], strict=False):
            place = self._stands.get(one.piece.row)
            if below is not None and bisect_left(starts, one.end) < bisect_left(starts, below.piece.row):
                undo = -1
            if place is None and isinstance(one.line, Undo) and one.line.at:
                undo = one.line.at - 1
            elif place is not None and self._was_gone(place, undo):
                return True
        return False

    def beside_the_log(self, reads: Sequence[Read]) -> bool:
        """Whether it stands beside known lines, or beside one that the log has beside it, too; a line alone is new."""
        known = any(one.piece.row not in self._stands for one in reads)
        log = [place for place, line in enumerate(self._fold.lines) if not isinstance(line, Comment)]
        rows = [one.piece.row for one in reads]
        for row, place in self._stands.items():
            for at in self._old(place):
                near = bisect_left(log, at)
                beside = (
                    (reads[: bisect_left(rows, row)][-1:], log[:near][-1:]),
                    (reads[bisect(rows, row) :][:1], log[near + 1 :][:1]),
                )
                if known or any(
                    says_the_same(self._fold, one.line, there)
                    for ones, places in beside
                    for one, there in zip(ones, places, strict=False)
                ):
                    return True
        return False

    def _old(self, place: int) -> list[int]:
        """Where lines stand that were taken back and say what the one at a place of the log says."""
        own = self._fold.lines[place]
        return [at for at in self._gone.get(_turn(own), ()) if says_the_same(self._fold, own, at)]

    def _was_gone(self, place: int, undo: int) -> bool:
        """Whether what stands at a place stood above an undo as well, which took it back."""
        return any(at < min(undo, place) for at in self._old(place))


def _turn(line: Line) -> int | None:
    return line.number if isinstance(line, Turn) else None


def _blocks(mail: Mail, reads: Sequence[Read]) -> list[list[Read]]:
    """Lines of a text that follow each other, with no quote between them either, each such row of them."""
    blocks: list[list[Read]] = []
    for before, one in zip([None, *reads], reads, strict=False):
        quote = bisect_left(mail.quoted_at, before.end if before else 0)
        quoted = quote < len(mail.quoted_at) and mail.quoted_at[quote] <= one.piece.row
        if quoted or not follows(mail.lines, before, one):
            blocks.append([])
        blocks[-1].append(one)
    return blocks


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
    since, own = SINCE.fullmatch(post.head), OWN.fullmatch(post.head)
    head = since or own
    if head is None:
        return None if not post.head else 0 if post.head == report.SO_FAR else len(fold.lines) - len(post.below)
    for place in reversed(fold.force):
        line = fold.lines[place]
        if isinstance(line, Turn) and same(line.name or "") == same(head["name"]):
            return place + (since is not None)
    return None


def tells_of_undo(session: Session, reads: Sequence[Read], quoted: Sequence[str] = ()) -> bool:
    """Whether a text, or what it quotes, has the last line that took something back: so it knows of that."""
    last = next((line for line in reversed(session.fold.lines) if isinstance(line, Undo)), None)
    return last is not None and has_line(session.fold, last, (one.line for one in reads), quoted)


def answered_above(
    titles: Sequence[tuple[Title, int, int]], known: Past, reads: Sequence[Read], stands: Mapping[int, int]
) -> list[Title]:
    """Titles of posts of the past right above which stands a line of their turn that is played."""
    rows = [one.piece.row for one in reads]
    found = []
    for title, start, _ in titles:
        above = reads[bisect_left(rows, start) - 1] if rows and rows[0] < start else None
        if above is not None and above.piece.row in stands and title in known.titles:
            found += [title] if isinstance(above.line, Turn) and above.line.number == title.turn else []
    return found


def check_in_force(session: Session, log: Log, line: Turn, text: str) -> None:
    """Raises Question for a line of a turn where the text stands at a position that the game has left by an undo.

    So it does for a line that was taken back, at a move that is not the last one: an excerpt; and for one below a line
    of the turn before that is not the last of it.
    """
    fold, at, number = session.fold, log.at, line.number or session.turn
    half = at in log.places(number - 1) and log.in_force(at) and at != log.last(number - 1)  # that turn went on here
    if half or (log.is_behind((), None) and not log.is_new(line._replace(number=number))):
        raise stands_at_an_old_move(session, text)
    if at < 0 or log.in_force(at) or isinstance(fold.lines[at], (Undo, Stop)):
        return
    then = Fold(fold.rules, fold.notation, fold.header)
    for own in fold.lines[: at + 1]:
        then.add(own)
    here = len(then.force) <= len(fold.force) and all(
        says_the_same(fold, fold.lines[old], new) for old, new in zip(then.force, fold.force, strict=False)
    )
    if not here and number >= then.state.turn:
        above = fold.notation.format(fold.lines[at])
        told = f"`{text}` stands below `{above}`, which was taken back since: to enter it now send it alone."
        raise stale(session, told, given=number)


def undeal(session: Session, log: Log, text: str, before: Kept, number: int) -> None:
    """Play the last line of a text again without the draws it led to, if a line then has this number.

    It was played at `before`. Who has no secret takes back a turn, or stops, before those are known.
    """
    if text:
        fold, now = session.fold, (session.fold.snapshot(), session.fold.lines[:])
        fold.restore(before)
        session.play(text, deal=False)
        if fold.next_number() != number:
            fold.lines[:] = now[1]
            fold.restore(now[0])
        log.forget()


def check_undos(session: Session, log: Log, pieces: Sequence[Piece], club: bool) -> None:
    """Raises Question for what is a new undo or stop but for what stands behind it, or two words before it.

    In a `club` those without their place in the log are none.
    """
    for piece in pieces:
        text = piece.readings[-1][0]
        said = text.split() if piece.kind in ("undo", "text") and len(text) <= LOOKED_AT and COLUMNS not in text else []
        starts = [at for at, word in enumerate(said[: _BEFORE + 1]) if word.strip(SIGNS).casefold() in _UNDO]
        for begun in (" ".join(said[at:][:length]).strip(SIGNS) for at in starts for length in _WORDS):
            line = session.fold.notation.reads(begun)
            if not isinstance(line, (Undo, Stop)) or log.find(line, ()) is not None:
                continue
            if len(text.split(begun)[-1].split()) > _BEHIND:
                continue
            if line.at is not None:
                raise Question(f"`{text}` is nearly `{begun}`: to send it write that as a line of its own.")
            whole = piece.kind == "undo" or begun == " ".join(said[starts[0] :]).strip(SIGNS)
            if isinstance(line, Undo) and line.what in session.fold.before and whole and not club:
                raise without_place(session, begun)


def without_place(session: Session, text: str) -> Question:
    """The question about an undo that does not tell where in the log it stands."""
    begun = text.partition(";")[0].strip()
    told = f"`{text}` is taken from a text only with its place in the log: `{begun} line {session.fold.next_number()}`."
    return stale(session, told)

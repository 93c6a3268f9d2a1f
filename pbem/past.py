"""What of a text is of the past: posts and logs of positions that the game has had, answers to them, their draws.

Line by line those from before an undo read like turns that are played again in the same words.
"""

from bisect import bisect, bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem import report
from pbem.answered import has_line, stands_at_an_old_move
from pbem.around import OWN, SINCE, Post, follows, posts, touch
from pbem.candidates import Question, Read, Title, stale
from pbem.fold import Fold
from pbem.keys import positions
from pbem.known import Log, says_the_same
from pbem.mail import Mail
from pbem.notation import Chance, Comment, Stop, Turn, Undo
from pbem.plain import same
from pbem.session import Session

AGAIN = (
    "What this text has was taken back since, or in the text itself: to play it send its lines one by one, in their "
    "order, without the title and the board."
)


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
        gone = _taken_back(session.fold)
        of_now = [post for post, count in zip(found, met, strict=True) if post.title[1:] == now and len(count) == 1]
        of_them = {one.piece.row for post in of_now for one in (*post.above, *post.below)} - stands.keys()
        listed = {one.piece.row for post in found for one in post.below}
        others = [one for one in reads if one.piece.row not in of_them]
        again = (
            _comes_again(session.fold, mail.lines, others, stands, gone, listed)
            or _stands_above_its_undo(session.fold, mail.lines, reads, stands, gone)
            or (not tells_of_undo(session, reads, mail.quoted) and _is_a_copy(session.fold, others, stands, gone))
        )
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


def _taken_back(fold: Fold) -> Mapping[int | None, Sequence[int]]:
    """Where turns stand that were taken back, by number; with None results of chance, where people draw."""
    kept = set(fold.force)
    gone: dict[int | None, list[int]] = {}
    drawn = fold.header.chance == "manual"  # else they come again as they were
    for at, line in enumerate(fold.lines):
        if at not in kept and (isinstance(line, Turn) or (drawn and isinstance(line, Chance))):
            gone.setdefault(line.number if isinstance(line, Turn) else None, []).append(at)
    return gone


def _alike(fold: Fold, gone: Mapping[int | None, Sequence[int]], place: int) -> list[int]:
    """Where lines stand that were taken back and say what the one at a place of the log says."""
    own = fold.lines[place]
    return [at for at in gone.get(own.number if isinstance(own, Turn) else None, ()) if says_the_same(fold, own, at)]


def _comes_again(
    fold: Fold,
    lines: Sequence[str],
    reads: Sequence[Read],
    stands: Mapping[int, int],
    gone: Mapping[int | None, Sequence[int]],
    listed: Collection[int],
) -> bool:
    """Whether what the same text takes back is played below that, or above it, with other text between.

    So it is in a thread with the newest on top, in which that is an old line, or a newer one. Rows that are `listed`
    stand in posts, which have their order, and so has a turn right below the undo that opened it.
    """
    kept, undo, linked = {-1, *fold.force}, -1, False
    above: list[Read] = []  # what stands above other text
    block: list[Read] = []
    twice: set[str] = set()  # lines above the undo and other text: in a thread they are played again
    lost: dict[str, int | None] = {}  # those of them that are played and taken back, with their turns
    what: int | str | None = None
    for before, one in zip([None, *reads], reads, strict=False):
        if not follows(lines, before, one):
            above, block, linked = above + block, [], False
        block.append(one)
        place = stands.get(one.piece.row)
        if isinstance(one.line, Undo) and one.line.at:
            undo, linked, twice, what = one.line.at - 1, True, {line.text for line in above}, one.line.what
            for line in above if place is not None else ():
                if stands.get(line.piece.row, -1) not in kept and line.piece.row not in listed:
                    lost[line.text] = line.line.number if isinstance(line.line, Turn) else None
        elif place is not None and undo >= 0:
            lost.pop(one.text, None)
            if linked and isinstance(one.line, Turn) and one.line.number == what:
                lost = {text: turn for text, turn in lost.items() if turn != what}
            again = not linked and one.text not in twice
            if again and any(at < min(undo, place) for at in _alike(fold, gone, place)):
                return True
    return bool(lost)


def _is_a_copy(
    fold: Fold, reads: Sequence[Read], stands: Mapping[int, int], gone: Mapping[int | None, Sequence[int]]
) -> bool:
    """Whether a line that was taken back is played again beside known ones, or one that the log has beside it, too.

    So is an old mail; a line alone is played again.
    """
    known = any(one.piece.row not in stands for one in reads)
    log = [place for place, line in enumerate(fold.lines) if not isinstance(line, Comment)]
    rows = [one.piece.row for one in reads]
    for row, place in stands.items():
        for at in _alike(fold, gone, place):
            near = bisect_left(log, at)
            beside = (
                (reads[: bisect_left(rows, row)][-1:], log[:near][-1:]),
                (reads[bisect(rows, row) :][:1], log[near + 1 :][:1]),
            )
            if known or any(
                says_the_same(fold, one.line, there)
                for ones, places in beside
                for one, there in zip(ones, places, strict=False)
            ):
                return True
    return False


def _stands_above_its_undo(
    fold: Fold,
    lines: Sequence[str],
    reads: Sequence[Read],
    stands: Mapping[int, int],
    gone: Mapping[int | None, Sequence[int]],
) -> bool:
    """Whether a line is played again above the one that took it back, with nothing but lines between: an excerpt."""
    undo = -1  # the place of one below
    for one, below in zip(reversed(reads), [None, *reversed(reads)], strict=False):
        place = stands.get(one.piece.row)
        undo = undo if touch(lines, one, below) else -1
        if place is None and isinstance(one.line, Undo) and one.line.at:
            undo = one.line.at - 1
        elif place is not None and undo >= 0 and any(at < min(undo, place) for at in _alike(fold, gone, place)):
            return True
    return False


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

    So it does for a line that was taken back, at a move that is not the last one: an excerpt.
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


def without_place(session: Session, text: str) -> Question:
    """The question about an undo that does not tell where in the log it stands."""
    begun = text.partition(";")[0].strip()
    told = f"`{text}` is taken from a text only with its place in the log: `{begun} line {session.fold.next_number()}`."
    return stale(session, told)

"""What of a text is of the past: posts and logs of positions that the game has had, answers to them, their draws.

Line by line those from before an undo read like turns that are played again in the same words.
"""

import re
from bisect import bisect, bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from pbem import report
from pbem.board import NAME, pattern
from pbem.candidates import Question, Read, Title, stale, titles_at
from pbem.fold import Fold, key
from pbem.known import equal, same_line, says_the_same
from pbem.notation import Chance, Comment, Turn, Undo
from pbem.plain import one_blank, same, split_remark
from pbem.session import Session

_BETWEEN = 6  # lines between the title of a post and what `move` prints above it: what that earned, the title's own
_MOST = 40  # lines above a title and under it that are compared
_SINCE, _OWN = (pattern(head, name=NAME) for head in (report.SINCE, report.LAST_AND_SINCE))
_HEADS = (re.compile(re.escape(report.SO_FAR)), re.compile(re.escape(report.LAST_TURNS)), _SINCE, _OWN)

AGAIN = (
    "What this text has was taken back since: if it was played again, send its lines alone, without the title and the "
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
    rows = [one.piece.row for one in reads]
    found = []
    for (title, start, below), end in zip(titles, ends, strict=False):
        head = next((row for row in range(below, end) if _is_head(lines[row])), end)
        at = bisect_left(rows, start)
        above = [one for one in reads[max(0, at - _MOST) : at] if one.end <= start]
        if above and sum(map(bool, lines[above[-1].end : start])) > _BETWEEN:
            above = []
        under = _in_a_row(lines, head + 1, reads[bisect(rows, head) : bisect_left(rows, end)])
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
    session: Session,
    lines: Sequence[str],
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
    found = [post if undone else post._replace(above=[]) for post in posts(lines, reads)]
    doubt, stands = stands is None, stands or {}
    if (not found and len(reads) < 2) or (known.places and not doubt and not stands):
        return known
    fits: list[list[dict[int, int]]] = [[] for _ in found]
    with session.put_back():
        session.play(*played)
        for fold, at in _keys(session, {post.title.turn for post in found}):
            for post, fitting in zip(found, fits, strict=True):
                if (post.title.turn, post.title.key) == (fold.state.turn, at):
                    fit = _fit(fold, post)
                    fitting += [] if fit is None else [fit]
        places = {row: at for row, at in _beginnings(session.fold, reads) if not stands or at < stands.get(row, 0)}
        again = _comes_again(session.fold, lines, reads, stands)
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


def _comes_again(fold: Fold, lines: Sequence[str], reads: Sequence[Read], stands: Mapping[int, int]) -> bool:
    """Whether a turn is played that the same text takes back, where neither stood above that, nor follows right on it.

    So it is in a thread with the newest on top, in which that turn is an old one.
    """
    kept = set(fold.force)
    gone: dict[int | None, list[int]] = {}
    for at, line in enumerate(fold.lines):
        if isinstance(line, Turn) and at not in kept:
            gone.setdefault(line.number, []).append(at)
    undo = -1
    above: set[str] = set()
    for before, one in zip([None, *reads], reads, strict=False):
        place = stands.get(one.piece.row)
        if place is not None and isinstance(one.line, Undo):
            undo = place
        elif place is not None and isinstance(one.line, Turn) and undo >= 0 and not touch(lines, before, one):
            own = fold.lines[place]
            back = any(at < undo and equal(own, fold.lines[at]) for at in gone.get(one.line.number, ()))
            if back and one.text not in above:
                return True
        if undo < 0:
            above.add(one.text)
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


def check_answered(session: Session, titles: Sequence[Title], text: str, outdated: bool, behind: bool) -> None:
    """Raises Question for what bears no turn, and answers to another post or stands at another move than the last one.

    `outdated` is a post of this turn of which a line was played since, `behind` a text without the last move.
    """
    title = titles[0] if titles else None
    if title is not None and (title.turn not in (-1, session.turn) or outdated):
        raise answers_an_old_post(session, title, text)
    if behind and not any(title.turn >= 0 for title in titles):
        raise stands_at_an_old_move(session, text)


def answers_an_old_post(session: Session, title: Title, text: str) -> Question:
    """The question about a line that answers a post of another turn, or an earlier one of this turn."""
    turn = session.turn
    if title.turn == turn:
        told = f"`{text}` answers an earlier post of turn {turn}, of which a line was played since."
        return stale(session, told, given=title.key)
    told = f"`{text}` answers a post of turn {title.turn}, and the game is at turn {turn}."
    return stale(session, told, given=title.turn)


def answered_first(session: Session, titles: Sequence[Title]) -> list[Title]:
    """Titles in quotes, the one that is answered first: of a turn that never came here, else of the position now.

    That may be reached again after an undo; then none of the others is of an earlier turn only.
    """
    now, lines = (session.turn, session.key), session.fold.lines
    if len(titles) < 2:
        return [*titles]
    last = max((line.number + 1 for line in lines if isinstance(line, Turn) and line.number), default=session.turn)
    earlier = all(title.turn < session.turn or title[1:] == now for title in titles)
    return sorted(titles, key=lambda title: 0 if title.turn > last else 1 if earlier and title[1:] == now else 2)


def stands_at_an_old_move(session: Session, text: str) -> Question:
    """The question about a line beside moves of a text without a post, which are not the last ones."""
    told = f"`{text}` stands at a move after which this game went on: to enter it now send it alone."
    return stale(session, told, given=text)


def without_place(session: Session, text: str) -> Question:
    """The question about an undo that does not tell where in the log it stands."""
    begun = text.partition(";")[0].strip()
    told = f"`{text}` is taken from a text only with its place in the log: `{begun} line {session.fold.next_number()}`."
    return stale(session, told)


# How texts are laid out


def end_of_move(lines: Sequence[str], one: Read) -> int:
    """The line of a text below a move, where its remark may go on, or a new thought may begin."""
    rows = range(one.piece.row, one.end)
    return next((row + 1 for row in rows if split_remark(lines[row])[1]), one.end)


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
        draws = 0 < len(again) < len(post.above) and all(isinstance(one.line, Chance) for one in again)
        if not (draws and touch(lines, post.above[len(again)], again[-1])):  # the end of a log that stands above
            twice += again
        under.update(one.piece.row for one in post.below)
    twice += [one for one in _on_top(reads, lines, under) if one not in twice]
    return [one for one in reads if one not in twice], twice


def _again(above: Sequence[Read], below: Sequence[Read]) -> list[Read]:
    """Lines that are the same as others, from the first on."""
    pairs = takewhile(lambda pair: same_line(pair[0].line, pair[1].line), zip(above, below, strict=False))
    return [one for one, _ in pairs]


def touch(lines: Sequence[str], first: Read | None, second: Read | None) -> bool:
    """Whether nothing but empty lines stands between two lines of a text."""
    return first is not None and second is not None and not any(lines[first.end : second.piece.row])


def _on_top(reads: Sequence[Read], lines: Sequence[str], under: Collection[int]) -> Sequence[Read]:
    """The last results of chance on top of a text, if they stand in it again.

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
        return ()
    again = [one.line for one in reads[top:] if isinstance(one.line, Chance)]
    first = top
    while first and reads[first - 1].line in again:
        first -= 1
    return reads[first:top]

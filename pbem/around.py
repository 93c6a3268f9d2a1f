"""Where the lines of a log stand in a text: the posts that have them, lines that touch, which of them are older."""

import re
from bisect import bisect, bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from pbem import report
from pbem.board import NAME, pattern
from pbem.candidates import Read, Title, titles_at
from pbem.known import same_line
from pbem.notation import Chance, Undo
from pbem.plain import one_blank, split_remark

_BETWEEN = 6  # lines between the title of a post and what `move` prints above it: what that earned, the title's own
_MOST = 40  # lines above a title and under it that are compared
SINCE, OWN = (pattern(head, name=NAME) for head in (report.SINCE, report.LAST_AND_SINCE))
"""What stands over the lines of a post: those since its reader's last turn, or that as well."""
_HEADS = (re.compile(re.escape(report.SO_FAR)), re.compile(re.escape(report.LAST_TURNS)), SINCE, OWN)
REMARK = re.compile(r"\s*(?:\d{1,6}\s+)?;")
"""How a line of a log begins that is a remark alone; it may have its number."""


class Post(NamedTuple):
    """A post in a text: its title, what stands over its lines of the log, these, and those above it, last first."""

    title: Title
    head: str
    below: list[Read]
    above: list[Read]


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


def end_of_move(lines: Sequence[str], one: Read) -> int:
    """The line of a text below a move, where its remark may go on, or a new thought may begin."""
    rows = range(one.piece.row, one.end)
    return next((row + 1 for row in rows if split_remark(lines[row])[1]), one.end)


def row_below(lines: Sequence[str], one: Read) -> int:
    """The next line of a text that is not empty: in many mails empty ones stand between paragraphs.

    It may be joined to a remark.
    """
    return next((row for row in range(end_of_move(lines, one), len(lines)) if lines[row]), len(lines))


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
            again = max(again, _again(post.above, post.below[end - 1 :: -1]), key=len)
            if isinstance(post.below[end - 1].line, Undo):  # what is above it in the list was printed before
                break
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
    """Whether nothing but empty lines stands between two lines of a text, of which the first is above."""
    if first is None or second is None or first.piece.row > second.piece.row:
        return False
    return not any(lines[first.end : second.piece.row])


def follows(lines: Sequence[str], first: Read | None, second: Read | None) -> bool:
    """Whether nothing but empty lines and remarks of the log stands between two lines of a text, the first above."""
    if first is None or second is None or touch(lines, first, second):
        return touch(lines, first, second)
    between = lines[first.end : second.piece.row]
    return bool(between) and all(not line or REMARK.match(line) for line in between)


def oldest_first(lines: Sequence[str], reads: Sequence[Read]) -> list[Read]:
    """Lines of a text in the order of the game where its posts go back: those of a post, then what is on top of it.

    So they go back in a mail with the newest on top. Where a line is taken back, or posts go on, nothing is moved.
    """
    found, starts = posts(lines, reads), [start for title, start, _ in titles_at(lines) if title.turn >= 0]
    several = len(found) > 1
    back = all(above.title.turn >= below.title.turn for above, below in pairwise(found))
    goes_on = several and found[0].title.turn == found[-1].title.turn
    if not found or not back or goes_on or any(isinstance(one.line, Undo) for one in reads):
        return [*reads]
    rows = [one.piece.row for one in reads]
    under = {one.piece.row for post in found for one in post.below}
    at = [0, *(bisect_left(rows, start) for start in starts), len(reads)]
    parts = [[one for one in reads[first:end] if one.piece.row not in under] for first, end in pairwise(at)]
    order: list[Read] = []
    for post, below in zip(reversed(found), reversed(parts[1:]), strict=True):  # what is below, the post above has, too
        order += [*post.below, *below]
    return [*order, *parts[0]]


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

"""What stands around the lines of a text: the posts that have them, lines that touch, words that take a move back."""

import re
from bisect import bisect, bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from pbem import meant, report
from pbem.board import NAME, pattern
from pbem.candidates import EARNED, Piece, Question, Read, Title, titles_at
from pbem.known import same_line
from pbem.mail.meaning import ASKS, CORRECTS, DRAFT, FINE, IF, LINKS, NOT, UNSURE, astray, straight, takes_back
from pbem.mail.words import heads_quote
from pbem.nearly import MARKS, SLIP, Near, could_be, joined, nearly
from pbem.notation import Chance, Turn, Undo
from pbem.plain import clean, one_blank, same, split_remark
from pbem.session import Session

_BETWEEN = 6  # lines between the title of a post and what `move` prints above it: what that earned, the title's own
_MOST = 40  # lines above a title and under it that are compared
SINCE, OWN = (pattern(head, name=NAME) for head in (report.SINCE, report.LAST_AND_SINCE))
"""What stands over the lines of a post: those since its reader's last turn, or that as well."""
_HEADS = (re.compile(re.escape(report.SO_FAR)), re.compile(re.escape(report.LAST_TURNS)), SINCE, OWN)
_REMARK = re.compile(r"\s*(?:\d{1,6}\s+)?;")
"""How a line of a log begins that is a remark alone; it may have its number."""
_HEADED = 12  # lines above a move that may be the head of a quote around it
_COPIED = 60  # lines above a move that may be a copy, with it
_BELOW = 200  # lines below a move in which it may be taken back
_CLAUSE = re.compile(r"[.!?;,\u2026]\s")
_LONGEST = 400  # characters of a line that are looked at
_ROWS = 12  # above and below a turn in which steps of it may stand
_FOUND = 20  # moves there that are tried on the position
_TWO = 2  # lines that a client may have made of one
_BEFORE = 2  # words before a move in the line below another one: people say so that they mean this one
_STEPS = 4  # words that may go on with a move whose beginning is one as well
_BEHIND = 2  # words behind one there; so many are said of another move, and not of a step
_CLAUSE_END = re.compile(r"[.,;!?]")
_TALKS = re.compile(r"\b(?:than|als|statt|of|like|not|without|ohne|nicht|you|du)\W*$", re.IGNORECASE)
"""How words end behind which a move is talked of."""


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
    """The next line of a text that is not empty: in many mails empty ones stand between paragraphs."""
    return next((row for row in range(one.end, len(lines)) if lines[row]), len(lines))


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
    return bool(between) and all(not line or _REMARK.match(line) for line in between)


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


def check_above(lines: Sequence[str], used: Collection[int], one: Read, name: str) -> None:
    """Raises Question for a line under one that says not to play it or only thinks of it, half an if, or a quote.

    What remarks of the log say, alone or in `used` rows, they say of what stands there. `name` is that of the player
    whose line it is; "" for a result of chance.
    """
    row, first = one.piece.row, max(0, one.piece.row - _COPIED)
    lines = list(_without_remarks(lines[first:row], [at in used for at in range(first, row)]))
    row -= first
    above = next((line.strip() for line in reversed(lines[max(0, row - 3) : row]) if line.strip()), "")
    clause = _CLAUSE.split(clean(above[-_LONGEST:]))[-1].replace("\u2019", "'").casefold().strip("*_ \u00bf")
    clause = FINE.sub("", clause).lstrip(" ,")
    negated = clause.endswith(":") and NOT.search(clause)
    leads_on = clause.endswith((":", " this", " that", " it")) or (row > 0 and lines[row - 1].strip())
    unsure = ASKS.fullmatch(clause) or (leads_on and UNSURE.fullmatch(clause))
    half = clause[-1:] not in tuple(".!?,)") and IF.match(clause) is not None
    half = half or (above.endswith(" /") and any(map(str.isdigit, above)))  # a step, and the mark before another
    head = next(filter(heads_quote, (above, *_right_above(lines, row))), "").strip() or _heads_all(lines, row, name)
    if negated or unsure or half or clause in DRAFT or head:
        raise Question(
            f"Above `{one.text}` stands `{head or above}`, so it is not clear whether it is to be played: to play it "
            "send it without that."
        )


def _without_remarks(lines: Sequence[str], used: Sequence[bool]) -> Iterator[str]:
    """Lines without the remarks of a log: of those that are `used`, or right below one of them."""
    of_the_log = False
    for line, known in zip(lines, used, strict=True):
        of_the_log = known or (of_the_log and _REMARK.match(line) is not None)
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
    if lines and lines[0].strip() and not lines[0].strip(" ?"):  # right below it
        raise _unsure(text, lines[0])
    above, strange = "", False  # the line before this one; whether it is of a text for strangers
    for line in lines[:_BELOW]:
        said = whole = straight(line[:_LONGEST])
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


def _unsure(text: str, below: str) -> Question:
    return Question(
        f"Below `{text}` stands `{below.strip()[:_LONGEST]}`, so it is not clear whether it is to be played: to play "
        "it send it without that."
    )


def beside(
    session: Session, lines: Sequence[str], pieces: Sequence[Piece], at: Read, played: Mapping[int, str], bare: bool
) -> Iterator[Near]:
    """Moves near the last turn of a text, which stands `at` a place, that may be meant with it or in place of it.

    What was `played` are lines by their turns, the last of them a `bare` move. Beside another one, or apart from it,
    people may write what they like, but for some words between the two.
    """
    turn, above, below = max(played), at.piece.row - 1, row_below(lines, at)
    above = next((row for row in range(above, -1, -1) if lines[row]), -1) if bare else above
    line = session.fold.notation.reads(played[turn])
    if not isinstance(line, Turn):
        return
    steps = session.fold.notation.format_steps(line.steps)
    near = [p for p in pieces if above - _ROWS < p.row < below + _ROWS and not EARNED.match(p.readings[-1][0])]
    pairs = [p._replace(readings=(r,)) for p in near if p.row in (above, below) for r in p.readings if r[1] == _TWO]
    for one in [*nearly(session, near), *nearly(session, pairs)][:_FOUND]:
        row, behind = one.piece.row, one.text[len(one.before) + len(one.move) :]
        words = _words(one.before if row >= below else behind)
        more = len(_words(_CLAUSE_END.split(behind, maxsplit=1)[0])) if row >= below else 0
        talk = len(words) > _BEFORE or _TALKS.search(one.before) is not None
        if touches := row in (at.piece.row - 1, at.end):
            part = other = bare or len(words) <= (_BEFORE if row >= below else 1)
        else:  # there people say more plainly that they mean it
            joins = row >= below or (bool(behind.strip()) and not words)
            part = joins and not talk and more < _BEHIND
            plain = all(map(CORRECTS.fullmatch, words)) and (more < _BEHIND or CORRECTS.search(behind) is not None)
            other = row in (above, below) and joins and not talk and more <= _BEHIND and (bare or plain)
        if part and could_be(session, turn, _together(steps, one.move), behind=False):
            yield one._replace(part=True)
        # Its first word may be a move as well.
        longer = [" ".join([one.move, *behind.split()[:end]]) for end in range(_STEPS)]
        if other and any(_is_other(session, turn, line, move, talk or not touches) for move in longer):
            yield one
    for piece in near:
        if piece.row == below:
            yield from _right_below(session, piece, turn, line, below == at.end)


def _words(text: str) -> list[str]:
    """The words of a text but for those that join steps; `I` is one in other languages."""
    words = [word.strip(MARKS) for word in text.split() if any(map(str.isalnum, word))]
    return [word for word in words if word == "I" or not LINKS.fullmatch(word.casefold())]


def _together(steps: str, move: str) -> Sequence[str]:
    return f"{steps} / {move}", f"{steps} {move}", f"{move} / {steps}"


def _right_below(session: Session, piece: Piece, turn: int, line: Turn, touches: bool) -> Iterator[Near]:
    """What goes on with a turn in the line below it, and another one without digits, some words before it maybe.

    Where the line does not touch the turn, it has to end with that.
    """
    text = piece.readings[-1][0]
    steps = session.fold.notation.format_steps(line.steps)
    said = text.strip(MARKS).split()
    tails = [" ".join(said[at:]) for at in range(len(said))] if len(said) <= _STEPS else []
    ends = [f"{steps} / {tail}" for tail in tails if meant.is_bare(session.fold.notation.reads(f"{steps} / {tail}"))]
    for whole in joined(session, Near(piece, text, "", steps, None, False, text)) if touches else ends:
        if could_be(session, turn, (whole,), behind=False):
            yield Near(piece, text, "", whole, None, False, part=True)
    words = text.partition(";")[0].split() if len(text) <= SLIP and not any(map(str.isdigit, text)) else []
    for start in range(min(len(words), _BEFORE + 1)):
        move = " ".join(words[start:]).strip(" .,!?()")
        if move.isalpha() or not meant.is_bare(session.fold.notation.reads(move)):
            continue  # people sign with a letter, which may be a move
        if could_be(session, turn, _together(steps, move), behind=False):
            yield Near(piece, text, "", move, None, False, part=True)
        if _is_other(session, turn, line, move):
            yield Near(piece, text, " ".join(words[:start]), move, None, False)


def _is_other(session: Session, turn: int, line: Turn, move: str, talk: bool = False) -> bool:
    """Whether a move could be played in place of a line of a turn; in `talk` people write of a part of that as well."""
    own = session.fold.notation.reads(move)
    part = not isinstance(own, Turn) or (talk and all(step in line.steps for step in own.steps))
    return not part and could_be(session, turn, (move,), behind=False)

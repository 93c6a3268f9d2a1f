"""A pasted post as the beginning of a game: its title, its board and what stands below it, each checked.

A game reads its own sentences out of a post (`Rules.read_post`), by the templates it writes them with. Whether all of
it was read is found here: the position that was read has to be told in the very words of the post, and to have its key.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from pbem import players, report
from pbem.board import is_row, pattern
from pbem.candidates import titles
from pbem.errors import Doubt, HeaderError, PbemError
from pbem.fold import key
from pbem.game import NOBODY, Post, Rules, View
from pbem.header import Header, Player
from pbem.mail.message import lines_of
from pbem.plain import clean
from pbem.position_lines import SHIELD

_WHERE = r",\s+game\s+(?P<id>[A-Za-z0-9-]{1,64}),\s+turn\s+(?P<turn>\d{1,9}),\s+key\s+(?P<key>[0-9a-f]{6})$"
_MOST_OF_OPTIONS = 1000
"""Characters of the options in a title; no game comes near."""
_LONGEST = 50_000
"""Characters below a board; no game comes near."""
_TRIES = 500
"""Readings of one post that are compared with its key."""
_STATUS = (
    (report.TO_MOVE, ""),
    (report.DRAW_BETWEEN, ""),
    (report.BEFORE, ""),
    (report.DRAW_WITHIN, "it is in the middle of a turn"),
    (report.OVER_ONE, "the game is over"),
    (report.OVER, "the game is over"),
)
"""What is said below a title, and why no game can begin there."""


def holds(source: bytes | str) -> bool:
    """Whether a text has the title of a post in it, so that it is no setup."""
    return any(title.turn >= 0 for title in titles([_bare(line) for line in _lines(source)]))


def find(rules: Rules, source: bytes | str) -> Post | None:
    """The one post of a game in a mail, a forum post or a paste; None where there is no title of one.

    Raises Doubt for several, HeaderError for one of another game or one that no game can begin from.
    """
    lines = _lines(source)
    bare = [_bare(line) for line in lines]
    if not any(title.turn >= 0 for title in titles(bare)):
        return None
    words = r"\s+".join(map(re.escape, rules.title.split()))
    title = re.compile(rf"^{words}(?P<options>(?:\s+with\s.{{1,{_MOST_OF_OPTIONS}}}?)?){_WHERE}", re.M | re.S)
    text = "\n".join(bare)
    found = list(title.finditer(text))
    if not found and re.search(title.pattern, text, title.flags | re.I):
        raise HeaderError("this post is in other letters than it was printed in, small or capital: paste it as it was")
    if not found:
        raise HeaderError(f"this is no post of {rules.title}: none has its title")
    starts = [text.count("\n", 0, one.start()) for one in found]
    own = [at for at, row in enumerate(starts) if not _quoted(lines[row])] or list(range(len(found)))
    if len({found[at].group("id", "turn", "key") for at in own}) > 1:
        raise Doubt("there are posts of several positions in it: paste the one that is meant")
    rows: list[str] = []
    for at in own:  # a title may stand above the post as well
        start = text.count("\n", 0, found[at].end()) + 1
        end = starts[at + 1] if at + 1 < len(starts) else len(lines)
        rows = bare[start : _end_of_quote(lines, start, end) if _quoted(lines[starts[at]]) else end]
        if any(is_row(row, rules.paint.cell) for row in rows):
            break
    one = found[own[0]]
    options = _options(rules, " ".join(one["options"].split()).removeprefix("with "))
    return _post(rules, rows, options, int(one["turn"]), one["key"])


def _lines(source: bytes | str) -> list[str]:
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    return [clean(line) for line in lines_of(data)]


def _bare(line: str) -> str:
    """A line without marks of a quote or of bold, which no line of a post begins with."""
    return line.lstrip(" >|*").rstrip(" *")


def _quoted(line: str) -> bool:
    return line.lstrip()[:1] in (">", "|") and line.strip() != ""


def _end_of_quote(lines: Sequence[str], start: int, end: int) -> int:
    """Where a quote ends: a line without a mark between two with one is the end of the one above."""
    for row in range(start, end):
        below = next((line for line in lines[row + 1 : end] if line.strip()), "")
        if lines[row].strip() and not _quoted(lines[row]) and not _quoted(below):
            return row
    return end


def _options(rules: Rules, text: str) -> list[str]:
    """The options of a title, which has "and" between them; so may names of players."""
    found: list[str] = []
    for part in text.split(" and ") if text else []:
        if found and part not in rules.options and part.split(" ")[0] not in rules.player_options:
            found[-1] += f" and {part}"
        else:
            found.append(part)
    return found


def _post(rules: Rules, lines: Sequence[str], options: list[str], turn: int, key: str) -> Post:
    first = next((row for row, line in enumerate(lines) if is_row(line, rules.paint.cell)), len(lines))
    start = _end_of_status(lines)
    mover = _mover(lines[:start]) if any(lines[start:first]) else None
    if mover is not None:  # there is more than that above a row: on a terminal the board comes last
        first, last = _last_board(rules, lines, start)
        below = lines[start:first]
    else:
        mover = _mover(lines[:first])
        if mover is None:
            raise HeaderError(f"it does not say who is to move below its title, but `{_status(lines[:first])}`")
        last = first
        while last < len(lines) and (not lines[last] or is_row(lines[last], rules.paint.cell)):
            last += 1
        below = lines[last:]
    ends = (*report.HEADS, f"{turn} {mover}:") if mover else report.HEADS
    below = below[: next((row for row, line in enumerate(below) if line.startswith(ends)), len(below))]
    if sum(map(len, below)) > _LONGEST:
        raise HeaderError("what stands below the board is longer than any post")
    board = [line for line in lines[first:last] if line]
    if not board:
        raise HeaderError("below its title the post has no board")
    return Post(turn, mover, options, key, board, below)


def _end_of_status(lines: Sequence[str]) -> int:
    """Where the first paragraph ends."""
    start = next((row for row, line in enumerate(lines) if line), 0)
    return next((row for row in range(start, len(lines)) if not lines[row]), len(lines))


def _last_board(rules: Rules, lines: Sequence[str], start: int) -> tuple[int, int]:
    """The last rows that are a paragraph of their own, as a terminal has the board."""
    last = len(lines)
    while last > start:
        first = last
        while first > start and is_row(lines[first - 1], rules.paint.cell):
            first -= 1
        if first < last and not lines[first - 1] and (last == len(lines) or not lines[last]):
            return first, last
        last = min(first, last - 1)
    return start, start


def _mover(lines: Sequence[str]) -> str | None:
    """Who is to move by what stands between title and board, "" where nobody is named, None for other words.

    Raises HeaderError where no game can begin.
    """
    status = _status(lines)
    for template, wrong in _STATUS:
        said = pattern(template).fullmatch(status)
        if said and wrong:
            raise HeaderError(f"no game can begin from this post: {wrong}")
        if said:
            return said["name"]
    return "" if pattern(report.STOPPED, standing=".*").fullmatch(status) else None


def _status(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).split()).removesuffix(report.FROM_SETUP).rstrip()


# The header of a game that begins from it


def header(
    rules: Rules, post: Post, given: Sequence[Player], seats: dict[str, str], options: Sequence[str], first: str | None
) -> Header:
    """Players, options, first player and position of a post; what is `given` must agree with it.

    Raises HeaderError for what disagrees, cannot be read or is missing, PbemError for what is wrong with players.
    """
    base_players, readings = rules.read_post(post)
    base = Header(rules.id, list(base_players))
    _agree(rules, base, given, seats)
    players.complete(rules, base.players)
    players.check_spellings(base.players)
    if first and post.mover and base.index(first) != base.index(post.mover):
        raise HeaderError(f"the post says that {post.mover} is to move, not {first}")
    mover = first or post.mover
    if not mover:
        raise HeaderError("the post does not say who is to move: --first NAME")
    base.first = base.index(mover)
    base.options = players.options(rules, base, post.options)
    for option in players.options(rules, base, list(options)):
        if option not in base.options:
            raise HeaderError(f"the post is of a game without {option}")
    wanted = [base.names[base.index(player.name)] for player in given]
    orders = sorted(_orders(rules, base), key=lambda tried: tried.names != wanted)  # several may have the key
    best: tuple[int, PbemError] = -2, HeaderError("nothing of this post can be read")
    told = False  # whether one reading was compared with the post word for word
    for lines in islice(readings, _TRIES):
        compared = False
        for tried in orders:
            tried.position = list(lines)
            try:
                found = _check(rules, tried, post, not told)
                compared = True
            except PbemError as error:
                found = -1, error
            if found is None:
                return tried
            best = max(best, found, key=lambda one: one[0])
        told = told or compared
    raise best[1]


def _agree(rules: Rules, base: Header, given: Sequence[Player], seats: dict[str, str]) -> None:
    """Puts what is given of players with what the post says of them; raises HeaderError where that differs."""
    for player in given:
        own = base.players[base.index(player.name)]
        if own.colours and sorted(own.colours) != sorted(player.colours):
            told = ",".join(rules.colours[letter] for letter in own.colours)
            raise HeaderError(f"the post says that {own.name} plays {told}")
        own.colours = player.colours
    for name, side in seats.items():
        own = base.players[base.index(name)]
        if own.seat != players.seat(rules, side):
            raise HeaderError(f"the post says that {own.name} sits at {own.seat}")
    without = [player.name for player in base.players if rules.colours and not player.colours]
    if without:
        asked = " ".join(f'--player "{name}=COLOUR"' for name in without)
        raise HeaderError(f"the post does not say which colours players have: give {asked}")


def _orders(rules: Rules, base: Header) -> Iterator[Header]:
    """The orders that players may have in a header: any where they have seats, else as they sit, from any of them."""
    count = len(base.players)
    name = base.names[base.first]
    for order in permutations(range(count)):
        if not rules.sides and any(order[(at + 1) % count] != (order[at] + 1) % count for at in range(count)):
            continue
        found = Header(rules.id, [base.players[player] for player in order])
        found.first = found.index(name)
        found.options = players.options(rules, found, base.options)
        yield found


def _check(rules: Rules, tried: Header, post: Post, whole: bool) -> tuple[int, PbemError] | None:
    """What is wrong with a reading: it is told in other words, or has another key; how many words agree. None: nothing,
    and its position lines stand in their order.

    Where the key is another one, words are looked at only for a `whole` answer.
    """
    state = rules.start(tried)
    own = key(rules, tried, state)
    if own == post.key or whole:
        told = [_unread(rules, View(state, tried.names, player), post) for player in range(len(tried.players))]
        unread = [one for one in told if one is not None]
        if len(unread) == len(told):
            at, line = max(unread)
            what = f"this of the post cannot be read, or does not go with the rest of it: `{line}`"
            return at, HeaderError(what, line=line)
    if own == post.key:
        tried.position = rules.position(state, tried.names)
        return None
    return sum(map(len, post.below)) if whole else 0, HeaderError(
        f"the post has the key {post.key}, and what stands in it {own}: something in it was changed, or "
        "it is from the middle of a turn, which no setup can say"
    )


def _unread(rules: Rules, view: View, post: Post) -> tuple[int, str] | None:
    """Where a post stops to be what is told of a position: how many words come before, and the line; None if all is.

    What comes below in a paragraph of its own is somebody's remark.
    """
    legend = [] if view.state.actor == NOBODY else [w for line in rules.paint.legend(view) for w in _words(line)]
    short = _stops(post, [], rules.paint.short(view))
    full = _stops(post, legend, rules.paint.report(view))
    return None if short is None or full is None else max(short, full)


def _stops(post: Post, legend: list[str], lines: Sequence[str]) -> tuple[int, str] | None:
    """The same for one way to tell the position, with a legend above it or without."""
    words = [(word, row) for row, line in enumerate(post.below) for word in _words(line)]
    start = len(legend) if [word for word, _ in words[: len(legend)]] == legend else 0
    told = [word for line in lines for word in _words(line)]
    for at, word in enumerate(told, start):
        if at >= len(words):
            return at, " ".join(told[at - start : at - start + 8])
        if words[at][0] != word:
            return at, post.below[words[at][1]]
    end = start + len(told)
    if end < len(words):
        row = words[end][1]
        if row == words[end - 1][1] or (row and post.below[row - 1]):
            return end, post.below[row]
    return None


def _words(line: str) -> list[str]:
    """The words of a line, without what shields it."""
    return clean(line).removeprefix(SHIELD).split()

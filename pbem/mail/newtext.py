"""The author's own text in a mail or a post: without quotes, copies, attributions, signatures. Linear."""

import re
from collections.abc import Iterable, Sequence

from pbem.mail.words import BY, COPY_BELOW, DATE, DAY, DOES, FORWARDED, FROM, SUBJECT, TO, WROTE, heads_quote, is_added
from pbem.plain import clean, same

QUOTE = re.compile(r"\s{0,8}(?:[>\uff1e]|\|(?:\s|$)|[A-Z][A-Za-z]{0,7}>(?:\s|$))")
"""How a quoted line begins; some clients name who wrote it."""
_MARKS = (">", "|", "\uff1e")
_COLONS = (":", "\uff1a")
_LABEL = re.compile(r"\s*(?:[-*\u2022+]\s+)?\d{1,5}\s+[^\W\d][^:;\n]{0,40}:(?!\d\d)")
_HEADER = re.compile(r"\s{0,8}[*_]{0,3}([^\W\d_][^\d:\uff1a\n]{0,24}?)\s?[*_]{0,3}\s?[:\uff1a][*_]{0,3}(?:\s*(.*))$")
WHEN = re.compile(
    r"(?<![0-9A-Za-z_])(?:19|20)\d\d(?!\d)|(?<![\d.:])\d{1,2}[:.]\d\d(?![\d.])"
    r"|(?<!\d)\d{1,2}\.?[ ./-]{1,2}\d{1,2}[./-]{1,2} ?\d{2,4}(?!\d)"
)
_ENDS = re.compile(r"(?:[:\uff1a]|--)[\s*_>]*$")
_DASHES = re.compile(r"\s*(?:[-=\u2014\u2013]{2,}(?!>)|[_*]{4,})")
"""How a divider begins: a line of dashes, words in it; text in bold (`**`, `__`) and behind an arrow is none."""
_WORDS = 80
"""Characters among its dashes."""
_AROUND = " \xa0*_:\uff1a-\u2013\u2014"
"""What may stand behind words that are all of a line."""
_SAYS = 60
"""Columns in which a line says that a copy begins."""
_RULE = re.compile("_{8,}")
_TABLE = re.compile(r"^([^|:]{1,25}?) \| ")
"""A header as the first row of a table."""
_SUFFIX = re.compile(r"(?:[/(]-?\w{1,3}\)?)?")
"""Of a verb, for whose writer may be a woman: `zapisal/-a`."""
_GROUPWISE = re.compile(r">{3} .{3,200} >{3}\s*$")
"""Who wrote a copy without marks, and when."""
_LONG = 62
"""Columns, the next word included, from which on a client may have broken a quoted line."""
_ATTRIBUTION = 300
_HEADERS = 10
_ADDRESS = re.compile(r"<[^<>\s]*@[^<>\s]*>")
_HEADS = FROM | DATE | TO | SUBJECT
_RUN = 3
"""So many lines in a row equal to what we sent are a copy."""


def is_marked(line: str) -> bool:
    """Whether a line begins with the mark of a quote."""
    return line.lstrip()[:1] in _MARKS or QUOTE.match(line) is not None


def unmarked(line: str) -> str:
    """A quoted line without the marks of quotes, however deep it is."""
    start = 0
    while found := QUOTE.match(line, start):
        start = found.end()
    return line[start:].lstrip("> |")


def depth(line: str) -> int:
    """How many marks of quotes a line begins with."""
    return sum(map(line[: len(line) - len(unmarked(line))].count, _MARKS))


class Text:
    """The lines of a text and what was found about each: `kept` is False for what is not the author's own and new."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)
        self.quoted = [line[:1] == ">" or bool(QUOTE.match(line)) for line in self.lines]
        self.kept = [not quoted for quoted in self.quoted]
        self.blank = [not line.strip() for line in self.lines]
        self.labels = ["" if quoted else _label(line) for line, quoted in zip(self.lines, self.quoted, strict=True)]

    def after(self, index: int) -> int:
        """The next line that is not blank, or the number of lines."""
        while index < len(self.lines) and self.blank[index]:
            index += 1
        return index

    def drop(self, start: int, end: int) -> None:
        """These are not new."""
        for index in range(start, min(end, len(self.lines))):
            self.kept[index] = False


def split(lines: Sequence[str], sent: Iterable[str] = ()) -> tuple[list[str], list[str], list[int]]:
    """What is new, what is quoted, copied or below a signature, and the new line above which each of that stood.

    An empty line stands for what was taken out. `sent` are the texts that this may be an answer to: what is copied from
    them is known without marks.
    """
    text = Text(lines)
    _broken_quotes(text)
    _quoted_headers(text)
    _copies(text)
    _signatures(text)
    _parents(text, sent)
    new: list[str] = []
    old: list[str] = []
    stood: list[int] = []
    for line, kept in zip(text.lines, text.kept, strict=True):
        if kept:
            new.append(line)
        else:
            old.append(line)
            stood.append(len(new))
            if new and new[-1]:
                new.append("")
    return new, old, stood


def _broken_quotes(text: Text) -> None:
    """A line without a mark below a long quoted one may be its end, and one between two quoted lines as well."""
    last = len(text.lines) - 1
    for i in range(1, len(text.lines)):
        if text.quoted[i] or text.blank[i] or text.blank[i - 1] or text.kept[i - 1]:
            continue
        line = text.lines[i]
        full = len(text.lines[i - 1]) + 1 + len(line.split(None, 1)[0]) > _LONG
        if full or (text.quoted[i - 1] and i < last and text.quoted[i + 1] and not _LABEL.match(line)):
            text.kept[i] = False


def _quoted_headers(text: Text) -> None:
    """A quote that holds nothing but headers, in a table maybe, stands above a copy without marks."""
    start = 0
    while start < len(text.lines):
        end = start
        while end < len(text.lines) and text.quoted[end]:
            end += 1
        if 3 <= end - start <= 2 * _HEADERS:
            plain = [_TABLE.sub(r"\1: ", line.lstrip("> |\uff1e"), 1) for line in text.lines[start:end]]
            labels = {_label(line) for line in plain if line.strip()}
            kinds = sum(bool(labels & kind) for kind in (FROM, DATE, TO, SUBJECT))
            if kinds >= 3 and sum(bool(line.strip()) and _label(line) not in _HEADS for line in plain) <= 2:
                text.drop(end, len(text.lines))
                return
        if end - start == 1 and _GROUPWISE.match(text.lines[start]) and WHEN.search(text.lines[start]):
            text.drop(end, len(text.lines))
            return
        start = end + 1


def _copies(text: Text) -> None:
    """Attributions, and headers of a copy; the copy below them where it is not marked as a quote."""
    first = index = text.after(0)
    while index < len(text.lines):
        line = text.lines[index]
        if text.quoted[index] or text.blank[index] or not text.kept[index]:
            index += 1
            continue
        if COPY_BELOW.match(line.strip()):
            text.drop(index, len(text.lines))
            return
        end = _headers(text, index)
        start = index
        if not end and _forwards(line):
            below = text.after(index + 1)
            below_a_quote = index == first and _told(text, below)  # with own words above it is all a copy
            if below < len(text.lines) and not (text.quoted[below] or _headers(text, below) or below_a_quote):
                text.drop(index, len(text.lines))
                return
        if not end:
            start = _attribution(text, index)
            end = index + 1 if start >= 0 else 0
        if not end:
            _shown_heads(text, index)
            index += 1
            continue
        text.drop(_with_divider(text, start), end)
        following = text.after(end)
        if following < len(text.lines) and not text.quoted[following]:
            text.drop(end, len(text.lines))
            return
        index = end


def _shown_heads(text: Text, end: int) -> None:
    """A forum's head of a quote, up to this line: where marks tell of which lines, it says nothing of those below."""
    below = text.after(end + 1)
    if below < len(text.lines) and text.quoted[below]:
        while end >= 0 and text.kept[end] and heads_quote(text.lines[end]):
            text.kept[end] = False
            end -= 1


def _forwards(line: str) -> bool:
    """Whether a line says that a copy begins, of which somebody may have cut the headers, or put them behind it."""
    line = line.strip("* \xa0\t")  # it may be in bold
    found = FORWARDED.search(line[:_SAYS])
    if found is None:
        return False
    behind = line[found.end() :].lstrip(" -")
    if _DASHES.match(line) and _label(behind) in FROM and ("@" in behind or WHEN.search(behind)):
        return True
    return len(line) < _SAYS and (found[0] == line.lstrip("*_").rstrip(_AROUND) or _divides(line))


def _divides(line: str) -> bool:
    """Whether a line is a divider. By hand: an expression for all of it takes the square of a long line's length."""
    found = _DASHES.match(line)
    return found is not None and len(line[found.end() :].rstrip().rstrip("-_=*\u2014\u2013")) <= _WORDS


def _with_divider(text: Text, start: int) -> int:
    """Where headers or an attribution begin, with the line of dashes or words that may stand above."""
    above = start - 1
    while above >= 0 and start - above < 3 and text.blank[above]:
        above -= 1
    if above < 0 or text.quoted[above] or text.blank[above] or _LABEL.match(text.lines[above]):
        return start
    line = text.lines[above]
    if _divides(line) or (len(line) < _SAYS and FORWARDED.search(line)):
        return above
    return start


def _label(line: str) -> str:
    found = _HEADER.match(line)
    return found[1].strip(" *_\xa0").lower() if found else ""


def _headers(text: Text, start: int) -> int:
    """The end of a block of headers that begins here, or 0: known by their words, or by what they hold."""
    first = text.labels[start]
    above = text.labels[start - 1] if start else ""
    if not first or first == above or (above and first not in _HEADS):
        return 0
    rows, end = [start], start + 1
    while end < len(text.lines) and len(rows) < _HEADERS:
        row = text.after(end)
        if row >= len(text.lines) or row - end > 1 or (row > end and not {first, text.labels[row]} <= _HEADS):
            break
        if not text.labels[row]:
            # An address, or a list of them, may go on in the next line.
            line, below = text.lines[row], row + 1
            if text.quoted[row] or below >= len(text.lines) or text.labels[below] not in _HEADS or "@" not in line:
                break
        else:
            rows.append(row)
        end = row + 1
    labels, values = {text.labels[row] for row in rows}, [text.lines[row] for row in rows]
    kinds = sum(bool(labels & kind) for kind in (FROM, DATE, TO, SUBJECT))
    if first in _HEADS and kinds >= 3:
        return end
    if not any("@" in value for value in values):
        return 0
    if first in _HEADS and kinds == 2 and any(map(WHEN.search, values)):
        return end
    return end if len(rows) >= 3 and any("@" not in value and WHEN.search(value) for value in values) else 0


def _attribution(text: Text, end: int) -> int:
    """Where an attribution begins that ends in this line, or -1; the shortest that is one."""
    if _writer(text.labels[end], text.lines[end]):
        return end
    if not _ENDS.search(text.lines[end]):
        return end if _ends_with_verb(text.lines[end]) else -1
    following = text.after(end + 1)
    quoted = following < len(text.lines) and text.quoted[following]
    joined = ""
    for start in range(end, max(-1, end - 3), -1):
        line = text.lines[start]
        if text.blank[start] or text.quoted[start] or _LABEL.match(line):
            return -1
        joined = f"{line} {joined}"
        if len(joined) > _ATTRIBUTION:
            return -1
        told, least = ("@" in joined) + bool(WHEN.search(joined)), 1 if quoted and start == end else 2
        if told >= least or (told == least - 1 and WROTE.search(joined)):  # which takes long
            return _with_missing(text, start, joined)
    return -1


def _ends_with_verb(line: str) -> bool:
    """Whether a line has an address and a time, and ends with the verb of an attribution: some leave out the colon."""
    if "@" not in line or len(line) > _ATTRIBUTION or not WHEN.search(line):
        return False
    return any(not line[found.end() :].strip(" *_>") for found in WROTE.finditer(line))


def _writer(label: str, line: str) -> bool:
    """Whether the verb of an attribution stands before a colon, and who wrote, and when, behind it."""
    verb = WROTE.match(label) if label else None
    if verb is None or _SUFFIX.fullmatch(label, verb.end()) is None:
        return False
    return "@" in line or WHEN.search(line) is not None


def _told(text: Text, start: int) -> bool:
    """Whether an attribution begins in this line."""
    return any(_attribution(text, end) == start for end in range(start, min(start + 3, len(text.lines))))


def heads(lines: Sequence[str], names: Iterable[str]) -> set[int]:
    """Rows of a copy without marks in which the head of another mail begins, maybe with one of these names."""
    text, found = Text(lines), set[int]()
    begins = tuple(f"{same(name)} " for name in names)
    for row, line in enumerate(lines):
        if text.blank[row] or text.quoted[row]:
            continue
        start = _attribution(text, row)
        named = line.rstrip()[-1:] in _COLONS and same(line).startswith(begins) and WROTE.search(line) is not None
        if start >= 0:
            found.add(start)
        elif _headers(text, row) or _forwards(line) or _sender(text, row) or named:
            found.add(row)
    return found


def written_by(line: str, names: Iterable[str]) -> str:
    """The player whose name and a date, or what that player does, are all of a line, as forums show; "" for none.

    An address with what stands before it, and `wrote`, are passed over.
    """
    told = BY.sub("", same(line)) if len(line) <= _ATTRIBUTION else ""
    found = [name for name in names if re.match(rf"{re.escape(same(name))}(?!\w)", told)]
    name = max(found, key=len, default="")
    rest = told[len(same(name)) :] if name else ""
    rest = WROTE.sub(" ", _ADDRESS.split(rest)[-1])
    dated = (
        WHEN.search(rest) and all(map(DAY.fullmatch, re.findall(r"[^\W\d_]+", rest))) and rest.rstrip()[-1] not in "?!"
    )
    return name if dated or DOES.fullmatch(rest) else ""


def _sender(text: Text, row: int) -> bool:
    """Whether a line says who sent a mail, by a header alone: with an address, of one word, or above another header."""
    header = _HEADER.match(text.lines[row]) if text.labels[row] in FROM else None
    sender = header[2].strip(" *_") if header else ""
    if not sender:
        return False
    return (
        "@" in sender
        or len(sender.split()) == 1
        or not (DATE | TO | SUBJECT).isdisjoint(text.labels[row + 1 : row + 3])
    )


def _with_missing(text: Text, start: int, joined: str) -> int:
    """Where an attribution begins, with lines above that say what it lacks: the date, the address, the verb."""
    for above in range(start - 1, max(-1, start - 3), -1):
        line = text.lines[above]
        if text.blank[above] or text.quoted[above] or _LABEL.match(line) or len(line) > _ATTRIBUTION:
            break
        date = not WHEN.search(joined) and WHEN.search(line)
        address = "@" not in joined and "@" in line
        if not (date or address or (not WROTE.search(joined) and WROTE.search(line))):
            break
        start, joined = above, f"{line} {joined}"
    return start


def _signatures(text: Text) -> None:
    """What stands below `--`, or the dash that phones make of it, or a rule of underscores, up to a quote.

    PGP puts a dash before that in what it signs. And the one line that phones add. Above a copy Outlook draws such a
    rule, and lists above what they append.
    """
    inside = False
    for index, line in enumerate(text.lines):
        if text.quoted[index]:
            inside = False
        elif line.rstrip() in ("--", "- --", "\u2014\u2014", "\u2014") or _RULE.fullmatch(line.strip()):
            inside = True
        if inside or (text.kept[index] and is_added(line.strip())):
            text.kept[index] = False


def _parents(text: Text, sent: Iterable[str]) -> None:
    """Lines that stand, three in a row, in what we sent."""
    places = [index for index, line in enumerate(text.lines) if text.kept[index] and not text.blank[index]]
    if len(places) < _RUN:
        return
    runs: set[tuple[str, ...]] = set()
    for body in sent:
        plain = [same for line in body.splitlines() if (same := _plain(line))]
        runs.update(zip(plain, plain[1:], plain[2:], strict=False))
    if not runs:
        return
    plain = [_plain(text.lines[index]) for index in places]
    for at in range(len(plain) - _RUN + 1):
        if tuple(plain[at : at + _RUN]) in runs:
            text.drop(places[at], places[at + _RUN - 1] + 1)


def _plain(line: str) -> str:
    return " ".join(clean(line).casefold().split())

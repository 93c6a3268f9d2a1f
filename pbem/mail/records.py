"""A record inside a mail or a post: quoted, fenced or indented as a whole. It checks itself, so it may be anybody's."""

import re
from collections.abc import Callable, Collection
from itertools import takewhile

from pbem.mail.message import RECORD_HEAD, lines_of
from pbem.mail.words import CLOSES

_FIRST = re.compile(rf"([\s>|]*){RECORD_HEAD}$")
_LOG = re.compile(r"(?:\d{1,6} [^:]{1,40}:|(?:draw|roll|undo|result)\s|stop\b|;)", re.IGNORECASE)
_TOGETHER = re.compile(r"link .{1,60} [0-9]{1,5} [0-9a-z]{36}\s*$|then\s", re.IGNORECASE)
"""Lines of a log that only records have in whose head stands this."""
_KEEPER, _DIGEST = "chance keeper", re.compile(r"[0-9a-f]{64}")
"""The one line of every such record that is longer than clients leave it: they break it between these."""
_DEALT_TOGETHER = "chance together"
_WORD = re.compile(r"\w+(?=\s)")

ChanceWords = Callable[[str], Collection[str]]
"""A game's id -> the first words of its lines of chance."""


def find(data: bytes, chance_words: ChanceWords) -> list[str]:
    """The different records in a raw message or a pasted text, each as text; none if it holds none or is too long."""
    found: list[str] = []
    lines = lines_of(data)
    row = 0
    while row < len(lines):
        first = _FIRST.match(lines[row])
        if first is None:
            row += 1
            continue
        record, row = _from(lines, row, first[1], chance_words(first[2]))
        if record not in found:
            found.append(record)
    return found


def below_words(data: bytes) -> str:
    """What of a message or a paste begins with the head of a record, or a setup, below other lines; "" for no such.

    Lines above it are empty, so that those below keep their numbers. As a whole it may be quoted.
    """
    lines = lines_of(data)
    row, first = next(((row, found) for row, line in enumerate(lines) if (found := _FIRST.match(line))), (0, None))
    begins = data.decode("utf-8", "replace").lstrip("\ufeff \t\r\n").partition("\n")[0].strip()
    if first is None or re.fullmatch(RECORD_HEAD, begins):
        return ""
    bare = first[1].rstrip()
    own = [line.removeprefix(first[1]) for line in takewhile(lambda line: line.startswith(bare), lines[row:])]
    end = next((at for at, line in enumerate(own) if line.rstrip() == "--" or _closes(own, at)), len(own))
    return "\n" * row + "\n".join(own[:end]) + "\n"


def _closes(lines: list[str], at: int) -> bool:
    """Whether somebody closes a letter in that line, below an empty one."""
    return at > 0 and not lines[at - 1].strip() and CLOSES.match(lines[at].strip()) is not None


def _from(lines: list[str], row: int, mark: str, chance_words: Collection[str]) -> tuple[str, int]:
    """The record that begins in a line, and the line below it: its head, an empty line, and lines of a log."""
    bare = mark.rstrip()
    taken: list[str] = []
    headed = False
    while row < len(lines):
        line = lines[row]
        if bare and not line.startswith(bare):
            break
        text = line.removeprefix(mark) if line.startswith(mark) else line.removeprefix(bare).strip()
        if taken and (_FIRST.match(text) or text.strip() == "--"):  # another one, or a signature
            break
        if not text.strip():
            below = next((other for other in lines[row + 1 : row + 4] if other.removeprefix(bare).strip()), "")
            below = below.removeprefix(bare).strip()
            more = _DEALT_TOGETHER in taken and _TOGETHER.match(below)
            if not more and not _is_of_a_log(below, chance_words):
                break
            if headed:  # an empty line inside the log is the mail's
                row += 1
                continue
            headed = True
        if taken and taken[-1] == _KEEPER and _DIGEST.fullmatch(text.strip()):
            taken[-1] += f" {text.strip()}"
        else:
            taken.append(text.rstrip())
        row += 1
    return "\n".join(taken) + "\n", row


def _is_of_a_log(line: str, chance_words: Collection[str]) -> bool:
    word = _WORD.match(line)
    return bool(_LOG.match(line)) or (word is not None and word[0].casefold() in chance_words)

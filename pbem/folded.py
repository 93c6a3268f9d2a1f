"""Lines of a log in a mail: folded so that no client wraps them, and whole again."""

from collections.abc import Iterable
from itertools import pairwise

from pbem.board import WIDTH

AT_BLANK = "= "
"""What the next piece of a line begins with that was folded at a blank."""
IN_WORD = "== "
"""The same where a word went on: it has no blank near enough."""

_APART = 12  # lines from which on it is seen that all are apart
_JOINER = "\u200d"
_SKIN = range(0x1F3FB, 0x1F400)  # what colours the sign before it


def fold_line(text: str, width: int = WIDTH) -> list[str]:
    """A line as pieces of at most `width` columns; `joined` makes it of them again.

    No piece begins or ends with a blank, which could be lost in a mail: where a hundred stand in a row, it is longer.
    A letter and its accents stay together.
    """
    pieces = []
    mark = ""
    while at := _place(text, width - len(mark)):
        pieces.append(mark + text[:at])
        mark, text = (AT_BLANK, text[at + 1 :]) if text[at] == " " else (IN_WORD, text[at:])
    return [*pieces, mark + text]


def fold_lines(texts: Iterable[str]) -> list[str]:
    """All of them folded."""
    return [piece for text in texts for piece in fold_line(text)]


def joined(line: str, piece: str) -> str:
    """A line and the next piece of it. A piece without a mark was broken off at a blank, by whatever wrapped it."""
    if piece.startswith(IN_WORD):
        return line + piece[len(IN_WORD) :]
    return f"{line} {piece.removeprefix(AT_BLANK)}"


def unfolded(lines: Iterable[str]) -> list[str]:
    """Lines of a text, as many: a folded one whole where it begins, "" where its other pieces stood.

    Blanks before a piece are the mail's, as where a post stands in a block of code, and so are empty lines where there
    is one below every line.
    """
    lines = list(lines)
    apart = not any(above.strip() and below.strip() for above, below in pairwise(lines)) and len(lines) > _APART
    found: list[str] = []
    start = -1
    for line in lines:
        piece = line.strip()
        if start >= 0 and piece.startswith((AT_BLANK, IN_WORD)):
            found[start] = joined(found[start], piece)
            found.append("")
        else:
            start = len(found) if piece else start if apart else -1
            found.append(line)
    return found


def _place(text: str, room: int) -> int:
    """Where to fold: at the last blank so that what is before it fits, else within the word; 0 if all fits."""
    if text.isascii() and len(text) <= room:
        return 0
    blank = cut = used = 0
    for index, letter in enumerate(text):
        if used > room and (blank or cut):
            break
        before, after = text[index - 1 : index], text[index + 1 : index + 2]
        if before and not before.isspace():
            if letter == " ":
                blank = index if after and not after.isspace() and not _belongs(letter, after) else blank
            elif not letter.isspace() and not _belongs(before, letter):
                cut = index
        used += _columns(letter)
    return (blank or cut) if used > room else 0


def _columns(letter: str) -> int:
    if letter.isascii():
        return 1
    from pbem import letters

    return letters.columns(letter)


def _belongs(before: str, letter: str) -> bool:
    """Whether a letter stays with the one before it: an accent, a joiner and what it joins."""
    if letter.isascii() or before == _JOINER:
        return before == _JOINER
    from pbem import letters

    return letter == _JOINER or ord(letter) in _SKIN or letters.is_mark(letter)

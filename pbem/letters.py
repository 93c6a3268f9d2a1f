"""What is to be known of letters beyond ASCII, and how wide all of them are; imported only where that matters."""

import unicodedata
from collections.abc import Sequence

_APOSTROPHES = dict.fromkeys(
    map(ord, "`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u2019\u201b"), "'"
)
_APOSTROPHES |= dict.fromkeys(map(ord, "\u02bc\u2032\u2035\ua78b\ua78c\uff07\uff40"), "'")
_QUOTES = dict.fromkeys([0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0x2036, 0xAB, 0xBB], '"')
_DOTTED = "i\u0307"  # what is left of a Turkish capital I with its dot
_DOTLESS = "\u0131"
_UNSEEN = frozenset(
    "\u034f\u0640\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)
"""Letters and marks that show nothing, or a variant or a longer stroke: fillers, selectors, the Arabic tatweel."""
_LIKE_LATIN = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "abekmhopctyxijsabezhikmnoptyx",
)
"""Cyrillic and Greek letters that look like Latin ones, small or capital."""


def plainest(name: str) -> str:
    """A name without what spellings of it may differ in: case, apostrophes, dashes, width, form, what cannot be seen.

    The name is clean already. Turkish i's are one letter with and without their dots, as keyboards have it.
    """
    text = unicodedata.normalize("NFKC", name.translate(_APOSTROPHES).translate(_QUOTES)).casefold()
    text = unicodedata.normalize("NFKC", text).replace(_DOTTED, "i").replace(_DOTLESS, "i")
    return "".join("-" if unicodedata.category(c) == "Pd" else c for c in text if c.isprintable() and c not in _UNSEEN)


def composed(text: str) -> str:
    """Letters and their accents as one character, where there is one."""
    return unicodedata.normalize("NFC", text)


def columns(c: str) -> int:
    """How many columns a terminal gives a letter: accents and joiners none, wide ones two."""
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def is_mark(c: str) -> bool:
    """Whether it is an accent of the letter before it."""
    return unicodedata.category(c)[0] == "M"


def described(c: str) -> str:
    """ "Cyrillic small letter a, U+0430"."""
    return f"{unicodedata.name(c, 'a character').capitalize()}, U+{ord(c):04X}"


def script(c: str) -> str:
    """The script of a letter, "Cyrillic"; what a character is called first, if it is none."""
    return unicodedata.name(c, "?").split()[0].capitalize()


def disguised(name: str, others: Sequence[str]) -> str:
    """That a name is one of the others but for letters of another script, as the end of a sentence; "" if it is not."""
    written = composed(name)
    for other in others:
        known = composed(other)
        if len(known) != len(written):
            continue
        differ = [(a, b) for a, b in zip(written, known, strict=True) if plainest(a) != plainest(b)]
        alike = len(differ) < len(known) or look_alike(written, known)
        if alike and differ and all(a.isalpha() and b.isalpha() and script(a) != script(b) for a, b in differ):
            a, b = differ[0]
            return f"; `{a}` is a letter of another script ({described(a)}) than in `{other}` ({described(b)})"
    return ""


def look_alike(name: str, other: str) -> bool:
    """Whether two clean names have letters that look alike, in whatever scripts."""
    return plainest(name).translate(_LIKE_LATIN) == plainest(other).translate(_LIKE_LATIN)


def stray(text: str, at: int) -> str:
    """The character that makes a move unreadable from there on, if it is none of moves, as the end of a sentence.

    It is in the word that begins there, or in one with letters of several scripts.
    """
    words = [*text[at:].split(" ")[:1], *(word for word in text.split() if _is_mixed(word))]
    found = next((c for word in words for c in word if not c.isascii()), "")
    return f"; `{found}` is no character of moves: {described(found)}" if found else ""


def _is_mixed(word: str) -> bool:
    return len({script(c) for c in word if c.isalpha()}) > 1


_WIDTHS = {
    **dict.fromkeys("ijl.,|'!I ", 0.35),
    **dict.fromkeys("frt:;()[]{}/\\-`", 0.43),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ", 0.75),
    **dict.fromkeys("mwMW@%&", 1.0),
}
"""By the size of the letters; all others of ASCII are in between."""


def text_width(text: str, size: float = 13, bold: bool = False, mono: bool = False) -> float:
    """How wide a text is at most, in pixels: letters are those of whoever looks, so it is estimated."""
    if mono:
        return sum(columns(c) for c in text) * size * 0.62
    units = sum([_WIDTHS[c] if c in _WIDTHS else 0.64 if c.isascii() else (0.0, 0.8, 1.1)[columns(c)] for c in text])
    return units * size * (1.12 if bold else 1)


def wrapped(text: str, width: float, size: float = 13, bold: bool = False) -> list[str]:
    """A text in lines of at most that width; a word that is longer is cut."""
    if text_width(text, size, bold) <= width:
        return [" ".join(text.split())]
    blank = text_width(" ", size, bold)
    lines: list[str] = []
    line: list[str] = []
    room = width
    for word in text.split():
        wide = text_width(word, size, bold)
        if line and wide + blank > room:
            lines.append(" ".join(line))
            line, room = [], width
        while wide > width and len(word) > 1:
            cut = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or text_width(word[:n], size, bold) <= width)
            lines.append(word[:cut])
            word = word[cut:]
            wide = text_width(word, size, bold)
        room -= wide + (blank if line else 0)
        line.append(word)
    return [*lines, " ".join(line)] if line else lines

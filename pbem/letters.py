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
_LOOKS = {
    "a": "\u0251\u0391\u03b1\u0410\u0430\u13aa\u15c5\u1d00\ua4ee",
    "b": "\u0184\u0299\u0392\u03b2\u0412\u042c\u0432\u13cf\u13f4\u1472\u15af\u15f7\ua4d0\ua7b4",
    "c": "\u0421\u0441\u13df\u1d04\u2ca4\u2ca5\ua4da\uabaf",
    "d": "\u0501\u13a0\u13e7\u146f\u15de\u15ea\u1d05\ua4d2\ua4d3",
    "e": "\u0395\u03b5\u0415\u0435\u04bd\u13ac\u1d07\ua4f0\uab32",
    "f": "\u03dc\u0584\u15b4\u1e9d\ua4dd\ua730\ua798\ua799\uab35",
    "g": "\u018d\u0261\u0262\u050c\u0581\u13c0\u13f3\u1d83\ua4d6",
    "h": "\u029c\u0397\u03b7\u041d\u043d\u04bb\u0570\u13bb\u13c2\u157c\u2c8e\ua4e7",
    "i": "\u0131\u0269\u026a\u03b9\u0456\u04cf\u13a5\ua647\uab75",
    "j": "\u037f\u03f3\u0408\u0458\u13ab\u148d\u1d0a\ua4d9\ua7b2",
    "k": "\u039a\u03ba\u041a\u043a\u13e6\u1d0b\u2c94\ua4d7",
    "I": "\u0196\u01c0\u0399\u0406\u04c0\u2c92\ua4f2",
    "L": "\u029f\u13de\u14aa\u2cd0\ua4e1",
    "m": "\u039c\u03bc\u03fa\u041c\u043c\u13b7\u15f0\u1d0d\u2c98\ua4df",
    "n": "\u0274\u039d\u03bd\u0578\u057c\u2c9a\ua4e0",
    "o": "\u039f\u03bf\u03c3\u041e\u043e\u0555\u0585\u0b20\u10ff\u1d0f\u1d11\u2c9e\u2c9f\ua4f3\uab3d",
    "p": "\u03a1\u03c1\u0420\u0440\u13e2\u146d\u1d18\u2ca2\u2ca3\ua4d1",
    "q": "\u051b\u0563\u0566",
    "r": "\u01a6\u0280\u0433\u13a1\u13d2\u1587\u1d26\u2c85\ua4e3\uab47\uab48\uab81",
    "s": "\u01bd\u0405\u0455\u054f\u13d5\u13da\ua4e2\ua731\uabaa",
    "t": "\u03a4\u03c4\u0422\u0442\u13a2\u1d1b\u2ca6\ua4d4",
    "u": "\u028b\u03c5\u054d\u057d\u144c\u1d1c\ua4f4\ua79f\uab4e\uab52",
    "v": "\u03bd\u0474\u0475\u13d9\u142f\u1d20\ua4e6\ua6df\uaba9",
    "w": "\u026f\u0461\u051c\u051d\u0561\u13b3\u13d4\u1d21\ua4ea\uab83",
    "x": "\u03a7\u03c7\u0425\u0445\u1541\u157d\u2cac\ua4eb\ua7b3",
    "y": "\u0263\u028f\u03a5\u03b3\u03c5\u0423\u0443\u04ae\u04af\u10e7\u13a9\u13bd\u1d8c\u1eff\u2ca8\ua4ec\uab5a",
    "z": "\u0396\u03b6\u13c3\u1d22\ua4dc\uab93",
    "2": "\u01a7\u03e8\u14bf\ua644\ua75a",
    "3": "\u01b7\u021c\u0417\u04e0\u2ccc\ua76a\ua7ab",
    "4": "\u13ce",
    "5": "\u01bc",
    "6": "\u0431\u13ee\u2cd2",
    "8": "\u0222\u0223",
    "9": "\u2cca\ua76e",
}
"""What looks like a letter or a digit of ASCII, small or capital, and is none in another width or form either.

From Unicode's confusables.txt (UTS 39), letters of scripts in use; besides small capitals, and letters that look like a
Latin one as capitals only.
"""


_ASCII_ALIKE = str.maketrans("Il1|0", "||||o")
"""What of ASCII looks alike, made one: in many fonts a capital I is a small l."""
_DIGITS_LOOK = dict(zip("\u0665\u06f5\u09ea\u09ed\u0a67\u0a6a\u0b68\u0d6d", "00899899", strict=True))


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
    """That a name is one of the others but for letters that look alike, as the end of a sentence; "" if it is not.

    So it is with some letters of another script, whatever they look like.
    """
    written = composed(name)
    for other in others:
        known = composed(other)
        if len(known) != len(written):
            continue
        differ = [(a, b) for a, b in zip(written, known, strict=True) if plainest(a) != plainest(b)]
        foreign = all(a.isalpha() and b.isalpha() and script(a) != script(b) for a, b in differ)
        if differ and (look_alike(name, other) or (foreign and len(differ) < len(known))):
            a, b = differ[0]
            if not (a.isalpha() and b.isalpha()):
                what = "another character"
            else:
                what = "a letter of another script" if script(a) != script(b) else "another letter"
            return f"; `{a}` is {what} ({described(a)}) than in `{other}` ({described(b)})"
    return ""


def look_alike(name: str, other: str) -> bool:
    """Whether two clean names look alike, letter by letter, in whatever scripts; I is as l, and 0 as O."""
    one, two = (unicodedata.normalize("NFKC", text) for text in (name, other))
    return len(one) == len(two) and all(not _looks(a).isdisjoint(_looks(b)) for a, b in zip(one, two, strict=True))


def _looks(c: str) -> set[str]:
    """What a letter is in its plain form, and what it looks like."""
    return {
        plainest(c),
        plainest(c.translate(_ASCII_ALIKE)),
        *(plainest(one.translate(_ASCII_ALIKE)) for one, alike in _LOOKS.items() if c in alike),
    } - {""}


def deceptive(digit: str) -> str:
    """That a digit looks like another one than it is."""
    return f"`{digit}` is {int(digit)} ({described(digit)}), and looks like {_DIGITS_LOOK[digit]}"


def only_looks(c: str) -> bool:
    """Whether it is a letter that looks like one of ASCII, or one of another script than Latin."""
    return c.isalpha() and not c.isascii() and (script(c) != "Latin" or any(c in alike for alike in _LOOKS.values()))


def stray(text: str, at: int) -> str:
    """The character that makes a move unreadable from there on, if it is none of moves, as the end of a sentence.

    It is in the word that begins there, or in one with letters of several scripts, or with such as small capitals.
    """
    words = [*text[at:].split(" ")[:1], *(word for word in text.split() if _is_mixed(word))]
    found = next((c for word in words for c in word if not c.isascii()), "")
    return f"; `{found}` is no character of moves: {described(found)}" if found else ""


def _is_mixed(word: str) -> bool:
    scripts = {script(c) for c in word if c.isalpha()}
    return len(scripts) > 1 or (scripts == {"Latin"} and any(map(_is_odd, word)))


def _is_odd(c: str) -> bool:
    """Whether a Latin letter looks like one of ASCII and is in no alphabet of a language, but for a few of Africa."""
    return only_looks(c) and c != _DOTLESS


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

"""Typed and pasted text in its plain form: what people and phones put for a blank, a dash, a digit."""

import re
from collections.abc import Sequence
from functools import lru_cache

JOINERS = "\u200c\u200d"
"""Zero-width joiners: inside words of scripts that need them they stay."""

_DASHES = dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D], "-")
_BLANKS = dict.fromkeys([0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_INVISIBLE = dict.fromkeys(
    [0xAD, 0x200B, 0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF, 0xFE0E, 0xFE0F], ""
)
_FULLWIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_TABLE: dict[int, str] = {**_FULLWIDTH, **_BLANKS, **_INVISIBLE, **_DASHES}
_TIDY: dict[int, str] = {**_BLANKS, **_INVISIBLE, **dict.fromkeys([0x09, 0x0B, 0x0C], " ")}
# What acts on a terminal or turns lines round; joiners of scripts and emoji stay.
_ACTING = "[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
_STRAY_JOINER = f"(?<![^\\x00-\\x7f])[{JOINERS}]|[{JOINERS}](?![^\\x00-\\x7f])"


def clean(text: str) -> str:
    """Typographic variants as plain characters: dashes, blanks, full-width forms; what cannot be seen is dropped.

    Zero-width joiners stay inside words of scripts that need them. Digits of any script become 0 to 9.
    """
    if text.isascii():
        return text
    text = re.sub(_STRAY_JOINER, "", text.translate(_TABLE))
    return re.sub(r"(?![0-9])\d", lambda digit: str(int(digit[0])), text)


def tidy(text: str) -> str:
    """All kinds of blanks as the usual one, and nothing that cannot be seen; all else as it is."""
    return text.replace("\t", " ") if text.isascii() else text.translate(_TIDY)


def printable(text: str) -> str:
    """A remark as it is kept: without blanks around it, and with nothing in it that acts where it is shown."""
    return text.strip() if text.isprintable() else re.sub(_ACTING, " ", text).strip()


def first_word(line: str) -> tuple[str, str]:
    """The first word of a line in its plain form without case, and the rest as it is written, no blanks around it."""
    words = line.split(None, 1)
    if not words or line[0].isspace():
        return "", line.strip()
    return clean(words[0]).casefold(), words[1].strip() if len(words) > 1 else ""


def one_blank(text: str) -> str:
    """Any kind and number of blanks as one; all else as it is."""
    return " ".join((text if text.isascii() else text.translate(_BLANKS)).split())


def plain_blanks(text: str) -> str:
    """Any kind of blank as the usual one, as many as there are, but for those around the text."""
    return text.translate(_BLANKS).replace("\t", " ").strip()


@lru_cache(1 << 10)
def same(name: str) -> str:
    """What all spellings of one name have in common: this is the one comparison of names.

    Case, blanks, apostrophes, dashes, width, form and what cannot be seen make no other name.
    """
    if name.isascii():
        return " ".join(name.lower().replace("`", "'").split())
    from pbem import letters

    return letters.plainest(" ".join(clean(name).split()))


DECEPTIVE = frozenset("\u0665\u06f5\u09ea\u09ed\u0a67\u0a6a\u0b68\u0d6d")
"""Digits of other scripts that look like another digit than they are."""


def doubtful_digit(text: str) -> str:
    """Such a digit in a text, unless that has several digits and all are of one script; else "".

    Who writes all of them in the digits of a script means them as they are there.
    """
    found = next((c for c in text if c in DECEPTIVE), "")
    digits = [c for c in text if c.isdecimal()]
    return found if len(digits) == 1 or len({ord(c) - int(c) for c in digits}) > 1 else ""


_ASCII_ALIKE = frozenset("Il1|0O")


def disguised(name: str, others: Sequence[str]) -> str:
    """That a name is one of the others but for letters that look alike, as the end of a sentence; "" if it is not."""
    if name.isascii() and all(other.isascii() and not look_alike(name, other) for other in others):
        return ""
    from pbem import letters

    return letters.disguised(name, [other for other in others if other != name])


def strange(text: str) -> str:
    """The first letter of another script than Latin, or that looks like another one; "" if there is none.

    It is the end of a sentence about a word that should be one of a few, which are of ASCII.
    """
    if text.isascii():
        return ""
    from pbem import letters

    found = next(filter(letters.only_looks, clean(text)), "")
    return f"; `{found}` is another letter than it may look: {letters.described(found)}" if found else ""


def look_alike(name: str, other: str) -> bool:
    """Whether two names look alike: letters of several scripts, small capitals, a capital I and a small l."""
    if name.isascii() and other.isascii() and (len(name) != len(other) or _ASCII_ALIKE.isdisjoint(name + other)):
        return False
    from pbem import letters

    return letters.look_alike(name, other)


def without_case(name: str) -> str:
    """A name as it was compared up to 0.4: what was two names then stays two in the files that have them."""
    if name.isascii():
        return name.lower()
    from pbem import letters

    return letters.composed(clean(name)).casefold()


_CONTROLS = "[\x00-\x08\x0a-\x1f\x7f-\x9f]"


def has_controls(line: str) -> bool:
    """Whether a line has control characters other than tabs."""
    return not line.isprintable() and re.search(_CONTROLS, line) is not None


def without_row(line: str) -> str:
    """A row of `pbem log` as the line of the log in it: without its number, the scores, and that it was taken back."""
    row = r"\d{1,6}[.)]?\s{1,3}(\S.*?)(?:\s{1,2}\[-?\d+(?: -?\d+)*\])?(?:\s{1,2}\(taken back\))?"
    found = re.fullmatch(row, line.strip())
    return found[1] if found else line


def split_remark(text: str) -> tuple[str, str, str]:
    """Body, `;` and remark; a full-width semicolon begins one as well."""
    at = text.replace("\uff1b", ";").find(";")
    return (text, "", "") if at < 0 else (text[:at], ";", text[at + 1 :])


def cleaned(line: str) -> str:
    """A line with plain dashes, blanks and digits; its remark as it is."""
    body, semicolon, remark = split_remark(line)
    return clean(body) + semicolon + remark

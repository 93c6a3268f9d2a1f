"""Bytes of a mail or a paste -> text: whatever they say of themselves, and never an error."""

import codecs
import re
from contextlib import suppress

from pbem.content import wide_encoding

DAMAGED = "\ufffd"
"""What stands for a character that is lost."""

# Names that mean a way to write text; Python has codecs of other kinds, and some that take very long.
_TEXT = re.compile(
    r"(?:x-)?(?:utf|us-?ascii|ascii|ansi|iso|latin|windows|win|cp?-?\d|koi|gb|hz|big5|shift|sjis|ms-?\d|euc|ks_?c|ksc|mac|tis"
    r"|ibm|viscii|johab)[\w:.()-]*",
    re.IGNORECASE,
)
_LATIN = {"iso-8859-1", "iso8859-1", "latin1", "latin-1"}
_WESTERN = {*_LATIN, "iso-8859-15", "windows-1252", "cp1252"}
_PLAIN = {"", "utf-8", "us-ascii"}
_NOT_TEXT = re.compile("[\x00\ud800-\udfff]")
_EASTERN = re.compile(
    rb"[A-Za-z][\x8d\x9d\x9f\xa3\xa5\xaf\xb3\xb9\xbc\xbe\xbf]|[\x8d\x9d\x9f\xa3\xa5\xaf\xb3\xb9\xbc\xbe][A-Za-z]"
)
_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH = re.compile(rb"[\x80-\xff]")


def decode(data: bytes, charset: str = "") -> str:
    """Text in a declared charset, else in UTF-8, else in a Windows one; what is lost becomes U+FFFD.

    A byte order mark goes before what is declared, and UTF-8 before charsets of Western Europe. Zero bytes and halves
    of characters are lost as well.
    """
    charset = charset.strip("\"' ").lower().removeprefix("unicode-1-1-")  # an older name for UTF-7
    if charset in _PLAIN and data.isascii() and 0 not in data:  # as nearly all headers, and most texts
        return data.decode("ascii")
    return _NOT_TEXT.sub(DAMAGED, _decode(data, charset))


def _decode(data: bytes, charset: str) -> str:
    marked = _marked(data)
    if marked:
        return data.decode(marked, "replace")
    if charset.replace("_", "-") in _WESTERN:
        with suppress(UnicodeDecodeError):
            return data.decode("utf-8")  # what says so may be UTF-8, which nothing else is by chance
    if charset and charset.replace("_", "-") not in ("utf-8", "utf8", "us-ascii", "ascii") and _TEXT.fullmatch(charset):
        if charset.replace("_", "-") in _LATIN:
            return _windows(data, "cp1252")  # what says so is nearly always that, and where it is not they agree
        try:
            return codecs.lookup(charset).decode(data, "strict")[0]
        except (LookupError, ValueError, OverflowError):
            pass
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    whole = _SEQUENCE.findall(data)
    if 2 * sum(map(len, whole)) > len(_HIGH.findall(data)):
        return data.decode("utf-8", "replace")  # UTF-8 with a few bytes lost
    return _windows(data, "cp1250" if _EASTERN.search(data) else "cp1252")


def _marked(data: bytes) -> str:
    """The charset that a byte order mark, or zeros between Latin letters, tell of; "" if nothing does."""
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    return wide_encoding(data)


def _windows(data: bytes, charset: str) -> str:
    """Text in a Windows charset; the few bytes that mean nothing there are lost."""
    return data.decode(charset, "replace")

"""A raw message (RFC 5322, MIME) -> its headers and the text in it, and whether a person wrote it.

All of it is linear in the message, and never an error.

Not made with the standard library's email: that of Python 3.11 raises RecursionError for a thousand parts in each
other, of which each costs more than the one before, and with its present policy UnboundLocalError or IndexError where
a Message-ID such as `<a@[` or `<"` is looked at, and seconds for two thousand parameters.
"""

import binascii
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from pbem.mail.charsets import decode

MOST = 1024 * 1024
"""Bytes of a message that are looked at, unless more is asked for: text comes before what is attached."""
_HEADER = 4000  # characters of one header line that are looked at
_HEADERS = 1000
_DEPTH = 10
_PARTS = 100
_FIELD = re.compile(rb"([!-9;-~]{1,76})[ \t]*:[ \t]?")
_PROOF = {
    b"message-id",
    b"mime-version",
    b"received",
    b"return-path",
    b"content-type",
    b"dkim-signature",
    b"delivered-to",
}
_RAW = {"authentication-results", "from"}
"""Headers whose words are as they stand: an address in one may look like an encoded word, and say what it wants."""
_SOMEBODY = "@"
"""What is known of such a header that is longer than what is looked at: its end can say something else."""
_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bqBQ])\?([^?\s]{0,300})\?=")
_BETWEEN = re.compile(r"(\?=)[ \t]{1,20}(?==\?)")
_PARAMETER = re.compile(r';[ \t]*([\w*.-]{1,40})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.){0,500})"|([^;"\s]{1,500}))')
_REPORTS = {
    "multipart/report",
    "message/delivery-status",
    "message/disposition-notification",
    "message/feedback-report",
}
_LOCAL = re.compile(
    r"(?:^|<|\s)\"?(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|owner-[\w.+-]{1,60}|[\w.+-]{1,60}-(?:request|bounces?|owner))"
    r"(?:[+=-][^@\s]{0,100})?\"?@",
    re.IGNORECASE,
)
_MARKS = (
    "x-failed-recipients",
    "x-autoreply",
    "x-autorespond",
    "x-autoresponse",
    "x-auto-reply-from",
    "x-mail-autoreply",
)


_ADDRESS = re.compile(r"[^\s<>(),;:\"\[\]]{1,64}@[^\s<>(),;:\"]{1,255}")
_NAME = re.compile(r'"(?:[^"\\]|\\.){0,300}"(?!@)|\([^()]{0,300}\)')
_BEFORE = re.compile(r"[^,;<>]{1,300}(?=<)")  # of an address in brackets: a name as well
_SENDER = re.compile(
    r"(?:[^@<>.]*\s)?(?:<\s*({0})\s*>|'({0})'|(?!['.])({0}))(?:\s[^@<>.]*)?".replace("{0}", _ADDRESS.pattern)
)
"""An address alone, or with words beside it that cannot be a part of it."""
_LONGEST = 400  # of these, in characters
_FROM = 3  # headers From that are looked at


class Part(NamedTuple):
    """A leaf of a message: its type, what else its headers say of it, its content decoded but for the charset."""

    kind: str
    parameters: dict[str, str]
    data: bytes
    whole: bool


class Message(NamedTuple):
    """Headers by their name in lower case, each with its values in order; texts shown, each with its other versions.

    `fields` are the same headers in the order in which they stand. `kind` is the message's own type. `texts` are
    groups: what is in one group says the same. `whole` is False where there are more headers or parts than are looked
    at. `attached` is what is no text of the mail, if asked for.
    """

    fields: list[tuple[str, str]]
    headers: dict[str, list[str]]
    kind: str
    texts: list[list[Part]]
    whole: bool
    attached: list[Part]


def is_message(data: bytes) -> bool:
    """Whether this begins with the headers of a mail, those that only a machine writes among them."""
    seen = set()
    for number, line in enumerate(data[:MOST].lstrip(b"\r\n").splitlines()):
        if not line.strip():
            break
        field = _FIELD.match(line)
        if field:
            seen.add(field[1].lower())
        elif line[:1] not in b" \t" and not (number == 0 and line.startswith((b"From ", b">From "))):
            return False
        if number > _HEADERS:
            break
    return bool(seen & _PROOF)


def parse(data: bytes, most: int = MOST, attached: bool = False) -> Message:
    """The headers and the texts of a message, of which `most` bytes are looked at; also what is `attached`."""
    cut = len(data) > most
    data = data[:most].replace(b"\r\n", b"\n").replace(b"\r", b"\n").lstrip(b"\n")
    fields, body, fine = _head(data)
    found = _Parts(attached)
    headers = _by_name(fields)
    kind, _ = _typed(headers)
    found.walk(headers, body, not cut, None, 0)
    fields = [(name, value if name in _RAW else _unworded(value)) for name, value in fields]
    return Message(
        fields,
        _by_name(fields),
        kind,
        found.texts,
        fine and found.count <= _PARTS,
        found.attached,
    )


class _Parts:
    """The texts found so far, and what is attached if that is `wanted`."""

    def __init__(self, wanted: bool) -> None:
        self.texts: list[list[Part]] = []
        self.attached: list[Part] = []
        self.wanted = wanted
        self.count = 0

    def walk(
        self, headers: dict[str, list[str]], body: bytes, whole: bool, group: list[Part] | None, depth: int
    ) -> None:
        """Look into one part; a text goes into the group, or makes one if the group is new."""
        self.count += 1
        if self.count > _PARTS:
            return
        kind, parameters = _typed(headers)
        disposition = (headers.get("content-disposition") or [""])[0].lower().lstrip()
        if kind.startswith("multipart/"):
            boundary = parameters.get("boundary", "")
            if depth >= _DEPTH or not boundary:
                return
            together: list[Part] = [] if group is None else group
            for part, closed in _split(body, boundary):
                fields, content, _ = _head(part)
                inner = _by_name(fields)
                if kind == "multipart/digest":
                    inner.setdefault("content-type", ["message/rfc822"])  # RFC 2046, 5.1.5
                into = together if group is not None or kind == "multipart/alternative" else None
                self.walk(inner, content, whole or closed, into, depth + 1)
            return
        named = bool(self.texts) and ("filename" in disposition or "name" in parameters)
        is_text = _is_text(kind, depth) and not disposition.startswith("attachment") and not named
        if not is_text and not self.wanted:
            return
        data = _decoded(body, (headers.get("content-transfer-encoding") or [""])[0])
        leaf = Part(kind, parameters, data, whole)
        if not is_text:
            self.attached.append(leaf)
            return
        group = [] if group is None else group
        if not group:
            self.texts.append(group)
        group.append(leaf)


def _is_text(kind: str, depth: int) -> bool:
    """Whether a part is read; a message that is all one text of another kind is as plain text (RFC 2046, 4.1.4)."""
    return kind in ("text/plain", "text/html", "text/enriched") or (depth == 0 and kind.startswith("text/"))


def _head(data: bytes) -> tuple[list[tuple[str, str]], bytes, bool]:
    """Headers in order, what comes after them, and whether all of them were looked at."""
    if data.startswith(b"\n"):
        return [], data[1:], True
    end = data.find(b"\n\n")
    head, body = (data, b"") if end < 0 else (data[:end], data[end + 2 :])
    lines = head.split(b"\n")
    fields: list[tuple[str, list[bytes]]] = []
    for line in lines:
        if line[:1] in (b" ", b"\t") and fields:
            fields[-1][1].append(line)
            continue
        field = _FIELD.match(line)
        if field:
            if len(fields) >= _HEADERS:
                return [_field(*one) for one in fields], body, False
            fields.append((field[1].decode("ascii").lower(), [line[field.end() :]]))
    return [_field(*one) for one in fields], body, True


def _field(name: str, lines: list[bytes]) -> tuple[str, str]:
    value = b"".join(lines[:_HEADERS])
    if name in _RAW and (len(lines) > _HEADERS or len(value) > _HEADER):
        return name, _SOMEBODY
    return name, decode(value[:_HEADER]).strip()


def _by_name(fields: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(value)
    return found


def _typed(headers: dict[str, list[str]]) -> tuple[str, dict[str, str]]:
    """The type of a part and its parameters."""
    value = (headers.get("content-type") or [""])[0]
    kind = value.partition(";")[0].strip().lower()
    parameters: dict[str, str] = {}
    for name, quoted, bare in _PARAMETER.findall(value):
        plain = re.sub(r"\\(.)", r"\1", quoted) if "\\" in quoted else quoted
        parameters.setdefault(name.lower().rstrip("*0"), plain or bare)
    return kind if "/" in kind else "text/plain", parameters


def _split(body: bytes, boundary: str) -> list[tuple[bytes, bool]]:
    """The parts of a multipart body, each with whether its end was found."""
    mark = b"--" + boundary.encode("utf-8", "replace")
    found: list[tuple[bytes, bool]] = []
    start, at = -1, 0
    while len(found) <= _PARTS:
        at = body.find(mark, at)
        if at < 0:
            break
        end = body.find(b"\n", at)
        end = len(body) if end < 0 else end
        rest = body[at + len(mark) : end].rstrip()
        if (at == 0 or body[at - 1 : at] == b"\n") and rest in (b"", b"--"):
            if start >= 0:
                found.append((body[start : max(start, at - 1)], True))
            start = end + 1
            if rest:
                return found
        at = end
    if 0 <= start <= len(body):
        found.append((body[start:], False))
    return found


def _decoded(body: bytes, encoding: str) -> bytes:
    encoding = encoding.partition(";")[0].strip().lower()
    if encoding == "quoted-printable":
        return binascii.a2b_qp(body)
    if encoding == "base64":
        return _base64(body)
    if encoding in ("x-uuencode", "uuencode", "x-uue", "uue"):
        return _uuencoded(body)
    return body


def _uuencoded(data: bytes) -> bytes:
    """What stands between the lines `begin` and `end`; as it is where that cannot be decoded."""
    lines = iter(data.splitlines())
    if not any(line.startswith(b"begin ") for line in lines):
        return data
    inner = takewhile(lambda line: line.strip() != b"end", filter(None, lines))
    try:
        return b"".join(map(binascii.a2b_uu, inner))
    except binascii.Error:
        return data


def _base64(data: bytes) -> bytes:
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    if len(letters) % 4 == 1:  # no byte has six bits
        letters = letters[:-1]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def _unworded(value: str) -> str:
    """A header's value with its encoded words decoded (RFC 2047)."""
    if "=?" not in value:
        return value

    def word(found: "re.Match[str]") -> str:
        charset, how, text = found[1].partition("*")[0], found[2].lower(), found[3]
        if how == "q":
            return decode(binascii.a2b_qp(text.encode("utf-8", "replace"), header=True), charset)
        return decode(_base64(text.encode("utf-8", "replace")), charset)

    return _WORD.sub(word, _BETWEEN.sub(r"\1", value))


def unflow(text: str, delsp: bool) -> str:
    """Text in format=flowed (RFC 3676): lines that a client broke are joined again, quotes keep their marks.

    `delsp` is whether the blank at a break was added.
    """
    done: list[tuple[int, list[str]]] = []
    open_ = False
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if open_ and done and done[-1][0] == depth and content != "-- ":
            done[-1][1].append(content)
        else:
            done.append((depth, [content]))
        open_ = content.endswith(" ") and content != "-- "
        if open_ and delsp:
            done[-1][1][-1] = content[:-1]
    lines: list[str] = []
    last = 0
    for depth, parts in done:
        if last and not depth:
            lines.append("")  # where a quote ends is known here
        lines.append(f"{'>' * depth}{' ' if depth else ''}{''.join(parts)}")
        last = depth
    return "\n".join(lines)


def automatic(message: Message, senders: Sequence[str]) -> str:
    """Why this comes from no person, as a clause; "" if it seems to (RFC 3834). `senders` are the addresses in From."""
    headers = message.headers
    for value in headers.get("auto-submitted", []):
        word = re.sub(r"\([^()]{0,200}\)", "", value).partition(";")[0].strip().lower()
        if word and word != "no":
            return f"it says that it is {word}"
    if any(value.strip() == "<>" for value in headers.get("return-path", [])):
        return "it is a bounce: it has no return path"
    if message.kind in _REPORTS:
        return f"it is a {message.kind}"
    for name in _MARKS:
        value = (headers.get(name) or [""])[0].strip().lower()
        if value and value not in ("no", "false", "0"):
            return f"it has the header {name}"
    if any(_LOCAL.search(one) for one in senders or headers.get("from", [])):
        return "it is from an address that machines write from"
    return ""


def addresses(text: str) -> list[str]:
    """All addresses in a text."""
    return [found.strip("'.") for found in _ADDRESS.findall(text)]


def senders(headers: dict[str, list[str]]) -> tuple[str, ...]:
    """The addresses in From, of which there should be one; what stands in a name or in a comment is none.

    What could be another address to others, as `<a@b>@c`, is one as a whole, which nobody has.
    """
    found = []
    values = headers.get("from", [])
    for value in values if len(values) <= _FROM else [_SOMEBODY]:
        for one in re.split("[,;]", _BEFORE.sub(" ", _NAME.sub(" ", value))):
            if "@" in one:
                alone = _SENDER.fullmatch(one.strip()) if len(one) < _LONGEST else None
                found.append(next(filter(None, alone.groups())).rstrip(".") if alone else " ".join(one.split()))
    return tuple(dict.fromkeys(found))


def on_list(message: Message) -> bool:
    """Whether it came over a mailing list, or asks for no answer: its text counts, but nobody is written to unasked."""
    headers = message.headers
    bulk = (headers.get("precedence") or [""])[0].strip().lower() in ("bulk", "junk", "list")
    return bulk or any(name.startswith("list-") for name in headers)

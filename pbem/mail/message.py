"""A mail, a post or a paste as a value: who, when, in answer to what, and the author's own text."""

import codecs
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from pbem.content import wide_encoding
from pbem.errors import expect
from pbem.mail.charsets import decode
from pbem.mail.html import to_texts
from pbem.mail.markup import plain as unmarked
from pbem.mail.mime import MOST, Message, Part, addresses, automatic, is_message, on_list, parse, senders, unflow
from pbem.mail.newtext import split
from pbem.plain import tidy

TEXT = 256 * 1024
"""Characters of a text that are read; HTML may have four times as many."""
LINES = 2000
"""New lines that are read; ten times as many may be quoted."""
RECORD = 4 * 1024 * 1024
"""Bytes of a text that begins with a record, or is looked through for one."""
RECORD_HEAD = r"(?i:pbem)[ \t]{1,9}\d{1,3}[ \t]{1,9}([A-Za-z][\w-]{0,40})[ \t]*"
"""How the first line of a record reads, without what stands around it in a mail."""
_BEGINS = re.compile(rf"\s*{RECORD_HEAD}(?:[\r\n]|$)")
_FEW = 512  # bytes in which a record begins
_OTHERS = 100  # lines in which versions of a text may differ
_RECORD_LINES = 40_000
_FILLED = 20_000  # of them; a log has at most 10,000, remarks among them
_WRAPPED = 400  # columns of a line in plain text from which on HTML tells better where lines end
_PAGE = re.compile(
    r"\s*<(?:!doctype\s+html|(?:html|head|body|main|div|p|br|pre|table|ul|ol|blockquote|article|section|span)\b)"
    r"[^<>]{0,2000}>",
    re.I,
)
"""How a page, or a piece of one, begins that came without a header."""
_QUOTE = re.compile(r"[A-Z][A-Za-z]{0,7}>|\uff1e")
_QUOTES = re.compile(r"^(?:[ >|\uff1e]|[A-Z][A-Za-z]{0,7}>(?= |$))+", re.MULTILINE)
_ENDS = ("\r\n", "\r", "\u2028", "\u2029", "\x85")  # in this order: two characters are one end
_ID = re.compile(r"<([^<>\s]{1,500})>")


class Mail(NamedTuple):
    """What was read.

    `lines` are the author's own text, without marks, empty lines where something was taken out; `quoted` what was taken
    out or is hidden, `quoted_at` the line above which each of it stood; `other` lines those that only the HTML version
    of the text has. `automatic` says why no person wrote it, `refused` why it was not read, both "" otherwise. Ids and
    addresses are without their brackets; `headers` stand in their order; of a paste all are empty.
    """

    lines: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    is_message: bool = False
    automatic: str = ""
    refused: str = ""
    message_id: str = ""
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    sender: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    subject: str = ""
    date: str = ""
    on_list: bool = False
    headers: tuple[tuple[str, str], ...] = ()
    quoted_at: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The author's own text."""
        return "\n".join(self.lines)


def read(data: bytes | str, sent: Iterable[str] = ()) -> Mail:
    """A raw message (RFC 5322), or text that somebody pasted, as a value; never an error.

    `sent` are the texts that this may be an answer to: what is copied from them without marks is not new.
    """
    return opened(data)[1](sent)


def opened(data: bytes | str) -> tuple[Mail, Callable[[Iterable[str]], Mail]]:
    """The same in two steps, for who learns from the headers what was sent: these alone, and what reads the text."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    expect("a mail is bytes or text", data, bytes)
    data = _unmarked(data)
    if _BEGINS.match(decode(data[:_FEW])):
        refused = too_long(data)
        # A record may be long.
        found = Mail(refused=refused) if refused else Mail(lines=tuple(_tidy(decode(data)).split("\n")))
        return found, lambda sent: found
    if not is_message(data):
        if len(data) > 4 * TEXT:
            found = Mail(refused=f"it has more bytes than are read ({4 * TEXT})")
            return found, lambda sent: found
        text = _pasted(data)
        return Mail(), lambda sent: _with_text(Mail(), text, sent)
    message = parse(data)
    headers = message.headers
    sender = senders(headers)
    mail = Mail(
        is_message=True,
        automatic=automatic(message, sender),
        message_id=next(iter(_ids(headers, "message-id")), ""),
        in_reply_to=_ids(headers, "in-reply-to"),
        references=_ids(headers, "references"),
        sender=sender,
        to=_addresses(headers, "to", "cc", "delivered-to", "x-original-to"),
        subject=" ".join((headers.get("subject") or [""])[0].split()),
        date=(headers.get("date") or [""])[0],
        on_list=on_list(message),
        headers=tuple(message.fields),
    )
    return mail, lambda sent: _with_texts(mail, message, sent)


def _with_texts(mail: Mail, message: Message, sent: Iterable[str]) -> Mail:
    if not message.whole:
        return mail._replace(refused="it has more headers or parts than are read")
    shown = [_shown(group) for group in message.texts]
    mail = mail._replace(other=tuple(line for _, other in shown for line in other))
    texts = [text for text, _ in shown]
    if any(not part.whole for group in message.texts for part in group):
        return mail._replace(refused=f"its text is not within the {MOST} bytes that are read")
    return _with_text(mail, "\n\n".join(texts), sent)


def lines_of(data: bytes) -> list[str]:
    """All lines of a message or of pasted text, quotes and all, without the marks of forums; none if it is too long.

    All marks of quotes are `>` or `|`. Attached records are among them.
    """
    data = _unmarked(data)
    if not is_message(data):
        if too_long(data):
            return []
        text = unmarked(_tidy(_pasted(data)))
    else:
        message = parse(data, RECORD, attached=True)
        records = [part for part in message.attached if _BEGINS.match(decode(part.data[:_FEW]))]
        if not all(part.whole for group in (*message.texts, records) for part in group):
            return []
        texts = [_shown(group)[0] for group in (*message.texts, *([part] for part in records))]
        whole = "\n\n".join(texts)
        if too_long(whole.encode("utf-8", "surrogatepass")):
            return []
        text = unmarked(_tidy(whole))
    return _QUOTES.sub(lambda found: _QUOTE.sub(">", found[0]), text).split("\n")


def _unmarked(data: bytes) -> bytes:
    """Without the mark that editors and shells put before UTF-8, and a message that they made UTF-16 in UTF-8 again."""
    data = data.removeprefix(codecs.BOM_UTF8)
    wide = wide_encoding(data)
    if not wide:
        return data
    text = data.decode(wide, "replace").encode("utf-8", "replace").removeprefix(codecs.BOM_UTF8)
    return text if is_message(text) else data


def _pasted(data: bytes) -> str:
    """Text without a header: as it stands, or that of a page if tags begin and end it."""
    text = decode(data)
    if _PAGE.match(text) and text.rstrip()[-1] == ">":
        text, _ = _shown([Part("text/html", {}, data, True)])
    return text


def too_long(data: bytes) -> str:
    """Why a text with a record in it, which may be longer than what people write, is not read; else ""."""
    if len(data) > RECORD:
        return f"it has more bytes than are read ({RECORD})"
    lines = data.count(b"\n") + data.count(b"\r")
    if lines > _RECORD_LINES:
        return f"it has {lines} line ends; {_RECORD_LINES} are read"
    filled = sum(map(bool, map(bytes.strip, data.splitlines()))) if lines > _FILLED else 0
    return f"it has {filled} lines that are not empty; {_FILLED} are read" if filled > _FILLED else ""


def _with_text(mail: Mail, text: str, sent: Iterable[str]) -> Mail:
    if len(text) > TEXT:
        return mail._replace(refused=f"its text has {len(text)} characters; {TEXT} are read")
    lines = unmarked(_tidy(text)).split("\n")
    if len(lines) > 10 * LINES:
        return mail._replace(refused=f"it has {len(lines)} lines; {10 * LINES} are read")
    new, old, stood = split(lines, sent)
    if len(new) > LINES:
        return mail._replace(refused=f"it has {len(new)} lines; {LINES} are read")
    return mail._replace(lines=tuple(line.rstrip() for line in new), quoted=tuple(old), quoted_at=tuple(stood))


def _tidy(text: str) -> str:
    """One kind of line ends and of blanks, and nothing that cannot be seen."""
    return tidy(_ended(text))


def _ended(text: str) -> str:
    for end in _ENDS:
        text = text.replace(end, "\n")
    return text


def _shown(group: list[Part]) -> tuple[str, list[str]]:
    """The text of a part, or of the better of two versions of it; and lines that only the other version has."""
    plain = html_text = everything = ""
    for part in group:
        text = decode(part.data, part.parameters.get("charset", ""))
        if part.kind == "text/html":
            if not html_text:
                html_text, everything = to_texts(text)
        else:
            text = _ended(text)
            if part.parameters.get("format", "").lower() == "flowed":
                text = unflow(text, part.parameters.get("delsp", "").lower() == "yes")
            plain = plain or text
    if html_text.strip() and (not plain.strip() or max(map(len, plain.split("\n"))) > _WRAPPED):
        hidden = _hidden(html_text, everything)
        return "\n".join([html_text, "", *hidden.values()]) if hidden else html_text, []
    if not html_text:
        return plain, []
    other = _other(plain, html_text)
    plain = plain if ">" in plain else _confirmed(plain, html_text)
    hidden = _hidden(html_text, everything)
    if hidden:
        plain = "\n".join(f"> {line}" if _squeezed(line) in hidden else line for line in plain.split("\n"))
    return plain, other


def _hidden(html_text: str, everything: str) -> dict[str, str]:
    """The lines, as quotes, that a page has only with what is struck out or hidden in it."""
    if html_text == everything:
        return {}
    shown = {_squeezed(line.lstrip(">")) for line in html_text.split("\n")}
    lines = [line.lstrip("> ") for line in everything.split("\n")]
    return {same: f"> {line}" for line in lines if (same := _squeezed(line)) not in shown}


def _other(plain: str, html_text: str) -> list[str]:
    """The first lines, not quoted, that the HTML version has and the plain one has not, wherever it breaks them."""
    own = {_squeezed(line) for line in plain.split("\n")}
    lines = [line for line in html_text.split("\n") if line[:1] != ">" and _squeezed(line) not in own]
    if not any(line.strip() for line in lines):
        return []
    whole = _squeezed("\n".join(line.lstrip("> ") for line in plain.split("\n")))
    return [line for line in lines[:_OTHERS] if _squeezed(line) not in whole]


def _confirmed(plain: str, html_text: str) -> str:
    """Plain text without any quote marks, with one before lines that the HTML version has in quotes only."""
    quoted: set[str] = set()
    new: set[str] = set()
    for line in html_text.split("\n"):
        (quoted if line.startswith(">") else new).add(_squeezed(line.lstrip(">")))
    quoted -= new
    if not quoted:
        return plain
    return "\n".join(f"> {line}" if _squeezed(line) in quoted else line for line in plain.split("\n"))


def _squeezed(line: str) -> str:
    return "".join(_tidy(line).split())


def _ids(headers: dict[str, list[str]], name: str) -> tuple[str, ...]:
    return tuple(_ID.findall(" ".join(headers.get(name, []))))


def _addresses(headers: dict[str, list[str]], *names: str) -> tuple[str, ...]:
    """All addresses, also those in names, in the order they stand."""
    found = [addresses(value) for name in names for value in headers.get(name, [])]
    return tuple(dict.fromkeys(address for some in found for address in some))

"""A text as a mail: headers of RFC 3834 and 5322, one thread for a game, plain text first and the same as HTML."""

import html
import os
import quopri
from email.header import Header
from email.utils import formatdate
from functools import lru_cache
from itertools import accumulate

from pbem.board import fold
from pbem.club.settings import Person, Settings
from pbem.club.store import Mailing
from pbem.club.tokens import Token
from pbem.mail import Mail
from pbem.position_lines import SHIELD

_MOST = 40_000
"""Bytes of a text as it is sent; the same as text and as HTML stay under what clients cut off."""
_OF_A_BYTE = 5  # at most, when it is sent: of `&` in HTML; all but ASCII takes three, and a little
_REFERENCES = 8  # ids that stand in a header
_STYLE = "font-family:monospace;white-space:pre"


class Letter:
    """A mail to be written: to whom, about what, in answer to what; `leave` is for who wants no more of its kind."""

    leave: Token | None = None

    def __init__(
        self, person: Person, token: Token, game: str, title: str, root: str, line: int, parent: Mail | None = None
    ) -> None:
        self.person, self.token = person, token
        self.game, self.title, self.root = game, title, root
        self.line = line
        self.parent = parent


def compose(settings: Settings, letter: Letter, kind: str, lines: list[str], now: float) -> Mailing:
    """The mail; `kind` is `answer`, `word` with what a player says, `digest`, `notice` or `reminder` (see Mailing)."""
    body = _clipped(lines)
    reply = f"{settings.local}+{letter.token}@{settings.host}"
    message_id = f"{letter.token}.{os.urandom(6).hex()}@{settings.host}"
    headers = {
        "From": _named(settings.name, settings.address),
        "To": _named(letter.person.name, letter.person.address),
        "Reply-To": reply,
        "Subject": _words(_subject(letter)),
        "Date": _date(int(now)),
        "Message-ID": f"<{message_id}>",
    }
    above = [f"{letter.root}@{settings.host}"] if letter.root else []
    parent = letter.parent
    if parent is not None and parent.message_id and _is_plain(parent.message_id):
        above += [one for one in parent.references[-_REFERENCES:] if _is_plain(one)] + [parent.message_id]
        headers["In-Reply-To"] = f"<{parent.message_id}>"
    if above:
        headers["References"] = "\n ".join(f"<{one}>" for one in dict.fromkeys(above))
    headers["Auto-Submitted"] = "auto-replied" if kind == "answer" and parent is not None else "auto-generated"
    headers["X-Auto-Response-Suppress"] = "All"
    headers["X-Loop"] = settings.address
    if letter.game and len(letter.game) + len(settings.host) < 200:
        headers["List-Id"] = f"<{letter.game.lower()}.games.{settings.host}>"
    if letter.leave is not None:
        leave = f"{settings.local}+{letter.leave}@{settings.host}"
        headers["List-Unsubscribe"] = f"<mailto:{leave}?subject=stop%20reminders>"
    data = _written(headers, body, letter.token)
    address = letter.person.address
    return Mailing(letter.game, letter.line, kind, letter.person.name, reply, address, message_id, data, body)


@lru_cache(1)
def _date(now: int) -> str:
    return formatdate(now)


def _written(headers: dict[str, str], body: str, token: Token) -> bytes:
    """A message with its text twice; by hand, for the standard library takes as long for it as for playing a move."""
    boundary = f"=_{token.mac}"
    versions = {
        "plain": body,
        "html": f'<html><body><pre style="{_STYLE}">{html.escape(body, quote=False)}</pre></body></html>\n',
    }
    lines = [f"{name}: {value}" for name, value in headers.items()]
    lines += ["MIME-Version: 1.0", f'Content-Type: multipart/alternative; boundary="{boundary}"', ""]
    plain = body.isascii()
    for kind, text in versions.items():
        lines += [
            f"--{boundary}",
            f"Content-Type: text/{kind}; charset=utf-8",
            f"Content-Transfer-Encoding: {'7bit' if plain else 'quoted-printable'}",
        ]
        lines += ["", _sent(text, plain)]
    return "\n".join([*lines, f"--{boundary}--", ""]).replace("\n", "\r\n").encode("ascii")


def _sent(text: str, plain: bool) -> str:
    return text if plain else quopri.encodestring(text.encode()).decode("ascii")


def _named(name: str, address: str) -> str:
    """An address with a name before it."""
    if name.isascii() and name.replace(" ", "").isalnum():
        return f"{name} <{address}>"
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}" <{address}>' if name.isascii() else f"{_words(name)}\n <{address}>"


def _words(text: str) -> str:
    """A text in a header."""
    return text if text.isascii() and len(text) < 200 else Header(text, "utf-8").encode()


def _is_plain(message_id: str) -> bool:
    return message_id.isascii() and message_id.isprintable() and len(message_id) < 400


def _subject(letter: Letter) -> str:
    """Always the same for a game, so that clients keep it in one thread."""
    return f"[{letter.game}] {letter.title}" if letter.game else letter.title


def _clipped(lines: list[str]) -> str:
    """Lines as a text that is not too long, each as short as mail allows."""
    parts = [
        f"{part.rstrip()}\n"
        for line in lines
        for part in (_short(line) if len(line) > 200 or line.startswith("From ") else (line,))
    ]
    text = "".join(parts)
    if len(text.encode()) * _OF_A_BYTE <= _MOST:
        return text
    plain = text.isascii()
    ends = accumulate(len(_sent(html.escape(part, quote=False), plain)) for part in parts)
    fit = [part for part, end in zip(parts, ends, strict=True) if end <= _MOST]
    return text if len(fit) == len(parts) else "".join([*fit, "(The rest is left out: too long for a mail.)\n"])


def _short(line: str) -> list[str]:
    """A line that is too long, or would come back changed."""
    return fold(line, shield=True) if len(line) > 200 else [SHIELD + line]

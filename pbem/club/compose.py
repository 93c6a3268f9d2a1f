"""A text as a mail: headers of RFC 3834 and 5322, one thread for a game, plain text first and the same as HTML."""

import html
import os
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate

from pbem.board import fold
from pbem.club.settings import Person, Settings
from pbem.club.store import Mailing
from pbem.club.tokens import Token
from pbem.mail import Mail

MOST = 40_000
"""Bytes of a text; with the same as HTML a mail stays under what clients cut off."""
REFERENCES = 8
_STYLE = "font-family:monospace;white-space:pre"


class Letter:
    """A mail to be written: to whom, about what, in answer to what."""

    def __init__(
        self, person: Person, token: Token, game: str, title: str, root: str, line: int, parent: Mail | None = None
    ) -> None:
        self.person, self.token = person, token
        self.game, self.title, self.root = game, title, root
        self.line = line
        self.parent = parent


def compose(settings: Settings, letter: Letter, kind: str, lines: list[str], now: float) -> Mailing:
    """The mail; `kind` is `answer`, `word` with what a player says, `notice` or `reminder` (see Mailing)."""
    body = _clipped(lines)
    reply = f"{settings.local}+{letter.token}@{settings.host}"
    message_id = f"{letter.token}.{os.urandom(6).hex()}@{settings.host}"
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address(settings.name, addr_spec=settings.address)
    mail["To"] = Address(letter.person.name, addr_spec=letter.person.address)
    mail["Reply-To"] = reply
    mail["Subject"] = _subject(letter)
    mail["Date"] = formatdate(now)
    mail["Message-ID"] = f"<{message_id}>"
    above = [f"{letter.root}@{settings.host}"] if letter.root else []
    if letter.parent is not None and letter.parent.message_id:
        above += [*letter.parent.references[-REFERENCES:], letter.parent.message_id]
        mail["In-Reply-To"] = f"<{letter.parent.message_id}>"
    references = list(dict.fromkeys(one for one in above if one.isascii()))
    if references:
        mail["References"] = " ".join(f"<{one}>" for one in references)
    mail["Auto-Submitted"] = "auto-replied" if kind == "answer" else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    mail["X-Loop"] = settings.address
    if letter.game and len(letter.game) + len(settings.host) < 200:
        mail["List-Id"] = f"<{letter.game.lower()}.games.{settings.host}>"
    encoding = "7bit" if body.isascii() else "quoted-printable"
    mail.set_content(body, cte=encoding)
    mail.add_alternative(
        f'<html><body><pre style="{_STYLE}">{html.escape(body)}</pre></body></html>\n', subtype="html", cte=encoding
    )
    data = mail.as_bytes(policy=SMTP)
    address = letter.person.address
    return Mailing(letter.game, letter.line, kind, letter.person.name, reply, address, message_id, data, body)


def _subject(letter: Letter) -> str:
    """Always the same for a game, so that clients keep it in one thread."""
    return f"[{letter.game}] {letter.title}" if letter.game else letter.title


def _clipped(lines: list[str]) -> str:
    """Lines as a text that is not too long, each as short as mail allows."""
    body = ""
    for line in lines:
        # A line that begins with `From ` comes back changed.
        parts = fold(line, shield=True) if len(line) > 200 else [f"= {line}" if line.startswith("From ") else line]
        for part in parts:
            if len(body.encode()) + len(part.encode()) > MOST:
                return f"{body}(The rest is left out: it would be too long for a mail.)\n"
            body += part.rstrip() + "\n"
    return body

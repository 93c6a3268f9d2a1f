"""An IMAP mailbox, through IMAPClient (extra `mail`): what was dealt with gets a mark, nothing is deleted."""

import importlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import unquote, urlsplit

from pbem.club import tls
from pbem.club.settings import Settings
from pbem.errors import SaveError
from pbem.mail.mime import MOST

TIMEOUT = 30.0
_DONE = b"$PbemDone"


class Mail:
    """A message of the mailbox."""

    def __init__(self, client: Any, uid: int, data: bytes) -> None:
        self._client, self._uid = client, uid
        self.data = data

    def done(self) -> None:
        """Marked as read, and as done."""
        try:
            self._client.add_flags([self._uid], [_DONE, rb"\Seen"])
        except Exception as error:
            raise SaveError(f"the mail server broke off: {error}") from error


class Imap:
    """A mailbox on a server; see Incoming."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._client: Any = None

    def messages(self) -> Iterator[Mail]:
        """What has no mark of ours, oldest first; raises SaveError."""
        try:
            client = self._connected()
            uids = sorted(client.search(["UNKEYWORD", _DONE.decode()]))
        except SaveError:
            raise
        except Exception as error:  # of sockets, TLS and the library: the mailbox cannot be had
            host = urlsplit(self.settings.receive).hostname or ""
            raise SaveError(f"cannot read the mailbox {self._place()}: {tls.why(error, host)}") from error
        for uid in uids:
            try:
                found = client.fetch([uid], [f"BODY.PEEK[]<0.{MOST + 1}>"])
                texts = [value for key, value in found.get(uid, {}).items() if key.startswith(b"BODY[]")]
            except Exception as error:
                raise SaveError(f"the mail server broke off: {error}") from error
            if texts:
                yield Mail(client, uid, texts[0])

    def _place(self) -> str:
        parts = urlsplit(self.settings.receive)
        return f"{parts.scheme}://{parts.hostname}{parts.path}"

    def _connected(self) -> Any:
        try:
            library = importlib.import_module("imapclient")
        except ImportError as error:
            raise SaveError("for IMAP install the extra: pip install 'pbem[mail]'") from error
        parts = urlsplit(self.settings.receive)
        if not parts.hostname or not parts.username:
            raise SaveError(f"club.toml: `receive` should be imaps://user@host/INBOX, not {self.settings.receive}")
        safe = parts.scheme == "imaps"
        context = tls.context(parts.hostname, safe)
        client = library.IMAPClient(parts.hostname, parts.port, ssl=safe, ssl_context=context, timeout=TIMEOUT)
        self._client = client
        if not safe:
            if client.has_capability("STARTTLS"):
                client.starttls(context)
            elif parts.hostname not in tls.LOOPBACK:
                raise SaveError(f"{parts.hostname} has no STARTTLS: no password goes over an open line")
        client.login(unquote(parts.username), self.settings.secret())
        client.select_folder(unquote(parts.path.strip("/")) or "INBOX")
        return client

    def close(self) -> None:
        """Say goodbye."""
        if self._client is not None:
            with suppress(Exception):
                self._client.logout()
        self._client = None

"""Where mail comes from: a Maildir or an IMAP mailbox. A message is done with only after it was dealt with."""

import hashlib
import importlib
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from pbem import content
from pbem.club import outgoing
from pbem.club.settings import SPOOL, Settings
from pbem.errors import SaveError
from pbem.mail.mime import MOST

_DONE = b"$PbemDone"
_ANSWERED = rb"\Answered"
"""What a message gets instead where a server keeps only the marks of the standard; others set it only for a reply."""
_BROKE_OFF = "the mail server broke off: {why}"
_NOT_MARKED = "the mail server does not mark what is done: {why}"
_READ = "S"
_DONE_WITH = {_READ, "T", "D"}  # as well: thrown away, a draft


class Message(Protocol):
    """A message that waits."""

    data: bytes

    def done(self) -> None:
        """It was dealt with; raises SaveError if it stays."""


class Incoming(Protocol):
    """A mailbox."""

    def messages(self) -> Iterator[Message]:
        """What waits, oldest first; raises SaveError if it cannot be had."""

    def close(self) -> None:
        """No more in this pass."""


def opened(folder: str, settings: Settings) -> Incoming:
    """The mailbox that club.toml names."""
    kind, _, rest = settings.receive.partition(":")
    if kind == "maildir":
        return Maildir(os.path.join(folder, rest))
    return Imap(settings)


class File:
    """A message of a Maildir."""

    def __init__(self, folder: str, name: str, part: str = "new") -> None:
        self.folder, self.name = folder, name
        self._path = os.path.join(folder, part, name)
        self.data = content.beginning(self._path, MOST + 1)

    def done(self) -> None:
        """Read, as other programs see it."""
        flags = "".join(sorted({*_flags(self.name), _READ}))
        target = os.path.join(self.folder, "cur", f"{self.name.partition(':')[0]}:2,{flags}")
        try:
            os.replace(self._path, target)
        except FileNotFoundError:
            pass  # another robot was faster
        except OSError as error:
            raise SaveError(f"cannot move {self._path} to {os.path.dirname(target)}: {error.strerror}") from error


class Maildir:
    """A folder in which a mail server puts every mail as a file.

    Who looks into it with another program, which moves what it lists out of `new`, takes nothing from the club: what
    is not marked as read is still to come.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def messages(self) -> Iterator[Message]:
        """See Incoming."""
        try:
            for part in ("tmp", "new", "cur"):
                os.makedirs(os.path.join(self.folder, part), mode=0o700, exist_ok=True)
            found = sorted((time, name, part) for part in ("new", "cur") for name, time in _times(self.folder, part))
        except OSError as error:
            raise SaveError(f"cannot read the mailbox {self.folder}: {error.strerror}") from error
        failed: SaveError | None = None
        for _, name, part in found:
            try:
                message = File(self.folder, name, part)
            except FileNotFoundError:
                continue
            except OSError as error:  # those behind it do not wait for it
                path = os.path.join(self.folder, part, name)
                failed = failed or SaveError(f"cannot read {path}: {error.strerror}")
                continue
            yield message
        if failed is not None:
            raise failed

    def close(self) -> None:
        """Nothing is open."""


def _flags(name: str) -> str:
    """What other programs note of a message in its name."""
    return name.partition(":2,")[2]


def _times(folder: str, part: str) -> Iterator[tuple[str, int]]:
    """Files that are not read, with when they were written; some may be gone meanwhile.

    What cannot be looked at is first.
    """
    for entry in os.scandir(os.path.join(folder, part)):
        if part == "cur" and not _DONE_WITH.isdisjoint(_flags(entry.name)):
            continue
        try:
            is_file, time = entry.is_file(), entry.stat().st_mtime_ns
        except FileNotFoundError:
            continue
        except OSError:  # a link in a circle: why is told when it is opened, and the others come all the same
            is_file, time = True, 0
        if is_file and not entry.name.startswith("."):
            yield entry.name, time


class Marked:
    """A message of an IMAP mailbox: what was dealt with gets a mark, nothing is deleted."""

    def __init__(self, client: Any, uid: int, data: bytes, mark: bytes) -> None:
        self._client, self._uid, self._mark = client, uid, mark
        self.data = data

    def done(self) -> None:
        """Marked as read, and as done."""
        try:
            self._client.add_flags([self._uid], [self._mark, rb"\Seen"])
        except Exception as error:
            told = _NOT_MARKED if _refuses(self._client, error) else _BROKE_OFF
            raise SaveError(told.format(why=outgoing.what_went_wrong(error))) from error


def _refuses(client: Any, error: Exception) -> bool:
    """Whether a server said no, and is still there."""
    return isinstance(error, client.Error) and not isinstance(error, client.AbortError)


class Imap:
    """A mailbox on a server, through IMAPClient (extra `mail`); see Incoming."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._client: Any = None
        self._mark = _DONE

    def messages(self) -> Iterator[Marked]:
        """What has no mark of ours, oldest first; raises SaveError."""
        try:
            client = self._connected()
            new = ["UNKEYWORD", _DONE.decode()] if self._mark == _DONE else ["UNANSWERED"]
            uids = sorted(client.search(new))
        except SaveError:
            raise
        except Exception as error:  # of sockets, TLS and the library: the mailbox cannot be had
            host = urlsplit(self.settings.receive).hostname or ""
            why = outgoing.what_went_wrong(error, host)
            raise SaveError(f"cannot read the mailbox {self._place()}: {why}") from error
        failed: SaveError | None = None
        for uid in uids:
            try:
                found = client.fetch([uid], [f"BODY.PEEK[]<0.{MOST + 1}>"])
                parts = found.get(uid, {}).items()
                text = next((one for key, one in parts if key.startswith(b"BODY[]") and isinstance(one, bytes)), None)
                why = "" if text is not None or uid not in found else "it has no text"
            except Exception as error:
                if not _refuses(client, error):
                    raise SaveError(_BROKE_OFF.format(why=outgoing.what_went_wrong(error))) from error
                text, why = None, outgoing.what_went_wrong(error)
            if text is not None:
                yield Marked(client, uid, text, self._mark)
            elif why:  # those behind it do not wait for it; one that is not told of is gone
                failed = failed or SaveError(f"the mail server does not give message {uid} of {self._place()}: {why}")
        if failed is not None:
            raise failed

    def _place(self) -> str:
        parts = urlsplit(self.settings.receive)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def _connected(self) -> Any:
        try:
            library = importlib.import_module("imapclient")
        except ImportError as error:
            raise SaveError("for IMAP install the extra: pip install 'pbem[mail]'") from error
        parts = urlsplit(self.settings.receive)
        assert parts.hostname is not None  # see `settings`
        assert parts.username is not None
        safe = parts.scheme == "imaps"
        context = outgoing.tls_context(parts.hostname, safe)
        client = library.IMAPClient(parts.hostname, parts.port, ssl=safe, ssl_context=context, timeout=outgoing.TIMEOUT)
        self._client = client
        if not safe:
            if client.has_capability("STARTTLS"):
                client.starttls(context)
            elif parts.hostname not in outgoing.LOOPBACK:
                raise SaveError(f"{parts.hostname} has no STARTTLS: no password goes over an open line")
        client.login(unquote(parts.username), self.settings.secret())
        kept = client.select_folder(unquote(parts.path.strip("/")) or "INBOX").get(b"PERMANENTFLAGS", ())
        others = {_ANSWERED, rb"\*", _DONE} & set(kept)
        self._mark = _ANSWERED if others == {_ANSWERED} else _DONE
        return client

    def close(self) -> None:
        """Say goodbye."""
        if self._client is not None:
            with suppress(Exception):
                self._client.logout()
        self._client = None


def spool(folder: str, data: bytes) -> None:
    """Keep a message until it is dealt with; raises SaveError."""
    place = os.path.join(folder, SPOOL)
    try:
        outgoing.put(place, hashlib.sha256(data).hexdigest()[:32], data)
    except OSError as error:
        raise SaveError(f"cannot keep the message in {folder}: {error.strerror}") from error
    outgoing.forget_unfinished(place)

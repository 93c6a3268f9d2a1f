"""Where mail comes from: a Maildir or an IMAP mailbox. A message is done with only after it was dealt with."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol

from pbem.club.outgoing import put
from pbem.club.settings import Settings
from pbem.errors import SaveError
from pbem.mail.mime import MOST

SPOOL = "spool"
"""The Maildir of a club in which messages wait that `deliver` was given."""


class Message(Protocol):
    """A message that waits."""

    data: bytes

    def done(self) -> None:
        """It was dealt with; raises OSError or SaveError if it stays."""


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
    from pbem.club.imap import Imap

    return Imap(settings)


class File:
    """A message of a Maildir."""

    def __init__(self, folder: str, name: str) -> None:
        self.folder, self.name = folder, name
        with open(os.path.join(folder, "new", name), "rb") as file:
            self.data = file.read(MOST + 1)

    def done(self) -> None:
        """Read, as other programs see it."""
        target = os.path.join(self.folder, "cur", self.name.partition(":")[0] + ":2,S")
        with suppress(FileNotFoundError):  # another robot was faster
            os.replace(os.path.join(self.folder, "new", self.name), target)


class Maildir:
    """A folder in which a mail server puts every mail as a file."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def messages(self) -> Iterator[Message]:
        """See Incoming."""
        new = os.path.join(self.folder, "new")
        try:
            for part in ("tmp", "new", "cur"):
                os.makedirs(os.path.join(self.folder, part), mode=0o700, exist_ok=True)
            names = [entry.name for entry in os.scandir(new) if entry.is_file() and not entry.name.startswith(".")]
            times = {name: os.stat(os.path.join(new, name)).st_mtime_ns for name in names}
        except OSError as error:
            raise SaveError(f"cannot read the mailbox {self.folder}: {error.strerror}") from error
        for name in sorted(names, key=lambda name: (times[name], name)):
            try:
                message = File(self.folder, name)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise SaveError(f"cannot read {os.path.join(new, name)}: {error.strerror}") from error
            yield message

    def close(self) -> None:
        """Nothing is open."""


def spool(folder: str, data: bytes) -> None:
    """Keep a message until it is dealt with; raises SaveError."""
    try:
        name = hashlib.sha256(data).hexdigest()[:32]
        put(os.path.join(folder, SPOOL), name, data)
    except OSError as error:
        raise SaveError(f"cannot keep the message in {folder}: {error.strerror}") from error

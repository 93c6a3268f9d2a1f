"""Where mail goes: a Maildir, an SMTP server, or a program like sendmail; and how to talk to mail servers."""

import os
import re
import smtplib
import ssl
import time
from contextlib import ExitStack, suppress
from typing import Protocol
from urllib.parse import unquote, urlsplit

from pbem import files
from pbem.club.settings import Settings
from pbem.club.store import Mailing
from pbem.errors import SaveError

TIMEOUT = 30.0
"""Seconds until a server that says nothing is given up."""
_SENDMAIL = 120.0  # until a program is that does not end
_HEAD = 300  # bytes of what such a program says of a failure that are told
_ABANDONED = 36 * 3600.0
"""Seconds after which nobody writes a message of a Maildir any more (Maildir's specification has 36 hours)."""
_REFUSED = {65, 67, 68}  # of sysexits: message, user and host of whom it will not be better next time
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_CLOSING = 421
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_UNKNOWN = {18, 19, 20, 21}  # of OpenSSL: nobody who is trusted has signed it
_UNWELCOME = re.compile(
    r"(?:50[0234](?!.*\brecipient address\b)|530) "
    r"|\d+ (?!5\.1\.|.*\bunknown\b).*(?:\brelay|\brcpthosts\b|\bauth\b|authenticat)"
    r"|.*\b(?:helo|ehlo|client host|sender address|sender verif\w+|blocked using|black ?list|blocklist)\b"
    # How much a club may send, and where from: of RFC 3463 and large services, and in words.
    r"|\d+ 5\.(?:4\.5|1\.8|1\.90|7\.2\d|7\.7\d\d)\b"
    r"|.*\b(?:(?:sending|submission|daily|hourly|rate)\b.{0,40}\b(?:quota|limits?)|emails per hour|reputation"
    r"|too many (?:messages|e?-?mails|connections)|spf|ptr|reverse dns)\b",
    re.IGNORECASE | re.DOTALL,
)
_ADDRESS = re.compile(r"\S*@\S*")


class Later(Exception):
    """Mail cannot be sent now: only this one, or `all` of it."""

    def __init__(self, why: str, all: bool = True) -> None:
        super().__init__(why)
        self.all = all


class Refused(Exception):
    """This mail will never be taken for its recipient."""


class Outgoing(Protocol):
    """A way to send mail."""

    def send(self, mailing: Mailing, name: str) -> None:
        """Send one mail; `name` is the same if it is sent again after a crash. Raises Later, Refused or SaveError."""

    def settle(self) -> None:
        """What was sent lasts from now on; Later if nothing of it does."""

    def close(self) -> None:
        """No more mail in this pass."""


def opened(folder: str, settings: Settings) -> Outgoing:
    """The way that club.toml names."""
    kind, _, rest = settings.send.partition(":")
    if kind == "maildir":
        return Maildir(os.path.join(folder, rest))
    if kind == "sendmail":
        return Sendmail(rest)
    return Smtp(settings)


class Maildir:
    """A folder in which every mail is a file. They go through to the disk together: one by one takes far longer."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._begun: dict[str, str] = {}
        self._there: set[str] | None = None

    def send(self, mailing: Mailing, name: str) -> None:
        """See Outgoing; after a crash the same file."""
        try:
            if self._there is None:
                self._there = _names(self.folder)
            if name not in self._there:
                _begin(self.folder, name, mailing.data)
                self._begun[name] = name
        except OSError as error:
            raise Later(f"cannot write into {self.folder}: {error.strerror}") from error

    def settle(self) -> None:
        """See Outgoing."""
        names, self._begun = self._begun, {}
        try:
            _finish(self.folder, names)
        except OSError as error:
            raise Later(f"cannot write into {self.folder}: {error.strerror}") from error

    def close(self) -> None:
        """Nothing is open."""


def put(folder: str, name: str, data: bytes) -> None:
    """A new message of a Maildir, through to the disk; nothing if it is there already. Raises OSError."""
    if name not in _names(folder):
        own = f"{name}.{os.getpid()}"  # another process may have been given the same message
        try:
            _begin(folder, own, data)
            _finish(folder, {own: name})
        except BaseException:
            with suppress(OSError):
                os.remove(os.path.join(folder, "tmp", own))
            raise


def forget_unfinished(folder: str) -> None:
    """Take away what was begun in a Maildir so long ago that nobody finishes it any more; never an error."""
    with suppress(OSError), os.scandir(os.path.join(folder, "tmp")) as entries:
        for entry in entries:
            with suppress(OSError):  # gone meanwhile, or not ours to remove
                if entry.stat().st_mtime < time.time() - _ABANDONED:
                    os.remove(entry.path)


def _names(folder: str) -> set[str]:
    """The names of all messages, without what was noted of them; makes the folders of a Maildir. Raises OSError."""
    for part in ("tmp", "new", "cur"):
        os.makedirs(os.path.join(folder, part), mode=0o700, exist_ok=True)
    # In this order: one that is looked at meanwhile goes from the first to the second.
    return {name.partition(":")[0] for part in ("new", "cur") for name in os.listdir(os.path.join(folder, part))}


def _begin(folder: str, name: str, data: bytes) -> None:
    """Write a message where no reader of the Maildir looks."""
    unfinished = os.path.join(folder, "tmp", name)
    try:
        handle = os.open(unfinished, _NEW, 0o600)
    except FileExistsError:  # of a process that was killed
        os.remove(unfinished)
        handle = os.open(unfinished, _NEW, 0o600)
    with open(handle, "wb") as file:
        file.write(data)


def _finish(folder: str, names: dict[str, str]) -> None:
    """Give messages their place once they are on the disk; `names` are those they have so far, with their own."""
    places = {os.path.join(folder, "tmp", name): os.path.join(folder, "new", own) for name, own in names.items()}
    _sync(list(places))
    for path, place in places.items():
        os.replace(path, place)
    if names:
        files.sync_folder(os.path.join(folder, "new", "_"))


def _sync(paths: list[str]) -> None:
    with ExitStack() as stack:
        handles = []
        for path in paths:
            handles.append(os.open(path, os.O_RDONLY))
            stack.callback(os.close, handles[-1])
        if hasattr(os, "posix_fadvise"):
            for handle in handles:  # the disk begins with all of them before the first is waited for
                with suppress(OSError):  # not every file system takes advice
                    os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        for handle in handles:
            os.fsync(handle)


class Sendmail:
    """A program that takes a message on its standard input."""

    def __init__(self, path: str) -> None:
        self.path = path

    def send(self, mailing: Mailing, name: str) -> None:
        """See Outgoing."""
        import subprocess

        args = [self.path, "-i", "-f", mailing.sender, "--", mailing.recipient]
        # Such programs want lines to end as they do here.
        data = mailing.data.replace(b"\r\n", b"\n")
        try:
            done = subprocess.run(args, input=data, capture_output=True, timeout=_SENDMAIL, check=False)
        except subprocess.TimeoutExpired as error:
            raise Later(f"{self.path} has not ended after {_SENDMAIL:g} seconds") from error
        except (OSError, subprocess.SubprocessError) as error:
            raise Later(f"cannot run {self.path}: {what_went_wrong(error)}") from error
        said = " ".join(_said(done.stderr[:_HEAD]).split())
        why = f"status {done.returncode}{said and f' ({said})'}"
        if done.returncode in _REFUSED:
            raise Refused(f"{self.path} refused it: {why}")
        if done.returncode:
            raise Later(f"{self.path} ended with {why}")

    def settle(self) -> None:
        """See Outgoing."""

    def close(self) -> None:
        """Nothing is open."""


class Smtp:
    """A server; one connection for a pass, made when the first mail is sent."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        parts = urlsplit(settings.send)
        self.host, self.safe = parts.hostname or "", parts.scheme == "smtps"
        self.port = parts.port or (465 if self.safe else 587 if parts.username else 25)
        self.user = unquote(parts.username or "")
        self._server: smtplib.SMTP | None = None
        self._taken = 0  # mails, on this line

    def send(self, mailing: Mailing, name: str) -> None:
        """See Outgoing."""
        server = self._connected()
        try:
            # Not send_message: that writes `>From` where a line begins with `From`.
            server.sendmail(mailing.sender, [mailing.recipient], mailing.data)
            self._taken += 1
        except smtplib.SMTPRecipientsRefused as error:
            raise self._refusal(*next(iter(error.recipients.values()))) from error
        except smtplib.SMTPHeloError as error:
            self._forget()
            raise Later(f"{self.host} takes no mail from here: {what_went_wrong(error)}") from error
        except smtplib.SMTPResponseException as error:
            if isinstance(error, smtplib.SMTPSenderRefused):
                raise Later(what_went_wrong(error), self._is_closed(error.smtp_code)) from error
            raise self._refusal(error.smtp_code, error.smtp_error) from error
        except (OSError, ValueError, smtplib.SMTPException) as error:
            self._forget()
            raise Later(f"{self.host} broke off: {what_went_wrong(error, self.host)}") from error

    def _refusal(self, code: int, answer: bytes | str) -> Later | Refused:
        """What an answer means that is given to a mail or its recipient.

        Who may not send by this server, or is not understood by it, is told so of every recipient: of these nothing is
        known by that.
        """
        said = _reply(code, answer)
        if code == _CLOSING:
            self._forget()
        if code >= 500 and not _UNWELCOME.match(_ADDRESS.sub("", said)):
            return Refused(said)
        return Later(said, self._is_closed(code))

    def _is_closed(self, code: int) -> bool:
        """Whether it says goodbye on a line on which it has taken nothing: on another one it takes nothing either."""
        return code == _CLOSING and not self._taken

    def _connected(self) -> smtplib.SMTP:
        if self._server is not None and self._server.sock is not None:
            return self._server
        server: smtplib.SMTP | None = None
        try:
            context = tls_context(self.host, self.safe)
            if self.safe:
                server = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=context)
            else:
                server = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)
                server.ehlo()
                if server.has_extn("starttls"):
                    server.starttls(context=context)
            if self.user:
                if self.host not in LOOPBACK and not isinstance(server.sock, ssl.SSLSocket):
                    raise SaveError(f"{self.host} has no STARTTLS: no password goes over an open line")
                server.login(self.user, self.settings.secret())
        except (OSError, smtplib.SMTPException, ValueError) as error:  # the last of a host or a user's name
            if server is not None:
                server.close()
            raise Later(f"cannot send by {self.host}:{self.port}: {what_went_wrong(error, self.host)}") from error
        except SaveError:
            if server is not None:
                server.close()
            raise
        self._server, self._taken = server, 0
        return server

    def settle(self) -> None:
        """See Outgoing."""

    def _forget(self) -> None:
        if self._server is not None:
            self._server.close()
        self._server = None

    def close(self) -> None:
        """Say goodbye."""
        if self._server is not None:
            with suppress(OSError, smtplib.SMTPException):
                self._server.quit()
        self._server = None


def _reply(code: int, answer: bytes | str) -> str:
    """An answer as it is told; smtplib gives what is none a code below zero, and cuts its beginning off."""
    return f"{code} {_said(answer)}" if code > 0 else "what it answers is no SMTP"


def _said(answer: bytes | str) -> str:
    """An answer on one line: servers give some in several."""
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return " ".join(text.split())


def tls_context(host: str, at_once: bool) -> ssl.SSLContext:
    """How to talk TLS with a server: `at_once` (imaps, smtps), or by STARTTLS.

    On loopback a line needs no TLS, so a certificate that is only offered there is not checked: local servers and
    gateways have one that they made themselves.
    """
    made = ssl.create_default_context()
    if not at_once and host in LOOPBACK:
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    return made


def what_went_wrong(error: Exception, host: str = "") -> str:
    """What went wrong on a line to a server, or with a program, in words: no numbers and signs of Python."""
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, error.smtp_error)
    if not isinstance(error, ssl.SSLCertVerificationError):
        reason = getattr(error, "reason", None) if isinstance(error, ssl.SSLError) else None  # not all have one
        if reason:
            return f"no TLS: {reason.lower().replace('_', ' ')}"
        told = str(error.strerror or error) if isinstance(error, OSError) else str(error)
        # Libraries for IMAP show what a server said as bytes in Python, and below it what may have been the cause.
        told = re.sub(r"\[?\bb'([^']*)'\]?", r"\1", told.strip().partition("\n")[0])
        told = re.sub(r"^_ssl\.c:\d+: ", "", told)
        return told or type(error).__name__  # such as a MemoryError, of a mail that is said to be endless
    hint = "; if it should be trusted, name a file with it in SSL_CERT_FILE" if error.verify_code in _UNKNOWN else ""
    return f"the certificate of {host} does not hold ({error.verify_message.rstrip('.')}){hint}"

"""Real servers on this machine, on loopback only, in folders of their own: Debian's dovecot (IMAP), aiosmtpd (SMTP)."""

import asyncio
import grp
import os
import pwd
import shutil
import socket
import socketserver
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, NamedTuple

from tests.club.tools import HOST
from tests.support import module, program

DOVECOT = Path("/usr/sbin/dovecot")
PASSWORD = "secret"

_SETTINGS = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
mail_location = maildir:{folder}/mail
first_valid_uid = 1
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/home
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {secure}
  }}
}}
service anvil {{
  chroot =
}}
"""
_WITH_TLS = """
ssl = yes
ssl_cert = <{chain}
ssl_key = <{key}
"""


class Certificate(NamedTuple):
    """Files of a certificate for 127.0.0.1 that nobody has signed but its owner."""

    chain: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """For a server."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.chain, self.key)
        return context


def certificate(folder: Path) -> Certificate:
    """A new one, in that folder."""
    openssl = program(Path("/usr/bin/openssl"), "openssl")
    made = Certificate(folder / "chain.pem", folder / "key.pem")
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2"]
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]
    files = ["-out", str(made.chain), "-keyout", str(made.key)]
    subprocess.run([openssl, "req", "-x509", *kind, *names, *files], check=True, capture_output=True)
    return made


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Dovecot:
    """An IMAP server with one mailbox, a Maildir; with a certificate it does TLS on a port of its own, and STARTTLS."""

    def __init__(self, own: Certificate | None = None) -> None:
        module("imapclient", "IMAP is read with IMAPClient (extra `mail`)")
        program(DOVECOT, "dovecot-imapd")
        self.folder = Path(tempfile.mkdtemp(prefix="dovecot"))
        self.folder.chmod(0o755)
        user = "nobody" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        entry = pwd.getpwnam(user)
        self.owner = (entry.pw_uid, entry.pw_gid)
        self.port, self.secure = free_port(), free_port() if own else 0
        for name in ("run", "home", "mail", "mail/new", "mail/cur", "mail/tmp"):
            (self.folder / name).mkdir()
            os.chown(self.folder / name, *self.owner)
        group = grp.getgrgid(entry.pw_gid).gr_name
        text = _SETTINGS.format(
            folder=self.folder, user=user, group=group, password=PASSWORD, port=self.port, secure=self.secure
        )
        text += _WITH_TLS.format(**own._asdict()) if own else "ssl = no\n"
        (self.folder / "conf").write_text(text)
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen([str(DOVECOT), "-F", "-c", str(self.folder / "conf")])
        for _ in range(100):
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                    connection.settimeout(20)
                    if connection.recv(10):
                        return
            except OSError:
                time.sleep(0.1)
        log = self.folder / "log"
        raise AssertionError(log.read_text() if log.exists() else "dovecot did not start")

    def put(self, name: str, data: bytes) -> None:
        """A message arrives."""
        path = self.folder / "mail" / "tmp" / name
        path.write_bytes(data)
        os.chown(path, *self.owner)
        path.rename(self.folder / "mail" / "new" / name)

    def stop(self) -> None:
        """Stop it and throw all away."""
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def dovecot(own: Certificate | None = None) -> Iterator[Dovecot]:
    """An IMAP server as long as it is needed."""
    server = Dovecot(own)
    try:
        yield server
    finally:
        server.stop()


class Smtp:
    """Keeps what it is sent, with its envelope; answers with what is asked for. Mail for the club goes to `mailbox`.

    With a `refusal`, in which `{}` is the address, it takes no recipient.
    """

    def __init__(self, mailbox: Dovecot | None = None) -> None:
        self.mails: list[tuple[str, list[str], EmailMessage]] = []
        self.answers: list[str] = []
        self.refusal = ""
        self.mailbox = mailbox
        self.port = self.brought = 0
        self.encrypted: list[bool] = []

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.refusal:
            return self.refusal.format(address)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer == "hang up":
            session.loop.call_soon(server.transport.abort)
            await asyncio.sleep(0)
            return "421 bye"
        if not answer.startswith("250"):
            return answer
        self.encrypted.append(server.transport.get_extra_info("ssl_object") is not None)
        if self.mailbox is not None and envelope.rcpt_tos[0].endswith(f"@{HOST}"):
            self.brought += 1
            self.mailbox.put(f"{self.brought:06}.smtp", envelope.content)
        else:
            mail = message_from_bytes(envelope.content, policy=default)
            assert isinstance(mail, EmailMessage)
            self.mails.append((envelope.mail_from, envelope.rcpt_tos, mail))
        return answer

    def taken(self) -> list[EmailMessage]:
        """What was kept since the last time."""
        mails, self.mails = [mail for _, _, mail in self.mails], []
        return mails


@contextmanager
def smtp(server: Smtp, **options: Any) -> Iterator[Smtp]:
    """The server at work; options are those of aiosmtpd's Controller."""
    library = module("aiosmtpd.controller", "the SMTP server of the tests is aiosmtpd")
    # With port 0 the controller could not try whether it listens.
    server.port = free_port()
    controller = library.Controller(server, hostname="127.0.0.1", port=server.port, **options)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


@contextmanager
def talking(hello: bytes, answer: Callable[[bytes], bytes]) -> Iterator[int]:
    """The port of a server that says what it is made to; after `bye` it hangs up."""

    class Line(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(hello)
            with suppress(ConnectionError):
                for line in self.rfile:
                    said = answer(line.rstrip())
                    self.wfile.write(said)
                    if b"bye" in said:
                        return

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Line) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()

"""Beside a real postfix: it gives mail to `pbem club deliver` by a pipe, and takes what the club sends.

It is Debian's, on loopback only, with a queue and settings of its own in a folder.
"""

import os
import pwd
import shutil
import smtplib
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.club import settings
from tests.club.clients import CLIENTS, message
from tests.club.servers import Smtp, free_port, smtp
from tests.club.tools import HOST, Desk, body, legal
from tests.support import program

pytestmark = pytest.mark.slow

POSTFIX = Path("/usr/sbin/postfix")

_MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
daemon_directory = /usr/lib/postfix/sbin
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mail.{host}
mydestination = {host}
local_recipient_maps = inline:{{ games=x }}
alias_maps =
alias_database =
recipient_delimiter = +
transport_maps = inline:{{ {{ games@{host} = pbem: }} }}
relayhost = [127.0.0.1]:{relay}
disable_dns_lookups = yes
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
"""
# The last line is the one of the README.
_MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 1 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
showq unix n - n - - showq
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
pbem unix - n n - 1 pipe flags=DRhu user={user} argv={script}
"""
# A server may not run the program as who runs the tests: whoever has the job hands it on, and waits for the status.
_SCRIPT = """#!/bin/sh
job=$(mktemp -d {folder}/jobs/XXXXXX)
cat > "$job/message"
mv "$job/message" "$job/mail"
while [ ! -s "$job/status" ]; do sleep 0.05; done
exit "$(cat "$job/status")"
"""


class Postfix:
    """A server that gives mail for the club to `deliver`, bytes -> exit status, and all else to the port `relay`."""

    def __init__(self, deliver: Callable[[bytes], int], relay: int) -> None:
        program(POSTFIX, "postfix")
        if os.getuid():
            pytest.skip("postfix can be started by root only")
        self.folder = Path(tempfile.mkdtemp(prefix="postfix"))
        self.folder.chmod(0o755)
        self.port = free_port()
        self._deliver = deliver
        self._over = threading.Event()
        entries = {name: pwd.getpwnam(name) for name in ("postfix", "nobody")}
        for name, owner in (("conf", "root"), ("queue", "root"), ("data", "postfix"), ("jobs", "nobody")):
            (self.folder / name).mkdir()
            if owner != "root":
                os.chown(self.folder / name, entries[owner].pw_uid, entries[owner].pw_gid)
        script = self.folder / "script"
        script.write_text(_SCRIPT.format(folder=self.folder))
        script.chmod(0o755)
        names = {
            "folder": self.folder,
            "host": HOST,
            "relay": relay,
            "port": self.port,
            "user": "nobody",
            "script": script,
        }
        (self.folder / "conf" / "main.cf").write_text(_MAIN.format(**names))
        (self.folder / "conf" / "master.cf").write_text(_MASTER.format(**names))
        self._run("start")
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def _run(self, word: str) -> None:
        done = subprocess.run([POSTFIX, "-c", self.folder / "conf", word], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + self.log()

    def log(self) -> str:
        """What it says of itself."""
        log = self.folder / "log"
        return log.read_text() if log.exists() else ""

    def _work(self) -> None:
        """Deals with what the script was given."""
        while not self._over.wait(0.05):
            for mail in sorted((self.folder / "jobs").glob("*/mail")):
                if not (mail.parent / "status").exists():
                    status = self._deliver(mail.read_bytes())
                    (mail.parent / "status").write_text(str(status))

    def stop(self) -> None:
        """Stop it and throw all away."""
        self._run("stop")
        self._over.set()
        self._thread.join()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def postfix(deliver: Callable[[bytes], int], relay: int) -> Iterator[Postfix]:
    """A server as long as it is needed."""
    server = Postfix(deliver, relay)
    try:
        yield server
    finally:
        server.stop()


class Beside:
    """A club, the mail server beside it, and one for its people."""

    def __init__(self, desk: Desk, people: Smtp) -> None:
        self.desk, self.people = desk, people
        self.delivered: list[tuple[bytes, int]] = []
        self.numbers = count()
        self.server: Postfix

    def deliver(self, data: bytes) -> int:
        """What the pipe runs."""
        result = CliRunner().invoke(pbem, ["club", "deliver", str(self.desk.folder)], input=data, standalone_mode=False)
        self.delivered.append((data, int(result.return_value or 0)))
        return self.delivered[-1][1]

    def write(self, mail: EmailMessage, text: str, client: str) -> None:
        """Somebody replies."""
        data = message(CLIENTS[client], mail, text, next(self.numbers)).replace(b"\r\n", b"\n")
        with smtplib.SMTP("127.0.0.1", self.server.port) as connection:
            sender = mail["To"].addresses[0].addr_spec
            connection.sendmail(sender, [str(mail["Reply-To"])], data.replace(b"\n", b"\r\n"))

    def wait(self, number: int) -> list[EmailMessage]:
        """So many mails come to the people."""
        self.until(lambda: len(self.people.mails) >= number)
        return self.people.taken()

    def until(self, what: Callable[[], bool]) -> None:
        """Wait for something, but not for ever."""
        for _ in range(600):
            if what():
                return
            time.sleep(0.05)
        raise AssertionError(self.server.log())


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Beside]:
    with smtp(Smtp()) as people:
        desk = Desk(tmp_path / "spring")
        found = Beside(desk, people)
        with postfix(found.deliver, people.port) as found.server:
            club = desk.folder / settings.FILE
            text = club.read_text().replace('"maildir:out"', f'"smtp://127.0.0.1:{found.server.port}"')
            club.write_text(text)
            desk.start()
            yield found


def test_a_game_goes_on_beside_postfix(beside: Beside) -> None:
    beside.desk.run()
    posts = beside.wait(1)
    for turn, client in enumerate(("gmail en", "outlook de", "thunderbird cs", "gmail ja"), 1):
        game = beside.desk.game()
        assert game.turn == turn
        [post] = [mail for mail in posts if mail["To"].addresses[0].display_name == game.to_move]
        beside.write(post, legal(game), client)
        posts = beside.wait(2)
        assert beside.desk.game().turn == turn + 1
    beside.until(lambda: len(beside.delivered) == 4)  # mails are sent before it ends
    assert [status for _, status in beside.delivered] == [0] * 4
    assert all(b"\nDelivered-To: games+" in b"\n" + data for data, _ in beside.delivered)


def test_what_cannot_be_kept_comes_again(beside: Beside) -> None:
    beside.desk.run()
    [post] = beside.wait(1)
    move = legal(beside.desk.game())
    club = beside.desk.folder / settings.FILE
    text = club.read_text()
    club.write_text("no club")
    beside.write(post, move, "gmail en")
    beside.until(lambda: bool(beside.delivered))
    club.write_text(text)
    assert len(beside.wait(2)) == 2
    assert beside.desk.game().turn == 2
    assert {status for _, status in beside.delivered} == {0, 75}


def test_a_mail_that_comes_back_is_counted(beside: Beside) -> None:
    beside.people.answers = ["550 no such user"]
    beside.desk.run()
    beside.until(lambda: bool(beside.delivered))
    store = beside.desk.store()
    beside.until(lambda: store.bounces("ana") == 1)
    store.close()
    assert beside.people.mails == []


def test_sendmail_of_postfix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with smtp(Smtp()) as people:
        desk = Desk(tmp_path / "spring", send="sendmail:/usr/sbin/sendmail")
        found = Beside(desk, people)
        with postfix(found.deliver, people.port) as found.server:
            monkeypatch.setenv("MAIL_CONFIG", str(found.server.folder / "conf"))
            desk.start()
            assert desk.run().sent == 1, desk.told
            [mail] = found.wait(1)
    assert mail["To"] == "Ana <ana@example.com>"
    assert "To move: Ana." in body(mail)

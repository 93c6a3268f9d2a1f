"""Beside a real postfix: it gives mail to `pbem club deliver` by a pipe, and takes what the club sends.

It is Debian's, on loopback only, with a queue and settings of its own in a folder. Then servers that behave as real
ones seldom do, in some lines of Python.
"""

import os
import pwd
import re
import shutil
import smtplib
import socket
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
from click.testing import CliRunner, Result

from pbem.cli import pbem
from pbem.club import outgoing, settings
from pbem.club.handling import REFUSALS
from pbem.errors import SaveError
from tests.club.clients import CLIENTS, message
from tests.club.servers import Smtp, free_port, smtp, talking
from tests.club.tools import HOST, Desk, body, legal
from tests.support import module, program

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


# Servers with ways of their own


@pytest.mark.parametrize("goodbye", [b"MAIL", b"RCPT", b"DATA"])
@pytest.mark.parametrize("most", [2, 0])
def test_after_a_goodbye_the_next_mail_goes_on_another_line(tmp_path: Path, goodbye: bytes, most: int) -> None:
    """Where a server takes so many on one; not where it took none."""
    mails = lines = 0

    def answer(line: bytes) -> bytes:
        nonlocal mails, lines
        word = line[:4].upper()
        lines += word == b"EHLO"
        mails += word == b"."
        if word == goodbye and mails == lines * most:
            return b"421 bye\r\n"
        known = word in (b"EHLO", b"MAIL", b"RCPT", b".", b"RSET", b"QUIT")
        return b"354 go on\r\n" if word == b"DATA" else b"250 so be it\r\n" if known else b""

    with talking(b"220 here\r\n", answer) as port:
        desk = Desk(tmp_path / "spring", send=f"smtp://127.0.0.1:{port}")
        for name in ("one", "two", "three", "four", "five"):
            desk.start(id=name)
        done = desk.run()
    assert (done.sent, done.waiting, lines) == ((4, 1, 2) if most else (0, 5, 1))
    assert "421 bye" in desk.told[0]


def imap(data: bytes, flags: bytes, **answers: bytes) -> Callable[[bytes], bytes]:
    """A mailbox with one message, which may have these flags; `answers` are other ones than usual, by their word."""
    marks: set[bytes] = set()

    def answer(line: bytes) -> bytes:
        tag, *words = line.upper().split()
        word = words[words[0] == b"UID"]
        said, end = b"", b"OK so be it"
        if word == b"CAPABILITY":
            said = b"* CAPABILITY IMAP4rev1\r\n"
        elif word == b"SELECT":
            said = b"* OK [PERMANENTFLAGS (%s)] these\r\n* 1 EXISTS\r\n" % flags
        elif word == b"SEARCH":
            said = b"* SEARCH%s\r\n" % (b"" if rb"\ANSWERED" in marks and words[-1] == b"UNANSWERED" else b" 7")
        elif word == b"FETCH":
            said = b"* 1 FETCH (UID 7 BODY[]<0> {%d}\r\n%s)\r\n" % (len(data), data)
        elif word == b"STORE":
            marks.update(one for one in line.upper().strip(b")").split(b"(")[1].split() if one in flags.upper())
        if word.decode() in answers:
            said, end = answers[word.decode()], end if answers[word.decode()].startswith(b"*") else b""
        return b"%s%s %s\r\n" % (said, tag, end) if end else b"%s %s\r\n" % (tag, said)

    return answer


@pytest.fixture
def fetching(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Runs a club some times that reads such a mailbox, and gives what became of its move, and what was told."""
    module("imapclient", "IMAP is read with IMAPClient (extra `mail`)")
    monkeypatch.setenv("PBEM_PASSWORD", "x")
    data = desk.reply(desk.mail_to("Ana"), legal(desk.game()))

    def run(flags: bytes = rb"\Seen \Answered \*", **answers: bytes) -> list[str]:
        with talking(b"* OK [CAPABILITY IMAP4rev1] here\r\n", imap(data, flags, **answers)) as port:
            path = desk.folder / settings.FILE
            receive = f'receive = "imap://a@127.0.0.1:{port}/INBOX"'
            path.write_text(re.sub('receive = ".*?"', receive, path.read_text()))
            told = [str(desk.run()).partition(";")[0] + " | " + "; ".join(desk.told) for _ in range(2)]
            return [one.replace(str(port), "143") for one in told]

    return run


def test_where_a_server_keeps_no_mark_of_ours_one_of_the_standard_will_do(fetching: Callable[..., list[str]]) -> None:
    assert fetching(rb"\Seen \Answered") == ["played: 1 | ", "no message | "]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (
            {"STORE": b"NO read-only"},
            "a message waits: the mail server does not mark what is done: store failed: read-only",
        ),
        ({"SEARCH": b"BAD no such key"}, "cannot read the mailbox imap://127.0.0.1:143/INBOX: no such key"),
    ],
)
def test_what_an_odd_server_says_is_told_in_its_words(
    fetching: Callable[..., list[str]], answers: dict[str, bytes], told: str
) -> None:
    assert [one.partition(" | ")[2] for one in fetching(**answers)] == [told, told]


def test_a_message_without_a_text_is_told(fetching: Callable[..., list[str]]) -> None:
    told = "no message | the mail server does not give message 7 of imap://127.0.0.1:143/INBOX: it has no text"
    for parts in (b"UID 7 BODY[]<0> NIL", b"UID 7"):
        assert fetching(FETCH=b"* 1 FETCH (%s)\r\n" % parts) == [told, told]


def test_a_server_that_says_nothing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        accepted: list[socket.socket] = []
        thread = threading.Thread(target=lambda: accepted.append(silent.accept()[0]))
        thread.start()
        desk = Desk(tmp_path / "spring", send=f"smtp://127.0.0.1:{silent.getsockname()[1]}")
        desk.start()
        assert desk.run().waiting == 1
        thread.join()
        accepted[0].close()


def test_a_sample_that_no_server_takes_is_told(tmp_path: Path) -> None:
    """It waits for a later pass, as all mail does."""

    def club(*words: str) -> Result:
        return CliRunner().invoke(pbem, ["club", words[0], str(tmp_path / "club"), *words[1:]])

    club("new", "--address", f"games@{HOST}")
    club("person", "Bob", "bob@example.com")
    path = tmp_path / "club" / "club.toml"
    path.write_text(path.read_text().replace('send = "maildir:out"', f'send = "smtp://127.0.0.1:{free_port()}"'))
    done = club("test", "Bob")
    assert isinstance(done.exception, SaveError)
    assert (done.stdout, str(done.exception)) == ("", "the sample for bob@example.com waits: a later pass sends it")


def test_mails_that_anybody_could_write_use_up_no_answers_of_a_player(desk: Desk) -> None:
    """Who knows an address has a budget of its own with it."""
    notice = desk.mail_to("Ana")
    for number in range(5):
        desk.put(f"From: ana@example.com\nTo: games@example.org\nSubject: hi {number}\n\nhi {number}\n".encode())
    desk.run()
    assert len(desk.mails()) <= REFUSALS
    for text in ("1 Ana: 1-zz", "1 Ana: 2-zz"):
        desk.answer(notice, text)
        assert [mail["To"].addresses[0].display_name for mail in desk.mails()] == ["Ana"]

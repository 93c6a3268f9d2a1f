"""Real servers on this machine: SMTP by aiosmtpd, also with TLS, IMAP by dovecot; a program like sendmail."""

import os
import smtplib
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.club import outgoing
from tests.club.servers import PASSWORD, Certificate, Dovecot, Smtp, certificate, dovecot, free_port, smtp
from tests.club.tools import Desk, body, legal
from tests.support import module

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(sending: Desk) -> Desk:
    """A club that sends by SMTP."""
    return sending


def test_a_game_goes_over_smtp(desk: Desk, server: Smtp) -> None:
    for turn in range(1, 5):
        sender, recipients, mail = server.mails[-1]
        assert f"+{mail['Message-ID'].strip('<').partition('.')[0]}@" in sender
        assert recipients == [mail["To"].addresses[0].addr_spec]
        assert f"To move: {desk.game().to_move}." in body(mail)
        assert desk.answer(mail, legal(desk.game())).sent == 2
        assert desk.game().turn == turn + 1
    assert len(server.mails) == 9


@pytest.mark.parametrize("answer", ["451 later", "hang up"])
def test_what_cannot_be_sent_now_is_sent_later(desk: Desk, server: Smtp, answer: str) -> None:
    notice = server.mails[-1][2]
    server.answers = [answer]
    desk.answer(notice, legal(desk.game()))
    waiting = 2 if answer == "hang up" else 1
    assert len(server.mails) == 3 - waiting
    assert any("waits" in sentence for sentence in desk.told)
    desk.run()
    desk.now += 3600
    desk.run()
    assert {recipients[0] for _, recipients, _ in server.mails[1:]} == {"ana@example.com", "bob@example.net"}
    assert len(server.mails) == 3


def test_a_notice_that_waits_is_not_sent_once_somebody_has_moved(desk: Desk, server: Smtp) -> None:
    server.answers = ["451 later"]
    for waiting in (1, 0):
        game = desk.game()
        game.play(legal(game))
        game.save()
        assert desk.run().waiting == waiting
        desk.now += 3600
    assert [recipients for _, recipients, _ in server.mails[1:]] == [["ana@example.com"]]


@pytest.mark.parametrize(
    "refusal",
    [
        "550 no such user",
        "504 5.5.2 Recipient address rejected: need fully-qualified address",
        "552 5.2.2 user over quota",
        "552 5.3.4 message size exceeds limit",
    ],
)
def test_a_refused_mail_is_dropped_and_counted(desk: Desk, server: Smtp, refusal: str) -> None:
    notice = server.mails[-1][2]
    server.answers = [refusal]
    desk.answer(notice, legal(desk.game()))
    assert f"was refused: {refusal}" in " ".join(desk.told)
    store = desk.store()
    assert store.waiting() == 0
    assert store.bounces("ana") == 1
    store.close()


@pytest.mark.parametrize(
    "refusal",
    [
        "554 5.7.1 <{}>: Relay access denied",
        "550 5.7.1 <{}>... Relaying denied",
        "550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain",
        "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
        "530 5.7.0 Must issue a STARTTLS command first",
        "550 5.7.1 <{}>: authentication required",
        "550 5.7.1 SMTP AUTH is required",
        "550 5.7.26 unauthenticated mail is prohibited",
        "504 5.5.2 <club>: Helo command rejected: need fully-qualified hostname",
        "554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied",
        "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using list.example",
        "553 5.7.1 <games@club.example>: Sender address rejected: not owned by user",
        "550 Sender verify failed",
        "503 5.5.1 send HELO first",
        "500 line too long",
        "550 5.4.5 Daily user sending limit exceeded",
        "550 5.1.90 you have reached your daily limit for message recipients",
        "550 5.7.1 Too many messages from this host",
        "550 5.7.25 the address that sends this message has no PTR record",
        "550 SPF check failed",
        "554 refused for the low reputation of 192.0.2.1",
    ],
)
def test_a_club_that_may_not_send_by_a_server_loses_no_mail(tmp_path: Path, server: Smtp, refusal: str) -> None:
    """Whether it says so of the recipient or, as some do, of the mail."""
    desk = Desk(tmp_path / "spring", send=f"smtp://127.0.0.1:{server.port}")
    desk.start()
    told = refusal.format("ana@example.com")
    for server.refusal, server.answers in ((refusal, []), ("", [told])):
        assert desk.run().waiting == 1
        assert desk.told == [f"mail to ana@example.com waits: {told}"]
        desk.now += 3600
    assert (desk.run().sent, server.mails[-1][1]) == (1, ["ana@example.com"])


def test_the_address_of_a_recipient_says_nothing_of_the_club(tmp_path: Path, server: Smtp) -> None:
    desk = Desk(tmp_path / "spring", send=f"smtp://127.0.0.1:{server.port}")
    desk.start()
    club = desk.folder / "club.toml"
    club.write_text(club.read_text().replace("ana@example.com", "relay@auth.relay.example"))
    server.refusal = "550 5.1.1 <{}>: Recipient address rejected: User unknown in relay recipient table"
    assert desk.run().waiting == 0
    assert "mail to relay@auth.relay.example was refused: 550 5.1.1" in desk.told[0]


def test_no_server_at_all_loses_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring", send=f"smtp://127.0.0.1:{free_port()}")
    desk.start()
    assert desk.run().waiting == 1
    assert desk.told[0].startswith("mail to ana@example.com waits: cannot send by 127.0.0.1:")
    assert desk.told[0].endswith(": Connection refused")
    done = desk.run()
    assert desk.told == [], "it is not tried again at once"
    assert str(done).startswith("no message; sent: 0; waiting: 1 (cannot send by 127.0.0.1:")


def test_a_program_that_is_not_there_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor one that does not end."""
    program = tmp_path / "sendmial"
    desk = Desk(tmp_path / "spring", send=f"sendmail:{program}")
    desk.start()
    assert desk.run().waiting == 1
    assert desk.told == [f"mail to ana@example.com waits: cannot run {program}: No such file or directory"]
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o700)
    monkeypatch.setattr(outgoing, "_SENDMAIL", 0.1)
    desk.now += 3600
    assert desk.run().waiting == 1
    assert desk.told == [f"mail to ana@example.com waits: {program} has not ended after 0.1 seconds"]


def test_a_host_that_can_be_no_name_loses_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring", send="smtp://mail..example.org")
    desk.start()
    assert desk.run().waiting == 1
    assert desk.told[0].startswith("mail to ana@example.com waits: cannot send by mail..example.org:25: ")


def test_a_server_that_takes_no_mail_from_this_host_has_refused_none(
    tmp_path: Path, server: Smtp, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path / "spring", send=f"smtp://127.0.0.1:{server.port}")
    desk.start()
    with monkeypatch.context() as patched:
        patched.setattr(smtplib.SMTP, "ehlo_or_helo_if_needed", raiser(smtplib.SMTPHeloError(550, b"no such host")))
        assert (desk.run().waiting, desk.store().bounces("ana")) == (1, 0)
    assert desk.told == ["mail to ana@example.com waits: 127.0.0.1 takes no mail from here: 550 no such host"]
    desk.now += 3600
    assert desk.run().sent == 1


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPAuthenticationError(535, b"5.7.8 Password not accepted,\nsee https://mail.example"),
        smtplib.SMTPConnectError(535, b"5.7.8 Password not accepted, see https://mail.example"),
    ],
    ids=["password", "greeting"],
)
def test_what_a_server_says_to_a_password_is_told_in_its_words(
    tmp_path: Path, server: Smtp, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    desk = Desk(tmp_path / "spring", send=f"smtp://games@127.0.0.1:{server.port}", password="!echo wrong")
    desk.start()
    monkeypatch.setattr(smtplib.SMTP, "login", raiser(error))
    desk.run()
    place = f"cannot send by 127.0.0.1:{server.port}"
    assert desk.told == [
        f"mail to ana@example.com waits: {place}: 535 5.7.8 Password not accepted, see https://mail.example"
    ]


def raiser(error: Exception) -> Callable[..., None]:
    """Somebody who only fails."""

    def fail(*_: object) -> None:
        raise error

    return fail


def test_sendmail_gets_envelope_and_message(tmp_path: Path) -> None:
    program = tmp_path / "sendmail"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/args\ncat >> {tmp_path}/mail\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    desk = Desk(tmp_path / "spring", send=f"sendmail:{program}")
    desk.start()
    assert desk.run().sent == 1
    args = (tmp_path / "args").read_text().split()
    assert args[:2] == ["-i", "-f"]
    assert args[3:] == ["--", "ana@example.com"]
    data = (tmp_path / "mail").read_bytes()
    assert b"\r" not in data
    assert b"To move: Ana." in data


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (67, "mail to ana@example.com was refused: {} refused it: status 67"),
        *((status, f"mail to ana@example.com waits: {{}} ended with status {status}") for status in (75, 1, 64)),
    ],
)
@pytest.mark.parametrize(("says", "why"), [("", ""), ("echo no room; echo at all", " (no room at all)")])
def test_sendmail_that_fails(tmp_path: Path, status: int, told: str, says: str, why: str) -> None:
    program = tmp_path / "sendmail"
    program.write_text(f"#!/bin/sh\ncat > {os.devnull}\n({says or ':'}) >&2\nexit {status}\n")
    program.chmod(0o700)
    desk = Desk(tmp_path / "spring", send=f"sendmail:{program}")
    desk.start()
    assert desk.run().waiting == ("waits" in told)
    assert desk.told == [f"{told.format(program)}{why}"]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return certificate(tmp_path_factory.mktemp("tls"))


def over_tls(own: Certificate, scheme: str) -> dict[str, Any]:
    """How aiosmtpd offers it, from the start or by STARTTLS, and takes mail of whom it knows only."""
    known = {"authenticator": _is_known, "auth_required": True}
    if scheme == "smtps":
        return {"ssl_context": own.context(), "auth_require_tls": False, **known}  # else it knows STARTTLS only
    return {"tls_context": own.context(), "require_starttls": True, **known}


def _is_known(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> Any:
    found = data.login == b"games" and data.password == PASSWORD.encode()
    return module("aiosmtpd.smtp", "the SMTP server of the tests is aiosmtpd").AuthResult(success=found, handled=False)


@pytest.mark.filterwarnings("ignore:Requiring AUTH", "ignore:Session.login_data")
@pytest.mark.parametrize("scheme", ["smtps", "smtp"])
def test_mail_is_sent_over_tls_once_the_certificate_is_trusted(
    tmp_path: Path, own: Certificate, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setattr(outgoing, "LOOPBACK", ())  # as for a server elsewhere
    with smtp(Smtp(), **over_tls(own, scheme)) as server:
        secret = tmp_path / "secret"
        secret.write_text(f"{PASSWORD}\n")
        send = f"{scheme}://games@127.0.0.1:{server.port}"
        desk = Desk(tmp_path / "spring", send=send, password=f"!cat {secret}")
        desk.start()
        assert (desk.run().waiting, server.mails) == (1, [])
        [why] = desk.told
        assert f"cannot send by 127.0.0.1:{server.port}: the certificate of 127.0.0.1 does not hold (self" in why
        assert why.endswith("; if it should be trusted, name a file with it in SSL_CERT_FILE")
        monkeypatch.setenv("SSL_CERT_FILE", str(own.chain))
        desk.now += 3600
        assert (desk.run().sent, desk.told) == (1, [])
        assert server.encrypted == [True]
        notice = server.mails[0][2]
        assert "To move: Ana." in body(notice)
        secret.write_text("another")
        assert desk.answer(notice, legal(desk.game())).messages == {"played": 1}
        assert "535" in desk.told[0]


@pytest.mark.filterwarnings("ignore:Requiring AUTH")
def test_a_certificate_of_another_server_is_told_without_a_hint_that_would_not_help(
    tmp_path: Path, own: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(own.chain))
    with smtp(Smtp(), **over_tls(own, "smtps")) as server:
        desk = Desk(tmp_path / "spring", send=f"smtps://127.0.0.2:{server.port}")
        monkeypatch.setattr(socket, "create_connection", _to_loopback(socket.create_connection))
        desk.start()
        assert desk.run().waiting == 1
        assert "the certificate of 127.0.0.2 does not hold (IP address mismatch" in desk.told[0]
        assert "SSL_CERT_FILE" not in desk.told[0]


def _to_loopback(connect: Any) -> Any:
    return lambda address, *args, **kwargs: connect(("127.0.0.1", address[1]), *args, **kwargs)


@pytest.mark.filterwarnings("ignore:Session.login_data")
def test_starttls_on_this_machine_needs_no_trust(
    tmp_path: Path, own: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", PASSWORD)
    with smtp(Smtp(), **over_tls(own, "smtp")) as server:
        desk = Desk(tmp_path / "spring", send=f"smtp://games@localhost:{server.port}")
        desk.start()
        assert (desk.run().sent, desk.told) == (1, [])
        assert server.encrypted == [True]


def test_no_password_goes_over_an_open_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", PASSWORD)
    monkeypatch.setattr(outgoing, "LOOPBACK", ())
    with dovecot() as mailbox, smtp(Smtp()) as server:
        receive = f"imap://games@127.0.0.1:{mailbox.port}/INBOX"
        desk = Desk(tmp_path / "spring", receive=receive, send=f"smtp://games@127.0.0.1:{server.port}")
        desk.start()
        assert desk.run().waiting == 1
        assert desk.told == ["127.0.0.1 has no STARTTLS: no password goes over an open line"] * 2


def test_mail_is_read_over_tls_once_the_certificate_is_trusted(
    tmp_path: Path, own: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", PASSWORD)
    monkeypatch.setattr(outgoing, "LOOPBACK", ())
    with dovecot(own) as server:
        for scheme, port in (("imaps", server.secure), ("imap", server.port)):
            desk = Desk(tmp_path / scheme, receive=f"{scheme}://games@127.0.0.1:{port}/INBOX")
            desk.start()
            desk.run()
            server.put(f"{scheme}.m", desk.reply(desk.mail_to("Ana"), legal(desk.game())))
            assert desk.run().messages == {}
            [why] = desk.told
            assert f"cannot read the mailbox {scheme}://127.0.0.1:{port}/INBOX: the certificate of 127.0.0.1" in why
            with monkeypatch.context() as trusting:
                trusting.setenv("SSL_CERT_FILE", str(own.chain))
                assert (desk.run().messages, desk.told) == ({"played": 1}, [])


# A mailbox of a real IMAP server


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Dovecot]:
    with dovecot() as mailbox:
        yield mailbox


@pytest.fixture
def fetching(tmp_path: Path, mailbox: Dovecot, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("PBEM_PASSWORD", PASSWORD)
    desk = Desk(tmp_path / "spring", receive=f"imap://games@127.0.0.1:{mailbox.port}/INBOX")
    desk.start()
    desk.run()
    return desk


def test_messages_of_a_mailbox_are_taken_once(fetching: Desk, mailbox: Dovecot) -> None:
    for turn in (1, 2, 3):
        notice = next(
            mail for mail in fetching.mails() if f"To move: {mail['To'].addresses[0].display_name}." in body(mail)
        )
        mailbox.put(f"{turn}.a", fetching.reply(notice, legal(fetching.game())))
        assert fetching.run().messages == {"played": 1}, fetching.told
        assert fetching.game().turn == turn + 1
        assert fetching.run().messages == {}


def test_messages_that_wait_come_in_order(fetching: Desk, mailbox: Dovecot) -> None:
    notice = fetching.mail_to("Ana")
    mailbox.put("11.b", fetching.reply(notice, "help"))
    mailbox.put("12.b", fetching.reply(notice, legal(fetching.game())))
    mailbox.put("13.b", fetching.reply(notice, "log"))
    assert fetching.run().messages == {"answered": 2, "played": 1}


def test_a_server_that_is_stopped_is_told_and_a_wrong_password(
    fetching: Desk, mailbox: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = fetching.mail_to("Ana")
    mailbox.put("21.c", fetching.reply(notice, legal(fetching.game())))
    with monkeypatch.context() as patched:
        patched.setenv("PBEM_PASSWORD", "wrong")
        assert fetching.run().messages == {}
        place = f"imap://127.0.0.1:{mailbox.port}/INBOX"
        assert f"cannot read the mailbox {place}: [AUTHENTICATIONFAILED]" in fetching.told[0]
    mailbox.process.terminate()
    mailbox.process.wait()
    assert fetching.run().messages == {}
    assert fetching.told[0] == f"cannot read the mailbox {place}: Connection refused"
    mailbox.start()
    assert fetching.run().messages == {"played": 1}, fetching.told

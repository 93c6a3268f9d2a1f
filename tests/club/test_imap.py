"""A mailbox of a real IMAP server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.servers import PASSWORD, Dovecot, dovecot
from tests.club.tools import Desk, body, legal

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as server:
        yield server


@pytest.fixture
def desk(tmp_path: Path, server: Dovecot, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("PBEM_PASSWORD", PASSWORD)
    desk = Desk(tmp_path / "spring", receive=f"imap://games@127.0.0.1:{server.port}/INBOX")
    desk.start()
    desk.run()
    return desk


def test_messages_of_a_mailbox_are_taken_once(desk: Desk, server: Dovecot) -> None:
    for turn in (1, 2, 3):
        notice = next(
            mail for mail in desk.mails() if f"To move: {mail['To'].addresses[0].display_name}." in body(mail)
        )
        server.put(f"{turn}.a", desk.reply(notice, legal(desk.game())))
        assert desk.run().messages == {"played": 1}, desk.told
        assert desk.game().turn == turn + 1
        assert desk.run().messages == {}


def test_messages_that_wait_come_in_order(desk: Desk, server: Dovecot) -> None:
    notice = desk.mail_to("Ana")
    server.put("11.b", desk.reply(notice, "help"))
    server.put("12.b", desk.reply(notice, legal(desk.game())))
    server.put("13.b", desk.reply(notice, "log"))
    assert desk.run().messages == {"answered": 2, "played": 1}


def test_a_server_that_is_stopped_is_told_and_a_wrong_password(
    desk: Desk, server: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = desk.mail_to("Ana")
    server.put("21.c", desk.reply(notice, legal(desk.game())))
    with monkeypatch.context() as patched:
        patched.setenv("PBEM_PASSWORD", "wrong")
        assert desk.run().messages == {}
        assert "cannot read the mailbox imap://127.0.0.1/INBOX: [AUTHENTICATIONFAILED]" in desk.told[0]
    server.process.terminate()
    server.process.wait()
    assert desk.run().messages == {}
    assert "cannot read the mailbox" in desk.told[0]
    server.start()
    assert desk.run().messages == {"played": 1}, desk.told

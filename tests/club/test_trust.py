"""Authentication-Results of a server that is trusted."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem import mail as mails
from pbem.club.whose import verdict
from tests.club.tools import Desk, body, legal

HERE = "mx.club.example"
PASS = f"{HERE}; dmarc=pass (p=none) header.from=example.com; spf=pass smtp.mailfrom=ana@example.com"


def mail(value: str, sender: str = "ana@example.com", below: str = "") -> mails.Mail:
    other = f"Authentication-Results: {below}\n" if below else ""
    return mails.read(f"Authentication-Results: {value}\n{other}From: {sender}\nMessage-ID: <a@b>\n\nx\n")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (PASS, True),
        (PASS.upper(), True),
        (f"{HERE} 1; dkim=pass header.d=example.com", True),
        (f"{HERE}; dkim=pass\n header.d=com", None),
        (f"{HERE}; dkim=fail header.d=example.com; spf=none", None),
        (f"{HERE}; dkim=pass header.d=evil.example", None),
        (f"{HERE}; spf=pass smtp.mailfrom=ana@example.com", True),
        (f"{HERE}; spf=pass smtp.mailfrom=ana@notexample.com", None),
        (f"{HERE}; dmarc=fail header.from=example.com; dkim=pass header.d=example.com", False),
        (f"{HERE}; dmarc=pass header.from=evil.example", False),
        (f"{HERE}; (dmarc=pass header.from=example.com)", None),
        (f"{HERE}; none", None),
        (f"evil.example; dmarc=pass header.from=example.com; {HERE}", None),
    ],
)
def test_what_counts(value: str, expected: bool | None) -> None:
    assert verdict(mail(value), HERE) is expected


def test_only_the_topmost_header_counts() -> None:
    assert verdict(mail("other.example; none", below=PASS), HERE) is None
    assert verdict(mail(PASS, below="other.example; dmarc=fail"), HERE) is True


def test_nothing_counts_where_nobody_is_trusted() -> None:
    assert verdict(mail(PASS), "") is None
    assert verdict(mail(PASS, "ana@example.com, bob@example.com"), HERE) is None
    assert verdict(mail(PASS, "sub@mail.example.com".replace("mail.", "")), HERE) is True


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "spring", trust=HERE)
    desk.start()
    desk.run()
    return desk


def fresh(text: str, **headers: str) -> bytes:
    """A mail that answers to nothing."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "ana@example.com", "games@club.example", "[spring] my move"
    made["Message-ID"] = f"<{abs(hash(text))}@x.example>"
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    made.set_content(text)
    return made.as_bytes()


def test_a_mail_without_a_token_plays_if_the_server_vouches_and_the_turn_is_named(desk: Desk) -> None:
    desk.mails()
    line = legal(desk.game())
    desk.put(fresh(line))
    desk.run()
    assert desk.game().turn == 1, "nobody vouches"
    desk.put(fresh(line.partition(": ")[2], Authentication_Results=PASS))
    desk.run()
    assert desk.game().turn == 1, "of which turn it is, nothing says"
    desk.mails()
    desk.put(fresh(f"{line}\n\nbye", Authentication_Results=PASS))
    desk.run()
    assert desk.game().turn == 2
    assert "(stored) 1 Ana" in body(next(mail for mail in desk.mails() if "ana@" in str(mail["To"])))


def test_a_token_is_not_enough_where_the_server_says_no(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    desk.answer(notice, legal(desk.game()), Authentication_Results=f"{HERE}; dmarc=fail header.from=example.com")
    assert desk.game().turn == 1
    assert "mail server says" in body(desk.mail_to("Ana"))
    desk.answer(notice, legal(desk.game()))
    assert desk.game().turn == 2, "a list may have broken it"

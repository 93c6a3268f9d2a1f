"""Forged, replayed, stale and foreign messages move nothing; robots and lists are left alone; a server is trusted."""

import re
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem import mail as mails
from pbem.club import tokens
from pbem.club.whose import verdict
from tests.club.tools import DAY, Desk, body, changed, fresh, legal


@pytest.mark.parametrize("part", ["seat", "line", "kind", "mac", "game"])
def test_a_forged_token_moves_nothing(desk: Desk, part: str) -> None:
    notice = desk.mail_to("Ana")
    [token] = set(tokens.in_text(str(notice["Reply-To"])))
    value: Any = {"seat": 1, "line": token.line + 1, "kind": "v", "mac": "a" * 16, "game": "b" * 8}[part]
    forged = changed(notice, str(token), str(token._replace(**{part: value})))
    desk.answer(forged, legal(desk.game()), From="Mallory <m@evil.example>")
    assert desk.game().turn == 1
    assert desk.mails() == []


def test_a_token_of_another_club_moves_nothing(desk: Desk, tmp_path: Path) -> None:
    other = Desk(tmp_path / "other")
    (other.folder / tokens.FILE).write_text("77" * 32 + "\n")
    other.start()
    other.run()
    desk.mails()
    desk.answer(other.mail_to("Ana"), legal(desk.game()), From="m@evil.example")
    assert desk.game().turn == 1
    assert desk.mails() == []


def test_a_token_alone_decides_whatever_the_address(desk: Desk) -> None:
    """People write from their phones; the answer goes to the address that is known."""
    desk.answer(desk.mail_to("Ana"), legal(desk.game()), From="Ana <ana@phone.example>")
    assert desk.game().turn == 2
    assert {mail["To"].addresses[0].addr_spec for mail in desk.mails()} == {"ana@example.com", "bob@example.net"}


@pytest.mark.parametrize("lost", [("To",), ("In_Reply_To",), ("In_Reply_To", "References"), ("To", "References")])
def test_any_trace_of_the_token_is_enough(desk: Desk, lost: tuple[str, ...]) -> None:
    gone = {name: "games@club.example" if name == "To" else "" for name in lost}
    desk.answer(desk.mail_to("Ana"), legal(desk.game()), **gone)
    assert desk.game().turn == 2


def test_another_player_cannot_use_a_post_that_was_passed_on(desk: Desk) -> None:
    desk.answer(desk.mail_to("Ana"), legal(desk.game()), name="Bob")
    assert desk.game().turn == 1


def test_nobody_plays_for_another(desk: Desk) -> None:
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    answer = next(mail for mail in desk.mails() if "ana@" in str(mail["To"]))
    for text in (legal(desk.game()), legal(desk.game()).partition(": ")[2]):
        desk.answer(answer, text)
        assert desk.game().turn == 2
        assert "It is Bob who moves here, and you are" in body(desk.mail_to("Ana"))


def test_undo_and_stop_lines_are_not_taken_without_consent(desk: Desk) -> None:
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    answer = next(mail for mail in desk.mails() if "ana@" in str(mail["To"]))
    number = desk.game().fold.next_number()
    for line in (f"undo 1 line {number}", f"stop line {number}"):
        desk.answer(answer, line)
        assert desk.game().turn == 2
        assert not desk.game().stopped
        assert "by consent" in body(desk.mail_to("Ana"))


def test_a_reply_to_an_old_post_is_answered_with_the_new_one(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    desk.answer(notice, legal(desk.game()))
    desk.answer(next(mail for mail in desk.mails() if "bob@" in str(mail["To"])), legal(desk.game()))
    desk.mails()
    desk.answer(notice, legal(desk.game()))
    assert desk.game().turn == 3
    stale = desk.mail_to("Ana")
    assert "out of date" in body(stale)
    desk.answer(stale, legal(desk.game()))
    assert desk.game().turn == 4


def test_without_a_token_a_player_is_sent_one(desk: Desk) -> None:
    desk.mails()
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "ANA+home@example.com", "games@club.example", "<n1@x.example>"
    mail["Subject"] = "AW: Re: [spring] Maharani"
    mail.set_content(legal(desk.game()))
    desk.put(mail.as_bytes())
    desk.run()
    assert desk.game().turn == 1
    answer = desk.mail_to("Ana")
    assert "answers to none of the posts" in body(answer)
    desk.answer(answer, legal(desk.game()))
    assert desk.game().turn == 2


@pytest.mark.parametrize(("address", "names"), [("ana@example.com", "Bob Bob"), ("ana+bob@example.com", "Ana Bob")])
def test_of_those_who_share_a_mailbox_it_is_who_plays_and_is_to_move(desk: Desk, address: str, names: str) -> None:
    club = desk.folder / "club.toml"
    club.write_text(club.read_text().replace("bob@example.net", address))
    desk.start("majolica", ("Bob", "Cid"), first="Cid", id="other")
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    desk.mails()
    head = "From: ana@example.com\nTo: games@club.example\nMessage-ID: <{0}@x>\nSubject: [{0}]\n\nshow\n"
    for game, name in zip(("spring", "other"), names.split(), strict=True):
        desk.put(head.format(game).encode())
        assert desk.run().messages == {"answered": 1}
        [answer] = desk.mails()
        assert answer["To"].addresses[0].display_name == name, game


@pytest.mark.parametrize(("sender", "name"), [("ana@example.com", "Ana"), ("ana+Bob@example.com", "Bob")])
def test_a_player_without_a_game_in_the_subject_gets_a_list(desk: Desk, sender: str, name: str) -> None:
    desk.mails()
    club = desk.folder / "club.toml"
    club.write_text(club.read_text().replace("bob@example.net", "ana+bob@example.com"))
    desk.put(f"From: {sender}\nTo: games@club.example\nMessage-ID: <n2@x>\n\nhello\n".encode())
    desk.run()
    got = [(mail["To"].addresses[0].display_name, "o spring: waits for Ana" in body(mail)) for mail in desk.mails()]
    assert got == [(name, True)]


@pytest.mark.parametrize("sender", ["who@evil.example", "ana@example.com, bob@example.net", ""])
def test_a_stranger_gets_nothing(desk: Desk, sender: str) -> None:
    desk.mails()
    desk.put(f"From: {sender}\nTo: games@club.example\nMessage-ID: <n3@x>\nSubject: [spring]\n\nR\n".encode())
    assert desk.run().messages == {"of nobody here": 1}
    assert desk.mails() == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "Auto-Generated (vacation); x=y"},
        {"Return_Path": "<>"},
        {"From": "MAILER-DAEMON@mail.example"},
        {"Content_Type": "multipart/report; boundary=x"},
        {"X_Autoreply": "yes"},
        {"From": "Spring <games@club.example>"},
        {"From": "games+anything@CLUB.example"},
        {"X_Loop": "games@club.example"},
        {"Received": "from a\n" + "Received: from b\n" * 60 + "X: y"},
    ],
    ids=str,
)
def test_what_no_person_wrote_moves_nothing_and_is_not_answered(desk: Desk, headers: dict[str, str]) -> None:
    desk.answer(desk.mail_to("Ana"), legal(desk.game()), **headers)
    assert desk.game().turn == 1
    assert desk.mails() == []


def test_what_no_person_wrote_is_told_as_one_number(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    desk.put(desk.reply(notice, "hi", Auto_Submitted="auto-replied"))
    desk.put(desk.reply(notice, "hi", X_Autoreply="yes"))
    assert str(desk.run()) == "automatic: 2; sent: 0; waiting: 0"


def test_the_clubs_own_mail_that_comes_back_is_dropped(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    desk.put(notice.as_bytes())
    done = desk.run()
    assert desk.mails() == []
    assert list(done.messages) == ["from the club itself"]


@pytest.mark.parametrize("header", ["List_Id", "Precedence", "List_Post"])
def test_over_a_list_moves_are_read_and_nothing_else_is_answered(desk: Desk, header: str) -> None:
    notice = desk.mail_to("Ana")
    desk.answer(notice, "hello", **{header: "bulk"})
    assert desk.mails() == []
    desk.answer(notice, legal(desk.game()), **{header: "bulk"})
    assert desk.game().turn == 2
    assert {str(mail["To"])[:3] for mail in desk.mails()} == {"Ana", "Bob"}


def test_words_without_a_token_only_show(desk: Desk) -> None:
    desk.mails()
    head = b"From: ana@example.com\nTo: games@club.example\nSubject: [spring]\nMessage-ID: <%d@x>\n\n"
    for number, text in enumerate(("say I resign", "stop reminders", "away until Buy here", "stop?")):
        desk.put(head % number + f"{text}\n".encode())
        desk.run()
        told = " ".join("".join(f"{mail['To']}: {body(mail)}" for mail in desk.mails()).replace("\n= ", " ").split())
        assert not re.search("bob@|I resign|Buy here", told)
        assert (f"about `{re.sub(' I resign| Buy here', '', text)}`: reply to a post." in told) == (number < 3)
    store = desk.store()
    assert not store.quiet("ana")
    assert store.away("ana") == ""
    store.close()
    desk.now += 1.1 * DAY
    desk.put(head % 9 + b"log\n")
    desk.run()
    assert "The log:" in body(desk.mail_to("Ana"))


def test_bounces_are_counted_and_end_with_the_next_mail(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    report = {"Content_Type": 'multipart/report; report-type=delivery-status; boundary="b"', "Return_Path": "<>"}
    for action in ("failed", "delayed"):
        status = f"--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@x\nAction: {action}\n--b--"
        desk.answer(notice, status, From="MAILER-DAEMON@x.example", Auto_Submitted="auto-replied", **report)
    desk.answer(notice, "I am on holiday", Return_Path="<>", Auto_Submitted="auto-replied")
    desk.answer(notice, "no such user", From="MAILER-DAEMON@x.example")
    anybody = {"To": "games@club.example", "In_Reply_To": "", "References": ""}
    desk.answer(notice, "help", Subject="[spring]", **anybody)
    store = desk.store()
    assert store.bounces("ana") == 2
    desk.answer(notice, legal(desk.game()))
    assert store.bounces("ana") == 0
    store.close()


def test_refusals_are_few_and_never_twice_the_same(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    answers = []
    for text in ("hello", "hello", "1 Ana: 1-zz", "1 Ana: 2-zz", "1 Ana: 3-zz", "1 Ana: 4-zz"):
        desk.answer(notice, text)
        answers.append([body(mail).startswith("This is the last answer of this kind today") for mail in desk.mails()])
    assert answers == [[False], [], [False], [True], [], []]
    for later in (1.1, -9):  # what a clock that is put back makes future does not count
        desk.now += later * DAY
        desk.answer(notice, "hello")
        assert len(desk.mails()) == 1
    desk.answer(notice, legal(desk.game()))
    assert len(desk.mails()) == 2, "a move is always answered"


def test_an_automatic_subject_gets_no_refusal(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    for say in ("Automatic reply", "Réponse automatique", "=?utf-8?q?=E8=87=AA=E5=8A=A8=E7=AD=94=E5=A4=8D?="):
        desk.answer(notice, f"{say}: I am away.", Subject=f"{say}: your turn")
    assert desk.mails() == []


def test_a_mail_without_an_id_is_known_again(desk: Desk) -> None:
    data = desk.reply(desk.mail_to("Ana"), "help", Message_ID="")
    for copy in (data, data, b"Received: from elsewhere\n" + data, data.replace(b"Re: ", b"Re: Re: ", 1)):
        desk.put(copy)
    assert desk.run().messages == {"answered": 2, "seen": 2}


# Authentication-Results of a server that is trusted

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
        (f"{HERE}; dmarc=pass", None),
        (f"{HERE}; (dmarc=pass header.from=example.com)", None),
        (f"{HERE}; none", None),
        (f'{HERE}; spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.com; y"@evil.example', None),
        (f'{HERE}; spf=pass smtp.mailfrom="x smtp.mailfrom=ana@example.com"@evil.example', None),
        (f'{HERE}; spf=pass smtp.mailfrom="x\\"; dmarc=pass; \\"y"@evil.example', None),
        (f"{HERE}; spf=pass smtp.mailfrom==?a?q?=3B=20dmarc=3Dpass=3B?=@evil.example", None),
        (f'{HERE}; dkim=pass header.d=evil.example reason="of header.d=example.com"', None),
        (f"{HERE}; spf=pass (a (b) ; dmarc=pass) smtp.mailfrom=x@evil.example", None),
        (f"{HERE}; spf=pass (helo=a\\); dmarc=pass; \\(b) smtp.mailfrom=x@evil.example", None),
        (f'{HERE}; spf=pass (helo="a); dmarc=pass header.from=example.com; x=y ("b")', True),
        (f"{HERE}; dmarc=pass header.from=example.com (", None),
        (f'{HERE}; dmarc=pass header.from="example.com"', True),
        (f"{HERE} (a (b)) 1; dmarc (x) =pass (p=none; sp=(y)) header.from=example.com", True),
        (f"evil.example; dmarc=pass header.from=example.com; {HERE}", None),
    ],
)
def test_what_counts(value: str, expected: bool | None) -> None:
    assert verdict(mail(value), HERE) is expected


def test_only_the_topmost_header_counts() -> None:
    assert verdict(mail("other.example; none", below=PASS), HERE) is None
    assert verdict(mail(PASS, below="other.example; dmarc=fail"), HERE) is True


def test_what_is_cut_counts_as_nothing() -> None:
    for end in range(3990, 4002):
        start = f"{HERE}; dkim=fail header.d="
        value = f"{start}{'x' * (end - len(start) - 13)}; dmarc=pass header.from=evil.example"
        assert not verdict(mail(value), HERE), end


@pytest.mark.parametrize(
    ("received", "expected"),
    [
        ("from a by evil.example with SMTP", None),
        ("from a (by mx.club.example) by evil.example", None),
        (f"from a by {HERE} (Postfix)\nReceived: from b by relay.evil.example\n (x)", None),
        (f"from a by {HERE} (Postfix) with ESMTPS id 1", True),
        (f"from {HERE} by mail.Club.example; Mon\nReceived: by 2002:a05:6a10::1\nReceived: from b\n by {HERE}", True),
        ("from x by localhost with LMTP\nReceived: (qmail 12 invoked by uid 0); Mon", True),
        ("from x by mail.notclub.example", None),
    ],
)
def test_below_what_another_server_has_written_none_counts(received: str, expected: bool | None) -> None:
    head = f"Received: {received}\nAuthentication-Results: {PASS}\nReceived: from elsewhere by evil.example\n"
    found = mails.read(f"{head}From: ana@example.com\nMessage-ID: <a@b>\n\nx\n")
    assert verdict(found, HERE) is expected


def test_nothing_counts_where_nobody_is_trusted() -> None:
    assert verdict(mail(PASS), "") is None
    assert verdict(mail(PASS, "ana@example.com, bob@example.com"), HERE) is None
    assert verdict(mail(PASS, "sub@example.com"), HERE) is True


@pytest.fixture
def trusting(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "spring", trust=HERE)
    desk.start()
    desk.run()
    return desk


def test_a_mail_without_a_token_plays_if_the_server_vouches_and_the_turn_is_named(trusting: Desk) -> None:
    trusting.mails()
    line = legal(trusting.game())
    trusting.put(fresh(line))
    trusting.run()
    assert trusting.game().turn == 1, "nobody vouches"
    assert "so anybody could have written" in body(trusting.mail_to("Ana"))
    for text, told in (
        (line.partition(": ")[2], "its move does not say which turn it is for"),
        ("1 Ana: 1-h4", "Nothing is played. `1-h4` is not legal"),
        ("undo?", "answers to none of the posts, so nobody is asked"),
    ):
        trusting.now += 1.1 * DAY
        trusting.put(fresh(text, Authentication_Results=PASS))
        assert trusting.run().messages == {"refusal": 1}
        answers = " ".join("".join(map(body, trusting.mails())).replace("\n= ", " ").split())
        assert (told in answers, "anybody could have" in answers) == (True, False), text
    trusting.put(fresh(f"{line}\n\nbye", Authentication_Results=PASS))
    trusting.run()
    assert trusting.game().turn == 2
    assert "(stored) 1 Ana" in body(next(mail for mail in trusting.mails() if "ana@" in str(mail["To"])))


@pytest.mark.parametrize(
    ("senders", "plays"),
    [
        (("<ana@example.com>@evil.example", '"ana@example.com"@evil.example', '"x".ana@example.com'), False),
        (("ana@example.com@evil.example", "'ana@example.com", ".ana@example.com"), False),
        (("<ana@example.com>.evil.example", "ana@example.com .evil.example", "bob . ana@example.com"), False),
        (("ana@example.com(x).evil.example", "<@evil.example:ana@example.com>"), False),
        (("ana@example.com <x@evil.example>", "<ana@example.com> <x@evil.example>"), False),
        (("=?utf-8?q?ana=40example.com_=28?= x@evil.example =?utf-8?q?=29?=", "=?utf-8?q?ana=40example.com?="), False),
        ((f"ana@example.com{' ' * 4000}<x@evil.example>", f"ana@example.com{chr(10)} " * 1001 + "x@evil"), False),
        ((f"x@evil.example,{' ' * 4000}\nFrom: ana@example.com",), False),
        (
            (
                "Ana, at home <ana@example.com>",
                "'ana@example.com'",
                "Ana ana@example.com.",
                "<ana@example.com> (A. B.)",
            ),
            True,
        ),
    ],
)
def test_a_sender_that_others_may_read_otherwise_is_not_ana(trusting: Desk, senders: tuple[str], plays: bool) -> None:
    head = f"Authentication-Results: {PASS}\nTo: games@club.example\nSubject: [spring]\n"
    for number, sender in enumerate(senders):
        trusting.put(f"{head}From: {sender}\nMessage-ID: <{number}@x>\n\n{legal(trusting.game())}\n".encode())
        assert ("of nobody here" in trusting.run().messages) != plays, sender
    assert trusting.game().turn == 1 + plays


def test_a_token_is_not_enough_where_the_server_says_no(trusting: Desk) -> None:
    notice = trusting.mail_to("Ana")
    denied = f"{HERE}; dmarc=fail header.from=example.com"
    trusting.answer(notice, legal(trusting.game()), Authentication_Results=denied)
    assert trusting.game().turn == 1
    assert "mail server says" in body(trusting.mail_to("Ana"))
    trusting.answer(notice, legal(trusting.game()))
    assert trusting.game().turn == 2, "a list may have broken it"

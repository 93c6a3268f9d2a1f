"""Raw messages: headers, charsets, encodings, parts, robots. Nothing raises, and only text is read."""

import csv
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from pbem import reading
from pbem.mail import Mail, read
from pbem.mail.charsets import DAMAGED, decode
from pbem.mail.message import lines_of
from pbem.mail.mime import unflow
from pbem.taking import take_from
from tests.mail.letters import MOVE, OTHER, POST, message, parts, quoted
from tests.mail.test_taking import LINE, game, take
from tests.mail.test_taking import MOVE as BARE

PLAIN = "Content-Type: text/plain; charset=utf-8"
HTML = "Content-Type: text/html; charset=utf-8"


def new(data: bytes | str, *sent: str) -> list[str]:
    """The lines of the author's text that are not empty."""
    return [line for line in read(data, sent).lines if line]


def test_headers() -> None:
    mail = read(
        message(
            MOVE,
            From='"Kováč, Bob" <Bob.K@example.com>',
            To="=?utf-8?B?xb1vZmlh?= <a@example.org>, games+x@example.org",
            Subject="=?utf-8?q?Re:_=C4=8Cas?=\n =?utf-8?Q?_4?=",
            In_Reply_To="<one@x>",
            References="<zero@x>\n <one@x>",
            Return_Path="<bob@example.com>",
        )
    )
    assert mail.is_message
    assert mail.message_id == "b4@example.com"
    assert mail.in_reply_to == ("one@x",)
    assert mail.references == ("zero@x", "one@x")
    assert mail.sender == ("Bob.K@example.com",)
    assert mail.to == ("a@example.org", "games+x@example.org")
    assert mail.subject == "Re: Čas 4"
    assert ("return-path", "<bob@example.com>") in mail.headers
    assert ("mime-version", "1.0") in mail.headers
    assert not mail.automatic
    assert mail.text == MOVE


def test_an_address_in_a_name_is_not_the_senders() -> None:
    for name in (
        '"bob@x.org"',
        '"\\"B\\", no-reply@x.org"',
        '"games@example.org via <x@y.org>"',
        "Ana (mailer-daemon@x.org)",
        *("games@example.org via", "=?utf-8?q?no-reply=40x.org?=", "Ana@Example.com"),
    ):
        mail = read(message(MOVE, From=f"{name} <ana@example.com>"))
        assert (mail.sender, mail.automatic) == (("ana@example.com",), ""), name
    assert read(message(MOVE, From="a@x.org, Bob <b@y.org>")).sender == ("a@x.org", "b@y.org")


def test_a_paste_has_no_headers() -> None:
    mail = read(
        f"{MOVE}\n\nFrom: Ana <a@x.org>\nSent: Tuesday, November 24, 2026 8:15 PM\nTo: Bob\nSubject: x\n\n{OTHER}"
    )
    assert mail == Mail(lines=mail.lines, quoted=mail.quoted, quoted_at=mail.quoted_at)
    assert len(mail.quoted_at) == len(mail.quoted)
    assert mail.lines[0] == MOVE
    assert OTHER in mail.quoted


def test_headers_alone_out_of_a_client_are_no_message() -> None:
    assert not read("From: Ana\nSubject: x\n\nhello").is_message
    assert read("Received: x\nFrom: Ana\nSubject: x\n\nhello").is_message


@pytest.mark.parametrize(
    ("charset", "how"),
    [
        *[(name, name) for name in ("utf-8", "windows-1250", "iso-8859-2", "utf-16", "utf-7", "gb18030")],
        ("utf-8", "windows-1250"),  # what is declared is wrong
        *[(name, "utf-8") for name in ("us-ascii", "iso-8859-1", "windows-1252")],
        ("x-unknown", "utf-8"),
        ("unicode-1-1-utf-7", "utf-7"),
        ("rot13", "utf-8"),  # a codec, and no charset
        ("", "windows-1250"),
    ],
)
def test_charsets(charset: str, how: str) -> None:
    text = "6 Žofia: 3-b4W+r / 1-b3W+r ; žiaľ, čo robiť"
    kind = f"text/plain; charset={charset}" if charset else "text/plain"
    # Line ends of UTF-16 are none in a message.
    for encoding in ("base64",) if how == "utf-16" else ("8bit", "base64", "quoted-printable", "x-uuencode"):
        assert read(message(text.encode(how), kind, encoding)).text == text, encoding


def test_utf_16_without_a_mark_and_latin_letters_of_windows() -> None:
    assert decode("2-2g7N ; é".encode("utf-16-le")) == "2-2g7N ; é"
    assert decode("“Hélène” – 2".encode("cp1252"), "iso-8859-1") == "“Hélène” – 2"
    assert decode("Hélène".encode("cp1252")) == "Hélène"
    assert decode("a, čo, ľ, žiaľ".encode("cp1250")) == "a, čo, ľ, žiaľ"


def test_what_is_lost_is_marked() -> None:
    whole = "Žofia Kováčová píše čosi: 2-2g7N"
    assert decode(whole.encode() + b"\xc5 and more") == whole + DAMAGED + " and more"
    assert decode(b"a\0b" + b"c" * 10) == f"a{DAMAGED}b" + "c" * 10
    lone = read("a\ud800b").text
    assert (lone[0], lone[-1], set(lone[1:-1])) == ("a", "b", {DAMAGED})


def test_base64_of_any_length_is_decoded() -> None:
    assert new(message(MOVE, encoding="base64").rstrip(b"=\n")) == [MOVE]
    assert new(message(MOVE, encoding="base64") + b"A") == [MOVE]


def test_flowed_lines_are_joined() -> None:
    body = "2 Max: Q oS1 d4NEW \n-o2k\n\n> quoted \n> on\nnew\n-- \nMax"
    assert unflow(body, False).split("\n") == ["2 Max: Q oS1 d4NEW -o2k", "", "> quoted on", "", "new", "-- ", "Max"]
    assert unflow("4-2f8 \nS+g", True) == "4-2f8S+g"
    mail = read(message("4-2f8 \nS+g", "text/plain; charset=utf-8; format=flowed; delsp=yes"))
    assert mail.text == "4-2f8S+g"


def test_which_part_is_read() -> None:
    page = f"<p>{MOVE}</p>"
    assert new(message(MOVE, "text/markdown; charset=utf-8")) == [MOVE]
    assert new(parts("multipart/alternative", (PLAIN, MOVE), (HTML, page))) == [MOVE]
    assert new(parts("multipart/alternative", (PLAIN, " "), (HTML, page))) == [MOVE]
    assert new(parts("multipart/alternative", (PLAIN, f"{MOVE} {'x' * 500}"), (HTML, page))) == [MOVE]
    assert new(parts("multipart/mixed", (PLAIN, "one"), ("Content-Type: image/png", "x"), (PLAIN, MOVE))) == [
        "one",
        MOVE,
    ]


def test_what_is_attached_is_not_read() -> None:
    named = 'Content-Type: text/plain; name="move.txt"'
    attached = f"{PLAIN}\nContent-Disposition: attachment; filename=move.txt"
    forwarded = "Content-Type: message/rfc822"
    for other in (named, attached, forwarded):
        assert new(parts("multipart/mixed", (PLAIN, "see below"), (other, OTHER))) == ["see below"]


def test_html_tells_what_plain_text_does_not() -> None:
    page = f"<div>{MOVE}</div><blockquote>{OTHER}</blockquote>"
    assert new(parts("multipart/alternative", (PLAIN, f"{MOVE}\n\n{OTHER}"), (HTML, page))) == [MOVE]
    page = f"<div>{MOVE}<br>{OTHER}</div><blockquote>{OTHER}</blockquote>"  # the author says it as well
    assert new(parts("multipart/alternative", (PLAIN, f"{MOVE}\n\n{OTHER}"), (HTML, page))) == [MOVE, OTHER]


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied (vacation); owner=x"},
        {"Auto_Submitted": " Auto-Generated"},
        {"Return_Path": "<>"},
        {"X_Autoreply": "yes"},
        {"X_Failed_Recipients": "a@x.org"},
        {"From": "Mail Delivery <MAILER-DAEMON@example.com>"},
        {"From": "no-reply@example.com"},
        {"From": "games-request@lists.example.com"},
        {"From": '"Owner" <owner-games@lists.example.com>'},
        {"From": "Bounces+17@example.com"},
        {"From": "postmaster@example.com"},
        {"X_Autorespond": "re: turn 4"},
        {"X_Auto_Reply_From": "bob@example.com"},
        {"Content_Type": "multipart/report; boundary=x"},
        {"Content_Type": "message/delivery-status"},
        {"Content_Type": "Message/Disposition-Notification"},
        {"Content_Type": "message/feedback-report"},
    ],
)
def test_robots(headers: dict[str, str]) -> None:
    assert read(message(MOVE, **headers)).automatic


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "no"},
        {"Precedence": "bulk", "List_Id": "<games.example.org>"},
        {"Precedence": "junk"},
        {"Precedence": "List"},
        *({f"List_{name}": "<mailto:x@example.org>"} for name in ("Help", "Subscribe", "Post", "Owner", "Archive")),
        {"From": "Noreen Replyson <noreen@example.com>"},
        {"X_Auto_Response_Suppress": "All"},
    ],
)
def test_people(headers: dict[str, str]) -> None:
    mail = read(message(MOVE, **headers))
    assert mail.automatic == ""
    assert mail.on_list == any(name.startswith(("Precedence", "List")) for name in headers)
    assert mail.text == MOVE


def test_caps() -> None:
    assert "bytes" in read(b"x" * 2**21).refused
    assert "characters" in read("é" * 2**18 + "x").refused
    assert "lines" in read("x\n" * 3000).refused
    assert not read("> x\n" * 3000).refused
    assert not read(message(quoted() + "\n\n" + MOVE)).refused
    whole = parts("multipart/mixed", (PLAIN, MOVE), ("Content-Type: image/png", "A" * 2**21))
    assert new(whole) == [MOVE]  # what comes behind the text may be as large as it likes
    assert "bytes" in read(message("x" * 2**21)).refused
    assert "headers" in read(b"Message-ID: <a@b>\n" + b"A: b\n" * 2000 + b"\nx").refused


def test_a_record_has_no_caps() -> None:
    record = "pbem 1 maharani\nid x\n\n" + "".join(f"{n} Ana: R =0 ; {'x' * 80}\n" for n in range(1, 19_000))
    assert len(read(record).lines) == 19_003
    assert lines_of(message(f"Hi\n\n{record}"))[-19_003:] == record.split("\n")
    assert lines_of(message(record * 3)) == []


def test_line_ends_blanks_and_what_cannot_be_seen() -> None:
    assert read("a\rb\r\nc\u2028d").lines == ("a", "b", "c", "d")
    assert read("4\u00a0Bob:\u202fR\u200b ; \u200fx").text == "4 Bob: R ; x"
    assert read(f"\u200b> {OTHER}\n\n{MOVE}").text.strip() == MOVE


def test_what_we_sent_is_known_without_marks() -> None:
    assert new(f"{MOVE}\n\n{POST}", POST) == [MOVE]
    assert new(f"{POST}\n{MOVE}", POST.replace("\n", "\r\n").upper()) == [MOVE]
    two = "\n".join(POST.split("\n")[:3])
    assert new(f"{two}\n{MOVE}", POST) == [*two.replace("\n\n", "\n").split("\n"), MOVE]  # two lines are no copy


def whatever(rng: random.Random) -> bytes:
    """A message with pieces of others in it."""
    whole = parts("multipart/alternative", (PLAIN, quoted()), (HTML, f"<blockquote>{POST}</blockquote>{MOVE}"))
    data = bytearray(
        rng.choice([whole, message(POST, encoding="base64"), MOVE.encode(), message(POST, encoding="quoted-printable")])
    )
    pieces = [b"\0", b"\xff", b"<", b">", b"=?utf-8?b?", b"\r", b"--=_b\n", b"[quote]", b"\n\n", b";", b'"', b"&#x"]
    pieces.append(b"\xed\xa0\x80")
    for _ in range(rng.randint(1, 30)):
        at = rng.randrange(len(data) + 1)
        data[at : at + rng.randint(0, 20)] = rng.choice(pieces) * rng.randint(1, 3)
    return bytes(data)


def test_whatever_comes_is_a_value() -> None:
    for seed in range(200):
        data = whatever(random.Random(seed))
        try:
            mail = read(data)
            assert all(isinstance(line, str) and "\n" not in line for line in (*mail.lines, *mail.quoted))
            assert read(data) == mail
            assert isinstance(read(data.decode("utf-8", "surrogateescape")), Mail)
        except BaseException:
            print(f"input {seed}")
            raise


def test_letters_in_a_digest_are_letters_of_others() -> None:
    inner = f"\nFrom: Ana <a@x.org>\n\n{OTHER}"
    assert new(parts("multipart/digest", ("", inner))) == []


@pytest.mark.parametrize(
    "first", ["pbem says that it is my turn:", "pbem move g.toml R", "pbem 1", "pbem 2 times round"]
)
def test_only_the_first_line_of_a_record_begins_one(first: str) -> None:
    """All else that begins so is what people write, with quotes and signatures."""
    assert "x" not in read(f"{first}\n\n-- \nx").lines
    assert "x" in read("pbem 1 maharani\n\n-- \nx").lines


# A collection of mails with what is to be read of each, in the folder that PBEM_MAIL_CASES names, if it names one


CASES = Path(os.environ.get("PBEM_MAIL_CASES", os.devnull))
_EMBEDDED = (1, 3, 4, 7, 8, 9, 11, 12, 17, 18, "german_6")
NOT_OURS = {"block_code_spacers", "delimiters", "forwarded_message", "signatures"}
NOT_OURS |= {f"embedded_email_{name}" for name in _EMBEDDED}
"""Where another rule is right for us: code marks go, lines of phones stay, below an attribution a copy is cut."""

NAMED = pytest.mark.skipif(not CASES.is_dir(), reason="PBEM_MAIL_CASES names no folder")


def rows(name: str) -> list[dict[str, str]]:
    path = CASES / name
    return list(csv.DictReader(path.open(encoding="utf-8"), delimiter="\t")) if path.exists() else []


def squeezed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


@NAMED
@pytest.mark.parametrize("row", rows("shapes/index.tsv"), ids=lambda row: str(row["file"]))
def test_shapes(row: dict[str, str]) -> None:
    """Commands of another game: the new text is what counts."""
    mail = read((CASES / "shapes" / row["file"]).read_bytes())
    lines = [line.strip().replace("\u2013", "-") for line in mail.lines]
    assert set(row["expected_commands"].split(" | ")) <= set(lines)
    assert not set(row["must_not_execute"].split(" | ")) & set(lines)


@NAMED
@pytest.mark.parametrize("path", sorted((CASES / "trimmer" / "given").glob("*.txt")), ids=lambda path: str(path.stem))
def test_trimmer(path: Path) -> None:
    new = squeezed(read(path.read_bytes()).text)
    wanted = squeezed((CASES / "trimmer" / "expected" / path.name).read_text("utf-8"))
    if path.stem in NOT_OURS:
        pytest.skip("another rule is right for us")
    assert new == [line for line in wanted if not line.startswith(">")]


INDEX = CASES / "pbem" / "index.json"
PBEM: list[dict[str, Any]] = json.loads(INDEX.read_text("utf-8")) if INDEX.exists() else []


@NAMED
@pytest.mark.parametrize("case", PBEM, ids=lambda case: str(case["file"]))
def test_pbem(case: dict[str, Any]) -> None:
    """Lines of games of this program in mails and posts: what is to be taken, and what never."""
    game = reading.load(str(CASES / "pbem" / case["game"]))
    taken = take_from(game, (CASES / "pbem" / "msgs" / case["file"]).read_bytes())
    added = [line for line in game.play(*taken.lines) if not line.startswith("draw")] if taken.lines else []
    plain = [line.partition(";")[0].strip() for line in added]
    assert not set(plain) & set(case["must_not"])
    wanted = [line.partition(";")[0].strip() for line in case["canonical"] if not line.startswith("draw")]
    expect = case["expect"]
    if expect == "take" or (expect == "either" and taken.lines):
        assert taken.doubt is None
        assert plain[: len(wanted)] == wanted
        assert not [line for line in plain[len(wanted) :] if not line.startswith("roll")]
    else:
        assert taken.lines == ()
    if expect == "doubt":
        assert taken.doubt
    elif expect == "known":
        assert taken.known
    elif expect == "command":
        assert set(case["commands"]) <= set(taken.commands)


HIDDEN = ("display:none", "visibility:hidden", "font-size:0", "color:#fff", "text-decoration:line-through")


@pytest.mark.parametrize("how", HIDDEN)
def test_what_is_hidden_is_asked_for_and_not_played(how: str) -> None:
    page = f'<p>Hi Ana</p><p style="{how}">{LINE}</p>'
    both = parts("multipart/alternative", (PLAIN, f"Hi Ana\n\n{LINE}\n"), (HTML, page))
    for text in (message(page, "text/html"), both):
        assert (take(text).doubt or "").startswith("A move for turn 4 stands only in what is quoted, copied, hidden ")
        assert take(text).lines == ()
    page += f"<p>{OTHER}</p>"
    both = parts("multipart/alternative", (PLAIN, f"Hi Ana\n\n{LINE}\n\n{OTHER}\n"), (HTML, page))
    for text in (message(page, "text/html"), both):
        assert take(text).lines == (OTHER,)


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("<html><body><p>Hi</p><pre>{}</pre></body></html>", ""),
        ("<!DOCTYPE html>\n<html><head><style>p {{}}</style></head><body><p>{}</p></body></html>\n", ""),
        ('<div class="post">Hello,<br>{}<br></div>', ""),
        ("<p>{}</p>\n<blockquote>4 Bob: 3-f7N+r / 4-b8N+b</blockquote>", ""),
        ("<p>Hi</p><blockquote>{}</blockquote>", "stands only in what is quoted"),
        ("<p>Hi</p><p style='display:none'>{}</p>", "stands only in what is quoted, copied, hidden"),
    ],
)
def test_a_page_without_a_header_is_read_as_one(page: str, told: str) -> None:
    taken = take(page.format(LINE))
    assert (taken.lines, bool(taken.doubt)) == ((() if told else (LINE,)), bool(told))
    assert told in (taken.doubt or "")


def test_a_save_file_is_named() -> None:
    at = game()
    save = at.toml()
    for text in (save, f"Hi Bob, my file:\n\n{save}", save.replace("\n", "\r\n")):
        assert (take(text, at).doubt or "").startswith(
            "This is a game file of pbem, which is no text to be taken: paste "
        )
    assert take(f"{LINE}\n\n{save}", at).lines == (LINE,)


def test_a_move_among_quoted_lines_is_told() -> None:
    """It may be what a client broke off a quoted line, so it is not played."""
    long = "> I have thought about this for all of the evening, and here it is"
    for move in (BARE, f"bob: {BARE}", f"4 {BARE}"):
        for text in (f"> Hi\n{move}\n> Bye", f"{long}\n{move}\n", f"Hi\n\n| so\n{move}\n| Bye\n\nThanks"):
            assert (take(text).doubt or "").startswith(f"`{move}` stands among quoted lines, so it is not clear "), text
        assert take(f"> Hi\n\n{move}\n\n> Bye").lines == (move,)
        assert take(f"> Hi\n{move}\n> Bye\n\n{OTHER}").lines == (OTHER,)
    assert take(f"> Hi\n{LINE}\n> Bye").lines == (LINE,)
    assert take("> Hi\n1-a1\n> Bye").doubt is None  # not legal
    assert (take(f"Ana> Hi\n{BARE}\nAna> Bye").doubt or "").startswith(f"`{BARE}` stands among quoted lines")

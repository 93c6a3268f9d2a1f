"""Replies to real posts as mail clients write them, in many languages; and games in which people draw."""

import base64
import html
import quopri
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.club.tools import Desk, body, legal

Shape = Callable[[str, str], tuple[str, str]]
"""The reply's own text and what it answers to -> the kind of content, and the content."""

TEXT = "text/plain; charset=utf-8"


def marked(attribution: str) -> Shape:
    """What is answered to behind `>`."""

    def shape(text: str, parent: str) -> tuple[str, str]:
        quoted = "\n".join(f"> {line}".rstrip() for line in parent.split("\n"))
        return TEXT, f"{text}\n\n{attribution}\n{quoted}\n"

    return shape


def copied(*head: str) -> Shape:
    """What is answered to below some lines, without any mark."""

    def shape(text: str, parent: str) -> tuple[str, str]:
        return TEXT, "\n".join([text, "", *head, "", parent])

    return shape


def as_html(before: str, after: str) -> Shape:
    """HTML alone, what is answered to between two marks."""

    def shape(text: str, parent: str) -> tuple[str, str]:
        own = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in text.split("\n"))
        inner = html.escape(parent).replace("\n", "<br>\n")
        return "text/html; charset=utf-8", f"<html><body>{own}{before}{inner}{after}</body></html>"

    return shape


def below(text: str, parent: str) -> tuple[str, str]:
    """The reply below what it answers to."""
    quoted = "\n".join(f"> {line}".rstrip() for line in parent.split("\n"))
    return TEXT, f"On 18 Jan 2027, Spring games wrote:\n{quoted}\n\n{text}\n\n-- \nAna\nSent from here\n"


SHAPES: dict[str, Shape] = {
    "gmail-en": marked("On Mon, Jan 18, 2027 at 9:00 AM Spring games <games@club.example> wrote:"),
    "gmail-de": marked("Am Mo., 18. Jan. 2027 um 09:00 Uhr schrieb Spring games <games@club.example>:"),
    "gmail-fr": marked("Le lun. 18 janv. 2027 à 09:00, Spring games <games@club.example> a écrit :"),
    "gmail-cs": marked("po 18. 1. 2027 v 9:00 odesílatel Spring games <games@club.example> napsal:"),
    "gmail-pl": marked("pon., 18 sty 2027 o 09:00 Spring games <games@club.example> napisał(a):"),
    "gmail-ru": marked("пн, 18 янв. 2027 г. в 09:00, Spring games <games@club.example>:"),
    "gmail-ja": marked("2027年1月18日(月) 9:00 Spring games <games@club.example>:"),
    "thunderbird-it": marked("Il 18/01/27 09:00, Spring games ha scritto:"),
    "apple-es": marked("El 18 ene 2027, a las 9:00, Spring games <games@club.example> escribió:"),
    "below": below,
    "outlook-en": copied(
        "________________________________",
        "From: Spring games <games@club.example>",
        "Sent: Monday, January 18, 2027 9:00",
        "To: Ana <ana@example.com>",
        "Subject: [spring] Majolica",
    ),
    "outlook-sv": copied(
        "Från: Spring games <games@club.example>",
        "Skickat: den 18 januari 2027 09:00",
        "Till: Ana <ana@example.com>",
        "Ämne: [spring] Majolica",
    ),
    "outlook-nl": copied(
        "Van: Spring games <games@club.example>",
        "Verzonden: maandag 18 januari 2027 09:00",
        "Aan: Ana <ana@example.com>",
        "Onderwerp: [spring] Majolica",
    ),
    "bare-copy": copied(),
    "phone": copied("Sent from my phone", "-------- Original message --------"),
    "gmail-html": as_html('<div class="gmail_quote"><blockquote class="gmail_quote">', "</blockquote></div>"),
    "outlook-html": as_html('<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">x</div><div>', "</div>"),
    "apple-html": as_html('<blockquote type="cite">', "</blockquote>"),
}


def written(desk: Desk, mail: EmailMessage, shape: Shape, text: str, encoding: str) -> bytes:
    """A reply of that shape."""
    kind, content = shape(text, body(mail))
    head = desk.reply(mail, "", Content_Type=kind, Content_Transfer_Encoding=encoding).partition(b"\n\n")[0]
    data = content.encode()
    coded = base64.encodebytes(data) if encoding == "base64" else quopri.encodestring(data)
    return head + b"\n\n" + coded


@pytest.mark.parametrize("shape", SHAPES)
def test_a_move_on_top_is_played_and_nothing_else(tmp_path: Path, shape: str) -> None:
    """Three turns each way, so that posts with lines of the log come back as well; also with nothing new in it."""
    desk = Desk(tmp_path / "spring")
    desk.start("majolica")
    desk.run()
    posts = desk.mails()
    for number in range(3):
        game = desk.game()
        [post] = [mail for mail in posts if f"To move: {game.to_move}." in body(mail) and game.to_move in mail["To"]]
        encoding = ("base64", "quoted-printable")[number % 2]
        desk.put(written(desk, post, SHAPES[shape], "Thank you, I shall think about it.", encoding))
        desk.run()
        assert desk.game().log == game.log
        desk.mails()
        move = legal(game) if number % 2 else legal(game).partition(": ")[2]
        desk.put(written(desk, post, SHAPES[shape], f"Hello!\n\n{move}\n\nHave fun", encoding))
        assert desk.run().messages == {"played": 1}, [body(mail) for mail in desk.mails()]
        added = desk.game().log[len(game.log) :]
        assert added[0].startswith(legal(game).partition(" =")[0])
        posts = desk.mails()


def test_where_people_draw_the_draw_is_asked_for(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start("maharani", kind="manual", secret=None)
    desk.run()
    post = desk.mail_to("Ana")
    assert "draw and answer with one line" in body(post)
    desk.answer(post, "I have drawn:\n\ndraw 1:bSE 2:oC 3:rN 4:gW\n")
    game = desk.game()
    assert game.log == ["draw 1:bSE 2:oC 3:rN 4:gW"]
    answer = desk.mail_to("Ana")
    assert "(stored) draw 1:bSE" in body(answer)
    desk.answer(answer, legal(game))
    assert desk.game().waits_for_draw
    posts = {mail["To"].addresses[0].display_name: mail for mail in desk.mails()}
    assert "draw and answer" in body(posts["Bob"])
    desk.answer(posts["Ana"], "draw 1:bSE")
    assert desk.game().waits_for_draw, "there is only one such tile"
    assert "Nothing is played" in body(desk.mail_to("Ana"))

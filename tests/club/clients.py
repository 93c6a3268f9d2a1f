"""Replies as mail clients and forums write them, in many languages: the shapes of their text, and whole messages."""

import base64
import html
import quopri
import textwrap
from collections.abc import Callable
from email.header import Header
from email.message import EmailMessage
from typing import NamedTuple

from tests.club.tools import body

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


class Client(NamedTuple):
    """A program, or a forum, that people of one language write with."""

    language: str
    shape: Shape
    hello: str
    re: str = "Re: "
    charset: str = "utf-8"
    encoding: str = "quoted-printable"


def flowed(attribution: str, delete: bool = False) -> Shape:
    """What is answered to behind `>`, long lines of one's own flowed (RFC 3676), with or without DelSp."""

    def shape(text: str, parent: str) -> tuple[str, str]:
        kind, content = marked(attribution)(text, parent)
        own, mark, copy = content.partition(attribution)
        soft = " \n" if not delete else "  \n"
        lines = [soft.join(textwrap.wrap(line, 40, break_long_words=False)) for line in own.split("\n")]
        return f"{kind}; format=flowed{'; delsp=yes' if delete else ''}", "\n".join(lines) + mark + copy

    return shape


def twice(attribution: str) -> Shape:
    """Text, and the same as HTML."""

    def shape(text: str, parent: str) -> tuple[str, str]:
        parts = [
            marked(attribution)(text, parent),
            as_html(
                f'<div class="gmail_quote"><div class="gmail_attr">{html.escape(attribution)}</div>'
                '<blockquote class="gmail_quote">',
                "</blockquote></div>",
            )(text, parent),
        ]
        inner = "".join(f"--=_b\nContent-Type: {kind}\n\n{content}\n" for kind, content in parts)
        return 'multipart/alternative; boundary="=_b"', f"{inner}--=_b--\n"

    return shape


def forum(before: str, after: str) -> Shape:
    """A post of a forum: what is answered to stands above, between marks."""

    def shape(text: str, parent: str) -> tuple[str, str]:
        return TEXT, f"{before}\n{parent}\n{after}\n\n{text}\n"

    return shape


def markdown(text: str, parent: str) -> tuple[str, str]:
    """The same where it is marked line by line, with the own line as code."""
    quoted = "\n".join(f"> {line}".rstrip() for line in parent.split("\n"))
    return TEXT, f"{quoted}\n\n{text}\n"


_US = "Spring games <games@club.example>"
CLIENTS: dict[str, Client] = {
    "gmail en": Client("en", twice(f"On Mon, Jan 18, 2027 at 9:00 AM {_US} wrote:"), "Hi, my move:", encoding="8bit"),
    "outlook de": Client(
        "de",
        copied(
            "Von: Spring games <games@club.example>",
            "Gesendet: Montag, 18. Januar 2027 09:00",
            "An: Ana <ana@example.com>",
            "Betreff: [spring] Majolica",
        ),
        "Schöne Grüße!",
        "AW: ",
        "iso-8859-1",
    ),
    "apple fr": Client(
        "fr", flowed(f"Le 18 janv. 2027 à 09:00, {_US} a écrit :", delete=True), "Voilà, ça y est :", "Re : "
    ),
    "yahoo es": Client(
        "es",
        copied("", "    El lunes, 18 de enero de 2027, 09:00:00 CET, Spring games <games@club.example> escribió:  "),
        "¡Aquí va, mañana más!",
        "Re: ",
        "iso-8859-15",
    ),
    "thunderbird it": Client("it", flowed("Il 18/01/27 09:00, Spring games ha scritto:"), "Ecco, è così:"),
    "gmail pt": Client("pt", marked(f"{_US} escreveu (segunda, 18/01/2027 à(s) 09:00):"), "Olá, aí vai:"),
    "outlook nl": Client("nl", SHAPES["outlook-nl"], "Hallo, mijn zet:", "Antw: ", "windows-1252"),
    "outlook sv": Client("sv", SHAPES["outlook-sv"], "Hej, här är mitt drag:", "SV: ", "iso-8859-1", "base64"),
    "thunderbird da": Client("da", marked("Den 18.01.2027 kl. 09.00 skrev Spring games:"), "Så er det på plads:"),
    "phone fi": Client(
        "fi",
        copied(
            "Lähetetty puhelimestani",
            "-------- Alkuperäinen viesti --------",
            "Lähettäjä: Spring games <games@club.example>",
            "Päivämäärä: 18.1.2027 9.00 (GMT+02:00)",
            "Saaja: ana@example.com",
            "Aihe: [spring] Majolica",
        ),
        "Siirtoni, hyvää päivää:",
        "VS: ",
    ),
    "gmail pl": Client(
        "pl", marked(f"pon., 18 sty 2027 o 09:00 {_US} napisał(a):"), "Cześć, oto mój ruch:", "Odp: ", "iso-8859-2"
    ),
    "thunderbird cs": Client(
        "cs", flowed("Dne 18. 01. 27 v 9:00 Spring games napsal(a):"), "Dobrý den, můj tah:", charset="windows-1250"
    ),
    "outlook sk": Client(
        "sk",
        copied(
            "Od: Spring games <games@club.example>",
            "Odoslané: pondelok 18. januára 2027 9:00",
            "Komu: Ana <ana@example.com>",
            "Predmet: [spring] Majolica",
        ),
        "Ahoj, môj ťah:",
    ),
    "gmail hu": Client(
        "hu", marked(f"{_US} ezt írta (időpont: 2027. jan. 18., H, 9:00):"), "Szia, itt a lépésem:", "Vá: "
    ),
    "mail.ru ru": Client(
        "ru",
        marked(f"Понедельник, 18 января 2027, 9:00 +03:00 от {_US}:"),
        "Привет, мой ход:",
        "Ha: ",
        "koi8-r",
        "base64",
    ),
    "gmail uk": Client("uk", marked(f"пн, 18 січ. 2027 р. о 09:00 {_US} пише:"), "Привіт, ось мій хід:"),
    "gmail el": Client(
        "el",
        marked(f"Στις Δευ 18 Ιαν 2027 στις 9:00 π.μ., ο χρήστης {_US} έγραψε:"),
        "Γεια, η κίνησή μου:",
        "ΑΠ: ",
        "iso-8859-7",
    ),
    "gmail tr": Client(
        "tr",
        marked(f"{_US}, 18 Oca 2027 Pzt, 09:00 tarihinde şunu yazdı:"),
        "Merhaba, işte hamlem:",
        "YNT: ",
        "iso-8859-9",
    ),
    "gmail ja": Client(
        "ja",
        marked(f"2027年1月18日(月) 9:00 {_US}:"),
        "こんにちは、私の手です。",
        charset="iso-2022-jp",
        encoding="7bit",
    ),
    "foxmail zh": Client(
        "zh",
        copied(
            "------------------ 原始邮件 ------------------",
            '发件人: "Spring games" <games@club.example>;',
            "发送时间: 2027年1月18日(星期一) 上午9:00",
            '收件人: "Ana"<ana@example.com>;',
            "主题: [spring] Majolica",
        ),
        "你好，这是我的一步。",
        "回复：",
        "gb18030",
        "base64",
    ),
    "gmail ko": Client(
        "ko", marked(f"2027년 1월 18일 (월) 오전 9:00, {_US}님이 작성:"), "안녕하세요, 제 수입니다.", charset="euc-kr"
    ),
    "outlook web": Client("en", SHAPES["outlook-html"], "Here it is:", "RE: "),
    "apple html": Client("en", SHAPES["apple-html"], "Here it is:"),
    "phone, below": Client("en", below, "My move, sent from a bus:", encoding="base64"),
    "bare copy": Client("en", copied(), "Hello again."),
    "phpbb": Client("en", forum('[quote="Spring games"]', "[/quote]"), "Good game so far!"),
    "boardgamegeek": Client("en", forum('[q="Spring games"]', "[/q]"), "Good game so far!"),
    "reddit": Client("en", markdown, "Good game so far!"),
}


def message(client: Client, mail: EmailMessage, text: str, number: int) -> bytes:
    """A whole reply to a mail, as that client writes it; `number` makes its Message-ID."""
    kind, content = client.shape(f"{client.hello}\n\n{text}", body(mail))
    data = content.encode(client.charset, "replace")
    coded = {
        "base64": base64.encodebytes,
        "quoted-printable": quopri.encodestring,
    }.get(client.encoding, bytes)(data)
    head = {
        "From": str(mail["To"]),
        "To": str(mail["Reply-To"]),
        "Subject": Header(f"{client.re}{mail['Subject']}", "utf-8").encode(),
        "Message-ID": f"<{number}@client.example>",
        "In-Reply-To": str(mail["Message-ID"]),
        "References": f"{mail['References'] or ''} {mail['Message-ID']}".strip(),
        "MIME-Version": "1.0",
        "Content-Type": kind.replace("charset=utf-8", f"charset={client.charset}"),
        "Content-Transfer-Encoding": client.encoding,
    }
    return "".join(f"{key}: {value}\n" for key, value in head.items()).encode("ascii") + b"\n" + coded

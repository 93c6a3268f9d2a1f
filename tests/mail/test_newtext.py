"""The author's own text, as clients and forums of many languages wrap it."""

import random

import pytest

import pbem
from pbem.known import refusal
from pbem.mail import read
from pbem.mail.html import to_texts
from pbem.mail.markup import plain
from pbem.taking import Taking, take_from
from tests.mail.letters import ATTRIBUTIONS, MOVE, OTHER, POST, message, parts, quoted
from tests.mail.test_taking import take
from tests.support import PLAYERS, any_turn, case_of, random_line

HEADERS = """
From: Ana <a@example.org>|Sent: Tuesday, November 24, 2026 8:15 PM|To: Bob <b@example.com>|Subject: turn 4
*From:* Ana <a@example.org>|*Sent:* Tuesday, November 24, 2026 8:15 PM|*To:* Bob|*Subject:* turn 4
From: Ana|Date: 24 November 2026|To: Bob|Subject: turn 4
Von: Ana <a@example.org>|Gesendet: Dienstag, 24. November 2026 20:15|An: Bob|Betreff: turn 4
De : Ana|Envoyé : mardi 24 novembre 2026 20:15|À : Bob|Objet : turn 4
De: Ana|Enviado: martes, 24 de noviembre de 2026 20:15|Para: Bob|Asunto: turn 4
Da: Ana|Inviato: martedì 24 novembre 2026 20:15|A: Bob|Oggetto: turn 4
Van: Ana|Verzonden: dinsdag 24 november 2026 20:15|Aan: Bob|Onderwerp: turn 4
Od: Ana|Wysłano: wtorek, 24 listopada 2026 20:15|Do: Bob|Temat: turn 4
Od: Ana|Odesláno: úterý 24. listopadu 2026 20:15|Komu: Bob|Předmět: turn 4
Od: Ana|Odoslané: utorok 24. novembra 2026 20:15|Komu: Bob|Predmet: turn 4
Från: Ana|Skickat: den 24 november 2026 20:15|Till: Bob|Ämne: turn 4
Fra: Ana|Sendt: 24. november 2026 20:15|Til: Bob|Emne: turn 4
От: Ana|Отправлено: 24 ноября 2026 г. 20:15|Кому: Bob|Тема: turn 4
Feladó: Ana|Elküldve: 2026. november 24., kedd 20:15|Címzett: Bob|Tárgy: turn 4
发件人: Ana <a@example.org>|发送时间: 2026年11月24日 20:15|收件人: Bob|主题: turn 4
差出人: Ana <a@example.org>|送信日時: 2026年11月24日 20:15|宛先: Bob|件名: turn 4
प्रेषक: Ana|भेजा गया: 24 नवंबर 2026 20:15|प्रति: Bob|विषय: turn 4
از: Ana|ارسال: 24/11/2026 20:15|به: Bob|موضوع: turn 4
Từ: Ana|Đã gửi: 24 tháng 11 2026 20:15|Tới: Bob|Chủ đề: turn 4
จาก: Ana|ส่ง: 24 พฤศจิกายน 2026 20:15|ถึง: Bob|เรื่อง: turn 4
Dari: Ana|Dikirim: 24 November 2026 20.15|Kepada: Bob|Perihal: turn 4
De: Ana|Enviat el: 24 de novembre de 2026 20:15|Per a: Bob|Tema: turn 4
Nork: Ana|Bidalia: 2026(e)ko azaroak 24 20:15|Nori: Bob|Gaia: turn 4
Uscita: Ana <a@example.org>|Kedy: 24. 11. 2026 20:15|Komusi: Bob|Ocom: turn 4
""".strip("\n").split("\n")


def new_of(data: bytes) -> list[str]:
    return [line for line in read(data).lines if line.strip()]


def new(text: str) -> list[str]:
    return [line for line in read(text).lines if line.strip()]


@pytest.mark.parametrize("attribution", [line.replace("|", "\n") for line in ATTRIBUTIONS])
def test_attributions(attribution: str) -> None:
    assert new(f"{MOVE}\n\n{attribution}\n\n{quoted()}\n") == [MOVE]
    assert new(f"{MOVE}\n\n{attribution}\n{quoted(mark='>')}\n") == [MOVE]
    assert new(f"{MOVE}\n\n{attribution}\n\n\n{POST}\n") == [MOVE]  # a copy without marks
    assert new(f"{attribution}\n\n{quoted()}\n\n{MOVE}\n") == [MOVE]  # below the quote
    assert new(f"yes\n{attribution}\n{quoted()}\n\nno\n") == ["yes", "no"]
    assert OTHER not in new(f"I must think.\n\n{attribution}\n\n{POST}\n")


@pytest.mark.parametrize("mark", ["**{}**", "__{}__", "***{}***", "--> {}", "=> {}", "- {}"])
def test_what_is_bold_above_an_attribution_or_headers_is_no_divider(mark: str) -> None:
    for line in (MOVE, "2-g7N+r / 3-f3N+b", "show"):
        for below in ("On Mon, 18 Jan 2027 at 09:00, Ana <ana@example.org> wrote:", HEADERS[0].replace("|", "\n")):
            assert new(f"{mark.format(line)}\n\n{below}\n\n{quoted()}\n") == [mark.format(line)]


@pytest.mark.parametrize(
    "above", ["", "________________________________\n", "-----Original Message-----\n", "-- \nBob\n\n"]
)
@pytest.mark.parametrize("headers", [line.replace("|", "\n") for line in HEADERS])
def test_headers_of_a_copy(headers: str, above: str) -> None:
    assert new(f"{MOVE}\n\n{above}{headers}\n\n{POST}\n") == [MOVE]
    assert new(f"{MOVE}\n\n{above}{headers}\n{POST}\n") == [MOVE]
    assert new(f"{above}{headers}\n\n{quoted()}\n\n{MOVE}\n") == [MOVE]


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", " > ", "| ", "Ana> ", "    A> ", "＞ "])
def test_marks_of_quotes(mark: str) -> None:
    assert new(f"{MOVE}\n\n{quoted(mark=mark)}\n") == [MOVE]
    assert new(f"{quoted(mark=mark)}\n\n{MOVE}\n") == [MOVE]


def test_what_is_not_marked_and_not_cut() -> None:
    for text in (
        "You wrote:\nnothing",
        "Ana: hello\nBob: hello",
        "to: you\nfrom: me",
        "We meet at 20:15:\nbe there",
        "a -> b\nP> \n+--+--+",
        f"{MOVE}\n2 Max: Q oS1 d4NEW / ND:",
        "- - -\n----\n*****",
    ):
        assert new(text) == [line for line in text.split("\n") if not line.startswith("P>")], text


def test_signatures_go_to_the_next_quote() -> None:
    assert new(f"{MOVE}\n-- \nBob\n{OTHER}") == [MOVE]
    assert new(f"{MOVE}\n\n--\nBob\n{OTHER}\n\n{quoted()}\n\nand below") == [MOVE, "and below"]
    assert new(
        f"{MOVE}\n-- \nGesendet mit der GMX Mail App\n\nAm 24.11.26, 20:15 schrieb Ana <a@x.org>:\n\n{POST}"
    ) == [MOVE]
    assert new(f"{MOVE}\n\nSent from my iPhone\n\n{quoted()}") == [MOVE]
    assert new(f"{MOVE}\n\n- -- \nBob\n{OTHER}\n-----BEGIN PGP SIGNATURE-----\n") == [MOVE]
    assert new(f"{MOVE}\n\nSent from my phone. Sorry for typos, I am on the way.") == [MOVE]
    for line in ("Sent from my phone by mistake. Don’t play that!", "Gesendet von mir, aber spiel das bitte nicht."):
        assert new(f"{MOVE}\n\n{line}") == [MOVE, line]
    talk = f"Sent from my desk, is that so bad a place to play?{' No.' * 30}"
    assert new(talk) == [talk]


def test_the_end_of_a_long_quoted_line_is_no_reply() -> None:
    long = "> if you play the move that we talked about yesterday at the club,"
    assert new(f"{long}\n3-2f7N+r / 4-1b8N+b\n> then I am lost") == []
    assert new(f"{long}\n{OTHER}\n> then I am lost") == []
    assert new(f"> short\n{MOVE}") == [MOVE]
    assert new(f"> short\n{MOVE}\n> short") == [MOVE]
    assert new("> short\n2-g7N+r\n> short") == []  # an inner line without turn and name may be either
    assert new("> short\n\n2-g7N+r\n\n> short") == ["2-g7N+r"]
    assert new(f"{long}\n{long[2:]}\n3-2f7N+r / 4-1b8N+b\n\nyes") == ["yes"]


def test_a_quote_of_nothing_but_headers_stands_above_a_copy() -> None:
    """Orange and others mark the headers and not what is below them."""
    headers = 'Message du 24/11/26 20:15\nDe : "Ana" <a@example.org>\nA : Bob\nCopie à : \nObjet : turn 4'
    assert new(f"{MOVE}\n\n\n{quoted(headers)}\n{POST}") == [MOVE]
    assert new(f"{MOVE}\n\n\n{quoted(headers)}\n>\n\n{POST}") == [MOVE]
    assert new(f"{quoted(headers)}\n>\n{quoted()}\n\n{MOVE}") == [MOVE]


@pytest.mark.parametrize(
    "head",
    [
        "| From | Ana<a@example.org> |\n| Date | 11/24/2026 20:15 |\n| To | Bob |\n| Cc | |\n| Subject | turn 4 |",
        "| 发件人 | Ana<a@example.org> |\n| 日期 | 2026-11-24 20:15 |\n| 收件人 | Bob |\n| 抄送至 | |\n| 主题 | x |",
        ">>> Ana <a@example.org> 24.11.2026 20:15 >>>",
        '>>> "Ana" <a@example.org> 11/24/2026 8:15 PM >>>',
    ],
)
def test_heads_that_look_like_quotes_stand_above_a_copy(head: str) -> None:
    """NetEase writes them as a table, GroupWise between marks."""
    assert new(f"{MOVE}\n\n{head}\n{POST}") == [MOVE]
    assert new(f"I must think.\n\n{head}\n\n{OTHER}") == ["I must think."]
    assert new(f"{head}\n{quoted()}\n\n{MOVE}")[-1:] == [MOVE]
    assert new(f"> 2026 >>> x\n{MOVE}\n\n> | From | x |\n\n{MOVE}") == [MOVE, MOVE]


def test_empty_lines_stand_for_what_was_taken_out() -> None:
    assert read("4 Bob: 2-g7N+r /\n> x\n3-f3N+b").lines == ("4 Bob: 2-g7N+r /", "", "3-f3N+b")


def test_discourse_mail() -> None:
    assert new(f"{MOVE}\n\n---\n\n### Previous Replies\n\n{POST}") == [MOVE, "---"]


@pytest.mark.parametrize("line", ["##- Please type your reply above this line -##", "--- Reply above this line. ---"])
def test_below_a_line_that_says_so_stands_a_copy_unless_it_is_quoted(line: str) -> None:
    assert new(f"{MOVE}\n\n{line}\n\n{POST}") == [MOVE]
    assert new(f"> {line}\n{quoted()}\n\n{MOVE}") == [MOVE]
    assert new(f"I write my reply above this line.\n{MOVE}") == ["I write my reply above this line.", MOVE]


FORUM = {
    "phpbb": f'[quote="Bob"][quote="Ana"]{POST}[/quote]\nno:\n{OTHER}[/quote]\n{MOVE}',
    "open": f'{MOVE}\n[quote="Ana" post_id=17]{POST}',
    "closed only": f"{POST}[/quote]\n{MOVE}",
    "bgg": f'[q="Ana"]{POST}[/q]\n[b]{MOVE}[/b]',
    "discourse": f'[quote="Ana, post:3, topic:17, full:true"]\n{POST}\n[/quote]\n\n{MOVE}',
    "colour": f"[align=left][size=150][color=#0000FF][icode]{MOVE}[/icode][/color][/size][/align]",
    "struck": f"[s]{OTHER}[/s]\n{MOVE}",
    "code": f"[code]\n{MOVE}\n[/code]",
    "fence": f"```text\n{MOVE}\n```",
    "reddit": f"&gt; {OTHER}\n\n{MOVE}".replace("+", "\\+"),
    "spoiler": f">!{MOVE}!<",
    "spoiler in a quote": f"> >!{OTHER}!<\n>! {OTHER}\n\n&gt;!{MOVE}!&lt;",
    "link": MOVE.replace("g7", "[g7](http://g7.example)"),
    "autolink": MOVE + "<http://play.example.org>",
    "url": MOVE.replace("g7", "[url=http://g7.example]g7[/url]"),
}


@pytest.mark.parametrize("text", FORUM.values(), ids=FORUM)
def test_forums(text: str) -> None:
    assert new(text) == [MOVE]


def test_a_block_of_several_lines_ends_its_last_one() -> None:
    for mark in ("code", "spoiler", "LIST"):
        assert new(f"Hi [{mark}]\n{MOVE}[/{mark}]Your turn!") == ["Hi", MOVE, "Your turn!"]
        assert new(f"[{mark}]{MOVE}[/{mark}] or not") == [f"{MOVE} or not"]


def test_a_quote_copied_from_a_page_of_a_forum_is_asked_about() -> None:
    """No mark tells where it ends; own words may begin below its first paragraph, if it is of another player."""
    for head in ("Ana wrote:", "Ana said: \u2191", "Quote:\nOriginally Posted by Ana"):
        for text in (f"{head}\n{OTHER}\n\nI must think.", f"{head}\nHi,\nwhat of\n{OTHER}", f"{head}\n\n{OTHER}"):
            assert f"Above `{OTHER}` stands `{head.split(chr(10))[-1]}`, so" in (take(text).doubt or ""), text
        new = f"{head}\n> x\n\n{MOVE}", f"Hi.\n\n{head}\n\n> {OTHER}\n{MOVE}"
        assert [take(text).lines for text in (f"{head}\nHi,\nwhat now?\n\n{MOVE}", *new)] == [(MOVE,)] * 3
        for text in (f"{head}\nHi,\n\nI must think.\n\n{MOVE}", f"{head.replace('Ana', 'Bob')}\nHi.\n\n{MOVE}"):
            assert f"Above `{MOVE}` stands `" in (take(text).doubt or ""), text
    for talk in ("I told you what Ana wrote", "Quote of the day: hi", "As Ana said: hurry up!"):
        assert take(f"{talk}\n{MOVE}").lines == (MOVE,)


def test_what_only_looks_like_marks_stays() -> None:
    for text in ("turn [TURN] [NAME:] MOVE [=GOLD]", "[ ] may be left out", "a < b > c", "[3] and [x]", "C:\\games"):
        assert plain(text) == text


NEW = f"<div>{MOVE}</div>"
OLD = f"<div>{OTHER}</div>"
PAGES = {
    "gmail": f'{NEW}<br><div class="gmail_quote"><div class="gmail_attr">On 24 Nov 2026 Ana &lt;'
    f'<a href="mailto:a@x.org">a@x.org</a>&gt; wrote:</div><blockquote class="gmail_quote">{OLD}</blockquote></div>',
    "gmail below": f'<div class="gmail_quote"><blockquote>{OTHER}</blockquote>{NEW}</div>',
    "outlook": f'{NEW}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Ana</div>{OLD}',
    "outlook mac": f'{NEW}<div id="x_divRplyFwdMsg"><b>From:</b> Ana</div>{OLD}',
    "outlook desktop": f"<p class=MsoNormal>{MOVE}<o:p></o:p></p>"
    f'<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p>From: Ana</p></div><p class=MsoNormal>{OTHER}</p>',
    "outlook ios": f'{NEW}<div class="ms-outlook-mobile-reference-message"><hr>From: Ana</div>{OLD}',
    "yahoo": f'{NEW}<div id="yahoo_quoted_7" class="yahoo_quoted">{OLD}</div>',
    "proton": f'{NEW}<div class="protonmail_quote"><blockquote>{OTHER}</blockquote></div>',
    # The own text is in such an element, too.
    "groupwise": f'<div class="GroupWiseMessageBody" id="GroupWiseSection_1">{NEW}<div class="GroupWiseMessageBody">'
    f'<span class="GroupwiseReplyHeader">&gt;&gt;&gt; Ana &gt;&gt;&gt;<br></span>{OLD}</div></div>',
    "older": f'<div class="GroupWiseMessageBody">{NEW}&gt;&gt;&gt; Ana 21.04.2020 17:20 &gt;&gt;&gt;<br>{OLD}</div>',
    "netease": f"{NEW}<br><div>---- Replied Message ----</div><table><tr><td>From</td><td>Ana</td></tr></table>{OLD}",
    "web.de": f'{NEW}<div name="quote">{OTHER}</div>',
    "thunderbird": f'<p>{MOVE}</p><div class="moz-cite-prefix">On 11/24/26 20:15, Ana wrote:<br></div>'
    f'<blockquote type="cite"><pre>x\n{OTHER}</pre></blockquote><div class="moz-signature">-- <br>{OTHER}</div>',
    "hidden": f"<style>{OTHER}</style><title>{OTHER}</title><!-- {OTHER} --><del>{OTHER}</del>"
    f"<span style='display: none'>{OTHER}</span><script>{OTHER}</script><p>{MOVE}</p>",
    **{
        f"hidden by {how}": f"<p {how}>{OTHER}</p><p>{MOVE}</p>"
        for how in (
            "hidden",
            'class="a" HIDDEN=""',
            'style="visibility:hidden"',
            'style="opacity: 0"',
            'style="max-height:0px;overflow:hidden"',
            'style="display&#58;none"',
            'style="display:/* a */none /* b"',
            'style="display:none" style=""',
            'style="font-size:0"',
            'style="font-size: 0px; color: black"',
            'style="font-size:1px"',
            'style="color:#fff"',
            'style="color: White"',
            'style="font-size:9pt;color:rgb(255, 255, 255)"',
            'style="color:#FEFEFE"',
            'style="color:transparent"',
            'style="color:rgba(0,0,0,0)"',
            'style="color:#123456;background-color:#123456"',
            'style="background:black;color:#000000"',
            'style="position:absolute;left:-9999px"',
        )
    },
    "hidden by a font": f'<font color="#ffffff">{OTHER}</font><p>{MOVE}</p>',
    "hidden by what is around": f'<div style="color:white"><p><b>{OTHER}</b></p></div><p>{MOVE}</p>',
    "hidden in a table": f'<table bgcolor="#000000"><tr><td>{OTHER}</td></tr></table><p>{MOVE}</p>',
    **{
        f"unseen {name}": f"<{name}>{OTHER}</{name}><p>{MOVE}</p>" for name in ("datalist", "noframes", "video", "math")
    },
    **{
        f"seen with {how}": f"<p {how}>{MOVE}</p>"
        for how in (
            'aria-hidden="true"',
            'class="hidden"',
            'title="a hidden b"',
            'style="opacity:0.9"',
            'style="max-height:0.5em"',
            'style="overflow:hidden"',
            'style="font-size:0.9em"',
            'style="font-size:10px"',
            'style="color:#ffffff;background:#202124"',
            'style="background-color: rgb(0, 0, 0); color: rgb(255, 255, 255)"',
            'style="color:#eee"',
            'style="color:red"',
            'style="border-color:white"',
            'style="color:inherit;margin-left:-10px"',
            'style="" style="display:none"',
            'style="color:red /* display:none"',
        )
    },
    "dark": f'<body bgcolor="#000000" text="#ffffff"><p>{MOVE}</p></body>',
    "dark around": f'<div style="background:#111"><p style="color:white">{MOVE}</p></div>',
    "dark in white": f'<div style="color:white"><p style="color:#333">{MOVE}</p></div>',
    "spans": "<div>" + "".join(f"<span>{c}</span>" for c in MOVE) + "</div>",
    "numbers as links": MOVE.replace("2-g7", '<a href="tel:2" title="a > b">2-</a>g7').join(["<p>", "</p>"]),
    "blanks": f"<table><tr><td>&nbsp;</td><td>{MOVE.replace(' ', '&nbsp;')}</td></tr></table>",
    "broken": f"<p>{MOVE}<p><a href='<blockquote>{OTHER}",
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_html(page: str) -> None:
    lines = read(message(f"<html><body>{page}</body></html>", "text/html; charset=utf-8")).lines
    assert [line.strip() for line in lines if line.strip()] == [MOVE]


@pytest.mark.parametrize("struck", [f"<s>{OTHER}</s>", OTHER.replace("4-1b8N+b", "<del>4-1b8N+b</del>")])
@pytest.mark.parametrize("mark", ["", "> hi\n"])
def test_what_is_struck_out_does_not_count_in_the_plain_version(struck: str, mark: str) -> None:
    plain = ("Content-Type: text/plain", f"{mark}{OTHER}\n{MOVE}")
    page = ("Content-Type: text/html", f"<blockquote>hi</blockquote><p>{struck}<br>{MOVE}</p>")
    assert new_of(parts("multipart/alternative", plain, page)) == [MOVE]
    page = ("Content-Type: text/html", f"<p>{OTHER}<br>{MOVE}</p>")
    assert new_of(parts("multipart/alternative", plain, page)) == [OTHER, MOVE]


@pytest.mark.parametrize(
    "divider",
    [
        *("-----Original Message-----", "---------- Forwarded message ---------", "Begin forwarded message:"),
        *("Message original", "Message original :", "**Message original**", "Message original\u00a0:", "원본 메시지 —"),
        *("*-------- Original Message --------*", "-----Antwort Nachricht-----", "-----Reply Message-----"),
    ],
)
def test_a_copy_without_its_headers(divider: str) -> None:
    assert new(f"{MOVE}\n\n{divider}\n\n{OTHER}") == [MOVE]
    assert new(f"{divider}\n> {OTHER}\n\n{MOVE}")[-1:] == [MOVE]
    told = "On 24 Nov 2026 at 20:15,\nAna <a@example.org> wrote:"
    assert new(f"{divider}\n{told}\n{quoted()}\n\n{MOVE}") == [MOVE]
    assert new(f"{MOVE}\n\n{divider}\n{told}\n{quoted()}\n\n{OTHER}") == [MOVE]
    assert new(f"I have lost your original message.\n{MOVE}") == ["I have lost your original message.", MOVE]


@pytest.mark.parametrize(
    "head",
    [
        "-------- Original message --------From: Ana <a@example.org> Date: 24/11/2026  20:15  (GMT+01:00) To: Bob",
        "-------- Ursprüngliche Nachricht --------Von: Ana <a@example.org> Datum: 24.11.26  20:15 An: b",
        "-------- Исходное сообщение --------От: Ana <a@example.org> Дата: 24.11.2026  20:15 Кому: b",
        "-------- 원본 이메일 --------발신: Ana <a@example.org> 날짜: 26/11/24  20:15  (GMT+09:00) 받은 사람: Bob",
        "발신: Ana\n날짜: 26/11/24 20:15\n받은 사람: Bob\n제목: turn 4",
        "발신인: Ana\n발송일: 2026년 11월 24일\n수신인: Bob\n제목: turn 4",
        '------ Originalnachricht ------\nVon "Ana" <a@example.org>\nAn "Bob"\nDatum 24.11.2026 20:15:00',
        '------ Eredeti üzenet ------\nFeladó "Ana" <a@example.org>\nDátum 2026. 11. 24. 20:15:00',
    ],
)
def test_headers_behind_the_divider_or_without_colons(head: str) -> None:
    assert new(f"{MOVE}\n\n{head}\n{POST}\n") == [MOVE]
    assert OTHER not in new(f"I must think.\n\n{head}\n\n{POST}\n")
    for lost in ("I have lost the original message. From: Ana, 24.11.2026", "She said: 20:15", "At 20:15 I wrote: no."):
        assert new(f"{lost}\n{MOVE}\n") == [lost, MOVE]


@pytest.mark.parametrize("dash", "-=_*\u2014")
def test_a_line_of_very_many_dashes_is_read_in_no_more_than_its_length(dash: str) -> None:
    """Each of these took minutes or hours: expressions went back over all dashes from each of them."""
    dashes, copy = dash * 60_000, f"From: a@b.example\nDate: 1 Jan 2027\nTo: c@d.example\n\n{OTHER}"
    talk = (f"x {dashes} x", f"{dashes} {'words ' * 20}", f"{dashes} words {dashes} {'words ' * 20}{dashes}x")
    for line in (*talk, dashes, f"{dashes} words {dashes}"):
        found = new(f"{MOVE}\n{line}\n\n{copy}")
        assert (found[0], len(found)) == (MOVE, 2 if line in talk else 1)


@pytest.mark.parametrize("mark", ["--", "-- ", "\u2014", "\u2014\u2014"])
def test_signatures_of_phones(mark: str) -> None:
    assert new(f"{MOVE}\n\n{mark}\n{OTHER}") == [MOVE]


def test_lines_of_html() -> None:
    assert to_texts("<div>a<br>b</div><div>c</div>")[0] == "a\nb\nc"
    assert to_texts("<p>a</p><p>b</p>")[0] == "a\n\nb"
    assert to_texts("<p class=MsoNormal>a</p><p class=MsoNormal>b</p>")[0] == "a\nb"
    assert to_texts("<pre>a\n  b</pre>c")[0] == "a\n  b\nc"
    assert to_texts("a &amp; b &lt; c < d &#62;")[0] == "a & b < c < d >"
    for name in ("style", "script", "title", "xml"):  # ended as HTML ends it, in any case and with blanks
        assert to_texts(f"<{name}>{OTHER}</{name.upper()} ><p>{MOVE}</p>")[0] == MOVE
        assert to_texts(f"<{name.upper()}>{OTHER}</{name}s><p>{OTHER}</{name}><p>{MOVE}</p>")[0] == MOVE
    nested = to_texts("x<blockquote>a<blockquote>b</blockquote></blockquote>c")[0].split("\n")
    assert [line for line in nested if line.strip("> ")] == ["x", "> a", ">> b", "c"]


def test_a_quoted_log_asks_only_for_its_last_turn() -> None:
    """It may go on behind the line that is played."""
    ahead = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    behind = pbem.read(ahead.record())
    ahead.play("R", "R", any_turn(ahead))
    at = ahead.log.index("2 Bob: R =0")
    for end, asked in ((at, False), (at + 1, True), (at + 2, False)):
        doubt = take_from(behind, f"1 Ana: R\n\nBob wrote:\n{quoted(chr(10).join(ahead.log[:end]))}").doubt or ""
        assert ("`2 Bob: R =0` stands only in what is quoted" in doubt) is asked


@pytest.mark.parametrize("name", ["majolica", "rajas"])
def test_a_quoted_draw_that_the_game_has_asks_nothing_though_it_could_be_drawn_again(name: str) -> None:
    game, tried = case_of(name, 2).new(id="t"), 0
    while tried < 2:
        known = [line for line in game.log if not line[:1].isdigit() and refusal(game, line) is None]
        if game.waits_for_draw and known and game.turn > 1:
            turn = next(line for line in reversed(game.log) if line[:1].isdigit())
            assert take_from(game, f"{turn}\n\nAna wrote:\n{quoted(known[-1])}") == Taking(known=(turn,))
            tried += 1
        game.play(random_line(game, random.Random(f"quoted {len(game.log)}")))

"""Messages for the tests: made by hand, byte by byte, for a library would not make the wrong ones."""

import base64
import quopri
from binascii import b2a_uu

MOVE = "4 Bob: 2-g7N+r / 3-f3N+b"
OTHER = "4 Bob: 3-2f7N+r / 4-1b8N+b =3"
"""A line that must never be taken for the author's."""
POST = f"""Hi Bob,

here is mine. If you play

{OTHER}

I am lost."""

ATTRIBUTIONS = """
On Tue, 24 Nov 2026 at 20:15, Ana <a@example.org> wrote:
On Tue, 24 Nov 2026 at 20:15, Ana via Example Play|<a@example.org> wrote:
On 11/24/26 20:15, Ana wrote:
On Tue, 24 Nov 2026 20:15:43 -0200 Ana <a@example.org> wrote
Am Di., 24. Nov. 2026 um 20:15 Uhr schrieb Ana <|a@example.org>:
Le mar. 24 nov. 2026 à 20:15, Ana <a@example.org> a écrit :
Le 24/11/2026 à 20:15, Ana a écrit\u00a0:
El mar, 24 nov 2026 a las 20:15, Ana (<a@example.org>) escribió:
Il giorno mar 24 nov 2026 alle ore 20:15 Ana <a@example.org> ha|scritto:
Op di 24 nov 2026 om 20:15 schreef Ana <a@example.org>:
Em ter., 24 de nov. de 2026 às 20:15, Ana <a@example.org>|escreveu:
út 24. 11. 2026 v 20:15 odesílatel Ana <a@example.org> napsal:
Dňa 24. 11. 2026 o 20:15 Ana napísal(a):
wt., 24 lis 2026 o 20:15 Ana <a@example.org> napisał(a):
Den tis 24 nov. 2026 kl 20:15 skrev Ana <a@example.org>:
ti 24. marrask. 2026 klo 20.15 Ana (a@example.org) kirjoitti:
Ana <a@example.org> ezt írta (időpont: 2026. nov. 24., K, 20:15):
вт, 24 нояб. 2026 г. в 20:15, Ana <a@example.org>:
24 Kas 2026 Sal 20:15 tarihinde Ana <a@example.org> şunu|yazdı:
2026年11月24日(火) 20:15 Ana <a@example.org>:
Ana <a@example.org> 于2026年11月24日周二 20:15写道：
Στις Τρί 24 Νοε 2026 στις 20:15, ο χρήστης Ana <a@example.org>|έγραψε:
Zitat von Ana <a@example.org>:
 ---- On Tue, 24 Nov 2026 20:15:11 +0100  Ana <a@example.org> wrote ---
2026. 11. 24. 오후 8:15에 Ana 이(가) 쓴 글:
Ana さんが2026年11月24日に書きました:
24/11/2026 20:15 को Ana ने लिखा:
در 2026/11/24 20:15، Ana نوشت:
24.11.2026 20:15, Ana წერს:
24.11.2026 у 20:15, Ana піша:
Дана 24.11.2026. у 20:15, Ana је написао/ла:
24. 11. 2026 ob 20:15 je Ana zapisal/-a:
O 24/11/2026 ás 20:15, Ana escribiu:
Op 2026/11/24 20:15 het Ana geskryf:
Den 24.11.2026 20:15, skreiv Ana:
Ana je 24. 11. 2026 ob 20:15 napisala:
Zapisala: Ana, 24. 11. 2026 ob 20:15
Zapisal/-a: Ana <a@example.org>
Напиша: Ана, 24.11.2026 20:15
Ана напиша, 20:15:
""".strip("\n").split("\n")
"""Above a copy, one a line; `|` is where a client breaks it."""


def message(
    body: str | bytes, kind: str = "text/plain; charset=utf-8", encoding: str = "8bit", **headers: str
) -> bytes:
    """A raw message; a text is encoded in UTF-8."""
    data = body.encode() if isinstance(body, str) else body
    if encoding == "base64":
        data = base64.encodebytes(data)
    elif encoding == "quoted-printable":
        data = quopri.encodestring(data)
    elif encoding == "x-uuencode":
        data = b"begin 644 x\n" + b"".join(b2a_uu(data[i : i + 45]) for i in range(0, len(data), 45)) + b"`\nend\n"
    lines = {
        "From": "Bob <bob@example.com>",
        "To": "games+TOKEN@example.org",
        "Subject": "Re: turn 4",
        "Message-ID": "<b4@example.com>",
        "MIME-Version": "1.0",
        "Content-Type": kind,
        "Content-Transfer-Encoding": encoding,
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    return "".join(f"{name}: {value}\n" for name, value in lines.items()).encode() + b"\n" + data


def parts(kind: str, *given: tuple[str, str]) -> bytes:
    """A multipart message of parts, each its headers and its content."""
    inner = "".join(f"--=_b\n{headers}\n\n{content}\n" for headers, content in given)
    return message(f"preamble\n{inner}--=_b--\nepilogue\n", f'{kind}; boundary="=_b"')


def quoted(text: str = POST, mark: str = "> ") -> str:
    """A text as a client quotes it."""
    return "\n".join((mark + line).rstrip() for line in text.split("\n"))

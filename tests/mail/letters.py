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

"""Mails read, against the standard library's parse of the same messages; and hostile texts, each under 0.5 s."""

import email
import email.policy
import time
from collections.abc import Sequence
from functools import partial

import measure

import pbem
from pbem import mail, report, taking
from pbem.mail.message import LINES

SIZE = 120 * 1024
LIMIT = 0.5
HEAD = (
    "Message-ID: <a@example.org>\nFrom: a@example.org\nMIME-Version: 1.0\nContent-Type: text/{kind}; charset=utf-8\n\n"
)
HOSTILE = {
    "quotes without end": ">",
    "quote marks, nested": "[quote]",
    "labels": "3 Ana: \n",
    "steps": "a1 /\n",
    "headers": "From: a@b 2020\n\n",
    "attributions": "2020 wrote:\nx\n",
    "tags without end": '<a "',
    "nested blocks": "<blockquote>x",
    "end tags": "<b></p>",
    "entities": "&#",
    "undos": "undo 3 line 8\n",
    "moves": "4-a5 / 1-b5\n",
    "posts": "game mail, turn 1, key 000000\n1 Ana: R\n",
}


def ours(messages: Sequence[bytes]) -> int:
    for data in messages:
        assert mail.read(data).lines
    return len(messages)


def theirs(messages: Sequence[bytes]) -> int:
    for data in messages:
        message = email.message_from_bytes(data, policy=email.policy.default)
        assert message["From"]
        assert message.get_content()
    return len(messages)


def main() -> None:
    count = measure.rounds(__doc__)
    game = pbem.new("maharani", ["Ana=green,yellow", "Bob=red,blue"], seed="mail", id="mail", first="Ana")
    quoted = "\n".join(f"> {line}" for line in report.show(game))
    text = f"1 Ana: R\n\nOn Tue, 24 Nov 2026 at 20:15, Bob <b@example.org> wrote:\n{quoted}\n"
    messages = [(HEAD.format(kind="plain") + text).encode()] * 20
    works = partial(ours, messages), partial(theirs, messages)
    measure.show(("pbem.mail.read", "email"), measure.repeat(partial(measure.rates, [works[0]], [works[1]]), count))
    for name, piece in HOSTILE.items():
        body = piece * (SIZE // len(piece))
        fits = "\n".join(body.split("\n")[: LINES - 1])  # more are refused at once, and a game sees none of them
        for data in (
            body.encode(),
            (HEAD.format(kind="plain") + body).encode(),
            (HEAD.format(kind="html") + body).encode(),
            fits.encode(),
        ):
            start = time.perf_counter()
            taking.take_from(game, data)
            took = time.perf_counter() - start
            print(f"{name:24} {took:6.3f} s{'' if took < LIMIT else '  TOO LONG'}")


if __name__ == "__main__":
    main()

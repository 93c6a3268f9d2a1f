"""Replies to real posts as mail clients write them, in many languages; and games in which people draw."""

import base64
import quopri
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.club.clients import SHAPES, Shape
from tests.club.tools import Desk, body, legal

pytestmark = pytest.mark.slow


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

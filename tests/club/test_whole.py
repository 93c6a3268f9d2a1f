"""Whole games through real servers: people send by SMTP, the club reads by IMAP and answers by SMTP.

Everybody writes with another client each time. `--mail-games` plays every game for every number of players to its end.
"""

import random
import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from itertools import cycle
from pathlib import Path

import pytest

from pbem.session import Session
from tests.club.clients import CLIENTS, message
from tests.club.servers import PASSWORD, Dovecot, Smtp, dovecot, smtp
from tests.club.tools import DAY, HOST, Desk, body
from tests.support import PLAYERS, random_line

pytestmark = pytest.mark.slow

GAMES = [(game, players) for game, numbers in PLAYERS.items() for players in numbers]
WHOLE = ("maharani", 2)
SOME = [WHOLE, ("maharani", 4), ("majolica", 2), ("rajas", 3)]
STRETCH = 8
"""Turns that are played of a game if not the whole."""


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Iterator[Smtp]:
    """The servers of a club, one for what it gets and one for what it sends; both take what people send."""
    monkeypatch.setenv("PBEM_PASSWORD", PASSWORD)
    with dovecot() as mailbox, smtp(Smtp(mailbox)) as server:
        yield server


class People:
    """What they have been told of their games, and how they answer."""

    def __init__(self, server: Smtp) -> None:
        self.server = server
        self.posts: dict[tuple[str, str], EmailMessage] = {}
        self.clients = cycle(CLIENTS.values())
        self.used: set[str] = set()
        self.sent = 0

    def look(self) -> list[EmailMessage]:
        """Everybody reads what came."""
        mails = self.server.taken()
        for mail in mails:
            name = mail["To"].addresses[0].display_name
            self.posts[name, mail["Subject"].partition("]")[0].lstrip("[")] = mail
        return mails

    def answer(self, game: Session, text: str) -> None:
        """Who is to move answers the last mail of that game."""
        mail = self.posts[game.to_move or "", game.header.id]
        assert f"To move: {game.to_move}." in body(mail)
        client = next(self.clients)
        self.used.add(client.language)
        self.sent += 1
        with smtplib.SMTP("127.0.0.1", self.server.port) as connection:
            sender = mail["To"].addresses[0].addr_spec
            data = message(client, mail, text, self.sent)
            connection.sendmail(sender, [str(mail["Reply-To"])], data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))


def test_games_are_played_by_mail(tmp_path: Path, post: Smtp, mail_games: bool) -> None:
    """One pass after each round of moves; what the files say is what was written, with what the keeper dealt."""
    assert isinstance(post.mailbox, Dovecot)
    receive = f"imap://games@127.0.0.1:{post.mailbox.port}/INBOX"
    desk = Desk(tmp_path / "spring", receive=receive, send=f"smtp://127.0.0.1:{post.port}")
    rng = random.Random(12)
    games: dict[str, Session] = {}
    whole = {f"{game}{players}" for game, players in (GAMES if mail_games else [WHOLE])}
    for kind, players in GAMES if mail_games else SOME:
        file = desk.start(kind, ("Ana", "Bob", "Cid", "Dana")[:players], id=f"{kind}{players}")
        games[file.stem] = desk.game(file.stem)
    people = People(post)
    assert desk.run().sent == len(games)
    people.look()
    going = dict(games)
    for rounds in range(1, 1000):
        for game in going.values():
            text = random_line(game, rng)
            people.answer(game, text)
            game.play(text)
        assert desk.run().messages == {"played": len(going)}, desk.told
        last = people.look()
        for name, game in list(going.items()):
            if game.over or (name not in whole and rounds == STRETCH):
                assert desk.game(name).log == game.log
                del going[name]
        if not going:
            break
    assert {name for name, game in games.items() if game.over} == whole
    assert len(people.used) >= 12
    assert {mail["To"].addresses[0].display_name for mail in last if "Over after" in body(mail)} >= {"Ana", "Bob"}
    assert all(mail["Reply-To"].endswith(f"@{HOST}") for mail in last)
    for name in whole:
        assert desk.game(name).log == games[name].log
    desk.now += DAY
    assert desk.run().messages == {}
    assert people.look() == []

"""What tests of a club begin with."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.bots import base
from pbem.club import outgoing
from pbem.club.outgoing import Later
from pbem.club.store import Mailing
from tests.club.servers import Smtp, smtp
from tests.club.tools import Desk, Slow, Tired, let_play, let_wait, move_all


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A club of two with a game that has begun: the first notice is out."""
    desk = Desk(tmp_path / "spring")
    desk.start()
    desk.run()
    return desk


@pytest.fixture
def practice(tmp_path: Path) -> Desk:
    """A club in which Bob, Cid and Dana are bots."""
    return let_play(Desk(tmp_path / "spring"), Bob="greedy", Cid="search:3", Dana="random")


@pytest.fixture
def package(practice: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The same club; a package has the bots `slow` and `tired`."""
    Slow.desk = practice
    entries = {"slow": SimpleNamespace(load=lambda: Slow), "tired": SimpleNamespace(load=lambda: Tired)}
    monkeypatch.setattr(base, "_others", lambda: entries)
    return practice


@pytest.fixture
def unwelcome(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A mail with one of these in it is not taken now."""
    words: list[str] = []
    send = outgoing.Maildir.send

    def picky(self: outgoing.Maildir, mailing: Mailing, name: str) -> None:
        if any(word.encode() in mailing.data for word in words):
            raise Later("550 content on blocklist", all=False)
        send(self, mailing, name)

    monkeypatch.setattr(outgoing.Maildir, "send", picky)
    return words


@pytest.fixture
def daily(tmp_path: Path) -> Desk:
    """Two games that wait for Bob, who wants one mail a day."""
    desk = let_wait(Desk(tmp_path / "daily"), "Bob")
    for game in ("one", "two"):
        desk.start(id=game)
    desk.run()
    move_all(desk)
    return desk


@pytest.fixture
def server() -> Iterator[Smtp]:
    """A server that takes mail by SMTP."""
    with smtp(Smtp()) as server:
        yield server


@pytest.fixture
def sending(tmp_path: Path, server: Smtp) -> Desk:
    """The club of `desk`, which sends by that server."""
    desk = Desk(tmp_path / "spring", send=f"smtp://127.0.0.1:{server.port}")
    desk.start()
    desk.run()
    return desk

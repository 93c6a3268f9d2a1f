"""What tests of a club begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.servers import Smtp, smtp
from tests.club.tools import Desk, let_play


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

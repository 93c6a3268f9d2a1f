"""What tests of a club begin with."""

from pathlib import Path

import pytest

from tests.club.tools import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A club of two with a game that has begun: the first notice is out."""
    desk = Desk(tmp_path / "spring")
    desk.start()
    desk.run()
    return desk

"""What tests of several games ask of a game: its position lines, and why a line is refused."""

import pytest

from pbem.errors import PbemError
from pbem.session import Session


def position(game: Session) -> list[str]:
    """The position lines."""
    return game.rules.position(game.state, game.header.names)


def error(game: Session, line: str) -> PbemError:
    """The error of a line that is refused; nothing may have changed."""
    before = game.log, game.key, position(game), game.turn, game.to_move
    with pytest.raises(PbemError) as caught:
        game.play(line)
    assert (game.log, game.key, position(game), game.turn, game.to_move) == before
    return caught.value


def refused(game: Session, line: str) -> str:
    """The reason why a line is refused, or the code of the error where it has none."""
    found = error(game, line)
    return str(found.details.get("reason") or found.code)

"""What tests of several games ask of a game: its position lines, and why a line is refused."""

import pytest

import pbem
from pbem.errors import PbemError
from pbem.session import Session


def position(game: Session) -> list[str]:
    """The position lines."""
    return game.rules.position(game.state, game.header.names)


def lies(game: Session, line: str) -> str:
    """What the position line that begins so goes on with: `dice Ana` -> "o4 g1"; "" if there is none."""
    return next((found[len(line) :].strip() for found in position(game) if f"{found} ".startswith(f"{line} ")), "")


def read(text: str) -> Session:
    """A game from its record."""
    return pbem.read(text.encode(), "record")


def whole(text: str, game: Session) -> str:
    """A record with the digest of the tables, as export writes it."""
    return text.replace("reconstructed-1\n", f"reconstructed-1 {game.rules.digest[:12]}\n")


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

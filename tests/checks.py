"""What tests of several games ask of a game: its position lines, why a line is refused, the shape of its JSON."""

from typing import Any

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


# The shape of a value of JSON: its keys and types, all of them and no others


Shape = Any
"""A type; None; [shape of each item]; a dict of shapes by key; a tuple of shapes, one of which it has."""


def has_shape(value: Any, shape: Shape) -> bool:
    """Whether a value is of a shape; an int is no bool."""
    if isinstance(shape, tuple):
        return any(has_shape(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(has_shape(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        same = isinstance(value, dict) and value.keys() == shape.keys()
        return same and all(has_shape(value[key], shape[key]) for key in shape)
    return value is None if shape is None else type(value) is shape


def wrong(value: Any, shape: Shape, where: str = "") -> list[str]:
    """What is wrong with a value, key by key."""
    if isinstance(shape, dict) and isinstance(value, dict):
        keys = [f"{where}{key}: missing" for key in shape.keys() - value.keys()]
        keys += [f"{where}{key}: not said here" for key in value.keys() - shape.keys()]
        return keys + [
            w for key in shape.keys() & value.keys() for w in wrong(value[key], shape[key], f"{where}{key}.")
        ]
    if isinstance(shape, list) and isinstance(value, list):
        return [w for at, item in enumerate(value) for w in wrong(item, shape[0], f"{where}{at}.")]
    return [] if has_shape(value, shape) else [f"{where.rstrip('.')}: {value!r}"]

"""What `check` says of a game dealt together."""

import os
from typing import Any

from pbem.board import plural
from pbem.errors import PbemError, ReplayError, SaveError, SecretRefused, on_one_line
from pbem.reading import SECRET
from pbem.session import Session
from pbem.together import playing, secret
from pbem.together.lines import Link
from pbem.together.session import TogetherSession


def checked(game: Session, path: str | None) -> dict[str, Any]:
    """How many links it has, what it waits for, and how many of them agree with the chain beside `path`, if any.

    Raises SaveError or ReplayError where one does not.
    """
    assert isinstance(game, TogetherSession)
    own = None
    if path is not None and os.path.exists(path + SECRET):
        try:
            own = len(playing.own_links(game, playing.check(game, secret.read(path + SECRET))))
        except SecretRefused as error:
            line = _line(game, error.details["number"], error.details["player"])
            raise ReplayError(line, error).at(f"{path}: line {line} of the log") from error
        except PbemError as error:
            raise error.at(path, SaveError) from error
    asked = game.asked()
    waits = f"a draw is owed by {game.owed_by}" if game.opened and game.owed_by else asked or None
    return {
        "draws": "verified",
        "links": len(game.fold.sealed),
        "own_links": own,
        "owed_by": game.owed_by,
        "waits": waits if game.opened else game.waits_for,
        "opened": game.opened,
    }


def _line(game: TogetherSession, number: int, name: str) -> int:
    """The line of the log in which a link stands."""
    lines = enumerate(game.fold.lines, 1)
    return next(n for n, line in lines if isinstance(line, Link) and (line.name, line.number) == (name, number))


def parts(found: dict[str, Any], begun: list[str]) -> list[str]:
    """The parts of the line about it; `begun` is what is said of every game."""
    if not found["opened"]:
        told = [f"{on_one_line(found['file'])}: ok, {found['waits']}"]
    else:
        links = plural(found["links"], "draws verified, {n} link", "draws verified, {n} links")
        told = [*begun, links, *([found["waits"]] if found["waits"] else [])]
    if found["own_links"] is not None:
        told.append(plural(found["own_links"], "your {n} link agrees", "your {n} links agree"))
    return told

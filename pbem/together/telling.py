"""What `check` says of a game dealt together."""

import os
from typing import Any

from pbem.board import plural
from pbem.errors import on_one_line
from pbem.session import Session
from pbem.together import playing, secret
from pbem.together.session import TogetherSession


def checked(game: Session, path: str) -> dict[str, Any]:
    """How many links it has, what it waits for, and how many of them agree with the chain at `path`, if that is there.

    Raises PbemError where one does not.
    """
    assert isinstance(game, TogetherSession)
    own = None
    if os.path.exists(path):
        kept = secret.read(path)
        own = len(playing.own_links(game, playing.check(game, kept)))
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

"""What can be played: the games of pbem and those of other packages."""

from typing import NamedTuple

from pbem import packages, registry
from pbem.errors import PbemError
from pbem.notation import Notation


class GameInfo(NamedTuple):
    """A game that can be played, on the table at hand, and the package that brings it."""

    id: str
    title: str
    counts: tuple[int, ...]
    """Numbers of players."""
    options: tuple[str, ...]
    player_options: tuple[str, ...]
    """Options that are chosen for single players."""
    edition: str
    digest: str
    """sha256 of the table of facts, without the notes on their sources."""
    package: str
    version: str


def games() -> list[GameInfo]:
    """Every game that can be played: those of pbem, then those of other packages."""
    return survey()[0]


def survey() -> tuple[list[GameInfo], list[PbemError]]:
    """`games`, and what is wrong with those that cannot be played; reads grammars of other packages, too.

    Raises PbemError where nothing can be played.
    """
    built_in = registry.ids()
    found = []
    wrong: list[PbemError] = []
    for game_id in built_in:  # on the owner's table, which may be faulty
        try:
            found.append(_info(game_id))
        except PbemError as error:
            wrong.append(error)
    wrong += packages.hidden(built_in)
    for game_id in packages.ids(built_in):
        try:
            Notation.of(game_id)
            found.append(_info(game_id))
        except PbemError as error:
            wrong.append(error)
        except Exception as error:  # what a package brings may be anything
            wrong.append(registry.origin(game_id).broken(f"{type(error).__name__}: {error}"))
    if not found:
        raise wrong[0]
    return found, wrong


def _info(game_id: str) -> GameInfo:
    game, origin = registry.load(game_id), registry.origin(game_id)
    options = tuple(game.options), tuple(game.player_options)
    where = game.edition, game.digest, origin.package, origin.version
    return GameInfo(game_id, game.title, tuple(game.counts), *options, *where)

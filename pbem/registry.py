"""Game id -> where the game is from, and its rules on their facts, imported and compiled only when used.

Rules, their facts and whatever holds them are pickled by name: in another process they are those at hand there.
"""

import copyreg
import json
import os
from _thread import RLock
from functools import cache
from typing import Any

from pbem import content, resources, toml
from pbem.errors import BrokenGame, SaveError, UnknownGame
from pbem.game import Rules
from pbem.plain import strange
from pbem.resources import Origin
from pbem.sha256 import sha256

OWN_TABLES = "PBEM_GAMES"
"""Environment variable: a folder with corrected tables, which go before those that came with the program."""

PICTURE = "picture"
"""The table of a game's facts that no rule needs: where things lie on a printed board."""


@cache
def ids() -> list[str]:
    """The games that came with pbem."""
    return resources.names("games", ".toml")


def origin(game_id: str) -> Origin:
    """Where a game is from, of pbem or of another package; raises UnknownGame, or BrokenGame for a faulty package."""
    if game_id in ids():
        return resources.built_in(game_id)
    from pbem import packages

    found = packages.origin(game_id)
    if found is None:
        import difflib

        known = [*ids(), *packages.ids(ids())]
        close = difflib.get_close_matches(game_id.lower(), known, 1)
        hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(known)}"
        raise UnknownGame(f"no game is called `{game_id}`: {hint}{strange(game_id)}", game=game_id)
    return found


def load(game_id: str) -> Rules:
    """The game of that id, on the owner's table if there is one; raises UnknownGame, BrokenGame, SaveError."""
    return _load(game_id, os.environ.get(OWN_TABLES) or None)


@cache
def _load(game_id: str, own: str | None) -> Rules:
    home = origin(game_id)
    name = f"{game_id}.toml"
    if own is not None and not os.path.isdir(own):
        raise SaveError(f"{OWN_TABLES} names `{own}`, which is no folder")
    if own is not None and os.path.exists(os.path.join(own, name)):
        return _read(os.path.join(own, name), home)
    if home.built_in:
        return _read(home.table, home)
    return _of_package(home)


def _of_package(home: Origin) -> Rules:
    """Rules on the table that their package brings: a faulty one is the fault of the package."""
    if not os.path.exists(home.table):
        raise home.broken(f"its table {home.table} is missing")
    try:
        return _read(home.table, home)
    except BrokenGame:
        raise
    except SaveError as error:
        raise home.broken(error.message) from error


def _read(path: str, home: Origin) -> Rules:
    """The rules of a game on the table at that path; raises SaveError. The same facts are the same object."""
    try:
        facts = _table(path)
        if not isinstance(facts["id"], str):
            raise ValueError("its id is no word")
        if facts["id"] != home.id:
            raise ValueError(f"it is one of `{facts['id']}`")
        for word in (facts["title"], facts["edition"]):
            if not isinstance(word, str) or not word.isprintable() or not word.strip():
                raise ValueError("title and edition are words")
        options = facts.get("options", [])
        if not isinstance(options, list) or not all(isinstance(word, str) and word.isprintable() for word in options):
            raise ValueError("options are a list of words")
        if " " in facts["edition"]:
            raise ValueError("an edition has no blanks")
        if os.path.abspath(path) != os.path.abspath(home.table):
            _check_shape(facts, _table(home.table), "")
        game = _made(home, facts)
    except SaveError:
        raise
    except KeyError as error:
        raise SaveError(f"{path}: not a usable table of a game: {error} is missing") from error
    except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
        raise SaveError(f"{path}: not a usable table of a game: {error}") from error
    return game


def _table(path: str) -> dict[str, Any]:
    """A table as TOML has it, read with a bound; raises SaveError or ValueError."""
    text = content.decode(content.read_bytes(path), path)
    try:
        return toml.parse(toml.checked(text))
    except SaveError as error:
        raise ValueError(error.message) from None


def _made(home: Origin, facts: dict[str, Any]) -> Rules:
    key = home.id, digest(facts)
    with _making:
        if key not in _loaded:
            if home.built_in:
                game: Rules = home.rules_class()(facts, key[1])
            else:
                from pbem import packages

                game = packages.make(home, facts, key[1])
            _pickle_by_name(game)
            _loaded[key] = game
    return _loaded[key]


# Of several threads that ask for a game for the first time, one makes it. (threading takes a while to import.)
_making = RLock()

# Pickling by name

_loaded: dict[tuple[str, str], Rules] = {}
"""By id and digest, all rules that this process has made."""
_facts: dict[int, tuple[Any, Rules]] = {}
"""By identity, what they have compiled from their tables."""


def _pickle_by_name(game: Rules) -> None:
    """Rules need not know of it: their types, and those of their facts where these are their own, are registered."""
    copyreg.pickle(type(game), _reduced_rules)
    facts: Any = getattr(game, "facts", None)
    if type(facts).__module__.partition(".")[0] == type(game).__module__.partition(".")[0]:
        _facts[id(facts)] = facts, game
        copyreg.pickle(type(facts), _reduced_facts)


def _reduced_rules(game: Rules) -> str | tuple[Any, ...]:
    if _loaded.get((game.id, game.digest)) is game:
        return by_digest, (game.id, game.digest)
    return game.__reduce_ex__(4)


def _reduced_facts(facts: Any) -> str | tuple[Any, ...]:
    if id(facts) in _facts:
        game = _facts[id(facts)][1]
        return _facts_by_digest, (game.id, game.digest)
    reduced: str | tuple[Any, ...] = facts.__reduce_ex__(4)
    return reduced


def by_digest(game_id: str, wanted: str) -> Rules:
    """The game on the very table that has this digest, loaded before or at hand; raises SaveError."""
    game = _loaded.get((game_id, wanted)) or load(game_id)
    if game.digest != wanted:
        raise SaveError(
            f"this is of a game with the tables `{wanted[:12]}` of {game_id}, at hand are `{game.edition} "
            f"{game.digest[:12]}`; put the old table in a folder and name it in {OWN_TABLES}"
        )
    return game


def _facts_by_digest(game_id: str, digest: str) -> Any:
    game: Any = by_digest(game_id, digest)
    return game.facts


# Tables


def _check_shape(value: Any, model: Any, where: str) -> None:
    """Raises ValueError where an owner's table has something of another kind than the one that came with us."""
    kind = type(model)
    if type(value) is not kind:
        raise ValueError(f"{where} should be a {_KINDS[kind]}")
    if kind is int and value < 0:
        raise ValueError(f"{where} should not be below 0")
    if kind is int and value > _MOST:
        raise ValueError(f"{where} should not be above {_MOST}")
    if kind is dict:
        for key in value.keys() & model.keys():
            _check_shape(value[key], model[key], f"{where}.{key}".lstrip("."))
    elif kind is list and model:
        for number, part in enumerate(value, 1):
            _check_shape(part, model[min(number, len(model)) - 1], f"{where}, entry {number},")


_MOST = 1000  # of anything in a box: tables must not fill the memory
_KINDS = {str: "word", int: "whole number", list: "list", dict: "table", bool: "true or false", float: "number"}


def digest(facts: dict[str, Any]) -> str:
    """sha256 over the facts without the notes on their sources, and without where a picture has what lies on the table.

    The same facts have the same digest. Notes in a list of tables do count, and so they stay as they are.
    """
    counted = {key: value for key, value in facts.items() if key != PICTURE}
    text = json.dumps(_without_sources(counted), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _without_sources(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_sources(inner) for key, inner in value.items() if key != "source"}
    return value

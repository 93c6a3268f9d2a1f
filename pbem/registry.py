"""Rules id -> rules on their facts, imported and compiled only when used."""

import hashlib
import importlib
import json
import os
import tomllib
from functools import cache
from typing import Any

from pbem import resources
from pbem.errors import SaveError, UnknownGame
from pbem.game import Rules

OWN_TABLES = "PBEM_GAMES"
"""Environment variable: a folder with corrected tables, which go before those that came with the program."""


@cache
def ids() -> list[str]:
    """The games that can be played."""
    return resources.names("games", ".toml")


def load(game_id: str) -> Rules:
    """The game of that id, on the owner's table if there is one; raises UnknownGame."""
    return _load(game_id, os.environ.get(OWN_TABLES) or None)


@cache
def _load(game_id: str, own: str | None) -> Rules:
    if game_id not in ids():
        import difflib

        close = difflib.get_close_matches(game_id.lower(), ids(), 1)
        hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(ids())}"
        raise UnknownGame(f"no game is called `{game_id}`: {hint}", game=game_id)
    name = f"{game_id}.toml"
    if own is not None and not os.path.isdir(own):
        raise SaveError(f"{OWN_TABLES} names `{own}`, which is no folder")
    if own is not None and os.path.exists(os.path.join(own, name)):
        return load_file(os.path.join(own, name))
    return load_file(resources.path("games", name))


@cache
def load_file(path: str) -> Rules:
    """The game whose facts are in that TOML file; raises SaveError."""
    try:
        with open(path, "rb") as file:
            facts = tomllib.load(file)
        if facts["id"] not in ids():
            raise ValueError(f"there is no game `{facts['id']}`")
        for word in (facts["title"], facts["edition"]):
            if not isinstance(word, str) or not word.isprintable() or not word.strip():
                raise ValueError("title and edition are words")
        if " " in facts["edition"]:
            raise ValueError("an edition has no blanks")
        shipped = resources.path("games", f"{facts['id']}.toml")
        if os.path.abspath(path) != os.path.abspath(shipped):
            with open(shipped, "rb") as file:
                _check_shape(facts, tomllib.load(file), "")
        game: Rules = importlib.import_module(f"pbem.rules.{facts['id']}.rules").GAME(facts, digest(facts))
    except KeyError as error:
        raise SaveError(f"{path}: not a usable table of a game: {error} is missing") from error
    except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
        raise SaveError(f"{path}: not a usable table of a game: {error}") from error
    return game


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
    """sha256 over the facts without the notes on their sources: the same facts, the same digest."""
    text = json.dumps(_without_sources(facts), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _without_sources(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_sources(inner) for key, inner in value.items() if key != "source"}
    return value

"""Games of other packages: finding them, checking what they bring, telling whose fault an error is.

A package has an entry point in the group `pbem.games`, `nim = "pbem_nim.rules:Nim"`: the game's id and the class of its
rules. In the folder of that package (pbem_nim/) lie the table nim.toml and the grammar nim.lark, and if it likes an
example game nim-demo.pbem and a folder `tables`. This module is loaded when a game is asked for that is not of pbem.
"""

import os
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pbem import lalr
from pbem.errors import BrokenGame, all_of
from pbem.game import ENGINE, Rules, Words
from pbem.resources import Origin

GROUP = "pbem.games"
_ID = "[a-z][a-z0-9_-]*"  # files are named so, and records write it in any case
_PARTS = {"turn_line": "[INT] [NAME] steps [CLAIM] [COMMENT]", "chance_line": "result [COMMENT]"}


class Entry(NamedTuple):
    """An entry point, and the package that has it."""

    id: str
    package: str
    version: str
    value: str


# Finding


@cache
def _entries() -> dict[str, list[Entry]]:
    """All entry points by id, nothing imported."""
    from importlib import metadata

    found: dict[str, list[Entry]] = {}
    seen = set()
    for distribution in metadata.distributions():
        try:
            text = distribution.read_text("entry_points.txt") or ""
        except (OSError, ValueError):
            continue
        if GROUP not in text:
            continue
        package, version = _name(distribution)
        if package.lower() in seen:  # an older one further down the path
            continue
        seen.add(package.lower())
        for game_id, value in _read(text):
            found.setdefault(game_id, []).append(Entry(game_id, package, version, value))
    return found


def _name(distribution: Any) -> tuple[str, str]:
    """Name and version of a package, `?` for what it does not say."""
    try:
        return distribution.metadata["Name"] or "?", distribution.metadata["Version"] or "?"
    except Exception:  # versions of Python differ in what they raise
        return "?", "?"


def _read(text: str) -> list[tuple[str, str]]:
    """The entry points of our group. A line that is none has no value, and is told when its game is asked for."""
    group, found = "", []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            group = line.strip("[] ")
        elif group == GROUP and line and line[0] not in "#;":
            name, _, value = line.partition("=")
            found.append((name.strip(), "".join(value.partition("[")[0].split())))
    return found


def ids(built_in: list[str]) -> list[str]:
    """The games of other packages, faulty ones too; not those whose id one of pbem has."""
    return sorted(_entries().keys() - set(built_in))


def hidden(built_in: list[str]) -> list[BrokenGame]:
    """What to tell of games whose id one of pbem has."""
    entries = [entry for game_id in built_in for entry in _entries().get(game_id, [])]
    return [_bare(entry).broken("a game of that name came with pbem, and that one is played") for entry in entries]


def _bare(entry: Entry) -> Origin:
    return Origin(entry.id, entry.package, entry.version, entry.value)


@cache
def origin(game_id: str) -> Origin | None:
    """Where a game is from, or None if no package brings it; raises BrokenGame."""
    entries = _entries().get(game_id, [])
    if not entries:
        return None
    if len(entries) > 1:
        both = all_of(f"{entry.package} {entry.version}" for entry in entries)
        raise BrokenGame(f"the game {game_id} cannot be played: {both} both bring it; uninstall one", game=game_id)
    home = _bare(entries[0])
    if not re.fullmatch(_ID, game_id):
        raise home.broken("the name of its entry point may have a to z, 0 to 9, - and _ only")
    module, _, name = home.rules.partition(":")
    if not all(part.isidentifier() for part in [*module.split("."), *name.split(".")]):
        raise home.broken(f"its entry point `{home.rules}` names no class; it should read PACKAGE.MODULE:CLASS")
    folder = _folder(home)
    home.table = os.path.join(folder, f"{game_id}.toml")
    home.grammar = os.path.join(folder, f"{game_id}.lark")
    home.demo = os.path.join(folder, f"{game_id}-demo.pbem")
    home.tables = os.path.join(folder, "tables"), os.path.join(folder, "__pycache__")
    return home


def _folder(home: Origin) -> str:
    """Where its top-level package lies, which is not imported."""
    from importlib.util import find_spec

    top = _top(home)
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        raise home.broken(f"there is no package `{top}`")
    for folder in spec.submodule_search_locations or ():
        return os.path.abspath(folder)
    raise home.broken(f"`{top}` is one file; a game is a package, with its table and its grammar in it")


def _top(home: Origin) -> str:
    return home.rules.partition(":")[0].partition(".")[0]


# Checking

_imported: list[Origin] = []
"""Those whose rules this process has imported."""


def make(home: Origin, facts: dict[str, Any], digest: str) -> Rules:
    """Its rules on a table; raises ValueError for a table that they refuse, BrokenGame for rules that are none."""
    kind = _rules_class(home)
    left = sorted(getattr(kind, "__abstractmethods__", ()))
    if left:
        raise home.broken(f"its rules ({kind.__module__}) have no `{left[0]}`")
    try:
        game: Rules = kind(facts, digest)
    except KeyError as error:
        raise ValueError(f"{error} is missing{_place(home, error)}") from error
    except Exception as error:
        raise ValueError(_told(error) + _place(home, error)) from error
    _check_answers(home, game, Rules, "rules")
    _check_answers(home, game.words, Words, "words")
    _check_words(home, game, Rules, "rules")
    _check_words(home, game.words, Words, "words")
    _check_functions(home, game.words)
    if getattr(game, "digest", "") != digest:
        raise home.broken(f"its rules ({home.rules}) do not keep the digest they are given")
    numbers = list(game.counts)
    if not numbers or not all(isinstance(number, int) and number > 0 for number in numbers):
        raise home.broken(f"its rules ({home.rules}) say {game.counts!r} for the numbers of players")
    return game


def _rules_class(home: Origin) -> Any:
    _imported.append(home)
    try:
        kind = home.rules_class()
    except (Exception, SystemExit) as error:
        raise home.broken(f"{home.rules} cannot be imported: {_told(error)}{_place(home, error)}") from error
    if not isinstance(kind, type):
        raise home.broken(f"its entry point `{home.rules}` names no class")
    made_for, says = getattr(kind, "engine", None), getattr(kind, "id", None)
    if made_for is None:
        raise home.broken(f"{home.rules} does not say which engine it is made for: `engine = {ENGINE}`")
    if made_for != ENGINE:
        raise home.broken(f"{home.rules} is made for engine {made_for!r}, at hand is engine {ENGINE}")
    if says != home.id:
        raise home.broken(f"{home.rules} says that its id is `{says}`")
    return kind


def _check_answers(home: Origin, value: Any, model: type, what: str) -> None:
    """Raises BrokenGame where a value leaves out what its model only names or leaves abstract; reads no property."""
    kind = type(value)
    for name in [*model.__annotations__, *getattr(model, "__abstractmethods__", ())]:
        must = not hasattr(model, name) or name in getattr(model, "__abstractmethods__", ())
        own = getattr(kind, name, None)
        if must and name not in getattr(value, "__dict__", ()) and (own is None or own is getattr(model, name, None)):
            raise home.broken(f"its {what} ({kind.__module__}) have no `{name}`")


def _check_words(home: Origin, value: Any, model: type, what: str) -> None:
    """Raises BrokenGame where several words are wanted and one text is there: `("say")` is one, without a comma."""
    for name in [name for name, kind in model.__annotations__.items() if kind in (Sequence[str], Collection[str])]:
        given: Any = getattr(value, name)
        where = f"the {name} of its {what} ({type(value).__module__}) are"
        if isinstance(given, str):
            raise home.broken(f"{where} one text, not several: write `{(given,)}`")
        if not isinstance(given, Collection) or not all(isinstance(word, str) for word in given):
            raise home.broken(f"{where} no words: {given!r}")


def _check_functions(home: Origin, words: Words) -> None:
    """Raises BrokenGame unless what is made of terminals and rules is said by functions."""
    for name in ("terminals", "rules"):
        value: Any = getattr(words, name)
        if not isinstance(value, Mapping):
            raise home.broken(f"the {name} of its words ({type(words).__module__}) are no table of functions")
        for key, made in value.items():
            if not isinstance(key, str) or not callable(made):
                raise home.broken(f"the {name} of its words ({type(words).__module__}) have no function for `{key}`")


def check_readable(home: Origin, fold: Any, start: int) -> None:
    """Raises BrokenGame for lines that could not be read again: what the words of a package write may be anything."""
    for line, text in zip(fold.lines[start:], fold.texts(start), strict=True):
        if fold.notation.reads(text) != line:
            raise home.broken(f"it writes {text!r}, which reads otherwise")


def check_grammar(home: Origin, game: Rules, tables: dict[str, Any], missing: list[str]) -> None:
    """Raises BrokenGame where a grammar and what the rules say of the game do not agree.

    `tables` are those of the grammar, `missing` what in it has no function in the game's Words.
    """
    words = game.words
    chance, claims = "chance_line" in tables, "CLAIM" in dict(tables["turn_line"]["terminals"])
    for name, says, has, what in (
        ("has_chance", game.has_chance, chance, "`chance_line`"),
        ("has_claims", game.has_claims, claims, "CLAIM"),
    ):
        if says != has:
            raise home.broken(f"{home.grammar}: it has {what if has else f'no {what}'}, but {name} is {says}")
    if chance != bool(words.chance_words):
        raise home.broken(f"its chance_words are {list(words.chance_words)}, but has_chance is {chance}")
    if words.example.split(" ")[0].casefold() in words.chance_words:
        raise home.broken(f"its example `{words.example}` begins with a word of chance, so it cannot be a move")
    if missing:
        raise home.broken(f"{home.grammar}: its words have no function for `{'`, `'.join(missing)}`")
    for start, form in _PARTS.items():
        form = form if claims else form.replace("[CLAIM] ", "")
        rules = tables[start]["rules"] if start in tables else []
        if any(name != start for origin, name, *_ in rules if origin == start):
            raise home.broken(f"{home.grammar}: its `{start}` has an alias; what it reads needs a rule of its own")
        if any(len(layout) != len(form.split()) for origin, _, _, layout, _ in rules if origin == start):
            raise home.broken(f"{home.grammar}: its `{start}` should read `{form}`")
    for made in tables.values():
        try:
            lalr.Parser(made)
        except re.error as error:
            raise home.broken(f"{home.grammar}: its terminals cannot be told apart: {error}") from error


# Telling


def failure(error: BaseException) -> BrokenGame | None:
    """What to tell of an error that the rules of another package's game raised, or gave pbem reason to.

    None for an error in which no such game has a part.
    """
    for home in reversed(_imported):
        place = _place(home, error)
        if place or (isinstance(error, ImportError) and (error.name or "").split(".")[0] == _top(home)):
            return _failed(home, f"failed: {_told(error)}{place}")
    for home in reversed(_imported):
        if _is_played(home, error):
            return _failed(home, f"gave an answer that pbem cannot use: {_told(error)}{_last_place(error)}")
    return None


def _is_played(home: Origin, error: BaseException) -> bool:
    """Whether a game of that package was at hand where an error was raised."""
    trace = error.__traceback__
    while trace is not None:
        for value in trace.tb_frame.f_locals.values():
            rules = getattr(value, "__dict__", {}).get("rules", value)
            if Rules in type(rules).__mro__ and type(rules).__module__.partition(".")[0] == _top(home):
                return True
        trace = trace.tb_next
    return False


def _failed(home: Origin, what: str) -> BrokenGame:
    same = dict.fromkeys(other.id for other in _imported if other.package == home.package)
    name = f"the game {home.id}" if len(same) == 1 else f"one of the games {', '.join(same)}"
    told = f"{name} ({home.package} {home.version}) {what}"
    return BrokenGame(told, game=home.id, package=home.package, version=home.version)


def _last_place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    path = trace.tb_frame.f_code.co_filename
    return f" (seen in {os.path.basename(os.path.dirname(path))}/{os.path.basename(path)}, line {trace.tb_lineno})"


def _told(error: BaseException) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, SyntaxError):
        text = error.msg
    if type(error) is ValueError and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _place(home: Origin, error: BaseException) -> str:
    """Where in the package an error was raised: " (pbem_nim/state.py, line 40)", or nothing."""
    folder = os.path.dirname(home.table)
    places = []
    trace = error.__traceback__
    while trace is not None:
        places.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno or 1))
    for path, line in reversed(places):
        if path.startswith(folder + os.sep):
            return f" ({os.path.relpath(path, os.path.dirname(folder)).replace(os.sep, '/')}, line {line})"
    return ""

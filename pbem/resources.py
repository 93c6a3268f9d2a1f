"""Where data files lie: those of pbem inside an installed package, or beside it in a checkout; those of a game."""

import importlib
import os
from typing import Any

from pbem import __version__
from pbem.errors import BrokenGame

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_INSTALLED = os.path.join(_PACKAGE, "_data")
_CHECKOUT = os.path.dirname(_PACKAGE)
_ENGINE = "pbem"


class Origin:
    """Where a game is from: the package that brings it, its rules, and its files, which may not be there.

    `rules` is module and class, e.g. "pbem_nim.rules:Nim"; `tables` are the folders where its parsing tables may lie,
    and new ones are kept in the last; `built_in` is whether it came with pbem, since any package may have that name.
    """

    __slots__ = ("built_in", "demo", "grammar", "id", "package", "rules", "table", "tables", "version")

    def __init__(
        self,
        id: str,
        package: str,
        version: str,
        rules: str,
        table: str = "",
        grammar: str = "",
        demo: str = "",
        tables: tuple[str, ...] = (),
        built_in: bool = False,
    ) -> None:
        self.id = id
        self.package = package
        self.version = version
        self.rules = rules
        self.table = table
        self.grammar = grammar
        self.demo = demo
        self.tables = tables
        self.built_in = built_in

    def rules_class(self) -> Any:
        """The class of its rules, imported; raises whatever a module may raise."""
        module, _, name = self.rules.partition(":")
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        return found

    def broken(self, why: str) -> BrokenGame:
        """What to raise where it cannot be played."""
        return BrokenGame(
            f"the game {self.id} ({self.package} {self.version}) cannot be played: {why}",
            game=self.id,
            package=self.package,
            version=self.version,
        )


def built_in(game_id: str) -> Origin:
    """Where a game of pbem itself is from."""
    return Origin(
        game_id,
        _ENGINE,
        __version__,
        f"pbem.rules.{game_id}.rules:{game_id.capitalize()}",
        path("games", f"{game_id}.toml"),
        path("grammar", f"{game_id}.lark"),
        path("examples", f"{game_id}-demo.pbem"),
        (path("tables"), os.path.join(_PACKAGE, "__pycache__")),
        built_in=True,
    )


def path(*parts: str) -> str:
    """Where a data file lies, e.g. path("games", "maharani.toml"); it may not exist."""
    installed = os.path.join(_INSTALLED, *parts)
    return installed if os.path.exists(installed) else os.path.join(_CHECKOUT, *parts)


def names(folder: str, suffix: str) -> list[str]:
    """The names, without suffix, of the data files of a folder, sorted."""
    return sorted(f.removesuffix(suffix) for f in os.listdir(path(folder)) if f.endswith(suffix))

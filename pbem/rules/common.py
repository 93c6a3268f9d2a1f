"""What the games of this package share: what they take from a table, and what most of them answer."""

import importlib
from collections.abc import Iterable, Sequence
from typing import Any

from pbem.game import Paint, Post, Rules
from pbem.header import Player


class Common(Rules):
    """Rules made of a table; beside them stand the modules `board` with `PAINT`, and `setup` with `lines`.

    Where the game `reads_posts`, also `posts` with `read`.
    """

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        self.title: str = facts["title"]
        self.edition: str = facts["edition"]
        self.counts: list[int] = facts["players"]
        self.options: list[str] = facts.get("options", [])
        self.digest = digest

    @property
    def paint(self) -> Paint:
        """See Rules."""
        paint: Paint = self._beside("board").PAINT
        return paint

    def position(self, state: Any, names: Sequence[str]) -> list[str]:
        """See Rules."""
        lines: list[str] = self._beside("setup").lines(state, names)
        return lines

    def read_post(self, post: Post) -> tuple[Sequence[Player], Iterable[Sequence[str]]]:
        """See Rules."""
        read: tuple[Sequence[Player], Iterable[Sequence[str]]] = self._beside("posts").read(self, post)
        return read

    def _beside(self, module: str) -> Any:
        return importlib.import_module(f"{type(self).__module__.rpartition('.')[0]}.{module}")


def note(position: Any, player: int, amounts: tuple[int, ...], reason: str, **facts: Any) -> None:
    """Note what a player gained where `position.explained` is not None: a reason of `Words.parts` with its facts."""
    if position.explained is not None:
        position.explained += ((player, amounts, reason, facts),)


def require(holds: bool, why: str) -> None:
    """Raises ValueError for a table that cannot be played."""
    if not holds:
        raise ValueError(why)

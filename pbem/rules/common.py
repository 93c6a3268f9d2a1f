"""What the games of this package share: what they take from a table, and what most of them answer."""

import importlib
from typing import Any

from pbem.game import Paint, Rules


class Common(Rules):
    """Rules made of a table whose drawings are `PAINT` of the module `board` beside them."""

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        self.title: str = facts["title"]
        self.edition: str = facts["edition"]
        self.counts: list[int] = facts["players"]
        self.options: list[str] = facts.get("options", [])
        self.digest = digest

    @property
    def paint(self) -> Paint:
        """See Rules."""
        package = type(self).__module__.rpartition(".")[0]
        paint: Paint = importlib.import_module(f"{package}.board").PAINT
        return paint


def require(holds: bool, why: str) -> None:
    """Raises ValueError for a table that cannot be played."""
    if not holds:
        raise ValueError(why)

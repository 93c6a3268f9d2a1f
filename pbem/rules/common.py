"""What the games of this package share: what they take from a table, and what most of them answer."""

from collections.abc import Sequence
from typing import Any


class Common:
    """The part of pbem.game.Game that is the same for most games."""

    sides: Sequence[str] = ()
    player_options: Sequence[str] = ()
    long_turns = False
    chance_in_turns = False

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        self.title: str = facts["title"]
        self.edition: str = facts["edition"]
        self.counts: list[int] = facts["players"]
        self.options: list[str] = facts.get("options", [])
        self.digest = digest

    def colours_each(self, players: int) -> int:
        """Every player has one colour."""
        return 1

    def seats(self, players: int) -> Sequence[str]:
        """Players have no seats."""
        return ()

    def pending(self, state: Any) -> Sequence[str]:
        """Between lines position lines say all."""
        return ()


def require(holds: bool, why: str) -> None:
    """Raises ValueError for a table that cannot be played."""
    if not holds:
        raise ValueError(why)

"""What is known of the games of a club without reading them again, and what their players are asked."""

import math
from typing import NamedTuple

from pbem.plain import same

DAY = 86400.0
"""Seconds."""
VOTES = ("undo", "stop", "undo stop")
"""What can be asked of all players."""


class Game(NamedTuple):
    """What is known of a game file without reading it again. `line` is the next line of its log.

    `state` is `open`, `draw`, `stopped`, `over`; `waits` the player who is to act, "" if nobody; `told` the line of the
    last post, -1 for none.
    """

    file: str
    stamp: str
    id: str
    handle: str
    players: tuple[str, ...]
    line: int
    waits: str
    state: str
    since: float
    told: int = -1
    reminded: float = 0.0
    reminders: int = 0

    @property
    def goes_on(self) -> bool:
        """Whether it waits for somebody."""
        return self.state in ("open", "draw")

    def days(self, now: float) -> int:
        """For how many whole days it has been waiting."""
        return math.floor((now - self.since) / DAY)


class Games(dict[str, Game]):
    """Games by the name of their file; none is added later."""

    def __init__(self, games: dict[str, Game]) -> None:
        super().__init__(games)
        self._files = {game.handle: file for file, game in reversed(games.items())}

    def by_handle(self, handle: str) -> Game | None:
        """The game that a token is of."""
        return self.get(self._files.get(handle, ""))


class Vote(NamedTuple):
    """Something that all players of a game are asked: `undo` from a turn on, or `stop`."""

    kind: str
    turn: int
    line: int
    author: str
    yes: tuple[str, ...]

    @property
    def asked(self) -> str:
        """What tells it from others at the same line of the log, where each player has one last turn."""
        return question_of(self.kind, self.author)


def question_of(kind: str, author: str) -> str:
    """The same from its parts."""
    return f"{kind} {same(author)}"

"""What is known of the games of a club without reading them again, and what their players are asked."""

import json
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pbem.plain import same

DAY = 86400.0
"""Seconds."""
VOTES = ("undo", "stop", "undo stop")
"""What can be asked of all players."""


class Game(NamedTuple):
    """What is known of a game file without reading it again. `line` is the next line of its log.

    `state` is `open`, `draw`, `stopped`, `over`; `waits` the player who is to act, "" if nobody; `told` the line of the
    last post, -1 for none; `reminded` when who is to act was last written to, or was found to be missing.
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


# As the database has them


def text(value: Any) -> str:
    """A text as it was written; raises TypeError."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _names(value: Any) -> tuple[str, ...]:
    """Names as they were written; raises TypeError or ValueError."""
    return tuple(map(text, json.loads(value)))


def finite(value: Any) -> float:
    """A time as it was written; raises TypeError or ValueError."""
    if not math.isfinite(found := float(value)):
        raise ValueError(f"{found} is no time")
    return found


# Of the values of a game, in order.
_KINDS: tuple[Callable[[Any], Any], ...] = (*[text] * 4, _names, int, text, text, finite, int, finite, int)


def game_of(row: Sequence[Any]) -> Game:
    """A game as it was written; raises TypeError or ValueError."""
    return Game._make(kind(value) for kind, value in zip(_KINDS, row, strict=True))


def vote_of(row: Sequence[Any]) -> Vote:
    """A question as it was written; raises TypeError or ValueError."""
    kind, turn, line, author, yes = row
    if kind not in VOTES:
        raise ValueError(f"{kind!r} is nothing that is asked")
    return Vote(kind, int(turn), int(line), text(author), _names(yes))

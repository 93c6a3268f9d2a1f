"""How people did in the finished games of a club, by game and number of players."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pbem.plain import same
from pbem.session import Session


class Finished(NamedTuple):
    """What counts of a game that is over: scores, nothing without them, and names are in the order of the players."""

    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[str, ...]

    def places(self) -> list[int]:
        """The place of each player, from 1; equal ones share the better place."""
        # Who has won a tie-break has the better place, whatever the scores.
        scores = self.scores or (0,) * len(self.names)
        ranks = [(name in self.winners, score) for name, score in zip(self.names, scores, strict=True)]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]


def finished(session: Session) -> Finished | None:
    """What counts of a game; None of one that is not over. Raises whatever its rules raise."""
    if not session.over:
        return None
    names = tuple(session.header.names)
    return Finished(session.rules.id, names, tuple(session.scores.values()), tuple(session.winners))


class Line(NamedTuple):
    """One player in games of one kind: games over, games won (a shared win counts), places by number, all points."""

    game: str
    players: int
    name: str
    games: int
    wins: int
    places: tuple[int, ...]
    points: int | None

    def as_json(self) -> dict[str, Any]:
        """For scripts."""
        return {**self._asdict(), "places": list(self.places)}


def standings(games: Iterable[Finished]) -> list[Line]:
    """One line for each player, however spelled, in each kind of game, the best first: by wins, then by points."""
    found: dict[tuple[str, int, str], Line] = {}
    for game in games:
        number = len(game.names)
        for player, (name, place) in enumerate(zip(game.names, game.places(), strict=True)):
            key = (game.game, number, same(name))
            old = found.get(key, Line(game.game, number, name, 0, 0, (0,) * number, 0 if game.scores else None))
            counted = [count + (at == place) for at, count in enumerate(old.places, 1)]
            points = None if old.points is None else old.points + game.scores[player]
            won = old.wins + (name in game.winners)
            found[key] = old._replace(games=old.games + 1, wins=won, places=tuple(counted), points=points)
    return sorted(found.values(), key=_order)


def _order(line: Line) -> tuple[str, int, int, int, str]:
    return line.game, line.players, -line.wins, -(line.points or 0), line.name


def told(lines: list[Line]) -> list[str]:
    """The same for people."""
    shown: list[str] = []
    for before, line in zip([None, *lines], lines, strict=False):
        if before is None or (before.game, before.players) != (line.game, line.players):
            shown += [""] if shown else []
            shown.append(f"{line.game}, players: {line.players}")
        points = "" if line.points is None else f", points {line.points}"
        at = " ".join(map(str, line.places))
        shown.append(f"{line.name}: games {line.games}, wins {line.wins}, places {at}{points}")
    return shown

"""How people did in the finished games of a club, by game and number of players."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pbem.plain import same
from pbem.session import Session


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


def places(session: Session) -> dict[str, int]:
    """The place of each player of a finished game, from 1; equal ones share the better place."""
    names = session.header.names
    scores = session.scores
    # Who has won a tie-break has the better place, whatever the scores.
    ranks = {name: (name in session.winners, scores.get(name, 0)) for name in names}
    return {name: 1 + sum(other > ranks[name] for other in ranks.values()) for name in names}


def standings(games: Iterable[Session]) -> list[Line]:
    """One line for each player, however spelled, in each kind of game, the best first: by wins, then by points."""
    found: dict[tuple[str, int, str], Line] = {}
    for session in games:
        if not session.over:
            continue
        number = len(session.header.names)
        for name, place in places(session).items():
            key = (session.rules.id, number, same(name))
            none = Line(session.rules.id, number, name, 0, 0, (0,) * number, 0 if session.rules.has_scores else None)
            old = found.get(key, none)
            counted = [count + (at == place) for at, count in enumerate(old.places, 1)]
            points = None if old.points is None else old.points + session.scores[name]
            won = old.wins + (name in session.winners)
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

"""One mail a day with all games that wait for somebody, for those who want it so instead of one for each."""

import math

from pbem.club import texts
from pbem.club.folder import Club
from pbem.club.posting import Poster
from pbem.club.settings import Person
from pbem.club.store import Game
from pbem.errors import PbemError
from pbem.plain import same
from pbem.session import Session

_DAY = 23 * 3600.0
"""A pass once a day is not always at the same minute."""


def send(club: Club, poster: Poster, games: dict[str, Game]) -> None:
    """Write to everybody for whom a game waits that they were not told of, if their last digest is a day old."""
    now = club.now()
    for person in club.settings.people:
        key = f"digest {same(person.name)}"
        if not person.digest or now - club.store.time(key) < _DAY:
            continue
        mine = [game for game in games.values() if _waits_for(game, person) and game.file not in club.damaged]
        if all(game.told == game.line for game in mine):
            continue
        found = [(game, session) for game in mine if (session := _loaded(club, game)) is not None]
        if not found:
            continue
        with club.store.together():
            _write(club, poster, person, found)
            for game, _ in found:
                games[game.file] = game._replace(told=game.line)
                club.store.put(games[game.file])
            club.store.note_time(key, now)


def _waits_for(game: Game, person: Person) -> bool:
    return game.state in ("open", "draw") and same(game.waits) == same(person.name)


def _loaded(club: Club, game: Game) -> Session | None:
    try:
        return club.load(game.file)
    except PbemError as error:
        club.told.append(str(error))
        return None


def _write(club: Club, poster: Poster, person: Person, found: list[tuple[Game, Session]]) -> None:
    """A mail that can be replied to if it is about one game; else one with an address for each."""
    days = [math.floor((club.now() - game.since) / 86400) for game, _ in found]
    if len(found) == 1:
        [(game, session)] = found
        poster.notice(session, game, person.name, texts.waited(game, days[0]) if days[0] else [])
        return
    addresses = [poster.address(game, person) for game, _ in found]
    lines = texts.digest([game for game, _ in found], person.name, addresses, days)
    for (_, session), address in zip(found, addresses, strict=True):
        lines += ["", *texts.write_to(session, address), "", *texts.post(session, person.name)]
    poster.outside(person, lines, None, "digest")

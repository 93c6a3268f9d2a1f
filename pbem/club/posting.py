"""Mails of the club, put into the queue: answers, notices, questions, reminders, digests."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.club import texts, tokens
from pbem.club.compose import Letter, compose
from pbem.club.folder import Club, fault
from pbem.club.games import DAY, Game
from pbem.club.settings import Person
from pbem.club.store import Mailing
from pbem.club.together import joining
from pbem.club.tokens import Token
from pbem.mail import Mail
from pbem.plain import same
from pbem.session import Session

_BETWEEN = 23 * 3600.0
"""Seconds between two digests: a pass once a day is not always at the same minute."""
_FIRST = 1
"""The next line of a game that somebody has yet to join; one of several is who it waits for."""
_MOVED = "address "
"""How the name of the time begins at which a person was given another address; then the person, and that address."""


class Notice(NamedTuple):
    """What is special about a mail with the game as it is: lines around that, and of which kind it is."""

    above: Sequence[str] = ()
    below: Sequence[str] = ()
    kind: str = "notice"


_PLAIN = Notice()


class Poster:
    """Writes mails into the queue, inside of whatever transaction is open."""

    def __init__(self, club: Club) -> None:
        self.club = club

    def answer(
        self, session: Session, game: Game, person: Person, lines: list[str], parent: Mail, kind: str = tokens.NOTICE
    ) -> None:
        """An answer to a mail."""
        self._send(self._letter(session, game, person, kind, parent), "answer", lines)

    def notice(self, session: Session, game: Game, name: str, notice: Notice = _PLAIN) -> None:
        """The game as it is, for a player; told where there is nobody of that name to send it to. A bot needs none."""
        if self.club.bot(name):
            return
        mailing = self.written(session, game, name, notice)
        if mailing is None:
            self.tell_of_missing(game, name)
            return
        self.club.store.send(mailing, self.club.now())

    def tell_of_missing(self, game: Game, name: str) -> None:
        """For whoever runs the club: a player is not, or no more, in club.toml."""
        self.club.told.append(f"game {game.id}: {name} has no address in club.toml, so no mail is sent")

    def written(self, session: Session, game: Game, name: str, notice: Notice = _PLAIN) -> Mailing | None:
        """The same, not sent; None if nobody has that name, or a bot."""
        person = self.club.person(name)
        if person is None or person.bot:
            return None
        asked = self.asked(game, name)
        letter = self._letter(session, game, person, tokens.VOTE if asked else tokens.NOTICE)
        above = [*notice.above, *asked] or texts.welcome(session, person.name)
        text = _apart(above, texts.post(session, person.name), notice.below)
        return compose(self.club.settings, letter, notice.kind, text, self.club.now())

    def asked(self, game: Game, name: str, there: bool = False) -> list[str]:
        """The question that a player has yet to answer, for whatever mail may be the last one; else nothing."""
        vote = self.club.store.vote(game.id, game.line)
        if vote is None or same(name) in map(same, (vote.author, *vote.yes)):
            return []
        return texts.question(vote, self.club.voters(game.players), there)

    def address(self, game: Game, person: Person) -> str:
        """Where somebody writes to about what a game is at, and about what is asked of it."""
        kind = tokens.VOTE if self.asked(game, person.name) else tokens.NOTICE
        token = self._token(game, _seat(game, person), kind)
        return f"{self.club.settings.local}+{token}@{self.club.settings.host}"

    def outside(self, person: Person, lines: list[str], parent: Mail | None, kind: str = "answer") -> None:
        """A mail that belongs to no game, or to several."""
        token = self.club.keys.make("", 0, person.name, 0, tokens.TEST)
        letter = Letter(person, token, "", self.club.settings.name, "", 0, parent)
        if kind == "digest":
            self.club.store.drop_notices("", person.name)
        self._send(letter, kind, lines)

    def _token(self, game: Game, seat: int, kind: str) -> Token:
        vote = self.club.store.vote(game.id, game.line) if kind == tokens.VOTE else None
        return self.club.keys.make(game.id, seat, game.players[seat], game.line, kind, vote.asked if vote else "")

    def _letter(self, session: Session, game: Game, person: Person, kind: str, parent: Mail | None = None) -> Letter:
        # No mail has this id: it is what all mails of a game to one player refer to, so clients keep them together.
        seat = _seat(game, person)
        root = f"{game.handle}.{seat}.thread"
        letter = Letter(person, self._token(game, seat, kind), game.id, session.rules.title, root, game.line, parent)
        letter.leave = self._token(game, seat, tokens.LEAVE)
        return letter

    def _send(self, letter: Letter, kind: str, lines: list[str]) -> None:
        now = self.club.now()
        self.club.store.send(compose(self.club.settings, letter, kind, lines, now), now)


def _seat(game: Game, person: Person) -> int:
    return next(i for i, name in enumerate(game.players) if same(name) == same(person.name))


def note_address(club: Club, known: Person | None, address: str | None, person: Person) -> None:
    """Note, and put in the queue, what comes of an `address`, if one was given, for a person as was `known` so far."""
    with club.store.together():  # that another pbem keeps busy: then nothing is changed
        if address is not None:
            club.store.note(same(person.name), bounces=0)
            if known is None or known.address != address:
                _tell_again(club, person)


def _tell_again(club: Club, person: Person) -> None:
    """What waits for somebody goes to a new address, too: posts with the next pass, and now what else is asked.

    The club goes by that address from now on, which club.toml does not have yet, nor a pass that is at work.
    """
    club.store.note_time(f"{_MOVED}{same(person.name)}\n{person.address}", club.now())
    club.settings = club.settings._replace(people=(person, *club.settings.people))  # the first of a name counts
    poster = Poster(club)
    for game in club.store.games().values():
        waits = same(game.waits) == same(person.name)
        if same(person.name) not in map(same, game.players) or (waits and game.goes_on):
            continue
        asked = waits or bool(poster.asked(game, person.name))
        if not asked and not game.told == game.line == _FIRST:
            continue
        try:
            session = club.load(game.file)
        except Exception as error:  # of one game: the others are not to suffer
            club.told.append(fault(error, f"game {game.id}: "))
            continue
        if asked or same(person.name) in map(same, joining(session)):
            poster.notice(session, game, person.name)


def tell_moved(club: Club) -> None:
    """What waits for somebody is to be told once more if club.toml has the new address; reminders count from now."""
    store, now = club.store, club.now()
    for moved, at in store.times(_MOVED).items():
        key, _, address = moved.partition("\n")
        person = club.person(key)
        has_it = person is not None and person.address == address
        if not has_it and now - at < DAY:
            continue
        with store.together():
            if has_it:
                store.note_time(f"digest {key}", 0)
                for game in store.games().values():
                    if same(game.waits) == key and game.goes_on:
                        store.put(game._replace(told=-1, reminded=now, reminders=0))
            store.forget_time(_MOVED + moved)


def digests(club: Club, poster: Poster, games: dict[str, Game]) -> None:
    """One mail a day with all games that wait for somebody, to those who want it so instead of one for each."""
    now = club.now()
    for person in club.settings.people:
        key = f"digest {same(person.name)}"
        if not person.digest or now - club.store.time(key) < _BETWEEN:
            continue
        mine = [game for game in games.values() if _waits_for(game, person) and game.file not in club.damaged]
        if all(game.told == game.line for game in mine):
            continue
        found = [one for game in mine if (one := _shown(club, game, person)) is not None]
        if all(one.game.told == one.game.line for one in found):
            continue
        with club.store.together():
            _write(club, poster, person, found)
            for game, *_ in found:
                games[game.file] = game._replace(told=game.line)
                club.store.put(games[game.file])
            club.store.note_time(key, now)


class _Shown(NamedTuple):
    """A game of a digest, with its post."""

    game: Game
    session: Session
    post: list[str]


def _waits_for(game: Game, person: Person) -> bool:
    return game.goes_on and same(game.waits) == same(person.name)


def _shown(club: Club, game: Game, person: Person) -> _Shown | None:
    try:
        session = club.load(game.file)
        return _Shown(game, session, texts.post(session, person.name))
    except Exception as error:  # of one game: the others are not to suffer
        club.told.append(fault(error, f"game {game.id}: "))
        return None


def _write(club: Club, poster: Poster, person: Person, found: list[_Shown]) -> None:
    """A mail that can be replied to if it is about one game; else one with an address for each."""
    days = [game.days(club.now()) for game, *_ in found]
    if len(found) == 1:
        [(game, session, _)] = found
        poster.notice(session, game, person.name, Notice(texts.waited(game, days[0]) if days[0] else ()))
        return
    addresses = [poster.address(game, person) for game, *_ in found]
    parts: list[Sequence[str]] = [texts.digest([game for game, *_ in found], person.name, addresses, days)]
    for (game, session, post), address in zip(found, addresses, strict=True):
        parts += [texts.write_to(session, address), poster.asked(game, person.name, there=True), post]
    poster.outside(person, _apart(*parts), None, "digest")


def _apart(*parts: Sequence[str]) -> list[str]:
    """The lines of all parts that have any, an empty line between two."""
    lines: list[str] = []
    for part in filter(None, parts):
        lines += [*([""] if lines else []), *part]
    return lines

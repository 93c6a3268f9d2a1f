"""Mails of the club, put into the queue: answers, notices, questions, reminders."""

from pbem.club import texts, tokens
from pbem.club.compose import Letter, compose
from pbem.club.folder import Club
from pbem.club.settings import Person
from pbem.club.store import Game, Mailing
from pbem.club.tokens import Token
from pbem.mail import Mail
from pbem.plain import same
from pbem.session import Session


class Poster:
    """Writes mails into the queue, inside of whatever transaction is open."""

    def __init__(self, club: Club) -> None:
        self.club = club

    def answer(
        self, session: Session, game: Game, person: Person, lines: list[str], parent: Mail, kind: str = tokens.NOTICE
    ) -> None:
        """An answer to a mail."""
        self._send(self._letter(session, game, person, kind, parent), "answer", lines)

    def notice(
        self, session: Session, game: Game, name: str, above: list[str], kind: str = tokens.NOTICE, what: str = "notice"
    ) -> bool:
        """The game as it is, for a player; whether there is somebody of that name to send it to. A bot needs none."""
        if self.club.bot(name):
            return False
        mailing = self.written(session, game, name, above, kind, what)
        if mailing is None:
            self.club.told.append(f"game {game.id}: {name} has no address in club.toml, so no mail is sent")
            return False
        self.club.store.send(mailing, self.club.now())
        return True

    def written(
        self, session: Session, game: Game, name: str, above: list[str], kind: str = tokens.NOTICE, what: str = "notice"
    ) -> Mailing | None:
        """The same, not sent; None if nobody has that name, or a bot."""
        person = self.club.person(name)
        if person is None or person.bot:
            return None
        lines = [*above, ""] if above else []
        letter = self._letter(session, game, person, kind)
        text = [*lines, *texts.post(session, person.name)]
        return compose(self.club.settings, letter, what, text, self.club.now())

    def address(self, game: Game, person: Person) -> str:
        """Where somebody writes to about what a game is at."""
        return f"{self.club.settings.local}+{self._token(game, person, tokens.NOTICE)}@{self.club.settings.host}"

    def outside(self, person: Person, lines: list[str], parent: Mail | None, kind: str = "answer") -> None:
        """A mail that belongs to no game, or to several."""
        token = self.club.keys.make("", 0, person.name, 0, tokens.TEST)
        letter = Letter(person, token, "", self.club.settings.name, "", 0, parent)
        if kind == "digest":
            self.club.store.drop_digest(person.name)
        self._send(letter, kind, lines)

    def _token(self, game: Game, person: Person, kind: str) -> Token:
        seat = self._seat(game, person)
        return self.club.keys.make(game.id, seat, game.players[seat], game.line, kind)

    @staticmethod
    def _seat(game: Game, person: Person) -> int:
        return next(i for i, name in enumerate(game.players) if same(name) == same(person.name))

    def _letter(self, session: Session, game: Game, person: Person, kind: str, parent: Mail | None = None) -> Letter:
        # No mail has this id: it is what all mails of a game to one player refer to, so clients keep them together.
        root = f"{game.handle}.{self._seat(game, person)}.thread"
        letter = Letter(person, self._token(game, person, kind), game.id, session.rules.title, root, game.line, parent)
        letter.leave = self._token(game, person, tokens.LEAVE)
        return letter

    def _send(self, letter: Letter, kind: str, lines: list[str]) -> None:
        now = self.club.now()
        self.club.store.send(compose(self.club.settings, letter, kind, lines, now), now)

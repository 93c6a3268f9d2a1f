"""A message with what it belongs to, and what became of it."""

from pbem.club import texts
from pbem.club.asking import Asking
from pbem.club.settings import Person
from pbem.club.store import Game
from pbem.club.tokens import Token
from pbem.mail import Mail


class Asked:
    """A message with what it belongs to."""

    def __init__(self, message: str, mail: Mail, person: Person, game: Game, token: Token | None) -> None:
        self.message, self.mail = message, mail
        self.person, self.game, self.token = person, game, token
        self.vouched: bool | None = None

    @property
    def proven(self) -> bool:
        """Whether it is from the player: by a token that the mail server does not deny, or as the server vouches."""
        return self.vouched is not False and (self.token is not None or self.vouched is True)

    @property
    def current(self) -> bool:
        """Whether it answers to what the game is at."""
        return self.token is not None and self.token.line == self.game.line


class Outcome:
    """What became of a message: lines of an answer, what the others are to hear, and what is asked from now on."""

    def __init__(self) -> None:
        self.what = "answered"
        self.kind = "answer"
        self.lines: list[str] = []
        self.heard: list[str] = []
        self.all_hear = False
        self.asks: Asking | None = None
        self.changed = False
        self.asks_again = False

    def refuse(self, sentence: str) -> None:
        """Something is not done; the answer says why. What was played stays."""
        if self.what != "played":
            self.what = self.kind = "refusal"
        self.lines += [*([""] if self.lines else []), *texts.told(sentence)]

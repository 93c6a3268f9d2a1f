"""Tokens: who may answer for whom, about which state of a game. Made with the club's key, checked in constant time."""

import hashlib
import hmac
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from pbem import content, files
from pbem.errors import SaveError
from pbem.mail import Mail
from pbem.plain import same
from pbem.sha256 import sha256

FILE = "club.key"
NOTICE = "n"
"""Kind of a token of a post: it may play."""
VOTE = "v"
"""Of a question: it may say yes or no, too."""
LEAVE = "u"
"""Of List-Unsubscribe: whatever is sent there, it stops reminders and does nothing else."""
TEST = "t"
"""Of a sample: it moves nothing."""
_LOST = (
    "Put it back from a copy; without one write 64 hexadecimal digits that nobody can guess into it: posts that were "
    "sent before then count as old, and whoever answers to one is sent a new one"
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_PAIRS = [first + second for first in _LETTERS for second in _LETTERS]
"""What ten bits are in base 32."""
_TOKEN = re.compile(r"(?<![a-z0-9-])([a-z2-7]{8})-(\d{1,2})-(\d{1,7})-([a-z])-([a-z2-7]{16})(?![a-z0-9-])")


class Token(NamedTuple):
    """What a token says; whether it is genuine only `Keys.genuine` knows. `line` is the next line of the log."""

    game: str
    seat: int
    line: int
    kind: str
    mac: str

    def __str__(self) -> str:
        return f"{self.game}-{self.seat}-{self.line}-{self.kind}-{self.mac}"


class Keys:
    """Makes and checks tokens."""

    def __init__(self, key: bytes) -> None:
        # With this SHA-256 a copy of the begun HMAC is made in less time than `hmac.digest` takes to begin one.
        self._begun = hmac.new(key, digestmod=sha256)
        self._handles: dict[str, str] = {}

    def handle(self, game_id: str) -> str:
        """A short name for a game: its id can be too long for an address."""
        if game_id not in self._handles:
            self._handles[game_id] = self._mac("game", game_id)[:8]
        return self._handles[game_id]

    def make(self, game_id: str, seat: int, name: str, line: int, kind: str = NOTICE, asked: str = "") -> Token:
        """The token of a player for what the game is at; of a question it holds for what is `asked` alone."""
        words = ("token", game_id, str(seat), same(name), str(line), kind)
        mac = self._mac(*words, *([asked] if asked else []))
        return Token(self.handle(game_id), seat, line, kind, mac)

    def genuine(self, token: Token, game_id: str, name: str, asked: str = "") -> bool:
        """Whether this club made it for that player of that game, and for what is `asked`."""
        made = self.make(game_id, token.seat, name, token.line, token.kind, asked)
        return hmac.compare_digest(str(token), str(made))

    def _mac(self, *words: str) -> str:
        made = self._begun.copy()
        made.update("\n".join(words).encode())
        number = int.from_bytes(made.digest()[:10], "big")
        return "".join([_PAIRS[number >> shift & 1023] for shift in range(70, -1, -10)])  # 16 letters


def read_key(folder: str) -> bytes:
    """The key of a club; raises SaveError."""
    path = os.path.join(folder, FILE)
    if not os.path.lexists(path):
        files.finish(path)  # of a `pbem club new` that was killed
    files.forget_waiting(path)
    try:
        key = bytes.fromhex(content.read_bytes(path).decode("ascii", "replace").strip())
    except SaveError as error:
        raise SaveError(f"{error}. {_LOST}" if not os.path.lexists(path) else str(error)) from error
    except ValueError:
        key = b""
    if len(key) < 32:
        raise SaveError(f"{path} is no key: wanted are 64 hexadecimal digits in one line. {_LOST}")
    return key


def new_key() -> str:
    """The text of a new key."""
    return os.urandom(32).hex() + "\n"


def in_text(text: str) -> Iterator[Token]:
    """Everything in a text that has the form of a token."""
    for game, seat, line, kind, mac in _TOKEN.findall(text.lower()):
        yield Token(game, int(seat), int(line), kind, mac)


def of_mail(mail: Mail, host: str) -> Iterator[Token]:
    """Tokens of a mail: what it answers to, then what that answered to, the last first, then to whom it went.

    Where somebody put the address of a game above a mail about another one, that game is meant.
    """
    ids = (*mail.in_reply_to, *reversed(mail.references))
    answered, to = ([token for one in some if _at(one, host) for token in in_text(one)] for some in (ids, mail.to))
    games = {token.game for token in to}
    yield from (token for token in answered if not games or token.game in games)
    yield from to
    yield from (token for token in answered if games and token.game not in games)


def _at(address: str, host: str) -> bool:
    return address.lower().rpartition("@")[2] == host


def identity(mail: Mail, data: bytes) -> str:
    """What tells a message from all others: its Message-ID, else a digest of what its sender gave it.

    Without a date the same few words may answer to one post and to a later one.
    """
    if mail.message_id:
        return mail.message_id
    body = re.split(rb"\r?\n\r?\n", data, maxsplit=1)[-1] if mail.is_message else data
    found = "" if mail.date else " ".join((*mail.in_reply_to, *mail.references, *mail.to))
    words = "\n".join([*mail.sender, mail.date, mail.subject, *sorted(set(map(str, in_text(found))))])
    return "sha256-" + hashlib.sha256(words.encode("utf-8", "surrogatepass") + b"\n" + body).hexdigest()

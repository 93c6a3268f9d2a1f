"""Where results of chance come from: an open seed, a keeper's secret, or people.

An outcome is derived from (secret, game id, purpose, event number) by HMAC-SHA256 with rejection sampling,
so the same event always comes out the same: an undo and the same turns again deal the same tiles.
"""

import os
import re
from collections.abc import Callable
from functools import lru_cache
from operator import index
from typing import Protocol

from pbem.errors import HeaderError, short
from pbem.game import CHANCE, Choose, Rules, State, Step
from pbem.sha256 import sha256


class Kind:
    """A way to decide chance: what a header publishes of it (pattern, and key in a save file), what people are told."""

    __slots__ = ("key", "published", "told")

    def __init__(self, published: str, key: str, told: str) -> None:
        self.published = published
        self.key = key
        self.told = told


KINDS = {
    "seed": Kind(r"\S|\S[^\r\n]*\S", "seed", "Dealt from an open seed: anyone who has the file can look ahead."),
    "keeper": Kind(
        "[0-9a-f]{64}", "commitment", "Dealt by a keeper from a secret, to be verified when it is published."
    ),
    "manual": Kind("", "seed", "Drawn by the players."),
    "together": Kind("", "", "Dealt together: nobody can look ahead or bend a draw."),
}
_BYTES = 8  # of a hash, which make a number
_SPAN = 1 << 8 * _BYTES


class Dealer(Protocol):
    """Decides single events of chance."""

    def choose(self, purpose: str, event: int, n: int) -> int:
        """0 <= outcome < n of event number `event` (from 0) of that purpose."""


class HasRandrange(Protocol):
    """A source of whole numbers, such as random.Random."""

    def randrange(self, stop: int, /) -> int:
        """0 <= number < stop."""


Numbers = HasRandrange | Choose


def chooser(numbers: Numbers) -> Choose:
    """Any source of numbers as a function choose(purpose, event, n), which it may be; else it has `randrange`.

    The function raises ValueError for a number out of range, TypeError for what is no whole number; so does this for
    what is no source of numbers.
    """
    if not callable(numbers) and not callable(getattr(numbers, "randrange", None)):
        raise TypeError(
            f"a source of numbers has `randrange`, or is a function of purpose, event and n, not {numbers!r}"
        )
    if callable(numbers):
        choose: Choose = numbers
        return lambda purpose, event, n: _in_range(choose(purpose, event, n), n)
    randrange = numbers.randrange
    return lambda purpose, event, n: _in_range(randrange(n), n)


def _in_range(number: int, n: int) -> int:
    try:
        number = index(number)
    except TypeError:
        raise TypeError(f"a source of numbers gave {number!r}, which is no whole number") from None
    if not 0 <= number < n:
        raise ValueError(f"a source of numbers gave {number} where 0 to {n - 1} were to be had")
    return number


def settle(state: State, numbers: Numbers) -> None:
    """Play the results of chance that are due on a position, until a player is to act or the game is over.

    Raises TypeError for what is no position or no source of numbers, see `chooser`.
    """
    check_state(state)
    if state.actor == CHANCE:
        choose = chooser(numbers)
        while state.actor == CHANCE:
            state.apply(state.deal(choose))


def names_in(bind: Callable[[Step, Callable[[str], str]], Step], result: Step) -> list[str]:
    """The players' names in a result of chance, as `bind` of the game's words meets them."""
    found: list[str] = []

    def note(name: str) -> str:
        found.append(name)
        return name

    bind(result, note)
    return found


def check_state(state: State) -> None:
    """Raises TypeError for what is no position."""
    if not (hasattr(state, "apply") and hasattr(state, "actor")):
        raise TypeError(f"a position is wanted, such as `state` of a session, not {short(repr(state), 120)}")


_BLOCK = 64  # bytes, of SHA-256
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


class Secret:
    """A dealer that derives everything from a secret text."""

    def __init__(self, secret: str, game_id: str) -> None:
        self._made_of = secret, game_id
        # HMAC with the two hashes of the key kept (RFC 2104): `hmac.digest` makes them anew for each event.
        key = secret.encode()
        key = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
        self._inner = sha256(key.translate(_INNER) + f"{game_id}\n".encode())
        self._outer = sha256(key.translate(_OUTER))

    def __reduce__(self) -> tuple[type["Secret"], tuple[str, str]]:
        """Pickled by what it was made of: hashes that go on cannot be."""
        return Secret, self._made_of

    def choose(self, purpose: str, event: int, n: int) -> int:
        """See Dealer.choose."""
        attempt = 0
        while True:
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(_words(purpose, event, attempt))
            outer.update(inner.digest())
            number = int.from_bytes(outer.digest()[:_BYTES], "big")
            outcome: int = number % n
            if number - outcome <= _SPAN - n:  # not among the last numbers, fewer than n, which would favour some
                return outcome
            attempt += 1


@lru_cache(2000)
def _words(purpose: str, event: int, attempt: int) -> bytes:
    """What one try of an event is called; the same in all games, so it is made once."""
    return f"{purpose}\n{event}\n{attempt}".encode()


def check(rules: Rules, kind: str, published: str) -> None:
    """Raises HeaderError unless a kind and what is published of it go together, and the game has chance."""
    if not rules.has_chance:
        raise HeaderError(f"nothing is drawn in {rules.title}, so there is no chance to be decided")
    if kind not in KINDS:
        raise HeaderError(f"chance is one of {', '.join(KINDS)}, not `{kind}`")
    if kind == "seed":
        check_seed(published)
    elif not re.fullmatch(KINDS[kind].published, published):
        raise HeaderError("chance is `manual`, `together`, `seed TEXT` or `keeper` and 64 hexadecimal digits")


def check_seed(seed: str) -> None:
    """Raises HeaderError for a text that cannot be a seed."""
    if not re.fullmatch(KINDS["seed"].published, seed) or not seed.isprintable():
        seen = f"it is {short(ascii(seed), 120)}" if seed else "it is empty"
        raise HeaderError(f"a seed is text on one line, all of it seen, with a blank at neither end: {seen}")


def new_secret() -> str:
    """A keeper's secret: 64 hexadecimal digits."""
    return os.urandom(32).hex()


def commitment(secret: str) -> str:
    """What a keeper publishes before the game: the sha256 of the secret's text, hexadecimal."""
    return sha256(secret.encode()).hexdigest()


def dealer(kind: str, published: str, game_id: str, secret: str | None = None) -> Dealer | None:
    """The dealer of a game, or None where only people know what comes; raises HeaderError.

    `published` is the seed, or a keeper's commitment, which `secret` must match.
    """
    if kind == "seed":
        return Secret(published, game_id)
    if kind == "keeper" and secret is not None:
        if commitment(secret) != published:
            raise HeaderError("the secret at hand is not the one that the keeper of this game committed to")
        return Secret(secret, game_id)
    return None

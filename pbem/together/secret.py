"""FILE.secret: a player's own chain, and for which log each link was given. It only grows, and nobody else may see it.

A line for a link is on the disk before the link is anywhere else. Nothing here is ever part of a message.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from pbem import content, files
from pbem.errors import NotThere, SaveError, SecretRefused
from pbem.together import chain, refusals

_HEAD = ("pbem together 1", "id ", "player ", "seed ", "header ")
_LINK = re.compile(r"link ([0-9]{1,5}) ([0-9a-f]{64})")
_MAILED = re.compile(r"mailed ([0-9]{1,5})")
_TORN = re.compile(r"(?:l|li|lin|link|m|ma|mai|mail|maile|mailed|link [0-9]*|link [0-9]+ [0-9a-f]{0,63}|mailed )?")
"""What a power cut may leave of a line; its link was given to nobody."""


class Secret:
    """A secret file as read: whose chain it is, for which header, links `given` with the log of each, and `mailed`.

    What is given and mailed since then is among them at once, and in the file once it is noted.
    """

    __slots__ = ("_fresh", "_unnoted", "given", "header", "id", "mailed", "path", "player", "seed")

    def __init__(self, path: str, id: str, player: str, seed: str, header: str) -> None:
        self.path = path
        self.id = id
        self.player = player
        self.seed = seed
        self.header = header
        self.given: dict[int, str] = {}
        self.mailed: set[int] = set()
        self._fresh: dict[int, str] = {}
        self._unnoted: set[int] = set()

    def __repr__(self) -> str:
        return f"<secret of {self.player} in game {self.id}>"

    @property
    def last(self) -> int:
        """The number of the last link that was given."""
        return max(self.given, default=0)

    def word(self, number: int) -> bytes:
        """A word of the chain."""
        return chain.word(self.id, self.player, self.seed, number)

    def give(self, number: int, log: str) -> None:
        """A link is given for a log."""
        if number not in self.given:
            self.given[number] = self._fresh[number] = log

    def mail(self, number: int) -> None:
        """A link is mailed."""
        if number not in self.mailed:
            self.mailed.add(number)
            self._unnoted.add(number)

    def take_back(self) -> None:
        """What was given and not noted was not given after all."""
        for number in self._fresh:
            del self.given[number]
        self._fresh = {}

    def check_given(self, number: int, log: str) -> None:
        """Raises SecretRefused where a link, the next one of that log, was given for another log.

        One that was given for this very log may be given again if it is the last, or if none since was mailed:
        several that were not mailed are of a command that was killed.
        """
        if number > self.last:
            return
        killed = number == self.last or self.mailed.isdisjoint(range(number, self.last + 1))
        if killed and self.given.get(number) == log:
            return
        if number < self.last:
            self.check_not_older(number - 1)
        raise refusals.given_before(self.player, number, self.path)

    def check_not_mailed(self, number: int) -> None:
        """Raises SecretRefused where the next link of a log was mailed: others may have what stood behind it."""
        if number in self.mailed:
            raise SecretRefused(
                f"this log is older than {self.path}: link {number} of yours was mailed, and the log lacks its block. "
                f"Fetch the newest: import the record of another player to a new file, with a copy of {self.path} "
                f"beside it. Only if nobody has got that mail, begin anew: pbem move FILE --fresh LINE",
                links=number - 1,
                given=self.last,
            )

    def check_not_older(self, have: int) -> None:
        """Raises SecretRefused where later links were given than the log has, which has so many."""
        if have < self.last:
            raise SecretRefused(
                f"this log is older than {self.path}: it has {have} of your links, and you have given {self.last}. "
                f"Fetch the newest: import the record of another player to a new file, with a copy of "
                f"{self.path} beside it",
                links=have,
                given=self.last,
            )

    def note(self) -> None:
        """Add what the file has not yet, through to the disk; raises SaveError."""
        lines = [f"link {number} {log}\n" for number, log in self._fresh.items()]
        lines += [f"mailed {number}\n" for number in sorted(self._unnoted)]
        if not lines:
            return
        try:
            with open(self.path, "r+b") as file:
                if file.seek(0, os.SEEK_END):
                    file.seek(-1, os.SEEK_END)
                    lines.insert(0, "" if file.read(1) == b"\n" else "\n")
                file.write("".join(lines).encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise SaveError(f"cannot write {self.path}: {error.strerror}; no link was given") from error
        self._fresh, self._unnoted = {}, set()


def new(path: str, id: str, player: str, seed: str, header: str) -> Secret:
    """A new secret file; raises SaveError where there is one."""
    lines = [_HEAD[0], f"id {id}", f"player {player}", f"seed {seed}", f"header {header}"]
    files.create(path, "".join(f"{line}\n" for line in lines), 0o600)
    return Secret(path, id, player, seed, header)


def read(path: str) -> Secret:
    """A secret file; raises NotThere where there is none, SaveError for one that is damaged."""
    if not os.path.exists(path):
        raise NotThere(f"{path} is not beside the game: without your chain only lines of others can be taken")
    data = content.read_bytes(path)
    files.forget_waiting(path)  # of a command that was killed
    lines = [line.strip() for line in content.decode(data, path).split("\n")]
    head = lines[: len(_HEAD)]
    whole = len(head) == len(_HEAD) and head[0] == _HEAD[0]
    if not whole or not all(line.startswith(begun) for line, begun in zip(head, _HEAD, strict=True)):
        raise SaveError(f"{path} is no secret of a game dealt together: use the copy of it that you kept")
    id, player, seed, header = (line.partition(" ")[2] for line in head[1:])
    if not re.fullmatch("[0-9a-f]{64}", seed) or not re.fullmatch("[0-9a-f]{64}", header):
        raise SaveError(f"{path} is damaged in its first lines: use the copy of it that you kept")
    secret = Secret(path, id, player, seed, header)
    for number, line in enumerate(lines[len(_HEAD) :], len(_HEAD) + 1):
        link, mailed = _LINK.fullmatch(line), _MAILED.fullmatch(line)
        if link and secret.given.setdefault(int(link[1]), link[2]) == link[2]:
            continue
        if mailed:
            secret.mailed.add(int(mailed[1]))
        elif not _TORN.fullmatch(line):
            raise SaveError(f"{path}: line {number} is damaged: use the copy of the file that you kept", line=number)
    return secret


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Nobody else gives links of this chain meanwhile, under whatever name the game is opened."""
    if os.path.exists(path):
        with files.locked(path):
            yield
    else:
        yield

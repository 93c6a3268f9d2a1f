"""What a setup begins with: position lines, as far as those of all games are alike, or a pasted post."""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from pbem.errors import HeaderError, NotThere
from pbem.header import Header
from pbem.plain import same, strange

MOST = 99999
"""The greatest turn or score a setup can have."""
SHIELD = "= "
"""What stands in a post before a line that clients or readers would take for something else."""

P = TypeVar("P")

Reader = Callable[[P, Header, list[str]], Hashable]
"""Puts the words of a line, behind the first one, into a position; returns what they are about, said only once."""


def read(position: P, header: Header, readers: Mapping[str, Reader[P]]) -> dict[str, set[Hashable]]:
    """Gives each position line to the reader of its first word; returns by word what was said about.

    Raises HeaderError naming the line.
    """
    said: dict[str, set[Hashable]] = {word: set() for word in readers}
    for line in header.position:
        word, _, tail = line.partition(" ")
        word = word.casefold()
        rest = ",".join(part.strip() for part in tail.split(",")).split()
        try:
            about = readers[word](position, header, rest)
            if about in said[word]:
                raise HeaderError("that is said twice")
            said[word].add(about)
        except (HeaderError, NotThere) as error:
            known = {same(part) for name in header.names for part in name.split()}
            odd = strange(" ".join(part for part in rest if same(part) not in known))
            told = error.more(odd) if isinstance(error, HeaderError) else error  # the other one tells of names
            raise told.at(f"position line `{line}`", HeaderError, position=line) from None
    return said


def number(text: str, low: int, high: int) -> int:
    """A number in a range, both ends included; raises HeaderError."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise HeaderError(f"`{text}` should be a number from {low} to {high}")
    return int(text)


def counted(words: list[str], form: str, *counts: int) -> list[str]:
    """`words` if it is one of so many; raises HeaderError that shows the form."""
    if len(words) not in counts:
        raise HeaderError(f"it should read `{form}`")
    return words


def whose(header: Header, words: list[str], rest: str, form: str) -> tuple[int, list[str]]:
    """A player's name, of several words perhaps, and the words behind it, which match the pattern `rest`, "" for none.

    Raises HeaderError that shows the form, NotThere for an unknown name.
    """
    for length in range(len(words), 0, -1):
        behind = words[length:]
        if re.fullmatch(rest, " ".join(behind), re.IGNORECASE):
            player = header.player(" ".join(words[:length]))
            if player is not None:
                return player, behind
    if any(header.player(" ".join(words[:length])) is not None for length in range(1, len(words) + 1)):
        raise HeaderError(f"it should read `{form}`")
    for length in range(1, len(words) + 1):
        if re.fullmatch(rest, " ".join(words[length:]), re.IGNORECASE):
            header.index(" ".join(words[:length]))
    raise HeaderError(f"it should read `{form}`")


class Post:
    """What was pasted of a post of this game, for it to read its own sentences in.

    `turn`, `mover` (a name, "" where none is said), `options` and `key` as the title has them; `board` its rows as
    drawn, `below` the lines below them, legend and report, some of them empty.
    """

    __slots__ = ("below", "board", "key", "mover", "options", "turn")

    def __init__(
        self, turn: int, mover: str, options: list[str], key: str, board: list[str], below: Sequence[str]
    ) -> None:
        self.turn = turn
        self.mover = mover
        self.options = options
        self.key = key
        self.board = board
        self.below = below

    @property
    def text(self) -> str:
        """What stands below the board, without empty lines and without what shields a line."""
        return "\n".join(line.removeprefix(SHIELD) for line in self.below if line)

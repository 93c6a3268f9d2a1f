"""The header of a game: who plays what, from where, and how chance is decided."""

import os
import re
from collections.abc import Sequence
from typing import Any

from pbem.errors import HeaderError, NewerVersion, NotThere, SaveError
from pbem.plain import JOINERS, clean, disguised, first_word, has_controls, same, without_case

VERSION = 1
"""Of records and save files."""
LOG_LENGTH = 10_000
"""Lines; no game comes near."""
DIGEST = 12
"""Hexadecimal digits of a table's sha256 that a record has, and at least needed to say which it is."""
LINE_LENGTH = 998
"""Characters; of a mail, RFC 5322."""
HEADER_LENGTH = 400_000
"""Characters of all lines of a header together; no game comes near."""
_HEADER_LINES = 10_000
WORDS = ("pbem", "id", "edition", "player", "option", "chance", "first")
"""First words of the lines of a header, in their order; position lines come behind them."""
CHANCE_WORDS = ("draw", "roll")
"""First words that the notation keeps for results of chance in every game; a game may have more."""
TOGETHER_WORDS = ("tip", "link", "then")
"""First words of lines that only games dealt together have: of the header, and of the log."""
LOG_WORDS = (*CHANCE_WORDS, "undo", "result")
"""First words of the lines of a log, beside those of the game; turns begin with a number."""
COMMAND_WORDS = ("draw", "roll", "undo", "result", "end", "show", "legal", "log", "rules", "help", "stop", "away")
"""What begins no name: first words of lines, and of what a player may write to a club."""
NAME_LENGTH = 24
_NAME = re.compile(r"[^\W\d_](?!\d)[^:;,=/\"\t\r\n]*")
_ID = r"[A-Za-z0-9-]{1,64}"


class Player:
    """A name, and where the game has them the letters of the colours and of the seat."""

    __slots__ = ("colours", "name", "seat")

    def __init__(self, name: str, colours: tuple[str, ...] = (), seat: str = "") -> None:
        self.name = name
        self.colours = colours
        self.seat = seat


class Header:
    """Everything above the log. `first` is a player's index, `position` the lines of a setup.

    `foreign` holds header lines of a record and `unknown` keys of a save file that this version does not
    know; they are kept as they are. `mail` is what a club notes in a save file, which records do not carry.
    """

    __slots__ = (
        "chance",
        "digest",
        "drawn",
        "edition",
        "first",
        "foreign",
        "game",
        "id",
        "mail",
        "options",
        "players",
        "position",
        "published",
        "tips",
        "undrawn",
        "unknown",
    )

    def __init__(self, game: str, players: list[Player]) -> None:
        self.game = game
        self.players = players
        self.options: list[str] = []
        self.id = ""
        self.edition = ""
        self.digest = ""
        self.chance = "manual"  # or "seed", "keeper", "together"; "" in a game without chance
        self.published = ""  # the seed, or the commitment to a keeper's secret
        self.first = 0
        self.drawn = False
        self.undrawn = False  # dealt together, and not opened yet: `first` says nothing
        self.tips: list[str] = []  # "NAME WORD", of a game dealt together
        self.position: list[str] = []
        self.foreign: list[str] = []
        self.unknown: dict[str, Any] = {}
        self.mail: dict[str, Any] = {}

    def index(self, name: str) -> int:
        """The player of that name; raises NotThere."""
        player = self.player(name)
        if player is None:
            named = ", ".join(self.names)
            raise NotThere(f"no player is called `{name}`: {named}{self.disguised(name)}", name=name)
        return player

    @property
    def names(self) -> list[str]:
        """The players' names in order."""
        return [player.name for player in self.players]

    def player(self, name: str) -> int | None:
        """The player of that name, however it is spelt, or None; also where it could be two of an older game."""
        for player, other in enumerate(self.players):
            if other.name == name:
                return player
        names = self.names
        for spelt in (without_case, same):
            wanted = spelt(name)
            found = [index for index, other in enumerate(names) if spelt(other) == wanted]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def disguised(self, name: str) -> str:
        """That a name is a player's but for letters of another script, as the end of a sentence; "" if it is not."""
        return disguised(name, self.names)

    def keep(self, canonical: list[str]) -> None:
        """Take position lines for those that were typed; canonical ones keep their order and may leave out `turn 1`."""
        if not set(self.position) <= set(canonical) or not set(canonical) - set(self.position) <= {"turn 1"}:
            self.position = canonical


def check_name(name: str) -> str:
    """`name` if it can stand in a line of the log; raises HeaderError."""

    def bad(why: str) -> HeaderError:
        return HeaderError(f"`{name}` cannot be a player's name: {why}", name=name)

    if not 1 <= len(name) <= NAME_LENGTH:
        raise bad(f"it must have 1 to {NAME_LENGTH} characters")
    if name != name.strip() or "  " in name:
        raise bad("only single spaces, and only inside it")
    # Lines of the log are cleaned before they are read, so the name must be one in that form, too.
    plain = clean(name)
    if not (_NAME.fullmatch(name) and _NAME.fullmatch(plain) and name[0].isalpha()):
        raise bad('it must begin with a letter that no digit follows, and have none of : ; , = / "')
    for c in "" if name.isprintable() else name:
        if not c.isprintable() and c not in JOINERS:
            raise bad(f"it has a character that cannot be seen (U+{ord(c):04X})")
    first = plain.split(" ")[0].casefold()
    if first in COMMAND_WORDS:
        raise bad(f"`{first}` is a command word")
    return name


def check_id(text: str) -> str:
    """A game's id: letters, digits and -; raises HeaderError."""
    if not re.fullmatch(_ID, text):
        raise HeaderError(f"`{text}` cannot be the id of a game: letters, digits and - only, at most 64")
    return text


def new_id() -> str:
    """A short random id."""
    return "g" + os.urandom(4).hex()


def check_version(version: int) -> None:
    """Raises NewerVersion for a format this program does not know."""
    if version > VERSION:
        raise NewerVersion(
            f"this was made by a newer pbem: format {version}, this program reads up to format {VERSION}",
            found=version,
            known=VERSION,
        )
    if version < 1:
        raise SaveError(f"there is no format {version}")


def check_length(lines: int) -> None:
    """Raises SaveError for a log that is longer than any game."""
    if lines > LOG_LENGTH:
        raise SaveError(f"the log has more than {LOG_LENGTH} lines")


def check_size(lines: int, characters: int) -> None:
    """Raises SaveError for a header that is longer than any."""
    if lines > _HEADER_LINES:
        raise SaveError(f"the header has more than {_HEADER_LINES} lines")
    if characters > HEADER_LENGTH:
        raise SaveError(f"the header has more than {HEADER_LENGTH} characters")


def set_first(header: Header, words: str) -> None:
    """`first Ana` or `first Ana drawn`; in a game dealt together `first ?` until it is drawn. Raises SaveError."""
    if words == "?" and header.chance == "together":
        header.first, header.drawn, header.undrawn = 0, True, True
        return
    player, name = header.player(words), words
    header.drawn = False
    if player is None and words.casefold().endswith(" drawn"):
        name = words[: -len(" drawn")]
        player = header.player(name)
        header.drawn = True
    if player is None:
        raise SaveError(f"`first {words}`: no player is called so{header.disguised(name)}")
    header.first = player


_DIGITS = "0123456789"
_BEGINNING = 100  # of a line, in which its first word is
_STOP = r"(?i)stop *($|;|line *[0-9])"  # `stop` and other words is a header line of before there was this one
_FOREIGN = r"[^\W\d][\w.-]*(?: |$)"


def may_be_foreign(line: str) -> bool:
    """Whether a line has the form of one that this version does not know: it is kept as it is."""
    return bool(re.match(_FOREIGN, line))


def check_foreign(line: str, position_words: Sequence[str], chance_words: Sequence[str]) -> None:
    """Raises SaveError unless a line can stand in the header without meaning anything to this version.

    `position_words` and `chance_words` are the game's, with those of a game that is dealt together.
    """
    word = first_word(line)[0]
    if line != line.strip() or has_controls(line):
        why = "it has blanks at an end, or characters that cannot be seen"
    elif word in WORDS:
        why = f"in a save file `{word}` is no line but a key of its own"
    elif word in position_words:
        why = f"`{word}` begins a line of a position, which stands in the list `position`"
    elif is_log_line(line, chance_words):
        why = "it begins as a line of the log does"
    elif not may_be_foreign(line):
        why = "it does not begin with a word of letters and a blank behind it"
    else:
        return
    raise SaveError(f"`{line}` cannot be kept as a line of the header: {why}")


def is_log_line(line: str, chance_words: Sequence[str]) -> bool:
    """Whether a line begins as those of a log do: with a digit, or one of its words."""
    plain = clean(line[:_BEGINNING])
    if plain[:1] in _DIGITS:
        return plain != ""
    found = re.match(r"\w*", plain)
    word = found[0].casefold() if found else ""
    return word in LOG_WORDS or word in chance_words or (word[:4] == "stop" and bool(re.match(_STOP, plain)))

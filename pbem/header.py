"""The header of a game: who plays what, from where, and how chance is decided."""

import os
import re
import unicodedata
from typing import Any

from pbem.errors import HeaderError, NotThere

COMMAND_WORDS = ("draw", "roll", "undo", "result", "end", "show", "legal", "log", "rules", "help", "stop", "away")
NAME_LENGTH = 24
_NAME = re.compile(r"[^\W\d_](?!\d)[^:;,=/\"\t\r\n]*")
_ID = r"[A-Za-z0-9-]{1,64}"
_JOINERS = "\u200c\u200d"


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
    know; they are kept as they are.
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
        "options",
        "players",
        "position",
        "published",
        "unknown",
    )

    def __init__(self, game: str, players: list[Player]) -> None:
        self.game = game
        self.players = players
        self.options: list[str] = []
        self.id = ""
        self.edition = ""
        self.digest = ""
        self.chance = "manual"
        self.published = ""  # the seed, or the commitment to a keeper's secret
        self.first = 0
        self.drawn = False
        self.position: list[str] = []
        self.foreign: list[str] = []
        self.unknown: dict[str, Any] = {}

    def index(self, name: str) -> int:
        """The player of that name; raises NotThere."""
        player = self.player(name)
        if player is None:
            raise NotThere(f"no player is called `{name}`: {', '.join(self.names)}", name=name)
        return player

    @property
    def names(self) -> list[str]:
        """The players' names in order."""
        return [player.name for player in self.players]

    def player(self, name: str) -> int | None:
        """The player of that name (without case), or None."""
        wanted = same(name)
        return next((i for i, player in enumerate(self.players) if same(player.name) == wanted), None)


def one_blank(text: str) -> str:
    """Any kind and number of blanks as one; all else as it is."""
    return " ".join(text.translate(_BLANKS).split())


def same(name: str) -> str:
    """What two spellings of one name have in common."""
    return name.lower() if name.isascii() else unicodedata.normalize("NFC", clean(name)).casefold()


_DASHES = dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D], "-")
_BLANKS = dict.fromkeys([0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_INVISIBLE = dict.fromkeys(
    [0xAD, 0x200B, 0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF, 0xFE0E, 0xFE0F], ""
)
_FULLWIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_TABLE: dict[int, str] = {**_FULLWIDTH, **_BLANKS, **_INVISIBLE, **_DASHES}
_STRAY_JOINER = f"(?<![^\\x00-\\x7f])[{_JOINERS}]|[{_JOINERS}](?![^\\x00-\\x7f])"


def clean(text: str) -> str:
    """Typographic variants as plain characters: dashes, blanks, full-width forms; what cannot be seen is dropped.

    Zero-width joiners stay inside words of scripts that need them. Digits of any script become 0 to 9.
    """
    if text.isascii():
        return text
    text = re.sub(_STRAY_JOINER, "", text.translate(_TABLE))
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() and c > "9" else c for c in text)


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
    if not (_NAME.fullmatch(name) and _NAME.fullmatch(plain) and unicodedata.category(name[0])[0] == "L"):
        raise bad('it must begin with a letter that no digit follows, and have none of : ; , = / "')
    for c in "" if name.isprintable() else name:
        if not c.isprintable() and c not in _JOINERS:
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

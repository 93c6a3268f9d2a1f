"""Every error a user can meet: one sentence, a stable `code` for scripts, an exit status for shells."""

import re
from collections.abc import Iterable
from typing import Any

FORMS = "All forms: pbem rules {game}"
"""Where all forms of a move are told, which are more than fit into a message or a post."""
_QUOTED = 120  # characters between ` and `
_DIGITS = 40  # of a number
_WHOLE = 1200  # of a sentence
_DETAIL = 1000


def visible(text: str) -> str:
    """Text of a file or a mail as it may be printed: what could act on a terminal is spelt out, as \\x1b."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def all_of(names: Iterable[str]) -> str:
    """Names in a sentence, as "Ana and Bob"."""
    return " and ".join(names)


def one_of(names: Iterable[str]) -> str:
    """Choices in a sentence: "`draw` or `roll`"."""
    return " or ".join(names)


def on_one_line(text: str) -> str:
    """The same where every line is a thing of its own, ends of lines spelt out as well."""
    return visible(text).replace("\n", "\\n")


def short(text: str, most: int = _WHOLE) -> str:
    """A sentence that is not filled by what it quotes, whatever a file or a name has there; it is one line."""
    if "\n" in text:
        text = text.replace("\n", "\\n")
    if len(text) > _QUOTED:
        text = re.sub("`[^`]*`", _short_quote, text)
        text = re.sub(rf"([0-9]{{{_DIGITS}}})[0-9]{{{_DIGITS},}}", r"\1...", text)  # a digest has 64
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def _short_quote(quote: re.Match[str]) -> str:
    return quote[0] if len(quote[0]) <= _QUOTED + 2 else f"{quote[0][: _QUOTED + 1]} ...`"


def expect(what: str, value: object, *kinds: type) -> None:
    """Raises TypeError for an argument of a program that is of none of these kinds; `what` says what it is."""
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise TypeError(f"{what}, not {short(repr(value), _QUOTED)}")


def texts(what: str, values: Iterable[str]) -> list[str]:
    """Several texts as a list; raises TypeError for anything else, a single text among it."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{what} are several texts, not {short(repr(values), _QUOTED)}")
    found = list(values)
    for value in found:
        expect(f"{what} are texts", value, str)
    return found


class PbemError(Exception):
    """The parent of all. `details` goes into JSON next to code and message."""

    code = "error"
    status = 1

    def __init__(self, message: str, **details: Any) -> None:
        self.message = short(message)
        super().__init__(self.message)
        self.details: dict[str, Any] = {
            key: short(value, _DETAIL) if isinstance(value, str) else value for key, value in details.items()
        }

    def __str__(self) -> str:
        return self.message

    @property
    def sentence(self) -> str:
        """The message with a capital and a full stop, where it stands among sentences."""
        return f"{self.message[:1].upper()}{self.message[1:]}."

    @property
    def forms_of(self) -> str:
        """The game whose notation has more forms than a message can list, "" if that is not what is wrong."""
        cause = self.details.get("cause", {})
        return str(self.details.get("forms_of") or cause.get("forms_of", ""))

    def __reduce__(self) -> tuple[Any, ...]:
        # Kinds differ in what makes them; what they hold is the same in every process.
        return PbemError.__new__, (type(self), *self.args), self.__dict__

    def at(self, where: str, kind: "type[PbemError] | None" = None, **details: Any) -> "PbemError":
        """A new error with its place before the message, and in the details; of another `kind` if that is asked for.

        An error of a player or a name, say, is a SaveError where a file has it.
        """
        same = kind is None or isinstance(self, kind)
        placed = PbemError.__new__(type(self) if same or kind is None else kind)
        placed.__dict__.update(self.__dict__ if same else {})
        placed.message = short(f"{where}: {self.message}")
        placed.details = {**self.details, **details}
        placed.args = (placed.message,)
        return placed

    def more(self, said: str) -> "PbemError":
        """A new error with something added to its message, "" for nothing."""
        longer = PbemError.__new__(type(self))
        longer.__dict__.update(self.__dict__)
        longer.message = short(f"{self.message}{said}")
        longer.args = (longer.message,)
        return longer

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints: code, message, status and what else is known."""
        return {"code": self.code, "message": self.message, "status": self.status, **self.details}


class HeaderError(PbemError):
    """Players, colours, seats, chance or a position that cannot start a game."""

    code = "header"
    status = 2


class SaveError(PbemError):
    """A file that cannot be read or written; it is left as it was."""

    code = "save"
    status = 3


class NewerVersion(SaveError):
    """A file made by a later pbem."""

    code = "newer-version"


class Busy(SaveError):
    """Another process holds the file."""

    code = "busy"


class BrokenGame(SaveError):
    """A game of another package that cannot be played, or whose rules failed: the fault is its package's."""

    code = "broken-game"


class ReplayError(PbemError):
    """A line of a stored game does not hold; `line` counts from 1, `cause` is the error of that line."""

    code = "replay"
    status = 3

    def __init__(self, line: int, cause: PbemError) -> None:
        super().__init__(cause.message, line=line, cause=cause.as_json())
        self.line = line
        self.cause = cause


class NotThere(PbemError):
    """Asked for what is not there: a turn not played, a player not in the game, nothing to do."""

    code = "not-there"
    status = 2


class UnknownGame(PbemError):
    """No game of that name."""

    code = "unknown-game"
    status = 3


class NotationError(PbemError):
    """Text that is no move at all; `column` counts from 1."""

    code = "notation"
    status = 4

    def __init__(self, text: str, column: int, why: str, forms_of: str = "") -> None:
        more = {"forms_of": forms_of} if forms_of else {}
        super().__init__(f"cannot read `{text}` at column {column}: {why}", text=text, column=column, **more)
        self.text = text
        self.column = column
        self.why = why

    def __str__(self) -> str:
        # The caret only helps where the line is short enough not to be wrapped, and shown as it is.
        if len(self.text) > 70 or self.column > len(self.text) + 1 or not self.text.isprintable():
            return self.message
        return f"{self.message}\n  {self.text}\n  {' ' * (self.column - 1)}^"


class Doubt(PbemError):
    """A text in which it is not clear what is to be played; nothing was."""

    code = "doubt"
    status = 4


class IllegalMove(PbemError):
    """A move that breaks a rule here; `reason` is stable."""

    code = "illegal"
    status = 5


class AmbiguousMove(IllegalMove):
    """A short form that fits several legal moves, all named in `candidates`."""

    code = "ambiguous"


class WrongClaim(IllegalMove):
    """The turn earns something else than was written behind `=`."""

    code = "wrong-claim"


class BrokenChain(IllegalMove):
    """A link that is not the next one of its player's chain, in a game dealt together."""

    code = "chain"


class OtherLog(IllegalMove):
    """A link that was given for another log than the one at hand."""

    code = "seal"


class SecretRefused(IllegalMove):
    """What would give a link for two logs, or was not written by who it says."""

    code = "secret"


class StaleMove(PbemError):
    """A move for another turn or another position than the one at hand."""

    code = "stale"
    status = 6

    @classmethod
    def of_line(cls, given: int, have: int) -> "StaleMove":
        """For a line that says it is number `given` of its log, where the log at hand has `have` lines."""
        first, last = have + 1, given - 1
        missing = f"line {first} is" if first == last else f"lines {first} to {last} are"
        told = f"{missing} missing here" if last >= first else f"the next one is line {first}"
        return cls(f"that was for line {given}, the log has {have}: {told}", given=given, lines=have)


class NotYourTurn(PbemError):
    """Somebody else is to act."""

    code = "not-your-turn"
    status = 6

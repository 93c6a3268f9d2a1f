"""What a line of the log earned, in parts: who gained how much by what; and how a game ended.

The rules note what is gained where it is gained (`State.explained`), in positions that are played once more for it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pbem.fold import Fold, play_again
from pbem.game import NOBODY, Gained, State
from pbem.notation import Turn

OWN, OTHERS = "{parts}", "{parts}; {others}"
TURN = "Turn {turn} earned {earned}."
GOT = "{name} got {parts}"
LAST, EACH = "Counted last: {each}.", "{name} {parts}"


class Part:
    """What a player gained by one thing, or paid for it (below 0).

    `amount` is a number; numbers in a game whose claims have several. (A NamedTuple would take `move` longer to start.)
    """

    __slots__ = ("amount", "player", "what")

    def __init__(self, player: str, what: str, amount: int | tuple[int, ...]) -> None:
        self.player = player
        self.what = what
        self.amount = amount

    def as_json(self) -> dict[str, Any]:
        """It as an object for scripts."""
        return {"player": self.player, "what": self.what, "amount": self.amount}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash((self.player, self.what, self.amount))

    def __repr__(self) -> str:
        return f"Part({self.player!r}, {self.what!r}, {self.amount!r})"


class Ending:
    """How a game ended: `why`, what players were given last (part of no turn), and what was `left`, in sentences."""

    __slots__ = ("left", "parts", "why")

    def __init__(self, why: str, parts: list[Part], left: list[str]) -> None:
        self.why = why
        self.parts = parts
        self.left = left


Told = tuple[int, int, str, list[Part]]
"""A line that was played once more: its index, -1 for what came before the first; turn and player; its parts."""


def explained(fold: Fold, start: int = 0) -> list[list[Part]] | None:
    """By line of the log, from index `start` on, its parts; see Session.explained."""
    played = _again(fold, start)
    if played is None:
        return None
    found: list[list[Part]] = [[] for _ in fold.lines]
    for index, _, _, parts in _told(fold, played):
        if index >= 0:
            found[index] = parts
    return found[start:]


def ending(fold: Fold) -> Ending | None:
    """How a game ended; None while it goes on, and where the game does not tell."""
    words, said = fold.rules.words, fold.rules.ending(fold.state) if fold.state.actor == NOBODY else ()
    if not said:
        return None
    sentences = [words.filled(words.endings[word], about) for word, about in said]
    played = _again(fold, len(fold.lines)) or ()
    parts = [part for _, _, _, counted in _told(fold, played, last=True) for part in counted]
    return Ending(sentences[0], parts, sentences[1:])


# Playing once more

Noted = tuple[int, int, int, tuple[Gained, ...]]
"""Of a line its index (-1: what came before the first), the number of its turn, its player, and what was gained."""


def _again(fold: Fold, start: int) -> Iterator[Noted] | None:
    """Plays the lines in force again, from the turn on that line `start` is of; None in a game without parts."""
    first: State | None = fold.rules.explaining(fold.header)
    if first is None:
        return None
    at, state = 0, first
    for length, kept in fold.before.values():
        if fold.force[length] > start:
            break
        at, state = length, kept
    return _noted(fold, at, state.copy())


def _noted(fold: Fold, at: int, state: Any) -> Iterator[Noted]:
    if not at:
        yield -1, state.turn, state.mover, state.explained or ()
    for index in fold.force[at:]:
        turn, player = state.turn, state.mover
        state.explained = ()
        play_again(state, fold.lines[index])
        yield index, turn, player, state.explained


def _told(fold: Fold, played: Iterable[Noted], last: bool = False) -> Iterator[Told]:
    """The same in words: what lines earned, or what was counted last."""
    words, names = fold.rules.words, fold.header.names
    for index, turn, mover, gained in played:
        parts = [
            Part(names[player], words.filled(words.parts[reason], about), amounts[0] if len(amounts) == 1 else amounts)
            for player, amounts, reason, about in gained
            if (reason in words.last) == last
        ]
        yield index, turn, names[mover], parts


# Sentences


def turns(fold: Fold, start: int, stop: int) -> list[str] | None:
    """What turns earned, of those lines: a sentence for each that brought something to somebody."""
    played = _again(fold, start)
    if played is None:
        return None
    by_turn: dict[int, tuple[str, list[Part]]] = {}
    for index, turn, player, parts in _told(fold, played):
        if index >= stop:
            break
        if index >= start:
            by_turn.setdefault(turn, (player, []))[1].extend(parts)
    counted = fold.rules.words.counted
    found = [(turn, earned(parts, player, counted)) for turn, (player, parts) in by_turn.items() if parts]
    return [TURN.format(turn=turn, earned=parts) for turn, parts in found]


def of_line(fold: Fold, index: int, parts: Sequence[Part]) -> str:
    """The parts of a line; of a result of chance they are those of whose turn it is in."""
    line = fold.lines[index]
    return earned(parts, line.name or "" if isinstance(line, Turn) else parts[0].player, fold.rules.words.counted)


def earned(parts: Sequence[Part], name: str, counted: Sequence[str]) -> str:
    """ "25 = tile 3 + artisan 2 - second tile 2 + quarter 4 paid 18 + 4; Bob got 13 = quarter 4 paid 9 + 4"."""
    own = summed([part for part in parts if part.player == name], counted)
    others = dict.fromkeys(part.player for part in parts if part.player != name)
    got = [
        GOT.format(name=other, parts=summed([part for part in parts if part.player == other], counted))
        for other in others
    ]
    return (OTHERS if got else OWN).format(parts=own, others=", ".join(got))


def summed(parts: Sequence[Part], counted: Sequence[str] = ()) -> str:
    """One player's parts with their sum; a name that comes again directly is not said again."""
    if not parts:
        return "0"
    text, before = "", ""
    for part in parts:
        numbers = _numbers(part)
        less = bool(text) and max(numbers) <= 0
        size = _size([-number for number in numbers] if less else numbers, counted)
        sign = (" - " if less else " + ") if text else ""
        text += sign + (size if part.what == before else f"{part.what} {size}")
        before = part.what
    total = [sum(column) for column in zip(*map(_numbers, parts), strict=True)]
    return f"{','.join(map(str, total))} = {text}"


def _numbers(part: Part) -> Sequence[int]:
    return (part.amount,) if isinstance(part.amount, int) else part.amount


def _size(numbers: Sequence[int], counted: Sequence[str]) -> str:
    """ "3"; where a claim has several numbers "3 money", "2 fame, 1 money"."""
    if len(numbers) == 1:
        return str(numbers[0])
    return ", ".join(f"{number} {what}" for number, what in zip(numbers, counted, strict=True) if number)


def ended(fold: Fold) -> list[str]:
    """How a game ended, in sentences; nothing while it goes on."""
    found = ending(fold)
    if found is None:
        return []
    counted = fold.rules.words.counted
    by_player = [[part for part in found.parts if part.player == name] for name in fold.header.names]
    each = [
        EACH.format(name=name, parts=summed(parts, counted))
        for name, parts in zip(fold.header.names, by_player, strict=True)
    ]
    return [found.why, *([LAST.format(each="; ".join(each))] if found.parts else []), *found.left]


# For scripts


def ending_json(fold: Fold) -> dict[str, Any]:
    """`end` of a game that is over and tells how it ended; else nothing."""
    found = ending(fold)
    return {} if found is None else {"end": {"why": found.why, "parts": as_json(found.parts), "left": found.left}}


def as_json(parts: Sequence[Part]) -> list[dict[str, Any]]:
    """Parts as objects."""
    return [part.as_json() for part in parts]

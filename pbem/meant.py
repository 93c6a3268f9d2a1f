"""What a typed text was meant for, where it does not read or can be something else; moves without turn and name."""

import re
from collections.abc import Callable, Iterator

from pbem.errors import AmbiguousMove, Doubt, NotationError, PbemError
from pbem.fold import Fold
from pbem.game import CHANCE
from pbem.notation import Chance, Line, Stop, Turn, Undo
from pbem.plain import clean, doubtful_digit, same, split_remark, without_row

_MARKED = r"^[\s#*_(-]*(\d{1,6})[\W_]+(?=[^\W\d])"
_MOST = 40  # places of a text that are tried
_SLASHES = 8
_INITIALS = 2  # letters
_DIGITS = {"O": "0", "I": "1", "l": "1"}
"""Letters that look like digits in the case they have here."""
_ALIKE = {"O": "0", "o": "0", "I": "1", "i": "1", "l": "1", "0": "o", "1": "l"}


def read(fold: Fold, text: str, error: NotationError) -> Line:
    """What a text that does not read is all the same; else raises a NotationError that says what may be meant."""
    line = without_word(fold, text) or numbered(fold, text)
    if line is not None:
        return line
    if _waits(fold):  # where it reads further as a result, that is what is wrong
        further = [(_error(fold, f"{word} {text}"), len(word) + 1) for word in fold.rules.words.chance_words]
        error = next((other for other, more in further if other and other.column - more > error.column), error)
    raise NotationError(error.text, error.column, error.why + _hint(fold, text), error.forms_of) from None


def reads(fold: Fold, text: str, line: Line) -> Line:
    """What a typed text that reads as `line` is; raises NotationError for a digit that looks like another one."""
    body = split_remark(text)[0]
    digit = doubtful_digit(body)
    if digit:
        from pbem import letters

        raise NotationError(text, body.index(digit) + 1, f"{letters.deceptive(digit)}: write which of them")
    bare = isinstance(line, Turn) and line.number is None and line.name is None
    return (without_word(fold, text) if bare else None) or line


def _error(fold: Fold, text: str) -> NotationError | None:
    try:
        fold.notation.parse(text)
    except NotationError as error:
        return error
    return None


def numbered(fold: Fold, text: str) -> Line | None:
    """A line with a mark behind the number of its turn, as in a list, or as a row of `pbem log`, with a number before.

    The same is taken from a text.
    """
    for changed in (re.sub(_MARKED, r"\1 ", text, count=1), without_row(text)):
        line = fold.notation.reads(changed) if changed != text else None
        if isinstance(line, Chance) or (isinstance(line, Turn) and None not in (line.number, line.name)):
            return line
    return None


# Results of chance


def without_word(fold: Fold, text: str) -> Line | None:
    """A result of chance written without its first word (draw, roll), while one is due that people enter.

    None unless one word makes it a result, or of several only one a possible one.
    """
    if not _waits(fold):
        return None
    reads = fold.notation.reads
    found = [line for word in fold.rules.words.chance_words if isinstance(line := reads(f"{word} {text}"), Chance)]
    if len(found) > 1:
        found = [line for line in found if not _refusal(fold, line, fold.add)]
    return found[0] if len(found) == 1 else None


def _waits(fold: Fold) -> bool:
    return fold.state.actor == CHANCE and fold.dealer is None and not fold.stopped


# Letters that look like digits


def check_digits(fold: Fold, text: str, line: Turn, add: Callable[[Line], object]) -> None:
    """Raises AmbiguousMove for a move that is another one if what looks like a digit is one; `add` adds a line.

    Only letters in another case than they are written in are doubtful: `PO` reads as `Po`, and may be `P0`.
    """
    others = [other for other in _with_digits(fold, text, line) if not _refusal(fold, other._replace(claim=None), add)]
    if not others:
        return
    mine, *digits = [fold.notation.format_steps(one.steps) for one in (line, *others)]
    error = _refusal(fold, line, add)
    if error:
        raise error.more(f"; with a digit it would be `{digits[0]}`")
    if all(_refusal(fold, other, add) for other in others):
        return  # the claim tells
    raise AmbiguousMove(
        f"`{text.strip()}` can mean `{mine}`, with a letter, or `{digits[0]}`, with a digit: write which of them",
        candidates=[mine, *digits],
    )


def _refusal(fold: Fold, line: Line, add: Callable[[Line], object]) -> PbemError | None:
    """Why a line cannot be added; nothing changes."""
    kept = fold.snapshot()
    try:
        add(line)
    except PbemError as error:
        return error
    finally:
        fold.restore(kept)
    return None


def _with_digits(fold: Fold, text: str, line: Turn) -> list[Turn]:
    """What else a move is with digits instead of letters."""
    body = _body(text)
    start = body.index(":") + 1 if line.name is not None else 0
    canonical = fold.notation.format_steps(line.steps)
    letters = [letter for letter in _DIGITS if body.count(letter, start) > canonical.count(letter)]
    found: list[Turn] = []
    for changed in _changed(body, [at for at in range(start, len(body)) if body[at] in letters], _DIGITS):
        other = fold.notation.reads(changed)
        if isinstance(other, Turn) and other not in found and _digits(fold, other) > _digits(fold, line):
            found.append(other)
    return found


def _digits(fold: Fold, line: Turn) -> int:
    """How many of those digits a move has: of some that are typed nothing is left, as in Rajas' `+0 +g`."""
    text = fold.notation.format_steps(line.steps)
    return sum(text.count(digit) for digit in set(_DIGITS.values()))


def _changed(text: str, places: list[int], others: dict[str, str]) -> Iterator[str]:
    """The text with another character at one of these places, then at all of them."""
    for at in places[:_MOST]:
        yield text[:at] + others[text[at]] + text[at + 1 :]
    if 1 < len(places) <= _MOST:
        yield "".join(others[c] if at in places else c for at, c in enumerate(text))


# What does not read


def _hint(fold: Fold, text: str) -> str:
    """What a text that does not read is meant for, as the end of a sentence; "" for what nobody knows."""
    body = _body(text)
    if fold.notation.reads(body) is not None:  # what is wrong is behind it, such as a remark that is too long
        return ""
    named = _with_colon(fold, body)
    if named:
        return f"; a `:` stands behind a name: did you mean `{named}`?"
    slashed = _slashed(fold, body)
    if slashed:
        return f"; a `/` stands between steps: did you mean `{slashed}`?"
    for changed in _changed(body, [at for at, c in enumerate(body) if c in _ALIKE], _ALIKE):
        line = fold.notation.reads(changed)
        if isinstance(line, Turn) and line.name is not None and fold.header.player(line.name) is None:
            continue
        if line is not None:
            return f"; letters are not digits, nor digits letters: did you mean `{changed.strip()}`?"
    return ""


def _with_colon(fold: Fold, body: str) -> str:
    """The move of a player that a text is with a colon behind the name that it begins with, "" if it is none."""
    words = body.split()
    number = words[:1] if words and words[0].isdecimal() else []
    words = words[len(number) :]
    for name in fold.header.names:
        end = len(name.split())
        if same(" ".join(words[:end]).rstrip(",.-")) == same(name):
            changed = " ".join([*number, f"{name}:", *words[end:]])
            if isinstance(fold.notation.reads(changed), Turn):
                return changed
    return ""


def _slashed(fold: Fold, body: str) -> str:
    """The move that a text is with slashes at some of its blanks, "" if it is none."""
    blanks = [at for at, c in enumerate(body) if c == " "][:_MOST]
    for start in [body, *(f"{body[:at]} /{body[at:]}" for at in blanks)]:
        changed, last = start, 0
        for _ in range(_SLASHES):
            error = _error(fold, changed)
            if error is None:
                return " ".join(changed.split()) if isinstance(fold.notation.reads(changed), Turn) else ""
            at = error.column - 1
            if not last < at < len(changed):
                break
            changed, last = f"{changed[:at].rstrip()} / {changed[at:]}", at + 1
    return ""


def _body(text: str) -> str:
    """A line without its remark."""
    return clean(text).partition(";")[0]


# Moves without turn and name


def is_bare(line: Line | None) -> bool:
    """Whether a line is a move that bears neither turn nor name."""
    return isinstance(line, Turn) and line.number is None and line.name is None


def may_be_bare(text: str) -> bool:
    """Whether a line of a mail may be such a move: letters or digits alone are none, for people write them."""
    return any(map(str.isdigit, text)) and not all(c.isdigit() or c.isspace() for c in text)


def check_several(fold: Fold, lines: list[str]) -> None:
    """Raises Doubt for such a move in a typed text of several lines unless it is the only move there.

    One of a letter or two (`R`, `Ma`) never counts there: people sign so.
    """
    reads = fold.notation.reads
    texts = [(number, text) for number, text in enumerate(lines, 1) if text.strip()]
    read = [(number, text, reads(text) or numbered(fold, text)) for number, text in texts]
    if len(read) < 2:
        return
    moves = sum(isinstance(line, (Turn, Undo, Stop)) for _, _, line in read)
    for number, text, line in read:
        if not isinstance(line, Turn) or not is_bare(line):
            continue
        steps = fold.notation.format_steps(line.steps)
        why = "it is not the only move there" if moves > 1 else "a letter or two may be anything"
        if moves > 1 or (len(steps) <= _INITIALS and steps.isalpha()):
            raise Doubt(
                f"line {number}, `{text.strip()}`, has neither turn nor name, and {why}: nothing was played; "
                f"if it is a move, write TURN NAME: before it",
                line=number,
                text=text.strip(),
            )

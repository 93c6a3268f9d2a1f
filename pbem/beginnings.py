"""Text that is the beginning of a step and not yet one: which steps it can become, or why none."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from pbem.errors import IllegalMove, PbemError
from pbem.fold import Fold
from pbem.game import END, Illegal, State, Step
from pbem.notation import Turn

LOOKED_AT = 20_000  # steps, of which there can be very many
_READ = 2000  # texts
_NAMED = 100  # that an error has for programs
_BORROWED = 20  # steps whose ends are tried
_SHOWN = 6
_NOTHING = Turn(None, None, (), None, None)


def becoming(fold: Fold, state: State, text: str) -> list[Step]:
    """The legal steps that a text begins in a short form: in `2-a` the quarter is left out."""
    words, tries = fold.rules.words, _READ
    found: list[Step] = []
    for step in islice(state.steps(), LOOKED_AT):
        if step is END:
            continue
        for whole in _with_ends(text, words.format_step(step)):
            tries -= 1
            if tries < 0:
                return found
            written = _read(fold, whole)
            if written is not None and words.matches(written, step):
                found.append(step)
                break
    return found


def _with_ends(text: str, full: str) -> Iterator[str]:
    """A text, and what can follow it of a full one, in which its characters stand in this order."""
    wanted, known = text.casefold(), full.casefold()
    letters = [c for c in wanted if c != " "]
    if not letters or known[:1] != letters[0]:
        return
    at = 0
    for letter in letters[:-1]:
        at = known.find(letter, at) + 1
        if at == 0:
            return
    while (at := known.find(letters[-1], at) + 1) > 0:
        yield text + full[at:]


def _read(fold: Fold, text: str) -> Step | None:
    """The one step that a text is, without number, name and claim; None for all else."""
    line = fold.notation.reads(text)
    if not isinstance(line, Turn) or len(line.steps) != 1:
        return None
    return line.steps[0] if line._replace(steps=()) == _NOTHING else None


def refusal(fold: Fold, state: State, text: str) -> PbemError | None:
    """Why no legal step begins with a text, if it is the beginning of any; else None.

    What is still missing is borrowed from legal steps and from the example of a move: mostly the reason is the same. If
    that gives no step, from the notation that the game prints, where every kind of step is.
    """
    words = fold.rules.words
    shown = [words.format_step(step) for step in islice(state.steps(), LOOKED_AT) if step is not END]
    shown.sort(key=lambda full: -_in_common(text, full))
    ends = [step.strip() for step in words.example.split("/")] + shown[:_BORROWED]
    reasons = _reasons(fold, state, text, ends)
    if reasons is None:
        reasons = _reasons(fold, state, text, [step for step in _printed(fold) if _in_common(text, step)])
    if reasons is None:
        return None
    reason, why = max(reasons, key=lambda found: reasons[found], default=("no-such-step", ""))
    example = "for example " if len(shown) > _SHOWN else ""
    would = f"legal would be {example}{', '.join(shown[:_SHOWN])}" if shown else "the turn is over there"
    return IllegalMove(
        f"no legal step begins with `{text}`{': ' if why else ''}{why}; {would}",
        reason=reason,
        legal=shown[:_NAMED],
    )


def _printed(fold: Fold) -> list[str]:
    """What may be steps in the notation that a game prints: what stands between two blanks, some of it words."""
    text = fold.rules.paint.rules_text(fold.rules)
    return [cell.strip(" ,") for cell in re.split(r"\n|  +|/", text) if cell.strip(" ,")]


def _reasons(fold: Fold, state: State, text: str, ends: list[str]) -> "Counter[tuple[str, str]] | None":
    """Why a text is no step with what is missing taken from the ends of others; None if it is one with none of them."""
    words = fold.rules.words
    reasons: Counter[tuple[str, str]] = Counter()
    reads = False
    for missing in dict.fromkeys(end[at:] for end in ends for at in range(len(end))):
        glued = () if text[-1:].isdigit() and missing[:1].isdigit() else (text + missing,)  # it would be another number
        whole = next((whole for whole in (*glued, f"{text} {missing}") if _read(fold, whole) is not None), "")
        if not whole:
            continue
        reads = True
        try:
            state.copy().apply(_read(fold, whole))
        except Illegal as error:
            why = words.explain(error)
            if text[-1:].isdigit() and whole[len(text)].isdigit():  # nobody wrote that number
                continue
            borrowed = (_tokens(whole) | _tokens(missing)) - _tokens(text)
            if _tokens(why).isdisjoint(borrowed):  # what is borrowed is no reason
                reasons[error.reason, why] += 1
    return reasons if reads else None


def _in_common(text: str, full: str) -> int:
    """How many characters are the same from the beginning."""
    pairs = zip(text.casefold(), full.casefold(), strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(text), len(full)))


def _tokens(text: str) -> set[str]:
    """Its words as a notation has them; `a` is one of sentences as well."""
    return set(re.findall(r"[a-z]+[0-9]*", text.casefold())) - {"a"}

"""What a failed test says: what is wrong with which method, and where in which game."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

import pytest

from pbem.board import plural
from pbem.game import CHANCE, NOBODY, Illegal, State, Step
from pbem.session import Session

_LAST = 6  # lines of the log that are shown


class Spot(NamedTuple):
    """A place in a game: a position of it, perhaps in the middle of a turn after the steps `begun`."""

    game: Session
    state: State
    begun: tuple[Step, ...] = ()

    @property
    def steps_so_far(self) -> str:
        """The steps of the line that is not finished, as text."""
        return self.game.fold.notation.format_steps(self.begun)


def here(game: Session) -> Spot:
    """The present position of a game; the state is the game's own."""
    return Spot(game, game.fold.state)


def method(of: object, name: str) -> str:
    """How a method is called in messages: "pbem_nim.state.State.copy"."""
    kind = type(of)
    return f"{kind.__module__}.{kind.__qualname__}.{name}"


def fail(what: str, spot: Spot | None = None) -> NoReturn:
    """Ends the test: what is wrong, and the position."""
    raise pytest.fail.Exception("\n".join([what, *(scene(spot) if spot else ())]), pytrace=False) from None


@contextlib.contextmanager
def doing(what: str, spot: Spot | None = None, but: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """An error that should not be (all but those) is told with what was being done, and the position."""
    try:
        yield
    except but:
        raise
    except Exception as error:
        error.add_note("\n".join([f"This happened in {what}.", *(scene(spot) if spot else ())]))
        raise


def scene(spot: Spot) -> list[str]:
    """A position as lines for the author of a game; what cannot be shown says so."""
    game, state = spot.game, spot.state
    names = game.header.names
    who = {CHANCE: "chance is to act", NOBODY: "the game is over"}.get(state.actor)
    if who is None:
        who = f"{names[state.actor]} is to move" if state.actor in range(len(names)) else f"actor is {state.actor}"
    options = "".join(f", option {option}" for option in game.header.options)
    lines = ["", f"In {game.rules.title} with {', '.join(names)}{options}, turn {state.turn}, {who}:"]
    lines += _shown(lambda: [str(line) for line in game.rules.position(state, names)], "rules.position")
    lines += _shown(lambda: [str(line) for line in game.rules.paint.board(game.view(state))], "paint.board")
    if spot.begun:
        lines += ["After these steps of the turn:", *_shown(lambda: [spot.steps_so_far], "words.format_step")]
    log = _shown(lambda: game.fold.texts(max(0, len(game.fold.lines) - _LAST)), "words")
    if log:
        lines += [plural(len(game.fold.lines), "The only line:", "The last of {n} lines:"), *log]
    return lines


def _shown(lines: Callable[[], list[str]], what: str) -> list[str]:
    try:
        return [f"    {line}" for line in lines()]
    except Exception as error:  # the game at hand is faulty, and the message must not hide with what
        return [f"    ({what} cannot show it: {type(error).__name__}: {error})"]


def step_text(game: Session, step: Step) -> str:
    """A step, or a result of chance, as text and as a value."""
    words = game.rules.words
    for form in (words.format_step, words.format_chance):
        with contextlib.suppress(Exception):
            return f"`{form(step)}` ({step!r})"
    return repr(step)


Look = dict[str, Any]
"""What can be seen of a position, by what it is called."""


def look(game: Session, state: State) -> Look:
    """Everything that can be seen of a position without playing on."""
    rules = game.rules
    return {
        "turn": state.turn,
        "actor": state.actor,
        "mover": state.mover,
        "earned": state.earned,
        "scores": list(state.scores()) if rules.has_scores else [],
        "position": list(rules.position(state, game.header.names)),
        "pending": list(rules.pending(state)),
    }


def changes(before: Look, after: Look) -> str:
    """What is different, in words; "" if nothing is."""
    found = []
    for what, was in before.items():
        now = after[what]
        if now == was:
            continue
        if isinstance(was, list) and isinstance(now, list):
            gone, come = [part for part in was if part not in now], [part for part in now if part not in was]
            found.append(f"{what}: {gone or was} became {come or now}")
        else:
            found.append(f"{what}: {was!r} became {now!r}")
    return "; ".join(found)


def check_sentence(game: Session, error: Illegal, step: Step, spot: Spot) -> None:
    """A refusal has one sentence."""
    what = method(game.rules.words, "explain")
    refused = f"the refusal {error.reason!r} with {error.facts!r} (of {step_text(game, step)})"
    try:
        sentence: Any = game.rules.words.explain(error)
    except Exception as wrong:
        fail(f"{what} has no sentence for {refused}: it raised {type(wrong).__name__}: {wrong}", spot)
    if not isinstance(sentence, str) or not sentence.strip() or "\n" in sentence:
        fail(f"{what} should give one line of text for {refused}, not {sentence!r}", spot)


def check_earned(spot: Spot) -> None:
    """What is earned is a tuple of numbers, in the middle of a line as well; empty without claims."""
    earned: Any = spot.state.earned
    has_claims = spot.game.rules.has_claims
    if not isinstance(earned, tuple) or not all(type(number) is int for number in earned):
        fail(f"{method(spot.state, 'earned')} should be a tuple of whole numbers, not {earned!r}.", spot)
    if earned and not has_claims:
        fail(f"The rules say has_claims = False, and {method(spot.state, 'earned')} is {earned}.", spot)
    if spot.begun and has_claims and not earned:
        fail(f"The rules say has_claims = True, and {method(spot.state, 'earned')} is empty within a line.", spot)

"""What a bot is, and where bots come from: those of pbem, of which the simple ones stand here, and of other packages.

A package names a bot under the entry point `pbem.bots`: a name, and a function or class of the rules of a game and a
budget (None: its own), which gives a Bot.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from random import Random
from typing import TYPE_CHECKING, NoReturn, Protocol, TypeVar

from pbem import legal
from pbem.bots.search import Search
from pbem.errors import PbemError, short
from pbem.game import Rules, State, Step
from pbem.plain import strange

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "pbem.bots"
MOST = 10_000_000
"""The largest budget."""
_SHOWN = 200  # characters of a step that may not be played
T = TypeVar("T")


class BotError(PbemError):
    """A bot that does not exist, or that failed: raised, or chose what may not be played."""

    code = "bot"
    status = 2


class Bot(Protocol):
    """Chooses steps. The same position and the same numbers of `random` give the same step, on every machine."""

    name: str
    """As it is asked for, with its budget: `search:1000`."""
    budget: int
    """How many tries it may make for one step; what a try is, is the bot's own affair."""

    def choose(self, state: State, random: Random) -> Step:
        """One of `state.steps()`, in a position in which a player is to act; the position stays as it was."""


class Uniform:
    """`random`: any legal step."""

    def __init__(self, rules: Rules, budget: int | None = None) -> None:
        self.budget = budget or 1
        self.name = "random"

    def choose(self, state: State, random: Random) -> Step:
        """See Bot.choose."""
        return state.step_at(random.random())


class Greedy:
    """`greedy`: the first step of a turn that earns most; where several do, any of these.

    A try is a position within the turn that is looked at.
    """

    def __init__(self, rules: Rules, budget: int | None = None) -> None:
        self.budget = budget or legal.POSITIONS
        self.name = f"greedy:{budget}" if budget else "greedy"

    def choose(self, state: State, random: Random) -> Step:
        """See Bot.choose."""
        steps = state.steps()
        if len(steps) == 1:
            return steps[0]
        worth = legal.worth(state, steps, self.budget)
        most = max(worth)
        return random.choice([step for step, value in zip(steps, worth, strict=True) if value == most])


Maker = Callable[[Rules, int | None], Bot]

BUILT_IN: dict[str, Maker] = {"random": Uniform, "greedy": Greedy, "search": Search}


def packages(specs: str) -> list[str]:
    """The packages that bring the bots of `greedy,last:5`, with their versions; none for those that are not here."""
    wanted = {spec.strip().partition(":")[0] for spec in specs.split(",")} - BUILT_IN.keys()
    found = [entry.dist for name, entry in _others().items() if name in wanted] if wanted else []
    return sorted(_version(dist) for dist in found if dist is not None)


def _version(dist: "Distribution") -> str:
    """Name and version of a package, `?` for what it does not say."""
    try:
        return f"{dist.name or '?'} {dist.version or '?'}"
    except Exception:  # versions of Python differ in what they raise
        return "? ?"


def names() -> list[str]:
    """The bots that can be asked for: those of pbem, then those of other packages."""
    return [*BUILT_IN, *sorted(_others().keys() - BUILT_IN.keys())]


def named(spec: str) -> tuple[str, int | None]:
    """The name and the budget of a bot as it is asked for, `NAME` or `NAME:BUDGET`; raises BotError."""
    name, colon, number = spec.strip().partition(":")
    if colon and not (re.fullmatch("[0-9]{1,9}", number) and 0 < int(number) <= MOST):
        raise BotError(f"the budget of a bot is a number from 1 to {MOST}, as in `search:1000`, not `{number}`")
    if name not in BUILT_IN and name not in _others():
        raise BotError(f"there is no bot `{name}`: {', '.join(names())}{strange(name)}")
    return name, int(number) if colon else None


def make(spec: str, rules: Rules) -> Bot:
    """A bot as it is asked for; raises BotError."""
    name, budget = named(spec)
    if name in BUILT_IN:
        return BUILT_IN[name](rules, budget)
    maker: Maker = _asked(lambda: _others()[name].load(), _failing(f"the bot `{name}` cannot be imported"))
    return _asked(lambda: _Guarded(spec.strip(), maker(rules, budget)), _failing(f"the bot `{name}` cannot be made"))


def _asked(ask: Callable[[], T], failed: Callable[[BaseException], T]) -> T:
    """What a package gives, or `failed` makes of what it raises; what it prints is no output of pbem.

    Nothing that it raises ends the program but Ctrl-C, not even what is no Exception, such as the panic of a bot
    written in Rust. Where it goes to another folder, files of pbem stay where they are.
    """
    try:
        with redirect_stdout(sys.stderr), _staying():
            return ask()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return failed(error)


@contextmanager
def _staying() -> Iterator[None]:
    """Comes back to the folder that was left; that one is gone, or has another name by now, is no fault of a bot."""
    here = _folder()
    try:
        yield
    finally:
        if here is not None and _folder() != here:
            with suppress(OSError):
                os.chdir(here)


def _folder() -> str | None:
    """The current folder, None if there is none any more."""
    try:
        return os.getcwd()
    except OSError:
        return None


def _failing(what: str) -> Callable[[BaseException], NoReturn]:
    """Raises BotError: what failed, and of what."""

    def failed(error: BaseException) -> NoReturn:
        raise BotError(f"{what}: {_told(error)}") from error

    return failed


class _Guarded:
    """A bot of a package: it gets a copy of the position, and what it chooses is looked at."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self.budget = bot.budget
        self._choose = bot.choose

    def choose(self, state: State, random: Random) -> Step:
        """See Bot.choose; raises BotError."""
        failed = _failing(f"the bot `{self.name}` failed in turn {state.turn}")
        step = _asked(lambda: self._choose(state.copy(), random), failed)
        steps = state.steps(voluntary=True)
        # The listed one is played: what is equal to it may have other types, such as floats or numbers of numpy.
        found = _asked(lambda: [one for one in steps if type(step) is type(one) and step == one][:1], failed)
        if not found:
            raise BotError(f"the bot `{self.name}` chose what may not be played in turn {state.turn}: {_shown(step)}")
        return found[0]


def _shown(step: object) -> str:
    """On one line; it may be anything, and of any length."""
    return _asked(lambda: " ".join(repr(step).split())[:_SHOWN], lambda _: f"a {type(step).__name__}")


def _told(error: BaseException) -> str:
    kind = type(error).__name__
    return _asked(lambda: short(" ".join(f"{kind}: {error}".split()).rstrip(":")), lambda _: kind)


def _others() -> "dict[str, EntryPoint]":
    """Bots of packages by name, of several the first on the path; a file of entry points that is faulty has none."""
    from importlib import metadata

    try:
        entries = [*metadata.entry_points(group=GROUP)]  # not those of an older version further down the path
    except Exception:  # versions of Python differ in what they raise
        entries = []
        for distribution in metadata.distributions():
            with suppress(Exception):
                entries += distribution.entry_points.select(group=GROUP)
    return {entry.name: entry for entry in reversed(entries)}


def play(bot: Bot, state: State, random: Random) -> list[Step]:
    """A bot plays on where a player is to act, until the turn is over or chance is due: its steps. Raises BotError."""
    steps: list[Step] = []
    turn = state.turn
    while state.actor >= 0 and state.turn == turn:
        steps.append(bot.choose(state, random))
        state.apply(steps[-1])
    return steps


def listed(specs: str, rules: Rules, players: int) -> Sequence[Bot]:
    """A bot for each player from `greedy,search:500`, or the same for all from one; raises BotError."""
    wanted = [spec for spec in specs.split(",") if spec.strip()]
    if len(wanted) not in (1, players):
        raise BotError(f"bots: {len(wanted)}, players: {players}; name one bot for all, or one for each")
    made = [make(spec, rules) for spec in wanted]
    return made * players if len(made) == 1 else made

"""The ways a game can be played, numbers of players and options; games played at random, each line as it is written."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pbem import registry, starting
from pbem.chance import chooser
from pbem.game import CHANCE, END, State, Step
from pbem.notation import Chance, Turn
from pbem.plain import clean
from pbem.session import Session


class Case(NamedTuple):
    """A way a game can be played: its id, the players as for `pbem new --player`, options."""

    game: str
    words: tuple[str, ...]
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *self.options])

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.words)

    @property
    def label(self) -> str:
        """What tells it from other cases of its game, in the name of a test: "2", "3-ganga"."""
        return "-".join([str(self.players), *self.options]).replace(" ", "_")

    def new(self, **more: Any) -> Session:
        """A new game like that; people draw where nothing else is said, and then the first player begins."""
        if not registry.load(self.game).has_chance:
            more = {"id": "test", **more}
        elif more.get("kind", "manual") == "manual":
            more = {"kind": "manual", "first": name_in(self.words[0]), "id": "test", **more}
        return starting.new(self.game, self.words, options=self.options, **more)


def name_in(words: str) -> str:
    """The name in what stands behind `--player`: "Ana=green,yellow" -> "Ana"."""
    return " ".join(clean(words.partition("=")[0]).split())


def cases(
    game_id: str, players: Mapping[int, Sequence[str]], options: Iterable[Sequence[str]] | None = None
) -> list[Case]:
    """Every number of players, each with every choice of options: without any, with each of them, and with all.

    An option of single players is tried for the first one. Where options do not go together, `options` says which
    choices there are; the first and the last of them are the ones that most tests look at.
    """
    found: list[Case] = []
    for words in players.values():
        found += [Case(game_id, tuple(words), chosen) for chosen in choices(game_id, words, options)]
    return found


def choices(
    game_id: str, words: Sequence[str], options: Iterable[Sequence[str]] | None = None
) -> list[tuple[str, ...]]:
    """The choices of options with these players, the plain one first and the fullest one last."""
    if options is not None:
        return [tuple(chosen) for chosen in options]
    rules = registry.load(game_id)
    single = [*rules.options, *(f"{word} {name_in(words[0])}" for word in rules.player_options)]
    return list(dict.fromkeys([(), *((option,) for option in single), tuple(rules.options)]))


Policy = Callable[[random.Random, State], Step]
"""Chooses a legal step."""


def uniform(rng: random.Random, state: State) -> Step:
    """Any legal step."""
    return rng.choice(state.steps())


def by_kind(rng: random.Random, state: State) -> Step:
    """A step of a kind chosen at random: the many ways to pay, say, do not outnumber all else."""
    kinds: dict[str, list[Step]] = {}
    for step in state.steps():
        kinds.setdefault(_begin(type(step).__name__, getattr(step, "_fields", ())) or str(step)[:_KIND], []).append(
            step
        )
    return rng.choice(kinds[rng.choice(list(kinds))])


_KIND = 12
"""As many characters of a step say what kind it is."""


@cache
def _begin(name: str, fields: tuple[str, ...]) -> str:
    """What all named tuples of a type begin with, if that says the kind: there may be thousands of them."""
    text = f"{name}({fields[0]}=" if fields else ""
    return text[:_KIND] if len(text) >= _KIND else ""


def play_turn(state: State, rng: random.Random, policy: Policy = uniform) -> tuple[Any, ...]:
    """One turn at random, played on `state`, or as much of it as comes before a result of chance; its steps."""
    number = state.turn
    steps = []
    while state.turn == number and state.actor >= 0:
        step = policy(rng, state)
        state.apply(step)
        if step is not END:
            steps.append(step)
    return tuple(steps)


def random_line(game: Session, rng: random.Random, policy: Policy = uniform) -> str:
    """The next line of a game at random, as its notation writes it; nothing is played."""
    state = game.state
    if state.actor == CHANCE:
        return game.fold.notation.format(Chance(state.deal(chooser(rng)), None))
    number, name = state.turn, game.header.names[state.actor]
    steps = play_turn(state, rng, policy)
    return game.fold.notation.format(Turn(number, name, steps, claim(game, state), None))


def claim(game: Session, state: State) -> tuple[int, ...] | None:
    """What a line bears that has just been played on `state`."""
    return state.earned if game.rules.has_claims else None


def random_lines(game: Session, rng: random.Random, policy: Policy = uniform, most: int = 10**6) -> list[str]:
    """Plays a game in which people draw at random, line by line through its notation; the lines."""
    lines: list[str] = []
    while not game.over and len(lines) < most:
        lines.append(random_line(game, rng, policy))
        game.play(lines[-1])
    return lines

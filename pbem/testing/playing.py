"""Games played at random, each line through the notation of its game."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from pbem.chance import chooser
from pbem.game import CHANCE, END, State, Step
from pbem.notation import Chance, Turn
from pbem.session import Session

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

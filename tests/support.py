"""What tests share: positions drawn as text, games played at random."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pbem import registry, session
from pbem.game import CHANCE, END, NOBODY, Choose, State
from pbem.notation import Chance, Turn
from pbem.session import Session

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"

PLAYERS: dict[str, dict[int, list[str]]] = {
    "maharani": {
        2: ["Ana=green,yellow", "Bob=red,blue"],
        3: ["Ana=green", "Bob=red", "Cid=blue"],
        4: ["Ana=green", "Bob=red", "Cid=blue", "Dana=yellow"],
    }
}


def position(
    drawn: str, *, players: Sequence[str] = PLAYERS["maharani"][2], first: str = "Ana", **seats: str
) -> Session:
    """A manual game of Maharani that starts from a setup: a drawn board (or rows of it) and position lines."""
    lines = "\n".join(line.strip() for line in drawn.strip().splitlines())
    return session.new("maharani", players, kind="manual", first=first, seats=seats, setup=lines, id="test")


def chooser(rng: random.Random) -> Choose:
    """Chance at random."""
    return lambda purpose, event, n: rng.randrange(n)


Policy = Callable[[random.Random, Sequence[Any]], Any]


def uniform(rng: random.Random, steps: Sequence[Any]) -> Any:
    """Any legal step."""
    return rng.choice(steps)


def play_turn(state: State, rng: random.Random, policy: Policy = uniform) -> tuple[Any, ...]:
    """One turn at random, played on `state`; its steps."""
    number = state.turn
    steps = []
    while state.turn == number:
        step = policy(rng, list(state.steps()))
        state.apply(step)
        if step is not END:
            steps.append(step)
    return tuple(steps)


def random_lines(game: Session, rng: random.Random, policy: Policy = uniform, most: int = 10**6) -> list[str]:
    """Plays a manual game at random, line by line through its notation; the lines."""
    lines: list[str] = []
    while game.state.actor != NOBODY and len(lines) < most:
        state = game.state.copy()
        if state.actor == CHANCE:
            text = game.fold.notation.format(Chance(state.deal(chooser(rng)), None))
        else:
            number, name = state.turn, game.header.names[state.actor]
            steps = play_turn(state, rng, policy)
            text = game.fold.notation.format(Turn(number, name, steps, state.earned, None))
        game.play(text)
        lines.append(text)
    return lines


def new_manual(game_id: str, players: int, **more: Any) -> Session:
    """A manual game with the usual players; the first of them begins."""
    words = PLAYERS[game_id][players]
    return session.new(game_id, words, kind="manual", first=words[0].split("=")[0], id="test", **more)


def game_ids() -> list[str]:
    """Every game there is; the conformance suite runs over all of them."""
    return registry.ids()

"""What tests share: games and positions, play at random; modules and programs that may not be installed."""

import importlib
import os
import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import pytest

import pbem
from pbem import registry, report, testing
from pbem.game import CHANCE, END, State
from pbem.known import played
from pbem.rules.majolica import moves as majolica
from pbem.session import Session
from pbem.testing import Case, Policy, by_kind, uniform

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"

PLAYERS: dict[str, dict[int, list[str]]] = {
    "maharani": {
        2: ["Ana=green,yellow", "Bob=red,blue"],
        3: ["Ana=green", "Bob=red", "Cid=blue"],
        4: ["Ana=green", "Bob=red", "Cid=blue", "Dana=yellow"],
    },
    "rajas": {n: ["Ana=yellow", "Bob=red", "Cid=blue", "Dana=green"][:n] for n in (2, 3, 4)},
    "majolica": {n: ["Ana", "Bob", "Cid", "Dana"][:n] for n in (1, 2, 3, 4)},
}


def case_of(game_id: str, players: int, *options: str) -> Case:
    """That game with so many players."""
    return Case(game_id, tuple(PLAYERS[game_id][players]), options)


def cases(*ids: str) -> list[Case]:
    """Every game and number of players, without options, with each of them, and with all."""
    return [case for game_id in ids or game_ids() for case in testing.cases(game_id, PLAYERS[game_id])]


def position(
    drawn: str, *, players: Sequence[str] = PLAYERS["maharani"][2], first: str = "Ana", **seats: str
) -> Session:
    """A manual game of Maharani that starts from a setup: a drawn board (or rows of it) and position lines."""
    lines = "\n".join(line.strip() for line in drawn.strip().splitlines())
    return pbem.new("maharani", players, kind="manual", first=first, seats=seats, setup=lines, id="test")


_TRIES = 12  # with fewer games take longer


def steady(rng: random.Random, state: State) -> Any:
    """A step of Majolica that never replaces a card: otherwise random games would practically never end.

    Of some steps, of kinds chosen at random, the one after which workshops are closest to being activated.
    """
    keeps = [s for s in steps_of(rng, state) if not (isinstance(s, majolica.Card) and bench(state).slots[s.slot])]
    kinds: dict[type, list[Any]] = {}
    for step in keeps:
        kinds.setdefault(type(step), []).append(step)
    tries: list[tuple[Any, ...]] = []
    for _ in range(_TRIES):
        step = rng.choice(kinds[rng.choice(list(kinds))])
        after: Any = state.copy()
        after.apply(step)
        if after.turn != state.turn:
            return step
        tries.append((after.earned, len(after.must_activate()), _closeness(after), len(tries), step))
    return max(tries)[-1]


def replacing(rng: random.Random, state: State) -> Any:
    """Any step of Majolica, cards replaced and tiles thrown away at will."""
    return rng.choice(steps_of(rng, state))


def steps_of(rng: random.Random, state: State) -> list[Any]:
    """The legal steps, sometimes with those that only throw away."""
    return list(state.steps(voluntary=rng.random() < 0.1))


def bench(state: Any) -> Any:
    """The board of the player to move, in Majolica."""
    return state.bench


def _closeness(state: Any) -> int:
    """How many tiles belong to the patterns of the workshops, those that do not counted off."""
    shops, facts = state.bench.shops, state.facts
    return sum(_of_a_pattern(heap, facts.workshops[shop].pattern, facts.colours) for shop, heap in enumerate(shops))


@cache
def _of_a_pattern(heap: str, pattern: tuple[int, ...], colours: str) -> int:
    counts = sorted((heap.count(letter) for letter in colours), reverse=True)
    return 2 * sum(min(have, size) for have, size in zip(counts, pattern, strict=False)) - len(heap)


POLICIES: dict[str, Policy] = {"maharani": uniform, "majolica": steady, "rajas": by_kind}
"""How each game is played at random so that it ends."""


Some = Callable[[int, int], int]
"""The fixture of that name: few, or with the slow tests many."""


def any_turn(game: Session) -> str:
    """A legal turn, as its notation writes it: at every step the last there is. To list all turns takes long."""
    state = game.state.copy()
    number = state.turn
    steps: tuple[Any, ...] = ()
    while state.turn == number and state.actor >= 0:
        step = state.steps()[-1]
        steps = steps if step is END else (*steps, step)
        state.apply(step)
    return game.fold.notation.format_steps(steps)


def random_line(game: Session, rng: random.Random) -> str:
    """The next line of a game at random, as its notation writes it; nothing is played."""
    return testing.random_line(game, rng, POLICIES[game.rules.id])


def random_lines(game: Session, rng: random.Random, most: int = 10**6) -> list[str]:
    """Plays a manual game at random, line by line through its notation; the lines."""
    return testing.random_lines(game, rng, POLICIES[game.rules.id], most)


def somewhere(case: Case, rng: random.Random, most: int) -> Session:
    """A game some lines on, with a player to act or over."""
    game = case.new()
    random_lines(game, rng, most=rng.randrange(1, most))
    while game.state.actor == CHANCE:
        random_lines(game, rng, most=1)
    return game


def new_manual(game_id: str, players: int, **more: Any) -> Session:
    """A manual game with the usual players; the first of them begins."""
    return case_of(game_id, players).new(**more)


def game_ids() -> list[str]:
    """Every game there is; the conformance suite runs over all of them."""
    return registry.ids()


# What tests need beside Python: modules of extras, and programs of Debian, which .ci/servers installs


def missing(why: str) -> NoReturn:
    """What a test needs is not installed: it is skipped, and says why; where CI is set nothing is, and it fails."""
    if os.environ.get("CI"):
        pytest.fail(f"{why} (CI is set, so nothing may be skipped)", pytrace=False)
    pytest.skip(why)


def program(path: Path, package: str) -> Path:
    """A program of a Debian package."""
    return path if path.exists() else missing(f"{path} is not installed: apt install {package}")


def module(name: str, why: str) -> Any:
    """A module of another package."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(why)


# Hex, the game from outside (tests/outside)


def new_hex(setup: str | None = None, first: str | None = None) -> Session:
    """A game of Ana and Bob."""
    return pbem.new("hex", ["Ana", "Bob"], setup=setup, first=first, id="test")


def played_hex(moves: str) -> Session:
    """A game after some moves."""
    game = new_hex()
    game.play(*moves.split())
    return game


def random_hex(rng: random.Random, most: int = 10**6) -> Session:
    """A game played at random, to its end if it may."""
    game = new_hex()
    while not game.over and len(game.log) < most:
        game.play((rng.choice(game.state.steps()),))
    return game


def drawn(game: Session) -> list[str]:
    """The board of a game."""
    return game.rules.paint.board(game.view())


def in_turn(players: int, turns: int) -> tuple[Session, list[str], list[str]]:
    """A game of Maharani after so many turns, its posts and records before each, the last ones of now."""
    game = pbem.new("maharani", PLAYERS["maharani"][players], seed="part", id="part", first="Ana")
    posts, records = ["\n".join(report.show(game))], [game.record()]
    for _ in range(turns):
        game.play("R")
        posts.append("\n".join(report.show(game)))
        records.append(game.record())
    return game, posts, records


def going_on(*draws: int) -> tuple[list[Session], str]:
    """Copies of a game of Rajas in a turn of which a line was played, with draws of their own; its first post."""
    games, first = [case_of("rajas", 2).new(id="on") for _ in draws], ""
    here = games[0]
    while here.waits_for_draw or not played(here.fold, here.turn):
        first = first if here.waits_for_draw else "\n".join(report.show(here))
        waits = here.waits_for_draw and len(played(here.fold, here.turn)) > 0
        for game, draw in zip(games, draws, strict=True):
            game.play(random_line(game, random.Random(f"{draw if waits else 0} {len(game.log)}")))
    return games, first

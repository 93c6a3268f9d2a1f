"""What tests share: positions drawn as text, games played at random."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pbem
from pbem import registry
from pbem.game import CHANCE, END, Choose, State
from pbem.notation import Chance, Turn
from pbem.rules.majolica import moves as majolica
from pbem.session import Session

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


class Case(NamedTuple):
    """A way a game can be played: its id, number of players, options."""

    game: str
    players: int
    options: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *self.options])

    def new(self, **more: Any) -> Session:
        """A new game like that, manual if nothing else is said; the first player begins."""
        if more.get("kind", "manual") == "manual":
            return new_manual(self.game, self.players, options=self.options, **more)
        return pbem.new(self.game, PLAYERS[self.game][self.players], options=self.options, **more)


def cases(*ids: str) -> list[Case]:
    """Every number of players, without options, with each of them, and with all."""
    found: list[Case] = []
    for game_id in ids or game_ids():
        game = registry.load(game_id)
        single = [*game.options, *(f"{word} Ana" for word in game.player_options)]
        chosen = dict.fromkeys([(), *((option,) for option in single), tuple(game.options)])
        found += [Case(game_id, count, options) for count in game.counts for options in chosen]
    return found


def position(
    drawn: str, *, players: Sequence[str] = PLAYERS["maharani"][2], first: str = "Ana", **seats: str
) -> Session:
    """A manual game of Maharani that starts from a setup: a drawn board (or rows of it) and position lines."""
    lines = "\n".join(line.strip() for line in drawn.strip().splitlines())
    return pbem.new("maharani", players, kind="manual", first=first, seats=seats, setup=lines, id="test")


def chooser(rng: random.Random) -> Choose:
    """Chance at random."""
    return lambda purpose, event, n: rng.randrange(n)


Policy = Callable[[random.Random, State], Any]
"""Chooses a legal step."""


def uniform(rng: random.Random, state: State) -> Any:
    """Any legal step."""
    return rng.choice(state.steps())


def by_kind(rng: random.Random, state: State) -> Any:
    """A step of a kind chosen at random: ways to pay or to lay a tile do not outnumber all else."""
    kinds: dict[str, list[Any]] = {}
    for step in state.steps():
        kinds.setdefault(str(step)[:12], []).append(step)
    return rng.choice(kinds[rng.choice(list(kinds))])


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
        tries.append((after.earned, len(after.due()), _closeness(after), len(tries), step))
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
    close = 0
    for shop, heap in enumerate(state.bench.shops):
        counts = sorted((heap.count(letter) for letter in state.facts.colours), reverse=True)
        pattern = state.facts.workshops[shop].pattern
        close += 2 * sum(min(have, size) for have, size in zip(counts, pattern, strict=False)) - len(heap)
    return close


POLICIES: dict[str, Policy] = {"maharani": uniform, "majolica": steady, "rajas": by_kind}
"""How each game is played at random so that it ends."""


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


def random_line(game: Session, rng: random.Random, policy: Policy | None = None) -> str:
    """The next line of a game at random, as its notation writes it; nothing is played."""
    state = game.state
    if state.actor == CHANCE:
        return game.fold.notation.format(Chance(state.deal(chooser(rng)), None))
    number, name = state.turn, game.header.names[state.actor]
    steps = play_turn(state, rng, policy or POLICIES[game.rules.id])
    return game.fold.notation.format(Turn(number, name, steps, state.earned, None))


def random_lines(game: Session, rng: random.Random, policy: Policy | None = None, most: int = 10**6) -> list[str]:
    """Plays a manual game at random, line by line through its notation; the lines."""
    lines: list[str] = []
    while not game.over and len(lines) < most:
        lines.append(random_line(game, rng, policy))
        game.play(lines[-1])
    return lines


def somewhere(case: Case, rng: random.Random, most: int) -> Session:
    """A game some lines on, with a player to act or over."""
    game = case.new()
    random_lines(game, rng, most=rng.randrange(1, most))
    while game.state.actor == CHANCE:
        random_lines(game, rng, most=1)
    return game


def new_manual(game_id: str, players: int, **more: Any) -> Session:
    """A manual game with the usual players; the first of them begins."""
    words = PLAYERS[game_id][players]
    return pbem.new(game_id, words, kind="manual", first=words[0].split("=")[0], id="test", **more)


def game_ids() -> list[str]:
    """Every game there is; the conformance suite runs over all of them."""
    return registry.ids()

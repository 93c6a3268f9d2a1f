"""Games that bots play by the thousand: each follows from its number alone, wherever it is played."""

import hashlib
import json
import re
from copy import copy
from functools import lru_cache
from random import Random
from typing import NamedTuple

from pbem import __version__, advice, chance, pools, record, registry, starting
from pbem.bots import base
from pbem.errors import SaveError
from pbem.game import CHANCE, NOBODY, Rules, State
from pbem.header import Header
from pbem.session import Session

TURNS = 1000
"""A game that is not over after so many turns is not played on: at random some never end."""


class Plan(NamedTuple):
    """What is simulated. With the number of a game it says all that decides the game; it crosses processes."""

    game: str
    players: tuple[str, ...]
    bots: str
    seed: str
    options: tuple[str, ...] = ()
    seats: tuple[tuple[str, str], ...] = ()
    first: str | None = None
    setup: str | None = None
    turns: int = TURNS
    version: str = __version__
    """As `begun` finds it: of pbem, and of the packages that bring the game and its bots."""
    digest: str = ""

    def seed_of(self, number: int) -> str:
        """The seed of a game, from 1; no two games of a run share one."""
        return f"{self.seed}.{number}"

    def name(self) -> str:
        """What tells this run from others: twelve hexadecimal digits."""
        text = json.dumps(self)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


class Row(NamedTuple):
    """What came of a game. Players are indices; `order` those who had a turn, in the order of their first ones."""

    number: int
    seed: str
    over: bool
    turns: int
    steps: int
    order: tuple[int, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]


def game_of(setup: str) -> str:
    """The game that a setup is for; raises SaveError where it does not say so."""
    record.check_no_save(setup)
    found = re.search(r"(?im)^\s*pbem[ \t]+[0-9]+[ \t]+(\S+)", setup)
    if found is None:
        raise SaveError("the setup does not say what is played: name the game, and the setup with --setup")
    return found[1].lower()


def begun(plan: Plan) -> tuple[Plan, Session]:
    """The plan with the digest of the table at hand, and its first game before it is played; raises PbemError."""
    chance.check_seed(plan.seed)  # in games without chance as well: it stands in a row of its own
    session = _started(plan, 1)
    base.listed(plan.bots, session.rules, len(session.header.players))
    return plan._replace(digest=session.rules.digest, version=_versions(plan)), session


def _versions(plan: Plan) -> str:
    return pools.versions([plan.game], base.packages(plan.bots))


def play(plan: Plan, part: tuple[int, int]) -> list[Row]:
    """Some games of a run: `part` has the numbers of the first and of the last. Raises BotError or DifferentWorker."""
    return _prepared(plan).play(*part)


def record_of(plan: Plan, number: int) -> str:
    """The record of one game, played once more; raises PbemError."""
    session = _started(plan, number)
    bots, random = base.listed(plan.bots, session.rules, len(session.header.players)), Random(plan.seed_of(number))
    while not session.over and session.turn <= plan.turns:
        session.play(advice.line(session, bots[session.state.actor], random))
    return session.record()


def _started(plan: Plan, number: int) -> Session:
    return starting.new(
        plan.game,
        plan.players,
        seats=dict(plan.seats),
        options=plan.options,
        first=plan.first,
        seed=plan.seed_of(number) if registry.load(plan.game).has_chance else None,
        setup=plan.setup,
        id=f"simulated-{number}",
    )


class _Prepared:
    """What all games of a run have in common."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        have = _versions(plan)
        if plan.version != have:
            raise pools.DifferentWorker(f"pbem {have} is here, this run is made with pbem {plan.version}")
        session = _started(plan, 1)
        self.rules: Rules = session.rules
        self.header = session.header
        self.choosers = [bot.choose for bot in base.listed(plan.bots, self.rules, len(self.header.players))]
        self.starts: dict[int, State] = {}
        """By who begins: the position before the first step."""

    def play(self, first: int, last: int) -> list[Row]:
        """Some games. What changes in them belongs to this call alone."""
        header, random = copy(self.header), Random()
        return [self._play(number, header, random) for number in range(first, last + 1)]

    def _play(self, number: int, header: Header, random: Random) -> Row:
        seed = self.plan.seed_of(number)
        header.id = f"simulated-{number}"
        choose = chance.Secret(seed, header.id).choose
        if header.drawn:
            header.first = self.rules.draw_first(header, choose)
        if header.first not in self.starts:
            self.starts[header.first] = self.rules.start(header)
        state = self.starts[header.first].copy()
        choosers, most, steps = self.choosers, self.plan.turns, 0
        random.seed(seed)
        order: list[int] = []
        while (actor := state.actor) != NOBODY and state.turn <= most:
            if actor == CHANCE:
                state.apply(state.deal(choose))
                continue
            if actor not in order:
                order.append(actor)
            try:
                state.apply(choosers[actor](state, random))
            except base.BotError as error:
                raise error.at(f"game {number}") from error
            steps += 1
        over = state.actor == NOBODY
        winners = tuple(self.rules.winners(state)) if over else ()
        turns = state.turn - 1
        return Row(number, seed, over, turns, steps, tuple(order), winners, tuple(state.scores()))


@lru_cache(4)
def _prepared(plan: Plan) -> _Prepared:
    return _Prepared(plan)

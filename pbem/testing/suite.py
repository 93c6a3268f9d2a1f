"""What the parts of the conformance suite share: the cases of a game, and walks through random games of it."""

import contextlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from pbem import registry
from pbem.chance import chooser
from pbem.errors import PbemError
from pbem.game import CHANCE, END, Illegal, Rules, State, Step
from pbem.notation import Chance, Line, Turn
from pbem.session import Session
from pbem.testing.playing import Case, cases, claim, play_turn, uniform
from pbem.testing.telling import Look, Spot, changes, check_earned, doing, fail, here, look, method, step_text

Key = tuple[type, Step]
"""A step that is told from steps of other types: named tuples are equal where their fields are."""


class Played(NamedTuple):
    """A random game: its lines, as text and read, before which a player is to act, and what its end looks like."""

    lines: list[str]
    read: list[Line]
    acting: list[int]
    end: Look


_PLAYED: dict[tuple[type, Case, int], Played] = {}
"""Random games are played once in a process, and then walked through by several tests."""
_MOST_GAMES = 30


class Suite:
    """A game under test, and what its author may say of it; see Conformance."""

    game: str
    players: Mapping[int, Sequence[str]]
    options: Sequence[Sequence[str]] | None = None
    games: int = 20
    tasks: int = 1
    longest: int = 5000

    def policy(self, rng: random.Random, state: Any) -> Step:
        """Chooses a legal step in random games, so that they end; any one if this is not overridden."""
        return uniform(rng, state)

    def invariant(self, session: Session) -> None:
        """Whatever must hold in every position; asserts of one's own."""

    # What tests are asked for

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Tests that take `case` run for every number of players, without options and with all; `every_case` for more.

        `seeds` are the numbers of the random games of a case, spread over tasks; `kind` is how chance is decided.
        """
        try:
            self.rules  # noqa: B018
        except PbemError as error:  # an author wants to know that, and not how it came about
            raise pytest.Collector.CollectError(f"{type(self).__name__}: {error}") from None
        wanted = metafunc.fixturenames
        if "every_case" in wanted and "seeds" in wanted:
            number = metafunc.config.getoption("games", None)
            number = self.games if number is None else number
            tasks = max(1, min(self.tasks, number))
            metafunc.parametrize(
                ("every_case", "seeds"),
                [(case, range(task, number, tasks)) for case in self.cases() for task in range(tasks)],
                ids=[
                    case.label + (f"-part{task + 1}" if tasks > 1 else "")
                    for case in self.cases()
                    for task in range(tasks)
                ],
            )
        elif "every_case" in wanted:
            metafunc.parametrize("every_case", self.cases(), ids=[case.label for case in self.cases()])
        if "case" in wanted:
            usual = self.usual_cases()
            metafunc.parametrize("case", usual, ids=[case.label for case in usual])
        if "kind" in wanted:
            metafunc.parametrize("kind", ["seed", "keeper", "manual"] if self.rules.has_chance else ["without"])

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return registry.load(self.game)

    def cases(self) -> list[Case]:
        """Every number of players, each with every choice of options."""
        return cases(self.game, self.players, self.options)

    def usual_cases(self) -> list[Case]:
        """Every number of players, with the first and the last choice of options: none and all."""
        found: list[Case] = []
        for words in self.players.values():
            mine = [case for case in self.cases() if case.words == tuple(words)]
            found += dict.fromkeys([mine[0], mine[-1]])
        return found

    # Random games

    def random_line(self, game: Session, rng: random.Random) -> str:
        """The next line at random, with the suite's policy; nothing is played, and that is checked."""
        state, notation = game.state, game.fold.notation
        before = look(game, state)
        line: Line
        with doing("playing a random line", here(game)):
            if state.actor == CHANCE:
                line = Chance(state.deal(chooser(rng)), None)
            else:
                number, name = state.turn, game.header.names[state.actor]
                steps = self.random_steps(Spot(game, state), rng)
                check_earned(Spot(game, state, steps))
                line = Turn(number, name, steps, claim(game, state), None)
            text = notation.format(line)
        try:
            read = notation.parse(text)
        except PbemError as error:
            fail(f"`{text}` is how the game writes {line!r}, and it cannot be read: {error}", here(game))
        if read != line:
            fail(f"`{text}` is how the game writes {line!r}, and it is read as {read!r}.", here(game))
        found = changes(before, look(game, game.fold.state))
        if found:
            fail(f"{method(state, 'copy')}: a copy was played on, and the original has changed: {found}.", here(game))
        return text

    def random_steps(self, spot: Spot, rng: random.Random) -> tuple[Step, ...]:
        """The steps of a random line, played on the state of the spot."""
        game, state, begun = spot
        number = state.turn
        while state.turn == number and state.actor >= 0:
            step = self.policy(rng, state)
            try:
                state.apply(step)
            except Illegal as error:
                fail(
                    f"{method(state, 'steps')} lists {step_text(game, step)}, or `policy` has invented it, and "
                    f"{method(state, 'apply')} refuses it ({error.reason}).",
                    Spot(game, state, begun),
                )
            begun = begun if step is END else (*begun, step)
        return begun

    def played(self, case: Case, number: int) -> Played:
        """Random game `number` of a case to its end, or as far as `longest`."""
        if (type(self), case, number) not in _PLAYED:
            rng = random.Random(f"{case} {number}")
            game = case.new()
            acting = []
            while not game.over and len(game.fold.lines) < self.longest:
                if game.fold.state.actor >= 0:
                    acting.append(len(game.fold.lines))
                self.play(game, self.random_line(game, rng))
            _PLAYED[type(self), case, number] = Played(
                game.log, list(game.fold.lines), acting, look(game, game.fold.state)
            )
        return _PLAYED[type(self), case, number]

    def play(self, game: Session, line: str) -> None:
        """Plays a line that was made on a copy of the position."""
        try:
            with doing(f"playing `{line}`", here(game), (PbemError,)):
                played = game.play(line, deal=False)
        except PbemError as error:
            fail(
                f"`{line}` was legal on a copy of the position, step by step, and the game refuses it as a line:\n"
                f"{error}\nDoes {method(game.rules.words, 'format_step')} write what is read?",
                here(game),
            )
        if played != [line]:
            fail(f"`{line}` was played, and {played} came out of it.", here(game))

    def walk(self, case: Case, points: int, games: int = 2, acting: bool = False) -> Iterator[Session]:
        """About so many positions of at least so many random games, from start to end; or those with a player to act.

        What a test does to a position must leave it as it was: the games go on from there, and must come to the same
        end. `trying` takes back what is played.
        """
        passed = number = 0
        while number < games or (passed < points and number < _MOST_GAMES):
            for game in self.walk_through(case, number, points // games, acting):
                passed += 1
                yield game
            number += 1

    def walk_through(self, case: Case, number: int, points: int, acting: bool = False) -> Iterator[Session]:
        """The same in one random game; its first and last position are among them."""
        _, lines, players, end = self.played(case, number)
        rng = random.Random(f"points {case} {number}")
        there = players if acting else range(len(lines) + 1)
        stops = {*there[:1], *there[-1:], *rng.sample(there[1:-1], min(max(0, points - 2), len(there[1:-1])))}
        game = case.new()
        for index in range(len(lines) + 1):
            if index in stops:
                yield game
            if index < len(lines):
                self._go_on(game, lines[index])
        found = changes(end, look(game, game.fold.state))
        if found:
            fail(f"The same lines came to another end than before: {found}.{_SHARED}", here(game))

    def _go_on(self, game: Session, line: Line) -> None:
        try:
            game.fold.add(line)
        except PbemError as error:
            text = game.fold.notation.format(line)
            fail(f"`{text}` was played before, and now it is refused: {error}.{_SHARED}", here(game))

    def spots(self, game: Session, rng: random.Random) -> Iterator[Spot]:
        """The present position, and those in the middle of a random line; the states are copies."""
        state = game.state
        begun: tuple[Step, ...] = ()
        while True:
            yield Spot(game, state, begun)
            if state.actor < 0:
                return
            step = self.policy(rng, state)
            after = state.copy()
            with doing(f"playing the step {step_text(game, step)}", Spot(game, state, begun)):
                after.apply(step)
            if after.turn != state.turn or after.actor < 0 or step is END:
                return
            state, begun = after, (*begun, step)

    def play_on(self, state: State, rng: random.Random, most: int) -> None:
        """Plays on a position at random, so many turns or results of chance."""
        for _ in range(most):
            if state.actor == CHANCE:
                state.apply(state.deal(chooser(rng)))
            elif state.actor >= 0:
                play_turn(state, rng, self.policy)


_SHARED = (
    "\nSomething that was done in between has changed it: a copy that shares a list, a refused step that changed "
    "something, or rules that remember what is a game's own."
)


@contextlib.contextmanager
def trying(game: Session) -> Iterator[None]:
    """What is played here is taken back at the end."""
    kept = game.fold.snapshot()
    try:
        yield
    finally:
        game.fold.restore(kept)


def key(step: Step) -> Key:
    """See Key."""
    return type(step), step


def some(steps: Sequence[Any], rng: random.Random, most: int) -> list[Any]:
    """At most so many of a sequence that may be long and lazy, in its order."""
    if len(steps) <= most:
        return list(steps)
    return [steps[index] for index in sorted(rng.sample(range(len(steps)), most))]


def follow(state: State, lines: Sequence[Any], game: Session) -> None:
    """Plays lines of a log on a position, without the fold."""
    for line in lines:
        results = [line.result] if isinstance(line, Chance) else line.steps if isinstance(line, Turn) else ()
        turn = state.turn
        try:
            for step in results:
                state.apply(step)
            if isinstance(line, Turn) and state.turn == turn and state.actor >= 0:
                state.apply(END)
        except Illegal as error:
            text = game.fold.notation.format(line)
            fail(
                f"{method(state, 'copy')}: a copy was kept while its original was played on; now the copy refuses "
                f"`{text}` ({error.reason}), which is legal in its position: they share something",
                Spot(game, state),
            )

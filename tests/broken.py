"""Games with one fault each, for tests/test_conformance.py to see that the conformance suite finds it."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from pbem import game as engine
from pbem.game import View
from pbem.rules.maharani import board, notation
from pbem.rules.maharani.moves import REFRESH, Draw, Placement, Refill
from pbem.rules.maharani.rules import Maharani
from pbem.rules.maharani.state import State
from pbem.rules.rajas.state import State as Ganges
from pbem.session import Session
from pbem.testing import Conformance

Patch = pytest.MonkeyPatch
WORDS, PAINT = type(notation.WORDS), type(board.PAINT)


class Broken(Conformance):
    """Maharani for two, and what is wrong with it."""

    game = "maharani"
    players = {2: ["Ana=green,yellow", "Bob=red,blue"]}
    games = 3

    @pytest.fixture(autouse=True)
    def broken(self, monkeypatch: Patch) -> None:
        self.break_(monkeypatch)

    def break_(self, patch: Patch) -> None:
        """Puts the fault in."""


class TestSharedList(Broken):
    def break_(self, patch: Patch) -> None:
        copy = State.copy

        def shared(self: State) -> State:
            new = copy(self)
            new.slots = self.slots
            return new

        patch.setattr(State, "copy", shared)


def taken_for(patch: Patch, other: Callable[[State, Any], Any]) -> None:
    """A step is taken for another one."""
    apply = State.apply
    patch.setattr(State, "apply", lambda self, step: apply(self, other(self, step)))


class TestCountsFromTheEnd(Broken):
    def break_(self, patch: Patch) -> None:
        def counted(state: State, step: Any) -> Any:
            from_the_end = isinstance(step, Placement) and step.slot == -1
            return step._replace(slot=len(state.slots) - 1) if from_the_end else step

        taken_for(patch, counted)


class TestCountsRoundAndRound(Broken):
    def break_(self, patch: Patch) -> None:
        def counted(state: State, step: Any) -> Any:
            if not isinstance(step, Refill):
                return step
            return Refill(tuple(Draw(draw.slot and draw.slot % len(state.slots), draw.tile) for draw in step.draws))

        taken_for(patch, counted)


class TestChangesBeforeItRefuses(Broken):
    def break_(self, patch: Patch) -> None:
        apply = State.apply

        def hasty(self: State, step: Any) -> None:
            try:
                apply(self, step)
            except engine.Illegal:
                self.score[self.mover] += 1
                raise

        patch.setattr(State, "apply", hasty)


class TestTakesAnything(Broken):
    def break_(self, patch: Patch) -> None:
        apply = State.apply
        patch.setattr(State, "apply", lambda self, step: None if step == "" else apply(self, step))


class TestListsTooMuch(Broken):
    def break_(self, patch: Patch) -> None:
        steps = State.steps
        patch.setattr(State, "steps", lambda self, voluntary=False: [*steps(self), *[REFRESH] * (self.placed == 1)])


class TestListsTooLittle(Broken):
    def break_(self, patch: Patch) -> None:
        steps = State.steps
        patch.setattr(State, "steps", lambda self, voluntary=False: steps(self)[:12])


class TestAnotherStepAt(Broken):
    def break_(self, patch: Patch) -> None:
        patch.setattr(State, "step_at", lambda self, share: self.steps()[int((1 - share) * len(self.steps())) - 1])


class TestAnyOrder(Broken):
    def break_(self, patch: Patch) -> None:
        steps = State.steps

        def shuffled(self: State, voluntary: bool = False) -> list[Any]:
            found = list(steps(self))
            random.shuffle(found)
            return found

        patch.setattr(State, "steps", shuffled)


class TestWritesAnotherMove(Broken):
    def break_(self, patch: Patch) -> None:
        write: Callable[[Any], str] = notation.WORDS.format_step
        patch.setattr(WORDS, "format_step", lambda self, step: write(step).replace("a8", "b8").replace("b2", "c2"))


class TestNoSentence(Broken):
    def break_(self, patch: Patch) -> None:
        explain = notation.WORDS.explain

        def forgetful(self: Any, illegal: engine.Illegal) -> str:
            if illegal.reason == "occupied":
                raise KeyError(illegal.reason)
            return explain(illegal)

        patch.setattr(WORDS, "explain", forgetful)


class TestWideBoard(Broken):
    def break_(self, patch: Patch) -> None:
        drawn = board.PAINT.board
        patch.setattr(PAINT, "board", lambda self, view: [f"{line} +++ +++ " for line in drawn(view)])


class TestTemplateIsAMove(Broken):
    def break_(self, patch: Patch) -> None:
        patch.setattr(PAINT, "template", lambda self, view: "1-a5")


class TestReportNotForMail(Broken):
    def break_(self, patch: Patch) -> None:
        report = board.PAINT.report

        def quoting(self: Any, view: View) -> list[str]:
            return ["> as you wrote", *report(view)]

        patch.setattr(PAINT, "report", quoting)


class TestEarnsANumber(Broken):
    def break_(self, patch: Patch) -> None:
        apply = State.apply

        def plain(self: State, step: Any) -> None:
            turn = self.turn
            apply(self, step)
            if self.turn > turn:
                self.earned = self.earned[0]  # type: ignore[assignment]

        patch.setattr(State, "apply", plain)


class TestEarnsMoreAndMore(Broken):
    def break_(self, patch: Patch) -> None:
        apply = State.apply

        def adding(self: State, step: Any) -> None:
            turn, before = self.turn, self.earned
            apply(self, step)
            if self.turn > turn:
                self.earned = (self.earned[0] + before[0],)

        patch.setattr(State, "apply", adding)


class TestDealsTheSameAgain(Broken):
    def break_(self, patch: Patch) -> None:
        deal = State.deal
        patch.setattr(State, "deal", lambda self, choose: deal(self, lambda purpose, event, n: choose(purpose, 0, n)))


class TestForgetsTheScore(Broken):
    def break_(self, patch: Patch) -> None:
        position = Maharani.position
        patch.setattr(
            Maharani,
            "position",
            lambda self, state, names: [line for line in position(self, state, names) if not line.startswith("score")],
        )


class TestForgetsWhoIsToAct(Broken):
    def break_(self, patch: Patch) -> None:
        start = Maharani.start

        def other(self: Maharani, header: Any) -> State:
            state = start(self, header)
            if header.position and state.actor >= 0:
                state.actor = 1 - state.actor
            return state

        patch.setattr(Maharani, "start", other)


class TestReadsNoPost(Broken):
    def break_(self, patch: Patch) -> None:
        read = Maharani.read_post

        def without_scores(self: Maharani, post: engine.Post) -> Any:
            players, readings = read(self, post)
            return players, [[line for line in lines if not line.startswith("score")] for lines in readings]

        patch.setattr(Maharani, "read_post", without_scores)


class TestNothingMayFollow(Broken):
    """Rajas of the Ganges, in which turns wait for dice."""

    game = "rajas"
    players = {2: ["Ana=yellow", "Bob=red"]}
    options = [()]

    def break_(self, patch: Patch) -> None:
        patch.setattr(Ganges, "may_follow", lambda self, step: False)


class TestTurnsAreAllAlike(Broken):
    def break_(self, patch: Patch) -> None:
        patch.setattr(State, "in_turn", lambda self: 0)


class TestNobodyWins(Broken):
    def break_(self, patch: Patch) -> None:
        patch.setattr(Maharani, "winners", lambda self, state: [])


class TestNeverEnds(Broken):
    longest = 60

    def policy(self, rng: random.Random, state: Any) -> Any:
        return REFRESH


class TestInvariantDoesNotHold(Broken):
    def invariant(self, session: Session) -> None:
        assert session.turn < 4, "the fourth turn has come"


class TestPlayersAreMissing(Broken):
    pass

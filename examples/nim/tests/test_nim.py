"""Nim against the suite that every game of pbem must pass, and its few rules."""

from typing import Any

import pytest

import pbem
from pbem.testing import Conformance


class TestNim(Conformance):
    """Everything that must hold in any game."""

    game = "nim"
    players = {2: ["Ana", "Bob"]}

    def invariant(self, session: pbem.Session) -> None:
        """No heap grows, and the game is over when all are empty."""
        state: Any = session.state
        heaps = state.heaps
        assert all(0 <= there <= full for there, full in zip(heaps, [3, 4, 5], strict=True))
        assert session.over == (not any(heaps))


def test_who_takes_the_last_stick_has_won() -> None:
    game = pbem.new("nim", ["Ana", "Bob"])
    game.play("a3", "b4", "c5")
    assert game.winners == ["Ana"]
    assert game.record().endswith("3 Ana: c5\nresult Ana has won\n")


@pytest.mark.parametrize(("move", "reason"), [("d1", "no-heap"), ("a0", "no-stick"), ("a4", "too-many")])
def test_refusals(move: str, reason: str) -> None:
    game = pbem.new("nim", ["Ana", "Bob"])
    with pytest.raises(pbem.IllegalMove) as error:
        game.play(move)
    assert error.value.details["reason"] == reason

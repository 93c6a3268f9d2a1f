"""A typed line that may go on without a word: with a claim it is completed as it is without one."""

import pytest

from tests.rajas.tools import error, table

NAVARATNAS = ["navaratnas"]
"""With them neither NE, 2 money, nor ND, karma, asks for anything."""


@pytest.mark.parametrize("line", ["/ NE:", "/ NE: =2,1", "", "=2,1"])
def test_a_claim_that_is_right_for_both_forms_completes_the_line(line: str) -> None:
    game = table("dice Ana o5", options=NAVARATNAS)
    assert game.play(f"Q oS4 d4NEW -o5 {line}") == ["1 Ana: Q oS4 d4NEW -o5 / NE: / ND: =2,1"]


def test_a_claim_that_is_right_for_the_complete_form_alone_completes_it() -> None:
    game = table("dice Ana o5", options=NAVARATNAS)
    assert game.play("Q oS4 d4NEW -o5 / ND: =2,1") == ["1 Ana: Q oS4 d4NEW -o5 / ND: / NE: =2,1"]


def test_a_claim_that_is_right_for_the_incomplete_form_alone_leaves_it() -> None:
    game = table("dice Ana o5", options=NAVARATNAS)
    assert game.play("Q oS4 d4NEW -o5 / ND: =2,-1") == ["1 Ana: Q oS4 d4NEW -o5 / ND: =2,-1"]


def test_a_claim_that_is_right_for_neither_is_refused() -> None:
    game = table("dice Ana o5", options=NAVARATNAS)
    assert error(game, "Q oS4 d4NEW -o5 / NE: =2,2").details == {"earned": [2, 1], "written": [2, 2]}


def test_a_line_of_a_log_stays_as_it_stands() -> None:
    """Pasted from another copy it must come out as it is there: the lines behind it go on from it."""
    game = table("dice Ana o5", options=NAVARATNAS)
    lines = ["1 Ana: Q oS4 d4NEW -o5 / NE: =2,1", "draw oS1", "1 Ana: ND: =0,0"]
    assert game.play(*lines) == lines

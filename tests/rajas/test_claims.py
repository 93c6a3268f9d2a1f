"""Lines of which more is to be said: a claim does not keep them from being completed, and what does nothing is told."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem import remarks
from pbem.commands.move_ import command
from tests.rajas.tools import MARKETS, error, table

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


# What is legal and does nothing


@pytest.mark.parametrize(
    ("tiles", "line", "notes"),
    [
        ([], "Mp -o6", ["Mp sells nothing: Ana has no market of spice"]),
        ([], "Ma", ["Ma sells nothing: Ana has no market"]),
        (MARKETS, "Mp -o6", ["Mp sells nothing: Ana has no market of spice"]),
        (MARKETS, "Mt -o6", []),
        (MARKETS, "Ms -o6", []),
        (MARKETS, "Ma", []),
        ([], "P0", []),
    ],
)
def test_a_market_that_sells_nothing_is_told(tiles: list[str], line: str, notes: list[str]) -> None:
    game = table("dice Ana o6", *tiles)
    game.play(line)
    assert remarks.since(game.fold, 0) == notes
    assert remarks.since(game.fold, 1) == []


def test_of_a_turn_of_several_lines_the_new_ones_are_looked_at() -> None:
    game = table("dice Ana o5", show="oS3")
    game.play("Q oS3 b4EW -o5", "draw oS1", "+g", "roll g1", "Bob: Ma")
    assert remarks.since(game.fold, 2) == ["Ma sells nothing: Bob has no market"]
    assert remarks.since(game.fold, 5) == []


@pytest.mark.parametrize("more", ["", "--dry-run", "--json"])
def test_the_command_tells_it(tmp_path: Path, more: str) -> None:
    path = str(tmp_path / "r.toml")
    table("dice Ana o6").save(path)
    result = CliRunner().invoke(command, [path, "Mp -o6", *filter(None, [more])])
    note = "Mp sells nothing: Ana has no market of spice"
    assert f"Note: {note}\n" in result.stderr
    if more == "--json":
        assert json.loads(result.stdout)["notes"] == [note]

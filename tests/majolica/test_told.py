"""What players are told beside the board: ties, missions, points that are made up."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from pbem import registry
from pbem.board import WIDTH
from pbem.game import View
from pbem.session import Session
from tests.majolica.tools import END, FIVE, FOUR, START, opening, solo, table
from tests.support import ROOT

INVENTED = "The points of missions are reconstructed: the rule book gives none."


def told(game: Session) -> str:
    """All that is beside the board, as one line."""
    lines = game.rules.paint.report(View(game.state, game.header.names, game.state.mover))
    assert all(0 < len(line) <= WIDTH and line.isascii() for line in lines)
    return " ".join(lines)


# Ties


@pytest.mark.parametrize(
    ("players", "round_line", "order"),
    [
        (2, "round 2 Bob", "Ana, Bob"),
        (2, "round 3 Bob", "Bob, Ana"),
        (3, "round 3 Ana", "Bob, Cid, Ana"),
        (4, "round 9 Ana", "Ana, Bob, Cid, Dana"),
    ],
)
def test_who_wins_a_tie(players: int, round_line: str, order: str) -> None:
    """Ruling 18; the winners are those of test_end."""
    text = told(table(round_line, players=list(START)[:players]))
    assert f"Of equal points the later in the order of round 1 wins: {order}." in text


def test_in_round_one_its_first_player_is_told_anyway() -> None:
    text = told(table("round 1 Bob"))
    assert "first of this round" in text.partition("Bob: ")[2].partition("Ana: ")[0]
    assert "equal" not in text
    assert "equal" not in told(solo("round 2 Ana"))


@pytest.mark.parametrize(("token", "said"), [("18", True), ("17", False)])
def test_at_the_end_a_tie_is_told_if_there_is_one(token: str, said: bool) -> None:
    game = table("round 2 Bob", f"done Ana {FIVE}", f"token Bob {token}", grid=FOUR)
    game.play(END)
    assert game.over
    assert ("Of equal points the later in the order of round 1 wins: Ana, Bob." in told(game)) is said


# Missions


@pytest.mark.parametrize(
    ("done", "mission", "words"),
    [
        (["done Bob 3ygb,4rryy,4rrgg"], "first", "; 2 points), lost to Bob"),
        (["done Bob 3ygb,4rryy,4rrgg", "done Cid 3rgb,4yygg,4yybb"], "first", "; 2 points), lost to Bob and Cid"),
        (["done Bob 3ygb,4rryy,4rrgg", "done Ana 3ryg,4yygg,4yybb"], "first", "; 2 points), lost"),
        (["done Bob 3ygb,4rryy"], "first", "; 2 points)"),
        (
            ["done Bob 3ygb,4rryy,4rrgg", "done Ana 3ryg,4yygg,4yybb"],
            "first done",
            "; 2 points), done (counted at the end)",
        ),
        (["done Bob 3ygb,4rryy,4rrgg"], "double", "; 3 points)"),
    ],
)
def test_whether_the_mission_first_can_still_be_accomplished(done: Sequence[str], mission: str, words: str) -> None:
    """Ruling 25: its owner is the first with three cards."""
    others = ["mission Bob five", "mission Cid ladder"]
    lines = ["round 2 Cid", *done, f"mission Ana {mission}", *others]
    text = told(table(*lines, players=["Ana", "Bob", "Cid"], options=["missions"]))
    mine = text.partition("Ana: ")[2].partition(" workshop 1")[0]
    assert mine.endswith(words), mine


def test_that_points_of_missions_are_made_up() -> None:
    """fact: `missions`, the rule book shows no points. (L277)"""
    assert INVENTED in told(opening(3, ["missions"]))
    assert INVENTED not in told(opening(3, ["bloom", "kaleidoscope"]))


def test_of_a_table_with_printed_points_that_is_not_told(tmp_path: Path) -> None:
    facts = tomllib.loads((ROOT / "games" / "majolica.toml").read_text("utf-8"))
    facts["edition"] = "mine"
    facts["missions"] |= {"source": "as printed", "five": {"points": 1, "cards": 5}}
    path = tmp_path / "majolica.toml"
    path.write_text(tomli_w.dumps(facts))
    game = opening(3, ["missions"])
    game.play("mission 1")
    state: Any = game.state.copy()
    state.facts = registry.load_file(str(path)).facts  # type: ignore[attr-defined]
    text = " ".join(game.rules.paint.report(View(state, game.header.names, state.mover)))
    assert "five (complete 5 cards; 1 point)" in text
    assert "reconstructed" not in text

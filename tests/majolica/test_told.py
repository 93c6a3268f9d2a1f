"""What players are told: ties, missions, points that are made up, lists of moves, undo, the result, JSON."""

import json
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import pbem
from pbem import cli, for_scripts, registry
from pbem.board import WIDTH
from pbem.errors import PbemError, SaveError
from pbem.game import View
from pbem.legal import POSITIONS, TooMany, count
from pbem.session import Session
from tests.majolica.tools import (
    BANDS,
    BONUS,
    END,
    FIVE,
    FOUR,
    GRID,
    NO_CARDS,
    SHOWN,
    START,
    fresh,
    lies,
    opening,
    position,
    read,
    refused,
    solo,
    table,
)
from tests.support import ROOT, Some

# What is told beside the board

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


def test_of_a_table_with_printed_points_that_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = tomllib.loads((ROOT / "games" / "majolica.toml").read_text("utf-8"))
    facts["edition"] = "mine"
    facts["missions"] |= {"source": "as printed", "five": {"points": 1, "cards": 5}}
    (tmp_path / "majolica.toml").write_text(tomli_w.dumps(facts))
    game = opening(3, ["missions"])
    game.play("mission 1")
    state: Any = game.state.copy()
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    state.facts = registry.load("majolica").facts  # type: ignore[attr-defined]
    text = " ".join(game.rules.paint.report(View(state, game.header.names, state.mover)))
    assert "five (complete 5 cards; 1 point)" in text
    assert "reconstructed" not in text


# perft

ROW = "rygb xxxx xxxx xxxx"
TAKES = ("mission Ana takes", "mission Bob five")


@pytest.mark.parametrize(
    ("make", "turns"),
    [
        pytest.param(lambda: table(grid=FOUR, display=NO_CARDS), 4 * 4 * 2, id="four tiles, swap before or after"),
        pytest.param(lambda: table(grid=ROW, display=NO_CARDS), 4 + 4 * 4 * 2, id="and a run"),
        pytest.param(lambda: table(grid=ROW, display="3ryg x x x x x"), 4 + 32 + 4 * 4 * 3 * 2, id="and a card"),
        pytest.param(lambda: table("slot Ana 1 4rryy", grid=FOUR, display=NO_CARDS), 32 * 3, id="a card to move"),
        pytest.param(
            lambda: table("slot Ana 1 4rryy", "slot Ana 2 4rrbb", grid=FOUR, display=NO_CARDS), 32 * 6, id="two cards"
        ),
        pytest.param(lambda: table("start Ana 3ryg", grid=FOUR, display=NO_CARDS), 3 * 32 * 3, id="start"),
        pytest.param(lambda: table("shop Ana 1 rr", grid=FOUR, display=NO_CARDS), 32, id="no discards"),
        pytest.param(
            lambda: table("shop Ana 3 rryb", grid=FOUR, display=NO_CARDS), (4 * 3 + 4 * 3) * 2, id="just the excess"
        ),
        pytest.param(lambda: solo("gone rrgg", tiles="rrgb", display=NO_CARDS), 4 + 3 * 4 * 2, id="alone"),
        pytest.param(
            # y to workshop 1, then 1:r; the bonus is 16 tiles, before or after swap, or +0 at the end
            lambda: table(*BONUS, grid=FOUR, display=NO_CARDS),
            (4 * 4 - 1) * 6 + (2 * 16 + 1) + (16 + 1) + 2,
            id="bonus",
        ),
        pytest.param(lambda: table(*TAKES, grid=ROW, display=NO_CARDS, options=["missions"]), 4 * 5 + 32, id="mission"),
        pytest.param(lambda: opening(3, ["missions"]), 4, id="draft"),
    ],
)
def test_perft_counts_texts(make: Callable[[], Session], turns: int) -> None:
    """canonical: one per different canonical text, without x steps and without more than the excess on arrival."""
    assert count(make().state) == turns


# Lists


def test_what_begins_like_the_last_step_is_listed_too() -> None:
    game = opening(2)
    moves = [move.text for move in game.legal("start 1 / a4:1 / swap")]
    assert moves[0] == "start 1 / a4:1 / swap"
    assert set(moves) == {"start 1 / a4:1 / swap", "start 1 / a4:1 / swap 1-2", "start 1 / a4:1 / swap 1-3"}
    assert {move.text for move in game.legal("start 1 / a4:1 / card 4-")} == {
        f"start 1 / a4:1 / card 4-{slot}" for slot in (1, 2, 3)
    }


@pytest.mark.parametrize(
    ("partial", "said"),
    [
        ("99 start 1", "that was for turn 99, the game is at turn 1"),
        (
            "start 1 / 77 a4-d4:1",
            "cannot read `77 a4-d4:1` at column 1: the number of the turn stands at its beginning",
        ),
        ("start 1 =55 / a4-d4:1", "cannot read `start 1 =55` at column 1: that is no part of a move"),
    ],
)
def test_a_partial_move_is_held_to_what_a_move_is(partial: str, said: str) -> None:
    with pytest.raises(PbemError, match=f"^{said}(\n|$)"):
        opening(2).legal(partial)


THREE_BONUS_TILES = [
    "slot Ana 1 3rry+ rr",
    "slot Ana 2 3ggb+ gg",
    "slot Ana 3 3yyg+ yy",
    "shop Ana 1 rryyy",
    "shop Ana 2 rrbggy",
    "shop Ana 3 yggr",
    "shop Ana 4 rrb",
]


def test_json_does_not_count_for_minutes(monkeypatch: pytest.MonkeyPatch, some: Some) -> None:
    """959,856,566 whole turns: more than anybody wants to wait for."""
    game = table(*THREE_BONUS_TILES)
    with pytest.raises(TooMany):
        count(game.state, 1000)
    with monkeypatch.context() as patch:
        patch.setattr("pbem.for_scripts.POSITIONS", some(1000, POSITIONS))
        assert for_scripts.position(game)["legal"] is None
    assert for_scripts.position(opening(2))["legal"] == count(opening(2).state)


# Undo


def test_undo_takes_back_a_turn_and_the_draws_after_it() -> None:
    """notation, undo: the game is at that turn before its move, and the next turn line has its number again."""
    game = table("turn 7", grid=FOUR, display=f"x {' '.join(SHOWN[1:])}")
    before = position(game)
    game.play("a4:4 / swap", f"draw grid {GRID}", "draw cards 3ryg", "a4-d4:1")
    game.play("undo 7 ; wrong tile")
    assert position(game) == before
    assert game.play("d1:4 / swap")[0].startswith("7 Ana: ")


def test_undo_draw_takes_back_a_draw_that_was_typed() -> None:
    """notation, undo: in manual games, if it is the last line in force, the setup draws included."""
    game = fresh(2)
    game.play("draw start Ana 3ryg, Bob 3ygb", f"draw grid {BANDS}", "undo draw", f"draw grid {GRID}")
    assert lies(game, "grid") == GRID
    game.play("undo draw", "undo draw", "draw start Ana 3ryb, Bob 3ygb")
    assert (lies(game, "start Ana"), lies(game, "grid")) == ("3ryb", "")


def test_undo_keeps_the_draw_before_the_turn() -> None:
    """notation, undo: the tiles revealed for a solo turn stay."""
    game = solo("turn 3", tiles="")
    game.play("draw tiles rygb", "all:1", "draw tiles bgyr", "undo 3")
    assert (lies(game, "tiles"), lies(game, "gone"), game.turn) == ("rygb", "", 3)
    assert game.play("r:1 / swap") == ["3 Ana: r:1 / swap =0"]


def test_undo_of_a_draft() -> None:
    """header: drafts are turns, so they can be taken back like others."""
    game = opening(2, ["missions"])
    game.play("mission 1", "mission 2", "undo 2")
    assert (lies(game, "mission Ana"), game.to_move, game.turn) == ("", "Ana", 2)
    assert refused(game, "mission 1") == "draft-place"
    assert game.play("mission 3") == ["2 Ana: mission 3 =0"]


def test_undo_after_the_end() -> None:
    """notation, undo: allowed after the end."""
    game = table("done Ana 3ryg,3ygb,4rryy,4rrgg,4yygg", "slot Ana 1 7rryygg rr", grid=FOUR)
    game.play("a4:4 / swap")
    assert (game.over, game.scores["Ana"]) == (True, 19)
    game.play("undo 1")
    assert (game.over, game.scores["Ana"]) == (False, 18)


# Result and JSON

OVER = ("done Ana 3ryg,3ygb,4rryy,4rrgg,4yygg", "token Bob 17", "slot Bob 1 7rryygg rr")
"""With the last turn both have 18."""


def test_the_result_has_the_final_scores() -> None:
    """canonical: in the order of the player lines, pairs counted, the winner not named."""
    game = table(*OVER, grid=FOUR)
    assert "result" not in game.record()
    game.play("a4:4 / swap")
    assert game.record().endswith("\n1 Ana: a4:4 / swap =0\nresult Ana 18, Bob 18\n")
    assert read(game.record()).record() == game.record()
    with pytest.raises(SaveError, match=r"the result should be `result Ana 18, Bob 18`$"):
        read(game.record().replace("Bob 18", "Bob 17"))


def test_json_names_the_winner() -> None:
    """canonical: among equal scores the last in the first round's order."""
    game = table(*OVER, grid=FOUR)
    assert for_scripts.position(game)["winner"] is None
    game.play("a4:4 / swap")
    found = for_scripts.position(game)
    assert (found["winner"], found["scores"]) == ("Bob", {"Ana": 18, "Bob": 18})


def test_json_of_the_solo_game_has_a_rating_instead() -> None:
    """canonical."""
    game = solo("round 6 Ana", "token Ana 20", "gone rrrryyyygggg", tiles="bbbb")
    assert "rating" not in for_scripts.position(game)
    game.play("b:4 / swap")
    found = for_scripts.position(game)
    assert (found.get("winner"), found["over"]) == (None, True)
    assert isinstance(found["rating"], str)


def test_the_turn_in_json_is_the_next_one() -> None:
    """notation: also after the end."""
    game = table("turn 45", *OVER, grid=FOUR)
    game.play("a4:4 / swap")
    assert for_scripts.position(game)["turn"] == 46


def test_the_command_starts_a_game_without_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """header: names only, options by name; a manual game needs its first player."""
    monkeypatch.chdir(tmp_path)
    players = ["--player", "Ana", "--player", "Bob"]
    words = ["new", "majolica", "m.toml", *players, "--option", "bloom", "--option", "missions", "--chance", "manual"]
    assert cli.run(words) != 0
    assert "--first" in capsys.readouterr().err
    assert cli.run([*words, "--first", "Bob"]) == 0
    capsys.readouterr()
    assert cli.run(["show", "m.toml", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["turn"], found["draw_due"]) == ("majolica", 1, True)
    assert pbem.load("m.toml").header.options == ["missions", "bloom"]

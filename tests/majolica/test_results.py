"""Undo; the result of a game, and JSON."""

import json
from pathlib import Path

import pytest

import pbem
from pbem import cli, report
from pbem.errors import SaveError
from tests.majolica.tools import BANDS, FOUR, GRID, SHOWN, fresh, lies, opening, position, read, refused, solo, table

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
    with pytest.raises(SaveError):
        read(game.record().replace("Bob 18", "Bob 17"))


def test_json_names_the_winner() -> None:
    """canonical: among equal scores the last in the first round's order."""
    game = table(*OVER, grid=FOUR)
    assert report.as_json(game)["winner"] is None
    game.play("a4:4 / swap")
    found = report.as_json(game)
    assert (found["winner"], found["scores"]) == ("Bob", {"Ana": 18, "Bob": 18})


def test_json_of_the_solo_game_has_a_rating_instead() -> None:
    """canonical."""
    game = solo("round 6 Ana", "token Ana 20", "gone rrrryyyygggg", tiles="bbbb")
    assert "rating" not in report.as_json(game)
    game.play("b:4 / swap")
    found = report.as_json(game)
    assert (found.get("winner"), found["over"]) == (None, True)
    assert isinstance(found["rating"], str)


def test_the_turn_in_json_is_the_next_one() -> None:
    """notation: also after the end."""
    game = table("turn 45", *OVER, grid=FOUR)
    game.play("a4:4 / swap")
    assert report.as_json(game)["turn"] == 46


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

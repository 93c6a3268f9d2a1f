"""`pbem analyse`: what turns of a finished game gave away, and never a word to who is to move."""

import json
from pathlib import Path

import pytest

import pbem
from pbem import advice, analysis
from pbem.errors import NotThere
from pbem.session import Session
from tests.support import PLAYERS, ROOT, game_ids, new_manual
from tests.test_cli import Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


def late(game_id: str = "maharani") -> Session:
    """A finished game of few turns, which began late in a game."""
    whole = pbem.load(str(ROOT / "examples" / f"{game_id}-demo.pbem"))
    turns = list(whole.fold.before)
    game = pbem.new(game_id, setup=whole.setup(turns[-4]), seed="late", id="late")
    while not game.over:
        advice.play(game, "random" if game_id == "maharani" else "greedy:50")
    return game


@pytest.mark.parametrize("game_id", ["maharani", "rajas"])
def test_a_finished_game(shell: Shell, game_id: str) -> None:
    game = late(game_id)
    with pytest.raises(NotThere, match="a bot has nothing to play: the game is over"):
        advice.play(game, "greedy")
    game.save("g.toml")
    Path("g.pbem").write_text(game.record())
    told = json.loads(shell("analyse g.toml g.pbem --budget 8 --json").stdout)
    assert [one["file"] for one in told] == ["g.toml", "g.pbem"]
    assert told[0]["turns"] == told[1]["turns"]
    one = told[0]
    assert (one["game"], one["id"], one["outcome"], one["budget"]) == (game_id, "late", "lead", 8)
    assert [turn["turn"] for turn in one["turns"]] == list(game.fold.before)
    written = [line for line in game.log if line[0].isdigit()]
    assert sum(len(turn["moves"]) for turn in one["turns"]) == len(written)
    for turn in one["turns"]:
        assert turn["gave_away"] >= 0
        assert turn["error"] >= 0
        assert turn["player"] == game.header.names[game.before(turn["turn"]).mover]
        if len(turn["moves"]) == 1:
            assert turn["best"] - turn["after"] == pytest.approx(turn["gave_away"])
            assert (turn["best_move"] == turn["moves"][0]) == (turn["gave_away"] == 0)
            assert f"{turn['turn']} {turn['player']}: {turn['moves'][0]}" in " ".join(written)
    for name, player in one["players"].items():
        own = [turn for turn in one["turns"] if turn["player"] == name]
        assert player["turns"] == len(own)
        assert player["gave_away"] == pytest.approx(sum(turn["gave_away"] for turn in own))
    lines = shell("analyse g.toml --budget 8 --jobs 2").stdout.splitlines()
    assert len(lines) == 1 + len(one["turns"]) + len(one["players"])
    assert lines == list(analysis.lines(game, one["turns"]))


def test_what_threw_points_away_is_found() -> None:
    """In the last turn of a game nothing is left to chance: what was left lying is counted exactly."""
    game = late()
    turns = list(game.fold.before)
    last = turns[-1]
    told = analysis.analyse(analysis.parts(game, "g", None, 400, "")[turns.index(last)])
    state = game.before(last)
    mover = state.mover

    def lead(text: str) -> int:
        again = pbem.new("maharani", setup=game.setup(last), seed="late", id="late")
        again.play(text)
        scores = again.state.scores()
        return scores[mover] - max(score for player, score in enumerate(scores) if player != mover)

    assert told["after"] == lead(told["moves"][0])
    assert told["best"] == lead(told["best_move"])
    assert told["gave_away"] == told["best"] - told["after"]


def test_the_best_move_gives_nothing_away() -> None:
    """A move as good as the best found is the best: a tie is no fault."""
    state = late()
    for part in analysis.parts(state, "g", None, 30, ""):
        told = analysis.analyse(part)
        assert told["best"] >= told["after"]
        if told["best"] == told["after"]:
            assert told["best_move"] == " | ".join(told["moves"])
    none = {"turn": 1, "player": "Ana", "gave_away": 0.0, "best_move": "R"}
    assert analysis.summary([none])["Ana"] == {"turns": 1, "gave_away": 0.0, "mean": 0.0, "worst": None}


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_that_goes_on_is_refused(shell: Shell, game_id: str) -> None:
    game = pbem.new(game_id, PLAYERS[game_id][2], seed="x", first="Ana", id="x")
    game.save("g.toml")
    while game.turn < 6:
        advice.play(game, "random")
    game.save()
    result = shell("analyse g.toml")
    assert result.exit_code == 5
    assert result.stdout == ""
    assert result.stderr == (
        "pbem: g.toml: the game is not over, and to look at it would help whoever is to move; "
        "--mine NAME looks at NAME's past turns only\n"
    )
    told = json.loads(shell("analyse g.toml --mine bob --budget 1 --json").stdout)[0]
    assert {turn["player"] for turn in told["turns"]} == {"Bob"}
    assert [turn["turn"] for turn in told["turns"]] == [
        turn for turn in game.fold.before if game.header.names[game.before(turn).mover] == "Bob"
    ]
    assert told["players"].keys() == {"Bob"}
    assert shell("analyse g.toml --mine Zoe").exit_code == 2
    game.stop()
    game.save()
    assert shell("analyse g.toml").exit_code == 5, "a stop can be taken back"


def test_a_turn_that_is_not_over_is_no_past_one() -> None:
    game = new_manual("rajas", 2)
    from random import Random

    numbers = Random(2)
    while True:
        if game.waits_for_draw:
            if game.log and game.turn in game.fold.before:
                break
            game.deal(numbers)
        else:
            advice.play(game, "random", str(len(game.log)))
    mover = game.to_move
    assert game.turn in game.fold.before
    assert all(part.turn < game.turn for part in analysis.parts(game, "g", mover, 1, ""))


def test_the_same_again_and_other_numbers(shell: Shell) -> None:
    late().save("g.toml")
    first = shell("analyse g.toml --budget 5 --json").stdout
    assert shell("analyse g.toml --budget 5 --json --jobs 2").stdout == first
    assert shell("analyse g.toml --budget 5 --json --seed other").stdout != first
    assert shell("analyse g.toml nothing.toml").exit_code == 3

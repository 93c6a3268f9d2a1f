"""`pbem analyse`: what turns of a finished game gave away, never a word to who is to move; `suggest`, `move --bot`."""

import json
from pathlib import Path
from random import Random

import pytest

import pbem
from pbem import advice, analysis, known
from pbem.bots.search import Found
from pbem.errors import NotThere
from pbem.game import Rules, Step
from pbem.session import Session
from tests.support import PLAYERS, ROOT, game_ids, new_manual
from tests.test_cli import Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


def begun(game_id: str, seed: str = "bots") -> Session:
    """A game of two, dealt."""
    return pbem.new(game_id, PLAYERS[game_id][2], seed=seed, first="Ana", id="bots")


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
        assert player["gave_away"] == pytest.approx(
            sum(turn["gave_away"] for turn in own if turn["gave_away"] > 2 * turn["error"])
        )
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


class Level:
    """A search that finds another move than the one that was played, and to which all are worth the same."""

    found_steps: tuple[Step, ...] = ()

    def __init__(self, rules: Rules, budget: int) -> None:
        self.errors = iter((0.1, 0.3, 0.4))  # before the turn, after it, after the best one found

    def value(self, *_: object) -> tuple[float, float]:
        """See Search.value."""
        return 2.0, next(self.errors)

    def found(self, *_: object) -> list[Found]:
        """See Search.found."""
        return [Found(self.found_steps, 30, 2.0, 0.4)]


def test_a_tie_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move as good as the best found is the best; and an error is that of a difference."""
    game = late()
    part, other = next(
        (part, step)
        for part in analysis.parts(game, "g", None, 30, "")
        for step in game.before(part.turn).steps()
        if step not in known.played(game.fold, part.turn)[0].steps
    )
    monkeypatch.setattr(Level, "found_steps", (other,))
    monkeypatch.setattr(analysis, "Search", Level)
    told = analysis.analyse(part)
    assert [told["best_move"]] == told["moves"]
    assert (told["before"], told["after"], told["best"], told["gave_away"]) == (2, 2, 2, 0)
    assert told["error"] == pytest.approx(0.5)
    none = {"turn": 1, "player": "Ana", "gave_away": 0.0, "best_move": "R", "error": 0.0}
    assert analysis.summary([none])["Ana"] == {"turns": 1, "gave_away": 0.0, "mean": 0.0, "worst": None}


def test_what_is_within_the_error_is_not_added_up() -> None:
    """No line and no page marks it, and the sum of a player is that of the marks."""
    noise = {"turn": 1, "player": "Ana", "gave_away": 7.0, "best_move": "R", "error": 3.5}
    fault = {"turn": 3, "player": "Ana", "gave_away": 5.0, "best_move": "1-h3", "error": 2.0}
    assert analysis.summary([noise, fault])["Ana"] == {
        "turns": 2,
        "gave_away": 5.0,
        "mean": 2.5,
        "worst": {"turn": 3, "gave_away": 5.0, "best_move": "1-h3"},
    }


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_that_goes_on_is_refused(shell: Shell, game_id: str) -> None:
    game = pbem.new(game_id, PLAYERS[game_id][2], seed="x", first="Ana", id="x")
    game.save("g.toml")
    while game.turn < 6:
        advice.play(game, "random")
    game.save()
    result = shell("analyse g.toml")
    assert result.exit_code == 2
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
    other = shell("analyse g.toml --mine Zoe")
    assert (other.exit_code, other.stderr) == (
        2,
        f"pbem: g.toml: no player is called `Zoe`: {', '.join(game.scores)}\n",
    )
    game.stop()
    game.save()
    stopped = shell("analyse g.toml")
    assert stopped.exit_code == 2, "a stop can be taken back"
    assert stopped.stderr == (
        "pbem: g.toml: the game was stopped and may go on after an undo, and to look at it would help whoever is to "
        "move then; --mine NAME looks at NAME's past turns only\n"
    )


def test_a_turn_that_is_not_over_is_no_past_one() -> None:
    game = new_manual("rajas", 2)
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


# suggest and move


def test_suggest(shell: Shell) -> None:
    begun("maharani").save("g.toml")
    before = Path("g.toml").read_bytes()
    told = json.loads(shell("suggest g.toml --budget 12 --top 3 --json").stdout)
    assert (told["turn"], told["to_move"], told["outcome"]) == (1, "Ana", "lead")
    assert told["key"] == pbem.load("g.toml").key
    assert len(told["moves"]) == 3
    for move in told["moves"]:
        assert move.keys() == {"move", "earns", "tries", "expected", "error"}
        pbem.load("g.toml").play(f"1 Ana: {move['move']} ={','.join(map(str, move['earns']))}")
    lines = shell("suggest g.toml --budget 12 --top 3").stdout.splitlines()
    assert lines[0] == ("Turn 1, Ana: moves, most tried first, and the lead in points to be expected a round later.")
    assert [line.split("tries: ")[1] for line in lines[1:]] == [str(move["tries"]) for move in told["moves"]]
    assert [line.split("   ")[0] for line in lines[1:]] == [
        f"  {number}. {move['move']}" for number, move in enumerate(told["moves"], 1)
    ]
    for line, move in zip(lines[1:], told["moves"], strict=True):
        assert f"   {move['expected']:+.1f} (give or take {2 * move['error']:.1f}), tries: " in line
    assert shell("suggest g.toml --budget 12 --top 3").stdout.splitlines() == lines
    assert shell("suggest g.toml --bot greedy").stdout.count("\n") == 2
    assert "`search:5` has its budget: leave out --budget" in shell("suggest g.toml --bot search:5 --budget 6").stderr
    assert Path("g.toml").read_bytes() == before


def test_no_bot_is_not_no_option(shell: Shell) -> None:
    """A variable of a script that is empty does not play the line instead."""
    begun("maharani").save("g.toml")
    before = Path("g.toml").read_bytes()
    result = shell("move g.toml --bot '' R")
    assert (result.exit_code, "a bot finds its move itself" in result.stderr) == (2, True)
    result = shell("move g.toml --bot ''")
    assert (result.exit_code, result.stderr) == (2, "pbem: there is no bot ``: random, greedy, search\n")
    assert Path("g.toml").read_bytes() == before


def test_suggest_where_nobody_is_to_move(shell: Shell) -> None:
    new_manual("maharani", 2).save("g.toml")
    result = shell("suggest g.toml")
    assert result.exit_code == 2
    assert result.stderr.startswith("pbem: nothing can be suggested: a draw is due (")
    game = begun("maharani")
    game.stop()
    with pytest.raises(NotThere, match="nothing can be suggested: the game was stopped"):
        advice.suggest(game, "greedy", 1)
    with pytest.raises(NotThere, match="a bot has nothing to play: the game was stopped"):
        advice.play(game, "greedy")


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("kind", ["seed", "keeper", "manual"])
@pytest.mark.slow
def test_move_plays_a_turn_through_the_same_door(shell: Shell, game_id: str, kind: str) -> None:
    players = " ".join(f"--player {player}" for player in PLAYERS[game_id][2])
    assert shell(f"new {game_id} g.toml {players} --first Ana --chance {kind}").exit_code == 0
    if kind == "manual":
        game = pbem.load("g.toml")
        game.deal(Random(4))
        game.save()
    for name in ("Ana", "Bob") if kind == "seed" else ("Ana",):
        before = pbem.load("g.toml")
        assert before.to_move == name
        tried = json.loads(shell("move g.toml --bot greedy:100 --dry-run --json").stdout)
        assert (tried["written"], pbem.load("g.toml").log) == (False, before.log)
        done = json.loads(shell("move g.toml --bot greedy:100 --json").stdout)
        after = pbem.load("g.toml")
        assert done["written"]
        assert after.log == before.log + done["added"]
        assert done["added"][: len(tried["added"])] == tried["added"]
        assert done["added"][0].startswith(f"{before.turn} {name}: ")
        assert after.turn > before.turn or after.waits_for_draw
        assert shell("check g.toml").exit_code == 0
    assert shell("move g.toml R --bot greedy").exit_code == 2
    assert shell("move g.toml --bot greedy --turn 77").exit_code == 6


def test_a_bot_stops_where_people_draw(shell: Shell) -> None:
    new_manual("rajas", 2).save("g.toml")
    random = Random(5)
    seen = 0
    for _ in range(24):
        game = pbem.load("g.toml")
        if game.waits_for_draw:
            result = shell("move g.toml --bot greedy")
            assert (result.exit_code, "a bot has nothing to play: a draw is due" in result.stderr) == (2, True)
            seen += game.log[-1:] != [] and game.log[-1].startswith(f"{game.turn} ")
            game.deal(random)
            game.save()
        else:
            assert shell("move g.toml --bot random").exit_code == 0
    assert seen, "no turn waited for people"


@pytest.mark.parametrize(
    "line", ["suggest b.toml --budget 1", "suggest b.toml --bot random", "analyse l.toml --budget 1"]
)
def test_a_seed_is_any_text(shell: Shell, line: str) -> None:
    """Also one whose bytes are no letters where the command runs; other texts give the numbers they always gave."""
    begun("maharani").save("b.toml")
    late().save("l.toml")
    assert shell(f"{line} --seed '\udcff'").exit_code == 0
    assert advice.numbers_of("gü\n1").random() == Random("gü\n1").random()

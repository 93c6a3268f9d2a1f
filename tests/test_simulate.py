"""`pbem simulate`: rows that follow from the run alone, files that are taken up again, what is told in the end."""

import csv
import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import tally
from pbem.simulating import Plan, Row, begun, play, record_of
from pbem.tally import Tally, interval
from tests.packages import FLIPPED, build
from tests.packages import play as play_with_package
from tests.support import PLAYERS, ROOT, game_ids
from tests.test_cli import Shell

TWO = "maharani --player Ana=green,yellow --player Bob=red,blue --bots random"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


def plan_of(game_id: str, bots: str = "random", players: int = 2, **more: Any) -> Plan:
    """A run with the usual players."""
    return begun(Plan(game_id, tuple(PLAYERS[game_id][players]), bots, "s", **more))[0]


def rows_of(path: str) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# Games


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("bots", ["random", "greedy:20,random", "search:2,random"])
def test_the_record_of_a_game_is_that_of_its_row(game_id: str, bots: str) -> None:
    plan = plan_of(game_id, bots, turns=1000 if "greedy" in bots and game_id != "majolica" else 8)
    for row in play(plan, (2, 2)):
        game = pbem.read(record_of(plan, row.number))
        assert (game.over, game.turn - 1) == (row.over, row.turns)
        assert tuple(game.scores.values()) == row.scores
        assert [game.header.index(name) for name in game.winners] == list(row.winners)
        assert game.header.published == row.seed == "s.2"
        assert row.over == ("greedy" in bots and game_id != "majolica")
        assert row.order[0] == game.header.first


@pytest.mark.parametrize("players", [3, 4])
def test_more_players(players: int) -> None:
    for game_id in game_ids():
        plan = plan_of(game_id, players=players, turns=9)
        for row in play(plan, (1, 2)):
            assert sorted(row.order) == list(range(players))
            assert len(row.scores) == players
            game = pbem.read(record_of(plan, row.number))
            assert tuple(game.scores.values()) == row.scores


def test_a_game_follows_from_its_number() -> None:
    plan = plan_of("rajas")
    all_of_them = play(plan, (1, 6))
    assert play(plan, (5, 6)) + play(plan, (1, 4)) == all_of_them[4:] + all_of_them[:4]
    assert len({row.scores for row in all_of_them}) > 3
    assert {row.order[0] for row in play(plan, (1, 12))} == {0, 1}
    assert len({plan.seed_of(number) for number in range(1, 5000)}) == 4999
    assert play(plan._replace(seed="t"), (1, 6)) != all_of_them


def test_rows_are_those_of_one_process(shell: Shell) -> None:
    assert shell(f"simulate {TWO} --games 9 -o one.csv").exit_code == 0
    assert shell(f"simulate {TWO} --games 9 -o two.csv --jobs 2").exit_code == 0
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()
    assert sorted(os.listdir()) == ["one.csv", "two.csv"]
    rows = rows_of("one.csv")
    first = ["game", "seed", "run", "over", "turns", "steps"]
    assert list(rows[0]) == [*first, "won_Ana", "won_Bob", "place_Ana", "place_Bob", "score_Ana", "score_Bob"]
    assert [row["game"] for row in rows] == [str(number) for number in range(1, 10)]
    assert [row["seed"] for row in rows] == [f"1.{number}" for number in range(1, 10)]
    assert {row["over"] for row in rows} == {"true"}
    for row in rows:
        ana, bob = int(row["score_Ana"]), int(row["score_Bob"])
        if ana != bob:
            assert (row["won_Ana"], row["won_Bob"]) == (("1", "0") if ana > bob else ("0", "1"))
        assert {row["place_Ana"], row["place_Bob"]} == {"1", "2"}
    Path("7.pbem").write_text(shell(f"simulate {TWO} --only 7").stdout)
    assert pbem.load("7.pbem").scores == {"Ana": int(rows[6]["score_Ana"]), "Bob": int(rows[6]["score_Bob"])}


def test_a_setup_is_played_from_a_file_and_from_standard_input(shell: Shell) -> None:
    game = pbem.load(str(ROOT / "examples" / "maharani-demo.pbem"))
    Path("setup.txt").write_text(game.setup(30))
    before = game.before(30).scores()
    done = json.loads(shell("simulate setup.txt --bots random --games 4 --json").stdout)
    assert done == json.loads(shell("simulate - --bots random --games 4 --json", game.setup(30)).stdout)
    assert done == json.loads(shell("simulate maharani --setup setup.txt --bots random --games 4 --json").stdout)
    assert done["games"] == 4
    assert all(told["least"] >= score for told, score in zip(done["scores"].values(), before, strict=True))
    assert done["turns"]["least"] >= 30
    record = shell("simulate setup.txt --bots random --only 3").stdout
    assert pbem.read(record).from_setup
    assert pbem.read(record).over


def test_a_folder_is_no_setup(shell: Shell) -> None:
    """One that is called as a game is: people keep their games so."""
    os.mkdir("rooks")
    assert "no game is called `rooks`" in shell("simulate rooks --bots random").stderr


@pytest.mark.parametrize("edits", [None, FLIPPED], ids=["without-chance", "flipped"])
@pytest.mark.slow
def test_games_of_packages(tmp_path: Path, edits: Any) -> None:
    build(tmp_path, edits=edits)
    args = ["simulate", "count", "--player", "Ana", "--player", "Bob", "--games", "40"]
    jobs = "1" if edits else "2"
    done = play_with_package(tmp_path, *args, "--bots", "random", "--json", "--jobs", jobs, "-o", "c.csv")
    told = json.loads(done.stdout)
    assert (told["games"], told["shared"], told["scores"]) == (40, 0, {})
    assert told["wins"]["Ana"] + told["wins"]["Bob"] == 40
    assert 0 < told["wins"]["Ana"] < 40
    best = play_with_package(tmp_path, *args, "--bots", "search:40", "--json", "--games", "3")
    assert edits or json.loads(best.stdout)["wins"] == {"Ana": 0, "Bob": 3}  # three to say: who begins has lost
    rows = rows_of(str(tmp_path / "c.csv"))
    assert "score_Ana" not in rows[0]
    record = play_with_package(tmp_path, *args, "--bots", "random", "--only", "5").stdout
    assert f"result {'Ana' if rows[4]['won_Ana'] == '1' else 'Bob'}" in record


# Stopped, and taken up again


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_a_run_that_was_killed_goes_on(shell: Shell) -> None:
    arguments = f"simulate {TWO} --games 700 --seed killed"
    command = [sys.executable, "-m", "pbem", *arguments.split(), "-o", "r.csv"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    waiting = Path("r.csv.unfinished")
    while process.poll() is None and not (waiting.exists() and waiting.stat().st_size > 900):
        time.sleep(0.01)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    left = waiting.read_bytes()
    assert 1 < left.count(b"\n") < 700
    assert not Path("r.csv").exists()
    refused = shell(f"{arguments} -o r.csv")
    assert (refused.exit_code, refused.stderr) == (
        3,
        "pbem: r.csv.unfinished is what a run that was stopped has left; --resume goes on with it\n",
    )
    waiting.write_bytes(left[:-3])  # a last line that is not whole
    arguments = arguments.replace("700", str(left.count(b"\n") + 9))
    assert shell(f"{arguments} -o r.csv --resume").exit_code == 0
    assert shell(f"{arguments} -o whole.csv").exit_code == 0
    assert Path("r.csv").read_bytes() == Path("whole.csv").read_bytes()
    assert sorted(os.listdir()) == ["r.csv", "whole.csv"]


def test_what_was_played_is_not_thrown_away(shell: Shell) -> None:
    assert shell(f"simulate {TWO} --games 5 -o whole.csv").exit_code == 0
    whole = Path("whole.csv").read_bytes()
    Path("r.csv.unfinished").write_bytes(whole)
    result = shell(f"simulate {TWO} --games 4 -o r.csv --resume")
    told = "pbem: r.csv.unfinished has more games than 4 already; to go on, ask for more of them\n"
    assert (result.exit_code, result.stderr) == (3, told)
    assert Path("r.csv.unfinished").read_bytes() == whole
    assert shell(f"simulate {TWO} --games 5 -o r.csv --resume").exit_code == 0
    assert Path("r.csv").read_bytes() == whole


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_file_system_without_links(shell: Shell, monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    assert shell(f"simulate {TWO} --games 3 -o whole.{suffix}").exit_code == 0

    def link(source: str, target: str) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    assert shell(f"simulate {TWO} --games 3 -o r.{suffix}").exit_code == 0
    assert Path(f"r.{suffix}").read_bytes() == Path(f"whole.{suffix}").read_bytes()
    assert sorted(os.listdir()) == [f"r.{suffix}", f"whole.{suffix}"]


@pytest.mark.parametrize("cut", [0, 1, 30, -1, -20, -90])
def test_wherever_the_file_ends_it_goes_on(shell: Shell, cut: int) -> None:
    assert shell(f"simulate {TWO} --games 4 -o whole.csv").exit_code == 0
    whole = Path("whole.csv").read_bytes()
    Path("r.csv.unfinished").write_bytes(whole[:cut])
    told = shell(f"simulate {TWO} --games 5 -o r.csv --resume --json")
    assert json.loads(told.stdout)["games"] == 5
    assert Path("r.csv").read_bytes().startswith(whole)
    assert not Path("r.csv.unfinished").exists()


OTHERS = [
    "--seed 2",
    "--bots greedy:5,random",
    "--first Bob",
    "--turns 20",
    "--seat Ana=W",
    "--player Cid=red,blue",
]


@pytest.mark.parametrize("other", OTHERS)
def test_a_file_of_another_run_is_refused(shell: Shell, other: str) -> None:
    assert shell(f"simulate {TWO} --games 2 -o r.csv").exit_code == 0
    os.rename("r.csv", "r.csv.unfinished")
    before = Path("r.csv.unfinished").read_bytes()
    line = f"simulate {TWO} {other} --games 3 -o r.csv --resume"
    result = shell(line.replace("--player Bob=red,blue ", "") if "Cid" in other else line)
    assert result.exit_code == 3
    what = "other players, bots, seed, options, tables or versions"
    assert result.stderr == f"pbem: r.csv.unfinished is of another run: {what}\n"
    assert Path("r.csv.unfinished").read_bytes() == before


@pytest.mark.parametrize(
    "content", ["my notes", "my notes\n", "{head}\n1,1.1\n", "{head}\nnotes\n", "{head}\n{two}\n{one}\n", "\udcff\n"]
)
def test_what_is_no_such_file_is_left(shell: Shell, content: str) -> None:
    assert shell(f"simulate {TWO} --games 2 -o whole.csv").exit_code == 0
    head, one, two = Path("whole.csv").read_text().splitlines()
    written = content.format(head=head, one=one, two=two).encode(errors="surrogateescape")
    Path("r.csv.unfinished").write_bytes(written)
    result = shell(f"simulate {TWO} --games 3 -o r.csv --resume")
    assert (result.exit_code, result.stderr.count("\n")) == (3, 1)
    assert "is of another run" in result.stderr
    assert Path("r.csv.unfinished").read_bytes() == written


def test_nothing_is_overwritten(shell: Shell) -> None:
    Path("r.csv").write_text("mine")
    for more in ("", "--resume"):
        result = shell(f"simulate {TWO} --games 2 -o r.csv {more}")
        assert (result.exit_code, result.stderr) == (3, "pbem: r.csv exists already; it is left as it is\n")
    assert Path("r.csv").read_text() == "mine"
    assert os.listdir() == ["r.csv"]


def test_parquet_has_the_same_rows(shell: Shell) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    command = "simulate rajas --player Ana=yellow --player Bob=red --bots random --games 5"
    assert shell(f"{command} -o r.csv").exit_code == 0
    assert shell(f"{command} -o r.parquet").exit_code == 0
    table = parquet.read_table("r.parquet")
    assert table.num_rows == 5
    for theirs, ours in zip(table.to_pylist(), rows_of("r.csv"), strict=True):
        assert list(theirs) == list(ours)
        assert {key: str(value) for key, value in theirs.items() if not key.startswith(("won", "over"))} == {
            key: value for key, value in ours.items() if not key.startswith(("won", "over"))
        }
        assert (theirs["over"], theirs["won_Ana"]) == (ours["over"] == "true", float(ours["won_Ana"]))
    assert sorted(os.listdir()) == ["r.csv", "r.parquet"]


# What cannot be


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        (f"{TWO},random,random", 2, "bots: 3, players: 2; name one bot for all, or one for each"),
        (f"{TWO} --bots best", 2, "there is no bot `best`: random, greedy, search"),
        (f"{TWO} --bots search:0", 2, "the budget of a bot is a number from 1"),
        (f"{TWO} -o r.xls", 2, "r.xls: results are written as .csv or .parquet, and the name says which"),
        (f"{TWO} --only 1 -o g.pbem", 2, "g.pbem: results are written as .csv or .parquet, and the name says which"),
        (f"{TWO} -o no/r.csv", 3, "cannot write no/r.csv.unfinished: No such file or directory"),
        (f"{TWO} --seed ' '", 2, "a seed is text on one line"),
        (f"{TWO} --seat Ana", 2, "`Ana` should read NAME=S"),
        (f"{TWO} --first Cid", 2, "Cid"),
        ("maharani --player Ana=green,yellow", 2, "2 to 4"),
        ("chess --player Ana", 3, "no game is called `chess`"),
        ("empty.txt", 3, "empty.txt is empty"),
        ("notes.txt", 3, "the setup does not say what is played: name the game, and the setup with --setup"),
        ("save.toml", 3, "this is the file of a game; pbem setup FILE writes its position as a setup"),
        (f"{TWO} --setup save.toml", 3, "this is the file of a game; pbem setup FILE writes its position as a setup"),
        ("none.txt", 3, "there is no file none.txt, and no game of that name"),
        ("bad.txt", 3, ""),
        ("over.txt", 3, ""),
    ],
)
def test_what_cannot_be_is_one_sentence(shell: Shell, line: str, status: int, told: str) -> None:
    Path("empty.txt").write_text("")
    Path("save.toml").write_text('pbem = 1\ngame = "maharani"\n')
    Path("notes.txt").write_text("hello")
    Path("bad.txt").write_text("pbem 1 maharani\nplayer Ana green,yellow\nplayer Bob red,blue\nbag nothing\n")
    Path("over.txt").write_text("pbem 7 maharani\n")
    there = sorted(os.listdir())
    for more in ("", "--jobs 2") if told.startswith("there is no bot") else ("",):
        result = shell(f"simulate {line} --games 2 {more}")
        assert told in result.stderr
        assert result.exit_code in ((status,) if told else (2, 3))
        assert result.stderr.startswith("pbem: ")
        assert result.stderr.count("\n") == 1
        assert sorted(os.listdir()) == there


def test_resume_needs_a_file(shell: Shell) -> None:
    result = shell(f"simulate {TWO} --resume")
    assert result.exit_code == 2
    assert "--resume goes on with a results file: name it with -o" in result.stderr


# What is told


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Wilson (1927); the values that binom_test and R's prop.test(correct=FALSE) give
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),  # Newcombe (1998), table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == pytest.approx((low, high), abs=6e-5)


def test_no_games_say_nothing() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    assert Tally(["Ana"]).as_json()["turns"] == {}


def row(
    number: int, winners: tuple[int, ...], scores: tuple[int, ...], order: tuple[int, ...], over: bool = True
) -> Row:
    return Row(number, f"s.{number}", over, 10 + number, 20, order, winners, scores)


def test_wins_add_up() -> None:
    told = Tally(["Ana", "Bob", "Cid"])
    told.add(row(1, (0,), (30, 10, 0), (1, 2, 0)))
    told.add(row(2, (1, 2), (5, 20, 20), (1, 2, 0)))
    told.add(row(3, (0, 1, 2), (9, 9, 9), (0, 1, 2)))
    told.add(row(4, (), (1, 2, 3), (0, 1), over=False))
    said = told.as_json()
    assert (said["games"], said["unfinished"], said["shared"], said["steps"]) == (4, 1, 2, 80)
    assert said["wins"] == pytest.approx({"Ana": 4 / 3, "Bob": 5 / 6, "Cid": 5 / 6})
    assert sum(said["wins"].values()) == pytest.approx(3)
    assert [place["games"] for place in said["places"]] == [3, 3, 3]
    assert [place["wins"] for place in said["places"]] == pytest.approx([5 / 6, 5 / 6, 4 / 3])
    assert said["scores"]["Bob"] == pytest.approx(
        {"mean": 10.25, "deviation": 6.4177, "least": 2, "median": 9, "most": 20}, abs=1e-4
    )
    assert said["turns"]["median"] == 12
    lines = list(told.lines())
    assert lines[0] == "4 games, 3 of them played to the end, 2 shared"
    assert "  Ana  1.33333 of 3   44.4%  (10.2% to 84.9%)" in lines
    assert "Scores of Bob: mean 10.2, deviation 6.4, median 9" in lines


@pytest.mark.parametrize("counted", [{5: 1}, {-3: 2, 400: 1}, dict.fromkeys(range(11), 3), {0: 10**6, 9: 1}])
def test_histograms_count_everything(counted: dict[int, int]) -> None:
    title, *bars = list(tally._histogram("Scores", Counter(counted)))[1:]
    assert title.startswith("Scores: mean ")
    assert 1 <= len(bars) <= 10
    numbers = [bar.split("#")[0].split() for bar in bars]
    assert sum(int(words[-1]) for words in numbers) == sum(counted.values())
    assert max(bar.count("#") for bar in bars) == 40
    for bar, words in zip(bars, numbers, strict=True):
        assert ("#" in bar) == (words[-1] != "0")
        low, high = int(words[0]), int(words[-2])
        assert int(words[-1]) == sum(times for value, times in counted.items() if low <= value <= high)
    assert int(numbers[0][0]) == min(counted)


def test_the_command_tells_people(shell: Shell) -> None:
    told = shell(f"simulate {TWO} --games 3")
    assert told.stdout.startswith("3 games, 3 of them played to the end, ")
    assert "Wins by place in the order of play\n  1 " in told.stdout
    assert told.stderr.startswith("steps a second: ")
    assert json.loads(shell(f"simulate {TWO} --games 3 --json").stdout).keys() >= {
        "games",
        "wins",
        "shared",
        "scores",
        "turns",
    }

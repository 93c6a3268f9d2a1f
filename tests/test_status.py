"""pbem status: files, folders and clubs."""

import json
import os
from pathlib import Path

import pytest

from pbem import status
from tests.test_cli import NEW, Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    shell = Shell(tmp_path, monkeypatch)
    shell(f"{NEW} --first Ana")
    shell("new majolica m.toml --player Cid --player Bob --id tiles --first Bob --seed x")
    shell("new majolica s.toml --player Cid --player Dana --id done --first Dana --seed x")
    shell("move s.toml stop")
    (tmp_path / "broken.toml").write_text("pbem = 1\n[history")
    (tmp_path / "empty.toml").write_text("")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    for number, name in enumerate(("m.toml", "g.toml", "s.toml")):
        os.utime(tmp_path / name, (1_700_000_000 + number * 90_000,) * 2)
    return shell


def test_the_folder_one_is_in_longest_waiting_first(shell: Shell) -> None:
    result = shell("status")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "./m.toml",
        "./g.toml",
        "./broken.toml",
        "./empty.toml",
        "./s.toml",
    ]
    assert ": majolica tiles, turn 1, Bob is to move, for " in lines[0]
    assert lines[0].endswith("; Cid 0, Bob 0")
    assert "damaged: " in lines[2]
    assert "turn 1, stopped" in lines[4]


def test_files_folders_and_names(shell: Shell) -> None:
    assert len(shell("status g.toml broken.toml").stdout.splitlines()) == 2
    lines = shell("status . --as ana").stdout.splitlines()
    assert sum("damaged" not in line for line in lines) == 1
    result = shell("status nowhere.toml")
    assert result.exit_code == 2
    assert "there is no nowhere.toml" in result.stderr


def test_json(shell: Shell) -> None:
    found = json.loads(shell("status --json").stdout)
    assert found[0]["to_move"] == "Bob"
    assert found[0]["since"] == "2023-11-14T22:13:20Z"
    assert found[0]["waiting"] > 0
    assert found[0]["players"] == ["Cid", "Bob"]
    assert found[2]["error"]
    assert found[4]["state"] == "stopped"


def test_no_games_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = Shell(tmp_path, monkeypatch)("status")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "No games here" in result.stderr


def test_a_club_stands_for_its_games(shell: Shell, tmp_path: Path) -> None:
    shell("club new spring --address g@x.example")
    os.rename("m.toml", "spring/games/m.toml")
    (tmp_path / "spring" / "games" / "odd.toml").write_text("x = 1\n")
    lines = shell("status spring").stdout.splitlines()
    assert ["m.toml" in lines[0], "damaged" in lines[1], len(lines)] == [True, True, 2]
    assert shell("club status spring").stdout.splitlines() == lines


@pytest.mark.parametrize(
    ("seconds", "text"), [(-5, "less than a minute"), (61, "1 minute"), (7300, "2 hours"), (200_000, "2 days")]
)
def test_times_in_words(seconds: float, text: str) -> None:
    row = status.Row("f", "g", "i", 1, "Ana", "open", since=1000)
    assert status.told(row, 1000 + seconds).endswith(f"Ana is to move, for {text}")

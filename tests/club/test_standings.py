"""Standings of a club."""

import json
from pathlib import Path

import pytest

import pbem
from pbem.club import standings
from tests.support import ROOT
from tests.test_cli import Shell


def test_finished_games_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    shell("club new spring --address g@x.example")
    assert shell("club standings spring").stdout == "No game is over.\n"
    games = [path for path in sorted((ROOT / "examples").glob("*.pbem")) if pbem.load(str(path)).over]
    assert games
    for number, path in enumerate(games):
        shell(f"import {path} -o spring/games/{number}.toml")
    shell("new majolica spring/games/open.toml --player Ana --player Bob")
    found = json.loads(shell("club standings spring --json").stdout)
    sessions = [pbem.load(str(path)) for path in games]
    assert sum(line["games"] for line in found) == sum(len(one.header.names) for one in sessions)
    assert sum(line["wins"] for line in found) == sum(len(one.winners) for one in sessions)
    assert sum(line["points"] or 0 for line in found) == sum(sum(one.scores.values()) for one in sessions)
    assert all(sum(line["places"]) == line["games"] for line in found)
    text = shell("club standings spring").stdout
    assert f"{found[0]['game']}, players: {found[0]['players']}" in text
    assert f"{found[0]['name']}: games {found[0]['games']}, wins {found[0]['wins']}" in text


def test_a_damaged_game_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    shell("club new spring --address g@x.example")
    (tmp_path / "spring" / "games" / "x.toml").write_text("pbem = 1")
    result = shell("club standings spring")
    assert (result.exit_code, result.stdout) == (0, "No game is over.\n")
    assert "x.toml" in result.stderr


class Over:
    """What standings look at of a session."""

    def __init__(self, winners: list[str], **scores: int) -> None:
        self.header = self
        self.names, self.scores, self.winners = list(scores), scores, winners


def test_places_are_shared_and_a_tie_break_counts() -> None:
    game = Over(["Bob"], Ana=20, Bob=20, Cid=7, Dana=7)
    assert standings.places(game) == {"Ana": 2, "Bob": 1, "Cid": 3, "Dana": 3}  # type: ignore[arg-type]

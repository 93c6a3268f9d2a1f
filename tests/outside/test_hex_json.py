"""`--json` of a game without scores, claims and chance: the same keys, with null where others have them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.hex import new, played
from tests.shapes import Shape, wrong
from tests.test_cli import Shell
from tests.test_json import ADDED, MOVED, position


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in a folder with a game of two turns, g.toml."""
    shell = Shell(tmp_path, monkeypatch)
    played("f6 a1").save("g.toml")
    return shell


SHOWN = {**position(["Ana", "Bob"]), "scores": None, "chance": None}


def printed(shell: Shell, line: str) -> Any:
    """What a command prints with `--json`."""
    result = shell(f"{line} --json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_show_move_and_undo(shell: Shell) -> None:
    assert wrong(printed(shell, "show g.toml"), SHOWN) == []
    moved = printed(shell, "move g.toml b2")
    assert wrong(moved, {**MOVED, **SHOWN}) == []
    assert len(moved["added"]) == 1
    assert wrong(printed(shell, "undo g.toml"), {**ADDED, **SHOWN}) == []


def test_legal_log_and_check(shell: Shell) -> None:
    moves = {"turn": int, "to_move": str, "count": int, "moves": [{"move": str, "earns": None}]}
    assert wrong(printed(shell, "legal g.toml"), moves) == []
    log = printed(shell, "log g.toml")
    assert wrong(log, [{"line": int, "text": str, "in_force": bool}]) == []
    assert len(log) == len(new().log) + 2
    (found,) = printed(shell, "check g.toml")
    shape: dict[str, Shape] = {
        "file": str,
        "ok": bool,
        "turn": int,
        "over": bool,
        "scores": None,
        "draws": None,
        "error": None,
    }
    shape |= {"setup": bool, "chance": None, "unknown": [str], "tables_named": bool}
    shape |= dict.fromkeys(("undos", "turns_taken_back", "draws_taken_back"), int)
    assert wrong(found, {**shape, "winners": [str], "stopped": bool}) == []

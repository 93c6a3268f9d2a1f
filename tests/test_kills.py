"""Commands killed at any moment: every game stays whole, and nothing is in the way of the next command.

`--kills 1000` kills as many.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pbem
from tests.processes import cold
from tests.support import PLAYERS, ROOT
from tests.test_files import COMMANDS, check_folder

CHANGES = {"move": ["move", "g.toml", "R"], "undo": ["undo", "g.toml"], "record": ["move", "r.pbem", "R"]}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_kills_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int) -> None:
    monkeypatch.chdir(tmp_path)
    longest = 1.2 * min(_taken() for _ in range(4))  # what a whole command takes here, and a little more
    chosen = random.Random(19)
    stopped = 0
    for number in range(kills):
        command = [*COMMANDS, *CHANGES][number % (len(COMMANDS) + len(CHANGES))]
        game = _start()
        stopped += _killed([*COMMANDS.get(command, []), *CHANGES.get(command, [])], chosen.uniform(0, longest))
        if command in COMMANDS:
            for name in ("r.pbem", "r.pbem.bak", "g.toml.bak"):
                Path(name).unlink(missing_ok=True)
            check_folder(command, os.listdir())
        else:
            _check_change(command, game)
        for name in os.listdir():
            os.remove(name)
    print(f"{kills} commands, {stopped} of them killed before they ended")
    assert stopped >= kills // 4


def _taken() -> float:
    """The seconds of a command that is not killed."""
    begun = time.monotonic()
    assert cold("-m", "pbem", *COMMANDS["new"]).returncode == 0
    os.remove("o.toml")
    return time.monotonic() - begun


def _start() -> pbem.Session:
    """A game of two turns in the working folder, and its record twice."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="files", first="Ana", id="files")
    game.play("R", "R")
    game.save("g.toml")
    for name in ("g.pbem", "r.pbem"):
        Path(name).write_text(game.record())
    return game


def _killed(args: list[str], after: float) -> bool:
    """Runs a command and kills it after so many seconds; whether it was still running."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-m", "pbem", *args], env=env, stdout=-3, stderr=-3)
    time.sleep(after)
    process.kill()
    return process.wait() != 0


def _check_change(command: str, game: pbem.Session) -> None:
    """The file is as it was or as it was to be; the next command goes on from there and leaves nothing behind."""
    name = CHANGES[command][1]
    before = game.record()
    game.undo() if command == "undo" else game.play("R")
    now = pbem.load(name).record()
    assert now in (before, game.record())
    assert cold("-m", "pbem", "move", name, "R").returncode == 0
    assert pbem.load(name + ".bak").record() == now
    assert sorted(os.listdir()) == sorted(["g.pbem", "g.toml", "r.pbem", f"{name}.bak"])

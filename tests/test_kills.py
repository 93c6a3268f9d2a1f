"""Commands killed at any moment: every game stays whole, and nothing is in the way of the next command.

`--kills 1000` kills as many.
"""

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import cli, files, interrupts, pools
from tests.processes import cold, warm
from tests.support import PLAYERS, ROOT
from tests.test_cli import Shell

TWO = PLAYERS["maharani"][2]
COMMANDS = {
    "keeper": ["new", "maharani", "o.toml", "--player", "Ana=g,y", "--player", "Bob=r,b", "--chance", "keeper"],
    "new": ["new", "maharani", "o.toml", "--player", "Ana=g,y", "--player", "Bob=r,b"],
    "import": ["import", "g.pbem", "-o", "o.toml"],
    "export": ["export", "g.toml", "-o", "o.toml"],
    "setup": ["setup", "g.toml", "-o", "o.toml"],
}
# Stops before or after one of the calls that change the folder, as a kill would, chosen by its number.
_KILLED = """
import os, sys
from pbem import cli
left = int(sys.argv[1])
def killing(real):
    def call(*args, **more):
        global left
        left -= 1
        if left == 0: os.kill(os.getpid(), int(sys.argv[2]))
        try: return real(*args, **more)
        finally:
            left -= 1
            if left == 0: os.kill(os.getpid(), int(sys.argv[2]))
    return call
for name in ("link", "remove", "replace", "fsync", "open"):
    setattr(os, name, killing(getattr(os, name)))
status = cli.run(sys.argv[3:])
if left > 0: status = 77
sys.exit(status)
"""


def check_folder(command: str, found: list[str]) -> None:
    """Both files or none, and no leftovers after the next command, which makes them or refuses them whole."""
    if "o.toml" in found:
        assert Path("o.toml").read_text()
        if command != "setup":
            game = pbem.load("o.toml")
            assert command != "keeper" or game.dealer is not None
    again = warm("-m", "pbem", *COMMANDS[command])
    assert again.returncode == (3 if "o.toml" in found else 0), again.stderr
    if again.returncode:
        assert "o.toml exists already" in again.stderr
    wanted = ["g.pbem", "g.toml", "o.toml"] + ["o.toml.secret"] * (command == "keeper")
    assert sorted(os.listdir()) == wanted
    if command == "keeper":
        assert pbem.load("o.toml").dealer is not None


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A saved game before its first turn, in the working folder."""
    monkeypatch.chdir(tmp_path)
    pbem.new("maharani", TWO, seed="files", first="Ana", id="files").save("g.toml")
    return "g.toml"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
@pytest.mark.parametrize(
    ("command", "how", "pace"),
    [("keeper", "SIGKILL", 3), ("keeper", "SIGINT", 5), ("keeper", "SIGTERM", 7), ("new", "SIGINT", 5)]
    + [(command, "SIGKILL", 4) for command in ("new", "import", "export", "setup")],
)
@pytest.mark.slow
def test_a_kill_at_every_step_leaves_nothing_in_the_way(path: str, command: str, how: str, pace: int) -> None:
    Path("g.pbem").write_text(pbem.load(path).record())
    step = 1
    status = 0
    while status != 77:
        step += pace
        done = warm("-c", _KILLED, str(step), str(int(getattr(signal, how))), *COMMANDS[command])
        status = done.returncode
        if how == "SIGINT" and status != 77:
            assert done.stderr.strip() == ("stopped; o.toml is written" if Path("o.toml").exists() else "stopped")
        check_folder(command, os.listdir())
        for name in os.listdir():
            if name.startswith("o."):
                os.remove(name)
    assert step > 8


@pytest.mark.parametrize("command", ["move", "undo"])
def test_an_interrupt_tells_whether_the_game_is_changed(path: str, command: str) -> None:
    args = {"move": ["move", path, "R"], "undo": ["undo", path]}[command]
    game = pbem.load(path)
    game.play("R", "R")
    game.save("two.toml")
    seen = set()
    status, step = 0, 1
    while status != 77:
        step += 2
        shutil.copy("two.toml", path)
        done = warm("-c", _KILLED, str(step), str(int(signal.SIGINT)), *args)
        status = done.returncode
        changed = pbem.load(path).log != game.log
        if status != 77:
            assert (status, done.stderr.strip()) == (130, f"stopped; {path} is written" if changed else "stopped")
            seen.add(changed)
    assert seen == {False, True}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
@pytest.mark.parametrize("command", ["keeper", "new"])
def test_looking_takes_up_what_a_kill_left_or_names_it(path: str, command: str) -> None:
    seen = set()
    status, step = 0, 2
    while status != 77:
        step += 3
        status = warm("-c", _KILLED, str(step), str(int(signal.SIGKILL)), *COMMANDS[command]).returncode
        look = ["check", "show", "status"][step % 3]
        whole = Path("o.toml").exists()
        done = warm("-m", "pbem", look, "o.toml")
        left = [name for name in os.listdir() if name.endswith(files.UNFINISHED)]
        notes = warm("-m", "pbem", "status").stderr.splitlines()
        said = "is left of a command that was stopped"
        assert sorted(note for note in notes if said in note) == sorted(
            f"Note: {name} {said}, if none is at it now: it can be deleted" for name in left
        )
        if whole:
            assert (done.returncode, left) == (0, [])
        else:
            told = f"; o.toml.new{files.UNFINISHED} {said} before o.toml was whole: start it again"
            assert "cannot read o.toml: No such file or directory" in done.stdout + done.stderr
            assert (told in done.stdout + done.stderr) == (f"o.toml.new{files.UNFINISHED}" in left)
            if left:
                refused = warm("-m", "pbem", "move", "o.toml", "R")
                assert (told in refused.stderr) == (f"o.toml.new{files.UNFINISHED}" in left)
        seen.add((whole, bool(left)))
        for name in os.listdir():
            if name.startswith("o."):
                os.remove(name)
    assert seen == {(True, False), (False, True), (False, False)}


def test_without_locks_a_new_game_that_is_interrupted_keeps_its_secret(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(folder: str) -> None:
        if Path("o.toml").exists():
            raise KeyboardInterrupt

    monkeypatch.setattr(files, "_lock", lambda handle: False)
    monkeypatch.setattr(files, "sync_folder", stopped)
    with pytest.raises(KeyboardInterrupt):
        files.create_with("o.toml", "game", "o.toml.secret", "secret")
    assert (Path("o.toml").read_text(), Path("o.toml.secret").read_text()) == ("game", "secret")


@pytest.mark.parametrize("chance", ["keeper", "together"])
@pytest.mark.parametrize("command", ["check o.toml", "move o.toml", "undo o.toml", "new"])
def test_a_second_name_of_a_secret_goes(path: str, chance: str, command: str) -> None:
    """Who was killed as the secret had got its name had not taken its first name away."""
    new = [*COMMANDS["keeper"][:-1], chance, "--id", "x", *(["--as", "Ana"] if chance == "together" else [])]
    assert warm("-m", "pbem", *new).returncode == 0
    os.link("o.toml.secret", files.waiting("o.toml.secret"))
    if command == "new" and chance == "together":
        os.remove("o.toml")
    done = warm("-m", "pbem", *(new if command == "new" else command.split()))
    assert "Traceback" not in done.stderr
    assert sorted(os.listdir()) == ["g.toml", "o.toml", "o.toml.secret"]


def test_a_secret_that_another_game_may_need_is_left_alone(path: str) -> None:
    Path("o.toml.secret").write_text("of a game that was renamed\n")
    said = warm("-m", "pbem", *COMMANDS["keeper"])
    assert (said.returncode, "o.toml.secret exists already" in said.stderr) == (3, True)
    assert sorted(os.listdir()) == ["g.toml", "o.toml.secret"]
    assert Path("o.toml.secret").read_text() == "of a game that was renamed\n"


def test_a_waiting_secret_of_another_game_is_not_taken(path: str) -> None:
    assert warm("-m", "pbem", *COMMANDS["keeper"]).returncode == 0
    os.remove("o.toml.secret")
    Path(files.waiting("o.toml.secret")).write_text("wrong\n")
    assert pbem.load("o.toml").dealer is None


def test_two_commands_make_one_file(path: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = [sys.executable, "-m", "pbem", *COMMANDS["keeper"]]
    running = [subprocess.Popen(line, env=env, stdout=-3, stderr=-3) for _ in range(4)]
    assert sorted(process.wait() for process in running) == [0, 3, 3, 3]
    assert sorted(os.listdir()) == ["g.toml", "o.toml", "o.toml.secret"]
    assert pbem.load("o.toml").dealer is not None


CHANGES = {"move": ["move", "g.toml", "R"], "undo": ["undo", "g.toml"], "record": ["move", "r.pbem", "R"]}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
@pytest.mark.slow
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
    game = pbem.new("maharani", TWO, seed="files", first="Ana", id="files")
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


_IMPORTED = (
    "pbem.interrupts",
    "click",
    "pbem.cli",
    "pbem.errors",
    "pbem.commands.show_",
    "pbem.content",
    "pbem.report",
)


@pytest.mark.parametrize("how", ["raise KeyboardInterrupt", "os.kill(os.getpid(), signal.SIGINT)"])
@pytest.mark.parametrize("module", _IMPORTED)
def test_an_interrupt_during_imports_is_one_word(path: str, module: str, how: str) -> None:
    code = (
        "import os, runpy, signal, sys\n"
        "class Stops:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: {how}\n"
        "sys.meta_path.insert(0, Stops())\n"
        "sys.argv = ['pbem', 'show', 'g.toml']\n"
        "runpy.run_module('pbem', run_name='__main__')\n"
    )
    done = cold("-c", code)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "stopped")


@pytest.mark.parametrize(("out", "step"), [("r.csv", 1), ("r.parquet", 1), ("r.parquet", 2)])
@pytest.mark.parametrize("more", [[], ["--resume"]])
@pytest.mark.parametrize("links", [True, False])
def test_a_run_that_was_stopped_when_its_rows_had_their_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, step: int, more: list[str], links: bool
) -> None:
    """What it has left goes with the next command; where it is a file of its own it is named."""
    if out.endswith(".parquet"):
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    monkeypatch.chdir(tmp_path)
    unlink, calls = os.unlink, 0

    def stopped(path: str) -> None:
        nonlocal calls
        calls += 1
        if calls == step:
            raise KeyboardInterrupt
        unlink(path)

    def refused(*names: str) -> None:
        raise OSError(errno.EPERM, "no links here")

    players = ["--player", "Ana=g,y", "--player", "Bob=r,b"]
    command = ["simulate", "maharani", *players, "--bots", "random", "--games", "2", "--turns", "2", "-o", out]
    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", stopped)
        if not links:
            patch.setattr(os, "link", refused)
        assert cli.run(command) == interrupts.STOPPED
    rows, left = Path(out).read_bytes(), sorted({*os.listdir()} - {out})
    assert left
    done = warm("-m", "pbem", *command, *more)
    named = not links and f"{out}.unfinished" in left
    told = f"; {out}.unfinished is what a run that was stopped has left" if named else ""
    assert (done.returncode, done.stderr) == (3, f"pbem: {out} exists already; it is left as it is{told}\n")
    assert sorted(os.listdir()) == ([out] if links else sorted([out, *left]))
    assert Path(out).read_bytes() == rows


@pytest.mark.parametrize("more", ["", "--resume"])
def test_an_empty_file_and_a_pipe_in_place_of_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str) -> None:
    """The first is left of a run that was killed at once; a pipe would wait for somebody."""
    shell, run = Shell(tmp_path, monkeypatch), "simulate maharani --player Ana=g,y --player Bob=r,b --bots random"
    Path("r.csv.unfinished").touch()
    assert shell(f"{run} --games 2 --turns 1 -o r.csv {more}").exit_code == 0
    assert Path("r.csv").read_bytes().count(b"\n") == 3
    os.mkfifo("p.csv.unfinished")
    result = shell(f"{run} --games 2 --turns 1 -o p.csv {more}")
    told = "cannot write p.csv.unfinished: it is not a regular file" if more else "--resume goes on with it"
    assert (result.exit_code, told in result.stderr) == (3, True)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be held back here")
def test_an_interrupt_while_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is for this process, and they have nothing to say."""
    submit, submitted = ProcessPoolExecutor.submit, []

    def interrupted(*args: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        submitted.append(submit(*args))
        return submitted[0]

    [masked] = pools.in_order(partial(signal.pthread_sigmask, signal.SIG_BLOCK), [()], 2)
    assert signal.SIGINT in masked
    monkeypatch.setattr(ProcessPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(pools.in_order(str, [1], 2))
    assert len(submitted) == 1
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be held back here")
def test_an_interrupt_just_before_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is raised when it has been held back, and none is held back afterwards."""
    hold = signal.pthread_sigmask

    def interrupted(how: int, which: Any) -> Any:
        before = hold(how, which)
        if how == signal.SIG_BLOCK and which:
            raise KeyboardInterrupt
        return before

    monkeypatch.setattr(signal, "pthread_sigmask", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(pools.in_order(str, [1], 2))
    assert signal.SIGINT not in hold(signal.SIG_BLOCK, ())

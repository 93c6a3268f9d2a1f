"""The package as it is installed: the wheel works elsewhere, and starting costs no more than it must."""

import importlib.util
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.processes import cold
from tests.support import ROOT, game_ids

SLOW_IMPORTS = ("lark", "importlib.metadata", "email", "dataclasses", "multiprocessing", "hashlib", "signal")


def imported(args: list[str], folder: Path) -> set[str]:
    """The modules that a command line loads."""
    code = (
        "import sys; from pbem import cli; status = cli.run(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr); sys.exit(status)"
    )
    done = cold("-c", code, *args, folder=folder)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game in it."""
    path = tmp_path_factory.mktemp("game")
    loaded = imported(
        ["new", "maharani", "g.toml", "--player", "Ana=g,y", "--player", "Bob=r,b", "--seed", "x", "--first", "Ana"],
        path,
    )
    assert "pbem.session" in loaded
    return path


def test_version_loads_click_and_little_else(folder: Path) -> None:
    loaded = imported(["--version"], folder)
    ours = {name for name in loaded if name.startswith("pbem")}
    assert ours == {"pbem", "pbem.cli", "pbem.errors", "pbem.interrupts"}


@pytest.mark.parametrize(
    "lines",
    [
        [["move", "g.toml", "R", "--dry-run"]],
        [["show", "g.toml"]],
        [["check", "g.toml"]],
        [["move", "g.toml", "R"], ["undo", "g.toml"]],
    ],
)
def test_usual_commands_load_nothing_slow(lines: list[list[str]], folder: Path) -> None:
    for args in lines:
        loaded = imported(args, folder)
        assert "pbem.fold" in loaded
        assert not loaded & set(SLOW_IMPORTS)
        assert not any(name.startswith("pbem.together") for name in loaded), "other games pay nothing for it"


def test_engine_knows_no_game() -> None:
    """Modules of the engine import no rules of a game; rules import no command line, session or file."""
    for path in (ROOT / "pbem").glob("*.py"):
        assert "pbem.rules." not in path.read_text().replace('f"pbem.rules.{', "")
    for path in (ROOT / "pbem" / "rules").rglob("*.py"):
        text = path.read_text()
        for module in ("session", "save", "cli", "record", "report", "chance", "commands"):
            assert f"pbem.{module}" not in text
            assert f"from pbem import {module}" not in text
        for word in ("print(", " open(", "random", "time.", " os."):
            assert word not in text, (path, word)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the checkout, by way of the source package; with what is installed here, where that is all."""
    pytest.importorskip("build")
    out = tmp_path_factory.mktemp("dist")
    here = ["--no-isolation"] if importlib.util.find_spec("hatchling") else []
    run = subprocess.run(
        [sys.executable, "-m", "build", *here, "--outdir", str(out), str(ROOT)], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return next(out.glob("*.whl"))


@pytest.mark.slow
def test_wheel_has_everything_it_needs(wheel: Path) -> None:
    import zipfile

    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for game_id in game_ids():
        assert f"pbem/_data/games/{game_id}.toml" in names
        assert f"pbem/_data/grammar/{game_id}.lark" in names
        assert f"pbem/_data/examples/{game_id}-demo.pbem" in names
        assert sum(name.startswith(f"pbem/_data/tables/{game_id}-") for name in names) == 1
    assert "pbem/py.typed" in names
    data = [name for name in names if name.startswith("pbem/_data/")]
    assert len(data) == 1 + 4 * len(game_ids()), data  # common grammar; facts, grammar, tables, demo of each game
    assert not any(name.startswith(("tests/", "examples/", "grammar/")) for name in names)


@pytest.mark.slow
def test_wheel_plays_elsewhere(wheel: Path, tmp_path: Path) -> None:
    """Installed in a new environment, far from the checkout."""
    home = tmp_path / "venv"
    pip = importlib.util.find_spec("pip") is not None  # it installs for others as well; else they get their own
    venv.create(home, with_pip=not pip)
    python = home / "bin" / "python"
    installer = [sys.executable, "-m", "pip", "--python", str(python)] if pip else [str(python), "-m", "pip"]
    installed = subprocess.run([*installer, "install", "-q", "--no-compile", wheel], capture_output=True, text=True)
    assert installed.returncode == 0, installed.stderr
    pbem = str(home / "bin" / "pbem")

    def run(*args: str) -> str:
        done = subprocess.run([pbem, *args], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("demo").endswith("Bob has won.\n")
    run("new", "maharani", "g.toml", "--player", "Ana=g,y", "--player", "Bob=r,b", "--seed", "x")
    assert "=0" in run("move", "g.toml", "R")
    assert "ok, at turn 2" in run("check", "g.toml")
    assert run("demo", "majolica").endswith("Bob has won.\n")
    run("new", "majolica", "m.toml", "--player", "Ana", "--seed", "x")
    assert "=0" in run("move", "m.toml", "start 1 / all:1")
    assert not list((home / "lib").rglob("__pycache__/*.tables"))  # it brought its tables

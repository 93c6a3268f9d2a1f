"""The shape of the house: imports run one way, files are short, and every game has the same rooms.

As it is installed: the wheel works elsewhere, and starting costs no more than it must.
"""

import ast
import importlib.util
import subprocess
import sys
import venv
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.rules.slots import Slotted, slots_of, slotted
from tests.processes import cold
from tests.support import ROOT, cases, game_ids

PACKAGE = ROOT / "pbem"
ROOMS = (
    ("moves",),
    ("sentences",),
    ("notation",),
    ("facts",),
    ("position",),
    ("choices",),
    ("effects", "score"),
    ("chance",),
    ("rounds",),
    ("actions",),
    ("ahead",),
    ("state",),
    ("setup",),
    ("board",),
    ("posts", "picture"),
    ("rules",),
)
"""The rooms of a game from the floor up. Others (tiles, dice, ...) are as high as what they import."""
FLOORS = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms}
REQUIRED = {
    "moves",
    "notation",
    "facts",
    "position",
    "choices",
    "rounds",
    "actions",
    "state",
    "setup",
    "board",
    "rules",
}
LONGEST = 400
FRONT = 140


def modules() -> dict[str, Path]:
    """Every module of the package by its name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in PACKAGE.rglob("*.py")
    }


MODULES = modules()


def imports(path: Path) -> set[str]:
    """The modules of this package that a module imports: anywhere, in functions and for types only as well."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, f"{path}: imports name the whole way"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
            found.add(node.module)
    return {name for name in found if name in MODULES and MODULES[name] != path and name != "pbem"}


@cache
def graph_of_all() -> dict[str, set[str]]:
    """The imports of every module, by its name; read when a test asks for them."""
    return {name: imports(path) for name, path in MODULES.items()}


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The names on a way that leads back to its beginning, if there is one."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for other in sorted(graph[name]):
            found = walk(other, [*way, name])
            if found:
                return found
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := walk(name, []))), [])


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_imports_run_one_way() -> None:
    assert len(graph_of_all()) > 60
    assert circle(graph_of_all()) == []


def test_no_other_command_imports_the_club() -> None:
    users = {name for name, parts in graph_of_all().items() if any(part.startswith("pbem.club") for part in parts)}
    assert {name for name in users if not name.startswith("pbem.club")} == {"pbem.commands.club_"}


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_built_from_the_floor_up(game_id: str) -> None:
    package = f"pbem.rules.{game_id}."
    rooms = {
        name.removeprefix(package): {part.removeprefix(package) for part in parts if part.startswith(package)}
        for name, parts in graph_of_all().items()
        if name.startswith(package)
    }
    assert rooms.keys() >= REQUIRED
    assert [room for room, parts in rooms.items() if "state" in parts] == ["rules"], "all else takes a position"

    def floor(room: str) -> int:
        """That of the house, or of the highest room that is imported."""
        return FLOORS.get(room, max(map(floor, rooms[room]), default=0))

    for room in FLOORS.keys() & rooms.keys():
        for other in rooms[room]:
            assert floor(other) < FLOORS[room] or other not in FLOORS, f"{game_id}: {room} imports {other}"
            assert floor(other) <= FLOORS[room], f"{game_id}: {room} imports {other}, which is higher up"


def test_files_can_be_read_in_one_sitting() -> None:
    paths = [*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in paths}
    assert len(lengths) > 300
    assert {path for path in lengths if lengths[path] > (FRONT if path.name == "state.py" else LONGEST)} == set()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_copy_has_every_slot_and_lists_of_its_own(game_id: str) -> None:
    state = cases(game_id)[0].new(kind="seed", seed="slots", id="slots").state
    assert not hasattr(state, "__dict__")
    names = slots_of(type(state))
    assert "turn" in names
    copy: Any = state.copy()
    lists = 0
    for name in names:
        here, there = getattr(state, name), getattr(copy, name)
        if isinstance(here, list):
            assert here is not there, name
            lists += 1
        else:
            assert type(here) is type(there), name
    assert lists >= 3


def test_what_could_not_be_copied_is_refused() -> None:
    @slotted
    class One(Slotted):
        numbers: list[int]

    with pytest.raises(TypeError, match="slots of its parents"):

        @slotted
        class Two(One):
            more: int

    with pytest.raises(TypeError, match="may be a list or something else"):

        @slotted
        class Three(Slotted):
            numbers: list[int] | None

    one = One()
    one.numbers = [1]
    two = one.duplicate()
    two.numbers.append(2)
    assert repr(one) == "One(numbers=[1])"


def test_what_an_error_says_is_made_in_one_module() -> None:
    """Where every message is kept short, and in step with `args`."""
    changed = [
        f"{name}:{node.lineno}"
        for name, path in MODULES.items()
        if ".message " in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute) and node.target.attr == "message"
    ]
    assert changed == []


# As it is installed

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

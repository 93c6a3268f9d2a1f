"""The shape of the house: imports run one way, files are short, and every game has the same rooms."""

import ast
from pathlib import Path

import pytest

from pbem.rules.slots import Slotted, slots_of
from tests.support import ROOT, game_ids

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


GRAPH = {name: imports(path) for name, path in MODULES.items()}


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
    assert len(GRAPH) > 60
    assert circle(GRAPH) == []


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_built_from_the_floor_up(game_id: str) -> None:
    package = f"pbem.rules.{game_id}."
    rooms = {
        name.removeprefix(package): {part.removeprefix(package) for part in parts if part.startswith(package)}
        for name, parts in GRAPH.items()
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


@pytest.mark.parametrize("path", sorted([*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]), ids=str)
def test_files_can_be_read_in_one_sitting(path: Path) -> None:
    length = len(path.read_text("utf-8").splitlines())
    assert length <= (FRONT if path.name == "state.py" else LONGEST)


@pytest.mark.parametrize("game_id", game_ids())
def test_positions_consist_of_their_slots(game_id: str) -> None:
    """Slots and annotations of a position, and of all that is slotted, are the same; a state adds none."""
    import importlib

    state = importlib.import_module(f"pbem.rules.{game_id}.state").State
    assert "__dict__" not in dir(state)
    slotted = [kind for kind in Slotted.__subclasses__() if kind.__module__.startswith(f"pbem.rules.{game_id}.")]
    assert any(issubclass(state, kind) for kind in slotted)
    assert slots_of(state) == slots_of(state.__mro__[1])
    for kind in slotted:
        if not kind.__subclasses__() and "__slots__" not in vars(kind):
            continue
        assert list(kind.__annotations__) == list(vars(kind)["__slots__"])

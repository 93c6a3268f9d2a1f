"""The shape of the house: imports run one way, files are short, and every game has the same rooms."""

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.rules.slots import Slotted, slots_of, slotted
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

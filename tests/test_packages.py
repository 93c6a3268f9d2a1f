"""Games of other packages are found, listed and played like ours; rules that fail are told."""

import copy
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import registry, tables
from pbem.notation import Notation
from tests.packages import FLIPPED, OTHERS, build, play, run
from tests.support import ROOT, game_ids

NEW = ("new", "count", "g.toml", "--player", "Ana", "--player", "Bob", "--first", "Ana")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a package, and a game of it at turn 2 in g.toml."""
    build(tmp_path)
    for args in (NEW, ("move", "g.toml", "say 1")):
        assert play(tmp_path, *args).returncode == 0
    return tmp_path


# Playing


def test_a_game_is_played_to_its_end_and_checked(folder: Path) -> None:
    assert "Bob has won" in play(folder, "move", "g.toml", "say 2 3").stdout
    assert play(folder, "export", "g.toml", "-o", "g.pbem").returncode == 0
    names = ["g.toml", "g.pbem"] * 2
    checked = play(folder, "check", *names, "--jobs", "2")
    assert checked.stdout.splitlines() == [f"{name}: ok, over, Bob has won" for name in names]
    assert checked.returncode == 0
    assert play(folder, "rules", "count").stdout.startswith("Counting to 3: say 1, or say 1 2.\n\nIN EVERY GAME\n")


def test_it_is_listed_behind_ours(folder: Path) -> None:
    listed = play(folder, "games")
    assert listed.stdout.splitlines()[len(game_ids()) + sorted([*OTHERS, "count"]).index("count")] == (
        "count        Counting (2 to 3 players; tables: first-1; from pbem-count 0.1.0)"
    )
    games = json.loads(play(folder, "games", "--json").stdout)
    assert [(game["game"], game["package"]) for game in games if game["game"] not in OTHERS] == [
        *((game_id, "pbem") for game_id in game_ids()),
        ("count", "pbem-count"),
    ]
    code = "import pbem; print([game.version for game in pbem.games() if game.id == 'count'])"
    assert run(folder, "-c", code).stdout == "['0.1.0']\n"


def test_ours_are_listed_from_pbem() -> None:
    ours = [game for game in pbem.games() if game.package == "pbem"]
    assert [game.id for game in ours] == game_ids()
    assert {game.version for game in ours} == {pbem.__version__}
    for game in ours:
        rules = registry.load(game.id)
        assert (game.title, game.edition, game.digest) == (rules.title, rules.edition, rules.digest)
        assert (game.counts, game.options) == (tuple(rules.counts), tuple(rules.options))


def test_an_unknown_game_is_suggested_from_all(folder: Path) -> None:
    assert play(folder, "rules", "cont").stderr == "pbem: no game is called `cont`: did you mean count?\n"
    known = ", ".join([*game_ids(), *sorted([*OTHERS, "count"])])
    assert play(folder, "rules", "zzzz").stderr == f"pbem: no game is called `zzzz`: there is {known}\n"


def test_a_game_of_ours_looks_for_no_package(folder: Path) -> None:
    code = (
        "import sys; from pbem import cli; cli.run(['rules', 'maharani']);"
        "print([name for name in ('importlib.metadata', 'pbem.packages') if name in sys.modules])"
    )
    assert run(folder, "-c", code).stdout.splitlines()[-1] == "[]"


def test_an_example_game_is_played_if_there_is_one(folder: Path) -> None:
    told = play(folder, "demo", "count")
    assert (told.returncode, told.stderr) == (2, "pbem: Counting (pbem-count 0.1.0) brings no example game\n")
    play(folder, "move", "g.toml", "say 2 3")
    play(folder, "export", "g.toml", "-o", "pbem_count/count-demo.pbem")
    assert play(folder, "demo", "count").stdout.endswith("Over after 2 turns. Bob has won.\n")


def test_an_owner_corrects_a_table_of_a_package(folder: Path) -> None:
    own = folder / "own"
    own.mkdir()
    table = (folder / "pbem_count" / "count.toml").read_text().replace("last = 3", "last = 5")
    (own / "count.toml").write_text(table.replace("first-1", "mine-1"))
    assert "to 5:" in play(folder, "rules", "count", PBEM_GAMES=str(own)).stdout
    assert "at hand are `mine-1" in play(folder, "show", "g.toml", PBEM_GAMES=str(own)).stderr
    (own / "count.toml").write_text(table.replace("last = 5", "last = 0"))
    told = play(folder, "rules", "count", PBEM_GAMES=str(own)).stderr
    assert told.startswith(f"pbem: {own}/count.toml: not a usable table of a game: counting ends with a number above 0")
    (own / "count.toml").write_text(table.replace("last = 5", 'last = "five"'))
    told = play(folder, "rules", "count", PBEM_GAMES=str(own)).stderr
    assert "last should be a whole number" in told


def test_several_games_of_one_package(tmp_path: Path) -> None:
    own = build(tmp_path)
    for name in ("toml", "lark"):
        text = (own / f"count.{name}").read_text().replace('"count"', '"far"').replace("last = 3", "last = 9")
        (own / f"far.{name}").write_text(text)
    (own / "far.py").write_text('from pbem_count.rules import Counting\n\n\nclass Far(Counting):\n    id = "far"\n')
    with (tmp_path / "pbem_count-0.1.0.dist-info" / "entry_points.txt").open("a") as file:
        file.write("far = pbem_count.far:Far\n")
    assert "to 9:" in play(tmp_path, "rules", "far").stdout
    assert "to 3:" in play(tmp_path, "rules", "count").stdout


def test_words_of_chance_are_those_of_the_game(tmp_path: Path) -> None:
    build(tmp_path, edits=FLIPPED)
    code = """
import pbem
from pbem.notation import Notation
words = Notation.of("count")
for text in ("flip 1 ; heads", "FLIP 0", "1 Ana: say 1", "undo draw"):
    print(type(words.parse(text)).__name__, words.format(words.parse(text)))
game = pbem.new("count", ["Ana", "Bob"], kind="manual", first="Ana")
game.play("flip 1", "say 2 3")
print(game.winners, len(pbem.new("count", ["Ana", "Bob"]).log), pbem.read(game.record()).log == game.log)
try:
    pbem.new("count", ["Flip Jones", "Bob"])
except pbem.HeaderError as error:
    print(error)
words.parse("draw 1")
"""
    done = run(tmp_path, "-c", code)
    assert done.stdout.splitlines() == [
        "Chance flip 1 ; heads",
        "Chance flip 0",
        "Turn 1 Ana: say 1",
        "Undo undo draw",
        "['Ana'] 1 True",
        "`Flip Jones` cannot be a player's name: `flip` begins a move of Counting",
    ]
    assert "`draw` cannot stand here" in done.stderr


# Rules that fail while they are played

FAILING = [
    ("        self.said = step", '        if step.numbers == (1, 2):\n            {}["x"]\n        self.said = step')
]
FAILED = "the game count (pbem-count 0.1.0) failed: KeyError: 'x' (pbem_count/state.py, line 38)"


def test_rules_that_fail_are_told_and_the_file_is_as_it_was(tmp_path: Path) -> None:
    build(tmp_path, edits={"state.py": FAILING})
    play(tmp_path, *NEW)
    before = (tmp_path / "g.toml").read_bytes()
    done = play(tmp_path, "move", "g.toml", "say 1 2")
    assert (done.returncode, done.stderr) == (3, f"pbem: {FAILED}; g.toml is as it was\n")
    assert (tmp_path / "g.toml").read_bytes() == before
    error = json.loads(play(tmp_path, "move", "g.toml", "say 1 2", "--json").stderr)["error"]
    assert (error["code"], error["game"], error["package"]) == ("broken-game", "count", "pbem-count")


def test_a_drawing_that_fails_after_the_game_was_stored(tmp_path: Path) -> None:
    build(tmp_path, edits={"board.py": [('return [row("n"', 'return [1 / len(range(view.state.said, 1)) and row("n"')]})
    play(tmp_path, *NEW)
    done = play(tmp_path, "move", "g.toml", "say 1")
    assert done.returncode == 3
    assert "failed: ZeroDivisionError: division by zero (pbem_count/board.py, line 9); g.toml is written" in done.stderr
    assert "1 Ana: say 1" in (tmp_path / "g.toml").read_text()


def test_drawings_that_are_missing(tmp_path: Path) -> None:
    build(tmp_path, without="board.py")
    done = play(tmp_path, "rules", "count")
    assert done.stderr == (
        "pbem: the game count (pbem-count 0.1.0) failed: ModuleNotFoundError: No module named 'pbem_count.board'\n"
    )


def test_a_fault_of_ours_is_still_a_traceback(tmp_path: Path) -> None:
    build(tmp_path)
    code = """
from pbem import cli, registry, reading
registry.load("count")
reading.load = lambda *args: {}["x"]
cli.run(["show", "g.toml"])
"""
    assert "Traceback" in run(tmp_path, "-c", code).stderr


UNREADABLE = ['""', '"say 2 "', '"Bob: say 1"', '"say 1 ; x"', '"say 1\\nsay 2"', "next(iter(()))"]


@pytest.mark.parametrize("text", UNREADABLE)
@pytest.mark.slow
def test_what_could_not_be_read_again_is_never_stored(text: str, tmp_path: Path) -> None:
    old = "    def format_step(self, step):\n"
    build(tmp_path, edits={"words.py": [(old, f"{old}        return {text}\n")]})
    play(tmp_path, *NEW)
    before = (tmp_path / "g.toml").read_bytes()
    done = play(tmp_path, "move", "g.toml", "say 1")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "pbem-count 0.1.0" in done.stderr
    assert (tmp_path / "g.toml").read_bytes() == before


WRONG = {
    "exits": {
        "state.py": [("    def apply(self, step):\n", "    def apply(self, step):\n        raise SystemExit(0)\n")]
    },
    "no-copy": {"state.py": [("def copy(", "def copied(")]},
    "winners": {"rules.py": [("def winners(self, state):", "def winners(self, state):\n        return [7]\n")]},
    "position": {
        "rules.py": [("def position(self, state, names):", "def position(self, state, names):\n        return [3]\n")]
    },
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.slow
def test_rules_that_answer_wrongly_are_told_without_a_traceback(name: str, tmp_path: Path) -> None:
    """By every command, and nothing is said to have been done that was not."""
    build(tmp_path, edits=WRONG[name])
    done = [
        play(tmp_path, *NEW),
        play(tmp_path, "move", "g.toml", "say 1 2", "say 3"),
        play(tmp_path, "show", "g.toml"),
        play(tmp_path, "check", "g.toml", str(ROOT / "examples" / "maharani-demo.pbem")),
    ]
    told = "".join(one.stderr for one in done)
    assert "Traceback" not in told
    assert "the game count (pbem-count 0.1.0) " in told
    assert "maharani-demo.pbem: ok, over" in done[-1].stdout
    assert any(one.returncode == 3 for one in done)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.slow
def test_the_other_files_are_checked(jobs: str, tmp_path: Path) -> None:
    build(tmp_path)
    play(tmp_path, *NEW)
    play(tmp_path, "move", "g.toml", "say 1 2")
    shutil.rmtree(tmp_path / "pbem_count")
    shutil.rmtree(tmp_path / "pbem_count-0.1.0.dist-info")
    build(tmp_path, edits={"state.py": FAILING})
    shutil.copy(ROOT / "examples" / "maharani-demo.pbem", tmp_path)
    done = play(tmp_path, "check", "maharani-demo.pbem", "g.toml", "maharani-demo.pbem", "--jobs", jobs)
    assert done.returncode == 3
    assert [line.split(": ")[1][:8] for line in done.stdout.splitlines()] == ["ok, over"] * 2
    assert done.stderr == f"g.toml: {FAILED}\n"


# Parsing tables


def kept(own: Path) -> list[str]:
    return sorted(str(path.relative_to(own)) for path in own.rglob("*.tables"))


def test_tables_are_kept_beside_the_byte_code(folder: Path) -> None:
    (path,) = kept(folder / "pbem_count")
    assert path.startswith("__pycache__/count-")
    (folder / "pbem_count" / path).unlink()
    assert play(folder, "show", "g.toml").returncode == 0
    assert kept(folder / "pbem_count") == [path]
    (folder / "pbem_count" / path).write_text("[]")  # no tables: made again
    assert play(folder, "show", "g.toml").returncode == 0
    assert len((folder / "pbem_count" / path).read_text()) > 100


@pytest.mark.parametrize("damage", ["", "{}", '{"turn_line": {}, "undo_line": {}}', "half", "one byte", "[" * 99999])
@pytest.mark.slow
def test_damaged_tables_are_made_again(damage: str, folder: Path) -> None:
    (name,) = kept(folder / "pbem_count")
    path = folder / "pbem_count" / name
    whole = path.read_bytes()
    changed = {"half": whole[: len(whole) // 2], "one byte": whole.replace(b"1", b"2", 1)}
    path.write_bytes(changed.get(damage, damage.encode()))
    assert play(folder, "show", "g.toml").returncode == 0
    assert path.read_bytes() == whole


def test_an_author_ships_them(tmp_path: Path) -> None:
    own = build(tmp_path, used=False)
    made = run(tmp_path, "-m", "pbem.tables", "count", str(own / "tables"))
    assert made.returncode == 0, made.stderr
    (path,) = kept(own)
    assert made.stdout == f"{own / path}\n"
    code = "import sys; from pbem.notation import Notation; Notation.of('count'); print('lark' in sys.modules)"
    assert run(tmp_path, "-c", code).stdout == "False\n"
    assert kept(own) == [path]
    again = run(tmp_path, "-m", "pbem.tables", str(own / "count.lark"), "elsewhere")
    assert again.stdout == f"elsewhere/{Path(path).name}\n"


def test_where_nothing_can_be_written_they_are_made_every_time(tmp_path: Path) -> None:
    own = build(tmp_path, used=False)
    (own / "__pycache__").write_text("a file where a folder should be")
    assert "to 3:" in play(tmp_path, "rules", "count").stdout
    assert play(tmp_path, *NEW).returncode == 0
    assert kept(own) == []


def _kept(change: Callable[[dict[str, Any]], Any]) -> bytes:
    """A file of tables whose checksum is right and whose content is not."""
    made = json.loads(json.dumps(Notation.of("maharani").tables))
    return _sealed(json.dumps(change(made) or made).encode())


def _sealed(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode() + b"\n" + text


def _without(key: str) -> Callable[[dict[str, Any]], Any]:
    return lambda made: made["undo_line"].__delitem__(key)


_KEYS = ("terminals", "ignored", "values", "start", "accept", "states", "rules")
_WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    **{f"no {key}": _without(key) for key in _KEYS},
    "nothing": lambda made: {"turn_line": {}},
    "a list": lambda made: [1],
    "a number": lambda made: 7,
    "a text": lambda made: "turn_line undo_line",
    "no undo_line": lambda made: made.pop("undo_line") and None,
    "another start": lambda made: made.setdefault("other", made["undo_line"]) and None,
    "a start that is none": lambda made: made.update(turn_line=None),
    "a pattern that is none": lambda made: made["turn_line"]["terminals"].append(["INT", 5]),
    "a terminal that is none": lambda made: made["turn_line"]["terminals"].append("INT"),
    "an ignored one that is none": lambda made: made["turn_line"]["ignored"].append("X"),
    "a start outside": lambda made: made["turn_line"].update(start=len(made["turn_line"]["states"])),
    "an end outside": lambda made: made["turn_line"].update(accept=-1),
    "a state outside": lambda made: made["turn_line"]["states"][0].update(X=10**6),
    "a rule outside": lambda made: made["turn_line"]["states"][0].update(X=-(10**6)),
    "a state that is none": lambda made: made["turn_line"]["states"].append([1]),
    "a step that is none": lambda made: made["turn_line"]["states"][0].update(X="1"),
    "a rule that is too short": lambda made: made["turn_line"]["rules"][0].pop() and None,
    "a rule that is none": lambda made: made["turn_line"]["rules"].append(0),
    "a part outside": lambda made: made["turn_line"]["rules"][0][3].append(99),
}


_FILES = {
    **{name: _kept(change) for name, change in _WRONG.items()},
    "no JSON": _sealed(b"{"),
    "[": _sealed(b"[" * 10**5),
}


@pytest.mark.parametrize("content", _FILES.values(), ids=_FILES)
@pytest.mark.slow
def test_tables_that_were_kept_wrong_are_made_anew(content: bytes, tmp_path: Path) -> None:
    own = registry.origin("maharani")
    kept = copy.copy(own)
    kept.tables = (str(tmp_path),)
    path = Path(tables.write(str(tmp_path), own.grammar, tables.make(own.grammar)))
    whole = path.read_bytes()
    path.write_bytes(content)
    assert tables.load(kept) == json.loads(whole.partition(b"\n")[2])
    assert path.read_bytes() == whole

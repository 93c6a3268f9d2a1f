"""What is wrong with a game of another package is told in one sentence, and the others are played and listed."""

import json
import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from pbem import packages, registry
from pbem.bots import base
from pbem.game import ENGINE
from pbem.notation import Notation
from tests.packages import FLIPPED, OTHERS, Edits, build, play, run
from tests.support import game_ids
from tests.test_cli import Shell

ONE_ENGINE_ON = f"engine = {ENGINE + 1}"
LARK = "GAME.lark"


class Fault(NamedTuple):
    """What is changed in a package, and what is told of it; PLACE stands for the folder of the package."""

    edits: Edits
    told: str
    more: Mapping[str, Any] = MappingProxyType({})


FAULTS = {
    "import": Fault(
        {"rules.py": [("class Counting", "import nothing_of_that_name\n\n\nclass Counting")]},
        "MODULE.rules:Counting cannot be imported: ModuleNotFoundError: No module named 'nothing_of_that_name' "
        "(MODULE/rules.py, line 9)",
    ),
    "import-deeper": Fault(
        {"state.py": [("class Say", "1 / 0\n\n\nclass Say")]},
        "cannot be imported: ZeroDivisionError: division by zero (MODULE/state.py, line 9)",
    ),
    "syntax": Fault(
        {"state.py": [("class Say", "class class Say")]},
        "cannot be imported: SyntaxError: invalid syntax (MODULE/state.py, line 9)",
    ),
    "leaves": Fault(
        {"rules.py": [("class Counting", "raise SystemExit(3)\n\n\nclass Counting")]},
        "cannot be imported: SystemExit: 3 (MODULE/rules.py, line 9)",
    ),
    "no-such-class": Fault(
        {}, "AttributeError: module 'MODULE.rules' has no attribute 'Other'", {"rules": "MODULE.rules:Other"}
    ),
    "no-class": Fault({}, "its entry point `MODULE.rules` names no class", {"rules": "MODULE.rules"}),
    "a-value": Fault({}, "its entry point `MODULE.words:WORDS` names no class", {"rules": "MODULE.words:WORDS"}),
    "blank-point": Fault({}, "its entry point `` names no class", {"rules": ""}),
    "no-package": Fault({}, "there is no package `pbem_nowhere`", {"rules": "pbem_nowhere.rules:Counting"}),
    "one-file": Fault({}, "`this` is one file; a game is a package", {"rules": "this:Counting"}),
    "Name": Fault({}, "the name of its entry point may have a to z, 0 to 9, - and _ only"),
    "no-engine": Fault(
        {"rules.py": [("engine = 2", "pass")]}, f"does not say which engine it is made for: `engine = {ENGINE}`"
    ),
    "other-engine": Fault(
        {"rules.py": [("engine = 2", ONE_ENGINE_ON)]},
        f"MODULE.rules:Counting is made for engine {ENGINE + 1}, at hand is engine {ENGINE}",
    ),
    "other-id": Fault({"rules.py": [('id = "GAME"', 'id = "chess"')]}, "says that its id is `chess`"),
    "no-table": Fault({}, "its table PLACE/no-table.toml is missing", {"without": "GAME.toml"}),
    "no-toml": Fault({"GAME.toml": [("[2, 3]", "2, 3]")]}, "PLACE/no-toml.toml: not a usable table of a game: "),
    "table-of-another": Fault({"GAME.toml": [('"GAME"', '"maharani"')]}, "of a game: it is one of `maharani`"),
    "table-of-none": Fault({"GAME.toml": [('"GAME"', '"chess"')]}, "of a game: it is one of `chess`"),
    "key": Fault(
        {"GAME.toml": [("last = 3", "")]},
        "PLACE/key.toml: not a usable table of a game: 'last' is missing (MODULE/rules.py, line 20)",
    ),
    "refused": Fault(
        {"GAME.toml": [("last = 3", "last = 0")]},
        "PLACE/refused.toml: not a usable table of a game: counting ends with a number above 0 "
        "(MODULE/rules.py, line 21)",
    ),
    "no-start": Fault({"rules.py": [("def start", "def begin")]}, "its rules (MODULE.rules) have no `start`"),
    "no-position-words": Fault({"rules.py": [("position_words", "words_of")]}, "have no `position_words`"),
    "no-counts": Fault(
        {"GAME.toml": [("[2, 3]", "[]")]}, "its rules (MODULE.rules:Counting) say [] for the numbers of players"
    ),
    "no-format": Fault(
        {"words.py": [("def format_step", "def tell")]},
        "cannot be imported: TypeError: Can't instantiate abstract class CountingWords",
    ),
    "no-example": Fault({"words.py": [("example =", "sample =")]}, "its words (MODULE.words) have no `example`"),
    "own-digest": Fault(
        {"rules.py": [("facts, digest)\n        if", 'facts, "x")\n        if')]},
        "its rules (MODULE.rules:Counting) do not keep the digest they are given",
    ),
    "no-grammar": Fault({}, "its grammar PLACE/no-grammar.lark cannot be read: No such file", {"without": LARK}),
    "grammar-syntax": Fault(
        {LARK: [("steps: say", "steps: say ?? 5")]}, "PLACE/grammar-syntax.lark: Expecting a value, at line 7 column 13"
    ),
    "collision": Fault(
        {LARK: [("steps: say", "steps: say | tell\n\ntell: _SAY INT+")]}, "collision.lark: Reduce/Reduce collision in"
    ),
    "two-ways": Fault(
        {LARK: [("say: _SAY INT+", "say: say _SAY say | _SAY INT")]},
        "two-ways.lark: Shift/Reduce conflict for terminal _SAY",
    ),
    "undefined": Fault(
        {LARK: [("steps: say", "steps: tell")]}, "undefined.lark: Rule 'tell' used but not defined (in rule steps)"
    ),
    "imports-more": Fault(
        {LARK: [("%ignore", "%import .more (MORE)\n%ignore")]},
        "imports-more.lark: it imports `more.lark`, and may import common.lark only",
    ),
    "no-undo": Fault({LARK: [("undo_line, ", "")]}, "no-undo.lark: it has no `undo_line`"),
    "chance-too-much": Fault(
        {LARK: FLIPPED[LARK]}, "chance-too-much.lark: it has `chance_line`, but has_chance is False"
    ),
    "chance-too-little": Fault(
        {"rules.py": [("has_chance = False", "")]}, "it has no `chance_line`, but has_chance is True"
    ),
    "chance-words": Fault({**FLIPPED, "words.py": []}, "its chance_words are [], but has_chance is True"),
    "claims-too-much": Fault(
        {LARK: [("COMMENT, _WS", "CLAIM, COMMENT, _WS"), ("steps [", "steps [CLAIM] [")]},
        "it has CLAIM, but has_claims is False",
    ),
    "claims-too-little": Fault({"rules.py": [("has_claims = False", "")]}, "it has no CLAIM, but has_claims is True"),
    "engine-as-text": Fault(
        {"rules.py": [("engine = 2", f'engine = "{ENGINE}"')]},
        f"MODULE.rules:Counting is made for engine '{ENGINE}', at hand is engine {ENGINE}",
    ),
    "no-comma": Fault(
        {"words.py": [("example =", 'no_names = ("say")\n    example =')]},
        "the no_names of its words (MODULE.words) are one text, not several: write `('say',)`",
    ),
    "no-comma-there": Fault(
        {"rules.py": [('("turn",)', '("turn")')]},
        "the position_words of its rules (MODULE.rules) are one text, not several: write `('turn',)`",
    ),
    "no-words": Fault(
        {"words.py": [("example =", "chance_words = (1, 2)\n    example =")]},
        "the chance_words of its words (MODULE.words) are no words: (1, 2)",
    ),
    "no-function": Fault(
        {LARK: [("say: _SAY INT+", "say: _SAY INT+ -> told\n   | _SAY WORD"), ("_SAY: ", "WORD: /every/\n_SAY: ")]},
        "no-function.lark: its words have no function for `WORD`, `told`",
    ),
    "turn-parts": Fault(
        {LARK: [("[INT] [NAME]", "[NAME]")]}, "its `turn_line` should read `[INT] [NAME] steps [COMMENT]`"
    ),
    "inline-flag": Fault(
        {
            LARK: [("INT+", "WORD"), ("_SAY: ", "WORD: /(?P<INT>x)/\n_SAY: ")],
            "words.py": [("terminals = {}", 'terminals = {"WORD": str}')],
        },
        "its terminals cannot be told apart: redefinition of group name",
    ),
    "no-terminals": Fault(
        {"words.py": [("terminals = {}", "terminals = [1]")]},
        "the terminals of its words (MODULE.words) are no table of functions",
    ),
    "odd-rule": Fault(
        {"words.py": [("numbers)}", 'numbers), "told": 7}')]},
        "the rules of its words (MODULE.words) have no function for `told`",
    ),
    "deep": Fault(
        {LARK: [("_SAY INT+", "_SAY " + "(" * 3000 + "INT" + ")" * 3000)]},
        "PLACE/deep.lark: its parts lie within each other too deep",
    ),
    "deep-table": Fault({"GAME.toml": [("last = 3", f"last = {'[' * 5000}")]}, "not a usable table of a game: "),
    "dotted-table": Fault(
        {"GAME.toml": [("last = 3", f"last = 3\nx{'.a' * 500} = 1")]},
        "not a usable table of a game: it has a key of more than 100 parts",
    ),
}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package for each fault, and one without."""
    folder = tmp_path_factory.mktemp("faulty")
    build(folder)
    for game_id, fault in FAULTS.items():
        build(folder, game_id, fault.edits, package=f"pbem-x-{game_id}", **fault.more)
    return folder


@pytest.fixture(scope="module")
def listed(faulty: Path) -> tuple[list[str], list[str]]:
    """What `pbem games` tells of them on its two streams."""
    done = play(faulty, "games")
    assert done.returncode == 0
    return done.stdout.splitlines(), done.stderr.splitlines()


def test_faulty_games_are_told_behind_the_list(listed: tuple[list[str], list[str]]) -> None:
    found, wrong = listed
    assert [line.split()[0] for line in found] == [*game_ids(), *sorted([*OTHERS, "count"])]
    assert len(wrong) == len(FAULTS)


@pytest.mark.parametrize("game_id", FAULTS)
def test_each_fault_is_told_in_one_sentence(game_id: str, faulty: Path, listed: tuple[list[str], list[str]]) -> None:
    module = f"pbem_x_{game_id.replace('-', '_')}"
    told = FAULTS[game_id].told.replace("PLACE", str(faulty / module)).replace("MODULE", module)
    start = f"pbem: the game {game_id} (pbem-x-{game_id} 0.1.0) cannot be played: "
    (line,) = (line for line in listed[1] if line.startswith(start))
    assert told in line
    assert "Traceback" not in line


@pytest.mark.parametrize("game_id", ["import", "key", "collision", "no-function"])
def test_a_faulty_game_is_refused_when_asked_for(game_id: str, faulty: Path) -> None:
    done = play(faulty, "new", game_id, "g.toml", "--player", "Ana", "--player", "Bob", "--json")
    error = json.loads(done.stderr)["error"]
    assert (done.returncode, error["code"], error["status"]) == (3, "broken-game", 3)
    assert (error["game"], error["package"], error["version"]) == (game_id, f"pbem-x-{game_id}", "0.1.0")
    assert not (faulty / "g.toml").exists()


def test_two_packages_with_one_game(tmp_path: Path) -> None:
    build(tmp_path)
    build(tmp_path, package="other-count", version="2.0")
    sentence = "the game count cannot be played: %s and %s both bring it; uninstall one"
    names = ("other-count 2.0", "pbem-count 0.1.0")
    for command in ("games", "rules count"):
        assert play(tmp_path, *command.split()).stderr[6:-1] in (sentence % names, sentence % names[::-1])


def test_a_package_with_a_game_of_ours(tmp_path: Path) -> None:
    build(tmp_path, "maharani")
    assert play(tmp_path, "rules", "maharani").stdout.startswith("MAHARANI")
    done = play(tmp_path, "games")
    assert [line.split()[0] for line in done.stdout.splitlines()] == [*game_ids(), *OTHERS]
    assert done.stderr == (
        "pbem: the game maharani (pbem-count 0.1.0) cannot be played: a game of that name came with pbem, and that "
        "one is played\n"
    )


def test_what_is_no_entry_point(tmp_path: Path) -> None:
    """Lines that are none, files that are none, packages without a name."""
    build(tmp_path)
    for number, text in enumerate((b"[pbem.games]\nx-1\n", b"\xff[pbem.games]\n", b"pbem.games = no group\n")):
        info = tmp_path / f"odd{number}-1.dist-info"
        info.mkdir()
        (info / "entry_points.txt").write_bytes(text)
    done = play(tmp_path, "games")
    assert "count " in done.stdout
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("pbem: the game x-1 (")
    assert "its entry point `` names no class" in done.stderr


def test_a_package_that_is_called_pbem_is_another_one(tmp_path: Path) -> None:
    own = build(tmp_path, package="pbem-z")
    for info in tmp_path.glob("*.dist-info/METADATA"):
        info.write_text("Metadata-Version: 2.1\nName: pbem\nVersion: 99.0\n")
    listed = next(line for line in play(tmp_path, "games").stdout.splitlines() if line.startswith("count "))
    assert listed.endswith("; from pbem 99.0)")
    (own / "count.toml").write_text("id = 5")
    done = play(tmp_path, "rules", "count")
    assert done.stderr.startswith("pbem: the game count (pbem 99.0) cannot be played: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("name", ["count.toml", "count.lark"])
@pytest.mark.parametrize("zero", [False, True])
def test_a_pipe_or_a_device_is_no_table_and_no_grammar(name: str, zero: bool, tmp_path: Path) -> None:
    path = build(tmp_path) / name
    path.unlink()
    if zero:
        path.symlink_to("/dev/zero")
    else:
        os.mkfifo(path)
    done = play(tmp_path, "games")
    assert (done.returncode, len(done.stderr.splitlines())) == (0, 1)
    assert done.stderr.startswith("pbem: the game count (pbem-count 0.1.0) cannot be played: ")
    assert ("it is a device, not a file" in done.stderr) == zero


@pytest.mark.parametrize(
    ("args", "status"), [(["count"], 2), (["chess", "x"], 3), (["no.lark", "x"], 3), (["collision", "x"], 3)]
)
def test_tables_that_cannot_be_made(args: list[str], status: int, faulty: Path) -> None:
    done = run(faulty, "-m", "pbem.tables", *args)
    assert done.returncode == status
    assert "Traceback" not in done.stderr


# Our own


@pytest.mark.parametrize("game_id", game_ids())
def test_games_of_ours_are_held_to_the_same(game_id: str) -> None:
    notation, rules = Notation.of(game_id), registry.load(game_id)
    packages.check_grammar(registry.origin(game_id), rules, notation.tables, notation.without_function())
    same: Any = packages.make(registry.origin(game_id), _facts(game_id), rules.digest)
    assert type(same) is type(rules)


def _facts(game_id: str) -> dict[str, Any]:
    return tomllib.loads(Path(registry.origin(game_id).table).read_text("utf-8"))


@pytest.mark.parametrize(
    ("points", "metadata", "told"),
    [
        (b"[pbem.bots]\nlast is_none\n", b"Name: b\nVersion: 1\n", "there is no bot `last`: random, greedy, search\n"),
        (b"[other]\n\xff = a:b\n", b"Name: b\nVersion: 1\n", "there is no bot `last`: random, greedy, search\n"),
        (b"[pbem.bots]\nlast = gone:B\n", b"Name: \xff\n", "the bot `last` cannot be imported: ModuleNotFoundError: "),
        (b"[pbem.bots]\nlast = gone:B\n", b"", "the bot `last` cannot be imported: ModuleNotFoundError: "),
    ],
)
def test_a_package_that_does_not_say_its_bots_rightly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, points: bytes, metadata: bytes, told: str
) -> None:
    info = tmp_path / "b-1.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_bytes(points)
    (info / "METADATA").write_bytes(metadata)
    monkeypatch.syspath_prepend(str(tmp_path))
    shell = Shell(tmp_path, monkeypatch)
    result = shell("simulate maharani --player Ana=g,y --player Bob=r,b --bots last")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert result.stderr.startswith(f"pbem: {told}")
    assert len(base.packages("last")) == ("no bot" not in told)
    assert shell("simulate maharani --player Ana=g,y --player Bob=r,b --bots random --games 1 --turns 1").exit_code == 0


@pytest.fixture
def last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in a folder, with a bot of a package that takes the first step, and says where it is."""
    info = tmp_path / "path" / "last_bot-2.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Name: last-bot\nVersion: 2\n")
    (info / "entry_points.txt").write_text("[pbem.bots]\nlast = last_bot:Last\n")
    (tmp_path / "path" / "last_bot.py").write_text(LAST)
    monkeypatch.syspath_prepend(str(tmp_path / "path"))
    monkeypatch.delitem(sys.modules, "last_bot", raising=False)
    return Shell(tmp_path, monkeypatch)


LAST = """
class Last:
    name, budget, goes = "last", 1, []
    def __init__(self, rules, budget): pass
    def choose(self, state, random):
        while self.goes:
            self.goes.pop()()
        return state.steps()[0]
"""
RUN = "simulate maharani --player Ana=g,y --player Bob=r,b --games 1 --turns 1"


def test_a_folder_that_is_gone_or_called_otherwise_is_no_fault_of_a_bot(last: Shell) -> None:
    """Before it is asked, or while it thinks; it may even have gone to a folder that is gone."""
    base.make("last", registry.load("maharani"))
    goes = sys.modules["last_bot"].Last.goes
    os.mkdir("here")
    os.chdir("here")
    for calls in ([lambda: os.rename("../here", "../there")], [lambda: os.rmdir("../there")], []):
        goes += calls
        assert last(f"{RUN} --bots last").exit_code == 0
    with pytest.raises(FileNotFoundError):
        os.getcwd()
    os.chdir(last.folder)
    goes += [lambda: os.rmdir("../away"), lambda: os.chdir("away"), lambda: os.mkdir("away")]
    assert last(f"{RUN} --bots last -o r.csv").exit_code == 0
    assert (Path.cwd(), [path.name for path in Path().iterdir() if path.is_file()]) == (last.folder, ["r.csv"])


def test_bots_of_an_older_version_further_down_the_path_are_none(
    last: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "older" / "last_bot-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Name: Last.Bot\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[pbem.bots]\nlast = last_bot:Last\nolder = last_bot:Last\n")
    monkeypatch.syspath_prepend(str(tmp_path / "older"))
    assert base.packages("last,older") == ["Last.Bot 1", "Last.Bot 1"]
    monkeypatch.syspath_prepend(str(tmp_path / "path"))
    assert base.packages("last,older") == ["last-bot 2"]
    assert "there is no bot `older`" in last(f"{RUN} --bots older").stderr

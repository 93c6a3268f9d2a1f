"""The README, the examples and the tutorial of examples/nim do what they say."""

import contextlib
import io
import os
import re
import runpy
import shlex
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

import pbem
from pbem import report
from pbem.notation import Turn
from tests.processes import cold, warm
from tests.support import ROOT, Some
from tests.test_cli import Shell

README = (ROOT / "README.md").read_text("utf-8")
EXAMPLES = ROOT / "examples"
MEANS_OF_FORTY = "[55, 53]\n"
"""What the example of random games prints for so many."""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in a folder with the examples."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    return Shell(tmp_path, monkeypatch)


def blocks(kind: str, text: str = README) -> list[str]:
    """The code blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def matches(expected: str, printed: str) -> bool:
    """Whether a text is as expected, where a line `[...]` stands for any lines."""
    pattern = re.escape(expected.strip("\n")).replace(re.escape("[...]"), ".*")
    return bool(re.fullmatch(pattern, printed.strip("\n"), re.DOTALL))


def test_console_blocks_are_real(shell: Shell) -> None:
    """Every command of every console block, in order, in one folder."""
    count = 0
    for block in blocks("console"):
        for part in re.split(r"^\$ pbem ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            command, _, source = command.partition(" < ")
            result = shell(command, Path(source).read_text() if source else None)
            assert matches(expected, result.stdout + result.stderr), (command, result.stdout, result.stderr)
            count += 1
    assert count >= 20


def test_python_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, some: Some) -> None:
    """Few games are played of the thousand, and all of them with the slow tests."""
    monkeypatch.chdir(tmp_path)
    shorter, games = 0, some(40, 1000)
    for whole, told in zip(blocks("python"), blocks("text"), strict=True):
        code = whole.replace("range(1000)", f"range({games})")
        shorter += code != whole
        expected = told if code == whole else MEANS_OF_FORTY
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "README.md", "exec"), {})
        assert printed.getvalue() == expected
    assert shorter == (games < 1000)


def test_first_commands_install_demo_and_tests() -> None:
    first, second = blocks("sh")
    assert first.strip().endswith("/bin/pbem demo")
    assert "-m pytest" in second


def test_every_example_is_described_and_every_description_is_there() -> None:
    listed = set(re.findall(r"`([\w.-]+\.\w+)`", (EXAMPLES / "README.md").read_text()))
    assert listed == {path.name for path in EXAMPLES.iterdir() if path.is_file()} - {"README.md"}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.pbem")), ids=lambda path: path.stem)
def test_example_games_hold(path: Path) -> None:
    game = pbem.load(str(path))
    if path.stem != "maharani-table":
        assert game.over
        assert game.record() == path.read_text("utf-8")


def test_table_game_becomes_canonical(shell: Shell) -> None:
    assert shell("import examples/maharani-table.pbem -o t.toml").exit_code == 0
    game = pbem.load("t.toml")
    assert game.log[2] == "1 Ana: 1-3f2W / 2-1d8S+g =1 ; both of Ana's quarters at once"
    assert game.header.foreign == ["event First evening with the new game"]


def test_greedy_bot_wrote_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["greedy.py"])
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        runpy.run_path(str(EXAMPLES / "greedy.py"), run_name="__main__")
    assert printed.getvalue() == (EXAMPLES / "maharani-demo.pbem").read_text()


THREADS = {
    "thread.txt": ("maharani", ["Ana=green", "Bob=red", "Cid=blue"]),
    "majolica-thread.txt": ("majolica", ["Ana", "Bob"]),
    "rajas-thread.txt": ("rajas", ["Ana=yellow", "Bob=red"]),
}
_POST = re.compile(r"^== (\w+)\n(.*?)(?=^== |\Z)", re.DOTALL | re.MULTILINE)


def _thread(text: str, game_id: str, players: list[str]) -> str:
    """The thread again, the boards as they are printed now: each post has one move, then the board after it."""
    head = text[: text.index("== ")]
    game = pbem.new(game_id, players, seed="thread", id="thread", first="Ana")
    posts = [head]
    for author, body in _POST.findall(text):
        prose = re.sub(r"\[code\].*?\[/code\]\n", "[code]\n[/code]\n", body, flags=re.DOTALL)
        for line in prose.split("\n"):
            if line.strip() and not line.startswith((">", "[")) and re.match(r"\d+ \w+:", line):
                (added, *_) = game.play(line)
                move = game.fold.notation.parse(added)
                assert isinstance(move, Turn)
                assert move.name == author
        board = "\n".join(report.show(game))
        posts.append(f"== {author}\n" + prose.replace("[code]\n[/code]", f"[code]\n{board}\n[/code]"))
    return "".join(posts)


@pytest.mark.parametrize("name", THREADS)
def test_forum_thread(name: str, update_golden: bool) -> None:
    path = EXAMPLES / name
    text = path.read_text("utf-8")
    now = _thread(text, *THREADS[name])
    if update_golden:
        path.write_text(now, "utf-8")
    assert now == text
    assert len(_POST.findall(text)) >= 6


# examples/nim is a package as anybody may write one: its tutorial is true, and its own tests pass


NIM = ROOT / "examples" / "nim"
TUTORIAL = (NIM / "README.md").read_text("utf-8")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which it is installed, as pip would leave it, from its own pyproject.toml."""
    project = tomllib.loads((NIM / "pyproject.toml").read_text("utf-8"))["project"]
    info = tmp_path / "site" / f"pbem_nim-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    entries = project["entry-points"]["pbem.games"]
    (info / "entry_points.txt").write_text(
        "[pbem.games]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
    )
    return {"PYTHONPATH": os.pathsep.join([str(ROOT), str(NIM), str(tmp_path / "site")])}


def test_the_tutorial_shows_the_files_as_they_are() -> None:
    shown = dict(re.findall(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE))
    there = {path for path in NIM.rglob("*") if path.is_file() and path.suffix in (".py", ".toml", ".lark")}
    assert shown.keys() == {path.relative_to(NIM).as_posix() for path in there}
    for name, text in shown.items():
        assert text == (NIM / name).read_text("utf-8"), name


def test_the_commands_of_the_tutorial_do_what_it_says(environment: dict[str, str], tmp_path: Path) -> None:
    count = 0
    for block in blocks("console", TUTORIAL):
        for part in re.split(r"^\$ pbem ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            done = warm("-m", "pbem", *shlex.split(command), folder=tmp_path, **environment)
            assert matches(expected, done.stdout + done.stderr), (command, done.stdout, done.stderr)
            count += 1
    assert count >= 6


def test_its_own_tests_pass(environment: dict[str, str], tmp_path: Path) -> None:
    command = ["-m", "pytest", str(NIM / "tests"), "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = cold(*command, folder=tmp_path, **environment)
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) > 10

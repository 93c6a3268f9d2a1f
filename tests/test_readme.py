"""The README and the examples do what they say."""

import contextlib
import io
import re
import runpy
import shutil
import sys
from pathlib import Path

import pytest

import pbem
from pbem import report
from pbem.notation import Turn
from tests.support import ROOT
from tests.test_cli import Shell

README = (ROOT / "README.md").read_text("utf-8")
EXAMPLES = ROOT / "examples"


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


def test_python_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for code, expected in zip(blocks("python"), blocks("text"), strict=True):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "README.md", "exec"), {})
        assert printed.getvalue() == expected


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

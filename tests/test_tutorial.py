"""examples/nim is a package as anybody may write one: its tutorial is true, and its own tests pass."""

import os
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from tests.processes import cold, warm
from tests.support import ROOT
from tests.test_readme import blocks, matches

NIM = ROOT / "examples" / "nim"
README = (NIM / "README.md").read_text("utf-8")


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
    shown = dict(re.findall(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", README, re.DOTALL | re.MULTILINE))
    there = {path for path in NIM.rglob("*") if path.is_file() and path.suffix in (".py", ".toml", ".lark")}
    assert shown.keys() == {path.relative_to(NIM).as_posix() for path in there}
    for name, text in shown.items():
        assert text == (NIM / name).read_text("utf-8"), name


def test_the_commands_of_the_tutorial_do_what_it_says(environment: dict[str, str], tmp_path: Path) -> None:
    count = 0
    for block in blocks("console", README):
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

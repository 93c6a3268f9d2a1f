"""`pbem read`: what would be taken, in JSON and in words, exit status 0 or 4, and nothing changed."""

import json
from pathlib import Path

import pytest

from tests.mail.letters import message, quoted
from tests.test_cli import Shell

NEW = "new maharani g.toml --player Ana=green,yellow --player Bob=red,blue --seed taj --id gtaj --first Ana"
LINE = "1 Ana: 1-b6S+g / 4-b7S+g"
FULL = "1 Ana: 1-1b6S+g / 4-1b7S+g =3"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in a folder with a new game."""
    shell = Shell(tmp_path, monkeypatch)
    assert shell(NEW).exit_code == 0
    return shell


def test_json(shell: Shell) -> None:
    before = Path("g.toml").read_bytes()
    result = shell("read g.toml --json", message(f"Hi\n\n{LINE}\n\n{quoted()}"))
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"lines": [LINE], "known": [], "commands": [], "doubt": None, "skipped": 1}
    assert Path("g.toml").read_bytes() == before
    assert sorted(path.name for path in Path().iterdir()) == ["g.toml"]


def test_in_words(shell: Shell) -> None:
    result = shell("read g.toml", f"Hi\n\n{LINE}\n")
    assert (result.exit_code, result.stdout) == (0, f"{LINE}\n")
    assert result.stderr == "taken: 1 line; known: 0; not read: 1 line of text\n"


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("hello", None),
        ("", None),
        ("R", "write `1 Ana: R`"),
        (quoted(LINE), "stands only in what is quoted"),
        (f"{LINE}\n\n1 Ana: R", "several moves for one turn"),
        ("x\n" * 3000, "2000 are read"),
        (b"\xff" * 3_000_000, "bytes"),
    ],
)
def test_what_is_not_taken(shell: Shell, text: str | bytes, doubt: str | None) -> None:
    result = shell("read g.toml --json", text)
    assert result.exit_code == 4
    told = json.loads(result.stdout)
    assert told["lines"] == []
    assert (told["doubt"] is None) if doubt is None else (doubt in told["doubt"])
    in_words = shell("read g.toml", text)
    assert (in_words.exit_code, in_words.stdout) == (4, "")
    assert in_words.stderr.startswith("taken: 0 lines;")


def test_all_known(shell: Shell) -> None:
    assert shell(f'move g.toml "{LINE}"').exit_code == 0
    result = shell("read g.toml --json", FULL)
    assert result.exit_code == 4
    assert json.loads(result.stdout)["known"] == [FULL]


def test_a_file_that_is_no_game_is_told_as_ever(shell: Shell) -> None:
    Path("x.toml").write_text("hello")
    assert shell("read x.toml", LINE).exit_code == 3
    assert shell("read nothing.toml", LINE).exit_code == 3

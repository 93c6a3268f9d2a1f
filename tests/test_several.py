"""A text of several lines: a move without turn and name must not play for somebody else."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import pbem
from pbem import cli
from pbem.commands.move_ import command
from pbem.errors import Doubt
from tests.rajas.tools import table

FIRST = "1 Bob: 4-1a5N+b / 1-1b5N+b =3"
NAMES = ["Ana=green,yellow", "Bob=red,blue"]


def start(folder: Path) -> str:
    """The README's game before turn 1, in a file; its path."""
    path = str(folder / "g.toml")
    pbem.new("maharani", NAMES, seed="taj", id="greedy-taj").save(path)
    return path


def move(path: str, *lines: str, stdin: str = "") -> Result:
    """What `pbem move` does with lines and standard input."""
    return CliRunner().invoke(command, [path, *lines], input=stdin, catch_exceptions=True)


def turns(path: str) -> list[str]:
    """The log without results of chance."""
    return [line for line in pbem.load(path).log if not line.startswith("draw")]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"{FIRST}\n\nR\n", 3, "it is not the only move there"),
        (f"{FIRST}\nr\n", 2, "it is not the only move there"),
        (f"{FIRST}\n1-h3+g\n", 2, "it is not the only move there"),
        (f"R\n{FIRST}\n", 1, "it is not the only move there"),
        ("R\nR\n", 1, "it is not the only move there"),
        ("4-1a5N+b\nBob: R\n", 1, "it is not the only move there"),
        ("undo 1\nR\n", 2, "it is not the only move there"),
        ("stop ; tired\nR\n", 2, "it is not the only move there"),
        ("; hello\n\nR\n", 3, "a letter or two may be anything"),
        ("R ; the best\n; bye\n", 1, "a letter or two may be anything"),
    ],
)
def test_a_bare_move_in_doubt_stores_nothing(tmp_path: Path, text: str, line: int, words: str) -> None:
    path = start(tmp_path)
    before = Path(path).read_bytes()
    result = move(path, text)
    assert isinstance(result.exception, Doubt)
    assert result.exception.details == {"line": line, "text": text.splitlines()[line - 1]}
    assert words in result.exception.message
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("R", ["1 Bob: R =0"]),
        ("\n\nR\n\n", ["1 Bob: R =0"]),
        ("4-1a5N+b\n", ["1 Bob: 4-1a5N+b =2"]),
        ("; hello\n4-1a5N+b\n", ["; hello", "1 Bob: 4-1a5N+b =2"]),
        (f"{FIRST}\n2 Ana: R\n", [FIRST, "2 Ana: R =0"]),
        (f"{FIRST}\nana: R\n3 R\n", [FIRST, "2 Ana: R =0", "3 Bob: R =0"]),
        ("1 R\nAna: R", ["1 Bob: R =0", "2 Ana: R =0"]),
    ],
)
def test_what_is_clear_is_played(tmp_path: Path, text: str, played: list[str]) -> None:
    path = start(tmp_path)
    assert move(path, text).exit_code == 0
    assert turns(path) == played


def test_lines_of_their_own_are_typed(tmp_path: Path) -> None:
    path = start(tmp_path)
    assert move(path, FIRST, "R").exit_code == 0
    assert turns(path) == [FIRST, "2 Ana: R =0"]


@pytest.mark.parametrize("signature", ["Ma", "Pg", "pg", "Po"])
def test_a_signature_is_no_move(tmp_path: Path, signature: str) -> None:
    path = str(tmp_path / "r.toml")
    table("dice Ana o5", "dice Bob o5").save(path)
    assert isinstance(move(path, f"1 Ana: P0\n\n{signature}\n").exception, Doubt)
    assert isinstance(move(path, f"; from Bob\n{signature}\n").exception, Doubt)
    assert turns(path) == []
    assert move(path, f"{signature}\n").exit_code == 0


def test_results_of_chance_may_stand_with_a_bare_move(tmp_path: Path) -> None:
    path = str(tmp_path / "r.toml")
    table("dice Ana o5").save(path)
    assert move(path, "-", stdin="P0 re o5\nroll o2\n").exit_code == 0
    assert pbem.load(path).log == ["1 Ana: P0 re o5 =0,2", "roll o2"]


@pytest.mark.parametrize("form", ["move", "legal"])
@pytest.mark.parametrize("more", [["-b6"], ["P6", "-b6"], ["--json", "-1"]])
def test_a_move_that_begins_with_a_dash(
    tmp_path: Path, form: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([form, start(tmp_path), *more]) == 2
    said = capsys.readouterr().err
    assert f'pbem {form} FILE -- "{more[-1]}"' in said
    assert f'"3 Ana: {more[-1]}"' in said


@pytest.mark.parametrize("more", [["--jsn", "-b6"], ["--turm", "3"]])
def test_a_mistaken_option_is_one(tmp_path: Path, more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["move", start(tmp_path), *more]) == 2
    assert "part of a move" not in capsys.readouterr().err


def test_behind_two_dashes_it_is_read(tmp_path: Path) -> None:
    with pytest.raises(pbem.NotationError, match="cannot read `-b6`"):
        command.main([start(tmp_path), "--", "-b6"], standalone_mode=False)

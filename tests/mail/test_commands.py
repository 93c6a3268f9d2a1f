"""`pbem read`: what would be taken, in JSON and in words, exit status 0 or 4, and nothing changed."""

import json
from pathlib import Path

import pytest

from pbem.taking import Taking
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


# move FILE -


def test_a_mail_is_played(shell: Shell) -> None:
    result = shell("move g.toml -", message(f"Hi\n\n{LINE}\n\n{quoted()}"))
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{FULL}\ndraw ")
    assert result.stderr == "taken: 1 line; known: 0; not read: 1 line of text\n"
    assert "turn 2" in result.stdout


def test_the_same_again_changes_nothing(shell: Shell) -> None:
    post = shell("move g.toml -", LINE).stdout
    before = Path("g.toml").read_bytes()
    backup = Path("g.toml.bak").read_bytes()
    for text in (
        post,
        f"{LINE}\n",
        shell("export g.toml").stdout,
        "\n".join(f"> {line}" for line in post.split("\n")) + post,
    ):
        again = shell("move g.toml - --json", text)
        assert again.exit_code == 0, again.stderr
        told = json.loads(again.stdout)
        assert (told["added"], told["written"]) == ([], False)
    assert (Path("g.toml").read_bytes(), Path("g.toml.bak").read_bytes()) == (before, backup)


def test_who_is_behind_catches_up_by_the_last_post(shell: Shell) -> None:
    """What `move` prints is the new lines and the board, whose key is checked."""
    assert shell(NEW.replace("g.toml", "h.toml")).exit_code == 0
    post = shell("move g.toml -", LINE).stdout
    result = shell("move h.toml -", f"My turn:\n\n{post}")
    assert result.exit_code == 0
    assert Path("h.toml").read_bytes() == Path("g.toml").read_bytes()
    line = next(line for line in post.split("\n") if ", key " in line)
    wrong = shell("move g.toml -", post.replace(line, line[:-6] + "abcdef"))
    assert wrong.exit_code == 6
    assert "abcdef" in wrong.stderr


@pytest.mark.parametrize(
    ("text", "status", "why"),
    [
        ("hello", 4, "nothing in this text is a line of this game"),
        (quoted(LINE), 4, "stands only in what is quoted"),
        ("1 Ana: 1-b6S+q", 4, "cannot read `1 Ana: 1-b6S+q`"),
        ("1 Ana: 1-a1", 5, "not legal"),
        (f"{LINE}\n\n1 Ana: R", 4, "several moves"),
        ("1-b6S+g / 4-b7S+g\n\n1-g6", 4, "several moves"),
        (f"{LINE[:5]}{LINE[6:]}", 4, "is nearly a line with turn and name"),
        (f"not this:\n{LINE}", 4, "Above `1 Ana: "),
        (f"I play {LINE[7:]}.", 4, "A sentence mentions a move"),
        ("1-b6S", 5, "can mean"),
        (LINE.replace("Ana", "Cid"), 6, "No player of this game is called Cid"),
        (LINE.replace("1 Ana", "Anna"), 6, "did you mean Ana?"),
        (f"2 Ana {LINE[7:]}", 6, "is nearly a line of turn 2"),
        ("2 Bob: R", 6, "that was for turn 2"),
        ("1 Bob: R", 6, "it is not Bob's turn"),
        (f"x, game other, turn 1, key 123456\n{LINE}", 6, "game other"),
        (f"{LINE}\n5 Ana: R", 6, "that was for turn 5"),
    ],
)
def test_all_or_none(shell: Shell, text: str, status: int, why: str) -> None:
    before = Path("g.toml").read_bytes()
    result = shell("move g.toml -", text)
    assert result.exit_code == status, result.stderr
    assert why in result.stderr
    assert result.stdout == ""
    assert Path("g.toml").read_bytes() == before
    assert not Path("g.toml.bak").exists()
    assert json.loads(shell("move g.toml - --json", text).stderr.split("\n", 1)[1])["error"]["status"] == status


def test_dry_run_and_guards(shell: Shell) -> None:
    before = Path("g.toml").read_bytes()
    tried = shell("move g.toml - --dry-run", LINE)
    assert (tried.exit_code, Path("g.toml").read_bytes()) == (0, before)
    assert tried.stdout.startswith(FULL)
    assert shell("move g.toml - --turn 2", LINE).exit_code == 6
    assert shell("move g.toml - --key 123456", LINE).exit_code == 6
    assert shell("move g.toml R -", LINE).exit_code == 2


def test_commands_of_a_mail_cannot_act_on_a_terminal() -> None:
    told = Taking(commands=("say \x1b]0;a\x07b\nc",)).told()
    assert told.endswith("commands: say \\x1b]0;a\\x07b\\nc")

"""Many games at a glance: who is to move, since when, in which order; a damaged file is a row, not the end."""

import json
import os
import re
import sys
from datetime import datetime
from pathlib import Path

import pytest

import pbem
from pbem import checking, files, status
from pbem.cli import run
from tests.support import PLAYERS, ROOT
from tests.test_cli import Shell

DAY = 86400
NOW = 1_800_000_000.0
KEYS = [
    *("file", "ok", "changed", "id", "game", "players", "turn", "to_move", "draw_due", "over", "stopped", "scores"),
    *("winners", "waits_for", "result", "error"),
]


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


def written(path: str, *moves: str, age: float = 0, kind: str = "seed", game_id: str = "maharani") -> None:
    """A game of Ana and Bob in a file, changed so many days before NOW."""
    game = pbem.new(
        game_id, PLAYERS[game_id][2], kind=kind, first="Ana", id="at-a-glance", seed="s" if kind == "seed" else None
    )
    game.play(*moves)
    Path(path).write_text(game.toml())
    dated(path, age)


def dated(path: str, age: float) -> None:
    os.utime(path, (NOW - age * DAY, NOW - age * DAY))


def told(*named: str, name: str | None = None) -> list[str]:
    """What is printed for people at NOW."""
    found = status.rows(status.places(named))
    return [status.sentence(row, NOW) for row in status.ordered([row for row in found if row], name)]


def date(age: float) -> str:
    return datetime.fromtimestamp(NOW - age * DAY).strftime("%Y-%m-%d %H:%M")


def names(shell: Shell, args: str = "") -> list[str]:
    """The files of the rows, in order."""
    result = shell(f"status {args} --json")
    assert result.exit_code == 0
    return [row["file"] for row in json.loads(result.stdout)]


def test_the_longest_waiting_comes_first(shell: Shell) -> None:
    written("a.toml", "R", age=1)
    written("b.toml", "R", "R", age=30)
    written("c.toml", "R", "stop ; no time", age=40)
    written("d.toml", age=0.5, kind="manual")
    Path("e.pbem").write_text((ROOT / "examples" / "maharani-demo.pbem").read_text())
    dated("e.pbem", 50)
    Path("f.toml").write_text(Path("a.toml").read_text()[:300])
    dated("f.toml", 60)
    rows = told()
    assert rows[:5] == [
        f"b.toml: turn 3, Ana is to move. Ana 0, Bob 0. File changed {date(30)}, 30 days ago.",
        f"a.toml: turn 2, Bob is to move. Ana 0, Bob 0. File changed {date(1)}, 1 day ago.",
        f"d.toml: turn 1, a draw is due (tiles for slot 1 2 3 4), then Ana is to move. Ana 0, Bob 0. "
        f"File changed {date(0.5)}, 12 hours ago.",
        f"e.pbem: over. Ana 105, Bob 115. Bob has won. File changed {date(50)}, 50 days ago.",
        f"c.toml: stopped at turn 2. Ana 0, Bob 0. File changed {date(40)}, 40 days ago.",
    ]
    assert rows[5].startswith("f.toml is neither a record")
    assert len(rows) == 6
    assert names(shell) == ["b.toml", "a.toml", "d.toml", "e.pbem", "c.toml", "f.toml"]
    printed = shell("status").stdout
    assert [re.split("[: ]", line)[0] for line in printed.splitlines()] == names(shell)


def test_a_row_is_one_line_whatever_the_name(shell: Shell) -> None:
    written("a\nb.toml", age=2)
    Path("c\nd.toml").write_text("bad")
    assert told() == [
        f"a\\nb.toml: turn 1, Ana is to move. Ana 0, Bob 0. File changed {date(2)}, 2 days ago.",
    ]
    (bad,) = told("c\nd.toml")
    assert bad.startswith("c\\nd.toml is neither a record")
    assert "\n" not in bad


def test_of_one_player_first_the_games_that_wait_for_the_player(shell: Shell) -> None:
    written("bob.toml", "R", age=30)
    written("ana.toml", age=1)
    written("draw.toml", age=20, kind="manual")
    Path("others.pbem").write_text((ROOT / "examples" / "rajas-final.txt").read_text())
    Path("bad.toml").write_text("pbem = 1\n")
    assert names(shell, "--as ana") == ["ana.toml", "bob.toml", "draw.toml", "bad.toml"]
    assert names(shell, "--as Bob") == ["bob.toml", "draw.toml", "ana.toml", "bad.toml"]
    assert names(shell, "--as Leila") == ["others.pbem", "bad.toml"]
    Path("bad.toml").unlink()
    result = shell("status --as Zed")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "No game of Zed here.\n")
    assert names(shell, "--as Zed") == []


CYRILLIC = "`\u0410` is a letter of another script (Cyrillic capital letter a, U+0410) than in `Ana` (Latin capital "
NEW = "new rajas h.toml --player Ana=green --player {}=red"


@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("status --as {}", "No game of {} here; "),
        ("show g.toml --as {}", "pbem: no player is called `{}`: Ana, Bob; "),
        ("picture g.toml -o - --as {}", "pbem: no player is called `{}`: Ana, Bob; "),
        ("book g.toml -o h.html --as {}", "pbem: g.toml: no player is called `{}`: Ana, Bob; "),
        ("analyse g.toml --mine {}", "pbem: g.toml: no player is called `{}`: Ana, Bob; "),
        (f"{NEW.format('Bob')} --first {{}}", "pbem: no player is called `{}`: Ana, Bob; "),
        (f"{NEW.format('Bob')} --option 'expert {{}}'", "pbem: option `expert {}`: no player is called so; "),
        (f"{NEW.format('Bob')} --chance together --as {{}}", "pbem: no player is called `{}`: Ana, Bob; "),
        (NEW, "pbem: Ana and {} cannot play together: the names look alike; "),
        ("club person club {}", "pbem: {} is not in this club: an address is wanted; "),
        ("club test club {}", "pbem: {} is not in this club; "),
        ("club start club majolica --player {}", "pbem: {} is not in this club: pbem club person club '{}' ADDRESS; "),
        ("club status club --as {}", "No game of {} here; "),
    ],
)
def test_a_name_with_a_letter_of_another_script_is_told_by_every_command(shell: Shell, line: str, before: str) -> None:
    written("g.toml")
    assert shell("club new club --address games@example.org").exit_code == 0
    assert shell("club person club Ana ana@example.com").exit_code == 0
    if "club status" in line:
        assert shell("club start club majolica --player Ana").exit_code == 0
    name = "\u0410na"
    said = shell(line.format(name)).stderr
    assert said.startswith(before.format(name, name) + CYRILLIC), said
    assert "script" not in shell(line.format("Anja" if line != NEW else "\u0410\u043d\u044f")).stderr


def test_rows_for_scripts(shell: Shell) -> None:
    written("g.toml", "R", age=2)
    (row,) = json.loads(shell("status g.toml --json").stdout)
    assert list(row) == KEYS
    assert (row["file"], row["ok"], row["changed"]) == ("g.toml", True, "2027-01-13T08:00:00+00:00")
    assert (row["id"], row["game"], row["players"]) == ("at-a-glance", "maharani", ["Ana", "Bob"])
    assert (row["turn"], row["to_move"], row["draw_due"], row["over"], row["stopped"]) == (
        2,
        "Bob",
        False,
        False,
        False,
    )
    assert (row["scores"], row["winners"], row["result"]) == ({"Ana": 0, "Bob": 0}, [], None)
    assert (row["waits_for"], row["error"]) == ("Bob is to move", None)
    Path("g.toml").write_text("pbem = 1\n")
    result = shell("status missing.toml g.toml --json")
    assert result.exit_code == 0
    bad, missing = json.loads(result.stdout)
    assert list(bad) == KEYS
    assert (bad["ok"], bad["turn"], bad["error"]["code"], bad["error"]["status"]) == (False, None, "save", 3)
    assert (missing["file"], missing["changed"]) == ("missing.toml", None)
    assert missing["error"]["message"] == "cannot read missing.toml: No such file or directory"


def test_a_keepers_game_without_the_secret_waits_for_the_draw(shell: Shell) -> None:
    shell("new maharani k.toml --player Ana=g,y --player Bob=r,b --chance keeper --first Ana")
    Path("k.toml.secret").rename("elsewhere")
    log = pbem.load("k.toml").log
    text = Path("k.toml").read_text()
    assert log[0] in text
    Path("k.toml").write_text(text.replace(f'    "{log[0]}",\n', ""))
    assert pbem.load("k.toml").log == []
    (row,) = json.loads(shell("status k.toml --json").stdout)
    assert (row["to_move"], row["draw_due"]) == ("Ana", True)
    assert "a draw is due" in shell("status k.toml").stdout


def test_in_a_folder_only_games_are_rows(shell: Shell) -> None:
    written("g.toml", "R")
    save = Path("g.toml").read_text()
    record = pbem.load("g.toml").record()
    for name in (
        "g.toml.bak",
        "g.toml.secret",
        ".g.toml",
        "g.toml~",
        f"g.toml{files.UNFINISHED}",
        f"g.toml.bak{files.UNFINISHED}",
    ):
        Path(name).write_text(save)
    Path("noted.txt").write_text("; at a table\n\n" + record)
    Path("windows.pbem").write_bytes(record.replace("\n", "\r\n").encode())
    Path("wide.toml").write_bytes(("# mine\n" + save).encode("utf-16"))
    Path("old-mac.pbem").write_bytes(record.replace("\n", "\r").encode())
    Path("damaged.txt").write_text(record.replace("R =0", "Q =0"))  # a text, not the only copy
    Path("damaged.PBEM").write_text(record.replace("R =0", "Q =0"))
    Path("cut.toml").write_bytes(save.encode()[:100] + b"\xff\xfe\x00")
    Path("pyproject.toml").write_text('[project.scripts]\npbem = "pbem.cli:main"\n\n[x]\npbem = 1\n')
    Path("club.toml").write_text('name = "Spring games"\n')
    Path("README.md").write_text("pbem plays\n")
    Path("picture.png").write_bytes(bytes(range(256)))
    Path("empty.toml").write_text("")
    Path("folder.toml").mkdir()
    Path("folder.toml/inside.toml").write_text(save)
    Path("lost.toml").symlink_to("nowhere.toml")
    Path("round.txt").symlink_to("round.txt")
    os.mkfifo("pipe.toml")
    good = ["g.toml", "noted.txt", "old-mac.pbem", "wide.toml", "windows.pbem"]
    bad = ["cut.toml", "damaged.PBEM", "lost.toml"]
    assert sorted(names(shell)) == sorted(good + bad)
    assert names(shell)[len(good) :] == bad
    assert names(shell, ".") == names(shell)
    Path("again.toml").symlink_to("g.toml")
    assert len(names(shell, ". g.toml folder.toml")) == len(good + bad) + 1  # each game once
    for name in bad:
        Path(name).unlink()
    assert [name for name in names(shell) if json.loads(shell(f"status {name} --json").stdout)[0]["error"]] == []


def test_what_is_named_is_a_row_whatever_it_is(shell: Shell) -> None:
    Path("text.txt").write_text("Hello Bob\n")
    Path("empty").mkdir()
    assert names(shell, "text.txt empty none") == ["none", "text.txt"]
    result = shell("status text.txt none")
    assert result.exit_code == 0
    assert result.stdout.startswith("cannot read none: No such file or directory\ntext.txt is neither a record")
    result = shell("status empty")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "No game here.\n")


def test_a_club_keeps_its_games_in_a_folder(shell: Shell) -> None:
    Path("spring/games").mkdir(parents=True)
    written("spring/games/one.toml", "R")
    written("spring/loose.toml", "R")
    assert names(shell, "spring") == ["spring/loose.toml"]
    Path("spring/club.toml").write_text('name = "Spring games"\n')
    assert names(shell, "spring") == ["spring/games/one.toml"]
    os.chdir("spring")
    assert names(shell) == ["games/one.toml"]


def test_a_game_of_a_club_of_which_nothing_is_left_is_a_row(shell: Shell) -> None:
    for folder in ("spring/games", "loose/games"):
        Path(folder).mkdir(parents=True)
        for name, data in (("empty.toml", b""), ("zero.toml", bytes(2000)), ("other.toml", b"x"), ("notes.txt", b"")):
            Path(folder, name).write_bytes(data)
        Path(folder, "folder.toml").mkdir()
    Path("spring/club.toml").write_text('name = "Spring games"\n')
    assert names(shell, "spring") == [f"spring/games/{name}.toml" for name in ("empty", "other", "zero")]
    assert "spring/games/empty.toml is empty\n" in shell("status spring").stdout
    assert names(shell, "loose/games") == []


def test_a_game_that_begins_with_garbage_is_a_row_and_what_never_was_one_is_none(shell: Shell) -> None:
    written("g.toml", "R")
    save, record = Path("g.toml").read_text(), pbem.load("g.toml").record()
    Path("CUT.TOML").write_bytes(bytes(99) + save.encode())
    Path("table.toml").write_text(f"[x]\ny = 1\n{save}")
    Path("mixed.pbem").write_bytes(b"\xff\x00{ " + record.encode())
    Path("zero.toml").write_bytes(bytes(5000))
    Path("zero.toml.bak").write_text(save)
    Path("other.toml").write_text('[tool.poetry.dependencies]\npbem = "^0.5"\n[game]\ngame = "go"\n')
    Path("conf.toml").write_text("[versions]\npbem = 5\nnim = 1\n")
    Path("order.toml").write_text("[versions]\ngame = 2\npbem = 5\n")
    Path("noise.toml").write_bytes(bytes(range(256)) * 30)
    Path("noise.pbem").write_bytes(bytes(range(256)) * 30)
    Path("noise.toml.bak").write_text("x = 1\n")
    assert names(shell) == ["g.toml", "CUT.TOML", "mixed.pbem", "table.toml", "zero.toml"]


def test_no_game_of_a_club_is_gone_whose_folder_of_games_cannot_be_read(shell: Shell) -> None:
    shell("club new spring --address games@example.org")
    for name in ("Ana", "Bob"):
        shell(f"club person spring {name} {name}@example.org")
    shell("club start spring majolica --id one --player Ana --player Bob")
    games, why = Path("spring/games"), "cannot read spring/games: Too many levels of symbolic links"
    games.rename("aside")
    games.symlink_to("games")  # as a disk that gives nothing, or to others only
    assert why in shell("status spring").stdout
    result = shell("club run spring")
    assert (result.exit_code, why in result.stderr) == (3, True)
    games.unlink()
    Path("aside").rename(games)
    assert shell("club run spring").output.startswith("no message; sent: 0; waiting: 0")


@pytest.mark.parametrize(
    ("seconds", "ago"),
    [
        (0, ", just now"),
        (59, ", just now"),
        (60, ", 1 minute ago"),
        (3599, ", 59 minutes ago"),
        (3600, ", 1 hour ago"),
        (2 * DAY - 1, ", 1 day ago"),
        (2 * DAY, ", 2 days ago"),
        (-DAY, ""),
    ],
)
def test_how_long_ago(shell: Shell, seconds: float, ago: str) -> None:
    written("g.toml", age=seconds / DAY)
    (row,) = told("g.toml")
    assert row.endswith(f" File changed {date(seconds / DAY)}{ago}.")


@pytest.mark.parametrize("seconds", [-(10**11), -(6 * 10**10), 0, 10**11, 2 * 10**11, 10**12])
def test_dates_that_no_clock_shows(shell: Shell, seconds: int) -> None:
    written("g.toml")
    try:
        os.utime("g.toml", (seconds, seconds))
    except (OSError, OverflowError) as error:
        pytest.skip(f"no such date here: {error}")
    (row,) = told("g.toml")
    assert re.search(r"(File changed \d+-\d\d-\d\d \d\d:\d\d.*|The file has no date)\.$", row)


def test_names_of_files_do_not_act_on_a_terminal(shell: Shell) -> None:
    written("\x1b[2J.toml", "R")
    Path("\x1bbad.toml").write_text("pbem = 1\n")
    for args in ("", "--json"):
        result = shell(f"status {args}")
        assert result.exit_code == 0
        assert "\x1b" not in result.stdout
    assert shell("status").stdout.startswith("\\x1b[2J.toml: turn 2")
    assert set(names(shell)) == {"\x1b[2J.toml", "\x1bbad.toml"}
    assert status.places(["a\0b"])[0].path == "a\0b"


def test_long_work_shows_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with checking.progress(20, False, "reading") as advance:
        advance()
    assert "reading" in capsys.readouterr().err
    with checking.progress(20, True, "reading") as advance:
        advance()
    assert capsys.readouterr().err == ""


def test_a_row_is_one_line_whatever_the_file_is_called() -> None:
    row = {**dict.fromkeys(KEYS), "file": "a\nb\x1b[31m.toml", "over": True, "result": "Ana has won."}
    assert status.sentence(row) == "a\\nb\\x1b[31m.toml: over. Ana has won. The file has no date."
    row = {**row, "error": {"message": "a\nb\x1b[31m.toml is empty"}}
    assert status.sentence(row) == "a\\nb\\x1b[31m.toml is empty"


def test_commands_run_where_standard_error_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written("g.toml", "R")
    monkeypatch.setattr(sys, "stderr", None)  # as Python has it then
    told = {
        "status": "g.toml: turn 2",
        "check g.toml": "ok, at turn 2",
        "legal g.toml": "1-",
        "legal g.toml --limit 1": "earns",
        "analyse g.toml --mine Ana --budget 1": "Ana",
        "book g.toml -o g.html": "",
        "simulate maharani --player Ana=g,y --player Bob=r,b --games 1 --bots random": "1 game",
    }
    for line, said in told.items():
        assert (run(line.split()), said in capsys.readouterr().out) == (0, True), line

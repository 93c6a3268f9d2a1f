"""What a patient attacker found, each held by the right answer: an error in one sentence, and nothing lost."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pbem
from pbem import checking, files, fold, guided, reading, registry
from pbem.errors import HeaderError, IllegalMove, NotationError, ReplayError, SaveError
from pbem.session import Session
from tests.processes import warm
from tests.support import PLAYERS, ROOT
from tests.test_cli import NEW, Shell

TWO = PLAYERS["maharani"][2]
NEW_BY_ANA = NEW + " --first Ana"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in a folder with a game of two turns."""
    shell = Shell(tmp_path, monkeypatch)
    assert shell(NEW_BY_ANA).exit_code == 0
    assert shell("move g.toml R R").exit_code == 0
    return shell


@pytest.mark.parametrize("length", [900, 985, 986, 997])
@pytest.mark.parametrize("form", ["R ; {}", "R;{}", ";{}", "undo 2;{}"])
def test_what_is_stored_can_be_read_again(form: str, length: int) -> None:
    """A remark that fits the typed line may not fit the canonical one: 900 letters do, those near the limit do not."""
    game = pbem.new("maharani", TWO, seed="x", first="Ana")
    game.play("R", "R")
    before = game.log
    try:
        game.play(form.format("x" * length))
    except NotationError:
        assert game.log == before
        assert length > 900
    else:
        assert len(game.log) == len(before) + 1 + game.log[-1].startswith("draw")
        assert length == 900
    pbem.read(game.toml().encode(), "save")
    pbem.read(game.record().encode(), "record")


def test_a_full_log_is_refused_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "LOG_LENGTH", 10)
    game = pbem.new("maharani", TWO, seed="x", first="Ana")
    game.play(*["R"] * 9)
    with pytest.raises(IllegalMove, match="the log is full"):
        game.play("R")
    assert len(pbem.read(game.toml().encode(), "save").log) == 10


def test_a_log_that_a_result_of_chance_would_overfill_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="x")
    before = game.log
    monkeypatch.setattr(fold, "LOG_LENGTH", len(before) + 1)
    with pytest.raises(IllegalMove, match="the log is full"):
        game.play("Po")  # and the die that is rolled for it
    assert game.log == before
    text = game.record()
    monkeypatch.setattr(fold, "LOG_LENGTH", len(before) - 1)
    with pytest.raises(ReplayError, match="the log is full"):
        pbem.read(text.encode(), "record")


def test_empty_lines_are_not_counted() -> None:
    text = pbem.new("maharani", TWO, seed="x", first="Ana").record()
    assert pbem.read((text + "\n" * 25_000).encode(), "record").turn == 1


def test_saves_of_several_programs_never_tear_or_overwrite(shell: Shell) -> None:
    one, two = pbem.load("g.toml"), pbem.load("g.toml")
    one.play("R ; one")
    two.play("R ; two")
    one.save()
    with pytest.raises(SaveError, match="has changed since it was read"):
        two.save()
    assert pbem.load("g.toml").log == one.log
    one.play("R")
    one.save()
    assert pbem.load("g.toml").log == one.log


def test_a_folder_that_cannot_be_synced_is_no_error(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def fsync(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):
            raise OSError(22, "Invalid argument")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    assert shell("move g.toml R").exit_code == 0
    assert shell(NEW.replace("g.toml", "h.toml")).exit_code == 0


def test_without_hard_links_files_are_copied_whole(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(source: str, target: str) -> None:
        if os.path.exists(target):
            raise FileExistsError(17, "File exists")
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    before = Path("g.toml").read_bytes()
    assert shell("move g.toml R").exit_code == 0
    assert Path("g.toml.bak").read_bytes() == before
    result = shell(NEW.replace("g.toml", "k.toml").replace("--seed taj", "--chance keeper"))
    assert result.exit_code == 0
    assert Path("k.toml.secret").stat().st_mode & 0o077 == 0
    assert shell(NEW).exit_code == 3
    assert sorted(os.listdir()) == ["g.toml", "g.toml.bak", "k.toml", "k.toml.secret"]


def test_files_of_other_names_are_left_alone(shell: Shell) -> None:
    Path("g.toml.new").write_text("precious")
    Path("victim").write_text("victim")
    os.symlink("victim", "g.toml" + files.UNFINISHED)
    assert shell("move g.toml R").exit_code == 0
    assert Path("g.toml.new").read_text() == "precious"
    assert Path("victim").read_text() == "victim"
    assert not os.path.islink("g.toml")


def test_a_folder_in_the_way_is_one_sentence(shell: Shell) -> None:
    before = Path("g.toml").read_bytes()
    os.mkdir("g.toml" + files.UNFINISHED)
    result = shell("move g.toml R")
    assert (result.exit_code, len(result.stderr.splitlines())) == (3, 1)
    assert shell("export g.toml -o g.toml/x").exit_code == 3
    assert Path("g.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pbem = 1", "pbem = 0x" + "f" * 5000),
        ("pbem = 1", "pbem = 1\nz = 0x" + "f" * 5000),
        ("pbem = 1", "pbem = 1\nz = " + "[" * 300 + "]" * 300),
        ("pbem = 1", "pbem = 1\n" + ".".join("a" * 900) + " = 1"),
        ("pbem = 1", 'pbem = 1\nposition = ["turn\\r5"]'),
        ("pbem = 1", 'pbem = 1\nheader = ["zoo a\\rid evil"]'),
        ("pbem = 1", 'pbem = 1\nheader = ["zoo x  "]'),
        ("pbem = 1", 'pbem = 1\nposition = ["turn' + " " * 40_000 + '1"]'),
    ],
)
def test_monstrous_keys_are_one_error_at_most(shell: Shell, old: str, new: str) -> None:
    text = Path("g.toml").read_text().replace(old, new, 1)
    Path("g.toml").write_text(text)
    start = time.monotonic()
    for command in ("show g.toml", "export g.toml", "move g.toml R"):
        result = shell(command)
        assert result.exit_code in (0, 3), result.exception
        assert result.exit_code == 0 or len(result.stderr.splitlines()) == 1
    assert time.monotonic() - start < 60  # not minutes: nothing here is quadratic
    if result.exit_code:
        assert Path("g.toml").read_text() == text


@pytest.mark.parametrize("key", ["z = 0x" + "f" * 5000, "z = " + "[" * 20 + "]" * 20, ".".join("a" * 50) + " = 1"])
def test_keys_that_are_large_but_can_be_read_do_no_harm(shell: Shell, key: str) -> None:
    Path("g.toml").write_text(Path("g.toml").read_text().replace("pbem = 1", f"pbem = 1\n{key}", 1))
    assert shell("show g.toml").exit_code == 0
    if "0x" not in key:  # a number of so many digits cannot be written again
        assert shell("move g.toml R").exit_code == 0
        assert key.split(" ")[0].split(".")[0] in Path("g.toml").read_text()


def test_one_bad_file_does_not_stop_a_check(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    real = reading.read

    def read(data: bytes, name: str, *rest: object, **more: object) -> Session:
        if name == "bad":
            raise KeyError("a fault")
        return real(data, name, *rest, **more)  # type: ignore[arg-type]

    Path("bad").write_text("x")
    monkeypatch.setattr(reading, "read", read)
    found = list(checking.check(["g.toml", "bad", "g.toml"]))
    assert [one["ok"] for one in found] == [True, False, True]
    assert found[1]["error"]["code"] == "fault"


def test_lone_surrogates() -> None:
    game = pbem.new("maharani", TWO, seed="x", first="Ana")
    game.play("R ; \udcff!")
    assert game.log[1] == "1 Ana: R =0 ; !"
    with pytest.raises(NotationError, match="cannot read `\udcff: R` at column 1: "):
        game.play("\udcff: R")
    game.toml().encode()


def test_nothing_acts_on_the_terminal(shell: Shell) -> None:
    Path("x.pbem").write_text("pbem 1 maharani\nid \x1b]0;pwned\x07\x1b[2J\n")
    for command in ("check x.pbem", "show x.pbem", "move g.toml '\x1b[2J'"):
        result = shell(command)
        assert result.exit_code in (3, 4)
        assert "\x1b" not in result.stderr + result.stdout


@pytest.mark.parametrize("delay", ["inf", "1e400", "nan", "-1"])
def test_delays(shell: Shell, delay: str) -> None:
    assert shell(f"replay g.toml --delay {delay}").exit_code in (0, 2)


def test_there_is_no_turn_between_five_and_three(shell: Shell) -> None:
    shell("move g.toml R R R R")
    assert shell("replay g.toml --from 5 --to 3").exit_code == 2
    assert shell("replay g.toml --from 3 --to 5").stdout.count("x -a-") == 6


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_write_protected_file_is_not_replaced(shell: Shell) -> None:
    os.chmod("g.toml", 0o444)
    assert shell("move g.toml R").exit_code == 3


@pytest.mark.parametrize("last", [1, 36, 37, 38, 100])
def test_as_many_boards_as_there_are(shell: Shell, last: int) -> None:
    assert shell(f"demo --last {last}").stdout.count("x -a-") == 2 * min(last + 1, 37)


def test_records_need_a_first_player(shell: Shell) -> None:
    text = shell("export g.toml").stdout
    Path("x.pbem").write_text(text.replace("first Ana", "first"))
    assert shell("check x.pbem").exit_code == 3


def test_export_is_byte_for_byte(shell: Shell) -> None:
    shell("export g.toml -o x.pbem")
    assert shell("export g.toml").stdout_bytes == Path("x.pbem").read_bytes()


def test_a_stray_secret_is_no_matter(shell: Shell) -> None:
    os.mkdir("g.toml.secret")
    assert shell("show g.toml").exit_code == 0
    assert shell("move g.toml R").exit_code == 0


def test_names_that_make_the_first_player_unclear() -> None:
    with pytest.raises(HeaderError, match="unclear"):
        pbem.new("maharani", ["Ana=g,y", "Ana drawn=r,b"], seed="x")


def test_a_blank_can_be_no_seed(shell: Shell) -> None:
    for seed in ("''", "' x'"):
        assert shell(NEW.replace("g.toml", "h.toml").replace("--seed taj", f"--seed {seed}")).exit_code == 2


def test_long_partial_moves_are_refused_at_once(shell: Shell) -> None:
    assert shell("legal g.toml '" + " " * 40_000 + "'").exit_code == 4


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("second_tile = 2", 'second_tile = "2"'),
        ("supply = { 2 = 7,", 'supply = { 2 = "7",'),
        ("players = [2, 3, 4]", "players = []"),
        ("players = [2, 3, 4]", 'players = ["2"]'),
        ('edition = "reconstructed-1"', "edition = 5"),
        ('edition = "reconstructed-1"', 'edition = "my own"'),
        ('g = "green", r = "red", b = "blue", y', 'g = "Green", r = "red", b = "blue", y'),
        ('g = "green", r = "red", b = "blue", y', 'g = "red", r = "red", b = "blue", y'),
        ('id = "maharani"', 'id = "go"'),
        ("quarter = [4, 6", 'quarter = ["4", 6'),
    ],
)
def test_tables_of_the_wrong_kind(old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "games" / "maharani.toml").read_text()
    assert old in text
    (tmp_path / "maharani.toml").write_text(text.replace(old, new, 1))
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    with pytest.raises(SaveError, match="not a usable table"):
        registry.load("maharani")


def test_a_folder_of_tables_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path / "no"))
    with pytest.raises(SaveError, match="is no folder"):
        registry.load("maharani")
    monkeypatch.setenv(registry.OWN_TABLES, "")
    assert registry.load("maharani").id == "maharani"


def test_games_lists_all_but_those_of_faulty_tables(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = shell("games").stdout.splitlines()
    for faulty in (["maharani"], ["maharani", "majolica", "rajas"]):
        own = tmp_path / f"own-{len(faulty)}"
        own.mkdir()
        for name in faulty:
            (own / f"{name}.toml").write_text("x = [")
        monkeypatch.setenv(registry.OWN_TABLES, str(own))
        told = shell("games")
        assert told.stdout.splitlines() == [line for line in whole if line.split()[0] not in faulty]
        assert told.stderr.startswith(f"pbem: {own}/maharani.toml: not a usable table of a game: ")
        assert told.exit_code == (3 if len(faulty) == 3 else 0)  # where nothing can be played that is an error
        listed = [game["game"] for game in json.loads(shell("games --json").stdout or "[]")]
        assert listed == [line.split()[0] for line in told.stdout.splitlines()]


@pytest.mark.parametrize(
    ("redirect", "status"), [("> /dev/full", 1), (">&-", 1), ("<&-", 3), ("| head -n 1", 0), ("> /dev/null", 0)]
)
def test_streams_that_fail(shell: Shell, redirect: str, status: int) -> None:
    command = f"{sys.executable} -m pbem {'move g.toml -' if '<' in redirect else 'show g.toml'} {redirect}"
    run = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert run.returncode == status, run.stderr
    assert "Traceback" not in run.stderr


def test_a_terminal_that_cannot_show_a_name(shell: Shell) -> None:
    shell('new maharani z.toml --player "Борис=g,y" --player Ana=r,b --seed x')
    run = subprocess.run(
        [sys.executable, "-m", "pbem", "show", "z.toml", "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["turn"] == 1


_UNSTRIPPED = """
import sys, click.utils
click.utils.should_strip_ansi = lambda *_: False
from pbem.cli import run
sys.exit(run())
"""
ESCAPES = "\x1b[2J\x1b]0;x\x07 \x9b31m \u202e"


def test_nothing_that_is_printed_can_act_on_a_terminal(shell: Shell) -> None:
    """click strips escapes only where it knows that no terminal listens, so raw output is looked at."""
    head = "pbem 1 rajas\nid x\nplayer Ana yellow\nplayer Bob red\nchance manual\nfirst Ana\n"
    Path("line.pbem").write_text(f"{head}\n1 Ana: {ESCAPES}\n", encoding="utf-8")
    Path("header.pbem").write_text(f"{head}zoo {ESCAPES}\n", encoding="utf-8")
    Path("remark.pbem").write_text(f"{head}\n; {ESCAPES}\n", encoding="utf-8")
    commands = [
        *("check line.pbem", "check line.pbem --json", "show line.pbem", "show line.pbem --json"),
        *("import header.pbem -o a.toml", "check header.pbem", "export header.pbem"),
        *(
            "show remark.pbem",
            "log remark.pbem",
            "export remark.pbem",
            "import remark.pbem -o b.toml",
            "replay remark.pbem",
        ),
    ]
    for command in commands:
        run = warm("-c", _UNSTRIPPED, *command.split())
        assert run.stdout or run.stderr, command
        for text in (run.stdout, run.stderr):
            plain = re.sub("\x1b\\[(31|0)m", "", text)  # the colour of errors, and its end
            assert all(c.isprintable() or c == "\n" for c in plain), (command, text)


TYPED = {
    2: ["W", "games W", "--W", "club W", "completion W", "move g.toml --W", "book g.toml -o W", "show g.toml --as W"],
    3: ["show W", "check W", "rules W", "export g.toml -o no/W"],
    4: ["legal g.toml W"],
    6: ["move g.toml R --key W"],
    0: ["status --as W"],
}


@pytest.mark.parametrize("words", [ESCAPES, "x\nok: g.toml\n\rx", "\u2028a\u2029\u2066b\x7f", "z" * 3000])
def test_what_is_typed_neither_acts_nor_fills_the_screen(shell: Shell, words: str) -> None:
    """Names of files, players, commands and options in what is told: one sentence, behind the usage if it was wrong."""
    for status, asked in [(status, asked) for status, several in TYPED.items() for asked in several]:
        run = warm("-c", _UNSTRIPPED, *(word.replace("W", words) for word in asked.split()))
        *usage, sentence = re.sub("\x1b\\[(31m(?=pbem)|0m$)", "", run.stderr).rstrip("\n").split("\n")
        assert run.returncode == status, asked
        assert "".join([*usage, sentence]).isprintable(), asked
        assert not usage or usage[0].startswith("Usage: "), asked
        assert len(sentence) < 1300, asked
    told = guided.Guide(pbem.load("g.toml")).answer(f"Ana{words}: R")
    assert told
    assert all(line.isprintable() for line in told)

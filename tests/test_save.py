"""Save files: kept whole through everything, and every damage told with its place."""

import os
import random
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
import tomli_w

import pbem
from pbem import files, reading, toml
from pbem.club import settings
from pbem.errors import Busy, NewerVersion, PbemError, ReplayError, SaveError
from tests.support import PLAYERS, ROOT, Some

TWO = PLAYERS["maharani"][2]


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A saved game of a few turns."""
    game = pbem.new("maharani", TWO, seed="save", first="Ana", id="save")
    game.play("R", "R ; waiting", "R")
    target = str(tmp_path / "g.toml")
    game.save(target)
    return target


def _edit(path: str, old: str, new: str) -> bytes:
    text = Path(path).read_text("utf-8")
    assert old in text
    changed = text.replace(old, new, 1).encode()
    Path(path).write_bytes(changed)
    return changed


def test_what_is_in_the_file(path: str) -> None:
    document = tomllib.loads(Path(path).read_text())
    assert document["pbem"] == 1
    assert document["game"] == "maharani"
    assert document["edition"] == "reconstructed-1"
    assert len(document["sha256"]) == 64
    assert document["players"][0] == {"name": "Ana", "colours": ["green", "yellow"], "seat": "S"}
    assert document["chance"] == {"kind": "seed", "seed": "save"}
    assert document["history"]["log"][1:] == ["1 Ana: R =0", "2 Bob: R =0 ; waiting", "3 Ana: R =0"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pbem = 1\n", "", "`pbem` is missing"),
        ("pbem = 1", 'pbem = "1"', "`pbem` should be a whole number"),
        ("pbem = 1", "pbem = true", "`pbem` should be a whole number"),
        ('game = "maharani"', 'game = "go"', "no game is called `go`"),
        ('name = "Ana"', 'nome = "Ana"', "`players 1 name` is missing"),
        ('name = "Bob"', 'name = "ana"', "the name ana is taken twice"),
        ('"red"', '"green"', "the colour green is taken twice"),
        ('"red"', '"pink"', "`pink` is no colour"),
        ('seat = "N"', 'seat = "S"', "the seat S is taken twice"),
        ('seat = "N"', 'seat = "Q"', "`Q` is no seat"),
        ('first = "Ana"', 'first = "Zed"', "no player is called so"),
        ('id = "save"', 'id = "a b"', "cannot be the id"),
        ('kind = "seed"', 'kind = "dice"', "chance is one of seed"),
        ('"1 Ana: R =0"', "7", "`history.log`, entry 2, should be a string of one line"),
        ('first = "Ana"', 'first = "Ana"\nposition = ["foo 3"]', "`foo 3` is no line of a position"),
        ('first = "Ana"', 'first = "Ana"\nposition = [""]', "is no line of a position"),
        *(
            (
                'first = "Ana"',
                f'first = "Ana"\nheader = ["{line}"]',
                f"{line}` cannot be kept as a line of the header: {why}",
            )
            for line, why in (
                ("player Zed red", "in a save file `player` is no line but a key of its own"),
                ("turn 5", "`turn` begins a line of a position, which stands in the list `position`"),
                ("draw 1:bE", "it begins as a line of the log does"),
                ("5 x", "it begins as a line of the log does"),
                ("Stop line 1 ; tired", "it begins as a line of the log does"),
                ("x=1", "it does not begin with a word of letters and a blank behind it"),
                (" x", "it has blanks at an end, or characters that cannot be seen"),
            )
        ),
        ('edition = "reconstructed-1"', 'edition = "printed-1"', "played with the tables `printed-1"),
        ('sha256 = "4', 'sha256 = "5', "played with the tables"),
    ],
)
def test_damage_is_told(path: str, old: str, new: str, said: str) -> None:
    _edit(path, old, new)
    with pytest.raises(SaveError) as error:
        pbem.load(path)
    assert said in str(error.value)
    assert path in str(error.value)
    assert error.value.status == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ('"2 Bob: R =0 ; waiting"', '"2 Bob: R =1"', 3, "wrong-claim"),
        ('"2 Bob: R =0 ; waiting"', '"2 Bob: 1-1q9 =1"', 3, "notation"),
        ('"2 Bob: R =0 ; waiting"', '"2 Ana: R =0"', 3, "not-your-turn"),
        ('"2 Bob: R =0 ; waiting"', '"9 Bob: R =0"', 3, "stale"),
        ('"1 Ana: R =0"', '"1 Ana: 1-1a1N =1"', 2, "illegal"),
        ('"1 Ana: R =0"', '"undo 5"', 2, "illegal"),
        ('"draw ', '"draw x:rC ', 1, "illegal"),
    ],
)
def test_a_line_of_the_log_that_does_not_hold(path: str, old: str, new: str, line: int, code: str) -> None:
    _edit(path, old, new)
    with pytest.raises(ReplayError) as error:
        pbem.load(path)
    assert error.value.line == line
    assert error.value.cause.code == code
    assert (error.value.status, error.value.code) == (3, "replay")
    assert f"{path}: line {line} of the log" in str(error.value)


def test_a_newer_version_is_refused_and_both_are_named(path: str) -> None:
    changed = _edit(path, "pbem = 1", "pbem = 7")
    with pytest.raises(NewerVersion) as error:
        pbem.load(path)
    assert "format 7" in str(error.value)
    assert "format 1" in str(error.value)
    with pytest.raises(NewerVersion, match=r"format 7, this program reads up to format 1$"), reading.change(path):
        pass
    assert Path(path).read_bytes() == changed


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"\x00\xff\xfe\x80", "not a text file"),
        (b"\x00\x01", "neither a record"),
    ],
)
def test_files_that_are_no_games(tmp_path: Path, data: bytes, said: str) -> None:
    target = tmp_path / "g.toml"
    target.write_bytes(data)
    with pytest.raises(SaveError) as error:
        pbem.load(str(target))
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("Hi Bob,\nhere it is\n\n", 4),
        ("```\n", 2),
        ("[code]\n", 2),
        ("From: ana@example.org\nSubject: our game\n\n", 4),
        ("<html><body><pre>", 1),
    ],
)
def test_a_record_within_a_text_is_named_with_its_line(path: str, before: str, line: int) -> None:
    record = pbem.load(path).record()
    quoted = "".join(f"> {row}\n" for row in record.splitlines())
    for text, number in ((before + record, line), (before + "\n" + quoted, before.count("\n") + 2)):
        with pytest.raises(SaveError, match=f"^it is no record by itself, but one begins in line {number}: ") as error:
            pbem.read(text, "it")
        assert error.value.as_json()["line"] == number
        assert "TOML" not in str(error.value)


def test_half_a_file_is_never_taken_for_a_whole_one(path: str) -> None:
    data = Path(path).read_bytes()
    for length in range(len(data)):
        Path(path).write_bytes(data[:length])
        try:
            game = pbem.load(path)
        except PbemError as error:
            assert error.status == 3
        else:  # only white space is missing
            assert data[length:].strip() == b"", length
            assert game.turn == 4


@pytest.mark.parametrize("change", [lambda b: b"\xef\xbb\xbf" + b, lambda b: b.replace(b"\n", b"\r\n")])
def test_marks_and_line_ends_of_other_systems_load(path: str, change: object) -> None:
    data = Path(path).read_bytes()
    Path(path).write_bytes(change(data))  # type: ignore[operator]
    with reading.change(path) as game:
        game.play("R")
    assert Path(path).read_bytes().startswith(data[: data.index(b"log = [")])


def test_unknown_keys_are_kept(path: str) -> None:
    _edit(path, "pbem = 1", 'pbem = 1\nnote = "for later"\nwhen = 2026-01-02')
    _edit(path, 'name = "Bob"', 'name = "Bob"\nemail = "bob at home"')
    _edit(path, 'kind = "seed"', 'kind = "seed"\nwitness = [1, 2]')
    _edit(path, "log = [", "pace = 1.5\nlog = [")
    with reading.change(path) as game:
        game.play("R")
        text = game.record()
    document = tomllib.loads(Path(path).read_text())
    assert document["note"] == "for later"
    assert str(document["when"]) == "2026-01-02"
    assert document["players"][1]["email"] == "bob at home"
    assert document["chance"]["witness"] == [1, 2]
    assert document["history"]["pace"] == 1.5
    assert pbem.read(text.encode(), "record").toml() == Path(path).read_text()


def test_a_record_stays_a_record(path: str) -> None:
    text = pbem.load(path).record()
    Path(path).write_text(text)
    with reading.change(path) as game:
        game.play("R")
    assert Path(path).read_text() == text + "4 Bob: R =0\n"


def test_hand_written_short_forms_are_stored_canonically(path: str) -> None:
    _edit(path, '"1 Ana: R =0"', '"ana: r ; hand"')
    with reading.change(path) as game:
        game.play("R")
    assert '"1 Ana: R =0 ; hand"' in Path(path).read_text()


def test_an_error_leaves_the_file_as_it_was(path: str) -> None:
    before = Path(path).read_bytes()
    with pytest.raises(PbemError, match="there is no slot 9"), reading.change(path) as game:
        game.play("R", "9-a2")
    assert Path(path).read_bytes() == before
    assert os.listdir(os.path.dirname(path)) == ["g.toml"]


def test_links_and_rights_are_kept(path: str) -> None:
    link = path + ".link"
    os.symlink(path, link)
    os.chmod(path, 0o640)
    with reading.change(link) as game:
        game.play("R")
    assert os.path.islink(link)
    assert pbem.load(path).turn == 5
    assert os.stat(path).st_mode & 0o777 == 0o640


def test_two_processes_at_once_lose_nothing(path: str) -> None:
    """Many processes write as fast as they can: every move that was accepted is in the file."""
    code = (
        "import sys; from pbem import reading\n"
        "for _ in range(10):\n"
        "    with reading.change(sys.argv[1]) as game: game.play('R')\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, path], cwd=ROOT) for _ in range(4)]
    assert [process.wait() for process in running] == [0, 0, 0, 0]
    assert pbem.load(path).turn == 4 + 40


def test_a_process_that_comes_right_after_the_rename_keeps_its_file(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has locked the new file, and what it writes has the name that ours had."""
    replace = os.replace

    def and_another(source: str, target: str) -> None:
        replace(source, target)
        if target == path:
            Path(source).write_text("of another process")

    monkeypatch.setattr(os, "replace", and_another)
    monkeypatch.setattr(files, "written", {})
    files.write(path, "ours")
    assert Path(path).read_text() == "ours"
    assert Path(path + files.UNFINISHED).read_text() == "of another process"
    assert list(files.written) == [path]


def test_a_file_that_another_process_holds(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_WAIT", 0.1)
    with files.locked(path), pytest.raises(Busy, match=r"^another pbem is working on"), reading.change(path):
        pass


def test_kill_in_the_middle_leaves_a_whole_file(path: str, kills: int, some: Some) -> None:
    code = (
        "import sys; from pbem import reading\n"
        "while True:\n"
        "    with reading.change(sys.argv[1]) as game: game.play('R')\n"
        "    print(flush=True)\n"
    )
    last = 4
    for number in range(max(some(4, 12), kills // 2)):
        process = subprocess.Popen([sys.executable, "-c", code, path], cwd=ROOT, stdout=subprocess.PIPE)
        assert process.stdout
        process.stdout.readline()  # it has written once, and is at it again
        time.sleep(number * 7 % 12 * 0.003)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        turn = pbem.load(path).turn
        assert turn > last
        last = turn


def test_a_full_disk_leaves_the_file_as_it_was(path: str) -> None:
    """A limit on the size of files stands for the disk: writing fails in the middle."""
    before = Path(path).read_bytes()
    # Byte code would be cut as well, and every later process trips over it.
    code = (
        "import resource, signal, sys; sys.dont_write_bytecode = True; from pbem import cli\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))\n"
        "sys.exit(cli.run(['move', sys.argv[1], 'R']))\n"
    )
    run = subprocess.run([sys.executable, "-c", code, path], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 3
    assert "cannot write" in run.stderr
    assert "it is as it was" in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert Path(path).read_bytes() == before


def test_a_new_game_never_overwrites(path: str) -> None:
    before = Path(path).read_bytes()
    with pytest.raises(SaveError, match="exists already"):
        files.create(path, "x")
    assert Path(path).read_bytes() == before


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    game = pbem.new("maharani", TWO, seed="x")
    with pytest.raises(SaveError, match="cannot write"):
        game.save(str(tmp_path / "no" / "g.toml"))
    with pytest.raises(SaveError, match="cannot read"):
        pbem.load(str(tmp_path))


_STRINGS = ("'", '"', "\\", "'''", '"""', "\t", "é", "\U0001f600", "#", ",", "]", "x")


@pytest.mark.parametrize("seed", range(3))
def test_a_text_is_the_same_toml_in_the_form_that_is_parsed_fast(seed: int) -> None:
    rng = random.Random(seed)
    values = ["".join(rng.choices(_STRINGS, k=rng.randrange(6))) for _ in range(1500)]
    more = 'y = [\n  "\\u0041\\n",\n"a"  ,\t\n\'"\\\',\n]\n'
    text = tomli_w.dumps({"history": {"log": values}, "x": values[:9]}) + more
    light = toml.checked(text)
    assert tomllib.loads(light) == tomllib.loads(text)
    assert tomllib.loads(light)["history"]["log"] == values
    assert light.count("'") > text.count("'") + 1500


@pytest.mark.parametrize(
    ("entry", "light"),
    [
        ('"1 Ana: R =0",', "'1 Ana: R =0',"),
        ('    "; it\'s \\"so\\" \\\\"', "    '''; it's \"so\" \\'''"),
        ("'as it is',", "'as it is',"),
        ('"a\\tb"', '"a\\tb"'),
        ("\"'''\"", "\"'''\""),
        ('"a\0b"', "'a\0b'"),
        ('"\\\\\0"', '"\\\\\0"'),
    ],
)
def test_an_entry_in_the_form_that_is_parsed_fast(entry: str, light: str) -> None:
    assert toml.checked(f"x = [\n{entry}\n]") == f"x = [\n{light}\n]"


def test_within_strings_of_several_lines_nothing_is_changed() -> None:
    text = 'x = """\n"a",\n"b"\n"""\nlog = [\n"c",\n]'
    assert toml.checked(text) == text


@pytest.mark.parametrize("bracket", ["[", "{a = "])
def test_lists_that_are_too_deep_are_told_with_their_line(bracket: str) -> None:
    text = 'pbem = 1\ny = "[[[" # \'\nx = ' + bracket * 20_000 + "\nz = [[]]\n"
    with pytest.raises(SaveError) as error:
        pbem.read(text, "it")
    assert str(error.value) == "it: line 3: lists or tables lie within each other too deep to be read"
    assert error.value.details["line"] == 3
    with pytest.raises(SaveError, match=r"^club\.toml: line 3: lists or tables lie within each other too deep"):
        settings.parse(text, "club.toml")


def test_a_number_that_is_too_long_is_told_with_its_line() -> None:
    """Python's own sentence says which of its functions to call."""
    for number in ("1" * 5000, "1_2" * 3000, "-" + "9" * 100_000):
        with pytest.raises(SaveError) as error:
            pbem.read(f"pbem = 1\ny = 0x{'f' * 5000}\nz = [1, {number}]\n", "it")
        assert str(error.value) == "it: line 3: a number with so many digits cannot be read"


def test_no_number_fills_a_sentence(path: str) -> None:
    game = pbem.load(path)
    many = "1" * 900
    for line in (f"undo {many}", f"undo 1 line {many}", f"{many} Ana: R", f"R ={many}", f"stop line {many}"):
        with pytest.raises(PbemError) as error:
            game.play(line)
        assert f"{many[:40]}..." in error.value.message
        assert len(error.value.message) < 300


def test_a_table_is_written_as_a_part_of_the_whole() -> None:
    for lines in (["a", "\t"], ['"'], ["\\"], ["\x7f"], [], [1], {"a": 1}):
        assert toml.written_table("t", "k", {"k": lines}) == toml.written({"t": {"k": lines}})

"""Files on the disk: locks, owners, what a killed command leaves, and contents of every kind."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import pbem
from pbem import content, files, reading, status
from pbem.club.folder import is_noted, last_noted, note
from pbem.club.store import Store
from pbem.commands import import_
from pbem.errors import ReplayError, SaveError
from tests.processes import OUTSIZED, READ, cold
from tests.support import PLAYERS, ROOT, any_turn, case_of

TWO = PLAYERS["maharani"][2]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A saved game before its first turn, in the working folder."""
    monkeypatch.chdir(tmp_path)
    pbem.new("maharani", TWO, seed="files", first="Ana", id="files").save("g.toml")
    return "g.toml"


@pytest.mark.parametrize("number", [errno.EBADF, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS])
def test_where_there_are_no_locks_a_game_goes_on(path: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def flock(handle: int, how: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", flock)
    with reading.change(path) as game:
        game.play("R")
    assert pbem.load(path).turn == 2
    pbem.load(path).save("h.toml")
    assert sorted(os.listdir()) == ["g.toml", "g.toml.bak", "h.toml"]


def test_any_other_fault_of_a_lock_is_told(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def flock(handle: int, how: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(SaveError, match=r"cannot lock g\.toml: Input/output error"), reading.change(path):
        pass


@pytest.mark.parametrize("number", [errno.EIO, errno.EINVAL])
@pytest.mark.parametrize("kind", ["seed", "keeper"])
def test_a_fault_of_a_lock_leaves_nothing_of_a_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, kind: str
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def flock(handle: int, how: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", flock)
    monkeypatch.chdir(tmp_path)
    made = {"seed": lambda: files.create("g.toml", "x"), "keeper": lambda: files.create_with("g.toml", "x", "s", "y")}
    with pytest.raises(SaveError, match=rf"cannot write g\.toml: {os.strerror(number)}"):
        made[kind]()
    assert os.listdir() == []


def test_a_lock_is_asked_for_with_a_file_open_for_writing(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    seen: list[int] = []

    def flock(handle: int, how: int) -> None:
        seen.append(fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE)

    monkeypatch.setattr(fcntl, "flock", flock)
    with files.locked(path):
        pass
    real = os.open

    def only_to_read(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", only_to_read)
    with files.locked(path):
        pass
    assert seen == [os.O_RDWR, os.O_RDONLY]


needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files to other groups"
)


@needs_root
def test_owner_and_group_of_a_file_are_kept(path: str) -> None:
    os.chown(path, 12345, 54321)
    os.chmod(path, 0o660)
    with reading.change(path) as game:
        game.play("R")
    for name in (path, path + files.PREVIOUS):
        found = os.stat(name)
        assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (12345, 54321, 0o660)


@needs_root
def test_another_group_gets_no_more_than_everybody(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    os.chown(path, 0, 54321)
    os.chmod(path, 0o664)

    def chown(path: str, uid: int, gid: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "chown", chown)
    with reading.change(path) as game:
        game.play("R")
    found = os.stat(path)
    assert (found.st_gid != 54321, found.st_mode & 0o777) == (True, 0o644)


@pytest.fixture
def played(path: str) -> pbem.Session:
    """The game after three turns, with a name that few encodings have."""
    game = pbem.new("maharani", ["Борис=g,y", "Zoë=r,b"], seed="files", first="Zoë", id="files")
    game.play("R", "R ; later", "R")
    return game


@pytest.mark.parametrize("form", ["toml", "record"])
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.encode("utf-16"),
        lambda text: b"\xfe\xff" + text.replace("\n", "\r\n").encode("utf-16-be"),
        lambda text: text.replace("\n", "\r\r\n").encode(),
        lambda text: text.replace("\n", "\n\n").encode(),
        lambda text: text.replace("\n", "\r\n\r\n").encode(),
        lambda text: ("\n" + text.replace("\n", "\n\n")).encode(),
    ],
    ids=["utf-16", "utf-16-be", "twice", "doubled", "doubled-crlf", "doubled-late"],
)
def test_texts_of_other_systems_are_read(played: pbem.Session, form: str, change: Callable[[str], bytes]) -> None:
    text = getattr(played, form)()
    assert pbem.read(change(text), "it").record() == played.record()


def test_the_line_of_a_doubled_record_is_that_of_the_file(played: pbem.Session) -> None:
    lines = played.record().replace("1 Zoë: R", "1 Zoë: Q").replace("\n", "\n\n").split("\n")
    wrong = next(number for number, line in enumerate(lines, 1) if "Zoë: Q" in line)
    with pytest.raises(ReplayError, match=f"it: line {wrong}:"):
        pbem.read("\n".join(lines), "it")
    with pytest.raises(SaveError, match=r"it: line 3: .*id"):
        pbem.read("\n".join(lines).replace("id files", "id f s"), "it")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe", "it is empty"),
        (b"\xff\xfe \x00\n\x00", "it is empty"),
        (b"\xff\xfe\x00\xd8", "not UTF-16, as its mark says"),
        ("pbem 1 maharani\nZoë".encode("cp1252"), r"line 2 is not UTF-8\); save it as UTF-8"),
    ],
)
def test_other_bytes_are_no_text(data: bytes, said: str) -> None:
    with pytest.raises(SaveError, match=said):
        pbem.read(data, "it")


@pytest.mark.parametrize("form", ["toml", "record"])
@pytest.mark.parametrize(
    ("encoding", "told"),
    [(f"utf-16-{end}", "UTF-16, without the mark that says so") for end in ("le", "be")]
    + [(encoding, "UTF-32") for encoding in ("utf-32", "utf-32-le", "utf-32-be")],
)
def test_encodings_that_are_not_read_are_named(played: pbem.Session, form: str, encoding: str, told: str) -> None:
    text = getattr(played, form)()
    for data in (text.encode(encoding), text.replace("\n", "\r\n").encode(encoding), text[:90].encode(encoding)):
        with pytest.raises(SaveError) as error:
            pbem.read(data, "it")
        assert error.value.message == f"it is in {told}; save it as UTF-8"
    Path("w.toml").write_bytes(text.encode(encoding))  # in a folder it is a row as well
    errors = [row["error"]["message"] for row in status.rows(status.places(["."])) if row and row["error"]]
    assert errors == [f"w.toml is in {told}; save it as UTF-8"]
    if form == "record":
        assert import_.pasted(text.encode(encoding)).record() == played.record()


@pytest.mark.parametrize(
    "data", [b"\0" * 5000, b"\x7fELF" + bytes(60), b"PK\3\4" + bytes(range(20)) * 9, b"p\0b\xd8" * 9]
)
def test_bytes_with_zeros_that_are_no_text(data: bytes) -> None:
    with pytest.raises(SaveError, match=r"it is (empty|not a text file|neither a record)") as error:
        pbem.read(data, "it")
    assert "UTF-16" not in error.value.message


def test_what_is_printed_into_a_file_can_be_read_again(played: pbem.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    played.save("p.toml")
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    monkeypatch.setenv("PYTHONUTF8", "0")
    for command in ("export", "setup", "log", "show"):
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        said = subprocess.run([sys.executable, "-m", "pbem", command, "p.toml"], env=env, capture_output=True)
        assert "Борис" in said.stdout.decode(), command


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is told otherwise")
@pytest.mark.parametrize(("made", "said"), OUTSIZED.values(), ids=OUTSIZED)
@pytest.mark.slow
def test_what_is_too_large_is_refused_in_little_memory(made: str, said: str) -> None:
    """How long it takes is measured by tests/bench/check.py."""
    sentence, _, megabytes = cold("-c", READ, made).stdout.splitlines()
    assert said in sentence
    assert len(sentence) < 130
    assert int(megabytes) < 200


def test_a_log_as_long_as_it_may_be_is_read(path: str) -> None:
    game = pbem.new("maharani", TWO, seed="files", first="Ana", id="files")
    remark = "é" * 900 + '\\" . a.b.c'
    lines = ['    "; ' + remark.replace("\\", "\\\\").replace('"', '\\"') + '",\n'] * 9_990
    text = game.toml().replace("log = [\n", "log = [\n" + "".join(lines))
    assert len(pbem.read(text, "it").log) >= 9_990


def test_dots_that_are_no_key(path: str) -> None:
    more = f'rule = "{"a." * 500}"\npace = [{"1.5, " * 500}]\nrow = """\n{"." * 500}\n"""\n'
    game = pbem.read(more + Path(path).read_text(), "it")
    assert pbem.read(game.toml(), "it").header.unknown["pace"] == [1.5] * 500


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pipe", "pipe is empty"),
        ("/dev/zero", "cannot read /dev/zero: it is a device, not a file"),
        (".", "cannot read .: it is a folder"),
        ("a\0b", "a file name cannot hold such a character"),
    ],
)
def test_what_is_no_file_is_told(path: str, name: str, said: str) -> None:
    os.mkfifo("pipe")
    with pytest.raises(SaveError) as error:
        pbem.load(name)
    assert said in str(error.value)
    with pytest.raises(SaveError, match=r"^cannot (change|read) "), reading.change(name):
        pass


@pytest.mark.skipif(not hasattr(os, "set_blocking"), reason="there are no such files here")
def test_a_file_of_the_system_that_waits_is_not_waited_for(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As /proc/kmsg does, which looks like any other file; a pipe that nobody has written to stands for it."""
    handle = content._open_plain(path)
    assert not os.get_blocking(handle)
    os.close(handle)
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    monkeypatch.setattr(content, "_open_plain", lambda path: reader)
    with pytest.raises(SaveError, match=r"^cannot read it: it is no file that ends$"):
        content.read_bytes("it")
    os.close(writer)


@pytest.mark.skipif(os.name == "nt", reason="there is no bash here")
def test_pipes_with_somebody_at_the_other_end(path: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    pbem_ = f"{sys.executable} -m pbem"
    game = pbem.load(path)
    game.play(*["R"] * 200)
    game.save("long.toml")
    for line in (f"{pbem_} check <(sleep 0.3; cat g.toml)", f"{pbem_} replay long.toml | head -n 1"):
        done = subprocess.run(["bash", "-o", "pipefail", "-c", line], env=env, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), line


@pytest.mark.skipif(not hasattr(os, "fork"), reason="files have no limit here")
@pytest.mark.parametrize("limit", [0, 100, 400])
def test_rows_that_the_disk_does_not_take_are_told_and_the_rest_is_gone_on_with(path: str, limit: int) -> None:
    args = ["simulate", "majolica", "--player", "Ana", "--player", "Bob", "--bots", "random", "--turns", "2"]
    args += ["--games", "12", "-o", "o.csv"]
    code = (
        "import resource, sys\nfrom pbem import cli\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\nsys.exit(cli.run(sys.argv[1:]))"
    )
    done = cold("-c", code, *args)
    told = "pbem: cannot write o.csv.unfinished: File too large; --resume goes on with the rows it has\n"
    assert (done.returncode, done.stderr) == (3, told)
    assert os.path.exists("o.csv.unfinished") == (limit == 400), "there are rows"
    again = cold("-m", "pbem", *args, *["--resume"] * (limit == 400))
    assert again.returncode == 0, again.stderr
    assert Path("o.csv").read_bytes().count(b"\n") == 13
    assert not os.path.exists("o.csv.unfinished")


def test_what_a_killed_command_has_left_is_told_in_a_sentence_of_a_bounded_length(tmp_path: Path) -> None:
    folder = tmp_path / "/".join(["f" * 200] * 5)
    folder.mkdir(parents=True)
    path = str(folder / "o.toml")
    Path(files.waiting(path)).touch()
    with pytest.raises(SaveError, match="was whole: start it again") as caught:
        pbem.load(path)
    assert caught.value.args == (caught.value.message,)
    assert len(caught.value.message) < 1250


def test_the_database_of_a_club_waits_for_the_disk(tmp_path: Path) -> None:
    """What was answered is noted even if the power fails; the clubs of other tests do not wait."""
    with closing(Store(str(tmp_path), [])) as store:
        assert store._db.execute("pragma synchronous").fetchone() == (2,)


# The table `mail` of a save file


NOW = 1_800_000_000.0


def game() -> pbem.Session:
    return case_of("majolica", 2).new(kind="seed", seed="s", id="noted")


def test_what_is_noted_is_kept_and_found(tmp_path: Path) -> None:
    session = game()
    note(session.header, "a@b", 7, NOW)
    note(session.header, 'odd "id" \\ of ünicode', 8, NOW + 60)
    path = tmp_path / "g.toml"
    session.save(str(path))
    again = pbem.load(str(path))
    assert is_noted(again.header, "a@b")
    assert is_noted(again.header, 'odd "id" \\ of ünicode')
    assert not is_noted(again.header, "b@b")
    assert last_noted(again.header, 8) == NOW + 60
    assert last_noted(again.header, 7) is None
    again.play(any_turn(again))
    again.save()
    assert is_noted(pbem.load(str(path)).header, "a@b")


def test_a_record_has_none_of_it() -> None:
    session = game()
    record = session.record()
    note(session.header, "a@b", 7, NOW)
    assert session.record() == record
    assert pbem.read(record).header.mail == {}


def test_only_the_last_ones_are_kept() -> None:
    session = game()
    for number in range(600):
        note(session.header, f"{number}@x", number, NOW)
    assert not is_noted(session.header, "0@x")
    assert is_noted(session.header, "599@x")
    assert len(pbem.read(session.toml()).header.mail["moves"]) == 500


@pytest.mark.parametrize("value", ["mail = 3\n", 'mail = "x"\n'])
def test_a_key_of_that_name_that_is_no_table_stays(value: str) -> None:
    text = value + game().toml()
    session = reading.read(text)
    assert value in session.toml()
    assert not is_noted(session.header, "x")


def test_other_keys_and_odd_notes_in_the_table_do_no_harm() -> None:
    session = reading.read(
        game().toml() + '\n[mail]\nmoves = [1, "soon 3 x", "2027-99-99T00:00:00Z 3 y"]\nother = "z"\n'
    )
    assert last_noted(session.header, 3) is None
    assert is_noted(session.header, "y")
    note(session.header, "a@b", 4, NOW)
    assert session.header.mail["other"] == "z"
    assert last_noted(session.header, 4) == NOW

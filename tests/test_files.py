"""Files on the disk: locks, owners, what a killed command leaves, and contents of every kind."""

import errno
import os
from pathlib import Path

import pytest

import pbem
from pbem import files, reading
from pbem.errors import SaveError
from tests.support import PLAYERS

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

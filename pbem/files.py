"""Files on the disk: locked, written whole or not at all."""

import errno
import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from pbem.content import reason
from pbem.errors import Busy, SaveError

try:
    import fcntl
except ImportError:  # Windows: the rename still keeps every file whole
    fcntl = None  # type: ignore[assignment]

_WAIT = 10.0
PREVIOUS = ".bak"
UNFINISHED = ".pbem-unfinished"
"""What is appended to the name of a file for the copy before the last change, and while it is being written."""
_NO_LOCKS = {errno.EBADF, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS}  # what network shares answer
_NOT_TO_WRITE = {errno.EACCES, errno.EPERM, errno.EROFS}

written: dict[str, None] = {}
"""Names of what this process has written: after a fault it is told whether the game was stored."""
_later: set[str] | None = None


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keeps other processes from writing `path` meanwhile; raises Busy after some seconds."""
    if fcntl is None:
        yield
        return
    until = time.monotonic() + _WAIT
    while True:
        try:
            handle = _open_to_lock(path)
        except (OSError, ValueError) as error:
            raise SaveError(f"cannot read {path}: {reason(error)}{unmade(path)}") from error
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise SaveError(f"cannot change {path}: it is not a regular file")
        try:
            # Another process may have put a new file in this place: lock that one instead.
            if not _lock(handle) or os.path.samestat(os.fstat(handle), os.stat(path)):
                break
            os.close(handle)
        except (BlockingIOError, FileNotFoundError):
            os.close(handle)
        except OSError as error:
            os.close(handle)
            raise SaveError(f"cannot lock {path}: {error.strerror}") from error
        if time.monotonic() > until:
            raise Busy(f"another pbem is working on {path}; try again")
        time.sleep(0.02)
    try:
        yield
    finally:
        os.close(handle)


def _open_to_lock(path: str) -> int:
    """Opens a file for writing if that is allowed: on some network shares only such a file can be locked."""
    waitless = getattr(os, "O_NONBLOCK", 0)  # a pipe would wait for somebody at its other end
    try:
        return os.open(path, os.O_RDWR | waitless)
    except OSError as error:
        if error.errno not in _NOT_TO_WRITE:
            raise
    return os.open(path, os.O_RDONLY | waitless)


def _lock(handle: int) -> bool:
    """Locks a file, or tells that there are no locks where it lies; BlockingIOError if another process has it."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        return False
    return True


def write(path: str, content: str) -> None:
    """Replace a file at once, keeping the previous one beside it; raises SaveError and leaves it as it was."""
    named, path = path, os.path.realpath(path) if os.path.islink(path) else path
    if not os.access(path, os.W_OK):
        raise SaveError(f"cannot write {os.path.realpath(path)}: it is write-protected")
    unfinished = path + UNFINISHED
    ours: os.stat_result | None = None
    try:
        forget_waiting(path)
        old = os.stat(path)
        _remove(unfinished)
        _write_bytes(unfinished, content.encode(), 0o600)
        ours = os.lstat(unfinished)
        os.chmod(unfinished, _keep_owner(unfinished, ours, old))
        _keep_previous(path)
        try:
            os.replace(unfinished, path)
        finally:  # an interrupt comes before it or after it
            if not _is_still(unfinished, ours):
                written[named] = None
    except OSError as error:
        raise SaveError(f"cannot write {os.path.realpath(path)}: {error.strerror}; it is as it was") from error
    finally:
        # From the rename on another process may be at it, whose file has that name now.
        if ours is None or _is_still(unfinished, ours):
            _discard(unfinished)
    sync_folder(path)


def create(path: str, content: str | bytes, mode: int = 0o666) -> None:
    """Write a new file, at once; raises SaveError if there is one already."""
    with _telling(path), _new(path, mode) as unfinished:
        _fill(unfinished, content.encode() if isinstance(content, str) else content)
        try:
            link(unfinished, path)  # unlike a rename, it fails if the name is taken
        finally:
            if _is_one(unfinished, path):
                written[path] = None
        written[path] = None  # where a copy stands for a link
    sync_folder(path)


def create_with(path: str, content: str, beside: str, private: str) -> None:
    """The same with a `private` file beside it that the new one cannot do without; neither is ever overwritten.

    The new file gets its name first: a private one without it would look like one that another game needs. If the
    process ends between the two, it waits in `waiting(beside)`, see `finish`.
    """
    forget_waiting(beside)
    with _telling(path), _new(path, 0o600):
        pass  # refused before anything of the private one is touched
    with _telling(beside), _new(beside, 0o600, needed_by=path) as kept:
        _fill(kept, private.encode())
        if kept != waiting(beside):  # without locks nobody else would find it
            link(kept, beside)
            try:
                create(path, content)
            except BaseException:
                if not was_written(path):
                    _discard(beside)
                raise
        else:
            create(path, content)
            try:
                link(kept, beside)
            except OSError as error:
                why = error.strerror or "?"
                raise SaveError(f"{path} is written, but not {beside}: {why}; its content is in {kept}") from error
    sync_folder(beside)


def was_written(path: str) -> bool:
    """Whether this process has written that file, by whatever name."""
    return os.path.realpath(path) in map(os.path.realpath, written)


def waiting(path: str) -> str:
    """The name under which a new file waits until it is whole."""
    return f"{path}.new{UNFINISHED}"


def finish(path: str) -> None:
    """Gives a file that waits its name, if that is free and allowed, and nobody is at it."""
    with suppress(OSError), _holding(waiting(path)) as mine:
        if mine:
            link(waiting(path), path)
            os.remove(waiting(path))


def forget_waiting(path: str) -> None:
    """Takes its first name away from a file that has its own, where who made it was killed in between."""
    if _is_one(waiting(path), path):
        _discard(waiting(path))


def unmade(path: str) -> str:
    """What to say besides of a file that is not there, if who made it was killed; else ""."""
    if os.path.lexists(path) or not os.path.lexists(waiting(path)):
        return ""
    return f"; {waiting(path)} is left of a command that was stopped before {path} was whole: start it again"


def leftovers(folder: str, names: Iterable[str]) -> list[str]:
    """The paths of those files of a folder that a killed command has left, and that no game may need."""
    found = []
    for name in names:
        path = os.path.join(folder, name)
        game = path.removesuffix(waiting(".secret"))
        if name.endswith(UNFINISHED) and not (game != path and os.path.lexists(game)):
            found.append(path)
    return found


def _is_still(name: str, known: os.stat_result) -> bool:
    """Whether a name is that of the file it was."""
    try:
        return os.path.samestat(os.lstat(name), known)
    except OSError:
        return False


def _is_one(name: str, other: str) -> bool:
    """Whether two names are those of one file."""
    try:
        return os.path.samestat(os.lstat(name), os.lstat(other))
    except (OSError, ValueError):
        return False


@contextmanager
def _telling(path: str) -> Iterator[None]:
    """Says what is wrong with a new file of that name."""
    try:
        yield
    except FileExistsError as error:
        raise _taken(path) from error
    except (OSError, ValueError) as error:
        raise SaveError(f"cannot write {path}: {reason(error)}") from error


def _taken(path: str) -> SaveError:
    return SaveError(f"{path} exists already, and is not overwritten")


@contextmanager
def _new(path: str, mode: int, needed_by: str | None = None) -> Iterator[str]:
    """An empty file for what will be `path`, locked until it is that; what a killed process left of it goes.

    It stays where the file that it is `needed_by` is there, but it itself has not got its name.
    """
    unfinished = waiting(path)
    until = time.monotonic() + _WAIT
    while True:
        try:
            handle = _claim(unfinished, mode, (path, needed_by))
            break
        except (BlockingIOError, FileNotFoundError, FileExistsError) as error:
            if not os.path.isdir(os.path.dirname(path) or "."):
                raise
            if time.monotonic() > until:
                raise Busy(f"another pbem is writing {path}; try again") from error
        time.sleep(0.02)
    if handle is None:
        unfinished = f"{path}.{os.getpid()}{UNFINISHED}"
        _remove(unfinished)
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    try:
        yield unfinished
    finally:
        if needed_by is None or not os.path.lexists(needed_by) or os.path.lexists(path):
            _discard(unfinished)
        if handle is not None:
            os.close(handle)


def _claim(unfinished: str, mode: int, names: tuple[str, str | None]) -> int | None:
    """Makes a file anew and locks it; None where there are no locks, BlockingIOError and others if it is not ours."""
    needed_by = names[1]
    with _holding(unfinished) as mine:
        if mine and not (needed_by and os.path.lexists(needed_by)):
            os.remove(unfinished)
    for name in reversed(names):
        if name is not None and os.path.lexists(name):
            raise _taken(name)
    handle = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
    try:
        if not _lock(handle):
            os.remove(unfinished)
            os.close(handle)
            return None
        if not os.path.samestat(os.fstat(handle), os.lstat(unfinished)):
            raise FileNotFoundError  # another process took it for a leftover before it was locked
    except OSError as error:
        os.close(handle)
        if not isinstance(error, (BlockingIOError, FileNotFoundError)):  # else it is not ours any more
            _discard(unfinished)
        raise
    return handle


@contextmanager
def _holding(unfinished: str) -> Iterator[bool]:
    """Whether something has that name; if so nobody else can be at it meanwhile. BlockingIOError if somebody is."""
    try:
        if not stat.S_ISREG(os.lstat(unfinished).st_mode):  # a link or a pipe: not made by this program
            yield True
            return
        handle = _open_to_lock(unfinished)
    except FileNotFoundError:
        yield False
        return
    try:
        _lock(handle)
        yield os.path.samestat(os.fstat(handle), os.lstat(unfinished))
    finally:
        os.close(handle)


def _keep_owner(path: str, new: os.stat_result, old: os.stat_result) -> int:
    """Gives a file to the owner and the group of the `old` one, as far as that is allowed; the rights it may have."""
    mode = stat.S_IMODE(old.st_mode)
    if not hasattr(os, "chown"):
        return mode
    if new.st_uid != old.st_uid:
        with suppress(OSError):  # only root may
            os.chown(path, old.st_uid, -1)
    if new.st_gid != old.st_gid:
        try:
            os.chown(path, -1, old.st_gid)
        except OSError:  # another group gets no more than everybody
            return mode & ~0o070 | (mode & 0o007) << 3
    return mode


def _write_bytes(path: str, content: bytes, mode: int) -> None:
    _fill(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode), content)


def _fill(made: str | int, content: bytes) -> None:
    """Writes into a file that was just made, named or open, through to the disk."""
    with open(made, "r+b") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _keep_previous(path: str) -> None:
    beside = path + PREVIOUS + UNFINISHED
    _remove(beside)
    try:
        link(path, beside)
        os.replace(beside, path + PREVIOUS)
    finally:
        _discard(beside)


def link(source: str, target: str) -> None:
    """A second name for a file, or on a file system without links a copy; FileExistsError if it is taken."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:
        with open(source, "rb") as file:
            content = file.read()
        try:
            _write_bytes(target, content, stat.S_IMODE(os.stat(source).st_mode))
        except FileExistsError:
            raise
        except OSError:
            _discard(target)
            raise


@contextmanager
def folders_later() -> Iterator[None]:
    """New names last through a power cut only from the end of this on: each folder is synced once for many files."""
    global _later
    folders: set[str] = set()
    _later = folders
    try:
        yield
    finally:
        _later = None
        for folder in folders:
            sync_folder(os.path.join(folder, "_"))


def sync_folder(path: str) -> None:
    """Makes a new name last through a power cut, where folders can be synced; the file is there in any case."""
    folder = os.path.dirname(path) or "."
    if _later is not None:
        _later.add(folder)
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _discard(path: str) -> None:
    with suppress(OSError):
        os.remove(path)


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except FileNotFoundError:
        pass

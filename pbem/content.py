"""What a file or standard input holds: read with a bound, and made text if that cannot fill the memory."""

import codecs
import errno
import os
import stat

from pbem.errors import SaveError

MAX_BYTES = 48 * 1024 * 1024  # of a log as long as it may be
MAX_LINES = 100_000  # ten times as many as a log may have: empty ones and remarks among them
_MOST_OF_A_LINE = 2 * 1024 * 1024  # bytes; the keys of other versions stand on one in a record
_BEGIN_FOUR = bytes(range(0xF0, 0x100))  # of UTF-8: one such letter makes Python keep all with four bytes
_CONTINUE = bytes(range(0x80, 0xC0))
_SOME = 64 * 1024  # bytes that are read at once: more than nearly every game has
_FEW = 4096  # bytes that tell in how many a letter is written


def read_bytes(path: str) -> bytes:
    """The bytes of a file; raises SaveError."""
    try:
        data = beginning(path, MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise SaveError(f"cannot read {path}: {reason(error)}") from error
    if len(data) > MAX_BYTES:
        raise SaveError(f"{path} is too large to be a game: more than {MAX_BYTES} bytes")
    return data


def path_of(path: str | os.PathLike[str]) -> str:
    """The name of a file as text; raises TypeError for what names none."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise TypeError(f"a file is named by a text or a path, not {path!r}") from None


def beginning(path: str, most: int) -> bytes:
    """The first bytes of a file; OSError or ValueError where there are none to be had, instead of waiting for some."""
    parts: list[bytes] = []
    with open(_open_plain(path), "rb", buffering=0) as file:
        while most and (part := file.read(min(most, _SOME))):
            parts.append(part)
            most -= len(part)
    if most and part is None and not parts:
        raise OSError(errno.EAGAIN, "it is no file that ends")
    return b"".join(parts)


def _open_plain(path: str) -> int:
    """Opens what holds a text; OSError for a folder, and for a device, which may never end."""
    # A pipe without anybody at its other end is empty, instead of waiting for somebody. Some files of the system wait
    # as well, and look like any other.
    waitless = getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, os.O_RDONLY | waitless | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if waitless and not stat.S_ISREG(mode):
        os.set_blocking(handle, True)
    if stat.S_ISDIR(mode) or stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and path != os.devnull):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is a folder" if stat.S_ISDIR(mode) else "it is a device, not a file")
    return handle


def reason(error: OSError | ValueError) -> str:
    """What is wrong with a file, in words."""
    return (error.strerror if isinstance(error, OSError) else "a file name cannot hold such a character") or "?"


def decode(data: bytes, path: str) -> str:
    """Bytes as text, line ends as \\n, without a byte order mark; raises SaveError.

    UTF-16 is read where a mark says so, as PowerShell writes it, and so are line ends that were converted twice.
    """
    if not data.strip():
        raise SaveError(f"{path} is empty")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if wide or 0 in data[:_FEW]:
        _check_encoding(data, path)
    if not wide and b"\r" in data:
        data = data.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    _check_size(data, path, wide)
    try:
        text = data.decode("utf-16") if wide else data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        why = f"line {line} is not {'UTF-16, as its mark says' if wide else 'UTF-8'}"
        raise SaveError(f"{path} is not a text file ({why}); save it as UTF-8", line=line) from error
    if "\r" in text:
        text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise SaveError(f"{path} is empty")
    return text


def wide_encoding(data: bytes) -> str:
    """UTF-16 or UTF-32, as a mark tells, or zeros between Latin letters: a name that Python knows; "" for all else."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):  # the first begins as UTF-16 does
        return "utf-32"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    few = data[:_FEW]
    zeros = few.count(0)
    if not few or zeros * 3 < len(few):
        return ""
    width, apart = ("utf-32", 4) if zeros * 3 > len(few) * 2 else ("utf-16", 2)
    return f"{width}-{'be' if few[::apart].count(0) > few[apart - 1 :: apart].count(0) else 'le'}"


def _check_encoding(data: bytes, path: str) -> None:
    """Refuses what is text in another encoding than UTF-8 and UTF-16 with a mark."""
    encoding = wide_encoding(data)
    if encoding in ("", "utf-16"):
        return
    few = data[:_FEW].decode(encoding, "replace").rstrip("\ufffd").lstrip("\ufeff")  # the end may be half a letter
    if all(c.isprintable() or c in "\t\r\n" for c in few):
        told = "UTF-32" if encoding.startswith("utf-32") else "UTF-16, without the mark that says so"
        raise SaveError(f"{path} is in {told}; save it as UTF-8")


def _check_size(data: bytes, path: str, wide: bool) -> None:
    """Refuses what would fill the memory as text, before it is text: lines, their lengths, and four bytes a letter."""
    ends = data.count(b"\n") if not wide else max(data.count(b"\n\0"), data.count(b"\0\n"))
    if ends > MAX_LINES:
        raise SaveError(f"{path} has {ends} lines; a game has at most {MAX_LINES}")
    if len(data) <= _MOST_OF_A_LINE:
        return
    if wide:
        raise SaveError(f"{path} is too large to be a game in UTF-16: more than {_MOST_OF_A_LINE} bytes")
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        if end - start > _MOST_OF_A_LINE:
            line = data.count(b"\n", 0, start) + 1
            raise SaveError(f"{path}: line {line} has more than {_MOST_OF_A_LINE} bytes", line=line)
        start = end + 1
    if len(data) > MAX_BYTES // 4 and len(data.translate(None, _BEGIN_FOUR)) != len(data):
        letters = len(data.translate(None, _CONTINUE))
        if letters > MAX_BYTES // 4:
            raise SaveError(f"{path} is too large to be a game: {letters} letters, some of four bytes")

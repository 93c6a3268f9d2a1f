"""A game as it is stored: where its file is, what that has, and how it is written anew."""

import os
from abc import ABC, abstractmethod

from pbem import comments, content, files
from pbem.errors import SaveError


class Stored(ABC):
    """A game that may have a file: `path` is where, or None.

    `is_record` is whether it was read from a record, which its file then stays; `tables_named` whether what it was
    read from says with which tables it was played.
    """

    path: str | None = None
    is_record = False
    tables_named = True
    _size = 0
    _on_disk = b""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many lines it has of those that become more."""

    @abstractmethod
    def toml(self) -> str:
        """The content of a save file."""

    @abstractmethod
    def record(self) -> str:
        """The game as a record."""

    @property
    def changed(self) -> bool:
        """Whether its file has less of it, or more."""
        return self.size != self._size

    def is_on_disk(self, data: bytes) -> bool:
        """Whether that is what its file had when it was read or written last, and it has not changed since."""
        return data == self._on_disk and not self.changed

    def read_as(self, is_record: bool, tables_named: bool) -> None:
        """Note what it is read from."""
        self.is_record, self.tables_named = is_record, tables_named

    def is_kept(self, path: str, data: bytes) -> None:
        """Note that it is kept in that file, which has this content."""
        self.path, self._on_disk, self._size = path, data, self.size

    def text(self) -> str:
        """The content of its file, with the comments that it has there."""
        new = self.record() if self.is_record else self.toml()
        if (b";" if self.is_record else b"#") not in self._on_disk:
            return new
        return comments.keep(content.decode(self._on_disk, self.path or ""), new, self.is_record)

    def save(self, path: "str | os.PathLike[str] | None" = None) -> None:
        """Write the game to `path`, or back to where it came from; raises SaveError.

        A file that somebody else has written to since it was read is not overwritten.
        """
        target = self.path if path is None else content.path_of(path)
        if target is None:
            raise SaveError("this game has no file yet: name one")
        if self.path is None or os.path.realpath(target) != os.path.realpath(self.path):
            text = self.text()
            files.create(target, text)
            self.is_kept(target, text.encode())
            return
        with files.locked(target):
            if content.read_bytes(target) != self._on_disk:
                raise SaveError(f"{target} has changed since it was read; load it again")
            self.write()

    def write(self) -> None:
        """Write the game back to its file, which whoever calls has locked; raises SaveError."""
        assert self.path is not None
        text = self.text()
        files.write(self.path, text)
        self.is_kept(self.path, text.encode())

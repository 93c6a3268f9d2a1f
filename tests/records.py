"""Collections: many records in one file, each under its title and what is expected of it, as chess games in PGN.

    # Lines before the first title say what the collection is.

    == artisan-pays-once
    scores: {"Ana": 3, "Bob": 5}
    legal: [[1, 14257, "51f97950"],
      [9, 529, "ea7f235f"]]

    pbem 1 maharani
    ...

    == the next title

What is expected stands in lines `key: JSON`; a line that begins with a blank goes on with the one before. Then comes a
blank line, then the record, byte for byte to its last line end, then a blank line before the next title. To add a
record, write it like that, anywhere in the file; its title names it in tests. A record that does not end with a line
end, or has a line that begins with `== `, cannot stand in a collection.

Golden files have titles as well, each with a text and a blank line before the next; `--update-golden` writes them anew,
but for the numbers of perft, which come from other programs.
"""

import fcntl
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from tests.support import DATA


class Record(NamedTuple):
    """A record, or anything else that is written like one, and what is expected of it."""

    game: str
    title: str
    expected: dict[str, Any]
    data: bytes

    def __str__(self) -> str:
        return f"{self.game}-{self.title}"

    @property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.data.decode().split("\n")[:-1]


def read(game: str, name: str) -> list[Record]:
    """The records of tests/data/<game>/<name>.txt in their order; raises ValueError if it is malformed."""
    path = DATA / game / f"{name}.txt"
    try:
        return parse(game, path.read_bytes().decode())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def parse(game: str, text: str) -> list[Record]:
    """The records of a collection; raises ValueError, with the title, if it is malformed."""
    remarks, *entries = re.split("^== ", text + "\n", flags=re.MULTILINE)
    if any(line and line[0] != "#" for line in remarks.split("\n")):
        raise ValueError("before the first title there may only be lines with `#`")
    found: dict[str, Record] = {}
    for entry in entries:
        title, _, rest = entry.partition("\n")
        expected, _, record = rest.partition("\n\n")
        if not title or title != title.strip() or title in found:
            raise ValueError(f"`{title}`: every record needs a title of its own")
        found[title] = Record(game, title, _expected(title, expected), record[:-1].encode())
        if not record.endswith("\n\n"):
            raise ValueError(f"{title}: a record is missing, or the blank line after it")
    if not found:
        raise ValueError("there is no record")
    return list(found.values())


def golden(path: Path) -> dict[str, str]:
    """The texts of a golden file by their titles."""
    return _texts(path.read_text("utf-8"))


def renew(path: Path, title: str, text: str) -> None:
    """Puts a text under a title of a golden file; processes that do so at the same time wait for each other."""
    with path.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        texts = _texts(file.read()) | {title: text}
        file.truncate(0)
        file.write("\n".join(f"== {title}\n{text}" for title, text in texts.items()))


def _texts(whole: str) -> dict[str, str]:
    parts = (part.removeprefix("== ").partition("\n") for part in re.split(r"(?<=\n)\n(?=== )", whole) if part)
    return {title: text for title, _, text in parts}


def _expected(title: str, text: str) -> dict[str, Any]:
    expected: dict[str, Any] = {}
    for line in re.split(r"\n(?! )", text):
        key, colon, value = line.partition(": ")
        if not colon or not key.isidentifier() or key in expected:
            raise ValueError(f"{title}: `{line}` is not what is expected of it, which is lines `key: JSON`, each once")
        try:
            expected[key] = json.loads(value)
        except ValueError as error:
            raise ValueError(f"{title}: `{line}`: {error}") from error
    return expected

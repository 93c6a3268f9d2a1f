"""Collections of records: what one says comes out byte for byte, and a malformed one is refused."""

from pathlib import Path

import pytest

from tests import records

TWO = """# What these are.

== first
scores: {"Ana": 3}
legal: [[1, 2, "ab"],
  [9, 5, "cd"]]

pbem 1 maharani

1 Ana: R =0 ; == not a title

== second one
line: 1

pbem\r
\ufeff\u2028

"""


def test_records_come_out_byte_for_byte() -> None:
    """A line end of another kind, a rare character, a blank line at the end: none of it is lost."""
    first, second = records.parse("maharani", TWO)
    assert first.title == "first"
    assert first.expected == {"scores": {"Ana": 3}, "legal": [[1, 2, "ab"], [9, 5, "cd"]]}
    assert first.data == b"pbem 1 maharani\n\n1 Ana: R =0 ; == not a title\n"
    assert first.lines == ["pbem 1 maharani", "", "1 Ana: R =0 ; == not a title"]
    assert (str(second), second.expected) == ("maharani-second one", {"line": 1})
    assert second.data == "pbem\r\n\ufeff\u2028\n\n".encode()


NO_TITLE = "a title of its own"
NO_RECORD = "a record is missing"
NOT_EXPECTED = "is not what is expected of it"
LAST = "pbem\r\n\ufeff\u2028\n\n"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("== second one\n", "== first\n", NO_TITLE),
        ("== second one\n", "== \n", NO_TITLE),
        ("== second one\n", "==  second one\n", NO_TITLE),
        ("\n\n== second one", "\n== second one", NO_RECORD),
        (f"\n{LAST}", "", NO_RECORD),
        (f"\n{LAST}", "\n", NO_RECORD),
        (LAST, LAST.rstrip("\n"), NO_RECORD),
        ("line: 1\n\n", "", NOT_EXPECTED),
        ("line: 1\n\n", "\n", NOT_EXPECTED),
        ("line: 1\n\n", "line: 1\n", NOT_EXPECTED),
        ("line: 1\n", "line: 1\nline: 1\n", NOT_EXPECTED),
        ("line: 1\n", "line 1\n", NOT_EXPECTED),
        ("line: 1\n", "line: one\n", "second one: `line: one`"),
        ("# What", "What", "before the first title"),
        (TWO, "# What these are.\n", "there is no record"),
    ],
)
def test_a_malformed_collection_is_refused(old: str, new: str, why: str) -> None:
    assert TWO.count(old) == 1
    with pytest.raises(ValueError, match=why):
        records.parse("maharani", TWO.replace(old, new))


def test_a_malformed_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "DATA", tmp_path)
    (tmp_path / "maharani").mkdir()
    (tmp_path / "maharani" / "faults.txt").write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r"faults\.txt: "):
        records.read("maharani", "faults")

"""Records that another program wrote in this notation, with the scores and legal turns it computed.

`records`: games for every number of players and option, with undos, comments, setups, names of many kinds, and rare
cases named after what happens in them.
`rulings`: games that use rulings which have changed; what they use is tested with the game.
`faults`: games with one fault each, named after it, and the line that is at fault.

Then the collections themselves: what one says comes out byte for byte, and a malformed one is refused.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem.errors import PbemError
from pbem.game import END, State
from pbem.legal import turns
from pbem.session import Session
from tests import records
from tests.records import Record

COUNTS = {
    ("maharani", "records"): 46,
    ("maharani", "faults"): 74,
    ("majolica", "records"): 205,
    ("majolica", "faults"): 176,
    ("rajas", "records"): 210,
    ("rajas", "faults"): 215,
    ("rajas", "rulings"): 79,
}
FOUND = {collection: records.read(*collection) for collection in COUNTS}
RECORDS = [record for (_, name), found in FOUND.items() if name != "faults" for record in found]
FAULTS = [record for (_, name), found in FOUND.items() if name == "faults" for record in found]


def test_none_is_missing() -> None:
    """Whoever adds one changes the count."""
    assert {collection: len(found) for collection, found in FOUND.items()} == COUNTS


@pytest.fixture(scope="module", params=RECORDS, ids=str)
def played(request: pytest.FixtureRequest) -> tuple[Record, Session]:
    """A record and its game, which is read once for all that is asked of it: nothing may be played on it."""
    record: Record = request.param
    return record, pbem.read(record.data, record.title)


def test_record_gives_the_same_scores_and_the_same_bytes(played: tuple[Record, Session]) -> None:
    (_, _, expected, data), game = played
    assert game.scores == expected["scores"]
    assert game.turn == expected.get("turn", game.turn)
    assert game.over == expected.get("over", game.over)
    for key in ("fame", "money", "rank"):
        if key in expected:
            assert game.rules.details(game.state)[key] == expected[key]
    if "winner" in expected:
        assert game.winners == [expected["winner"]]
    if "rating" in expected:
        facts: Any = game.rules
        assert game.rules.details(game.state)["rating"] == facts.facts.ratings[expected["rating"]][1]
    digest = game.rules.digest[:12]
    exported = game.record().replace(f"edition reconstructed-1 {digest}\n", "edition reconstructed-1\n", 1)
    assert exported.encode() == data
    saved = pbem.read(game.toml().encode(), "save")
    assert saved.record() == game.record()


def _digest(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()


def _before_lines(record: Record, numbers: list[int]) -> Iterator[State]:
    """The positions before lines of a record, which is read once and only as far as it is asked for."""
    lines = record.lines
    done = lines.index("") + 1
    fold = pbem.read("".join(f"{line}\n" for line in lines[:done]).encode(), record.title).fold
    for number in numbers:
        fold.replay(lines[done : number - 1])
        done = number - 1
        yield fold.state.copy()


@pytest.mark.slow
def test_the_same_turns_are_legal(played: tuple[Record, Session]) -> None:
    """Whole turns by their number; of Rajas of the Ganges the next steps, by the line of the record they begin."""
    record, game = played
    form = game.fold.notation.format_steps
    listed = record.expected["legal"]
    places = [at for at, _, _ in listed]
    if record.game == "rajas":
        texts = [
            [form((step,)) for step in state.steps() if step is not END] for state in _before_lines(record, places)
        ]
    else:
        texts = [[form(steps) for steps, _ in turns(game.before(turn))] for turn in places]
    assert [[at, len(found), _digest(found)] for at, found in zip(places, texts, strict=True)] == listed


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_one_fault_is_refused_at_its_line(fault: Record) -> None:
    line = fault.expected["line"]
    assert fault.lines[line - 1] == fault.expected["text"]
    with pytest.raises(PbemError) as error:
        pbem.read(fault.data, fault.title)
    assert error.value.status == 3
    if not fault.title.startswith(("header-", "result-", "setup-")):
        assert error.value.details["line"] == line, (str(error.value), fault.expected)


# Collections

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

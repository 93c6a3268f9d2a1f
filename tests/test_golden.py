"""What is known of games: positions after every line, perft, and records of another program with what it computed."""

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import save
from pbem.errors import PbemError
from pbem.game import END, State
from pbem.legal import count, perft, turns
from pbem.record import text as text_of
from pbem.session import Session
from tests import records
from tests.records import Record
from tests.support import DATA, ROOT

EXAMPLES = ROOT / "examples"
GAMES = [
    *("maharani-demo", "maharani-three", "maharani-four"),
    *("rajas-demo", "rajas-three", "rajas-four"),
    *("majolica-solo", "majolica-demo", "majolica-three", "majolica-four"),
]
PERFT = [
    (f"{game_id}-{line[0]}", *line[1:])
    for game_id in ("maharani", "rajas")
    for line in map(str.split, records.golden(DATA / game_id / "golden.txt")["perft"].splitlines())
    if line[0] != "#"
]

LONG = 13_000
"""How many sequences take long to be counted; for every game there are some with fewer of the same depth."""


def replayed_by_hand(game: Session) -> list[str]:
    """Key of the position, scores, and the line, for every line played again in a manual game."""
    header = game.header
    again = pbem.new(
        header.game,
        [f"{player.name}={','.join(player.colours)}".rstrip("=") for player in header.players],
        seats={player.name: player.seat for player in header.players if player.seat},
        options=header.options,
        first=header.names[header.first],
        kind="manual",
    )
    lines = []
    for text in game.log:
        again.play(text)
        scores = " ".join(map(str, again.state.scores()))
        lines.append(f"{again.key} {scores:>12}  {text}")
    assert again.over
    return lines


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_golden_games(name: str, update_golden: bool) -> None:
    game = pbem.load(str(EXAMPLES / f"{name}.pbem"))
    now = "\n".join(replayed_by_hand(game)) + "\n"
    game_id, _, title = name.partition("-")
    path = DATA / game_id / "golden.txt"
    if update_golden:
        records.renew(path, title, now)
    assert now == records.golden(path).get(title)


@pytest.mark.parametrize(
    ("name", "turn", "depth", "known"),
    [pytest.param(*row, marks=pytest.mark.slow if int(row[3]) > LONG else ()) for row in PERFT],
)
def test_perft(name: str, turn: str, depth: str, known: str) -> None:
    game = pbem.load(str(EXAMPLES / f"{name}.pbem"))
    found = perft(game.before(int(turn)).copy(), int(depth), lambda purpose, event, n: 0)
    assert found == int(known)


MAJOLICA = records.read("majolica", "perft-positions")
FEW = [MAJOLICA[at] for at in (0, 2, 7, 13, 14)]
"""One, two, three and four players, every option; the others are slow."""


def two_turns(state: State) -> int:
    """How many sequences of two turns there are; of positions from which the second goes on alike one is counted."""
    there: dict[Hashable, State] = {}
    times: Counter[Hashable] = Counter()
    for _, after in turns(state):
        there[after.in_turn()] = after
        times[after.in_turn()] += 1
    return sum(number * count(there[alike]) for alike, number in times.items())


@pytest.mark.parametrize(
    "case", [pytest.param(one, marks=() if one in FEW else pytest.mark.slow) for one in MAJOLICA], ids=str
)
def test_perft_of_majolica(case: Record) -> None:
    """Whole turns without voluntary discards, counted by two programs; a second depth where no draw comes between."""
    game = pbem.read(case.data, case.title)
    assert perft(game.state, 1, lambda purpose, event, n: 0) == case.expected["depth1"]
    if "depth2" in case.expected:
        assert two_turns(game.state) == case.expected["depth2"]


@pytest.mark.slow
def test_perft_of_majolica_looks_at_every_sequence() -> None:
    """Once: that takes many times as long as counting positions."""
    case = MAJOLICA[0]
    state = pbem.read(case.data, case.title).state
    assert perft(state, 2, lambda purpose, event, n: 0) == case.expected["depth2"]


def test_perft_is_there_for_every_number_of_players() -> None:
    assert {name for name, *_ in PERFT} == {name for name in GAMES if not name.startswith("majolica")}
    players = {case.data.count(b"\nplayer ") for case in MAJOLICA}
    assert players == {1, 2, 3, 4}


# Records that another program wrote in this notation, with the scores and legal turns it computed.
#
# `records`: games for every number of players and option, with undos, comments, setups, names of many kinds, and rare
# cases named after what happens in them.
# `rulings`: games that use rulings which have changed; what they use is tested with the game.
# `faults`: games with one fault each, named after it, and the line that is at fault.
#
# Then the collections themselves: what one says comes out byte for byte, and a malformed one is refused.


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
WHOLE = 3500
"""Bytes of a record above which it is one of a whole game: those are slow, and EXAMPLES are read in any case."""
RULINGS = FOUND["rajas", "rulings"]
"""Slow as well: tests/rajas/test_rulings.py reads them."""


def marks_of(record: Record) -> Any:
    """Whether a record is a slow test."""
    return pytest.mark.slow if len(record.data) > WHOLE or record in RULINGS else ()


def test_none_is_missing() -> None:
    """Whoever adds one changes the count."""
    assert {collection: len(found) for collection, found in FOUND.items()} == COUNTS


@pytest.fixture(scope="module", params=[pytest.param(one, marks=marks_of(one), id=str(one)) for one in RECORDS])
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
    header, lines = save.parse(game.toml(), "save")
    assert lines == game.log
    assert text_of(game.rules, header, lines, game.result_line()) == game.record()


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

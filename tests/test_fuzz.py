"""Hostile bytes: whatever comes in, the answer is a result or a PbemError, never a traceback."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pbem
from pbem.errors import PbemError
from tests.support import DATA, PLAYERS, ROOT

RECORD = (ROOT / "examples" / "maharani-demo.pbem").read_bytes()[:900]
SETUP = (ROOT / "examples" / "maharani-endgame.txt").read_text()
TOML = pbem.read(RECORD[: RECORD.rindex(b"\n")], "record").toml().encode()
PIECES = [b"", b"\x00", b"\xff", b"\n", b"\n\n", b"9" * 40, b"=", b'"', b"[", b"]", b"undo ", b"draw ", b"x:rC", b" / "]
PIECES += [
    b"1-1a1N",
    b"; ",
    b"result Ana 1",
    "\u202e\u200d\u0661".encode(),
    b"pbem 2",
    b"-",
    b"+",
    b"e1",
    b"\r",
    b"toml = ",
]

edits = st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 12), st.sampled_from(PIECES)), max_size=5)


def mutated(data: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
    for at, cut, put in changes:
        at %= len(data) + 1
        data = data[:at] + put + data[at + cut :]
    return data


@pytest.mark.parametrize("source", [RECORD, TOML], ids=["record", "toml"])
@given(changes=edits)
@settings(max_examples=400, deadline=None)
def test_files(source: bytes, changes: list[tuple[int, int, bytes]]) -> None:
    """What is accepted is a whole game: it survives a round trip."""
    try:
        game = pbem.read(mutated(source, changes), "file")
    except PbemError as error:
        assert str(error)
        assert error.status == 3
    else:
        assert pbem.read(game.record().encode(), "record").record() == game.record()
        assert pbem.read(game.toml().encode(), "save").toml() == game.toml()


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_bytes(data: bytes) -> None:
    with pytest.raises(PbemError):
        pbem.read(data, "file")


@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(st.sampled_from(PIECES), max_size=8).map(lambda p: b"".join(p).decode("utf-8", "replace")),
    )
)
@settings(max_examples=500, deadline=None)
def test_lines(text: str) -> None:
    game = pbem.read(RECORD[: RECORD.rindex(b"\n")], "record")
    before = game.log
    try:
        game.play(text)
    except PbemError as error:
        assert str(error)
        assert game.log == before
    else:
        assert pbem.read(game.record().encode(), "record").log == game.log


@given(st.text(max_size=30))
@settings(max_examples=200, deadline=None)
def test_partial_moves(text: str) -> None:
    game = pbem.read((DATA / "maharani" / "late.pbem").read_bytes(), "record")
    try:
        moves = game.legal(text)
    except PbemError as error:
        assert str(error)
    else:
        assert moves


@given(changes=edits)
@settings(max_examples=200, deadline=None)
def test_setups(changes: list[tuple[int, int, bytes]]) -> None:
    text = mutated(SETUP.encode(), changes).decode("utf-8", "replace")
    try:
        game = pbem.new("maharani", PLAYERS["maharani"][2], kind="manual", first="Ana", setup=text)
    except PbemError as error:
        assert str(error)
    else:
        assert pbem.read(game.record().encode(), "record").key == game.key

"""Hostile inputs of every kind in great number, each its own from a fixed seed; `--fuzz 500000` tries as many.

An input is a whole one with a few edits. What is to come of it stands in tests/test_fuzz.py: a result, or an error in
one sentence.
"""

import random
from collections.abc import Callable

import pytest

import pbem
from pbem.errors import PbemError
from tests.support import DATA
from tests.test_fuzz import (
    PIECES,
    RECORD,
    TOML,
    begins_a_move,
    few,
    file_is_read,
    line_is_played,
    mutated,
    setup_is_played,
)

LATE = pbem.read((DATA / "maharani" / "late.pbem").read_bytes(), "record")
PARTS = [move.text for move in LATE.legal()]
MOVES = [move.text for move in pbem.read(RECORD, "record").legal()]


def some_edits(rng: random.Random, data: bytes) -> bytes:
    """An edit or two that may be harmless, or up to five anywhere, or bytes turned round."""
    if rng.random() < 0.5:
        return mutated(data, few(rng, data))
    if rng.random() < 0.3:
        changed = bytearray(data)
        for _ in range(rng.randrange(1, 8)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        return bytes(changed)
    edits = [(rng.randrange(2000), rng.randrange(13), rng.choice(PIECES)) for _ in range(rng.randrange(1, 6))]
    return mutated(data, edits)


def some_line(rng: random.Random, moves: list[str]) -> str:
    """A move, a third of them whole but for one edit."""
    move = rng.choice(moves).encode() + b"\n"
    changed = mutated(move, few(rng, move)[:1]) if rng.random() < 0.3 else some_edits(rng, move)
    return changed.decode("utf-8", "replace")


def some_bytes(rng: random.Random) -> bool:
    """Nothing but bytes: never a game."""
    try:
        pbem.read(rng.randbytes(rng.randrange(300)), "file")
    except PbemError as error:
        assert str(error)
        return False
    return True


KINDS: dict[str, Callable[[random.Random], bool]] = {
    "record": lambda rng: file_is_read(some_edits(rng, RECORD)),
    "toml": lambda rng: file_is_read(some_edits(rng, TOML)),
    "line": lambda rng: line_is_played(some_line(rng, MOVES)),
    "partial": lambda rng: begins_a_move(some_line(rng, PARTS)[: rng.randrange(1, 20)]),
    "setup": lambda rng: setup_is_played([(rng.randrange(2000), rng.randrange(5), rng.choice(PIECES))]),
    "bytes": some_bytes,
}


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize("kind", KINDS)
def test_many(kind: str, part: int, fuzz: int) -> None:
    tried = accepted = 0
    for number in range(part, fuzz // len(KINDS), 2):
        rng = random.Random(f"{kind} {number}")
        try:
            accepted += KINDS[kind](rng)
        except BaseException:
            print(f"input {number} of {kind}")
            raise
        tried += 1
    print(f"{kind}: {tried} inputs, {accepted} accepted")
    assert accepted < tried or not tried
    assert (accepted > 0) == (kind != "bytes") or tried < 20

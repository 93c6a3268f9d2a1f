"""Records that another program wrote in this notation, with the scores and legal turns it computed.

tests/data/foreign: games for every number of players and option, with undos, comments, setups, names of many
kinds, and rare cases named after what happens in them. Those of another game than Maharani begin with its name.
tests/data/faults: the same with one fault each, named after it, and the line of the file that is at fault.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem.errors import PbemError
from pbem.game import END
from pbem.legal import turns
from tests.support import DATA

RECORDS = sorted((DATA / "foreign").glob("*.pbem"))
FAULTS = sorted((DATA / "faults").glob("*.pbem"))


def test_there_are_records_and_faults() -> None:
    assert len(RECORDS) >= 450
    assert len(FAULTS) >= 450


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_gives_the_same_scores_and_the_same_bytes(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    game = pbem.load(str(path))
    assert game.scores == expected["scores"]
    assert game.turn == expected.get("turn", game.turn)
    for key in ("fame", "money", "rank"):
        if expected.get(key) is not None:
            assert game.rules.details(game.state)[key] == expected[key]
    if expected.get("winner"):
        assert game.winners == [expected["winner"]]
    if expected.get("rating") is not None:
        facts: Any = game.rules
        assert game.rules.details(game.state)["rating"] == facts.facts.ratings[expected["rating"]][1]
    digest = game.rules.digest[:12]
    exported = game.record().replace(f"edition reconstructed-1 {digest}\n", "edition reconstructed-1\n", 1)
    assert exported.encode() == path.read_bytes()
    saved = pbem.read(game.toml().encode(), "save")
    assert saved.record() == game.record()


def _digest(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_same_turns_are_legal(path: Path) -> None:
    """Whole turns by their number; of Rajas of the Ganges the next steps, by the line of the file they begin."""
    listed = json.loads(path.with_suffix(".json").read_text("utf-8"))["legal"]
    game = pbem.load(str(path))
    form = game.fold.notation.format_steps
    for at, count, digest in listed:
        if game.rules.id == "rajas":
            before = "\n".join(path.read_text("utf-8").split("\n")[: at - 1]) + "\n"
            state = pbem.read(before.encode(), "record").state
            texts = [form((step,)) for step in state.steps() if step is not END]
        else:
            texts = [form(steps) for steps, _ in turns(game.before(at))]
        assert len(texts) == count
        assert _digest(texts) == digest


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.stem)
def test_one_fault_is_refused_at_its_line(path: Path) -> None:
    fault = json.loads(path.with_suffix(".json").read_text("utf-8"))
    with pytest.raises(PbemError) as error:
        pbem.load(str(path))
    assert error.value.status == 3
    if not path.stem.removeprefix("majolica-").removeprefix("rajas-").startswith(("header-", "result-", "setup-")):
        assert error.value.details["line"] == fault["line"], (str(error.value), fault)

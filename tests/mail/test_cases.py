"""A collection of mails with what is to be read of each, in the folder that PBEM_MAIL_CASES names, if it names one."""

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest

from pbem import reading
from pbem.mail import read
from pbem.taking import take_from

CASES = Path(os.environ.get("PBEM_MAIL_CASES", os.devnull))
_EMBEDDED = (1, 3, 4, 7, 8, 9, 11, 12, 17, 18, "german_6")
NOT_OURS = {"block_code_spacers", "delimiters", "forwarded_message", "signatures"}
NOT_OURS |= {f"embedded_email_{name}" for name in _EMBEDDED}
"""Where another rule is right for us: code marks go, lines of phones stay, below an attribution a copy is cut."""

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="PBEM_MAIL_CASES names no folder")


def rows(name: str) -> list[dict[str, str]]:
    path = CASES / name
    return list(csv.DictReader(path.open(encoding="utf-8"), delimiter="\t")) if path.exists() else []


def squeezed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize("row", rows("shapes/index.tsv"), ids=lambda row: str(row["file"]))
def test_shapes(row: dict[str, str]) -> None:
    """Commands of another game: the new text is what counts."""
    mail = read((CASES / "shapes" / row["file"]).read_bytes())
    lines = [line.strip().replace("\u2013", "-") for line in mail.lines]
    assert set(row["expected_commands"].split(" | ")) <= set(lines)
    assert not set(row["must_not_execute"].split(" | ")) & set(lines)


@pytest.mark.parametrize("path", sorted((CASES / "trimmer" / "given").glob("*.txt")), ids=lambda path: str(path.stem))
def test_trimmer(path: Path) -> None:
    new = squeezed(read(path.read_bytes()).text)
    wanted = squeezed((CASES / "trimmer" / "expected" / path.name).read_text("utf-8"))
    if path.stem in NOT_OURS:
        pytest.skip("another rule is right for us")
    assert new == [line for line in wanted if not line.startswith(">")]


INDEX = CASES / "pbem" / "index.json"
PBEM: list[dict[str, Any]] = json.loads(INDEX.read_text("utf-8")) if INDEX.exists() else []


@pytest.mark.parametrize("case", PBEM, ids=lambda case: str(case["file"]))
def test_pbem(case: dict[str, Any]) -> None:
    """Lines of games of this program in mails and posts: what is to be taken, and what never."""
    game = reading.load(str(CASES / "pbem" / case["game"]))
    taken = take_from(game, (CASES / "pbem" / "msgs" / case["file"]).read_bytes())
    added = [line for line in game.play(*taken.lines) if not line.startswith("draw")] if taken.lines else []
    plain = [line.partition(";")[0].strip() for line in added]
    assert not set(plain) & set(case["must_not"])
    wanted = [line.partition(";")[0].strip() for line in case["canonical"] if not line.startswith("draw")]
    expect = case["expect"]
    if expect == "take" or (expect == "either" and taken.lines):
        assert taken.doubt is None
        assert plain[: len(wanted)] == wanted
        assert not [line for line in plain[len(wanted) :] if not line.startswith("roll")]
    else:
        assert taken.lines == ()
    if expect == "doubt":
        assert taken.doubt
    elif expect == "known":
        assert taken.known
    elif expect == "command":
        assert set(case["commands"]) <= set(taken.commands)

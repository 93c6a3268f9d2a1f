"""The table `mail` of a save file."""

from pathlib import Path

import pytest

import pbem
from pbem import reading
from pbem.club.folder import is_noted, last_noted, note
from tests.support import case_of

NOW = 1_800_000_000.0


def game() -> pbem.Session:
    return case_of("majolica", 2).new(kind="seed", seed="s", id="noted")


def test_what_is_noted_is_kept_and_found(tmp_path: Path) -> None:
    session = game()
    note(session.header, "a@b", 7, NOW)
    note(session.header, 'odd "id" \\ of ünicode', 8, NOW + 60)
    path = tmp_path / "g.toml"
    session.save(str(path))
    again = pbem.load(str(path))
    assert is_noted(again.header, "a@b")
    assert is_noted(again.header, 'odd "id" \\ of ünicode')
    assert not is_noted(again.header, "b@b")
    assert last_noted(again.header, 8) == NOW + 60
    assert last_noted(again.header, 7) is None
    again.play(again.legal()[0])
    again.save()
    assert is_noted(pbem.load(str(path)).header, "a@b")


def test_a_record_has_none_of_it() -> None:
    session = game()
    record = session.record()
    note(session.header, "a@b", 7, NOW)
    assert session.record() == record
    assert pbem.read(record).header.mail == {}


def test_only_the_last_ones_are_kept() -> None:
    session = game()
    for number in range(600):
        note(session.header, f"{number}@x", number, NOW)
    assert not is_noted(session.header, "0@x")
    assert is_noted(session.header, "599@x")
    assert len(pbem.read(session.toml()).header.mail["moves"]) == 500


@pytest.mark.parametrize("value", ["mail = 3\n", 'mail = "x"\n'])
def test_a_key_of_that_name_that_is_no_table_stays(value: str) -> None:
    text = value + game().toml()
    session = reading.read(text)
    assert value in session.toml()
    assert not is_noted(session.header, "x")


def test_other_keys_and_odd_notes_in_the_table_do_no_harm() -> None:
    session = reading.read(
        game().toml() + '\n[mail]\nmoves = [1, "soon 3 x", "2027-99-99T00:00:00Z 3 y"]\nother = "z"\n'
    )
    assert last_noted(session.header, 3) is None
    assert is_noted(session.header, "y")
    note(session.header, "a@b", 4, NOW)
    assert session.header.mail["other"] == "z"
    assert last_noted(session.header, 4) == NOW

"""Comments of a game file: they stay where they are when the game goes on, byte for byte."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbem
from pbem import comments, reading
from tests.support import PLAYERS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A saved game of a few turns."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="c", first="Ana", id="c")
    game.play("R", "R ; a # that is none")
    game.save(str(tmp_path / "g.toml"))
    return tmp_path / "g.toml"


def played(path: Path) -> str:
    """The text of the file after one more turn."""
    with reading.change(str(path)) as game:
        game.play("R")
    return path.read_text("utf-8")


COMMENTED = [
    ("pbem = 1\n", "# our game\n#\n\n  # of the club \n\npbem = 1  # format\n"),
    ('id = "c"\n', '# for the mails\nid = "c"  # short\n'),
    ('[[players]]\nname = "Bob"', '# he moves on Sundays\n[[players]]  # the second\n# he\nname = "Bob"  # B.'),
    ("[chance]\n", "# no secret\n[chance]\n"),
    ('    "1 Ana: R =0",\n', '# bad\n    "1 Ana: R =0",  # "very" bad\n'),
    ("log = [\n", "log = [  # from the start\n"),
]


@pytest.mark.parametrize("changes", [*([change] for change in COMMENTED), COMMENTED])
def test_comments_stay_where_they_are(path: Path, changes: list[tuple[str, str]]) -> None:
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text + "# the end\n", "utf-8")
    document = tomllib.loads(text)
    lines = [" ".join(line.split()) for line in [*text.split("\n"), "# the end"] if "#" in line]
    for turn in range(3, 6):
        now = played(path)
        assert [" ".join(line.split()) for line in now.split("\n") if "#" in line] == lines
        assert now.endswith("# the end\n")
        after = tomllib.loads(now)
        assert after["history"]["log"][:-1] == document["history"]["log"]
        document["history"]["log"].append(f"{turn} {'Ana' if turn % 2 else 'Bob'}: R =0")
        assert after == document
    if text.startswith("#"):
        assert path.read_text("utf-8").startswith(text[: text.index("pbem")])


def test_the_file_changes_by_the_new_line_only(path: Path) -> None:
    for old, new in COMMENTED:
        path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    first = played(path)
    again = played(path)
    assert again == first.replace('    "3 Ana: R =0",\n', '    "3 Ana: R =0",\n    "4 Bob: R =0",\n')


def test_comments_without_a_place_go_to_the_top(path: Path) -> None:
    text = path.read_text("utf-8").replace(
        "pbem = 1\n",
        'pbem = 1\n# kept\noptions = [ # none\n# yet\n]\nx = [\n  [ 1, # one\n  2 ],\n]\ns = """\n# no"""\n',
        1,
    )
    path.write_text(text, "utf-8")
    now = played(path)
    assert sorted(now[: now.index("pbem = 1")].split("\n")) == sorted(["# one", "# kept", "# none", "# yet", ""])
    assert now.count("#") == text.count("#")
    assert tomllib.loads(now)["s"] == "# no"
    assert played(path).count("#") == text.count("#")


def test_remarks_above_a_record_stay(path: Path) -> None:
    record = path.with_suffix(".pbem")
    text = pbem.load(str(path)).record()
    record.write_text("; the club's game\n" + text.replace("first Ana", "; she asked to\nfirst Ana"), "utf-8")
    now = played(record)
    assert now == f"; the club's game\n; she asked to\n{text}3 Ana: R =0\n"
    assert played(record) == f"{now}4 Bob: R =0\n"


def test_what_is_exported_has_none(path: Path) -> None:
    text = path.read_text("utf-8")
    path.write_text("# a comment\n" + text, "utf-8")
    game = pbem.load(str(path))
    assert game.toml() == text
    assert "a comment" not in game.record()


pieces = st.sampled_from(
    ["# c", "\n", " ", '#"', "# '", "#", "x = 1", "x = [", "]", '"#"', "[t]", "# \u2028", '"""#"""']
)


@given(st.lists(pieces, max_size=12).map("".join))
def test_nothing_vanishes_and_nothing_changes(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="c", first="Ana", id="c")
    try:
        read = pbem.read(f"{text}\n{game.toml()}", "it")
    except pbem.PbemError:
        return
    once = comments.keep(f"{text}\n{game.toml()}", read.toml(), False)
    assert pbem.read(once, "it").toml() == read.toml()
    assert comments.keep(once, read.toml(), False) == once
    assert once.count("#") >= text.count("#") - text.count('"""')

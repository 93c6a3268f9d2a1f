"""A save and its own export are one game, whatever people, `pbem new` or an editor put there; their comments stay."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

import pbem
from pbem import comments, reading
from pbem.errors import PbemError
from pbem.session import Session
from tests.support import PLAYERS

WORDS = (
    *("pbem", "id", "edition", "player", "option", "chance", "first", "toml", "score", "turn", "at", "up", "draw"),
    *("undo", "stop", "result", "Ana", "Zed", "1", "=", ";", ":"),
)
ODD = (
    *(0xA0, 0x3000, 0x2003, 0x1680, 0x200B, 0x200C, 0x200D, 0x200E, 0x202E, 0x2060, 0xFEFF, 0xAD, 0xFE0F, 0x1F600),
    *(0x661, 0x966, 0xFF11, 0xFF41, 0xFF33, 0xFF1A, 0xFF1B, 0xFF0C, 0xFF1D, 0xFF0F, 0x2163, 0xFB01, 0x212B, 0x130),
    *(0x17F, 0x301, 0x2013, 0x2212, 0x2028, 0x85, 0x1C, 0x7F, 0x07, 0x09, 0x0B, 0x1B, 0x0D, 0x2018, 0x22, 0x5C, 0x27),
)
"""Blanks, joiners, marks of direction, digits, wide and compatible letters, dashes, line ends, controls, quotes."""


def widened(text: str) -> str:
    """The same in full-width letters, which read as plain ones."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


odd = st.sampled_from(list(map(chr, ODD)))
anything = st.one_of(odd, st.characters(exclude_categories=["Cs"]))
words = st.one_of(st.sampled_from(WORDS), st.sampled_from(WORDS).map(widened), st.sampled_from(WORDS).map(str.upper))
texts = st.one_of(
    st.text(anything, max_size=30),
    st.lists(st.one_of(words, odd, st.text(anything, max_size=4)), max_size=6).map("".join),
    st.lists(words, max_size=6).map(" ".join),
    st.tuples(anything, st.sampled_from([400, 899, 998, 2000])).map(lambda pair: pair[0] * pair[1]),
)


def start(**more: Any) -> Session:
    """A game of a few lines."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], first="Ana", **{"seed": "one", "id": "one", **more})
    game.play("R")
    return game


def assert_one_game(game: Session) -> None:
    """What a game exports is the same game, and exports the same; so do both forms from each other."""
    record, toml = game.record(), game.toml()
    for text in (record, toml):
        again = pbem.read(text.encode("utf-8", "surrogatepass"), "again")
        assert again.log == game.log
        assert again.scores == game.scores
        assert (again.dealer is None) == (game.dealer is None)
        assert again.key == game.key
        assert again.record() == record
        assert again.toml() == toml


def loads(document: dict[str, Any]) -> Session | None:
    """The game of a save with that content; None if it is refused in a sentence."""
    try:
        return pbem.read(tomli_w.dumps(document), "save")
    except PbemError as error:
        assert str(error)
        assert len(str(error)) < 1500
        return None


def changed(place: str, value: Any) -> Session | None:
    """The game of a save in which one value is another."""
    document = tomllib.loads(start().toml())
    table: Any = document
    *way, last = place.split(".")
    for key in way:
        table = table[int(key) if key.isdigit() else key]
    table[last] = value
    if place == "history.log":
        document["history"]["log"] = tomllib.loads(start().toml())["history"]["log"] + value
    game = loads(document)
    if game is not None:
        assert_one_game(game)
    return game


@given(st.lists(texts, min_size=1, max_size=3))
def test_header_lines(lines: list[str]) -> None:
    changed("header", lines)


@given(st.lists(st.one_of(texts, texts.map("turn {}".format), texts.map("score Ana {}".format)), max_size=3))
def test_position_lines(lines: list[str]) -> None:
    changed("position", lines)


@given(texts)
def test_ids(text: str) -> None:
    changed("id", text)


@given(texts)
def test_seeds_of_files(text: str) -> None:
    document = tomllib.loads(start().toml())
    document["chance"]["seed"] = text
    document["history"]["log"] = []
    game = loads(document)
    if game is not None:
        assert_one_game(game)
        game.play("R")
        assert_one_game(game)


@given(texts)
def test_what_new_takes_every_form_carries(seed: str) -> None:
    try:
        game = start(seed=seed)
    except PbemError as error:
        assert error.status == 2
        return
    assert game.header.published == seed
    assert_one_game(game)


@given(texts, texts.map("A{}".format))
def test_names(one: str, other: str) -> None:
    for name in (one, other):
        try:
            game = pbem.new("maharani", [f"{name}=green,yellow", "Bob=red,blue"], seed="one", id="one", first="Bob")
            game.play("R", "R")
        except PbemError:
            continue
        assert_one_game(game)
        document = tomllib.loads(game.toml())
        document["players"][0]["name"] = other
        document["history"]["log"] = []
        read = loads(document)
        if read is not None:
            read.play("R", "R")
            assert_one_game(read)


@given(st.lists(texts.map("; {}".format) | texts.map("2 Bob: R ;{}".format) | texts, min_size=1, max_size=2))
def test_lines_of_the_log(lines: list[str]) -> None:
    changed("history.log", lines)


@given(texts)
def test_remarks_that_are_typed(text: str) -> None:
    game = start()
    try:
        game.play(f"R ; {text}")
        game.undo(reason=text)
    except PbemError:
        pass
    assert_one_game(game)


values = st.recursive(
    st.one_of(texts, st.integers(), st.floats(), st.booleans(), st.dates(), st.datetimes()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(texts, values, min_size=1, max_size=2), st.sampled_from(["", "chance", "history", "player"]))
def test_keys_of_other_versions(keys: dict[str, Any], where: str) -> None:
    document: dict[str, Any] = tomllib.loads(start().toml())
    inner = document["players"][1] if where == "player" else document[where] if where else document
    inner.update({key: value for key, value in keys.items() if key not in inner and key not in ("options", "position")})
    game = loads(document)
    if game is not None:
        assert_one_game(game)


@pytest.mark.parametrize(
    "line",
    [
        "\uff53core Ana 50",
        "Score Ana 50",
        "s\u200bcore Ana 50",
        "\uff50layer Zed red",
        "\uff44raw 1:bSE",
        "\u0661 Ana: R",
        "ｔｕｒｎ\u30003",
    ],
)
def test_a_header_line_that_reads_as_another_one_is_refused(line: str) -> None:
    assert changed("header", [line]) is None


@pytest.mark.parametrize(
    "line", ["event Cup", "\uff45vent  Cup\u3000\u200bx", "toml = [ [ { a = 1 }, ], ]", "toml = 5"]
)
def test_other_header_lines_are_kept(line: str) -> None:
    game = changed("header", [line])
    assert game is not None
    assert f"\n{line}\n" in game.record()


def test_keys_and_the_line_that_stands_for_them_do_not_meet() -> None:
    game = changed("header", ["toml = [ [ { a = 1 }, ], ]"])
    assert game is not None
    assert (game.header.foreign, game.header.unknown) == ([], {"a": 1})
    document = tomllib.loads(game.toml()) | {"header": ["toml = [ [ { b = 1 }, ], ]"]}
    both = loads(document)
    assert both is not None
    assert_one_game(both)
    assert both.header.unknown == {"a": 1}


@pytest.mark.parametrize("seed", ["a  b", "a b   c", "\u4e2d" * 900, "x" * 900])
def test_seeds_that_every_form_carries(seed: str) -> None:
    game = start(seed=seed)
    assert_one_game(game)
    assert pbem.read(game.record().replace("  b", "\u00a0 b"), "mailed").header.published == seed


def test_a_seed_that_no_line_holds() -> None:
    with pytest.raises(PbemError, match="a seed has at most 900 characters"):
        start(seed="x" * 901)
    game = changed("chance.seed", "x" * 2000)  # of a file of before
    assert game is None  # for its draws are of another seed
    document = tomllib.loads(start().toml())
    document["chance"]["seed"], document["history"]["log"] = "x" * 2000, []
    game = loads(document)
    assert game is not None
    assert_one_game(game)


@pytest.mark.parametrize(
    "word", ["p\u200blayer", "pla\ufeffyer", "\uff50\uff4c\uff41\uff59\uff45\uff52", "PLAYER\u3000"]
)
def test_a_word_with_letters_that_are_not_seen_keeps_its_name(word: str) -> None:
    game = pbem.read(start().record().replace("player", word), "record")
    assert game.header.names == ["Ana", "Bob"]


@pytest.mark.parametrize("seed", ["", " a", "a ", "a\tb", "a\nb", "a\u200bb", "\u202ex"])
@pytest.mark.parametrize("game_id", sorted(PLAYERS))
def test_a_refused_seed_is_shown_with_what_is_wanted(game_id: str, seed: str) -> None:
    with pytest.raises(pbem.HeaderError) as found:
        pbem.new(game_id, PLAYERS[game_id][2], seed=seed)
    assert "a seed is text on one line, all of it seen, with a blank at neither end" in found.value.message
    assert (ascii(seed) if seed else "it is empty") in found.value.message


# Comments of a game file: they stay where they are when the game goes on, byte for byte


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

"""Pictures: the engine's part. What lies in the scene of a game is tested with the game."""

import json
import random
import re
import struct
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import pbem
from pbem import cli, letters, pictures, registry, scene, svg
from pbem.errors import SaveError
from pbem.scene import Circle, Group, Panel, Rect, Scene, Text
from pbem.scene import Path as Line
from pbem.session import Session
from tests.packages import build, run
from tests.support import PLAYERS, ROOT, any_turn, game_ids

SVG = "{http://www.w3.org/2000/svg}"
NASTY = {
    "a<script>b": "</text></pre><script>alert(1)</script>",
    "a<img onerror": "<img src=x onerror=alert(1)>",
    "a&b]]>' onload 'x": "]]>' onload='x {0} %s",
    "\u05d0\u05d1\u05d2 \u0645\u0631\u062d\u0628\u0627": "\u05d0\u05d1\u05d2",
    "\u4e2d\u6587e\u0301 \U0001f600": "\U0001f600",
    "W" * 24: "W" * 400,
}
"""Names, each with a remark."""


def texts(drawn: str) -> list[str]:
    """All text of an SVG as people read it."""
    return [element.text or "" for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")]


def squeezed(drawn: str) -> str:
    """The same in one piece without blanks: where lines end does not matter."""
    return re.sub(r"\s", "", "".join(texts(drawn)))


def example(game_id: str) -> Session:
    """A finished game."""
    return pbem.load(str(ROOT / "examples" / f"{game_id}-demo.pbem"))


# Scenes


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, two: str) -> float:
    """As WCAG has it, 1 to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [0, 1])
def test_what_is_written_can_be_read(dark: int) -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert set(scene.COLOURS) < set(svg.PALETTE)
    for role, both in svg.PALETTE.items():
        on = re.search(rf"\.on-{role}\{{fill:(#\w+)", svg.css("dark" if dark else "light"))
        assert on
        assert contrast(on[1], both[dark]) >= 4.5, role
    for ground in ("paper", "panel", "card", "cell"):
        for ink in ("ink", "faint"):
            assert contrast(svg.PALETTE[ink][dark], svg.PALETTE[ground][dark]) >= 4.5, (ink, ground)
        assert contrast(svg.PALETTE["mark"][dark], svg.PALETTE[ground][dark]) >= 7
    assert contrast(svg.PALETTE["mark"][dark], svg.PALETTE["halo"][dark]) >= 15, "seen on any colour"


def test_light_dark_and_both() -> None:
    light, dark, both = svg.css("light"), svg.css("dark"), svg.css("auto")
    assert "var(" not in light + dark
    assert "@media" not in light + dark
    ink = svg.PALETTE["ink"]
    assert f".pbem .ink{{fill:{ink[0]}}}" in light
    assert f".pbem .ink{{fill:{ink[1]}}}" in dark
    plain, known = both.split("@supports(color:var(--ink)){")
    assert f".pbem .ink{{fill:{ink[0]}}}" in plain
    assert "var(" not in plain
    assert ".pbem .ink{fill:var(--ink)}" in known
    assert re.search(rf"@media screen and \(prefers-color-scheme:dark\)\{{\.pbem\{{[^}}]*--ink:{ink[1]}", both)


def test_groups_know_how_large_they_are() -> None:
    box = Group(30, 10, (Rect(0, 0, 30, 10, "cell"),))
    row = scene.beside([box, box], 5)
    assert (row.width, row.height) == (65, 10)
    column = scene.below([row, box], 5, "end")
    assert (column.width, column.height) == (65, 25)
    assert isinstance(column.parts[1], Group)
    assert (column.parts[1].x, column.parts[1].y) == (35, 15)
    wrapped = scene.flow([box] * 5, 70, 5, 2)
    assert (wrapped.width, wrapped.height) == (65, 34)
    turned = scene.inside(box._replace(turn=90), 40, 40)
    assert scene.extent(turned.parts[0]) == pytest.approx((15, 5, 25, 35))
    assert scene.extent(turned) == pytest.approx((0, 0, 40, 40))
    assert scene.extent(Circle(3, 4, 5)) == (-2, -1, 8, 9)
    assert scene.extent(Line(((1, 5), (4, 2)))) == (1, 2, 4, 5)
    assert scene.beside([]) == scene.flow([]) == Group(0, 0)


def test_a_grid_has_its_coordinates_at_the_edges() -> None:
    cell = Group(20, 20, (Rect(0, 0, 20, 20, "cell"),))
    board = scene.grid({(0, 0): scene.marked(cell, "placed"), (2, 1): cell}, (20, 20), "abc", ["10", "9"])
    labels = [(part.text, part.x, part.y) for part in board.parts if isinstance(part, Text)]
    cells = [part for part in board.parts if isinstance(part, Group)]
    assert [part.mark for part in cells] == ["", "placed"], "a mark lies above its neighbours"
    last, first = cells
    assert sorted(text for text, _, _ in labels) == sorted([*"abc", "10", "9"] * 2)
    assert {y for text, _, y in labels if text == "10"} == {first.y + 10}
    assert {x for text, x, _ in labels if text == "c"} == {last.x + 10}
    left, top, right, bottom = scene.extent(board)
    assert (left, top, right, bottom) == (0, 0, board.width, board.height)


def test_long_texts_stay_in_their_width() -> None:
    rng = random.Random(1)
    signs = "iIwW M\u4e2d\u05d0e\u0301,-"
    for _ in range(200):
        text = "".join(rng.choice(signs) for _ in range(rng.randrange(1, 120)))
        lines = letters.wrapped(text, 90, 13)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(letters.text_width(line, 13) <= 90 for line in lines)
    assert letters.wrapped("", 90) in ([], [""])


@pytest.mark.parametrize("pips", range(7))
def test_a_die_has_its_pips(pips: int) -> None:
    die = scene.die(pips, "blue", "b")
    assert len([part for part in die.parts if isinstance(part, Circle)]) == pips
    assert [part.text for part in die.parts if isinstance(part, Text)] == ["b"]


def test_a_scene_is_json() -> None:
    token = scene.marked(scene.said(scene.token("b", "blue"), "a blue token"), "gained")
    shown = Scene("T", ("to move",), (Panel("P", token, ("One token.",)),))
    found = json.loads(json.dumps(scene.as_json(shown)))
    assert found["kind"] == "scene"
    group = found["panels"][0]["body"]
    assert (group["words"], group["mark"]) == ("a blue token", "gained")
    assert group["parts"][0] == {"kind": "circle", "x": 11, "y": 11, "radius": 10, "role": "blue", "line": "edge"}
    assert scene.words(shown) == ["T", "to move", "P:", "One token."]
    assert scene.marks(shown) == ["gained"]


def test_hatches_are_there_where_they_are_used() -> None:
    hatched = Group(9, 9, (Rect(0, 0, 9, 9, "red", "edge", hatch="/"), Circle(4, 4, 2, hatch=".")))
    drawn = svg.document(hatched, "T", [])
    used = re.findall(r"url\(#([\w-]+)\)", drawn)
    assert len(set(used)) == 2
    assert sorted(re.findall(r'<pattern id="([\w-]+)"', drawn)) == sorted(used)
    assert "pattern" not in svg.document(scene.token("b", "blue"), "T", [])


def test_colours_of_owners_tables() -> None:
    assert scene.colour("teal", 1) in scene.COLOURS
    assert scene.colour("blue", 1) == "blue"
    assert svg.unknown(scene.token("b", "blue")) == ""
    assert svg.unknown(scene.card(scene.token("b", "teal"))) == "teal"
    assert svg.unknown(Rect(0, 0, 1, 1, "ink", "teals")) == "teals"


# Pictures of games


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_what_people_wrote_is_text(name: str) -> None:
    game = pbem.new("maharani", [f"{name}=g,y", "Bob=r,b"], seed="s")
    game.play(f"{any_turn(game)} ; {NASTY[name]}")
    shown = pictures.scene(game)
    for panel in shown.panels:
        assert scene.extent(panel.body)[2] <= scene.INNER + 1
    drawn = svg.write(shown)
    root = ElementTree.fromstring(drawn)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "style", "g", "rect", "circle", "path", "text")
    }
    for element in root.iter():
        assert not [key for key in element.attrib if key.startswith("on") or "href" in key]
    assert squeezed(drawn).count(re.sub(r"\s", "", name)) >= 2
    assert re.sub(r"\s", "", f"Last: {game.log[1]}") in squeezed(drawn).replace("\u200e", "")
    page = pictures.picture(game, ".html")
    assert isinstance(page, str)
    kinds = set(re.findall(r"<([a-zA-Z]\w*)", page))
    assert kinds <= {
        *("html", "head", "meta", "title", "style", "body", "h1", "p", "main", "pre", "bdi"),
        *("svg", "desc", "g", "rect", "circle", "path", "text"),
    }
    assert "default-src 'none'" in page


def test_control_characters_are_signs() -> None:
    assert svg.escape("a\x00b\x1b[31m\ud800\x85c") == "a\ufffdb\ufffd[31m\ufffd\ufffdc"
    assert svg.escape("\"<&>'") == "&quot;&lt;&amp;&gt;&#39;"
    ElementTree.fromstring(svg.document(scene.label("\x01\ufffe\uffff"), "\x02", ["\x0b"]))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_picture_has_nothing_from_elsewhere(game_id: str) -> None:
    game = example(game_id)
    for form in (".svg", ".html"):
        drawn = pictures.picture(game, form, turn=9)
        assert drawn == pictures.picture(example(game_id), form, turn=9)
        assert isinstance(drawn, str)
        assert not re.search(r"href|src=|@import|url\((?!#pbem-hatch)|https?:(?!//www\.w3\.org/2000/svg)", drawn)
    assert game.header.id in str(drawn)


@pytest.mark.parametrize("game_id", game_ids())
def test_title_and_words_are_for_those_who_do_not_see(game_id: str) -> None:
    game = example(game_id)
    root = ElementTree.fromstring(svg.write(pictures.scene(game, 9)))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert title.text == f"{game.rules.title}, game {game.header.id}"
    assert str(desc.text).startswith("This was before turn 9")
    assert len(str(desc.text)) > 300


def test_columns_follow_the_width() -> None:
    shown = pictures.scene(example("maharani"))
    widths = {size: svg.write(shown, size).split('viewBox="0 0 ')[1].split(" ")[0] for size in (300, 400, 799, 800)}
    assert widths == {300: "400", 400: "400", 799: "400", 800: "792"}
    assert 'width="300"' in svg.write(shown, 300)
    panels = svg.arranged(shown, 2).parts[2:]
    boxes = [scene.extent(part) for part in panels]
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:number]:
            assert left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom, "they overlap"


SCENE = """    has_scores = False
    has_scene = True

    def scene(self, view, before):
        from pbem.scene import Panel, token
        said = view.state.said - (before.said if before else 0)
        return [Panel("Said last", token(str(said), "COLOUR", words=f"{said} numbers"))]
"""


DRAW = """import sys, pbem
from pbem import pictures, svg
for name in ("count", "seen", "odd"):
    game = pbem.new(name, ["Ana", "Bob"], first="Ana")
    game.play("say 1 2")
    try:
        print(svg.write(pictures.scene(game)), end="///")
    except pbem.PbemError as error:
        print(error, end="")
"""


def test_games_of_packages(tmp_path: Path) -> None:
    build(tmp_path)
    for game, colour in (("seen", "blue"), ("odd", "teal")):
        scene_of = SCENE.replace("COLOUR", colour)
        build(tmp_path, game, {"rules.py": [("    has_scores = False\n", scene_of)]}, package=f"pbem-{game}")
    letters, seen, told = run(tmp_path, "-c", DRAW).stdout.split("///")
    assert {"n -1- -2-", "Last: 1 Ana: say 1 2"} <= set(texts(letters))
    assert texts(seen)[-2:] == ["Said last", "2"]
    assert told == "the game odd (pbem-odd 0.1.0) cannot be played: in its picture `teal` is no colour of the palette"


def test_the_last_turn_is_told_with_what_followed() -> None:
    game = example("maharani")
    assert pictures.scene(game, 1).lines == ("This was before turn 1, with Bob to move; the game is at turn 37.",)
    assert pictures.scene(game, 3).lines[1:] == ("Last: 2 Ana: 1-3h3S+g / 3-4b4S+g =3", "draw 1:rC 3:rSW")
    assert pictures.scene(game).lines[1:] == ("Last: 36 Ana: 3-2h7W =11",)
    text = pictures.picture(game, ".html", size=500)
    assert isinstance(text, str)
    assert "<p>Last: 36 Ana: 3-2h7W =11</p>" in text
    assert "max-width:500px" in text
    game.undo()
    assert pictures.scene(game).lines[1].startswith("Last: 35 Bob: "), "what was taken back is not on the table"
    rajas = example("rajas")
    begun = next(turn for turn in range(2, 20) if len(pictures.scene(rajas, turn).lines) > 4)
    assert pictures.scene(rajas, begun).lines[1].startswith(f"Last: {begun - 1} ")


def test_a_table_of_where_things_lie_does_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ours = registry.load("maharani")
    text = (ROOT / "games" / "maharani.toml").read_text()
    (tmp_path / "maharani.toml").write_text(f"{text}\n[picture]\ncorner = [3, 4]\n")
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    assert registry.load("maharani").digest == ours.digest
    facts: dict[str, Any] = {"a": {"picture": 1}, "b": 2}
    assert registry.digest(facts) != registry.digest({"a": {}, "b": 2}), "only the table of that name"
    assert registry.digest({**facts, "picture": {"x": 1}}) == registry.digest(facts)


# The command


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A game at its second turn."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="s", id="s")
    game.play(any_turn(game))
    path = str(tmp_path / "g.toml")
    game.save(path)
    return path


def test_a_picture_is_written(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "x.SVG"
    assert cli.run(["picture", file, "-o", str(out)]) == 0
    assert cli.run(["picture", file, "-o", "-"]) == 0
    assert capsys.readouterr().out == out.read_text()
    assert cli.run(["picture", file, "-o", str(tmp_path / "x.html"), "--scheme", "dark"]) == 0
    page = (tmp_path / "x.html").read_text()
    assert "Rondel, its arrow turned to" in page
    assert "prefers-color-scheme" not in page


def test_as_somebody_before_a_turn(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["picture", file, "-o", "-", "--turn", "1", "--as", "ana", "--size", "400"]) == 0
    drawn = capsys.readouterr().out
    assert "Rondel, its arrow turned to S for Ana" in texts(drawn)
    assert 'width="400"' in drawn
    assert cli.run(["picture", file, "--json", "--turn", "1", "--as", "ana"]) == 0
    assert json.loads(capsys.readouterr().out) == scene.as_json(pictures.scene(pbem.load(file), 1, "Ana"))


def test_what_cannot_be_drawn_is_told(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "there.svg"
    there.write_text("mine")
    for more, status, said in (
        (["-o", str(tmp_path / "x.gif")], 2, f"a picture is .svg, .html, .png, and {tmp_path}/x.gif is none of them"),
        (["-o", str(tmp_path / "svg")], 2, "is none of them"),
        ([], 2, "name a new file with -o, or - for SVG on standard output"),
        (["-o", "-", "--json"], 2, "--json and -o - both write to standard output: leave one out, or name a new file"),
        (["-o", str(there)], 3, f"{there} exists already, and is not overwritten"),
        (["-o", "-", "--turn", "7"], 2, "turn 7 has not been played; the game is at turn 2"),
        (["-o", "-", "--as", "Eve"], 2, "Eve"),
        (["-o", str(tmp_path / "no" / "x.svg")], 3, "cannot write"),
    ):
        assert cli.run(["picture", file, *more]) == status, more
        told = capsys.readouterr()
        assert said in told.err
        assert not told.out
    assert there.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.toml", "there.svg"]


def test_a_game_that_does_not_hold_has_no_picture(file: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(Path(file).read_text().replace("1 Bob", "1 Ana").replace("1 Ana: ", "1 Ana: 9-", 1))
    assert cli.run(["picture", str(broken), "-o", str(tmp_path / "x.svg")]) == 3
    assert not (tmp_path / "x.svg").exists()


def test_a_png_has_the_width_that_was_asked_for(file: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="the extra png is not installed")
    out = tmp_path / "x.png"
    assert cli.run(["picture", file, "-o", str(out), "--size", "500"]) == 0
    data = out.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", data[16:20]) == (500,)
    game = pbem.load(file)
    light, either = (pictures.png(str(pictures.picture(game, scheme=scheme))) for scheme in ("light", "auto"))
    assert light == either  # what draws SVG without all of CSS draws it light
    dark = pictures.picture(pbem.load(file), ".png", size=500, scheme="dark")
    assert dark != data


def test_png_without_the_extra(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(SaveError, match=re.escape("for PNG install the extra: pip install 'pbem[png]'")):
        pictures.picture(pbem.load(file), ".png")


def test_png_without_a_font(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Blind:
        @staticmethod
        def svg_to_bytes(svg_string: str) -> bytes:
            return b"no letters"

    monkeypatch.setitem(sys.modules, "resvg_py", Blind)
    with pytest.raises(SaveError, match="this machine has no font"):
        pictures.picture(pbem.load(file), ".png")

"""The book without a browser: what is on the page, and what its data say; those of the examples are current."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import advice, pictures, scene
from pbem.book import chart, page, volume
from pbem.book.page import Units
from tests.processes import warm
from tests.support import ROOT, any_turn, module, program

CHROMIUM = Path("/usr/bin/chromium")
BOOKS = ("maharani-demo", "majolica-demo", "rajas-demo")
"""The examples that have a book."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@cache
def demo(name: str = "maharani-demo") -> pbem.Session:
    """A finished game of the examples."""
    return pbem.load(str(ROOT / "examples" / f"{name}.pbem"))


@cache
def book(*games: pbem.Session) -> str:
    """The page of games; that of one of the examples as it lies there, which test_page holds to be current."""
    paths = {str(ROOT / "examples" / f"{name}.pbem"): ROOT / "examples" / f"{name}.html" for name in BOOKS}
    if len(games) == 1 and games[0].path in paths and games[0].over:
        return paths[str(games[0].path)].read_text(encoding="utf-8")
    return made(*games)


def made(*games: pbem.Session) -> str:
    """The page of games, made now."""
    return page.page([volume.volume(game, None, {}) for game in games])


def begun(name: str, turns: int) -> pbem.Session:
    """The first turns of a game of the examples."""
    game = pbem.load(str(ROOT / "examples" / f"{name}.pbem"))
    text, line = game.record(), next(line for line in game.log if line.startswith(f"{turns + 1} "))
    return pbem.read(text[: text.index(f"\n{line}\n") + 1])


def browsers() -> "Iterator[object]":
    """A browser; skips, saying why, where there is none."""
    driver = module("playwright.sync_api", "Playwright, which drives the browser, is not installed")
    chromium = program(CHROMIUM, "chromium")
    with driver.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, "--no-first-run", "--disable-sync"])
        yield browser
        browser.close()


def data_of(text: str) -> Any:
    """What the script of a page shows."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def words_of(text: str) -> str:
    """All text of a page, without its marks."""
    return html.unescape(re.sub(r"<[^>]+>", "", text))


def test_pieces_of_a_drawing_are_the_drawing() -> None:
    inner = "<g>" + "<rect/>" * 50 + "</g>"
    for drawn in ("", "<rect/>", "<g><g>a</g></g>", f"x<g>{inner}<g>b</g>{inner}</g>y", f"<g>{inner * 3}</g>"):
        units = Units()
        assert "".join(units.pieces[number] for number in units.drawing(drawn)) == drawn
    units = Units()
    assert len(units.drawing(f"<g>{inner * 3}</g>")) == 5
    assert len(units.pieces) == 3


@pytest.mark.parametrize("name", [*BOOKS, pytest.param("maharani-three", marks=pytest.mark.slow)])
def test_every_position_is_in_the_data_as_show_prints_it(name: str) -> None:
    game = demo(name)
    text = book(game)
    data = data_of(text)
    [one] = data["games"]
    turns = list(game.fold.before)
    assert [sight["turn"] for sight in one["sights"]] == [0, *turns]
    from pbem import pictures, report, svg

    for sight, before in list(zip(one["sights"], [*turns, None], strict=True))[:: len(turns) // 4]:
        shown = "\n".join(data["lines"][line] for line in sight["board"])
        assert html.unescape(shown) == "\n".join(report.show(game, before))
        drawn = ["".join(data["pieces"][piece] for piece in data["panels"][panel][3]) for panel in sight["panels"]]
        assert drawn == [svg.body(svg.framed(panel)) for panel in pictures.scene(game, before).panels]


def test_a_page_says_the_moves_the_result_and_the_last_position_without_a_script() -> None:
    game = demo()
    text = book(game).split('<script type="application/json"')[0]
    words = words_of(text)
    for line in game.log:
        assert line.split(" ; ")[0] in words
    assert game.record() in html.unescape(text)
    assert text.count("<svg") >= 5
    assert 'href="#t36"' in text


def test_only_the_script_of_the_page_may_run() -> None:
    text = book(demo())
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)
    assert script
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    assert f"script-src 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none'")
    assert text.count("<script") == 2
    without = re.sub(r"http://www.w3.org/2000/svg", "", text)
    assert not re.search(r"https?://|src=|@import|<link", without)


def test_names_and_remarks_are_text(tmp_path: Path) -> None:
    game = pbem.new("maharani", ["A<img src x>&'<b>=green,yellow", "Bob=red,blue"], seed="e", id="evil")
    move = any_turn(game)
    game.play(f"{move} ; <img src=x onerror=alert(1)> </script><script>alert(2)</script>")
    text = book(game)
    assert "<img" not in text
    assert text.count("<script") == 2
    assert text.count("</script") == 2
    assert "&lt;img src=x onerror=alert(1)&gt;" in text


def test_undone_lines_are_struck_out_and_lead_nowhere() -> None:
    game = pbem.new("maharani", ["Ana=green,yellow", "Bob=red,blue"], seed="u", id="undone")
    first = game.play(any_turn(game))[0]
    game.undo(reason="slip")
    second = game.play("R")[0]
    text = book(game)
    assert f"<s>{html.escape(first)}</s>" in text
    assert f'<a href="#t1">{html.escape(second)}</a>' in text
    assert text.count('href="#t1"') == 1


def test_several_games_have_an_index_and_links_of_their_own(tmp_path: Path) -> None:
    out = tmp_path / "both.html"
    for name in ("maharani-demo", "rajas-demo"):
        begun(name, 4).save(str(tmp_path / f"{name}.pbem"))
    files = [str(tmp_path / f"{name}.pbem") for name in ("maharani-demo", "rajas-demo", "maharani-demo")]
    done = warm("-m", "pbem", "book", *files, "-o", str(out), folder=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    text = out.read_text(encoding="utf-8")
    ids = [demo("maharani-demo").header.id, demo("rajas-demo").header.id]
    ids.append(f"{ids[0]}-2")
    assert [one["id"] for one in data_of(text)["games"]] == ids
    index = text.split('<header class="index">')[1].split("</header>")[0]
    assert [f'href="#{name}"' in index for name in ids] == [True] * 3
    assert f'href="#{ids[1]}-t2"' in text
    assert text.index("<header") < text.index("<article")


def test_a_page_stays_small() -> None:
    for name in BOOKS:
        turns = len(demo(name).fold.before)
        assert turns > 30
        assert len(book(demo(name)).encode()) * 90 / turns < 1_500_000, "90 turns"


def test_what_is_refused_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    bad = tmp_path / "bad.pbem"
    bad.write_text("pbem 1 maharani\nid x\n")
    good = str(tmp_path / "good.pbem")
    begun("maharani-demo", 2).save(good)
    for name, text in (("none", "{}"), ("other", '[{"id": "other", "turns": []}]'), ("empty", "[]")):
        (tmp_path / f"{name}.json").write_text(text)
    cases = {
        ("book", str(bad), "-o", str(out)): 3,
        ("book", good, "-o", str(out), "--as", "Zoe"): 2,
        ("book", good, "-o", str(out), "--analysis", str(bad)): 3,
    }
    for name in ("none", "other", "empty"):
        cases["book", good, "-o", str(out), "--analysis", str(tmp_path / f"{name}.json")] = 3
    for arguments, status in cases.items():
        done = warm("-m", "pbem", *arguments)
        assert (done.returncode, done.stderr.count("\n")) == (status, 1), arguments
        assert not out.exists()
    done = warm("-m", "pbem", "book", good, "-o", str(tmp_path / "x.pdf"))
    assert done.returncode == 2
    assert "its name says so" in done.stderr
    assert not (tmp_path / "x.pdf").exists()
    out.write_text("mine")
    done = warm("-m", "pbem", "book", good, "-o", str(out))
    assert done.returncode == 3
    assert "exists" in done.stderr
    assert out.read_text() == "mine"


def test_what_is_refused_says_which_of_several_files(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    for name in ("maharani-demo", "rajas-four"):
        begun(name, 2).save(str(tmp_path / f"{name}.pbem"))
    files = [str(tmp_path / f"{name}.pbem") for name in ("rajas-four", "maharani-demo")]
    player = demo("rajas-four").header.names[2]
    done = warm("-m", "pbem", "book", *files, "-o", str(out), "--as", player, folder=ROOT)
    assert done.stderr == f"pbem: {files[1]}: no player is called `{player}`: Ana, Bob\n"
    assert not out.exists()


def test_an_analysis_marks_what_was_given_away(tmp_path: Path) -> None:
    game = begun("maharani-demo", 10)
    game.save(str(tmp_path / "g.pbem"))
    turn = {"turn": 7, "player": "Bob", "after": 2.0, "gave_away": 5.5, "error": 0.5, "best_move": "1-3f2"}
    small = {**turn, "turn": 9, "after": 3.0, "gave_away": 0.5, "best_move": "R"}
    told = tmp_path / "a.json"
    told.write_text(json.dumps([{"id": game.header.id, "turns": [turn, small]}]))
    out = tmp_path / "a.html"
    done = warm("-m", "pbem", "book", str(tmp_path / "g.pbem"), "-o", str(out), "--analysis", str(told))
    assert done.returncode == 0, done.stderr
    text = out.read_text(encoding="utf-8")
    assert re.findall(r"gave away [^<]*", text) == ["gave away 5.5: 1-3f2"]
    assert volume.of_game(game, volume.analyses(str(told)))[9]["after"] == 3.0


def test_an_analysis_is_of_the_game_that_was_played_so(tmp_path: Path) -> None:
    """Games may have the same id, as those of one number of two runs have; and one may be played on otherwise."""
    first, other = begun("maharani-demo", 8), begun("maharani-demo", 3)
    while other.turn < 9:
        advice.play(other, "random")
    again = pbem.read(other.record())
    again.undo(to=8)
    again.play(any_turn(again))
    listed = []
    for number, game in enumerate((first, other)):
        played = [line.split(" =")[0] for line in game.log if line[0].isdigit()]
        more = {"after": 2.0, "gave_away": 5.5, "error": 0.5, "best_move": f"found in {number}"}
        heads = [re.split(" |: ", line, maxsplit=2) for line in played]
        turns = [{"turn": turn, "player": name, "moves": [move], **more} for turn, name, move in heads]
        listed.append({"id": game.header.id, "turns": turns})
    file = tmp_path / "a.json"
    for told in (listed, listed[::-1]):
        file.write_text(json.dumps(told))
        found = [volume.of_game(game, volume.analyses(str(file))) for game in (first, other, again)]
        assert [[*turns] for turns in found] == [[*range(1, 9)], [*range(1, 9)], [*range(1, 8)]]
        of = [{one["best_move"] for one in turns.values()} for turns in found]
        assert of == [{"found in 0"}, {"found in 1"}, {"found in 1"}]
    file.write_text(json.dumps(listed[:1]))
    assert [*volume.of_game(other, volume.analyses(str(file)))] == [1, 2, 3], "what both games have"
    again.header.id = "another"
    assert volume.of_game(again, volume.analyses(str(file))) == {}


@pytest.mark.parametrize("turn", ["99", "12"])
def test_an_analysis_of_turns_that_were_taken_back_says_nothing_of_them(tmp_path: Path, turn: str) -> None:
    told = {"turn": 7, "player": "Bob", "after": 2.0, "gave_away": 5.5, "error": 0.5, "best_move": "1-3f2"}
    file = tmp_path / "a.json"
    game = begun("maharani-demo", 12)
    turns = [told, {**told, "turn": turn, "best_move": "1-1a1"}]
    file.write_text(json.dumps([{"id": game.header.id, "turns": turns}]))
    game.undo(to=9)
    text = page.page([volume.volume(game, None, volume.of_game(game, volume.analyses(str(file))))])
    assert re.findall(r"gave away [^<]*", text) == ["gave away 5.5: 1-3f2"]


@pytest.mark.parametrize("key", ["after", "gave_away", "error"])
def test_an_analysis_without_numbers_is_refused(tmp_path: Path, key: str) -> None:
    told = {"turn": 7, "player": "Bob", "after": 2.0, "gave_away": 5.5, "error": 0.5, "best_move": "1-3f2"}
    file = tmp_path / "a.json"
    file.write_text(json.dumps([{"id": "x", "turns": [{**told, key: float("nan")}]}]))
    with pytest.raises(pbem.PbemError, match="is not what `pbem analyse --json` prints"):
        volume.analyses(str(file))


@pytest.mark.parametrize("kind", ["manual", "seed"])
def test_a_game_in_which_nothing_was_played_has_a_book(kind: str) -> None:
    """Also one of which every turn was taken back."""
    game = pbem.new("maharani", ["Ana=green,yellow", "Bob=red,blue"], kind=kind, first="Ana", id="n", seed=None)
    for _ in range(2):
        [sight] = data_of(book(game))["games"][0]["sights"]
        assert sight["said"] == "Before turn 1."
        assert sight["status"].endswith("Ana is to move." if kind == "manual" else "To move: Ana.")
        if kind == "seed":
            game.play(any_turn(game))
            game.undo()
            book.cache_clear()


def test_every_position_says_who_is_to_move_and_the_last_one_how_it_stands() -> None:
    game = demo()
    sights = data_of(book(game))["games"][0]["sights"]
    mover = [game.before(turn).mover for turn in game.fold.before]
    assert [sight["status"] for sight in sights[:-1]] == [f"To move: {game.header.names[one]}." for one in mover]
    assert sights[-1]["status"] == "Over after 36 turns. Ana 105, Bob 115. Bob has won."
    begun = pbem.new("maharani", ["Ana=green,yellow", "Bob=red,blue"], seed="u", id="begun", first="Ana")
    begun.play(f"{any_turn(begun)} ; good luck", "stop ; it is late")
    first, last = data_of(book(begun))["games"][0]["sights"]
    assert (first["remark"], last["remark"]) == ("", "<bdi>good luck</bdi>")
    assert last["status"].startswith("Stopped at turn 2, undecided.")
    assert '<li data-turn="0">stop line ' in book(begun)


def test_a_book_of_a_setup_counts_turns_as_the_setup_does() -> None:
    game = pbem.new("maharani", setup=demo().setup(20), seed="s", id="later")
    game.play(any_turn(game))
    text = book(game)
    [first, _] = data_of(text)["games"][0]["sights"]
    assert (first["turn"], first["said"]) == (0, "Before turn 20.")
    chart = text.split('class="chart"')[1].split("</svg>")[0]
    assert [number in re.findall(r">(\d+)</text>", chart) for number in ("19", "20", "1")] == [True, True, False]


def test_what_an_undo_took_back_is_struck_out_and_the_undo_is_not() -> None:
    game = pbem.new("maharani", ["Ana=green,yellow", "Bob=red,blue"], seed="u", id="undone2")
    game.play(any_turn(game))
    game.undo(reason="slip")
    assert '<li data-turn="0">undo 1 line' in book(game)


def test_a_name_from_right_to_left_turns_nothing_but_itself_around() -> None:
    game = pbem.new("maharani", ["Ana=green,yellow", "\u05e9\u05e8\u05d4=red,blue"], seed="u", id="rtl", first="Ana")
    game.play(any_turn(game))
    game.play(any_turn(game))
    name = "<bdi>\u05e9\u05e8\u05d4</bdi>"
    text = book(game)
    sights = data_of(text)["games"][0]["sights"]
    assert [name in sight["said"] for sight in sights] == [False, False, True]
    assert sights[1]["status"] == f"To move: {name}."
    assert f'<a href="#t2">2 {name}: ' in text
    assert f"\n2 {name}: " in text.split(":record")[-1]
    lines = data_of(text)["lines"]
    assert [line for line in lines if line.startswith(f"2 {name}: ")]
    assert f"\n2 {name}: " in text.split(':board"')[1].split("</pre>")[0]


def test_no_link_leads_into_two_games() -> None:
    ids = ["x", "x", "x-2", "x-t1", "y-t12", "y", "z"]
    one = volume.volume(demo(), None, {})
    found = [told.anchor for told in volume.told_apart([one._replace(anchor=anchor) for anchor in ids])]
    assert found == ["x", "x-2", "x-2-2", "x-t1-2", "y-t12", "y-2", "z"]
    links = [link for name in found for link in (name, *(f"{name}-t{turn}" for turn in range(40)))]
    assert len(set(links)) == len(links)


def test_the_chart_is_told_in_words_and_long_names_stand_below_it() -> None:
    for names in (["Ana", "Bob"], ["W" * 24, "M" * 24]):
        drawn = chart.chart([chart.Line(name, [(0, 0), (1, 5), (2, 7)]) for name in names], [0, 1, 2])
        assert drawn
        assert drawn.words == [f"{names[0]} 7 at last, {names[1]} 7 at last."]
        assert drawn.left + 2 * drawn.step > chart.WIDTH / 2
        left, top, right, bottom = scene.extent(drawn.drawing)
        assert (left >= 0, top >= 0, right <= chart.WIDTH, bottom <= drawn.drawing.height) == (True,) * 4


# The pictures of the README and the books of the examples: made by the program, and as it makes them now


PICTURES = {"maharani-demo": 20, "majolica-demo": 20, "rajas-demo": 78}
"""The game and the turn of each picture."""
SHORT, LONG = ("maharani-demo", "majolica-demo"), ("rajas-demo",)
"""The same books, which take longest where turns are many."""


def compare(file: Path, made: str, update: bool) -> None:
    if update:
        file.write_text(made, encoding="utf-8")
    assert made == file.read_text(encoding="utf-8"), f"{file.name} is made anew by pytest tests/book --update-golden"


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_current(name: str, update_golden: bool) -> None:
    drawn = str(pictures.picture(demo(name), ".svg", PICTURES[name]))
    compare(ROOT / "examples" / f"{name}.svg", drawn, update_golden)
    assert f"(examples/{name}.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"--turn {PICTURES[name]}" in (ROOT / "examples" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*SHORT, *(pytest.param(name, marks=pytest.mark.slow) for name in LONG)])
def test_books_of_the_examples_are_current(name: str, update_golden: bool) -> None:
    compare(ROOT / "examples" / f"{name}.html", made(demo(name)), update_golden)

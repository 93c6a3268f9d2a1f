"""The book without a browser: what is on the page, and what its data say."""

import base64
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem.book import volume
from pbem.book.units import Units
from tests.book.tools import ROOT, book, demo
from tests.processes import warm


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


@pytest.mark.parametrize("name", ["maharani-demo", "maharani-three", "majolica-demo", "rajas-demo"])
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
        assert shown == "\n".join(report.show(game, before))
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
    move = game.legal()[0].text
    game.play(f"{move} ; <img src=x onerror=alert(1)> </script><script>alert(2)</script>")
    text = book(game)
    assert "<img" not in text
    assert text.count("<script") == 2
    assert text.count("</script") == 2
    assert "&lt;img src=x onerror=alert(1)&gt;" in text


def test_undone_lines_are_struck_out_and_lead_nowhere() -> None:
    game = pbem.new("maharani", ["Ana=green,yellow", "Bob=red,blue"], seed="u", id="undone")
    first = game.play(game.legal()[0])[0]
    game.undo(reason="slip")
    second = game.play(game.legal()[1])[0]
    text = book(game)
    assert f"<s>{html.escape(first)}</s>" in text
    assert f'<a href="#t1">{html.escape(second)}</a>' in text
    assert text.count('href="#t1"') == 1


def test_several_games_have_an_index_and_links_of_their_own(tmp_path: Path) -> None:
    out = tmp_path / "both.html"
    files = ["examples/maharani-demo.pbem", "examples/rajas-demo.pbem", "examples/maharani-demo.pbem"]
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
    longest = max(("majolica-four", "rajas-four"), key=lambda name: len(demo(name).fold.before))
    game = demo(longest)
    turns = len(game.fold.before)
    assert len(book(game).encode()) * 90 / max(turns, 90) < 1_500_000


def test_what_is_refused_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    bad = tmp_path / "bad.pbem"
    bad.write_text("pbem 1 maharani\nid x\n")
    cases = {
        ("book", str(bad), "-o", str(out)): 3,
        ("book", "examples/maharani-demo.pbem", "-o", str(tmp_path / "x.pdf")): 3,
        ("book", "examples/maharani-demo.pbem", "-o", str(out), "--as", "Zoe"): 2,
        ("book", "examples/maharani-demo.pbem", "-o", str(out), "--analysis", str(bad)): 3,
    }
    for arguments, status in cases.items():
        done = warm("-m", "pbem", *arguments, folder=ROOT)
        assert (done.returncode, done.stderr.count("\n")) == (status, 1), arguments
        assert not out.exists()
    out.write_text("mine")
    done = warm("-m", "pbem", "book", "examples/maharani-demo.pbem", "-o", str(out), folder=ROOT)
    assert done.returncode == 3
    assert "exists" in done.stderr
    assert out.read_text() == "mine"


def test_an_analysis_marks_what_was_given_away(tmp_path: Path) -> None:
    game = demo()
    turn = {"turn": 7, "player": "Bob", "after": 2.0, "gave_away": 5.5, "error": 0.5, "best_move": "1-3f2"}
    small = {**turn, "turn": 9, "after": 3.0, "gave_away": 0.5, "best_move": "R"}
    told = tmp_path / "a.json"
    told.write_text(json.dumps([{"id": game.header.id, "turns": [turn, small]}]))
    out = tmp_path / "a.html"
    done = warm(
        "-m", "pbem", "book", "examples/maharani-demo.pbem", "-o", str(out), "--analysis", str(told), folder=ROOT
    )
    assert done.returncode == 0, done.stderr
    text = out.read_text(encoding="utf-8")
    assert re.findall(r"gave away [^<]*", text) == ["gave away 5.5: 1-3f2"]
    assert volume.analyses(str(told))[game.header.id][9]["after"] == 3.0

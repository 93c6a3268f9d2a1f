"""The book in a real browser: every control, both colour schemes, narrow and wide, and nothing asked of anywhere."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import report
from pbem.book import page as book_page
from pbem.book import volume
from tests.book.test_page import begun, book, browsers, demo

pytestmark = pytest.mark.slow

Open = Callable[..., Any]

browser = pytest.fixture(scope="module")(browsers)


@pytest.fixture
def shown(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of games; in the end nothing may have been asked for or complained of."""
    wrong: list[str] = []
    contexts = []

    def opened(*games: pbem.Session, text: str = "", at: str = "", **settings: Any) -> Any:
        file = tmp_path / "book.html"
        if not file.exists():
            file.write_text(text or book(*games), encoding="utf-8")
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith("file:") else None)
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.goto(file.as_uri() + at)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def said(page: Any) -> str:
    return str(page.locator(".said:visible").text_content())


def board(page: Any, game: pbem.Session) -> str:
    return str(page.locator(f"[id='{game.header.id}:board']").text_content())


def test_every_control_steps_through_the_game(shown: Open) -> None:
    game = demo()
    page = shown(game)
    last = list(game.fold.before)[-1]

    def button(name: str) -> Any:
        return page.get_by_role("button", name=name, exact=True)

    assert said(page).startswith(f"After turn {last}: ")
    assert button("Last position").is_disabled()
    steps: list[tuple[Callable[[], Any], str]] = [
        (lambda: button("First position").click(), "Before turn 1."),
        (lambda: button("One turn forward").click(), "After turn 1: "),
        (lambda: page.keyboard.press("ArrowRight"), "After turn 2: "),
        (lambda: page.keyboard.press("ArrowLeft"), "After turn 1: "),
        (lambda: page.keyboard.press("End"), f"After turn {last}: "),
        (lambda: button("One turn back").click(), f"After turn {last - 1}: "),
        (lambda: page.keyboard.press("Home"), "Before turn 1."),
        (lambda: page.get_by_role("slider").fill("12"), "After turn 12: "),
        (lambda: page.locator("a[href='#t20']").click(), "After turn 20: "),
        (lambda: button("Last position").click(), f"After turn {last}: "),
    ]
    for act, begins in steps:
        act()
        page.wait_for_timeout(30)
        assert said(page).startswith(begins)
    assert page.url.endswith(f"#t{last}")
    assert page.locator("li.here").count() >= 1


def test_a_turn_looks_the_same_however_it_is_reached(shown: Open) -> None:
    game = demo()
    page = shown(game, at="#t9")
    table = page.locator(".table").inner_html()
    assert board(page, game) == "\n".join(report.show(game, 10))
    for keys in (["Home", *["ArrowRight"] * 9], ["End", "Home", *["ArrowRight"] * 10, "ArrowLeft"]):
        for key in keys:
            page.keyboard.press(key)
        assert page.locator(".table").inner_html() == table
    picture = page.screenshot()
    page.wait_for_timeout(200)
    assert page.screenshot() == picture


def test_it_plays_by_itself_and_stops(shown: Open) -> None:
    page = shown(demo(), at="#t10")
    page.get_by_role("button", name="Play").click()
    assert page.get_by_role("button", name="Stop").get_attribute("aria-pressed") == "true"
    page.locator(".said", has_text="After turn 12").wait_for(timeout=10_000)
    page.get_by_role("button", name="Stop").click()
    here = said(page)
    page.wait_for_timeout(1200)
    assert said(page) == here


def test_a_finger_turns_the_page(shown: Open) -> None:
    page = shown(demo(), at="#t5", viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    swipe = """([from, to]) => {
      const table = document.querySelector('.table');
      const touch = (x) => new Touch({identifier: 1, target: table, clientX: x, clientY: 200});
      table.dispatchEvent(new TouchEvent('touchstart', {touches: [touch(from)], changedTouches: [touch(from)]}));
      table.dispatchEvent(new TouchEvent('touchend', {touches: [], changedTouches: [touch(to)]}));
    }"""
    page.evaluate(swipe, [300, 100])
    assert said(page).startswith("After turn 6:")
    page.evaluate(swipe, [100, 300])
    page.evaluate(swipe, [100, 300])
    assert said(page).startswith("After turn 4:")
    page.evaluate(swipe, [100, 110])
    assert said(page).startswith("After turn 4:")


@pytest.mark.parametrize("name", ["maharani-demo", "majolica-demo", "rajas-demo"])
def test_on_a_phone_the_picture_begins_on_the_first_screen(shown: Open, name: str) -> None:
    page = shown(demo(name), viewport={"width": 360, "height": 640})
    for at in ("Home", "End"):
        page.keyboard.press(at)
        top = page.locator(".table svg").first.bounding_box()["y"]
        assert top < 640 * 0.6
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_dark_and_light_are_told_apart_and_both_can_be_read(shown: Open) -> None:
    for scheme, ground in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 28)")):
        page = shown(demo(), color_scheme=scheme)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground
        text = page.locator(".table text.ink").first
        assert text.evaluate("element => getComputedStyle(element).fill") != ground


def test_what_is_printed_is_light(shown: Open) -> None:
    page = shown(demo(), color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    text = page.locator(".table text.ink").first
    assert text.evaluate("element => getComputedStyle(element).fill") == "rgb(22, 21, 15)"


def test_without_scripts_moves_chart_and_last_position_are_there(shown: Open) -> None:
    game = demo()
    page = shown(game, java_script_enabled=False)
    assert page.locator(".controls").is_hidden()
    assert page.locator(".nojs").is_visible()
    assert page.locator(".moves li").count() == len(game.log)
    assert page.locator(".table svg").first.is_visible()
    assert page.locator(".chart svg").is_visible()


def test_every_position_is_printed_on_request(shown: Open) -> None:
    game = demo()
    page = shown(game)
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name="Print every position").click()
    page.emulate_media(media="print")
    assert page.locator(".sheet").count() == len(game.fold.before) + 1
    assert page.locator(".sheet").first.is_visible()
    assert page.locator(".moves").is_hidden()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator(".sheet").count() == 0
    assert page.locator(".moves").is_visible()


def test_links_lead_to_turns_of_each_game(shown: Open) -> None:
    one, other = begun("maharani-demo", 6), begun("rajas-demo", 6)
    page = shown(one, other, at=f"#{other.header.id}-t3")
    assert said(page).startswith("After turn 3:")
    assert board(page, other) == "\n".join(report.show(other, 4))
    page.locator(f".index a[href='#{one.header.id}']").click()
    assert page.locator("article:visible").get_attribute("aria-label").startswith("Maharani")
    page.keyboard.press("Home")
    assert page.url.endswith(f"#{one.header.id}-t0")
    page.go_back()
    page.evaluate("location.hash = '%'")
    assert said(page).startswith("After turn")
    bare = shown(one, other, java_script_enabled=False)
    bare.locator(f".index a[href='#{other.header.id}']").click()
    assert bare.evaluate("document.querySelector(':target').tagName") == "ARTICLE"


def test_what_a_link_leads_to_is_seen(shown: Open) -> None:
    small = {"viewport": {"width": 360, "height": 640}}
    one, other = begun("maharani-demo", 6), begun("rajas-demo", 6)

    def seen(page: Any) -> bool:
        page.wait_for_timeout(100)
        return bool(-1 < page.locator(".table svg:visible").first.bounding_box()["y"] < 640 * 0.6)

    page = shown(one, other, **small)
    page.locator(f".moves a[href='#{one.header.id}-t2']").click()
    assert seen(page)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("document.querySelector('.index ol').style.paddingBottom = '1000px'")
    page.locator(f".index a[href='#{other.header.id}']").click()
    assert (seen(page), said(page)[:13]) == (True, "After turn 6:")
    page.keyboard.press("Home")
    assert seen(page)
    assert seen(shown(one, other, at=f"#{other.header.id}-t3", **small))


@pytest.mark.parametrize("name", ["maharani-demo", "rajas-four"])
def test_a_position_is_printed_on_one_page(shown: Open, name: str) -> None:
    game = begun(name, 7)
    page = shown(game)
    page.evaluate("window.print = () => {}")
    for paper in ("A4", "Letter"):
        page.get_by_role("button", name="Print every position").click()
        assert page.locator(".sheet").count() == len(game.fold.before) + 1
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == len(game.fold.before) + 1


def test_the_chart_can_be_read_on_a_phone(shown: Open) -> None:
    page = shown(begun("majolica-four", 60), viewport={"width": 360, "height": 640})
    sizes = page.locator(".chart text").evaluate_all("all => all.map((text) => text.getBoundingClientRect().height)")
    assert len(sizes) > 10
    assert min(sizes) >= 9


def test_every_chart_shows_where_one_is(shown: Open) -> None:
    game = demo()
    told = {
        turn: {"player": game.header.names[state.mover], "after": 2.5 * turn, "gave_away": 0.0, "error": 0.5}
        for turn, (_, state) in game.fold.before.items()
    }
    page = shown(text=book_page.page([volume.volume(game, None, told)]), at="#t12")
    middles = "all => all.map((one) => { const box = one.getBoundingClientRect(); return box.x + box.width / 2 })"
    cursors, at = page.locator(".chart .cursor"), page.locator(".chart text", has_text=re.compile("^12$"))
    assert (cursors.count(), at.count()) == (2, 2)
    assert cursors.evaluate_all(middles) == pytest.approx(at.evaluate_all(middles), abs=1)
    bare = shown(text="", java_script_enabled=False)
    assert [bare.locator(".chart .cursor").nth(one).is_visible() for one in (0, 1)] == [False, False]


def test_the_address_is_noted_also_where_steps_come_fast_or_it_cannot_be(shown: Open) -> None:
    page = shown(demo(), at="#t5")
    page.evaluate("""() => {
      window.changes = 0;
      const change = history.replaceState.bind(history);
      history.replaceState = (...all) => { window.changes += 1; change(...all) };
    }""")
    page.evaluate("""() => {
      for (let n = 0; n < 300; n++) {
        const key = n % 2 ? 'ArrowLeft' : 'ArrowRight';
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
      }
    }""")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(400)
    assert said(page).startswith("After turn 6:")
    assert page.url.endswith("#t6")
    assert 1 <= page.evaluate("window.changes") <= 4
    page.evaluate("() => { history.replaceState = () => { throw new DOMException('none', 'SecurityError') } }")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(400)
    assert said(page).startswith("After turn 7:")


def test_a_second_click_on_copy_leaves_its_word(shown: Open) -> None:
    game = demo()
    page = shown(game)
    page.evaluate("document.execCommand = () => true")
    page.get_by_text("The record", exact=True).click()
    button = page.locator(f"[id='{game.header.id}:copy-record']")
    button.click()
    button.click()
    assert button.text_content() == "Copied"
    page.wait_for_timeout(1700)
    assert button.text_content() == "Copy"


def test_names_and_remarks_with_markup_stay_text(shown: Open) -> None:
    names = ["<img src=x onerror='a'", "Zoë & שרה"]
    game = pbem.new(
        "maharani", [f"Ana {names[0]}"[:12].replace("=", "") + "=green,yellow", f"{names[1]}=red,blue"], id="m"
    )
    game.play(f"{game.legal()[0].text} ; <script>alert(1)</script>\u202e<b>x</b>")
    page = shown(game)
    assert "<script>alert(1)</script>" in str(page.locator("p.remark").text_content())
    assert page.locator("article img, article b, article script").count() == 0
    assert "<script>alert(1)</script>" in str(page.locator(".moves .remark").text_content())
    assert "שרה" in str(page.locator(".moves").text_content()) or game.to_move == names[1]


def test_a_copy_is_what_is_shown(shown: Open) -> None:
    game = demo()
    page = shown(game, at="#t4")
    page.evaluate("document.execCommand = () => { window.kept = document.activeElement.value; return true }")
    page.get_by_text("The record", exact=True).click()
    page.locator(f"[id='{game.header.id}:copy-record']").click()
    assert page.evaluate("window.kept") == game.record()
    page.get_by_text("The board in letters").click()
    page.locator(f"[id='{game.header.id}:copy-board']").click()
    assert page.evaluate("window.kept") == board(page, game)

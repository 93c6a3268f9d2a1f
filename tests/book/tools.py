"""Books to look at, and a browser to look with."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pbem
from pbem.book import page, volume
from tests.support import module, program

ROOT = Path(__file__).parents[2]
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

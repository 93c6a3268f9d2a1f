"""Books to look at, and a browser to look with."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pbem
from pbem.book import page, volume
from tests.needs import module, program

ROOT = Path(__file__).parents[2]
CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@cache
def demo(name: str = "maharani-demo") -> pbem.Session:
    """A finished game of the examples."""
    return pbem.load(str(ROOT / "examples" / f"{name}.pbem"))


@cache
def book(*games: pbem.Session) -> str:
    """The page of games."""
    return page.page([volume.volume(game, game.header.id, None, {}) for game in games])


def browsers() -> "Iterator[object]":
    """A browser; skips, saying why, where there is none."""
    driver = module("playwright.sync_api", "Playwright, which drives the browser, is not installed")
    chromium = program(CHROMIUM, "chromium")
    with driver.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, "--no-first-run", "--disable-sync"])
        yield browser
        browser.close()

"""The pictures of the README and the books of the examples: made by the program, and as it makes them now."""

from pathlib import Path

import pytest

from pbem import pictures
from tests.book.tools import ROOT, demo, made

PICTURES = {"maharani-demo": 20, "majolica-demo": 20, "rajas-demo": 78}
"""The game and the turn of each picture."""


def compare(file: Path, made: str, update: bool) -> None:
    if update:
        file.write_text(made, encoding="utf-8")
    assert made == file.read_text(encoding="utf-8"), f"{file.name} is made anew by pytest tests/book --update-golden"


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_current(name: str, update_golden: bool) -> None:
    drawn = str(pictures.picture(demo(name), ".svg", PICTURES[name]))
    compare(ROOT / "examples" / f"{name}.svg", drawn, update_golden)
    assert f"(examples/{name}.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_books_of_the_examples_are_current(name: str, update_golden: bool) -> None:
    compare(ROOT / "examples" / f"{name}.html", made(demo(name)), update_golden)

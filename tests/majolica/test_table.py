"""The facts: the printed components, and tables of an owner."""

import copy
import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from pbem import registry, report
from pbem.errors import SaveError
from tests.majolica.tools import DECK, STARTERS, fresh
from tests.support import ROOT

# Facts: the printed components

KALEIDOSCOPE = ["3www", "3www", "4wwww", "4wwww", "5wwwww", "7wwwwww"]


def facts() -> Any:
    """The compiled table of the game."""
    game: Any = registry.load("majolica")
    return game.facts


def test_the_design_deck() -> None:
    """fact: 40 cards, as listed."""
    assert len(DECK) == 40
    assert sorted(facts().deck) == sorted(DECK)


@pytest.mark.parametrize(("points", "tiles", "cards"), [(3, 3, 8), (4, 4, 12), (5, 5, 12), (7, 6, 8)])
def test_what_cards_of_each_worth_ask_for(points: int, tiles: int, cards: int) -> None:
    """fact: 3 to 6 tiles: cards worth 3, 4, 5 and 7 ask for 3, 4, 5 and 6."""
    found = [card for card in facts().deck if card.startswith(str(points))]
    assert [len(card.strip("0123456789+")) for card in found] == [tiles] * cards


def test_each_colour_is_asked_for_equally_often() -> None:
    """fact: 45 times each, never violet."""
    assert Counter("".join(facts().deck).translate(dict.fromkeys(map(ord, "0123456789+")))) == dict.fromkeys("rygb", 45)


def test_twelve_cards_have_the_bonus_symbol() -> None:
    """fact: the symbol is on 12 cards worth 3, 4 or 5, on none worth 7."""
    found = [card[0] for card in facts().deck if card.endswith("+")]
    assert Counter(found) == {"3": 4, "4": 4, "5": 4}


def test_the_starting_cards() -> None:
    """[FR] L33 and fact: four, worth 3 points, without a bonus."""
    assert sorted(facts().start) == sorted(STARTERS)


def test_the_kaleidoscope_cards() -> None:
    """[FR] L263 and fact: six with blank cells, two worth 3, two worth 4, one worth 5, one worth 7; no bonus."""
    assert sorted(facts().kaleidoscope) == sorted(KALEIDOSCOPE)


def test_the_table_names_no_more_than_the_texts() -> None:
    """fact: 1 to 4 players, three expansions that can be added."""
    game = registry.load("majolica")
    assert list(game.counts) == [1, 2, 3, 4]
    assert list(game.options) == ["kaleidoscope", "missions", "bloom"]


FACTS = tomllib.loads((ROOT / "games" / "majolica.toml").read_text("utf-8"))


# Tables of an owner


def changed(path: str, value: Any) -> dict[str, Any]:
    """The facts with one of them changed: "cards.display"."""
    facts: dict[str, Any] = copy.deepcopy(FACTS)
    *tables, key = path.split(".")
    inner: Any = facts
    for name in tables:
        inner = inner[int(name)] if isinstance(inner, list) else inner[name]
    if value is None:
        del inner[key]
    else:
        inner[key] = value
    return facts


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *[("score.pair", wrong) for wrong in (0, "2", 2.5, True)],
        *[("score.bloom", wrong) for wrong in (-1, "1")],
        *[("grid.each", wrong) for wrong in (4.0, 3)],
        *[("grid.run", wrong) for wrong in ("2", 1)],
        *[("grid.least", wrong) for wrong in (0, -3, 17, "4")],
        *[("cards.display", wrong) for wrong in (2.5, "6", 0, True)],
        *[("cards.end", wrong) for wrong in ("5", 0)],
        ("cards.start", ["3ryg", "3ryg", "3ryg", "3ryg"]),
        ("cards.deck", ["3rv"]),
        ("cards.deck", ["gr3"]),
        *[("missions.more", wrong) for wrong in (2.5, -5, 9)],
        *[("missions.five", wrong) for wrong in ({"points": 2}, 3, {"points": 2, "cards": "5"})],
        ("missions.fragments", {}),
        ("missions.takes", {"points": 2}),
        ("missions.ladder", {"points": 2, "worth": 3}),
        ("missions.first", None),
        *[("hall.violet", {"1": 3, "2": 3, "3": 3, "4": wrong}) for wrong in (-1, 2.5, "3", True, 100000)],
        ("hall.ones", {"1": 3}),
        ("tiles.colours", {"r": "red", "y": "yellow", "g": "green", "b": "blue"}),
        ("tiles.colours", "rygbv"),
        *[("solo.rounds", wrong) for wrong in ("6", 0, -1, 2.5)],
        *[("solo.reveals", wrong) for wrong in (4.0, 5, 0)],
        ("solo.ratings", [{"from": 0, "words": 3}]),
        ("solo.ratings", [{"from": 0, "words": "two\nlines"}]),
        ("solo.ratings", [{"from": 5, "words": "good"}]),
        *[("options", wrong) for wrong in (["bloom", "bloom"], ["Bloom"], "bloom", ["foo"], [1])],
        *[("players", wrong) for wrong in ([], [4, 3, 2, 1], [1, 1], [1, 2, 3, 4, 5])],
        *[("workshops.0.pattern", wrong) for wrong in ([7, -1], [3.0, 3], 6, [2, 3], [2, 1, 1, 1, 1])],
        *[("workshops.0.holds", wrong) for wrong in (6.0, 5)],
        ("workshops.0.must", 0),
        ("workshops.2.breaks", 2),
        ("workshops", {"a": 1}),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(path: str, value: Any, tmp_path: Path) -> None:
    file = tmp_path / "majolica.toml"
    file.write_text(tomli_w.dumps(changed(path, value)))
    with pytest.raises(SaveError, match="not a usable table"):
        registry.load_file(str(file))


def test_another_table_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five workshops' worth of other numbers, with a card that has printed and blank spaces."""
    facts = changed("cards.deck", ["4rryw+", "3gw", *FACTS["cards"]["deck"]])
    facts["cards"]["display"], facts["cards"]["end"], facts["edition"] = 4, 2, "mine-1"
    facts["workshops"][0] |= {"holds": 4, "pattern": [2, 2]}
    (tmp_path / "majolica.toml").write_text(tomli_w.dumps(facts))
    monkeypatch.setenv("PBEM_GAMES", str(tmp_path))
    game = fresh(1)
    game.play("draw start Ana 3ryg", "draw cards 4rryw+ 3gw 3ryg 3ygb", "draw tiles rrgg")
    game.play("start 1 / all:1 / 1:rg")
    assert "slot Ana 1 3ryg rg" in game.rules.position(game.state, ["Ana"])
    assert json.loads(json.dumps(report.as_json(game)))["edition"] == "mine-1"

"""The facts: the printed components, tables of an owner; the expansions Kaleidoscope and Bloom."""

import copy
import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from pbem import for_scripts, registry
from pbem.errors import SaveError
from tests.majolica.tools import ALL_FOUR, CASCADE, DECK, STARTERS, fresh, lies, refused, shown, table
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
def test_a_table_that_cannot_be_played_is_refused(
    path: str, value: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "majolica.toml").write_text(tomli_w.dumps(changed(path, value)))
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    with pytest.raises(SaveError, match="not a usable table"):
        registry.load("majolica")


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
    assert json.loads(json.dumps(for_scripts.position(game)))["edition"] == "mine-1"


# Kaleidoscope

BLANK = {"options": ["kaleidoscope"]}


def test_kaleidoscope_cards_join_the_deck() -> None:
    """[FR] L263 and ruling 19: each as often as it exists, and only with this expansion."""
    wanted = "draw cards 3www 3www 4wwww 4wwww 5wwwww 7wwwwww"
    game = table(display="", options=["kaleidoscope"])
    assert refused(game, "draw cards 3www 3www 3www 4wwww 5wwwww 7wwwwww") == "not-in-deck"
    assert game.play(wanted) == [wanted]
    assert refused(table(display=""), wanted) == "not-in-deck"


def test_kaleidoscope_cards_are_no_starting_cards() -> None:
    """[FR] L265-267."""
    assert refused(fresh(2, ["kaleidoscope"]), "draw start Ana 3www, Bob 3ryg") == "start-card"


@pytest.mark.parametrize("colour", "rygb")
def test_a_blank_cell_takes_any_colour(colour: str) -> None:
    """[FR] L263-265."""
    cell = {"r": "a4", "y": "b4", "g": "c4", "b": "d4"}[colour]
    other = "y" if colour != "y" else "g"
    heap = "".join(sorted(colour * 2 + other * 3, key="rygb".index))
    game = table(f"shop Ana 1 {heap}", "slot Ana 1 4wwww", options=["kaleidoscope"])
    game.play(f"{cell}:1 / 1:{colour}{colour} / swap")
    assert lies(game, "slot Ana 1") == f"4wwww {colour}{colour}"


def test_a_card_of_blank_cells_is_completed() -> None:
    """[FR] L263-265: with as many tiles as it has cells."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 3www rb", options=["kaleidoscope"])
    assert refused(game, "b4:1 / 1:ry / swap") == "tiles-space"
    assert game.play("b4:1 / 1:y / swap") == ["1 Ana: b4:1 / 1:y / swap =3"]
    assert lies(game, "done Ana") == "3www"


def test_a_blank_cell_takes_no_violet_tile() -> None:
    """[FR] L265."""
    game = table("shop Ana 1 rrryv", "slot Ana 1 3www", hall="2,3", options=["kaleidoscope"])
    assert refused(game, "b4:1 / 1:v / swap") == "wild"


def own_table(folder: Path, monkeypatch: pytest.MonkeyPatch, kaleidoscope: list[str]) -> None:
    """The game's table with other Kaleidoscope cards, put before the one that came with the program."""
    table_of_facts = tomllib.loads((ROOT / "games" / "majolica.toml").read_text(encoding="utf-8"))
    table_of_facts["cards"]["kaleidoscope"] = kaleidoscope
    table_of_facts["edition"] = "of-a-test"
    (folder / "majolica.toml").write_text(tomli_w.dumps(table_of_facts), encoding="utf-8")
    monkeypatch.setenv(registry.OWN_TABLES, str(folder))
    assert registry.load("majolica").digest == registry.digest(table_of_facts)


def test_a_printed_cell_is_filled_before_a_blank_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ruling 19: r fills the printed r, so the blank cell is open for b; two r would fill both."""
    own_table(tmp_path, monkeypatch, ["3ryw"])
    one = table("shop Ana 1 rrrbb", "slot Ana 1 3ryw r", options=["kaleidoscope"])
    one.play("d4:1 / 1:b / swap")
    assert lies(one, "slot Ana 1") == "3ryw rb"
    two = table("shop Ana 1 rrrbb", "slot Ana 1 3ryw rr", options=["kaleidoscope"])
    two.play("d4:1 / swap")
    assert lies(two, "shop Ana 1") == "rrrbbb"  # only y is open: not due


# Bloom


def test_all_four_workshops_in_a_turn_bring_a_bloom_token() -> None:
    """[FR] L313-315, L344 and ruling 21: worth one point."""
    game = table(*CASCADE, options=["bloom"])
    assert game.play(ALL_FOUR) == [f"1 Ana: {ALL_FOUR} =1"]
    assert lies(game, "token Ana") == "1"
    assert game.scores == {"Ana": 1, "Bob": 0}


def test_three_workshops_bring_no_bloom_token() -> None:
    """[FR] L314: all four."""
    game = table(*CASCADE, options=["bloom"])
    line = "swap / b4:1 / 1:ry / 2:r xr / 3:y fg xy"
    assert game.play(line) == [f"1 Ana: {line} =0"]
    assert lies(game, "token Ana") == ""


def test_no_bloom_token_without_the_expansion() -> None:
    """[FR] L237, L342."""
    game = table(*CASCADE)
    game.play(ALL_FOUR)
    assert lies(game, "token Ana") == ""


def test_bloom_and_town_hall_tokens_add_up() -> None:
    """[FR] L163, L315: one each."""
    game = table(*CASCADE, "token Ana 2", hall="0,3", options=["bloom"])
    assert game.play(ALL_FOUR) == [f"1 Ana: {ALL_FOUR} =2"]
    assert lies(game, "token Ana") == "4"


def test_workshops_of_different_turns_do_not_add_up() -> None:
    """[FR] L314: in the same turn: here 1 and 2, then 3 and 4."""
    game = table(*CASCADE, options=["bloom"])
    game.play("swap / b4:1 / 1:ry / 2:r xy", "a4:1 / swap")
    assert lies(game, "shop Ana 3") == "rygg"
    assert game.play("swap / a3:3 xr / 3:y fg xg / 4:y") == ["3 Ana: swap / a3:3 xr / 3:y fg xg / 4:y =0"]
    assert lies(game, "token Ana") == ""


def test_one_bloom_token_in_a_turn() -> None:
    """ruling 21: one for the turn, though workshop 3 is activated once more when all four have been."""
    lines = ("shop Ana 1 yy", "shop Ana 2 gg", "shop Ana 3 rrbb", "shop Ana 4 rr")
    cards = ("slot Ana 1 7rryygg", "slot Ana 2 7rryybb")
    game = table(*lines, *cards, display=shown("7rrggbb"), options=["bloom"])
    line = "card 1-3 / 3:b fb / 4:r / 1:r xv / 2:r xr / 3:g fg / a4:4"
    assert game.play(line) == [f"1 Ana: {line} =1"]
    assert lies(game, "token Ana") == "1"


def test_the_order_of_the_four_workshops_is_free() -> None:
    """[FR] L314: 4 first, then 1, 2 and 3."""
    lines = (
        "shop Ana 1 yy",
        "shop Ana 2 gg",
        "shop Ana 4 rrr",
        "slot Ana 1 7rryygg",
        "slot Ana 2 7rryybb",
        "slot Ana 3 7yyggbb",
    )
    game = table(*lines, options=["bloom"])
    line = "swap / a4:4 / 4:r / 1:r xv / 2:r xr / 3:y fg"
    assert game.play(line) == [f"1 Ana: {line} =1"]
    assert [lies(game, f"shop Ana {shop}") for shop in (1, 2, 3, 4)] == ["", "", "", "yg"]

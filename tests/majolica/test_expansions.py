"""The expansions Kaleidoscope and Bloom."""

import tomllib
from pathlib import Path

import pytest
import tomli_w

from pbem import registry
from tests.majolica.tools import ALL_FOUR, CASCADE, fresh, lies, refused, shown, table
from tests.support import ROOT

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
    path = folder / "majolica.toml"
    path.write_text(tomli_w.dumps(table_of_facts), encoding="utf-8")
    monkeypatch.setenv(registry.OWN_TABLES, str(folder))
    assert registry.load("majolica").digest == registry.load_file(str(path)).digest


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

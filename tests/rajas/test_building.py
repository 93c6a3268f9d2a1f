"""Upgrades, and the Master Builder."""

import pytest

from tests.rajas.tools import EAST, WEST, claim, cover, lies, play, refused, table

# Upgrades


@pytest.mark.parametrize(
    ("building", "after"), [("Te", "3,2,2,2"), ("Pa", "2,3,2,2"), ("Fo", "2,2,3,2"), ("Mi", "2,2,2,3")]
)
def test_an_upgrade_is_for_one_of_four_buildings(building: str, after: str) -> None:
    """[FR] L395-398 and L523-527: one column to the right; Man Singh pays 3 money too."""
    game = table("dice Ana b4")
    assert claim(game, f"P4 -b4 up {building}") == "0,3"
    assert lies(game, "up Ana") == after


def test_an_upgrade_does_not_count_for_tiles_laid_before() -> None:
    """[FR] L400-403: a temple is there already."""
    game = table("dice Ana b4", "tile Ana c3 oS2NE")
    assert claim(game, "P4 -b4 up Te") == "0,3"


def test_an_upgrade_counts_for_tiles_laid_later() -> None:
    """[FR] L402-403 and ruling 16."""
    game = play(table("dice Ana o4 b4", show="oS2"), "P4 -b4 up Te", "P0")
    assert claim(game, "Q oS2 c3NE -o4") == "3,-1"


def test_an_upgrade_is_compulsory() -> None:
    """ruling 16: if a building is below 4."""
    assert refused(table("dice Ana b4", "up Ana 4,4,4,3"), "P4 -b4") == "open-upgrade"


def test_a_building_at_4_cannot_be_upgraded() -> None:
    """[FR] L370-373: 4 is the last level."""
    assert refused(table("dice Ana b4", "up Ana 4,2,2,2"), "P4 -b4 up Te") == "upgrade-highest"


def test_with_all_at_4_there_is_nothing_to_upgrade() -> None:
    """rulings 6 and 16: the rest of the action is done."""
    game = table("dice Ana b4", "up Ana 4,4,4,4")
    assert refused(game, "P4 -b4 up Te") == "upgrade-highest"
    assert claim(game, "P4 -b4") == "0,3"


def test_the_upgrade_of_the_fame_track_is_chosen_at_once() -> None:
    """[FR] L732-734 and ruling 16."""
    game = table("at Ana fame 4", "dice Ana o1")
    assert refused(game, "P1 -o1") == "open-late"
    assert claim(game, "P1 -o1 / up Mi") == "2,0"
    assert (lies(game, "up Ana"), lies(game, "late Ana")) == ("2,2,2,3", "Mi")


def test_the_upgrade_of_the_fame_track_counts_from_the_next_turn_on() -> None:
    """[FR] L733-734 and ruling 16."""
    game = table("at Ana fame 4", "dice Ana o1 o4", show="oS2")
    play(game, "P1 -o1 / up Te")
    assert lies(game, "late Ana") == "Te"
    play(game, "P0")
    assert lies(game, "late Ana") == ""
    assert claim(game, "Q oS2 c3NE -o4") == "3,-1"


@pytest.mark.parametrize(("levels", "fame"), [("2,2,2,2", 2), ("2,3,2,2", 3)])
def test_until_then_it_counts_for_nothing(levels: str, fame: int) -> None:
    """ruling 16: in the same turn the boat reaches space 13, 1 fame for each upgrade."""
    game = table("at Ana fame 4 boat 12", f"up Ana {levels}", "dice Ana o6")
    assert claim(game, "Q oC2 d4EW -o6 / up Te / boat") == f"{fame},3"


def test_but_it_counts_for_the_maximum() -> None:
    """ruling 16: the temple goes from 3 to 4, the next upgrade must be another."""
    game = table("at Ana fame 4", "up Ana 3,2,2,2", "dice Ana o6", *EAST)
    play(game, "Q oC2 e3EW -o6 / up Te", "draw oC1")
    assert refused(game, "up Te") == "upgrade-highest"
    play(game, "up Mi")
    assert lies(game, "up Ana") == "4,2,2,3"


# Master Builder


def test_the_worked_example_of_the_master_builder() -> None:
    """[FR] L540-544: a green 5, orange 4 covered by purple 6 for a purple 2; its tea pays 2."""
    game = cover("dice Ana g5 p2")
    assert claim(game, "P5 -g5 pS5 b4NES -p2") == "0,2"
    assert (lies(game, "tile Ana b4"), lies(game, "dice Ana")) == ("pS5NES over oS2", "")


def test_less_than_the_difference_is_not_enough() -> None:
    """[FR] L543-544: at least 2."""
    assert refused(cover("dice Ana g5 p1"), "P5 -g5 pS5 b4NES -p1") == "dice-few"


def test_more_than_the_difference_may_be_paid() -> None:
    """[FR] L536-538: one or several dice, more than needed."""
    assert claim(cover("dice Ana g5 p2 p6"), "P5 -g5 pS5 b4NES -p2 -p6") == "0,2"


def test_the_difference_is_paid_in_the_colour_of_the_new_tile() -> None:
    """[FR] L536-537."""
    assert refused(cover("dice Ana g5 o6"), "P5 -g5 pS5 b4NES -o6") == "dice-colour"


def test_the_difference_is_not_paid_with_the_five() -> None:
    """ruling 17: the 5 is spent besides."""
    assert refused(cover("dice Ana p5"), "P5 -p5 pS5 b4NES -p5") == "die-not-there"
    assert refused(cover("dice Ana p5"), "P5 -p5 pS5 b4NES") == "dice-few"


@pytest.mark.parametrize(("tile", "roads"), [("pS2", "NE"), ("pS1", "NES")])
def test_the_cover_must_be_dearer(tile: str, roads: str) -> None:
    """[FR] L535-536 and ruling 17: strictly: neither 4 nor 3."""
    assert refused(cover("dice Ana g5 p6", show=tile), f"P5 -g5 {tile} b4{roads} -p6") == "not-dearer"


def test_no_quarry_money_for_a_cover() -> None:
    """ruling 17: no money, no space of the quarry."""
    game = cover("at Ana money 0", "taken Ana -", "dice Ana g5 p2")
    assert claim(game, "P5 -g5 pS5 b4NES -p2") == "0,2"
    assert lies(game, "quarry") == ""


def test_all_tiles_stay_connected() -> None:
    """[FR] L532-533: d3 hangs on the road of c3 to the east."""
    game = table("dice Ana g5 b4", "tile Ana c3 oS2NE", "tile Ana d3 gS2NW", show="bC1")
    assert refused(game, "P5 -g5 bC1 c3NW -b4") == "cut-off"
    assert claim(game, "P5 -g5 bC1 c3NE -b4") == "0,3"


def test_the_cover_itself_is_connected() -> None:
    """[FR] L532-533."""
    assert refused(cover("dice Ana g5 p2"), "P5 -g5 pS5 b4NSW -p2") == "cut-off"


def test_a_tile_is_needed_to_be_covered() -> None:
    """[FR] L533-534: not without a tile."""
    assert refused(cover("dice Ana g5 p2"), "P5 -g5 pS5 c3NES -p2") == "nothing-to-cover"


def test_a_cell_is_covered_once() -> None:
    """[FR] L547-548 and ruling 17."""
    game = table("tile Ana b4 oS3EW over oS2", "dice Ana g5 p2", show="pS5")
    assert refused(game, "P5 -g5 pS5 b4NEW -p2") == "covered-twice"


def test_a_cover_pays_no_yield() -> None:
    """[FR] L546-547 and ruling 17: NW is reached, counts as connected, and is not paid."""
    game = cover("dice Ana g5 p2")
    assert claim(game, "P5 -g5 pS5 b4NEW -p2") == "0,2"
    assert lies(game, "dice Ana") == ""


def test_a_yield_reached_by_a_cover_is_never_paid() -> None:
    """ruling 17: NW is reached again later, from a3, and gives neither a die nor money."""
    game = cover("dice Ana g4 g5 p2", *WEST, show="pS5 gS1")
    play(game, "P5 -g5 pS5 b4NEW -p2", "draw pS1", "P0")
    assert claim(game, "Q gS1 a3NES -g4") == "0,0"
    assert play(game, "draw gS3").to_move == "Bob"


def test_a_cover_pays_markets_and_buildings_in_full() -> None:
    """ruling 17: a fort and a mill over a temple."""
    assert claim(cover("dice Ana g5 p6", show="pC5"), "P5 -g5 pC5 b4NES -p6") == "4,0"


def test_what_is_covered_no_longer_counts() -> None:
    """ruling 17: silk 1 lies under a mill."""
    game = table("tile Ana c3 oS1NES", "dice Ana g5 g6", show="gS6")
    play(game, "P5 -g5 gS6 c3NESW -g6", "draw gS1", "P0")
    assert claim(game, "Ma") == "0,0"


def test_a_tile_turned_up_follows_a_cover() -> None:
    """ruling 4: the new tile comes from the offer."""
    game = play(cover("dice Ana g5 p2"), "P5 -g5 pS5 b4NES -p2")
    assert refused(game, "draw pS5") == "not-in-pile"
    play(game, "draw pS1")
    assert lies(game, "top").split()[9] == "pS1"


def test_the_master_builder_needs_a_five() -> None:
    """[FR] L529-530."""
    assert refused(cover("dice Ana g4 p2"), "P5 -g4 pS5 b4NES -p2") == "die-value"


def test_the_master_builder_is_no_use_without_a_cover() -> None:
    """[FR] L533-534 and ruling 6."""
    assert refused(cover("dice Ana g5"), "P5 -g5") == "person-build"

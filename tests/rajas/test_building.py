"""Building: what a tile costs in the quarry, where it can lie, upgrades, and the Master Builder."""

import pytest

from tests.rajas.tools import EAST, WEST, claim, cover, has, lies, play, refused, table

# Quarry


@pytest.mark.parametrize(
    ("players", "costs"), [(2, [1, 2, 3, 4]), (3, [1, 1, 2, 2, 3, 3]), (4, [1, 1, 2, 2, 3, 3, 4, 4])]
)
def test_what_the_quarry_costs(players: int, costs: list[int]) -> None:
    """[FR] L282-283 and fact: the spaces in their order, by number of players."""
    for taken, cost in enumerate(costs):
        game = table(f"quarry {taken}", "dice Ana o4", show="oS2", players=players)
        assert claim(game, "Q oS2 c3NE -o4") == f"2,{-cost}"
        assert lies(game, "quarry") == str(taken + 1)


@pytest.mark.parametrize(("players", "spaces"), [(2, 4), (3, 6), (4, 8)])
def test_the_quarry_can_be_full(players: int, spaces: int) -> None:
    """[FR] L228 and fact: one worker to a space."""
    game = table(f"quarry {spaces}", "dice Ana o4", show="oS2", players=players)
    assert refused(game, "Q oS2 c3NE -o4") == "place-full"


def test_money_must_be_there() -> None:
    """[FR] L235-237: at 0 nothing that costs money can be done."""
    game = table("at Ana money 0 boat 0", "dice Ana o4", show="oS2")
    assert refused(game, "Q oS2 c3NE -o4") == "money"


def test_the_cost_is_paid_before_the_tile_pays() -> None:
    """[FR] L200-204 and ruling 7: money of the tile comes too late."""
    game = table("at Ana money 1", "quarry 1", "dice Ana g5")
    assert refused(game, "Q gS3 c3NS -g5") == "money"


def test_paying_moves_the_marker_back() -> None:
    """[FR] L232-235: one space for each unit."""
    game = play(table("quarry 2", "dice Ana o4", show="oS2"), "Q oS2 c3NE -o4")
    assert has(game, "money") == 18


def test_the_worked_example_of_the_quarry() -> None:
    """[FR] L295-298: 1 money, two orange dice, the tile with an orange 9; a temple and a mill."""
    game = table("dice Ana o4 o5", show="oC5")
    assert claim(game, "Q oC5 c3NEW -o4 -o5") == "4,-1"
    assert (lies(game, "dice Ana"), lies(game, "tile Ana c3")) == ("", "oC5NEW")


def test_the_worked_example_of_paying_too_much() -> None:
    """[FR] L287-289: a blue 7 for a 3 and a 5."""
    game = table("dice Ana b3 b5")
    assert claim(game, "Q bC1 c3NE -b3 -b5") == "0,2"


def test_dice_worth_the_price_exactly() -> None:
    """[FR] L286: at least the price."""
    assert claim(table("dice Ana o1 o3", show="oS2"), "Q oS2 c3NE -o1 -o3") == "2,-1"


def test_dice_worth_too_little() -> None:
    """[FR] L286-287: not less."""
    assert refused(table("dice Ana o1 o2", show="oS2"), "Q oS2 c3NE -o1 -o2") == "dice-few"


def test_superfluous_dice_may_be_paid() -> None:
    """ruling 11: any excess."""
    game = table("dice Ana o4 o5 o6", show="oS2")
    assert claim(game, "Q oS2 c3NE -o4 -o5 -o6") == "2,-1"
    assert lies(game, "dice Ana") == ""


def test_dice_of_the_tiles_colour_only() -> None:
    """[FR] L285 and ruling 11: the colour of the tile."""
    game = table("dice Ana o3 g4", show="oS2")
    assert refused(game, "Q oS2 c3NE -g4") == "dice-colour"
    assert refused(game, "Q oS2 c3NE -o3 -g4") == "dice-colour"


def test_dice_that_are_not_there() -> None:
    """[FR] L239-241: without the dice no action."""
    assert refused(table("dice Ana o3", show="oS2"), "Q oS2 c3NE -o4") == "die-not-there"
    assert refused(table("dice Ana o3", show="oS2"), "Q oS2 c3NE -o3 -o3") == "die-not-there"


def test_only_tiles_on_offer() -> None:
    """[FR] L284: one of the 12 that lie face up."""
    assert refused(table("dice Ana o4"), "Q oS2 c3NE -o4") == "tile-not-there"


def test_the_next_tile_is_turned_up_at_once() -> None:
    """[FR] L111-113 and ruling 4."""
    game = play(table("dice Ana o4", show="oS2"), "Q oS2 c3NE -o4")
    assert refused(game, "Po") == "draw-due"
    play(game, "draw oS3")
    assert lies(game, "top").split()[0] == "oS3"
    assert game.to_move == "Bob"


@pytest.mark.parametrize(("tile", "reason"), [("oS2", "not-in-pile"), ("oC1", "piles"), ("gS1", "piles")])
def test_only_a_tile_of_the_pile_is_turned_up(tile: str, reason: str) -> None:
    """[FR] L109-113: from the same pile, and what lies elsewhere is not in it."""
    game = play(table("dice Ana o4", show="oS2"), "Q oS2 c3NE -o4")
    assert refused(game, f"draw {tile}") == reason


def test_an_empty_pile_offers_nothing() -> None:
    """ruling 4: the last tile of a pile leaves it empty, and there is no draw."""
    others = ["b2 oS1NES", "b3 oS4ESW", "c2 oS3NS", "c3 oS6NESW", "d3 oS5NEW"]
    game = table(*(f"tile Bob {tile}" for tile in others), "dice Ana o4 o5", show="oS2")
    play(game, "Q oS2 c3NE -o4")
    assert (game.to_move, lies(game, "top").split()[0]) == ("Bob", "oS-")
    play(game, "P0")
    assert refused(game, "Q oS2 d3NW -o5") == "tile-not-there"


def test_the_tile_must_be_laid_at_once() -> None:
    """[FR] L292-293 and ruling 6: a quarry space needs a place for the tile."""
    assert refused(table("dice Ana o4", show="oS2"), "Q oS2 -o4") == "notation"


# Province


@pytest.mark.parametrize("cell", ["a4", "c1", "c4", "e4"])
def test_cells_that_cannot_be_built_on(cell: str) -> None:
    """fact and ruling 2: two corners, the middle of the bottom row, the residence."""
    assert refused(table("dice Ana o6", show="oS6"), f"Q oS6 {cell}NESW -o6") == "no-cell"


@pytest.mark.parametrize("cell", ["b4", "c3", "d4"])
def test_the_residence_has_three_roads(cell: str) -> None:
    """[FR] L306-308 and ruling 2: west, south and east."""
    game = table("dice Ana o4 o6", show="oS2")
    roads = {"b4": "ES", "c3": "NE", "d4": "SW"}[cell]
    assert claim(game, f"Q oS2 {cell}{roads} -o4") == "2,-1"


@pytest.mark.parametrize(
    "line", ["Q oS2 b3NE -o4", "Q oS2 a1NE -o4", "Q oS2 c3ES -o4", "Q oS2 b4SW -o4", "Q oS2 d4NE -o4"]
)
def test_a_tile_must_join_a_road(line: str) -> None:
    """[FR] L308-312 and L315-317: one of its road ends meets a road that leads to the residence."""
    assert refused(table("dice Ana o4", show="oS2"), line) == "joins-nothing"


def test_lying_beside_a_tile_is_not_enough() -> None:
    """ruling 13: road end must meet road end: the tile on c3 is closed to the west."""
    game = table("dice Ana o4", "tile Ana c3 gS2NE", show="oS2")
    assert refused(game, "Q oS2 b3NE -o4") == "joins-nothing"
    assert claim(game, "Q oS2 d3NW -o4") == "2,-1"


def test_a_road_of_the_new_tile_must_reach_not_only_a_tile_reach_it() -> None:
    """ruling 13: the road of c3 to the east ends at the new tile, which is closed there."""
    game = table("dice Ana o4", "tile Ana c3 gS2NE", show="oS2")
    assert refused(game, "Q oS2 d3NE -o4") == "joins-nothing"


@pytest.mark.parametrize("roads", ["NE", "NW"])
def test_a_tile_may_be_turned(roads: str) -> None:
    """[FR] L312-313: at will."""
    game = play(table("dice Ana o4", show="oS2"), f"Q oS2 c3{roads} -o4")
    assert lies(game, "tile Ana c3") == f"oS2{roads}"


@pytest.mark.parametrize("line", ["Q oS2 c3NS -o4", "Q oS2 c3NES -o4", "Q oS2 c3N -o4"])
def test_a_tile_keeps_its_roads(line: str) -> None:
    """fact: a bend is no straight road and no junction."""
    assert refused(table("dice Ana o4", show="oS2"), line) == "roads"


def test_a_cell_holds_one_tile() -> None:
    """[FR] L317-318 and ruling 13: only a free cell; tiles do not move."""
    game = table("dice Ana o4", "tile Ana c3 gS2NE", show="oS2")
    assert refused(game, "Q oS2 c3NE -o4") == "occupied"


def test_a_tile_may_close_the_road_of_another() -> None:
    """[FR] L313-316: d3 is joined from d4 and shuts the road of c3."""
    game = table("dice Ana o4", "tile Ana c3 gS6NESW", "tile Ana d4 gS2SW", show="oS2")
    assert claim(game, "Q oS2 d3NE -o4") == "2,-1"


def test_a_player_may_shut_himself_in() -> None:
    """[FR] L318-319 and ruling 13: every road ends at the border or at a closed side."""
    game = table("dice Ana o4 o5", "tile Ana b4 gS2NE", "tile Ana c3 pS2NE", "tile Ana d4 bS2NW", show="oS2")
    assert claim(game, "Q oS2 d3NW -o4") == "2,-1"
    play(game, "draw oS3", "P0")
    assert refused(game, "Q oS3 e3EW -o5") == "joins-nothing"


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

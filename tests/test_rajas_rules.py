"""Rajas of the Ganges clause by clause: every sentence of the rule book that states a rule, every fact, every ruling.

"[FR] L253" is a line of the French rule book, "fact" an entry of the list of components, "ruling" a numbered decision
on what the book leaves open. How moves are written is in test_rajas_notation.py. Positions are position lines; if a
test says nothing else, players have money 21, fame 6, karma 1, the boat at the start and 4 workers, none placed.
"""

import tomllib
from collections import Counter
from typing import Any

import pytest

import pbem
from pbem import registry
from pbem.errors import HeaderError
from pbem.session import Session
from tests.rajas import (
    BROWN,
    EAST,
    FULL,
    MARKETS,
    PLAYERS,
    RIVER,
    ROLLS,
    SOUTHEAST,
    TOP,
    WEST,
    bad_setup,
    claim,
    fresh,
    has,
    lies,
    opening,
    play,
    refused,
    table,
)
from tests.support import ROOT

# Dice and hands


def test_a_die_taken_is_rolled_and_kept_as_it_falls() -> None:
    """[FR] L243-248: a die from the supply is rolled at once and its value stays."""
    game = play(table(), "Pg", "roll g4")
    assert lies(game, "dice Ana") == "g4"


def test_nobody_moves_before_a_die_is_rolled() -> None:
    """[FR] L244: rolled immediately."""
    game = play(table(), "Pg")
    assert game.waits_for_draw
    assert refused(game, "Po") == "draw-due"


@pytest.mark.parametrize("line", ["roll o4", "roll g4 g5"])
def test_only_the_die_taken_is_rolled(line: str) -> None:
    """[FR] L244: the die taken, no other, no more."""
    game = play(table(), "Pg")
    assert refused(game, line) == "roll-colours"


def test_a_die_has_values_1_to_6() -> None:
    """[FR] L248: from 1 to 6."""
    game = play(table(), "Pg")
    refused(game, "roll g0")
    refused(game, "roll g7")
    assert game.play("roll g6") == ["roll g6"]


def test_nobody_holds_eleven_dice() -> None:
    """[FR] L250-253: ten at most."""
    assert "10" in bad_setup(f"{FULL} p2")


def test_the_tenth_die_still_fits() -> None:
    """[FR] L252: ten dice may be held."""
    game = play(table("dice Ana o1 o2 o3 g1 g2 g3 b1 b2 b3"), "Pp", "roll p1")
    assert lies(game, "dice Ana") == FULL.removeprefix("dice Ana ")


def test_with_full_hands_what_happens_must_be_said() -> None:
    """[FR] L253-257: either take fewer or give some back."""
    assert refused(table(FULL), "Pg") == "gain"


def test_with_full_hands_a_die_may_be_left() -> None:
    """[FR] L253-254: take fewer."""
    game = table(FULL)
    assert claim(game, "Pg +0") == "0,0"
    assert (game.to_move, f"dice Ana {lies(game, 'dice Ana')}") == ("Bob", FULL)


def test_with_full_hands_a_die_may_be_given_back() -> None:
    """[FR] L254-257: or give back dice held, before the new ones."""
    game = play(table(FULL), "Pg xo1")
    assert lies(game, "dice Ana") == "o2 o3 g1 g2 g3 b1 b2 b3 p1"
    assert lies(play(game, "roll g6"), "dice Ana") == "o2 o3 g1 g2 g3 g6 b1 b2 b3 p1"


def test_no_more_dice_are_given_back_than_needed() -> None:
    """ruling 9: one for each die that does not fit."""
    assert refused(table(FULL), "Pg xo1 xo2") == "gain"


def test_no_die_is_given_back_if_all_fit() -> None:
    """ruling 9: only for dice that do not fit."""
    assert refused(table("dice Ana o1 o2"), "Pg xo1") == "gain"


def test_a_die_that_fits_is_not_left() -> None:
    """ruling 9: leaving a die that fits is not allowed."""
    assert refused(table("dice Ana o1 o2"), "Pg +0") == "gain"


@pytest.mark.parametrize("words", ["+o", "xg1", "xb1"])
def test_of_two_dice_one_fits(words: str) -> None:
    """ruling 9: nine dice are left after the one spent; the second die is left, or one is given back for it."""
    game = table(FULL)
    assert claim(game, f"Pbo -b2 {words}") == "0,0"
    assert game.play("roll o6" if words == "+o" else "roll o6 o6")
    assert len(lies(game, "dice Ana").split()) == 10


@pytest.mark.parametrize("words", ["", "+0", "+o xg1", "xg1 xg2", "+p"])
def test_of_two_dice_one_fits_and_nothing_else_goes(words: str) -> None:
    """ruling 9: neither more is left nor more given back."""
    assert refused(table(FULL), f"Pbo -b2 {words}".strip()) == "gain"


def test_a_die_spent_cannot_be_given_back() -> None:
    """ruling 7: it lies in the supply already."""
    refused(table(FULL), "Pbo -b2 xb2")


def test_dice_of_one_gain_are_named_first_and_rolled_together() -> None:
    """ruling 9: both dice of the Dancer."""
    game = play(table("dice Ana g2"), "P2 -g2 +o +p")
    assert refused(game, "roll o5") == "roll-colours"
    assert game.play("roll o5 p6") == ["roll o5 p6"]


SOLD_OUT = "dice Bob g1 g1 g1 g1 g1 g1 g1 g1 g1 g1"
"""Ten green dice are with Bob."""


def test_a_fixed_colour_that_is_sold_out_is_lost() -> None:
    """[FR] L259-262, rulings 6 and 9: the space may be used, there is no die."""
    game = table(SOLD_OUT, "dice Ana g1 g2")
    assert claim(game, "Pg") == "0,0"
    assert (game.to_move, lies(game, "dice Ana")) == ("Bob", "g1 g2")


def test_of_two_fixed_dice_only_one_may_be_there() -> None:
    """ruling 9: the one that is not there is lost."""
    game = play(table(SOLD_OUT, "dice Ana g1 p1"), "Ppg -p1")
    assert refused(game, "roll g3 g4") == "roll-colours"
    assert lies(play(game, "roll g3"), "dice Ana") == "g1 g3"


def test_for_a_free_colour_another_is_named() -> None:
    """ruling 9: a colour that is sold out cannot be named."""
    game = table(SOLD_OUT, "dice Ana o2 g1 g2")
    assert refused(game, "P2 -o2 +o +g") == "gain"
    assert claim(game, "P2 -o2 +o +p") == "0,0"


def test_a_die_spent_may_be_taken_again() -> None:
    """ruling 7: it is in the supply at once."""
    game = table(SOLD_OUT, "dice Ana g1 g2")
    assert refused(game, "P2 -g2 +g +g") == "gain"
    assert claim(game, "P2 -g2 +g +o") == "0,0"


def test_what_is_sold_out_is_settled_before_dice_are_given_back() -> None:
    """ruling 9: full hands, no green die: there is none to make room for."""
    game = table(SOLD_OUT, "dice Ana o1 o2 o3 g1 g2 b1 b2 b3 p1 p2")
    assert refused(game, "Pg xg1") == "gain"
    assert claim(game, "Pg") == "0,0"


def test_twelve_dice_of_each_colour() -> None:
    """[FR] L92 and fact: 48 dice, 12 of each colour."""
    assert "12" in bad_setup(SOLD_OUT, "dice Ana g1 g1 g1")
    assert table(SOLD_OUT, "dice Ana g1 g1").turn == 1


def test_dice_are_never_on_the_board() -> None:
    """[FR] L228-230: a die spent is free for others at once."""
    game = play(table(SOLD_OUT, "at Bob workers 4 3", "dice Ana g1 g3"), "P3 -g3 +o", "roll o1")
    play(game, "P0", "Pg", "roll g6")
    assert lies(game, "dice Ana") == "o1 g1 g6"


# Karma


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("P6 -o1k", 0),
        ("P5 -o2k pS5 c3NES -p2", 0),
        ("P4 -o3k up Te", 0),
        ("P3 -o4k +b", 2),
        ("P2 -o5k +b +b", 0),
        ("P1 -o6k", 0),
    ],
)
def test_karma_turns_a_die_to_its_opposite_side(line: str, left: int) -> None:
    """[FR] L662-669: 1 and 6, 2 and 5, 3 and 4; each chamber asks for its own value. The Yogi gives karma back."""
    game = table("dice Ana o1 o2 o3 o4 o5 o6 p2", "tile Ana c3 oS2NE", show="pS5")
    play(game, line)
    assert has(game, "karma") == left


def test_without_karma_no_die_is_turned() -> None:
    """[FR] L665-667: a level is given up for it."""
    assert refused(table("at Ana karma 0", "dice Ana o6"), "P1 -o6k") == "karma"


def test_each_die_turned_costs_a_level() -> None:
    """[FR] L687-688 and ruling 10: two dice, two levels; down to none."""
    game = table("at Ana karma 2", "dice Ana o1 o3", show="oC5")
    assert claim(game, "Q oC5 c3NEW -o1k -o3k") == "4,-1"
    assert has(game, "karma") == 0


def test_two_dice_cannot_be_turned_for_one_level() -> None:
    """[FR] L687: one level each."""
    assert refused(table("dice Ana o1 o3", show="oC5"), "Q oC5 c3NEW -o1k -o3k") == "karma"


def test_a_turned_die_counts_as_turned_only() -> None:
    """[FR] L668-669: a 2 becomes a 5, and 5 is less than the price of 6."""
    assert refused(table("dice Ana o2"), "Q oC2 c3NS -o2k") == "dice-few"


def test_karma_is_used_without_a_worker() -> None:
    """[FR] L685: one worker for the action, none for the karma."""
    game = play(table("dice Ana o6"), "P1 -o6k")
    assert has(game, "unplaced") == 3


@pytest.mark.parametrize(
    "line", ["Q oC2 c3NS -o1k", "Mt -o1k", "P6 -o1k", "P1 -o6k", "H1 -o6k / +b +b"], ids=lambda line: str(line[:2])
)
def test_where_karma_may_be_used(line: str) -> None:
    """ruling 10: quarry, one good, chambers, harbour."""
    game = play(table("dice Ana o1 o6", "up Ana 4,4,4,4"), line)
    assert has(game, "karma") == 0


def test_karma_may_be_used_for_the_master_builders_difference() -> None:
    """ruling 10: a 6 turned is a 1: too little for a difference of 2; a 1 turned is enough."""
    game = table("dice Ana g5 p1 p6", "tile Ana c3 oS2NE", show="pS5")
    assert refused(game, "P5 -g5 pS5 c3NEW -p6k") == "dice-few"
    assert claim(game, "P5 -g5 pS5 c3NEW -p1k") == "0,2"


def test_karma_is_no_use_on_a_balcony() -> None:
    """ruling 10: there the value does not count."""
    assert refused(table("dice Ana b2"), "Pbo -b2k") == "karma-useless"


def test_a_die_given_back_is_not_turned() -> None:
    """ruling 10: not for dice given back."""
    refused(table(FULL), "Pg xo1k")


@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_karma_never_rises_above_three(before: int, after: int) -> None:
    """[FR] L682-683 and ruling 26: what is more is lost."""
    game = play(table(f"at Ana karma {before}", "dice Ana o3"), "P3 -o3 +b")
    assert has(game, "karma") == after


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


@pytest.mark.parametrize("tile", ["oS2", "oC1", "gS1"])
def test_only_a_tile_of_the_pile_is_turned_up(tile: str) -> None:
    """[FR] L109-113: from the same pile, and what lies elsewhere is not in it."""
    game = play(table("dice Ana o4", show="oS2"), "Q oS2 c3NE -o4")
    refused(game, f"draw {tile}")


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
    refused(table("dice Ana o4", show="oS2"), "Q oS2 -o4")


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


def test_yields_are_paid_when_the_road_reaches_them() -> None:
    """[FR] L321-324: at once, when connected."""
    game = table("dice Ana o4", show="oS2")
    assert claim(game, "Q oS2 b4NE -o4") == "2,-1"
    assert has(game, "karma") == 2


def test_a_tile_may_be_laid_without_reaching_a_yield() -> None:
    """[FR] L340-342: then it pays nothing."""
    game = table("dice Ana o4", show="oS2")
    assert claim(game, "Q oS2 b4ES -o4") == "2,-1"
    assert (has(game, "karma"), has(game, "money")) == (1, 20)


Fronts = pytest.mark.parametrize(
    ("province", "line", "earned", "karma", "dice"),
    [
        ([], "Q oS3 b4EW -o5 / +g", "0,6", 1, 1),  # NW: die, 5 money; tea 2
        ([*WEST], "Q oS2 a3NE -o4 / +g", "2,4", 1, 1),  # NW by its other port
        ([], "Q oS3 d4EW -o5 / stay", "0,4", 1, 0),  # NE: boat, 3 money
        ([*EAST], "Q oS2 e3NW -o4 / stay", "2,2", 1, 0),  # NE by its other port
        ([], "Q oS2 b4NE -o4", "2,-1", 2, 0),  # NB: karma
        ([], "Q oS2 d4NW -o4", "2,2", 1, 0),  # ND: 3 money
        ([*WEST], "Q oS3 a3EW -o5 / +g", "0,1", 1, 1),  # W3: die
        ([*EAST], "Q oS3 e3EW -o5 / up Te", "0,1", 1, 0),  # E3: upgrade
        ([*WEST], "Q oS3 a2EW -o5 / +g / up Te", "0,1", 1, 1),  # W2: die, upgrade
        ([*EAST], "Q oS3 e2EW -o5", "0,6", 1, 0),  # E2: 5 money
        ([*WEST, "tile Ana a2 gS2ES"], "Q oS2 a1NW -o4", "5,-1", 1, 0),  # W1: 3 fame
        ([*SOUTHEAST], "Q oS2 e1NE -o4 / +g +g", "2,-1", 1, 2),  # E1: two dice
        ([*WEST], "Q oS2 b1NE -o4", "4,-1", 2, 0),  # S: 2 fame, karma
        ([*EAST], "Q oS2 d1NW -o4", "4,-1", 2, 0),  # S by the east
        (["tile Ana c3 gS6NESW"], "Q oS3 c2NS -o5", "2,1", 2, 0),  # S from above
    ],
    ids=["NW", "NW-a3", "NE", "NE-e3", "NB", "ND", "W3", "E3", "W2", "E2", "W1", "E1", "S-b1", "S-d1", "S-c2"],
)


@Fronts
def test_the_yields(province: list[str], line: str, earned: str, karma: int, dice: int) -> None:
    """fact: what each border of the front pays, at each of its ports, on top of 2 fame or 2 money of the tile."""
    game = table("dice Ana o4 o5", *province, show="oS3" if "oS3" in line else "oS2")
    assert claim(game, line) == earned
    assert has(game, "karma") == karma
    play(game, "draw oS1")
    if dice:
        play(game, "roll " + " ".join(["g6"] * dice))
    assert lies(game, "dice Ana").count("g") == dice


def test_the_worked_example_of_the_corner() -> None:
    """[FR] L328-338: a bend in the left corner: a die of free choice and 5 money."""
    game = table("dice Ana o4", *WEST, show="oS2")
    assert claim(game, "Q oS2 a3NE -o4 / +p") == "2,4"
    assert lies(play(game, "draw oS1", "roll p5"), "dice Ana") == "p5"


def test_the_worked_example_of_upgrades() -> None:
    """[FR] L405-412: temple 2 and mill 3 make 5; then the yield: a die of any colour, an upgrade."""
    game = table("up Ana 2,2,2,3", "dice Ana o4 o5", *WEST, show="oC5")
    assert claim(game, "Q oC5 a2NEW -o4 -o5 / +p / up Fo") == "5,-1"
    assert lies(game, "up Ana") == "2,2,3,3"


def test_a_yield_pays_once() -> None:
    """ruling 15: also if it has several ports."""
    game = table("dice Ana o4", *EAST, "tile Ana c2 gS3NS", show="oS2 gS2")
    assert claim(game, "Q oS2 d1NW -o4") == "2,-1"
    assert has(game, "karma") == 1


def test_several_yields_in_the_order_the_player_names() -> None:
    """ruling 14: NW gives a die, NB karma."""
    game = table("dice Ana o5", show="oS4")
    assert claim(game, "Q oS4 b4NEW -o5 / NB: / NW: +g") == "2,4"
    assert has(game, "karma") == 2


def test_the_tile_pays_before_its_yields() -> None:
    """[FR] L324-326 and ruling 14: fame 4 reaches 5 by the building, then the yield's upgrade."""
    game = table("at Ana fame 4", "dice Ana o6", *EAST)
    assert claim(game, "Q oC2 e3EW -o6 / up Te / up Mi") == "2,0"
    assert lies(game, "late Ana") == "Te"


def test_markets_pay_before_buildings() -> None:
    """ruling 14: money first: the dice of space 33 are due before the upgrade of fame 5."""
    game = table("at Ana money 33 fame 4", "taken Ana 12,20", "dice Ana o6")
    play(game, "Q oC2 c3NS -o6", "draw oC1")
    refused(game, "up Te / +o +o")
    assert claim(game, "+o +o / up Te") == "2,0"


@pytest.mark.parametrize(("levels", "fame"), [("2,2,2,2", 2), ("3,2,2,2", 3), ("4,2,2,2", 4), ("2,4,4,4", 2)])
def test_a_building_pays_by_its_upgrade(levels: str, fame: int) -> None:
    """[FR] L352-355: 2, 3 or 4 for the kind of building."""
    game = table(f"up Ana {levels}", "dice Ana o4", show="oS2")
    assert claim(game, "Q oS2 c3NE -o4") == f"{fame},-1"


def test_two_buildings_pay_both() -> None:
    """[FR] L353-355 and L365-368."""
    assert claim(table("dice Ana o5 o6", show="oC4"), "Q oC4 c3NE -o5 -o6") == "4,-1"


def test_two_markets_pay_both() -> None:
    """[FR] L351-352: silk 2 and tea 1."""
    assert claim(table("dice Ana o5 o6", show="oC1"), "Q oC1 c3NE -o5 -o6") == "0,2"


def test_a_market_and_a_building_pay_both() -> None:
    """[FR] L348-349: a mill and spice 1."""
    assert claim(table("dice Ana o6"), "Q oC2 c3NS -o6") == "2,0"


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
    refused(game, "P4 -b4 up Te")
    assert claim(game, "P4 -b4") == "0,3"


def test_the_upgrade_of_the_fame_track_is_chosen_at_once() -> None:
    """[FR] L732-734 and ruling 16."""
    game = table("at Ana fame 4", "dice Ana o1")
    refused(game, "P1 -o1")
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


def cover(*lines: str, **more: Any) -> Session:
    """A position with orange 4, a temple, on b4, the tile of the book's example."""
    return table("tile Ana b4 oS2NE", *lines, show=more.pop("show", "pS5"), **more)


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
    refused(cover("dice Ana p5"), "P5 -p5 pS5 b4NES")


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
    refused(game, "draw pS5")
    play(game, "draw pS1")
    assert lies(game, "top").split()[9] == "pS1"


def test_the_master_builder_needs_a_five() -> None:
    """[FR] L529-530."""
    assert refused(cover("dice Ana g4 p2"), "P5 -g4 pS5 b4NES -p2") == "die-value"


def test_the_master_builder_is_no_use_without_a_cover() -> None:
    """[FR] L533-534 and ruling 6."""
    refused(cover("dice Ana g5"), "P5 -g5")


# Market


def test_the_worked_example_of_assorted_goods() -> None:
    """[FR] L427-436 and fact: tea 3, 2, 2 and silk 2: one of each kind, the dearest: 5."""
    assert claim(table(*MARKETS), "Ma") == "0,5"


def test_the_worked_example_of_one_good() -> None:
    """[FR] L438-449: a die of 4, all three markets of tea: 7."""
    assert claim(table(*MARKETS, "dice Ana p4"), "Mt -p4") == "0,7"


@pytest.mark.parametrize(("value", "money"), [(1, 3), (2, 5), (3, 7), (6, 7)])
def test_as_many_markets_as_the_die_shows(value: int, money: int) -> None:
    """[FR] L439-442 and ruling 18: the dearest first, no more than there are."""
    assert claim(table(*MARKETS, f"dice Ana o{value}"), f"Mt -o{value}") == f"0,{money}"


def test_a_turned_die_counts_on_the_market() -> None:
    """[FR] L686 and ruling 10: a 6 turned is a 1."""
    assert claim(table(*MARKETS, "dice Ana o6"), "Mt -o6k") == "0,3"


@pytest.mark.parametrize("colour", "ogbp")
def test_a_die_of_any_colour_pays_for_one_good(colour: str) -> None:
    """[FR] L439: a die of any value and colour."""
    assert claim(table(*MARKETS, f"dice Ana {colour}5"), f"Ms -{colour}5") == "0,2"


def test_a_market_may_give_nothing() -> None:
    """ruling 6: no market of spice, none at all."""
    assert claim(table(*MARKETS, "dice Ana o5"), "Mp -o5") == "0,0"
    assert claim(table(), "Ma") == "0,0"


def test_assorted_goods_cost_nothing() -> None:
    """[FR] L427: no die."""
    assert refused(table(*MARKETS, "dice Ana o1"), "Ma -o1") == "die-not-needed"


def test_one_good_costs_a_die() -> None:
    """[FR] L439."""
    assert refused(table(*MARKETS, "dice Ana o1"), "Mt") == "die-needed"


@pytest.mark.parametrize("good", "stp")
def test_each_good_has_one_space(good: str) -> None:
    """[FR] L228 and fact: silk, tea and spice have one space each."""
    assert refused(table(f"used M{good}", "dice Ana o1"), f"M{good} -o1") == "space-taken"


def test_with_two_players_one_space_for_assorted_goods() -> None:
    """fact."""
    refused(table("assorted Bob"), "Ma")


@pytest.mark.parametrize("players", [3, 4])
def test_with_three_or_four_players_two_spaces_for_assorted_goods(players: int) -> None:
    """fact and [FR] L451-456."""
    assert claim(table("assorted Bob", players=players), "Ma") == "0,0"
    refused(table("assorted Bob,Cid", players=players), "Ma")


@pytest.mark.parametrize("players", [3, 4])
def test_assorted_goods_once_in_a_round(players: int) -> None:
    """[FR] L451-455: the second space is not for the same player."""
    assert refused(table("assorted Ana", players=players), "Ma") == "assorted-twice"


def test_after_assorted_goods_one_good_may_follow() -> None:
    """[FR] L456-457."""
    assert claim(table("assorted Ana", *MARKETS, "dice Ana o3", players=3), "Mt -o3") == "0,7"


def test_the_next_round_assorted_goods_are_free_again() -> None:
    """[FR] L451-453: once in a round."""
    game = table(
        "round Bob", "assorted Ana", "at Ana workers 4 1", "at Bob workers 4 0", "at Cid workers 4 0", players=3
    )
    play(game, "P0")
    assert game.to_move == "Cid"
    play(game, "P0")
    assert claim(game, "Ma") == "0,0"


def test_assorted_goods_by_the_river_do_not_count() -> None:
    """ruling 6: boat to space 9, then the market."""
    game = table("at Ana boat 8", "dice Ana o1", *MARKETS, players=3)
    assert claim(game, "H1 -o1") == "0,5"
    play(game, "P0", "P0")
    assert claim(game, "Ma") == "0,5"


def test_both_markets_of_a_tile_count() -> None:
    """[FR] L346-347: silk 2 and tea 1 on one tile."""
    assert claim(table("tile Ana c3 oC1NE"), "Ma") == "0,3"


# Palace


@pytest.mark.parametrize(("players", "spaces"), [(2, 3), (3, 5), (4, 5)])
def test_the_outer_terrace(players: int, spaces: int) -> None:
    """[FR] L476-477 and fact: 2 money; three spaces with two players, else five."""
    places = ["P0"] * (spaces - 1)
    assert claim(table("used " + ",".join(places), players=players), "P0") == "0,2"
    refused(table("used " + ",".join([*places, "P0"]), players=players), "P0")


def test_dice_may_be_rolled_again_on_the_outer_terrace() -> None:
    """[FR] L477-479 and ruling 12: named with the space, rolled together."""
    game = table("dice Ana o1 g3 p2")
    assert claim(game, "P0 re o1 p2") == "0,2"
    assert lies(play(game, "roll o4 p6"), "dice Ana") == "o4 g3 p6"


def test_all_dice_may_be_rolled_again() -> None:
    """[FR] L478-479: as many as one wishes."""
    game = play(table(FULL), "P0 re o1 o2 o3 g1 g2 g3 b1 b2 b3 p1")
    assert refused(game, "roll o6") == "roll-colours"
    play(game, "roll o6 o6 o6 g6 g6 g6 b6 b6 b6 p6")
    assert lies(game, "dice Ana") == "o6 o6 o6 g6 g6 g6 b6 b6 b6 p6"


def test_only_own_dice_are_rolled_again() -> None:
    """[FR] L478: of one's dice."""
    assert refused(table("dice Bob o1"), "P0 re o1") == "die-not-there"


@pytest.mark.parametrize("colour", "ogbp")
def test_the_terrace(colour: str) -> None:
    """[FR] L482-491 and fact: a die of the colour shown, one space each, no cost."""
    game = play(table(), f"P{colour}", f"roll {colour}3")
    assert lies(game, "dice Ana") == f"{colour}3"
    assert refused(game, f"P{colour}") == "space-taken"


@pytest.mark.parametrize(("spent", "got"), ["op", "gb", "pg", "bo"])
def test_the_balconies(spent: str, got: str) -> None:
    """[FR] L493-502 and fact: a die of one colour, of any value, for two of another; one space each."""
    game = play(table(f"dice Ana {spent}6", f"dice Bob {spent}1"), f"P{spent}{got} -{spent}6", f"roll {got}1 {got}2")
    assert lies(game, "dice Ana") == f"{got}1 {got}2"
    assert refused(game, f"P{spent}{got} -{spent}1") == "space-taken"


@pytest.mark.parametrize("space", ["Pob", "Pog", "Pgo", "Pgp", "Ppo", "Ppb", "Pbg", "Pbp", "Poo"])
def test_balconies_that_are_not_there(space: str) -> None:
    """fact: four balconies."""
    refused(table("dice Ana o1 g1 b1 p1"), f"{space} -{space[1]}1")


def test_a_balcony_asks_for_its_colour() -> None:
    """[FR] L493-498."""
    assert refused(table("dice Ana g2"), "Pbo -g2") == "die-colour"
    assert refused(table("dice Ana g2"), "Pbo -b2") == "die-not-there"
    refused(table("dice Ana b2"), "Pbo")


CHAMBERS = {1: "", 2: " +b +b", 3: " +b", 4: " up Te", 5: " pS5 c3NES -p2", 6: ""}


@pytest.mark.parametrize("person", CHAMBERS)
def test_a_chamber_asks_for_its_value(person: int) -> None:
    """[FR] L504: a die of any colour with just that value."""
    for value in range(1, 7):
        game = table(f"dice Ana g{value} p2", "tile Ana c3 oS2NE", show="pS5")
        line = f"P{person} -g{value}{CHAMBERS[person]}"
        if value == person:
            play(game, line)
            assert has(game, "unplaced") == 3
        else:
            assert refused(game, line) == "die-value"


@pytest.mark.parametrize("person", CHAMBERS)
def test_a_chamber_has_one_space(person: int) -> None:
    """[FR] L228 and fact."""
    game = table(f"used P{person}", f"dice Ana g{person} p2", "tile Ana c3 oS2NE", show="pS5")
    assert refused(game, f"P{person} -g{person}{CHAMBERS[person]}") == "space-taken"


@pytest.mark.parametrize("person", CHAMBERS)
def test_a_chamber_is_not_free(person: int) -> None:
    """[FR] L504."""
    refused(table("dice Ana p2", "tile Ana c3 oS2NE", show="pS5"), f"P{person}{CHAMBERS[person]}")


def test_the_grand_mogul() -> None:
    """[FR] L506-508: 2 fame; first in the next round."""
    game = table("dice Ana o1")
    assert claim(game, "P1 -o1") == "2,0"
    assert lies(game, "mogul") == "Ana"


def test_the_dancer_gives_two_dice_of_free_colours_and_a_white_tile() -> None:
    """[FR] L510-514 and ruling 19: dice, then the tile, paid at once, then discarded."""
    game = table("dice Ana o2")
    assert claim(game, "P2 -o2 +g +g") == "0,0"
    play(game, "roll g1 g6", "draw white money")
    assert (has(game, "money"), lies(game, "white"), lies(game, "dice Ana")) == (24, "money", "g1 g6")


def test_the_dancers_dice_are_rolled_before_the_tile_is_drawn() -> None:
    """ruling 19: in the order printed."""
    game = play(table("dice Ana o2"), "P2 -o2 +g +g")
    refused(game, "draw white money")


@pytest.mark.parametrize(
    ("kind", "line", "money", "karma"),
    [("die", "+p", 21, 1), ("money", "", 24, 1), ("up", "up Te", 21, 1), ("karma", "", 21, 2)],
)
def test_the_white_tiles(kind: str, line: str, money: int, karma: int) -> None:
    """[FR] L512-514 and fact: a die, 3 money, an upgrade or karma."""
    game = play(table("dice Ana o2"), "P2 -o2 +g +g", "roll g1 g6", f"draw white {kind}")
    if line:
        assert game.to_move == "Ana"
        assert refused(game, "P0") != "draw-due"
        play(game, line)
    assert (has(game, "money"), has(game, "karma")) == (money, karma)
    assert lies(game, "up Ana") == ("3,2,2,2" if kind == "up" else "")


def test_two_white_tiles_of_each_kind() -> None:
    """fact and ruling 19: eight, drawn without putting back."""
    game = play(table("white money,money", "dice Ana o2"), "P2 -o2 +g +g", "roll g1 g6")
    assert refused(game, "draw white money") == "white-none"
    play(game, "draw white karma")
    assert sorted(lies(game, "white").split(",")) == ["karma", "money", "money"]


def test_the_white_tiles_are_shuffled_when_all_are_discarded() -> None:
    """[FR] L515-517 and ruling 19."""
    every = "white die,die,money,money,up,up,karma,karma"
    game = play(table(every, "dice Ana o2"), "P2 -o2 +g +g", "roll g1 g6", "draw white money")
    assert lies(game, "white") == "money"


def test_the_yogi() -> None:
    """[FR] L519-521: two karma and a die of free colour."""
    game = play(table("dice Ana o3", "at Ana karma 0"), "P3 -o3 +p", "roll p2")
    assert (has(game, "karma"), lies(game, "dice Ana")) == (2, "p2")


def test_man_singh() -> None:
    """[FR] L523-527: an upgrade and 3 money."""
    game = table("dice Ana o4")
    assert claim(game, "P4 -o4 up Fo") == "0,3"
    assert lies(game, "up Ana") == "2,2,3,2"


def test_man_singh_upgrades_before_he_pays() -> None:
    """ruling 19: the money reaches space 33, its dice come after the upgrade."""
    game = table("at Ana money 31", "dice Ana o4")
    assert claim(game, "P4 -o4 up Fo / +g +g") == "0,3"


def test_the_portuguese() -> None:
    """[FR] L550-552: six spaces, and the gain of the space: 2 fame."""
    game = table("dice Ana o6")
    assert claim(game, "P6 -o6") == "2,0"
    assert has(game, "boat") == 6


def test_the_portuguese_does_not_count_other_boats() -> None:
    """[FR] L551 and L575-576: six free spaces; Bob's boat is on 3: an upgrade on 7."""
    game = table("at Bob boat 3", "dice Ana o6")
    play(game, "P6 -o6 / up Te")
    assert has(game, "boat") == 7


@pytest.mark.parametrize("boat", [25, 26, 27, 28, 29, 30])
def test_the_portuguese_is_no_use_on_the_last_six_spaces(boat: int) -> None:
    """[FR] L553-554 and ruling 6."""
    assert refused(table(f"at Ana boat {boat}", "dice Ana o6"), "P6 -o6") == "sail-late"


@pytest.mark.parametrize("bob", [0, 28])
def test_the_portuguese_stops_at_the_end(bob: int) -> None:
    """ruling 21: from 24 to 30, also if another boat leaves fewer free spaces."""
    game = table("at Ana boat 24", f"at Bob boat {bob}", "dice Ana o6")
    assert claim(game, "P6 -o6") == "6,0"
    assert has(game, "boat") == 30


def test_the_palace_has_19_spaces() -> None:
    """fact: with four players 5, 4, 4 and 6."""
    every = "P0,P0,P0,P0,P0,Po,Pg,Pb,Pp,Pop,Pgb,Pbo,Ppg,P1,P2,P3,P4,P5,P6"
    assert len(lies(table(f"used {every}", players=4), "used").split(",")) == 19


# Harbour and river


@pytest.mark.parametrize(("players", "costs"), [(2, [0, 1, 2]), (3, [0, 1, 1, 2]), (4, [0, 1, 1, 2, 2])])
def test_what_the_harbour_costs(players: int, costs: list[int]) -> None:
    """[FR] L567-570 and fact: the first is free."""
    for taken, cost in enumerate(costs):
        game = table(f"harbour {taken}", "at Ana boat 13", "dice Ana o1", players=players)
        assert claim(game, "H1 -o1") == f"0,{5 - cost}"
        assert lies(game, "harbour") == str(taken + 1)
    full = table(f"harbour {len(costs)}", "at Ana boat 13", "dice Ana o1", players=players)
    assert refused(full, "H1 -o1") == "place-full"


def test_the_harbour_must_be_paid_before_the_gain() -> None:
    """ruling 7: the 5 money of space 14 come too late."""
    assert refused(table("harbour 1", "at Ana money 0 boat 13", "taken Ana -", "dice Ana o1"), "H1 -o1") == "money"


@pytest.mark.parametrize(("value", "spaces"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (4, []), (5, []), (6, [])])
def test_how_far_the_boat_goes(value: int, spaces: list[int]) -> None:
    """[FR] L558-574: one to the value, for 1, 2 or 3 only; ruling 20: never 0."""
    gains = {1: " / +g +g"}
    for number in range(5):
        line = f"H{number} -o{value}{gains.get(number, '')}"
        game = table(f"dice Ana o{value}")
        if number in spaces:
            play(game, line)
            assert has(game, "boat") == number
        else:
            refused(game, line)


@pytest.mark.parametrize(("value", "spaces"), [(4, 3), (5, 2), (6, 1)])
def test_a_die_may_be_turned_for_the_harbour(value: int, spaces: int) -> None:
    """[FR] L686 and ruling 10: 18 to 20 ask for nothing, without karma."""
    game = play(table("at Ana boat 17", f"dice Ana o{value}"), f"H{spaces} -o{value}k")
    assert (has(game, "boat"), has(game, "karma")) == (17 + spaces, 0)


def test_the_worked_example_of_the_river() -> None:
    """[FR] L582-590: 1 money, a 2, yellow's boat not counted, mill from 3 to 4."""
    game = table("harbour 1", "at Ana boat 5", "at Bob boat 4", "up Bob 2,2,2,3", "dice Bob g2", first="Bob")
    assert claim(game, "H2 -g2 / up Mi") == "0,-1"
    assert (has(game, "boat", "Bob"), lies(game, "up Bob")) == (7, "2,2,2,4")


def test_several_boats_in_a_row_are_passed() -> None:
    """[FR] L575-577."""
    game = table("at Bob boat 1", "at Cid boat 2", "dice Ana o1", players=3)
    assert claim(game, "H1 -o1") == "0,3"
    assert has(game, "boat") == 3


def test_two_boats_never_share_a_space() -> None:
    """[FR] L576-579: save at the start and at the end."""
    assert "boats" in bad_setup("at Ana boat 5", "at Bob boat 5")
    assert has(table("at Bob boat 30", "at Ana boat 30"), "boat") == 30


def test_the_last_space_holds_several_boats() -> None:
    """[FR] L578-579: 30 counts as free."""
    game = table("at Ana boat 29", "at Bob boat 30", "dice Ana o1")
    assert claim(game, "H1 -o1") == "6,0"
    assert has(game, "boat") == 30


def test_only_the_space_of_arrival_pays() -> None:
    """[FR] L580 and ruling 20: no dice and no karma of spaces 1 and 2."""
    game = table("dice Ana o3")
    assert claim(game, "H3 -o3") == "0,3"
    assert (has(game, "karma"), lies(game, "dice Ana")) == (1, "")


def test_a_number_beyond_the_end() -> None:
    """ruling 20: there is no such space."""
    assert refused(table("at Ana boat 29", "dice Ana o3"), "H2 -o3") == "beyond"
    assert claim(table("at Ana boat 29", "dice Ana o3"), "H1 -o3") == "6,0"


def test_no_harbour_after_the_last_space() -> None:
    """[FR] L651-652 and ruling 6."""
    refused(table("at Ana boat 30", "dice Ana o1"), "H1 -o1")


@pytest.mark.parametrize(
    ("space", "line", "earned"),
    [
        (1, " / +g +p", "0,0"),
        (2, "", "0,0"),
        (3, "", "0,3"),
        (4, " / P3 +b", "0,0"),
        (5, "", "0,0"),
        (6, "", "2,0"),
        (7, " / up Te", "0,0"),
        (8, "", "0,4"),
        (9, "", "0,5"),
        (10, "", "0,0"),
        (11, " / Mt", "0,7"),
        (12, " / +g +p", "0,0"),
        (13, "", "4,0"),
        (14, "", "0,5"),
        (15, " / P3 +b", "0,0"),
        (16, "", "0,0"),
        (17, " / up Te", "0,0"),
        (18, "", "0,8"),
        (19, "", "0,0"),
        (20, "", "3,0"),
        (21, "", "2,0"),
        (22, " / Mt", "0,7"),
        (23, " / +g +p", "0,0"),
        (24, " / P3 +b", "0,0"),
        (25, " / up Te", "0,0"),
        (26, "", "0,0"),
        (27, "", "0,7"),
        (28, "", "0,5"),
        (29, "", "4,0"),
        (30, "", "6,0"),
    ],
)
def test_the_gains_of_the_river(space: int, line: str, earned: str) -> None:
    """[FR] L592-649 and fact: markets tea 3, 2, 2 and silk 2, four upgrades, karma 1."""
    game = table(f"at Ana boat {space - 1}", *MARKETS, "up Ana 2,4,3,3", "dice Ana o1")
    assert claim(game, f"H1 -o1{line}") == earned
    assert has(game, "boat") == space
    assert has(game, "karma") == (3 if space in (2, 4, 15, 16, 24) else 1)
    assert lies(game, "up Ana") == ("3,4,3,3" if "up" in line else "2,4,3,3")


@pytest.mark.parametrize(("space", "colour"), [(5, "o"), (10, "b"), (19, "g"), (26, "p")])
@pytest.mark.parametrize("karma", [0, 1, 2, 3])
def test_dice_by_karma(space: int, colour: str, karma: int) -> None:
    """[FR] L609-611: a die of the colour shown for each level of karma, none to three."""
    game = play(table(f"at Ana boat {space - 1} karma {karma}", "dice Ana o1"), "H1 -o1")
    if karma:
        play(game, f"roll {' '.join([f'{colour}4'] * karma)}")
    assert lies(game, "dice Ana") == " ".join([f"{colour}4"] * karma)
    assert game.to_move == "Bob"


def test_the_worked_example_of_fame_for_karma() -> None:
    """[FR] L646-649: karma 2, 4 fame."""
    assert claim(table("at Ana boat 20 karma 2", "dice Ana o1"), "H1 -o1") == "4,0"


@pytest.mark.parametrize(("boat", "earned"), [(12, "3,0"), (17, "0,6")])
def test_the_worked_examples_of_three_upgrades(boat: int, earned: str) -> None:
    """[FR] L636-644: 3 fame, 6 money; two upgrades of one building count twice."""
    assert claim(table(f"at Ana boat {boat}", "up Ana 4,3,2,2", "dice Ana o1"), "H1 -o1") == earned


def test_the_worked_example_of_five_markets() -> None:
    """[FR] L619-622: 5 money, two markets on one tile count twice."""
    game = table(*MARKETS[1:], "tile Ana b4 gT5ESW", "at Ana boat 7", "dice Ana o1", show="gT4")
    assert claim(game, "H1 -o1") == "0,5"


@pytest.mark.parametrize(("boat", "money"), [(21, 7), (10, 6)])
def test_the_worked_example_of_four_markets_of_silk(boat: int, money: int) -> None:
    """[FR] L628-634: all four, 2, 2, 2 and 1, without another die; space 11 values three."""
    province = ["tile Ana b4 oT2ESW", "tile Ana b3 oC1NE", "tile Ana c3 gS5NEW", "tile Ana d3 oS1NSW"]
    game = table(*province, f"at Ana boat {boat}", "dice Ana o1")
    assert claim(game, "H1 -o1 / Ms") == f"0,{money}"


def test_the_good_by_the_river_is_chosen() -> None:
    """[FR] L628-630: without a die."""
    game = table(*MARKETS, "at Ana boat 10", "dice Ana o1 o4")
    refused(game, "H1 -o1 / Mt -o4")
    refused(game, "H1 -o1")
    assert claim(game, "H1 -o1 / Ms") == "0,2"


@pytest.mark.parametrize(
    "words", ["P2 +g +g", "P3 +g", "P4 up Te", "P5 pS5 c3NES -p2", "P6"], ids=lambda text: str(text[:2])
)
def test_persons_by_the_river(words: str) -> None:
    """[FR] L603-607: 2 to 6, without worker and die, also where the space is taken."""
    game = table("used P2,P3,P4,P5,P6", "at Ana boat 3", "dice Ana o1 p2", "tile Ana c3 oS2NE", show="pS5")
    play(game, f"H1 -o1 / {words}")
    assert has(game, "unplaced") == 3
    assert lies(game, "used") == "P2,P3,P4,P5,P6"
    assert lies(game, "dice Ana") == ("" if "-p2" in words else "p2")


def test_the_grand_mogul_is_not_met_by_the_river() -> None:
    """[FR] L603: 2 to 6."""
    refused(table("at Ana boat 3", "dice Ana o1"), "H1 -o1 / P1")


def test_a_person_by_the_river_leaves_his_space_free() -> None:
    """[FR] L605-607: nobody stands there."""
    game = play(table("at Ana boat 3", "dice Ana o1", "dice Bob o4"), "H1 -o1 / P4 up Te")
    assert claim(game, "P4 -o4 up Mi") == "0,3"


def test_no_entrance_die_by_the_river() -> None:
    """[FR] L606 and ruling 23."""
    refused(table("at Ana boat 3", "dice Ana o1 g4"), "H1 -o1 / P4 -g4 up Te")


def test_the_difference_is_spent_by_the_river_too() -> None:
    """ruling 23: the Master Builder's."""
    game = table("at Ana boat 3", "dice Ana o1", "tile Ana c3 oS2NE", show="pS5")
    refused(game, "H1 -o1 / P5 pS5 c3NES")


def test_the_portuguese_by_the_river_is_barred_at_the_end() -> None:
    """ruling 23: space 24 is not yet one of the last six."""
    game = table("at Ana boat 23", "dice Ana o1")
    assert claim(game, "H1 -o1 / P6") == "6,0"


# Workers


def test_everybody_begins_with_three_workers() -> None:
    """[FR] L694-695."""
    assert (has(opening(), "active"), has(opening(), "unplaced")) == (3, 3)


def test_a_worker_of_the_money_track() -> None:
    """[FR] L696-699 and L710-712: space 20 reached or passed; active at once."""
    for money in (18, 19):
        game = play(table(f"at Ana money {money} workers 3 3"), "P0")
        assert (has(game, "active"), has(game, "unplaced")) == (4, 3)


def test_a_worker_of_the_fame_track() -> None:
    """[FR] L698: space 15."""
    for fame in (13, 14):
        game = play(table(f"at Ana fame {fame}", "dice Ana o1"), "P1 -o1")
        assert (has(game, "active"), has(game, "unplaced")) == (5, 4)


def test_no_worker_before_the_space() -> None:
    """[FR] L710-711."""
    assert has(play(table("at Ana money 17 workers 3 3"), "P0"), "active") == 3
    assert has(play(table("at Ana fame 12", "dice Ana o1"), "P1 -o1"), "active") == 4


def test_a_worker_of_the_bridge() -> None:
    """[FR] L712-716 and fact: between 20 and 21; the bridge is no space."""
    game = play(table("at Ana boat 20", "dice Ana o1"), "H1 -o1")
    assert (has(game, "boat"), has(game, "active")) == (21, 5)
    game = play(table("at Ana boat 19", "dice Ana o1"), "H1 -o1")
    assert (has(game, "boat"), has(game, "active")) == (20, 4)


def test_the_bridge_is_passed_once() -> None:
    """[FR] L706-708: one worker."""
    game = play(table("at Ana boat 21", "dice Ana o1", *MARKETS), "H1 -o1 / Mt")
    assert has(game, "active") == 4


def test_never_more_than_two_workers_are_added() -> None:
    """[FR] L695-704: the third is out of the game."""
    at = "at Ana fame 16 boat 20 workers 5 5"
    assert has(play(table(at, "dice Ana o1"), "H1 -o1"), "active") == 5


def test_the_third_worker_is_removed_with_the_second() -> None:
    """[FR] L701-704 and ruling 8: fame 15 gives the second; the bridge nothing."""
    game = play(table("at Ana fame 14 boat 20 workers 4 4", "dice Ana o1 g1"), "P1 -o1", "P0", "H1 -g1")
    assert (has(game, "active"), has(game, "unplaced")) == (5, 3)


def test_a_worker_is_never_lost() -> None:
    """[FR] L718-719: the money falls below 20."""
    game = play(table("at Ana money 20", "dice Ana o4", show="oS2"), "Q oS2 c3NE -o4")
    assert (has(game, "money"), has(game, "active")) == (19, 4)


def test_a_worker_is_not_won_twice() -> None:
    """[FR] L706-712: money falls below 20 and comes back."""
    game = play(table("at Ana money 19 workers 4 4", "taken Ana 12,20,5"), "P0")
    assert (has(game, "money"), has(game, "active")) == (21, 4)


def test_a_new_worker_may_be_placed_in_the_same_round() -> None:
    """[FR] L719-721 and ruling 8."""
    game = play(table("at Ana money 19 workers 3 1", "at Bob workers 4 0"), "P0")
    assert (game.to_move, has(game, "unplaced")) == ("Ana", 1)


# Bonuses of the tracks


def test_fame_24_gives_karma() -> None:
    """[FR] L681-682 and L736: two levels."""
    assert has(play(table("at Ana fame 22 karma 0", "dice Ana o1"), "P1 -o1"), "karma") == 2


def test_fame_31_gives_a_boat_move() -> None:
    """[FR] L738-740: to the next free space, and its gain."""
    game = table("at Ana fame 30 boat 2", "dice Ana o1")
    assert claim(game, "P1 -o1 / boat") == "2,3"


@pytest.mark.parametrize("money", [11, 43])
def test_money_12_and_44_give_a_boat_move(money: int) -> None:
    """[FR] L744-745."""
    game = table(f"at Ana money {money} boat 2")
    assert claim(game, "P0 / boat") == "0,5"
    assert has(game, "boat") == 3


@pytest.mark.parametrize("money", [32, 54])
def test_money_33_and_55_give_two_dice(money: int) -> None:
    """[FR] L747-749."""
    game = table(f"at Ana money {money}")
    assert claim(game, "P0 / +g +p") == "0,2"
    assert lies(play(game, "roll g1 p1"), "dice Ana") == "g1 p1"


def test_a_bonus_is_due_when_the_marker_stops_on_it() -> None:
    """[FR] L727: reached or passed."""
    assert claim(table("at Ana money 31"), "P0 / +g +p") == "0,2"
    assert claim(table("at Ana money 30"), "P0") == "0,2"


def test_the_boat_goes_to_the_next_free_space() -> None:
    """[FR] L738-740 and L744: Bob's boat is not counted."""
    game = play(table("at Ana money 11 boat 1", "at Bob boat 2"), "P0 / boat")
    assert has(game, "boat") == 3


def test_a_boat_move_may_be_declined() -> None:
    """[FR] L738, L744 and ruling 24."""
    game = table("at Ana money 11 boat 2")
    assert refused(game, "P0") == "open-boat"
    assert claim(game, "P0 / stay") == "0,2"
    assert has(game, "boat") == 2


def test_a_declined_boat_move_is_gone() -> None:
    """ruling 25: the bonus is marked as taken."""
    game = play(table("at Ana money 11 boat 2"), "P0 / stay", "P0")
    assert claim(game, "P0") == "0,2"


def test_at_the_end_of_the_river_a_boat_move_gives_nothing() -> None:
    """ruling 24."""
    assert claim(table("at Ana money 11 boat 30"), "P0") == "0,2"


def test_a_bonus_is_won_once() -> None:
    """[FR] L751-763: after 12 the marker lies on 33."""
    game = table("at Ana money 11", "taken Ana 12,5")
    assert claim(game, "P0") == "0,2"


def test_the_next_bonus_is_the_one_under_the_marker() -> None:
    """[FR] L752-761: 33 after 12, then 44, then 55."""
    game = play(table("at Ana money 11 boat 2 workers 4 4", "taken Ana 20,5"), "P0 / boat")
    assert lies(game, "taken Ana") == "12,20,5"


def test_several_bonuses_of_one_gain_come_from_the_lowest_on() -> None:
    """ruling 25: 10 + 7 passes 12; its boat brings 3 more and the worker of 20."""
    game = table("at Ana money 10 boat 2 workers 3 3", *MARKETS, "dice Ana o4")
    assert claim(game, "Mt -o4 / boat") == "0,10"
    assert (has(game, "active"), has(game, "unplaced")) == (4, 3)


def test_a_marker_moves_the_whole_gain_first() -> None:
    """ruling 25: 28 + 7 = 35; a boat move to space 18 of 44 is not yet due."""
    game = table("at Ana money 28", *MARKETS, "dice Ana o4")
    assert claim(game, "Mt -o4 / +g +g") == "0,7"


def test_a_bonus_comes_before_anything_else() -> None:
    """[FR] L728 and ruling 25: market, then its bonus, then the yield of the tile."""
    game = table("at Ana money 11 boat 2", "dice Ana o5", show="oS3")
    assert claim(game, "Q oS3 b4EW -o5 / boat / +g") == "0,9"


def test_the_bonus_of_the_other_track_is_not_won() -> None:
    """[FR] L765-768: money 24 gives no karma, money 31 no boat; fame 12 no boat."""
    assert has(play(table("at Ana money 22"), "P0"), "karma") == 1
    assert claim(table("at Ana money 29"), "P0") == "0,2"
    assert claim(table("at Ana fame 10", "dice Ana o1"), "P1 -o1") == "2,0"


def test_paying_gives_no_bonus() -> None:
    """ruling 25: money falls from 45 to 44."""
    game = table("at Ana money 45", "dice Ana o4", show="oS2")
    assert claim(game, "Q oS2 c3NE -o4") == "2,-1"


def test_markers_run_past_the_end() -> None:
    """ruling 26: money beyond 120, fame beyond 60."""
    assert has(play(table("at Ana money 119"), "P0"), "money") == 121
    assert has(play(table("at Ana fame 59", "dice Ana o1"), "P1 -o1"), "fame") == 61


# Rounds


def test_play_goes_clockwise() -> None:
    """[FR] L184-188 and ruling 3: the order of the players."""
    game = table(players=4, first="Cid")
    order = [game.to_move]
    for _ in range(4):
        order.append(play(game, "P0").to_move)
    assert order == ["Cid", "Dana", "Ana", "Bob", "Cid"]


def test_one_worker_in_each_phase() -> None:
    """[FR] L184-186 and ruling 1."""
    game = play(table(), "P0")
    assert (game.to_move, has(game, "unplaced"), has(game, "unplaced", "Bob")) == ("Bob", 3, 4)


def test_who_has_no_worker_is_skipped() -> None:
    """[FR] L186-188 and ruling 5: without a line and a number."""
    game = play(table("turn 9", "at Bob workers 4 0"), "P0")
    assert (game.to_move, game.turn) == ("Ana", 10)


NOTHING_LEFT = [
    "used P0,P0,Po,Pg,Pb,Pp",
    "quarry 4",
    "assorted Ana",
]
"""With no dice, and one worker on the outer terrace, nothing is left for anybody."""


def test_who_cannot_place_a_worker_is_skipped() -> None:
    """ruling 5: and asked again in the next phase."""
    game = play(table(*NOTHING_LEFT, "dice Ana o1"), "P0")
    assert (game.to_move, has(game, "unplaced", "Bob")) == ("Ana", 4)


def test_the_round_ends_when_nobody_can_place() -> None:
    """[FR] L186-189 and ruling 5: all take their workers back."""
    game = play(table(*NOTHING_LEFT), "P0")
    assert (has(game, "unplaced"), has(game, "unplaced", "Bob")) == (4, 4)
    assert (game.to_move, lies(game, "used"), lies(game, "quarry")) == ("Bob", "", "")


def last_worker(*lines: str, **more: Any) -> Session:
    """Ana has the last worker of the round."""
    others = [f"at {name} workers 4 0" for name in ("Bob", "Cid", "Dana")[: more.get("players", 2) - 1]]
    return table("at Ana workers 4 1", *others, *lines, **more)


def test_workers_come_back_at_the_end_of_the_round() -> None:
    """[FR] L769-771 and L782-783."""
    game = play(last_worker("used Ms,Pg", "quarry 2", "harbour 1", "assorted Ana"), "P0")
    assert [has(game, "unplaced", name) for name in ("Ana", "Bob")] == [4, 4]
    assert [lies(game, word) for word in ("used", "quarry", "harbour", "assorted")] == ["", "", "", ""]


def test_the_next_clockwise_is_first() -> None:
    """[FR] L780-782 and ruling 28."""
    assert play(last_worker(players=3), "P0").to_move == "Bob"
    assert play(last_worker("round Bob", players=3), "P0").to_move == "Cid"
    assert play(last_worker("round Cid", players=3), "P0").to_move == "Ana"


def test_who_met_the_grand_mogul_is_first() -> None:
    """[FR] L771-780 and ruling 28."""
    game = play(last_worker("mogul Cid", players=3), "P0")
    assert (game.to_move, lies(game, "mogul")) == ("Cid", "")
    assert play(last_worker("dice Ana o1"), "P1 -o1").to_move == "Ana"


def test_dice_money_and_karma_stay() -> None:
    """[FR] L769-784: only workers are taken back."""
    game = play(last_worker("dice Ana o1 p6"), "P0")
    assert (lies(game, "dice Ana"), has(game, "money"), has(game, "karma")) == ("o1 p6", 23, 1)


# The end


@pytest.mark.parametrize(
    ("money", "fame", "distance"),
    [
        (65, 30, 2),
        (52, 37, 2),
        (51, 37, 2),
        (53, 37, 3),
        (0, 0, -61),
        (1, 0, -60),
        (21, 6, -44),
        (60, 31, 0),
        (120, 1, 0),
    ],
)
def test_the_distance(money: int, fame: int, distance: int) -> None:
    """[FR] L825-829 and fact: fame 61 - f lies beside money 2f - 1 and 2f: fame + ceil(money / 2) - 61."""
    game = table(f"at Bob money {money} fame {fame}")
    assert game.scores["Bob"] == distance


def test_the_worked_example_of_the_end() -> None:
    """[FR] L825-829: both 2 beyond; who crossed first wins."""
    at = ["at Bob money 65 fame 30 boat 9 workers 5 2", "at Ana money 50 fame 37 boat 4 workers 5 2"]
    game = table("round Bob", "crossed Bob", *at)
    play(game, "P0")
    assert game.over
    assert (game.scores, game.winners) == ({"Ana": 2, "Bob": 2}, ["Bob"])


def test_the_order_of_crossing_decides_a_tie_only() -> None:
    """[FR] L807-809: the greater distance wins."""
    at = ["at Bob money 65 fame 30", "at Ana money 52 fame 37"]
    game = play(table("round Bob", "crossed Bob", *at), "P0")
    assert (game.scores, game.winners) == ({"Ana": 3, "Bob": 2}, ["Ana"])


def test_markers_side_by_side_end_the_game() -> None:
    """[FR] L786-787: distance 0 is enough; fame 31 lies beside money 59 and 60."""
    game = play(table("round Bob", "at Ana money 57 fame 31"), "P0")
    assert game.over
    assert game.scores["Ana"] == 0


def test_markers_that_do_not_meet_do_not_end_it() -> None:
    """[FR] L786-787."""
    game = play(table("round Bob", "at Ana money 56 fame 31"), "P0")
    assert (game.over, game.scores["Ana"]) == (False, -1)


def test_the_phase_is_played_to_its_end() -> None:
    """[FR] L787-791 and ruling 27: all after the one who crossed, up to the one before the first player."""
    game = play(table("round Cid", "at Ana money 58 fame 31", players=4), "P0")
    assert game.to_move == "Bob"
    play(game, "P0")
    assert game.over


def test_everybody_after_the_first_player_has_a_last_turn() -> None:
    """[FR] L788-791."""
    game = play(table("at Ana money 58 fame 31", players=3), "P0", "P0")
    assert game.to_move == "Cid"
    assert play(game, "P0").over


def test_who_has_no_worker_left_has_no_last_turn() -> None:
    """[FR] L790: if he has one."""
    game = play(table("at Ana money 58 fame 31", "at Bob workers 4 0", players=3), "P0")
    assert game.to_move == "Cid"
    game = play(table("at Ana money 58 fame 31", "at Bob workers 4 0"), "P0")
    assert game.over


def test_the_last_of_the_phase_ends_at_once() -> None:
    """[FR] L788-791: nobody is left between him and the first player."""
    assert play(table("round Bob", "at Ana money 58 fame 31 workers 4 4"), "P0").over


def test_what_is_due_after_the_last_turn_is_done_first() -> None:
    """ruling 27: tested after the turn's last chance line."""
    game = table("round Bob", "at Ana money 58 fame 31", "dice Ana o4", show="oS2")
    play(game, "Q oS2 c3NE -o4")
    assert not game.over
    assert play(game, "draw oS3").over


def test_the_rest_by_distance() -> None:
    """[FR] L810-812 and ruling 27: equal distances not decided by crossing share a place."""
    lines = ["round Bob", "at Ana money 70 fame 31", "at Bob money 21", "at Cid money 22", "at Dana money 25"]
    game = play(table(*lines, players=4), "P0")
    assert game.over
    ranks = game.rules.details(game.state)["rank"]
    assert ranks == {"Ana": 1, "Bob": 3, "Cid": 3, "Dana": 2}


def test_nobody_moves_after_the_end() -> None:
    """[FR] L792."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    refused(game, "P0")


# Getting ready


@pytest.mark.parametrize("number", [1, 5])
def test_two_to_four_players(number: int) -> None:
    """[FR] L14."""
    names = [*PLAYERS, "Eve=black"][:number]
    with pytest.raises(HeaderError):
        pbem.new("rajas", names, kind="manual", first="Ana", id="test")


@pytest.mark.parametrize(("first", "money"), [("Ana", [3, 4, 5, 6]), ("Cid", [5, 6, 3, 4])])
def test_money_at_the_start(first: str, money: list[int]) -> None:
    """[FR] L66-82 and ruling 3: 3 for the first player, one more for each after him, clockwise."""
    game = opening(4, first=first)
    assert [has(game, "money", name) for name in ROLLS] == money


def test_the_rest_at_the_start() -> None:
    """[FR] L122-160: fame 0, karma 1, the boat at the start, buildings at 2, three workers."""
    game = opening()
    assert lies(game, "at Ana") == "money 3 fame 0 karma 1 boat 0 workers 3 3"
    assert (lies(game, "up Ana"), lies(game, "tile Ana b4"), lies(game, "taken Ana")) == ("", "", "")


def test_dice_at_the_start() -> None:
    """[FR] L161-172 and fact: one die of each colour, as rolled."""
    game = opening(4)
    assert [lies(game, f"dice {name}") for name in ROLLS] == list(ROLLS.values())


@pytest.mark.parametrize("dice", ["o5 g4 b3", "o5 o4 b3 p2", "o5 g4 b3 p2 p3"])
def test_one_die_of_each_colour(dice: str) -> None:
    """[FR] L161-164."""
    game = play(fresh(), f"draw {TOP}")
    refused(game, f"roll Ana {dice}")


def test_twelve_piles_lie_open() -> None:
    """[FR] L107-113: by colour and back."""
    assert lies(opening(), "top") == TOP


@pytest.mark.parametrize("wrong", [TOP.removeprefix("oS4 "), TOP.replace("oS4", "oC4"), TOP.replace("gS3", "oS3")])
def test_each_pile_shows_a_tile(wrong: str) -> None:
    """[FR] L107-113: snake, cow and tiger of each colour."""
    refused(fresh(), f"draw {wrong}")


@pytest.mark.parametrize(("name", "accepted"), [("Bob", True), ("Ana", False), ("Cid", False)])
def test_the_lowest_dice_begin(name: str, accepted: bool) -> None:
    """[FR] L64-66 and ruling 3: 14, 10 and 14 points."""
    lines = [f"draw {TOP}", *(f"roll {who} {ROLLS[who]}" for who in ("Ana", "Bob", "Cid"))]
    game = record(f"first {name} drawn", *lines[:-1])
    if accepted:
        game.play(lines[-1])
        assert game.to_move == name
    else:
        assert refused(game, lines[-1]) == "first-drawn"


@pytest.mark.parametrize("name", ["Ana", "Cid"])
def test_a_tie_is_drawn(name: str) -> None:
    """[FR] L66-68 and ruling 3: either of those tied may be first."""
    game = record(f"first {name} drawn", f"draw {TOP}", "roll Ana o1 g1 b1 p1", "roll Bob o2 g2 b2 p2")
    game.play("roll Cid o1 g1 b1 p1")
    assert game.to_move == name


def test_a_first_player_who_is_named() -> None:
    """ruling 3: overrides the dice."""
    assert opening(3, first="Cid").to_move == "Cid"


def record(first: str, *lines: str) -> Session:
    """A game of three from a record that goes so far."""
    header = ["pbem 1 rajas", "id test", *(f"player {text.replace('=', ' ')}" for text in PLAYERS[:3])]
    text = "\n".join([*header, "chance manual", first, "", *lines, ""])
    return pbem.read(text.encode(), "test.txt")


# Facts


def table_of_facts() -> dict[str, Any]:
    """games/rajas.toml."""
    return tomllib.loads((ROOT / "games" / "rajas.toml").read_text())


TILES = """
S1  3 T s1    t1    p1    s1
S2  4 L Te    Pa    Fo    Mi
S3  5 I t2    p2    s2    p2
S4  5 T Pa    Fo    Mi    Te
S5  6 T p2    s2    t2    t2
S6  6 X Fo    Mi    Te    Pa
C1  7 L s2+t1 t2+p1 p2+s1 s2+p1
C2  6 I Mi+p1 Te+s1 Pa+t1 Fo+t1
C3  7 T Te+s1 Pa+t1 Fo+p1 Mi+s1
C4  8 L Pa+Fo Fo+Mi Mi+Te Te+Pa
C5  9 T Mi+Te Te+Pa Pa+Fo Fo+Mi
T1 10 I t2+p2 p2+s2 s2+t2 p2+t2
T2 11 T s2+t2 t2+p2 p2+s2 s2+p2
T3 11 X Pa+p2 Fo+s2 Mi+t2 Te+t2
T4 11 L Fo+s3 Mi+t3 Te+p3 Pa+s3
T5 13 T t3+p2 p3+s2 s3+t2 p3+t2
"""
"""Price, road, and what is on the tile in orange, green, blue and purple."""

TURNS = {"I": ["EW", "NS"], "L": ["ES", "NE", "NW", "SW"], "T": ["ESW", "NES", "NEW", "NSW"], "X": ["NESW"]}


@pytest.mark.parametrize("row", [line.split() for line in TILES.strip().splitlines()], ids=lambda row: str(row[0]))
def test_the_tiles(row: list[str]) -> None:
    """fact: 64 province tiles."""
    game: Any = registry.load("rajas")
    name, price, road, *contents = row
    for colour, content in zip("ogbp", contents, strict=True):
        tile = game.facts.tiles[colour + name]
        assert (tile.price, sorted("".join(s for s in "NESW" if s in t) for t in tile.turns)) == (
            int(price),
            TURNS[road],
        )
        parts = content.split("+")
        assert sorted(tile.buildings) == sorted(part for part in parts if part[0].isupper())
        assert sorted(f"{good}{value}" for good, value in tile.markets) == sorted(p for p in parts if p[0].islower())


def test_how_many_tiles_of_each_kind() -> None:
    """fact: 16 of each colour, 11 of each building, 20 markets of each good; straight 12, bend 16, T 28, cross 8."""
    game: Any = registry.load("rajas")
    tiles = game.facts.tiles
    assert Counter(name[0] for name in tiles) == dict.fromkeys("ogbp", 16)
    assert Counter(b for tile in tiles.values() for b in tile.buildings) == dict.fromkeys(["Te", "Pa", "Fo", "Mi"], 11)
    assert Counter(good for tile in tiles.values() for good, _ in tile.markets) == dict.fromkeys("stp", 20)
    assert Counter(value for tile in tiles.values() for _, value in tile.markets) == {1: 16, 2: 36, 3: 8}


def test_how_many_yield_tiles() -> None:
    """fact: white 8, yellow 9, red 6, brown 7."""
    rows = table_of_facts()["navaratnas"]
    counts = Counter[str]()
    for name, row in rows.items():
        if isinstance(row, dict):
            counts[name[0]] += row["count"]
    assert counts == {"w": 8, "y": 9, "r": 6, "b": 7}


def test_eight_river_tiles() -> None:
    """fact: of five kinds."""
    kinds = ["anydice", "ogb", "gbp", "dancer", "yogi", "raja", "good", "move"]
    assert sorted(table_of_facts()["ganga"]["tiles"]) == sorted(kinds)


def test_all_that_is_invented_says_so() -> None:
    """fact: reconstructed tables name themselves."""
    facts = table_of_facts()
    invented = ["tiles", "yields", "river", "navaratnas", "ganga"]
    assert all("reconstructed" in facts[name]["source"] for name in invented)


def test_player_colours() -> None:
    """fact: yellow, red, blue, green; dice orange, green, blue, purple."""
    game: Any = registry.load("rajas")
    assert sorted(game.facts.colours.values()) == ["blue", "green", "red", "yellow"]
    assert [game.facts.dice_words[letter] for letter in "ogbp"] == ["orange", "green", "blue", "purple"]


# Navaratnas

NAVA = ["navaratnas"]


def test_up_to_six_workers() -> None:
    """[FR] L836-838 and ruling 29: none is removed."""
    game = play(table("at Ana boat 20 workers 5 5", "dice Ana o1", options=NAVA), "H1 -o1")
    assert has(game, "active") == 6


def test_eight_dice() -> None:
    """[FR] L839-840."""
    eight = "dice Ana o1 o2 o3 g1 g2 g3 b1 b2"
    bad_setup(f"{eight} b3", options=NAVA)
    game = table(eight, options=NAVA)
    assert refused(game, "Pp") == "gain"
    assert claim(game, "Pp +0") == "0,0"


@pytest.mark.parametrize(
    ("province", "line", "earned", "karma"),
    [
        ([], "Q oS3 b4EW -o5 / +g", "0,1", 1),
        ([], "Q oS3 d4EW -o5", "0,3", 1),
        ([], "Q oS2 b4NE -o4", "2,0", 1),
        ([], "Q oS2 d4NW -o4", "2,-1", 2),
        (WEST, "Q oS3 a3EW -o5", "0,4", 1),
        (EAST, "Q oS3 e3EW -o5 / +g", "0,1", 1),
        (WEST, "Q oS3 a2EW -o5", "0,3", 1),
        (EAST, "Q oS3 e2EW -o5", "0,1", 2),
        ([*WEST, "tile Ana a2 gS2ES"], "Q oS2 a1NW -o4", "2,1", 1),
        (SOUTHEAST, "Q oS2 e1NE -o4", "3,-1", 1),
        (WEST, "Q oS2 b1NE -o4 / up Te", "2,-1", 1),
    ],
    ids=["NW", "NE", "NB", "ND", "W3", "E3", "W2", "E2", "W1", "E1", "S"],
)
def test_the_minor_yields(province: list[str], line: str, earned: str, karma: int) -> None:
    """[FR] L842-847 and fact: what is printed on the back."""
    game = table("dice Ana o4 o5", *province, show="oS3" if "oS3" in line else "oS2", options=NAVA)
    assert claim(game, line) == earned
    assert has(game, "karma") == karma


def test_each_player_gets_a_brown_tile() -> None:
    """[FR] L848-850 and ruling 29: at random, each another one, in turn order."""
    game = play(fresh(2, NAVA, "Bob"), f"draw {TOP}", f"roll Ana {ROLLS['Ana']}", f"roll Bob {ROLLS['Bob']}")
    refused(game, "draw brown Bob worker")
    assert refused(game, "draw brown Bob worker, Ana worker") == "brown-twice"
    assert refused(game, "draw brown Ana worker, Bob bend") == "brown-names"
    play(game, "draw brown Bob worker, Ana bend")
    assert game.to_move == "Bob"


@pytest.mark.parametrize("slot", ["W1", "E1"])
def test_its_slot_is_named_first(slot: str) -> None:
    """[FR] L850-852 and ruling 29: one of two, as the first step of the first turn."""
    game = opening(2, NAVA)
    refused(game, "P0")
    assert claim(game, f"tile b-{BROWN['Ana']} {slot} / P0") == "0,2"
    assert lies(game, "slot Ana") == f"{slot} b-{BROWN['Ana']}"
    assert game.to_move == "Bob"


@pytest.mark.parametrize("words", ["tile none", "tile b-building NW", "tile b-worker E1", "tile w-die NB"])
def test_the_brown_tile_must_be_laid(words: str) -> None:
    """ruling 29: that tile, on a brown slot."""
    refused(opening(2, NAVA), f"{words} / P0")


@pytest.mark.parametrize(
    ("tile", "slot", "province", "line", "earned", "karma"),
    [
        ("w-die", "NB", [], "Q oS2 b4NE -o4 / +g", "2,-1", 1),
        ("w-money", "NB", [], "Q oS2 b4NE -o4", "2,2", 1),
        ("w-up", "NB", [], "Q oS2 b4NE -o4 / up Te", "2,-1", 1),
        ("w-karma", "NB", [], "Q oS2 b4NE -o4", "2,-1", 2),
        ("y-ob", "NE", [], "Q oS3 d4EW -o5", "0,1", 1),
        ("y-die", "NE", [], "Q oS3 d4EW -o5 / +p", "0,1", 1),
        ("y-money", "NE", [], "Q oS3 d4EW -o5", "0,5", 1),
        ("y-boat", "NE", [], "Q oS3 d4EW -o5 / stay", "0,1", 1),
        ("y-karma", "NE", [], "Q oS3 d4EW -o5", "0,1", 3),
        ("r-dice", "W3", WEST, "Q oS3 a3EW -o5 / +p +p", "0,1", 1),
        ("r-money", "W3", WEST, "Q oS3 a3EW -o5", "0,7", 1),
        ("r-boat", "W3", WEST, "Q oS3 a3EW -o5 / stay", "0,1", 1),
        ("r-up", "W3", WEST, "Q oS3 a3EW -o5 / up Te", "0,1", 1),
    ],
)
def test_yield_tiles(tile: str, slot: str, province: list[str], line: str, earned: str, karma: int) -> None:
    """[FR] L865-907 and ruling 30: the tile pays when connected, not the printed yield."""
    shown = "oS3" if "oS3" in line else "oS2"
    game = table(f"slot Ana {slot} {tile}", "dice Ana o4 o5", *province, show=shown, options=NAVA)
    assert claim(game, line) == earned
    assert has(game, "karma") == karma


@pytest.mark.parametrize(("tile", "colours"), [("y-ob", "ob"), ("y-gp", "gp"), ("y-og", "og"), ("y-bp", "bp")])
def test_yield_tiles_of_two_dice(tile: str, colours: str) -> None:
    """fact: dice of given colours."""
    game = table(f"slot Ana NE {tile}", "dice Ana o5", show="oS3", options=NAVA)
    play(game, "Q oS3 d4EW -o5", "draw oS1", "roll " + " ".join(f"{colour}2" for colour in colours))
    assert lies(game, "dice Ana") == " ".join(f"{colour}2" for colour in colours)


@pytest.mark.parametrize(
    ("tile", "lines", "earned"),
    [
        ("b-building", [], "2,4"),  # four in the province, and the new one
        ("b-bend", [], "6,-1"),  # e2 and the new one
        ("b-yield", [], "2,1"),  # itself
        ("b-yield", ["slot Ana ND w-money", "tile Ana d4 bS2NW"], "2,3"),
        ("b-yield", ["slot Ana NB w-money"], "2,1"),  # not connected
        ("b-up", ["up Ana 2,4,3,2"], "2,5"),
        ("b-up", [], "2,-1"),
        ("b-worker", [], "6,-1"),
        ("b-worker", ["at Ana workers 4 2"], "6,-1"),  # placed ones too
        ("b-river", ["at Ana boat 11"], "5,-1"),
        ("b-river", ["at Ana boat 12"], "6,-1"),
        ("b-river", ["at Ana boat 2"], "2,-1"),
        ("b-market", [], "2,-1"),
        ("b-market", ["tile Ana b4 oC1NE"], "3,-1"),  # one tile, though two markets
    ],
)
def test_brown_tiles(tile: str, lines: list[str], earned: str) -> None:
    """[FR] L854-856, L910-949, fact and ruling 32: by what the player has reached, the new tile included."""
    game = table(f"slot Ana E1 {tile}", *lines, *SOUTHEAST, "dice Ana o4", show="oS2", options=NAVA)
    assert claim(game, "Q oS2 e1NE -o4") == earned


def test_a_covered_bend_does_not_count() -> None:
    """ruling 32: visible tiles only."""
    lines = ["slot Ana E1 b-bend", *EAST, "tile Ana e2 gS5NSW over gS2"]
    game = table(*lines, "dice Ana o4", show="oS2", options=NAVA)
    assert claim(game, "Q oS2 e1NE -o4") == "4,-1"


def test_the_new_tile_counts_with_its_market() -> None:
    """ruling 32: that tile included; silk 2 and tea 1 pay 3."""
    game = table("slot Ana E1 b-market", *SOUTHEAST, "dice Ana o3 o4", show="oC1", options=NAVA)
    assert claim(game, "Q oC1 e1NE -o3 -o4") == "1,2"


def test_the_dancer_offers_a_yield_tile() -> None:
    """[FR] L873-881 and ruling 30: two dice, then an open tile, which pays nothing yet."""
    game = table("dice Ana o2", options=NAVA)
    assert claim(game, "P2 -o2 +g +g / tile y-money NE") == "0,0"
    assert lies(game, "slot Ana") == "NE y-money"
    play(game, "roll g1 g1")
    assert game.to_move == "Bob"


def test_the_dancers_tile_may_be_declined() -> None:
    """[FR] L977-978 and ruling 30."""
    game = play(table("dice Ana o2", options=NAVA), "P2 -o2 +g +g", "roll g1 g1")
    refused(game, "P0")
    play(game, "tile none")
    assert (lies(game, "slot Ana"), game.to_move) == ("", "Bob")


def dancer(*lines: str) -> Session:
    """Ana has been to the Dancer, a tile is to be named."""
    return play(table(*lines, "dice Ana o2", options=NAVA), "P2 -o2 +g +g", "roll g1 g1")


@pytest.mark.parametrize("slot", ["NB", "W3", "E1"])
def test_a_yield_tile_lies_on_its_colour(slot: str) -> None:
    """[FR] L877-878."""
    assert refused(dancer(), f"tile y-money {slot}") == "yield-slot"


def test_a_yield_tile_is_not_covered() -> None:
    """[FR] L869-870: only a free slot."""
    refused(dancer("slot Ana NE y-boat"), "tile y-money NE")


def test_a_yield_tile_that_is_gone() -> None:
    """[FR] L858-862: only what is still open; there is one boat of yellow."""
    refused(dancer("slot Bob NE y-boat"), "tile y-boat NE")


def test_brown_tiles_left_over_are_open_too() -> None:
    """[FR] L858-860 and ruling 30."""
    assert lies(play(dancer(), "tile b-bend W1"), "slot Ana") == "W1 b-bend"


def test_a_tile_on_a_connected_slot_pays_nothing() -> None:
    """ruling 30: the slot has been paid."""
    game = dancer("tile Ana b4 gS2NE")
    assert claim(game, "tile w-money NB") == "0,0"


def test_a_tile_on_a_connected_slot_counts_as_connected() -> None:
    """ruling 30: two yield tiles are connected, 4 money."""
    lines = ["slot Ana NB w-die", "tile Ana b4 bS2NE", "yields Ana NB", "slot Ana E1 b-yield"]
    game = table(*lines, *SOUTHEAST, "dice Ana o4", show="oS2", options=NAVA)
    assert claim(game, "Q oS2 e1NE -o4") == "2,3"


def test_the_dancer_of_the_river_offers_a_tile_too() -> None:
    """ruling 30."""
    game = table("at Ana boat 3", "dice Ana o1", options=NAVA)
    play(game, "H1 -o1 / P2 +g +g / tile r-up E3")
    assert lies(game, "slot Ana") == "E3 r-up"


def behind(ana: int, bob: int, left: int = 4) -> Session:
    """Bob is first and to move; Ana has placed all her workers."""
    at = [f"at Ana workers {ana} 0", f"at Bob workers {bob} {left}"]
    return table("round Bob", *at, first="Bob", options=NAVA)


def test_who_has_fewer_workers_takes_a_yield_tile() -> None:
    """[FR] L883-889 and ruling 31: a turn of its own, with a number."""
    game = play(behind(4, 5), "P0")
    assert (game.to_move, game.turn) == ("Ana", 2)
    assert game.play("tile r-money W3") == ["2 Ana: tile r-money W3 =0,0"]
    assert (game.to_move, lies(game, "slot Ana")) == ("Bob", "W3 r-money")


def test_one_worker_fewer_gives_one_tile() -> None:
    """ruling 31: not at the second turn without a worker."""
    game = play(behind(4, 5), "P0", "tile r-money W3", "P0")
    assert game.to_move == "Bob"


def test_two_workers_fewer_give_two_tiles() -> None:
    """[FR] L972-974 and ruling 31: and never a third."""
    game = play(behind(4, 6), "P0", "tile r-money W3", "P0")
    assert game.to_move == "Ana"
    play(game, "tile r-up E3", "P0")
    assert game.to_move == "Bob"


def test_three_workers_fewer_give_no_third_tile() -> None:
    """[FR] L972 and ruling 31."""
    game = play(behind(3, 6), "P0", "tile r-money W3", "Po", "roll o1", "tile r-up E3", "Pg", "roll g1")
    assert game.to_move == "Bob"


def test_as_many_workers_give_no_tile() -> None:
    """[FR] L883: only with fewer."""
    assert play(behind(5, 5), "P0").to_move == "Bob"


def test_the_tile_of_who_is_behind_may_be_declined() -> None:
    """[FR] L977-978 and ruling 31; the turn counts all the same."""
    game = play(behind(4, 5), "P0", "tile none")
    assert (game.to_move, lies(game, "slot Ana")) == ("Bob", "")
    assert play(game, "Po", "roll o1").to_move == "Bob"


def test_who_has_a_worker_takes_no_tile() -> None:
    """[FR] L886-887: only when none is left."""
    at = ["at Ana workers 4 1", "at Bob workers 5 4"]
    game = play(table("round Bob", *at, first="Bob", options=NAVA), "P0")
    refused(game, "tile r-money W3")
    play(game, "P0")
    assert game.to_move == "Bob"


def test_no_tiles_for_who_is_behind_once_the_end_has_come() -> None:
    """ruling 27."""
    at = ["at Ana workers 4 0", "at Bob workers 5 4 money 58 fame 31"]
    assert play(table("round Bob", *at, first="Bob", options=NAVA), "P0").over


def test_without_navaratnas_nobody_takes_a_tile() -> None:
    """[FR] L830-835: only in this variant."""
    game = play(table("round Bob", "at Ana workers 4 0", "at Bob workers 5 4", first="Bob"), "P0")
    assert game.to_move == "Bob"


# Mixed experience

EXPERT = ["expert Ana"]


def test_experts_hold_eight_dice_the_others_ten() -> None:
    """[FR] L984-988 and ruling 33."""
    eight = "o1 o2 o3 g1 g2 g3 b1 b2"
    bad_setup(f"dice Ana {eight} b3", options=EXPERT)
    assert table(f"dice Bob {eight} p1 p2", f"dice Ana {eight}", options=EXPERT).turn == 1


def test_experts_play_the_back_of_the_board() -> None:
    """[FR] L984-988 and ruling 33: NB is 1 money for Ana, karma for Bob."""
    game = table("dice Ana o4", "dice Bob g4", show="oS2 gS2", options=EXPERT)
    assert claim(game, "Q oS2 b4NE -o4") == "2,0"
    play(game, "draw oS3")
    assert claim(game, "Q gS2 b4NE -g4") == "2,-2"
    assert (has(game, "karma"), has(game, "karma", "Bob")) == (1, 2)


def test_five_workers_for_all() -> None:
    """[FR] L990 and ruling 33."""
    game = play(table("at Ana boat 20 workers 5 5", "dice Ana o1", options=EXPERT), "H1 -o1")
    assert has(game, "active") == 5


def test_experts_get_white_tiles_from_the_dancer() -> None:
    """[FR] L993-996 and ruling 33: paid at once; no other yield tiles."""
    game = play(table("dice Ana o2", options=EXPERT), "P2 -o2 +g +g", "roll g1 g1")
    refused(game, "tile y-money NE")
    play(game, "draw white money")
    assert (has(game, "money"), game.to_move) == (24, "Bob")


def test_experts_behind_take_no_tile() -> None:
    """ruling 33: rules 29 to 31 are off."""
    game = play(table("round Bob", "at Ana workers 4 0", "at Bob workers 5 4", first="Bob", options=EXPERT), "P0")
    assert game.to_move == "Bob"


def test_any_number_of_experts() -> None:
    """ruling 33."""
    game = table("dice Bob o4", show="oS2", first="Bob", options=["expert Ana", "expert Bob"])
    assert claim(game, "Q oS2 b4NE -o4") == "2,0"


# Ganga


def ganga(tile: str, *lines: str) -> Session:
    """A river tile on space 2, Ana's boat before it."""
    return table(f"river 2-{tile}", "at Ana boat 1", "dice Ana o1", *lines, options=["ganga"])


def river_due() -> Session:
    """The river tiles are due."""
    return play(fresh(2, ["ganga"]), f"draw {TOP}")


@pytest.mark.parametrize(
    "row",
    [
        RIVER,
        "2-anydice 3-ogb 4-gbp 5-dancer 6-yogi 7-raja 8-good 9-move",  # all eight lie
        "6-anydice 12-ogb 18-gbp 24-dancer",  # the next is 30
    ],
)
def test_river_tiles_are_laid(row: str) -> None:
    """[FR] L1000-1012 and ruling 34: 1 to 6 spaces on from the last one, until all lie or the end is reached."""
    game = play(river_due(), f"draw river {row}", f"roll Ana {ROLLS['Ana']}", f"roll Bob {ROLLS['Bob']}")
    assert lies(game, "river") == row


@pytest.mark.parametrize(
    "row",
    [
        "7-anydice 12-ogb 18-gbp 24-dancer",  # too far from the start
        "6-anydice 13-ogb 19-gbp 25-dancer",  # 7 on
        "6-anydice 12-ogb 18-gbp 23-dancer",  # a die always reaches another space
        "6-anydice 6-ogb 12-gbp 18-yogi 24-dancer",
        "6-anydice 12-anydice 18-gbp 24-dancer",
        "6-anydice 12-ogb 18-gbp 24-dancer 30-yogi",  # the last space stays bare
        "6-anydice 12-ogb 18-gbp 24-queen",
    ],
)
def test_river_tiles_that_cannot_lie_so(row: str) -> None:
    """[FR] L1001-1012 and ruling 34."""
    refused(river_due(), f"draw river {row}")


def test_the_worked_example_of_the_ganga() -> None:
    """[FR] L1004-1007: a 2: the tile covers the two karma of space 2."""
    game = play(ganga("ogb"), "H1 -o1")
    assert has(game, "karma") == 1


@pytest.mark.parametrize(("karma", "words"), [(0, ""), (1, " / +p"), (2, " / +p +b"), (3, " / +g +g +g")])
def test_a_river_tile_of_any_dice(karma: int, words: str) -> None:
    """[FR] L951-954: one of free colour for each level of karma."""
    game = ganga("anydice", f"at Ana boat 1 karma {karma}")
    assert claim(game, f"H1 -o1{words}") == "0,0"


@pytest.mark.parametrize(("tile", "roll"), [("ogb", "o1 g2 b3"), ("gbp", "g2 b3 p4")])
def test_a_river_tile_of_three_dice(tile: str, roll: str) -> None:
    """[FR] L956-957."""
    game = play(ganga(tile), "H1 -o1", f"roll {roll}")
    assert lies(game, "dice Ana") == roll


@pytest.mark.parametrize(("tile", "words"), [("dancer", "P2 +g +g"), ("yogi", "P3 +g"), ("raja", "P4 up Te")])
def test_a_river_tile_with_a_person(tile: str, words: str) -> None:
    """[FR] L959-962 and ruling 34: that person, no other."""
    other = "P6" if tile != "yogi" else "P4 up Te"
    refused(ganga(tile), f"H1 -o1 / {other}")
    game = play(ganga(tile), f"H1 -o1 / {words}")
    assert has(game, "boat") == 2


def test_a_river_tile_of_one_good() -> None:
    """[FR] L964-967: up to three markets, no die: of tea 3, 2, 2 and 2."""
    game = ganga("good", *MARKETS, "tile Ana e3 gC1SW")
    assert claim(game, "H1 -o1 / Mt") == "0,7"


@pytest.mark.parametrize("spaces", [1, 2, 3])
def test_a_river_tile_that_moves(spaces: int) -> None:
    """[FR] L969-970: one to three free spaces, and the gain there: 3 money; a person; a die."""
    gain = {1: "", 2: " / P4 up Te", 3: ""}[spaces]
    game = play(ganga("move"), f"H1 -o1 / H{spaces}{gain}")
    assert has(game, "boat") == 2 + spaces


@pytest.mark.parametrize("words", ["", " / H0", " / H4"])
def test_a_river_tile_that_moves_moves(words: str) -> None:
    """ruling 34: at least 1, at most 3."""
    refused(ganga("move"), f"H1 -o1{words}")


def test_no_river_tiles_without_the_module() -> None:
    """[FR] L104: not used in the normal game."""
    refused(play(fresh(), f"draw {TOP}"), f"draw river {RIVER}")


def test_ganga_with_navaratnas() -> None:
    """ruling 34: combines with the others."""
    game = opening(3, ["ganga", "navaratnas"])
    assert (lies(game, "river"), game.to_move) == (RIVER, "Ana")


# Where rules meet


def test_a_tile_turned_up_may_be_taken_in_the_same_turn() -> None:
    """ruling 4: the yield's boat reaches the Master Builder, who lays the tile that was just turned up."""
    game = table("at Ana boat 3", "tile Ana c3 oS2NE", "dice Ana o2 o5", show="oS3")
    play(game, "Q oS3 d4EW -o5", "draw oS5")
    assert claim(game, "boat / P5 oS5 c3NES -o2") == "0,5"
    assert lies(game, "tile Ana c3") == "oS5NES over oS2"


def test_dice_still_to_be_rolled_count_as_held() -> None:
    """ruling 9 and notation: NW's die fills the ninth hand; of the two dice of space 33 one fits."""
    game = table("at Ana money 28", "dice Ana o1 o2 o5 g1 g2 b1 b2 p1 p2", show="oS3")
    play(game, "Q oS3 b4EW -o5", "draw oS1", "+g / +o", "roll g6", "roll o6")
    assert (len(lies(game, "dice Ana").split()), has(game, "money"), game.to_move) == (10, 34, "Bob")


def test_fame_by_the_levels_when_the_tile_is_laid() -> None:
    """ruling 14: the market's money brings an upgrade before the mill pays, which comes too late for it."""
    game = table("at Ana money 12 boat 6", "taken Ana 20,5", "dice Ana o6")
    assert claim(game, "Q oC2 c3NS -o6 / boat / up Mi") == "2,0"
    assert lies(game, "up Ana") == "2,2,2,3"


def test_brown_tiles_by_what_was_there_when_the_tile_was_laid() -> None:
    """ruling 32: the fifth worker comes with the fame of the tile and does not count."""
    lines = ["slot Ana E1 b-worker", "at Ana fame 13", *SOUTHEAST, "dice Ana o4"]
    game = table(*lines, show="oS2", options=NAVA)
    assert claim(game, "Q oS2 e1NE -o4") == "6,-1"
    assert has(game, "active") == 5


def test_a_tile_of_the_money_track_passes_the_bridge() -> None:
    """[FR] L712-716 and ruling 22: a boat move of a bonus passes it too."""
    game = table("at Ana money 43 boat 20 karma 0")
    assert claim(game, "P0 / boat") == "0,2"
    assert (has(game, "boat"), has(game, "active")) == (21, 5)


def test_fame_5_with_all_buildings_at_4() -> None:
    """ruling 16: nothing is asked."""
    assert claim(table("at Ana fame 4", "up Ana 4,4,4,4", "dice Ana o1"), "P1 -o1") == "2,0"


def test_fame_5_with_one_building_left() -> None:
    """ruling 16: that one it is, and it is said."""
    game = table("at Ana fame 4", "up Ana 4,4,4,3", "dice Ana o1")
    refused(game, "P1 -o1")
    refused(game, "P1 -o1 / up Te")
    assert claim(game, "P1 -o1 / up Mi") == "2,0"


def test_a_tile_turn_is_a_next_turn() -> None:
    """ruling 16: the upgrade of fame 5 counts from then on."""
    lines = ["round Bob", "late Ana Te", "up Ana 3,2,2,2", "at Ana workers 4 0", "at Bob workers 5 4"]
    game = table(*lines, first="Bob", options=NAVA)
    assert lies(game, "late Ana") == "Te"
    assert lies(play(game, "P0"), "late Ana") == ""


def test_turns_without_a_worker_count_though_nothing_is_due() -> None:
    """ruling 31: at Ana's first such turn Bob has as many; at the second he has one more, which is one too few."""
    at = ["at Ana workers 5 0", "at Bob fame 14 workers 5 4"]
    game = table("round Bob", *at, "dice Bob o1", first="Bob", options=NAVA)
    play(game, "P0")
    assert game.to_move == "Bob"
    play(game, "P1 -o1")
    assert (has(game, "active", "Bob"), game.to_move) == (6, "Bob")


def test_a_worker_that_cannot_be_placed_is_no_turn_without_a_worker() -> None:
    """ruling 31."""
    lines = [
        "round Bob",
        "at Ana workers 4 1",
        "at Bob workers 5 4",
        "used P0,P0,Po,Pg,Pb,Pp",
        "quarry 4",
        "assorted Bob",
    ]
    game = table(*lines, "dice Bob o1 o3", first="Bob", options=NAVA)
    play(game, "P0")
    assert game.to_move == "Bob"


def test_a_tile_that_moves_near_the_end() -> None:
    """rulings 20 and 34: beyond 30 there is nothing."""
    game = table("river 29-move", "at Ana boat 28", "dice Ana o1", options=["ganga"])
    refused(game, "H1 -o1 / H2")
    assert claim(game, "H1 -o1 / H1") == "6,0"


def test_the_portuguese_pays_a_river_tile() -> None:
    """ruling 34: the tile replaces the gain, 2 fame."""
    game = table("river 6-good", *MARKETS, "dice Ana o6", options=["ganga"])
    assert claim(game, "P6 -o6 / Ms") == "0,2"


def test_a_cover_turns_a_yield_tile_into_nothing() -> None:
    """rulings 17 and 30: a slot reached by a cover is connected and never paid."""
    lines = ["tile Ana b4 oS2NE", "slot Ana NW y-money", "dice Ana g5 p2"]
    game = table(*lines, show="pS5", options=NAVA)
    assert claim(game, "P5 -g5 pS5 b4NEW -p2") == "0,2"


def test_yields_already_paid_stay_paid() -> None:
    """ruling 15: a cover takes the road from NB; a later one cannot be paid for it."""
    game = table("tile Ana b4 oS2NE", "dice Ana g5 p2", show="pS5")
    play(game, "P5 -g5 pS5 b4ESW -p2", "draw pS1")
    assert (has(game, "karma"), lies(game, "yields Ana")) == (1, "NW,NB")


def test_an_assorted_market_of_the_river_is_not_a_space() -> None:
    """ruling 6: with two players the space stays free for the other."""
    game = play(table("at Ana boat 8", "dice Ana o1"), "H1 -o1")
    assert claim(game, "Ma") == "0,0"


def test_the_first_player_ends_the_game_after_the_others_last_turn() -> None:
    """[FR] L786-791: a second one who crosses later in the phase with more distance wins."""
    at = ["at Ana money 58 fame 31", "at Bob money 58 fame 33"]
    game = play(table(*at), "P0", "P0")
    assert (game.scores, game.winners) == ({"Ana": 0, "Bob": 2}, ["Bob"])


def test_a_die_given_back_may_be_taken_again_by_the_same_gain() -> None:
    """ruling 9: one green die is left, a second comes from the hand."""
    game = table(SOLD_OUT, "dice Ana o1 o2 o3 o4 o5 g1 b1 b2 b3 p1")
    assert claim(game, "P2 -o2 +g +g xg1") == "0,0"
    assert lies(play(game, "roll g2 g3"), "dice Ana") == "o1 o3 o4 o5 g2 g3 b1 b2 b3 p1"


def test_a_colour_sold_out_is_not_named_though_a_die_of_it_is_given_back() -> None:
    """ruling 9: what is sold out is settled before."""
    game = table(SOLD_OUT, "dice Ana o1 o2 o3 o4 o5 g1 g2 b1 b2 b3")
    assert refused(game, "P2 -o2 +o +g xg1") == "gain"
    assert claim(game, "P2 -o2 +o +p xg1") == "0,0"


def test_dice_by_karma_of_a_colour_nearly_sold_out() -> None:
    """ruling 9: two of three orange dice are lost."""
    game = table("dice Bob o1 o1 o1 o1 o1 o1 o1 o1 o1 o1", "at Ana boat 4 karma 3", "dice Ana o2 b1")
    play(game, "H1 -b1")
    assert refused(game, "roll o1 o1") == "roll-colours"
    assert lies(play(game, "roll o6"), "dice Ana") == "o2 o6"


def test_a_bonus_may_move_the_boat_to_a_river_tile() -> None:
    """[FR] L738-745 and L969-970: one space to the tile, one on to 3 money."""
    game = table("river 2-move", "at Ana money 11 boat 1", options=["ganga"])
    assert claim(game, "P0 / boat / H1") == "0,5"


def test_the_portuguese_passes_the_bridge() -> None:
    """[FR] L714-716."""
    game = play(table("at Ana boat 15 karma 0", "dice Ana o6"), "P6 -o6")
    assert (has(game, "boat"), has(game, "active")) == (21, 5)


def test_the_white_tile_of_a_river_dancer() -> None:
    """[FR] L603-607 and ruling 19: dice, then a white tile, paid at once."""
    game = play(table("at Ana boat 3", "dice Ana o1"), "H1 -o1 / P2 +g +g", "roll g1 g1", "draw white karma")
    assert (has(game, "karma"), game.to_move) == (2, "Bob")

"""What the tracks, tiles and yields pay: workers, bonuses, several yields."""

import pytest

import pbem
from pbem.errors import HeaderError
from tests.rajas.tools import EAST, MARKETS, SOUTHEAST, WEST, claim, has, lies, opening, play, refused, table, written

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


# What they pay


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
    assert refused(game, "up Te / +o +o") == "open-gain"
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


# Several yields, and their names


def test_a_name_before_each_of_two_yields() -> None:
    """canonical: both, also the last; without a step the name stands alone."""
    game = table("dice Ana o5")
    assert written(game, "Q oS4 b4NEW -o5 / NB: / NW: +g") == "Q oS4 b4NEW -o5 / NB: / NW: +g"


def test_two_yields_without_names_are_paid_in_the_order_of_the_table() -> None:
    """ruling 14 and canonical: both are named in what is stored."""
    game = play(table("dice Ana o5"), "Q oS4 b4NEW -o5", "draw oS1")
    assert written(game, "+g") == "NW: +g / NB:"


def test_two_yields_without_names_in_one_line() -> None:
    """ruling 14 and canonical: NW comes before NB in the table."""
    assert written(table("dice Ana o5"), "Q oS4 b4NEW -o5 / +g") == "Q oS4 b4NEW -o5 / NW: +g / NB:"


def test_two_yields_without_names_and_without_choices() -> None:
    """ruling 14 and canonical: NE, 2 money, comes before ND, karma."""
    game = table("dice Ana o5", options=["navaratnas"])
    assert game.play("Q oS4 d4NEW -o5") == ["1 Ana: Q oS4 d4NEW -o5 / NE: / ND: =2,1"]


def test_one_yield_has_no_name() -> None:
    """canonical: with one yield there is no name."""
    game = play(table("dice Ana o5", show="oS3"), "Q oS3 b4EW -o5", "draw oS1")
    assert game.play("+g") == ["1 Ana: +g =0,5"]


def test_a_line_may_stop_after_a_name() -> None:
    """notation: the next one goes on without it."""
    game = table("dice Ana o5")
    assert written(game, "Q oS4 b4NEW -o5 / NW:") == "Q oS4 b4NEW -o5 / NW:"
    play(game, "draw oS1")
    assert written(game, "+g / NB:") == "+g / NB:"


@pytest.mark.parametrize("name", ["NE", "S", "E1"])
def test_only_yields_newly_connected_are_named(name: str) -> None:
    """notation: a yield by name."""
    game = table("dice Ana o5")
    play(game, "Q oS4 b4NEW -o5", "draw oS1")
    assert refused(game, f"{name}: / NB: / NW: +g") == "yield-none"


def test_a_yield_is_named_once() -> None:
    """canonical: each of them."""
    game = play(table("dice Ana o5"), "Q oS4 b4NEW -o5", "draw oS1")
    assert refused(game, "NB: / NB: / NW: +g") == "yield-none"


@pytest.mark.parametrize("name", ["NW", "ne", "NB", "nd", "S", "s"])
def test_names_that_are_yields(name: str) -> None:
    """notation: no player may be called so."""
    said = f"^`{name}` cannot be a player's name: it is a word of moves in Rajas of the Ganges$"
    with pytest.raises(HeaderError, match=said):
        pbem.new("rajas", [f"{name}=red", "Bob=blue"], kind="manual", first="Bob", id="test")


@pytest.mark.parametrize("name", ["Nora", "Sam", "NO", "Ma"])
def test_names_that_are_no_yields(name: str) -> None:
    """notation: others are free."""
    game = pbem.new("rajas", [f"{name}=red", "Bob=blue"], kind="manual", first="Bob", id="test")
    assert game.header.names == [name, "Bob"]


def test_the_parts_of_a_named_yield_are_paid_as_printed() -> None:
    """ruling 14: the die of NW is named before its money brings the boat of 12."""
    lines = ["at Ana money 9", "taken Ana 5", "dice Ana o5"]
    assert refused(table(*lines), "Q oS4 b4NEW -o5 / NW: stay / +p / NB:") == "open-gain"
    game = table(*lines)
    assert game.play("Q oS4 b4NEW -o5 / NW: +p / stay / NB:") == ["1 Ana: Q oS4 b4NEW -o5 / NW: +p / stay / NB: =2,4"]

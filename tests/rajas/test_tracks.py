"""Workers, and the bonuses of both tracks."""

import pytest

from tests.rajas.tools import MARKETS, claim, has, lies, opening, play, refused, table

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

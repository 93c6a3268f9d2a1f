"""The market."""

import pytest

from tests.rajas.tools import MARKETS, claim, play, refused, table


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
    assert refused(table("assorted Bob"), "Ma") == "space-taken"


@pytest.mark.parametrize("players", [3, 4])
def test_with_three_or_four_players_two_spaces_for_assorted_goods(players: int) -> None:
    """fact and [FR] L451-456."""
    assert claim(table("assorted Bob", players=players), "Ma") == "0,0"
    assert refused(table("assorted Bob,Cid", players=players), "Ma") == "space-taken"


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

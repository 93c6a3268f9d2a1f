"""The market, and the palace: terraces, balconies, chambers."""

import pytest

from tests.rajas.tools import FULL, MARKETS, claim, has, lies, play, refused, table

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


# Palace


@pytest.mark.parametrize(("players", "spaces"), [(2, 3), (3, 5), (4, 5)])
def test_the_outer_terrace(players: int, spaces: int) -> None:
    """[FR] L476-477 and fact: 2 money; three spaces with two players, else five."""
    places = ["P0"] * (spaces - 1)
    assert claim(table("used " + ",".join(places), players=players), "P0") == "0,2"
    assert refused(table("used " + ",".join([*places, "P0"]), players=players), "P0") == "space-taken"


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
    assert refused(table("dice Ana o1 g1 b1 p1"), f"{space} -{space[1]}1") == "no-space"


def test_a_balcony_asks_for_its_colour() -> None:
    """[FR] L493-498."""
    assert refused(table("dice Ana g2"), "Pbo -g2") == "die-colour"
    assert refused(table("dice Ana g2"), "Pbo -b2") == "die-not-there"
    assert refused(table("dice Ana b2"), "Pbo") == "notation"


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
    assert (
        refused(table("dice Ana p2", "tile Ana c3 oS2NE", show="pS5"), f"P{person}{CHAMBERS[person]}") == "die-needed"
    )


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
    assert refused(game, "draw white money") == "due-roll"


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

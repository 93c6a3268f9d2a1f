"""The harbour and the river, with the tiles of the Ganga."""

from itertools import product
from typing import Any

import pytest

import pbem
from pbem.rules.rajas.state import State
from pbem.session import Session
from tests.rajas.tools import (
    MARKETS,
    PLAYERS,
    RIVER,
    ROLLS,
    TOP,
    bad_setup,
    claim,
    fresh,
    ganga,
    has,
    lies,
    opening,
    play,
    refused,
    table,
)

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
    """[FR] L558-574: one to the value, for 1, 2 or 3 only."""
    gains = {1: " / +g +g"}
    for number in range(1, 5):
        line = f"H{number} -o{value}{gains.get(number, '')}"
        game = table(f"dice Ana o{value}")
        if number in spaces:
            play(game, line)
            assert has(game, "boat") == number
        else:
            assert refused(game, line) == "die-harbour"


@pytest.mark.parametrize("value", range(1, 7))
def test_the_boat_never_goes_0_spaces(value: int) -> None:
    """ruling 20: the boat moves 1 to 3 spaces, wherever it lies."""
    assert refused(table(f"dice Ana o{value}"), f"H0 -o{value}") == "die-harbour"


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
    assert refused(table("at Ana boat 30", "dice Ana o1"), "H1 -o1") == "beyond"


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
    assert refused(game, "H1 -o1 / Mt -o4") == "open-good"
    assert refused(game, "H1 -o1") == "open-good"
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
    assert refused(table("at Ana boat 3", "dice Ana o1"), "H1 -o1 / P1") == "open-palace"


def test_a_person_by_the_river_leaves_his_space_free() -> None:
    """[FR] L605-607: nobody stands there."""
    game = play(table("at Ana boat 3", "dice Ana o1", "dice Bob o4"), "H1 -o1 / P4 up Te")
    assert claim(game, "P4 -o4 up Mi") == "0,3"


def test_no_entrance_die_by_the_river() -> None:
    """[FR] L606 and ruling 23."""
    assert refused(table("at Ana boat 3", "dice Ana o1 g4"), "H1 -o1 / P4 -g4 up Te") == "die-not-needed"


def test_the_difference_is_spent_by_the_river_too() -> None:
    """ruling 23: the Master Builder's."""
    game = table("at Ana boat 3", "dice Ana o1", "tile Ana c3 oS2NE", show="pS5")
    assert refused(game, "H1 -o1 / P5 pS5 c3NES") == "dice-few"


def test_the_portuguese_by_the_river_is_barred_at_the_end() -> None:
    """ruling 23: space 24 is not yet one of the last six."""
    game = table("at Ana boat 23", "dice Ana o1")
    assert claim(game, "H1 -o1 / P6") == "6,0"


# Ganga


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
    ("row", "reason"),
    [
        ("7-anydice 12-ogb 18-gbp 24-dancer", "position"),  # too far from the start
        ("6-anydice 13-ogb 19-gbp 25-dancer", "position"),  # 7 on
        ("6-anydice 12-ogb 18-gbp 23-dancer", "few"),  # a die always reaches another space
        ("6-anydice 6-ogb 12-gbp 18-yogi 24-dancer", "position"),
        ("6-anydice 12-anydice 18-gbp 24-dancer", "twice"),
        ("6-anydice 12-ogb 18-gbp 24-dancer 30-yogi", "position"),  # the last space stays bare
        ("6-anydice 12-ogb 18-gbp 24-queen", "tile"),
    ],
)
def test_river_tiles_that_cannot_lie_so(row: str, reason: str) -> None:
    """[FR] L1001-1012 and ruling 34."""
    assert refused(river_due(), f"draw river {row}") == f"river-{reason}"


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
    assert refused(ganga(tile), f"H1 -o1 / {other}") == "open-person"
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
    assert refused(ganga("move"), f"H1 -o1{words}") == "open-move"


def test_no_river_tiles_without_the_module() -> None:
    """[FR] L104: not used in the normal game."""
    assert refused(play(fresh(), f"draw {TOP}"), f"draw river {RIVER}") == "due-rolls"


def test_ganga_with_navaratnas() -> None:
    """ruling 34: combines with the others."""
    game = opening(3, ["ganga", "navaratnas"])
    assert (lies(game, "river"), game.to_move) == (RIVER, "Ana")


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_river_takes_a_die_for_the_roll_that_passes_its_end(seed: str) -> None:
    """ruling 34: events of dice go on where the river stopped, so the first dice are those the seed has next."""
    game = pbem.new("rajas", PLAYERS[:2], seed=seed, options=["ganga"], id="r")
    assert game.dealer is not None
    state: Any = game.state
    laid = len(state.river)
    rolled = laid + (laid < len(state.facts.ganga))
    sides = [game.dealer.choose("die", rolled + at, 6) + 1 for at in range(4)]
    assert game.log[2] == "roll Ana " + " ".join(f"{c}{side}" for c, side in zip("ogbp", sides, strict=True))


def test_a_boat_reaches_what_others_leave_free() -> None:
    """ruling 20: counted one by one, wherever the others are."""
    state = table(players=3).state
    assert isinstance(state, State)
    mouth = state.facts.mouth
    for here, *others in product((0, 1, *range(mouth - 5, mouth + 1)), repeat=len(state.players)):
        between = [at for at in (here, *others) if 0 < at < mouth]
        if len(set(between)) < len(between):
            continue  # there is room for one
        for player, at in zip(state.players, (here, *others), strict=True):
            player.boat = at
        state.player = state.players[0]
        free = [at for at in range(here + 1, mouth + 1) if at not in others or at == mouth]
        for most in (1, 3, 6):
            assert state.reach(most) == len(free[:most])
            assert state.sailed(most) == (free[most - 1] if len(free) >= most else 0)

"""The Navaratnas, and experts beside others."""

import pytest

from pbem.session import Session
from tests.rajas.tools import (
    BROWN,
    EAST,
    NAVA,
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

# Navaratnas


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
    assert refused(game, "draw brown Bob worker") == "brown-names"
    assert refused(game, "draw brown Bob worker, Ana worker") == "brown-twice"
    assert refused(game, "draw brown Ana worker, Bob bend") == "brown-names"
    play(game, "draw brown Bob worker, Ana bend")
    assert game.to_move == "Bob"


@pytest.mark.parametrize("slot", ["W1", "E1"])
def test_its_slot_is_named_first(slot: str) -> None:
    """[FR] L850-852 and ruling 29: one of two, as the first step of the first turn."""
    game = opening(2, NAVA)
    assert refused(game, "P0") == "open-brown"
    assert claim(game, f"tile b-{BROWN['Ana']} {slot} / P0") == "0,2"
    assert lies(game, "slot Ana") == f"{slot} b-{BROWN['Ana']}"
    assert game.to_move == "Bob"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("tile none", "open-brown"),
        ("tile b-building NW", "yield-slot"),
        ("tile b-worker E1", "yield-tile"),
        ("tile w-die NB", "yield-tile"),
    ],
)
def test_the_brown_tile_must_be_laid(words: str, reason: str) -> None:
    """ruling 29: that tile, on a brown slot."""
    assert refused(opening(2, NAVA), f"{words} / P0") == reason


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
    assert refused(game, "P0") == "open-lay"
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
    assert refused(dancer("slot Ana NE y-boat"), "tile y-money NE") == "yield-slot"


def test_a_yield_tile_that_is_gone() -> None:
    """[FR] L858-862: only what is still open; there is one boat of yellow."""
    assert refused(dancer("slot Bob NE y-boat"), "tile y-boat NE") == "yield-tile"


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
    assert refused(game, "tile r-money W3") == "open-place"
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
    assert refused(game, "tile y-money NE") == "draw-due"
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

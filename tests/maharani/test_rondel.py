"""The rules of Maharani: the refill at the end of a turn, and centre tiles without a cell."""

import pytest

from pbem.errors import HeaderError, IllegalMove, NotYourTurn, StaleMove
from pbem.game import CHANCE
from tests.maharani.tools import ONE_CENTRE, bag, cells, full_but, out, refused, slots, table

# The end of a turn


@pytest.mark.parametrize(
    ("line", "draw", "left"),
    [
        ("1-b8", "draw 1:yN", "yN oC rSE vW"),
        ("3-e3", "draw 3:yN", "bN oC yN vW"),
        ("1-b8 / 4-d2", "draw 1:yN 4:gC", "yN oC rSE gC"),
        ("4-d2 / 2-e8E", "draw 2:yN 4:gC", "bN yN rSE gC"),
    ],
)
def test_empty_slots_are_filled_in_rising_order(line: str, draw: str, left: str) -> None:
    """book, end of turn: as many tiles are drawn as slots are empty, the lowest slot first."""
    game = table("bN oC rSE vW", players=3)
    game.play(line)
    assert (game.state.actor, game.to_move) == (CHANCE, "Bob")
    assert refused(game, "2 Bob: R") == (IllegalMove, "draw-due")
    assert game.play(draw) == [draw]
    assert slots(game) == left
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


@pytest.mark.parametrize(
    ("draw", "reason"),
    [
        ("draw 1:yN", "draw-missing"),
        ("draw 4:gC 1:yN", "draw-order"),
        ("draw 1:yN 3:gC", "draw-order"),
        ("draw 1:yN 4:gC 4:gC", "draw-extra"),
        ("draw 1:yN 4:bN", "not-in-bag"),
        ("draw 1:yN 4:vW", "not-in-bag"),
        ("draw x:gC 1:yN 4:rC", "keep"),
    ],
)
def test_no_more_and_no_fewer_tiles_are_drawn(draw: str, reason: str) -> None:
    """book, end of turn: one tile for each empty slot, in order, from the bag; none is thrown away yet."""
    game = table("bN oC rSE vW")
    game.play("1-b8 / 4-d2")
    assert refused(game, draw) == (IllegalMove, reason)


def test_without_a_gap_nothing_is_drawn() -> None:
    """book, end of turn: after a refresh no slot is empty, so the next player moves at once."""
    game = table("bN oC rSE vW")
    game.play("R")
    assert refused(game, "draw 1:yN") == (IllegalMove, "draw-not-due")
    assert game.play("1-f8") == ["2 Bob: 1-2f8E+r =2"]


def test_the_next_player_moves_then() -> None:
    """book, end of turn: after the refill it is the next player's turn, and nobody else's."""
    game = table("bN oC rSE vW")
    game.play("1-b8", "draw 1:yN")
    assert refused(game, "Ana: R") == (NotYourTurn, "")
    assert refused(game, "2 Cid: R") == (NotYourTurn, "")
    assert refused(game, "1 Bob: R") == (StaleMove, "")
    assert game.play("2 Bob: R") == ["2 Bob: R =0"]


# Special case 1: eight cells for twelve centre tiles. Only d8 is left of them here.


def test_centre_tiles_leave_the_rondel_when_their_cells_are_full() -> None:
    """book, case 1: with all eight cells taken every centre tile on the rondel leaves the game; other tiles stay."""
    game = table("bC rC yC oE", ONE_CENTRE)
    assert cells(game, 2) == "d8"
    game.play("1-d8E")
    assert slots(game) == "- - - oE"
    assert out(game) == "rC yC"
    assert (game.state.actor, game.to_move) == (CHANCE, "Bob")
    assert game.log == ["1 Ana: 1-1d8E =1"]


def test_centre_tiles_stay_while_a_cell_is_left() -> None:
    """book, case 1: before that none leaves the game, neither from the rondel nor from the bag."""
    game = table("bC rC yC oE", ONE_CENTRE)
    game.play("4-f8")
    assert slots(game) == "bC rC yC -"
    assert refused(game, "draw x:gC 4:vN") == (IllegalMove, "keep")
    game.play("draw 4:gC")
    assert slots(game) == "bC rC yC gC"
    assert out(game) == ""


def test_centre_tiles_drawn_later_leave_the_game() -> None:
    """book, case 1: a centre tile drawn after that leaves the game at once, and another is drawn for the slot."""
    game = table("bC rC yC oE", ONE_CENTRE)
    game.play("1-d8E")
    assert refused(game, "draw 1:gN 2:vN 3:gC") == (IllegalMove, "throw-away")
    assert refused(game, "draw 1:gN 2:vN x:yE 3:bS") == (IllegalMove, "keep")
    assert refused(game, "draw 1:gN 2:vN x:gC") == (IllegalMove, "draw-missing")
    assert refused(game, "draw 1:gN 2:vN 3:yE x:gC") == (IllegalMove, "draw-extra")
    assert game.play("draw 1:gN 2:vN x:gC 3:yE") == ["draw 1:gN 2:vN x:gC 3:yE"]
    assert slots(game) == "gN vN yE oE"
    assert out(game) == "rC yC gC"
    assert bag(game) == "bS bW rS rW vC"
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


def test_two_centre_tiles_drawn_one_after_the_other() -> None:
    """book, case 1: two thrown away in a row; the rondel is full again all the same."""
    game = table("bC rC yC oE", ONE_CENTRE)
    game.play("1-d8E", "draw x:gC x:vC 1:gN 2:vN 3:yE")
    assert slots(game) == "gN vN yE oE"
    assert out(game) == "rC yC gC vC"
    assert bag(game) == "bS bW rS rW"


def test_nothing_but_centre_tiles_left_in_the_bag() -> None:
    """book, cases 1 and 2: if only centre tiles are in the bag all of them go, and the slots stay empty."""
    game = table("bC oE yE gC", full_but("d8 f8 g8"))
    assert game.play("1-d8E") == ["1 Ana: 1-1d8E =1"]
    assert refused(game, "draw x:rC x:yC") == (IllegalMove, "draw-missing")
    assert refused(game, "draw 1:rC x:yC x:vC") == (IllegalMove, "throw-away")
    assert game.play("draw x:rC x:yC x:vC") == ["draw x:rC x:yC x:vC"]
    assert slots(game) == "- oE yE -"
    assert out(game) == "gC rC yC vC"
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


@pytest.mark.parametrize(("slot", "tile"), [(1, "rC"), (4, "vC")])
def test_no_centre_tile_can_lie_on_the_rondel_after_that(slot: int, tile: str) -> None:
    """book, case 1: so a setup with all eight cells taken and a centre tile in a slot is refused."""
    with pytest.raises(HeaderError, match=f"slot {slot} has {tile}, but all centre cells are taken") as caught:
        table("", full_but("f8 g8 f1") + f"\nslot {slot} {tile}")
    assert caught.value.details == {"slot": slot}

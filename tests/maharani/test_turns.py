"""The rules of Maharani: the course of the game, the second tile, markers, claims, and the end of a turn."""

import pytest

import pbem
from pbem.errors import HeaderError, IllegalMove, NotationError, NotYourTurn, StaleMove, WrongClaim
from pbem.game import CHANCE, END, Illegal
from pbem.rules.maharani.moves import REFRESH, Placement
from pbem.rules.maharani.notation import read_cell
from tests.maharani.tools import (
    ONE_CENTRE,
    bag,
    cells,
    full_but,
    out,
    placements,
    refused,
    shown,
    slots,
    supply,
    table,
    up,
)
from tests.support import PLAYERS, position

# Course of the game


def test_the_first_player_is_chosen_at_random() -> None:
    """book, course, and ruling 9: chance names the first player, unless somebody is named."""
    games = [pbem.new("maharani", PLAYERS["maharani"][4], seed=str(n), id="test") for n in range(40)]
    assert {game.to_move for game in games} == {"Ana", "Bob", "Cid", "Dana"}
    assert all(game.header.drawn for game in games)
    named = pbem.new("maharani", PLAYERS["maharani"][4], seed="1", id="test", first="Cid")
    assert (named.to_move, named.header.drawn) == ("Cid", False)


@pytest.mark.parametrize(
    ("players", "seats", "first", "order"),
    [
        (4, {}, "Ana", "Ana Bob Cid Dana Ana"),
        (4, {}, "Cid", "Cid Dana Ana Bob Cid"),
        (4, {"Ana": "N", "Bob": "S", "Cid": "E", "Dana": "W"}, "Ana", "Ana Cid Bob Dana Ana"),
        (3, {}, "Ana", "Ana Bob Cid Ana Bob"),
        (3, {"Ana": "S", "Bob": "E", "Cid": "N"}, "Ana", "Ana Cid Bob Ana Cid"),
        (2, {}, "Bob", "Bob Ana Bob Ana Bob"),
    ],
)
def test_turns_go_clockwise(players: int, seats: dict[str, str], first: str, order: str) -> None:
    """book, course: turns pass on clockwise, from seat to seat, whatever the order in which players are listed."""
    tiles = "slot 1 bC\nslot 2 oC\nslot 3 rC\nslot 4 yC"
    game = position(tiles, players=PLAYERS["maharani"][players], first=first, **seats)
    moved = []
    for _ in range(5):
        moved.append(str(game.to_move))
        game.play("R")
    assert moved == order.split()
    assert game.turn == 6


@pytest.mark.parametrize(("side", "quarters"), [("N", "1234"), ("E", "2341"), ("S", "3412"), ("W", "4123")])
def test_the_rondel_is_turned_towards_the_player(side: str, quarters: str) -> None:
    """book, course: a turn begins with turning the arrow to one's own marker; the tiles go round with it."""
    tiles = "slot 1 bC\nslot 2 oC\nslot 3 rC\nslot 4 yC\nup Ana -"
    game = position(tiles, players=PLAYERS["maharani"][4], Ana=side)
    found = {(step.slot + 1, step.quarter + 1) for step in placements(game)}
    assert found == {(slot, int(quarter)) for slot, quarter in enumerate(quarters, 1)}


def test_the_rondel_is_turned_at_the_beginning_of_every_turn() -> None:
    """book, course: the next player turns it on: for Bob in the east slot 4 comes to lie over quarter 1."""
    game = table("bC oC rC yC", "up Ana -\nup Bob -")
    assert cells(game, 4) == "a4 d1"
    game.play("R")
    assert game.to_move == "Bob"
    assert cells(game, 4) == "a5 d8"


def test_a_player_must_place_or_refresh() -> None:
    """book, course: one of the two actions has to be done, and never both."""
    game = table("bE oC rSE vW")
    assert refused(game, "1 Ana:") == (NotationError, "")
    assert refused(game, "1 Ana: pass") == (NotationError, "")
    assert refused(game, "1-b8 / R") == (IllegalMove, "refresh-second")
    assert refused(game, "R / 1-b8") == (IllegalMove, "finished")
    assert refused(game, "R / R") == (IllegalMove, "finished")
    with pytest.raises(Illegal) as caught:
        game.state.apply(END)
    assert caught.value.reason == "nothing-placed"


def test_a_first_tile_must_be_placed() -> None:
    """book, 1a: a turn of placing has at least one tile: it can stop after that, not before."""
    state = table("bE oC rSE vW").state
    assert END not in state.steps()
    assert REFRESH in state.steps()
    state.apply(Placement(0, 0, read_cell("b8"), 0, "g"))
    assert END in state.steps()
    assert REFRESH not in state.steps()


# The second tile


def test_a_second_tile_may_be_placed() -> None:
    """book, 1b: after the first tile the player may stop, or place one more; a third one is too much."""
    assert table("bN oC rSE vW").play("1-b8") == ["1 Ana: 1-1b8E =1"]
    game = table("bN oC rSE vW")
    assert refused(game, "1-b8 / 3-e3 / 4-d2") == (IllegalMove, "finished")
    assert game.play("1-b8 / 4-d2") == ["1 Ana: 1-1b8E / 4-4d2E =0"]
    assert slots(game) == "- oC rSE -"
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", CHANCE)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1-b8 / 1-a6", "slot-empty"),
        ("1-c8 / 4-c8", "occupied"),
        ("1-b8 / 2-c7", "pattern"),
        ("1-b8 / 3-e3E", "arrow"),
        ("1-b8 / 3-2e3", "quarter"),
        ("1-b8 / 3-b7", "marker"),
        ("1-b8 / 4-d2+g", "artisan-arrow"),
        ("1-b8 / 4-b1+g", "artisan-arrow"),
        ("1-b8 / 4-c1+r", "artisan-wrong"),
    ],
)
def test_the_second_tile_keeps_the_rules_of_the_first(line: str, reason: str) -> None:
    """book, 1b: placing is ruled as for the first tile; the slot of the first one is not filled in between."""
    assert refused(table("bN oC rSW vW", "up Ana 1,2,4"), line) == (IllegalMove, reason)


def test_the_second_tile_counts_what_the_first_one_changed() -> None:
    """book, 1b: gold and artisans as for the first tile: here the artisan just set has to move on to the second."""
    game = table("bE bN rSE vW")
    assert refused(game, "1-b8 / 2-a6+g") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8 / 2-a6") == ["1 Ana: 1-1b8N+g / 2-1a6N+b8 =2"]  # 2 and 2, less 2
    assert shown(game, "b8 a6") == "bN- bNg"
    assert supply(game)["g"] == 7
    assert up(game) == "1,3,4"


def test_two_tiles_into_other_quarters_turn_two_markers_down() -> None:
    """book, 1a and 1b: each tile that goes to another quarter costs the marker of the slot it comes from."""
    game = table("bN oC rSE vW")
    assert game.play("1-f8 / 4-g8+") == ["1 Ana: 1-2f8E / 4-2g8N+g =1"]
    assert up(game) == "2,3"


def test_the_second_tile_costs_two_gold() -> None:
    """book, 1b: the player goes back by 2 at the end of a turn of two tiles, and only of such a turn."""
    one = table("bN oC rSE vW", "score Ana 20")
    assert one.play("1-b8") == ["1 Ana: 1-1b8E =1"]
    assert one.scores["Ana"] == 21
    two = table("bN oC rSE vW", "score Ana 20")
    assert two.play("1-b8 / 4-b1") == ["1 Ana: 1-1b8E / 4-4b1S =0"]
    assert two.scores["Ana"] == 20
    none = table("bN oC rSE vW", "score Ana 20")
    assert none.play("R") == ["1 Ana: R =0"]
    assert none.scores["Ana"] == 20


def test_example_of_the_second_tile_of_red() -> None:
    """book, 1b, example: red's second tile brings 4, and at the end of the turn red goes back by 2."""
    drawn = """
    7 -S- SE- SW- -S- -S- SE- SW- rEr
    6 -N- NE- NW- NE- NW- NE- yN- -N-
    score Bob 10
    """
    # In the east slot 1 lies over quarter 2 and slot 4 over quarter 1.
    alone = table("yW oC rSE gSW", drawn, first="Bob")
    assert alone.play("1-h6") == ["1 Bob: 1-2h6E+r =4"]
    assert alone.scores["Bob"] == 14
    game = table("yW oC rSE gSW", drawn, first="Bob")
    assert game.play("4-c7 / 1-h6") == ["1 Bob: 4-1c7N / 1-2h6E+r =3"]  # 1 and 4, less 2
    assert game.scores["Bob"] == 13
    assert shown(game, "g6 h6 h7") == "yN- yEr rEr"


# Turning markers up again


def test_refresh_turns_all_own_markers_up() -> None:
    """book, 2: all markers of the player lie face up again; nothing else is done in that turn."""
    game = table("bN oC rSE vW", "up Ana -\nup Bob 2\nscore Ana 5\nat e6 bNW g")
    assert game.play("R") == ["1 Ana: R =0"]
    assert [up(game, name) for name in game.header.names] == ["1,2,3,4", "2", "1,2,3,4", "1,2,3,4"]
    assert game.scores == {"Ana": 5, "Bob": 0, "Cid": 0, "Dana": 0}
    assert slots(game) == "bN oC rSE vW"
    assert shown(game, "e6") == "bNg"
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


def test_refreshed_markers_can_be_used_from_the_next_turn() -> None:
    """book, 2: they can be used again only in the player's next turn, as nothing may be placed after a refresh."""
    game = table("bN oC rSE vW", "up Ana -", players=2)
    assert refused(game, "1-f8") == (IllegalMove, "marker")
    assert refused(game, "R / 1-f8") == (IllegalMove, "finished")
    game.play("R", "R")
    assert game.play("1-f8") == ["3 Ana: 1-2f8E =1"]
    assert up(game) == "2,3,4"


# What a line may claim


@pytest.mark.parametrize(
    ("line", "right"),
    [("1-b8 =2", 1), ("1-b8 / 4-d2 =2", 0), ("R =1", 0), ("2-e8N =1", 2)],
)
def test_a_claim_must_be_right(line: str, right: int) -> None:
    """claim: what the turn earns, the cost of the second tile included; a wrong one is refused with both numbers."""
    game = table("bN oC rSE vW")
    with pytest.raises(WrongClaim) as caught:
        game.play(line)
    claimed = int(line.split("=")[1])
    assert caught.value.details == {"earned": [right], "written": [claimed]}
    assert game.log == []
    assert game.play(line.replace(f"={claimed}", f"={right}"))[0].endswith(f" ={right}")


def test_a_claim_has_the_own_pay_of_a_quarter_and_nobody_elses() -> None:
    """claim: the pay of the player who moves is in it, that of the others is not."""
    game = table("gN oS bC yN", full_but("1 3 4 f8", "g:e8,e7 r:g8,h7,e6"))
    assert refused(game, "2-f8 =1")[0] is WrongClaim
    assert refused(game, "2-f8 =16")[0] is WrongClaim
    assert game.play("2-f8 =7") == ["1 Ana: 2-2f8W =7"]
    assert game.scores == {"Ana": 7, "Bob": 9, "Cid": 0, "Dana": 0}


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

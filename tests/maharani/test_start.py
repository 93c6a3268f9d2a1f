"""The rules of Maharani: components, and getting ready."""

from collections import Counter
from typing import Any

import pytest

import pbem
from pbem.errors import HeaderError, IllegalMove
from pbem.game import CHANCE
from pbem.rules.maharani.notation import cell_name
from tests.maharani.tools import BARE, bag, cells_of, full_but, out, placements, refused, slots, supply, table, up
from tests.support import PLAYERS, new_manual, position

# Components and aim


def test_there_are_sixty_tiles_ten_in_each_of_six_colours() -> None:
    """book, components: 60 tiles, 10 of each of 6 colours; end of turn, case 1: 12 of them have a centre column."""
    tiles = bag(new_manual("maharani", 4)).split()
    assert len(tiles) == 60
    assert Counter(tile[0] for tile in tiles) == dict.fromkeys("borygv", 10)
    assert Counter(min(2, len(tile[1:])) if tile[1:] != "C" else 0 for tile in tiles) == {0: 12, 1: 24, 2: 24}


def test_the_palace_has_four_quarters() -> None:
    """book, getting ready, 1: four quarters, clockwise from the north-west; 14 cells each, 2 for centre tiles."""
    game = new_manual("maharani", 2)
    picture = game.rules.paint.board(game.view())
    assert picture == [
        "x -a- -b- -c- -d- -e- -f- -g- -h-",
        "q -1- -1- -1- -1- -2- -2- -2- -2-",
        *BARE.split("\n")[1:5],
        "q -4- -4- -4- -4- -3- -3- -3- -3-",
        *BARE.split("\n")[5:9],
        "x -a- -b- -c- -d- -e- -f- -g- -h-",
    ]
    state: Any = game.state
    assert [area.bit_count() for area in state.facts.quarters] == [14, 14, 14, 14]
    assert [(area & state.facts.centre).bit_count() for area in state.facts.quarters] == [2, 2, 2, 2]


def test_tiles_and_artisans_bring_gold() -> None:
    """book, aim: gold comes from each tile and from each artisan: here one for the tile and one for the artisan."""
    game = table("bE oC rSE vW")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+g =2"]
    assert game.scores == {"Ana": 2, "Bob": 0, "Cid": 0, "Dana": 0}


def test_a_finished_quarter_pays_its_artisans() -> None:
    """book, aim: when a quarter is finished its artisans get their last pay, whoever finished it."""
    game = table("bC gN yN oS", full_but("1 3 4 f8", "r:e8,e7"), first="Cid")
    assert game.play("4-f8") == ["1 Cid: 4-2f8W =1"]
    assert game.scores == {"Ana": 0, "Bob": 6, "Cid": 1, "Dana": 0}


# Getting ready


def test_all_tiles_are_in_the_bag_at_first() -> None:
    """book, getting ready, 3: all sixty tiles go into the bag, and none lies anywhere else."""
    game = new_manual("maharani", 3)
    assert len(bag(game).split()) == 60
    assert slots(game) == "- - - -"
    assert out(game) == ""
    assert game.state.actor == CHANCE


def test_four_tiles_are_drawn_into_slots_1_to_4_in_order() -> None:
    """book, getting ready, 4: four tiles one after the other, for slots 1, 2, 3 and 4 in this order."""
    game = new_manual("maharani", 2)
    assert refused(game, "draw 2:oC 1:bSE 3:rN 4:gW") == (IllegalMove, "draw-order")
    assert refused(game, "draw 1:bSE 2:oC 3:rN") == (IllegalMove, "draw-missing")
    assert refused(game, "draw 1:bSE 2:oC 3:rN 4:gW 1:vC") == (IllegalMove, "draw-extra")
    assert refused(game, "draw 1:bSE 2:oC 3:bSE 4:gW") == (IllegalMove, "not-in-bag")
    assert refused(game, "draw x:rC 1:bSE 2:oC 3:rN 4:gW") == (IllegalMove, "keep")
    assert refused(game, "R") == (IllegalMove, "draw-due")
    assert game.play("draw 1:bSE 2:oC 3:rN 4:gW") == ["draw 1:bSE 2:oC 3:rN 4:gW"]
    assert slots(game) == "bSE oC rN gW"
    assert len(bag(game).split()) == 56
    assert (game.turn, game.to_move, game.state.actor) == (1, "Ana", 0)
    assert refused(game, "draw 1:vC") == (IllegalMove, "draw-not-due")


def test_a_bag_holds_each_tile_as_often_as_there_are() -> None:
    """book, components: the two blue centre tiles can both be drawn, a third one is not there."""
    game = new_manual("maharani", 2)
    assert refused(game, "draw 1:bC 2:bC 3:bC 4:oN") == (IllegalMove, "not-in-bag")
    game.play("draw 1:bC 2:bC 3:oC 4:oN")
    assert slots(game) == "bC bC oC oN"


@pytest.mark.parametrize("side", "NESW")
def test_tiles_on_the_rondel_point_where_its_arrow_points(side: str) -> None:
    """book, getting ready, 4 and end of turn: tiles lie as the rondel does, so for every seat they turn alike."""
    game = position("slot 1 bSE\nslot 2 oC\nslot 3 rN\nslot 4 gW", players=PLAYERS["maharani"][4], Ana=side)
    arrows = {(cell_name(step.cell), "NESW"[step.arrow]) for step in placements(game) if step.slot == 0}
    on = {"SE": "N", "SW": "E", "NW": "S", "NE": "W"}
    two_halves = {cell: token[:2] for cell, token in cells_of(BARE).items() if token[:2] in on}
    assert arrows == {(cell, on[printed]) for cell, printed in two_halves.items()}


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["Ana=green", "Bob=green", "Cid=blue"], "the colour green is taken twice"),
        (["Ana=green,red", "Bob=red,blue"], "the colour red is taken twice"),
        (["Ana=green", "Bob=red", "Cid=pink"], "`pink` is no colour"),
        (["Ana=green,red", "Bob=yellow", "Cid=blue"], "Ana needs 1 colour with 3 players"),
        (["Ana=green,yellow", "Bob=red"], "Bob needs 2 colours with 2 players"),
        (["Ana=green"], "for 2 to 4 players, not 1"),
    ],
)
def test_each_player_chooses_a_colour(players: list[str], said: str) -> None:
    """book, getting ready: everybody takes one colour, with two players two, and no colour goes to two players."""
    with pytest.raises(HeaderError, match=said):
        pbem.new("maharani", players, kind="manual", first="Ana")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_action_markers_lie_face_up(players: int) -> None:
    """book, getting ready: each player has a marker for each quarter on the rondel, all of them usable."""
    game = new_manual("maharani", players)
    assert [up(game, name) for name in game.header.names] == ["1,2,3,4"] * players


@pytest.mark.parametrize(
    ("players", "artisans"),
    [
        (4, {"g": 8, "r": 8, "b": 8, "y": 8}),
        (3, {"g": 10, "r": 10, "b": 10}),
        (2, {"g": 7, "y": 7, "r": 7, "b": 7}),
    ],
)
def test_artisans_by_number_of_players(players: int, artisans: dict[str, int]) -> None:
    """book, getting ready: 8 artisans with four players, 10 with three, 7 in each of two colours with two."""
    assert supply(new_manual("maharani", players)) == artisans


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_without_gold(players: int) -> None:
    """book, getting ready: the score markers begin at 0."""
    assert list(new_manual("maharani", players).scores.values()) == [0] * players


@pytest.mark.parametrize(("players", "seats"), [(2, "SN"), (3, "SWN"), (4, "SWNE")])
def test_everybody_has_a_side_of_the_board(players: int, seats: str) -> None:
    """book, getting ready: each player puts the position marker on a side of their own."""
    game = new_manual("maharani", players)
    assert [player.seat for player in game.header.players] == list(seats)
    with pytest.raises(HeaderError, match=r"^the seat N is taken twice$"):
        new_manual("maharani", players, seats={"Ana": "N", "Bob": "N"})

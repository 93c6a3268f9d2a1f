"""Position lines."""

import pytest

import pbem
from pbem.errors import PbemError
from tests.rajas.tools import EAST, SOUTHEAST, TOP, bad_setup, begun, lies, opening, position, read, table

EVERY = [
    "turn 17",
    "round Bob",
    "mogul Bob",
    "quarry 2",
    "harbour 1",
    "used P0,P0,Pg,Pbo,P1,Ms",
    "assorted Ana,Bob",
    "top oS1 oC2 oT1 gS3 gC3 gT5 bS4 bC1 bT2 pS3 pC1 pT5",
    "white die,up",
    "river 4-ogb 8-yogi 10-move 16-anydice 22-good 23-raja 29-gbp",
    "at Ana money 21 fame 16 karma 2 boat 4 workers 5 2",
    "up Ana 2,3,2,4",
    "dice Ana o4 g1",
    "taken Ana 12,20,33,5,15",
    "tile Ana b4 oS3EW over oS2",
    "tile Ana c3 gS6NESW",
    "yields Ana NW,NB",
    "at Bob money 9 fame 4 karma 0 boat 0 workers 3 1",
    "up Bob 3,2,2,2",
    "late Bob Te",
    "dice Bob p6",
    "at Cid money 5 fame 0 karma 3 boat 30 workers 3 3",
]


def test_a_setup_with_every_line() -> None:
    """notation: lines in their order; defaults are left out."""
    text = "\n".join(EVERY)
    players = ["Ana=yellow", "Bob=red", "Cid=blue"]
    game = pbem.new("rajas", players, kind="manual", first="Ana", options=["ganga"], setup=text, id="test")
    assert position(game) == EVERY
    assert f"\nfirst Ana\n{text}\n" in game.record()
    assert read(game.record()).record() == game.record()


def test_bonuses_at_or_below_the_markers_are_taken_by_default() -> None:
    """notation."""
    game = table("taken Ana 12,20,5")
    assert lies(game, "taken Ana") == ""
    assert lies(table("taken Ana 12,5"), "taken Ana") == "12,5"


def test_yields_reached_are_connected_by_default() -> None:
    """notation."""
    assert lies(table("tile Ana b4 oS2NE", "yields Ana NB"), "yields Ana") == ""


def test_a_slot_is_for_navaratnas() -> None:
    """notation: `slot NAME NE y-boat`."""
    bad_setup("slot Ana NE y-boat")
    game = table("slot Ana NE y-boat", options=["navaratnas"])
    assert lies(game, "slot Ana") == "NE y-boat"


@pytest.mark.parametrize(
    "line",
    [
        "tile Ana b3 oS2NE",  # not connected
        "tile Ana a4 oS6NESW",
        "tile Ana b4 oS2NS",  # a bend
        "tile Ana b4 oS4NES",  # on offer
        "tile Ana b4 oS2NE over oS3",  # not dearer
        "up Ana 2,3,5,2",
        "dice Ana o7",
        "taken Ana 13",
        "yields Ana XX",
        "used P0,P0,P0,P0",
        "used Po,Po",
        "used Pog",
        "quarry 5",
        "harbour 4",
        "white die,die,die",
        "river 2-ogb",
        "crossed Ana",
        "at Ana karma 4",
        "at Ana boat 31",
        "at Ana workers 6 1",
        "at Ana workers 4 5",
        "round Eve",
    ],
)
def test_setups_that_cannot_be(line: str) -> None:
    """notation: what the components do not allow."""
    assert bad_setup(line)


def test_every_pile_is_in_top() -> None:
    """notation: 12 piles, an empty one too; what lies nowhere is below."""
    assert bad_setup(show="oS-")
    others = ["b2 oS1NES", "b3 oS4ESW", "c2 oS3NS", "c3 oS6NESW", "d3 oS5NEW", "e3 oS2SW"]
    game = table(*(f"tile Bob {tile}" for tile in others), show="oS-")
    assert lies(game, "top").split()[0] == "oS-"


def test_the_opening_in_position_lines() -> None:
    """notation: nothing but what is not usual."""
    assert position(opening())[:2] == ["turn 1", f"top {TOP}"]
    assert lies(opening(), "at Bob") == "money 4 fame 0 karma 1 boat 0 workers 3 3"


def test_ports_of_the_east() -> None:
    """ruling 2: two provinces in which nothing is reached."""
    assert lies(table(*EAST), "yields Ana") == ""
    assert lies(table(*SOUTHEAST, "yields Ana -"), "yields Ana") == ""


def test_in_the_middle_of_a_turn_there_is_nothing_to_set_up() -> None:
    game = begun()
    game.play("P2 -g2 +o +b")
    with pytest.raises(PbemError, match="in the middle"):
        game.setup()
    assert "at Ana" in game.setup(1)

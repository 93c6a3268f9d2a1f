"""Position lines."""

import pytest

import pbem
from pbem.errors import PbemError
from tests.rajas.tools import EAST, SOUTHEAST, TOP, bad_setup, begun, lies, opening, play, position, read, table

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
    ("line", "said"),
    [
        ("tile Ana b3 oS2NE", "a tile of Ana is not connected to the residence"),
        ("tile Ana a4 oS6NESW", "nothing can be built on a4"),
        ("tile Ana z9 oS2NE", "it should read `tile NAME b4 oC5NEW over oS2`"),
        ("tile Ana b4 oS2", "it should read `tile NAME b4 oC5NEW over oS2`"),
        ("tile Ana b4 oS2NE over", "it should read `tile NAME b4 oC5NEW over oS2`"),
        ("tile Ana b4 oS2NS", "oS2 cannot lie with roads NS"),
        ("tile Ana b4 oS4NES", "oS4 lies elsewhere already"),  # on offer
        ("tile Ana b4 oS9NES", "there is no tile `oS9`"),
        ("tile Ana b4 oS2NE over oS3", "oS2 is not dearer than what it covers"),
        ("up Ana 2,3,5,2", "a building is worth 2 or 3 or 4"),
        ("up Ana 2,3", "it should read `up NAME 2,3,2,4`"),
        ("late Ana Xx", "the buildings are Te Pa Fo Mi"),
        ("late Bob Te", "nothing of Bob was upgraded late"),
        ("dice Ana o7", "it should read `dice NAME o4 g1`"),
        ("dice Ana", "it should read `dice NAME o4 g1`"),
        ("dice Ana o1 o2 o3 o4 o5 o6 o1 o2 o3 o4 o5", "Ana can hold 10 dice"),
        ("taken Ana 13", "`13` is no bonus, or is there twice"),
        ("taken Ana 12,12", "`12` is no bonus, or is there twice"),
        ("taken Ana x", "it should read `taken NAME 12,20,5`"),
        ("yields Ana XX", "the yields are "),
        ("yields Ana", "it should read `yields NAME NW,NB`"),
        ("used P0,P0,P0,P0", "with a worker each"),
        ("used Po,Po", "with a worker each"),
        ("used Pog", "with a worker each"),
        ("used P0,", "with a worker each"),
        ("quarry 5", "`5` should be a number from 0 to 4"),
        ("quarry x", "`x` should be a number from 0 to 4"),
        ("harbour 4", "`4` should be a number from 0 to 3"),
        ("white die,die,die", "there are 2 each of die money up karma"),
        ("white gold", "there are 2 each of die money up karma"),
        ("river 2-ogb", "this game is played without ganga"),
        ("crossed Ana", "the markers of Ana have not met"),
        ("crossed Ana,Ana", "a player crosses once"),
        ("at Ana karma 4", "`4` should be a number from 0 to 3"),
        ("at Ana boat 31", "`31` should be a number from 0 to 30"),
        ("at Ana workers 6 1", "`6` should be a number from 3 to "),
        ("at Ana workers 4 5", "`5` should be a number from 0 to 4"),
        ("round Eve", "no player is called `Eve`"),
        ("mogul Eve", "no player is called `Eve`"),
        ("turn 0", "`0` should be a number from 1 to 99999"),
        ("turn 1 2", "it should read `turn 17`"),
    ],
)
def test_setups_that_cannot_be(line: str, said: str) -> None:
    """notation: what the components do not allow."""
    assert said in bad_setup(line)


MET = {name: f"at {name} money 65 fame 30" for name in ("Ana", "Bob", "Cid", "Dana")}


def test_who_has_crossed() -> None:
    """ruling 27: whoever is named has met; of all others it is seen at the end of their turn."""
    assert "the markers of Cid have not met" in bad_setup("round Bob", MET["Bob"], "crossed Bob,Cid", players=4)
    game = table("round Bob", MET["Bob"], MET["Cid"], "crossed Bob", players=4)
    assert lies(game, "crossed") == "Bob"
    play(game, "P0")
    assert lies(game, "crossed") == "Bob"


def test_of_the_player_to_move_it_is_seen_after_the_turn() -> None:
    """[FR] L807-829: so the last example of the book is set up."""
    game = table("round Bob", MET["Bob"], MET["Dana"], "crossed Bob,Dana", MET["Ana"], players=4)
    assert lies(game, "crossed") == "Bob,Dana"
    assert play(game, "P0").winners == ["Ana"]


@pytest.mark.parametrize(
    ("river", "said"),
    [
        ("30-ogb", "`30` should be a number from 1 to 29"),  # the last space stays bare
        ("0-ogb", "`0` should be a number from 1 to 29"),
        ("x-ogb", "`x` should be a number from 1 to 29"),
        ("2-queen", "`2-queen` is no river tile, or is there twice"),
        ("2", "`2` is no river tile, or is there twice"),
        ("2-ogb 8-ogb", "`8-ogb` is no river tile, or is there twice"),
        ("2-ogb 2-yogi", "two tiles lie on space 2"),
    ],
)
def test_rivers_that_cannot_be(river: str, said: str) -> None:
    """ruling 34: on the spaces from 1 to the last but one, each tile once."""
    assert said in bad_setup(f"river {river}", options=["ganga"])
    game = table("river 29-ogb 1-yogi", options=["ganga"])
    assert lies(game, "river") == "1-yogi 29-ogb"


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

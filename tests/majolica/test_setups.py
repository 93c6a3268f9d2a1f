"""Position lines: how they are written, which are refused, which positions can be set up."""

import pytest

import pbem
from pbem.errors import HeaderError, PbemError
from pbem.game import CHANCE
from tests.majolica.tools import (
    DECK,
    FOUR,
    GRID,
    SHOWN,
    STARTERS,
    bad_setup,
    lies,
    opening,
    position,
    read,
    refused,
    solo,
    table,
)
from tests.support import ROOT

# Setups

SETUP = """turn 46
round 9 Ana
box 3ygb 3ryb
grid ygbr rrgy brby ybgx
display 3ryg x 4rrrg+ 4rygb 4rygb 7rrgbbb
under 3rgb 4ggbb
hall 2,3
done Ana 3ryg,7rryygg
token Ana 2
shop Ana 1 rryv
shop Ana 4 rrb
slot Ana 2 4rggg+ rg
slot Ana 3 5rrygb
mission Ana takes rg
start Bob 3rgb
mission Bob first done"""


def test_a_setup_line_by_line() -> None:
    """setup: each line, read and written again as it is."""
    game = pbem.new(
        "majolica", ["Ana", "Bob"], kind="manual", first="Ana", options=["missions"], setup=SETUP, id="test"
    )
    assert position(game) == SETUP.splitlines()
    assert (game.turn, game.to_move) == (46, "Ana")
    assert game.scores == {"Ana": 12, "Bob": 0}
    assert f"\nfirst Ana\n{SETUP}\n" in game.record()
    assert read(game.record()).record() == game.record()


def test_a_solo_setup_line_by_line() -> None:
    """setup: tiles revealed in earlier turns and in this one keep their order."""
    lines = ["turn 10", "round 3 Ana", "gone rbyg", "tiles bryy", "display " + " ".join(SHOWN), "hall 3,3"]
    game = pbem.new("majolica", ["Ana"], kind="manual", first="Ana", setup="\n".join(lines), id="test")
    assert position(game) == lines
    game.play("y:1 / swap")
    assert lies(game, "gone") == "rbygbryy"


def test_a_setup_is_read_in_any_case_and_order_of_letters() -> None:
    """setup, canonical: any order is read; grid, gone and tiles keep theirs."""
    game = table("SHOP ana 1 VYRR", "Slot ANA 2 4GRRR+ RG", "done BOB 3gyr,7ggyyrr", hall="2,3", grid=GRID.upper())
    assert (lies(game, "shop Ana 1"), lies(game, "slot Ana 2")) == ("rryv", "4rrrg+ rg")
    assert (lies(game, "done Bob"), lies(game, "grid")) == ("3ryg,7rryygg", GRID)


def test_what_is_empty_is_left_out_of_a_setup() -> None:
    """setup: so what is not said is empty; without a grid it is still to be drawn."""
    game = table("round 1 Ana", grid="", display="", hall="3,3")
    assert position(game) == ["turn 1", "round 1 Ana", "hall 3,3"]
    assert refused(game, "draw cards " + " ".join(SHOWN)) == "draw-other"
    game.play(f"draw grid {GRID}", "draw cards " + " ".join(SHOWN))
    assert game.to_move == "Ana"


def test_a_solo_setup_without_tiles_waits_for_them() -> None:
    """setup: no line = to be drawn."""
    game = solo("gone rbyg", tiles="")
    assert refused(game, "all:1") == "draw-due"
    game.play("draw tiles rygb")
    assert game.state.actor == 0


def test_first_of_a_setup_is_the_player_to_move() -> None:
    """setup: `round` names the first player of the round, who may be another."""
    game = table("round 2 Bob", first="Ana")
    assert (game.to_move, lies(game, "round")) == ("Ana", "2 Bob")


def test_the_deck_of_a_setup_is_what_is_named_nowhere() -> None:
    """setup: the full set with the starting cards, less all cards named."""
    lines = ("box 3ygb", "done Ana 4rryy", "slot Bob 1 4rrgg r", "start Bob 3rgb", "under 4rrbb")
    for card in ("4rryy", "4rrgg", "4rrbb", SHOWN[1]):
        game = table(*lines, display=f"x {' '.join(SHOWN[1:])}")
        assert refused(game, f"draw cards {card}") == "not-in-deck"
    for card in ("3ygb", "3rgb", "3ryg", SHOWN[0]):
        game = table(*lines, display=f"x {' '.join(SHOWN[1:])}")
        assert game.play(f"draw cards {card}") == [f"draw cards {card}"]


def test_a_starting_card_of_a_setup_is_placed_in_the_first_turn() -> None:
    """setup: `start` is a card not yet placed."""
    game = table("turn 5", "start Ana 3ryg")
    assert refused(game, "a1-a4:1") == "start-due"
    game.play("start 3 / a1-a4:1")
    assert lies(game, "slot Ana 3") == "3ryg"


@pytest.mark.parametrize(
    "mission",
    [
        "takes rg",
        "fragments yb",
        "violet vv",
        "violet",
        "first",
        "first done",
        "double done",
        "five",
        "fours",
        "ladder",
    ],
)
def test_missions_of_a_setup(mission: str) -> None:
    """setup: tiles on it; a v for each violet tile received; first and double: done."""
    other = "takes" if not mission.startswith("takes") else "five"
    game = table(f"mission Ana {mission}", f"mission Bob {other}", options=["missions"])
    assert lies(game, "mission Ana") == mission


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("shop Ana 5 r",), "`5` should be a number from 1 to 4"),
        (("shop Ana 0 r",), "`0` should be a number from 1 to 4"),
        (("shop Ana 1",), "it should read `shop NAME NUMBER TILES`"),
        (("shop Ana 1 rx",), "it should read `shop NAME NUMBER TILES`"),
        (("shop Cid 1 r",), "no player is called `Cid`"),
        (("slot Ana 4 4rryy",), "`4` should be a number from 1 to 3"),
        (("slot Ana 1",), "it should read `slot NAME NUMBER CARD TILES`"),
        (("slot Ana 1 4rryx",), "it should read `slot NAME NUMBER CARD TILES`"),
        (("box 4rryy",), "only starting cards are in the box"),
        (("start Ana 4rryy",), "`4rryy` is no starting card"),
        (("start Ana 3rry+",), "`3rry+` is no starting card"),
        (("mission Ana takes",), "this game is played without missions"),
        (("token Ana x",), "it should read `token NAME POINTS`"),
        (("turn 0",), "`0` should be a number from 1 to 99999"),
        (("turn x",), "`x` should be a number from 1 to 99999"),
        (("round 9",), "it should read `round NUMBER NAME`"),
        (("round 9 Cid",), "no player is called `Cid`"),
        (("round Ana 9",), "`Ana` should be a number from 1 to 99999"),
        (("shop Ana 1 rr", "shop Ana 1 yy"), "that is said twice"),
        (("tiles rygb",), "it should read `tiles TILES`"),
        (("done Ana 4ryybb",), "there is no card `4ryybb`"),
        (("gone rygb",), "it should read `gone TILES`"),
        (("under zz",), "there is no card `zz`"),
        (("under",), "it should read `under CARD CARD`"),
        (("done Ana 3zz",), "it should read `done NAME CARD,CARD`"),
        (("token Ana -1",), "it should read `token NAME POINTS`"),
        (("slot Ana 1 4rryy bb",), "4rryy has no space for bb"),
        (("slot Ana 1 3ryg ryg",), "3ryg has all its tiles: a completed card does not stay in its slot"),
        (("start Ana zz",), "it should read `start NAME CARD`"),
        (("shown five x first",), "this game is played without missions"),
        (("round x Ana",), "`x` should be a number from 1 to 99999"),
        (("turn",), "it should read `turn 46`"),
    ],
)
def test_lines_that_cannot_stand_in_a_setup(lines: tuple[str, ...], said: str) -> None:
    """setup: forms, numbers, names, what exists; missions only with the option; said once."""
    with pytest.raises(HeaderError) as caught:
        table(*lines)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"grid": "rrrr ryyy yggg gbbb"}, "4 large tiles"),
        ({"grid": "rygb ygbr gbry bry"}, "rows of 4"),
        ({"grid": "rygb ygbr gbry"}, "rows of 4"),
        ({"grid": "rygb ygbr gbry bryv"}, "grid"),
        ({"display": "7ygggbb 7rrgbbb"}, "6 places"),
        ({"hall": "4,3"}, "hall"),
        ({"hall": "3,4"}, "hall"),
        ({"hall": "3"}, "hall"),
    ],
)
def test_grids_displays_and_halls_that_cannot_be(more: dict[str, str], said: str) -> None:
    """setup: four rows of four with at most four of a colour, six places, no more tokens than there are."""
    assert said in bad_setup(**more)


@pytest.mark.parametrize(
    ("gone", "tiles"),
    [("rrrr", "ryyy"), ("rrrryyyyggggbbbb", "rygb"), ("rrr", "yyyy"), ("rrrr", "yyy"), ("rrrv", "yyyy")],
)
def test_revealed_tiles_that_cannot_be(gone: str, tiles: str) -> None:
    """setup: four for each turn of the round, four of each colour."""
    assert bad_setup(f"gone {gone}", tiles=tiles)


def test_a_position_can_be_taken_up_anywhere() -> None:
    """notation, a record: the setup of a position is that position, also between draws and in the last round."""
    game = opening(2, ["bloom"])
    script = ["start 2 / a1-a4:1", "start 1 / card 2-1 / d4:2", "b4:1 / swap 2-3", "c4:1 / card 3-2"]
    for line in [*script, "b1-d1:3"]:
        game.play(line)
        again = pbem.new("majolica", setup=game.setup(), kind="manual", id="test")
        assert position(again) == position(game)
        assert (again.to_move, again.turn, again.header.options) == (game.to_move, game.turn, ["bloom"])


# Setups that cannot be


@pytest.mark.parametrize(
    ("lines", "options", "why"),
    [
        (["start Ana 3ryg", "start Bob 3ryg"], (), "only one starting card 3ryg"),
        (["box 3ryg", "start Ana 3ryg"], (), "only one starting card 3ryg"),
        (["box 3ryg 3ygb 3rgb", "start Ana 3ygb"], (), "only one starting card 3ygb"),
        (["shown five x first", "mission Ana takes"], ("missions",), "drafted from the right"),
        (["shown five x first", "mission Bob takes", "round 1 Bob"], ("missions",), "drafted from the right"),
        (["shown five x first", "mission Bob takes", "round 1 Ana", "turn 2"], ("missions",), ""),
    ],
)
def test_setups_that_cannot_be(lines: list[str], options: tuple[str, ...], why: str) -> None:
    if not why:
        assert table(*lines, options=options).to_move == "Ana"
        return
    with pytest.raises(HeaderError, match=why):
        table(*lines, options=options)


def test_a_name_may_end_with_a_mission() -> None:
    """`mission Ana takes g` is Ana's, `mission Ana takes five` that of Ana takes."""
    players = ["Ana", "Ana takes"]
    lines = ["mission Ana takes g", "mission Ana takes five"]
    game = table(*lines, players=players, options=("missions",))
    again = pbem.new("majolica", kind="manual", setup=game.setup())
    assert again.key == game.key


@pytest.mark.parametrize(("game_id", "players"), [("maharani", ["Ana=g,y", "Bob=r,b"]), ("majolica", ["Ana", "Bob"])])
@pytest.mark.parametrize("line", ["turn , 4", "turn ,", "turn 4,"])
def test_a_comma_behind_the_first_word_is_refused(game_id: str, players: list[str], line: str) -> None:
    with pytest.raises(HeaderError, match="position line `turn"):
        pbem.new(game_id, players, kind="manual", first="Ana", setup=line)


def test_over_there_is_nothing_to_set_up() -> None:
    game = pbem.load(str(ROOT / "examples" / "majolica-demo.pbem"))
    with pytest.raises(PbemError, match="the game is over"):
        game.setup()


def test_a_pasted_solo_board_has_its_tiles() -> None:
    game = opening(1)
    game.play("draw tiles rggb")
    pasted = "\n".join(game.rules.paint.board(game.view()))
    again = pbem.new("majolica", ["Ana"], kind="manual", setup=f"round 1 Ana\ndisplay 3ryg x x x x x\n{pasted}")
    assert "tiles rggb" in again.rules.position(again.state, ["Ana"])


# Positions that can be set up


@pytest.mark.parametrize(
    "lines",
    [
        ("shop Ana 1 rrryyy", "slot Ana 1 7rryygg"),
        ("shop Bob 1 rrryyy", "slot Bob 1 7rryygg"),
        ("shop Ana 2 rryygv", "slot Ana 2 7rryygg"),
        ("shop Ana 3 rryy", "slot Ana 3 4rrbb r"),
        ("shop Ana 4 rrrr",),
    ],
)
def test_a_setup_with_an_activation_due_is_refused(lines: tuple[str, ...]) -> None:
    """ruling 23: of any player."""
    assert "due" in bad_setup(*lines, hall="2,3")


@pytest.mark.parametrize(
    "lines",
    [
        ("shop Ana 1 rrryyy",),
        ("shop Ana 1 rrryyy", "slot Ana 1 4ggbb"),
        ("shop Ana 3 rryy", "slot Ana 3 4rrbb rr"),
        ("shop Ana 4 rrry",),
    ],
)
def test_a_setup_with_tiles_that_wait_is_accepted(lines: tuple[str, ...]) -> None:
    """rulings 10 and 23: no card, or no space, so nothing is due."""
    assert table(*lines).to_move == "Ana"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("shop Ana 1 rrrrrry",), "holds 6"),
        (("shop Ana 2 rrrrrry",), "holds 6"),
        (("shop Ana 3 rrryg",), "holds 4"),
        (("shop Ana 4 rrryg",), "holds 4"),
        (("shop Ana 4 rrv",), "violet"),
        (("slot Ana 1 4rrbb v",), ""),
        (("slot Ana 1 4rrbb rrbb",), "4rrbb"),
        (("slot Ana 1 4rrbb rrr",), "4rrbb"),
        (("slot Ana 1 4rrbb y",), "4rrbb"),
        (("slot Ana 1 4rrbb", "done Bob 4rrbb"), "4rrbb"),
        (("done Ana 3ryg,3ryg,3ryg",), "3ryg"),
        (("done Ana 4rygb,4rygb,4rygb",), "4rygb"),
        (("under 7ygggbb",), "7ygggbb"),
        (("done Ana 3www",), "3www"),
        (("done Ana 9rrrrrr",), "9rrrrrr"),
    ],
)
def test_too_full_setups(lines: tuple[str, ...], said: str) -> None:
    """ruling 24: too full a workshop, violet in 4 or on a card, a card that is complete or there too often."""
    assert said in bad_setup(*lines, hall="2,3")


def test_cards_may_be_there_as_often_as_they_exist() -> None:
    """ruling 24: 3ryg in the deck and as a starting card, 4rygb twice."""
    game = table("done Ana 3ryg,3ryg,4rygb,4rygb", "under 3ygb 3ygb")
    assert game.scores["Ana"] == 14


@pytest.mark.parametrize("grid", ["rxxx xxxx xxxx xxxx", "rxxx xxxx xxxx xxxy", "rgxx xxxx xxxx xxxy"])
def test_a_setup_with_one_to_three_tiles_face_up_is_refused(grid: str) -> None:
    """ruling 24: the round would be over."""
    assert "fewer than 4" in bad_setup(grid=grid)


def test_a_setup_with_four_tiles_or_none_is_accepted() -> None:
    """ruling 24."""
    assert table(grid=FOUR).state.actor == 0
    assert table(grid="").state.actor == CHANCE


def test_the_deck_outlasts_any_refill() -> None:
    """ruling 24: with four players 12 slots and 4 completed cards each, 6 on display, leave 10 of 44."""
    assert len(DECK) + len(STARTERS) - 4 * 3 - 4 * 4 - 6 == 10

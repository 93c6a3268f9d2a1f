"""How Rajas of the Ganges is written: a test for each statement of the notation.

The rules themselves are in test_rajas_rules.py.
"""

import pytest

import pbem
from pbem.errors import HeaderError, PbemError
from pbem.session import Session
from tests.rajas import (
    EAST,
    FULL,
    MARKETS,
    RIVER,
    ROLLS,
    SOUTHEAST,
    TOP,
    WEST,
    bad_setup,
    error,
    fresh,
    has,
    lies,
    opening,
    play,
    position,
    refused,
    table,
)

RECORD = f"""pbem 1 rajas
id r3gn-000
edition reconstructed-1
player Ana yellow
player Bob red
player Cid blue
option ganga
option navaratnas
chance manual
first Bob

draw {TOP}
draw river {RIVER}
roll Ana o5 g4 b3 p2
roll Bob o2 g2 b3 p4
roll Cid o6 g6 b1 p1
draw brown Bob worker, Cid yield, Ana building
1 Bob: tile b-worker E1 / Q oS4 d4NEW -o2k / ND: / NE: =2,1
draw oS2
"""
"""The example of the header."""


def read(text: str) -> Session:
    """A game from its record."""
    return pbem.read(text.encode(), "record")


def whole(text: str, game: Session) -> str:
    """A record with the digest of the tables, as export writes it."""
    return text.replace("reconstructed-1\n", f"reconstructed-1 {game.rules.digest[:12]}\n")


def written(game: Session, line: str) -> str:
    """A line as it is stored, without number, name and claim."""
    return game.play(line)[0].removeprefix("1 Ana: ").rpartition(" =")[0]


# The forms of a step


def test_the_example_of_a_line() -> None:
    """notation: quarry, dice, a die turned, the yield's die and upgrade, the claim."""
    game = table("turn 7", "up Ana 2,2,2,3", "dice Ana o1 o3", *WEST, show="oC5")
    line = "7 Ana: Q oC5 a2NEW -o3 -o1k / +p / up Mi =5,-1"
    assert game.play(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "Ma",
        "Ms -b4",
        "Mt -b4",
        "Mp -b4",
        "P0",
        "P0 re o1 p2",
        "Po",
        "Pg",
        "Pb",
        "Pp",
        "Pop -o1",
        "Pgb -g2",
        "Ppg -p2",
        "Pbo -b2",
        "P1 -o1",
        "P2 -g2 +o +p",
        "P3 -g3 +b",
        "P4 -b4 up Te",
        "P5 -g5 pS5 c3NES -p2",
        "P6 -o6",
        "H2 -b2",
        "H3 -g3",
        "Q oS4 d4ESW -o1 -o6",
    ],
)
def test_a_canonical_line_stays_as_it_is(line: str) -> None:
    """notation: the forms of the table."""
    dice = "dice Ana o1 o6 g2 g3 g5 b2 b4 p2"
    game = table(dice, "tile Ana c3 oS2NE", show="pS5")
    assert written(game, line) == line


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("p0 RE O1", "P0 re o1"),
        ("ma", "Ma"),
        ("MT -B4", "Mt -b4"),
        ("pbo -b2", "Pbo -b2"),
        ("p4 -b4 UP te", "P4 -b4 up Te"),
        ("h2 -b2", "H2 -b2"),
        ("q OS4 D4esw -O1K", "Q oS4 d4ESW -o1k"),
    ],
)
def test_case_does_not_matter(typed: str, canonical: str) -> None:
    """notation: case never matters on input."""
    game = table("dice Ana o1 o6 b2 b4")
    assert written(game, typed) == canonical


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("P2   -g2  +o+p", "P2 -g2 +o +p"),
        ("P2 -g2 + o + p", "P2 -g2 +o +p"),
        ("Mt - b4", "Mt -b4"),
        ("Mt \u2013b4", "Mt -b4"),
        ("Mt -b\uff14", "Mt -b4"),
        ("Mt\u00a0-b4", "Mt -b4"),
    ],
)
def test_spaces_and_dashes(typed: str, canonical: str) -> None:
    """notation: spaces between tokens are free; dash variants, wide digits, no-break spaces are normalised."""
    assert written(table("dice Ana g2 b4"), typed) == canonical


@pytest.mark.parametrize("typed", ["Mt -b 4", "P 4 -b4 up Te", "H 2 -b2", "Q o S4 d4ESW -o6", "Q oS4 d 4ESW -o6"])
def test_no_spaces_inside(typed: str) -> None:
    """notation: never inside a number, cell or tile."""
    refused(table("dice Ana o6 b2 b4"), typed)


@pytest.mark.parametrize("line", ["Q", "Q oS4", "M", "P", "P7", "H", "boat", "stay", "+o", "up Te", "tile none", "R"])
def test_what_is_no_turn(line: str) -> None:
    """notation: a turn begins with a space."""
    refused(table("dice Ana o6"), line)


def test_spent_dice_are_put_in_order() -> None:
    """canonical: o g b p, as rolled before turned, then by value as it lies."""
    game = table("at Ana karma 2", "dice Ana o1 o2 o3 o6", show="oT5")
    assert written(game, "Q oT5 d4ESW -o2k -o6 -o1k -o3") == "Q oT5 d4ESW -o3 -o6 -o1k -o2k"


def test_dice_rolled_again_are_put_in_order() -> None:
    """canonical: o g b p, then value."""
    assert written(table("dice Ana o1 o5 b2 p1"), "P0 re p1 o5 b2 o1") == "P0 re o1 o5 b2 p1"


def test_dice_taken_are_put_in_order() -> None:
    """canonical: o g b p."""
    assert written(table("dice Ana g2"), "P2 -g2 +p +o") == "P2 -g2 +o +p"


def test_taken_before_given_back() -> None:
    """canonical: `+` before `x`."""
    assert written(table(FULL), "P2 -g2 xo1 +p +o") == "P2 -g2 +o +p xo1"


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("Q oS4 b4EWN -o6", "Q oS4 b4NEW -o6"),
        ("Q oS c3WSN -o6", "Q oS4 c3NSW -o6"),
        ("Q oC c3 -o6", "Q oC2 c3NS -o6"),
        ("Q oC2 d4 -o6", "Q oC2 d4EW -o6"),
    ],
)
def test_tile_and_roads_are_written_in_full(typed: str, canonical: str) -> None:
    """notation: a pile will do for its tile; roads in any order, left out if one way only fits."""
    game = table("dice Ana o6")
    assert game.play(typed)[0].removeprefix("1 Ana: ").startswith(canonical)


def test_roads_are_needed_if_several_ways_fit() -> None:
    """notation: left out if one way only fits."""
    found = error(table("dice Ana o6"), "Q oS4 c3 -o6")
    assert all(f"c3{roads}" in str(found) + str(found.details) for roads in ("NES", "NEW", "NSW"))


def test_the_roads_of_a_cover_too() -> None:
    """notation: P5 with tile, cell covered, roads, dice."""
    game = table("dice Ana g5 p6", "tile Ana c3 oS2NE", show="pS6")
    assert written(game, "P5 -g5 pS c3 -p6") == "P5 -g5 pS6 c3NESW -p6"


def test_p2_is_a_space_at_the_start_of_a_step_and_a_die_after_a_sign() -> None:
    """notation: dice after `- + x re`, a cell after a tile."""
    game = table("dice Ana o6 p2", "tile Ana b3 oS4NES", "tile Ana b4 gS2ES", show="oS6")
    assert written(game, "p2 -p2 +o +g") == "P2 -p2 +o +g"
    game = table("dice Ana o6 p2", "tile Ana b3 oS4NES", "tile Ana b4 gS2ES", show="oS6")
    assert written(game, "q os6 b2 -o6") == "Q oS6 b2NESW -o6"


def test_a_comment_is_kept() -> None:
    """notation: ` ; ` and the comment, after the claim."""
    assert table().play("P0;wanted money") == ["1 Ana: P0 =0,2 ; wanted money"]


# Guard and claim


@pytest.mark.parametrize("line", ["P0", "1 P0", "Ana: P0", "1 Ana: P0", "1 ana: P0 =0,2"])
def test_turn_and_name_may_be_left_out(line: str) -> None:
    """notation: canonical lines have both."""
    assert table().play(line) == ["1 Ana: P0 =0,2"]


@pytest.mark.parametrize("line", ["2 P0", "Bob: P0", "2 Ana: P0", "1 Bob: P0", "Eve: P0"])
def test_turn_and_name_must_be_right(line: str) -> None:
    """notation: the guard against a move for an older position."""
    refused(table(), line)


@pytest.mark.parametrize("claim", ["0,3", "2,0", "1,2", "0,-2"])
def test_a_wrong_claim(claim: str) -> None:
    """notation: it must be right."""
    refused(table(), f"P0 ={claim}")


@pytest.mark.parametrize("claim", ["2", "0", "0,2,0"])
def test_a_claim_is_two_numbers(claim: str) -> None:
    """notation: fame, then money."""
    refused(table(), f"P0 ={claim}")


def test_a_claim_of_nothing_is_written() -> None:
    """notation: `=0,0` included."""
    assert table().play("Pg") == ["1 Ana: Pg =0,0"]


def test_a_claim_has_costs_and_cascades() -> None:
    """notation: 3 of the quarry, 2 of tea, the 3 of the yield and the 3 of river space 3."""
    game = table("quarry 2", "at Ana boat 2", "dice Ana o5", show="oS3")
    assert game.play("Q oS3 d4EW -o5 / boat") == ["1 Ana: Q oS3 d4EW -o5 / boat =0,5"]


def test_a_claim_is_for_its_line() -> None:
    """notation: from the first step of the line to its end."""
    game = table("at Ana boat 2", "dice Ana o5", show="oS3")
    assert game.play("Q oS3 d4EW -o5") == ["1 Ana: Q oS3 d4EW -o5 =0,1"]
    play(game, "draw oS1")
    assert game.play("boat") == ["1 Ana: boat =0,6"]


def test_what_a_chance_line_sets_off_is_in_no_claim() -> None:
    """notation: 3 money of the white tile."""
    game = table("dice Ana g2")
    assert game.play("P2 -g2 +o +p =0,0", "roll o1 p1", "draw white money")[0] == "1 Ana: P2 -g2 +o +p =0,0"
    assert has(game, "money") == 24


# Lines and chance


def test_results_are_written_in_the_order_they_arise() -> None:
    """notation: the tile, then the dice of the money track, then the die of the yield."""
    game = table("at Ana money 32", "dice Ana o5", show="oS3")
    play(game, "Q oS3 b4EW -o5 / +o +p / +g")
    refused(game, "roll o1 p1")
    play(game, "draw oS1")
    refused(game, "roll g1")
    play(game, "roll o1 p1", "roll g1")
    assert game.to_move == "Bob"


def test_one_roll_for_each_gain() -> None:
    """notation: two gains, two lines."""
    game = play(table("at Ana money 32", "dice Ana o5", show="oS3"), "Q oS3 b4EW -o5 / +o +p / +g", "draw oS1")
    refused(game, "roll o1 p1 g1")


def test_dice_are_rolled_in_the_order_named() -> None:
    """notation: `roll o5 p6`."""
    game = play(table("dice Ana g2"), "P2 -g2 +o +p")
    refused(game, "roll p6 o5")
    assert game.play("roll o5 p6") == ["roll o5 p6"]


def test_a_line_may_stop_where_a_choice_is_open_and_a_result_waits() -> None:
    """notation: then the same player goes on with the same turn number."""
    game = table("dice Ana o5", show="oS3")
    assert game.play("Q oS3 b4EW -o5") == ["1 Ana: Q oS3 b4EW -o5 =0,1"]
    play(game, "draw oS1")
    assert (game.turn, game.to_move) == (1, "Ana")
    assert game.play("+g") == ["1 Ana: +g =0,5"]
    play(game, "roll g1")
    assert (game.turn, game.to_move) == (2, "Bob")


def test_a_line_may_go_on_past_waiting_results() -> None:
    """notation: two splits of one turn are both canonical."""
    game = table("dice Ana o5", show="oS3")
    assert game.play("Q oS3 b4EW -o5 / +g") == ["1 Ana: Q oS3 b4EW -o5 / +g =0,6"]


def test_a_line_may_not_stop_with_nothing_waiting() -> None:
    """notation: an upgrade, a boat move, a good left out."""
    refused(table("at Ana fame 4", "dice Ana o1"), "P1 -o1")
    refused(table("at Ana money 11"), "P0")
    refused(table("at Ana boat 10", *MARKETS, "dice Ana o1"), "H1 -o1")


def test_a_die_still_to_be_rolled_cannot_be_named() -> None:
    """notation: what is not known yet."""
    refused(table("at Ana boat 3", "dice Ana o1", "tile Ana c3 oS2NE", show="pS5"), "H1 -o1 / P5 pS5 c3NES -p2")


def test_a_tile_still_to_be_drawn_cannot_be_named() -> None:
    """notation: the line stops before it; nothing is stored that is not known."""
    game = table("at Ana boat 3", "tile Ana c3 oS2NE", "dice Ana o2 o5", show="oS3")
    found = game.play("Q oS3 d4EW -o5 / boat / P5 oS5 c3NES -o2")
    assert found == ["1 Ana: Q oS3 d4EW -o5 / boat =0,1"]


def test_a_line_stops_after_the_dancers_dice() -> None:
    """notation: the white tile is needed; what it asks for is a line of its own."""
    game = table("dice Ana g2")
    found = game.play("P2 -g2 +o +p", "roll o1 p1", "draw white up")
    assert found == ["1 Ana: P2 -g2 +o +p =0,0", "roll o1 p1", "draw white up"]
    assert (game.turn, game.to_move) == (1, "Ana")
    assert game.play("up Mi") == ["1 Ana: up Mi =0,0"]
    assert (game.turn, game.to_move) == (2, "Bob")


def test_the_rest_of_a_line_is_tried_after_the_result() -> None:
    """notation: in a manual game if the chance lines come in the same call."""
    game = table("dice Ana g2")
    found = game.play("P2 -g2 +o +p / up Mi", "roll o1 p1", "draw white up")
    assert found == ["1 Ana: P2 -g2 +o +p =0,0", "roll o1 p1", "draw white up", "1 Ana: up Mi =0,0"]


def test_a_rest_that_does_not_fit_is_dropped() -> None:
    """notation: what was stored stays, the player is asked."""
    game = table("dice Ana g2")
    found = game.play("P2 -g2 +o +p / up Mi", "roll o1 p1", "draw white die")
    assert found == ["1 Ana: P2 -g2 +o +p =0,0", "roll o1 p1", "draw white die"]
    assert (game.turn, game.to_move) == (1, "Ana")


def test_a_rest_does_not_wait_for_another_call() -> None:
    """notation: only in the same call."""
    game = table("dice Ana g2")
    play(game, "P2 -g2 +o +p / up Mi", "roll o1 p1", "draw white up")
    assert (game.turn, game.to_move) == (1, "Ana")


def test_an_emptied_pile_has_no_draw() -> None:
    """notation."""
    tiles = ["b3 oC3NES", "c3 oC5NSW", "b2 oC1NE", "b4 oC4ES"]
    game = table(*(f"tile Bob {tile}" for tile in tiles), "dice Ana o6")
    play(game, "Q oC2 c3NS -o6")
    assert (game.waits_for_draw, game.to_move) == (False, "Bob")


def test_turn_numbers_count_workers() -> None:
    """notation: one for each worker placed; who is skipped has none."""
    game = play(table("turn 5", "at Bob workers 4 0", players=3), "P0")
    assert (game.turn, game.to_move) == (6, "Cid")


def test_undo_goes_to_the_first_line_of_a_turn() -> None:
    """notation: a turn in two lines is taken back as a whole, with its results."""
    game = table("dice Ana o5", show="oS3")
    before = position(game)
    play(game, "Q oS3 b4EW -o5", "draw oS1", "+g", "roll g1")
    game.play("undo 1")
    assert (game.turn, game.to_move, position(game)) == (1, "Ana", before)


def test_undo_in_the_middle_of_a_turn() -> None:
    """notation: the turn whose first line has been played."""
    game = table("dice Ana o5", show="oS3")
    before = position(game)
    play(game, "Q oS3 b4EW -o5", "draw oS1")
    game.play("undo 1")
    assert position(game) == before


def test_undo_of_a_turn_not_played() -> None:
    """notation: refused."""
    refused(play(table(), "P0"), "undo 3")


def test_undo_draw_takes_back_a_result() -> None:
    """notation: if it is the last line in force."""
    game = play(table(), "Pg", "roll g4")
    game.play("undo draw")
    assert game.waits_for_draw
    play(game, "roll g5")
    assert lies(game, "dice Ana") == "g5"


def test_undo_draw_only_at_the_end() -> None:
    """notation: not if a turn has followed."""
    refused(play(table(), "Pg", "roll g4", "P0"), "undo draw")


def test_undo_draw_takes_back_the_draw_of_the_start() -> None:
    """notation: the setup draw included."""
    game = play(fresh(), f"draw {TOP}")
    game.play("undo draw")
    assert game.play(f"draw {TOP}") == [f"draw {TOP}"]


def test_undo_draw_is_for_manual_games() -> None:
    """notation."""
    game = table(seed="a")
    game.play("Pg")
    refused(game, "undo draw")


def test_undo_after_the_end() -> None:
    """notation: allowed."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    game.play("undo 1")
    assert (game.over, game.to_move) == (False, "Ana")


# What is written and what is not


@pytest.mark.parametrize(
    ("lines", "line", "without"),
    [
        (["up Ana 4,4,4,3", "dice Ana b4"], "P4 -b4 up Mi", "P4 -b4"),
        (["at Ana money 11"], "P0 / stay", "P0"),
        (["at Ana boat 10", "tile Ana c3 oS3NS", "dice Ana b1"], "H1 -b1 / Mt", "H1 -b1"),
        (["dice Ana g3"], "P3 -g3 +o", "P3 -g3"),
        (["at Ana boat 3", "dice Ana b1"], "H1 -b1 / P4 up Te", "H1 -b1 / up Te"),
    ],
    ids=["up", "stay", "good", "dice", "person"],
)
def test_always_written(lines: list[str], line: str, without: str) -> None:
    """canonical: also when only one answer is legal."""
    refused(table(*lines), without)
    assert written(table(*lines), line) == line


@pytest.mark.parametrize(
    ("lines", "line", "more"),
    [
        (["up Ana 4,4,4,4", "dice Ana b4"], "P4 -b4", "P4 -b4 up Te"),
        (["at Ana money 11 boat 30"], "P0", "P0 / stay"),
        (["at Ana boat 10", "dice Ana b1"], "H1 -b1", "H1 -b1 / Mt"),
        (["at Ana boat 4 karma 0", "dice Ana b1"], "H1 -b1", "H1 -b1 / +o"),
    ],
    ids=["up", "boat", "good", "dice"],
)
def test_not_written(lines: list[str], line: str, more: str) -> None:
    """canonical: where nothing is due."""
    refused(table(*lines), more)
    assert written(table(*lines), line) == line


def test_no_good_if_all_markets_are_covered() -> None:
    """canonical: no uncovered market."""
    game = table("at Ana boat 10", "tile Ana c3 oS6NESW over oS1", "dice Ana b1")
    assert written(game, "H1 -b1") == "H1 -b1"


def test_the_person_of_a_river_tile_is_written() -> None:
    """canonical: `P3 +g`; `P4` alone if all buildings are at 4."""
    yogi = table("river 2-yogi", "at Ana boat 1", "dice Ana b1", options=["ganga"])
    refused(yogi, "H1 -b1 / +g")
    assert written(yogi, "H1 -b1 / P3 +g") == "H1 -b1 / P3 +g"
    raja = table("river 2-raja", "at Ana boat 1", "up Ana 4,4,4,4", "dice Ana b1", options=["ganga"])
    refused(raja, "H1 -b1")
    assert written(raja, "H1 -b1 / P4") == "H1 -b1 / P4"


def test_the_steps_of_the_move_tile() -> None:
    """canonical: `H` is written, also when only one space is left."""
    game = table("river 29-move", "at Ana boat 28", "dice Ana b1", options=["ganga"])
    refused(game, "H1 -b1")
    assert written(game, "H1 -b1 / H1") == "H1 -b1 / H1"


def test_no_tile_step_if_no_tile_fits() -> None:
    """canonical: every slot is taken."""
    slots = [
        "NB w-die",
        "ND w-die",
        "S w-up",
        "NW y-ob",
        "NE y-gp",
        "W2 y-og",
        "E2 y-bp",
        "W3 r-up",
        "E3 r-boat",
        "W1 b-up",
        "E1 b-bend",
    ]
    game = table(*(f"slot Ana {slot}" for slot in slots), "dice Ana g2", options=["navaratnas"])
    play(game, "P2 -g2 +o +p", "roll o1 p1")
    assert game.to_move == "Bob"


@pytest.mark.parametrize("line", ["P4 -b4 / up Te", "P3 -g3 / +o", "Pg / xo1"])
def test_what_stands_inside_the_step(line: str) -> None:
    """canonical: `+` and `x` of terrace, balcony, P2 and P3, the building of P4 are no steps of their own."""
    refused(table("dice Ana g3 b4 o1 o1 o2 o2 p1 p1 p2 p2"), line)


def test_a_name_before_each_of_two_yields() -> None:
    """canonical: both, also the last; without a step the name stands alone."""
    game = table("dice Ana o5")
    assert written(game, "Q oS4 b4NEW -o5 / NB: / NW: +g") == "Q oS4 b4NEW -o5 / NB: / NW: +g"


def test_two_yields_without_names_are_paid_in_the_order_of_the_table() -> None:
    """ruling 14 and canonical: both are named in what is stored."""
    game = play(table("dice Ana o5"), "Q oS4 b4NEW -o5", "draw oS1")
    assert written(game, "+g") == "NW: +g / NB:"


def test_two_yields_without_names_in_one_line() -> None:
    """ruling 14 and canonical: NW comes before NB in the table."""
    assert written(table("dice Ana o5"), "Q oS4 b4NEW -o5 / +g") == "Q oS4 b4NEW -o5 / NW: +g / NB:"


def test_two_yields_without_names_and_without_choices() -> None:
    """ruling 14 and canonical: NE, 2 money, comes before ND, karma."""
    game = table("dice Ana o5", options=["navaratnas"])
    assert game.play("Q oS4 d4NEW -o5") == ["1 Ana: Q oS4 d4NEW -o5 / NE: / ND: =2,1"]


def test_one_yield_has_no_name() -> None:
    """canonical: with one yield there is no name."""
    game = play(table("dice Ana o5", show="oS3"), "Q oS3 b4EW -o5", "draw oS1")
    assert game.play("+g") == ["1 Ana: +g =0,5"]


def test_a_line_may_stop_after_a_name() -> None:
    """notation: the next one goes on without it."""
    game = table("dice Ana o5")
    assert written(game, "Q oS4 b4NEW -o5 / NW:") == "Q oS4 b4NEW -o5 / NW:"
    play(game, "draw oS1")
    assert written(game, "+g / NB:") == "+g / NB:"


@pytest.mark.parametrize("name", ["NE", "S", "E1"])
def test_only_yields_newly_connected_are_named(name: str) -> None:
    """notation: a yield by name."""
    game = table("dice Ana o5")
    play(game, "Q oS4 b4NEW -o5", "draw oS1")
    refused(game, f"{name}: / NB: / NW: +g")


def test_a_yield_is_named_once() -> None:
    """canonical: each of them."""
    game = play(table("dice Ana o5"), "Q oS4 b4NEW -o5", "draw oS1")
    refused(game, "NB: / NB: / NW: +g")


@pytest.mark.parametrize("name", ["NW", "ne", "NB", "nd", "S", "s"])
def test_names_that_are_yields(name: str) -> None:
    """notation: no player may be called so."""
    with pytest.raises(HeaderError):
        pbem.new("rajas", [f"{name}=red", "Bob=blue"], kind="manual", first="Bob", id="test")


@pytest.mark.parametrize("name", ["Nora", "Sam", "NO", "Ma"])
def test_names_that_are_no_yields(name: str) -> None:
    """notation: others are free."""
    game = pbem.new("rajas", [f"{name}=red", "Bob=blue"], kind="manual", first="Bob", id="test")
    assert game.header.names == [name, "Bob"]


# The record


def test_the_example_of_the_header() -> None:
    """notation: header, chance lines, the first turn; importing and exporting gives it back."""
    game = read(RECORD)
    assert game.record() == whole(RECORD, game)
    assert (game.to_move, game.turn) == ("Cid", 2)
    assert lies(game, "slot Bob") == "E1 b-worker"


def test_the_order_of_options() -> None:
    """notation: ganga, navaratnas, then one line for each expert."""
    game = fresh(2, ["navaratnas", "ganga"])
    assert "\noption ganga\noption navaratnas\n" in game.record()
    game = fresh(3, ["expert Bob", "expert Ana"])
    assert game.record().count("\noption expert ") == 2


def test_an_expert_is_a_player() -> None:
    """notation: `option expert NAME`."""
    with pytest.raises(HeaderError):
        fresh(2, ["expert Eve"])


def test_colours_are_needed() -> None:
    """notation: each player has one of four, and no two the same."""
    for names in (["Ana=pink", "Bob=red"], ["Ana=red", "Bob=red"], ["Ana=red,blue", "Bob=green"]):
        with pytest.raises(HeaderError):
            pbem.new("rajas", names, kind="manual", first="Ana", id="test")


@pytest.mark.parametrize("line", ["roll Bob o1 g2 b3 p4", "roll o5 g4 b3 p2", "roll Ana p2 b3 g4 o5", "draw oS2"])
def test_the_first_dice_in_order(line: str) -> None:
    """notation: one line for each player in the order of their lines, o g b p."""
    game = play(fresh(2, first="Bob"), f"draw {TOP}")
    refused(game, line)


def test_river_tiles_come_before_the_dice() -> None:
    """notation: in the order of the example."""
    game = play(fresh(2, ["ganga"]), f"draw {TOP}")
    refused(game, f"roll Ana {ROLLS['Ana']}")


def test_brown_tiles_in_turn_order() -> None:
    """notation: from the first player on."""
    game = fresh(2, ["navaratnas"], "Bob")
    play(game, f"draw {TOP}", f"roll Ana {ROLLS['Ana']}", f"roll Bob {ROLLS['Bob']}")
    refused(game, "draw brown Ana building, Bob worker")
    assert game.play("draw brown Bob worker, Ana building") == ["draw brown Bob worker, Ana building"]


def test_no_result_before_the_end() -> None:
    """notation: in an unfinished game it is an error."""
    with pytest.raises(PbemError):
        read(RECORD + "result Ana -59, Bob -58, Cid -58\n")


def test_the_result_is_the_distance() -> None:
    """notation: in the order of the players, negative numbers allowed."""
    game = table("round Bob", "at Ana money 58 fame 31")
    assert "result" not in game.record()
    play(game, "P0")
    assert game.record().endswith("\n1 Ana: P0 =0,2\nresult Ana 0, Bob -44\n")
    assert read(game.record()).record() == game.record()
    with pytest.raises(PbemError):
        read(game.record().replace("Bob -44", "Bob -43"))


def test_the_result_may_be_missing() -> None:
    """notation: missing is accepted."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    assert read(game.record().replace("result Ana 0, Bob -44\n", "")).over


def test_a_record_with_undone_lines() -> None:
    """notation: they stay in the log; a turn in two lines and its results."""
    game = table("dice Ana o5", show="oS3")
    play(game, "Q oS3 b4EW -o5", "draw oS1", "+g", "roll g1", "undo 1", "P0")
    assert [line for line in game.record().splitlines() if line.startswith(("1", "undo"))] == [
        "1 Ana: Q oS3 b4EW -o5 =0,1",
        "1 Ana: +g =0,5",
        "undo 1",
        "1 Ana: P0 =0,2",
    ]
    assert read(game.record()).record() == game.record()


def test_a_save_file_gives_the_same_game() -> None:
    """notation: so does TOML to record to TOML."""
    game = read(RECORD)
    again = pbem.read(game.toml().encode(), "save")
    assert (again.record(), again.toml()) == (game.record(), game.toml())


def test_details_of_the_end() -> None:
    """notation: scores are distances; JSON has fame, money and rank too."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    assert game.scores == {"Ana": 0, "Bob": -44}
    assert game.rules.details(game.state) == {
        "fame": {"Ana": 31, "Bob": 6},
        "money": {"Ana": 60, "Bob": 21},
        "rank": {"Ana": 1, "Bob": 2},
    }


def test_the_books_final_example_in_position_lines() -> None:
    """notation: 52 and 37 after the outer terrace."""
    game = table("round Bob", "crossed Bob", "at Bob money 65 fame 30", "at Ana money 50 fame 37")
    play(game, "P0")
    assert (has(game, "money"), has(game, "fame"), game.winners) == (52, 37, ["Bob"])


# Hands that are full


def test_a_reroll_waits_and_its_dice_are_held() -> None:
    """notation: dice still to be rolled count as held and cannot be given back."""
    game = table("at Ana money 32", FULL)
    assert written(game, "P0 re o1 / +g xo1") == "P0 re o1"
    game = table("at Ana money 32", FULL)
    assert written(game, "P0 re o1 / +g xo2") == "P0 re o1 / +g xo2"


def test_a_white_die_with_full_hands() -> None:
    """notation: `+0` or a die given back, a step of its own."""
    for line, roll in (("+0", ""), ("+g xo1", "roll g6")):
        game = play(table(FULL), "P2 -g2 +o", "roll o5", "draw white die")
        refused(game, "+g")
        assert written(game, line) == line
        play(game, *([roll] if roll else []))
        assert (len(lies(game, "dice Ana").split()), game.to_move) == (10, "Bob")


@pytest.mark.parametrize("words", ["+o", "+o +o xg1", "xg1 xg2"])
def test_fixed_dice_of_the_river_with_full_hands(words: str) -> None:
    """canonical: the ones taken, no `+` if all are taken; a step of its own."""
    game = table(FULL, "at Ana boat 4 karma 3")
    refused(game, "H1 -b1")
    assert written(game, f"H1 -b1 / {words}") == f"H1 -b1 / {words}"
    play(game, "roll " + " ".join(["o4"] * {"+o": 1, "+o +o xg1": 2, "xg1 xg2": 3}[words]))
    assert (len(lies(game, "dice Ana").split()), game.to_move) == (10, "Bob")


@pytest.mark.parametrize("words", ["+b", "+o +g xp1", "xo2 xo3"])
def test_dice_of_different_fixed_colours_with_full_hands(words: str) -> None:
    """canonical: the colours taken are named."""
    game = table(FULL, "river 2-ogb", "at Ana boat 1", options=["ganga"])
    assert written(game, f"H1 -b1 / {words}") == f"H1 -b1 / {words}"


@pytest.mark.parametrize("words", ["+p", "+o +o xp1", "+0", "+o xp1"])
def test_dice_that_are_not_offered(words: str) -> None:
    """notation: k - j dice fit; only what the gain has."""
    refused(table(FULL, "river 2-ogb", "at Ana boat 1", options=["ganga"]), f"H1 -b1 / {words}")


def test_a_line_past_the_white_tile_bears_no_claim() -> None:
    """notation."""
    game = table("dice Ana g2")
    with pytest.raises(PbemError):
        game.play("P2 -g2 +o +p / up Mi =0,0", "roll o1 p1", "draw white up")
    assert game.log == []


# Seed games


def test_the_first_player_of_a_seed_game() -> None:
    """ruling 3 and notation: drawn, one of those with the lowest sum of dice."""
    for seed in ("a", "b", "c"):
        game = pbem.new("rajas", ["Ana=yellow", "Bob=red", "Cid=blue"], seed=seed, id="test")
        sums = {name: sum(int(die[1]) for die in lies(game, f"dice {name}").split()) for name in game.header.names}
        assert sums[str(game.to_move)] == min(sums.values())
        assert f"\nfirst {game.to_move} drawn\n" in game.record()
        assert read(game.record()).record() == game.record()


def test_a_named_first_player_of_a_seed_game() -> None:
    """ruling 3: overrides the dice."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="a", first="Bob", id="test")
    assert (game.to_move, lies(game, "at Bob").split()[1]) == ("Bob", "3")


def test_results_of_a_seed_game_are_dealt() -> None:
    """notation: by an event of its own for every die; undo and the same turn deal the same."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="a", first="Bob", id="test")
    found = game.play("Pg")
    assert len(found) == 2
    assert found[1].startswith("roll g")
    game.play("undo 1")
    assert game.play("Pg") == found


def test_results_of_different_kinds_are_counted_separately() -> None:
    """notation: the tile turned up does not depend on a die rolled before."""
    line = "Q oS6 d4NESW -o6 / ND: / NE: stay"
    lines = ["dice Ana o6", "at Bob workers 4 0"]
    drawn = table(*lines, show="oS6", seed="a").play(line)[1]
    later = play(table(*lines, show="oS6", seed="a"), "Pg")
    assert drawn.startswith("draw oS")
    assert later.play(line)[1] == drawn


def test_a_typed_result_of_a_seed_game_must_be_the_one_dealt() -> None:
    """notation: in seed games it must equal the drawn one."""
    dealt = table(seed="a").play("Pg")[1]
    other = next(f"roll g{value}" for value in "123456" if f"roll g{value}" != dealt)
    game = table(seed="a")
    with pytest.raises(PbemError):
        game.play("Pg", other)
    assert game.log == []
    assert game.play("Pg", dealt) == ["1 Ana: Pg =0,0", dealt]


# Position lines

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

"""How steps, guards and claims are written: a test for each statement of the notation."""

import pytest

from tests.rajas.tools import FULL, WEST, error, has, play, refused, table, written

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
    assert refused(table("dice Ana o6 b2 b4"), typed) == "notation"


@pytest.mark.parametrize("line", ["Q", "Q oS4", "M", "P", "P7", "H", "R"])
def test_what_is_no_step(line: str) -> None:
    """notation: the forms of the table."""
    assert refused(table("dice Ana o6"), line) == "notation"


@pytest.mark.parametrize("line", ["boat", "stay", "+o", "up Te", "tile none"])
def test_what_is_no_turn(line: str) -> None:
    """notation: a turn begins with a space."""
    assert refused(table("dice Ana o6"), line) == "open-place"


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


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("2 P0", "stale"),
        ("Bob: P0", "not-your-turn"),
        ("2 Ana: P0", "stale"),
        ("1 Bob: P0", "not-your-turn"),
        ("Eve: P0", "not-your-turn"),
    ],
)
def test_turn_and_name_must_be_right(line: str, reason: str) -> None:
    """notation: the guard against a move for an older position."""
    assert refused(table(), line) == reason


@pytest.mark.parametrize("claim", ["0,3", "2,0", "1,2", "0,-2"])
def test_a_wrong_claim(claim: str) -> None:
    """notation: it must be right."""
    assert refused(table(), f"P0 ={claim}") == "wrong-claim"


@pytest.mark.parametrize("claim", ["2", "0", "0,2,0"])
def test_a_claim_is_two_numbers(claim: str) -> None:
    """notation: fame, then money."""
    assert refused(table(), f"P0 ={claim}") == "wrong-claim"


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


# What is written and what is not


@pytest.mark.parametrize(
    ("lines", "line", "without", "reason"),
    [
        (["up Ana 4,4,4,3", "dice Ana b4"], "P4 -b4 up Mi", "P4 -b4", "open-upgrade"),
        (["at Ana money 11"], "P0 / stay", "P0", "open-boat"),
        (["at Ana boat 10", "tile Ana c3 oS3NS", "dice Ana b1"], "H1 -b1 / Mt", "H1 -b1", "open-good"),
        (["dice Ana g3"], "P3 -g3 +o", "P3 -g3", "gain"),
        (["at Ana boat 3", "dice Ana b1"], "H1 -b1 / P4 up Te", "H1 -b1 / up Te", "open-palace"),
    ],
    ids=["up", "stay", "good", "dice", "person"],
)
def test_always_written(lines: list[str], line: str, without: str, reason: str) -> None:
    """canonical: also when only one answer is legal."""
    assert refused(table(*lines), without) == reason
    assert written(table(*lines), line) == line


@pytest.mark.parametrize(
    ("lines", "line", "more", "reason"),
    [
        (["up Ana 4,4,4,4", "dice Ana b4"], "P4 -b4", "P4 -b4 up Te", "upgrade-highest"),
        (["at Ana money 11 boat 30"], "P0", "P0 / stay", "finished"),
        (["at Ana boat 10", "dice Ana b1"], "H1 -b1", "H1 -b1 / Mt", "finished"),
        (["at Ana boat 4 karma 0", "dice Ana b1"], "H1 -b1", "H1 -b1 / +o", "finished"),
    ],
    ids=["up", "boat", "good", "dice"],
)
def test_not_written(lines: list[str], line: str, more: str, reason: str) -> None:
    """canonical: where nothing is due."""
    assert refused(table(*lines), more) == reason
    assert written(table(*lines), line) == line


def test_no_good_if_all_markets_are_covered() -> None:
    """canonical: no uncovered market."""
    game = table("at Ana boat 10", "tile Ana c3 oS6NESW over oS1", "dice Ana b1")
    assert written(game, "H1 -b1") == "H1 -b1"


def test_the_person_of_a_river_tile_is_written() -> None:
    """canonical: `P3 +g`; `P4` alone if all buildings are at 4."""
    yogi = table("river 2-yogi", "at Ana boat 1", "dice Ana b1", options=["ganga"])
    assert refused(yogi, "H1 -b1 / +g") == "open-person"
    assert written(yogi, "H1 -b1 / P3 +g") == "H1 -b1 / P3 +g"
    raja = table("river 2-raja", "at Ana boat 1", "up Ana 4,4,4,4", "dice Ana b1", options=["ganga"])
    assert refused(raja, "H1 -b1") == "open-person"
    assert written(raja, "H1 -b1 / P4") == "H1 -b1 / P4"


def test_the_steps_of_the_move_tile() -> None:
    """canonical: `H` is written, also when only one space is left."""
    game = table("river 29-move", "at Ana boat 28", "dice Ana b1", options=["ganga"])
    assert refused(game, "H1 -b1") == "open-move"
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


@pytest.mark.parametrize(
    ("line", "reason"), [("P4 -b4 / up Te", "open-upgrade"), ("P3 -g3 / +o", "gain"), ("Pg / xo1", "gain")]
)
def test_what_stands_inside_the_step(line: str, reason: str) -> None:
    """canonical: `+` and `x` of terrace, balcony, P2 and P3, the building of P4 are no steps of their own."""
    assert refused(table("dice Ana g3 b4 o1 o1 o2 o2 p1 p1 p2 p2"), line) == reason

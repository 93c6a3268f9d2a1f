"""A workshop activated: tiles to the card, the rest to the next workshop, violet tiles, the Town Hall."""

import pytest

from tests.majolica.tools import ALL_FOUR, CASCADE, DUE, SHOWN, lies, refused, table

# Activation: tiles to the card


@pytest.mark.parametrize(
    ("tiles", "rest"), [("r", "rryyy"), ("y", "rrryy"), ("rr", "ryyy"), ("ry", "rryy"), ("yy", "rrry")]
)
def test_workshop_1_sends_one_or_two_tiles(tiles: str, rest: str) -> None:
    """[FR] L150-152, L200-203: one must, a second may; all the rest goes to workshop 2."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 7rryygg")
    game.play(f"b4:1 / 1:{tiles} / swap")
    assert lies(game, "slot Ana 1") == f"7rryygg {tiles}"
    assert (lies(game, "shop Ana 1"), lies(game, "shop Ana 2")) == ("", rest)


@pytest.mark.parametrize(
    ("tiles", "thrown", "rest"),
    [("r", "r", "yygg"), ("ry", "", "rygg"), ("ryg", "", "ryg"), ("rry", "", "ygg"), ("rr", "", "yygg")],
)
def test_workshop_2_sends_one_to_three_tiles(tiles: str, thrown: str, rest: str) -> None:
    """[FR] L206-208, L225-229: one must, two more may; the rest goes to workshop 3."""
    game = table("shop Ana 2 rryyg", "slot Ana 2 7rryygg")
    game.play(f"c4:2 / 2:{tiles}{' x' + thrown if thrown else ''} / swap")
    assert (lies(game, "slot Ana 2"), lies(game, "shop Ana 3")) == (f"7rryygg {tiles}", rest)


def test_workshop_3_sends_one_tile() -> None:
    """fact: one must, none may; the rest, one of them broken, goes to workshop 4."""
    game = table("shop Ana 3 rry", "slot Ana 3 7rryygg")
    game.play("b4:3 / 3:r fy / swap")
    assert (lies(game, "slot Ana 3"), lies(game, "shop Ana 3"), lies(game, "shop Ana 4")) == ("7rryygg r", "", "ry")


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (("shop Ana 1 rrryy", "slot Ana 1 7rryygg"), "b4:1 / 1:rry / swap"),
        (("shop Ana 2 rryyg", "slot Ana 2 7rryygg"), "c4:2 / 2:rryg / swap"),
        (("shop Ana 3 rry", "slot Ana 3 7rryygg"), "b4:3 / 3:ry fr / swap"),
        (("shop Ana 4 rrr",), "a4:4 / 4:rr / swap"),
    ],
)
def test_no_more_tiles_than_the_workshop_allows(lines: tuple[str, ...], line: str) -> None:
    """[FR] L201-208, L215, L225-229 and ruling 12a."""
    assert refused(table(*lines), line) == "tiles-count"


@pytest.mark.parametrize("line", ["b4:1 / 1: / swap", "b4:1 / 1 / swap"])
def test_at_least_one_tile_goes_to_the_card(line: str) -> None:
    """[FR] L201, L317-327: one cannot refuse to move a tile, not even for a later bloom."""
    assert refused(table(*DUE), line) == "notation"


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [("g", "tiles-not-there"), ("r", "tiles-space"), ("yy", "tiles-space"), ("ry", "tiles-space")],
)
def test_each_tile_needs_an_open_space_of_its_colour(tiles: str, reason: str) -> None:
    """[FR] L455-457 and ruling 12a: the card asks for r y g and has r already."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 3ryg r")
    assert refused(game, f"b4:1 / 1:{tiles} / swap") == reason
    game.play("b4:1 / 1:y / swap")
    assert lies(game, "slot Ana 1") == "3ryg ry"


# Activation: a completed card


def test_a_completed_card_is_scored() -> None:
    """[FR] L219-221, L332 and ruling 12b: scored, its tiles to the reserve, its slot empty."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 5rryyg ryyg")
    assert game.play("b4:1 / 1:r / swap") == ["1 Ana: b4:1 / 1:r / swap =5"]
    assert (lies(game, "done Ana"), lies(game, "slot Ana 1"), lies(game, "shop Ana 2")) == ("5rryyg", "", "rryyy")
    assert game.scores == {"Ana": 5, "Bob": 0}


def test_completed_cards_can_be_seen_by_all() -> None:
    """[FR] L220-221: they lie open."""
    game = table("done Bob 3ryg,7rryygg", "done Ana 4rryy")
    assert (lies(game, "done Bob"), lies(game, "done Ana")) == ("3ryg,7rryygg", "4rryy")
    assert game.scores == {"Ana": 4, "Bob": 10}


def test_the_slot_of_a_completed_card_takes_another_in_the_same_turn() -> None:
    """ruling 12b: empty at once."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 3ryg yg")
    assert game.play("b4:1 / 1:r / card 1-1") == ["1 Ana: b4:1 / 1:r / card 1-1 =3"]
    assert (lies(game, "slot Ana 1"), lies(game, "under")) == (SHOWN[0], "")


@pytest.mark.parametrize(
    ("card", "points"), [("3ryg yg", 3), ("4rryy ryy", 4), ("5rryyg ryyg", 5), ("7rryygg ryygg", 7)]
)
def test_a_card_brings_its_points(card: str, points: int) -> None:
    """[FR] L332."""
    game = table("shop Ana 1 rrryy", f"slot Ana 1 {card}")
    assert game.play("b4:1 / 1:r / swap")[0].endswith(f" ={points}")


# Activation: the rest goes on


def test_tiles_beyond_what_the_next_workshop_holds_are_thrown_away() -> None:
    """[FR] L152-154, L204-205 and ruling 12e: by choice among all that are there then."""
    lines = ("shop Ana 1 rrryy", "shop Ana 2 gbb", "slot Ana 1 7rryygg")
    assert refused(table(*lines), "b4:1 / 1:r / swap") == "ambiguous"
    assert refused(table(*lines), "b4:1 / 1:r xy / swap") == "excess"
    assert refused(table(*lines), "b4:1 / 1:r xvv / swap") == "thrown-not-there"
    for thrown, left in (("yg", "rryybb"), ("bb", "rryyyg"), ("rr", "yyygbb"), ("ryyyb", "rgb")):
        game = table(*lines)
        game.play(f"b4:1 / 1:r x{thrown} / swap")
        assert lies(game, "shop Ana 2") == left


def test_only_then_the_next_workshop_is_looked_at() -> None:
    """[FR] L154-156 and ruling 12f: what was thrown away decides whether it is due."""
    lines = ("shop Ana 1 rrryy", "shop Ana 2 gbb", "slot Ana 1 7rryygg", "slot Ana 2 7rryybb")
    game = table(*lines)
    game.play("b4:1 / 1:r xbb / swap")
    assert lies(game, "shop Ana 2") == "rryyyg"
    assert refused(table(*lines), "b4:1 / 1:r xyg / swap") == "due"
    game = table(*lines)
    game.play("b4:1 / 1:r xyg / 2:b xr / swap")
    assert (lies(game, "slot Ana 2"), lies(game, "shop Ana 3")) == ("7rryybb b", "ryyb")


def test_one_tile_may_set_off_all_four_workshops() -> None:
    """[FR] L154-158: tiles go on in a cascade, and to several cards."""
    game = table(*CASCADE)
    assert game.play(ALL_FOUR) == [f"1 Ana: {ALL_FOUR} =0"]
    assert [lies(game, f"slot Ana {slot}") for slot in (1, 2, 3)] == ["7rryygg ry", "7rryybb r", "7yyggbb y"]
    assert [lies(game, f"shop Ana {shop}") for shop in (1, 2, 3, 4)] == ["yyyv", "", "", ""]
    assert lies(game, "hall") == "2,3"


@pytest.mark.parametrize(
    ("line", "shops"),
    [
        ("swap / b4:1 xr", ["rryyy", "gg", "", "yyy"]),
        ("swap / b4:1 / 1:ry xg", ["", "rryyg", "", "yyy"]),
        ("swap / b4:1 / 1:rr", ["", "ryyygg", "", "yyy"]),
        ("swap / b4:1 / 1:ry / 2:r xy", ["", "", "rygg", "yyy"]),
        ("swap / b4:1 / 1:ry / 2:r xr / 3:y fy xg", ["", "", "", "yyyg"]),
    ],
)
def test_a_cascade_can_be_made_to_stop(line: str, shops: list[str]) -> None:
    """[FR] L150-154, ruling 15: by what is sent and by what is thrown away where tiles arrive."""
    game = table(*CASCADE)
    game.play(line)
    assert [lies(game, f"shop Ana {shop}") for shop in (1, 2, 3, 4)] == shops


# Activation: fragmentation in workshop 3


def test_a_remaining_tile_is_chosen_and_broken() -> None:
    """[FR] L210-211 and ruling 12c: after the tile to the card, any one of the rest."""
    for broken, rest in (("r", "yy"), ("y", "ry")):
        game = table("shop Ana 3 rry", "slot Ana 3 7rryygg")
        game.play(f"b4:3 / 3:r f{broken} / swap")
        assert lies(game, "shop Ana 4") == rest


@pytest.mark.parametrize("broken", ["", " fg", " fry"])
def test_exactly_one_tile_is_broken_and_one_that_is_there(broken: str) -> None:
    """[FR] L210-211: one of the remaining tiles."""
    game = table("shop Ana 3 rry", "slot Ana 3 7rryygg")
    assert refused(game, f"b4:3 / 3:r{broken} / swap") in ("broken", "ambiguous", "notation")


def test_the_tile_to_the_card_is_not_there_to_be_broken() -> None:
    """[FR] L210: after it was moved."""
    game = table("shop Ana 3 vvy", "slot Ana 3 4rrgg", hall="1,3")
    assert refused(game, "a4:3 / 3:r fr / swap") == "broken"
    game.play("a4:3 / 3:r fy / swap")
    assert (lies(game, "slot Ana 3"), lies(game, "shop Ana 4")) == ("4rrgg r", "")


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (("shop Ana 1 rrryy", "slot Ana 1 7rryygg"), "b4:1 / 1:r fy / swap"),
        (("shop Ana 2 rryyg", "slot Ana 2 7rryygg"), "c4:2 / 2:ry fg / swap"),
        (("shop Ana 4 rrr",), "a4:4 / 4:r fr / swap"),
    ],
)
def test_only_workshop_3_breaks_tiles(lines: tuple[str, ...], line: str) -> None:
    """fact: the icon is there only."""
    assert refused(table(*lines), line) == "broken"


# Violet tiles


def test_violet_is_never_broken() -> None:
    """[FR] L349-350 and ruling 12c."""
    game = table("shop Ana 3 rrv", "slot Ana 3 7rryygg", hall="2,3")
    assert refused(game, "b4:3 / 3:y fv / swap") == "broken"
    game.play("b4:3 / 3:y fr / swap")
    assert lies(game, "shop Ana 4") == "r"


def test_with_only_violet_left_nothing_is_broken() -> None:
    """ruling 12c: if there is one that can be."""
    game = table("shop Ana 3 vvv", "slot Ana 3 7rryygg", hall="0,3")
    assert refused(game, "a4:3 / 3:r fv / swap") == "broken"
    assert game.play("a4:3 / 3:r / swap") == ["1 Ana: a4:3 / 3:r / swap =0"]
    assert [lies(game, f"shop Ana {shop}") for shop in (3, 4)] == ["", ""]
    assert lies(game, "hall") == "0,3"


@pytest.mark.parametrize("card", ["7rryygg", "4rygb"])
def test_violet_never_goes_to_a_card(card: str) -> None:
    """[FR] L346-347 and ruling 12a."""
    game = table("shop Ana 1 rrryv", f"slot Ana 1 {card}", hall="2,3")
    assert refused(game, "b4:1 / 1:v / swap") == "wild"
    assert refused(game, "b4:1 / 1:rv / swap") == "wild"
    game.play("b4:1 / 1:r / swap")
    assert lies(game, "shop Ana 2") == "rryyv"


def test_the_colour_of_violet_may_change() -> None:
    """[FR] L249-252, L346: as r it completes workshop 1, then as g workshop 2."""
    lines = ("shop Ana 1 rryyv", "shop Ana 2 rg", "slot Ana 1 7rryygg", "slot Ana 2 7rryybb")
    game = table(*lines, hall="2,3")
    assert refused(game, "swap / b4:1 / 1:ry") == "due"
    game.play("swap / b4:1 / 1:ry / 2:r xy")
    assert lies(game, "shop Ana 3") == "rygv"


def test_violet_that_reaches_workshop_4_leaves_the_game() -> None:
    """[FR] L347-348 and ruling 12d: it goes before tiles are counted, so four r are exactly enough there."""
    game = table("shop Ana 3 rrv", "shop Ana 4 rrr", "slot Ana 3 7rryygg", hall="2,3")
    assert refused(game, "swap / b4:3 / 3:y fr") == "due"
    game.play("swap / b4:3 / 3:y fr / 4:r")
    assert (lies(game, "shop Ana 4"), lies(game, "shop Ana 1"), lies(game, "hall")) == ("", "rrrv", "1,3")


def test_violet_goes_on_with_the_rest() -> None:
    """[FR] L152, ruling 12d: it moves like other tiles."""
    game = table("shop Ana 2 rryyv", "slot Ana 2 7rryygg", hall="2,3")
    game.play("c4:2 / 2:rg / swap")
    assert lies(game, "shop Ana 3") == "ryyv"


# Town Hall


def test_the_town_hall_gives_a_violet_tile_for_a_tile() -> None:
    """[FR] L161-163, L215-217, L246-248 and ruling 13: violet first; it goes to workshop 1 with the three others."""
    game = table("shop Ana 4 yyy")
    assert game.play("b4:4 / 4:y / swap") == ["1 Ana: b4:4 / 4:y / swap =0"]
    assert (lies(game, "shop Ana 1"), lies(game, "shop Ana 4"), lies(game, "hall")) == ("yyyv", "", "2,3")


def test_the_town_hall_gives_points_when_no_violet_is_left() -> None:
    """[FR] L162-163, L216-217: only then one-point tokens."""
    game = table("shop Ana 4 yyy", hall="0,3")
    assert game.play("b4:4 / 4:y / swap") == ["1 Ana: b4:4 / 4:y / swap =1"]
    assert (lies(game, "shop Ana 1"), lies(game, "token Ana"), lies(game, "hall")) == ("yyy", "1", "0,2")
    assert game.scores == {"Ana": 1, "Bob": 0}


def test_the_last_violet_tile_comes_before_the_first_point() -> None:
    """[FR] L162-163: until none is left."""
    game = table("shop Ana 4 yyy", hall="1,3")
    game.play("b4:4 / 4:y / swap")
    assert (lies(game, "shop Ana 1"), lies(game, "token Ana"), lies(game, "hall")) == ("yyyv", "", "0,3")


def test_an_empty_town_hall_gives_nothing_and_is_compulsory_all_the_same() -> None:
    """ruling 13."""
    game = table("shop Ana 4 yyy", hall="")
    assert refused(game, "swap / b4:4") == "due"
    assert game.play("swap / b4:4 / 4:y") == ["1 Ana: swap / b4:4 / 4:y =0"]
    assert (lies(game, "shop Ana 1"), lies(game, "token Ana"), lies(game, "hall")) == ("yyy", "", "")


def test_violet_and_the_other_tiles_reach_workshop_1_together() -> None:
    """[FR] L223 and ruling 13: then the excess is thrown away, by choice, the violet one if wished."""
    lines = ("shop Ana 1 ggg", "shop Ana 4 rrr")
    assert refused(table(*lines), "a4:4 / 4:r / swap") == "ambiguous"
    for thrown, left in (("v", "rrrggg"), ("r", "rrgggv"), ("g", "rrrggv")):
        game = table(*lines)
        game.play(f"a4:4 / 4:r x{thrown} / swap")
        assert (lies(game, "shop Ana 1"), lies(game, "hall")) == (left, "2,3")


def test_what_comes_to_workshop_1_may_activate_it() -> None:
    """[FR] L154-156, L223, ruling 12f: from the last workshop it goes on in the first."""
    game = table("shop Ana 1 gg", "shop Ana 4 rrr", "slot Ana 1 7rryygg")
    assert refused(game, "swap / a4:4 / 4:r") == "due"
    game.play("swap / a4:4 / 4:r / 1:rg")
    assert (lies(game, "slot Ana 1"), lies(game, "shop Ana 2")) == ("7rryygg rg", "rrgv")


@pytest.mark.parametrize("tile", ["y", "v"])
def test_the_tile_for_the_town_hall_is_one_of_the_four(tile: str) -> None:
    """[FR] L215: one of the tiles in workshop 4."""
    assert refused(table("shop Ana 4 rrr"), f"a4:4 / 4:{tile} / swap") in ("tiles-not-there", "wild")

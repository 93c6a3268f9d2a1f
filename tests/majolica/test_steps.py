"""How steps are written: what is thrown away, activation, bonus tiles, start, missions."""

import pytest

from tests.majolica.tools import BANDS, BONUS, TWO_CARDS, error, lies, opening, refused, solo, table

# Tiles thrown away on arrival


@pytest.mark.parametrize(
    ("lines", "typed", "canonical"),
    [
        ((), "a1-a4:3", "a1-a4:3"),
        (("shop Ana 3 rrrr",), "a4:3 / swap", "a4:3 xr / swap"),
        (("shop Ana 4 gggb",), "a4:4 xb / swap", "a4:4 xb / swap"),
        (("shop Ana 2 rrrrrr",), "swap / a4:2", "swap / a4:2 xr"),
        (("shop Ana 2 rrrrrr",), "swap / a4:2 xrr", "swap / a4:2 xrr"),
        (("shop Ana 1 rrrrr", "shop Ana 4 rrr"), "swap / a4:4 / 4:r", "swap / a4:4 / 4:r xrr"),
    ],
)
def test_when_x_may_be_left_out(lines: tuple[str, ...], typed: str, canonical: str) -> None:
    """canonical: if nothing is too much, or all tiles there are of one kind and just the excess goes."""
    game = table(*lines, hall="0,0") if "4:r" in typed else table(*lines)
    assert game.play(typed) == [f"1 Ana: {canonical} =0"]


def test_x_may_be_left_out_of_a_run_of_one_colour() -> None:
    """canonical: rrr and rrrr are seven of one kind, one too many."""
    game = table("shop Ana 1 rrr", grid=BANDS)
    assert game.play("a4-d4:1") == ["1 Ana: a4-d4:1 xr =0"]
    assert lies(game, "shop Ana 1") == "rrrrrr"


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (("shop Ana 3 rrrb",), "a4:3 / swap"),
        (("shop Ana 3 rrrr",), "b4:3 / swap"),
        (("shop Ana 1 rrryy", "shop Ana 2 yyyy", "slot Ana 1 7rryygg"), "b4:1 / 1:r / swap"),
        (("shop Ana 1 rrr", "shop Ana 4 rrr"), "a4:4 / 4:r / swap"),
    ],
)
def test_when_x_must_be_written(lines: tuple[str, ...], line: str) -> None:
    """canonical: with two kinds there is a choice; the violet tile of the Town Hall is one of them."""
    game = table(*lines)
    assert refused(game, line) == "ambiguous"
    candidates = error(game, line).details["candidates"]
    assert len(candidates) >= 2
    assert all(" x" in candidate for candidate in candidates)


def test_x_may_name_the_violet_tile_that_arrives() -> None:
    """canonical: the arrived violet of the Town Hall included."""
    game = table("shop Ana 4 rrr")
    assert game.play("a4:4 / 4:r xv / swap") == ["1 Ana: a4:4 / 4:r xv / swap =0"]
    assert (lies(game, "shop Ana 1"), lies(game, "hall")) == ("rrr", "2,3")


def test_x_may_name_more_than_the_excess() -> None:
    """canonical: at least the excess, more if wished."""
    game = table("shop Ana 2 g")
    assert game.play("a1-a4:2 xrgg") == ["1 Ana: a1-a4:2 xrgg =0"]
    assert lies(game, "shop Ana 2") == "yb"


def test_more_than_the_excess_also_while_another_is_due() -> None:
    """canonical: workshop 1 is still due when tiles are thrown away in workshop 3."""
    game = table("shop Ana 1 rrrggg", "shop Ana 2 yyggbb", "slot Ana 1 4yybb", "slot Ana 2 4rryy yy")
    assert refused(game, "swap 1-2,2-1 / 2:yb xyb / x3:g / 1:r / a4:4") == "due"
    line = "swap 1-2,2-1 / 2:yb xyb / 1:r / a4:4"
    assert game.play(line) == [f"1 Ana: {line} =0"]
    assert lies(game, "shop Ana 3") == "gg"


def test_violet_that_reaches_workshop_4_is_never_written() -> None:
    """canonical: it neither counts nor can be named; nor can x stand where nothing arrives."""
    game = table("shop Ana 3 rrv", "shop Ana 4 ggb", "slot Ana 3 7rryygg", hall="2,3")
    assert refused(game, "b4:3 / 3:y fr xv / swap") == "thrown-not-there"
    assert game.play("b4:3 / 3:y fr / swap") == ["1 Ana: b4:3 / 3:y fr / swap =0"]
    assert lies(game, "shop Ana 4") == "rggb"


def test_where_nothing_arrives_there_is_no_x() -> None:
    """canonical: only violet tiles go on, and leave the game."""
    game = table("shop Ana 3 vvv", "shop Ana 4 gg", "slot Ana 3 7rryygg", hall="0,3")
    assert refused(game, "a4:3 / 3:r xg / swap") == "nothing-arrives"


@pytest.mark.parametrize("line", ["card 1-1 xr / a4:1", "swap xr / a4:1", "start 1 xr / a1-a4:1", "+0 xr"])
def test_no_x_behind_a_step_that_brings_no_tiles(line: str) -> None:
    """table: after the step that brings tiles."""
    assert refused(table("shop Ana 1 r"), line) == "notation"


# Extra discards as steps


@pytest.mark.parametrize(
    "line",
    [
        "x1:r / a4:4 / swap",
        "a4:4 / x1:r / swap",
        "a4:4 / swap / x1:r",
        "x1:r / x1:r / a4:4 / swap",
        "x1:r / a4:4 / x2:b / swap / x1:r",
        "a1-a4:3 / x3:rg / x1:rr",
        "a4:4 / x4:r / swap",
    ],
)
def test_discards_stay_where_they_are_written(line: str) -> None:
    """canonical: before the taking, after everything else; steps are never reordered or merged."""
    game = table("shop Ana 1 rr", "shop Ana 2 b")
    assert game.play(line) == [f"1 Ana: {line} =0"]


def test_an_extra_discard_of_violet() -> None:
    """table: letters of tiles, v among them."""
    game = table("shop Ana 1 rv", hall="2,3")
    assert game.play("x1:vr / a4:4 / swap") == ["1 Ana: x1:rv / a4:4 / swap =0"]
    assert lies(game, "shop Ana 1") == ""


# Activation


def test_order_of_parts_in_a_step() -> None:
    """canonical: taking, m, x; in an activation tiles, f, x."""
    game = table("mission Ana takes", "mission Bob five", "shop Ana 2 rrrr", options=["missions"])
    assert game.play("a1-a4:2 mg xr") == ["1 Ana: a1-a4:2 mg xr =0"]
    game = table("shop Ana 3 rry", "shop Ana 4 ggg", "slot Ana 3 7rryygg")
    assert game.play("b4:3 / 3:r fy xg / swap") == ["1 Ana: b4:3 / 3:r fy xg / swap =0"]


@pytest.mark.parametrize("broken", ["fr", "fy"])
def test_f_is_always_in_canonical_text(broken: str) -> None:
    """canonical: due whenever a tile that is not violet remains."""
    game = table("shop Ana 3 rry", "slot Ana 3 7rryygg")
    assert game.play(f"b4:3 / 3:r {broken} / swap") == [f"1 Ana: b4:3 / 3:r {broken} / swap =0"]


def test_f_cannot_be_left_out_where_there_is_a_choice() -> None:
    """canonical: due, and named in the answer."""
    game = table("shop Ana 3 rry", "slot Ana 3 7rryygg")
    found = error(game, "b4:3 / 3:r / swap")
    assert "3:r fr" in str(found)
    assert "3:r fy" in str(found)


@pytest.mark.parametrize("broken", ["fry", "fyy", "fyr", "fryy"])
def test_f_names_one_tile(broken: str) -> None:
    """table: `f` broken, one of the remaining tiles."""
    assert refused(table("shop Ana 3 rry", "slot Ana 3 7rryygg"), f"b4:3 / 3:r {broken} / swap") in (
        "broken",
        "notation",
    )


@pytest.mark.parametrize("tile", ["g", "rr"])
def test_the_town_hall_takes_one_of_the_four(tile: str) -> None:
    """canonical: one of the four equal tiles, always written."""
    assert refused(table("shop Ana 4 rrr"), f"a4:4 / 4:{tile} / swap") in ("tiles-count", "tiles-not-there")


@pytest.mark.parametrize("hall", ["3,3", "0,3", ""])
def test_the_bonus_of_the_town_hall_is_never_written(hall: str) -> None:
    """canonical."""
    game = table("shop Ana 4 rrr", hall=hall)
    assert game.play("swap / a4:4 / 4:r")[0].startswith("1 Ana: swap / a4:4 / 4:r =")


# The bonus tile


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        (BONUS, "b4:1 / 1:r / swap", "right-open"),
        (BONUS, "b4:1 / 1:r / +0 / swap", "half-missing"),
        (BONUS, "b4:1 / 1:r / swap / +0 / x2:r", "finished"),
        (BONUS, "b4:1 / 1:r / swap / +0 / +0", "finished"),
        (BONUS, "b4:1 / 1:r / swap / +b:3 / +0", "no-right"),
        (BONUS, "b4:1 / +0 / 1:r / swap", "no-right"),
        (BONUS, "b4:1 / 1:r / swap / +b:5", "no-shop"),
        (TWO_CARDS, "swap / b4:1 / 1:ry / +0 / 2:y xy", "due"),
        (TWO_CARDS, "swap / b4:1 / 1:ry / 2:y xy", "right-open"),
        (TWO_CARDS, "swap / b4:1 / 1:ry / 2:y xy / +b:4", "right-open"),
        (TWO_CARDS, "swap / b4:1 / 1:ry / 2:y xy / +b:4 / +b:4 / +0", "no-right"),
        ((), "a1-a4:1 / +0", "no-right"),
        ((), "+0 / a1-a4:1", "no-right"),
        ((), "a4:1 / swap / +b:1", "no-right"),
    ],
)
def test_when_a_right_is_declined(lines: tuple[str, ...], line: str, reason: str) -> None:
    """canonical: one +0, the last step, for all rights left; refused without a right, and so is a turn without it."""
    found = refused(table(*lines), line)
    assert found == reason or (found == "finished" and reason == "no-right")


@pytest.mark.parametrize("line", ["swap / b4:1 / 1:ry / 2:y xy / +0", "swap / b4:1 / 1:ry / 2:y xy / +b:4 / +0"])
def test_one_decline_for_all_rights_left(line: str) -> None:
    """canonical."""
    game = table(*TWO_CARDS)
    assert game.play(line) == [f"1 Ana: {line} =6"]
    assert game.to_move == "Bob"


def test_a_bonus_tile_is_not_a_tile_taken() -> None:
    """table: in the solo game `b:4` takes a revealed tile and `+b:4` is the bonus; neither stands for the other."""
    lines = ("shop Ana 1 rrryy", "slot Ana 1 3rry+ ry")
    assert refused(solo(*lines, tiles="yyyb"), "y:1 / 1:r / swap / b:4") == "taken"
    assert refused(solo(*lines, tiles="yyyb"), "+b:4 / swap") == "no-right"


# Start


def test_start_is_the_first_step_of_each_first_turn() -> None:
    """canonical: compulsory, for each player, also alone."""
    game = opening(2)
    assert refused(game, "a1-d1:1") == "start-due"
    assert refused(game, "a1-d1:1 / start 2") == "start-due"
    assert refused(game, "swap / start 2 / a1:1") == "start-due"
    assert game.play("start 2 / a1-d1:1") == ["1 Ana: start 2 / a1-d1:1 =0"]
    assert refused(game, "a4-d4:1") == "start-due"
    game.play("start 3 / a4-d4:1")
    alone = opening(1)
    alone.play("draw tiles rygb")
    assert refused(alone, "all:1") == "start-due"
    alone.play("start 1 / all:1")
    assert lies(alone, "slot Ana 1") == "3ryg"


def test_start_stands_nowhere_else() -> None:
    """canonical: never elsewhere."""
    game = opening(2)
    assert refused(game, "start 1 / start 2 / a1-d1:1") == "start-placed"
    assert refused(game, "start 1 / a1-d1:1 / start 2") == "start-placed"
    game.play("start 1 / a1-d1:1", "start 1 / a4-d4:1")
    assert refused(game, "start 2 / a2-a3:1") == "start-placed"


def test_before_start_nothing_is_thrown_away() -> None:
    """canonical: not even tiles that a setup has put there, were it to."""
    assert refused(opening(2), "x1:r / start 1 / a1-d1:1") == "start-due"


# Missions in turns


@pytest.mark.parametrize("colours", ["rg", "ry", "gb", "rygb"])
def test_m_names_one_colour(colours: str) -> None:
    """table: `m` colour."""
    game = table("mission Ana takes", "mission Bob five", options=["missions"])
    assert refused(game, f"a1-a4:2 m{colours}") in ("mark-colour", "notation")


def test_the_m_tile_does_not_count_for_excess() -> None:
    """canonical: it never enters the workshop."""
    game = table("mission Ana takes", "mission Bob five", "shop Ana 2 rrb", options=["missions"])
    assert game.play("a1-a4:2 mg") == ["1 Ana: a1-a4:2 mg =0"]
    assert lies(game, "shop Ana 2") == "rrrybb"
    game = table("mission Ana takes", "mission Bob five", "shop Ana 2 rrb", options=["missions"])
    assert refused(game, "a1-a4:2 mg xg") == "thrown-not-there"
    assert refused(game, "a1-a4:2") == "ambiguous"


def test_m_is_never_violet() -> None:
    """canonical: a colour among the four."""
    game = table("mission Ana takes", "mission Bob five", options=["missions"])
    assert refused(game, "a1-a4:2 mv") in ("notation", "mark-colour")

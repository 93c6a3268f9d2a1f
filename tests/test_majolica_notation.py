"""The notation of Majolica, statement by statement: forms, canonical text, header, chance lines, drafts, setups.

What the rules are is in test_majolica_rules.py. "notation" is the common text, "table" its table of Majolica's forms,
"header", "canonical" and "setup" are the parts below that table.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import pbem
from pbem import cli, registry, report
from pbem.errors import HeaderError, IllegalMove, NotationError, NotYourTurn, SaveError, StaleMove, WrongClaim
from pbem.game import CHANCE
from pbem.legal import count
from pbem.notation import Notation
from pbem.session import Session
from tests.majolica import (
    BANDS,
    BY_THE_BOOK,
    FOUR,
    GRID,
    NO_CARDS,
    SHOWN,
    bad_setup,
    error,
    fresh,
    lies,
    opening,
    position,
    refused,
    shown,
    solo,
    table,
)

NOTATION = Notation("majolica", registry.load("majolica").words)

RECORD = """pbem 1 majolica
id j3000
edition reconstructed-1
player Ana
player Bob
player Cid
option kaleidoscope
option missions
option bloom
chance manual
first Ana

draw start Ana 3ryg, Bob 3ryb, Cid 3rgb
draw grid rygb brgy ybgr gryb
draw cards 3ryg 4rrrg+ 5rryyg 4rryy 7rryygg 3ygb
draw missions five violet first takes
1 Cid: mission 3 =0
"""
"""The example of the header, with a card that exists for one that does not."""


def read(text: str) -> Session:
    """A game from its record."""
    return pbem.read(text.encode(), "record")


def whole(text: str, game: Session) -> str:
    """A record with the digest of the tables, as export writes it."""
    return text.replace("reconstructed-1\n", f"reconstructed-1 {game.rules.digest[:12]}\n")


# Characters and case


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("7 Ana: a1-a3:2 xr / 2:gg / 3:r fy =3", "7 Ana: a1-a3:2 xr / 2:gg / 3:r fy =3"),
        ("7 ANA : A1 - A3 : 2 XR / 2 : GG / 3 : R FY = 3", "7 ANA: a1-a3:2 xr / 2:gg / 3:r fy =3"),
        ("7 Ana:a1-a3:2xr/2:gg/3:rfy=3", "7 Ana: a1-a3:2 xr / 2:gg / 3:r fy =3"),
        ("7 Ana: a1\u2013a3:2", "7 Ana: a1-a3:2"),
        ("7\u00a0Ana:\u00a0a1\u2212a3:2\u200b", "7 Ana: a1-a3:2"),
        ("\uff17 Ana: a\uff11-a3:2", "7 Ana: a1-a3:2"),
        ("7 Ana: B4:1 / CARD 3 - 1", "7 Ana: b4:1 / card 3-1"),
        ("7 Ana: Swap 1 - 3 , 3 - 1 / b4:1", "7 Ana: swap 1-3,3-1 / b4:1"),
        ("7 Ana: SWAP/b4:1", "7 Ana: swap / b4:1"),
        ("7 Ana: ALL:2 MG XBR", "7 Ana: all:2 mg xrb"),
        ("7 Ana: G:2 / SWAP =0 ; ok", "7 Ana: g:2 / swap =0 ; ok"),
        ("7 Ana: X3:RG", "7 Ana: x3:rg"),
        ("7 Ana: 4:G XR", "7 Ana: 4:g xr"),
        ("7 Ana: + B : 1", "7 Ana: +b:1"),
        ("7 Ana: + 0", "7 Ana: +0"),
        ("7 Ana: START 2 / a1-d1:1", "7 Ana: start 2 / a1-d1:1"),
        ("7 Ana: Mission 3 =0", "7 Ana: mission 3 =0"),
        ("DRAW GRID RYGB BRGY YBGR GRYB", "draw grid rygb brgy ybgr gryb"),
        ("Draw Tiles RGGB", "draw tiles rggb"),
        ("draw Missions FIVE Violet first", "draw missions five violet first"),
        ("draw cards 3RYG 4RRRG+", "draw cards 3ryg 4rrrg+"),
        ("draw start Ana 3RYG , Bob 3ryb", "draw start Ana 3ryg, Bob 3ryb"),
        ("draw start Ana Lu 3ryg, Bob 2 3ryb", "draw start Ana Lu 3ryg, Bob 2 3ryb"),
        ("undo 12; wrong slot", "undo 12 ; wrong slot"),
    ],
)
def test_what_is_typed_becomes_canonical(typed: str, canonical: str) -> None:
    """notation, characters: case and blanks never matter, dash variants, no-break and full-width are normalised."""
    assert NOTATION.format(NOTATION.parse(typed)) == canonical


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("a4-a1:2", "a1-a4:2"),
        ("d1-a1:2", "a1-d1:2"),
        ("d4-a4:2", "a4-d4:2"),
        ("d4-d1:2", "d1-d4:2"),
        ("a1-a4:2 xvbgyr", "a1-a4:2 xrygbv"),
        ("2:bgr", "2:rgb"),
        ("1:gr xbgyr", "1:rg xrygb"),
        ("3:r fy xvg", "3:r fy xgv"),
        ("4:g xbr", "4:g xrb"),
        ("x2:vbr", "x2:rbv"),
        ("+b:1 xgr", "+b:1 xrg"),
        ("b4:1 xyr / swap", "b4:1 xry / swap"),
        ("swap 3-1,1-3 / b4:1", "swap 1-3,3-1 / b4:1"),
        ("swap 3-2,2-1,1-3 / b4:1", "swap 1-3,2-1,3-2 / b4:1"),
    ],
)
def test_canonical_order_of_a_step(typed: str, canonical: str) -> None:
    """table and canonical: the lower end first, tiles in the order r y g b v w, cards of a swap by rising `from`."""
    assert NOTATION.format(NOTATION.parse(f"1 Ana: {typed}")) == f"1 Ana: {canonical}"


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("draw cards 3gyr 4grrr+ 7bbbgrr 3www", "draw cards 3ryg 4rrrg+ 7rrgbbb 3www"),
        ("draw start Ana 3gyr, Bob 3bry", "draw start Ana 3ryg, Bob 3ryb"),
        ("draw grid bgyr brgy ybgr gryb", "draw grid bgyr brgy ybgr gryb"),
        ("draw tiles bgyr", "draw tiles bgyr"),
    ],
)
def test_tiles_of_cards_are_sorted_those_of_the_grid_and_revealed_ones_are_not(typed: str, canonical: str) -> None:
    """canonical: there the order is the position or the order drawn; cards in any order are read (`3gyr` = `3ryg`)."""
    assert NOTATION.format(NOTATION.parse(typed)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "a1-a4",
        "a1-a4:",
        "a1:",
        "a5:1",
        "e1:1",
        "a0-a4:1",
        "a1-a4:2 x",
        "a1-a4:2 m",
        "a 1-a4:2",
        "a1-a4:2 x3",
        "b4:1 mg / swap",
        "card",
        "card 3",
        "card 3-",
        "swap 1",
        "swap 1-",
        "swap 1-3 3-1",
        "2:",
        "2",
        "+:1",
        "+b",
        "+b:",
        "+1",
        "x3:",
        "x:r",
        "x3:q",
        "start",
        "mission",
        "mission five",
        "all",
        "all:",
        "w:1 / swap",
        "v:1 / swap",
        "3:r f",
        "a1-a4:2 /",
        "/ a1-a4:2",
        "pass",
        "draw grid",
        "draw cards",
        "draw cards 3",
        "draw cards ryg",
        "draw cards 3 ryg",
        "draw cards 3ryv",
        "draw tiles",
        "draw tiles rygx",
        "draw start",
        "draw start Ana",
        "draw start 3ryg",
        "draw missions",
        "draw missions seven",
        "draw",
        "roll 3",
    ],
)
def test_what_is_no_move(text: str) -> None:
    """table: every form has its parts."""
    with pytest.raises(NotationError):
        NOTATION.parse(text)


# Turn, name, claim


def test_a_canonical_line_has_turn_name_and_claim() -> None:
    """notation, lines of a log: a person may leave them out."""
    game = table("turn 7")
    assert game.play("A1-A4:2 ; edge") == ["7 Ana: a1-a4:2 =0 ; edge"]
    assert game.play("bob: b4-d4:1 =0") == ["8 Bob: b4-d4:1 =0"]
    assert game.play("9 ana: b1-d1:4") == ["9 Ana: b1-d1:4 =0"]


def test_turn_and_name_are_a_guard() -> None:
    """notation, lines of a log: they must be the turn and the player to act."""
    game = table("turn 7")
    assert isinstance(error(game, "6 Ana: a1-a4:2"), StaleMove)
    assert isinstance(error(game, "8 Ana: a1-a4:2"), StaleMove)
    assert isinstance(error(game, "7 Bob: a1-a4:2"), NotYourTurn)
    assert isinstance(error(game, "Cid: a1-a4:2"), NotYourTurn)


@pytest.mark.parametrize("claim", ["=2", "=4", "=0", "=3,0", "=-3"])
def test_a_wrong_claim_is_refused_with_both_numbers(claim: str) -> None:
    """notation, lines of a log."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 3ryg yg")
    found = error(game, f"b4:1 / 1:r / swap {claim}")
    assert isinstance(found, WrongClaim)
    assert claim[1:] in str(found)
    assert "=3" in str(found)


def test_a_claim_is_points_of_cards_and_tokens_of_this_turn() -> None:
    """canonical: a card of 3, a point of the Town Hall and a bloom token are 5."""
    lines = (
        "shop Ana 1 rrryy",
        "shop Ana 2 gg",
        "shop Ana 4 yyy",
        "slot Ana 1 3ryb b",
        "slot Ana 2 7rryybb",
        "slot Ana 3 7yyggbb",
    )
    game = table(*lines, hall="0,3", options=["bloom"])
    line = "swap / b4:1 / 1:ry / 2:r xr / 3:y fg xg / 4:y"
    assert game.play(f"{line} =5") == [f"1 Ana: {line} =5"]
    assert game.scores["Ana"] == 5


def test_pairs_and_missions_are_in_no_claim() -> None:
    """canonical: not even in the last turn."""
    done = "3ryg,3ygb,4rryy,4rrgg,4yygg"
    lines = (f"done Ana {done}", "slot Ana 1 7rryygg rryy", "mission Ana fours", "mission Bob first")
    game = table(*lines, grid=FOUR, options=["missions"])
    assert game.play("a4:4 / swap") == ["1 Ana: a4:4 / swap =0"]
    assert game.scores["Ana"] == 18 + 2 + 3


def test_the_score_during_the_game_is_the_sum_of_claims() -> None:
    """canonical: 3, then 1, then 4."""
    game = table(
        "shop Ana 1 rrryy", "slot Ana 1 3ryg yg", "shop Bob 4 rrr", "shop Ana 3 yyg", "slot Ana 3 4yygg ygg", hall="0,3"
    )
    assert game.play("b4:1 / 1:r / swap")[0].endswith("=3")
    assert game.scores == {"Ana": 3, "Bob": 0}
    assert game.play("a4:4 / 4:r / swap")[0].endswith("=1")
    assert game.scores == {"Ana": 3, "Bob": 1}
    assert game.play("c4:3 / 3:y fg / swap")[0].endswith("=4")
    assert game.scores == {"Ana": 7, "Bob": 1}


# Forms of the table


def test_cells_are_named_from_the_bottom_left() -> None:
    """Majolica: a1 bottom left; row 4 is written first."""
    for cell, tile in (("a4", "r"), ("d4", "b"), ("a1", "b"), ("d1", "g"), ("a3", "y"), ("d2", "y")):
        game = table()
        game.play(f"{cell}:1 / swap")
        assert lies(game, "shop Ana 1") == tile


def test_the_example_of_a_turn() -> None:
    """Majolica, example: a run of three, one thrown away; two g to a card; then workshop 3 completes a card of 3."""
    lines = ("turn 7", "shop Ana 2 rryy", "slot Ana 2 7rryygg", "slot Ana 3 3ryg yg")
    game = table(*lines, grid="xyyb ryyb gbrb ggrr")
    line = "7 Ana: a1-a3:2 xr / 2:gg / 3:r fy =3"
    assert game.play(line) == [line]
    assert (lies(game, "slot Ana 2"), lies(game, "done Ana"), lies(game, "shop Ana 4")) == ("7rryygg gg", "3ryg", "ry")


@pytest.mark.parametrize("step", ["card 3-1", "swap 1-3,3-1", "swap"])
def test_one_tile_with_its_step_before_or_behind(step: str) -> None:
    """table: b4:1, then or before it a card or swap step."""
    for line in (f"b4:1 / {step}", f"{step} / b4:1"):
        game = table("slot Ana 1 4rryy", "slot Ana 3 4rrbb")
        assert game.play(line) == [f"1 Ana: {line} =0"]


@pytest.mark.parametrize(
    ("swap", "reason"),
    [
        ("swap 2-3", "slot-empty"),
        ("swap 1-1", "swap-twice"),
        ("swap 1-2,1-3", "swap-twice"),
        ("swap 1-2,3-2", "swap-twice"),
        ("swap 1-3", "swap-onto"),
        ("swap 3-1", "swap-onto"),
        ("swap 1-4", "no-slot"),
        ("swap 0-2", "no-slot"),
    ],
)
def test_what_a_swap_must_not_be(swap: str, reason: str) -> None:
    """canonical: each from holds a card, none twice, from differs from to, no slot ends with two cards."""
    game = table("slot Ana 1 4rryy r", "slot Ana 3 4rrbb b")
    assert refused(game, f"b4:1 / {swap}") == reason
    assert refused(game, f"{swap} / b4:1") == reason


def test_a_bare_swap_moves_none() -> None:
    """table."""
    game = table("slot Ana 1 4rryy r", "slot Ana 3 4rrbb b")
    game.play("b4:1 / swap")
    assert (lies(game, "slot Ana 1"), lies(game, "slot Ana 3")) == ("4rryy r", "4rrbb b")


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

BONUS = ("shop Ana 1 rrryy", "slot Ana 1 3rry+ ry")
TWO_CARDS = ("shop Ana 1 rrryy", "shop Ana 2 gg", "slot Ana 1 3rry+ r", "slot Ana 2 3yyg+ yg")


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


# Header


@pytest.mark.parametrize(
    "name", ["all", "ALL", "r", "Y", "g", "B", "v", "card", "Card Sharp", "swap", "Start", "mission", "Mission One"]
)
def test_names_that_are_words_of_moves(name: str) -> None:
    """canonical: not `all`, no letter of a tile, nothing that begins with card, swap, start or mission."""
    with pytest.raises(HeaderError):
        pbem.new("majolica", [name, "Bob"], kind="manual", first="Bob", id="test")


@pytest.mark.parametrize(
    "name", ["Al", "Ally", "Rr", "x", "m", "f", "w", "c", "Ana Card", "b Smith", "Go all", "grid", "Tiles"]
)
def test_names_like_words_of_moves(name: str) -> None:
    """canonical: other names are free, and a line with such a name is read rightly."""
    game = pbem.new("majolica", [name, "Bob"], kind="manual", first=name, id="test")
    start = f"draw start {name} 3ryg, Bob 3ygb"
    assert game.play(start, f"draw grid {GRID}", "draw cards " + " ".join(SHOWN))[0] == start
    assert game.play(f"1 {name}: start 1 / a1-a4:1") == [f"1 {name}: start 1 / a1-a4:1 =0"]
    game.play("start 1 / b4-d4:1")
    assert game.play(f"{name}: swap / b1:4 xr") == [f"3 {name}: swap / b1:4 xr =0"]


def test_the_example_of_a_record() -> None:
    """header: read, completed with the digest, and given back byte for byte."""
    game = read(RECORD)
    assert game.record() == whole(RECORD, game)
    assert read(game.record()).record() == game.record()
    assert (game.to_move, game.turn) == ("Bob", 2)
    assert game.header.options == ["kaleidoscope", "missions", "bloom"]


def test_the_whole_rest_of_a_player_line_is_the_name() -> None:
    """header: no colour, no seat."""
    game = read("pbem 1 majolica\nplayer Ana red N\nplayer Bob S\nfirst Ana red N\n")
    assert game.header.names == ["Ana red N", "Bob S"]
    assert game.to_move == "Ana red N"


def test_options_are_written_in_the_order_of_the_table() -> None:
    """header: kaleidoscope, missions, bloom, however they were given; in TOML the same."""
    game = fresh(2, ["bloom", "kaleidoscope"])
    assert "\noption kaleidoscope\noption bloom\nchance manual\n" in game.record()
    assert game.toml().split("options = [")[1].split("]")[0].split('"')[1::2] == ["kaleidoscope", "bloom"]
    assert "option" not in fresh(2).record()


@pytest.mark.parametrize("options", [["expert"], ["bloom", "bloom"], ["ganga"]])
def test_options_there_are_not(options: list[str]) -> None:
    """header."""
    with pytest.raises(HeaderError):
        fresh(2, options)


def test_toml_and_record_hold_the_same() -> None:
    """notation, a record: from one to the other and back, byte for byte."""
    game = read(RECORD)
    again = pbem.read(game.toml().encode(), "save")
    assert again.record() == game.record()
    assert again.toml() == game.toml()


# Chance lines


def test_draws_are_due_in_their_order() -> None:
    """header: starting cards, grid, cards, missions; then people move."""
    lines = [
        "draw start Ana 3ryg, Bob 3ygb",
        f"draw grid {GRID}",
        "draw cards " + " ".join(SHOWN),
        "draw missions five violet first",
    ]
    game = fresh(2, ["missions"])
    for number, line in enumerate(lines):
        for other in lines[:number] + lines[number + 1 :]:
            assert refused(game, other) == "draw-other"
        assert refused(game, "mission 1") == "draw-due"
        game.play(line)
    for line in lines:
        assert refused(game, line) == "draw-not-due"


def test_draws_of_the_solo_game_are_due_in_their_order() -> None:
    """header: no grid; the tiles just before the turn line, so after the draft; 25 lines of turns with it."""
    game = fresh(1, ["missions"])
    game.play("draw start Ana 3ryg")
    assert refused(game, f"draw grid {GRID}") == "draw-other"
    assert refused(game, "draw tiles rygb") == "draw-other"
    game.play("draw cards " + " ".join(SHOWN))
    assert refused(game, "draw tiles rygb") == "draw-other"
    game.play("draw missions five violet")
    assert refused(game, "draw tiles rygb") == "draw-not-due"
    assert game.play("mission 1") == ["1 Ana: mission 1 =0"]
    assert refused(game, "start 1 / all:1") == "draw-due"
    game.play("draw tiles rygb")
    assert game.play("start 1 / all:1") == ["2 Ana: start 1 / all:1 =0"]


def test_with_a_draft_the_solo_game_has_25_turns() -> None:
    """header."""
    game = opening(1, ["missions"])
    game.play("mission 1")
    while not game.over:
        tiles = "rygb"[game.turn % 4] * 4
        game.play(f"draw tiles {tiles}", f"{'start 1 / ' if game.turn == 2 else ''}all:1 x{tiles}")
    assert len([line for line in game.log if line[0].isdigit()]) == 25
    assert game.turn == 26


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("draw start Bob 3ygb, Ana 3ryg", "start-names"),
        ("draw start Ana 3ryg, Cid 3ygb", "start-names"),
        ("draw start Ana 3ryg, Ana 3ygb", "start-names"),
        ("draw start Ana 3ryg, Bob 3ryg", "start-card"),
    ],
)
def test_starting_cards_are_dealt_in_the_order_of_the_player_lines(line: str, reason: str) -> None:
    """header: all players in that order, different starting cards; also if somebody else begins."""
    assert refused(fresh(2, first="Bob"), line) == reason


def test_names_of_a_draw_line_are_those_of_the_header() -> None:
    """notation: case never matters, canonical is the header's."""
    assert fresh(2).play("draw start ana 3gyr, BOB 3ygb") == ["draw start Ana 3ryg, Bob 3ygb"]


@pytest.mark.parametrize("rows", ["rygbb rgy ybgr gryb", "rygbbrgyybgrgryb", "rygb brgy ybgr gry b"])
def test_the_grid_is_drawn_as_four_rows_of_four(rows: str) -> None:
    """header: four rows of four."""
    game = fresh(2)
    game.play("draw start Ana 3ryg, Bob 3ygb")
    assert refused(game, f"draw grid {rows}") in ("grid-tiles", "notation")


def test_a_round_that_ends_needs_a_grid_and_then_cards() -> None:
    """header: the grid when no tile is face up, cards when all are and a place is empty."""
    game = table(grid=FOUR, display=shown()[: -len(SHOWN[5])] + "x")
    game.play("a4:4 / swap")
    assert refused(game, "draw cards 3ryg") == "draw-other"
    game.play(f"draw grid {GRID}")
    assert refused(game, "a4:4 / swap") == "draw-due"
    game.play("draw cards 3ryg")
    assert (lies(game, "display").split()[5], game.to_move) == ("3ryg", "Bob")


def test_no_empty_cards_line() -> None:
    """header: with a full display none is due."""
    game = table(grid=FOUR)
    game.play("a4:4 / swap", f"draw grid {GRID}")
    assert game.state.actor == 1
    assert refused(game, "draw cards 3ryg") == "draw-not-due"


def test_cards_fill_the_empty_places_in_rising_order() -> None:
    """table and header: places keep their numbers."""
    game = table(display=f"{SHOWN[0]} x {SHOWN[2]} x x {SHOWN[5]}")
    game.play("draw cards 4rygb 4rrrg+ 4rygb")
    assert lies(game, "display") == f"{SHOWN[0]} 4rygb {SHOWN[2]} 4rrrg+ 4rygb {SHOWN[5]}"
    game.play("card 4-1 / a4:4")
    assert lies(game, "display").split()[3:5] == ["x", "4rygb"]
    assert lies(game, "slot Ana 1") == "4rrrg+"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("draw cards 4rrrg+", "cards-number"),
        ("draw cards 4rrrg+ 3ryg 3ygb", "cards-number"),
        ("draw cards 4rrrg+ 4rrrg+", "not-in-deck"),
        ("draw cards 4rrrg 3ryg", "not-in-deck"),
        ("draw cards 4ryybb 3ryg", "not-in-deck"),
        (f"draw cards {SHOWN[0]} 3ryg", "not-in-deck"),
    ],
)
def test_cards_that_are_not_drawn(line: str, reason: str) -> None:
    """header: as many as places are empty, each a card of the deck."""
    game = table("done Ana 7ygggbb", display=f"x x {' '.join(SHOWN[2:])}")
    assert refused(game, line) == reason


def test_equal_texts_are_the_same_card() -> None:
    """header: 3ryg is a starting card and in the deck, so it is there twice; 4rygb is there twice."""
    game = table("done Ana 3ryg", display=f"x x {' '.join(SHOWN[2:])}")
    assert refused(game, "draw cards 3ryg 3ryg") == "not-in-deck"
    game.play("draw cards 4rygb 4rygb")
    assert game.state.actor == 0


@pytest.mark.parametrize("words", ["five violet", "five violet first takes", "five violet five"])
def test_missions_are_players_and_one_different_words(words: str) -> None:
    """header."""
    game = fresh(2, ["missions"])
    game.play("draw start Ana 3ryg, Bob 3ygb", f"draw grid {GRID}", "draw cards " + " ".join(SHOWN))
    assert refused(game, f"draw missions {words}") == "missions-number"


@pytest.mark.parametrize("word", ["five", "fragments", "fours", "takes", "violet", "ladder", "first", "double"])
def test_mission_words(word: str) -> None:
    """header: eight of them."""
    other = ["five", "fours"] if word not in ("five", "fours") else ["takes", "ladder"]
    game = opening(2, ["missions"], missions=" ".join([word, *other]))
    game.play("mission 1")
    assert lies(game, "mission Bob") == word


def test_mission_places_keep_their_numbers() -> None:
    """header: place 1 is empty after it was taken, 2 and 3 stay what they are."""
    game = opening(2, ["missions"], missions=BY_THE_BOOK)
    game.play("mission 1")
    assert refused(game, "mission 1") == "draft-place"
    game.play("mission 3")
    assert lies(game, "mission Ana") == "first"


def test_drafts_are_turns() -> None:
    """header: numbers 1 to n, claim 0, then play begins with `first` at turn n+1."""
    game = opening(3, ["missions"], "Bob")
    assert game.play("mission 4", "mission 2", "mission 1") == [
        "1 Ana: mission 4 =0",
        "2 Cid: mission 2 =0",
        "3 Bob: mission 1 =0",
    ]
    assert (game.turn, game.to_move) == (4, "Bob")


@pytest.mark.parametrize("line", ["mission 1 / mission 2", "mission 1 / start 1", "mission 1 / x1:r"])
def test_a_draft_is_a_whole_turn(line: str) -> None:
    """header: drafts are turns."""
    assert refused(opening(2, ["missions"]), line) == "finished"


def test_a_word_of_another_step_does_not_stand_for_it() -> None:
    """table: `mission` is the draft, `start` the starting card, though both have one number."""
    assert refused(opening(2, ["missions"]), "start 1") == "draft-due"
    assert refused(opening(2), "mission 1 / a1-a4:1") in ("start-due", "no-draft")


def test_after_the_last_turn_no_draw_is_due() -> None:
    """header."""
    game = table("done Ana 3ryg,3ygb,4rryy,4rrgg,4yygg", grid=FOUR, display=NO_CARDS)
    game.play("a4:4 / swap")
    assert game.over
    assert game.state.actor != CHANCE


# Dealing

Choose = Callable[[str, int, int], int]


def deal(game: Session, choose: Choose) -> str:
    """The draw that is due, dealt by `choose`, as a line; it is played too."""
    text = game.rules.words.format_chance(game.state.deal(choose))
    assert game.play(text) == [text]
    return text


def test_events_are_indices_into_what_is_left_in_table_order() -> None:
    """header, for dealing: always the first that is left."""
    asked: list[tuple[int, int]] = []

    def first(purpose: str, event: int, n: int) -> int:
        asked.append((event, n))
        return 0

    game = fresh(2, ["missions"])
    assert deal(game, first) == "draw start Ana 3ryg, Bob 3ygb"
    assert asked == [(0, 4), (1, 3)]
    assert deal(game, first) == f"draw grid {BANDS}"
    assert asked[2:] == [(2 + k, 16 - k) for k in range(16)]
    assert deal(game, first) == "draw cards 3ryg 3ygb 3rgb 3ryb 3rry+ 3yyg+"
    assert asked[18:] == [(18 + k, 40 - k) for k in range(6)]
    assert deal(game, first) == "draw missions five fragments fours"
    assert asked[24:] == [(24, 8), (25, 7), (26, 6)]


def test_the_kaleidoscope_cards_are_last_in_the_deck() -> None:
    """header, for dealing: always the last that is left."""

    def last(purpose: str, event: int, n: int) -> int:
        return n - 1

    game = fresh(2, ["kaleidoscope"])
    assert deal(game, last) == "draw start Ana 3ryb, Bob 3rgb"
    assert deal(game, last) == "draw grid bbbb gggg yyyy rrrr"
    assert deal(game, last) == "draw cards 7wwwwww 5wwwww 4wwww 4wwww 3www 3www"


def test_solo_tiles_are_events_of_what_is_still_hidden() -> None:
    """header, for dealing."""
    asked: list[int] = []

    def first(purpose: str, event: int, n: int) -> int:
        asked.append(n)
        return 0

    game = solo("gone rrrg", tiles="")
    assert deal(game, first) == "draw tiles ryyy"
    assert asked == [12, 11, 10, 9]


def test_cards_from_under_the_deck_are_no_events() -> None:
    """header, for dealing: only the first of three is chosen."""
    asked: list[int] = []

    def first(purpose: str, event: int, n: int) -> int:
        asked.append(n)
        return 0

    rest = EVERY_CARD.split()
    for card in ("3ryg", "3ygb", "3rgb", "4rrrg+", "4rrgg", "4rrbb"):
        rest.remove(card)
    game = table(f"done Bob {','.join(rest)}", "under 4rrgg 4rrbb", display="3ryg 3ygb 3rgb x x x")
    assert deal(game, first) == "draw cards 4rrrg+ 4rrgg 4rrbb"
    assert asked == [1]


EVERY_CARD = """
3ryg 3ygb 3rgb 3ryb 3ryg 3ygb 3rgb 3ryb 3rry+ 3yyg+ 3ggb+ 3rbb+
4rryy 4rrgg 4rrbb 4yygg 4yybb 4ggbb 4rygb 4rygb 4rrrg+ 4yyyb+ 4rggg+ 4ybbb+
5rryyg 5yyggb 5rggbb 5rrybb 5rrygb 5ryygb 5ryggb 5rygbb 5rrryy+ 5yyygg+ 5gggbb+ 5rrbbb+
7rryygg 7yyggbb 7rrggbb 7rryybb 7rrryyb 7ryyygg 7ygggbb 7rrgbbb
"""
"""The deck and the starting cards."""


def test_an_undo_and_the_same_turns_deal_the_same() -> None:
    """notation and header, for dealing: events are counted over the folded log."""
    setup = f"grid {FOUR}\ndisplay x x {' '.join(SHOWN[2:])}\nhall 3,3"
    game = pbem.new("majolica", ["Ana", "Bob"], seed="tiles", first="Ana", setup=setup, id="test")
    played = game.play("a4:4 / swap")
    assert [line.split()[1] for line in played[1:]] == ["grid", "cards"]
    game.undo(1)
    assert lies(game, "grid") == FOUR
    assert game.play("a4:4 / swap") == played


def test_a_drawn_line_that_is_typed_must_be_the_one_drawn() -> None:
    """notation: in seed games a typed draw line must equal the drawn one."""

    def new() -> Session:
        setup = f"grid {FOUR}\ndisplay {' '.join(SHOWN)}\nhall 3,3"
        return pbem.new("majolica", ["Ana", "Bob"], seed="tiles", first="Ana", setup=setup, id="test")

    turn, drawn = new().play("a4:4 / swap")
    other = next(f"draw grid {grid}" for grid in (GRID, BANDS) if f"draw grid {grid}" != drawn)
    game = new()
    with pytest.raises(IllegalMove) as caught:
        game.play("a4:4 / swap", other)
    assert (caught.value.details["reason"], game.log) == ("not-drawn", [])
    assert game.play("a4:4 / swap", drawn) == [turn, drawn]


# Undo


def test_undo_takes_back_a_turn_and_the_draws_after_it() -> None:
    """notation, undo: the game is at that turn before its move, and the next turn line has its number again."""
    game = table("turn 7", grid=FOUR, display=f"x {' '.join(SHOWN[1:])}")
    before = position(game)
    game.play("a4:4 / swap", f"draw grid {GRID}", "draw cards 3ryg", "a4-d4:1")
    game.play("undo 7 ; wrong tile")
    assert position(game) == before
    assert game.play("d1:4 / swap")[0].startswith("7 Ana: ")


def test_undo_draw_takes_back_a_draw_that_was_typed() -> None:
    """notation, undo: in manual games, if it is the last line in force, the setup draws included."""
    game = fresh(2)
    game.play("draw start Ana 3ryg, Bob 3ygb", f"draw grid {BANDS}", "undo draw", f"draw grid {GRID}")
    assert lies(game, "grid") == GRID
    game.play("undo draw", "undo draw", "draw start Ana 3ryb, Bob 3ygb")
    assert (lies(game, "start Ana"), lies(game, "grid")) == ("3ryb", "")


def test_undo_keeps_the_draw_before_the_turn() -> None:
    """notation, undo: the tiles revealed for a solo turn stay."""
    game = solo("turn 3", tiles="")
    game.play("draw tiles rygb", "all:1", "draw tiles bgyr", "undo 3")
    assert (lies(game, "tiles"), lies(game, "gone"), game.turn) == ("rygb", "", 3)
    assert game.play("r:1 / swap") == ["3 Ana: r:1 / swap =0"]


def test_undo_of_a_draft() -> None:
    """header: drafts are turns, so they can be taken back like others."""
    game = opening(2, ["missions"])
    game.play("mission 1", "mission 2", "undo 2")
    assert (lies(game, "mission Ana"), game.to_move, game.turn) == ("", "Ana", 2)
    assert refused(game, "mission 1") == "draft-place"
    assert game.play("mission 3") == ["2 Ana: mission 3 =0"]


def test_undo_after_the_end() -> None:
    """notation, undo: allowed after the end."""
    game = table("done Ana 3ryg,3ygb,4rryy,4rrgg,4yygg", "slot Ana 1 7rryygg rr", grid=FOUR)
    game.play("a4:4 / swap")
    assert (game.over, game.scores["Ana"]) == (True, 19)
    game.play("undo 1")
    assert (game.over, game.scores["Ana"]) == (False, 18)


# Result and JSON

OVER = ("done Ana 3ryg,3ygb,4rryy,4rrgg,4yygg", "token Bob 17", "slot Bob 1 7rryygg rr")
"""With the last turn both have 18."""


def test_the_result_has_the_final_scores() -> None:
    """canonical: in the order of the player lines, pairs counted, the winner not named."""
    game = table(*OVER, grid=FOUR)
    assert "result" not in game.record()
    game.play("a4:4 / swap")
    assert game.record().endswith("\n1 Ana: a4:4 / swap =0\nresult Ana 18, Bob 18\n")
    assert read(game.record()).record() == game.record()
    with pytest.raises(SaveError):
        read(game.record().replace("Bob 18", "Bob 17"))


def test_json_names_the_winner() -> None:
    """canonical: among equal scores the last in the first round's order."""
    game = table(*OVER, grid=FOUR)
    assert report.as_json(game)["winner"] is None
    game.play("a4:4 / swap")
    found = report.as_json(game)
    assert (found["winner"], found["scores"]) == ("Bob", {"Ana": 18, "Bob": 18})


def test_json_of_the_solo_game_has_a_rating_instead() -> None:
    """canonical."""
    game = solo("round 6 Ana", "token Ana 20", "gone rrrryyyygggg", tiles="bbbb")
    assert "rating" not in report.as_json(game)
    game.play("b:4 / swap")
    found = report.as_json(game)
    assert (found.get("winner"), found["over"]) == (None, True)
    assert isinstance(found["rating"], str)


def test_the_turn_in_json_is_the_next_one() -> None:
    """notation: also after the end."""
    game = table("turn 45", *OVER, grid=FOUR)
    game.play("a4:4 / swap")
    assert report.as_json(game)["turn"] == 46


def test_the_command_starts_a_game_without_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """header: names only, options by name; a manual game needs its first player."""
    monkeypatch.chdir(tmp_path)
    players = ["--player", "Ana", "--player", "Bob"]
    words = ["new", "majolica", "m.toml", *players, "--option", "bloom", "--option", "missions", "--chance", "manual"]
    assert cli.run(words) != 0
    assert "--first" in capsys.readouterr().err
    assert cli.run([*words, "--first", "Bob"]) == 0
    capsys.readouterr()
    assert cli.run(["show", "m.toml", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["turn"], found["draw_due"]) == ("majolica", 1, True)
    assert pbem.load("m.toml").header.options == ["missions", "bloom"]


# perft

ROW = "rygb xxxx xxxx xxxx"
TAKES = ("mission Ana takes", "mission Bob five")


@pytest.mark.parametrize(
    ("make", "turns"),
    [
        pytest.param(lambda: table(grid=FOUR, display=NO_CARDS), 4 * 4 * 2, id="four tiles, swap before or after"),
        pytest.param(lambda: table(grid=ROW, display=NO_CARDS), 4 + 4 * 4 * 2, id="and a run"),
        pytest.param(lambda: table(grid=ROW, display="3ryg x x x x x"), 4 + 32 + 4 * 4 * 3 * 2, id="and a card"),
        pytest.param(lambda: table("slot Ana 1 4rryy", grid=FOUR, display=NO_CARDS), 32 * 3, id="a card to move"),
        pytest.param(
            lambda: table("slot Ana 1 4rryy", "slot Ana 2 4rrbb", grid=FOUR, display=NO_CARDS), 32 * 6, id="two cards"
        ),
        pytest.param(lambda: table("start Ana 3ryg", grid=FOUR, display=NO_CARDS), 3 * 32 * 3, id="start"),
        pytest.param(lambda: table("shop Ana 1 rr", grid=FOUR, display=NO_CARDS), 32, id="no discards"),
        pytest.param(
            lambda: table("shop Ana 3 rryb", grid=FOUR, display=NO_CARDS), (4 * 3 + 4 * 3) * 2, id="just the excess"
        ),
        pytest.param(lambda: solo("gone rrgg", tiles="rrgb", display=NO_CARDS), 4 + 3 * 4 * 2, id="alone"),
        pytest.param(
            # y to workshop 1, then 1:r; the bonus is 16 tiles, before or after swap, or +0 at the end
            lambda: table(*BONUS, grid=FOUR, display=NO_CARDS),
            (4 * 4 - 1) * 6 + (2 * 16 + 1) + (16 + 1) + 2,
            id="bonus",
        ),
        pytest.param(lambda: table(*TAKES, grid=ROW, display=NO_CARDS, options=["missions"]), 4 * 5 + 32, id="mission"),
        pytest.param(lambda: opening(3, ["missions"]), 4, id="draft"),
    ],
)
def test_perft_counts_texts(make: Callable[[], Session], turns: int) -> None:
    """canonical: one per different canonical text, without x steps and without more than the excess on arrival."""
    assert count(make().state) == turns


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
    "lines",
    [
        ("shop Ana 5 r",),
        ("shop Ana 0 r",),
        ("shop Ana 1",),
        ("shop Ana 1 rx",),
        ("shop Cid 1 r",),
        ("slot Ana 4 4rryy",),
        ("slot Ana 1",),
        ("slot Ana 1 4rryx",),
        ("box 4rryy",),
        ("start Ana 4rryy",),
        ("start Ana 3rry+",),
        ("mission Ana takes",),
        ("token Ana x",),
        ("turn 0",),
        ("turn x",),
        ("round 9",),
        ("round 9 Cid",),
        ("round Ana 9",),
        ("shop Ana 1 rr", "shop Ana 1 yy"),
        ("tiles rygb",),
        ("done Ana 4ryybb",),
    ],
)
def test_lines_that_cannot_stand_in_a_setup(lines: tuple[str, ...]) -> None:
    """setup: forms, numbers, names, what exists; missions only with the option; said once."""
    with pytest.raises((HeaderError, SaveError)):
        table(*lines)


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

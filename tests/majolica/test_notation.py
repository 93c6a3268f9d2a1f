"""The notation: characters, numbers, names, claims, the forms of the table."""

import re

import pytest

from pbem import registry
from pbem.errors import NotationError, NotYourTurn, StaleMove, WrongClaim
from pbem.notation import Notation
from tests.majolica.tools import FOUR, error, lies, refused, table

NOTATION = Notation("majolica", registry.load("majolica").words)


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
    with pytest.raises(NotationError, match=f"^cannot read `{re.escape(text)}` at column [0-9]+: "):
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

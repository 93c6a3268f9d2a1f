"""Rounds: whose turn is next, when a round ends, what is dealt anew."""

from collections import Counter

import pytest

from pbem.game import CHANCE
from tests.majolica.tools import BANDS, DECK, FOUR, SHOWN, START, STARTERS, lies, refused, table


@pytest.mark.parametrize(("first", "order"), [("Ana", "Ana Bob Cid Dana Ana"), ("Cid", "Cid Dana Ana Bob Cid")])
def test_turns_pass_to_the_left(first: str, order: str) -> None:
    """[FR] L76, L85-87 and ruling 1: the first player begins, then clockwise in the order of the players' lines."""
    game = table(players=list(START), first=first)
    moved = []
    for cell in ("a4", "b4", "c4", "d4", "a1"):
        moved.append(str(game.to_move))
        game.play(f"{cell}:1 / swap")
    assert moved == order.split()


def test_with_four_tiles_face_up_the_round_goes_on() -> None:
    """[FR] L85-87: at least four face up: the player to the left is next."""
    game = table(grid="ryxr xxxx xxxx rxxy")
    game.play("b4:1 / swap")
    assert lies(game, "grid") == FOUR
    assert (lies(game, "round"), game.to_move, game.state.actor) == ("1 Ana", "Bob", 1)


def test_with_fewer_than_four_tiles_face_up_the_round_ends() -> None:
    """[FR] L87-89, L254-255: fewer than four: the round is over and the token goes to the left."""
    game = table(grid=FOUR)
    game.play("a4:1 / swap")
    assert (lies(game, "round"), game.to_move, game.state.actor) == ("2 Bob", "Bob", CHANCE)
    assert lies(game, "grid") == ""


def test_a_run_may_leave_no_tile_at_all() -> None:
    """[FR] L254: also with none left the round is over."""
    game = table(grid="rygb xxxx xxxx xxxx")
    game.play("a4-d4:1")
    assert (lies(game, "round"), lies(game, "grid"), game.state.actor) == ("2 Bob", "", CHANCE)


@pytest.mark.parametrize(
    ("players", "of_the_round", "mover", "following"),
    [
        (2, "Ana", "Ana", "Bob"),
        (2, "Ana", "Bob", "Bob"),
        (2, "Bob", "Ana", "Ana"),
        (3, "Ana", "Ana", "Bob"),
        (3, "Ana", "Cid", "Bob"),
        (3, "Cid", "Bob", "Ana"),
        (4, "Dana", "Bob", "Ana"),
    ],
)
def test_the_token_goes_to_the_left_of_the_first_player(
    players: int, of_the_round: str, mover: str, following: str
) -> None:
    """[FR] L88, L258 and ruling 17: to the left of the last round's first player, whoever moved last.

    So the same player may move twice running, and players need not have equally many turns (L77-79).
    """
    game = table(f"round 5 {of_the_round}", grid=FOUR, players=list(START)[:players], first=mover)
    game.play("a4:1 / swap", f"draw grid {BANDS}")
    assert (lies(game, "round"), game.to_move) == (f"6 {following}", following)


def test_all_large_tiles_are_dealt_anew() -> None:
    """[FR] L258-260: all sixteen, those left face up among them."""
    game = table(grid=FOUR)
    game.play("a4:1 / swap")
    assert refused(game, "draw grid xrgb ybgr gbry bryg") == "notation"
    assert refused(game, "a4:1 / swap") == "draw-due"
    game.play(f"draw grid {BANDS}")
    assert (lies(game, "grid"), game.state.actor) == (BANDS, 1)


def test_the_display_is_filled_to_six_between_rounds() -> None:
    """[FR] L260-261: new cards until six are there again."""
    game = table(grid=FOUR, display="7ygggbb x 7rrryyb x x 5gggbb+")
    game.play("a4:1 / swap", f"draw grid {BANDS}")
    assert game.state.actor == CHANCE
    assert refused(game, "draw cards 3ryg 3ygb") == "cards-number"
    game.play("draw cards 3ryg 3ygb 4rygb")
    assert lies(game, "display") == "7ygggbb 3ryg 7rrryyb 3ygb 4rygb 5gggbb+"
    assert game.state.actor == 1


def test_the_display_is_not_filled_during_a_round() -> None:
    """ruling 8: a place stays empty until the round is over."""
    game = table()
    game.play("card 1-1 / a4:4")
    assert lies(game, "display") == " ".join(["x", *SHOWN[1:]])
    assert refused(game, "draw cards 3ryg") == "draw-not-due"
    assert refused(game, "card 1-1 / b4:4") == "place-empty"
    game.play("card 2-1 / b4:4")
    assert lies(game, "display") == " ".join(["x", "x", *SHOWN[2:]])


def all_but(*cards: str) -> str:
    """Every card but some, as one list: for positions in which few or none are left in the deck."""
    return ",".join((Counter([*DECK, *STARTERS]) - Counter(cards)).elements())


def test_with_an_empty_deck_fewer_cards_are_shown() -> None:
    """ruling 17: one card is left, for four empty places."""
    game = table(f"done Bob {all_but('3ryg', '3ygb', '3rgb')}", display="3ryg 3ygb x x x x")
    assert game.state.actor == CHANCE
    assert refused(game, "draw cards 3rgb 3ryb") == "cards-number"
    game.play("draw cards 3rgb")
    assert lies(game, "display") == "3ryg 3ygb 3rgb x x x"
    assert game.to_move == "Ana"


def test_with_no_card_left_none_is_drawn() -> None:
    """rulings 17 and 24: nothing is left, so nothing is due."""
    game = table(f"done Bob {all_but('3ryg', '3ygb')}", display="3ryg 3ygb x x x x")
    assert game.state.actor == 0


def test_replaced_cards_come_last_in_the_order_replaced() -> None:
    """[FR] L181 and ruling 17: first the deck, then what was put under it, first in first out."""
    rest = all_but("3ryg", "3ygb", "3rgb", "3ryb", "4rrgg", "4rrbb", "4yygg")
    game = table(f"done Bob {rest}", "under 4rrgg 4rrbb 4yygg", display="3ryg 3ygb 3rgb x x x")
    assert refused(game, "draw cards 4rrgg 3ryb 4rrbb") == "not-in-deck"
    for wrong in ("3ryb 4rrbb 4rrgg", "3ryb 4rrbb 4yygg", "3ryb 4rrgg 4yygg"):
        assert refused(game, f"draw cards {wrong}") == "under-order"
    game.play("draw cards 3ryb 4rrgg 4rrbb")
    assert lies(game, "display") == "3ryg 3ygb 3rgb 3ryb 4rrgg 4rrbb"
    assert lies(game, "under") == "4yygg"


def test_cards_under_the_deck_are_not_drawn_while_it_lasts() -> None:
    """[FR] L181: the card lies at the bottom."""
    game = table("under 4rrgg", display="x " + " ".join(SHOWN[1:]))
    assert refused(game, "draw cards 4rrgg") == "not-in-deck"
    game.play("draw cards 4rrbb")
    assert lies(game, "under") == "4rrgg"

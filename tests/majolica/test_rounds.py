"""Rounds: whose turn is next, when a round ends, what is dealt anew; the end of the game, and scoring."""

from collections import Counter

import pytest

from pbem.game import CHANCE
from tests.majolica.tools import (
    BANDS,
    DECK,
    END,
    FIVE,
    FOUR,
    GRID,
    NO_CARDS,
    SHOWN,
    START,
    STARTERS,
    lies,
    refused,
    table,
)

# Rounds


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


# End of the game


def test_five_cards_end_the_game_with_the_round() -> None:
    """[FR] L256-257, L329-330 and ruling 17."""
    game = table(f"done Ana {FIVE}", grid=FOUR)
    assert not game.over
    game.play(END)
    assert game.over
    assert game.scores == {"Ana": 18, "Bob": 0}


def test_more_than_five_cards_end_the_game_too() -> None:
    """[FR] L256: at least five."""
    game = table(f"done Ana {FIVE},3rgb", grid=FOUR)
    game.play(END)
    assert game.over


def test_anyone_with_five_cards_ends_the_game() -> None:
    """[FR] L256 and ruling 17: not only who moved last."""
    game = table(f"done Bob {FIVE}", grid=FOUR)
    game.play(END)
    assert game.over


def test_with_four_cards_the_game_goes_on() -> None:
    """[FR] L258: else another round; four each do not count together."""
    game = table("done Ana 3ryg,3ygb,4rryy,4rrgg", "done Bob 4yygg,4rrbb,5rryyg,5yyggb", grid=FOUR)
    game.play(END)
    assert not game.over
    game.play(f"draw grid {GRID}")
    assert game.to_move == "Bob"


def test_five_cards_do_not_end_a_round() -> None:
    """[FR] L256, L329: at the end of a round only."""
    game = table(f"done Ana {FIVE}")
    game.play("a4-d4:1")
    assert (game.over, game.to_move) == (False, "Bob")


def test_the_starting_card_counts_among_the_five() -> None:
    """ruling 17: of two 3ryg one is a starting card."""
    game = table("done Ana 3ryg,3ryg,4rryy,4rrgg,4yygg", grid=FOUR)
    game.play(END)
    assert game.over


def test_the_fifth_card_may_come_with_the_last_tile() -> None:
    """[FR] L256: it is looked at when the round is over."""
    lines = ("done Ana 3ygb,4rryy,4rrgg,4yygg", "shop Ana 1 rrryy", "slot Ana 1 3ryg yg")
    game = table(*lines, grid="rxxy xxxx xxxx yxxr")
    assert game.play("swap / d4:1 / 1:r") == ["1 Ana: swap / d4:1 / 1:r =3"]
    assert game.over
    assert game.scores == {"Ana": 18, "Bob": 0}


def test_after_the_end_nothing_is_played_or_dealt() -> None:
    """[FR] L257: it stops at once."""
    game = table(f"done Ana {FIVE}", grid=FOUR, display=NO_CARDS)
    game.play(END)
    assert refused(game, f"draw grid {GRID}") == "over"
    assert refused(game, "a1:1 / swap") == "over"


# Scoring


def test_all_that_counts_at_the_end() -> None:
    """[FR] L330-336: completed cards, pairs on the others, tokens: 18 + 1 + 0 + 2 + 4."""
    lines = ("token Ana 4", "slot Ana 1 7rryygg rry", "slot Ana 2 4rrbb r", "slot Ana 3 5yyggb yygg")
    game = table(f"done Ana {FIVE}", *lines, grid=FOUR)
    assert game.scores["Ana"] == 22
    assert game.play(END) == [f"1 Ana: {END} =0"]
    assert game.scores == {"Ana": 25, "Bob": 0}


@pytest.mark.parametrize(
    ("slots", "points"),
    [
        ((), 0),
        (("7rryygg r",), 0),
        (("7rryygg rr",), 1),
        (("7rryygg rry",), 1),
        (("7rryygg rryy",), 2),
        (("7rryygg rryyg",), 2),
        (("7rryygg r", "7yyggbb y"), 0),
        (("7rryygg rry", "7yyggbb yyg"), 2),
        (("7rryygg rr", "7yyggbb yy", "7rrggbb bb"), 3),
    ],
)
def test_one_point_for_two_tiles_on_an_unfinished_card(slots: tuple[str, ...], points: int) -> None:
    """[FR] L333-335 and ruling 18: each card by itself."""
    game = table(f"done Bob {FIVE}", *(f"slot Ana {n} {card}" for n, card in enumerate(slots, 1)), grid=FOUR)
    game.play(END)
    assert game.scores == {"Ana": points, "Bob": 18}


def test_tiles_in_workshops_are_worth_nothing() -> None:
    """[FR] L330-336: they are not among what counts."""
    game = table(f"done Bob {FIVE}", "shop Ana 2 rrrrrr", "shop Ana 4 bbb", grid=FOUR)
    game.play(END)
    assert game.scores == {"Ana": 0, "Bob": 18}


def test_pairs_of_all_players_are_counted() -> None:
    """[FR] L330: every player."""
    game = table(f"done Bob {FIVE}", "slot Bob 2 7rryygg rryy", "slot Ana 1 7yyggbb yy", grid=FOUR)
    game.play(END)
    assert game.scores == {"Ana": 1, "Bob": 20}


def test_the_most_points_win() -> None:
    """[FR] L73-74, L338."""
    game = table(f"done Ana {FIVE}", "token Bob 19", grid=FOUR)
    assert game.winners == []
    game.play(END)
    assert game.winners == ["Bob"]


@pytest.mark.parametrize(
    ("players", "round_line", "winner"),
    [
        (2, "round 1 Ana", "Bob"),
        (2, "round 1 Bob", "Ana"),
        (2, "round 2 Bob", "Bob"),  # Ana began round 1
        (2, "round 2 Ana", "Ana"),
        (3, "round 1 Ana", "Bob"),
        (3, "round 1 Bob", "Ana"),  # Bob, Cid, Ana
        (3, "round 3 Ana", "Ana"),  # round 1 Bob, round 2 Cid
    ],
)
def test_a_tie_goes_to_the_later_seat_of_the_first_round(players: int, round_line: str, winner: str) -> None:
    """[FR] L338-340 and ruling 18: Ana and Bob have 18 each."""
    lines = (round_line, f"done Ana {FIVE}", "token Bob 18")
    game = table(*lines, grid=FOUR, players=list(START)[:players])
    game.play(END)
    assert game.scores["Ana"] == game.scores["Bob"] == 18
    assert game.winners == [winner]


def test_the_score_during_the_game_leaves_out_what_is_not_yet_sure() -> None:
    """[FR] L330: pairs are counted at the end only."""
    game = table("done Ana 3ryg", "token Ana 1", "slot Ana 1 7rryygg rryy")
    assert game.scores == {"Ana": 4, "Bob": 0}

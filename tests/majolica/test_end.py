"""The end of the game, and scoring."""

import pytest

from tests.majolica.tools import END, FIVE, FOUR, GRID, NO_CARDS, START, refused, table

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

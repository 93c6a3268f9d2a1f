"""The expansion Missions: the draft, what they ask for, what happens on the way."""

from typing import Any

import pytest

from pbem.session import Session
from tests.majolica.tools import BANDS, BY_THE_BOOK, END, FIVE, FOUR, TWO_CARDS, lies, opening, refused, table

# Missions: the draft


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_mission_more_than_players_is_shown(players: int) -> None:
    """[FR] L269-271, ruling 20; for one player alone two (J)."""
    game = opening(players, ["missions"], missions="")
    words = [*BY_THE_BOOK.split(), "double"]
    assert refused(game, "draw missions " + " ".join(words[:players])) == "missions-number"
    assert refused(game, "draw missions " + " ".join(words[: players + 2])) == "missions-number"
    assert refused(game, "draw missions " + " ".join([*words[:players], words[0]])) == "missions-number"
    game.play("draw missions " + " ".join(words[: players + 1]))
    assert game.state.actor >= 0


@pytest.mark.parametrize(
    ("players", "first", "order"),
    [
        (2, "Ana", "Bob Ana"),
        (2, "Bob", "Ana Bob"),
        (3, "Ana", "Cid Bob Ana"),
        (3, "Bob", "Ana Cid Bob"),
        (4, "Ana", "Dana Cid Bob Ana"),
        (4, "Bob", "Ana Dana Cid Bob"),
    ],
)
def test_missions_are_drafted_from_the_right_of_the_first_player(players: int, first: str, order: str) -> None:
    """[FR] L271-274 and ruling 20: anticlockwise, the first player last; then that player begins."""
    game = opening(players, ["missions"], first)
    moved = []
    for place in range(1, players + 1):
        moved.append(str(game.to_move))
        game.play(f"mission {place}")
    assert moved == order.split()
    assert (game.to_move, game.turn) == (first, players + 1)


def test_each_player_takes_one_of_those_left() -> None:
    """[FR] L274 and ruling 20: a mission is there once; the one that is left goes to the box."""
    game = opening(2, ["missions"])
    assert refused(game, "mission 4") == "draft-place"
    assert refused(game, "mission 0") == "draft-place"
    game.play("mission 2")
    assert refused(game, "mission 2") == "draft-place"
    game.play("mission 3")
    assert (lies(game, "mission Bob"), lies(game, "mission Ana")) == ("violet", "first")
    assert refused(game, "mission 1") in ("no-draft", "start-due")


def test_before_the_draft_is_over_nobody_takes_tiles() -> None:
    """[FR] L269: at the beginning of the game."""
    game = opening(2, ["missions"])
    assert refused(game, "start 1 / a4-d4:1") == "draft-due"
    game.play("mission 1")
    assert refused(game, "start 1 / a4-d4:1") == "draft-due"


def test_without_the_expansion_there_is_no_draft() -> None:
    """[FR] L237, L242."""
    assert refused(opening(2), "mission 1") in ("no-draft", "start-due")
    assert refused(table(), "mission 1") == "no-draft"


# Missions: what they ask for


def final(*lines: str, done: str = FIVE, bob: str = "double") -> int:
    """Ana's points when the game is over, less those of her cards."""
    game = table(f"done Ana {done}", *lines, f"mission Bob {bob}", f"done Bob {BOBS}", grid=FOUR, options=["missions"])
    cards = game.scores["Ana"]
    game.play(END)
    assert game.over
    return game.scores["Ana"] - cards


BOBS = "7yyggbb,7rrggbb,7rryybb,5rggbb,5rrybb"


@pytest.mark.parametrize(
    ("mission", "done", "points"),
    [
        ("five", "3ryg,3ygb,3rgb,3ryb,4rryy", 2),
        ("five", "3ryg,3ygb,3rgb,3ryb,4rryy,4rrgg", 2),
        ("five", "3ryg,3ygb,3rgb,3ryb", 0),
        ("fours", "4rryy,4rrgg,4yygg", 3),
        ("fours", "4rryy,4rrgg,4yygg,4rygb", 3),
        ("fours", "4rryy,4rrgg,3ryg,5rryyg,7rryygg", 0),
        ("ladder", "3ryg,5rryyg,7rryygg", 3),
        ("ladder", "3ryg,3ygb,5rryyg,7rryygg,4rryy", 3),
        ("ladder", "3ryg,5rryyg,5yyggb,4rryy,4rrgg", 0),
        ("ladder", "5rryyg,7rryygg", 0),
        ("ladder", "3ryg,7rryygg", 0),
    ],
)
def test_missions_of_completed_cards(mission: str, done: str, points: int) -> None:
    """[FR] L275-279, L287-288, L302-305 and fact: five cards 2; three cards worth 4: 3; a 3, a 5 and a 7: 3."""
    assert final(f"mission Ana {mission}", done=done) == points


@pytest.mark.parametrize(
    ("mission", "points"),
    [
        ("fragments rygb", 2),
        ("fragments ryg", 0),
        ("fragments", 0),
        ("takes rygb", 2),
        ("takes ygb", 0),
        ("violet vv", 2),
        ("violet vvv", 2),
        ("violet v", 0),
        ("first done", 2),
        ("first", 0),
    ],
)
def test_missions_of_what_was_collected(mission: str, points: int) -> None:
    """[FR] L279-285, L290-300, L307-308 and fact: tiles of four colours, two violet, first with three cards: 2 each."""
    assert final(f"mission Ana {mission}", done="3ryg") == points


@pytest.mark.parametrize(("mission", "points"), [("double done", 3), ("double", 0)])
def test_mission_of_two_cards_in_a_turn(mission: str, points: int) -> None:
    """[FR] L310-311 and fact: 3."""
    assert final(f"mission Ana {mission}", bob="five") == points


def test_missions_count_only_at_the_end() -> None:
    """[FR] L275."""
    game = table("done Ana 4rryy,4rrgg,4yygg", "mission Ana fours", "mission Bob first", options=["missions"])
    assert game.scores["Ana"] == 12


def test_missions_are_for_their_owner_only() -> None:
    """[FR] L275-277: the card one has."""
    assert final("mission Ana five", done="3ryg", bob="ladder") == 0


# Missions: what happens on the way


def mission(word: str, *lines: str, bob: str = "", **more: Any) -> Session:
    """A position in which Ana has a mission."""
    other = bob or ("five" if word.split()[0] != "five" else "first")
    return table(*lines, f"mission Ana {word}", f"mission Bob {other}", options=["missions"], **more)


BREAK = ("shop Ana 3 rry", "slot Ana 3 7rryygg")


@pytest.mark.parametrize(
    ("before", "broken", "after"),
    [
        ("fragments", "y", "fragments y"),
        ("fragments", "r", "fragments r"),
        ("fragments y", "y", "fragments y"),
        ("fragments gb", "r", "fragments rgb"),
    ],
)
def test_a_broken_tile_of_a_missing_colour_goes_to_the_mission(before: str, broken: str, after: str) -> None:
    """[FR] L279-285 and ruling 20: by itself, one of each colour."""
    game = mission(before, *BREAK)
    game.play(f"b4:3 / 3:r f{broken} / swap")
    assert lies(game, "mission Ana") == after


def test_fragments_are_only_what_is_broken() -> None:
    """ruling 25: neither what is thrown away nor what is excess."""
    game = mission("fragments", *BREAK, "shop Ana 1 b", "shop Ana 4 rgb")
    game.play("x1:b / b4:3 / 3:r fy xg / swap")
    assert (lies(game, "mission Ana"), lies(game, "shop Ana 4")) == ("fragments y", "rryb")


def test_a_broken_tile_goes_to_no_other_mission() -> None:
    """[FR] L279-285."""
    game = mission("takes", *BREAK)
    game.play("b4:3 / 3:r fy / swap")
    assert lies(game, "mission Ana") == "takes"


@pytest.mark.parametrize(
    ("before", "colour", "after", "heap"),
    [("takes", "g", "takes g", "ryb"), ("takes rb", "y", "takes ryb", "rgb"), ("takes ryg", "b", "takes rygb", "ryg")],
)
def test_of_four_tiles_taken_one_may_be_set_aside(before: str, colour: str, after: str, heap: str) -> None:
    """[FR] L290-297 and ruling 20: of a missing colour, instead of going to the workshop."""
    game = mission(before)
    assert game.play(f"a1-a4:2 m{colour}") == [f"1 Ana: a1-a4:2 m{colour} =0"]
    assert (lies(game, "mission Ana"), lies(game, "shop Ana 2")) == (after, heap)


def test_none_need_be_set_aside() -> None:
    """[FR] L293: one may."""
    game = mission("takes")
    game.play("a1-a4:2")
    assert (lies(game, "mission Ana"), lies(game, "shop Ana 2")) == ("takes", "rygb")


def test_one_may_be_set_aside_each_time() -> None:
    """[FR] L290-293: every time four are taken."""
    game = mission("takes", grid=BANDS)
    game.play("a4-d4:1 mr", "a3-d3:1", "a2-d2:2 mg")
    assert lies(game, "mission Ana") == "takes rg"
    assert (lies(game, "shop Ana 1"), lies(game, "shop Ana 2")) == ("rrr", "ggg")


@pytest.mark.parametrize(
    ("word", "line", "reason"),
    [
        ("takes g", "a1-a4:2 mg", "mark-colour"),
        ("fragments", "a1-a4:2 mg", "mark-mission"),
        ("first", "a1-a4:2 mg", "mark-mission"),
    ],
)
def test_when_none_is_set_aside(word: str, line: str, reason: str) -> None:
    """[FR] L290-297 and ruling 20: only a colour that is missing, only with this mission."""
    assert refused(mission(word), line) == reason


def test_none_is_set_aside_that_was_not_taken() -> None:
    """[FR] L293: one of them."""
    assert refused(mission("takes", grid=BANDS), "a4-d4:2 my") == "mark-colour"


def test_none_is_set_aside_of_fewer_than_four() -> None:
    """ruling 20: a run of exactly four."""
    game = mission("takes", grid="xygb ygbr gbry bryg")
    assert refused(game, "b4-d4:2 mg") == "mark-run"


def test_none_is_set_aside_without_the_expansion() -> None:
    """ruling 20."""
    assert refused(table(), "a1-a4:2 mg") == "mark-mission"


@pytest.mark.parametrize(("before", "after"), [("violet", "violet v"), ("violet v", "violet vv")])
def test_violet_tiles_received_are_counted(before: str, after: str) -> None:
    """[FR] L299-300 and ruling 20."""
    game = mission(before, "shop Ana 4 rrr")
    game.play("a4:4 / 4:r / swap")
    assert lies(game, "mission Ana") == after


def test_violet_counts_even_if_thrown_away_at_once() -> None:
    """ruling 25: received is received; later losses do not count either (ruling 20)."""
    game = mission("violet v", "shop Ana 4 rrr")
    game.play("a4:4 / 4:r xv / swap")
    assert (lies(game, "mission Ana"), lies(game, "shop Ana 1")) == ("violet vv", "rrr")
    game = mission("violet vv", "shop Ana 2 v", hall="1,3")
    game.play("x2:v / a4:4 / swap")
    assert lies(game, "mission Ana") == "violet vv"


def test_a_point_of_the_town_hall_is_no_violet_tile() -> None:
    """[FR] L299-300."""
    game = mission("violet v", "shop Ana 4 rrr", hall="0,2")
    game.play("a4:4 / 4:r / swap")
    assert (lies(game, "mission Ana"), lies(game, "token Ana")) == ("violet v", "1")


THIRD = ("shop Ana 1 rrryy", "slot Ana 1 3ryg yg")


@pytest.mark.parametrize(
    ("ana", "bob", "after"),
    [
        ("4rryy,4rrgg", "", "first done"),
        ("4rryy,4rrgg", "4yygg,4rrbb", "first done"),
        ("4rryy,4rrgg", "4yygg,4rrbb,4yybb", "first"),
        ("4rryy", "4yygg", "first"),
    ],
)
def test_being_the_first_with_three_cards(ana: str, bob: str, after: str) -> None:
    """[FR] L307-308 and ruling 25: the owner reaches three before anybody else."""
    others = (f"done Bob {bob}",) if bob else ()
    game = mission("first", f"done Ana {ana}", *others, *THIRD)
    game.play("b4:1 / 1:r / swap")
    assert lies(game, "mission Ana") == after


def test_another_player_who_is_first_does_not_fulfil_ones_mission() -> None:
    """[FR] L307-308: Bob reaches three first, so Ana's mission stays undone when she follows."""
    game = mission("first", "done Ana 4rryy,4rrgg", "done Bob 5yyggb,4rrbb,4yybb", *THIRD)
    game.play("b4:1 / 1:r / swap")
    assert lies(game, "mission Ana") == "first"
    assert lies(game, "mission Bob") == "five"


def test_two_cards_in_one_turn() -> None:
    """[FR] L310-311 and ruling 25."""
    game = mission("double", *TWO_CARDS)
    game.play("b4:1 / 1:ry / 2:y xy / swap / +0")
    assert lies(game, "mission Ana") == "double done"


def test_one_card_in_a_turn_is_not_two() -> None:
    """[FR] L310-311."""
    game = mission("double", "done Ana 4rryy", *THIRD)
    game.play("b4:1 / 1:r / swap")
    assert lies(game, "mission Ana") == "double"


def test_two_cards_in_two_turns_are_not_two_in_one() -> None:
    """[FR] L310-311, ruling 25: the same turn."""
    lines = (*THIRD, "shop Ana 3 yyg", "slot Ana 3 4yygg ygg")
    game = mission("double", *lines)
    game.play("b4:1 / 1:r / swap", "a4:1 / swap")
    assert game.play("c4:3 / 3:y fg / swap") == ["3 Ana: c4:3 / 3:y fg / swap =4"]
    assert lies(game, "mission Ana") == "double"


def test_what_is_accomplished_is_not_lost() -> None:
    """ruling 20: others may reach three later, violet tiles may go."""
    game = mission("first done", "done Ana 4rryy,4rrgg,4yygg", "done Bob 5yyggb,4rrbb,4yybb")
    game.play("a4-d4:1")
    assert lies(game, "mission Ana") == "first done"
    again = mission("double done", *THIRD)
    again.play("b4:1 / 1:r / swap")  # one card in this turn
    assert lies(again, "mission Ana") == "double done"

"""Majolica clause by clause: every sentence of the rule book that states a rule, every fact, every ruling.

"[FR] L193" is a line of the French rule book, "fact" an entry of the list of components, "ruling" a numbered decision
on what the book leaves open. How moves are written is in test_majolica_notation.py. Positions are position lines;
if a test names no grid it is GRID, whose rows and columns have one tile of each colour: a4 r, b4 y, c4 g, d4 b.
"""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import pbem
from pbem import registry
from pbem.errors import HeaderError, IllegalMove
from pbem.game import CHANCE
from pbem.rules.majolica.grid import border
from pbem.rules.majolica.moves import Swap
from pbem.session import Session
from tests.majolica import (
    BANDS,
    BY_THE_BOOK,
    FOUR,
    GRID,
    NO_CARDS,
    SHOWN,
    START,
    bad_setup,
    error,
    fresh,
    lies,
    ones,
    opening,
    refused,
    runs,
    shown,
    solo,
    table,
)
from tests.support import ROOT

# Facts: the printed components

THREES = "3ryg 3ygb 3rgb 3ryb 3rry+ 3yyg+ 3ggb+ 3rbb+"
FOURS = "4rryy 4rrgg 4rrbb 4yygg 4yybb 4ggbb 4rygb 4rygb 4rrrg+ 4yyyb+ 4rggg+ 4ybbb+"
FIVES = (
    "5rryyg 5yyggb 5rggbb 5rrybb 5rrygb 5ryygb 5ryggb 5rygbb "  # without a bonus
    "5rrryy+ 5yyygg+ 5gggbb+ 5rrbbb+"
)
SEVENS = "7rryygg 7yyggbb 7rrggbb 7rryybb 7rrryyb 7ryyygg 7ygggbb 7rrgbbb"
DECK = f"{THREES} {FOURS} {FIVES} {SEVENS}".split()
STARTERS = ["3ryg", "3ygb", "3rgb", "3ryb"]
KALEIDOSCOPE = ["3www", "3www", "4wwww", "4wwww", "5wwwww", "7wwwwww"]


def facts() -> Any:
    """The compiled table of the game."""
    game: Any = registry.load("majolica")
    return game.facts


def test_the_design_deck() -> None:
    """fact: 40 cards, as listed."""
    assert len(DECK) == 40
    assert sorted(facts().deck) == sorted(DECK)


@pytest.mark.parametrize(("points", "tiles", "cards"), [(3, 3, 8), (4, 4, 12), (5, 5, 12), (7, 6, 8)])
def test_what_cards_of_each_worth_ask_for(points: int, tiles: int, cards: int) -> None:
    """fact: 3 to 6 tiles: cards worth 3, 4, 5 and 7 ask for 3, 4, 5 and 6."""
    found = [card for card in facts().deck if card.startswith(str(points))]
    assert [len(card.strip("0123456789+")) for card in found] == [tiles] * cards


def test_each_colour_is_asked_for_equally_often() -> None:
    """fact: 45 times each, never violet."""
    assert Counter("".join(facts().deck).translate(dict.fromkeys(map(ord, "0123456789+")))) == dict.fromkeys("rygb", 45)


def test_twelve_cards_have_the_bonus_symbol() -> None:
    """fact: the symbol is on 12 cards worth 3, 4 or 5, on none worth 7."""
    found = [card[0] for card in facts().deck if card.endswith("+")]
    assert Counter(found) == {"3": 4, "4": 4, "5": 4}


def test_the_starting_cards() -> None:
    """[FR] L33 and fact: four, worth 3 points, without a bonus."""
    assert sorted(facts().start) == sorted(STARTERS)


def test_the_kaleidoscope_cards() -> None:
    """[FR] L263 and fact: six with blank cells, two worth 3, two worth 4, one worth 5, one worth 7; no bonus."""
    assert sorted(facts().kaleidoscope) == sorted(KALEIDOSCOPE)


def test_the_table_names_no_more_than_the_texts() -> None:
    """fact: 1 to 4 players, three expansions that can be added."""
    game = registry.load("majolica")
    assert list(game.counts) == [1, 2, 3, 4]
    assert list(game.options) == ["kaleidoscope", "missions", "bloom"]


# Getting ready


@pytest.mark.parametrize(("players", "hall"), [(1, "3,3"), (2, "3,3"), (3, "3,4"), (4, "5,5")])
def test_the_town_hall_by_number_of_players(players: int, hall: str) -> None:
    """[FR] L8-13, L109-115 and fact: 3 violet and 3 of one point; with three players 3 and 4, with four 5 and 5."""
    assert lies(opening(players), "hall") == hall


@pytest.mark.parametrize("names", [[], ["Ana", "Bob", "Cid", "Dana", "Eve"]])
def test_one_to_four_players(names: list[str]) -> None:
    """[FR] L110-115 and L409: up to four players, or one alone."""
    with pytest.raises(HeaderError):
        pbem.new("majolica", names, kind="manual", first="Ana", id="test")


def test_small_tiles_never_run_out() -> None:
    """[FR] L471-475: small tiles are without limit: 32 red ones lie about, and there is another."""
    full = [f"shop {name} {shop}" for name in ("Ana", "Bob") for shop in (1, 2, 3)]
    game = table(*(f"{line} {'rrrr' if line.endswith('3') else 'rrrrrr'}" for line in full))
    assert game.play("a4:4 / swap") == ["1 Ana: a4:4 / swap =0"]
    assert lies(game, "shop Ana 4") == "r"


@pytest.mark.parametrize("cards", [SHOWN[:5], [*SHOWN, "3ryg"]])
def test_six_cards_are_shown(cards: list[str]) -> None:
    """[FR] L20-23: six Design cards face up."""
    game = fresh(2)
    game.play("draw start Ana 3ryg, Bob 3ygb", f"draw grid {GRID}")
    assert refused(game, "draw cards " + " ".join(cards)) == "cards-number"
    game.play("draw cards " + " ".join(SHOWN))
    assert lies(game, "display").split() == SHOWN


def test_three_card_slots() -> None:
    """[FR] L39-42: a card goes to slot 1, 2 or 3, one to each."""
    for slot in (1, 2, 3):
        game = table()
        game.play(f"card 1-{slot} / a4:4")
        assert lies(game, f"slot Ana {slot}") == SHOWN[0]
    for slot in (0, 4):
        assert refused(table(), f"card 1-{slot} / a4:4") == "no-slot"


def test_four_workshops() -> None:
    """[FR] L46: there are workshops 1 to 4."""
    for shop in (1, 2, 3, 4):
        game = table()
        game.play(f"a1-a4:{shop}")
        assert lies(game, f"shop Ana {shop}") == "rygb"
    for shop in (0, 5):
        assert refused(table(), f"a1-a4:{shop}") == "no-shop"


@pytest.mark.parametrize("grid", ["rygb rygb rygb rygr", "rrrr rrrr yygg bbbb", "rygb rygb rygb ryg"])
def test_the_grid_has_sixteen_large_tiles_four_of_each_colour(grid: str) -> None:
    """[FR] L49-53 and fact."""
    game = fresh(2)
    game.play("draw start Ana 3ryg, Bob 3ygb")
    assert refused(game, f"draw grid {grid}") == "grid-tiles"
    game.play(f"draw grid {GRID}")
    assert lies(game, "grid") == GRID


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_player_is_dealt_a_starting_card(players: int) -> None:
    """[FR] L94-96 and ruling 2: one each, open."""
    game = opening(players)
    assert {name: lies(game, f"start {name}") for name in game.header.names} == dict(list(START.items())[:players])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("draw start Ana 3ryg, Bob 3ryg", "start-card"),
        ("draw start Ana 3ryg, Bob 3rry+", "start-card"),
        ("draw start Ana 3ryg, Bob 4rryy", "start-card"),
        ("draw start Ana 3ryg", "start-names"),
        ("draw start Ana 3ryg, Bob 3ygb, Cid 3rgb", "start-names"),
    ],
)
def test_starting_cards_are_four_different_ones(line: str, reason: str) -> None:
    """[FR] L33, L94-96: only starting cards are dealt, each once, one to each player."""
    assert refused(fresh(2), line) == reason


@pytest.mark.parametrize(("players", "box"), [(1, "3ygb 3rgb 3ryb"), (2, "3rgb 3ryb"), (3, "3ryb"), (4, "")])
def test_surplus_starting_cards_go_to_the_box(players: int, box: str) -> None:
    """[FR] L98-100 and fact: what is not dealt is out of the game."""
    assert sorted(lies(opening(players), "box").split()) == sorted(box.split())


def test_cards_in_the_box_are_not_drawn() -> None:
    """[FR] L106: 3rgb is in the box, so of the two with this text one is left in the deck."""
    game = fresh(2)
    game.play("draw start Ana 3ryg, Bob 3ygb", f"draw grid {GRID}")
    assert refused(game, "draw cards 3rgb 3rgb 3ryb 3ryg 3ygb 3rry+") == "not-in-deck"
    game.play("draw cards 3rgb 4rygb 3ryb 3ryg 3ygb 3rry+")
    assert lies(game, "display") == "3rgb 4rygb 3ryb 3ryg 3ygb 3rry+"


@pytest.mark.parametrize("slot", [1, 2, 3])
def test_the_starting_card_goes_to_a_slot_of_ones_choice(slot: int) -> None:
    """[FR] L96-98 and ruling 2: any of the three, as the first step of the owner's first turn."""
    game = opening(2)
    assert game.play(f"start {slot} / a1-d1:1") == [f"1 Ana: start {slot} / a1-d1:1 =0"]
    assert lies(game, f"slot Ana {slot}") == "3ryg"
    assert lies(game, "start Ana") == ""
    assert lies(game, "start Bob") == "3ygb"


@pytest.mark.parametrize("slot", [0, 4])
def test_the_starting_card_goes_to_a_slot_there_is(slot: int) -> None:
    """[FR] L96-98."""
    assert refused(opening(2), f"start {slot} / a1-d1:1") == "no-slot"


def test_the_first_player_is_chosen_by_chance() -> None:
    """[FR] L102-104 and ruling 1: by chance, unless somebody is named."""
    games = [pbem.new("majolica", list(START), seed=str(n), id="test") for n in range(40)]
    assert {game.to_move for game in games} == set(START)
    assert all(game.header.drawn for game in games)
    named = pbem.new("majolica", list(START), seed="1", id="test", first="Cid")
    assert (named.to_move, named.header.drawn) == ("Cid", False)


@pytest.mark.parametrize("words", ["Ana=red", "Ana=red,blue"])
def test_players_have_no_colour(words: str) -> None:
    """ruling 1."""
    with pytest.raises(HeaderError, match="no colours"):
        pbem.new("majolica", [words, "Bob"], kind="manual", first="Ana", id="test")


def test_players_have_no_side() -> None:
    """ruling 1."""
    with pytest.raises(HeaderError):
        pbem.new("majolica", ["Ana", "Bob"], kind="manual", first="Ana", seats={"Ana": "N"}, id="test")


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


# Selecting: the border


def test_each_side_of_the_full_grid_can_be_taken() -> None:
    """[FR] L138-140: a whole row or column on the border."""
    game = table()
    assert runs(game) == {"a4-d4", "a1-d1", "a1-a4", "d1-d4"}


def test_single_tiles_come_from_the_border() -> None:
    """[FR] L141, L144 and ruling 4: any of the twelve, none of the four inside."""
    game = table()
    assert ones(game) == {"a1", "a2", "a3", "a4", "b1", "b4", "c1", "c4", "d1", "d2", "d3", "d4"}
    for cell in ("b2", "b3", "c2", "c3"):
        assert refused(game, f"{cell}:1 / swap") == "not-border"


def test_an_outer_row_that_is_gone_opens_two_inner_tiles() -> None:
    """[FR] L193-196: the new border has two of the four central tiles."""
    game = table(grid="xxxx ygbr gbry bryg")
    assert ones(game) == {"a3", "b3", "c3", "d3", "a2", "d2", "a1", "b1", "c1", "d1"}
    assert runs(game) == {"a3-d3", "a1-d1", "a1-a3", "d1-d3"}
    assert refused(game, "b2:1 / swap") == "not-border"
    assert refused(game, "a4:1 / swap") == "down"


def test_an_outer_column_that_is_gone_opens_two_inner_tiles() -> None:
    """[FR] L193-196: a column likewise."""
    game = table(grid="xygb xgbr xbry xryg")
    assert runs(game) == {"b1-b4", "d1-d4", "b4-d4", "b1-d1"}
    assert {"b2", "b3"} < ones(game)
    assert not {"c2", "c3"} & ones(game)


def test_a_tile_behind_a_gap_is_not_on_the_border() -> None:
    """ruling 3: not until the whole outer line is gone."""
    game = table(grid="rxgb ygbr gbry bryg")
    assert "b3" not in ones(game)
    assert refused(game, "b3:1 / swap") == "not-border"
    one_left = table(grid="xygb xgbr xbry bryg")
    assert ones(one_left) == {"a1", "b1", "c1", "d1", "d2", "d3", "d4", "c4", "b4"}
    assert runs(one_left) == {"b4-d4", "a1-d1", "d1-d4"}


def test_the_border_is_that_of_the_smallest_rectangle() -> None:
    """ruling 3: rows 3 to 1 and columns b and c are left; row 2 is none of its sides."""
    game = table(grid="xxxx xrxx xygx xbxx")
    assert ones(game) == {"b3", "b2", "b1", "c2"}
    assert runs(game) == {"b1-b3"}


def test_one_line_may_be_the_whole_border() -> None:
    """ruling 3: a single column is the outermost on both sides, and each row ends with its tile."""
    game = table(grid="xrxx xyxx xgxx xbxx")
    assert ones(game) == {"b1", "b2", "b3", "b4"}
    assert runs(game) == {"b1-b4"}


def test_the_four_tiles_in_the_middle_are_a_border_themselves() -> None:
    """[FR] L193-196, ruling 3."""
    game = table(grid="xxxx xrgx xybx xxxx")
    assert ones(game) == {"b3", "c3", "b2", "c2"}
    assert runs(game) == {"b3-c3", "b2-c2", "b2-b3", "c2-c3"}


def test_a_run_goes_from_gap_or_end_to_gap_or_end() -> None:
    """[FR] L138 and ruling 4: a gap in row 4 leaves a run of two, and one tile that is no run."""
    game = table(grid="rxgb ygbr gbry bryg")
    assert runs(game) == {"c4-d4", "a1-a4", "d1-d4", "a1-d1"}
    game.play("c4-d4:1")
    assert lies(game, "shop Ana 1") == "gb"


def test_runs_of_two_three_and_four() -> None:
    """fact: two to four tiles."""
    game = table(grid="xygb ygbr gbrx brxx")
    assert runs(game) == {"b4-d4", "d3-d4", "a1-b1", "a1-a3"}
    assert "a1-a4" in runs(table())


@pytest.mark.parametrize("ends", ["a1-a3", "a2-a4", "b4-c4", "a4-b4", "c1-d1"])
def test_no_part_of_a_run(ends: str) -> None:
    """ruling 4: the whole of it, or nothing."""
    assert refused(table(), f"{ends}:1") == "run-part"


@pytest.mark.parametrize("ends", ["b1-b4", "a3-d3", "b2-b3", "a1-d4", "a4-d1", "a1-b2"])
def test_no_other_lines(ends: str) -> None:
    """[FR] L138-140: a row or column, on the border."""
    assert refused(table(), f"{ends}:1") == "run-border"


def test_no_run_across_a_gap() -> None:
    """[FR] L138: continuous."""
    assert refused(table(grid="rxgb ygbr gbry bryg"), "a4-d4:1") == "run-border"


def test_no_run_of_tiles_that_are_gone() -> None:
    """[FR] L168: tiles taken lie face down."""
    assert refused(table(grid="rxgb ygbr gbry bryg"), "b4-d4:1") == "down"


@pytest.mark.parametrize("ends", ["a4-a4", "a1-a1"])
def test_a_single_tile_is_no_run(ends: str) -> None:
    """ruling 4 and fact: A takes two tiles or more."""
    assert refused(table(), f"{ends}:1") == "run-short"
    alone = table(grid="rxgb xgbr gbry bryg")
    assert refused(alone, "a4-a4:1") == "run-short"
    assert lies(alone, "grid") == "rxgb xgbr gbry bryg"


def test_there_is_always_something_to_take() -> None:
    """ruling 5: where no run is left, a tile with cards left as they are."""
    game = table(grid=FOUR, display=NO_CARDS)
    assert runs(game) == set()
    assert ones(game) == {"a4", "d4", "a1", "d1"}
    assert game.play("d1:1 / swap") == ["1 Ana: d1:1 / swap =0"]


def test_how_often_there_is_no_run() -> None:
    """ruling 5: of the 7,670 grids that can stand at the start of a turn 425 have no run of two."""
    todo = ["r" * 16]
    known = set(todo)
    without_a_run = 0
    while todo:
        grid = todo.pop()
        lines = border(grid, 2)
        without_a_run += not lines.runs
        for taken in [*lines.runs.values(), *((cell,) for cell in lines.cells)]:
            left = "".join("x" if cell in taken else tile for cell, tile in enumerate(grid))
            if left.count("r") >= 4 and left not in known:
                known.add(left)
                todo.append(left)
    assert (len(known), without_a_run) == (7670, 425)


# Selecting: one of three


def test_a_run_alone_is_a_turn() -> None:
    """[FR] L138: A."""
    game = table()
    assert game.play("a4-d4:2") == ["1 Ana: a4-d4:2 =0"]
    assert lies(game, "shop Ana 2") == "rygb"
    assert game.to_move == "Bob"


def test_a_tile_and_a_card_are_a_turn() -> None:
    """[FR] L141-142: B."""
    game = table()
    assert game.play("c4:3 / card 2-3") == ["1 Ana: c4:3 / card 2-3 =0"]
    assert (lies(game, "shop Ana 3"), lies(game, "slot Ana 3")) == ("g", SHOWN[1])


def test_a_tile_and_a_rearrangement_are_a_turn() -> None:
    """[FR] L144-146: C."""
    game = table("slot Ana 1 4rryy r")
    assert game.play("c4:3 / swap 1-2") == ["1 Ana: c4:3 / swap 1-2 =0"]
    assert (lies(game, "shop Ana 3"), lies(game, "slot Ana 2"), lies(game, "slot Ana 1")) == ("g", "4rryy r", "")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("a4:1", "half-missing"),
        ("a4-d4:1 / card 1-1", "run-half"),
        ("a4-d4:1 / swap", "run-half"),
        ("card 1-1 / a4-d4:1", "half-run"),
        ("swap / a4-d4:1", "half-run"),
        ("a4:1 / card 1-1 / swap", "half-twice"),
        ("card 1-1 / card 2-2 / a4:1", "half-twice"),
        ("swap / a4:1 / swap", "half-twice"),
        ("a4:1 / b4:1 / swap", "taken"),
        ("a4-d4:1 / a1-a3:1", "taken"),
        ("a4:1 / a1-d1:1", "taken"),
    ],
)
def test_one_of_three_possibilities(line: str, reason: str) -> None:
    """[FR] L137-146: exactly one of A, B and C."""
    assert refused(table(), line) == reason


@pytest.mark.parametrize("line", ["swap", "card 1-1", "x1:r"])
def test_a_tile_must_be_taken(line: str) -> None:
    """[FR] L465-466: at least one."""
    assert refused(table("shop Ana 1 rr"), line) == "nothing-taken"


def test_a_card_can_only_be_taken_from_the_display() -> None:
    """ruling 4: B needs a card that is on display."""
    game = table(grid=FOUR, display="3ryg x x x x x")
    assert refused(game, "card 2-1 / a4:1") == "place-empty"
    assert refused(game, "card 7-1 / a4:1") == "no-place"
    assert refused(game, "card 0-1 / a4:1") == "no-place"
    game.play("card 1-1 / a4:1")
    assert lies(game, "slot Ana 1") == "3ryg"


# Placing


def test_small_tiles_are_those_of_the_large_ones() -> None:
    """[FR] L165-168: the matching small tiles, all into one workshop; the large ones are turned face down."""
    game = table(grid=BANDS)
    game.play("a1-a4:2")
    assert (lies(game, "shop Ana 2"), lies(game, "grid")) == ("rygb", "xrrr xyyy xggg xbbb")
    game.play("d4:1 / swap")
    assert (lies(game, "shop Bob 1"), lies(game, "grid")) == ("r", "xrrx xyyy xggg xbbb")


@pytest.mark.parametrize("shop", [1, 2, 3, 4])
def test_all_tiles_into_one_workshop(shop: int) -> None:
    """[FR] L169-171 and ruling 6: any one, and no other gets anything."""
    game = table()
    game.play(f"d1-d4:{shop}")
    assert [lies(game, f"shop Ana {number}") for number in (1, 2, 3, 4)] == [
        "rygb" if number == shop else "" for number in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize(("shop", "heap"), [(1, "rrrrry"), (2, "rrrrry"), (3, "rrry"), (4, "rrry")])
def test_how_many_tiles_workshops_hold(shop: int, heap: str) -> None:
    """fact: 6, 6, 4 and 4; one more must be thrown away."""
    game = table(f"shop Ana {shop} {heap[1:]}")
    game.play(f"a4:{shop} / swap")
    assert lies(game, f"shop Ana {shop}") == heap
    full = table(f"shop Ana {shop} {heap}")
    assert refused(full, f"b4:{shop} / swap") == "ambiguous"
    full.play(f"b4:{shop} xr / swap")
    assert lies(full, f"shop Ana {shop}") == f"{heap[1:]}y"


@pytest.mark.parametrize(
    ("thrown", "left"),
    [("ryb", "rrrygb"), ("rrr", "ryygbb"), ("rry", "rrygbb"), ("gbb", "rrrryy"), ("rryygbb", "rr")],
)
def test_the_excess_is_thrown_away_by_choice(thrown: str, left: str) -> None:
    """[FR] L172-174 and ruling 6: among all tiles in the workshop, old or new; more than that if wished (ruling 15)."""
    game = table("shop Ana 1 rrryb")
    assert game.play(f"a1-d1:1 x{thrown}") == [f"1 Ana: a1-d1:1 x{thrown} =0"]
    assert lies(game, "shop Ana 1") == left


@pytest.mark.parametrize(
    ("line", "reason"),
    [("a1-d1:1", "ambiguous"), ("a1-d1:1 xrr", "excess"), ("a1-d1:1 xrgg", "thrown-not-there")],
)
def test_the_excess_cannot_stay(line: str, reason: str) -> None:
    """[FR] L172-174: three are too many, and only what is there can go."""
    assert refused(table("shop Ana 1 rrryb"), line) == reason
    assert "holds 6" in str(error(table("shop Ana 1 rrryb"), "a1-d1:1 xrr"))


def test_a_workshop_may_be_chosen_however_full_it_is() -> None:
    """ruling 6; [FR] L466-469: so a tile can be taken to be thrown away at once."""
    game = table("shop Ana 3 rrgb")
    game.play("b4:3 xy / swap")
    assert lies(game, "shop Ana 3") == "rrgb"


# Taking a card (B)


def test_a_card_may_replace_another() -> None:
    """[FR] L180-182: the old card goes under the deck, the tiles on it to the reserve."""
    game = table("slot Ana 2 4rryy ry", "under 3rry+")
    game.play("card 1-2 / a4:1")
    assert lies(game, "slot Ana 2") == SHOWN[0]
    assert lies(game, "under") == "3rry+ 4rryy"


def test_a_starting_card_that_is_replaced_goes_under_the_deck_too() -> None:
    """ruling 8."""
    game = opening(2)
    game.play("start 1 / card 1-1 / a4:1")
    assert (lies(game, "slot Ana 1"), lies(game, "under")) == (SHOWN[0], "3ryg")


def test_a_card_that_is_taken_need_not_replace_another() -> None:
    """[FR] L180: it may; any slot will do (ruling 8)."""
    game = table("slot Ana 2 4rryy ry")
    game.play("card 1-3 / a4:1")
    assert (lies(game, "slot Ana 2"), lies(game, "slot Ana 3"), lies(game, "under")) == ("4rryy ry", SHOWN[0], "")


# Rearranging (C)

CARDS = ("slot Ana 1 4rryy ry", "slot Ana 2 5yyggb yg", "slot Ana 3 4rrbb")


@pytest.mark.parametrize(
    ("swap", "slots"),
    [
        ("swap", ["4rryy ry", "5yyggb yg", "4rrbb"]),
        ("swap 1-2,2-1", ["5yyggb yg", "4rryy ry", "4rrbb"]),
        ("swap 1-3,3-1", ["4rrbb", "5yyggb yg", "4rryy ry"]),
        ("swap 2-3,3-2", ["4rryy ry", "4rrbb", "5yyggb yg"]),
        ("swap 1-2,2-3,3-1", ["4rrbb", "4rryy ry", "5yyggb yg"]),
        ("swap 1-3,2-1,3-2", ["5yyggb yg", "4rrbb", "4rryy ry"]),
    ],
)
def test_cards_move_with_their_tiles_to_any_slots(swap: str, slots: list[str]) -> None:
    """[FR] L184-187 and ruling 8: any cards, anywhere; or none of them (ruling 5)."""
    game = table(*CARDS)
    game.play(f"a4:4 / {swap}")
    assert [lies(game, f"slot Ana {slot}") for slot in (1, 2, 3)] == slots


@pytest.mark.parametrize(("cards", "arrangements"), [(0, 1), (1, 3), (2, 6), (3, 6)])
def test_every_arrangement_is_possible(cards: int, arrangements: int) -> None:
    """[FR] L184-187: one card can lie in 3 ways, two in 6, three in 6."""
    game = table(*CARDS[:cards])
    assert len({step for step in game.state.steps() if isinstance(step, Swap)}) == arrangements


def test_cards_move_to_empty_slots() -> None:
    """[FR] L184-187."""
    game = table(*CARDS[:2])
    game.play("a4:4 / swap 1-3,2-1")
    assert [lies(game, f"slot Ana {slot}") for slot in (1, 2, 3)] == ["5yyggb yg", "", "4rryy ry"]


# Order of tile and card


@pytest.mark.parametrize("line", ["a4:4 / card 1-1", "card 1-1 / a4:4"])
def test_tile_and_card_in_either_order(line: str) -> None:
    """[FR] L446-447, L459-460 and ruling 7."""
    game = table()
    assert game.play(line) == [f"1 Ana: {line} =0"]
    assert (lies(game, "shop Ana 4"), lies(game, "slot Ana 1")) == ("r", SHOWN[0])


@pytest.mark.parametrize("line", ["a4:4 / swap 1-2", "swap 1-2 / a4:4"])
def test_tile_and_rearrangement_in_either_order(line: str) -> None:
    """ruling 7."""
    game = table("slot Ana 1 4rryy r")
    assert game.play(line) == [f"1 Ana: {line} =0"]
    assert (lies(game, "shop Ana 4"), lies(game, "slot Ana 2")) == ("r", "4rryy r")


def test_what_the_tile_sets_off_comes_before_the_card() -> None:
    """[FR] L460-463 and ruling 7."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 7rryygg")
    assert refused(game, "b4:1 / card 1-2 / 1:r") == "due"
    assert refused(game, "b4:1 / swap / 1:r") == "due"
    game.play("b4:1 / 1:r / card 1-2")
    assert (lies(game, "slot Ana 1"), lies(game, "slot Ana 2")) == ("7rryygg r", SHOWN[0])


def test_what_the_card_sets_off_comes_before_the_tile() -> None:
    """[FR] L189, L460-463 and ruling 7: a card over a workshop that waits for one."""
    game = table("shop Ana 1 rrryyy", display=shown("7rryygg"))
    assert refused(game, "card 1-1 / a4:4 / 1:r") == "due"
    game.play("card 1-1 / 1:r / a4:4")
    assert (lies(game, "slot Ana 1"), lies(game, "shop Ana 2"), lies(game, "shop Ana 4")) == ("7rryygg r", "rryyy", "r")


def test_what_a_rearrangement_sets_off_comes_before_the_tile() -> None:
    """[FR] L189, L460-463."""
    game = table("shop Ana 1 rrryyy", "slot Ana 2 7rryygg")
    assert refused(game, "swap 2-1 / a4:4 / 1:r") == "due"
    game.play("swap 2-1 / 1:r / a4:4")
    assert (lies(game, "slot Ana 1"), lies(game, "shop Ana 2")) == ("7rryygg r", "rryyy")


def test_what_the_first_sets_off_may_change_what_the_second_does() -> None:
    """[FR] L446-447, L460: with the card first there are three r for the tile to come upon, with the tile first not."""
    lines = ["shop Ana 1 rrryyy", "shop Ana 2 g"]
    first_card = table(*lines, display=shown("7rryygg"))
    first_card.play("card 1-1 / 1:r / c4:1")
    assert (lies(first_card, "shop Ana 1"), lies(first_card, "shop Ana 2")) == ("g", "rryyyg")
    first_tile = table(*lines, display=shown("7rryygg"))
    first_tile.play("c4:1 xr / card 1-1")
    assert (lies(first_tile, "shop Ana 1"), lies(first_tile, "slot Ana 1")) == ("rryyyg", "7rryygg")


# When a workshop is due


def is_due(shop: int, heap: str, card: str) -> bool:
    """Whether a workshop with these tiles must be activated once a card has come to lie over it."""
    game = table(f"shop Ana {shop} {heap}", display=shown(card), hall=f"{3 - heap.count('v')},3")
    before = lies(game, "display")
    try:
        game.play(f"card 1-{shop} / d1:4")
    except IllegalMove as found:
        assert found.details["reason"] == "due"
        assert lies(game, "display") == before
        return True
    return False


@pytest.mark.parametrize(
    ("heap", "met"),
    [
        ("rrryyy", True),
        ("rrrggg", True),
        ("rrryyv", True),  # v as y
        ("ryyyvv", True),  # both as r
        ("rrrvvv", True),  # v as another colour
        ("rryyvv", True),
        ("ryyvvv", True),
        ("rrrryy", False),
        ("rrrrvv", False),
        ("rrrrrr", False),
        ("rryygg", False),
        ("rrryyg", False),
        ("rygvvv", False),
        ("rryygv", False),
        ("rrryy", False),  # one too few
    ],
)
def test_workshop_1_is_complete_with_three_and_three(heap: str, met: bool) -> None:
    """[FR] L200, L246-250 and ruling 9: exactly full, three of one and three of another, violet as any colour."""
    assert is_due(1, heap, "7rryygg") == met


@pytest.mark.parametrize(
    ("heap", "met"),
    [
        ("rryygg", True),
        ("rryygv", True),
        ("rryyvv", True),
        ("rrygvv", True),
        ("rygvvv", True),
        ("rryvvv", True),
        ("rrryyy", False),
        ("rrryyg", False),
        ("rrrygv", False),
        ("rrrvvv", False),
        ("rryygb", False),
        ("ryggbv", False),
        ("rrrryy", False),
        ("rryyg", False),
    ],
)
def test_workshop_2_is_complete_with_two_two_and_two(heap: str, met: bool) -> None:
    """[FR] L206-207 and ruling 9."""
    assert is_due(2, heap, "7rryygg") == met


@pytest.mark.parametrize(
    ("heap", "met"),
    [
        ("rryy", True),
        ("rryv", True),
        ("rrvv", True),
        ("ryvv", True),
        ("rvvv", True),
        ("rrrr", False),
        ("rrry", False),
        ("rrrv", False),
        ("rryg", False),
        ("rygv", False),
        ("rrv", False),
    ],
)
def test_workshop_3_is_complete_with_two_and_two(heap: str, met: bool) -> None:
    """fact and ruling 9: two sets of two."""
    assert is_due(3, heap, "7rryygg") == met


@pytest.mark.parametrize(
    ("heap", "cell", "met"), [("rrr", "a4", True), ("rrr", "b4", False), ("yyy", "b4", True), ("rry", "a4", False)]
)
def test_workshop_4_is_complete_with_four_alike(heap: str, cell: str, met: bool) -> None:
    """[FR] L213: four tiles of one colour."""
    game = table(f"shop Ana 4 {heap}")
    if met:
        assert refused(game, f"swap / {cell}:4") == "due"
    else:
        game.play(f"swap / {cell}:4")
        assert len(lies(game, "shop Ana 4")) == 4


def test_three_alike_are_not_enough_for_workshop_4() -> None:
    """[FR] L213, ruling 9: exactly full."""
    game = table("shop Ana 4 rr")
    game.play("swap / a4:4")
    assert lies(game, "shop Ana 4") == "rrr"


@pytest.mark.parametrize(
    ("heap", "card", "due"),
    [
        ("rrryyy", "4rrbb", True),
        ("rrryyy", "4yybb", True),
        ("rrryyy", "4ggbb", False),
        ("rryyvv", "4ggbb", False),  # violet fills no space
        ("rrrvvv", "3rry+", True),
        ("rrrvvv", "4yygg", False),
    ],
)
def test_a_workshop_is_due_only_if_the_card_has_a_space_for_one_of_its_tiles(heap: str, card: str, due: bool) -> None:
    """[FR] L451-457 and ruling 10."""
    assert is_due(1, heap, card) == due


def test_a_space_that_is_filled_is_no_space() -> None:
    """[FR] L452, L455: the spaces for r are filled, so the tiles stay where they are (ruling 10)."""
    game = table("shop Ana 1 rrrgg", "slot Ana 1 4rryy rr")
    assert game.play("c4:1 / swap") == ["1 Ana: c4:1 / swap =0"]
    assert (lies(game, "shop Ana 1"), lies(game, "slot Ana 1")) == ("rrrggg", "4rryy rr")


@pytest.mark.parametrize("shop", [1, 2, 3])
def test_without_a_card_a_workshop_is_not_due(shop: int) -> None:
    """[FR] L449-450 and ruling 10: the tiles stay, and cannot be moved on."""
    heap = {1: "rrryyy", 2: "rryygg", 3: "rryy"}[shop]
    game = table(f"shop Ana {shop} {heap}")
    assert refused(game, f"{shop}:r / a4:4 / swap") == "no-card"
    game.play("a4:4 / swap")
    assert lies(game, f"shop Ana {shop}") == heap


def test_it_is_due_the_moment_a_space_appears() -> None:
    """[FR] L450-453 and ruling 10: a card that fits replaces one that did not."""
    game = table("shop Ana 1 rrrggg", "slot Ana 1 4yybb", display=shown("4rrgg"))
    assert refused(game, "card 1-1 / a4:4") == "due"
    game.play("card 1-1 / 1:g / a4:4")
    assert lies(game, "slot Ana 1") == "4rrgg g"


def test_a_workshop_that_is_not_complete_cannot_be_activated() -> None:
    """[FR] L83-84, L149-150: only with the tiles it asks for."""
    game = table("shop Ana 1 rrryyg", "slot Ana 1 7rryygg")
    assert refused(game, "1:r / a4:4 / swap") == "not-met"


def test_a_workshop_whose_card_has_no_space_cannot_be_activated() -> None:
    """[FR] L455: without a space that fits it stays as it is."""
    game = table("shop Ana 1 rrrggg", "slot Ana 1 4yybb")
    assert refused(game, "1:r / a4:4 / swap") == "no-space"


# While one is due

DUE = ("shop Ana 1 rrryy", "shop Ana 2 gb", "slot Ana 1 7rryygg")
"""With a y in workshop 1 it is due."""


@pytest.mark.parametrize(
    "line",
    [
        "b4:1 / swap / 1:r",
        "b4:1 / card 1-2 / 1:r",
        "b4:1 / x2:g / 1:r / swap",
        "b4:1 / x1:r / swap",
        "swap / b4:1",
        "swap / b4:1 / x1:y",
    ],
)
def test_activation_is_compulsory_and_at_once(line: str) -> None:
    """[FR] L149-150, L200 and ruling 11, in spite of L83: nothing else may come first, nor may the turn end."""
    assert refused(table(*DUE), line) == "due"


@pytest.mark.parametrize("line", ["b4:1 / +b:3 / 1:r / swap", "b4:1 / +0 / 1:r / swap"])
def test_no_bonus_tile_without_a_right_while_one_is_due(line: str) -> None:
    """ruling 11: a bonus tile may come first, but only where there is a right to one."""
    assert refused(table(*DUE), line) in ("due", "no-right")


@pytest.mark.parametrize("heap", ["rryyv", "rrryv"])
def test_violet_does_not_excuse(heap: str) -> None:
    """ruling 9: needed as r or as y, activation is compulsory."""
    game = table(f"shop Ana 1 {heap}", "slot Ana 1 7rryygg", hall="2,3")
    assert refused(game, "swap / b4:1") == "due"


def test_activation_is_avoided_only_by_discarding_on_arrival() -> None:
    """ruling 15: tiles that arrive, or lie there, may be thrown away before it is looked what is due."""
    game = table(*DUE)
    game.play("b4:1 xr / swap")
    assert (lies(game, "shop Ana 1"), lies(game, "slot Ana 1")) == ("rryyy", "7rryygg")


TWO_DUE = ("shop Ana 1 rrrggg", "shop Ana 2 yyggbb", "slot Ana 1 4yybb", "slot Ana 2 4rryy yy")
"""After `swap 1-2,2-1` workshops 1 and 2 are both due."""


@pytest.mark.parametrize(
    "line",
    ["swap 1-2,2-1 / 1:r xrrggg / 2:y xg / a4:4", "swap 1-2,2-1 / 2:y xg / 1:r / a4:4"],
)
def test_of_several_that_are_due_the_player_chooses_one(line: str) -> None:
    """[FR] L442-444 and ruling 11."""
    game = table(*TWO_DUE)
    assert game.play(line) == [f"1 Ana: {line} =0"]
    assert (lies(game, "slot Ana 1"), lies(game, "slot Ana 2")) == ("4rryy ryy", "4yybb y")


def test_all_that_are_due_are_activated() -> None:
    """[FR] L442-444: the order is free, not whether."""
    game = table(*TWO_DUE)
    assert refused(game, "swap 1-2,2-1 / 2:y xg / a4:4 / 1:r") == "due"
    assert refused(game, "swap 1-2,2-1 / 1:r xrrggg / a4:4") == "due"


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


CASCADE = (
    "shop Ana 1 rrryy",
    "shop Ana 2 gg",
    "shop Ana 4 yyy",
    "slot Ana 1 7rryygg",
    "slot Ana 2 7rryybb",
    "slot Ana 3 7yyggbb",
)
ALL_FOUR = "swap / b4:1 / 1:ry / 2:r xr / 3:y fg xg / 4:y"


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


# The bonus symbol

BONUS = ("shop Ana 1 rrryy", "slot Ana 1 3rry+ ry")
"""With b4:1 / 1:r the card is completed, and a bonus tile is due."""


@pytest.mark.parametrize("colour", "rygb")
@pytest.mark.parametrize("shop", [1, 2, 3, 4])
def test_a_completed_card_with_the_symbol_gives_a_tile(colour: str, shop: int) -> None:
    """[FR] L64-68 and ruling 14: of any colour, into any workshop."""
    game = table(*BONUS)
    line = f"b4:1 / 1:r / swap / +{colour}:{shop}"
    assert game.play(line) == [f"1 Ana: {line} =3"]
    after = {1: "", 2: "rryyy", 3: "", 4: ""}
    expected = {
        number: "".join(sorted(heap + colour * (number == shop), key="rygb".index)) for number, heap in after.items()
    }
    assert {number: lies(game, f"shop Ana {number}") for number in (1, 2, 3, 4)} == expected


def test_the_bonus_tile_is_not_violet() -> None:
    """[FR] L66-67 and ruling 14: it comes from the general reserve; violet lies in the Town Hall."""
    assert refused(table(*BONUS), "b4:1 / 1:r / swap / +v:3") in ("notation", "bonus-wild")


def test_the_bonus_tile_may_be_left() -> None:
    """[FR] L66 and ruling 14: one may take it, or not at all."""
    game = table(*BONUS)
    assert game.play("b4:1 / 1:r / swap / +0") == ["1 Ana: b4:1 / 1:r / swap / +0 =3"]
    assert game.to_move == "Bob"


def test_a_card_without_the_symbol_gives_no_tile() -> None:
    """[FR] L64."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 3ryg yg")
    assert refused(game, "b4:1 / 1:r / swap / +b:3") == "no-right"
    assert refused(game, "b4:1 / 1:r / swap / +0") == "no-right"


def test_a_card_not_yet_completed_gives_no_tile() -> None:
    """[FR] L64-65: when it is completed."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 3rry+ r")
    assert refused(game, "b4:1 / 1:r / swap / +b:3") == "no-right"


def test_a_card_gives_one_tile() -> None:
    """[FR] L66: one."""
    assert refused(table(*BONUS), "b4:1 / 1:r / swap / +b:3 / +b:3") in ("no-right", "finished")
    assert refused(table(*BONUS), "b4:1 / 1:r / +b:3 / +b:3 / swap") == "no-right"


def test_the_right_comes_with_the_card_not_before() -> None:
    """ruling 14."""
    assert refused(table(*BONUS), "b4:1 / +b:3 / 1:r / swap") == "no-right"


def test_the_right_ends_with_the_turn() -> None:
    """ruling 14: later in that turn."""
    game = table(*BONUS)
    game.play("b4:1 / 1:r / swap / +0", "a4:1 / swap")
    assert refused(game, "d4:1 / swap / +b:3") == "no-right"


def test_the_bonus_tile_may_go_to_a_full_workshop() -> None:
    """ruling 14: even a full one; then something there is thrown away."""
    lines = (*BONUS, "shop Ana 3 rrgb")
    assert refused(table(*lines), "b4:1 / 1:r / swap / +y:3") == "ambiguous"
    game = table(*lines)
    game.play("b4:1 / 1:r / swap / +y:3 xr")
    assert lies(game, "shop Ana 3") == "rygb"


def test_the_bonus_tile_may_activate_a_workshop() -> None:
    """[FR] L66-70, L149: what it completes is due."""
    lines = (*BONUS, "shop Ana 3 rry", "slot Ana 3 7rryygg")
    assert refused(table(*lines), "swap / b4:1 / 1:r / +y:3") == "due"
    game = table(*lines)
    assert game.play("swap / b4:1 / 1:r / +y:3 / 3:r fy") == ["1 Ana: swap / b4:1 / 1:r / +y:3 / 3:r fy =3"]
    assert lies(game, "shop Ana 4") == "ry"


def test_the_bonus_tile_may_make_four_alike() -> None:
    """[FR] L68, L213: also in the last workshop."""
    game = table(*BONUS, "shop Ana 4 bbb")
    game.play("swap / b4:1 / 1:r / +b:4 / 4:b")
    assert (lies(game, "shop Ana 1"), lies(game, "hall")) == ("bbbv", "2,3")


TWO_CARDS = ("shop Ana 1 rrryy", "shop Ana 2 gg", "slot Ana 1 3rry+ r", "slot Ana 2 3yyg+ yg")
"""With b4:1 / 1:ry / 2:y xy both cards are completed."""


@pytest.mark.parametrize(
    "line",
    [
        "swap / b4:1 / 1:ry / +b:4 / 2:y xy / +0",
        "swap / b4:1 / 1:ry / 2:y xy / +b:4 / +0",
        "b4:1 / 1:ry / +b:4 / 2:y xy / swap / +0",
        "b4:1 / 1:ry / 2:y xy / +b:4 / swap / +0",
    ],
)
def test_the_bonus_tile_comes_before_or_after_an_activation(line: str) -> None:
    """[FR] L68-70 and ruling 14: any time later in the turn between two steps, also before one that is due."""
    game = table(*TWO_CARDS)
    assert game.play(line) == [f"1 Ana: {line} =6"]
    assert (lies(game, "shop Ana 3"), lies(game, "shop Ana 4")) == ("rrgg", "b")


def test_the_order_of_bonus_and_activation_matters() -> None:
    """[FR] L68-70: the tile may change what is thrown away, or stop what was due."""
    before = table(*TWO_CARDS)
    before.play("swap / b4:1 / 1:ry / +b:2 xy")
    assert (lies(before, "shop Ana 2"), lies(before, "slot Ana 2")) == ("rryggb", "3yyg+ yg")
    after = table(*TWO_CARDS)
    after.play("swap / b4:1 / 1:ry / 2:y xy / +b:2 / +0")
    assert (lies(after, "shop Ana 2"), lies(after, "done Ana")) == ("b", "3rry+,3yyg+")


def test_two_cards_give_two_tiles() -> None:
    """[FR] L64-66: one for each."""
    game = table(*TWO_CARDS)
    game.play("swap / b4:1 / 1:ry / 2:y xy / +b:4 / +g:1")
    assert (lies(game, "shop Ana 4"), lies(game, "shop Ana 1")) == ("b", "g")


@pytest.mark.parametrize("half", ["swap", "card 1-3"])
def test_the_bonus_tile_comes_also_between_tile_and_card(half: str) -> None:
    """ruling 14: between two steps."""
    for line in (f"b4:1 / 1:r / +b:3 / {half}", f"b4:1 / 1:r / {half} / +b:3"):
        game = table(*BONUS)
        assert game.play(line) == [f"1 Ana: {line} =3"]
        assert lies(game, "shop Ana 3") == "b"


# Discarding without need

HEAPS = ("shop Ana 1 rg", "shop Ana 2 rryv", "shop Ana 3 yb", "shop Ana 4 b")


@pytest.mark.parametrize(
    ("line", "shops"),
    [
        ("x1:r / a4-d4:4 xryg", ["g", "rryv", "yb", "bb"]),
        ("x1:rg / x3:y / a4:4 / swap", ["", "rryv", "b", "rb"]),
        ("a4:4 / x2:rr / swap", ["rg", "yv", "yb", "rb"]),
        ("a4:4 / card 1-1 / x2:rr", ["rg", "yv", "yb", "rb"]),
        ("a4-d4:4 xryg / x4:bb", ["rg", "rryv", "yb", ""]),
        ("a4:1 xr / swap", ["rg", "rryv", "yb", "b"]),
        ("a4:1 xrr / swap", ["g", "rryv", "yb", "b"]),
        ("a4:1 xrrg / swap", ["", "rryv", "yb", "b"]),
    ],
)
def test_tiles_may_be_thrown_away_at_any_time(line: str, shops: list[str]) -> None:
    """[FR] L439-440 and ruling 15: of any workshop, before or after taking, or together with tiles that arrive."""
    game = table(*HEAPS, hall="2,3")
    assert game.play(line) == [f"1 Ana: {line} =0"]
    assert [lies(game, f"shop Ana {shop}") for shop in (1, 2, 3, 4)] == shops


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("x1:b / a4:4 / swap", "discard-not-there"),
        ("x1:rr / a4:4 / swap", "discard-not-there"),
        ("x5:r / a4:4 / swap", "no-shop"),
        ("x0:r / a4:4 / swap", "no-shop"),
    ],
)
def test_only_tiles_that_are_there_are_thrown_away(line: str, reason: str) -> None:
    """[FR] L439-440."""
    assert refused(table(*HEAPS, hall="2,3"), line) == reason


def test_throwing_away_may_complete_no_workshop_but_make_room() -> None:
    """ruling 15: room in workshop 2, so that nothing need be thrown away when tiles arrive."""
    game = table(*DUE)
    game.play("swap / x2:gb / b4:1 / 1:r")
    assert lies(game, "shop Ana 2") == "rryyy"


def test_tiles_may_be_thrown_away_while_a_bonus_is_open() -> None:
    """ruling 15: only what is due forbids it."""
    game = table(*BONUS)
    game.play("b4:1 / 1:r / x2:ry / swap / +b:2")
    assert lies(game, "shop Ana 2") == "ryyb"


def test_violet_may_be_thrown_away() -> None:
    """ruling 16: it leaves the game, and never lies in the Town Hall again."""
    game = table("shop Ana 2 rrv", hall="2,3")
    game.play("x2:v / a4:1 / swap")
    assert (lies(game, "shop Ana 2"), lies(game, "hall")) == ("rr", "2,3")


def test_violet_may_be_thrown_away_as_excess() -> None:
    """ruling 16."""
    game = table("shop Ana 3 rygv", hall="2,3")
    game.play("b4:3 xv / swap")
    assert (lies(game, "shop Ana 3"), lies(game, "hall")) == ("ryyg", "2,3")


# End of the game

FIVE = "3ryg,3ygb,4rryy,4rrgg,4yygg"
"""Five cards, 18 points."""
END = "a4:1 / swap"
"""Ends the round, and with five cards the game."""


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


# Kaleidoscope

BLANK = {"options": ["kaleidoscope"]}


def test_kaleidoscope_cards_join_the_deck() -> None:
    """[FR] L263 and ruling 19: each as often as it exists, and only with this expansion."""
    wanted = "draw cards 3www 3www 4wwww 4wwww 5wwwww 7wwwwww"
    game = table(display="", options=["kaleidoscope"])
    assert refused(game, "draw cards 3www 3www 3www 4wwww 5wwwww 7wwwwww") == "not-in-deck"
    assert game.play(wanted) == [wanted]
    assert refused(table(display=""), wanted) == "not-in-deck"


def test_kaleidoscope_cards_are_no_starting_cards() -> None:
    """[FR] L265-267."""
    assert refused(fresh(2, ["kaleidoscope"]), "draw start Ana 3www, Bob 3ryg") == "start-card"


@pytest.mark.parametrize("colour", "rygb")
def test_a_blank_cell_takes_any_colour(colour: str) -> None:
    """[FR] L263-265."""
    cell = {"r": "a4", "y": "b4", "g": "c4", "b": "d4"}[colour]
    other = "y" if colour != "y" else "g"
    heap = "".join(sorted(colour * 2 + other * 3, key="rygb".index))
    game = table(f"shop Ana 1 {heap}", "slot Ana 1 4wwww", options=["kaleidoscope"])
    game.play(f"{cell}:1 / 1:{colour}{colour} / swap")
    assert lies(game, "slot Ana 1") == f"4wwww {colour}{colour}"


def test_a_card_of_blank_cells_is_completed() -> None:
    """[FR] L263-265: with as many tiles as it has cells."""
    game = table("shop Ana 1 rrryy", "slot Ana 1 3www rb", options=["kaleidoscope"])
    assert refused(game, "b4:1 / 1:ry / swap") == "tiles-space"
    assert game.play("b4:1 / 1:y / swap") == ["1 Ana: b4:1 / 1:y / swap =3"]
    assert lies(game, "done Ana") == "3www"


def test_a_blank_cell_takes_no_violet_tile() -> None:
    """[FR] L265."""
    game = table("shop Ana 1 rrryv", "slot Ana 1 3www", hall="2,3", options=["kaleidoscope"])
    assert refused(game, "b4:1 / 1:v / swap") == "wild"


def own_table(folder: Path, monkeypatch: pytest.MonkeyPatch, kaleidoscope: list[str]) -> None:
    """The game's table with other Kaleidoscope cards, put before the one that came with the program."""
    table_of_facts = tomllib.loads((ROOT / "games" / "majolica.toml").read_text(encoding="utf-8"))
    table_of_facts["cards"]["kaleidoscope"] = kaleidoscope
    table_of_facts["edition"] = "of-a-test"
    path = folder / "majolica.toml"
    path.write_text(tomli_w.dumps(table_of_facts), encoding="utf-8")
    monkeypatch.setenv(registry.OWN_TABLES, str(folder))
    assert registry.load("majolica").digest == registry.load_file(str(path)).digest


def test_a_printed_cell_is_filled_before_a_blank_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ruling 19: r fills the printed r, so the blank cell is open for b; two r would fill both."""
    own_table(tmp_path, monkeypatch, ["3ryw"])
    one = table("shop Ana 1 rrrbb", "slot Ana 1 3ryw r", options=["kaleidoscope"])
    one.play("d4:1 / 1:b / swap")
    assert lies(one, "slot Ana 1") == "3ryw rb"
    two = table("shop Ana 1 rrrbb", "slot Ana 1 3ryw rr", options=["kaleidoscope"])
    two.play("d4:1 / swap")
    assert lies(two, "shop Ana 1") == "rrrbbb"  # only y is open: not due


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


# Bloom


def test_all_four_workshops_in_a_turn_bring_a_bloom_token() -> None:
    """[FR] L313-315, L344 and ruling 21: worth one point."""
    game = table(*CASCADE, options=["bloom"])
    assert game.play(ALL_FOUR) == [f"1 Ana: {ALL_FOUR} =1"]
    assert lies(game, "token Ana") == "1"
    assert game.scores == {"Ana": 1, "Bob": 0}


def test_three_workshops_bring_no_bloom_token() -> None:
    """[FR] L314: all four."""
    game = table(*CASCADE, options=["bloom"])
    line = "swap / b4:1 / 1:ry / 2:r xr / 3:y fg xy"
    assert game.play(line) == [f"1 Ana: {line} =0"]
    assert lies(game, "token Ana") == ""


def test_no_bloom_token_without_the_expansion() -> None:
    """[FR] L237, L342."""
    game = table(*CASCADE)
    game.play(ALL_FOUR)
    assert lies(game, "token Ana") == ""


def test_bloom_and_town_hall_tokens_add_up() -> None:
    """[FR] L163, L315: one each."""
    game = table(*CASCADE, "token Ana 2", hall="0,3", options=["bloom"])
    assert game.play(ALL_FOUR) == [f"1 Ana: {ALL_FOUR} =2"]
    assert lies(game, "token Ana") == "4"


def test_workshops_of_different_turns_do_not_add_up() -> None:
    """[FR] L314: in the same turn: here 1 and 2, then 3 and 4."""
    game = table(*CASCADE, options=["bloom"])
    game.play("swap / b4:1 / 1:ry / 2:r xy", "a4:1 / swap")
    assert lies(game, "shop Ana 3") == "rygg"
    assert game.play("swap / a3:3 xr / 3:y fg xg / 4:y") == ["3 Ana: swap / a3:3 xr / 3:y fg xg / 4:y =0"]
    assert lies(game, "token Ana") == ""


def test_one_bloom_token_in_a_turn() -> None:
    """ruling 21: one for the turn, though workshop 3 is activated once more when all four have been."""
    lines = ("shop Ana 1 yy", "shop Ana 2 gg", "shop Ana 3 rrbb", "shop Ana 4 rr")
    cards = ("slot Ana 1 7rryygg", "slot Ana 2 7rryybb")
    game = table(*lines, *cards, display=shown("7rrggbb"), options=["bloom"])
    line = "card 1-3 / 3:b fb / 4:r / 1:r xv / 2:r xr / 3:g fg / a4:4"
    assert game.play(line) == [f"1 Ana: {line} =1"]
    assert lies(game, "token Ana") == "1"


def test_the_order_of_the_four_workshops_is_free() -> None:
    """[FR] L314: 4 first, then 1, 2 and 3."""
    lines = (
        "shop Ana 1 yy",
        "shop Ana 2 gg",
        "shop Ana 4 rrr",
        "slot Ana 1 7rryygg",
        "slot Ana 2 7rryybb",
        "slot Ana 3 7yyggbb",
    )
    game = table(*lines, options=["bloom"])
    line = "swap / a4:4 / 4:r / 1:r xv / 2:r xr / 3:y fg"
    assert game.play(line) == [f"1 Ana: {line} =1"]
    assert [lies(game, f"shop Ana {shop}") for shop in (1, 2, 3, 4)] == ["", "", "", "yg"]


# Alone


def test_alone_four_tiles_are_revealed_each_turn() -> None:
    """[FR] L414-417: no grid; four at random."""
    game = opening(1)
    assert refused(game, f"draw grid {GRID}") == "draw-other"
    assert refused(game, "draw tiles ryg") == "tiles-number"
    assert refused(game, "draw tiles rygbr") == "tiles-number"
    game.play("draw tiles rygb")
    assert game.state.actor == 0


def test_alone_all_four_are_taken() -> None:
    """[FR] L419-420 and ruling 22: A: into one workshop."""
    game = solo(tiles="rrgb")
    assert game.play("all:2") == ["1 Ana: all:2 =0"]
    assert lies(game, "shop Ana 2") == "rrgb"


def test_alone_one_of_the_four_and_a_card() -> None:
    """[FR] L422-423 and ruling 22: B: any one of them."""
    for colour in "rgb":
        game = solo(tiles="rrgb")
        game.play(f"{colour}:2 / card 1-1")
        assert (lies(game, "shop Ana 2"), lies(game, "slot Ana 1")) == (colour, SHOWN[0])


def test_alone_one_of_the_four_and_a_rearrangement() -> None:
    """[FR] L425-426 and ruling 22: C."""
    game = solo("slot Ana 1 4rryy r", tiles="rrgb")
    game.play("swap 1-3 / g:2")
    assert (lies(game, "shop Ana 2"), lies(game, "slot Ana 3")) == ("g", "4rryy r")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("y:1 / swap", "not-revealed"),
        ("r:1", "half-missing"),
        ("all:1 / swap", "run-half"),
        ("all:1 / card 1-1", "run-half"),
        ("swap / all:1", "half-run"),
        ("a4:1 / swap", "no-grid"),
        ("a1-a4:1", "no-grid"),
        ("r:1 / g:1 / swap", "taken"),
        ("swap", "nothing-taken"),
    ],
)
def test_alone_one_of_three_possibilities(line: str, reason: str) -> None:
    """[FR] L417-426."""
    assert refused(solo(tiles="rrgb"), line) == reason


@pytest.mark.parametrize("line", ["all:1", "r:1 / swap"])
def test_these_are_for_one_player_alone(line: str) -> None:
    """[FR] L409-411: with others there is the grid."""
    assert refused(table(), line) == "solo-only"


def test_alone_the_other_rules_are_the_same() -> None:
    """[FR] L409-411: excess, activation, cards, bonus, Town Hall."""
    game = solo("shop Ana 1 rrryy", "shop Ana 2 gbb", "slot Ana 1 3rry+ ry", tiles="yyyy")
    assert refused(game, "y:1 / swap") == "due"
    assert refused(game, "y:1 / 1:r / swap / +0") == "ambiguous"
    assert game.play("y:1 / 1:r xyg / swap / +b:4") == ["1 Ana: y:1 / 1:r xyg / swap / +b:4 =3"]
    assert (lies(game, "shop Ana 2"), lies(game, "shop Ana 4")) == ("rryybb", "b")


def test_alone_tiles_not_taken_are_out_until_the_round_ends() -> None:
    """[FR] L428-429 and ruling 22: all four g are revealed, so none can come again in this round."""
    game = solo("gone rrgg", tiles="ggby")
    game.play("b:1 / swap")
    assert refused(game, "draw tiles gyyy") == "tiles-hidden"
    assert lies(game, "gone") == "rrggggby"
    game.play("draw tiles ryyb")
    assert lies(game, "tiles") == "ryyb"


def test_alone_a_round_is_over_with_sixteen_tiles() -> None:
    """[FR] L429-432: then all are hidden again."""
    game = solo("gone rrrryyyygggg", tiles="bbbb")
    game.play("b:1 / swap")
    assert (lies(game, "round"), lies(game, "gone")) == ("2 Ana", "")
    game.play("draw tiles bbbb")
    assert game.to_move == "Ana"


def test_alone_a_round_goes_on_with_twelve_tiles() -> None:
    """[FR] L429-430."""
    game = solo("gone rrrryyyy", tiles="bbbb")
    game.play("b:1 / swap")
    assert (lies(game, "round"), lies(game, "gone")) == ("1 Ana", "rrrryyyybbbb")
    assert refused(game, "draw tiles gggr") == "tiles-hidden"
    game.play("draw tiles gggg")
    assert game.state.actor == 0


def test_alone_the_display_is_filled_after_each_round() -> None:
    """ruling 22: not before."""
    game = solo("gone rrrryyyy", tiles="bbbb")
    game.play("b:1 / card 1-1")
    assert refused(game, "draw cards 3ryg") == "draw-other"
    game.play("draw tiles gggg", "g:2 / card 2-2")
    assert refused(game, "draw tiles rygb") == "draw-other"
    game.play("draw cards 3ryg 3ygb")
    assert lies(game, "display") == shown("3ryg", "3ygb")
    game.play("draw tiles rygb")
    assert game.state.actor == 0


def test_alone_the_town_hall_is_that_for_two() -> None:
    """ruling 22."""
    assert lies(opening(1), "hall") == "3,3"


def test_alone_the_game_has_six_rounds_of_four_turns() -> None:
    """[FR] L412 and ruling 22: 24 turns, five cards or not."""
    game = opening(1)
    for turn in range(1, 25):
        assert (game.over, game.turn) == (False, turn)
        game.play(f"draw tiles {'rygb'[turn % 4] * 4}")
        game.play(f"{'start 1 / ' if turn == 1 else ''}all:1 x{'rygb'[turn % 4] * 4}")
    assert game.over
    assert game.scores == {"Ana": 0}


def test_alone_five_cards_do_not_end_the_game() -> None:
    """[FR] L412 and ruling 22."""
    game = solo("round 5 Ana", f"done Ana {FIVE}", "gone rrrryyyygggg", tiles="bbbb")
    game.play("b:1 / swap")
    assert not game.over
    last = solo("round 6 Ana", "gone rrrryyyygggg", tiles="bbbb")
    last.play("b:1 / swap")
    assert last.over


def test_alone_nobody_wins_but_there_is_a_rating() -> None:
    """[FR] L434-435."""
    game = solo("round 6 Ana", "token Ana 20", "gone rrrryyyygggg", tiles="bbbb")
    game.play("b:1 / swap")
    assert game.winners == []
    assert game.rules.details(game.state)["rating"]


def rating(points: int) -> str:
    """What is said of a solo game with so many points."""
    tokens = (f"token Ana {points}",) if points else ()
    game = solo("round 6 Ana", *tokens, "gone rrrryyyygggg", tiles="bbbb")
    game.play("b:1 / swap")
    assert game.scores == {"Ana": points}
    return str(game.rules.details(game.state)["rating"])


@pytest.mark.parametrize(("low", "high"), [(28, 45), (25, 27), (21, 24), (17, 20), (0, 16)])
def test_alone_five_ratings(low: int, high: int) -> None:
    """[FR] L356-364 and fact: 28 and more, 25-27, 21-24, 17-20, 16 and less."""
    assert rating(low) == rating(high)
    others = {rating(points) for points in (0, 17, 21, 25, 28) if points != low}
    assert len(others) == 4
    assert rating(low) not in others


def test_alone_pairs_count_too() -> None:
    """[FR] L333, L409: scoring is the same."""
    game = solo("round 6 Ana", "slot Ana 1 7rryygg rry", "gone rrrryyyygggg", tiles="bbbb")
    game.play("b:1 / swap")
    assert game.scores == {"Ana": 1}


def test_alone_four_tiles_may_serve_the_mission() -> None:
    """ruling 20: all four taken, one of them set aside."""
    game = solo("mission Ana takes", options=["missions"])
    assert game.play("all:2 my") == ["1 Ana: all:2 my =0"]
    assert (lies(game, "mission Ana"), lies(game, "shop Ana 2")) == ("takes y", "rgb")


def test_alone_one_of_two_missions_is_taken() -> None:
    """ruling 20."""
    game = opening(1, ["missions"])
    assert refused(game, "mission 3") == "draft-place"
    game.play("mission 2")
    assert lies(game, "mission Ana") == "violet"
    assert game.turn == 2


# Setups


@pytest.mark.parametrize(
    "lines",
    [
        ("shop Ana 1 rrryyy", "slot Ana 1 7rryygg"),
        ("shop Bob 1 rrryyy", "slot Bob 1 7rryygg"),
        ("shop Ana 2 rryygv", "slot Ana 2 7rryygg"),
        ("shop Ana 3 rryy", "slot Ana 3 4rrbb r"),
        ("shop Ana 4 rrrr",),
    ],
)
def test_a_setup_with_an_activation_due_is_refused(lines: tuple[str, ...]) -> None:
    """ruling 23: of any player."""
    assert "due" in bad_setup(*lines, hall="2,3")


@pytest.mark.parametrize(
    "lines",
    [
        ("shop Ana 1 rrryyy",),
        ("shop Ana 1 rrryyy", "slot Ana 1 4ggbb"),
        ("shop Ana 3 rryy", "slot Ana 3 4rrbb rr"),
        ("shop Ana 4 rrry",),
    ],
)
def test_a_setup_with_tiles_that_wait_is_accepted(lines: tuple[str, ...]) -> None:
    """rulings 10 and 23: no card, or no space, so nothing is due."""
    assert table(*lines).to_move == "Ana"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("shop Ana 1 rrrrrry",), "holds 6"),
        (("shop Ana 2 rrrrrry",), "holds 6"),
        (("shop Ana 3 rrryg",), "holds 4"),
        (("shop Ana 4 rrryg",), "holds 4"),
        (("shop Ana 4 rrv",), "violet"),
        (("slot Ana 1 4rrbb v",), ""),
        (("slot Ana 1 4rrbb rrbb",), "4rrbb"),
        (("slot Ana 1 4rrbb rrr",), "4rrbb"),
        (("slot Ana 1 4rrbb y",), "4rrbb"),
        (("slot Ana 1 4rrbb", "done Bob 4rrbb"), "4rrbb"),
        (("done Ana 3ryg,3ryg,3ryg",), "3ryg"),
        (("done Ana 4rygb,4rygb,4rygb",), "4rygb"),
        (("under 7ygggbb",), "7ygggbb"),
        (("done Ana 3www",), "3www"),
        (("done Ana 9rrrrrr",), "9rrrrrr"),
    ],
)
def test_setups_that_cannot_be(lines: tuple[str, ...], said: str) -> None:
    """ruling 24: too full a workshop, violet in 4 or on a card, a card that is complete or there too often."""
    assert said in bad_setup(*lines, hall="2,3")


def test_cards_may_be_there_as_often_as_they_exist() -> None:
    """ruling 24: 3ryg in the deck and as a starting card, 4rygb twice."""
    game = table("done Ana 3ryg,3ryg,4rygb,4rygb", "under 3ygb 3ygb")
    assert game.scores["Ana"] == 14


@pytest.mark.parametrize("grid", ["rxxx xxxx xxxx xxxx", "rxxx xxxx xxxx xxxy", "rgxx xxxx xxxx xxxy"])
def test_a_setup_with_one_to_three_tiles_face_up_is_refused(grid: str) -> None:
    """ruling 24: the round would be over."""
    assert "fewer than 4" in bad_setup(grid=grid)


def test_a_setup_with_four_tiles_or_none_is_accepted() -> None:
    """ruling 24."""
    assert table(grid=FOUR).state.actor == 0
    assert table(grid="").state.actor == CHANCE


def test_the_deck_outlasts_any_refill() -> None:
    """ruling 24: with four players 12 slots and 4 completed cards each, 6 on display, leave 10 of 44."""
    assert len(DECK) + len(STARTERS) - 4 * 3 - 4 * 4 - 6 == 10

"""Lines of chance: when they are due, what they may say, how they are dealt."""

import random
from collections.abc import Callable

import pytest

import pbem
from pbem.errors import IllegalMove
from pbem.game import CHANCE
from pbem.session import Session
from pbem.taking import take_from
from tests.majolica.tools import (
    BANDS,
    BY_THE_BOOK,
    FOUR,
    GRID,
    NO_CARDS,
    SHOWN,
    fresh,
    lies,
    opening,
    refused,
    shown,
    solo,
    table,
)
from tests.support import new_manual, random_line

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


def test_a_draw_that_is_denied_below_is_not_entered() -> None:
    """With the second word of a draw or without it."""
    game = new_manual("majolica", 2)
    game.play(random_line(game, random.Random(1)))
    first, other = (random_line(game, random.Random(seed)) for seed in (1, 2))
    rest = other.removeprefix("draw ")
    assert first != other
    for below in (f"no, {other}", f"no, {rest}", f"sorry, {rest}", f"Edit: {rest}", f"make that {rest}"):
        assert "There are two draws" in (take_from(game, f"{first}\n{below}").doubt or ""), below
    assert take_from(game, f"{first}\nno luck for me").lines == (first,)

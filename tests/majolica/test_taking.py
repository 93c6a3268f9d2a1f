"""What a turn takes, and where it goes: tiles, cards, rearranged cards; runs and tiles of the border."""

import pytest

from pbem.rules.majolica.grid import border
from pbem.rules.majolica.moves import Swap
from tests.majolica.tools import BANDS, FOUR, NO_CARDS, SHOWN, error, lies, ones, opening, refused, runs, shown, table

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


# The border


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

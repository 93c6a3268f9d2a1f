"""What of the grid may be taken: runs and tiles of the border."""

import pytest

from pbem.rules.majolica.grid import border
from tests.majolica.tools import FOUR, NO_CARDS, lies, ones, refused, runs, table


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

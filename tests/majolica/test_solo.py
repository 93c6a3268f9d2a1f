"""The game of one."""

import pytest

from pbem.game import Illegal
from pbem.rules.majolica.moves import One
from tests.majolica.tools import FIVE, GRID, SHOWN, lies, opening, refused, shown, solo, table


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


@pytest.mark.parametrize("tile", ["", "rg", "rrgb"])
def test_alone_one_of_the_four_is_one_tile(tile: str) -> None:
    """Of a step that a program makes."""
    state = solo(tiles="rrgb").state
    with pytest.raises(Illegal) as error:
        state.apply(One(tile, 1, ""))
    assert error.value.reason == "not-revealed"


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

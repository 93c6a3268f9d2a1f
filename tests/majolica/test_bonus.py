"""The bonus tile of a card; tiles thrown away at will; the game of one."""

import pytest

from pbem.game import Illegal
from pbem.rules.majolica.moves import One
from tests.majolica.tools import BONUS, DUE, FIVE, GRID, SHOWN, TWO_CARDS, lies, opening, refused, shown, solo, table

# The bonus symbol


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


# The game of one


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

"""The end of the game, and what it is worth."""

import pytest

import pbem
from pbem.errors import PbemError
from tests.rajas.tools import RECORD, has, play, read, refused, table
from tests.support import ROOT


@pytest.mark.parametrize(
    ("money", "fame", "distance"),
    [
        (65, 30, 2),
        (52, 37, 2),
        (51, 37, 2),
        (53, 37, 3),
        (0, 0, -61),
        (1, 0, -60),
        (21, 6, -44),
        (60, 31, 0),
        (120, 1, 0),
    ],
)
def test_the_distance(money: int, fame: int, distance: int) -> None:
    """[FR] L825-829 and fact: fame 61 - f lies beside money 2f - 1 and 2f: fame + ceil(money / 2) - 61."""
    crossed = ["round Bob", "crossed Bob"] if distance >= 0 else []
    game = table(*crossed, f"at Bob money {money} fame {fame}")
    assert game.scores["Bob"] == distance


def test_the_worked_example_of_the_end() -> None:
    """[FR] L825-829: both 2 beyond; who crossed first wins."""
    at = ["at Bob money 65 fame 30 boat 9 workers 5 2", "at Ana money 50 fame 37 boat 4 workers 5 2"]
    game = table("round Bob", "crossed Bob", *at)
    play(game, "P0")
    assert game.over
    assert (game.scores, game.winners) == ({"Ana": 2, "Bob": 2}, ["Bob"])


def test_the_order_of_crossing_decides_a_tie_only() -> None:
    """[FR] L807-809: the greater distance wins."""
    at = ["at Bob money 65 fame 30", "at Ana money 52 fame 37"]
    game = play(table("round Bob", "crossed Bob", *at), "P0")
    assert (game.scores, game.winners) == ({"Ana": 3, "Bob": 2}, ["Ana"])


def test_markers_side_by_side_end_the_game() -> None:
    """[FR] L786-787: distance 0 is enough; fame 31 lies beside money 59 and 60."""
    game = play(table("round Bob", "at Ana money 57 fame 31"), "P0")
    assert game.over
    assert game.scores["Ana"] == 0


def test_markers_that_do_not_meet_do_not_end_it() -> None:
    """[FR] L786-787."""
    game = play(table("round Bob", "at Ana money 56 fame 31"), "P0")
    assert (game.over, game.scores["Ana"]) == (False, -1)


def test_the_phase_is_played_to_its_end() -> None:
    """[FR] L787-791 and ruling 27: all after the one who crossed, up to the one before the first player."""
    game = play(table("round Cid", "at Ana money 58 fame 31", players=4), "P0")
    assert game.to_move == "Bob"
    play(game, "P0")
    assert game.over


def test_everybody_after_the_first_player_has_a_last_turn() -> None:
    """[FR] L788-791."""
    game = play(table("at Ana money 58 fame 31", players=3), "P0", "P0")
    assert game.to_move == "Cid"
    assert play(game, "P0").over


def test_who_has_no_worker_left_has_no_last_turn() -> None:
    """[FR] L790: if he has one."""
    game = play(table("at Ana money 58 fame 31", "at Bob workers 4 0", players=3), "P0")
    assert game.to_move == "Cid"
    game = play(table("at Ana money 58 fame 31", "at Bob workers 4 0"), "P0")
    assert game.over


def test_the_last_of_the_phase_ends_at_once() -> None:
    """[FR] L788-791: nobody is left between him and the first player."""
    assert play(table("round Bob", "at Ana money 58 fame 31 workers 4 4"), "P0").over


def test_what_is_due_after_the_last_turn_is_done_first() -> None:
    """ruling 27: tested after the turn's last chance line."""
    game = table("round Bob", "at Ana money 58 fame 31", "dice Ana o4", show="oS2")
    play(game, "Q oS2 c3NE -o4")
    assert not game.over
    assert play(game, "draw oS3").over


def test_the_rest_by_distance() -> None:
    """[FR] L810-812 and ruling 27: equal distances not decided by crossing share a place."""
    lines = ["round Bob", "at Ana money 70 fame 31", "at Bob money 21", "at Cid money 22", "at Dana money 25"]
    game = play(table(*lines, players=4), "P0")
    assert game.over
    ranks = game.rules.details(game.state)["rank"]
    assert ranks == {"Ana": 1, "Bob": 3, "Cid": 3, "Dana": 2}


def test_nobody_moves_after_the_end() -> None:
    """[FR] L792."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    assert refused(game, "P0") == "over"


def test_no_result_before_the_end() -> None:
    """notation: in an unfinished game it is an error."""
    with pytest.raises(PbemError, match="there is a result, but the game is not over"):
        read(RECORD + "result Ana -59, Bob -58, Cid -58\n")


def test_the_result_is_the_distance() -> None:
    """notation: in the order of the players, negative numbers allowed."""
    game = table("round Bob", "at Ana money 58 fame 31")
    assert "result" not in game.record()
    play(game, "P0")
    assert game.record().endswith("\n1 Ana: P0 =0,2\nresult Ana 0, Bob -44\n")
    assert read(game.record()).record() == game.record()
    with pytest.raises(PbemError, match="the result should be `result Ana 0, Bob -44`"):
        read(game.record().replace("Bob -44", "Bob -43"))


def test_details_of_the_end() -> None:
    """notation: scores are distances; JSON has fame, money and rank too."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    assert game.scores == {"Ana": 0, "Bob": -44}
    assert game.rules.details(game.state) == {
        "fame": {"Ana": 31, "Bob": 6},
        "money": {"Ana": 60, "Bob": 21},
        "rank": {"Ana": 1, "Bob": 2},
    }


def test_the_books_final_example_in_position_lines() -> None:
    """notation: 52 and 37 after the outer terrace."""
    game = table("round Bob", "crossed Bob", "at Bob money 65 fame 30", "at Ana money 50 fame 37")
    play(game, "P0")
    assert (has(game, "money"), has(game, "fame"), game.winners) == (52, 37, ["Bob"])


def test_the_final_example_of_the_rule_book() -> None:
    setup = (ROOT / "examples" / "rajas-final.txt").read_text("utf-8")
    game = pbem.new("rajas", kind="manual", setup=setup, id="final")
    game.play("P0")
    assert game.scores == {"Rajesh": 2, "Leila": 2}
    assert game.winners == ["Rajesh"]
    assert game.rules.details(game.state)["money"] == {"Rajesh": 65, "Leila": 52}

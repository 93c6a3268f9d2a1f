"""Turns, phases, rounds."""

from typing import Any

from pbem.session import Session
from tests.rajas.tools import has, lies, play, table


def test_play_goes_clockwise() -> None:
    """[FR] L184-188 and ruling 3: the order of the players."""
    game = table(players=4, first="Cid")
    order = [game.to_move]
    for _ in range(4):
        order.append(play(game, "P0").to_move)
    assert order == ["Cid", "Dana", "Ana", "Bob", "Cid"]


def test_one_worker_in_each_phase() -> None:
    """[FR] L184-186 and ruling 1."""
    game = play(table(), "P0")
    assert (game.to_move, has(game, "unplaced"), has(game, "unplaced", "Bob")) == ("Bob", 3, 4)


def test_who_has_no_worker_is_skipped() -> None:
    """[FR] L186-188 and ruling 5: without a line and a number."""
    game = play(table("turn 9", "at Bob workers 4 0"), "P0")
    assert (game.to_move, game.turn) == ("Ana", 10)


NOTHING_LEFT = [
    "used P0,P0,Po,Pg,Pb,Pp",
    "quarry 4",
    "assorted Ana",
]
"""With no dice, and one worker on the outer terrace, nothing is left for anybody."""


def test_who_cannot_place_a_worker_is_skipped() -> None:
    """ruling 5: and asked again in the next phase."""
    game = play(table(*NOTHING_LEFT, "dice Ana o1"), "P0")
    assert (game.to_move, has(game, "unplaced", "Bob")) == ("Ana", 4)


def test_the_round_ends_when_nobody_can_place() -> None:
    """[FR] L186-189 and ruling 5: all take their workers back."""
    game = play(table(*NOTHING_LEFT), "P0")
    assert (has(game, "unplaced"), has(game, "unplaced", "Bob")) == (4, 4)
    assert (game.to_move, lies(game, "used"), lies(game, "quarry")) == ("Bob", "", "")


def last_worker(*lines: str, **more: Any) -> Session:
    """Ana has the last worker of the round."""
    others = [f"at {name} workers 4 0" for name in ("Bob", "Cid", "Dana")[: more.get("players", 2) - 1]]
    return table("at Ana workers 4 1", *others, *lines, **more)


def test_workers_come_back_at_the_end_of_the_round() -> None:
    """[FR] L769-771 and L782-783."""
    game = play(last_worker("used Ms,Pg", "quarry 2", "harbour 1", "assorted Ana"), "P0")
    assert [has(game, "unplaced", name) for name in ("Ana", "Bob")] == [4, 4]
    assert [lies(game, word) for word in ("used", "quarry", "harbour", "assorted")] == ["", "", "", ""]


def test_the_next_clockwise_is_first() -> None:
    """[FR] L780-782 and ruling 28."""
    assert play(last_worker(players=3), "P0").to_move == "Bob"
    assert play(last_worker("round Bob", players=3), "P0").to_move == "Cid"
    assert play(last_worker("round Cid", players=3), "P0").to_move == "Ana"


def test_who_met_the_grand_mogul_is_first() -> None:
    """[FR] L771-780 and ruling 28."""
    game = play(last_worker("mogul Cid", players=3), "P0")
    assert (game.to_move, lies(game, "mogul")) == ("Cid", "")
    assert play(last_worker("dice Ana o1"), "P1 -o1").to_move == "Ana"


def test_dice_money_and_karma_stay() -> None:
    """[FR] L769-784: only workers are taken back."""
    game = play(last_worker("dice Ana o1 p6"), "P0")
    assert (lies(game, "dice Ana"), has(game, "money"), has(game, "karma")) == ("o1 p6", 23, 1)

"""Rules of Rajas of the Ganges that a change of the code once broke unnoticed, found by changing it."""

from typing import Any

import pytest

import pbem
from pbem.game import CHANCE
from tests.rajas import MARKETS, PLAYERS, SOUTHEAST, has, play, refused, table

NAVA = ["navaratnas"]


def test_a_phase_begins_only_with_a_worker_to_be_placed() -> None:
    """ruling 31: after the last worker the round is over, and nobody is asked for a tile once more."""
    game = table("round Bob", "at Ana workers 4 0", "at Bob workers 6 1", first="Bob", options=NAVA)
    play(game, "P0")
    assert (game.to_move, game.turn) == ("Ana", 2)
    play(game, "tile none")
    assert (has(game, "unplaced", "Ana"), has(game, "unplaced", "Bob")) == (4, 6)


def test_turns_without_a_worker_are_counted_anew_in_each_round() -> None:
    """ruling 31: Ana, one worker behind, gets a tile in this round and in the next."""
    game = table("round Bob", "at Ana workers 4 0", "at Bob workers 5 2", first="Bob", options=NAVA)
    play(game, "P0", "2 Ana: tile none", "P0")
    assert (game.to_move, has(game, "unplaced", "Ana")) == ("Ana", 4)
    play(game, "P0", "P0", "P0", "Ma", "Po", "roll o1", "Pg", "roll g1", "Pb", "roll b1", "Pp", "roll p1")
    assert (has(game, "unplaced", "Ana"), has(game, "unplaced", "Bob")) == (0, 1)
    assert game.play("tile none") == ["12 Ana: tile none =0,0"]


def test_any_opponent_may_be_the_one_with_more_workers() -> None:
    """[FR] L883 and ruling 31: Bob, who comes next, has as few as Ana; Cid has one more."""
    at = ["at Ana workers 4 0", "at Bob workers 4 2", "at Cid workers 5 3"]
    game = table("round Bob", *at, players=3, first="Bob", options=NAVA)
    play(game, "P0", "P0")
    assert game.play("tile none") == ["3 Ana: tile none =0,0"]


def test_of_several_bonuses_the_lowest_is_resolved_before_the_next() -> None:
    """ruling 25: the two dice of 33 come before the boat of 44."""
    lines = ["at Ana money 40 boat 2", "taken Ana 5,12,20", *MARKETS, "dice Ana o4"]
    assert refused(table(*lines), "Mt -o4 / boat / +o +o") == "open-gain"
    assert table(*lines).play("Mt -o4 / +o +o / boat") == ["1 Ana: Mt -o4 / +o +o / boat =0,10"]


def test_the_brown_tile_counts_buildings_not_tiles() -> None:
    """[FR] L922 and ruling 32: seven buildings, two of them on oC4, for a cost of 1."""
    game = table("slot Ana E1 b-building", "tile Ana b4 oC4ES", *SOUTHEAST, "dice Ana o4", show="oS2", options=NAVA)
    assert game.play("Q oS2 e1NE -o4") == ["1 Ana: Q oS2 e1NE -o4 =2,6"]


def test_a_cover_may_hold_the_province_together_by_a_road_the_old_tile_had_not() -> None:
    """[FR] L532 and ruling 17."""
    lines = ["tile Ana b4 gS6NESW", "tile Ana b3 bS6NESW", "tile Ana c3 oS2NE", "dice Ana g5 b6"]
    assert table(*lines, show="bC1").play("P5 -g5 bC1 c3SW -b6") == ["1 Ana: P5 -g5 bC1 c3SW -b6 =0,3"]


def test_who_was_skipped_is_asked_again_in_the_next_phase() -> None:
    """ruling 5: Ana can place nothing, until a tile is turned up that she can pay."""
    used = "used P0,P0,P0,Po,Pg,Pb,Pp,Pop,Pgb,Pbo,Ppg,P1,P2,P3,P4,P5,P6,Ms,Mt,Mp"
    ana = ["at Ana money 5 karma 0 workers 4 2", "dice Ana o3"]
    bob = ["at Bob money 9 workers 4 3", "dice Bob o6 o5"]
    game = table("round Bob", used, "harbour 3", "assorted Bob", *ana, *bob, first="Bob")
    play(game, "Q oS4 c3NES -o6", "draw oS2")
    assert (game.to_move, game.turn) == ("Bob", 2)  # Ana was passed over
    play(game, "Q oS2 c2NE -o5", "draw oS1")
    assert (game.to_move, has(game, "unplaced", "Ana")) == ("Ana", 2)
    assert game.play("Q oS1 c3NES -o3")[0] == "3 Ana: Q oS1 c3NES -o3 =0,-2"


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_river_takes_a_die_for_the_roll_that_passes_its_end(seed: str) -> None:
    """ruling 34: events of dice go on where the river stopped, so the first dice are those the seed has next."""
    game = pbem.new("rajas", PLAYERS[:2], seed=seed, options=["ganga"], id="r")
    assert game.dealer is not None
    state: Any = game.state
    laid = len(state.river)
    rolled = laid + (laid < len(state.facts.ganga))
    sides = [game.dealer.choose("die", rolled + at, 6) + 1 for at in range(4)]
    assert game.log[2] == "roll Ana " + " ".join(f"{c}{side}" for c, side in zip("ogbp", sides, strict=True))


def test_of_several_with_the_lowest_dice_chance_draws_the_first_player() -> None:
    """ruling 3: over many seeds with a tie, each of those tied begins sometimes."""
    began = set()
    for seed in range(400):
        game = pbem.new("rajas", PLAYERS[:2], seed=str(seed), id="tie")
        sums = [sum(int(die[1]) for die in line.split()[2:]) for line in game.log if line.startswith("roll ")]
        if sums[0] == sums[1]:
            began.add(game.header.first)
    assert began == {0, 1}
    assert game.state.actor != CHANCE


def test_the_parts_of_a_named_yield_are_paid_as_printed() -> None:
    """ruling 14: the die of NW is named before its money brings the boat of 12."""
    lines = ["at Ana money 9", "taken Ana 5", "dice Ana o5"]
    assert refused(table(*lines), "Q oS4 b4NEW -o5 / NW: stay / +p / NB:") == "open-gain"
    game = table(*lines)
    assert game.play("Q oS4 b4NEW -o5 / NW: +p / stay / NB:") == ["1 Ana: Q oS4 b4NEW -o5 / NW: +p / stay / NB: =2,4"]

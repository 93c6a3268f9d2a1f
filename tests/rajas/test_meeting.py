"""Where rules meet, some of it a change of the code once broke unnoticed; and what an attacker found."""

from typing import Any

import pytest

from pbem.errors import NotationError, PbemError
from pbem.game import Illegal
from pbem.rules.rajas.moves import Balcony, Brown, Harbour, Market, Person, Quarry, Roll, StartRoll, Terrace
from tests.rajas.tools import (
    MARKETS,
    NAVA,
    SOLD_OUT,
    SOUTHEAST,
    TOP,
    begun,
    claim,
    fresh,
    has,
    lies,
    opening,
    play,
    refused,
    table,
)


def test_a_tile_turned_up_may_be_taken_in_the_same_turn() -> None:
    """ruling 4: the yield's boat reaches the Master Builder, who lays the tile that was just turned up."""
    game = table("at Ana boat 3", "tile Ana c3 oS2NE", "dice Ana o2 o5", show="oS3")
    play(game, "Q oS3 d4EW -o5", "draw oS5")
    assert claim(game, "boat / P5 oS5 c3NES -o2") == "0,5"
    assert lies(game, "tile Ana c3") == "oS5NES over oS2"


def test_dice_still_to_be_rolled_count_as_held() -> None:
    """ruling 9 and notation: NW's die fills the ninth hand; of the two dice of space 33 one fits."""
    game = table("at Ana money 28", "dice Ana o1 o2 o5 g1 g2 b1 b2 p1 p2", show="oS3")
    play(game, "Q oS3 b4EW -o5", "draw oS1", "+g / +o", "roll g6", "roll o6")
    assert (len(lies(game, "dice Ana").split()), has(game, "money"), game.to_move) == (10, 34, "Bob")


def test_fame_by_the_levels_when_the_tile_is_laid() -> None:
    """ruling 14: the market's money brings an upgrade before the mill pays, which comes too late for it."""
    game = table("at Ana money 12 boat 6", "taken Ana 20,5", "dice Ana o6")
    assert claim(game, "Q oC2 c3NS -o6 / boat / up Mi") == "2,0"
    assert lies(game, "up Ana") == "2,2,2,3"


def test_brown_tiles_by_what_is_there_when_they_are_paid() -> None:
    """ruling 32: the fifth worker comes with the fame of the tile, before, and counts."""
    lines = ["slot Ana E1 b-worker", "at Ana fame 13", *SOUTHEAST, "dice Ana o4"]
    game = table(*lines, show="oS2", options=NAVA)
    assert claim(game, "Q oS2 e1NE -o4") == "7,-1"
    assert has(game, "active") == 5


def test_a_tile_of_the_money_track_passes_the_bridge() -> None:
    """[FR] L712-716 and ruling 22: a boat move of a bonus passes it too."""
    game = table("at Ana money 43 boat 20 karma 0")
    assert claim(game, "P0 / boat") == "0,2"
    assert (has(game, "boat"), has(game, "active")) == (21, 5)


def test_fame_5_with_all_buildings_at_4() -> None:
    """ruling 16: nothing is asked."""
    assert claim(table("at Ana fame 4", "up Ana 4,4,4,4", "dice Ana o1"), "P1 -o1") == "2,0"


def test_fame_5_with_one_building_left() -> None:
    """ruling 16: that one it is, and it is said."""
    game = table("at Ana fame 4", "up Ana 4,4,4,3", "dice Ana o1")
    assert refused(game, "P1 -o1") == "open-late"
    assert refused(game, "P1 -o1 / up Te") == "upgrade-highest"
    assert claim(game, "P1 -o1 / up Mi") == "2,0"


def test_a_tile_turn_is_a_next_turn() -> None:
    """ruling 16: the upgrade of fame 5 counts from then on."""
    lines = ["round Bob", "late Ana Te", "up Ana 3,2,2,2", "at Ana workers 4 0", "at Bob workers 5 4"]
    game = table(*lines, first="Bob", options=NAVA)
    assert lies(game, "late Ana") == "Te"
    assert lies(play(game, "P0"), "late Ana") == ""


def test_turns_without_a_worker_count_though_nothing_is_due() -> None:
    """ruling 31: at Ana's first such turn Bob has as many; at the second he has one more, which is one too few."""
    at = ["at Ana workers 5 0", "at Bob fame 14 workers 5 4"]
    game = table("round Bob", *at, "dice Bob o1", first="Bob", options=NAVA)
    play(game, "P0")
    assert game.to_move == "Bob"
    play(game, "P1 -o1")
    assert (has(game, "active", "Bob"), game.to_move) == (6, "Bob")


def test_a_worker_that_cannot_be_placed_is_no_turn_without_a_worker() -> None:
    """ruling 31."""
    lines = [
        "round Bob",
        "at Ana workers 4 1",
        "at Bob workers 5 4",
        "used P0,P0,Po,Pg,Pb,Pp",
        "quarry 4",
        "assorted Bob",
    ]
    game = table(*lines, "dice Bob o1 o3", first="Bob", options=NAVA)
    play(game, "P0")
    assert game.to_move == "Bob"


def test_a_tile_that_moves_near_the_end() -> None:
    """rulings 20 and 34: beyond 30 there is nothing."""
    game = table("river 29-move", "at Ana boat 28", "dice Ana o1", options=["ganga"])
    assert refused(game, "H1 -o1 / H2") == "beyond"
    assert claim(game, "H1 -o1 / H1") == "6,0"


def test_the_portuguese_pays_a_river_tile() -> None:
    """ruling 34: the tile replaces the gain, 2 fame."""
    game = table("river 6-good", *MARKETS, "dice Ana o6", options=["ganga"])
    assert claim(game, "P6 -o6 / Ms") == "0,2"


def test_a_cover_turns_a_yield_tile_into_nothing() -> None:
    """rulings 17 and 30: a slot reached by a cover is connected and never paid."""
    lines = ["tile Ana b4 oS2NE", "slot Ana NW y-money", "dice Ana g5 p2"]
    game = table(*lines, show="pS5", options=NAVA)
    assert claim(game, "P5 -g5 pS5 b4NEW -p2") == "0,2"


def test_yields_already_paid_stay_paid() -> None:
    """ruling 15: a cover takes the road from NB; a later one cannot be paid for it."""
    game = table("tile Ana b4 oS2NE", "dice Ana g5 p2", show="pS5")
    play(game, "P5 -g5 pS5 b4ESW -p2", "draw pS1")
    assert (has(game, "karma"), lies(game, "yields Ana")) == (1, "NW,NB")


def test_an_assorted_market_of_the_river_is_not_a_space() -> None:
    """ruling 6: with two players the space stays free for the other."""
    game = play(table("at Ana boat 8", "dice Ana o1"), "H1 -o1")
    assert claim(game, "Ma") == "0,0"


def test_the_first_player_ends_the_game_after_the_others_last_turn() -> None:
    """[FR] L786-791: a second one who crosses later in the phase with more distance wins."""
    at = ["at Ana money 58 fame 31", "at Bob money 57 fame 31 boat 13"]
    game = play(table(*at, "dice Bob o1"), "P0", "H1 -o1")
    assert (game.scores, game.winners) == ({"Ana": 0, "Bob": 1}, ["Bob"])


def test_a_die_given_back_may_be_taken_again_by_the_same_gain() -> None:
    """ruling 9: one green die is left, a second comes from the hand."""
    game = table(SOLD_OUT, "dice Ana o1 o2 o3 o4 o5 g1 b1 b2 b3 p1")
    assert claim(game, "P2 -o2 +g +g xg1") == "0,0"
    assert lies(play(game, "roll g2 g3"), "dice Ana") == "o1 o3 o4 o5 g2 g3 b1 b2 b3 p1"


def test_a_colour_sold_out_is_named_as_often_as_a_die_of_it_is_given_back() -> None:
    """ruling 9: what goes back is there when it is settled what is sold out."""
    game = table(SOLD_OUT, "dice Ana o1 o2 o3 o4 o5 g1 g2 b1 b2 b3")
    assert refused(game, "P2 -o2 +g +g xg1") == "gain"
    assert refused(game, "P2 -o2 +o +g xb1") == "gain"
    assert claim(game, "P2 -o2 +o +g xg1") == "0,0"
    assert lies(play(game, "roll o6 g6"), "dice Ana") == "o1 o3 o4 o5 o6 g2 g6 b1 b2 b3"


def test_dice_by_karma_of_a_colour_nearly_sold_out() -> None:
    """ruling 9: two of three orange dice are lost."""
    game = table("dice Bob o1 o1 o1 o1 o1 o1 o1 o1 o1 o1", "at Ana boat 4 karma 3", "dice Ana o2 b1")
    play(game, "H1 -b1")
    assert refused(game, "roll o1 o1") == "roll-colours"
    assert lies(play(game, "roll o6"), "dice Ana") == "o2 o6"


def test_a_bonus_may_move_the_boat_to_a_river_tile() -> None:
    """[FR] L738-745 and L969-970: one space to the tile, one on to 3 money."""
    game = table("river 2-move", "at Ana money 11 boat 1", options=["ganga"])
    assert claim(game, "P0 / boat / H1") == "0,5"


def test_the_portuguese_passes_the_bridge() -> None:
    """[FR] L714-716."""
    game = play(table("at Ana boat 15 karma 0", "dice Ana o6"), "P6 -o6")
    assert (has(game, "boat"), has(game, "active")) == (21, 5)


def test_the_white_tile_of_a_river_dancer() -> None:
    """[FR] L603-607 and ruling 19: dice, then a white tile, paid at once."""
    game = play(table("at Ana boat 3", "dice Ana o1"), "H1 -o1 / P2 +g +g", "roll g1 g1", "draw white karma")
    assert (has(game, "karma"), game.to_move) == (2, "Bob")


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


# Letters that look like others, values that no text can give


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("draw brown Ana bu\u0131lding, Bob worker", "brown-tile"),
        ("draw brown Ana y\u0130eld, Bob worker", "brown-tile"),
        ("draw brown Ana nothing, Bob worker", "notation"),
        ("draw brown Ana worker, Bob worker", "brown-twice"),
    ],
)
def test_letters_that_look_like_others_are_no_words_of_chance(line: str, reason: str) -> None:
    game = opening(options=["navaratnas"], brown=False)
    before = game.key, game.log
    with pytest.raises(PbemError) as caught:
        game.play(line)
    assert caught.value.details.get("reason", caught.value.code) == reason
    assert (game.key, game.log) == before
    assert game.play("draw brown Ana building, Bob worker")


@pytest.mark.parametrize("line", ["H1 -o1 / M\u017f", "M\u017f -o1", "up M\u0130", "Po / (o\u017f2: up Te)"])
def test_letters_that_look_like_others_are_no_moves(line: str) -> None:
    game = table("at Ana boat 10", "dice Ana o1", *MARKETS)
    with pytest.raises(NotationError, match="is no character of moves"):
        game.play(line)


@pytest.mark.parametrize(
    ("result", "reasons"),
    [
        (Brown((("Ana", "worker"), ("Bob", "zzz"))), ["due-rolls", "brown-tile", "due-roll"]),
        (StartRoll("Ana", ("o9", "g1", "b1", "p1")), ["roll-colours", "due-brown", "due-roll"]),
        (StartRoll("Ana", ("o1", "g1", "b1", "p1k")), ["roll-colours", "due-brown", "due-roll"]),
        (Roll(("o7",)), ["due-rolls", "due-brown", "roll-colours"]),
        (Roll(("o1k",)), ["due-rolls", "due-brown", "roll-colours"]),
        (Roll(("",)), ["due-rolls", "due-brown", "roll-colours"]),
    ],
)
def test_results_from_programs_that_cannot_be_are_refused(result: Any, reasons: list[str]) -> None:
    games = [fresh(), opening(options=["navaratnas"], brown=False), play(opening(), "Po")]
    games[0].play(f"draw {TOP}")
    for game, reason in zip(games, reasons, strict=True):
        before = game.key
        with pytest.raises(Illegal) as caught:
            game.fold.state.apply(result)
        assert caught.value.reason == reason
        assert game.key == before


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Person(2, "b2", ("b", "p"), more=("b3",)), "person-form"),
        (Person(3, "b3", ("g",), cell="c3"), "person-form"),
        (Person(4, "g4", None, building="Pa", cell="c3"), "person-form"),
        (Person(5, "o5", ("o", "g"), tile="gC5", cell="b4", roads="NES", more=("g4",)), "person-form"),
        (Person(5, "o5", None, building="Fo", tile="gC5", cell="b4", roads="NES", more=("g4",)), "person-form"),
        (Quarry("oS4", "b4", "NES", ("o9",)), "dice-few"),
        (Quarry("oS4", "b4", "NES", ("o5x",)), "dice-few"),
        (Market("s", "o5x"), "die-not-there"),
        (Market("x", "o5"), "no-space"),
        (Harbour(1, "o9"), "die-harbour"),
        (Terrace("z", None, ()), "no-space"),
        (Terrace("op", None, ()), "no-space"),
        (Balcony("o", "", "o5", None, ()), "no-space"),
        (Balcony("o", "p", "", None, ()), "die-colour"),
    ],
)
def test_steps_from_programs_with_parts_that_mean_nothing_are_refused(step: Any, reason: str) -> None:
    game = table("dice Ana o5 g4 b2 b3", "tile Ana b4 gS1NES", show="gC5")
    before = game.key
    with pytest.raises(Illegal) as caught:
        game.fold.state.apply(step)
    assert caught.value.reason == reason
    assert game.key == before


@pytest.mark.parametrize(
    "step",
    [
        Person(2, "b2", ("b", "p")),
        Person(3, "b3", ("g",)),
        Person(4, "g4", None, building="Pa"),
        Market("s", "o5"),
        Harbour(1, "b2"),
        Terrace("o", None, ()),
        Balcony("o", "p", "o5", None, ()),
    ],
)
def test_the_same_steps_without_these_parts_are_played(step: Any) -> None:
    game = table("dice Ana o5 g4 b2 b3", "tile Ana b4 gS1NES", show="gC5")
    before = game.key
    game.fold.state.apply(step)
    assert game.key != before


def test_what_was_given_up_is_told_after_later_lines_too() -> None:
    game = begun()
    game.play(
        *("P2 -g2 +o +b / up Te", "roll o3 b1", "draw white die", "undo 1"),
        *("P2 -g2 +o +b / +p", "roll o3 b1", "draw white die"),
    )
    assert "`up Te` is not legal" in game.left_out

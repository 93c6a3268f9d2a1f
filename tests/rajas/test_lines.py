"""Lines that stop for chance and go on, alternatives, undo."""

import pytest

import pbem
from pbem.errors import PbemError
from pbem.rules.rajas.moves import Alternatives, Turned
from pbem.rules.rajas.notation import chosen
from pbem.session import Session
from tests.rajas.tools import ALL_DRAWN, MARKETS, TOP, begun, fresh, lies, play, position, refused, table

# Lines and chance


def test_results_are_written_in_the_order_they_arise() -> None:
    """notation: the tile, then the dice of the money track, then the die of the yield."""
    game = table("at Ana money 32", "dice Ana o5", show="oS3")
    play(game, "Q oS3 b4EW -o5 / +o +p / +g")
    assert refused(game, "roll o1 p1") == "due-draw"
    play(game, "draw oS1")
    assert refused(game, "roll g1") == "roll-colours"
    play(game, "roll o1 p1", "roll g1")
    assert game.to_move == "Bob"


def test_one_roll_for_each_gain() -> None:
    """notation: two gains, two lines."""
    game = play(table("at Ana money 32", "dice Ana o5", show="oS3"), "Q oS3 b4EW -o5 / +o +p / +g", "draw oS1")
    assert refused(game, "roll o1 p1 g1") == "roll-colours"


def test_dice_are_rolled_in_the_order_named() -> None:
    """notation: `roll o5 p6`."""
    game = play(table("dice Ana g2"), "P2 -g2 +o +p")
    assert refused(game, "roll p6 o5") == "roll-colours"
    assert game.play("roll o5 p6") == ["roll o5 p6"]


def test_a_line_may_stop_where_a_choice_is_open_and_a_result_waits() -> None:
    """notation: then the same player goes on with the same turn number."""
    game = table("dice Ana o5", show="oS3")
    assert game.play("Q oS3 b4EW -o5") == ["1 Ana: Q oS3 b4EW -o5 =0,1"]
    play(game, "draw oS1")
    assert (game.turn, game.to_move) == (1, "Ana")
    assert game.play("+g") == ["1 Ana: +g =0,5"]
    play(game, "roll g1")
    assert (game.turn, game.to_move) == (2, "Bob")


def test_a_line_may_go_on_past_waiting_results() -> None:
    """notation: two splits of one turn are both canonical."""
    game = table("dice Ana o5", show="oS3")
    assert game.play("Q oS3 b4EW -o5 / +g") == ["1 Ana: Q oS3 b4EW -o5 / +g =0,6"]


def test_a_line_may_not_stop_with_nothing_waiting() -> None:
    """notation: an upgrade, a boat move, a good left out."""
    assert refused(table("at Ana fame 4", "dice Ana o1"), "P1 -o1") == "open-late"
    assert refused(table("at Ana money 11"), "P0") == "open-boat"
    assert refused(table("at Ana boat 10", *MARKETS, "dice Ana o1"), "H1 -o1") == "open-good"


def test_a_die_still_to_be_rolled_cannot_be_named() -> None:
    """notation: what is not known yet."""
    assert (
        refused(table("at Ana boat 3", "dice Ana o1", "tile Ana c3 oS2NE", show="pS5"), "H1 -o1 / P5 pS5 c3NES -p2")
        == "die-not-there"
    )


def test_a_tile_still_to_be_drawn_cannot_be_named() -> None:
    """notation: the line stops before it; nothing is stored that is not known."""
    game = table("at Ana boat 3", "tile Ana c3 oS2NE", "dice Ana o2 o5", show="oS3")
    found = game.play("Q oS3 d4EW -o5 / boat / P5 oS5 c3NES -o2")
    assert found == ["1 Ana: Q oS3 d4EW -o5 / boat =0,1"]


def test_a_line_stops_after_the_dancers_dice() -> None:
    """notation: the white tile is needed; what it asks for is a line of its own."""
    game = table("dice Ana g2")
    found = game.play("P2 -g2 +o +p", "roll o1 p1", "draw white up")
    assert found == ["1 Ana: P2 -g2 +o +p =0,0", "roll o1 p1", "draw white up"]
    assert (game.turn, game.to_move) == (1, "Ana")
    assert game.play("up Mi") == ["1 Ana: up Mi =0,0"]
    assert (game.turn, game.to_move) == (2, "Bob")


def test_the_rest_of_a_line_is_tried_after_the_result() -> None:
    """notation: in a manual game if the chance lines come in the same call."""
    game = table("dice Ana g2")
    found = game.play("P2 -g2 +o +p / up Mi", "roll o1 p1", "draw white up")
    assert found == ["1 Ana: P2 -g2 +o +p =0,0", "roll o1 p1", "draw white up", "1 Ana: up Mi =0,0"]


def test_a_rest_that_does_not_fit_is_dropped() -> None:
    """notation: what was stored stays, the player is asked."""
    game = table("dice Ana g2")
    found = game.play("P2 -g2 +o +p / up Mi", "roll o1 p1", "draw white die")
    assert found == ["1 Ana: P2 -g2 +o +p =0,0", "roll o1 p1", "draw white die"]
    assert (game.turn, game.to_move) == (1, "Ana")


def test_a_rest_does_not_wait_for_another_call() -> None:
    """notation: only in the same call."""
    game = table("dice Ana g2")
    play(game, "P2 -g2 +o +p / up Mi", "roll o1 p1", "draw white up")
    assert (game.turn, game.to_move) == (1, "Ana")


def test_an_emptied_pile_has_no_draw() -> None:
    """notation."""
    tiles = ["b3 oC3NES", "c3 oC5NSW", "b2 oC1NE", "b4 oC4ES"]
    game = table(*(f"tile Bob {tile}" for tile in tiles), "dice Ana o6")
    play(game, "Q oC2 c3NS -o6")
    assert (game.waits_for_draw, game.to_move) == (False, "Bob")


def test_turn_numbers_count_workers() -> None:
    """notation: one for each worker placed; who is skipped has none."""
    game = play(table("turn 5", "at Bob workers 4 0", players=3), "P0")
    assert (game.turn, game.to_move) == (6, "Cid")


def test_undo_goes_to_the_first_line_of_a_turn() -> None:
    """notation: a turn in two lines is taken back as a whole, with its results."""
    game = table("dice Ana o5", show="oS3")
    before = position(game)
    play(game, "Q oS3 b4EW -o5", "draw oS1", "+g", "roll g1")
    game.play("undo 1")
    assert (game.turn, game.to_move, position(game)) == (1, "Ana", before)


def test_undo_in_the_middle_of_a_turn() -> None:
    """notation: the turn whose first line has been played."""
    game = table("dice Ana o5", show="oS3")
    before = position(game)
    play(game, "Q oS3 b4EW -o5", "draw oS1")
    game.play("undo 1")
    assert position(game) == before


def test_undo_of_a_turn_not_played() -> None:
    """notation: refused."""
    assert refused(play(table(), "P0"), "undo 3") == "not-played"


def test_undo_draw_takes_back_a_result() -> None:
    """notation: if it is the last line in force."""
    game = play(table(), "Pg", "roll g4")
    game.play("undo draw")
    assert game.waits_for_draw
    play(game, "roll g5")
    assert lies(game, "dice Ana") == "g5"


def test_undo_draw_only_at_the_end() -> None:
    """notation: not if a turn has followed."""
    assert refused(play(table(), "Pg", "roll g4", "P0"), "undo draw") == "no-draw"


def test_undo_draw_takes_back_the_draw_of_the_start() -> None:
    """notation: the setup draw included."""
    game = play(fresh(), f"draw {TOP}")
    game.play("undo draw")
    assert game.play(f"draw {TOP}") == [f"draw {TOP}"]


def test_undo_draw_is_for_manual_games() -> None:
    """notation."""
    game = table(seed="a")
    game.play("Pg")
    assert refused(game, "undo draw") == "not-manual"


def test_undo_after_the_end() -> None:
    """notation: allowed."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    game.play("undo 1")
    assert (game.over, game.to_move) == (False, "Ana")


TWO = ["pbem 1 rajas", "player Ana yellow", "player Bob red", "first Ana", ALL_DRAWN.replace("draw", "top")]


def turns(game: Session) -> list[str]:
    """The lines that players wrote."""
    return [line for line in game.log if line[0].isdigit()]


# Alternatives


@pytest.mark.parametrize(
    ("white", "stored"),
    [("die", "1 Ana: +g =0,0"), ("up", "1 Ana: up Te =0,0"), ("money", None), ("karma", None)],
)
def test_the_alternative_that_holds_is_played_and_only_that_is_stored(white: str, stored: str | None) -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g) (up: up Te)", "roll o3 b1", f"draw white {white}")
    assert turns(game) == ["1 Ana: P2 -g2 +o +b =0,0", *([stored] if stored else [])]
    assert pbem.read(game.record().encode(), "record").record() == game.record()


@pytest.mark.parametrize(
    ("when", "rolled", "holds"),
    [
        ("o3", "o3 b1", True),
        ("o3", "o4 b3", False),
        ("o4-6", "o5 b1", True),
        ("o4-6", "o3 b6", False),
        ("b1-1", "o5 b1", True),
        ("else", "o5 b1", True),
    ],
)
def test_a_condition_looks_at_the_dice_rolled_since_the_last_step(when: str, rolled: str, holds: bool) -> None:
    game = begun()
    game.play(f"P2 -g2 +o +b / ({when}: +p) (else: +g)", f"roll {rolled}", "draw white die")
    assert turns(game)[-1] == ("1 Ana: +p =0,0" if holds else "1 Ana: +g =0,0")


def test_a_condition_looks_at_the_tile_turned_up() -> None:
    """By its pile or by itself."""
    for when, holds in (("oS", True), ("oS5", True), ("oS1", False), ("oC", False)):
        written = Alternatives(((when.lower(), "stay"), ("else", "boat")))
        assert chosen(written, [Turned(("oS5",))]) == ("stay" if holds else "boat")


def test_what_cannot_be_played_after_all_is_left_out_and_the_player_asked() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / up Te", "roll o3 b1", "draw white die")
    assert turns(game) == ["1 Ana: P2 -g2 +o +b =0,0"]
    assert "dice are to be named" in game.left_out
    assert (game.to_move, game.turn) == ("Ana", 1)
    game.play("+p", "roll p2")
    assert (game.to_move, game.turn) == ("Bob", 2)


def test_the_rest_never_becomes_the_turn_of_somebody_else() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g) / Po", "roll o3 b1", "draw white money")
    assert (game.to_move, game.turn) == ("Bob", 2)
    assert game.left_out == "the turn is over"


def test_without_the_results_in_the_same_call_the_rest_counts_for_nothing() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g)")
    game.play("roll o3 b1", "draw white die")
    assert turns(game) == ["1 Ana: P2 -g2 +o +b =0,0"]
    assert game.to_move == "Ana"


def test_dealt_games_go_on_by_themselves() -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="thread", id="thread", first="Ana")
    game.play("P6 -b6", "Q gS3 d4EW -g6 / boat / +g +b")
    assert (game.turn, turns(game)) == (3, ["1 Ana: P6 -b6 =2,0", "2 Bob: Q gS3 d4EW -g6 / boat / +g +b =0,4"])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("P2 -g2 +o +b / (die: +g) =0,0", "claim-split"),
        ("P2 -g2 +o +b / up Te =0,0", "claim-split"),
        ("(die: +g)", "open-place"),
        ("P0 / (o4: +g)", "finished"),
        ("P2 -g2 (o4: +g)", "notation"),
    ],
)
def test_alternatives_bear_no_claim_and_need_a_result_to_wait_for(line: str, reason: str) -> None:
    assert refused(begun(), line) == reason


def test_a_case_may_be_nothing() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g) (else: )", "roll o3 b1", "draw white karma")
    assert (turns(game), game.to_move, game.left_out) == (["1 Ana: P2 -g2 +o +b =0,0"], "Bob", "")


def test_a_case_that_comes_too_late_is_told() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g) (else: up Te)", "roll o3 b1", "draw white karma")
    assert (turns(game), game.to_move, game.left_out) == (["1 Ana: P2 -g2 +o +b =0,0"], "Bob", "the turn is over")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Po / (die: +o) (up: up Mi)", "the turn is over after `Po`"),
        ("Po / up Te", "the turn is over after `Po`"),
        ("Q oS4 c3NES -o5 / up Te", "the turn is over after"),
        ("H1 -o1 / (o4-6: +o) (else: +g)", "dice are to be named"),
        ("H1 -o1 / +o +o / Po", "the turn is over after"),
        ("H1 -o1 / up Te", "dice are to be named"),
        ("P2 -o2 +o +p / Po", "the turn is over after"),
        ("P2 -o2 +o +p / H1", "the turn is over after"),
        ("P2 -o2 +o +p / xo5", "the turn is over after"),
        ("P2 -o2 +o +p / NW: +p", "the turn is over after"),
        ("P0 / Pg", "the turn is over after `P0`"),
        ("P0 / Pg / Pb", "the turn is over after `P0`"),
    ],
)
def test_what_no_result_can_make_legal_is_refused_and_nothing_is_played(line: str, why: str) -> None:
    game = table("dice Ana o1 o2 o5")
    before = game.key, game.log
    with pytest.raises(PbemError, match=why):
        game.play(line)
    assert (game.key, game.log) == before


@pytest.mark.parametrize("rest", ["up Te", "+p", "(die: +p) (up: up Te)", "boat"])
def test_what_a_white_tile_may_ask_can_follow(rest: str) -> None:
    """Money of the tile brings the boat of 12."""
    game = table("dice Ana o1 o2 o5", "at Ana money 9", "taken Ana 5")
    assert game.play(f"P2 -o2 +o +p / {rest}") == ["1 Ana: P2 -o2 +o +p =0,0"]
    assert game.left_out


def test_cases_look_at_all_results_since_the_last_step_of_the_same_player() -> None:
    """The tile was turned up before Bob moved."""
    game = table("dice Ana o5", "dice Bob o1")
    play(game, "Q oS4 c3NES -o5", "draw oS3", "P0")
    assert game.play("(oS3: P0) (else: Pg)") == ["3 Ana: P0 =0,2"]


def test_stored_lines_have_no_alternatives() -> None:
    game = begun()
    game.play("P2 -g2 +o +b", "roll o3 b1", "draw white die")
    text = game.record() + "1 Ana: (die: +g) =0,0\n"
    with pytest.raises(PbemError, match="never stored"):
        pbem.read(text.encode(), "record")


# Turns of several lines


def test_undo_goes_to_the_first_line_of_the_turn() -> None:
    game = begun()
    start = game.key
    game.play("P2 -g2 +o +b", "roll o3 b1", "draw white die", "+g")
    game.undo(1)
    assert (game.key, game.turn) == (start, 1)
    assert pbem.read(game.record().encode(), "record").key == start


def test_undo_draw_within_a_turn() -> None:
    game = begun()
    game.play("P2 -g2 +o +b", "roll o3 b1")
    game.play("undo draw", "roll o6 b6", "draw white die", "+g", "roll g1")
    assert game.turn == 2
    assert pbem.read(game.record().encode(), "record").record() == game.record()


def test_stopping_with_nothing_waiting_is_an_error() -> None:
    """Fame 4 and two more from the Grand Mogul: no word about the upgrade of fame 5."""
    setup = [
        ALL_DRAWN.replace("draw", "top"),
        "at Ana money 9 fame 4 karma 1 boat 0 workers 3 3",
        "at Bob money 9 fame 0 karma 1 boat 0 workers 3 3",
        "dice Ana o1",
    ]
    players = ["Ana=yellow", "Bob=red"]
    game = pbem.new("rajas", players, kind="manual", first="Ana", setup="\n".join(setup), id="x")
    with pytest.raises(PbemError, match="an upgrade is left out"):
        game.play("P1 -o1")
    game.play("P1 -o1 / up Te")
    assert game.turn == 2


_BOB = "at Bob money 4 fame 0 karma 1 boat 0 workers 3 3"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["at Ana money 3 fame 0 karma 1 boat 0 workers 3 0", _BOB], "Ana has no worker to place: `first` names"),
        (["at Ana money 3 fame 0 karma 1 boat 0 workers 3 3", _BOB, "mogul Ana,Bob"], "no player is called `Ana,Bob`"),
        (["at Ana money 65 fame 30 karma 1 boat 0 workers 3 3", "crossed Ana,Ana"], "a player crosses once"),
    ],
)
def test_setups_that_cannot_be(lines: list[str], said: str) -> None:
    with pytest.raises(PbemError, match=said):
        pbem.new("rajas", kind="manual", setup="\n".join([*TWO, *lines]), id="x")


@pytest.mark.parametrize(
    "case", ["99 Zed: up Te", "2 Bob: up Te", "up Te =5,5", "up Te ; note", "undo 1", "hallo", "roll o1"]
)
def test_cases_are_steps_and_nothing_else(case: str) -> None:
    game = begun()
    with pytest.raises(PbemError, match=f"cannot read `{case[:5]}"):
        game.play(f"P2 -g2 +o +b / (else: {case})", "roll o3 b1", "draw white up")
    assert not turns(game)


def test_what_is_not_kept_is_told() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g)")
    assert "not kept" in game.left_out

"""The rules of Maharani: the bag is empty, a quarter is finished, the end of the game."""

from pathlib import Path
from typing import Any

import pytest

from pbem.errors import IllegalMove
from pbem.game import END, NOBODY
from pbem.rules.maharani.moves import Placement
from pbem.rules.maharani.notation import read_cell
from tests.maharani.tools import (
    LEFT_OVER,
    bag,
    full_but,
    out,
    own_table,
    paid,
    refused,
    shown,
    slots,
    supply,
    table,
    up,
)
from tests.support import new_manual

# Special case 2: the bag is empty.


def test_with_an_empty_bag_the_game_goes_on_to_the_last_tile() -> None:
    """book, case 2, and ruling 7: nothing is drawn any more, and play goes on until the last tile lies."""
    game = table("oE yE bS rS", full_but("f8 g8 f1 g1 b1") + "\n" + LEFT_OVER, players=2)
    assert bag(game) == "rW"
    assert game.play("2-g8", "draw 2:rW") == ["1 Ana: 2-2g8S =1", "draw 2:rW"]
    assert bag(game) == ""
    assert game.play("2-b1+r") == ["2 Bob: 2-4b1S+r =6"]  # 1 and 1, quarter 4 pays 4
    assert refused(game, "draw 2:rC") == (IllegalMove, "draw-not-due")
    assert slots(game) == "oE - bS rS"
    assert refused(game, "2-f1") == (IllegalMove, "slot-empty")
    assert game.play("1-f8+g") == ["3 Ana: 1-2f8N+g =6"]  # 1 and 1, quarter 2 pays 4
    assert (game.to_move, game.state.actor) == ("Bob", 1)
    assert game.play("3-f1 / 4-g1") == ["4 Bob: 3-3f1W / 4-3g1E =0"]
    assert slots(game) == "- - - -"
    assert (game.over, game.scores, game.winners) == (True, {"Ana": 7, "Bob": 6}, ["Ana"])


def test_the_bag_runs_out_in_the_middle_of_a_refill() -> None:
    """book, case 2, and ruling 7: the last tile goes to the lowest empty slot, the others stay empty."""
    game = table("oE yE bS rS", full_but("f8 g8 f1 g1 b1") + "\n" + LEFT_OVER, players=2)
    assert game.play("2-g8 / 1-f8+g") == ["1 Ana: 2-2g8S / 1-2f8N+g =5"]  # 1, 1 and 1, less 2, quarter 2 pays 4
    assert refused(game, "draw 2:rW") == (IllegalMove, "draw-order")
    assert game.play("draw 1:rW") == ["draw 1:rW"]
    assert slots(game) == "rW - bS rS"
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


def test_the_game_ends_if_no_tile_can_be_placed_any_more() -> None:
    """book, case 2, note: tiles that fit nowhere end the game; unfinished quarters pay as usual (ruling 8)."""
    left = "out rC,yC,gC,vC,vSW"
    game = table("gN - - -", full_but("b8 f2", "r:a7 g:h3,e2 y:f4 b:g4") + "\n" + left, players=2)
    assert game.play("1-b8") == ["1 Ana: 1-1b8E =1"]  # what quarter 3 pays is in no claim
    assert game.log == ["1 Ana: 1-1b8E =1"]
    assert (game.over, game.to_move, game.turn) == (True, None, 2)
    assert game.scores == {"Ana": 1 + 6 + 4, "Bob": 4 + 4}
    assert game.winners == ["Ana"]
    assert supply(game) == {"g": 7, "y": 7, "r": 7, "b": 7}
    assert shown(game, "f2 h3 e2 f4 g4") == "NE- yN- gS- rS- oE-"
    assert game.record().endswith("\n1 Ana: 1-1b8E =1\nresult Ana 11, Bob 8\n")
    assert refused(game, "R") == (IllegalMove, "over")


def test_the_end_without_a_fitting_tile_needs_no_empty_bag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ruling 8: after the refill nothing on the rondel fits any cell of another table: the game ends, bag or not."""
    own_table(tmp_path, monkeypatch, ["N", "NS"])
    position_lines = "at a6 oN g\nat f8 rN r"
    game = table("bN oNS rNS yNS", position_lines)
    assert game.play("1-b8", "draw 1:yN") == ["1 Ana: 1-1b8E =1", "draw 1:yN"]
    assert (game.over, game.to_move) == (False, "Bob")
    game = table("bN oNS rNS yNS", position_lines)
    assert game.play("1-b8", "draw 1:bNS") == ["1 Ana: 1-1b8E =1", "draw 1:bNS"]
    assert game.state.actor == NOBODY
    assert bag(game) == "gN gNS vN vNS yN"
    assert slots(game) == "bNS oNS rNS yNS"
    assert game.scores == {"Ana": 1 + 4, "Bob": 4, "Cid": 0, "Dana": 0}
    assert game.winners == ["Ana"]
    assert supply(game) == {"g": 8, "r": 8, "b": 8, "y": 8}


def test_a_game_can_be_over_before_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ruling 8: if the first four tiles fit nowhere, nobody gets a turn and all share the win."""
    own_table(tmp_path, monkeypatch, ["N", "NS"])
    game = new_manual("maharani", 3)
    game.play("draw 1:bNS 2:oNS 3:rNS 4:yNS")
    assert (game.over, game.turn) == (True, 1)
    assert game.scores == {"Ana": 0, "Bob": 0, "Cid": 0}
    assert game.winners == ["Ana", "Bob", "Cid"]


@pytest.mark.parametrize("over", ["- - - -", "bNS - - -", "bNS - oNS -", "bNS rNS - yNS"])
def test_any_number_of_tiles_can_be_left_over(over: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """book, case 2, note, and ruling 12: "one or more" in one translation, "one or two" in another: any number."""
    own_table(tmp_path, monkeypatch, ["N", "NS"])
    tiles = over.split()
    free = tiles.index("-")
    tiles[free] = "bN"
    gone = {colour + pattern for colour in "borygv" for pattern in ("N", "NS")} - {*tiles, "oN"}
    game = table(" ".join(tiles), f"at a6 oN g\nout {','.join(sorted(gone))}", players=2)
    assert bag(game) == ""
    assert game.play(f"{free + 1}-b8") == [f"1 Ana: {free + 1}-1b8E =1"]
    assert (game.over, game.scores) == (True, {"Ana": 5, "Bob": 0})
    assert slots(game) == over


def test_who_is_blocked_by_markers_only_must_refresh() -> None:
    """ruling 8: a tile that only a marker keeps from its cell ends nothing: the player has to refresh."""
    game = table("bS rS - -", full_but("f1 g1") + "\nup Ana 3,4\n" + LEFT_OVER, players=2)
    assert [move.text for move in game.legal()] == ["R"]
    assert refused(game, "1-f1") == (IllegalMove, "marker")
    assert refused(game, "2-g1") == (IllegalMove, "marker")
    assert game.play("R") == ["1 Ana: R =0"]
    assert (game.over, game.to_move, up(game)) == (False, "Bob", "1,2,3,4")
    assert game.play("1-f1") == ["2 Bob: 1-3f1W =1"]
    assert game.play("2-g1") == ["3 Ana: 2-3g1E =1"]
    assert (game.over, game.scores) == (True, {"Ana": 1, "Bob": 1})


# A quarter is finished


@pytest.mark.parametrize(("artisans", "gold"), [(0, 0), (1, 4), (2, 6), (3, 9), (4, 13), (5, 18), (6, 24)])
def test_pay_by_number_of_artisans(artisans: int, gold: int) -> None:
    """book, evaluation, table: what 1 to 6 artisans in a finished quarter earn; none earns nothing."""
    standing = ["e8", "g8", "e7", "h7", "e6", "g6"][:artisans]
    game = table("bC oC oS yC", full_but("1 3 4 f8", f"g:{','.join(standing)}" if standing else ""), first="Dana")
    assert game.play("3-f8") == ["1 Dana: 3-2f8W+y =6"]  # 1 and 1, and 4 for Dana's own artisan
    assert game.scores == {"Ana": gold, "Bob": 0, "Cid": 0, "Dana": 6}
    assert supply(game) == {"g": 8, "r": 8, "b": 8, "y": 8}
    assert paid(game) == "2"


def test_example_of_an_evaluation() -> None:
    """book, evaluation, example: 5 green 18, 3 red 9, 1 blue 4, no yellow 0; the tiles stay, the artisans go."""
    drawn = """
    8 +++ -E- -W- -C- rNg -E- ySg +++
    7 -S- SE- SW- -S- gEg yNr gEr bEg
    6 -N- NE- NW- NE- vSg rWr oSb vW-
    5 -C- -E- SW- +++ +++ bN- rS- yN-
    """
    game = table("gN vN oE bC", drawn, first="Dana")
    assert supply(game) == {"g": 3, "r": 5, "b": 7, "y": 8}
    assert game.play("3-f8") == ["1 Dana: 3-2f8N =1"]
    assert game.scores == {"Ana": 18, "Bob": 9, "Cid": 4, "Dana": 1 + 0}
    assert supply(game) == {"g": 8, "r": 8, "b": 8, "y": 8}
    assert game.rules.paint.board(game.view())[2:6] == [
        "8 +++ -E- -W- -C- rN- oN- yS- +++",
        "7 -S- SE- SW- -S- gE- yN- gE- bE-",
        "6 -N- NE- NW- NE- vS- rW- oS- vW-",
        "5 -C- -E- SW- +++ +++ bN- rS- yN-",
    ]


def test_a_quarter_is_evaluated_at_the_end_of_the_turn_that_fills_it() -> None:
    """book, evaluation: not before the last cell is taken, and not before the turn is over."""
    drawn = full_but("1 3 4 f8 g8", "g:e8,e7")
    game = table("gN yE oS bC", drawn)
    assert game.play("2-g8") == ["1 Ana: 2-2g8S =1"]
    assert (paid(game), supply(game)["g"], shown(game, "e8 e7")) == ("", 6, "rNg gEg")
    game = table("gN yE oS bC", drawn)
    state: Any = game.state.copy()
    state.apply(Placement(1, 1, read_cell("g8"), 2))
    state.apply(Placement(2, 1, read_cell("f8"), 3))
    assert (state.paid, state.score, state.turn) == (0b10, [6, 0, 0, 0], 2)  # 1 and 1, less 2, and 6
    state = table("gN yE oS bC", full_but("1 3 4 g8", "g:e8,e7")).state
    state.apply(Placement(1, 1, read_cell("g8"), 2))
    assert (state.paid, state.score, state.turn) == (0, [1, 0, 0, 0], 1)
    state.apply(END)
    assert (state.paid, state.score, state.turn) == (0b10, [7, 0, 0, 0], 2)


def test_paid_artisans_can_be_placed_again() -> None:
    """book, evaluation: they go back to their owners' supplies and serve again in other quarters."""
    drawn = full_but("1 3 4 g8", "g:e8,e7,h7,e6,g6,h5") + "\nat f3 oSW g\nat e3 bSW g"
    game = table("vN yE rW bS", drawn)
    assert supply(game)["g"] == 0
    assert game.play("2-g8", "draw 2:oN", "R", "R", "R")[0] == "1 Ana: 2-2g8S =25"
    assert supply(game)["g"] == 6
    assert game.play("1-a6") == ["5 Ana: 1-1a6N+g =2"]
    assert supply(game)["g"] == 5
    assert refused(game, "6 Bob: R") == (IllegalMove, "draw-due")


def test_tiles_of_an_evaluated_quarter_still_count() -> None:
    """book, evaluation, note: they stay in place and go on to be part of zones."""
    game = table("rC gN vN oN", full_but("1 3 4"))
    assert paid(game) == "2"
    assert game.play("1-d8E") == ["1 Ana: 1-1d8E =2"]


# The end of the game


def test_the_game_is_over_after_the_last_evaluation() -> None:
    """book, end of the game, and ruling 4: over at once: no tile leaves the rondel, none is drawn, nobody moves."""
    game = table("bC rC yC gC", full_but("d8", "r:a7"), players=2)
    assert (bag(game), paid(game)) == ("vC", "2,3,4")
    assert game.play("1-d8E") == ["1 Ana: 1-1d8E =1"]
    assert (game.over, game.to_move, game.state.actor) == (True, None, NOBODY)
    assert (slots(game), bag(game), out(game)) == ("- rC yC gC", "vC", "")
    assert game.scores == {"Ana": 1, "Bob": 4}
    assert refused(game, "draw x:vC") == (IllegalMove, "over")
    assert refused(game, "2 Bob: R") == (IllegalMove, "over")
    assert game.legal() == []
    assert game.record().endswith("\n1 Ana: 1-1d8E =1\nresult Ana 1, Bob 4\n")


@pytest.mark.parametrize(
    ("scores", "final", "winners"),
    [
        ("score Ana 9\nscore Bob 3\nscore Cid 9", [10, 3, 9, 0], ["Ana"]),
        ("score Ana 9\nscore Bob 3\nscore Cid 11", [10, 3, 11, 0], ["Cid"]),
        ("score Ana 9\nscore Bob 3\nscore Cid 10", [10, 3, 10, 0], ["Ana", "Cid"]),
        ("score Ana 9\nscore Bob 10\nscore Cid 10\nscore Dana 10", [10, 10, 10, 10], ["Ana", "Bob", "Cid", "Dana"]),
    ],
)
def test_most_gold_wins_and_ties_share(scores: str, final: list[int], winners: list[str]) -> None:
    """book, end of the game: whoever has most gold wins; with equal gold they win together (ruling 9)."""
    game = table("bC rC yC gC", full_but("d8") + "\n" + scores)
    assert game.winners == []
    game.play("1-d8E")
    assert list(game.scores.values()) == final
    assert game.winners == winners

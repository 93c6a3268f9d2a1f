"""The rules of Maharani: components, getting ready; tables that say the same or cannot be played, position lines."""

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import registry
from pbem.errors import HeaderError, IllegalMove, SaveError
from pbem.game import CHANCE
from pbem.rules.maharani.notation import cell_name
from pbem.session import Session
from pbem.taking import take_from
from tests.maharani.tools import (
    BARE,
    OTHER,
    SEVEN_GREEN,
    arrows,
    bag,
    cells_of,
    full_but,
    install,
    out,
    placements,
    refused,
    shown,
    slots,
    supply,
    table,
    up,
)
from tests.support import PLAYERS, any_turn, new_manual, position, random_line

# Components and aim


def test_there_are_sixty_tiles_ten_in_each_of_six_colours() -> None:
    """book, components: 60 tiles, 10 of each of 6 colours; end of turn, case 1: 12 of them have a centre column."""
    tiles = bag(new_manual("maharani", 4)).split()
    assert len(tiles) == 60
    assert Counter(tile[0] for tile in tiles) == dict.fromkeys("borygv", 10)
    assert Counter(min(2, len(tile[1:])) if tile[1:] != "C" else 0 for tile in tiles) == {0: 12, 1: 24, 2: 24}


def test_the_palace_has_four_quarters() -> None:
    """book, getting ready, 1: four quarters, clockwise from the north-west; 14 cells each, 2 for centre tiles."""
    game = new_manual("maharani", 2)
    picture = game.rules.paint.board(game.view())
    assert picture == [
        "x -a- -b- -c- -d- -e- -f- -g- -h-",
        "q -1- -1- -1- -1- -2- -2- -2- -2-",
        *BARE.split("\n")[1:5],
        "q -4- -4- -4- -4- -3- -3- -3- -3-",
        *BARE.split("\n")[5:9],
        "x -a- -b- -c- -d- -e- -f- -g- -h-",
    ]
    state: Any = game.state
    assert [area.bit_count() for area in state.facts.quarters] == [14, 14, 14, 14]
    assert [(area & state.facts.centre).bit_count() for area in state.facts.quarters] == [2, 2, 2, 2]


def test_tiles_and_artisans_bring_gold() -> None:
    """book, aim: gold comes from each tile and from each artisan: here one for the tile and one for the artisan."""
    game = table("bE oC rSE vW")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+g =2"]
    assert game.scores == {"Ana": 2, "Bob": 0, "Cid": 0, "Dana": 0}


def test_a_finished_quarter_pays_its_artisans() -> None:
    """book, aim: when a quarter is finished its artisans get their last pay, whoever finished it."""
    game = table("bC gN yN oS", full_but("1 3 4 f8", "r:e8,e7"), first="Cid")
    assert game.play("4-f8") == ["1 Cid: 4-2f8W =1"]
    assert game.scores == {"Ana": 0, "Bob": 6, "Cid": 1, "Dana": 0}


# Getting ready


def test_all_tiles_are_in_the_bag_at_first() -> None:
    """book, getting ready, 3: all sixty tiles go into the bag, and none lies anywhere else."""
    game = new_manual("maharani", 3)
    assert len(bag(game).split()) == 60
    assert slots(game) == "- - - -"
    assert out(game) == ""
    assert game.state.actor == CHANCE


def test_four_tiles_are_drawn_into_slots_1_to_4_in_order() -> None:
    """book, getting ready, 4: four tiles one after the other, for slots 1, 2, 3 and 4 in this order."""
    game = new_manual("maharani", 2)
    assert refused(game, "draw 2:oC 1:bSE 3:rN 4:gW") == (IllegalMove, "draw-order")
    assert refused(game, "draw 1:bSE 2:oC 3:rN") == (IllegalMove, "draw-missing")
    assert refused(game, "draw 1:bSE 2:oC 3:rN 4:gW 1:vC") == (IllegalMove, "draw-extra")
    assert refused(game, "draw 1:bSE 2:oC 3:bSE 4:gW") == (IllegalMove, "not-in-bag")
    assert refused(game, "draw x:rC 1:bSE 2:oC 3:rN 4:gW") == (IllegalMove, "keep")
    assert refused(game, "R") == (IllegalMove, "draw-due")
    assert game.play("draw 1:bSE 2:oC 3:rN 4:gW") == ["draw 1:bSE 2:oC 3:rN 4:gW"]
    assert slots(game) == "bSE oC rN gW"
    assert len(bag(game).split()) == 56
    assert (game.turn, game.to_move, game.state.actor) == (1, "Ana", 0)
    assert refused(game, "draw 1:vC") == (IllegalMove, "draw-not-due")


def test_a_bag_holds_each_tile_as_often_as_there_are() -> None:
    """book, components: the two blue centre tiles can both be drawn, a third one is not there."""
    game = new_manual("maharani", 2)
    assert refused(game, "draw 1:bC 2:bC 3:bC 4:oN") == (IllegalMove, "not-in-bag")
    game.play("draw 1:bC 2:bC 3:oC 4:oN")
    assert slots(game) == "bC bC oC oN"


@pytest.mark.parametrize("side", "NESW")
def test_tiles_on_the_rondel_point_where_its_arrow_points(side: str) -> None:
    """book, getting ready, 4 and end of turn: tiles lie as the rondel does, so for every seat they turn alike."""
    game = position("slot 1 bSE\nslot 2 oC\nslot 3 rN\nslot 4 gW", players=PLAYERS["maharani"][4], Ana=side)
    arrows = {(cell_name(step.cell), "NESW"[step.arrow]) for step in placements(game) if step.slot == 0}
    on = {"SE": "N", "SW": "E", "NW": "S", "NE": "W"}
    two_halves = {cell: token[:2] for cell, token in cells_of(BARE).items() if token[:2] in on}
    assert arrows == {(cell, on[printed]) for cell, printed in two_halves.items()}


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["Ana=green", "Bob=green", "Cid=blue"], "the colour green is taken twice"),
        (["Ana=green,red", "Bob=red,blue"], "the colour red is taken twice"),
        (["Ana=green", "Bob=red", "Cid=pink"], "`pink` is no colour"),
        (["Ana=green,red", "Bob=yellow", "Cid=blue"], "Ana needs 1 colour with 3 players"),
        (["Ana=green,yellow", "Bob=red"], "Bob needs 2 colours with 2 players"),
        (["Ana=green"], "for 2 to 4 players, not 1"),
        ([], "for 2 to 4 players: name each with --player NAME=COLOUR$"),
    ],
)
def test_each_player_chooses_a_colour(players: list[str], said: str) -> None:
    """book, getting ready: everybody takes one colour, with two players two, and no colour goes to two players."""
    with pytest.raises(HeaderError, match=said):
        pbem.new("maharani", players, kind="manual", first="Ana")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_action_markers_lie_face_up(players: int) -> None:
    """book, getting ready: each player has a marker for each quarter on the rondel, all of them usable."""
    game = new_manual("maharani", players)
    assert [up(game, name) for name in game.header.names] == ["1,2,3,4"] * players


@pytest.mark.parametrize(
    ("players", "artisans"),
    [
        (4, {"g": 8, "r": 8, "b": 8, "y": 8}),
        (3, {"g": 10, "r": 10, "b": 10}),
        (2, {"g": 7, "y": 7, "r": 7, "b": 7}),
    ],
)
def test_artisans_by_number_of_players(players: int, artisans: dict[str, int]) -> None:
    """book, getting ready: 8 artisans with four players, 10 with three, 7 in each of two colours with two."""
    assert supply(new_manual("maharani", players)) == artisans


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_without_gold(players: int) -> None:
    """book, getting ready: the score markers begin at 0."""
    assert list(new_manual("maharani", players).scores.values()) == [0] * players


@pytest.mark.parametrize(("players", "seats"), [(2, "SN"), (3, "SWN"), (4, "SWNE")])
def test_everybody_has_a_side_of_the_board(players: int, seats: str) -> None:
    """book, getting ready: each player puts the position marker on a side of their own."""
    game = new_manual("maharani", players)
    assert [player.seat for player in game.header.players] == list(seats)
    with pytest.raises(HeaderError, match=r"^the seat N is taken twice$"):
        new_manual("maharani", players, seats={"Ana": "N", "Bob": "N"})


# Tables that say the same in another way, and those that cannot be played


@pytest.mark.parametrize(("written", "name"), [("WE", "EW"), ("WS", "SW"), ("ESN", "NSE")])
def test_a_table_may_write_the_letters_of_a_pattern_in_any_order(
    written: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = deepcopy(OTHER)
    facts["tiles"]["patterns"] = [written if pattern == name else pattern for pattern in facts["tiles"]["patterns"]]
    install(facts, tmp_path, monkeypatch)
    game = position(f"slot 1 b{name}\nslot 2 o{written}\nslot 3 rN")
    assert game.rules.position(game.state, game.header.names)[1:3] == [f"slot 1 b{name}", f"slot 2 o{name}"]


def test_a_cell_with_four_halves_is_drawn_in_its_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notation has tiles of up to four halves; a row with such a cell must not be lost when it is read back."""
    facts = deepcopy(OTHER)
    facts["board"]["cells"][3] = "N   C   NSEW  NE  W   N"
    facts["tiles"]["patterns"][-1] = "NSEW"
    install(facts, tmp_path, monkeypatch)
    game = position("slot 1 bNSEW\nslot 2 oN\nslot 3 rN\nat a2 yN g")
    drawn = game.rules.paint.board(game.view())
    assert {len(row) for row in drawn} == {len("x -a- -b- -c- -d- -e- -f-")}
    assert game.rules.paint.read(game.rules, drawn) == ["at a2 yN g"]
    assert arrows(game, 1, "c2") == "NESWW"  # west is Ana's seat, she has two colours


def _wider(facts: dict[str, Any]) -> None:
    for part in ("board", "quarters"):
        facts[part]["cells"] = [f"{row} . . ." for row in facts[part]["cells"]]
    facts["board"]["cells"][3] = "N C NS NE W N . . E"
    facts["quarters"]["cells"][3] = "3 3 3 3 3 2 . . 2"


def _higher(facts: dict[str, Any]) -> None:
    for part in ("board", "quarters"):
        facts[part]["cells"] += [". . . . . ."] * 4


def _sides(facts: dict[str, Any]) -> None:
    facts["seats"]["sides"] = ["E", "S", "W", "N"]


def _tile_colour(facts: dict[str, Any]) -> None:
    facts["tiles"]["colours"] = {"w": "white", "o": "orange", "r": "red", "y": "yellow", "g": "green"}


def _artisan_colour(facts: dict[str, Any]) -> None:
    facts["artisans"]["colours"] = {"g": "green", "r": "red", "b": "blue", "w": "white"}


def _pay(facts: dict[str, Any]) -> None:
    facts["pay"]["quarter"] = [2, 5]


def _supply(facts: dict[str, Any]) -> None:
    del facts["artisans"]["supply"]["3"]


def _ring(facts: dict[str, Any]) -> None:
    facts["rondel"]["clockwise"] = [1, 3, 2, 4]


def _half(facts: dict[str, Any]) -> None:
    facts["board"]["cells"][0] = "X   EW  W   S   C   ."


def _outline(facts: dict[str, Any]) -> None:
    facts["board"]["cells"][0] = ".   EW  W   S   C   ."


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(_wider, id="nine files, the notation has eight"),
        pytest.param(_higher, id="nine ranks, the notation has eight"),
        pytest.param(_sides, id="sides that do not begin in the north, as arrows do"),
        pytest.param(_tile_colour, id="a tile colour the notation has no letter for"),
        pytest.param(_artisan_colour, id="an artisan colour the notation has no letter for"),
        pytest.param(_pay, id="pay for two artisans where four can stand"),
        pytest.param(_supply, id="no supply for three players"),
        pytest.param(_ring, id="the rondel goes over a quarter that is not there"),
        pytest.param(_half, id="a half column on no side"),
        pytest.param(_outline, id="a quarter with a cell that the board has not"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(
    spoil: Callable[[dict[str, Any]], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Better said when the table is read than noticed in the middle of a game."""
    facts = deepcopy(OTHER)
    spoil(facts)
    install(facts, tmp_path, monkeypatch)
    with pytest.raises(SaveError, match="not a usable table"):
        registry.load("maharani")


# What position lines may say


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("at f8 bSE", "does not fit f8"),
        ("at d5 bSE", "no cell `d5`"),
        ("at z9 bC", "no cell `z9`"),
        ("at a9 bC", "no cell `a9`"),
        ("at i1 bC", "no cell `i1`"),
        ("at a0 bC", "no cell `a0`"),
        ("at ac bC", "no cell `ac`"),
        ("at d8", "it should read `at CELL TILE"),
        ("at d8 bC g r", "it should read `at CELL TILE"),
        ("at d8 b", "no tile `b`"),
        ("slot 1", "it should read `slot NUMBER TILE`"),
        ("slot 0 bC", "a number from 1 to 4"),
        ("slot x bC", "a number from 1 to 4"),
        ("out", "it should read `out TILE,TILE`"),
        ("out bC,", "no tile ``"),
        ("out bC oC", "it should read `out TILE,TILE`"),
        ("score Ana", "it should read `score NAME GOLD`"),
        ("score Ana x", "a number from 0"),
        ("up Ana", "it should read `up NAME QUARTERS`"),
        ("up Ana 0", "a number from 1 to 4"),
        ("up Ana 1,", "a number from 1 to 4"),
        ("turn 1 2", "it should read `turn 17`"),
        ("turn 100000", "a number from 1 to 99999"),
        ("at f8 bE g\nat f8 oE", "f8 has a tile already"),
        ("at f8 bE\nat g8 bE", "no more tiles bE"),
        ("slot 1 bE\nat g8 bE", "no more tiles bE"),
        ("slot 1 bE\nslot 1 oE", "said twice"),
        ("slot 5 bE", "a number from 1 to 4"),
        ("at f8 zE", "no tile `zE`"),
        ("at f8 bE p", "nobody has artisans `p`"),
        (SEVEN_GREEN + "at g2 yNW g\nat c6 vNW g", "no more artisans green"),
        (full_but("2 3 4", "g:a7"), "quarter 1 is full, so it is paid and has no artisan on a7"),
        ("score Eve 5", "no player is called `Eve`"),
        ("score Ana -1", "a number from 0"),
        ("score Ana 1\nscore Ana 2", "said twice"),
        ("up Ana 5", "a number from 1 to 4"),
        ("turn 0", "a number from 1"),
        ("turn 3\nturn 4", "said twice"),
        ("out bC,bC,bC", "no more tiles bC"),
    ],
)
def test_a_position_that_cannot_be_is_refused(lines: str, said: str) -> None:
    """positions: pattern, cell, tile, artisan, player, number, a thing said twice, a paid quarter with an artisan."""
    with pytest.raises(HeaderError, match=said):
        table("", lines)


def test_words_of_a_position_in_any_case() -> None:
    """positions: capitals never matter, so these lines are about two cells, two slots and two players."""
    game = position("AT b8 bE\nAT c8 oW\nSLOT 1 bN\nSLOT 2 oC\nSCORE Ana 4\nSCORE Bob 5")
    assert game.scores == {"Ana": 4, "Bob": 5}
    assert (slots(game), shown(game, "b8 c8")) == ("bN oC - -", "bN- oN-")


@pytest.mark.parametrize("lines", ["score Ana 4\nscore ANA 5", "Score Ana 4\nscore Ana 5", "up Ana 1\nUP ana 2"])
def test_nothing_is_said_twice_in_any_case(lines: str) -> None:
    """positions: a score or the markers of one player can be given once, however it is written."""
    with pytest.raises(HeaderError, match="said twice"):
        position(lines)


def test_a_draw_that_is_corrected_below_is_not_entered() -> None:
    draw, other = "draw 1:oW 2:ySW 3:yW 4:bSW", "draw 1:oW 2:ySW 3:yN 4:bSW"
    game = new_manual("maharani", 2)
    for below in (
        f"Hi!\n\nSorry, I misread: {other}",
        "Sorry, I misread slot 3: 3:yN",
        f"Make that {other}",
        f"no, {other}",
        *("Hi!\n\nActually 1:vW 2:vS 3:bE 4:bNE", "PS: 1:vW 2:vS 3:bE 4:bNE", "3:yW should be 3:yN", "3:yW -> 3:yN"),
    ):
        assert "There are two draws" in (take_from(game, f"{draw}\n\n{below}").doubt or ""), below
    assert "so it is not clear" in (take_from(game, f"{draw}\n\nOops, I'll draw again later.").doubt or "")
    for below in ("Sorry for the delay of 2 days", f"Sorry, again: {draw}", "Your turn, 4 tiles lie there!"):
        assert take_from(game, f"{draw}\n\n{below}").lines == (draw,), below
    game.play(draw)
    move = any_turn(game)
    due = pbem.read(game.record())
    due.play(move)
    drawn = random_line(due, random.Random(1))
    assert take_from(game, f"{move}\n{drawn}").lines == (move, drawn)
    for words in ("({})", '"{}"', "so {}", "{}!"):
        told = take_from(game, f"{move}\n\n{words.format(drawn)}").doubt or ""
        assert "nearly a draw" in told or "begins like a draw" in told, told
    asked = take_from(game, f"{move}\n{drawn}\n\nSorry, {random_line(due, random.Random(2))}").doubt or ""
    assert "There are two draws" in asked


def _is_due_after(game: Session, line: str) -> bool:
    """Whether a draw is due after that line."""
    with game.put_back():
        game.play(line)
        return game.waits_for_draw


@pytest.mark.parametrize("game_id", PLAYERS)
def test_another_draw_is_seen_whatever_stands_around_it(game_id: str) -> None:
    """Above the one that is meant, or below it."""
    game = new_manual(game_id, 2)
    lines = (random_line(game, random.Random(seed)).partition(" =")[0] for seed in count(1))
    first = next(lines)
    while not game.waits_for_draw or _is_due_after(game, first):
        game.play(first)
        first = next(lines)
    second = next(line for line in lines if line != first)
    for words in ("{}!", "{}, sorry", "{} :-)", "({})", "Edit: {}", "(corrected: {})", "{} it must be, I misread mine"):
        other = words.format(second)
        for text in (f"{first}\n{other}", f"{first}\n\nHi!\n\n{other}", f"{other}\n{first}", f"{other}\n\n{first}"):
            assert "There are two draws: " in (take_from(game, text).doubt or ""), text
        if (again := words.format(first))[:5] not in ("Edit:", "(corr"):
            assert take_from(game, f"{first}\n{again}").lines == (first,), again
    for said in ("Edit: not this", "Edit: only the first one", "Sorry, I meant the other one"):
        assert f"stands `{said}`" in (take_from(game, f"{first}\n{said}").doubt or "")
    for talk in ("draw your own now!", "Draw what you like, I go to bed", "Edit: typo"):
        assert take_from(game, f"{first}\n{talk}").lines == (first,), talk

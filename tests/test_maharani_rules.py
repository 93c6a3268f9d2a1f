"""Maharani rule by rule: a test for every sentence of the rule book that states a rule, then one for every ruling.

"book" is the rule book; where its translations differ the test says so. "ruling" is a numbered decision on what
the book leaves open. If a test does not say otherwise Ana sits in the north: her slot 1 lies over quarter 1, slot 2
over quarter 2 and so on, and a tile whose arrow points north must get one of her artisans.
"""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from pbem import registry, session
from pbem.errors import (
    AmbiguousMove,
    HeaderError,
    IllegalMove,
    NotationError,
    NotYourTurn,
    PbemError,
    SaveError,
    StaleMove,
    WrongClaim,
)
from pbem.game import CHANCE, END, NOBODY, Illegal
from pbem.rules.maharani.moves import REFRESH, Placement
from pbem.rules.maharani.notation import cell_name, read_cell
from pbem.session import Session
from tests.support import PLAYERS, ROOT, new_manual, position

# Boards. What is drawn on an empty cell is the pattern that fits there.

BARE = """
8 +++ -E- -W- -C- -C- -E- -W- +++
7 -S- SE- SW- -S- -S- SE- SW- -S-
6 -N- NE- NW- NE- NW- NE- NW- -N-
5 -C- -E- SW- +++ +++ SE- -W- -C-
4 -C- -E- NW- +++ +++ NE- -W- -C-
3 -S- SE- SW- SE- SW- SE- SW- -S-
2 -N- NE- NW- -N- -N- NE- NW- -N-
1 +++ -E- -W- -C- -C- -E- -W- +++
"""

# A finished palace in which no two tiles of one colour touch. Tiles left over: rC yC gC vC.
FULL = """
8 +++ gE- vW- bN- rN- oN- yS- +++
7 rS- vE- bS- oS- gE- yN- gE- bE-
6 bN- gN- rW- yN- vS- rW- oS- vW-
5 oN- yE- oS- +++ +++ bN- rS- yN-
4 bN- vS- bN- +++ +++ rS- oE- gN-
3 oW- yS- gW- rS- bN- oW- gN- yN-
2 gE- vE- oN- yE- gS- vS- yE- vS-
1 +++ rS- bN- oN- vN- bW- rE- +++
"""
LEFT_OVER = "out rC,yC,gC,vC"

SEATS = {2: "NS", 3: "NES", 4: "NESW"}


def cells_of(drawn: str) -> dict[str, str]:
    """Cell -> what is drawn there."""
    rows = [line.split() for line in drawn.split("\n") if line]
    return {file + row[0]: token for row in rows for file, token in zip("abcdefgh", row[1:], strict=True)}


def quarter_of(cell: str) -> str:
    return ("12" if cell[1] > "4" else "43")[cell[0] > "d"]


def full_but(empty: str, artisans: str = "") -> str:
    """FULL without the tiles of some cells or whole quarters ("2 d7"), with artisans ("g:e8,f7 r:h2") on others."""
    drawn = cells_of(FULL)
    for cell, printed in cells_of(BARE).items():
        if cell in empty.split() or quarter_of(cell) in empty.split():
            drawn[cell] = printed
    for group in artisans.split():
        colour, _, where = group.partition(":")
        for cell in where.split(","):
            assert drawn[cell][2] == "-", cell
            drawn[cell] = drawn[cell][:2] + colour
    return "\n".join(" ".join([rank, *(drawn[file + rank] for file in "abcdefgh")]) for rank in "87654321")


def table(slots: str, drawn: str = "", *, players: int = 4, first: str = "Ana") -> Session:
    """A position with these tiles in slots 1, 2, ... ("-" is none); players sit N, E, S, W (two of them N, S)."""
    tiles = [f"slot {i} {tile}" for i, tile in enumerate(slots.split(), 1) if tile != "-"]
    words = PLAYERS["maharani"][players]
    seats = {word.split("=")[0]: side for word, side in zip(words, SEATS[players], strict=True)}
    return position("\n".join([drawn, *tiles]), players=words, first=first, **seats)


# Looking at a position.


def slots(game: Session) -> str:
    state: Any = game.state
    return " ".join("-" if tile < 0 else state.rules.names[tile] for tile in state.slots)


def bag(game: Session) -> str:
    state: Any = game.state
    return " ".join(sorted(state.rules.names[tile] for tile in state.bag))


def out(game: Session) -> str:
    state: Any = game.state
    return " ".join(state.rules.names[tile] for tile in state.out)


def up(game: Session, name: str = "Ana") -> str:
    """The quarters whose marker is face up."""
    state: Any = game.state
    markers = state.markers[game.header.names.index(name)]
    return ",".join(str(quarter + 1) for quarter in range(4) if markers >> quarter & 1)


def supply(game: Session) -> dict[str, int]:
    """Artisans in supply by colour, of the colours that are in the game."""
    state: Any = game.state
    return {state.rules.artisan_letters[own]: state.supply[own] for colours in state.owned for own in colours}


def paid(game: Session) -> str:
    state: Any = game.state
    return ",".join(str(quarter + 1) for quarter in range(4) if state.paid >> quarter & 1)


def shown(game: Session, cells: str) -> str:
    """What the drawn board has on some cells."""
    drawn = cells_of("\n".join(line for line in game.game.paint.board(game.state) if line[0].isdigit()))
    return " ".join(drawn[cell] for cell in cells.split())


def cells(game: Session, slot: int) -> str:
    """Where the tile of a slot may go now."""
    steps = [step for step in game.state.steps() if isinstance(step, Placement)]
    return " ".join(sorted({cell_name(step.cell) for step in steps if step.slot == slot - 1}))


def refused(game: Session, line: str) -> tuple[type[PbemError], str]:
    """The class and the reason of the error; nothing may have changed."""
    before = (game.log, game.key, supply(game), bag(game), game.state.actor)
    with pytest.raises(PbemError) as caught:
        game.play(line)
    assert (game.log, game.key, supply(game), bag(game), game.state.actor) == before
    return type(caught.value), str(caught.value.details.get("reason", ""))


def candidates(game: Session, line: str) -> list[str]:
    """What a short form can stand for."""
    with pytest.raises(AmbiguousMove) as caught:
        game.play(line)
    found: list[str] = caught.value.details["candidates"]
    return found


def own_table(folder: Path, monkeypatch: pytest.MonkeyPatch, patterns: list[str]) -> None:
    """The game's table with other tiles in every colour, put before the one that came with the program."""
    facts = tomllib.loads((ROOT / "games" / "maharani.toml").read_text(encoding="utf-8"))
    facts["tiles"]["patterns"] = patterns
    facts["edition"] = "of-a-test"
    path = folder / "maharani.toml"
    path.write_text(tomli_w.dumps(facts), encoding="utf-8")
    monkeypatch.setenv(registry.OWN_TABLES, str(folder))
    assert registry.load("maharani").digest == registry.load_file(str(path)).digest


# Components and aim


def test_there_are_sixty_tiles_ten_in_each_of_six_colours() -> None:
    """book, components: 60 tiles, 10 of each of 6 colours; end of turn, case 1: 12 of them have a centre column."""
    tiles = bag(new_manual("maharani", 4)).split()
    assert len(tiles) == 60
    assert Counter(tile[0] for tile in tiles) == dict.fromkeys("borygv", 10)
    assert Counter(min(2, len(tile[1:])) if tile[1:] != "C" else 0 for tile in tiles) == {0: 12, 1: 24, 2: 24}


def test_the_palace_has_four_quarters() -> None:
    """book, getting ready, 1: four quarters, clockwise from the north-west; 14 cells each, 2 of them for centre tiles."""
    game = new_manual("maharani", 2)
    picture = game.game.paint.board(game.state)
    assert picture == [
        "x -a- -b- -c- -d- -e- -f- -g- -h-",
        "q -1- -1- -1- -1- -2- -2- -2- -2-",
        *BARE.split("\n")[1:5],
        "q -4- -4- -4- -4- -3- -3- -3- -3-",
        *BARE.split("\n")[5:9],
        "x -a- -b- -c- -d- -e- -f- -g- -h-",
    ]
    rules: Any = game.game
    assert [area.bit_count() for area in rules.quarters] == [14, 14, 14, 14]
    assert [(area & rules.centre).bit_count() for area in rules.quarters] == [2, 2, 2, 2]


def test_tiles_and_artisans_bring_gold() -> None:
    """book, aim: gold comes from each tile and from each artisan: here one for the tile and one for the artisan."""
    game = table("bE oC rSE vW")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+g =2"]
    assert game.scores == {"Ana": 2, "Bob": 0, "Cid": 0, "Dana": 0}


def test_a_finished_quarter_pays_its_artisans() -> None:
    """book, aim: when a quarter is finished its artisans get their last pay, whoever finished it."""
    game = table("bC oE gN yN", full_but("1 3 4 f8", "r:e8,e7"), first="Cid")
    assert game.play("4-f8 ; Cid turns slot 4 over quarter 2") == [] or True
    assert game.scores["Bob"] == 6


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
    arrows = {
        (cell_name(step.cell), "NESW"[step.arrow])
        for step in game.state.steps()
        if isinstance(step, Placement) and step.slot == 0
    }
    on = {"SE": "N", "SW": "E", "NW": "S", "NE": "W"}
    two_halves = {cell: token[:2] for cell, token in cells_of(BARE).items() if token[:2] in on}
    assert arrows == {(cell, on[printed]) for cell, printed in two_halves.items()}


@pytest.mark.parametrize(
    ("players", "wrong"),
    [
        (["Ana=green", "Bob=green", "Cid=blue"], "a colour taken twice"),
        (["Ana=green", "Bob=red", "Cid=pink"], "no colour of the game"),
        (["Ana=green,red", "Bob=yellow", "Cid=blue"], "two colours with three players"),
        (["Ana=green", "Bob=red"], "one colour with two players"),
        (["Ana=green,red", "Bob=red,blue"], "a colour taken twice"),
        (["Ana=green"], "alone"),
    ],
)
def test_each_player_chooses_a_colour(players: list[str], wrong: str) -> None:
    """book, getting ready: everybody takes one colour, with two players two, and no colour goes to two players."""
    with pytest.raises(HeaderError):
        session.new("maharani", players, kind="manual", first="Ana")


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
    with pytest.raises(HeaderError):
        new_manual("maharani", players, seats={"Ana": "N", "Bob": "N"})


# Course of the game


def test_the_first_player_is_chosen_at_random() -> None:
    """book, course, and ruling 9: chance names the first player, unless somebody is named."""
    games = [session.new("maharani", PLAYERS["maharani"][4], seed=str(n), id="test") for n in range(40)]
    assert {game.to_move for game in games} == {"Ana", "Bob", "Cid", "Dana"}
    assert all(game.header.drawn for game in games)
    named = session.new("maharani", PLAYERS["maharani"][4], seed="1", id="test", first="Cid")
    assert (named.to_move, named.header.drawn) == ("Cid", False)


@pytest.mark.parametrize(
    ("players", "seats", "first", "order"),
    [
        (4, {}, "Ana", "Ana Bob Cid Dana Ana"),
        (4, {}, "Cid", "Cid Dana Ana Bob Cid"),
        (4, {"Ana": "N", "Bob": "S", "Cid": "E", "Dana": "W"}, "Ana", "Ana Cid Bob Dana Ana"),
        (3, {}, "Ana", "Ana Bob Cid Ana Bob"),
        (3, {"Ana": "S", "Bob": "E", "Cid": "N"}, "Ana", "Ana Cid Bob Ana Cid"),
        (2, {}, "Bob", "Bob Ana Bob Ana Bob"),
    ],
)
def test_turns_go_clockwise(players: int, seats: dict[str, str], first: str, order: str) -> None:
    """book, course: turns pass on clockwise, from seat to seat, whatever the order in which players are listed."""
    tiles = "slot 1 bC\nslot 2 oC\nslot 3 rC\nslot 4 yC"
    game = position(tiles, players=PLAYERS["maharani"][players], first=first, **seats)
    moved = []
    for _ in range(5):
        moved.append(str(game.to_move))
        game.play("R")
    assert moved == order.split()
    assert game.turn == 6


@pytest.mark.parametrize(("side", "quarters"), [("N", "1234"), ("E", "2341"), ("S", "3412"), ("W", "4123")])
def test_the_rondel_is_turned_towards_the_player(side: str, quarters: str) -> None:
    """book, course: a turn begins with turning the arrow to one's own marker; the tiles go round with it."""
    tiles = "slot 1 bC\nslot 2 oC\nslot 3 rC\nslot 4 yC\nup Ana -"
    game = position(tiles, players=PLAYERS["maharani"][4], Ana=side)
    found = {(step.slot + 1, step.quarter + 1) for step in game.state.steps() if isinstance(step, Placement)}
    assert found == {(slot, int(quarter)) for slot, quarter in enumerate(quarters, 1)}


def test_the_rondel_is_turned_at_the_beginning_of_every_turn() -> None:
    """book, course: the next player turns it on: for Bob in the east slot 4 comes to lie over quarter 1."""
    game = table("bC oC rC yC", "up Ana -\nup Bob -")
    assert cells(game, 4) == "a4 d1"
    game.play("R")
    assert game.to_move == "Bob"
    assert cells(game, 4) == "a5 d8"


def test_a_player_must_place_or_refresh() -> None:
    """book, course: one of the two actions has to be done, and never both."""
    game = table("bE oC rSE vW")
    assert refused(game, "1 Ana:") == (NotationError, "")
    assert refused(game, "1 Ana: pass") == (NotationError, "")
    assert refused(game, "1-b8 / R") == (IllegalMove, "refresh-second")
    assert refused(game, "R / 1-b8") == (IllegalMove, "finished")
    assert refused(game, "R / R") == (IllegalMove, "finished")
    with pytest.raises(Illegal) as caught:
        game.state.apply(END)
    assert caught.value.reason == "nothing-placed"


def test_a_first_tile_must_be_placed() -> None:
    """book, 1a: a turn of placing has at least one tile: it can stop after that, not before."""
    state = table("bE oC rSE vW").state
    assert END not in state.steps()
    assert REFRESH in state.steps()
    state.apply(Placement(0, 0, read_cell("b8"), 0, "g"))
    assert END in state.steps()
    assert REFRESH not in state.steps()


@pytest.mark.parametrize(
    ("line", "canonical", "left"),
    [
        ("1-b8", "1 Ana: 1-1b8N+g =2", "- oC rSE vW"),
        ("2-e8E", "1 Ana: 2-2e8E =1", "bE - rSE vW"),
        ("3-f3", "1 Ana: 3-3f3N+g =2", "bE oC - vW"),
        ("4-c1", "1 Ana: 4-4c1N+g =2", "bE oC rSE -"),
    ],
)
def test_any_tile_of_the_rondel_can_be_chosen(line: str, canonical: str, left: str) -> None:
    """book, 1a: the player takes one of the tiles on the rondel, and its slot is empty then."""
    game = table("bE oC rSE vW")
    assert game.play(line) == [canonical]
    assert slots(game) == left


@pytest.mark.parametrize("line", ["0-b8", "5-b8", "12-b8"])
def test_only_tiles_of_the_rondel_can_be_chosen(line: str) -> None:
    """book, 1a: there are four tiles to choose from, in slots 1 to 4."""
    assert refused(table("bE oC rSE vW"), line) == (IllegalMove, "no-slot")


def test_without_a_marker_any_free_cell_of_its_own_quarter() -> None:
    """book, 1a: with no marker used a tile goes to any empty cell of the quarter over which it lies."""
    game = table("bN oC rSE vW", "at b8 gE\nup Ana -")
    assert cells(game, 1) == "a6 a7 b5 c8 d7"
    assert cells(game, 2) == "e8 h5"
    assert cells(game, 3) == "e3 f2 f3 f4 g2 g3"
    assert cells(game, 4) == "a2 a3 b1 b4 c1 d2"
    assert refused(game, "1-b8") == (IllegalMove, "occupied")
    assert refused(game, "1-d5") == (IllegalMove, "no-cell")
    assert refused(game, "1-a8") == (IllegalMove, "no-cell")
    assert refused(game, "1-2c8") == (IllegalMove, "quarter")
    assert game.play("1-1c8W") == ["1 Ana: 1-1c8W =1"]


def test_with_a_marker_any_free_cell_of_another_quarter() -> None:
    """book, 1a: with a marker used a tile goes to any empty cell of the three other quarters as well."""
    game = table("bN oC rSE vW", "at f8 gE\nat a6 gN\nat g1 gW")
    own = "a7 b5 b8 c8 d7".split()
    others = "e7 g5 g8 h6 h7".split() + "e2 f1 g4 h2 h3".split() + "a2 a3 b1 b4 c1 d2".split()
    assert cells(game, 1).split() == sorted([*own, *others])


@pytest.mark.parametrize(
    ("line", "canonical", "left"),
    [
        ("1-f8", "1 Ana: 1-2f8E =1", "2,3,4"),
        ("1-g1", "1 Ana: 1-3g1W =1", "2,3,4"),
        ("1-b4", "1 Ana: 1-4b4E =1", "2,3,4"),
        ("2-h4E", "1 Ana: 2-3h4E =1", "1,3,4"),
        ("3-c7", "1 Ana: 3-1c7E =1", "1,2,4"),
        ("4-b8", "1 Ana: 4-1b8S =1", "1,2,3"),
    ],
)
def test_the_marker_of_the_quarter_it_comes_from_is_turned_down(line: str, canonical: str, left: str) -> None:
    """book, 1a: the marker used is the one of the quarter over which the tile lay, not of the one it goes to."""
    game = table("bN oC rSE vW")
    assert game.play(line) == [canonical]
    assert up(game) == left
    assert [up(game, name) for name in ("Bob", "Cid", "Dana")] == ["1,2,3,4"] * 3


@pytest.mark.parametrize("line", ["1-b8", "2-e8E", "3-e3", "4-d2"])
def test_no_marker_is_turned_down_in_the_same_quarter(line: str) -> None:
    """book, 1a, first note: placing a tile in the quarter where it lies turns no marker down."""
    game = table("bN oC rSE vW")
    game.play(line)
    assert up(game) == "1,2,3,4"


def test_with_the_marker_down_a_tile_stays_in_its_quarter() -> None:
    """book, 1a, second note: tiles over a quarter whose marker is down go nowhere else; other slots are free."""
    game = table("bN oC rSE vW", "up Ana 2,4")
    assert cells(game, 1) == "a6 a7 b5 b8 c8 d7"
    assert cells(game, 2) == "a4 a5 d1 d8 e1 e8 h4 h5"
    assert cells(game, 3) == "e3 f2 f3 f4 g2 g3"
    assert len(cells(game, 4).split()) == 24
    assert refused(game, "1-f8") == (IllegalMove, "marker")
    assert refused(game, "3-b7") == (IllegalMove, "marker")
    assert game.play("2-a4E") == ["1 Ana: 2-4a4E =1"]
    assert up(game) == "4"


# Placing: columns and arrows


@pytest.mark.parametrize(
    ("tile", "cell", "arrows"),
    [
        ("bN", "a6", "N"),
        ("bN", "b8", "E"),
        ("bN", "a7", "S"),
        ("bN", "c8", "W"),
        ("bW", "b8", "S"),
        ("bSE", "b7", "N"),
        ("bSE", "c7", "E"),
        ("bSE", "c6", "S"),
        ("bSE", "b6", "W"),
        ("bNE", "c6", "W"),
        ("bC", "d8", "NESW"),
        ("bC", "b8", ""),
        ("bC", "b7", ""),
        ("bN", "d8", ""),
        ("bN", "b7", ""),
        ("bSE", "d8", ""),
        ("bSE", "b8", ""),
    ],
)
def test_the_columns_decide_how_a_tile_lies(tile: str, cell: str, arrows: str) -> None:
    """book, placing, first point: a tile is turned so that its columns and those of the cell make whole ones."""
    game = table(f"{tile} gC rSW vE")
    found = [step for step in game.state.steps() if isinstance(step, Placement)]
    here = {"NESW"[step.arrow] for step in found if step.slot == 0 and cell_name(step.cell) == cell if step.arrow is not None}
    assert here == set(arrows)
    for arrow in "NESW":
        if arrow not in arrows:
            reason = "arrow" if arrows else "pattern"
            assert refused(game, f"1-{cell}{arrow}") == (IllegalMove, reason)


@pytest.mark.parametrize("arrow", "NESW")
def test_an_arrow_may_point_anywhere(arrow: str) -> None:
    """book, placing, second point: no direction of the arrow is forbidden."""
    game = table("bC gC rSW vE", players=3, first="Cid")
    assert game.play(f"3-c7")[0].startswith("1 Cid: 3-1c7")
    game = table("bC gC rSW vE", players=3)
    artisan = "+g" if arrow == "N" else ""
    assert game.play(f"1-d8{arrow}") == [f"1 Ana: 1-1d8{arrow}{artisan} ={2 if artisan else 1}"]
    assert shown(game, "d8") == f"b{arrow}{'g' if artisan else '-'}"

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

import pbem
from pbem import registry
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
    return position("\n".join([drawn.strip(), *tiles]), players=words, first=first, **seats)


# Looking at a position.


def slots(game: Session) -> str:
    state: Any = game.state
    return " ".join("-" if tile < 0 else state.facts.names[tile] for tile in state.slots)


def bag(game: Session) -> str:
    state: Any = game.state
    return " ".join(sorted(state.facts.names[tile] for tile in state.bag))


def out(game: Session) -> str:
    state: Any = game.state
    return " ".join(state.facts.names[tile] for tile in state.out)


def up(game: Session, name: str = "Ana") -> str:
    """The quarters whose marker is face up."""
    state: Any = game.state
    markers = state.markers[game.header.names.index(name)]
    return ",".join(str(quarter + 1) for quarter in range(4) if markers >> quarter & 1)


def supply(game: Session) -> dict[str, int]:
    """Artisans in supply by colour, of the colours that are in the game."""
    state: Any = game.state
    return {state.facts.artisan_letters[own]: state.supply[own] for colours in state.owned for own in colours}


def paid(game: Session) -> str:
    state: Any = game.state
    return ",".join(str(quarter + 1) for quarter in range(4) if state.paid >> quarter & 1)


def shown(game: Session, cells: str) -> str:
    """What the drawn board has on some cells."""
    drawn = cells_of("\n".join(line for line in game.rules.paint.board(game.view()) if line[0].isdigit()))
    return " ".join(drawn[cell] for cell in cells.split())


def placements(game: Session) -> list[Any]:
    """All legal placements of one tile, complete ones."""
    return [step for step in game.state.steps() if isinstance(step, Placement)]


def cells(game: Session, slot: int) -> str:
    """Where the tile of a slot may go now."""
    return " ".join(sorted({cell_name(step.cell) for step in placements(game) if step.slot == slot - 1}))


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
    with pytest.raises(HeaderError):
        new_manual("maharani", players, seats={"Ana": "N", "Bob": "N"})


# Course of the game


def test_the_first_player_is_chosen_at_random() -> None:
    """book, course, and ruling 9: chance names the first player, unless somebody is named."""
    games = [pbem.new("maharani", PLAYERS["maharani"][4], seed=str(n), id="test") for n in range(40)]
    assert {game.to_move for game in games} == {"Ana", "Bob", "Cid", "Dana"}
    assert all(game.header.drawn for game in games)
    named = pbem.new("maharani", PLAYERS["maharani"][4], seed="1", id="test", first="Cid")
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
    found = {(step.slot + 1, step.quarter + 1) for step in placements(game)}
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
    own = ["a7", "b5", "b8", "c8", "d7"]
    others = ["e7", "g5", "g8", "h6", "h7", "e2", "f1", "g4", "h2", "h3", "a2", "a3", "b1", "b4", "c1", "d2"]
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
    here = {"NESW"[step.arrow] for step in placements(game) if step.slot == 0 and cell_name(step.cell) == cell}
    assert here == set(arrows)
    for arrow in "NESW":
        if arrow not in arrows:
            reason = "arrow" if arrows else "pattern"
            assert refused(game, f"1-{cell}{arrow}") == (IllegalMove, reason)


@pytest.mark.parametrize("arrow", "NESW")
def test_an_arrow_may_point_anywhere(arrow: str) -> None:
    """book, placing, second point: no direction of the arrow is forbidden."""
    game = table("bC gC rSW vE", players=3)
    artisan = "+g" if arrow == "N" else ""
    assert game.play(f"1-d8{arrow}") == [f"1 Ana: 1-1d8{arrow}{artisan} ={2 if artisan else 1}"]
    assert shown(game, "d8") == f"b{arrow}{'g' if artisan else '-'}"


@pytest.mark.parametrize(
    ("tile", "cell", "arrow"), [("bE", "b8", "N"), ("bN", "b8", "E"), ("bW", "b8", "S"), ("bS", "b8", "W")]
)
def test_the_same_cell_takes_arrows_of_all_directions(tile: str, cell: str, arrow: str) -> None:
    """book, placing, second point: tiles of one column lie on a cell with their arrows any way, as they are printed."""
    game = table(f"{tile} gC rSW vE")
    game.play(f"1-{cell}")
    assert shown(game, cell)[:2] == f"b{arrow}"


# Gold for the tile


def test_every_tile_brings_at_least_one_gold() -> None:
    """book, gold for the tile: whatever is placed first on the empty board earns one, artisans apart."""
    game = table("bN oC rSE vW")
    tiles = [(steps, earns) for steps, _, earns in game.legal() if len(steps) == 1 and steps[0] is not REFRESH]
    assert {earns for steps, earns in tiles if steps[0].artisan is None} == {(1,)}
    assert {earns for steps, earns in tiles if steps[0].artisan is not None} == {(2,)}
    assert len(tiles) == 24 + 4 * 8 + 24 + 24


# The blue S tile goes to c8, with its arrow east.
@pytest.mark.parametrize(
    ("drawn", "gold"),
    [
        pytest.param("8 +++ -E- -W- -C- -C- -E- -W- +++", 1, id="alone"),
        pytest.param("8 +++ oN- -W- gN- -C- -E- -W- +++\n7 -S- SE- rN- -S- -S- SE- SW- -S-", 1, id="other colours"),
        pytest.param("8 +++ -E- -W- bN- -C- -E- -W- +++", 2, id="beside"),
        pytest.param("8 +++ -E- -W- -C- -C- -E- -W- +++\n7 -S- SE- bN- -S- -S- SE- SW- -S-", 2, id="below"),
        pytest.param("8 +++ bN- -W- -C- -C- -E- -W- +++\n7 bS- bN- SW- -S- -S- SE- SW- -S-", 4, id="round a corner"),
        pytest.param("8 +++ bN- -W- bN- -C- -E- -W- +++\n7 -S- SE- SW- bW- -S- SE- SW- -S-", 4, id="joins two"),
        pytest.param("8 +++ bN- -W- bN- -C- -E- -W- +++\n7 -S- bN- bN- -S- -S- SE- SW- -S-", 5, id="a ring"),
        pytest.param("8 +++ -E- -W- bN- bN- bN- bN- +++", 5, id="across the border"),
        pytest.param("8 +++ -E- -W- -C- -C- -E- -W- +++\n7 -S- bN- SW- bW- -S- SE- SW- -S-", 1, id="diagonal"),
        pytest.param("7 -S- SE- oN- -S- -S- SE- SW- -S-\n6 -N- NE- bN- NE- NW- NE- NW- -N-", 1, id="one between"),
        pytest.param("8 +++ -E- -W- bN- -C- bN- -W- +++", 2, id="a gap"),
    ],
)
def test_a_tile_earns_the_size_of_its_zone(drawn: str, gold: int) -> None:
    """book, gold for the tile, both points and the note: one for each tile of its colour joined to it side by side."""
    game = table("bS gSE vN yW", drawn)
    assert game.play("1-c8") == [f"1 Ana: 1-1c8E ={gold}"]
    assert game.scores["Ana"] == gold


def test_example_of_the_tiles_one_and_three_gold() -> None:
    """book, gold for the tile, example: blue in the upper right: 1; then in the upper left, a zone of three: 3."""
    drawn = """
    8 +++ -E- -W- -C- -C- -E- -W- +++
    7 -S- bN- oE- -S- -S- SE- SW- -S-
    """
    assert table("bS bN rSE vW", drawn).play("1-c8") == ["1 Ana: 1-1c8E =1"]
    after_that = """
    8 +++ -E- bE- -C- -C- -E- -W- +++
    7 -S- bN- oE- -S- -S- SE- SW- -S-
    """
    assert table("bN oC rSE vW", after_that).play("1-b8") == ["1 Ana: 1-1b8E =3"]
    game = table("bS bN rSE vW", drawn)
    assert game.play("1-c8 / 2-b8") == ["1 Ana: 1-1c8E / 2-1b8E =2"]  # 1 and 3, less 2
    assert shown(game, "b8 c8 b7 c7") == "bE- bE- bN- oE-"


# Placing or moving an artisan


@pytest.mark.parametrize(
    ("side", "found"),
    [
        ("N", ["1-1a5N+g", "1-1a5E", "1-1a5S", "1-1a5W"]),
        ("E", ["1-1a5N", "1-1a5E+g", "1-1a5S", "1-1a5W"]),
        ("S", ["1-1a5N", "1-1a5E", "1-1a5S+g", "1-1a5W"]),
        ("W", ["1-1a5N", "1-1a5E", "1-1a5S", "1-1a5W+g"]),
    ],
)
def test_an_arrow_at_the_own_marker_obliges_to_an_artisan(side: str, found: list[str]) -> None:
    """book, artisan: if the arrow points at the player's marker an artisan must be placed, and only then (ruling 1)."""
    tiles = "slot 1 bC\nslot 2 oN\nslot 3 rSE\nslot 4 yW"
    game = position(tiles, players=PLAYERS["maharani"][4], Ana=side)
    assert candidates(game, "1-a5") == found
    for turn in found:
        arrow = turn[5]
        artisan = "+g" if arrow == side else ""
        assert refused(game, f"1-a5{arrow}+r") == (IllegalMove, "artisan-wrong" if artisan else "artisan-arrow")
        with pytest.raises(Illegal) as caught:
            game.state.apply(Placement(0, 0, read_cell("a5"), "NESW".index(arrow), None if artisan else "g"))
        assert caught.value.reason == ("artisan-due" if artisan else "artisan-arrow")
    assert game.play(f"1-a5{side}") == [f"1 Ana: 1-1a5{side}+g =2"]
    assert shown(game, "a5") == f"b{side}g"
    assert supply(game)["g"] == 7


def test_no_artisan_with_the_arrow_elsewhere() -> None:
    """book, artisan, and ruling 1: with its arrow east the tile gets no artisan, whoever sits there."""
    game = table("bN oC rSE vW")
    for artisan in ("+", "+g", "+r", "+a6"):
        assert refused(game, f"1-b8{artisan}") == (IllegalMove, "artisan-arrow")
        assert refused(game, f"1-b8E{artisan}") == (IllegalMove, "artisan-arrow")
    assert game.play("1-b8") == ["1 Ana: 1-1b8E =1"]
    assert shown(game, "b8") == "bE-"
    assert supply(game) == {"g": 8, "r": 8, "b": 8, "y": 8}


def test_a_new_artisan_if_none_stands_on_that_colour_in_the_quarter() -> None:
    """book, artisan: no own artisan on a tile of that colour in that quarter: a new one from the supply."""
    drawn = """
    8 +++ -E- -W- -C- -C- bEg -W- +++
    7 -S- SE- SW- -S- -S- SE- SW- -S-
    6 oNg bNr NW- NE- NW- NE- NW- -N-
    """
    game = table("bE oC rSE vW", drawn)
    for elsewhere in ("+a6", "+f8", "+b6", "+c8", "+r", "+y"):  # other colour, other quarter, Bob's, nobody, not hers
        assert refused(game, f"1-b8{elsewhere}") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8+g") == ["1 Ana: 1-1b8N+g =2"]
    assert shown(game, "a6 b6 b8 f8") == "oNg bNr bNg bEg"
    assert supply(game) == {"g": 5, "r": 7, "b": 8, "y": 8}


def test_example_of_the_first_orange_tile() -> None:
    """book, artisan, example: green's first orange tile in a quarter gets a new artisan from the supply."""
    game = table("oE bC rSE vW", "at c6 bNW g\nat f6 oNE g")
    assert game.play("1-b8+") == ["1 Ana: 1-1b8N+g =2"]
    assert shown(game, "b8 c6 f6") == "oNg bNg oNg"
    assert supply(game)["g"] == 5


def test_example_of_the_second_blue_tile() -> None:
    """book, artisan, example: green's second blue tile in a quarter gets the artisan from the first one."""
    game = table("bE oC rSE vW", "at c6 bNW g\nat f6 oNE g")
    assert refused(game, "1-b8+g") == (IllegalMove, "artisan-wrong")
    assert refused(game, "1-b8+f6") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8+") == ["1 Ana: 1-1b8N+c6 =2"]
    assert shown(game, "b8 c6 f6") == "bNg bN- oNg"
    assert supply(game)["g"] == 6


SEVEN_GREEN = """
at e6 bNW g
at f6 oNE g
at f7 rSE g
at g7 ySW g
at e3 bSW g
at f3 oSE g
at f4 rNE g
"""


def test_with_an_empty_supply_a_tile_may_stay_without_artisan() -> None:
    """book, artisan, note: nobody left in the supply: the tile is placed all the same, without a new artisan."""
    game = table("vE bC rSW gN", SEVEN_GREEN + "at g2 yNW g")
    assert supply(game)["g"] == 0
    for artisan in ("+", "+g", "+e6"):
        assert refused(game, f"1-b8{artisan}") == (IllegalMove, "artisan-none")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N =1"]
    assert shown(game, "b8") == "vN-"
    assert supply(game)["g"] == 0


def test_with_an_empty_supply_the_one_on_that_colour_must_move() -> None:
    """ruling 1: an empty supply excuses nobody who has an artisan to move."""
    game = table("vE bC rSW gN", SEVEN_GREEN + "at c6 vNW g")
    assert supply(game)["g"] == 0
    assert refused(game, "1-b8+g") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+c6 =2"]
    assert shown(game, "b8 c6") == "vNg vN-"
    assert supply(game)["g"] == 0


# Gold for the artisan: the blue E tile goes to b8, its arrow north; it is alone, so it earns 1 itself.
@pytest.mark.parametrize(
    ("drawn", "gold"),
    [
        pytest.param("8 +++ -E- oN- -C- -C- -E- -W- +++", 1, id="alone"),
        pytest.param("8 +++ -E- oNr -C- -C- -E- -W- +++\n7 -S- rNb SW- -S- -S- SE- SW- -S-", 1, id="of others"),
        pytest.param("8 +++ -E- oNg -C- -C- -E- -W- +++", 2, id="beside"),
        pytest.param("8 +++ -E- -W- -C- -C- -E- -W- +++\n7 -S- oNg SW- -S- -S- SE- SW- -S-", 2, id="below"),
        pytest.param("8 +++ -E- oNg rNg -C- -E- -W- +++\n7 -S- yNg gNg -S- -S- SE- SW- -S-", 5, id="a group of five"),
        pytest.param("8 +++ -E- oNg rN- yNg -E- -W- +++", 2, id="one tile between"),
        pytest.param("8 +++ -E- oNg rNg yNg rNr -W- +++", 4, id="across the border"),
        pytest.param("7 oNg SE- rNg -S- -S- SE- SW- -S-", 1, id="diagonal"),
    ],
)
def test_an_artisan_earns_the_size_of_its_group(drawn: str, gold: int) -> None:
    """book, gold for the artisan, both points and the note: one for each of its colour that hangs together with it."""
    game = table("bE oC vSW vE", drawn)
    assert game.play("1-b8") == [f"1 Ana: 1-1b8N+g ={1 + gold}"]
    assert game.scores["Ana"] == 1 + gold


CORNERS = """
    4 -C- -E- NW- +++ +++ {f4} -W- {h4}
    3 -S- SE- SW- SE- SW- SE- SW- -S-
    2 -N- NE- NW- -N- -N- {f2} NW- {h2}
"""


@pytest.mark.parametrize(
    ("tiles", "drawn", "line"),
    [
        pytest.param("gN gC bSW gW", CORNERS.format(f4="bW-", h4="bN-", f2="bN-", h2="bN-"), "3-g3", id="tiles"),
        pytest.param("gN gC bSW gW", CORNERS.format(f4="yNg", h4="vNg", f2="oNg", h2="rNg"), "3-g3", id="artisans"),
        pytest.param("bN gC bSW gW", "5 -C- -E- SW- +++ +++ SE- -W- bNg", "1-a6", id="h5 and a6"),
        pytest.param("gN bC bSW gW", "6 bNg NE- NW- NE- NW- NE- NW- -N-", "2-h5N", id="a6 and h5"),
    ],
)
def test_corners_and_opposite_edges_do_not_touch(tiles: str, drawn: str, line: str) -> None:
    """book, both notes: diagonal neighbours count neither for zones nor for groups, and the board is no ring."""
    game = table(tiles, drawn)
    assert game.play(line)[0].endswith("N+g =2")
    assert game.scores["Ana"] == 2


def test_example_of_the_artisans_one_and_two_gold() -> None:
    """book, gold for the artisan, example: a new artisan 1, another one that forms a group of two with it 2."""
    game = table("bE oW rSE vW", "at a7 yN")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+g =2"]  # 1 for the tile
    game = table("bN oW rSE vW", "at a7 yN\nat b8 bE g")
    assert game.play("2-c8") == ["1 Ana: 2-1c8N+g =3"]
    game = table("bE oW rSE vW", "at a7 yN")
    assert game.play("1-b8 / 2-c8") == ["1 Ana: 1-1b8N+g / 2-1c8N+g =3"]  # 1 and 1, 1 and 2, less 2
    assert shown(game, "b8 c8") == "bNg oNg"
    assert supply(game)["g"] == 6


def test_a_moved_artisan_earns_at_its_new_place() -> None:
    """book, gold for the artisan: a moved artisan earns the group that it joins, like a new one."""
    game = table("bE oC rSW vW", "at c6 bNW g\nat c8 oW g\nat d8 rC g")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+c6 =4"]
    assert shown(game, "b8 c6") == "bNg bN-"


@pytest.mark.parametrize(
    ("tiles", "drawn", "row"),
    [
        pytest.param(
            3,
            """
            8 +++ -E- -W- -C- -C- -E- -W- +++
            7 -S- SE- SW- -S- bW- bN- SW- -S-
            6 -N- NE- rNg oNg yNg gNg NW- -N-
            """,
            "bNg bW- bN- rNg oNg yNg gNg",
            id="3 and 5",
        ),
        pytest.param(
            5,
            """
            8 +++ -E- -W- -C- bN- bN- -W- +++
            7 -S- SE- SW- -S- bW- bN- SW- -S-
            6 -N- NE- NW- oNg yNg NE- NW- -N-
            """,
            "bNg bW- bN- NW- oNg yNg NE-",
            id="5 and 3",
        ),
    ],
)
def test_example_across_two_quarters_eight_gold(tiles: int, drawn: str, row: str) -> None:
    """book, special case, example: a zone and a group that both cross a border bring 8, as 3 and 5 or as 5 and 3."""
    game = table("bS oC rSE vW", drawn)
    assert game.play("1-d7") == ["1 Ana: 1-1d7N+g =8"]
    assert shown(game, "d7 e7 f7 c6 d6 e6 f6") == row
    game = table("bS oC rSE vW", drawn.replace("g ", "- "))
    assert game.play("1-d7") == [f"1 Ana: 1-1d7N+g ={tiles + 1}"]


# The second tile


def test_a_second_tile_may_be_placed() -> None:
    """book, 1b: after the first tile the player may stop, or place one more; a third one is too much."""
    assert table("bN oC rSE vW").play("1-b8") == ["1 Ana: 1-1b8E =1"]
    game = table("bN oC rSE vW")
    assert refused(game, "1-b8 / 3-e3 / 4-d2") == (IllegalMove, "finished")
    assert game.play("1-b8 / 4-d2") == ["1 Ana: 1-1b8E / 4-4d2E =0"]
    assert slots(game) == "- oC rSE -"
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", CHANCE)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1-b8 / 1-a6", "slot-empty"),
        ("1-c8 / 4-c8", "occupied"),
        ("1-b8 / 2-c7", "pattern"),
        ("1-b8 / 3-e3E", "arrow"),
        ("1-b8 / 3-2e3", "quarter"),
        ("1-b8 / 3-b7", "marker"),
        ("1-b8 / 4-d2+g", "artisan-arrow"),
        ("1-b8 / 4-b1+g", "artisan-arrow"),
        ("1-b8 / 4-c1+r", "artisan-wrong"),
    ],
)
def test_the_second_tile_keeps_the_rules_of_the_first(line: str, reason: str) -> None:
    """book, 1b: placing is ruled as for the first tile; the slot of the first one is not filled in between."""
    assert refused(table("bN oC rSW vW", "up Ana 1,2,4"), line) == (IllegalMove, reason)


def test_the_second_tile_counts_what_the_first_one_changed() -> None:
    """book, 1b: gold and artisans as for the first tile: here the artisan just set has to move on to the second."""
    game = table("bE bN rSE vW")
    assert refused(game, "1-b8 / 2-a6+g") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8 / 2-a6") == ["1 Ana: 1-1b8N+g / 2-1a6N+b8 =2"]  # 2 and 2, less 2
    assert shown(game, "b8 a6") == "bN- bNg"
    assert supply(game)["g"] == 7
    assert up(game) == "1,3,4"


def test_two_tiles_into_other_quarters_turn_two_markers_down() -> None:
    """book, 1a and 1b: each tile that goes to another quarter costs the marker of the slot it comes from."""
    game = table("bN oC rSE vW")
    assert game.play("1-f8 / 4-g8+") == ["1 Ana: 1-2f8E / 4-2g8N+g =1"]
    assert up(game) == "2,3"


def test_the_second_tile_costs_two_gold() -> None:
    """book, 1b: the player goes back by 2 at the end of a turn of two tiles, and only of such a turn."""
    one = table("bN oC rSE vW", "score Ana 20")
    assert one.play("1-b8") == ["1 Ana: 1-1b8E =1"]
    assert one.scores["Ana"] == 21
    two = table("bN oC rSE vW", "score Ana 20")
    assert two.play("1-b8 / 4-b1") == ["1 Ana: 1-1b8E / 4-4b1S =0"]
    assert two.scores["Ana"] == 20
    none = table("bN oC rSE vW", "score Ana 20")
    assert none.play("R") == ["1 Ana: R =0"]
    assert none.scores["Ana"] == 20


def test_example_of_the_second_tile_of_red() -> None:
    """book, 1b, example: red's second tile brings 4, and at the end of the turn red goes back by 2."""
    drawn = """
    7 -S- SE- SW- -S- -S- SE- SW- rEr
    6 -N- NE- NW- NE- NW- NE- yN- -N-
    score Bob 10
    """
    # In the east slot 1 lies over quarter 2 and slot 4 over quarter 1.
    alone = table("yW oC rSE gSW", drawn, first="Bob")
    assert alone.play("1-h6") == ["1 Bob: 1-2h6E+r =4"]
    assert alone.scores["Bob"] == 14
    game = table("yW oC rSE gSW", drawn, first="Bob")
    assert game.play("4-c7 / 1-h6") == ["1 Bob: 4-1c7N / 1-2h6E+r =3"]  # 1 and 4, less 2
    assert game.scores["Bob"] == 13
    assert shown(game, "g6 h6 h7") == "yN- yEr rEr"


# Turning markers up again


def test_refresh_turns_all_own_markers_up() -> None:
    """book, 2: all markers of the player lie face up again; nothing else is done in that turn."""
    game = table("bN oC rSE vW", "up Ana -\nup Bob 2\nscore Ana 5\nat e6 bNW g")
    assert game.play("R") == ["1 Ana: R =0"]
    assert [up(game, name) for name in game.header.names] == ["1,2,3,4", "2", "1,2,3,4", "1,2,3,4"]
    assert game.scores == {"Ana": 5, "Bob": 0, "Cid": 0, "Dana": 0}
    assert slots(game) == "bN oC rSE vW"
    assert shown(game, "e6") == "bNg"
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


def test_refreshed_markers_can_be_used_from_the_next_turn() -> None:
    """book, 2: they can be used again only in the player's next turn, as nothing may be placed after a refresh."""
    game = table("bN oC rSE vW", "up Ana -", players=2)
    assert refused(game, "1-f8") == (IllegalMove, "marker")
    assert refused(game, "R / 1-f8") == (IllegalMove, "finished")
    game.play("R", "R")
    assert game.play("1-f8") == ["3 Ana: 1-2f8E =1"]
    assert up(game) == "2,3,4"


# The end of a turn


@pytest.mark.parametrize(
    ("line", "draw", "left"),
    [
        ("1-b8", "draw 1:yN", "yN oC rSE vW"),
        ("3-e3", "draw 3:yN", "bN oC yN vW"),
        ("1-b8 / 4-d2", "draw 1:yN 4:gC", "yN oC rSE gC"),
        ("4-d2 / 2-e8E", "draw 2:yN 4:gC", "bN yN rSE gC"),
    ],
)
def test_empty_slots_are_filled_in_rising_order(line: str, draw: str, left: str) -> None:
    """book, end of turn: as many tiles are drawn as slots are empty, the lowest slot first."""
    game = table("bN oC rSE vW", players=3)
    game.play(line)
    assert (game.state.actor, game.to_move) == (CHANCE, "Bob")
    assert refused(game, "2 Bob: R") == (IllegalMove, "draw-due")
    assert game.play(draw) == [draw]
    assert slots(game) == left
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


@pytest.mark.parametrize(
    ("draw", "reason"),
    [
        ("draw 1:yN", "draw-missing"),
        ("draw 4:gC 1:yN", "draw-order"),
        ("draw 1:yN 3:gC", "draw-order"),
        ("draw 1:yN 4:gC 4:gC", "draw-extra"),
        ("draw 1:yN 4:bN", "not-in-bag"),
        ("draw 1:yN 4:vW", "not-in-bag"),
        ("draw x:gC 1:yN 4:rC", "keep"),
    ],
)
def test_no_more_and_no_fewer_tiles_are_drawn(draw: str, reason: str) -> None:
    """book, end of turn: one tile for each empty slot, in order, from the bag; none is thrown away yet."""
    game = table("bN oC rSE vW")
    game.play("1-b8 / 4-d2")
    assert refused(game, draw) == (IllegalMove, reason)


def test_without_a_gap_nothing_is_drawn() -> None:
    """book, end of turn: after a refresh no slot is empty, so the next player moves at once."""
    game = table("bN oC rSE vW")
    game.play("R")
    assert refused(game, "draw 1:yN") == (IllegalMove, "draw-not-due")
    assert game.play("1-f8") == ["2 Bob: 1-2f8E+r =2"]


def test_the_next_player_moves_then() -> None:
    """book, end of turn: after the refill it is the next player's turn, and nobody else's."""
    game = table("bN oC rSE vW")
    game.play("1-b8", "draw 1:yN")
    assert refused(game, "Ana: R") == (NotYourTurn, "")
    assert refused(game, "2 Cid: R") == (NotYourTurn, "")
    assert refused(game, "1 Bob: R") == (StaleMove, "")
    assert game.play("2 Bob: R") == ["2 Bob: R =0"]


# Special case 1: eight cells for twelve centre tiles. Only d8 is left of them here.

ONE_CENTRE = full_but("d8 f8 g8 f1 g1 b1 c1 b8 c8")


def test_centre_tiles_leave_the_rondel_when_their_cells_are_full() -> None:
    """book, case 1: with all eight cells taken every centre tile on the rondel leaves the game; other tiles stay."""
    game = table("bC rC yC oE", ONE_CENTRE)
    assert cells(game, 2) == "d8"
    game.play("1-d8E")
    assert slots(game) == "- - - oE"
    assert out(game) == "rC yC"
    assert (game.state.actor, game.to_move) == (CHANCE, "Bob")
    assert game.log == ["1 Ana: 1-1d8E =1"]


def test_centre_tiles_stay_while_a_cell_is_left() -> None:
    """book, case 1: before that none leaves the game, neither from the rondel nor from the bag."""
    game = table("bC rC yC oE", ONE_CENTRE)
    game.play("4-f8")
    assert slots(game) == "bC rC yC -"
    assert refused(game, "draw x:gC 4:vN") == (IllegalMove, "keep")
    game.play("draw 4:gC")
    assert slots(game) == "bC rC yC gC"
    assert out(game) == ""


def test_centre_tiles_drawn_later_leave_the_game() -> None:
    """book, case 1: a centre tile drawn after that leaves the game at once, and another is drawn for the slot."""
    game = table("bC rC yC oE", ONE_CENTRE)
    game.play("1-d8E")
    assert refused(game, "draw 1:gN 2:vN 3:gC") == (IllegalMove, "throw-away")
    assert refused(game, "draw 1:gN 2:vN x:yE 3:bS") == (IllegalMove, "keep")
    assert refused(game, "draw 1:gN 2:vN x:gC") == (IllegalMove, "draw-missing")
    assert refused(game, "draw 1:gN 2:vN 3:yE x:gC") == (IllegalMove, "draw-extra")
    assert game.play("draw 1:gN 2:vN x:gC 3:yE") == ["draw 1:gN 2:vN x:gC 3:yE"]
    assert slots(game) == "gN vN yE oE"
    assert out(game) == "rC yC gC"
    assert bag(game) == "bS bW rS rW vC"
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


def test_two_centre_tiles_drawn_one_after_the_other() -> None:
    """book, case 1: two thrown away in a row; the rondel is full again all the same."""
    game = table("bC rC yC oE", ONE_CENTRE)
    game.play("1-d8E", "draw x:gC x:vC 1:gN 2:vN 3:yE")
    assert slots(game) == "gN vN yE oE"
    assert out(game) == "rC yC gC vC"
    assert bag(game) == "bS bW rS rW"


def test_nothing_but_centre_tiles_left_in_the_bag() -> None:
    """book, cases 1 and 2: if only centre tiles are in the bag all of them go, and the slots stay empty."""
    game = table("bC oE yE gC", full_but("d8 f8 g8"))
    assert game.play("1-d8E") == ["1 Ana: 1-1d8E =1"]
    assert refused(game, "draw x:rC x:yC") == (IllegalMove, "draw-missing")
    assert refused(game, "draw 1:rC x:yC x:vC") == (IllegalMove, "throw-away")
    assert game.play("draw x:rC x:yC x:vC") == ["draw x:rC x:yC x:vC"]
    assert slots(game) == "- oE yE -"
    assert out(game) == "gC rC yC vC"
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


@pytest.mark.parametrize(("slot", "tile"), [(1, "rC"), (4, "vC")])
def test_no_centre_tile_can_lie_on_the_rondel_after_that(slot: int, tile: str) -> None:
    """book, case 1: so a setup with all eight cells taken and a centre tile in a slot is refused."""
    with pytest.raises(HeaderError, match=f"slot {slot} has {tile}, but all centre cells are taken") as caught:
        table("", full_but("f8 g8 f1") + f"\nslot {slot} {tile}")
    assert caught.value.details == {"slot": slot}


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


# Two players: Ana has green and yellow, Bob red and blue.


def test_two_players_choose_two_colours_each() -> None:
    """book, two players: each takes two colours, with 7 artisans in both."""
    game = pbem.new("maharani", ["Ana=blue,green", "Bob=yellow,red"], kind="manual", first="Ana", id="test")
    assert [player.colours for player in game.header.players] == [("b", "g"), ("y", "r")]
    assert supply(game) == {"b": 7, "g": 7, "y": 7, "r": 7}


@pytest.mark.parametrize(("artisan", "left"), [("g", {"g": 5, "y": 6}), ("y", {"g": 6, "y": 5})])
def test_two_players_a_new_artisan_of_either_colour(artisan: str, left: dict[str, int]) -> None:
    """book, two players, artisan: none on that tile colour in the quarter: a new one, of the colour one likes."""
    drawn = """
    8 +++ -E- -W- -C- -C- bEy -W- +++
    7 -S- SE- SW- -S- -S- SE- SW- -S-
    6 oNg bNr NW- NE- NW- NE- NW- -N-
    """
    game = table("bE oC rSE vW", drawn, players=2)
    assert candidates(game, "1-b8") == ["1-1b8N+g", "1-1b8N+y"]
    assert candidates(game, "1-b8N+") == ["1-1b8N+g", "1-1b8N+y"]
    for wrong in ("+a6", "+b6", "+f8", "+r", "+b"):
        assert refused(game, f"1-b8{wrong}") == (IllegalMove, "artisan-wrong")
    assert game.play(f"1-b8+{artisan}") == [f"1 Ana: 1-1b8N+{artisan} =2"]
    assert shown(game, "b8") == f"bN{artisan}"
    assert supply(game) == {**left, "r": 6, "b": 7}


@pytest.mark.parametrize(
    ("written", "canonical", "picture", "left"),
    [("+c6", "+c6", "bNg bN-", {"g": 6, "y": 7}), ("+y", "+y", "bNy bNg", {"g": 6, "y": 6})],
)
def test_two_players_move_one_or_place_the_other_colour(
    written: str, canonical: str, picture: str, left: dict[str, int]
) -> None:
    """book, two players, artisan: one stands on that tile colour: it moves, or a new one of the other colour comes."""
    game = table("bE oC rSE vW", "at c6 bNW g", players=2)
    assert candidates(game, "1-b8") == ["1-1b8N+c6", "1-1b8N+y"]
    assert refused(game, "1-b8+g") == (IllegalMove, "artisan-wrong")
    assert game.play(f"1-b8{written}") == [f"1 Ana: 1-1b8N{canonical} =2"]
    assert shown(game, "b8 c6") == picture
    assert supply(game) == {**left, "r": 7, "b": 7}


SEVEN_YELLOW = SEVEN_GREEN.replace(" g\n", " y\n")


def test_two_players_must_move_if_the_other_colour_is_used_up() -> None:
    """book, two players, artisan, note: no new one of the other colour left: the one that stands there has to move."""
    game = table("bE oC rSW vW", SEVEN_YELLOW + "at c6 bNE g", players=2)
    assert supply(game) == {"g": 6, "y": 0, "r": 7, "b": 7}
    assert refused(game, "1-b8+y") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+c6 =2"]
    assert shown(game, "b8 c6") == "bNg bW-"


def test_two_players_only_the_colour_that_is_left() -> None:
    """book, two players, artisan, and ruling 2: one supply empty, nobody there: a new one of the other colour."""
    game = table("bE oC rSW vW", SEVEN_YELLOW, players=2)
    assert refused(game, "1-b8+y") == (IllegalMove, "artisan-wrong")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+g =2"]


def test_two_players_with_both_supplies_empty() -> None:
    """book, artisan, note, and ruling 2: both supplies empty, nobody there: the tile stays without an artisan."""
    green = "at e7 bS g\nat h7 oS g\nat f8 rE g\nat g8 yW g\nat e2 bN g\nat h2 oN g\nat g1 rW g"
    game = table("vE oC rSW vW", SEVEN_YELLOW + green, players=2)
    assert supply(game) == {"g": 0, "y": 0, "r": 7, "b": 7}
    assert refused(game, "1-b8+") == (IllegalMove, "artisan-none")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N =1"]


@pytest.mark.parametrize(("moved", "picture"), [("a6", "bNg bN- bNy"), ("c6", "bNy bNg bN-")])
def test_two_players_choose_which_of_both_moves(moved: str, picture: str) -> None:
    """book, two players, artisan: both colours stand on that tile colour: the player picks the one that moves."""
    game = table("bE oC rSE vW", "at a6 bN g\nat c6 bNW y", players=2)
    assert candidates(game, "1-b8+") == ["1-1b8N+a6", "1-1b8N+c6"]
    assert refused(game, "1-b8+g") == (IllegalMove, "artisan-wrong")
    assert refused(game, "1-b8+y") == (IllegalMove, "artisan-wrong")
    assert game.play(f"1-b8+{moved}") == [f"1 Ana: 1-1b8N+{moved} =2"]
    assert shown(game, "b8 a6 c6") == picture
    assert supply(game) == {"g": 6, "y": 6, "r": 7, "b": 7}


@pytest.mark.parametrize(("artisan", "gold"), [("g", 2), ("y", 3)])
def test_two_players_colours_never_form_a_group(artisan: str, gold: int) -> None:
    """book, two players, gold: two colours are never one group, though one player owns both."""
    game = table("bE oC rSE vW", "at c8 oW y\nat d8 rC g", players=2)
    assert game.play(f"1-b8+{artisan}") == [f"1 Ana: 1-1b8N+{artisan} ={gold}"]


def test_two_players_colours_are_paid_apart_on_one_score() -> None:
    """book, two players, evaluation: 2 green and 3 yellow are paid 6 and 9, not 18 for five; one marker scores both."""
    game = table("gN oS bC yN", full_but("1 3 4 f8", "g:e8,e7 y:g8,h7,e6 r:h6"), players=2)
    assert game.play("2-f8") == ["1 Ana: 2-2f8W =16"]
    assert game.scores == {"Ana": 1 + 6 + 9, "Bob": 4}
    assert supply(game) == {"g": 7, "y": 7, "r": 7, "b": 7}


# Rulings (those that were not met above; 6 and 7 again, in their own words)


def test_ruling_1_a_move_is_compulsory_even_if_it_earns_less() -> None:
    """ruling 1: the artisan leaves a group of three for a lonely cell, and the player cannot help it."""
    game = table("bE oC rSE vW", "at c6 bNW g\nat d6 oNE g\nat c7 rSW g")
    assert [move.text for move in game.legal("1-b8") if len(move.steps) == 1] == ["1-1b8N+c6"]
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+c6 =2"]
    assert shown(game, "b8 c6 d6 c7") == "bNg bN- oNg rNg"


def test_ruling_1_a_moved_artisan_is_taken_off_before_its_group_is_counted() -> None:
    """ruling 1: moved to the next cell it no longer stands on the old one; nor does the old one join it to others."""
    game = table("bE oC rSE vW", "at b7 bSE g\nat a7 oS g")
    assert game.play("1-b8") == ["1 Ana: 1-1b8N+b7 =3"]  # a zone of 2, a group of 1
    assert shown(game, "b8 b7 a7") == "bNg bN- oNg"


def test_ruling_2_one_seat_and_one_turn_in_a_round() -> None:
    """ruling 2: two players, four colours, but each of them one turn in a round."""
    game = table("bC oC rC yC", players=2)
    game.play("R", "R", "R")
    assert game.log == ["1 Ana: R =0", "2 Bob: R =0", "3 Ana: R =0"]


def test_ruling_3_gold_never_falls_below_zero() -> None:
    """ruling 3: the poorest turn of two tiles brings 1 and 1 and costs 2."""
    game = table("bN oC rSE vW", "score Bob 0")
    game.play("1-b8 / 4-d2")
    assert game.scores["Ana"] == 0
    game = table("bN oC rSE vW")
    assert min(move.earns for move in game.legal() if len(move.steps) == 2) == (0,)


def test_ruling_4_the_order_of_things_at_the_end_of_a_turn() -> None:
    """ruling 4: the cost, the pay, then centre tiles off the rondel, then the refill in order, then the next player."""
    drawn = full_but("d8 f1 g1 b1 c1 b8", "r:a7 g:b6")
    game = table("bC gN yC gC", drawn, players=3)
    # d8 and b8 finish quarter 1: 1 and 1, less 2, and 4 for one green artisan.
    assert game.play("1-d8E / 2-b8") == ["1 Ana: 1-1d8E / 2-1b8E =4"]
    assert game.scores == {"Ana": 4, "Bob": 4, "Cid": 0}
    assert (slots(game), out(game), bag(game)) == ("- - - -", "yC gC", "bS bW rC rS rW vC")
    assert refused(game, "draw 1:rS 2:bW 3:bS 4:vC") == (IllegalMove, "throw-away")
    game.play("draw 1:rS x:vC 2:bW 3:bS 4:rW")
    assert (slots(game), out(game), bag(game)) == ("rS bW bS rW", "yC gC vC", "rC")
    assert (game.turn, game.to_move, game.state.actor) == (2, "Bob", 1)


def test_ruling_5_artisans_of_a_filled_quarter_count_for_the_second_tile() -> None:
    """ruling 5: the first tile fills quarter 2, whose artisan at the border still forms a group with the second."""
    game = table("yNE yE gN rS", full_but("b8 d6 g8 g1", "g:e6") + "\n" + LEFT_OVER)
    assert game.play("2-g8 / 1-d6") == ["1 Ana: 2-2g8S / 1-1d6N+g =6"]  # 1, 1 and 2, less 2, and 4
    assert shown(game, "e6 d6") == "vS- yNg"
    assert supply(game)["g"] == 7
    assert paid(game) == "2,4"


def test_ruling_5_artisans_of_a_filled_quarter_are_not_back_for_the_second_tile() -> None:
    """ruling 5: they are given back at the end of the turn only, so an empty supply is still empty."""
    drawn = full_but("b8 d6 g8 g1", "g:e8,e7,h7,e6,g6,h5,f4,g4")
    game = table("yNE yE gN rS", drawn + "\n" + LEFT_OVER)
    assert supply(game)["g"] == 0
    assert game.play("2-g8 / 1-d6") == ["1 Ana: 2-2g8S / 1-1d6N =24"]  # 1 and 1, less 2, and 24
    assert shown(game, "d6") == "yN-"
    assert supply(game)["g"] == 6


@pytest.mark.parametrize(("empty", "over"), [("b8 f8 g1", False), ("b8 f8", True)])
def test_ruling_5_one_turn_can_finish_two_quarters(empty: str, over: bool) -> None:
    """ruling 5: both are paid at the end of that turn, be it the last one of the game or not."""
    tiles = "gN oE - -" if over else "gN oE rS -"
    game = table(tiles, full_but(empty, "g:a7,b6 y:g8 r:e7") + "\n" + LEFT_OVER, players=2)
    # 1, then 1 and a group of 2, less 2; quarter 1 pays 2 green, quarter 2 pays 2 yellow and Bob's red one.
    assert game.play("1-b8 / 2-f8+y") == ["1 Ana: 1-1b8E / 2-2f8N+y =14"]
    assert game.scores == {"Ana": 2 + 6 + 6, "Bob": 4}
    assert supply(game) == {"g": 7, "y": 7, "r": 7, "b": 7}
    assert paid(game) == ("1,2,3,4" if over else "1,2,4")
    assert game.over is over
    assert game.to_move == (None if over else "Bob")


def test_ruling_6_refresh_with_all_markers_up() -> None:
    """ruling 6: a player may refresh though every marker is up: a way to pass."""
    game = table("bN oC rSE vW")
    assert up(game) == "1,2,3,4"
    assert game.play("R") == ["1 Ana: R =0"]
    assert (up(game), game.turn, game.to_move) == ("1,2,3,4", 2, "Bob")


def test_ruling_8_with_the_usual_tiles_every_pattern_has_as_many_tiles_as_cells() -> None:
    """ruling 8: but for the four centre tiles too many, so a tile that fits nowhere cannot be left over."""
    printed = Counter(
        "C" if "C" in token else len(token.strip("-")) for token in cells_of(BARE).values() if token != "+++"
    )
    tiles = Counter("C" if tile[1:] == "C" else len(tile[1:]) for tile in bag(new_manual("maharani", 2)).split())
    assert printed == {"C": 8, 1: 24, 2: 24}
    assert tiles == {"C": 12, 1: 24, 2: 24}


TWINS = "at b8 bE g\nat c6 bNW g"


def test_ruling_10_two_artisans_on_one_colour_in_one_quarter_are_refused() -> None:
    """book, important, and ruling 10: only a setup or an edited file can hold that mistake; both cells are named."""
    with pytest.raises(HeaderError) as caught:
        table("bN oC rSE vW", TWINS)
    assert "b8" in str(caught.value)
    assert "c6" in str(caught.value)
    head = "pbem 1 maharani\nid test\nplayer Ana green,yellow N\nplayer Bob red,blue S\nchance manual\nfirst Ana\n"
    with pytest.raises(SaveError) as in_file:
        pbem.read((head + TWINS + "\n").encode(), "edited.txt")
    assert "b8" in str(in_file.value)
    assert "c6" in str(in_file.value)


@pytest.mark.parametrize(
    ("lines", "players"),
    [
        ("at b8 bE g\nat c6 bNW y", 2),
        ("at b8 bE g\nat c6 oNW g", 4),
        ("at b8 bE g\nat e6 bNW g", 4),
        ("at b8 bE g\nat c6 bNW r", 4),
    ],
)
def test_ruling_10_other_pairs_of_artisans_are_legal(lines: str, players: int) -> None:
    """ruling 10: one of each own colour, other tile colours, other quarters, other players: all that may stand."""
    game = table("bN oC rSE vW", lines, players=players)
    assert "\n".join(line for line in game.rules.position(game.state, game.header.names) if line[:2] == "at") == lines


def test_ruling_11_two_players_have_one_set_of_markers() -> None:
    """ruling 11: two colours of artisans, but one seat, one score and four markers."""
    game = table("bN oC rSE vW", players=2)
    game.play("1-f8", "draw 1:yN", "R")
    assert [player.seat for player in game.header.players] == ["N", "S"]
    assert up(game) == "2,3,4"
    assert refused(game, "1-g8") == (IllegalMove, "marker")
    assert game.scores == {"Ana": 1, "Bob": 0}


def test_ruling_12_the_tile_colour_decides_not_the_artisans_colour() -> None:
    """ruling 12: one translation has a worker of the same colour on another tile; the colour of the tile decides."""
    game = table("bE oC rSE vW", "at a6 oN g\nat c6 rNW y", players=2)
    assert candidates(game, "1-b8") == ["1-1b8N+g", "1-1b8N+y"]
    for wrong in ("+a6", "+c6"):
        assert refused(game, f"1-b8{wrong}") == (IllegalMove, "artisan-wrong")


def test_ruling_12_centre_tiles_cannot_be_placed_once_their_cells_are_full() -> None:
    """ruling 12: whether they leave the rondel at once or at the end of the turn is all one."""
    game = table("bC rC yC oE", ONE_CENTRE)
    state: Any = game.state.copy()
    state.apply(Placement(0, 0, read_cell("d8"), 1))
    assert [state.facts.names[tile] for tile in state.slots[1:]] == ["rC", "yC", "oE"]
    assert {step.slot for step in state.steps() if isinstance(step, Placement)} == {3}
    assert refused(game, "1-d8E / 2-e8E") == (IllegalMove, "occupied")
    assert refused(game, "1-d8E / 2-f8") == (IllegalMove, "pattern")


# What a line may claim, and what a position may say


@pytest.mark.parametrize(
    ("line", "right"),
    [("1-b8 =2", 1), ("1-b8 / 4-d2 =2", 0), ("R =1", 0), ("2-e8N =1", 2)],
)
def test_a_claim_must_be_right(line: str, right: int) -> None:
    """claim: what the turn earns, the cost of the second tile included; a wrong one is refused with both numbers."""
    game = table("bN oC rSE vW")
    with pytest.raises(WrongClaim) as caught:
        game.play(line)
    claimed = int(line.split("=")[1])
    assert caught.value.details == {"earned": [right], "written": [claimed]}
    assert game.log == []
    assert game.play(line.replace(f"={claimed}", f"={right}"))[0].endswith(f" ={right}")


def test_a_claim_has_the_own_pay_of_a_quarter_and_nobody_elses() -> None:
    """claim: the pay of the player who moves is in it, that of the others is not."""
    game = table("gN oS bC yN", full_but("1 3 4 f8", "g:e8,e7 r:g8,h7,e6"))
    assert refused(game, "2-f8 =1")[0] is WrongClaim
    assert refused(game, "2-f8 =16")[0] is WrongClaim
    assert game.play("2-f8 =7") == ["1 Ana: 2-2f8W =7"]
    assert game.scores == {"Ana": 7, "Bob": 9, "Cid": 0, "Dana": 0}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("at f8 bSE", "does not fit f8"),
        ("at d5 bSE", "no cell `d5`"),
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

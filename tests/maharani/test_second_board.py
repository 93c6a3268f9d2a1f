"""Maharani on another table of facts: what an owner of the game may correct, the program must not take for granted."""

import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import registry, report
from pbem.errors import AmbiguousMove, IllegalMove, SaveError
from pbem.game import CHANCE
from pbem.session import Session
from tests.checks import CHECKS
from tests.maharani.tools import OTHER, OTHER_TABLE, arrows, placements
from tests.support import PLAYERS, new_manual, position, random_lines

WORDS = PLAYERS["maharani"]
SEEDS = 30

EMPTY_BOARD = """
x -a- -b- -c- -d- -e- -f-
q -1- -1- -1- -2- -2- -2-
5 -E- EW- -W- -S- -C- +++
q -1- -1- -2- -2- -2- -2-
4 -S- -S- -C- NS- -S- +++
q -1- -1- -3- -2- -2- -2-
3 NS- NE- SEW NSW NE- SW-
q -3- -3- -3- -3- -3- -2-
2 -N- -C- NS- NE- -W- -N-
1 +++ -E- NW- -C- +++ +++
x -a- -b- -c- -d- -e- -f-
"""


@pytest.fixture(autouse=True, scope="module")
def second_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The table as an owner would install it: a folder with maharani.toml, named in the environment."""
    folder = tmp_path_factory.mktemp("tables")
    shutil.copyfile(OTHER_TABLE, folder / "maharani.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(registry.OWN_TABLES, str(folder))
        yield folder


def test_the_table_in_the_folder_is_the_one_that_is_played(second_board: Path) -> None:
    game = registry.load("maharani")
    assert game.digest == registry.digest(OTHER)
    assert game.edition == "invented-for-tests"
    assert new_manual("maharani", 2).header.edition == "invented-for-tests"


def test_the_board_is_the_one_of_the_table() -> None:
    game = new_manual("maharani", 2)
    assert game.rules.paint.board(game.view()) == EMPTY_BOARD.split("\n")[1:-1]
    state: Any = game.state
    assert [area.bit_count() for area in state.facts.quarters] == [7, 9, 9]
    assert state.facts.centre.bit_count() == 4


def test_the_bag_is_the_one_of_the_table() -> None:
    state: Any = new_manual("maharani", 2).state
    assert Counter(state.facts.names[tile] for tile in state.bag) == {
        colour + pattern: 2 if pattern == "N" else 1
        for colour in "boryg"
        for pattern in ("C", "N", "E", "EW", "SW", "NSE")
    }


@pytest.mark.parametrize(("players", "artisans"), [(2, "ggg yyy rrr bbb"), (3, "gggg rrrr bbbb"), (4, "gg rr bb yy")])
def test_supplies_and_markers_are_those_of_the_table(players: int, artisans: str) -> None:
    state: Any = new_manual("maharani", players).state
    letters = state.facts.artisan_letters
    found = [letters[own] * state.supply[own] for colours in state.owned for own in colours]
    assert found == artisans.split()
    assert state.markers == [0b111] * players
    assert state.slots == [-1, -1, -1]


@pytest.mark.parametrize(("side", "quarters"), [("N", "231"), ("E", "123"), ("S", "312"), ("W", "231")])
def test_the_rondel_turns_over_three_quarters(side: str, quarters: str) -> None:
    game = position("slot 1 bN\nslot 2 oN\nslot 3 rN\nup Ana -", players=WORDS[4], Ana=side)
    found = {(step.slot + 1, step.quarter + 1) for slot in (1, 2, 3) for step in placements(game, slot)}
    assert found == {(slot, int(quarter)) for slot, quarter in enumerate(quarters, 1)}


def test_a_draw_fills_three_slots() -> None:
    game = new_manual("maharani", 3)
    with pytest.raises(IllegalMove) as caught:
        game.play("draw 1:bN 2:oC 3:rEW 4:gN")
    assert caught.value.details["reason"] == "draw-extra"
    game.play("draw 1:bN 2:oC 3:rEW")
    with pytest.raises(IllegalMove) as caught:
        game.play("4-a5")
    assert caught.value.details["reason"] == "no-slot"


@pytest.mark.parametrize(
    ("tile", "cell", "found"),
    [
        ("bEW", "d4", "EW"),
        ("bEW", "a3", "EW"),
        ("bEW", "c2", "EW"),
        ("bEW", "b5", "NS"),
        ("bEW", "a5", ""),
        ("bEW", "c3", ""),
        ("bNSE", "c3", "E"),
        ("bNSE", "d3", "S"),
        ("bNSE", "d4", ""),
        ("bSW", "f3", "N"),
        ("bSW", "e3", "S"),
        ("bSW", "c1", "E"),
        ("bC", "e5", "NESW"),
    ],
)
def test_a_tile_is_offered_in_every_rotation_that_fits(tile: str, cell: str, found: str) -> None:
    """Ana sits in the west, so a tile whose arrow points west has an artisan, each of her two colours one turn."""
    game = position(f"slot 1 {tile}\nslot 2 oN\nslot 3 rN")
    assert sorted(set(arrows(game, 1, cell))) == sorted(found)
    assert arrows(game, 1, cell).count("W") == (2 if "W" in found else 0)
    for arrow in "NESW":
        if arrow not in found:
            with pytest.raises(IllegalMove) as caught:
                game.play(f"1-{cell}{arrow}")
            assert caught.value.details["reason"] == ("arrow" if found else "pattern")


def test_a_short_form_with_several_rotations_is_ambiguous() -> None:
    game = position("slot 1 bEW\nslot 2 oN\nslot 3 rN")
    with pytest.raises(AmbiguousMove) as caught:
        game.play("1-d4")
    assert caught.value.details["candidates"] == ["1-2d4E", "1-2d4W+g", "1-2d4W+y"]
    with pytest.raises(AmbiguousMove) as caught:
        game.play("1-b5")
    assert caught.value.details["candidates"] == ["1-1b5N", "1-1b5S"]
    with pytest.raises(AmbiguousMove) as caught:
        game.play("1-d4W")
    assert caught.value.details["candidates"] == ["1-2d4W+g", "1-2d4W+y"]
    assert game.log == []


@pytest.mark.parametrize(
    ("line", "canonical", "drawn"),
    [
        ("1-d4E", "1 Ana: 1-2d4E =1", "bE-"),
        ("1-d4+y", "1 Ana: 1-2d4W+y =2", "bWy"),
        ("1-d4W+g", "1 Ana: 1-2d4W+g =2", "bWg"),
        ("1-b5N", "1 Ana: 1-1b5N =1", "bN-"),
        ("1-b5S", "1 Ana: 1-1b5S =1", "bS-"),
    ],
)
def test_a_named_rotation_is_played_and_drawn(line: str, canonical: str, drawn: str) -> None:
    game = position("slot 1 bEW\nslot 2 oN\nslot 3 rN")
    assert game.play(line) == [canonical]
    assert sum(drawn in row.split() for row in game.rules.paint.board(game.view())) == 1


def test_the_report_names_every_rotation() -> None:
    game = position("slot 1 bEW\nslot 2 oNSE\nslot 3 rC")
    lines = "\n".join(report.show(game))
    assert "(N or S on EW, E or W on NS)" in lines
    assert "(E on SEW, S on NSW)" in lines
    assert "(any arrow on C)" in lines


def test_cost_and_pay_are_those_of_the_table() -> None:
    """A second tile costs 1; two artisans are paid 5."""
    drawn = """
    5 -E- EW- -W- -S- -C- +++
    4 oS- rSg -C- NS- -S- +++
    3 oEg yS- SEW NSW NE- SW-
    slot 1 bN
    slot 2 bE
    slot 3 gEW
    """
    game = position(drawn)
    assert game.play("1-a5 / 2-c5") == ["1 Ana: 1-1a5E / 2-1c5S =1"]
    game.play("draw 1:yE 2:yN", "R")
    assert game.play("3-b5N") == ["3 Ana: 3-1b5N =6"]
    assert game.scores == {"Ana": 7, "Bob": 0}


def test_no_text_contradicts_the_table() -> None:
    """What a player is told about costs and places is said of this table, not of the usual one."""
    game = position("slot 1 bN\nslot 2 oN\nslot 3 rN")
    shown = " ".join(report.show(game))
    assert "costs 2" not in shown
    assert "slot 4" not in shown
    assert "quarter 4" not in shown


def conserved(game: Session) -> None:
    """Every tile and every artisan of the table is somewhere, and nowhere twice."""
    state: Any = game.state
    count = len(game.header.players)
    names = state.facts.names
    lying = [names[tile >> 2] for tile in state.tiles if tile >= 0]
    elsewhere = [names[tile] for tile in [*state.slots, *state.bag, *state.out] if tile >= 0]
    assert Counter(lying + elsewhere) == Counter(
        c + p for c in OTHER["tiles"]["colours"] for p in OTHER["tiles"]["patterns"]
    )
    for colours in state.owned:
        for own in colours:
            standing = state.artisans[own].bit_count()
            assert 0 <= standing <= len(lying)
            assert state.supply[own] + standing == OTHER["artisans"]["supply"][str(count)]
    CHECKS["maharani"](game)


def same_setup(game: Session) -> None:
    """The position as a setup, as a drawn board, and back."""
    state: Any = game.state
    again = pbem.new("maharani", kind="manual", setup=game.setup(), id="test")
    other: Any = again.state
    names = game.header.names
    lines = game.rules.position(state, names)
    assert game.rules.position(other, names) == lines
    assert again.key == game.key
    assert (other.actor, other.mover, other.turn) == (state.actor, state.mover, state.turn)
    assert (other.bag, other.supply, other.paid, other.artisans) == (
        state.bag,
        state.supply,
        state.paid,
        state.artisans,
    )
    assert list(other.steps()) == list(state.steps())
    board = game.rules.paint.board(game.view())
    tiles = [line for line in lines if line.startswith("at ")]
    assert sorted(game.rules.paint.read(game.rules, board)) == sorted(tiles)
    rest = "\n".join(line for line in lines if not line.startswith("at "))
    drawn = pbem.new(
        "maharani",
        WORDS[len(names)],
        kind="manual",
        first=names[state.mover],
        setup=rest + "\n" + "\n".join(board),
        id="test",
    )
    assert drawn.key == game.key
    there: Any = drawn.state
    assert [_turned(row) for row in game.rules.paint.board(drawn.view())] == [_turned(row) for row in board]
    for cell, tile in enumerate(state.tiles):  # where one way only fits, the tile lies that way again
        if tile >= 0 and len(state.facts.arrows[tile >> 2][cell]) == 1:
            assert (other.tiles[cell], there.tiles[cell]) == (tile, tile)


def _turned(row: str) -> str:
    """A row of a drawn board without the arrows of its tiles, which a setup does not keep."""
    return re.sub("([a-z])[NESW]", r"\1", row)


@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4))])
def test_random_games_to_the_end(players: int) -> None:
    """Nothing is lost after any line; every game ends, some with a full board and some with tiles that fit nowhere."""
    endings: Counter[bool] = Counter()
    for seed in range(SEEDS):
        rng = random.Random(f"second board {players} {seed}")
        game = new_manual("maharani", players)
        conserved(game)
        while not game.over:
            before, mover, turn = game.scores, str(game.to_move), game.turn
            line = random_lines(game, rng, most=1)[0]
            conserved(game)
            state: Any = game.state
            if state.turn > turn and not state.stuck:
                assert game.scores[mover] - before[mover] == int(line.rsplit("=", 1)[1])
        endings[bool(state.stuck)] += 1
        assert game.winners == [name for name, gold in game.scores.items() if gold == max(game.scores.values())]
        assert (state.empty == 0) is not state.stuck
        again = pbem.read(game.record().encode(), "record")
        assert (again.record(), again.key, again.scores) == (game.record(), game.key, game.scores)
        assert pbem.read(game.toml().encode(), "save").toml() == game.toml()
    assert min(endings[True], endings[False]) > 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.slow
def test_every_position_is_a_setup_and_a_drawn_board(players: int) -> None:
    for seed in range(6):
        rng = random.Random(f"second setup {players} {seed}")
        game = new_manual("maharani", players)
        same_setup(game)
        while not game.over:
            random_lines(game, rng, most=1)
            if not game.over:
                same_setup(game)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_listed_turn_is_accepted(players: int) -> None:
    rng = random.Random(f"second listed {players}")
    listed = 0
    for _ in range(5):
        game = new_manual("maharani", players)
        random_lines(game, rng, most=rng.randrange(1, 20))
        if game.state.actor == CHANCE:
            random_lines(game, rng, most=1)
        moves = game.legal()
        assert len({move.text for move in moves}) == len(moves)
        for move in rng.sample(moves, min(40, len(moves))):
            trial = pbem.read(game.record().encode(), "record")
            assert trial.play(move.text)[0].endswith(f": {move.text} ={move.earns[0]}")
            conserved(trial)
            listed += 1
    assert listed > 40


def test_a_seeded_game_deals_from_this_bag() -> None:
    game = pbem.new("maharani", WORDS[2], seed="second", id="second", first="Ana")
    rng = random.Random(7)
    while not game.over:
        state = game.state.copy()
        steps = list(state.steps())
        game.play(game.rules.words.format_step(rng.choice(steps[1:] or steps)))
        conserved(game)
    assert pbem.read(game.toml().encode(), "save").key == game.key


def test_a_game_of_one_table_is_not_read_with_another(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_manual("maharani", 2)
    random_lines(game, random.Random(3), most=8)
    monkeypatch.delenv(registry.OWN_TABLES)
    for text in (game.toml(), game.record()):
        with pytest.raises(SaveError, match="invented-for-tests"):
            pbem.read(text.encode(), "file")

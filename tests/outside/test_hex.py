"""Hex, a game from outside, by its rules: the players swap sides, nothing is drawn or counted, and one has won."""

import pickle
import random
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import board, header, registry, report
from pbem.errors import HeaderError, IllegalMove, NotationError, PbemError, SaveError
from pbem.game import Rules, View
from pbem.session import Session
from pbem.testing import Conformance
from pbem_hex.facts import SWAP, Facts, Place
from pbem_hex.notation import BESIDE
from pbem_hex.state import LEFT, TOP, State
from tests.support import Some, drawn, new_hex, played_hex, random_hex

TABLE = Path(__file__).parent / "pbem_hex" / "hex.toml"
SIZE = 11


# Who has won


FILE_F = [f"f{row}" for row in range(1, 12)]
FILE_A = [f"a{row}" for row in range(1, 12)]
FILE_K = [f"k{row}" for row in range(1, 12) if row != 6]
ROW_6 = [f"{column}6" for column in "abcdefghijk"]
ASLANT = [f"{column}{row}" for row, column in enumerate("kjihgfedcba", 1)]


@pytest.mark.parametrize(
    ("x", "o", "winner"),
    [
        (FILE_F, FILE_A[:-1], "Ana"),
        ([*FILE_K, "a1"], ROW_6, "Bob"),
        (ASLANT, FILE_A[:-1], "Ana"),
    ],
    ids=["top to bottom", "left to right", "aslant"],
)
def test_who_connects_two_edges_has_won(x: list[str], o: list[str], winner: str) -> None:
    turns = [cell for cells in zip_longest(x, o) for cell in cells if cell]
    game = new_hex()
    game.play(*turns[:-1])
    assert not game.over
    game.play(turns[-1])
    assert game.over
    assert game.winners == [winner]
    assert game.result_line() == f"result {winner} has won"
    assert game.record().endswith(f"\nresult {winner} has won\n")
    assert report.show(game)[1] == f"Over after {len(turns)} turns. {winner} has won."
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play("c3")


def test_cells_from_the_upper_left_to_the_lower_right_do_not_touch() -> None:
    facts = Facts({"size": SIZE})
    stones = sum(facts.bit(Place(at, at)) for at in range(SIZE))
    assert facts.chain(facts.bit(Place(0, 0)), stones) == facts.bit(Place(0, 0))


def test_no_chain_leads_around_an_edge() -> None:
    facts = Facts({"size": SIZE})
    for row in range(SIZE):
        last, first = facts.bit(Place(SIZE - 1, row)), sum(facts.bit(Place(0, other)) for other in range(SIZE))
        assert facts.chain(last, last | first) == last


def connected(stones: set[Place], side: int) -> bool:
    """Whether stones connect the edges of a side: looked at one by one."""
    along = 1 if side == TOP else 0
    reached = [cell for cell in stones if cell[along] == 0]
    seen = set(reached)
    for cell in reached:
        for right, down in BESIDE:
            other = Place(cell.column + right, cell.row + down)
            if other in stones and other not in seen:
                seen.add(other)
                reached.append(other)
    return any(cell[along] == SIZE - 1 for cell in seen)


def test_a_full_board_has_one_winner() -> None:
    """However the stones lie: so no game is drawn. Chains by shifts are those found cell by cell."""
    facts = Facts({"size": SIZE})
    for seed in range(300):
        rng = random.Random(seed)
        cells = rng.sample(facts.places, len(facts.places))
        state = State(facts, 0)
        sides = set(cells[: rng.randrange(50, 72)]), set(cells)
        sides[LEFT].difference_update(sides[TOP])
        for side in (TOP, LEFT):
            state.stones[side] = sum(map(facts.bit, sides[side]))
            assert bool(state.connection(side)) == connected(sides[side], side)
        assert bool(state.connection(TOP)) != bool(state.connection(LEFT))


def test_random_games_end_with_one_winner(games: int | None, some: Some) -> None:
    for seed in range(games or some(8, 30)):
        game = random_hex(random.Random(seed))
        assert len(game.winners) == 1
        state: Any = game.state
        assert state.connection(state.side(state.mover))
        assert not state.connection(state.side(1 - state.mover))
        assert pbem.read(game.record()).record() == game.record()
        assert pbem.read(game.toml()).toml() == game.toml()
        assert pbem.read(game.toml()).key == game.key


# Swap


def test_after_a_swap_the_players_have_changed_sides() -> None:
    game = played_hex("f1 swap")
    assert game.log == ["1 Ana: f1", "2 Bob: swap"]
    assert game.rules.position(game.state, game.header.names) == ["turn 3", "top Bob", "row 1 . . . . . x . . . . ."]
    assert game.rules.paint.report(game.view()) == ["o Ana connects left and right", "x Bob connects top and bottom"]
    for row in range(2, 12):
        game.play(f"a{row}", f"f{row}")
    assert game.winners == ["Bob"]
    assert drawn(game)[6] == "6- o . . . . X . . . . ."


def test_a_swap_is_taken_back() -> None:
    game = played_hex("f1")
    key = game.key
    game.play("swap")
    assert game.key != key
    game.undo()
    assert game.key == key
    assert "swap" in [move.text for move in game.legal()]


def test_the_same_stones_with_other_sides_are_another_position() -> None:
    assert len({new_hex("row 3 x" + " ." * 10 + f"\ntop {name}", "Ana").key for name in ("Ana", "Bob")}) == 2


@pytest.mark.parametrize(
    ("moves", "reason"),
    [("", "no stone yet"), ("f6 f7", "only the very first"), ("f6 swap", "only the very first")],
)
def test_nothing_else_can_be_swapped(moves: str, reason: str) -> None:
    game = played_hex(moves)
    assert SWAP not in game.state.steps()
    with pytest.raises(IllegalMove, match=reason):
        game.play("swap")


def test_a_setup_of_turn_2_can_be_swapped() -> None:
    again = new_hex(played_hex("f1").setup())
    again.play("swap")
    assert again.log == ["2 Bob: swap"]


# What is refused


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("f6", "there is a stone on f6; legal near it would be f5, g5, e6, g6, e7, f7"),
        ("F6", "there is a stone on f6"),
        ("a1", "there is a stone on a1; legal near it would be b1, a2$"),
        ("l3", "the board has no l3: its columns are a to k, its rows 1 to 11; legal near it would be k3, k4$"),
        ("z26", "the board has no z26: its columns are a to k, its rows 1 to 11$"),
        ("c12", "the board has no c12: .*; legal near it would be c11, d11$"),
        ("3 Bob: c3", "it is not Bob's turn"),
    ],
)
def test_a_refused_cell_leads_to_its_neighbours(move: str, said: str) -> None:
    game = played_hex("f6 a1")
    with pytest.raises(PbemError, match=said):
        game.play(move)
    assert len(game.log) == 2


@pytest.mark.parametrize(
    ("move", "column"),
    [
        *(("f6 / f7", 4), ("f6 f7", 4), ("f0", 1), ("f06", 1), ("f6 =3", 4)),
        *(("swap f6", 6), ("pass", 1), ("draw f6", 1), ("6f", 2)),
    ],
)
def test_anything_else_is_no_move(move: str, column: int) -> None:
    with pytest.raises(NotationError, match=f"^cannot read `{move}` at column {column}: `") as error:
        new_hex().play(move)
    assert error.value.column == column


def test_what_is_expected_is_what_there_is() -> None:
    with pytest.raises(NotationError, match="expected a cell such as f6 or swap; a move looks like `f6`"):
        new_hex().play("Ana: q")
    with pytest.raises(NotationError, match=r"expected a number\n"):
        new_hex().play("undo f6")
    with pytest.raises(IllegalMove, match="nothing is drawn in Hex"):
        new_hex().play("undo draw")


@pytest.mark.parametrize("name", ["swap", "Swap", "SWAP"])
def test_nobody_is_called_swap(name: str) -> None:
    with pytest.raises(HeaderError, match="it is a word of moves in Hex"):
        pbem.new("hex", ["Ana", name])


@pytest.mark.parametrize("name", ["f", "x", "o", "top", "row", "turn", "Swap it", "Öz 3"])
def test_anything_else_is_a_name(name: str) -> None:
    game = pbem.new("hex", [name, "Bob"], id="test")
    game.play(f"1 {name}: f6", "swap", f"3 {name}: a1")
    again = pbem.read(game.record())
    assert (again.key, again.log) == (game.key, game.log)
    setup = pbem.new("hex", setup=game.setup(), id="test")
    assert setup.key == game.key


@pytest.mark.parametrize("more", [{"kind": "seed"}, {"kind": "manual"}, {"seed": "taj"}, {"secret": "taj"}])
def test_there_is_no_chance_to_decide(more: dict[str, Any]) -> None:
    with pytest.raises(HeaderError, match="nothing is drawn in Hex"):
        pbem.new("hex", ["Ana", "Bob"], **more)
    with pytest.raises(SaveError, match="nothing is drawn"):
        pbem.read(new_hex().record().replace("first Ana", "first Ana drawn"))


# Tables


def table(tmp_path: Path, size: str) -> Rules:
    """The game on a board of another size, an owner's table."""
    text = TABLE.read_text("utf-8")
    (tmp_path / "hex.toml").write_text(text.replace("size = 11", size), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(registry.OWN_TABLES, str(tmp_path))
        return registry.load("hex")


@pytest.mark.parametrize("size", [2, 5, 14, 18])
def test_other_sizes_are_played(tmp_path: Path, size: int) -> None:
    rules = table(tmp_path, f"size = {size}")
    players = [header.Player("Ana"), header.Player("Bob")]
    state = rules.start(header.Header("hex", players))
    rng = random.Random(size)
    while state.actor >= 0:
        state.apply(rng.choice(state.steps()))
    picture = rules.paint.board(View(state, ["Ana", "Bob"], 0))
    assert len(picture) == size + 2
    assert all(board.is_row(line, 1) or size == 2 for line in picture)
    assert max(map(len, picture)) <= board.BOARD_WIDTH
    assert f"rows 1 and {size}," in rules.paint.rules_text(rules)


@pytest.mark.parametrize("size", ["size = 1", "size = 19", "", "size = '11'"])
def test_tables_that_cannot_be_played_are_refused(tmp_path: Path, size: str) -> None:
    with pytest.raises(SaveError, match="not a usable table of a game"):
        table(tmp_path, size)


def test_positions_share_the_table_in_other_processes() -> None:
    state: Any = played_hex("f6 swap").state
    again = pickle.loads(pickle.dumps(state))
    assert again.facts is state.facts
    assert again.stones == state.stones


# The suite that every game must pass


class TestHex(Conformance):
    """Everything that must hold in any game."""

    game = "hex"
    players = {2: ["Ana", "Bob"]}

    def invariant(self, session: Session) -> None:
        """x and o take turns, no cell has two stones, and who is connected has won."""
        state: Any = session.state
        x, o = state.stones
        assert not x & o
        assert state.count(0) - state.count(1) in (0, 1)
        connected = [side for side in (0, 1) if state.connection(side)]
        assert connected == ([state.side(state.mover)] if session.over else [])

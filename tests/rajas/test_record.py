"""Records, save files, games from a seed."""

import pytest

import pbem
from pbem.errors import HeaderError, PbemError
from tests.rajas.tools import RECORD, ROLLS, TOP, fresh, lies, play, read, refused, table, whole

# Records


def test_the_example_of_the_header() -> None:
    """notation: header, chance lines, the first turn; importing and exporting gives it back."""
    game = read(RECORD)
    assert game.record() == whole(RECORD, game)
    assert (game.to_move, game.turn) == ("Cid", 2)
    assert lies(game, "slot Bob") == "E1 b-worker"


def test_the_order_of_options() -> None:
    """notation: ganga, navaratnas, then one line for each expert."""
    game = fresh(2, ["navaratnas", "ganga"])
    assert "\noption ganga\noption navaratnas\n" in game.record()
    game = fresh(3, ["expert Bob", "expert Ana"])
    assert game.record().count("\noption expert ") == 2


def test_an_expert_is_a_player() -> None:
    """notation: `option expert NAME`."""
    with pytest.raises(HeaderError):
        fresh(2, ["expert Eve"])


def test_colours_are_needed() -> None:
    """notation: each player has one of four, and no two the same."""
    for names in (["Ana=pink", "Bob=red"], ["Ana=red", "Bob=red"], ["Ana=red,blue", "Bob=green"]):
        with pytest.raises(HeaderError):
            pbem.new("rajas", names, kind="manual", first="Ana", id="test")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("roll Bob o1 g2 b3 p4", "roll-name"),
        ("roll o5 g4 b3 p2", "due-rolls"),
        ("roll Ana p2 b3 g4 o5", "roll-colours"),
        ("draw oS2", "due-rolls"),
    ],
)
def test_the_first_dice_in_order(line: str, reason: str) -> None:
    """notation: one line for each player in the order of their lines, o g b p."""
    game = play(fresh(2, first="Bob"), f"draw {TOP}")
    assert refused(game, line) == reason


def test_river_tiles_come_before_the_dice() -> None:
    """notation: in the order of the example."""
    game = play(fresh(2, ["ganga"]), f"draw {TOP}")
    assert refused(game, f"roll Ana {ROLLS['Ana']}") == "due-river"


def test_brown_tiles_in_turn_order() -> None:
    """notation: from the first player on."""
    game = fresh(2, ["navaratnas"], "Bob")
    play(game, f"draw {TOP}", f"roll Ana {ROLLS['Ana']}", f"roll Bob {ROLLS['Bob']}")
    assert refused(game, "draw brown Ana building, Bob worker") == "brown-names"
    assert game.play("draw brown Bob worker, Ana building") == ["draw brown Bob worker, Ana building"]


def test_the_result_may_be_missing() -> None:
    """notation: missing is accepted."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    assert read(game.record().replace("result Ana 0, Bob -44\n", "")).over


def test_a_record_with_undone_lines() -> None:
    """notation: they stay in the log; a turn in two lines and its results."""
    game = table("dice Ana o5", show="oS3")
    play(game, "Q oS3 b4EW -o5", "draw oS1", "+g", "roll g1", "undo 1", "P0")
    assert [line for line in game.record().splitlines() if line.startswith(("1", "undo"))] == [
        "1 Ana: Q oS3 b4EW -o5 =0,1",
        "1 Ana: +g =0,5",
        "undo 1 line 5",
        "1 Ana: P0 =0,2",
    ]
    assert read(game.record()).record() == game.record()


def test_a_save_file_gives_the_same_game() -> None:
    """notation: so does TOML to record to TOML."""
    game = read(RECORD)
    again = pbem.read(game.toml().encode(), "save")
    assert (again.record(), again.toml()) == (game.record(), game.toml())


# Seed games


def test_the_first_player_of_a_seed_game() -> None:
    """ruling 3 and notation: drawn, one of those with the lowest sum of dice."""
    for seed in ("a", "b", "c"):
        game = pbem.new("rajas", ["Ana=yellow", "Bob=red", "Cid=blue"], seed=seed, id="test")
        sums = {name: sum(int(die[1]) for die in lies(game, f"dice {name}").split()) for name in game.header.names}
        assert sums[str(game.to_move)] == min(sums.values())
        assert f"\nfirst {game.to_move} drawn\n" in game.record()
        assert read(game.record()).record() == game.record()


def test_a_named_first_player_of_a_seed_game() -> None:
    """ruling 3: overrides the dice."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="a", first="Bob", id="test")
    assert (game.to_move, lies(game, "at Bob").split()[1]) == ("Bob", "3")


def test_results_of_a_seed_game_are_dealt() -> None:
    """notation: by an event of its own for every die; undo and the same turn deal the same."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="a", first="Bob", id="test")
    found = game.play("Pg")
    assert len(found) == 2
    assert found[1].startswith("roll g")
    game.play("undo 1")
    assert game.play("Pg") == found


def test_results_of_different_kinds_are_counted_separately() -> None:
    """notation: the tile turned up does not depend on a die rolled before."""
    line = "Q oS6 d4NESW -o6 / ND: / NE: stay"
    lines = ["dice Ana o6", "at Bob workers 4 0"]
    drawn = table(*lines, show="oS6", seed="a").play(line)[1]
    later = play(table(*lines, show="oS6", seed="a"), "Pg")
    assert drawn.startswith("draw oS")
    assert later.play(line)[1] == drawn


def test_a_typed_result_of_a_seed_game_must_be_the_one_dealt() -> None:
    """notation: in seed games it must equal the drawn one."""
    dealt = table(seed="a").play("Pg")[1]
    other = next(f"roll g{value}" for value in "123456" if f"roll g{value}" != dealt)
    game = table(seed="a")
    with pytest.raises(PbemError):
        game.play("Pg", other)
    assert game.log == []
    assert game.play("Pg", dealt) == ["1 Ana: Pg =0,0", dealt]


def test_the_key_changes_with_every_line_of_the_start() -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="keys", options=["ganga", "navaratnas"], id="keys")
    again = pbem.new(
        "rajas", ["Ana=yellow", "Bob=red"], kind="manual", first=game.to_move, options=["ganga", "navaratnas"], id="x"
    )
    keys = [again.key]
    for line in game.log:
        again.play(line)
        keys.append(again.key)
    assert len(set(keys)) == len(keys)

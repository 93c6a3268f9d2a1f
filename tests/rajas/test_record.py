"""Records, save files, games from a seed; a line that goes on after the results that are made for it."""

import pytest

import pbem
from pbem.errors import HeaderError, PbemError
from pbem.session import Session
from tests.rajas.tools import RECORD, ROLLS, TOP, fresh, lies, play, read, refused, table, whole
from tests.support import case_of

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
    with pytest.raises(HeaderError, match=r"^option `expert Eve`: no player is called so$"):
        fresh(2, ["expert Eve"])


def test_colours_are_needed() -> None:
    """notation: each player has one of four, and no two the same."""
    for names, said in (
        (["Ana=pink", "Bob=red"], "`pink` is no colour of rajas; there is yellow, red, blue, green"),
        (["Ana=red", "Bob=red"], "the colour red is taken twice"),
        (["Ana=red,blue", "Bob=green"], "Ana needs 1 colour with 2 players, has 2"),
    ):
        with pytest.raises(HeaderError, match=f"^{said}$"):
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
    with pytest.raises(PbemError, match=f"`{other}` is not what was drawn: `{dealt}`"):
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


# Games that are dealt

FIRST = "1 Ana: P2 -b2 +o +b =0,0"
RESULTS = ["roll o3 b2", "draw white up"]
"""What seed `s2` makes of it."""


def dealt() -> Session:
    """A game with the seed `s2` in which Ana may have the dancer."""
    return table("dice Ana b2", seed="s2")


@pytest.mark.parametrize(
    ("rest", "stored"),
    [
        ("(up: up Te) (die: +g) (else: )", "1 Ana: up Te =0,0"),
        ("(up: up Mi) (else: +g)", "1 Ana: up Mi =0,0"),
        ("(die: +g) (else: up Fo)", "1 Ana: up Fo =0,0"),
        ("up Pa", "1 Ana: up Pa =0,0"),
    ],
)
def test_a_dealt_game_goes_on_after_a_roll(rest: str, stored: str) -> None:
    """The roll and the white tile are made, and what was said for them is played: one call, a whole turn."""
    game = dealt()
    assert game.play(f"P2 -b2 +o +b / {rest}") == [FIRST, *RESULTS, stored]
    assert (game.log, game.to_move, game.turn, game.left_out) == ([FIRST, *RESULTS, stored], "Bob", 2, "")
    assert lies(game, "dice Ana") == "o3 b2"
    building = stored.split()[3]
    assert lies(game, "up Ana") == ",".join("3" if name == building else "2" for name in ("Te", "Pa", "Fo", "Mi"))
    assert pbem.read(game.record().encode(), "record").key == game.key


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        ("(up: +g) (else: )", "`+g` is not legal: an upgrade is left out"),
        ("(die: +g) (else: )", "the turn is not finished: an upgrade is left out"),
        ("(up: ) (else: up Te)", "the turn is not finished: an upgrade is left out"),
    ],
)
def test_what_does_not_fit_the_results_is_told(rest: str, why: str) -> None:
    game = dealt()
    assert game.play(f"P2 -b2 +o +b / {rest}") == [FIRST, *RESULTS]
    assert (game.to_move, game.turn) == ("Ana", 1)
    assert game.left_out.startswith(why)
    assert game.play("up Te") == ["1 Ana: up Te =0,0"]
    assert (game.to_move, game.left_out) == ("Bob", "")


def test_nothing_goes_on_while_results_are_not_made() -> None:
    game = dealt()
    assert game.play("P2 -b2 +o +b / (up: up Te) (else: )", deal=False) == [FIRST]
    assert "it waits for results" in game.left_out
    assert (game.state.actor, game.turn) == (-1, 1)
    assert game.play() == RESULTS


def test_two_turns_of_a_dealt_game_in_one_call() -> None:
    """What is left of a line is played before the next one."""
    game = dealt()
    added = game.play("P2 -b2 +o +b / (up: up Te) (else: )", "P0")
    assert added == [FIRST, *RESULTS, "1 Ana: up Te =0,0", "2 Bob: P0 =0,2"]
    assert game.to_move == "Ana"


def test_a_game_dealt_by_hand_waits_for_the_same_results() -> None:
    game = table("dice Ana b2")
    added = game.play("P2 -b2 +o +b / (up: up Te) (die: +g) (else: )", *RESULTS)
    assert added == [FIRST, *RESULTS, "1 Ana: up Te =0,0"]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Q oS4 b4NEW -o5 / NW:", "+g / NB:"),
        ("Q oS4 d4NEW -o5 / NE:", "boat / +o +o / ND:"),
        ("Q oS4 d4NEW -o5 / NE:", "stay / ND:"),
    ],
)
def test_a_line_goes_on_after_it_stopped_behind_a_name(line: str, left: str) -> None:
    """notation: typed in one, it is played as if it were typed in two."""
    result = "draw oS1"
    game, apart = table("dice Ana o5"), play(table("dice Ana o5"), line, result, left)
    assert game.play(f"{line} / {left}", result) == apart.log
    assert (len(apart.log), game.key) == (3, apart.key)


def test_what_stands_behind_a_name_alone_answers_it() -> None:
    """notation: what no result makes legal is refused with the whole line."""
    game = table("dice Ana o5")
    assert refused(game, "Q oS4 d4NEW -o5 / NE: / ND:") == "stop"
    assert refused(game, "Q oS4 d4NEW -o5 / NE: / up Mi") == "stop"
    assert game.log == []


def test_a_step_behind_one_that_is_left_unsaid_is_none_of_the_next_player() -> None:
    """Which yield is paid may be left unsaid, also where that ends the turn."""
    game = case_of("rajas", 2).new(kind="seed", id="f", seed="f0")
    game.play(
        "Q gC2 b4EW -g1k / +o",
        "Mt -p5k",
        "Ppg -p3",
        "Ms -b2",
        "Mp -g5",
        "H1 -g1 / +o +b",
        "7 Ana: Q oS6 b4NESW -o1 -o5 / NW: +p =2,4",
    )
    for text in ("Po", "7 Ana: Po", "NB: / Po", "P0", "+p", "H1 -g1"):
        assert refused(game, text) in ("finished", "not-your-turn"), text
    assert game.play("NB:")[0] == "7 Ana: NB: =0,0"
    assert pbem.read(game.record()).log == game.log

"""From getting ready to the end: the first dice, turns, phases, rounds, and what the end is worth."""

from typing import Any

import pytest

import pbem
from pbem.errors import HeaderError, PbemError
from pbem.game import CHANCE
from pbem.session import Session
from tests.rajas.tools import PLAYERS, RECORD, ROLLS, TOP, begun, fresh, has, lies, opening, play, read, refused, table
from tests.support import ROOT

# Getting ready


@pytest.mark.parametrize(("number", "said"), [(1, "rajas is for 2 to 4 players, not 1"), (5, "`black` is no colour")])
def test_two_to_four_players(number: int, said: str) -> None:
    """[FR] L14: a fifth one has no colour."""
    names = [*PLAYERS, "Eve=black"][:number]
    with pytest.raises(HeaderError, match=f"^{said}"):
        pbem.new("rajas", names, kind="manual", first="Ana", id="test")


@pytest.mark.parametrize(("first", "money"), [("Ana", [3, 4, 5, 6]), ("Cid", [5, 6, 3, 4])])
def test_money_at_the_start(first: str, money: list[int]) -> None:
    """[FR] L66-82 and ruling 3: 3 for the first player, one more for each after him, clockwise."""
    game = opening(4, first=first)
    assert [has(game, "money", name) for name in ROLLS] == money


def test_the_rest_at_the_start() -> None:
    """[FR] L122-160: fame 0, karma 1, the boat at the start, buildings at 2, three workers."""
    game = opening()
    assert lies(game, "at Ana") == "money 3 fame 0 karma 1 boat 0 workers 3 3"
    assert (lies(game, "up Ana"), lies(game, "tile Ana b4"), lies(game, "taken Ana")) == ("", "", "")


def test_dice_at_the_start() -> None:
    """[FR] L161-172 and fact: one die of each colour, as rolled."""
    game = opening(4)
    assert [lies(game, f"dice {name}") for name in ROLLS] == list(ROLLS.values())


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        ("o5 g4 b3", "notation"),
        ("o5 o4 b3 p2", "roll-colours"),
        ("o5 g4 b3 p2 p3", "roll-name"),  # read as the dice of a player called `Ana o5`
    ],
)
def test_one_die_of_each_colour(dice: str, reason: str) -> None:
    """[FR] L161-164."""
    game = play(fresh(), f"draw {TOP}")
    assert refused(game, f"roll Ana {dice}") == reason


def test_twelve_piles_lie_open() -> None:
    """[FR] L107-113: by colour and back."""
    assert lies(opening(), "top") == TOP


@pytest.mark.parametrize("wrong", [TOP.removeprefix("oS4 "), TOP.replace("oS4", "oC4"), TOP.replace("gS3", "oS3")])
def test_each_pile_shows_a_tile(wrong: str) -> None:
    """[FR] L107-113: snake, cow and tiger of each colour."""
    assert refused(fresh(), f"draw {wrong}") == "piles"


@pytest.mark.parametrize(("name", "accepted"), [("Bob", True), ("Ana", False), ("Cid", False)])
def test_the_lowest_dice_begin(name: str, accepted: bool) -> None:
    """[FR] L64-66 and ruling 3: 14, 10 and 14 points."""
    lines = [f"draw {TOP}", *(f"roll {who} {ROLLS[who]}" for who in ("Ana", "Bob", "Cid"))]
    game = record(f"first {name} drawn", *lines[:-1])
    if accepted:
        game.play(lines[-1])
        assert game.to_move == name
    else:
        assert refused(game, lines[-1]) == "first-drawn"


@pytest.mark.parametrize("name", ["Ana", "Cid"])
def test_a_tie_is_drawn(name: str) -> None:
    """[FR] L66-68 and ruling 3: either of those tied may be first."""
    game = record(f"first {name} drawn", f"draw {TOP}", "roll Ana o1 g1 b1 p1", "roll Bob o2 g2 b2 p2")
    game.play("roll Cid o1 g1 b1 p1")
    assert game.to_move == name


def test_a_first_player_who_is_named() -> None:
    """ruling 3: overrides the dice."""
    assert opening(3, first="Cid").to_move == "Cid"


def record(first: str, *lines: str) -> Session:
    """A game of three from a record that goes so far."""
    header = ["pbem 1 rajas", "id test", *(f"player {text.replace('=', ' ')}" for text in PLAYERS[:3])]
    text = "\n".join([*header, "chance manual", first, "", *lines, ""])
    return pbem.read(text.encode(), "test.txt")


# Options and the first player


def test_experts_are_options_for_players() -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="x", options=["expert bob", "ganga"], id="x")
    assert game.header.options == ["ganga", "expert Bob"]
    assert "option ganga\noption expert Bob\n" in game.record()
    assert pbem.read(game.toml().encode(), "save").record() == game.record()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["expert Zed"], "option `expert Zed`: no player is called so"),
        (["expert"], "`expert` is no option of rajas: there is ganga, navaratnas, expert NAME"),
        (["navaratnas", "expert Ana"], "experts and navaratnas exclude each other"),
        (["ganga", "ganga"], "the option ganga is taken twice"),
    ],
)
def test_options_that_cannot_be(options: list[str], said: str) -> None:
    with pytest.raises(HeaderError, match=f"^{said}$"):
        pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="x", options=options)


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
def test_the_first_player_drawn_has_the_lowest_dice(seed: str) -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red", "Cid=blue"], seed=seed, id="first", options=["ganga"])
    rolls = {line.split()[1]: sum(int(die[1]) for die in line.split()[2:]) for line in game.log if line[:4] == "roll"}
    first = game.header.names[game.header.first]
    assert rolls[first] == min(rolls.values())
    assert f"first {first} drawn\n" in game.record()
    assert pbem.read(game.record().encode(), "record").record() == game.record()


def test_a_first_player_who_cannot_have_been_drawn() -> None:
    text = begun().record().replace("first Ana\n", "first Bob drawn\n")
    with pytest.raises(PbemError, match="lowest dice"):
        pbem.read(text.encode(), "record")


def test_of_several_with_the_lowest_dice_chance_draws_the_first_player() -> None:
    """ruling 3: over many seeds with a tie, each of those tied begins sometimes."""
    began = set()
    for seed in range(400):
        game = pbem.new("rajas", PLAYERS[:2], seed=str(seed), id="tie")
        sums = [sum(int(die[1]) for die in line.split()[2:]) for line in game.log if line.startswith("roll ")]
        if sums[0] == sums[1]:
            began.add(game.header.first)
    assert began == {0, 1}
    assert game.state.actor != CHANCE


# Turns, phases, rounds


def test_play_goes_clockwise() -> None:
    """[FR] L184-188 and ruling 3: the order of the players."""
    game = table(players=4, first="Cid")
    order = [game.to_move]
    for _ in range(4):
        order.append(play(game, "P0").to_move)
    assert order == ["Cid", "Dana", "Ana", "Bob", "Cid"]


def test_one_worker_in_each_phase() -> None:
    """[FR] L184-186 and ruling 1."""
    game = play(table(), "P0")
    assert (game.to_move, has(game, "unplaced"), has(game, "unplaced", "Bob")) == ("Bob", 3, 4)


def test_who_has_no_worker_is_skipped() -> None:
    """[FR] L186-188 and ruling 5: without a line and a number."""
    game = play(table("turn 9", "at Bob workers 4 0"), "P0")
    assert (game.to_move, game.turn) == ("Ana", 10)


NOTHING_LEFT = [
    "used P0,P0,Po,Pg,Pb,Pp",
    "quarry 4",
    "assorted Ana",
]
"""With no dice, and one worker on the outer terrace, nothing is left for anybody."""


def test_who_cannot_place_a_worker_is_skipped() -> None:
    """ruling 5: and asked again in the next phase."""
    game = play(table(*NOTHING_LEFT, "dice Ana o1"), "P0")
    assert (game.to_move, has(game, "unplaced", "Bob")) == ("Ana", 4)


def test_the_round_ends_when_nobody_can_place() -> None:
    """[FR] L186-189 and ruling 5: all take their workers back."""
    game = play(table(*NOTHING_LEFT), "P0")
    assert (has(game, "unplaced"), has(game, "unplaced", "Bob")) == (4, 4)
    assert (game.to_move, lies(game, "used"), lies(game, "quarry")) == ("Bob", "", "")


def last_worker(*lines: str, **more: Any) -> Session:
    """Ana has the last worker of the round."""
    others = [f"at {name} workers 4 0" for name in ("Bob", "Cid", "Dana")[: more.get("players", 2) - 1]]
    return table("at Ana workers 4 1", *others, *lines, **more)


def test_workers_come_back_at_the_end_of_the_round() -> None:
    """[FR] L769-771 and L782-783."""
    game = play(last_worker("used Ms,Pg", "quarry 2", "harbour 1", "assorted Ana"), "P0")
    assert [has(game, "unplaced", name) for name in ("Ana", "Bob")] == [4, 4]
    assert [lies(game, word) for word in ("used", "quarry", "harbour", "assorted")] == ["", "", "", ""]


def test_the_next_clockwise_is_first() -> None:
    """[FR] L780-782 and ruling 28."""
    assert play(last_worker(players=3), "P0").to_move == "Bob"
    assert play(last_worker("round Bob", players=3), "P0").to_move == "Cid"
    assert play(last_worker("round Cid", players=3), "P0").to_move == "Ana"


def test_who_met_the_grand_mogul_is_first() -> None:
    """[FR] L771-780 and ruling 28."""
    game = play(last_worker("mogul Cid", players=3), "P0")
    assert (game.to_move, lies(game, "mogul")) == ("Cid", "")
    assert play(last_worker("dice Ana o1"), "P1 -o1").to_move == "Ana"


def test_dice_money_and_karma_stay() -> None:
    """[FR] L769-784: only workers are taken back."""
    game = play(last_worker("dice Ana o1 p6"), "P0")
    assert (lies(game, "dice Ana"), has(game, "money"), has(game, "karma")) == ("o1 p6", 23, 1)


# The end of the game


@pytest.mark.parametrize(
    ("money", "fame", "distance"),
    [
        (65, 30, 2),
        (52, 37, 2),
        (51, 37, 2),
        (53, 37, 3),
        (0, 0, -61),
        (1, 0, -60),
        (21, 6, -44),
        (60, 31, 0),
        (120, 1, 0),
    ],
)
def test_the_distance(money: int, fame: int, distance: int) -> None:
    """[FR] L825-829 and fact: fame 61 - f lies beside money 2f - 1 and 2f: fame + ceil(money / 2) - 61."""
    crossed = ["round Bob", "crossed Bob"] if distance >= 0 else []
    game = table(*crossed, f"at Bob money {money} fame {fame}")
    assert game.scores["Bob"] == distance


def test_the_worked_example_of_the_end() -> None:
    """[FR] L825-829: both 2 beyond; who crossed first wins."""
    at = ["at Bob money 65 fame 30 boat 9 workers 5 2", "at Ana money 50 fame 37 boat 4 workers 5 2"]
    game = table("round Bob", "crossed Bob", *at)
    play(game, "P0")
    assert game.over
    assert (game.scores, game.winners) == ({"Ana": 2, "Bob": 2}, ["Bob"])


def test_the_order_of_crossing_decides_a_tie_only() -> None:
    """[FR] L807-809: the greater distance wins."""
    at = ["at Bob money 65 fame 30", "at Ana money 52 fame 37"]
    game = play(table("round Bob", "crossed Bob", *at), "P0")
    assert (game.scores, game.winners) == ({"Ana": 3, "Bob": 2}, ["Ana"])


def test_markers_side_by_side_end_the_game() -> None:
    """[FR] L786-787: distance 0 is enough; fame 31 lies beside money 59 and 60."""
    game = play(table("round Bob", "at Ana money 57 fame 31"), "P0")
    assert game.over
    assert game.scores["Ana"] == 0


def test_markers_that_do_not_meet_do_not_end_it() -> None:
    """[FR] L786-787."""
    game = play(table("round Bob", "at Ana money 56 fame 31"), "P0")
    assert (game.over, game.scores["Ana"]) == (False, -1)


def test_the_phase_is_played_to_its_end() -> None:
    """[FR] L787-791 and ruling 27: all after the one who crossed, up to the one before the first player."""
    game = play(table("round Cid", "at Ana money 58 fame 31", players=4), "P0")
    assert game.to_move == "Bob"
    play(game, "P0")
    assert game.over


def test_everybody_after_the_first_player_has_a_last_turn() -> None:
    """[FR] L788-791."""
    game = play(table("at Ana money 58 fame 31", players=3), "P0", "P0")
    assert game.to_move == "Cid"
    assert play(game, "P0").over


def test_who_has_no_worker_left_has_no_last_turn() -> None:
    """[FR] L790: if he has one."""
    game = play(table("at Ana money 58 fame 31", "at Bob workers 4 0", players=3), "P0")
    assert game.to_move == "Cid"
    game = play(table("at Ana money 58 fame 31", "at Bob workers 4 0"), "P0")
    assert game.over


def test_the_last_of_the_phase_ends_at_once() -> None:
    """[FR] L788-791: nobody is left between him and the first player."""
    assert play(table("round Bob", "at Ana money 58 fame 31 workers 4 4"), "P0").over


def test_what_is_due_after_the_last_turn_is_done_first() -> None:
    """ruling 27: tested after the turn's last chance line."""
    game = table("round Bob", "at Ana money 58 fame 31", "dice Ana o4", show="oS2")
    play(game, "Q oS2 c3NE -o4")
    assert not game.over
    assert play(game, "draw oS3").over


def test_the_rest_by_distance() -> None:
    """[FR] L810-812 and ruling 27: equal distances not decided by crossing share a place."""
    lines = ["round Bob", "at Ana money 70 fame 31", "at Bob money 21", "at Cid money 22", "at Dana money 25"]
    game = play(table(*lines, players=4), "P0")
    assert game.over
    ranks = game.rules.details(game.state)["rank"]
    assert ranks == {"Ana": 1, "Bob": 3, "Cid": 3, "Dana": 2}


def test_nobody_moves_after_the_end() -> None:
    """[FR] L792."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    assert refused(game, "P0") == "over"


def test_no_result_before_the_end() -> None:
    """notation: in an unfinished game it is an error."""
    with pytest.raises(PbemError, match="there is a result, but the game is not over"):
        read(RECORD + "result Ana -59, Bob -58, Cid -58\n")


def test_the_result_is_the_distance() -> None:
    """notation: in the order of the players, negative numbers allowed."""
    game = table("round Bob", "at Ana money 58 fame 31")
    assert "result" not in game.record()
    play(game, "P0")
    assert game.record().endswith("\n1 Ana: P0 =0,2\nresult Ana 0, Bob -44\n")
    assert read(game.record()).record() == game.record()
    with pytest.raises(PbemError, match="the result should be `result Ana 0, Bob -44`"):
        read(game.record().replace("Bob -44", "Bob -43"))


def test_details_of_the_end() -> None:
    """notation: scores are distances; JSON has fame, money and rank too."""
    game = play(table("round Bob", "at Ana money 58 fame 31"), "P0")
    assert game.scores == {"Ana": 0, "Bob": -44}
    assert game.rules.details(game.state) == {
        "fame": {"Ana": 31, "Bob": 6},
        "money": {"Ana": 60, "Bob": 21},
        "rank": {"Ana": 1, "Bob": 2},
    }


def test_the_books_final_example_in_position_lines() -> None:
    """notation: 52 and 37 after the outer terrace."""
    game = table("round Bob", "crossed Bob", "at Bob money 65 fame 30", "at Ana money 50 fame 37")
    play(game, "P0")
    assert (has(game, "money"), has(game, "fame"), game.winners) == (52, 37, ["Bob"])


def test_the_final_example_of_the_rule_book() -> None:
    setup = (ROOT / "examples" / "rajas-final.txt").read_text("utf-8")
    game = pbem.new("rajas", kind="manual", setup=setup, id="final")
    game.play("P0")
    assert game.scores == {"Rajesh": 2, "Leila": 2}
    assert game.winners == ["Rajesh"]
    assert game.rules.details(game.state)["money"] == {"Rajesh": 65, "Leila": 52}

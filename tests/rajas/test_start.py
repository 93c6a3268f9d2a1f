"""Getting ready: players, options, first dice, who begins."""

import pytest

import pbem
from pbem.errors import HeaderError, PbemError
from pbem.game import CHANCE
from pbem.session import Session
from tests.rajas.tools import PLAYERS, ROLLS, TOP, begun, fresh, has, lies, opening, play, refused

# Getting ready


@pytest.mark.parametrize("number", [1, 5])
def test_two_to_four_players(number: int) -> None:
    """[FR] L14."""
    names = [*PLAYERS, "Eve=black"][:number]
    with pytest.raises(HeaderError):
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


@pytest.mark.parametrize("options", [["expert Zed"], ["expert"], ["navaratnas", "expert Ana"], ["ganga", "ganga"]])
def test_options_that_cannot_be(options: list[str]) -> None:
    with pytest.raises(HeaderError):
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

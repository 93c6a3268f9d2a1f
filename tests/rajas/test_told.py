"""What players are told: board, what lies beside it, prompts, answers, what does nothing; which lines are completed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import pbem
from pbem import report
from pbem.board import BOARD_WIDTH, WIDTH, is_row
from pbem.commands.move_ import command
from pbem.game import View
from pbem.session import Session
from tests.rajas.tools import EAST, MARKETS, NAVA, RECORD, SOLD_OUT, error, play, read, refused, table


def view(game: Session) -> View:
    """What is drawn for the player to move."""
    return View(game.state, game.header.names, game.state.mover)


def told(game: Session) -> str:
    """All that is beside the board, as one line."""
    lines = game.rules.paint.report(view(game))
    assert all(len(line) <= (BOARD_WIDTH if is_row(line) else WIDTH) for line in lines)
    assert all(line.isascii() for line in lines)
    return " ".join(lines)


def asked(game: Session) -> str:
    """What is said of the choice that is open, as one line."""
    return " ".join(game.rules.paint.how_to_answer(view(game)))


# Beside the board


def test_that_the_game_ends_with_this_phase_and_who_was_first() -> None:
    at = ["at Ana money 58 fame 31", "at Bob money 58 fame 31"]
    game = table(*at, players=3)
    assert "met" not in told(game).partition("Ana: ")[0]
    play(game, "P0")
    assert "Markers have met: Ana. The game ends with this phase." in told(game)
    play(game, "P0")
    assert "Markers have met: Ana, then Bob. The game ends with this phase." in told(game)
    play(game, "P0")
    assert "Markers have met: Ana, then Bob." in told(game)
    assert "ends with" not in told(game)


def test_which_tiles_cover_others() -> None:
    game = table(*EAST, "tile Ana e2 gS5NSW over gS2", "tile Ana b4 oC5NEW over oS2")
    assert "Tiles that cover others: b4 oS2, e2 gS2" in told(game)
    assert "cover" not in told(table(*EAST))


def test_what_open_yield_tiles_pay_and_those_that_lie() -> None:
    text = told(table("slot Ana NE y-boat", "slot Bob E1 b-river", options=NAVA))
    for words in ("2 w-die (dice 1)", "1 y-ob (colours ob)", "2 r-money (money 6)", "1 b-up (money 2 per upgrade)"):
        assert words in text
    assert "y-boat (boat ahead)" in text.partition("Ana: ")[2].partition("Bob: ")[0]
    assert "b-river (fame 1 per 3 spaces)" in text.partition("Bob: ")[2]


def test_what_the_brown_tile_pays_before_it_is_laid() -> None:
    game = read(RECORD)
    assert "still to lay b-yield (money 2 per yield)" in told(game).partition("Cid: ")[2].partition("Ana: ")[0]
    assert "still to lay" not in told(game).partition("Bob: ")[2].partition("Cid: ")[0]


def test_who_has_used_assorted_goods() -> None:
    game = play(table(players=3), "Ma", "Ma")
    assert "Ma used by Ana, Bob" in told(game)
    assert "Ma used" not in told(table())


def test_dice_left_in_the_supply() -> None:
    assert "Dice left: o 11, g 2, b 12, p 12" in told(table(SOLD_OUT, "dice Ana o1"))


def test_later_prices_of_quarry_and_harbour() -> None:
    """fact: with two players 1, 2, 3, 4 and 0, 1, 2."""
    assert "quarry next costs 1, then 2 3 4, harbour next costs 0, then 1 2." in told(table())
    text = told(table("quarry 3", "harbour 3"))
    assert "quarry next costs 4, harbour full." in text


def test_what_the_dancer_gives() -> None:
    assert "P2 dice 2 and white tile," in told(table())
    assert "P2 dice up to 2 and yield tile," in told(table(options=NAVA))


def test_the_tracks_in_words() -> None:
    text = told(table())
    assert "fame 5 upgrade (from the next turn on), 15 worker, 24 karma 2, 31 boat ahead;" in text
    assert "money 12 boat ahead, 20 worker, 33 dice up to 2, 44 boat ahead, 55 dice up to 2" in text


def test_the_empty_province_is_drawn() -> None:
    lines = table(*EAST).rules.paint.report(view(table(*EAST)))
    assert lines.count("4 +++ -o- RES -o- +++") == 2


def test_which_markets_a_player_has() -> None:
    """So that nobody sells what is not there without knowing."""
    mine, _, other = told(table(*MARKETS)).partition("Ana: ")[2].partition("Bob: ")
    assert "markets silk 2, tea 3 2 2, spice none" in mine
    assert "no markets" in other


# Prompts


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        (["at Ana money 32", "dice Ana b1"], "P0 re b1", "Up to 2 dice of free colours; 9 hands are free."),
        (["at Ana money 11 boat 22", "dice Ana b1"], "P0 re b1 / boat", "2 dice of free colours; 9 hands are free."),
        (
            ["at Ana money 11 boat 4 karma 2", "dice Ana o1 o2 o3 g1 g2 g3 b1 b2 b3 p1"],
            "P0 re b1 / boat",
            "Dice o o; 0 hands are free.",
        ),
        (["at Ana money 11 boat 10", "dice Ana b1", *MARKETS], "P0 re b1 / boat", "at most 3 of them"),
    ],
)
def test_how_many_dice_or_markets_a_prompt_asks_for(lines: list[str], line: str, words: str) -> None:
    game = play(table(*lines), line, "roll b1")
    assert words in asked(game)


def test_the_river_tile_asks_for_up_to_so_many_spaces() -> None:
    game = play(
        table("river 2-move", "at Ana money 11 boat 1", "dice Ana b1", options=["ganga"]), "P0 re b1 / boat", "roll b2"
    )
    assert "up to 3 free spaces" in asked(game)


# Short forms: what is wrong is told, not that roads are missing


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Q gC1 b4 -o6 -g5", "dice-colour"),
        ("Q gC b4 -o6 -g5", "dice-colour"),
        ("Q gC1 b4 -g5", "dice-few"),
        ("Q gC2 b4 -g5", "tile-not-there"),
        ("Q gC1 a4 -g5 -g6", "no-cell"),
        ("Q gC1 c3 -g5 -g6", "occupied"),
        ("Q gC1 e1 -g5 -g6", "joins-nothing"),
        ("P5 -o5 gC1 c3 -o6", "dice-colour"),
        ("P5 -o5 gC1 c3", "dice-few"),
        ("P5 -o5 gC1 d4 -g5", "nothing-to-cover"),
        ("P5 -o5 oS1 c3 -o6", "not-dearer"),
    ],
)
def test_a_short_form_is_refused_for_what_is_wrong(line: str, reason: str) -> None:
    game = table("tile Ana c3 oS2NE", "dice Ana o5 o6 g5 g6", show="gC1 oS1")
    assert refused(game, line) == reason


# Yields by name


def test_a_yield_that_waits_comes_behind_what_is_open() -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="t", id="t", first="Ana")
    assert refused(game, "Q bS6 d4NESW -b1k / NE: boat / ND:") == "open-gain"
    assert "dice" in error(game, "Q bS6 d4NESW -b1k / NE: boat / ND:").message
    assert refused(game, "Q bS6 d4NESW -b1k / NE: boat / NE: +o") == "yield-alone"
    assert refused(game, "NE: boat") == "yield-unnamed"
    game.play("Q bS6 d4NESW -b1k / NE: boat / +o +o / ND: =2,5")


def test_the_one_yield_that_is_left_needs_no_name() -> None:
    game = table("dice Ana o5", show="oS3")
    assert refused(game, "Q oS3 b4EW -o5 / NW: +g") == "yield-alone"
    assert "no name" in error(game, "Q oS3 b4EW -o5 / NW: +g").message
    play(game, "Q oS3 b4EW -o5", "draw oS1")
    assert refused(game, "NW: +g") == "yield-alone"


# A claim does not keep a line from being completed

NAVARATNAS = ["navaratnas"]
"""With them neither NE, 2 money, nor ND, karma, asks for anything."""


@pytest.mark.parametrize("line", ["/ NE:", "/ NE: =2,1", "", "=2,1"])
def test_a_claim_that_is_right_for_both_forms_completes_the_line(line: str) -> None:
    game = table("dice Ana o5", options=NAVARATNAS)
    assert game.play(f"Q oS4 d4NEW -o5 {line}") == ["1 Ana: Q oS4 d4NEW -o5 / NE: / ND: =2,1"]


def test_a_claim_that_is_right_for_the_complete_form_alone_completes_it() -> None:
    game = table("dice Ana o5", options=NAVARATNAS)
    assert game.play("Q oS4 d4NEW -o5 / ND: =2,1") == ["1 Ana: Q oS4 d4NEW -o5 / ND: / NE: =2,1"]


def test_a_claim_that_is_right_for_the_incomplete_form_alone_leaves_it() -> None:
    game = table("dice Ana o5", options=NAVARATNAS)
    assert game.play("Q oS4 d4NEW -o5 / ND: =2,-1") == ["1 Ana: Q oS4 d4NEW -o5 / ND: =2,-1"]


def test_a_claim_that_is_right_for_neither_is_refused() -> None:
    game = table("dice Ana o5", options=NAVARATNAS)
    assert error(game, "Q oS4 d4NEW -o5 / NE: =2,2").details == {"earned": [2, 1], "written": [2, 2]}


def test_a_line_of_a_log_stays_as_it_stands() -> None:
    """Pasted from another copy it must come out as it is there: the lines behind it go on from it."""
    game = table("dice Ana o5", options=NAVARATNAS)
    lines = ["1 Ana: Q oS4 d4NEW -o5 / NE: =2,1", "draw oS1", "1 Ana: ND: =0,0"]
    assert game.play(*lines) == lines


# What is legal and does nothing


@pytest.mark.parametrize(
    ("tiles", "line", "notes"),
    [
        ([], "Mp -o6", ["Mp sells nothing: Ana has no market of spice"]),
        ([], "Ma", ["Ma sells nothing: Ana has no market"]),
        (MARKETS, "Mp -o6", ["Mp sells nothing: Ana has no market of spice"]),
        (MARKETS, "Mt -o6", []),
        (MARKETS, "Ms -o6", []),
        (MARKETS, "Ma", []),
        ([], "P0", []),
    ],
)
def test_a_market_that_sells_nothing_is_told(tiles: list[str], line: str, notes: list[str]) -> None:
    game = table("dice Ana o6", *tiles)
    game.play(line)
    assert report.remarks(game.fold, 0) == notes
    assert report.remarks(game.fold, 1) == []


def test_of_a_turn_of_several_lines_the_new_ones_are_looked_at() -> None:
    game = table("dice Ana o5", show="oS3")
    game.play("Q oS3 b4EW -o5", "draw oS1", "+g", "roll g1", "Bob: Ma")
    assert report.remarks(game.fold, 2) == ["Ma sells nothing: Bob has no market"]
    assert report.remarks(game.fold, 5) == []


@pytest.mark.parametrize("more", ["", "--dry-run", "--json"])
def test_the_command_tells_it(tmp_path: Path, more: str) -> None:
    path = str(tmp_path / "r.toml")
    table("dice Ana o6").save(path)
    result = CliRunner().invoke(command, [path, "Mp -o6", *filter(None, [more])])
    note = "Mp sells nothing: Ana has no market of spice"
    assert f"Note: {note}\n" in result.stderr
    if more == "--json":
        assert json.loads(result.stdout)["notes"] == [note]

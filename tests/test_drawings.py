"""Drawn boards that are pasted into a setup: a row too few, too many, too short, or drawn in another way."""

import pytest

import pbem
from pbem.board import is_row
from pbem.errors import HeaderError
from pbem.session import Session
from tests.maharani.tools import BARE
from tests.support import PLAYERS

FILES = "x -a- -b- -c- -d- -e- -f- -g- -h-"
MAHARANI = f"{FILES}{BARE}{FILES}"
MAJOLICA = """
x -a- -b- -c- -d-
4 =r= =y= =g= =b=
3 =y= -g- -b- =r=
2 =g= -b- -r- =y=
1 =b= =r= =y= =g=
x -a- -b- -c- -d-
""".strip()
RAJAS = """
x -S- -C- -T-
o oS4 oC2 oT1
g gS3 gC3 gT5
b bS4 bC1 bT2
p pS3 pC1 pT5
""".strip()

AROUND = {
    "maharani": "",
    "majolica": "round 1 Ana\ndisplay x x x x x x\n",
    "rajas": "".join(f"at {name} money 9 fame 0 karma 1 boat 0 workers 3 3\n" for name in ("Ana", "Bob")),
}
DRAWN = {"maharani": MAHARANI, "majolica": MAJOLICA, "rajas": RAJAS}
SAID = {
    "maharani": "the board has 8 rows of 8 cells",
    "majolica": "the grid has rows 4 to 1 with four tiles",
    "rajas": "the piles have rows o g b p with a tile for each of S C T, this is none",
}


def pasted(game_id: str, drawn: str) -> Session:
    """A game from a setup with such a board."""
    setup = AROUND[game_id] + drawn
    return pbem.new(game_id, PLAYERS[game_id][2], kind="manual", first="Ana", setup=setup, id="drawn")


def refusal(game_id: str, drawn: str) -> str:
    """Why such a board is refused."""
    with pytest.raises(HeaderError) as caught:
        pasted(game_id, drawn)
    return str(caught.value)


@pytest.mark.parametrize("game_id", DRAWN)
def test_the_boards_below_are_read_but_for_their_faults(game_id: str) -> None:
    game = pasted(game_id, DRAWN[game_id])
    assert DRAWN[game_id].splitlines()[1] in game.rules.paint.board(game.view())


@pytest.mark.parametrize("game_id", DRAWN)
def test_a_board_in_capitals(game_id: str) -> None:
    assert pasted(game_id, DRAWN[game_id].upper()).key == pasted(game_id, DRAWN[game_id]).key


@pytest.mark.parametrize(("game_id", "row"), [(game, row) for game in DRAWN for row in DRAWN[game].splitlines()])
def test_a_row_left_out(game_id: str, row: str) -> None:
    if row.startswith("x "):
        return
    drawn = "\n".join(line for line in DRAWN[game_id].splitlines() if line != row)
    said = f"row {row[0]} of the {'piles' if game_id == 'rajas' else 'board'} is missing"
    assert said in refusal(game_id, drawn)
    assert said in refusal(game_id, drawn.upper())


@pytest.mark.parametrize(
    ("game_id", "row"),
    [
        ("maharani", "8 +++ -E- -W- -C- -C- -E- -W- +++"),  # as it is there already
        ("maharani", "8 +++ bE- -W- -C- -C- -E- -W- +++"),  # with a tile
        ("majolica", "4 =r= =y= =g= =b="),
        ("majolica", "1 =y= =r= =b= =g="),
        ("rajas", "o oS4 oC2 oT1"),
        ("rajas", "o oS2 oC2 oT1"),
    ],
)
def test_a_row_twice(game_id: str, row: str) -> None:
    said = f"row {row[0]} of the {'piles' if game_id == 'rajas' else 'board'} is drawn twice: `{row}`"
    assert said in refusal(game_id, f"{DRAWN[game_id]}\n{row}")
    assert said.upper() in refusal(game_id, f"{DRAWN[game_id]}\n{row}".upper()).upper()


@pytest.mark.parametrize(
    ("game_id", "row"),
    [
        ("maharani", "9 +++ -E- -W- -C- -C- -E- -W- +++"),
        ("maharani", "0 +++ -E- -W- -C- -C- -E- -W- +++"),
        ("majolica", "5 =r= =y= =g= =b="),
        ("majolica", "0 =r= =y= =g= =b="),
        ("rajas", "v oS2 oC1 oT2"),
        ("rajas", "5 oS2 oC1 oT2"),
        ("rajas", "= oS2 oC1 oT2"),
        ("rajas", "5 -o- -o- -o- -o- -o-"),
    ],
)
def test_a_row_too_many(game_id: str, row: str) -> None:
    for drawn in (f"{DRAWN[game_id]}\n{row}", f"{row}\n{DRAWN[game_id]}"):
        said = refusal(game_id, drawn)
        assert SAID[game_id] in said
        assert row in said


@pytest.mark.parametrize("game_id", DRAWN)
def test_a_remark_is_no_row(game_id: str) -> None:
    """Words of three letters look like cells."""
    drawn = DRAWN[game_id]
    assert pasted(game_id, f"; how the new one was\n; the new one\n{drawn}").key == pasted(game_id, drawn).key


def test_provinces_are_passed_over() -> None:
    """A whole board of Rajas has them below the piles; their tiles are said in lines."""
    game = pasted("rajas", RAJAS)
    view = game.view()
    whole = [line for line in (*game.rules.paint.board(view), *game.rules.paint.benches(view)) if is_row(line)]
    assert sum("RES" in line for line in whole) == len(view.names)
    assert pasted("rajas", "\n".join([*whole, "= --- -NE ALL --- ---"])).key == game.key


@pytest.mark.parametrize(
    ("game_id", "old", "new"),
    [
        ("maharani", "7 -S- SE-", "7 SE-"),
        ("maharani", "7 -S- SE-", "7 -S- -S- SE-"),
        ("majolica", "4 =r= ", "4 "),
        ("majolica", "4 =r= ", "4 =r= =r= "),
        ("majolica", "4 =r=", "4 =z="),
        ("majolica", "4 =r=", "4 #r#"),
        ("majolica", "4 =r=", "4 =rr"),
        ("rajas", "o oS4 ", "o "),
        ("rajas", "o oS4 ", "o oS4 oS2 "),
    ],
)
def test_a_row_of_another_form(game_id: str, old: str, new: str) -> None:
    assert old in DRAWN[game_id]
    assert SAID[game_id] in refusal(game_id, DRAWN[game_id].replace(old, new))


@pytest.mark.parametrize(
    ("game_id", "old", "new", "said"),
    [
        ("maharani", "8 +++", "8 bN-", "a8 is drawn as `bN-`; it should be `+++`"),
        ("maharani", "7 -S- SE-", "7 -S- zE-", "b7 is drawn as `zE-`; it should be `SE-`"),
        ("maharani", "7 -S- SE-", "7 -S- bNw", "nobody has artisans `w`"),
        ("maharani", "-E- -W- -C-", "-E- -W- ?S-", "d8 is drawn as `?S-`; it should be `-C-`"),
        ("majolica", "4 =r= =y=", "4 =r= =r=", "there are 4 large tiles of a colour, not 5 r"),
        ("rajas", "oS4", "gS4", "pile oS is drawn as `gS4`"),
        ("rajas", "oS4", "zS4", "pile oS is drawn as `zS4`"),
        ("rajas", "oS4", "oC4", "pile oS is drawn as `oC4`"),
        ("rajas", "oS4", "oS9", "there is no tile `oS9`"),
        ("rajas", "oS4", "+++", "pile oS is not empty"),
    ],
)
def test_a_cell_that_cannot_be(game_id: str, old: str, new: str, said: str) -> None:
    assert old in DRAWN[game_id]
    assert said in refusal(game_id, DRAWN[game_id].replace(old, new, 1))


@pytest.mark.parametrize(
    ("game_id", "line", "old", "new", "said"),
    [
        ("maharani", "at d8 bC", "-W- -C-", "-W- bN-", "d8 has a tile already"),
        ("majolica", "grid rygb ygbr gbry bryg", "", "", "said twice"),
        ("rajas", "top oS4 oC2 oT1 gS3 gC3 gT5 bS4 bC1 bT2 pS3 pC1 pT5", "", "", "oS4 lies elsewhere already"),
    ],
)
def test_what_is_drawn_is_not_said_in_a_line_as_well(game_id: str, line: str, old: str, new: str, said: str) -> None:
    assert said in refusal(game_id, f"{line}\n{DRAWN[game_id].replace(old, new, 1)}")


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("= -r- -g- -g- zzz", "revealed tiles are drawn such as -r-"),
        ("= -r- -g- -g-", "4 for each turn of a solo game"),
        ("= -r- -g- -g- -b- -b-", "4 for each turn of a solo game"),
        ("4 =r= =y= =g= =b=", "row 3 of the board is missing"),
    ],
)
def test_revealed_tiles_of_a_solo_game(drawn: str, said: str) -> None:
    setup = f"round 1 Ana\ndisplay 3ryg x x x x x\n{drawn}"
    with pytest.raises(HeaderError) as caught:
        pbem.new("majolica", ["Ana"], kind="manual", setup=setup)
    assert said in str(caught.value)

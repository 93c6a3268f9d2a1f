"""Whatever position a game can reach, its lines and a post of it are read again; boards that are drawn otherwise."""

import copy
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import report
from pbem.board import is_row, wrap
from pbem.errors import HeaderError
from pbem.fold import key
from pbem.game import CHANCE, NOBODY, State
from pbem.header import Header, Player
from pbem.rules.maharani.state import State as Maharani
from pbem.session import Session
from pbem.testing import Case
from tests.maharani.tools import BARE
from tests.support import PLAYERS, cases, random_lines
from tests.test_cli import Shell

MOST = 2000


def walk(game: Session, rng: random.Random) -> list[State]:
    """The positions of a random game that a setup can say: those in which nothing of a turn has been done."""
    state, found, begun = game.state.copy(), [], False
    for _ in range(MOST):
        if state.actor == NOBODY:
            break
        if game.rules.whole(state) and not begun:
            found.append(state.copy())
        if state.actor == CHANCE:
            state.apply(state.deal(lambda purpose, event, number: rng.randrange(number)))
        else:
            turn = state.turn
            state.apply(rng.choice(state.steps()))
            begun = state.turn == turn
    return found


def again(game: Session, state: State) -> State:
    """The position read from its own lines."""
    header: Header = copy.copy(game.header)
    header.position = list(game.rules.position(state, game.header.names))
    header.first = state.mover
    read: State = game.rules.start(header)
    return read


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.slow
def test_every_position_is_read_again(case: Case, games: int | None) -> None:
    """Some of a game, and all of its last 12: there Rajas' markers have met, and Maharani's quarters are paid."""
    rng = random.Random(f"setups {case}")
    game = case.new()
    found = walk(game, rng)
    assert len(found) > 10
    for state in [*rng.sample(found, min(games or 8, len(found))), *found[-12:]]:
        read = again(game, state)
        assert key(game.rules, game.header, read) == key(game.rules, game.header, state)


def test_markers_that_have_met_are_among_them() -> None:
    """As many players as there can be, and options: somebody has crossed while others still play."""
    crossed = 0
    for case in cases("rajas"):
        rng = random.Random(f"crossed {case}")
        game = case.new()
        for state in walk(game, rng)[-case.players :]:
            lines = game.rules.position(again(game, state), game.header.names)
            crossed += any(line.startswith("crossed ") for line in lines)
    assert crossed >= 5


@pytest.mark.parametrize("case", cases("maharani"), ids=str)
def test_a_tile_with_an_artisan_lies_as_it_did(case: Case) -> None:
    """Its arrow points at its player's seat, so position lines need not say where."""
    game = case.new()
    rng = random.Random(f"arrows {case}")
    centre = 0
    for state in walk(game, rng):
        read = again(game, state)
        assert isinstance(state, Maharani)
        assert isinstance(read, Maharani)
        for cell in state.facts.patterns:
            if state.artisan_on(cell):
                assert read.tiles[cell] == state.tiles[cell], cell
                arrows = state.facts.arrows[state.tiles[cell] >> 2][cell]
                centre += state.tiles[cell] % 4 != arrows[0]
    assert centre > 10


# A game that begins from a whole pasted post

LINES = 400
MANNERS = [(True, False), (False, False), (True, True), (False, True)]
"""Full or short, the board on top or last as on a terminal."""
LAST = 3
"""Positions at the end of a game that are read back, besides others: `--games` says how many."""


class Told:
    """A position that a game has come to, and the post that tells it to somebody."""

    def __init__(self, game: Session, name: str, manner: tuple[bool, bool]) -> None:
        self.lines = game.rules.position(game.state, game.header.names)
        self.post = report.show(game, None, name, *manner)
        self.board_last = manner[1]
        self.key = game.key
        self.mover = game.header.names[game.state.mover]


def given(case: Case, rng: random.Random) -> Sequence[str]:
    """What may be said of players beside a post; what it does not say must be: their colours, in Rajas."""
    return case.words if case.game == "rajas" or rng.random() < 0.3 else ()


def lines_of(game: Session) -> list[str]:
    """The position lines of a game's setup."""
    return game.rules.position(game.state, game.header.names)


def told(case: Case, rng: random.Random, number: int) -> list[Told]:
    """So many positions of a random game that a post can say, and its last ones."""
    game = case.new()
    places, drawn = [], 0
    for _ in range(LINES):
        random_lines(game, rng, most=1)
        if game.state.actor == NOBODY:
            break
        if game.rules.whole(game.state):
            places.append(len(game.fold.lines))
            drawn += game.state.actor == CHANCE
    assert len(places) > 20
    assert drawn or game.rules.chance_in_turns
    chosen = {*rng.sample(places[:-LAST], min(number, len(places) - LAST)), *places[-LAST:]}
    again, found = case.new(), []
    for index, line in enumerate(game.log, start=1):
        again.play(line)
        if index in chosen:
            found.append(Told(again, rng.choice(again.header.names), rng.choice(MANNERS)))
    return found


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.slow
def test_a_post_is_read_back(case: Case, games: int | None) -> None:
    """Position, players, options and key: of positions all over a game, in whatever a post was wrapped, for anybody."""
    rng = random.Random(f"posts {case}")
    game = case.new()
    for spot in told(case, rng, games or 6):
        players = given(case, rng)
        text = "\n".join(spot.post) if spot.board_last else wrapped(rng, spot.post)
        other = pbem.new(case.game, players, kind="manual", setup=text)
        assert other.key == spot.key
        # Without them two with seats may stand the other way round, where nothing of the position tells them apart.
        in_order: Callable[[Iterable[Any]], list[Any]] = list if players or not game.rules.sides else sorted
        assert in_order(lines_of(other)) == in_order(spot.lines)
        assert in_order(map(known, other.header.players)) == in_order(map(known, game.header.players))
        assert other.header.options == game.header.options
        assert other.header.names[other.state.mover] == spot.mover


def known(player: Player) -> tuple[str, tuple[str, ...], str]:
    """What is known of a player."""
    return player.name, player.colours, player.seat


def wrapped(rng: random.Random, lines: list[str]) -> str | bytes:
    """A post as it may be pasted."""
    text = "\n".join(lines)
    kind = rng.randrange(7)
    if kind == 0:
        return f"Hello,\nthis is where we are:\n\n{text}\n\nSee you\nAna\n"
    if kind == 1:
        return "On 1.2.2025 10:00 Bob wrote:\n" + "".join(f"> {line}\n" for line in lines) + "That is the one.\n"
    if kind == 2:
        return wrap(lines, "bbcode")
    if kind == 3:
        return wrap(lines, "markdown")
    if kind == 4:
        head = "From: a@example.org\r\nTo: b@example.org\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n"
        kind_of = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        return (head + kind_of + text.replace("\n", "\r\n")).encode()
    if kind == 5:
        return "\n\n".join(line for line in lines if line)
    return text


# Drawn boards that are pasted into a setup: a row too few, too many, too short, or drawn in another way


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


def test_a_setup_below_words_in_a_mail_or_quoted_begins_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines keep their numbers, as in what is told of one that cannot be read."""
    shell, setup = Shell(tmp_path, monkeypatch), pbem.new("majolica", PLAYERS["majolica"][2], seed="a", id="a").setup()
    head = "From: Ana <a@example.org>\nTo: b@example.org\nSubject: hi\nMessage-ID: <1@example.org>\n\n"
    quote = "".join(f"> {line}\n" for line in setup.splitlines())
    pasted = (
        f"Hi Bob,\n\n{setup}",
        f"Hi Bob,\n\n{setup}\nCheers,\nAna\n",
        f"Hi!\n\n{quote}",
        quote,
        f"```\n{setup}```\n",
    )
    for text in (*pasted, f"{head}Hi!\n\n{setup}-- \nAna\n", f"{head}{setup}"):
        done = shell("new majolica g.toml --setup - --id again --json", text)
        assert done.exit_code == 0, done.stderr
        assert pbem.load(str(shell.folder / "g.toml")).setup() == setup
        (shell.folder / "g.toml").unlink()
    told = shell("new majolica g.toml --setup -", f"Hi!\n\n{setup}Cheers\n").stderr
    assert f"line {setup.count(chr(10)) + 3}: cannot read `Cheers`; is it a remark?" in told

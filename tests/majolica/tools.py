"""What the tests of Majolica share: positions from a few position lines, and ways to look at them.

They go clause by clause: every sentence of the rule book that states a rule, every fact, every ruling; notation.
"[FR] L193" is a line of the French rule book, "fact" an entry of the list of components, "ruling" a numbered decision
on what the book leaves open; "notation" is the text on what all games write alike, "table" its table of Majolica's
forms, "header", "canonical" and "setup" are the parts below that table. Positions are position lines; if a test names
no grid it is GRID, whose rows and columns have one tile of each colour: a4 r, b4 y, c4 g, d4 b.
"""

from collections.abc import Callable, Sequence

import pytest

import pbem
from pbem.errors import HeaderError
from pbem.rules.majolica.moves import One, Run
from pbem.rules.majolica.notation import WORDS
from pbem.session import Session
from tests.checks import error as error
from tests.checks import lies as lies
from tests.checks import position as position
from tests.checks import read as read
from tests.checks import refused as refused

GRID = "rygb ygbr gbry bryg"
"""Rows 4 to 1, all tiles face up; each row and each column has one tile of each colour."""
BANDS = "rrrr yyyy gggg bbbb"
FOUR = "rxxr xxxx xxxx rxxy"
"""Four tiles left, in the corners: taking one ends the round."""
NO_CARDS = "x x x x x x"

SHOWN = ["7ygggbb", "7rrgbbb", "7rrryyb", "7ryyygg", "5rrbbb+", "5gggbb+"]
"""Cards on display, which no test puts elsewhere."""

START = {"Ana": "3ryg", "Bob": "3ygb", "Cid": "3rgb", "Dana": "3ryb"}
"""Starting cards as they are dealt in `opening`."""

BY_THE_BOOK = "five violet first takes ladder"

THREES = "3ryg 3ygb 3rgb 3ryb 3rry+ 3yyg+ 3ggb+ 3rbb+"
FOURS = "4rryy 4rrgg 4rrbb 4yygg 4yybb 4ggbb 4rygb 4rygb 4rrrg+ 4yyyb+ 4rggg+ 4ybbb+"
FIVES = (
    "5rryyg 5yyggb 5rggbb 5rrybb 5rrygb 5ryygb 5ryggb 5rygbb "  # without a bonus
    "5rrryy+ 5yyygg+ 5gggbb+ 5rrbbb+"
)
SEVENS = "7rryygg 7yyggbb 7rrggbb 7rryybb 7rrryyb 7ryyygg 7ygggbb 7rrgbbb"
DECK = f"{THREES} {FOURS} {FIVES} {SEVENS}".split()
STARTERS = ["3ryg", "3ygb", "3rgb", "3ryb"]
"""Cards as they are printed: of 3, 4, 5 and 7 points, the deck of all these, the starting cards."""

DUE = ("shop Ana 1 rrryy", "shop Ana 2 gb", "slot Ana 1 7rryygg")
"""With a y in workshop 1 it is due."""

CASCADE = (
    "shop Ana 1 rrryy",
    "shop Ana 2 gg",
    "shop Ana 4 yyy",
    "slot Ana 1 7rryygg",
    "slot Ana 2 7rryybb",
    "slot Ana 3 7yyggbb",
)
ALL_FOUR = "swap / b4:1 / 1:ry / 2:r xr / 3:y fg xg / 4:y"
"""A turn that in CASCADE activates all four workshops."""

BONUS = ("shop Ana 1 rrryy", "slot Ana 1 3rry+ ry")
"""With b4:1 / 1:r the card is completed, and a bonus tile is due."""

TWO_CARDS = ("shop Ana 1 rrryy", "shop Ana 2 gg", "slot Ana 1 3rry+ r", "slot Ana 2 3yyg+ yg")
"""With b4:1 / 1:ry / 2:y xy both cards are completed."""

FIVE = "3ryg,3ygb,4rryy,4rrgg,4yygg"
"""Five cards, 18 points."""

END = "a4:1 / swap"
"""Ends the round, and with five cards the game."""


def shown(*cards: str) -> str:
    """A full display that begins with these cards."""
    return " ".join([*cards, *SHOWN[len(cards) :]])


def table(
    *lines: str,
    grid: str = GRID,
    display: str = " ".join(SHOWN),
    hall: str = "3,3",
    players: Sequence[str] = ("Ana", "Bob"),
    first: str = "Ana",
    options: Sequence[str] = (),
) -> Session:
    """A manual game from a setup: these position lines, and a grid, a display, a Town Hall ("" for none of them)."""
    head = [line for line in lines if line.split()[0] in ("turn", "round", "box")]
    middle = [f"{word} {text}" for word, text in (("grid", grid), ("display", display), ("hall", hall)) if text]
    rest = [line for line in lines if line not in head]
    setup = "\n".join([*head, *middle, *rest])
    return pbem.new("majolica", players, kind="manual", first=first, options=options, setup=setup, id="test")


def solo(
    *lines: str,
    tiles: str = "rygb",
    display: str = " ".join(SHOWN),
    hall: str = "3,3",
    options: Sequence[str] = (),
) -> Session:
    """The same for a game of one, with the tiles revealed in this turn ("": still to be drawn)."""
    revealed = [f"tiles {tiles}"] if tiles else []
    return table(*lines, *revealed, grid="", display=display, hall=hall, players=["Ana"], options=options)


def fresh(players: int, options: Sequence[str] = (), first: str = "Ana") -> Session:
    """A game in which nothing has been dealt."""
    return pbem.new("majolica", list(START)[:players], kind="manual", first=first, options=options, id="test")


def opening(players: int, options: Sequence[str] = (), first: str = "Ana", missions: str = BY_THE_BOOK) -> Session:
    """A game up to its first turn, in the solo game up to the tiles of it; no missions: they are still to be drawn."""
    game = fresh(players, options, first)
    game.play("draw start " + ", ".join(f"{name} {START[name]}" for name in game.header.names))
    if players > 1:
        game.play(f"draw grid {GRID}")
    game.play("draw cards " + " ".join(SHOWN))
    if "missions" in options and missions:
        game.play("draw missions " + " ".join(missions.split()[: players + 1]))
    return game


# Looking at a position


def runs(game: Session) -> set[str]:
    """The runs that may be taken."""
    return {WORDS.format_step(step).partition(":")[0] for step in game.state.steps() if isinstance(step, Run)}


def ones(game: Session) -> set[str]:
    """The single tiles that may be taken."""
    return {WORDS.format_step(step).partition(":")[0] for step in game.state.steps() if isinstance(step, One)}


def bad_setup(*lines: str, **more: str) -> str:
    """Why a setup is refused: one for a single player if it has `gone` or `tiles`."""
    alone = "tiles" in more or any(line.startswith("gone") for line in lines)
    make: Callable[..., Session] = solo if alone else table
    with pytest.raises(HeaderError) as caught:
        make(*lines, **more)
    return str(caught.value)

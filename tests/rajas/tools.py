"""What the tests of Rajas share: positions from a few position lines, and ways to look at them."""

from collections.abc import Sequence
from typing import Any

import pytest

import pbem
from pbem.errors import HeaderError
from pbem.rules.rajas.position import Player
from pbem.rules.rajas.province import Province
from pbem.rules.rajas.state import State
from pbem.rules.slots import slots_of
from pbem.session import Session
from tests.checks import error as error
from tests.checks import lies as lies
from tests.checks import position as position
from tests.checks import read as read
from tests.checks import refused as refused
from tests.checks import whole as whole

PLAYERS = ["Ana=yellow", "Bob=red", "Cid=blue", "Dana=green"]
NAMES = [player.partition("=")[0] for player in PLAYERS]

TOP = "oS4 oC2 oT1 gS3 gC3 gT5 bS4 bC1 bT2 pS3 pC1 pT5"
"""The tiles on offer if a test shows no others."""

ROLLS = {"Ana": "o5 g4 b3 p2", "Bob": "o1 g2 b3 p4", "Cid": "o6 g6 b1 p1", "Dana": "o2 g2 b5 p5"}
"""The dice of the start in `opening`: Bob has the fewest points."""

RIVER = "4-ogb 8-yogi 10-move 16-anydice 22-good 23-raja 29-gbp"
BROWN = {"Ana": "building", "Bob": "worker", "Cid": "yield", "Dana": "bend"}

USUAL = {"money": "21", "fame": "6", "karma": "1", "boat": "0", "workers": "4 4"}
"""Where a player stands if a test says nothing else: the next bonuses are far away."""

FULL = "dice Ana o1 o2 o3 g1 g2 g3 b1 b2 b3 p1"
"""Ten dice: no hand is free."""

SOLD_OUT = "dice Bob g1 g1 g1 g1 g1 g1 g1 g1 g1 g1"
"""Ten green dice are with Bob."""

MARKETS = [
    "tile Ana b4 gT4NE",  # mill, tea 3
    "tile Ana c2 oS3NS",  # tea 2
    "tile Ana c3 bS5NES",  # tea 2
    "tile Ana d3 gS5NEW",  # silk 2
]
"""The province of the book's examples: three markets of tea, 3, 2 and 2, and one of silk, 2."""

WEST = ["tile Ana b2 pS6NESW", "tile Ana b3 bS6NESW", "tile Ana c3 gS6NESW"]
EAST = ["tile Ana c3 gS6NESW", "tile Ana d2 pS6NESW", "tile Ana d3 bS6NESW"]
"""Ways to the borders: a mill, a temple, a palace, no yield reached."""

SOUTHEAST = [*EAST, "tile Ana e2 gS2SW"]
"""As EAST, and a palace in a bend: e1 can be built on."""

RECORD = f"""pbem 1 rajas
id r3gn-000
edition reconstructed-1
player Ana yellow
player Bob red
player Cid blue
option ganga
option navaratnas
chance manual
first Bob

draw {TOP}
draw river {RIVER}
roll Ana o5 g4 b3 p2
roll Bob o2 g2 b3 p4
roll Cid o6 g6 b1 p1
draw brown Bob worker, Cid yield, Ana building
1 Bob: tile b-worker E1 / Q oS4 d4NEW -o2k / ND: / NE: =2,1
draw oS2
"""
"""The example of the header."""

ALL_DRAWN = "draw oS4 oC5 oT1 gS5 gC2 gT1 bS4 bC3 bT3 pS5 pC1 pT3"
"""The tiles on offer in `begun`."""

NAVA = ["navaratnas"]

_HEAD = ["turn", "round", "mogul", "crossed", "quarry", "harbour", "used", "assorted", "top", "white", "river"]
_OWN = ["at", "up", "late", "dice", "taken", "tile", "yields", "slot"]


def all_of(state: State) -> tuple[Any, ...]:
    """Everything a position consists of, to be compared."""

    def shown(value: Any) -> Any:
        if isinstance(value, list):
            return [shown(part) for part in value]
        if isinstance(value, (State, Player)):
            return [shown(getattr(value, name)) for name in slots_of(type(value))]
        return sorted(value.tiles.items()) if isinstance(value, Province) else value

    return tuple(shown(state))


def _at(name: str, lines: Sequence[str]) -> str:
    """The line `at`, with what is usual where the test gives no number."""
    values = dict(USUAL)
    for line in lines:
        words = line.split()
        if words[:2] == ["at", name]:
            keys = [word for word in words[2:] if word.isalpha()]
            parts = " ".join("|" if word.isalpha() else word for word in words[2:]).split("|")[1:]
            values.update(zip(keys, (part.strip() for part in parts), strict=True))
    return f"at {name} " + " ".join(f"{key} {value}" for key, value in values.items())


def tops(show: str) -> str:
    """The 12 tiles on offer with these instead of others of their piles."""
    shown = {tile[:2]: tile for tile in TOP.split()} | {tile[:2]: tile for tile in show.split()}
    return " ".join(shown.values())


def table(
    *lines: str,
    show: str = "",
    players: int = 2,
    first: str = "Ana",
    options: Sequence[str] = (),
    seed: str | None = None,
) -> Session:
    """A game from a setup, manual if no seed is given: these position lines, in any order.

    A line `at` needs only what is not usual.
    """
    names = NAMES[:players]
    head = [*(line for line in lines if line.split()[0] in _HEAD), f"top {tops(show)}"]
    head.sort(key=lambda line: _HEAD.index(line.split()[0]))
    for name in names:
        head.append(_at(name, lines))
        own = [line for line in lines if line.split()[1] == name and line.split()[0] in _OWN[1:]]
        head += sorted(own, key=lambda line: _OWN.index(line.split()[0]))
    kind = "seed" if seed else "manual"
    setup, chosen = "\n".join(head), PLAYERS[:players]
    return pbem.new("rajas", chosen, kind=kind, seed=seed, first=first, options=options, setup=setup, id="test")


def fresh(players: int = 2, options: Sequence[str] = (), first: str = "Ana") -> Session:
    """A game in which nothing has been dealt."""
    return pbem.new("rajas", PLAYERS[:players], kind="manual", first=first, options=options, id="test")


def opening(players: int = 2, options: Sequence[str] = (), first: str = "Ana", brown: bool = True) -> Session:
    """A game up to its first turn, or without the brown tiles that are due then."""
    game = fresh(players, options, first)
    game.play(f"draw {TOP}")
    if "ganga" in options:
        game.play(f"draw river {RIVER}")
    for name in NAMES[:players]:
        game.play(f"roll {name} {ROLLS[name]}")
    if "navaratnas" in options and brown:
        at = NAMES.index(first)
        game.play(
            "draw brown " + ", ".join(f"{name} {BROWN[name]}" for name in (NAMES[:players] * 2)[at : at + players])
        )
    return game


def begun(*options: str, first: str = "Ana") -> Session:
    """A manual game of two up to its first turn."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], kind="manual", first=first, options=options, id="lines")
    game.play(ALL_DRAWN, "roll Ana o1 g2 b4 p3", "roll Bob o6 g3 b5 p6")
    return game


def cover(*lines: str, **more: Any) -> Session:
    """A position with orange 4, a temple, on b4, the tile of the book's example."""
    return table("tile Ana b4 oS2NE", *lines, show=more.pop("show", "pS5"), **more)


def ganga(tile: str, *lines: str) -> Session:
    """A river tile on space 2, Ana's boat before it."""
    return table(f"river 2-{tile}", "at Ana boat 1", "dice Ana o1", *lines, options=["ganga"])


# Looking at a position


def has(game: Session, what: str, name: str = "Ana") -> int:
    """Money, fame, karma, boat, active or unplaced workers of a player."""
    words = lies(game, f"at {name}").split()
    if what in ("active", "unplaced"):
        return int(words[words.index("workers") + (1 if what == "active" else 2)])
    return int(words[words.index(what) + 1])


def claim(game: Session, line: str) -> str:
    """Plays a line; what it earns, fame and money."""
    return game.play(line)[0].rpartition("=")[2]


def play(game: Session, *lines: str) -> Session:
    """Plays lines one after the other; the game."""
    for line in lines:
        game.play(line)
    return game


def written(game: Session, line: str) -> str:
    """A line as it is stored, without number, name and claim."""
    return game.play(line)[0].removeprefix("1 Ana: ").rpartition(" =")[0]


def bad_setup(*lines: str, players: int = 2, options: Sequence[str] = (), show: str = "") -> str:
    """Why a setup is refused."""
    with pytest.raises(HeaderError) as caught:
        table(*lines, players=players, options=options, show=show)
    return str(caught.value)

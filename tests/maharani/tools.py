"""What tests of Maharani share: boards, positions set up from them, looks at a position, other tables of facts.

In the tests "book" is the rule book; where its translations differ the test says so. "ruling" is a numbered decision
on what the book leaves open. If a test does not say otherwise Ana sits in the north: her slot 1 lies over quarter 1,
slot 2 over quarter 2 and so on, and a tile whose arrow points north must get one of her artisans.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from pbem import registry
from pbem.errors import AmbiguousMove, PbemError
from pbem.rules.maharani.moves import Placement
from pbem.rules.maharani.notation import cell_name
from pbem.session import Session
from tests.support import DATA, PLAYERS, ROOT, position

# Boards. What is drawn on an empty cell is the pattern that fits there.

BARE = """
8 +++ -E- -W- -C- -C- -E- -W- +++
7 -S- SE- SW- -S- -S- SE- SW- -S-
6 -N- NE- NW- NE- NW- NE- NW- -N-
5 -C- -E- SW- +++ +++ SE- -W- -C-
4 -C- -E- NW- +++ +++ NE- -W- -C-
3 -S- SE- SW- SE- SW- SE- SW- -S-
2 -N- NE- NW- -N- -N- NE- NW- -N-
1 +++ -E- -W- -C- -C- -E- -W- +++
"""

# A finished palace in which no two tiles of one colour touch. Tiles left over: rC yC gC vC.
FULL = """
8 +++ gE- vW- bN- rN- oN- yS- +++
7 rS- vE- bS- oS- gE- yN- gE- bE-
6 bN- gN- rW- yN- vS- rW- oS- vW-
5 oN- yE- oS- +++ +++ bN- rS- yN-
4 bN- vS- bN- +++ +++ rS- oE- gN-
3 oW- yS- gW- rS- bN- oW- gN- yN-
2 gE- vE- oN- yE- gS- vS- yE- vS-
1 +++ rS- bN- oN- vN- bW- rE- +++
"""
LEFT_OVER = "out rC,yC,gC,vC"

SEATS = {2: "NS", 3: "NES", 4: "NESW"}


def cells_of(drawn: str) -> dict[str, str]:
    """Cell -> what is drawn there."""
    rows = [line.split() for line in drawn.split("\n") if line]
    return {file + row[0]: token for row in rows for file, token in zip("abcdefgh", row[1:], strict=True)}


def quarter_of(cell: str) -> str:
    """The number of a cell's quarter."""
    return ("12" if cell[1] > "4" else "43")[cell[0] > "d"]


def full_but(empty: str, artisans: str = "") -> str:
    """FULL without the tiles of some cells or whole quarters ("2 d7"), with artisans ("g:e8,f7 r:h2") on others."""
    drawn = cells_of(FULL)
    for cell, printed in cells_of(BARE).items():
        if cell in empty.split() or quarter_of(cell) in empty.split():
            drawn[cell] = printed
    for group in artisans.split():
        colour, _, where = group.partition(":")
        for cell in where.split(","):
            assert drawn[cell][2] == "-", cell
            drawn[cell] = drawn[cell][:2] + colour
    return "\n".join(" ".join([rank, *(drawn[file + rank] for file in "abcdefgh")]) for rank in "87654321")


def table(slots: str, drawn: str = "", *, players: int = 4, first: str = "Ana") -> Session:
    """A position with these tiles in slots 1, 2, ... ("-" is none); players sit N, E, S, W (two of them N, S)."""
    tiles = [f"slot {i} {tile}" for i, tile in enumerate(slots.split(), 1) if tile != "-"]
    words = PLAYERS["maharani"][players]
    seats = {word.split("=")[0]: side for word, side in zip(words, SEATS[players], strict=True)}
    return position("\n".join([drawn.strip(), *tiles]), players=words, first=first, **seats)


# Of the eight cells for centre tiles only d8 is left.
ONE_CENTRE = full_but("d8 f8 g8 f1 g1 b1 c1 b8 c8")

# Seven of Ana's artisans stand, in quarters 2 and 3.
SEVEN_GREEN = """
at e6 bNW g
at f6 oNE g
at f7 rSE g
at g7 ySW g
at e3 bSW g
at f3 oSE g
at f4 rNE g
"""

# Looking at a position.


def slots(game: Session) -> str:
    state: Any = game.state
    return " ".join("-" if tile < 0 else state.facts.names[tile] for tile in state.slots)


def bag(game: Session) -> str:
    state: Any = game.state
    return " ".join(sorted(state.facts.names[tile] for tile in state.bag))


def out(game: Session) -> str:
    state: Any = game.state
    return " ".join(state.facts.names[tile] for tile in state.out)


def up(game: Session, name: str = "Ana") -> str:
    """The quarters whose marker is face up."""
    state: Any = game.state
    markers = state.markers[game.header.names.index(name)]
    return ",".join(str(quarter + 1) for quarter in range(4) if markers >> quarter & 1)


def supply(game: Session) -> dict[str, int]:
    """Artisans in supply by colour, of the colours that are in the game."""
    state: Any = game.state
    return {state.facts.artisan_letters[own]: state.supply[own] for colours in state.owned for own in colours}


def paid(game: Session) -> str:
    state: Any = game.state
    return ",".join(str(quarter + 1) for quarter in range(4) if state.paid >> quarter & 1)


def shown(game: Session, cells: str) -> str:
    """What the drawn board has on some cells."""
    drawn = cells_of("\n".join(line for line in game.rules.paint.board(game.view()) if line[0].isdigit()))
    return " ".join(drawn[cell] for cell in cells.split())


def placements(game: Session, slot: int | None = None) -> list[Any]:
    """All legal placements of one tile, complete ones, or those from a slot."""
    found = [step for step in game.state.steps() if isinstance(step, Placement)]
    return found if slot is None else [step for step in found if step.slot == slot - 1]


def cells(game: Session, slot: int) -> str:
    """Where the tile of a slot may go now."""
    return " ".join(sorted({cell_name(step.cell) for step in placements(game, slot)}))


def arrows(game: Session, slot: int, cell: str) -> str:
    """Where the arrow may point if the tile of a slot goes to a cell."""
    return "".join("NESW"[step.arrow] for step in placements(game, slot) if cell_name(step.cell) == cell)


def refused(game: Session, line: str) -> tuple[type[PbemError], str]:
    """The class and the reason of the error; nothing may have changed."""
    before = (game.log, game.key, supply(game), bag(game), game.state.actor)
    with pytest.raises(PbemError) as caught:
        game.play(line)
    assert (game.log, game.key, supply(game), bag(game), game.state.actor) == before
    return type(caught.value), str(caught.value.details.get("reason", ""))


def candidates(game: Session, line: str) -> list[str]:
    """What a short form can stand for."""
    with pytest.raises(AmbiguousMove) as caught:
        game.play(line)
    found: list[str] = caught.value.details["candidates"]
    return found


# Other tables of facts.

OTHER_TABLE = DATA / "maharani" / "second_board.toml"
OTHER: dict[str, Any] = tomllib.loads(OTHER_TABLE.read_text(encoding="utf-8"))


def install(facts: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table as an owner would install it: a folder with maharani.toml, named in the environment."""
    (folder / "maharani.toml").write_text(tomli_w.dumps(facts), encoding="utf-8")
    monkeypatch.setenv(registry.OWN_TABLES, str(folder))


def own_table(folder: Path, monkeypatch: pytest.MonkeyPatch, patterns: list[str]) -> None:
    """The game's table with other tiles in every colour, put before the one that came with the program."""
    facts = tomllib.loads((ROOT / "games" / "maharani.toml").read_text(encoding="utf-8"))
    facts["tiles"]["patterns"] = patterns
    facts["edition"] = "of-a-test"
    install(facts, folder, monkeypatch)
    assert registry.load("maharani").digest == registry.digest(facts)

"""Steps and results of chance of Rajas of the Ganges: values that need no position.

Cells, tiles, yields, buildings and dice go by their words in the notation: cell "a2", tile "oC5", die "b4". A die
that is spent is "b4", or "b4k" if karma turns it. `taken`: colours of the dice named, None where none are
written, () for +0; `back`: dice given back for lack of hands.
"""

from typing import NamedTuple

Colours = tuple[str, ...]
Dice = tuple[str, ...]


class Quarry(NamedTuple):
    """A tile laid: its roads as they lie, the dice spent. A short form has a pile, or no roads ("")."""

    tile: str
    cell: str
    roads: str
    paid: Dice


class Market(NamedTuple):
    """Markets valued: assorted "a", or one good "s", "t", "p" with a die; by the river without one ("")."""

    good: str
    paid: str


class Outer(NamedTuple):
    """The outer terrace, and the dice rolled again."""

    again: Dice


class Terrace(NamedTuple):
    """A die of that colour."""

    colour: str
    taken: Colours | None
    back: Dice


class Balcony(NamedTuple):
    """A die spent for dice of another colour."""

    spent: str
    got: str
    paid: str
    taken: Colours | None
    back: Dice


class Person(NamedTuple):
    """A chamber, or by the river without a die ("")."""

    number: int
    paid: str
    taken: Colours | None = None
    back: Dice = ()
    building: str = ""
    tile: str = ""
    cell: str = ""
    roads: str = ""
    more: Dice = ()


class Harbour(NamedTuple):
    """The boat moved by so many free spaces, with a die, or by a river tile without one ("")."""

    spaces: int
    paid: str


class Gain(NamedTuple):
    """Dice named, dice given back."""

    taken: Colours | None
    back: Dice


class Upgrade(NamedTuple):
    """A building made better."""

    building: str


class Boat(NamedTuple):
    """The boat moved to the next free space, or not."""

    go: bool


class Named(NamedTuple):
    """A yield taken before others, and the first step it asks for, None for none."""

    name: str
    step: "Plain | None"


class Lay(NamedTuple):
    """A yield tile laid on a slot; ("", "") for none."""

    tile: str
    slot: str


class Alternatives(NamedTuple):
    """What is to be done if it turns out so: condition and text of the steps, the first that holds."""

    choices: tuple[tuple[str, str], ...]


Placed = Quarry | Market | Outer | Terrace | Balcony | Person | Harbour
Plain = Placed | Gain | Upgrade | Boat | Lay


class Turned(NamedTuple):
    """Tiles turned up: at the start the top of every pile, later the new top of one."""

    tiles: tuple[str, ...]


class River(NamedTuple):
    """River tiles by position."""

    tiles: tuple[tuple[int, str], ...]


class StartRoll(NamedTuple):
    """A player's first dice."""

    name: str
    dice: Dice


class Roll(NamedTuple):
    """The dice of one gain, in the order named."""

    dice: Dice


class White(NamedTuple):
    """A white yield tile drawn."""

    kind: str


class Brown(NamedTuple):
    """The brown yield tiles of the start: name and kind, in turn order."""

    tiles: tuple[tuple[str, str], ...]

"""Steps and draws of Majolica: values that need no position.

Cells of the grid count from 0 in reading order, a4 = 0 to d1 = 15. Workshops, card slots and places of the
display count from 0 from the left. Heaps of tiles are letters in the order of tiles.py; cards go by their
text. `thrown`: the tiles thrown away of the workshop where tiles arrive, "" for none.
"""

from typing import NamedTuple


class Run(NamedTuple):
    """A run of the border into a workshop, or (`cells` None, solo) all revealed tiles.

    `cells`: its ends. `mark`: the colour that goes to the mission instead, or "".
    """

    cells: tuple[int, int] | None
    shop: int
    mark: str
    thrown: str


class One(NamedTuple):
    """One tile of the border, by its cell, or (solo) one of the revealed tiles, by its colour."""

    tile: int | str
    shop: int
    thrown: str


class Card(NamedTuple):
    """A card of the display into a slot."""

    place: int
    slot: int


class Swap(NamedTuple):
    """The cards rearranged: (from, to) for each that moves, by rising `from`."""

    moved: tuple[tuple[int, int], ...]


class Activate(NamedTuple):
    """A workshop activated: tiles to its card or the Town Hall, the broken tile or ""."""

    shop: int
    tiles: str
    broken: str
    thrown: str


class Discard(NamedTuple):
    """Tiles of a workshop thrown away, though nothing arrives."""

    shop: int
    tiles: str


class Bonus(NamedTuple):
    """The bonus tile of a completed card."""

    colour: str
    shop: int
    thrown: str


class Decline(NamedTuple):
    """All bonus tiles still due are declined, which ends the turn."""


class Start(NamedTuple):
    """The starting card put into a slot."""

    slot: int


class Draft(NamedTuple):
    """A mission card taken."""

    place: int


class DealStart(NamedTuple):
    """The starting cards: name of the player, as written, and card, in the order of the header."""

    cards: tuple[tuple[str, str], ...]


class DealGrid(NamedTuple):
    """The large tiles in reading order, row 4 first."""

    tiles: str


class DealCards(NamedTuple):
    """Cards into the empty places of the display, in rising order."""

    cards: tuple[str, ...]


class DealTiles(NamedTuple):
    """The large tiles revealed in a solo turn, in the order drawn."""

    tiles: str


class DealMissions(NamedTuple):
    """The missions shown."""

    words: tuple[str, ...]


DECLINE = Decline()

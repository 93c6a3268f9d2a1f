"""What a position of hex consists of."""

from pbem.rules.slots import Slotted, slotted
from pbem_hex.facts import Facts
from pbem_hex.moves import Place

TOP, LEFT = 0, 1
"""The sides: who connects top and bottom, and who left and right."""


@slotted
class Position(Slotted):
    """After the end `mover` is who has won."""

    facts: Facts
    turn: int
    actor: int
    mover: int
    top: int  # the player who connects top and bottom
    stones: list[int]  # by side: its cells, as bits

    def __init__(self, facts: Facts, first: int) -> None:
        """The empty board: who begins connects top and bottom."""
        self.facts = facts
        self.turn = 1
        self.actor = self.mover = self.top = first
        self.stones = [0, 0]

    def side(self, player: int) -> int:
        """The side of a player."""
        return TOP if player == self.top else LEFT

    def on(self, cell: Place) -> int | None:
        """The side whose stone is on a cell, if there is one."""
        bit = self.facts.bit(cell)
        return next((side for side in (TOP, LEFT) if self.stones[side] & bit), None)

    def count(self, side: int) -> int:
        """How many stones a side has."""
        return self.stones[side].bit_count()

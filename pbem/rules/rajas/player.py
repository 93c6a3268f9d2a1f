"""What a player has: markers, dice, workers, buildings, province, boat."""

from collections.abc import Hashable

from pbem.rules.rajas.facts import Facts
from pbem.rules.rajas.province import Province
from pbem.rules.slots import Slotted, slots_of, slotted


@slotted
class Player(Slotted):
    """A player's side of the table. Dictionaries are never changed, only replaced, so copies share them."""

    expert: bool  # the back of the board
    money: int
    fame: int
    karma: int
    boat: int
    brown: str  # the brown yield tile that is still to be laid
    active: int  # workers
    unplaced: int  # active workers not placed in this round
    idle: int  # turns of this round without a worker
    hands: int  # how many dice the player can hold
    dice: tuple[str, ...]  # such as "b4", in order
    levels: dict[str, int]  # by building, from 0
    late: str  # the building whose last upgrade does not count yet
    taken: tuple[tuple[str, int], ...]  # (track, space): bonuses and workers taken
    province: Province
    yields: tuple[str, ...]  # connected
    slots: dict[str, str]  # yield -> yield tile on it

    def __init__(self, facts: Facts, money: int, expert: bool) -> None:
        """Before the first dice are rolled."""
        self.expert = expert
        self.money = money
        self.fame = self.boat = self.idle = 0
        self.karma = facts.start["karma"]
        self.hands = facts.limits["hands_back" if expert else "hands"]
        self.active = self.unplaced = facts.start["workers"]
        self.dice = self.taken = self.yields = ()
        self.levels = dict.fromkeys(facts.building_words, 0)
        self.late = self.brown = ""
        self.province = Province(facts)
        self.slots = {}

    def as_key(self) -> tuple[Hashable, ...]:
        """All of it, to be compared; provinces are equal if they are the same one."""
        values = [getattr(self, name) for name in _SLOTS]
        return tuple([tuple(sorted(value.items())) if isinstance(value, dict) else value for value in values])


_SLOTS = slots_of(Player)

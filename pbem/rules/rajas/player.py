"""What a player has: markers, dice, workers, buildings, province, boat."""

from collections.abc import Hashable

from pbem.rules.rajas.province import Province


class Player:
    """A player's side of the table."""

    __slots__ = (
        "active",
        "boat",
        "brown",
        "dice",
        "expert",
        "fame",
        "hands",
        "idle",
        "karma",
        "late",
        "levels",
        "money",
        "province",
        "slots",
        "taken",
        "unplaced",
        "yields",
    )

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

    def as_key(self) -> tuple[Hashable, ...]:
        """All of it, to be compared; provinces are equal if they are the same one."""
        values = [getattr(self, name) for name in self.__slots__]
        return tuple([tuple(sorted(value.items())) if isinstance(value, dict) else value for value in values])

    def copy(self) -> "Player":
        """An independent copy. Dictionaries are never changed, only replaced, so copies can share them."""
        new = Player.__new__(Player)
        new.expert = self.expert
        new.money = self.money
        new.fame = self.fame
        new.karma = self.karma
        new.boat = self.boat
        new.brown = self.brown
        new.active = self.active
        new.unplaced = self.unplaced
        new.idle = self.idle
        new.hands = self.hands
        new.dice = self.dice
        new.levels = self.levels
        new.late = self.late
        new.taken = self.taken
        new.province = self.province
        new.yields = self.yields
        new.slots = self.slots
        return new

"""What a player has: markers, dice, workers, buildings, province, boat."""


class Player:
    """A player's side of the table."""

    __slots__ = (
        "active",
        "boat",
        "brown",
        "dice",
        "expert",
        "fame",
        "idle",
        "karma",
        "late",
        "levels",
        "money",
        "province",
        "slots",
        "taken",
        "under",
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
    dice: tuple[str, ...]  # such as "b4", in order
    levels: dict[str, int]  # by building, from 0
    late: str  # the building whose last upgrade does not count yet
    taken: tuple[tuple[str, int], ...]  # (track, space): bonuses and workers taken
    province: dict[str, tuple[str, str]]  # by cell: tile, roads
    under: dict[str, str]  # by cell: the tile that was covered
    yields: tuple[str, ...]  # connected
    slots: dict[str, str]  # yield -> yield tile on it

    def copy(self) -> "Player":
        """An independent copy."""
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
        new.dice = self.dice
        new.levels = self.levels.copy()
        new.late = self.late
        new.taken = self.taken
        new.province = self.province.copy()
        new.under = self.under.copy()
        new.yields = self.yields
        new.slots = self.slots.copy()
        return new

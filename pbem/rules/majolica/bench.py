"""A player's board: workshops, card slots, what was completed and won."""


class Bench:
    """What lies before a player. Lists are by workshop or by slot; heaps as in tiles.py, "" for none."""

    __slots__ = ("achieved", "collected", "done", "mission", "on", "shops", "slots", "start", "tokens")

    start: str  # the starting card, until it is put into a slot
    shops: list[str]
    slots: list[str]  # cards
    on: list[str]  # by slot: the tiles on its card
    done: list[str]  # completed cards
    tokens: int  # points, those for bloom included
    mission: str
    collected: str  # on the mission: fragments, tiles of takes, a v for each violet tile received
    achieved: bool  # the mission first or double

    def __init__(self, shops: int, slots: int) -> None:
        self.start = ""
        self.shops = [""] * shops
        self.slots = [""] * slots
        self.on = [""] * slots
        self.done = []
        self.tokens = 0
        self.mission = ""
        self.collected = ""
        self.achieved = False

    def copy(self) -> "Bench":
        """An independent copy."""
        new = Bench.__new__(Bench)
        new.start = self.start
        new.shops = self.shops[:]
        new.slots = self.slots[:]
        new.on = self.on[:]
        new.done = self.done[:]
        new.tokens = self.tokens
        new.mission = self.mission
        new.collected = self.collected
        new.achieved = self.achieved
        return new

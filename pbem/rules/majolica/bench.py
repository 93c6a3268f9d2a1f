"""A player's board: workshops, card slots, what was completed and won."""

from pbem.rules.slots import Slotted, slotted


@slotted
class Bench(Slotted):
    """What lies before a player. Lists are by workshop or by slot; heaps as in tiles.py, "" for none."""

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

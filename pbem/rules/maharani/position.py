"""What a position of Maharani consists of; what may be done in it, and what that does, stands in other modules."""

from pbem.game import Gained
from pbem.rules.maharani.facts import EMPTY, Facts
from pbem.rules.slots import Slotted, slotted


@slotted
class Position(Slotted):
    """Sets of cells and of quarters are bits. Lists are by player, by artisan or tile colour, by slot or by cell."""

    facts: Facts
    order: tuple[int, ...]  # players, clockwise
    after: tuple[int, ...]  # by player: who comes next
    seat: tuple[int, ...]  # by player: its side, as arrows count
    owned: tuple[tuple[int, ...], ...]  # by player: its artisan colours
    turn: int
    actor: int  # who acts now: a player, CHANCE or NOBODY
    mover: int  # whose turn it is
    earned: tuple[int, ...]  # the gold of this turn, or of the last one
    explained: tuple[Gained, ...] | None  # what was gained, noted only if it is asked for
    placed: int  # tiles of this turn
    filled: int  # quarters completed in this turn
    paid: int  # quarters paid
    stuck: bool  # ended because no tile fits any more
    drawn: int  # tiles drawn from the bag so far
    empty: int  # cells without a tile
    score: list[int]  # by player
    markers: list[int]  # by player: quarters whose marker is up
    slots: list[int]  # by slot: its tile, or EMPTY
    areas: list[int]  # by tile colour: its cells
    artisans: list[int]  # by artisan colour: its cells
    supply: list[int]  # by artisan colour
    tiles: list[int]  # by cell: tile * 4 + arrow, or EMPTY
    bag: list[int]  # tiles, rising
    out: list[int]  # tiles that left the game

    def __init__(
        self,
        facts: Facts,
        order: tuple[int, ...],
        seat: tuple[int, ...],
        owned: tuple[tuple[int, ...], ...],
        first: int,
    ) -> None:
        """The empty board, with full supplies and all markers up; `rounds.settle` begins the game."""
        players = len(order)
        self.facts = facts
        self.order = order
        self.after = tuple(order[(order.index(player) + 1) % players] for player in range(players))
        self.seat = seat
        self.owned = owned
        self.turn = 1
        self.actor = self.mover = first
        self.earned = (0,)
        self.explained = None
        self.placed = self.filled = self.paid = self.drawn = 0
        self.stuck = False
        self.empty = facts.cells
        self.score = [0] * players
        self.markers = [facts.all_quarters] * players
        self.slots = [EMPTY] * facts.slots
        self.areas = [0] * len(facts.tile_colours)
        self.artisans = [0] * len(facts.artisan_letters)
        self.supply = [0] * len(facts.artisan_letters)
        for colours in owned:
            for own in colours:
                self.supply[own] = facts.supply[str(players)]
        self.tiles = [EMPTY] * 64
        self.bag = facts.bag[:]
        self.out = []

    def empty_slots(self) -> list[int]:
        """The slots without a tile, rising."""
        return [slot for slot, tile in enumerate(self.slots) if tile == EMPTY]

    def centre_full(self) -> bool:
        """Whether all cells for centre tiles are taken."""
        return not self.empty & self.facts.centre

    def artisan_on(self, cell: int) -> str:
        """The letter of the artisan on a cell, or ""."""
        return "".join(self.facts.artisan_letters[own] for own, on in enumerate(self.artisans) if on >> cell & 1)

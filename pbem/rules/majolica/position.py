"""What a position of Majolica consists of; what may be done in it, and what that does, stands in other modules."""

from typing import Literal

from pbem.game import NOBODY, Gained
from pbem.rules.majolica.facts import Facts, fits
from pbem.rules.majolica.grid import DOWN
from pbem.rules.majolica.tiles import parts, without
from pbem.rules.slots import Slotted, slotted

NOTHING, ONE_TILE, RUN = 0, 1, 2
"""What was taken in a turn."""

Waits = Literal["", "start", "grid", "cards", "missions", "tiles"]
"""Results of chance by the words behind `draw`, "" for none."""


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


@slotted
class Position(Slotted):
    """Players count clockwise, which is the order of the header.

    The bench of the player whose turn it is belongs to this position alone; those of others may be shared with
    copies and are never changed.
    """

    facts: Facts
    names: tuple[str, ...]  # of the players: lines that deal cards have them
    options: tuple[str, ...]
    first: int  # who began the game
    turn: int
    actor: int  # who acts now: a player, CHANCE or NOBODY
    mover: int  # whose turn it is
    earned: tuple[int, ...]  # the points of this turn, or of the last one
    explained: tuple[Gained, ...] | None  # what was gained, noted only if it is asked for
    dealt: bool  # whether the starting cards are
    waits: Waits  # which result of chance is due, "" for none
    round: int
    round_first: int
    grid: str  # large tiles in reading order, DOWN for those taken
    gone: str  # solo: tiles revealed in earlier turns of this round, in that order
    tiles: str  # solo: tiles revealed in this turn
    display: list[str]  # cards by place, DOWN for none
    deck: list[str]  # in the order of the table
    under: list[str]  # cards put under the deck, the next one first
    box: tuple[str, ...]  # starting cards not dealt
    shown: list[str]  # missions to be drafted by place, DOWN for those taken
    hall: tuple[int, int]  # violet tiles and one-point tokens left
    benches: list[Bench]  # by player
    events: int  # results of chance so far
    begun: bool  # whether a step of this turn was played
    taken: int  # NOTHING, ONE_TILE or RUN
    half: bool  # whether the card or the rearrangement of this turn is done
    rights: int  # bonus tiles due
    activated: int  # workshops activated in this turn, as bits
    completed: int  # cards completed in this turn

    def __init__(self, facts: Facts, names: tuple[str, ...], options: tuple[str, ...], first: int) -> None:
        """Before anything is dealt; `rounds.settle` begins the game."""
        players = len(names)
        self.facts = facts
        self.names = names
        self.options = options
        self.first = self.round_first = self.mover = first
        self.turn = self.round = 1
        self.actor = NOBODY
        self.earned = (0,)
        self.explained = None
        self.dealt = False
        self.waits = ""
        self.grid = DOWN * (facts.each * len(facts.colours))
        self.gone = self.tiles = ""
        self.display = [DOWN] * facts.display
        self.deck = facts.full_deck(options)
        self.under = []
        self.box = tuple(facts.start)
        self.shown = []
        self.hall = (facts.violet[str(players)], facts.ones[str(players)])
        self.benches = [Bench(len(facts.workshops), facts.slots) for _ in names]
        self.events = 0
        self.new_turn()
        if self.drafting:
            self.mover = self.draft_order()[0]

    def new_turn(self) -> None:
        """Nothing has been done in this turn yet."""
        self.begun = self.half = False
        self.taken = NOTHING
        self.rights = self.activated = self.completed = 0

    def own_bench(self) -> None:
        """From now on the bench of the player whose turn it is can be changed: no copy shares it."""
        benches, mover = self.benches, self.mover
        benches[mover] = benches[mover].duplicate()

    @property
    def bench(self) -> Bench:
        """The board of the player whose turn it is."""
        return self.benches[self.mover]

    @property
    def solo(self) -> bool:
        """Whether one player plays alone."""
        return len(self.names) == 1

    @property
    def drafting(self) -> bool:
        """Whether missions are still to be taken."""
        return "missions" in self.options and any(not bench.mission for bench in self.benches)

    def draft_order(self) -> list[int]:
        """Players as they draft missions: anticlockwise from the right of the first one, who is last (ruling 20)."""
        return [(self.round_first - step) % len(self.names) for step in range(1, len(self.names) + 1)]

    def clockwise(self) -> list[int]:
        """Players from the one to move on."""
        return [(self.mover + step) % len(self.names) for step in range(len(self.names))]

    @property
    def complete(self) -> bool:
        """Whether all was taken that a turn takes."""
        return self.taken == RUN or (self.taken == ONE_TILE and self.half)

    def must_activate(self) -> list[int]:
        """The workshops that must be activated (rulings 9 and 10)."""
        facts, bench = self.facts, self.bench
        found = []
        for shop, heap in enumerate(bench.shops):
            if facts.met(shop, heap) and not self.no_space(shop, heap):
                found.append(shop)
        return found

    def no_space(self, shop: int, heap: str) -> str:
        """Why a workshop whose pattern is met is not due all the same, or ""."""
        if shop == self.facts.hall:
            return ""
        bench = self.bench
        if not bench.slots[shop]:
            return "no-card"
        spaces = self.facts.spaces(bench.slots[shop], bench.on[shop])
        must = self.facts.workshops[shop].must
        able = parts(without(heap, self.facts.wild), must, must)
        return "" if any(fits(spaces, tiles) for tiles in able) else "no-space"

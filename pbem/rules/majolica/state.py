"""A position of Majolica and what may be done in it."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.game import CHANCE, NOBODY, Choose, Illegal, Step
from pbem.rules.majolica import actions, chance, choices, score
from pbem.rules.majolica.actions import NOTHING, ONE_TILE, RUN
from pbem.rules.majolica.bench import Bench
from pbem.rules.majolica.facts import DOWN, Facts, fits
from pbem.rules.majolica.tiles import parts, without


class InTurn(NamedTuple):
    """All that decides how a turn can go on and what it can still earn."""

    taken: int
    half: bool
    rights: int
    activated: int
    grid: str
    tiles: str
    hall: tuple[int, int]
    start: str
    collected: str
    shops: tuple[str, ...]
    slots: tuple[str, ...]
    on: tuple[str, ...]
    display: tuple[str, ...]


class State:
    """See pbem.game.State. Players count clockwise, which is the order of the header.

    The bench of the player whose turn it is belongs to this state alone; those of others may be shared with
    copies and are never changed.
    """

    __slots__ = (
        "activated",
        "actor",
        "begun",
        "benches",
        "box",
        "completed",
        "dealt",
        "deck",
        "display",
        "earned",
        "events",
        "facts",
        "first",
        "gone",
        "grid",
        "half",
        "hall",
        "mover",
        "names",
        "options",
        "rights",
        "round",
        "round_first",
        "shown",
        "taken",
        "tiles",
        "turn",
        "under",
        "waits",
    )

    facts: Facts
    names: tuple[str, ...]  # of the players: lines that deal cards have them
    options: tuple[str, ...]
    first: int  # who began the game
    turn: int
    actor: int
    mover: int
    earned: tuple[int, ...]
    dealt: bool  # whether the starting cards are
    waits: str  # which result of chance is due, "" for none
    round: int
    round_first: int
    grid: str  # large tiles in reading order, DOWN for those taken
    gone: str  # solo: tiles revealed in earlier turns of this round, in that order
    tiles: str  # solo: tiles revealed in this turn
    display: list[str]  # cards by place, DOWN for none
    deck: list[str]  # in the order of the table
    under: list[str]  # cards put under the deck, the next one first
    box: list[str]  # starting cards not dealt
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
        """Before anything is dealt; `settle` begins the game."""
        players = len(names)
        self.facts = facts
        self.names = names
        self.options = options
        self.first = self.round_first = self.mover = first
        self.turn = self.round = 1
        self.actor = NOBODY
        self.earned = (0,)
        self.dealt = False
        self.waits = ""
        self.grid = DOWN * (facts.each * len(facts.colours))
        self.gone = self.tiles = ""
        self.display = [DOWN] * facts.display
        self.deck = facts.full_deck(options)
        self.under = []
        self.box = facts.start[:]
        self.shown = []
        self.hall = (facts.violet[str(players)], facts.ones[str(players)])
        self.benches = [Bench(len(facts.workshops), facts.slots) for _ in names]
        self.events = 0
        self.new_turn()
        if self.drafting:
            self.mover = self.draft_order()[0]

    def copy(self) -> "State":
        """An independent copy."""
        new = State.__new__(State)
        new.facts = self.facts
        new.names = self.names
        new.options = self.options
        new.first = self.first
        new.turn = self.turn
        new.actor = self.actor
        new.mover = self.mover
        new.earned = self.earned
        new.dealt = self.dealt
        new.waits = self.waits
        new.round = self.round
        new.round_first = self.round_first
        new.grid = self.grid
        new.gone = self.gone
        new.tiles = self.tiles
        new.display = self.display[:]
        new.deck = self.deck[:]
        new.under = self.under[:]
        new.box = self.box
        new.shown = self.shown[:]
        new.hall = self.hall
        new.benches = self.benches[:]
        new.benches[self.mover] = self.bench.copy()
        new.events = self.events
        new.begun = self.begun
        new.taken = self.taken
        new.half = self.half
        new.rights = self.rights
        new.activated = self.activated
        new.completed = self.completed
        return new

    # Looking

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

    @property
    def complete(self) -> bool:
        """Whether all was taken that a turn takes."""
        return self.taken == RUN or (self.taken == ONE_TILE and self.half)

    def scores(self) -> list[int]:
        """Points by player: of completed cards and tokens; all the rest only when the game is over."""
        return [score.points(self, player, final=self.actor == NOBODY) for player in range(len(self.names))]

    def due(self) -> list[int]:
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

    def in_turn(self) -> InTurn:
        """What decides how this turn can go on: the grid and the display only until something was taken from them."""
        bench = self.bench
        open_half = not (self.half or self.taken == RUN)
        return InTurn(
            self.taken,
            self.half,
            self.rights,
            self.activated if "bloom" in self.options else 0,
            "" if self.taken else self.grid,
            "" if self.taken else self.tiles,
            self.hall,
            bench.start,
            bench.collected,
            tuple(bench.shops),
            tuple(bench.slots),
            tuple(bench.on),
            tuple(self.display) if open_half else (),
        )

    def steps(self, voluntary: bool = False) -> Sequence[Step]:
        """The legal next steps; with `voluntary` also those that throw away more than they must."""
        return list(choices.steps(self, voluntary))

    def may_follow(self, step: Step) -> bool:
        """Turns do not wait for chance."""
        return False

    def unsaid(self, step: Step) -> None:
        """Nothing is left unsaid."""

    def deal(self, choose: Choose) -> Step:
        """The result of chance that is due, made with `choose`; not applied."""
        return chance.deal(self, choose)

    # Doing

    def apply(self, step: Step) -> None:
        """Play a step or a result of chance; raises Illegal and leaves the state as it was."""
        if type(step) in chance.RESULTS:
            chance.apply(self, step)
            return
        if self.actor < 0:
            raise Illegal("draw-due" if self.actor == CHANCE else "over")
        before = self.begun, self.earned
        if not self.begun:
            self.begun, self.earned = True, (0,)
        try:
            actions.play(self, step)
        except Illegal:
            self.begun, self.earned = before
            raise

    # The end of a turn and of a round (rulings 17, 22)

    def end_turn(self) -> None:
        """The turn is done: the next one, a new round, or the end."""
        facts = self.facts
        self.turn += 1
        self.new_turn()
        if self.solo:
            self.gone += self.tiles
            self.tiles = ""
            ended = len(self.gone) == len(self.grid)
            over = ended and self.round == facts.rounds
        else:
            ended = len(self.grid) - self.grid.count(DOWN) < facts.least
            over = ended and any(len(bench.done) >= facts.end for bench in self.benches)
        if over:
            self.actor = NOBODY
            return
        if ended:
            self.round += 1
            self.grid, self.gone = DOWN * len(self.grid), ""
            self.round_first = (self.round_first + 1) % len(self.names)
            self.give_turn(self.round_first)
        else:
            self.give_turn((self.mover + 1) % len(self.names))
        self.settle()

    def give_turn(self, player: int) -> None:
        """From now on that player's bench is changed, so it must be this state's own."""
        self.mover = player
        self.benches[player] = self.benches[player].copy()

    def new_turn(self) -> None:
        """Nothing has been done in this turn yet."""
        self.begun = self.half = False
        self.taken = NOTHING
        self.rights = self.activated = self.completed = 0

    def settle(self) -> None:
        """Who acts next: chance while something is due, else the mover."""
        self.waits = chance.due(self)
        self.actor = CHANCE if self.waits else self.mover

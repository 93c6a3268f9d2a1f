"""A position of Majolica and what may be done in it."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pbem.game import CHANCE, END, NOBODY, Choose, Illegal, Step
from pbem.rules.majolica import chance, choices, score
from pbem.rules.majolica.bench import Bench
from pbem.rules.majolica.facts import DOWN, Facts, border, fits
from pbem.rules.majolica.moves import Activate, Bonus, Card, Decline, Discard, Draft, One, Run, Start, Swap
from pbem.rules.majolica.tiles import minus, parts, plus, without

NOTHING, ONE_TILE, RUN = 0, 1, 2
"""What was taken in this turn."""


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
        self._new_turn()
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
            if facts.met(shop, heap) and not self._no_space(shop, heap):
                found.append(shop)
        return found

    def _no_space(self, shop: int, heap: str) -> str:
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

    def steps(self, voluntary: bool = False) -> Iterator[Step]:
        """The legal next steps, one by one; with `voluntary` also those that throw away more than they must."""
        return choices.steps(self, voluntary)

    def unsaid(self, step: Step) -> None:
        """Nothing is left unsaid."""

    def deal(self, choose: Choose) -> Step:
        """The result of chance that is due, made with `choose`; not applied."""
        return chance.deal(self, choose)

    # Doing

    def apply(self, step: Step) -> None:
        """Play a step or a result of chance; raises Illegal and leaves the state as it was."""
        if chance.is_result(step):
            chance.apply(self, step)
            return
        play = State._end if step is END else _PLAY[type(step)]
        if self.actor < 0:
            raise Illegal("draw-due" if self.actor == CHANCE else "over")
        if self.drafting:
            if type(step) is not Draft:
                raise Illegal("draft-due")
        elif self.bench.start and type(step) is not Start:
            raise Illegal("start-due", card=self.bench.start)
        before = self.begun, self.earned
        if not self.begun:
            self.begun, self.earned = True, (0,)
        try:
            play(self, step)
        except Illegal:
            self.begun, self.earned = before
            raise

    def _nothing_due(self) -> None:
        due = self.due()
        if due:
            raise Illegal("due", shop=due[0])

    def _check_shop(self, shop: int) -> None:
        if not 0 <= shop < len(self.facts.workshops):
            raise Illegal("no-shop", shop=shop, shops=len(self.facts.workshops))

    def _arrive(self, shop: int, heap: str, thrown: str) -> str:
        """What a workshop holds after tiles arrived and some were thrown away; raises Illegal."""
        self._check_shop(shop)
        lying, excess = self.facts.arrival(shop, self.bench.shops[shop], heap)
        if thrown and lying == self.bench.shops[shop]:
            raise Illegal("nothing-arrives", shop=shop)
        left = minus(lying, thrown)
        if left is None:
            raise Illegal("thrown-not-there", shop=shop, tiles=lying, thrown=thrown)
        if len(thrown) < excess:
            raise Illegal("excess", shop=shop, tiles=lying, holds=self.facts.workshops[shop].holds, excess=excess)
        return left

    # Taking (rulings 3 to 8)

    def _begin_taking(self) -> None:
        self._nothing_due()
        if self.taken:
            raise Illegal("taken")

    def _take_run(self, step: Run) -> None:
        self._begin_taking()
        if self.half:
            raise Illegal("half-run")
        cells: tuple[int, ...] = ()
        if step.cells is None:
            if not self.solo:
                raise Illegal("solo-only")
            heap = self.tiles
        else:
            cells = self._run(step.cells)
            heap = "".join(self.grid[cell] for cell in cells)
        if step.mark:
            heap = self._mark(step.mark, heap)
        left = self._arrive(step.shop, plus("", heap), step.thrown)
        for cell in cells:
            self._cover(cell)
        if step.mark:
            self.bench.collected = plus(self.bench.collected, step.mark)
        self.bench.shops[step.shop] = left
        self.taken = RUN

    def _run(self, ends: tuple[int, int]) -> tuple[int, ...]:
        """The cells of a run of the border; raises Illegal with what is wrong with it."""
        if self.solo:
            raise Illegal("no-grid")
        lines = border(self.grid, self.facts.run)
        if ends in lines.runs:
            return lines.runs[ends]
        first, last = ends
        for cell in ends:
            if self.grid[cell] == DOWN:
                raise Illegal("down", cell=cell)
        if first == last:
            raise Illegal("run-short", run=self.facts.run)
        whole = [run for run, cells in lines.runs.items() if first in cells and last in cells]
        if whole:
            raise Illegal("run-part", run=whole[0])
        raise Illegal("run-border")

    def _mark(self, colour: str, heap: str) -> str:
        """What is left to go to the workshop when a tile goes to the mission; raises Illegal."""
        mission = self.facts.missions["takes"]
        if self.bench.mission != "takes":
            raise Illegal("mark-mission")
        if len(heap) != mission["run"]:
            raise Illegal("mark-run", run=mission["run"])
        left = minus(plus("", heap), colour)
        if left is None or colour in self.bench.collected or colour not in tuple(self.facts.colours):
            raise Illegal("mark-colour", colour=colour)
        return left

    def _cover(self, cell: int) -> None:
        self.grid = self.grid[:cell] + DOWN + self.grid[cell + 1 :]

    def _take_one(self, step: One) -> None:
        self._begin_taking()
        tile = step.tile
        if isinstance(tile, str):
            if not self.solo:
                raise Illegal("solo-only")
            if tile not in self.tiles:
                raise Illegal("not-revealed", colour=tile)
            heap = tile
        else:
            if self.solo:
                raise Illegal("no-grid")
            if self.grid[tile] == DOWN:
                raise Illegal("down", cell=tile)
            if tile not in border(self.grid, self.facts.run).cells:
                raise Illegal("not-border", cell=tile)
            heap = self.grid[tile]
        left = self._arrive(step.shop, heap, step.thrown)
        if not isinstance(tile, str):
            self._cover(tile)
        self.bench.shops[step.shop] = left
        self.taken = ONE_TILE

    def _begin_half(self) -> None:
        self._nothing_due()
        if self.taken == RUN:
            raise Illegal("run-half")
        if self.half:
            raise Illegal("half-twice")

    def _take_card(self, step: Card) -> None:
        self._begin_half()
        if not 0 <= step.place < len(self.display):
            raise Illegal("no-place", place=step.place, places=len(self.display))
        if self.display[step.place] == DOWN:
            raise Illegal("place-empty", place=step.place)
        self._check_slot(step.slot)
        bench = self.bench
        if bench.slots[step.slot]:
            self.under.append(bench.slots[step.slot])
        bench.slots[step.slot] = self.display[step.place]
        bench.on[step.slot] = ""
        self.display[step.place] = DOWN
        self.half = True

    def _check_slot(self, slot: int) -> None:
        if not 0 <= slot < self.facts.slots:
            raise Illegal("no-slot", slot=slot, slots=self.facts.slots)

    def _swap(self, step: Swap) -> None:
        self._begin_half()
        bench = self.bench
        starts = [start for start, _ in step.moved]
        ends = [to for _, to in step.moved]
        for start, to in step.moved:
            self._check_slot(start)
            self._check_slot(to)
            if not bench.slots[start]:
                raise Illegal("slot-empty", slot=start)
            if start == to or starts.count(start) > 1 or ends.count(to) > 1:
                raise Illegal("swap-twice", slot=to)
            if bench.slots[to] and to not in starts:
                raise Illegal("swap-onto", slot=to)
        cards = [(bench.slots[start], bench.on[start]) for start in starts]
        for start in starts:
            bench.slots[start] = bench.on[start] = ""
        for to, (card, on) in zip(ends, cards, strict=True):
            bench.slots[to], bench.on[to] = card, on
        self.half = True

    # Activation (rulings 9 to 13)

    def _activate(self, step: Activate) -> None:
        self._check_shop(step.shop)
        facts, bench, shop = self.facts, self.bench, step.shop
        heap = bench.shops[shop]
        if not facts.met(shop, heap):
            raise Illegal("not-met", shop=shop, pattern=":".join(map(str, facts.workshops[shop].pattern)))
        why = self._no_space(shop, heap)
        if why:
            raise Illegal(why, shop=shop)
        rest = self._check_tiles(step, heap)
        workshop = facts.workshops[shop]
        able = without(rest, facts.wild) if workshop.breaks else ""
        if step.broken not in (tuple(able) or ("",)):
            raise Illegal("broken", shop=shop, able=able)
        rest = minus(rest, step.broken) or ""
        violet = shop == facts.hall and self.hall[0] > 0
        target = 0 if shop == facts.hall else shop + 1
        left = self._arrive(target, plus(rest, facts.wild) if violet else rest, step.thrown)
        bench.shops[shop] = ""
        bench.shops[target] = left
        if shop == facts.hall:
            self._reward()
        else:
            self._to_card(shop, step.tiles)
        if step.broken and bench.mission == "fragments" and step.broken not in bench.collected:
            bench.collected = plus(bench.collected, step.broken)
        self._bloom(shop)

    def _check_tiles(self, step: Activate, heap: str) -> str:
        """What is left of a workshop without the tiles that go to its card or the Town Hall; raises Illegal."""
        facts, bench, shop = self.facts, self.bench, step.shop
        workshop = facts.workshops[shop]
        if not workshop.must <= len(step.tiles) <= workshop.must + workshop.may:
            raise Illegal("tiles-count", shop=shop, least=workshop.must, most=workshop.must + workshop.may)
        if facts.wild in step.tiles:
            raise Illegal("wild", shop=shop)
        rest = minus(heap, step.tiles)
        if rest is None:
            raise Illegal("tiles-not-there", shop=shop, tiles=heap)
        if shop != facts.hall:
            spaces = facts.spaces(bench.slots[shop], bench.on[shop])
            if not fits(spaces, step.tiles):
                raise Illegal("tiles-space", shop=shop, card=bench.slots[shop], spaces=spaces)
        return rest

    def _reward(self) -> None:
        """The Town Hall gives a violet tile, else a token, else nothing."""
        violet, ones = self.hall
        if violet:
            self.hall = (violet - 1, ones)
            if self.bench.mission == "violet":
                self.bench.collected += self.facts.wild
        elif ones:
            self.hall = (0, ones - 1)
            self._token(1)

    def _token(self, points: int) -> None:
        self.bench.tokens += points
        self.earned = (self.earned[0] + points,)

    def _to_card(self, slot: int, tiles: str) -> None:
        bench = self.bench
        card = bench.slots[slot]
        bench.on[slot] = plus(bench.on[slot], tiles)
        if self.facts.spaces(card, bench.on[slot]):
            return
        bench.slots[slot] = bench.on[slot] = ""
        bench.done.append(card)
        self.completed += 1
        printed = self.facts.printed[card]
        self.earned = (self.earned[0] + printed.points,)
        self.rights += printed.bonus
        score.note_completed(self)

    def _bloom(self, shop: int) -> None:
        everywhere = (1 << len(self.facts.workshops)) - 1
        before, self.activated = self.activated, self.activated | 1 << shop
        if "bloom" in self.options and self.activated == everywhere != before:
            self._token(self.facts.bloom)

    # All else

    def _bonus(self, step: Bonus) -> None:
        if not self.rights:
            raise Illegal("no-right")
        if step.colour not in tuple(self.facts.colours):
            raise Illegal("bonus-wild")
        self.bench.shops[step.shop] = self._arrive(step.shop, step.colour, step.thrown)
        self.rights -= 1

    def _decline(self, step: Decline) -> None:
        if not self.rights:
            raise Illegal("no-right")
        self._check_complete()
        self.rights = 0
        self._end_turn()

    def _discard(self, step: Discard) -> None:
        self._nothing_due()
        self._check_shop(step.shop)
        left = minus(self.bench.shops[step.shop], step.tiles)
        if left is None:
            raise Illegal("discard-not-there", shop=step.shop, tiles=self.bench.shops[step.shop])
        self.bench.shops[step.shop] = left

    def _start(self, step: Start) -> None:
        bench = self.bench
        if not bench.start:
            raise Illegal("start-placed")
        self._check_slot(step.slot)
        if bench.slots[step.slot]:
            raise Illegal("slot-taken", slot=step.slot)
        bench.slots[step.slot], bench.start = bench.start, ""

    def _draft(self, step: Draft) -> None:
        if not self.drafting:
            raise Illegal("no-draft")
        if not 0 <= step.place < len(self.shown) or self.shown[step.place] == DOWN:
            raise Illegal("draft-place", place=step.place)
        self.bench.mission = self.shown[step.place]
        self.shown[step.place] = DOWN
        self.turn += 1
        self.begun = False
        left = [player for player in self.draft_order() if not self.benches[player].mission]
        if not left:
            self.shown = []
        self._give_turn(left[0] if left else self.round_first)
        self.settle()

    # The end of a turn and of a round (rulings 17, 22)

    def _check_complete(self) -> None:
        self._nothing_due()
        if not self.taken:
            raise Illegal("nothing-taken")
        if not self.complete:
            raise Illegal("half-missing")

    def _end(self, step: Step) -> None:
        self._check_complete()
        if self.rights:
            raise Illegal("right-open")
        self._end_turn()

    def _end_turn(self) -> None:
        facts = self.facts
        self.turn += 1
        self._new_turn()
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
            self._give_turn(self.round_first)
        else:
            self._give_turn((self.mover + 1) % len(self.names))
        self.settle()

    def _give_turn(self, player: int) -> None:
        """From now on that player's bench is changed, so it must be this state's own."""
        self.mover = player
        self.benches[player] = self.benches[player].copy()

    def _new_turn(self) -> None:
        self.begun = self.half = False
        self.taken = NOTHING
        self.rights = self.activated = self.completed = 0

    def settle(self) -> None:
        """Who acts next: chance while something is due, else the mover."""
        self.waits = chance.due(self)
        self.actor = CHANCE if self.waits else self.mover


_PLAY: dict[type, Callable[[State, Any], None]] = {
    Run: State._take_run,
    One: State._take_one,
    Card: State._take_card,
    Swap: State._swap,
    Activate: State._activate,
    Discard: State._discard,
    Bonus: State._bonus,
    Decline: State._decline,
    Start: State._start,
    Draft: State._draft,
}

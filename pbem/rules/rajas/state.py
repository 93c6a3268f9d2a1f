"""A position of Rajas of the Ganges: whose turn, what is waiting, what a step does.

A turn is worked off from a stack of what is still to be done, the next thing last. It goes on by itself until a
choice is open, or a result of chance is needed. Results of chance wait in a queue and are written after the
player's line.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from pbem.game import CHANCE, END, NOBODY, Choose, Illegal, Step
from pbem.lazy import Joined
from pbem.rules.rajas import actions, ahead, chance, choices, effects, rounds, spaces
from pbem.rules.rajas.facts import Facts, Spaces
from pbem.rules.rajas.moves import Alternatives, Named
from pbem.rules.rajas.notation import DICE
from pbem.rules.rajas.player import Player
from pbem.rules.rajas.province import Province

Item = tuple[Any, ...]
"""Something to be done: its kind, and what belongs to it."""


class State:
    """See pbem.game.State. Players count clockwise, which is the order of the header.

    What it consists of is never changed but replaced, so copies share it; but for three lists, which each has for
    itself, and players. Whoever changes a player calls `own` first: `apply` does it for the mover before a step, and
    what results of chance do within a turn relies on that; `copy` does it for the copy.
    Slots instead of a dictionary make playing a twentieth faster.
    """

    __slots__ = (
        "actor",
        "assorted",
        "balconies",
        "blocked",
        "chambers",
        "crossed",
        "drawn",
        "earned",
        "ended",
        "events",
        "facts",
        "first",
        "goods",
        "harbour",
        "line",
        "mogul",
        "mover",
        "named",
        "names",
        "open",
        "options",
        "outer",
        "placed",
        "player",
        "players",
        "quarry",
        "queue",
        "rest",
        "river",
        "room",
        "stack",
        "started",
        "stop",
        "supply",
        "terraces",
        "tops",
        "turn",
        "waits",
        "white",
        "yield_tiles",
    )

    facts: Facts
    names: tuple[str, ...]
    options: tuple[str, ...]
    drawn: bool  # whether the first player was drawn, among those with the lowest dice
    turn: int
    actor: int
    mover: int
    earned: tuple[int, ...]  # fame, money
    waits: str  # the result of chance of the start that is due, "" for none
    started: int  # players whose first dice are rolled
    first: int  # first player of the round
    mogul: int  # who will be first in the next round, or -1
    placed: bool  # whether somebody has placed a worker in this phase
    crossed: tuple[int, ...]  # whose markers have met, in that order
    ended: bool  # whether the game ends with this phase
    room: Spaces  # worker spaces for so many players
    quarry: int  # workers there, as below
    harbour: int
    outer: int
    assorted: tuple[int, ...]  # who has valued assorted goods in this round
    terraces: tuple[str, ...]  # free spaces with room for one worker, as below
    balconies: tuple[str, ...]
    chambers: tuple[int, ...]
    goods: tuple[str, ...]
    supply: dict[str, int]  # dice left by colour
    tops: dict[str, str]  # by pile: the tile on top, "" for none; a pile that waits for a draw is left out
    rest: dict[str, list[str]]  # by pile: the tiles below, in the order of the table
    white: tuple[str, ...]  # white tiles discarded
    yield_tiles: dict[str, int]  # open ones (Navaratnas)
    river: dict[int, str]  # river tiles by position
    players: list[Player]
    player: Player  # whose turn it is
    stack: list[Item]
    open: Item  # the choice that is open, () for none
    queue: list[Item]  # results of chance that are waiting
    blocked: bool  # whether the turn cannot go on without them
    stop: bool  # whether the line must stop here
    named: bool  # whether yields have been named in this turn: then all are
    line: tuple[int, int] | None  # fame and money when this line began, None before its first step
    events: dict[str, int]  # results of chance so far, by purpose

    def __init__(
        self, facts: Facts, names: tuple[str, ...], options: tuple[str, ...], first: int, drawn: bool = False
    ) -> None:
        """Before anything is dealt; `settle` begins the game."""
        self.facts = facts
        self.names = names
        self.options = options
        self.drawn = drawn
        self.turn = 1
        self.actor = NOBODY
        self.mover = self.first = first
        self.earned = (0, 0)
        self.waits = chance.TOPS
        self.started = 0
        self.mogul = -1
        self.placed = self.ended = self.blocked = self.stop = self.named = False
        self.crossed = ()
        self.room = facts.spaces[len(names)]
        spaces.clear(self)
        self.supply = dict.fromkeys(DICE, facts.limits["dice"])
        self.tops = dict.fromkeys(facts.piles, "")
        self.rest = {pile: facts.ids(pile) for pile in facts.piles}
        self.white = ()
        self.yield_tiles = dict(facts.yield_counts) if self.navaratnas else {}
        self.river = {}
        self.players = [self._player(seat) for seat in range(len(names))]
        self.player = self.players[first]
        self.stack = []
        self.open = ()
        self.queue = []
        self.line = None
        self.events = {}

    def _player(self, seat: int) -> Player:
        facts = self.facts
        player = Player()
        player.expert = self.navaratnas or f"expert {self.names[seat]}" in self.options
        player.money = facts.start["money"][(seat - self.first) % len(self.names)]
        player.fame = player.boat = player.idle = 0
        player.karma = facts.start["karma"]
        player.hands = facts.limits["hands_back" if player.expert else "hands"]
        player.active = player.unplaced = facts.start["workers"]
        player.dice = player.taken = player.yields = ()
        player.levels = dict.fromkeys(facts.building_words, 0)
        player.late = player.brown = ""
        player.province = Province(facts)
        player.slots = {}
        return player

    def copy(self) -> "State":
        """An independent copy, whose mover may be changed."""
        new = self._kept()
        new.own(new.mover)
        return new

    def _kept(self) -> "State":
        """What is needed to go back here: a copy that shares all players."""
        new = State.__new__(State)
        new.facts = self.facts
        new.names = self.names
        new.options = self.options
        new.drawn = self.drawn
        new.turn = self.turn
        new.actor = self.actor
        new.mover = self.mover
        new.earned = self.earned
        new.waits = self.waits
        new.started = self.started
        new.first = self.first
        new.mogul = self.mogul
        new.placed = self.placed
        new.crossed = self.crossed
        new.ended = self.ended
        new.room = self.room
        new.quarry = self.quarry
        new.harbour = self.harbour
        new.outer = self.outer
        new.assorted = self.assorted
        new.terraces = self.terraces
        new.balconies = self.balconies
        new.chambers = self.chambers
        new.goods = self.goods
        new.supply = self.supply
        new.tops = self.tops
        new.rest = self.rest
        new.white = self.white
        new.yield_tiles = self.yield_tiles
        new.river = self.river
        new.player = self.player
        new.open = self.open
        new.blocked = self.blocked
        new.stop = self.stop
        new.named = self.named
        new.line = self.line
        new.events = self.events
        new.players = self.players[:]
        new.stack = self.stack[:]
        new.queue = self.queue[:]
        return new

    def own(self, seat: int) -> Player:
        """A player who may be changed from now on: a copy that belongs to this state alone."""
        player = self.players[seat] = self.players[seat].copy()
        if seat == self.mover:
            self.player = player
        return player

    # Looking

    @property
    def navaratnas(self) -> bool:
        """Whether the game is played with the Navaratnas."""
        return "navaratnas" in self.options

    @property
    def most_workers(self) -> int:
        """How many active workers a player can have."""
        return self.facts.limits["workers_navaratnas" if self.navaratnas else "workers"]

    def waiting_dice(self) -> list[str]:
        """Colours of the dice that are still to be rolled: they count as held."""
        return [colour for kind, *colours in self.queue if kind == "roll" for colour in colours]

    def free_hands(self) -> int:
        """How many more dice the player to move can hold."""
        free = self.player.hands - len(self.player.dice)
        return free - len(self.waiting_dice()) if self.queue else free

    def spare(self) -> int:
        """So many dice, of any colours, the player to move can surely take and gives none back."""
        if self.queue:
            return 0
        player, left = self.player, min(self.supply.values())
        free = player.hands - len(player.dice)
        return free if free < left else left

    def distance(self, seat: int) -> int:
        """How far a player's markers are beyond each other; below 0 they have not met."""
        player = self.players[seat]
        return player.fame - (self.facts.meet - -(-player.money // self.facts.half))

    def scores(self) -> list[int]:
        """Distance by player."""
        return [self.distance(seat) for seat in range(len(self.names))]

    def ranks(self) -> list[int]:
        """Place by player, from 1: by distance; among those who have crossed also by who did first (ruling 27)."""

        def merit(seat: int) -> tuple[int, int]:
            return self.distance(seat), -self.crossed.index(seat) if seat in self.crossed else -len(self.names)

        return [
            1 + sum(merit(other) > merit(seat) for other in range(len(self.names))) for seat in range(len(self.names))
        ]

    def in_turn(self) -> Hashable:
        """What is open and waiting, and all that the player to move has; the rest of the table stays as it is."""
        return (
            *(self.open, *self.stack, None, *self.queue),
            *(self.actor, self.blocked, self.stop, self.named, self.white, *self.tops.items(), *self.supply.values()),
            *(self.player.as_key(), *self.yield_tiles.items()),
        )

    def steps(self, voluntary: bool = False) -> Sequence[Step]:
        """The legal next steps, made when they are asked for; END where the line may stop."""
        if self.actor < 0:
            return ()
        found = () if self.stop else choices.steps(self)
        return Joined([(END,), found]) if self.queue and self.open[0] != "place" else found

    def unsaid(self, step: Step) -> tuple[Step, bool] | None:
        """Of several yields none of which is named the first of the table is paid (ruling 14)."""
        return ahead.unsaid(self, step)

    def may_follow(self, step: Step) -> bool:
        """A step that names a die or a tile to come, or that answers what a white tile may ask."""
        return ahead.may_follow(self, step)

    def deal(self, choose: Choose) -> Step:
        """The result of chance that is due, made with `choose`; not applied."""
        return chance.deal(self, choose)

    # Doing

    def apply(self, step: Step) -> None:
        """Play a step or a result of chance; raises Illegal and leaves the state as it was."""
        if type(step) in chance.RESULTS:
            chance.apply(self, step)
            return
        kept = self._kept()
        self.own(self.mover)
        try:
            self._apply(step)
        except BaseException:  # a program that is stopped may go on with the state
            for name in State.__slots__:
                setattr(self, name, getattr(kept, name))
            raise

    def _apply(self, step: Step) -> None:
        if self.actor < 0:
            raise Illegal("draw-due" if self.actor == CHANCE else "over")
        if self.line is None:
            self.line = (self.player.fame, self.player.money)
        if isinstance(step, Alternatives):
            raise Illegal("alternatives" if self.queue or self.open[0] == "place" else f"open-{self.open[0]}")
        if step is END:
            if not self.queue:
                raise Illegal(f"open-{self.open[0]}")
            self._end_line()
            self.actor = CHANCE
            return
        if self.stop:
            raise Illegal("stop")
        self.play(step)
        if self.open:
            self.earned = self._earned()
        else:
            self._end_line()
            self.go_on()

    def _earned(self) -> tuple[int, int]:
        fame, money = self.line or (0, 0)
        return self.player.fame - fame, self.player.money - money

    def _end_line(self) -> None:
        self.earned = self._earned()
        self.line = None
        self.stop = False

    def play(self, step: Step) -> None:
        """One step, and all that follows of itself; only from `apply`, or on a copy that is thrown away."""
        kind = self.open
        self.open = ()
        if isinstance(step, Named):
            actions.named(self, kind, step)
        else:
            actions.play(self, kind, step)
            self.run()

    def take_yield(self, name: str) -> bool:
        """Pay one of the yields that are waiting; whether it then asks for a step. As `play`."""
        choice, self.open = self.open, ()
        return actions.take_yield(self, choice, name)

    def run(self) -> None:
        """Work off the stack until a choice is open or a result of chance is needed."""
        while self.stack and not self.open and not self.blocked:
            effects.work_off(self, self.stack.pop())

    def go_on(self) -> None:
        """After a line or the last waiting result: chance, the same player, or the end of the turn."""
        if self.open:
            self.actor = self.mover
        elif self.queue:
            self.actor = CHANCE
        else:
            rounds.finish_turn(self)

    def settle(self) -> None:
        """Begin: what is due first."""
        chance.begin(self)

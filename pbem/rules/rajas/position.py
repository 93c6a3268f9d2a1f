"""What a position of Rajas of the Ganges consists of: what each player has, and the table."""

from collections.abc import Hashable

from pbem.game import CHANCE, Gained
from pbem.rules.rajas.facts import Facts, Spaces
from pbem.rules.rajas.notation import DICE
from pbem.rules.rajas.province import Province
from pbem.rules.rajas.todo import Choice, Start, Task, Waiting
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
        values = [getattr(self, name) for name in _PLAYER_SLOTS]
        return tuple([tuple(sorted(value.items())) if isinstance(value, dict) else value for value in values])


_PLAYER_SLOTS = slots_of(Player)


@slotted
class Position(Slotted):
    """Players count clockwise, which is the order of the header.

    What it consists of is never changed but replaced, so copies share it; but for lists, which each has for itself,
    and players. Whoever changes a player calls `own` first: playing a step does it for the mover, and what results of
    chance do within a turn relies on that; a copy that is played on begins with it.
    """

    facts: Facts
    names: tuple[str, ...]
    options: tuple[str, ...]
    drawn: bool  # whether the first player was drawn, among those with the lowest dice
    turn: int
    actor: int
    mover: int
    earned: tuple[int, ...]  # fame, money
    explained: tuple[Gained, ...] | None  # what was gained, noted only if it is asked for
    waits: Start | None  # the result of chance of the start that is due
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
    stack: list[Task]  # what is to be done next last
    open: Choice | None  # the choice that is open
    queue: list[Waiting]  # results of chance that are waiting
    blocked: bool  # whether the turn cannot go on without them
    stop: bool  # whether the line must stop here
    named: bool  # whether yields have been named in this turn: then all are
    recounted: int  # the last turn in which a yield paid another number than when its tile was laid
    line: tuple[int, int] | None  # fame and money when this line began, None before its first step
    events: dict[str, int]  # results of chance so far, by purpose

    def __init__(
        self, facts: Facts, names: tuple[str, ...], options: tuple[str, ...], first: int, drawn: bool = False
    ) -> None:
        """Before anything is dealt."""
        self.facts = facts
        self.names = names
        self.options = options
        self.drawn = drawn
        self.turn = 1
        self.actor = CHANCE
        self.mover = self.first = first
        self.earned = (0, 0)
        self.explained = None
        self.waits = "tops"
        self.started = self.recounted = 0
        self.mogul = -1
        self.placed = self.ended = self.blocked = self.stop = self.named = False
        self.crossed = ()
        self.room = facts.spaces[len(names)]
        self.clear()
        self.supply = dict.fromkeys(DICE, facts.limits["dice"])
        self.tops = dict.fromkeys(facts.piles, "")
        self.rest = {pile: facts.ids(pile) for pile in facts.piles}
        self.white = ()
        self.yield_tiles = dict(facts.yield_counts) if self.navaratnas else {}
        self.river = {}
        self.players = []
        for player, name in enumerate(names):
            money = facts.start["money"][(player - first) % len(names)]
            self.players.append(Player(facts, money, self.navaratnas or f"expert {name}" in options))
        self.player = self.players[first]
        self.stack = []
        self.open = None
        self.queue = []
        self.line = None
        self.events = {}

    def clear(self) -> None:
        """No worker stands anywhere."""
        self.quarry = self.harbour = self.outer = 0
        self.assorted = ()
        for kind, spaces in self.facts.single.items():
            setattr(self, kind, spaces)

    def go_back(self, kept: "Position") -> None:
        """Be again what a duplicate has kept."""
        for name in _SLOTS:
            setattr(self, name, getattr(kept, name))

    def own(self, player: int) -> Player:
        """A player who may be changed from now on: a copy that belongs to this position alone."""
        side = self.players[player] = self.players[player].duplicate()
        if player == self.mover:
            self.player = side
        return side

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
        return [colour for item in self.queue if item[0] == "roll" for colour in item[1:]]

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

    def distance(self, player: int) -> int:
        """How far a player's markers are beyond each other; below 0 they have not met."""
        side = self.players[player]
        return side.fame - (self.facts.meet - -(-side.money // self.facts.half))

    def reach(self, most: int) -> int:
        """How many free spaces, at most so many, the mover's boat can move: others are skipped (ruling 20)."""
        boat, mouth = self.player.boat, self.facts.mouth
        if mouth - boat - most >= len(self.players):  # even with every other boat in the way
            return most
        return min(most, mouth - boat - sum([boat < player.boat < mouth for player in self.players]))

    def sailed(self, spaces: int) -> int:
        """Where the mover's boat arrives after so many free spaces, 0 if there are not so many."""
        if not 0 < spaces <= self.reach(spaces):
            return 0
        others = {player.boat for player in self.players} - {self.facts.mouth}
        at = self.player.boat
        while spaces:
            at += 1
            spaces -= at not in others
        return at


_SLOTS = slots_of(Position)

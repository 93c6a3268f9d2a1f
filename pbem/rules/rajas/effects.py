"""What gains do: markers move, bonuses fall due, choices open (rulings 9, 14, 16 to 25)."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pbem.game import Illegal
from pbem.rules.rajas import choices
from pbem.rules.rajas.dice import available, without
from pbem.rules.rajas.gains import Effect
from pbem.rules.rajas.moves import Dice
from pbem.rules.rajas.notation import TURNED, VALUES
from pbem.rules.rajas.player import Player

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State

FAME, MONEY = "fame", "money"


def work_off(state: "State", item: tuple[Any, ...]) -> None:
    """Do one thing of the stack."""
    kind = item[0]
    if kind == "effect":
        carry_out(state, item[1])
    elif kind == "bonus":
        _bonus(state, item[1])
    elif kind == "worker":
        gain_worker(state)
    elif kind == "yield":
        push(state, *gain(item[2]))
    elif kind == "yields":
        _yields(state, item[1])
    elif kind == "place":
        state.open = item
    else:
        raise ValueError(kind)


def push(state: "State", *items: tuple[Any, ...]) -> None:
    """Put things on the stack, the first of them to be done first."""
    state.stack += reversed(items)


def gain(effects: "tuple[Effect, ...] | list[Effect]") -> list[tuple[Any, ...]]:
    """Effects as things to be done."""
    return [("effect", effect) for effect in effects]


def counted(state: "State", effect: Effect) -> int:
    """The number of a gain, with what it is counted per."""
    if not effect.per:
        return effect.number
    return effect.number * (_COUNTS[effect.per](state, state.player) // effect.each)


_COUNTS: dict[str, Callable[["State", Player], int]] = {
    "karma": lambda state, player: player.karma,
    "upgrade": lambda state, player: upgrades(player),
    "market": lambda state, player: len(player.province.markets),
    "market-tile": lambda state, player: sum(bool(tile.markets) for tile in player.province.rows),
    "building": lambda state, player: sum(len(tile.buildings) for tile in player.province.rows),
    "bend": lambda state, player: sum(tile.bend for tile in player.province.rows),
    "spaces": lambda state, player: player.boat,
    "yield": lambda state, player: sum(name in player.yields for name in player.slots),
    "worker": lambda state, player: player.active,
}


def upgrades(player: Player) -> int:
    """Upgrades made; one of fame 5 counts from the player's next turn on (ruling 16)."""
    return sum(player.levels.values()) - bool(player.late)


def level(state: "State", building: str) -> int:
    """What a building is worth to the player to move."""
    player = state.player
    return state.facts.levels[player.levels[building] - (player.late == building)]


def carry_out(state: "State", effect: Effect) -> None:
    """One gain."""
    player, facts = state.player, state.facts
    number = counted(state, effect)
    kind = effect.kind
    if kind in (FAME, MONEY):
        move_marker(state, kind, number)
    elif kind == "karma":
        player.karma = min(facts.limits["karma"], player.karma + number)
    elif kind in ("dice", "colours"):
        gain_dice(state, effect.colours * number if kind == "colours" else "", number)
    elif kind in ("upgrade", "late"):
        if choices.upgradable(state):
            state.open = (kind,)
    elif kind == "boat":
        if player.boat < facts.mouth:
            state.open = (kind,)
    elif kind in ("person", "palace", "move"):
        state.open = (kind, number)
        if not choices.steps(state):
            state.open = ()
    elif kind == "good":
        if player.province.markets:
            state.open = (kind, number)
    elif kind == "assorted":
        best: dict[str, int] = {}
        for good, value in player.province.markets:
            best[good] = max(value, best.get(good, 0))
        move_marker(state, MONEY, sum(best.values()))
    elif kind == "white":
        _dancer(state)
    elif kind == "worker":
        gain_worker(state)
    elif kind == "first":
        state.mogul = state.mover
    else:
        raise ValueError(kind)


def _dancer(state: "State") -> None:
    """The Dancer's tile: a white one drawn and paid, or with the Navaratnas any open one laid."""
    if not state.navaratnas:
        state.queue.append(("white",))
        state.blocked = True
    elif choices.layings(state):
        state.open = ("lay",)


def move_marker(state: "State", track: str, number: int) -> None:
    """Move a marker the whole gain, then look for bonuses (ruling 25)."""
    if number:
        setattr(state.player, track, getattr(state.player, track) + number)
        state.stack.append(("bonus", track))


def _bonus(state: "State", track: str) -> None:
    player = state.player
    reached = getattr(player, track)
    for space, effect in state.facts.bonuses[track].items():
        if space > reached:
            return
        if (track, space) not in player.taken:
            player.taken = (*player.taken, (track, space))
            push(state, ("effect", effect), ("bonus", track))
            return


def gain_worker(state: "State") -> None:
    """A new worker, active at once; the one too many leaves the game (ruling 8)."""
    player = state.player
    if player.active < state.most_workers:
        player.active += 1
        player.unplaced += 1


def gain_dice(state: "State", fixed: str, number: int) -> None:
    """Dice of fixed colours that all fit are taken at once; all else is a choice."""
    if fixed and state.spare() >= len(fixed):
        take_dice(state, available(state.supply, fixed), ())
        return
    ways = choices.gains(state, fixed, number)
    if len(ways) == 1 and ways[0] == (None, ()):
        take_dice(state, available(state.supply, fixed), ())
    elif ways:
        state.open = ("gain", fixed, number)


def take_dice(state: "State", colours: Sequence[str], back: Sequence[str]) -> None:
    """Dice given back, dice taken to be rolled."""
    for die in back:
        give_back(state, die)
    take_from_supply(state, colours)
    roll(state, colours)


def roll(state: "State", colours: Sequence[str]) -> None:
    """Dice of the player to move are rolled before anything else."""
    if colours:
        state.queue.append(("roll", *colours))


def give_back(state: "State", die: str) -> None:
    """A die that the player to move has, turned or not, goes to the supply."""
    player = state.player
    player.dice = without(player.dice, die)
    state.supply = {**state.supply, die[0]: state.supply[die[0]] + 1}


def spend(state: "State", dice: Dice) -> None:
    """Dice go to the supply, karma for those that are turned; raises Illegal."""
    player = state.player
    left, supply, karma = player.dice, state.supply.copy(), player.karma
    for die in dice:
        if die not in VALUES or die[:2] not in left:
            raise Illegal("die-not-there", die=die[:2], dice=left)
        left = without(left, die)
        supply[die[0]] += 1
        karma -= die.endswith(TURNED)
    if karma < 0:
        raise Illegal("karma", needed=player.karma - karma, karma=player.karma)
    player.dice, state.supply, player.karma = left, supply, karma


def take_from_supply(state: "State", colours: Sequence[str]) -> None:
    """Dice of these colours leave the supply."""
    if colours:
        state.supply = state.supply.copy()
        for colour in colours:
            state.supply[colour] -= 1


def arrive(state: "State", position: int) -> None:
    """The boat at a space: the worker of the bridge first, then the gain of the space (ruling 22)."""
    player, facts = state.player, state.facts
    passed = player.boat <= facts.bridge < position
    player.boat = position
    effect = facts.ganga[state.river[position]] if position in state.river else facts.river[position]
    push(state, ("effect", effect))
    if passed:
        push(state, ("worker",))


# Yields


def connect(state: "State", names: Sequence[str]) -> None:
    """Yields newly connected: what they pay is settled now (rulings 14 and 32)."""
    player = state.player
    if names:
        player.yields = tuple([name for name in state.facts.yields if name in player.yields or name in names])


def settled(state: "State", name: str) -> tuple[Effect, ...]:
    """What a yield pays the player to move, with what is counted settled."""
    row = state.facts.yields[name]
    tile = state.player.slots.get(name)
    if tile:
        found: tuple[Effect, ...] = (state.facts.yield_tiles[tile],)
    else:
        found = row.back if state.player.expert else row.front
    return tuple([e._replace(number=counted(state, e), per="") if e.per else e for e in found])


def _yields(state: "State", left: tuple[tuple[str, tuple[Effect, ...]], ...]) -> None:
    """One yield pays at once; of several the player names the order, and then names all."""
    if not left:
        return
    if len(left) == 1 and not state.named:
        push(state, ("yield", *left[0]))
    else:
        state.open = ("order", left)

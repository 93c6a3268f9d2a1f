"""What gains do: markers move, bonuses fall due, choices open (rulings 9, 14, 16 to 25)."""

from collections.abc import Callable, Sequence

from pbem.game import Illegal
from pbem.rules.common import note
from pbem.rules.rajas import choices
from pbem.rules.rajas.dice import available, without
from pbem.rules.rajas.gains import FAME, MONEY, Effect, Track, Why
from pbem.rules.rajas.moves import Colours, Dice
from pbem.rules.rajas.notation import TURNED, VALUES
from pbem.rules.rajas.position import Player, Position
from pbem.rules.rajas.todo import Rolling, Task, Yields

Asked = tuple[str, int]
"""What a gain asks of the player: the word of the kind of choice, and the number that it is about."""


def work_off(position: Position, task: Task) -> Asked | None:
    """One task; what it asks."""
    if task[0] == "effect":
        return carry_out(position, task[1])
    if task[0] == "bonus":
        _bonus(position, task[1])
    elif task[0] == "worker":
        gain_worker(position)
    elif task[0] == "yield":
        push(position, *gain(task[2]))
    elif task[0] == "yields":
        _yields(position, task[1])
    else:
        position.open = task
    return None


def push(position: Position, *tasks: Task) -> None:
    """Put things on the stack, the first of them to be done first."""
    position.stack += reversed(tasks)


def gain(effects: Sequence[Effect]) -> list[Task]:
    """Effects as things to be done."""
    return [("effect", effect) for effect in effects]


def counted(position: Position, effect: Effect) -> int:
    """The number of a gain, with what it is counted per."""
    if not effect.per:
        return effect.number
    return effect.number * (_COUNTS[effect.per](position, position.player) // effect.each)


_COUNTS: dict[str, Callable[[Position, Player], int]] = {
    "karma": lambda position, player: player.karma,
    "upgrade": lambda position, player: upgrades(player),
    "market": lambda position, player: len(player.province.markets),
    "market-tile": lambda position, player: sum(bool(tile.markets) for tile in player.province.rows),
    "building": lambda position, player: sum(len(tile.buildings) for tile in player.province.rows),
    "bend": lambda position, player: sum(tile.bend for tile in player.province.rows),
    "spaces": lambda position, player: player.boat,
    "yield": lambda position, player: sum(name in player.yields for name in player.slots),
    "worker": lambda position, player: player.active,
}


def upgrades(player: Player) -> int:
    """Upgrades made; one of fame 5 counts from the player's next turn on (ruling 16)."""
    return sum(player.levels.values()) - bool(player.late)


def level(position: Position, building: str) -> int:
    """What a building is worth to the player to move."""
    player = position.player
    return position.facts.levels[player.levels[building] - (player.late == building)]


def carry_out(position: Position, effect: Effect) -> Asked | None:
    """One gain; what it asks."""
    player, facts = position.player, position.facts
    number = counted(position, effect)
    kind = effect.kind
    if effect.laid not in (None, number):
        position.recounted = position.turn
    if kind == FAME:
        move_marker(position, FAME, number, effect.why)
    elif kind == MONEY:
        move_marker(position, MONEY, number, effect.why)
    elif kind == "karma":
        player.karma = min(facts.limits["karma"], player.karma + number)
    elif kind in ("dice", "colours"):
        gain_dice(position, effect.colours * number if kind == "colours" else "", number, effect.may)
    elif kind == "assorted":
        best: dict[str, int] = {}
        for good, value in player.province.markets:
            best[good] = max(value, best.get(good, 0))
        move_marker(position, MONEY, sum(best.values()), effect.why)
    elif kind == "white":
        if position.navaratnas:  # any open tile is laid; else a white one is drawn and paid
            return "lay", number
        position.queue.append(("white",))
        position.blocked = True
    elif kind == "worker":
        gain_worker(position)
    elif kind == "first":
        position.mogul = position.mover
    else:
        return kind, number
    return None


def move_marker(position: Position, track: Track, number: int, why: Why | None) -> None:
    """Move a marker the whole gain, then look for bonuses (ruling 25)."""
    if number:
        if position.explained is not None and why:
            amounts = (number, 0) if track == FAME else (0, number)
            note(position, position.mover, amounts, why[0], at=why[1])
        if track == FAME:
            position.player.fame += number
        else:
            position.player.money += number
        position.stack.append(("bonus", track))


def _bonus(position: Position, track: Track) -> None:
    player = position.player
    reached = player.fame if track == FAME else player.money
    for space, effect in position.facts.bonuses[track].items():
        if space > reached:
            return
        if (track, space) not in player.taken:
            player.taken = (*player.taken, (track, space))
            push(position, ("effect", effect), ("bonus", track))
            return


def gain_worker(position: Position) -> None:
    """A new worker, active at once; the one too many leaves the game (ruling 8)."""
    player = position.player
    if player.active < position.most_workers:
        player.active += 1
        player.unplaced += 1


def gain_dice(position: Position, fixed: str, number: int, may: bool) -> None:
    """Dice of fixed colours that all fit are taken at once; all else is a choice."""
    if fixed and position.spare() >= len(fixed) and not may:
        take_dice(position, fixed, None, ())
        return
    ways = choices.gains(position, fixed, number, may)
    if len(ways) == 1 and ways[0] == (None, ()):
        take_dice(position, fixed, None, ())
    elif ways:
        position.open = ("gain", fixed, number, may)


def take_dice(position: Position, fixed: str, taken: Colours | None, back: Dice) -> None:
    """Dice given back, then dice taken to be rolled: those named, or all that are there of the fixed ones."""
    for die in back:
        give_back(position, die)
    colours = available(position.supply, fixed) if taken is None else taken
    take_from_supply(position, colours)
    roll(position, colours)


def roll(position: Position, colours: Colours) -> None:
    """Dice of the player to move are rolled before anything else."""
    if colours:
        waiting: Rolling = ("roll", *colours)
        position.queue.append(waiting)


def give_back(position: Position, die: str) -> None:
    """A die that the player to move has, turned or not, goes to the supply."""
    player = position.player
    player.dice = without(player.dice, die)
    position.supply = {**position.supply, die[0]: position.supply[die[0]] + 1}


def spend(position: Position, dice: Dice) -> None:
    """Dice go to the supply, karma for those that are turned; raises Illegal."""
    player = position.player
    left, supply, karma = player.dice, position.supply.copy(), player.karma
    for die in dice:
        if die not in VALUES or die[:2] not in left:
            raise Illegal("die-not-there", die=die[:2], dice=left)
        left = without(left, die)
        supply[die[0]] += 1
        karma -= die.endswith(TURNED)
    if karma < 0:
        raise Illegal("karma", needed=player.karma - karma, karma=player.karma)
    player.dice, position.supply, player.karma = left, supply, karma


def take_from_supply(position: Position, colours: Sequence[str]) -> None:
    """Dice of these colours leave the supply."""
    if colours:
        position.supply = position.supply.copy()
        for colour in colours:
            position.supply[colour] -= 1


def arrive(position: Position, space: int) -> None:
    """The boat at a space: the worker of the bridge first, then the gain of the space (ruling 22)."""
    player, facts = position.player, position.facts
    passed = player.boat <= facts.bridge < space
    player.boat = space
    effect = facts.ganga[position.river[space]] if space in position.river else facts.river[space]
    push(position, ("effect", effect))
    if passed:
        push(position, ("worker",))


# Yields


def connect(position: Position, names: Sequence[str]) -> None:
    """Yields newly connected."""
    player = position.player
    if names:
        player.yields = tuple([name for name in position.facts.yields if name in player.yields or name in names])


def settled(position: Position, name: str) -> tuple[Effect, ...]:
    """What a yield pays the player to move, as it lies now; what is counted counts when it is paid (rulings 14, 32)."""
    row = position.facts.yields[name]
    tile = position.player.slots.get(name)
    if tile:
        found: tuple[Effect, ...] = (position.facts.yield_tiles[tile]._replace(why=("yield", name)),)
    else:
        found = row.back if position.player.expert else row.front
    return tuple([effect._replace(laid=counted(position, effect)) if effect.per else effect for effect in found])


def _yields(position: Position, left: Yields) -> None:
    """One yield pays at once; of several the player names the order, and then names all."""
    if not left:
        return
    if len(left) == 1 and not position.named:
        push(position, ("yield", *left[0]))
    else:
        position.open = ("order", left)

"""Placing a worker: the space is taken and paid for, what it gives is put on the stack. All of it raises Illegal."""

from pbem.game import Illegal
from pbem.rules.rajas import choices, effects, spaces
from pbem.rules.rajas.dice import free_colours, without
from pbem.rules.rajas.gains import FAME, MONEY, Effect
from pbem.rules.rajas.moves import (
    Balcony,
    Dice,
    Harbour,
    Market,
    Outer,
    Person,
    Placed,
    Quarry,
    Terrace,
)
from pbem.rules.rajas.notation import TURNED, VALUES
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.todo import Placing, Task

SPACES: tuple[type[Placed], ...] = (Quarry, Market, Outer, Terrace, Balcony, Person, Harbour)
"""What can be done with a worker."""


def place(position: Position, _: Placing, step: Placed) -> None:
    """A worker of the player to move on a space."""
    position.player.unplaced -= 1
    position.placed = True
    if isinstance(step, Quarry):
        _quarry(position, step)
    elif isinstance(step, Market):
        _market(position, step)
    elif isinstance(step, Outer):
        _outer(position, step)
    elif isinstance(step, Terrace):
        _terrace(position, step)
    elif isinstance(step, Balcony):
        _balcony(position, step)
    elif isinstance(step, Person):
        _chamber(position, step)
    else:
        _harbour(position, step)


def _market(position: Position, step: Market) -> None:
    if step.good == "a":
        spaces.take_assorted(position)
        if step.paid:
            raise Illegal("die-not-needed")
        effects.push(position, ("effect", Effect("assorted", why=("assorted", ""))))
        return
    spaces.take(position, "goods", step.good)
    if not step.paid:
        raise Illegal("die-needed")
    effects.spend(position, (step.paid,))
    sell(position, step.good, VALUES[step.paid])


def sell(position: Position, good: str, most: int) -> None:
    """Markets of one good, the dearest first, at most so many."""
    effects.move_marker(position, MONEY, sum(position.player.province.worths(good)[:most]), ("good", good))


def _outer(position: Position, step: Outer) -> None:
    spaces.take_outer(position)
    for die in step.again:
        if die not in position.player.dice:
            raise Illegal("die-not-there", die=die, dice=position.player.dice)
        position.player.dice = without(position.player.dice, die)
    effects.roll(position, tuple([die[0] for die in step.again]))
    effects.move_marker(position, MONEY, position.facts.outer_money, ("outer", ""))


def _terrace(position: Position, step: Terrace) -> None:
    spaces.take(position, "terraces", step.colour)
    take_dice(position, step.colour, 1, step.taken, step.back)


def _balcony(position: Position, step: Balcony) -> None:
    spaces.take(position, "balconies", step.spent + step.got)
    if step.paid[:1] != step.spent:
        raise Illegal("die-colour", die=step.paid, colour=step.spent)
    if step.paid.endswith(TURNED):
        raise Illegal("karma-useless")
    effects.spend(position, (step.paid,))
    take_dice(position, step.got * position.facts.balcony_dice, 0, step.taken, step.back)


def take_dice(
    position: Position, fixed: str, number: int, taken: tuple[str, ...] | None, back: Dice, may: bool = False
) -> None:
    """Dice as named; raises Illegal."""
    if position.spare() >= (len(fixed) or number) and not (fixed and may):
        right = not back and (taken is None if fixed else taken in free_colours(number, may))
    else:
        right = (taken, back) in choices.gains(position, fixed, number, may)
    if not right:
        reason = "gain-may" if may else "gain-swap" if choices.may_swap(position, fixed) else "gain"
        ways = tuple(choices.gains(position, fixed, number, may))
        raise Illegal(reason, free=max(0, position.free_hands()), ways=ways)
    effects.take_dice(position, fixed, taken, back)


def _chamber(position: Position, step: Person) -> None:
    spaces.take(position, "chambers", step.number)
    if not step.paid:
        raise Illegal("die-needed")
    if VALUES.get(step.paid) != step.number:
        raise Illegal("die-value", die=step.paid, value=step.number)
    effects.spend(position, (step.paid,))
    carry_out(position, step)


def carry_out(position: Position, step: Person) -> None:
    """Carry out a chamber whose die is paid."""
    chamber = position.facts.chambers[step.number]
    asks = chamber.asks
    if asks == "build" and not step.tile:
        raise Illegal("person-build", number=step.number)
    if (
        (asks != "build" and (step.tile or step.cell or step.roads or step.more))
        or (asks != "upgrade" and step.building)
        or (asks != "dice" and (step.taken is not None or step.back))
    ):
        raise Illegal("person-form", number=step.number)
    for effect in chamber.before:  # none of them asks for a step, see gains.chamber
        effects.carry_out(position, effect)
    if asks == "build":
        _build(position, step)
    elif asks == "sail":
        _sail_on(position, chamber.number)
    elif asks == "upgrade":
        make_better(position, step.building)
    elif asks == "dice":
        take_dice(position, "", chamber.number, step.taken, step.back, choices.may_decline(position, chamber))
    if chamber.after:
        effects.push(position, *effects.gain(chamber.after))


def _sail_on(position: Position, number: int) -> None:
    """The Portuguese: to the mouth if it is nearer."""
    if position.player.boat > position.facts.mouth - position.facts.last_few:
        raise Illegal("sail-late", last=position.facts.last_few)
    effects.arrive(position, position.sailed(number) or position.facts.mouth)


def make_better(position: Position, building: str) -> None:
    """A building made better, compulsory while one can be."""
    can = choices.upgradable(position)
    if not building:
        if can:
            raise Illegal("open-upgrade")
        return
    if building not in can:
        raise Illegal("upgrade-highest", building=building)
    player = position.player
    player.levels = {**player.levels, building: player.levels[building] + 1}


def _harbour(position: Position, step: Harbour) -> None:
    spaces.take_paid(position, "harbour")
    if not step.paid:
        raise Illegal("die-needed")
    most = position.facts.harbour_dice
    if not 1 <= step.spaces <= VALUES.get(step.paid, 0) <= most:
        raise Illegal("die-harbour", die=step.paid, most=most, spaces=step.spaces)
    effects.spend(position, (step.paid,))
    sail(position, step.spaces)


def sail(position: Position, number: int) -> None:
    """The boat by so many free spaces."""
    space = position.sailed(number)
    if not space:
        raise Illegal("beyond", spaces=number)
    effects.arrive(position, space)


# Tiles laid in the quarry and by the Master Builder: paid, joined to the network, and what they bring


def _on_top(position: Position, tile: str) -> str:
    """The tile that is meant, which may be named by its pile alone."""
    top = position.tops.get(tile[:2], "")
    if not top or not top.startswith(tile):
        waits = ("draw", tile[:2]) in position.queue
        raise Illegal("tile-unknown" if waits else "tile-not-there", tile=tile, pile=tile[:2])
    return top


def _pay_tile(position: Position, tile: str, price: int, dice: Dice) -> None:
    if any(die[:1] != tile[0] for die in dice):
        raise Illegal("dice-colour", colour=tile[0], tile=tile)
    paid = sum([VALUES.get(die, 0) for die in dice])
    if not dice or paid < price:
        raise Illegal("dice-few", price=max(1, price), paid=paid)
    effects.spend(position, dice)


def _quarry(position: Position, step: Quarry) -> None:
    """A new tile: its space and price are paid, a road joins the network (rulings 13 and 14); raises Illegal."""
    spaces.take_paid(position, "quarry")
    top = _on_top(position, step.tile)
    facts, player = position.facts, position.player
    tile = facts.tiles[top]
    _pay_tile(position, top, tile.price, step.paid)
    if step.cell not in facts.cells:
        raise Illegal("no-cell", cell=step.cell)
    if step.cell in player.province.tiles:
        raise Illegal("occupied", cell=step.cell)
    if not any(player.province.joins(step.cell, roads) for roads in _ways_to_lie(position, top, step)):
        raise Illegal("joins-nothing", cell=step.cell)
    _check_complete(top, step)
    player.province = player.province.lay(step.cell, step.tile, step.roads)
    _turn_up(position, step.tile)
    new = [name for name in player.province.reached if name not in player.yields]
    effects.connect(position, new)
    paid = tuple([(name, effects.settled(position, name)) for name in new])
    _income(position, step.tile, ("yields", paid))


def _ways_to_lie(position: Position, tile: str, step: Quarry | Person) -> tuple[str, ...]:
    """The roads that a step names, or all that there can be if it leaves them out."""
    turns = position.facts.tiles[tile].turns
    if step.roads and step.roads not in turns:
        raise Illegal("roads", tile=tile, turns=turns)
    return (step.roads,) if step.roads else turns


def _check_complete(tile: str, step: Quarry | Person) -> None:
    """Short forms are refused last, for nothing else that is wrong with them."""
    if step.tile != tile or not step.roads:
        raise Illegal("incomplete")


def _income(position: Position, tile: str, *then: Task) -> None:
    """Money of the markets in one move, fame of the buildings in one move, then what else there is (ruling 14).

    What comes first is put on the stack last.
    """
    row = position.facts.tiles[tile]
    effects.push(position, *then)
    if row.buildings:
        fame = sum([effects.level(position, building) for building in row.buildings])
        effects.push(position, ("effect", Effect(FAME, fame, why=("buildings", tile))))
    if row.markets:
        money = sum([worth for _, worth in row.markets])
        effects.push(position, ("effect", Effect(MONEY, money, why=("markets", tile))))


def _turn_up(position: Position, tile: str) -> None:
    """The tile is gone from its pile; the next one waits to be turned up (ruling 4)."""
    pile = tile[:2]
    position.tops = position.tops.copy()
    if position.rest[pile]:
        del position.tops[pile]
        position.queue.append(("draw", pile))
    else:
        position.tops[pile] = ""


def _build(position: Position, step: Person) -> None:
    """The Master Builder: a dearer tile over another one, for the difference (ruling 17); raises Illegal."""
    top = _on_top(position, step.tile)
    facts, player = position.facts, position.player
    if step.cell not in player.province.tiles:
        raise Illegal("nothing-to-cover", cell=step.cell)
    old, _, under = player.province.tiles[step.cell]
    if under:
        raise Illegal("covered-twice", cell=step.cell)
    difference = facts.tiles[top].price - facts.tiles[old].price
    if difference <= 0:
        raise Illegal("not-dearer", tile=top, old=old)
    lies = _ways_to_lie(position, top, step)
    _pay_tile(position, top, difference, step.more)
    if not any(player.province.connected(step.cell, roads) for roads in lies):
        raise Illegal("cut-off", cell=step.cell)
    _check_complete(top, step)
    player.province = player.province.lay(step.cell, step.tile, step.roads, old)
    _turn_up(position, step.tile)
    effects.connect(position, player.province.reached)
    _income(position, step.tile)

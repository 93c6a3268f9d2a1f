"""Placing a worker: the space is taken and paid for, what it gives is put on the stack. All of it raises Illegal."""

from pbem.game import Illegal
from pbem.rules.rajas import boat, building, choices, effects, spaces
from pbem.rules.rajas.dice import free_colours, without
from pbem.rules.rajas.gains import MONEY, Effect
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
from pbem.rules.rajas.todo import Placing

SPACES: tuple[type[Placed], ...] = (Quarry, Market, Outer, Terrace, Balcony, Person, Harbour)
"""What can be done with a worker."""


def place(position: Position, _: Placing, step: Placed) -> None:
    """A worker of the player to move on a space."""
    position.player.unplaced -= 1
    position.placed = True
    if isinstance(step, Quarry):
        building.quarry(position, step)
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
    values = sorted([value for kind, value in position.player.province.markets if kind == good], reverse=True)
    effects.move_marker(position, MONEY, sum(values[:most]), ("good", good))


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
        building.build(position, step)
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
    effects.arrive(position, boat.sail(position, number) or position.facts.mouth)


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
    space = boat.sail(position, number)
    if not space:
        raise Illegal("beyond", spaces=number)
    effects.arrive(position, space)

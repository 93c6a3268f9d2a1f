"""What a player's step does: it is checked, paid for, and what it sets off is put on the stack."""

from collections.abc import Callable
from typing import Any

from pbem.game import CHANCE, END, Illegal, Step
from pbem.rules.rajas import boat, building, choices, effects, spaces
from pbem.rules.rajas.dice import free_colours, without
from pbem.rules.rajas.gains import MONEY, Effect
from pbem.rules.rajas.moves import (
    Alternatives,
    Balcony,
    Boat,
    Dice,
    Gain,
    Harbour,
    Lay,
    Market,
    Named,
    Outer,
    Person,
    Quarry,
    Terrace,
    Upgrade,
)
from pbem.rules.rajas.notation import GOODS, TURNED, VALUES
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.todo import (
    Asking,
    Choice,
    Gaining,
    Laying,
    Moving,
    Ordering,
    Sailing,
    Upgrading,
    Valuing,
)


def play(position: Position, step: Step) -> None:
    """A step of the player to act, or END, and all that follows of itself; raises Illegal.

    When it is refused the position must be put back.
    """
    choice = position.open
    if choice is None or position.actor < 0:
        raise Illegal("draw-due" if position.actor == CHANCE else "over")
    if position.line is None:
        position.line = (position.player.fame, position.player.money)
    if isinstance(step, Alternatives):
        waits = position.queue or choice[0] == "place"
        raise Illegal("alternatives" if waits else f"open-{choice[0]}")
    if step is END:
        if not position.queue:
            raise Illegal(f"open-{choice[0]}")
        _end_line(position)
        position.actor = CHANCE
        return
    if position.stop:
        raise Illegal("stop")
    answer(position, choice, step)
    if position.open is None:
        _end_line(position)
    else:
        _earn(position)


def _earn(position: Position) -> None:
    fame, money = position.line or (0, 0)
    position.earned = position.player.fame - fame, position.player.money - money


def _end_line(position: Position) -> None:
    _earn(position)
    position.line = None
    position.stop = False


def answer(position: Position, choice: Choice, step: Step) -> None:
    """One step that answers the choice that is open; only from `play`, or on a copy that is thrown away."""
    if type(step) not in choices.KINDS[choice[0]].answers:
        if isinstance(step, Named):
            raise Illegal("yield-unnamed" if choice[0] == "place" else "yield-alone")
        raise Illegal(f"open-{choice[0]}")
    position.open = None
    if choice[0] == "place":
        position.player.unplaced -= 1
        position.placed = True
        _PLACE[type(step)](position, step)
    else:
        _ANSWER[type(step)](position, choice, step)
    effects.run(position)


# Placing a worker


def _market(position: Position, step: Market) -> None:
    if step.good == "a":
        spaces.take_assorted(position)
        if step.paid:
            raise Illegal("die-not-needed")
        effects.push(position, ("effect", Effect("assorted")))
        return
    spaces.take(position, "goods", step.good)
    if not step.paid:
        raise Illegal("die-needed")
    effects.spend(position, (step.paid,))
    _sell(position, step.good, VALUES[step.paid])


def _sell(position: Position, good: str, most: int) -> None:
    values = sorted([value for kind, value in position.player.province.markets if kind == good], reverse=True)
    effects.move_marker(position, MONEY, sum(values[:most]))


def _outer(position: Position, step: Outer) -> None:
    spaces.take_outer(position)
    for die in step.again:
        if die not in position.player.dice:
            raise Illegal("die-not-there", die=die, dice=position.player.dice)
        position.player.dice = without(position.player.dice, die)
    effects.roll(position, tuple([die[0] for die in step.again]))
    effects.move_marker(position, MONEY, position.facts.outer_money)


def _terrace(position: Position, step: Terrace) -> None:
    spaces.take(position, "terraces", step.colour)
    _take(position, step.colour, 1, step.taken, step.back)


def _balcony(position: Position, step: Balcony) -> None:
    spaces.take(position, "balconies", step.spent + step.got)
    if step.paid[:1] != step.spent:
        raise Illegal("die-colour", die=step.paid, colour=step.spent)
    if step.paid.endswith(TURNED):
        raise Illegal("karma-useless")
    effects.spend(position, (step.paid,))
    _take(position, step.got * position.facts.balcony_dice, 0, step.taken, step.back)


def _take(
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
    _person(position, step)


def _person(position: Position, step: Person) -> None:
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
        _raise(position, step.building)
    elif asks == "dice":
        _take(position, "", chamber.number, step.taken, step.back, choices.may_decline(position, chamber))
    if chamber.after:
        effects.push(position, *effects.gain(chamber.after))


def _sail_on(position: Position, number: int) -> None:
    """The Portuguese: to the mouth if it is nearer."""
    if position.player.boat > position.facts.mouth - position.facts.last_few:
        raise Illegal("sail-late", last=position.facts.last_few)
    effects.arrive(position, boat.sail(position, number) or position.facts.mouth)


def _raise(position: Position, building: str) -> None:
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
    if not step.spaces <= VALUES.get(step.paid, 0) <= most:
        raise Illegal("die-harbour", die=step.paid, most=most, spaces=step.spaces)
    effects.spend(position, (step.paid,))
    _sail(position, step.spaces)


def _sail(position: Position, number: int) -> None:
    space = boat.sail(position, number)
    if not space:
        raise Illegal("beyond", spaces=number)
    effects.arrive(position, space)


# Answers to what a gain asks


def _gain(position: Position, choice: Gaining, step: Gain) -> None:
    _, fixed, number, may = choice
    _take(position, fixed, number, step.taken, step.back, may)


def _upgrade(position: Position, choice: Upgrading, step: Upgrade) -> None:
    _raise(position, step.building)
    if choice[0] == "late":
        position.player.late = step.building


def _boat(position: Position, _: Sailing, step: Boat) -> None:
    if step.go:
        _sail(position, 1)


def _good(position: Position, choice: Valuing, step: Market) -> None:
    if step.paid or step.good not in GOODS:
        raise Illegal("open-good")
    _sell(position, step.good, choice[1])


def _move(position: Position, choice: Moving, step: Harbour) -> None:
    if step.paid or step.spaces > choice[1]:
        raise Illegal("open-move")
    _sail(position, step.spaces)


def _unpaid_person(position: Position, choice: Asking, step: Person) -> None:
    if step.paid:
        raise Illegal("die-not-needed")
    if step.number not in (position.facts.persons if choice[0] == "palace" else (choice[1],)):
        raise Illegal(f"open-{choice[0]}")
    _person(position, step)


def _lay(position: Position, choice: Laying, step: Lay) -> None:
    player = position.player
    own = choice[0] == "brown"
    if not step.tile:
        if own or step.slot:
            raise Illegal(f"open-{choice[0]}")
        return
    if step.tile != player.brown if own else not position.yield_tiles.get(step.tile):
        raise Illegal("yield-tile", tile=step.tile)
    if step.slot not in choices.free_slots(position, step.tile):
        raise Illegal("yield-slot", tile=step.tile, slot=step.slot)
    player.slots = {**player.slots, step.slot: step.tile}
    if own:
        player.brown = ""
    else:
        position.yield_tiles = {**position.yield_tiles, step.tile: position.yield_tiles[step.tile] - 1}


# Several yields


def take_yield(position: Position, choice: Ordering, name: str) -> Choice | None:
    """Pay a yield by name; what it then asks, None for nothing."""
    effects_of = dict(choice[1])
    if name not in effects_of:
        raise Illegal("yield-none", name=name, names=tuple(effects_of))
    left = tuple((other, gains) for other, gains in choice[1] if other != name)
    position.named = True
    position.open = None
    effects.push(position, ("yield", name, effects_of[name]), ("yields", left))
    effects.run(position)
    return _asked(position)


def _asked(position: Position) -> Choice | None:
    choice = position.open
    return None if choice is None or choice[0] == "order" else choice


def _named(position: Position, choice: Ordering, step: Named) -> None:
    """A yield by name, and with it the first step it asks for."""
    asked = take_yield(position, choice, step.name)
    if step.step is None:
        if asked and not position.queue:
            raise Illegal(f"open-{asked[0]}")
        position.stop = asked is not None
    elif asked:
        answer(position, asked, step.step)
    else:
        raise Illegal("yield-asks-nothing", name=step.name)


_PLACE: dict[type, Callable[[Position, Any], None]] = {
    Quarry: building.quarry,
    Market: _market,
    Outer: _outer,
    Terrace: _terrace,
    Balcony: _balcony,
    Person: _chamber,
    Harbour: _harbour,
}
_ANSWER: dict[type, Callable[[Position, Any, Any], None]] = {
    Gain: _gain,
    Upgrade: _upgrade,
    Boat: _boat,
    Market: _good,
    Harbour: _move,
    Person: _unpaid_person,
    Lay: _lay,
    Named: _named,
}

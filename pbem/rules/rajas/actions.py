"""What a player's step does: it is checked, paid for, and what it sets off is put on the stack."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pbem.game import Illegal, Step
from pbem.rules.rajas import boat, building, choices, effects, spaces
from pbem.rules.rajas.dice import available, free_colours, without
from pbem.rules.rajas.gains import Effect
from pbem.rules.rajas.moves import (
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

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State


def play(state: "State", choice: tuple[Any, ...], step: Step) -> None:
    """Play a step that answers the open choice; raises Illegal."""
    if not answers(choice, step):
        raise Illegal(f"open-{choice[0]}")
    if choice[0] == "place":
        state.player.unplaced -= 1
        state.placed = True
        _PLACE[type(step)](state, step)
    else:
        _ANSWER[type(step)](state, choice, step)


def answers(choice: tuple[Any, ...], step: Step) -> bool:
    """Whether a step is of a kind that answers a choice."""
    return type(step) in _ANSWERS[choice[0]]


def take_yield(state: "State", choice: tuple[Any, ...], name: str) -> bool:
    """Pay a yield by name; whether it then asks for a step."""
    if choice[0] != "order":
        raise Illegal("yield-unnamed" if choice[0] == "place" else f"open-{choice[0]}")
    effects_of = dict(choice[1])
    if name not in effects_of:
        raise Illegal("yield-none", name=name, names=tuple(effects_of))
    left = tuple((other, gains) for other, gains in choice[1] if other != name)
    state.named = True
    effects.push(state, ("yield", name, effects_of[name]), ("yields", left))
    state.run()
    return bool(state.open) and state.open[0] != "order"


def named(state: "State", choice: tuple[Any, ...], step: Named) -> None:
    """A yield by name, and with it the first step it asks for."""
    asked = take_yield(state, choice, step.name)
    if step.step is not None:
        if not asked:
            raise Illegal("yield-asks-nothing", name=step.name)
        state.play(step.step)
    elif asked:
        if not state.queue:
            raise Illegal(f"open-{state.open[0]}")
        state.stop = True


# Placing a worker


def _market(state: "State", step: Market) -> None:
    if step.good == "a":
        spaces.take_assorted(state)
        if step.paid:
            raise Illegal("die-not-needed")
        effects.push(state, ("effect", Effect("assorted")))
        return
    spaces.take(state, "goods", step.good)
    if not step.paid:
        raise Illegal("die-needed")
    effects.spend(state, (step.paid,))
    _sell(state, step.good, VALUES[step.paid])


def _sell(state: "State", good: str, most: int) -> None:
    values = sorted([value for kind, value in state.player.province.markets if kind == good], reverse=True)
    effects.move_marker(state, effects.MONEY, sum(values[:most]))


def _outer(state: "State", step: Outer) -> None:
    spaces.take_outer(state)
    for die in step.again:
        if die not in state.player.dice:
            raise Illegal("die-not-there", die=die, dice=state.player.dice)
        state.player.dice = without(state.player.dice, die)
    effects.roll(state, [die[0] for die in step.again])
    effects.move_marker(state, effects.MONEY, state.facts.outer_money)


def _terrace(state: "State", step: Terrace) -> None:
    spaces.take(state, "terraces", step.colour)
    _take(state, step.colour, 1, step.taken, step.back)


def _balcony(state: "State", step: Balcony) -> None:
    spaces.take(state, "balconies", step.spent + step.got)
    if step.paid[:1] != step.spent:
        raise Illegal("die-colour", die=step.paid, colour=step.spent)
    if step.paid.endswith(TURNED):
        raise Illegal("karma-useless")
    effects.spend(state, (step.paid,))
    _take(state, step.got * state.facts.balcony_dice, 0, step.taken, step.back)


def _take(state: "State", fixed: str, number: int, taken: tuple[str, ...] | None, back: Dice) -> None:
    """Dice as named; raises Illegal."""
    if state.spare() >= (len(fixed) or number):
        right = not back and (taken is None if fixed else taken in free_colours(number))
    else:
        right = (taken, back) in choices.gains(state, fixed, number)
    if not right:
        ways = tuple(choices.gains(state, fixed, number))
        if not ways and taken is None and not back:
            return
        raise Illegal("gain", free=max(0, state.free_hands()), ways=ways)
    effects.take_dice(state, available(state.supply, fixed) if taken is None else taken, back)


def _chamber(state: "State", step: Person) -> None:
    spaces.take(state, "chambers", step.number)
    if not step.paid:
        raise Illegal("die-needed")
    if VALUES.get(step.paid) != step.number:
        raise Illegal("die-value", die=step.paid, value=step.number)
    effects.spend(state, (step.paid,))
    _person(state, step)


def _person(state: "State", step: Person) -> None:
    """Carry out a chamber whose die is paid."""
    chamber = state.facts.chambers[step.number]
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
        effects.carry_out(state, effect)
    if asks == "build":
        building.build(state, step)
    elif asks == "sail":
        _sail_on(state, chamber.number)
    elif asks == "upgrade":
        _raise(state, step.building)
    elif asks == "dice":
        _take(state, "", chamber.number, step.taken, step.back)
    if chamber.after:
        effects.push(state, *effects.gain(chamber.after))


def _sail_on(state: "State", number: int) -> None:
    """The Portuguese: to the mouth if it is nearer."""
    if state.player.boat > state.facts.mouth - state.facts.last_few:
        raise Illegal("sail-late", last=state.facts.last_few)
    effects.arrive(state, boat.sail(state, number) or state.facts.mouth)


def _raise(state: "State", building: str) -> None:
    """A building made better, compulsory while one can be."""
    can = choices.upgradable(state)
    if not building:
        if can:
            raise Illegal("open-upgrade")
        return
    if building not in can:
        raise Illegal("upgrade-highest", building=building)
    player = state.player
    player.levels = {**player.levels, building: player.levels[building] + 1}


def _harbour(state: "State", step: Harbour) -> None:
    spaces.take_paid(state, "harbour")
    if not step.paid:
        raise Illegal("die-needed")
    most = state.facts.harbour_dice
    if not step.spaces <= VALUES.get(step.paid, 0) <= most:
        raise Illegal("die-harbour", die=step.paid, most=most, spaces=step.spaces)
    effects.spend(state, (step.paid,))
    _sail(state, step.spaces)


def _sail(state: "State", number: int) -> None:
    position = boat.sail(state, number)
    if not position:
        raise Illegal("beyond", spaces=number)
    effects.arrive(state, position)


# Answers to what a gain asks


def _answer_gain(state: "State", choice: tuple[Any, ...], step: Gain) -> None:
    _take(state, choice[1], choice[2], step.taken, step.back)


def _answer_upgrade(state: "State", choice: tuple[Any, ...], step: Upgrade) -> None:
    _raise(state, step.building)
    if choice[0] == "late":
        state.player.late = step.building


def _answer_boat(state: "State", choice: tuple[Any, ...], step: Boat) -> None:
    if step.go:
        _sail(state, 1)


def _answer_good(state: "State", choice: tuple[Any, ...], step: Market) -> None:
    if step.paid or step.good not in GOODS:
        raise Illegal("open-good")
    _sell(state, step.good, choice[1])


def _answer_move(state: "State", choice: tuple[Any, ...], step: Harbour) -> None:
    if step.paid or step.spaces > choice[1]:
        raise Illegal("open-move")
    _sail(state, step.spaces)


def _answer_person(state: "State", choice: tuple[Any, ...], step: Person) -> None:
    if step.paid:
        raise Illegal("die-not-needed")
    if step.number not in (state.facts.persons if choice[0] == "palace" else (choice[1],)):
        raise Illegal(f"open-{choice[0]}")
    _person(state, step)


def _answer_lay(state: "State", choice: tuple[Any, ...], step: Lay) -> None:
    player = state.player
    if not step.tile:
        if choice[0] == "brown" or step.slot:
            raise Illegal(f"open-{choice[0]}")
        return
    own = choice[0] == "brown"
    if step.tile != player.brown if own else not state.yield_tiles.get(step.tile):
        raise Illegal("yield-tile", tile=step.tile)
    if step.slot not in choices.free_slots(state, step.tile):
        raise Illegal("yield-slot", tile=step.tile, slot=step.slot)
    player.slots = {**player.slots, step.slot: step.tile}
    if own:
        player.brown = ""
    else:
        state.yield_tiles = {**state.yield_tiles, step.tile: state.yield_tiles[step.tile] - 1}


_PLACE: dict[type, Callable[["State", Any], None]] = {
    Quarry: building.quarry,
    Market: _market,
    Outer: _outer,
    Terrace: _terrace,
    Balcony: _balcony,
    Person: _chamber,
    Harbour: _harbour,
}
_ANSWER: dict[type, Callable[["State", tuple[Any, ...], Any], None]] = {
    Gain: _answer_gain,
    Upgrade: _answer_upgrade,
    Boat: _answer_boat,
    Market: _answer_good,
    Harbour: _answer_move,
    Person: _answer_person,
    Lay: _answer_lay,
}
_ANSWERS: dict[str, tuple[type, ...]] = {
    "place": tuple(_PLACE),
    "gain": (Gain,),
    "upgrade": (Upgrade,),
    "late": (Upgrade,),
    "boat": (Boat,),
    "good": (Market,),
    "move": (Harbour,),
    "palace": (Person,),
    "person": (Person,),
    "lay": (Lay,),
    "turn": (Lay,),
    "brown": (Lay,),
    "order": (),
}

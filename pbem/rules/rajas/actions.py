"""What a player's step does: it answers the choice that is open, and all that it sets off is worked off.

All there is to a kind of choice is its entry in `KINDS`, at the end; what is said of it to people is its entry in
`ASKED` of sentences.py, under the same word.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from pbem.game import CHANCE, END, Illegal, Step
from pbem.rules.rajas import choices, effects, placing
from pbem.rules.rajas.moves import (
    Alternatives,
    Boat,
    Gain,
    Harbour,
    Lay,
    Market,
    Named,
    Person,
    Upgrade,
)
from pbem.rules.rajas.notation import GOODS
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

C = TypeVar("C", bound=Choice)
S = TypeVar("S")


class Kind:
    """A kind of choice; all its parts are about the same choices and steps. Looked up by its word, it gets no others.

    `steps`: the steps there are; `types`: of steps that answer it, possible or not; `answer`: what one does, raising
    Illegal; `asked`: the choice that a gain of this word asks with its number, None where no gain does.
    """

    __slots__ = ("answer", "asked", "steps", "types")

    def __init__(
        self,
        steps: Callable[[Position, C], Sequence[S]],
        types: tuple[type[S], ...],
        answer: Callable[[Position, C, S], None],
        asked: Callable[[int], C] | None = None,
    ) -> None:
        self.steps = cast(Callable[[Position, Choice], Sequence[Step]], steps)
        self.types: tuple[type, ...] = types
        self.answer = cast(Callable[[Position, Choice, Step], None], answer)
        self.asked = asked


def steps(position: Position, choice: Choice) -> Sequence[Step]:
    """Every step that answers a choice."""
    return KINDS[choice[0]].steps(position, choice)


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
    kind = KINDS[choice[0]]
    if type(step) not in kind.types:
        if isinstance(step, Named):
            if choice[0] == "place":
                raise Illegal("yield-unnamed")
            waiting = {name for task in position.stack if task[0] == "yields" for name, _ in task[1]}
            raise Illegal(f"open-{choice[0]}" if step.name in waiting else "yield-alone")
        raise Illegal(f"open-{choice[0]}")
    position.open = None
    kind.answer(position, choice, step)
    run(position)


def run(position: Position) -> None:
    """Work off the stack until a choice is open or a result of chance is needed."""
    while position.stack and position.open is None and not position.blocked:
        asked = effects.work_off(position, position.stack.pop())
        if asked:
            _ask(position, *asked)


def _ask(position: Position, word: str, number: int) -> None:
    """A choice that a gain asks opens, if there is anything to choose."""
    kind = KINDS[word]
    if kind.asked and kind.steps(position, choice := kind.asked(number)):
        position.open = choice


# Answers to what a gain asks


def _gain(position: Position, choice: Gaining, step: Gain) -> None:
    _, fixed, number, may = choice
    placing.take_dice(position, fixed, number, step.taken, step.back, may)


def _upgrade(position: Position, choice: Upgrading, step: Upgrade) -> None:
    placing.make_better(position, step.building)
    if choice[0] == "late":
        position.player.late = step.building


def _boat(position: Position, _: Sailing, step: Boat) -> None:
    if step.go:
        placing.sail(position, 1)


def _good(position: Position, choice: Valuing, step: Market) -> None:
    if step.paid or step.good not in GOODS:
        raise Illegal("open-good")
    placing.sell(position, step.good, choice[1])


def _move(position: Position, choice: Moving, step: Harbour) -> None:
    if step.paid or not 1 <= step.spaces <= choice[1]:
        raise Illegal("open-move")
    placing.sail(position, step.spaces)


def _unpaid_person(position: Position, choice: Asking, step: Person) -> None:
    if step.paid:
        raise Illegal("die-not-needed")
    if step.number not in (position.facts.persons if choice[0] == "palace" else (choice[1],)):
        raise Illegal(f"open-{choice[0]}")
    placing.carry_out(position, step)


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
    run(position)
    return _asked(position)


def _orders(position: Position, choice: Ordering) -> Sequence[Named]:
    """A yield by name, with the first step it asks for; alone if it asks for none, or where the line may stop."""
    found = []
    for name, _ in choice[1]:
        after = aside(position)
        asked = take_yield(after, choice, name)
        if asked is None or after.queue:
            found.append(Named(name, None))
        if asked:
            found += [Named(name, step) for step in steps(after, asked)]
    return found


def aside(position: Position) -> Position:
    """A copy whose mover may be changed."""
    after = position.duplicate()
    after.own(after.mover)
    return after


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


KINDS: dict[str, Kind] = {
    "place": Kind(choices.placings, placing.SPACES, placing.place),
    "gain": Kind(choices.takings, (Gain,), _gain),
    "upgrade": Kind(choices.upgrades, (Upgrade,), _upgrade, lambda _: ("upgrade",)),
    "late": Kind(choices.upgrades, (Upgrade,), _upgrade, lambda _: ("late",)),
    "boat": Kind(choices.boats, (Boat,), _boat, lambda _: ("boat",)),
    "good": Kind(choices.goods, (Market,), _good, lambda number: ("good", number)),
    "move": Kind(choices.moves, (Harbour,), _move, lambda number: ("move", number)),
    "palace": Kind(choices.unpaid_persons, (Person,), _unpaid_person, lambda number: ("palace", number)),
    "person": Kind(choices.unpaid_persons, (Person,), _unpaid_person, lambda number: ("person", number)),
    "lay": Kind(choices.layings, (Lay,), _lay, lambda _: ("lay",)),
    "turn": Kind(choices.layings, (Lay,), _lay),
    "brown": Kind(choices.layings, (Lay,), _lay),
    "order": Kind(_orders, (Named,), _named),
}
"""By first word of a choice."""

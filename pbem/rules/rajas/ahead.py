"""Looking ahead: what a line may leave unsaid, and say of results that are still to come.

And looking back: whether a line that is refused may be one of before a ruling changed.
"""

from collections import Counter
from collections.abc import Iterator

from pbem.game import Illegal, Step
from pbem.rules.rajas import actions, chance, choices, effects
from pbem.rules.rajas.moves import Alternatives, Gain, Named, Person
from pbem.rules.rajas.position import Position


def unsaid(position: Position, step: Step) -> tuple[Step, bool] | None:
    """See State.unsaid."""
    choice = position.open
    if position.actor < 0 or choice is None or choice[0] != "order" or isinstance(step, (Named, Alternatives)):
        return None
    name = choice[1][0][0]
    after = actions.aside(position)
    asked = actions.take_yield(after, choice, name)
    if asked is None:
        return Named(name, None), False
    try:
        actions.answer(after, asked, step)
    except Illegal:
        return None
    return Named(name, step), True


def may_follow(position: Position, step: Step) -> bool:
    """See State.may_follow."""
    choice, asked = position.open, step
    if isinstance(step, Alternatives):
        return choice is not None or position.blocked
    if position.blocked:
        return any(_takes(after, step) or may_follow(after, step) for after in _after_white(position))
    if choice is None:
        return False
    if position.stop and _takes(position, step):  # the line said before that it stops here
        return True
    if choice[0] == "order":  # a yield by name, or the first without
        after = actions.aside(position)
        name = choice[1][0][0]
        if isinstance(step, Named):
            name, asked = step.name, step.step
        opened = actions.take_yield(after, choice, name) if name in dict(choice[1]) else None
        if opened is None:
            return False
        choice = opened
    return type(asked) in actions.KINDS[choice[0]].types and _is_to_come(position, asked)


def revised(position: Position, reason: str) -> int:
    """The ruling that has changed and decides something where a line is refused, 0 for none; see Rules.revised."""
    choice = position.open
    if reason == "gain-swap":
        return 9
    if choice and choice[0] == "gain" and choices.may_swap(position, choice[1]):
        return 9
    if position.recounted == position.turn:
        return 32
    if reason in ("wrong-claim", "finished") and position.recounted == position.turn - 1 > 0:
        return 32
    if choice and choice[0] == "order":
        paid = [effect for _, gains in choice[1] for effect in gains]
        return 32 * any(effect.laid not in (None, effects.counted(position, effect)) for effect in paid)
    return 0


def _is_to_come(position: Position, step: Step) -> bool:
    """Whether a step names a die of a colour that is still to be rolled, or a tile of a pile to be turned up."""
    dice = (*step.back, *step.more) if isinstance(step, Person) else step.back if isinstance(step, Gain) else ()
    tile = step.tile[:2] if isinstance(step, Person) else ""
    missing = Counter(die[:2] for die in dice) - Counter(position.player.dice)
    return ("draw", tile) in position.queue or any(die[0] in position.waiting_dice() for die in missing)


def _after_white(position: Position) -> Iterator[Position]:
    """The positions after each white tile that may be drawn, with the dice before it not yet rolled."""
    for kind in dict.fromkeys(chance.white_stack(position)):
        after = actions.aside(position)
        chance.pay_white(after, kind)
        actions.run(after)
        yield after


def _takes(position: Position, step: Step) -> bool:
    """Whether a step answers the choice that is open, if one is."""
    choice = position.open
    if choice is None:
        return False
    try:
        actions.answer(actions.aside(position), choice, step)
    except Illegal:
        return False
    return True

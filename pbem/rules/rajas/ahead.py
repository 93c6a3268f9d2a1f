"""Looking ahead: what a line may leave unsaid, and what it may say of results that are still to come."""

from collections import Counter
from typing import TYPE_CHECKING

from pbem.game import Illegal, Step
from pbem.rules.rajas import actions, chance
from pbem.rules.rajas.moves import Alternatives, Gain, Named, Person

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State


def unsaid(state: "State", step: Step) -> tuple[Step, bool] | None:
    """See State.unsaid."""
    if state.actor < 0 or not state.open or state.open[0] != "order" or isinstance(step, (Named, Alternatives)):
        return None
    name = state.open[1][0][0]
    after = state.copy()
    if not after.take_yield(name):
        return Named(name, None), False
    try:
        after.play(step)
    except Illegal:
        return None
    return Named(name, step), True


def may_follow(state: "State", step: Step) -> bool:
    """See State.may_follow."""
    if isinstance(step, Alternatives):
        return bool(state.open) or state.blocked
    if state.blocked:
        return any(_takes(after, step) or may_follow(after, step) for after in chance.after_white(state))
    if not state.open:
        return False
    choice, asked = state.open, step
    if choice[0] == "order":  # a yield by name, or the first without
        after = state.copy()
        name = step.name if isinstance(step, Named) else choice[1][0][0]
        if name not in dict(choice[1]) or not after.take_yield(name):
            return False
        choice, asked = after.open, step.step if isinstance(step, Named) else step
    return actions.answers(choice, asked) and _is_to_come(state, asked)


def _is_to_come(state: "State", step: Step) -> bool:
    """Whether a step names a die of a colour that is still to be rolled, or a tile of a pile to be turned up."""
    dice = (*step.back, *step.more) if isinstance(step, Person) else step.back if isinstance(step, Gain) else ()
    piles = [item[1] for item in state.queue if item[0] == "draw"]
    tile = step.tile[:2] if isinstance(step, Person) else ""
    missing = Counter(die[:2] for die in dice) - Counter(state.player.dice)
    return tile in piles or any(die[0] in state.waiting_dice() for die in missing)


def _takes(state: "State", step: Step) -> bool:
    """Whether a step answers the choice that is open, if one is."""
    try:
        if state.open:
            state.copy().play(step)
    except Illegal:
        return False
    return bool(state.open)

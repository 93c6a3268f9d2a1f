"""What is dealt and rolled in Rajas of the Ganges: at the start, and what a turn waits for."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pbem.game import CHANCE, NOBODY, Choose, Illegal, Step
from pbem.rules.rajas import effects, rounds
from pbem.rules.rajas.moves import Brown, Dice, River, Roll, StartRoll, Turned, White
from pbem.rules.rajas.notation import DICE, ROLLED, SIDES_OF_A_DIE, VALUES, in_order

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State

TOPS, RIVER, ROLLS, BROWN = "tops", "river", "rolls", "brown"
_COLOURS = {die: colour for colour, dice in ROLLED.items() for die in dice}


def begin(state: "State") -> None:
    """The result of the start that is due next, or the first turn."""
    if state.waits == RIVER and "ganga" not in state.options:
        state.waits = ROLLS
    if state.waits == ROLLS and state.started == len(state.names):
        state.waits = BROWN
    if state.waits == BROWN and not state.navaratnas:
        state.waits = ""
    if state.waits:
        state.actor = CHANCE
    else:
        rounds.find_mover(state, 0)


def in_turn_order(state: "State") -> list[int]:
    """Players from the first of the round on."""
    return [(state.first + step) % len(state.names) for step in range(len(state.names))]


def due(state: "State") -> tuple[Any, ...]:
    """What is due: one of the start, or the first of the queue."""
    return (state.waits,) if state.waits else state.queue[0]


# Dealing


def deal(state: "State", choose: Choose) -> Step:
    """The result that is due; each event an index into what is left, in the order of the table, or a side of a die."""
    kind, *what = due(state)
    if kind == "roll":
        return Roll(_roll(state, what, choose))
    if kind == ROLLS:
        return StartRoll(state.names[state.started], _roll(state, DICE, choose))
    events = state.events.copy()

    def draw(purpose: str, number: int) -> int:
        event = events.get(purpose, 0)
        events[purpose] = event + 1
        return choose(purpose, event, number)

    if kind == TOPS:
        return Turned(tuple(_drawn(state, pile, draw) for pile in state.facts.piles))
    if kind == RIVER:
        return River(_river(state, draw))
    if kind == BROWN:
        left = state.facts.browns[:]
        kinds = [left.pop(draw("brown", len(left))) for _ in state.names]
        seats = in_turn_order(state)
        return Brown(tuple((state.names[seat], kind) for seat, kind in zip(seats, kinds, strict=True)))
    if kind == "draw":
        return Turned((_drawn(state, what[0], draw),))
    stack = white_stack(state)
    return White(stack[draw("white", len(stack))])


def _roll(state: "State", colours: Sequence[str], choose: Choose) -> Dice:
    first = state.events.get("die", 0)
    return tuple([ROLLED[c][choose("die", first + at, SIDES_OF_A_DIE)] for at, c in enumerate(colours)])


def _drawn(state: "State", pile: str, draw: Callable[[str, int], int]) -> str:
    left = state.rest[pile]
    return left[draw(f"tile {pile}", len(left))]


def _river(state: "State", draw: Callable[[str, int], int]) -> tuple[tuple[int, str], ...]:
    left = list(state.facts.ganga)
    found: list[tuple[int, str]] = []
    position = 0
    while left:
        position += draw("die", SIDES_OF_A_DIE) + 1
        if position >= state.facts.mouth:
            break
        found.append((position, left.pop(draw("river", len(left)))))
    return tuple(found)


def white_stack(state: "State") -> list[str]:
    """The white tiles that can be drawn: those not discarded, or all if there are none (ruling 19)."""
    each, gone = state.facts.white_each, state.white
    left = [kind for kind in state.facts.white for _ in range(each - gone.count(kind))]
    return left or [kind for kind in state.facts.white for _ in range(each)]


# Checking and applying


def apply(state: "State", result: Step) -> None:
    """Put a result on the table; raises Illegal before anything is changed."""
    if state.actor != CHANCE:
        raise Illegal("over" if state.actor == NOBODY else "draw-not-due")
    kinds, play = RESULTS[type(result)]
    kind, *what = due(state)
    if kind not in kinds:
        raise Illegal(f"due-{kind}")
    at_start = bool(state.waits)
    play(state, result, what)
    if at_start:
        begin(state)
    else:
        state.queue.pop(0)
        if not state.queue:
            state.run()
            state.go_on()


def _count(state: "State", purpose: str, number: int = 1) -> None:
    state.events = {**state.events, purpose: state.events.get(purpose, 0) + number}


def _turned(state: "State", result: Turned, what: list[Any]) -> None:
    piles = what or state.facts.piles
    if [tile[:2] for tile in result.tiles] != piles:
        raise Illegal("piles", piles=tuple(piles))
    for pile, tile in zip(piles, result.tiles, strict=True):
        if tile not in state.rest[pile]:
            raise Illegal("not-in-pile", tile=tile)
    for pile, tile in zip(piles, result.tiles, strict=True):
        state.rest = {**state.rest, pile: [other for other in state.rest[pile] if other != tile]}
        state.tops = {**state.tops, pile: tile}
        _count(state, f"tile {pile}")
    if not what:
        state.waits = RIVER


def _river_laid(state: "State", result: River, what: list[Any]) -> None:
    facts = state.facts
    position = 0
    for at, kind in result.tiles:
        most = min(position + SIDES_OF_A_DIE, facts.mouth - 1)
        if not position < at <= most:
            raise Illegal("river-position", at=at, least=position + 1, most=most)
        if kind not in facts.ganga:
            raise Illegal("river-tile", tile=kind)
        position = at
    kinds = [kind for _, kind in result.tiles]
    if len(set(kinds)) != len(kinds):
        raise Illegal("river-twice")
    if len(kinds) < len(facts.ganga) and position < facts.ganga_least:
        raise Illegal("river-few", least=facts.ganga_least)
    state.river = dict(result.tiles)
    _count(state, "die", len(kinds) + (len(kinds) < len(facts.ganga)))
    _count(state, "river", len(kinds))
    state.waits = ROLLS


def _start_roll(state: "State", result: StartRoll, what: list[Any]) -> None:
    if result.name != state.names[state.started]:
        raise Illegal("roll-name", name=state.names[state.started])
    _check_dice(result.dice, list(DICE))
    totals = [*(total(player.dice) for player in state.players[: state.started]), total(result.dice)]
    if state.drawn and len(totals) == len(state.names) and totals[state.first] > min(totals):
        raise Illegal("first-drawn", name=state.names[state.first])
    state.own(state.started).dice = in_order(result.dice)
    effects.take_from_supply(state, DICE)
    state.started += 1
    _count(state, "die", len(result.dice))


def _check_dice(dice: Dice, colours: list[str]) -> None:
    if [_COLOURS.get(die) for die in dice] != colours:
        raise Illegal("roll-colours", colours=" ".join(colours))


def total(dice: Dice) -> int:
    """What dice show together."""
    return sum(VALUES[die] for die in dice)


def _brown(state: "State", result: Brown, what: list[Any]) -> None:
    seats = in_turn_order(state)
    if [name for name, _ in result.tiles] != [state.names[seat] for seat in seats]:
        raise Illegal("brown-names", names=tuple(state.names[seat] for seat in seats))
    kinds = [f"b-{kind}" for _, kind in result.tiles]
    if len(set(kinds)) != len(kinds):
        raise Illegal("brown-twice")
    for _, kind in result.tiles:
        if kind not in state.facts.browns:
            raise Illegal("brown-tile", tile=kind)
    for seat, kind in zip(seats, kinds, strict=True):
        player = state.own(seat)
        player.brown = kind
        state.yield_tiles = {**state.yield_tiles, kind: state.yield_tiles[kind] - 1}
    _count(state, "brown", len(kinds))
    state.waits = ""


def _white(state: "State", result: White, what: list[Any]) -> None:
    if result.kind not in white_stack(state):
        raise Illegal("white-none", kind=result.kind)
    facts = state.facts
    if len(state.white) == facts.white_each * len(facts.white):
        state.white = ()
    state.white = tuple(sorted((*state.white, result.kind), key=list(facts.white).index))
    _count(state, "white")
    effects.push(state, ("effect", state.facts.white[result.kind]))
    state.blocked = False


def after_white(state: "State") -> Iterator["State"]:
    """The positions after each white tile that may be drawn, with the dice before it not yet rolled."""
    for kind in dict.fromkeys(white_stack(state)):
        after = state.copy()
        effects.push(after, ("effect", after.facts.white[kind]))
        after.blocked = False
        after.run()
        yield after


def _rolled(state: "State", result: Roll, what: list[Any]) -> None:
    _check_dice(result.dice, what)
    state.player.dice = in_order(state.player.dice + result.dice)
    _count(state, "die", len(result.dice))


RESULTS: dict[type, tuple[tuple[str, ...], Callable[["State", Any, list[Any]], None]]] = {
    Turned: ((TOPS, "draw"), _turned),
    River: ((RIVER,), _river_laid),
    StartRoll: ((ROLLS,), _start_roll),
    Brown: ((BROWN,), _brown),
    White: (("white",), _white),
    Roll: (("roll",), _rolled),
}
"""By type of a result: when it can be due, what it does."""

"""What is dealt and rolled in Rajas of the Ganges: at the start, and what a turn waits for."""

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from pbem.game import CHANCE, NOBODY, Choose, Illegal, Step
from pbem.rules.rajas import effects
from pbem.rules.rajas.moves import Brown, Dice, River, Roll, StartRoll, Turned, White
from pbem.rules.rajas.notation import DICE, ROLLED, SIDES_OF_A_DIE, VALUES, in_order
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.todo import Dancing, Drawing, Due, Rolling

_COLOURS = {die: colour for colour, dice in ROLLED.items() for die in dice}


D = TypeVar("D", bound=Due)
R = TypeVar("R")


class Kind:
    """A kind of result that can be due; all its parts are about the same. Looked up by its word, it gets nothing else.

    `result`: its type; `deal`: how it is dealt; `play`: what it does, raising Illegal before anything is changed.
    """

    __slots__ = ("deal", "play", "result")

    def __init__(
        self, result: type[R], deal: Callable[[Position, D, Choose], R], play: Callable[[Position, D, R], None]
    ) -> None:
        self.result = result
        self.deal = cast(Callable[[Position, Due, Choose], Step], deal)
        self.play = cast(Callable[[Position, Due, Step], None], play)


def due(position: Position) -> Due:
    """What is due: one of the start, or the first of the queue."""
    return (position.waits,) if position.waits else position.queue[0]


def deal(position: Position, choose: Choose) -> Step:
    """The result that is due; each event an index into what is left, in the order of the table, or a side of a die."""
    what = due(position)
    return KINDS[what[0]].deal(position, what, choose)


def apply(position: Position, result: Step) -> None:
    """Put a result on the table, so that the next one is due if one is; raises Illegal before anything is changed."""
    if position.actor != CHANCE:
        raise Illegal("over" if position.actor == NOBODY else "draw-not-due")
    what = due(position)
    kind = KINDS[what[0]]
    if type(result) is not kind.result:
        raise Illegal(f"due-{what[0]}")
    kind.play(position, what, result)
    if position.waits:
        _next_of_the_start(position)
    else:
        position.queue.pop(0)


def _next_of_the_start(position: Position) -> None:
    if position.waits == "tops" and "ganga" in position.options:
        position.waits = "river"
    elif position.waits in ("tops", "river"):
        position.waits = "rolls"
    elif position.started == len(position.names):
        position.waits = "brown" if position.waits == "rolls" and position.navaratnas else None


def in_turn_order(position: Position) -> list[int]:
    """Players from the first of the round on."""
    return [(position.first + step) % len(position.names) for step in range(len(position.names))]


class _Draws:
    """Draws from `choose`, events counted on from those of a position."""

    def __init__(self, position: Position, choose: Choose) -> None:
        self._events = position.events.copy()
        self._choose = choose

    def __call__(self, purpose: str, number: int) -> int:
        event = self._events.get(purpose, 0)
        self._events[purpose] = event + 1
        return self._choose(purpose, event, number)


def _count(position: Position, purpose: str, number: int = 1) -> None:
    position.events = {**position.events, purpose: position.events.get(purpose, 0) + number}


# Tiles of the piles


def _deal_tops(position: Position, _: Due, choose: Choose) -> Turned:
    return Turned(tuple(_top(position, pile, choose) for pile in position.facts.piles))


def _deal_tile(position: Position, due: Drawing, choose: Choose) -> Turned:
    return Turned((_top(position, due[1], choose),))


def _top(position: Position, pile: str, choose: Choose) -> str:
    left = position.rest[pile]
    purpose = f"tile {pile}"
    return left[choose(purpose, position.events.get(purpose, 0), len(left))]


def _tops(position: Position, _: Due, result: Turned) -> None:
    _turn_up(position, result, position.facts.piles)


def _tile(position: Position, due: Drawing, result: Turned) -> None:
    _turn_up(position, result, [due[1]])


def _turn_up(position: Position, result: Turned, piles: list[str]) -> None:
    if [tile[:2] for tile in result.tiles] != piles:
        raise Illegal("piles", piles=tuple(piles))
    for pile, tile in zip(piles, result.tiles, strict=True):
        if tile not in position.rest[pile]:
            raise Illegal("not-in-pile", tile=tile)
    for pile, tile in zip(piles, result.tiles, strict=True):
        position.rest = {**position.rest, pile: [other for other in position.rest[pile] if other != tile]}
        position.tops = {**position.tops, pile: tile}
        _count(position, f"tile {pile}")


# River tiles


def _deal_river(position: Position, _: Due, choose: Choose) -> River:
    draw = _Draws(position, choose)
    left = list(position.facts.ganga)
    found: list[tuple[int, str]] = []
    space = 0
    while left:
        space += draw("die", SIDES_OF_A_DIE) + 1
        if space >= position.facts.mouth:
            break
        found.append((space, left.pop(draw("river", len(left)))))
    return River(tuple(found))


def _river(position: Position, _: Due, result: River) -> None:
    facts = position.facts
    space = 0
    for at, kind in result.tiles:
        most = min(space + SIDES_OF_A_DIE, facts.mouth - 1)
        if not space < at <= most:
            raise Illegal("river-position", at=at, least=space + 1, most=most)
        if kind not in facts.ganga:
            raise Illegal("river-tile", tile=kind)
        space = at
    kinds = [kind for _, kind in result.tiles]
    if len(set(kinds)) != len(kinds):
        raise Illegal("river-twice")
    if len(kinds) < len(facts.ganga) and space < facts.ganga_least:
        raise Illegal("river-few", least=facts.ganga_least)
    position.river = dict(result.tiles)
    _count(position, "die", len(kinds) + (len(kinds) < len(facts.ganga)))
    _count(position, "river", len(kinds))


# Dice


def total(dice: Dice) -> int:
    """What dice show together."""
    return sum(VALUES[die] for die in dice)


def _deal_start_roll(position: Position, _: Due, choose: Choose) -> StartRoll:
    return StartRoll(position.names[position.started], _dice(position, DICE, choose))


def _deal_roll(position: Position, due: Rolling, choose: Choose) -> Roll:
    return Roll(_dice(position, due[1:], choose))


def _dice(position: Position, colours: Sequence[str], choose: Choose) -> Dice:
    first = position.events.get("die", 0)
    return tuple([ROLLED[c][choose("die", first + at, SIDES_OF_A_DIE)] for at, c in enumerate(colours)])


def _start_roll(position: Position, _: Due, result: StartRoll) -> None:
    if result.name != position.names[position.started]:
        raise Illegal("roll-name", name=position.names[position.started])
    _check_dice(result.dice, DICE)
    totals = [*(total(player.dice) for player in position.players[: position.started]), total(result.dice)]
    if position.drawn and len(totals) == len(position.names) and totals[position.first] > min(totals):
        raise Illegal("first-drawn", name=position.names[position.first])
    position.own(position.started).dice = in_order(result.dice)
    effects.take_from_supply(position, DICE)
    position.started += 1
    _count(position, "die", len(result.dice))


def _roll(position: Position, due: Rolling, result: Roll) -> None:
    _check_dice(result.dice, due[1:])
    position.player.dice = in_order(position.player.dice + result.dice)
    _count(position, "die", len(result.dice))


def _check_dice(dice: Dice, colours: Sequence[str]) -> None:
    if [_COLOURS.get(die) for die in dice] != [*colours]:
        raise Illegal("roll-colours", colours=" ".join(colours))


# Yield tiles


def _deal_brown(position: Position, _: Due, choose: Choose) -> Brown:
    draw = _Draws(position, choose)
    left = position.facts.browns[:]
    kinds = [left.pop(draw("brown", len(left))) for _ in position.names]
    players = in_turn_order(position)
    return Brown(tuple((position.names[player], kind) for player, kind in zip(players, kinds, strict=True)))


def _brown(position: Position, _: Due, result: Brown) -> None:
    players = in_turn_order(position)
    names = tuple(position.names[player] for player in players)
    if tuple(name for name, _ in result.tiles) != names:
        raise Illegal("brown-names", names=names)
    kinds = [f"b-{kind}" for _, kind in result.tiles]
    if len(set(kinds)) != len(kinds):
        raise Illegal("brown-twice")
    for _name, kind in result.tiles:
        if kind not in position.facts.browns:
            raise Illegal("brown-tile", tile=kind)
    for player, kind in zip(players, kinds, strict=True):
        position.own(player).brown = kind
        position.yield_tiles = {**position.yield_tiles, kind: position.yield_tiles[kind] - 1}
    _count(position, "brown", len(kinds))


def white_stack(position: Position) -> list[str]:
    """The white tiles that can be drawn: those not discarded, or all if there are none (ruling 19)."""
    each, gone = position.facts.white_each, position.white
    left = [kind for kind in position.facts.white for _ in range(each - gone.count(kind))]
    return left or [kind for kind in position.facts.white for _ in range(each)]


def _deal_white(position: Position, _: Dancing, choose: Choose) -> White:
    stack = white_stack(position)
    return White(stack[choose("white", position.events.get("white", 0), len(stack))])


def _white(position: Position, _: Dancing, result: White) -> None:
    if result.kind not in white_stack(position):
        raise Illegal("white-none", kind=result.kind)
    facts = position.facts
    if len(position.white) == facts.white_each * len(facts.white):
        position.white = ()
    position.white = tuple(sorted((*position.white, result.kind), key=list(facts.white).index))
    _count(position, "white")
    pay_white(position, result.kind)


def pay_white(position: Position, kind: str) -> None:
    """What a white tile gives is done next, and the turn can go on."""
    effects.push(position, ("effect", position.facts.white[kind]))
    position.blocked = False


KINDS: dict[str, Kind] = {
    "tops": Kind(Turned, _deal_tops, _tops),
    "river": Kind(River, _deal_river, _river),
    "rolls": Kind(StartRoll, _deal_start_roll, _start_roll),
    "brown": Kind(Brown, _deal_brown, _brown),
    "draw": Kind(Turned, _deal_tile, _tile),
    "roll": Kind(Roll, _deal_roll, _roll),
    "white": Kind(White, _deal_white, _white),
}
"""By first word of what is due."""
RESULTS = frozenset(kind.result for kind in KINDS.values())

"""The one result of chance: the tiles drawn from the bag for the empty slots of the rondel."""

from pbem.game import CHANCE, NOBODY, Choose, Illegal
from pbem.rules.maharani.facts import EMPTY
from pbem.rules.maharani.moves import Draw, Refill
from pbem.rules.maharani.position import Position


def due(position: Position) -> bool:
    """Whether a refill is due: a slot is empty, and the bag has tiles."""
    return EMPTY in position.slots and bool(position.bag)


def deal(position: Position, choose: Choose) -> Refill:
    """The refill that is due: each tile an index into what is left of the bag, in table order."""
    facts = position.facts
    bag = position.bag[:]
    event = position.drawn
    thrown = position.centre_full()
    draws = []
    for slot, there in enumerate(position.slots):
        while there == EMPTY and bag:
            tile = bag.pop(choose("tile", event, len(bag)))
            event += 1
            if not (thrown and facts.is_centre[tile]):
                there = tile
            draws.append(Draw(None if there == EMPTY else slot, facts.names[tile]))
    return Refill(tuple(draws))


def apply(position: Position, result: Refill) -> None:
    """Puts the tiles drawn on the rondel, or out of the game; raises Illegal and leaves all as it was."""
    if position.actor != CHANCE:
        raise Illegal("over" if position.actor == NOBODY else "draw-not-due")
    facts = position.facts
    bag, slots, out = position.bag[:], position.slots[:], position.out[:]
    thrown = position.centre_full()
    for slot, name in result.draws:
        if EMPTY not in slots:
            raise Illegal("draw-extra", slot=slot, tile=name)
        tile = facts.tile(name)
        try:
            bag.remove(tile)
        except ValueError:
            raise Illegal("not-in-bag", tile=name) from None
        if thrown and facts.is_centre[tile]:
            if slot is not None:
                raise Illegal("throw-away", tile=name)
            out.append(tile)
        elif slot is None:
            raise Illegal("keep", tile=name)
        elif slot != slots.index(EMPTY):
            raise Illegal("draw-order", slot=slot, expected=slots.index(EMPTY))
        else:
            slots[slot] = tile
    if bag and EMPTY in slots:
        raise Illegal("draw-missing", slot=slots.index(EMPTY))
    position.drawn += len(result.draws)
    position.bag, position.slots, position.out = bag, slots, out

"""A workshop is activated (rulings 9 to 13): checked, then done."""

from pbem.game import Illegal
from pbem.rules.majolica import effects
from pbem.rules.majolica.checks import arrive, check_shop
from pbem.rules.majolica.facts import fits
from pbem.rules.majolica.moves import Activate
from pbem.rules.majolica.position import Position
from pbem.rules.majolica.tiles import minus, plus, without


def activate(position: Position, step: Activate) -> None:
    """Activate a workshop; raises Illegal."""
    check_shop(position, step.shop)
    facts, bench, shop = position.facts, position.bench, step.shop
    heap = bench.shops[shop]
    if not facts.met(shop, heap):
        raise Illegal("not-met", shop=shop, pattern=":".join(map(str, facts.workshops[shop].pattern)))
    why = position.no_space(shop, heap)
    if why:
        raise Illegal(why, shop=shop)
    rest = _check_tiles(position, step, heap)
    workshop = facts.workshops[shop]
    able = without(rest, facts.wild) if workshop.breaks else ""
    if step.broken not in (tuple(able) or ("",)):
        raise Illegal("broken", shop=shop, able=able)
    rest = minus(rest, step.broken) or ""
    violet = shop == facts.hall and position.hall[0] > 0
    target = 0 if shop == facts.hall else shop + 1
    left = arrive(position, target, plus(rest, facts.wild) if violet else rest, step.thrown)
    bench.shops[shop] = ""
    bench.shops[target] = left
    if shop == facts.hall:
        effects.reward(position)
    else:
        effects.put_on_card(position, shop, step.tiles)
    effects.break_tile(position, step.broken)
    effects.count_activation(position, shop)


def _check_tiles(position: Position, step: Activate, heap: str) -> str:
    """What is left of a workshop without the tiles that go to its card or the Town Hall; raises Illegal."""
    facts, bench, shop = position.facts, position.bench, step.shop
    workshop = facts.workshops[shop]
    if not workshop.must <= len(step.tiles) <= workshop.must + workshop.may:
        raise Illegal("tiles-count", shop=shop, least=workshop.must, most=workshop.must + workshop.may)
    if facts.wild in step.tiles:
        raise Illegal("wild", shop=shop)
    rest = minus(heap, step.tiles)
    if rest is None:
        raise Illegal("tiles-not-there", shop=shop, tiles=heap)
    if shop != facts.hall:
        spaces = facts.spaces(bench.slots[shop], bench.on[shop])
        if not fits(spaces, step.tiles):
            raise Illegal("tiles-space", shop=shop, card=bench.slots[shop], spaces=spaces)
    return rest

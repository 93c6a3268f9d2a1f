"""Checks that several steps of Majolica share; each raises Illegal."""

from pbem.game import Illegal
from pbem.rules.majolica.position import Position
from pbem.rules.majolica.tiles import minus


def nothing_due(position: Position) -> None:
    """No workshop must be activated first."""
    must = position.must_activate()
    if must:
        raise Illegal("due", shop=must[0])


def check_shop(position: Position, shop: int) -> None:
    """There is such a workshop."""
    if not 0 <= shop < len(position.facts.workshops):
        raise Illegal("no-shop", shop=shop, shops=len(position.facts.workshops))


def check_slot(position: Position, slot: int) -> None:
    """There is such a card slot."""
    if not 0 <= slot < position.facts.slots:
        raise Illegal("no-slot", slot=slot, slots=position.facts.slots)


def arrive(position: Position, shop: int, heap: str, thrown: str) -> str:
    """What a workshop holds after tiles arrived and some were thrown away; raises Illegal."""
    check_shop(position, shop)
    lying, excess = position.facts.arrival(shop, position.bench.shops[shop], heap)
    if thrown and lying == position.bench.shops[shop]:
        raise Illegal("nothing-arrives", shop=shop)
    left = minus(lying, thrown)
    if left is None:
        raise Illegal("thrown-not-there", shop=shop, tiles=lying, thrown=thrown)
    if len(thrown) < excess:
        raise Illegal("excess", shop=shop, tiles=lying, holds=position.facts.workshops[shop].holds, excess=excess)
    return left

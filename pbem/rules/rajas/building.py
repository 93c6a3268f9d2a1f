"""Tiles laid in the quarry and by the Master Builder: paid, joined to the network, and what they bring."""

from typing import TYPE_CHECKING, Any

from pbem.game import Illegal
from pbem.rules.rajas import effects, spaces
from pbem.rules.rajas.gains import Effect
from pbem.rules.rajas.moves import Dice, Person, Quarry
from pbem.rules.rajas.notation import VALUES

if TYPE_CHECKING:
    from pbem.rules.rajas.state import State


def _on_top(state: "State", tile: str, roads: str) -> None:
    if tile[2:] == "" or not roads:
        raise Illegal("incomplete")
    if state.tops.get(tile[:2]) != tile:
        waits = any(kind == "draw" and what[0] == tile[:2] for kind, *what in state.queue)
        raise Illegal("tile-unknown" if waits else "tile-not-there", tile=tile, pile=tile[:2])


def _pay_tile(state: "State", tile: str, price: int, dice: Dice) -> None:
    if any(die[0] != tile[0] for die in dice):
        raise Illegal("dice-colour", colour=tile[0], tile=tile)
    paid = sum([VALUES.get(die, 0) for die in dice])
    if not dice or paid < price:
        raise Illegal("dice-few", price=max(1, price), paid=paid)
    effects.spend(state, dice)


def quarry(state: "State", step: Quarry) -> None:
    """A new tile: its space and price are paid, a road joins the network (rulings 13 and 14); raises Illegal."""
    spaces.take_paid(state, "quarry")
    _on_top(state, step.tile, step.roads)
    facts, player = state.facts, state.player
    tile = facts.tiles[step.tile]
    _pay_tile(state, step.tile, tile.price, step.paid)
    if step.cell not in facts.cells:
        raise Illegal("no-cell", cell=step.cell)
    if step.cell in player.province.tiles:
        raise Illegal("occupied", cell=step.cell)
    if step.roads not in tile.turns:
        raise Illegal("roads", tile=step.tile, turns=tile.turns)
    if not player.province.joins(step.cell, step.roads):
        raise Illegal("joins-nothing", cell=step.cell)
    player.province = player.province.lay(step.cell, step.tile, step.roads)
    _turn_up(state, step.tile)
    new = [name for name in player.province.reached if name not in player.yields]
    effects.connect(state, new)
    paid = tuple([(name, effects.settled(state, name)) for name in new])
    _income(state, step.tile, ("yields", paid))


def _income(state: "State", tile: str, *then: tuple[Any, ...]) -> None:
    """Money of the markets in one move, fame of the buildings in one move, then what else there is (ruling 14).

    What comes first is put on the stack last.
    """
    row = state.facts.tiles[tile]
    effects.push(state, *then)
    if row.buildings:
        fame = sum([effects.level(state, building) for building in row.buildings])
        effects.push(state, ("effect", Effect(effects.FAME, fame)))
    if row.markets:
        money = sum([worth for _, worth in row.markets])
        effects.push(state, ("effect", Effect(effects.MONEY, money)))


def _turn_up(state: "State", tile: str) -> None:
    """The tile is gone from its pile; the next one waits to be turned up (ruling 4)."""
    pile = tile[:2]
    state.tops = state.tops.copy()
    if state.rest[pile]:
        del state.tops[pile]
        state.queue.append(("draw", pile))
    else:
        state.tops[pile] = ""


def build(state: "State", step: Person) -> None:
    """The Master Builder: a dearer tile over another one, for the difference (ruling 17); raises Illegal."""
    _on_top(state, step.tile, step.roads)
    facts, player = state.facts, state.player
    if step.cell not in player.province.tiles:
        raise Illegal("nothing-to-cover", cell=step.cell)
    old, _, under = player.province.tiles[step.cell]
    if under:
        raise Illegal("covered-twice", cell=step.cell)
    difference = facts.tiles[step.tile].price - facts.tiles[old].price
    if difference <= 0:
        raise Illegal("not-dearer", tile=step.tile, old=old)
    if step.roads not in facts.tiles[step.tile].turns:
        raise Illegal("roads", tile=step.tile, turns=facts.tiles[step.tile].turns)
    _pay_tile(state, step.tile, difference, step.more)
    if not player.province.connected(step.cell, step.roads):
        raise Illegal("cut-off", cell=step.cell)
    player.province = player.province.lay(step.cell, step.tile, step.roads, old)
    _turn_up(state, step.tile)
    effects.connect(state, player.province.reached)
    _income(state, step.tile)

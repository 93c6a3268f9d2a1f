"""Tiles laid in the quarry and by the Master Builder: paid, joined to the network, and what they bring."""

from pbem.game import Illegal
from pbem.rules.rajas import effects, spaces
from pbem.rules.rajas.gains import FAME, MONEY, Effect
from pbem.rules.rajas.moves import Dice, Person, Quarry
from pbem.rules.rajas.notation import VALUES
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.todo import Task


def _on_top(position: Position, tile: str, roads: str) -> None:
    if tile[2:] == "" or not roads:
        raise Illegal("incomplete")
    if position.tops.get(tile[:2]) != tile:
        waits = ("draw", tile[:2]) in position.queue
        raise Illegal("tile-unknown" if waits else "tile-not-there", tile=tile, pile=tile[:2])


def _pay_tile(position: Position, tile: str, price: int, dice: Dice) -> None:
    if any(die[0] != tile[0] for die in dice):
        raise Illegal("dice-colour", colour=tile[0], tile=tile)
    paid = sum([VALUES.get(die, 0) for die in dice])
    if not dice or paid < price:
        raise Illegal("dice-few", price=max(1, price), paid=paid)
    effects.spend(position, dice)


def quarry(position: Position, step: Quarry) -> None:
    """A new tile: its space and price are paid, a road joins the network (rulings 13 and 14); raises Illegal."""
    spaces.take_paid(position, "quarry")
    _on_top(position, step.tile, step.roads)
    facts, player = position.facts, position.player
    tile = facts.tiles[step.tile]
    _pay_tile(position, step.tile, tile.price, step.paid)
    if step.cell not in facts.cells:
        raise Illegal("no-cell", cell=step.cell)
    if step.cell in player.province.tiles:
        raise Illegal("occupied", cell=step.cell)
    if step.roads not in tile.turns:
        raise Illegal("roads", tile=step.tile, turns=tile.turns)
    if not player.province.joins(step.cell, step.roads):
        raise Illegal("joins-nothing", cell=step.cell)
    player.province = player.province.lay(step.cell, step.tile, step.roads)
    _turn_up(position, step.tile)
    new = [name for name in player.province.reached if name not in player.yields]
    effects.connect(position, new)
    paid = tuple([(name, effects.settled(position, name)) for name in new])
    _income(position, step.tile, ("yields", paid))


def _income(position: Position, tile: str, *then: Task) -> None:
    """Money of the markets in one move, fame of the buildings in one move, then what else there is (ruling 14).

    What comes first is put on the stack last.
    """
    row = position.facts.tiles[tile]
    effects.push(position, *then)
    if row.buildings:
        fame = sum([effects.level(position, building) for building in row.buildings])
        effects.push(position, ("effect", Effect(FAME, fame)))
    if row.markets:
        money = sum([worth for _, worth in row.markets])
        effects.push(position, ("effect", Effect(MONEY, money)))


def _turn_up(position: Position, tile: str) -> None:
    """The tile is gone from its pile; the next one waits to be turned up (ruling 4)."""
    pile = tile[:2]
    position.tops = position.tops.copy()
    if position.rest[pile]:
        del position.tops[pile]
        position.queue.append(("draw", pile))
    else:
        position.tops[pile] = ""


def build(position: Position, step: Person) -> None:
    """The Master Builder: a dearer tile over another one, for the difference (ruling 17); raises Illegal."""
    _on_top(position, step.tile, step.roads)
    facts, player = position.facts, position.player
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
    _pay_tile(position, step.tile, difference, step.more)
    if not player.province.connected(step.cell, step.roads):
        raise Illegal("cut-off", cell=step.cell)
    player.province = player.province.lay(step.cell, step.tile, step.roads, old)
    _turn_up(position, step.tile)
    effects.connect(position, player.province.reached)
    _income(position, step.tile)

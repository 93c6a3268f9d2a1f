"""Tiles laid in the quarry and by the Master Builder: paid, joined to the network, and what they bring."""

from pbem.game import Illegal
from pbem.rules.rajas import effects, spaces
from pbem.rules.rajas.gains import FAME, MONEY, Effect
from pbem.rules.rajas.moves import Dice, Person, Quarry
from pbem.rules.rajas.notation import VALUES
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.todo import Task


def _on_top(position: Position, tile: str) -> str:
    """The tile that is meant, which may be named by its pile alone."""
    top = position.tops.get(tile[:2], "")
    if not top.startswith(tile):
        waits = ("draw", tile[:2]) in position.queue
        raise Illegal("tile-unknown" if waits else "tile-not-there", tile=tile, pile=tile[:2])
    return top


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
    top = _on_top(position, step.tile)
    facts, player = position.facts, position.player
    tile = facts.tiles[top]
    _pay_tile(position, top, tile.price, step.paid)
    if step.cell not in facts.cells:
        raise Illegal("no-cell", cell=step.cell)
    if step.cell in player.province.tiles:
        raise Illegal("occupied", cell=step.cell)
    if not any(player.province.joins(step.cell, roads) for roads in _ways_to_lie(position, top, step)):
        raise Illegal("joins-nothing", cell=step.cell)
    _check_complete(top, step)
    player.province = player.province.lay(step.cell, step.tile, step.roads)
    _turn_up(position, step.tile)
    new = [name for name in player.province.reached if name not in player.yields]
    effects.connect(position, new)
    paid = tuple([(name, effects.settled(position, name)) for name in new])
    _income(position, step.tile, ("yields", paid))


def _ways_to_lie(position: Position, tile: str, step: Quarry | Person) -> tuple[str, ...]:
    """The roads that a step names, or all that there can be if it leaves them out."""
    turns = position.facts.tiles[tile].turns
    if step.roads and step.roads not in turns:
        raise Illegal("roads", tile=tile, turns=turns)
    return (step.roads,) if step.roads else turns


def _check_complete(tile: str, step: Quarry | Person) -> None:
    """Short forms are refused last, for nothing else that is wrong with them."""
    if step.tile != tile or not step.roads:
        raise Illegal("incomplete")


def _income(position: Position, tile: str, *then: Task) -> None:
    """Money of the markets in one move, fame of the buildings in one move, then what else there is (ruling 14).

    What comes first is put on the stack last.
    """
    row = position.facts.tiles[tile]
    effects.push(position, *then)
    if row.buildings:
        fame = sum([effects.level(position, building) for building in row.buildings])
        effects.push(position, ("effect", Effect(FAME, fame, why=("buildings", tile))))
    if row.markets:
        money = sum([worth for _, worth in row.markets])
        effects.push(position, ("effect", Effect(MONEY, money, why=("markets", tile))))


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
    top = _on_top(position, step.tile)
    facts, player = position.facts, position.player
    if step.cell not in player.province.tiles:
        raise Illegal("nothing-to-cover", cell=step.cell)
    old, _, under = player.province.tiles[step.cell]
    if under:
        raise Illegal("covered-twice", cell=step.cell)
    difference = facts.tiles[top].price - facts.tiles[old].price
    if difference <= 0:
        raise Illegal("not-dearer", tile=top, old=old)
    lies = _ways_to_lie(position, top, step)
    _pay_tile(position, top, difference, step.more)
    if not any(player.province.connected(step.cell, roads) for roads in lies):
        raise Illegal("cut-off", cell=step.cell)
    _check_complete(top, step)
    player.province = player.province.lay(step.cell, step.tile, step.roads, old)
    _turn_up(position, step.tile)
    effects.connect(position, player.province.reached)
    _income(position, step.tile)

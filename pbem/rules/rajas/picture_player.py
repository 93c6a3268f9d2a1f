"""A player's side of the table in Rajas as shapes: what the player has, and the province with its yields."""

from collections import Counter

from pbem.errors import all_of
from pbem.game import View
from pbem.rules.rajas import told
from pbem.rules.rajas.facts import Facts
from pbem.rules.rajas.notation import BUILDINGS, FILES, GOODS, RANKS
from pbem.rules.rajas.picture_pieces import (
    SIGN,
    badge,
    boat,
    building,
    disc,
    fame,
    karma,
    kept,
    market,
    money,
    roads,
    rolled,
    sign,
    signs,
    slot_role,
    tile,
    worker,
)
from pbem.rules.rajas.position import Player, Position
from pbem.scene import (
    INNER,
    SMALL,
    Group,
    Mark,
    Panel,
    Path,
    Rect,
    Shape,
    Text,
    below,
    beside,
    counter,
    flow,
    inside,
    label,
    marked,
    moved,
    paragraph,
    player_name,
    said,
)

_CELL = 50
_BOX = 46  # a yield outside
_RANK = 10  # where the ranks stand
_FILE = 13  # where the files stand
_ABOVE = 40
_LEFT = _BOX + _RANK
_WIDE = _CELL * len(FILES)


def side(position: Position, view: View, player: int, before: Position | None) -> Panel:
    """All that lies before a player."""
    seat = position.players[player]
    old = None if before is None or not before.players else before.players[player]
    acts = view.acts(player)
    rows = [
        _head(position, view, player, before),
        flow(_markers(position, view, player, old), INNER, 12),
        *_rows(position, seat, old),
        _province(position, seat, old),
        *(paragraph(sentence, size=SMALL + 1) for sentence in [told.covers(seat)] if sentence),
        *_laid(position, seat, old),
    ]
    lies = [
        _LIES.format(tile=lying.tile, cell=cell, roads=lying.roads)
        for cell, lying in sorted(seat.province.tiles.items())
    ]
    words = [told.heading(position, view.names, player), *lies, told.covers(seat)]
    title = player_name(view.names[player], acts)
    return Panel(title, below([row for row in rows if row.height], 7), tuple(filter(None, words)))


_LIES = "{tile} on {cell}, roads {roads}."


def _head(position: Position, view: View, player: int, before: Position | None) -> Group:
    """The marker, the distance, and whether the player begins a round."""
    things = [disc(view, player, 22), label(f"distance {position.distance(player)}", 12)]
    for what, text in (("first", "first of this round"), ("mogul", "first in the next round")):
        if player == getattr(position, what):
            new = before is not None and getattr(before, what) != player
            things.append(marked(badge(text), "gained" if new else ""))
    return flow(things, INNER, 10, 4)


def _markers(position: Position, view: View, player: int, old: Player | None) -> list[Group]:
    """Money, fame, karma, boat and workers."""
    seat = position.players[player]

    def changed(what: str, mark: Mark = "gained") -> Mark:
        return mark if old is not None and getattr(old, what) != getattr(seat, what) else ""

    workers = [worker(words="worker to place") for _ in range(seat.unplaced)]
    workers += [worker("", "worker placed") for _ in range(seat.active - seat.unplaced)]
    crew = beside(workers, 0)
    return [
        counter(money(""), str(seat.money), f"money {seat.money}", changed("money")),
        counter(fame(""), str(seat.fame), f"fame {seat.fame}", changed("fame")),
        counter(karma(""), str(seat.karma), f"karma {seat.karma}", changed("karma")),
        counter(boat(view, player), str(seat.boat), f"boat on {seat.boat}", changed("boat", "moved")),
        counter(
            crew,
            f"{seat.unplaced} of {seat.active}",
            f"workers to place: {seat.unplaced} of {seat.active}",
            changed("active"),
        ),
    ]


def _rows(position: Position, seat: Player, old: Player | None) -> list[Group]:
    """Dice, buildings, markets, bonuses taken."""
    facts = position.facts
    had = Counter(seat.dice if old is None else old.dice)
    dice = []
    for name in seat.dice:
        had[name] -= 1
        dice.append(marked(rolled(facts, name), "gained" if had[name] < 0 else ""))
    levels = [_level(facts, seat, old, name) for name in BUILDINGS]
    goods = []
    for good in GOODS:
        goods += [market(good, worth) for worth in seat.province.worths(good)]
    taken = sorted(seat.taken)
    new = old is not None and old.taken != seat.taken
    bonuses = " ".join(str(space) for _, space in taken) or told.NONE
    bonus = marked(label(f"bonuses taken: {bonuses}", SMALL + 1), "gained" if new else "")
    return [
        flow([label(f"dice {len(seat.dice)} of {seat.hands}:", SMALL + 1, "faint"), *dice], INNER, 5, 5),
        flow(levels, INNER, 12),
        flow([label("markets:", SMALL + 1, "faint"), *(goods or [label(told.NONE, SMALL + 1)])], INNER, 3, 3),
        bonus,
    ]


def _level(facts: Facts, seat: Player, old: Player | None, name: str) -> Group:
    """A building and its level; whether the last upgrade does not count yet."""
    level = facts.levels[seat.levels[name]]
    later = " (later)" if seat.late == name else ""
    words = f"{facts.building_words[name]} {level}" + (told.LATE.format(building=name) if later else "")
    up = old is not None and (old.levels[name], old.late == name) != (seat.levels[name], seat.late == name)
    return counter(building(name), f"{level}{later}", words, "gained" if up else "")


# The province

Spot = tuple[int, int]
"""File and rank, both counted from 0: -1 and behind the last are outside."""
_STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def _spot(cell: str) -> Spot:
    return FILES.index(cell[0]), RANKS.index(cell[1])


def _beside(port: str) -> Spot:
    """What lies beyond a port."""
    (file, rank), (across, up) = _spot(port[:2]), _STEP[port[2]]
    return file + across, rank + up


@kept
def _spots(facts: Facts) -> dict[str, Spot]:
    """Where each yield is drawn: beyond one of its ports, where no tile can lie and no other yield is."""
    found: dict[str, Spot] = {}
    taken = {_spot(cell) for cell in (*facts.cells, facts.home)}
    for name, row in facts.yields.items():
        free = [spot for spot in map(_beside, row.ports) if spot not in taken]
        if free:
            found[name] = free[0]
            taken.add(free[0])
    return found


def _province(position: Position, seat: Player, old: Player | None) -> Group:
    """The cells with tiles, and around them the yields with their ports."""
    facts = position.facts
    spots = _spots(facts)
    above = any(rank == len(RANKS) for _, rank in spots.values())
    under = any(rank < 0 for _, rank in spots.values())
    top = _ABOVE * above + _FILE
    bottom = top + _CELL * len(RANKS)
    parts: list[Shape] = []
    for number, text in enumerate(FILES):
        x = _LEFT + _CELL * number + 8
        parts += [Text(x, y, text, SMALL + 1, "faint", bold=True) for y in (top - _FILE / 2, bottom + _FILE / 2)]
    for number, text in enumerate(RANKS):
        y = bottom - _CELL * number - _CELL + 8
        parts += [
            Text(x, y, text, SMALL + 1, "faint", bold=True) for x in (_BOX + _RANK / 2, _LEFT + _WIDE + _RANK / 2)
        ]
    lying: list[Group] = []
    for name, spot in spots.items():
        lying.append(_placed(_yield(position, seat, old, name, spot), spot, bottom))
        for port in facts.yields[name].ports:
            parts.append(_port(port, bottom, name in seat.yields))
    for cell in (*facts.cells, facts.home):
        file, rank = _spot(cell)
        lying.append(moved(_ground(facts, seat, old, cell), _LEFT + _CELL * file, bottom - _CELL * (rank + 1)))
    parts += [group for group in lying if not group.mark]
    parts += [group for group in lying if group.mark]  # a neighbour would hide a part of the outline
    height = bottom + _FILE + _ABOVE * under
    drawn = Group(2 * _LEFT + _WIDE, height, tuple(parts))
    elsewhere = [_yield(position, seat, old, name, (-1, 0)) for name in facts.yields if name not in spots]
    boxes = [flow(elsewhere)] if elsewhere else []
    return below([inside(drawn, INNER, height), *boxes])


def _ground(facts: Facts, seat: Player, old: Player | None, cell: str) -> Group:
    """A cell with what lies on it."""
    lying = seat.province.tiles.get(cell)
    if lying is None:
        return _bare(facts, cell)
    row = facts.tiles[lying.tile]
    things = " ".join(row.things)
    over = f", covers {lying.under}" if lying.under else ""
    drawn = tile(facts, lying, _CELL, f"{cell}: {lying.tile}, price {row.price}, roads {lying.roads}, {things}{over}")
    return marked(drawn, "placed" if old is not None and old.province.tiles.get(cell) != lying else "")


@kept
def _bare(facts: Facts, cell: str) -> Group:
    """The residence, or a cell on which nothing lies, with its name."""
    if cell == facts.home:
        stone = Rect(0.5, 0.5, _CELL - 1, _CELL - 1, "stone", "edge", 3)
        text = Text(_CELL / 2, 11, "RES", 12, bold=True)
        return Group(_CELL, _CELL, (stone, *roads(facts.residence, _CELL), text), f"{cell}: residence")
    free = Rect(1.5, 1.5, _CELL - 3, _CELL - 3, "cell", "line", 3)
    name = Text(_CELL / 2, _CELL / 2, cell, 12, "faint")
    return Group(_CELL, _CELL, (free, name), f"{cell}: free")


def _port(port: str, bottom: float, connected: bool) -> Path:
    """The end of a road at the border."""
    (file, rank), (across, up) = _spot(port[:2]), _STEP[port[2]]
    x = _LEFT + _CELL * (file + 0.5 + across / 2)
    y = bottom - _CELL * (rank + 0.5 + up / 2)
    ends = ((x, y), (x + across * (_RANK + 3), y - up * (_FILE + 3)))
    return Path(ends, "", "ink" if connected else "line", 5, closed=False)


def _placed(box: Group, spot: Spot, bottom: float) -> Group:
    """A yield where it belongs: in the middle of a cell, or outside close to the border."""
    file, rank = spot
    x = _LEFT + _CELL * file + (_CELL - box.width) / 2
    y = bottom - _CELL * (rank + 1) + (_CELL - box.height) / 2
    if file < 0:
        x = 0
    elif file == len(FILES):
        x = _LEFT + _WIDE + _RANK
    if rank == len(RANKS):
        y = 0
    elif rank < 0:
        y = bottom + _FILE
    return moved(box, x, y)


def _yield(position: Position, seat: Player, old: Player | None, name: str, spot: Spot) -> Group:
    """A yield, marked if it is newly connected or a tile was laid on it."""
    connected, on_it = name in seat.yields, seat.slots.get(name, "")
    inner = 0 <= spot[0] < len(FILES) and 0 <= spot[1] < len(RANKS)
    size = (_BOX, 42) if inner else (_BOX, _CELL - 4) if not 0 <= spot[0] < len(FILES) else (_CELL - 2, _ABOVE)
    box = _box(position.facts, name, size, seat.expert, position.navaratnas, connected, on_it)
    if old is None:
        return box
    if old.slots.get(name, "") != on_it:
        return marked(box, "placed")
    return marked(box, "gained" if connected > (name in old.yields) else "")


@kept
def _box(
    facts: Facts, name: str, size: tuple[float, float], back: bool, navaratnas: bool, connected: bool, on_it: str
) -> Group:
    """A yield: its name, with a hook if it is connected, and what it pays, or the yield tile on its slot."""
    row = facts.yields[name]
    width, height = size
    gains = row.back if back else row.front
    head = beside([label(name, SMALL, bold=True), *([_hook()] if connected else [])], 3)
    pays = [_tile_of(facts, on_it)] if on_it else [*signs(facts, gains), *([_slot(row.slot)] if navaratnas else [])]
    content = flow(pays, width, 1, 1)
    if content.width > width or head.height + content.height > height:
        content = badge("*")
    ground = Rect(0.5, 0.5, width - 1, height - 1, "field" if connected else "card", "edge" if connected else "line", 4)
    paid = told.laid(facts, on_it) if on_it else all_of(map(told.words_of, gains))
    words = f"{name} at {'/'.join(row.ports)}: {paid}{', connected' if connected else ''}"
    return inside(below([head, content], 0, "middle"), width, height, ground, words=words)


def _slot(letter: str) -> Group:
    """An empty slot for a yield tile."""
    frame = Rect(1, 1, SIGN - 2, SIGN - 2, "paper", "edge", 2)
    text = Text(SIGN / 2, SIGN / 2, letter, SMALL, "faint", bold=True)
    return Group(SIGN, SIGN, (frame, text), f"slot {letter}")


def _tile_of(facts: Facts, name: str) -> Group:
    """A yield tile with its letter and what it pays, short."""
    gain = sign(facts, facts.yield_tiles[name], counted=False)
    role = slot_role(name[0])
    content = beside([label(name[0], SMALL, f"on-{role}", bold=True), gain], 1)
    width = content.width + 3
    return inside(content, width, SIGN + 6, Rect(0.5, 0.5, width - 1, SIGN + 5, role, "edge", 2))


def _hook() -> Group:
    return Group(10, 9, (Path(((1, 5), (4, 8), (9, 1)), "", "ink", 2, closed=False),))


def _laid(position: Position, seat: Player, old: Player | None) -> list[Group]:
    """The yield tiles by name, and the one that is still to be laid."""
    if not seat.slots and not seat.brown:
        return []
    facts = position.facts
    found = [label("yield tiles:", SMALL + 1, "faint")]
    for slot, name in seat.slots.items():
        row = beside([label(slot, SMALL + 1, bold=True), badge(name, slot_role(name[0]))], 4)
        new = old is not None and old.slots.get(slot) != name
        found.append(marked(said(row, f"{slot}: {told.laid(facts, name)}"), "placed" if new else ""))
    rows = [flow(found, INNER, 8, 4)]
    counted = [name for name in (*seat.slots.values(), seat.brown) if name and facts.yield_tiles[name].per]
    rows += [paragraph(told.laid(facts, name), size=SMALL + 1) for name in counted]
    if seat.brown:
        rows.append(
            said(
                beside([label("still to lay:", SMALL + 1, "faint"), badge(seat.brown, slot_role(seat.brown[0]))], 4),
                f"still to lay: {told.laid(facts, seat.brown)}",
            )
        )
    return rows

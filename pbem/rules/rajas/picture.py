"""Rajas as a scene: piles, worker spaces, river, tracks, what lies before players, and what the last turn did."""

from collections.abc import Sequence

from pbem.board import NO_CELL, plural
from pbem.errors import all_of
from pbem.game import View
from pbem.rules.common import Common
from pbem.rules.rajas import board, chance, choices, spaces, told
from pbem.rules.rajas.facts import Facts
from pbem.rules.rajas.gains import Effect
from pbem.rules.rajas.notation import BACKS, BUILDINGS, DICE, GOODS
from pbem.rules.rajas.picture_pieces import (
    SIGN,
    any_die,
    badge,
    boat,
    building,
    disc,
    fame,
    fitted,
    karma,
    kept,
    market,
    money,
    pays,
    place,
    sign,
    slot_role,
    small_die,
    space,
    tile,
    worker,
)
from pbem.rules.rajas.picture_player import side
from pbem.rules.rajas.picture_tracks import tracks
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.province import Lying
from pbem.scene import (
    GAP,
    INNER,
    SMALL,
    Group,
    Panel,
    Rect,
    Shape,
    Text,
    below,
    beside,
    counter,
    flow,
    grid,
    inside,
    label,
    marked,
    moved,
    paragraph,
    said,
)

_TILE = 70
_FOURTH = (INNER - 3 * GAP) / 4
_THIRD = (INNER - 2 * GAP) / 3
_RIVER = 60

_BALCONY_ONE, _BALCONY = "a die {spent} for {n} die {got}", "a die {spent} for {n} dice {got}"


def panels(rules: Common, view: View, before: Position | None) -> list[Panel]:
    """See pbem.game.Rules.scene."""
    position: Position = view.state
    count = len(view.names)
    own, *others = [side(position, view, (view.viewer + step) % count, before) for step in range(count)]
    return [
        _quarry(position, before),
        own._replace(words=(*own.words, *told.yields(position))),
        _palace(position, before),
        _market(position, view, before),
        _river(position, view, before),
        tracks(position, view, before),
        *others,
        _signs(position.facts),
    ]


# Piles and quarry


def _quarry(position: Position, before: Position | None) -> Panel:
    """The piles, and what a worker in the quarry costs."""
    cells = {}
    for row, letter in enumerate(DICE):
        for file, back in enumerate(BACKS):
            new = before is not None and before.tops.get(letter + back) != position.tops.get(letter + back)
            cells[file, row] = marked(_pile(position, letter + back), "gained" if new else "")
    drawn = grid(cells, (_TILE + 10, _TILE + 10), [*BACKS], [*DICE])
    supply = [_left(position, letter) for letter in DICE]
    column = Group(44, drawn.height, tuple(moved(left, 0, 16 + n * (_TILE + 10) + 16) for n, left in enumerate(supply)))
    both = beside([drawn, column], 16)
    costs = _paid(position, before, "quarry")
    offered = [told.offered(position)] if choices.open_tiles(position) else []
    words = (*offered, told.dice_left(position))
    return Panel("Tiles for the quarry (Q), and dice left", below([inside(both, INNER, both.height), costs]), words)


def _pile(position: Position, pile: str) -> Group:
    """The tile on top of a pile, and how many lie below."""
    size = _TILE + 10
    top = board.top(position, pile)
    below_it = len(position.rest[pile]) if pile in position.rest else 0
    if position.tops.get(pile):
        row = position.facts.tiles[top]
        words = f"{top}: price {row.price}, roads {row.turns[0]}, {' '.join(row.things)}; {below_it} below"
        lying = tile(position.facts, Lying(top, row.turns[0]), _TILE)
        stack = [Rect(5 + n, 5 + n, _TILE, _TILE, "stone", "line", 3) for n in (2.5, 5)][: min(below_it, 2)]
        return Group(size, size, (*reversed(stack), moved(lying, 5, 5)), words)
    empty = Rect(5.5, 5.5, _TILE - 1, _TILE - 1, "", "line", 3)
    what = "not dealt yet" if position.waits == "tops" else "empty" if top == NO_CELL else "not known yet"
    return Group(size, size, (empty, Text(size / 2, size / 2, top, 12, "faint")), f"{pile}: {what}")


def _left(position: Position, letter: str) -> Group:
    number = position.supply[letter]
    return counter(small_die(position.facts, letter), str(number), f"dice left: {letter} {number}")


def _paid(position: Position, before: Position | None, what: str) -> Group:
    """The places of quarry and harbour with what each costs."""
    costs: list[int] = getattr(position.room, what)
    taken: int = getattr(position, what)
    had: int = taken if before is None else getattr(before, what)
    places = [marked(place(n < taken, str(cost)), "placed" if had <= n < taken else "") for n, cost in enumerate(costs)]
    return said(beside([label(f"{what}, money:", SMALL + 1, "faint"), *places], 5), f"{what}: {taken} of {len(costs)}")


# Palace and market


def _space(
    position: Position, before: Position | None, name: str, content: Sequence[Group], width: float, gains: str
) -> Group:
    """A space with room for one worker."""
    taken = name in spaces.used(position)
    new = taken and before is not None and name not in spaces.used(before)
    state = "taken" if taken else "free"
    return space(name, content, [place(taken)], width, f"{name}: {gains}, {state}", "placed" if new else "")


def _palace(position: Position, before: Position | None) -> Panel:
    """Terraces, balconies and chambers."""
    facts = position.facts
    terraces = [
        _space(position, before, f"P{letter}", [small_die(facts, letter)], _FOURTH, f"die {letter}")
        for letter in facts.single["terraces"]
    ]
    balconies = []
    for both in facts.single["balconies"]:
        spent, got = str(both)[0], str(both)[1]
        content = [small_die(facts, spent), pays(), *[small_die(facts, got)] * facts.balcony_dice]
        gains = plural(facts.balcony_dice, _BALCONY_ONE, _BALCONY, spent=spent, got=got)
        balconies.append(_space(position, before, f"P{both}", content, _FOURTH, gains))
    rooms = []
    for number, chamber in facts.chambers.items():
        gains_ = [gain._replace(may=choices.may_decline(position, chamber)) for gain in chamber.gains]
        content = [fitted(facts, gain, _THIRD - 4, position.navaratnas) for gain in gains_]
        told_ = all_of(told.words_of(gain, position.navaratnas) for gain in gains_)
        rooms.append(_space(position, before, f"P{number}", content, _THIRD, told_))
    boxes = [_outer(position, before), flow(terraces), flow(balconies), flow(rooms)]
    return Panel("Palace", below([box for box in boxes if box.height]), (told.chambers(position),))


def _outer(position: Position, before: Position | None) -> Group:
    """The outer terrace, with room for several workers."""
    facts, taken = position.facts, position.outer
    had = taken if before is None else before.outer
    places = [
        marked(place(n < taken), "placed" if had <= n < taken else "") for n in range(max(position.room.outer, taken))
    ]
    content = [money(facts.outer_money), any_die(), label("dice rolled again", SMALL + 1)]
    words = f"P0: money {facts.outer_money} and dice rolled again, {taken} of {position.room.outer} taken"
    inner = flow([label("P0", 12, bold=True), *content, *places], INNER - 10, 5, 3)
    ground = Rect(0.5, 0.5, INNER - 1, inner.height + 7, "card", "line", 5)
    return Group(INNER, inner.height + 8, (ground, moved(inner, 5, 4)), words)


def _market(position: Position, view: View, before: Position | None) -> Panel:
    """Market, harbour, and the yield tiles that can be drawn or taken."""
    facts = position.facts
    goods = [
        _space(position, before, f"M{good}", [any_die(), pays(), market(good)], _FOURTH, f"a die for {good}")
        for good in GOODS
    ]
    users = [disc(view, player, 18, f"worker of {view.names[player]}") for player in position.assorted]
    known = users if before is None else users[: len(before.assorted)]
    drawn = [*known, *(marked(user, "placed") for user in users[len(known) :])]
    drawn += [place(False)] * (position.room.assorted - len(users))
    each = beside([market(good) for good in GOODS], 1)
    names = ", ".join(view.names[player] for player in position.assorted) or told.NONE
    assorted = space("Ma", [each], drawn, _FOURTH, f"Ma: a market of each good, used by {names}")
    dice = label(f"H: a die up to {facts.harbour_dice}", SMALL + 1)
    harbour = flow([_paid(position, before, "harbour"), dice], INNER, 14)
    rows = [flow([*goods, assorted]), harbour, *_yield_tiles(position, before)]
    words = [told.free_spaces(position, view.names), told.open_yield_tiles(position)]
    return Panel("Market and harbour", below(rows), tuple(filter(None, words)))


def _yield_tiles(position: Position, before: Position | None) -> list[Group]:
    """White tiles that can be drawn, or with the Navaratnas the open yield tiles."""
    facts = position.facts
    if not position.navaratnas:
        stack = chance.white_stack(position)
        old = stack if before is None else chance.white_stack(before)
        tiles = [
            marked(_white(facts, kind, stack.count(kind)), "moved" if stack.count(kind) < old.count(kind) else "")
            for kind in facts.white
        ]
        return [flow([label("white tiles left:", SMALL + 1, "faint"), *tiles], INNER, 10)]
    tiles = []
    for name, number in position.yield_tiles.items():
        if number:
            fewer = before is not None and before.yield_tiles.get(name, 0) > number
            one = _open_tile(facts, name, number)
            tiles.append(marked(one, "moved" if fewer else ""))
    return [label("Open yield tiles:", SMALL + 1, "faint"), flow(tiles, INNER, 8, 6)]


def _white(facts: Facts, kind: str, number: int) -> Group:
    """A white tile, and how many there are."""
    gain = facts.white[kind]
    drawn = sign(facts, gain)
    ground = Rect(0.5, 0.5, drawn.width + 7, SIGN + 7, slot_role("w"), "edge", 3)
    square = inside(drawn, drawn.width + 8, SIGN + 8, ground)
    words = f"white tiles: {number} {told.words_of(gain)}"
    return said(beside([square, label(f"x{number}", SMALL + 1)], 2), words)


def _open_tile(facts: Facts, name: str, number: int) -> Group:
    """An open yield tile: its name, what it pays, and how many there are."""
    gain = facts.yield_tiles[name]
    head = beside([badge(name, slot_role(name[0])), label(f"x{number}", SMALL + 1, bold=True)], 3)
    return said(below([head, sign(facts, gain)], 2, "middle"), f"{number} {name}: {told.words_of(gain)}")


# The river


def _river(position: Position, view: View, before: Position | None) -> Panel:
    """The spaces of the river with boats, each row as tall as it must be."""
    facts = position.facts
    at: dict[int, list[Group]] = {}
    for player, seat in enumerate(position.players):
        sailed = before is not None and before.players[player].boat != seat.boat
        where = f"boat of {view.names[player]} on {seat.boat or 'the start'}"
        at.setdefault(seat.boat, []).append(marked(boat(view, player, where), "moved" if sailed else ""))
    each = INNER // _RIVER
    rows = []
    for first in range(1, facts.mouth + 1, each):
        spaces_ = range(first, min(first + each, facts.mouth + 1))
        signs = [fitted(facts, told.river_gain(position, space), _RIVER - 4) for space in spaces_]
        boats = max(1 + len(at.get(space, [])) // 2 for space in spaces_)
        tall = boats * SIGN + max(group.height for group in signs) + 11
        rows.append(beside([_water(position, space, tall, at.get(space, [])) for space in spaces_], 0))
    start = [beside([label("start:", SMALL + 1, "faint"), *at[0]])] if 0 in at else []
    bridge = beside([_bar(SIGN), label(f"bridge behind {facts.bridge}:", SMALL + 1, "faint"), worker()], 5)
    return Panel("River", below([*start, below(rows, 0), bridge], 5), (told.river(position),))


def _bar(tall: float) -> Group:
    """The bridge."""
    return Group(7, tall, (Rect(0.5, 0.5, 6, tall - 1, "stone", "edge", hatch="-"),), "bridge")


def _water(position: Position, space: int, tall: float, boats: Sequence[Group]) -> Group:
    """A space of the river with boats: one beside its number, others below."""
    empty = _stretch(position.facts, space, tall, told.river_gain(position, space), space in position.river)
    places = [(30, 4), *((4 + 26 * (n % 2), 4 + SIGN * (1 + n // 2)) for n in range(len(boats)))]
    lying = [moved(one, x, y) for one, (x, y) in zip(boats, places, strict=False)]
    return empty._replace(parts=(*empty.parts, *lying)) if lying else empty


@kept
def _stretch(facts: Facts, space: int, tall: float, gain: Effect, laid: bool) -> Group:
    """A space of the river: its number and its gain, on a card if a river tile lies there."""
    parts: list[Shape] = [Rect(0.5, 0.5, _RIVER - 1, tall - 1, "water", "line")]
    if laid:
        parts.append(Rect(3, 3, _RIVER - 6, tall - 6, "card", "edge", 5))
    drawn = fitted(facts, gain, _RIVER - 4)
    parts.append(Text(6, 13, str(space), SMALL + 1, "ink", "start", bold=True))
    parts.append(moved(drawn, (_RIVER - drawn.width) / 2, tall - drawn.height - 5))
    if space == facts.bridge:
        parts.append(moved(_bar(tall), _RIVER - 7, 0))
    return Group(_RIVER, tall, tuple(parts), f"{space}: {told.words_of(gain)}{', a river tile' if laid else ''}")


# What the signs mean


@kept
def _signs(facts: Facts) -> Panel:
    """What is drawn for what."""
    dice = [counter(small_die(facts, letter), word) for letter, word in facts.dice_words.items()]
    gains = [
        (money(1), "money"),
        (fame(1), "fame"),
        (karma(1), "karma"),
        (any_die(), "die of any colour"),
        (sign(facts, Effect("upgrade")), "upgrade"),
        (sign(facts, Effect("late")), "upgrade, from the next turn on"),
        (sign(facts, Effect("boat")), "boat ahead"),
        (sign(facts, Effect("worker")), "worker"),
        (sign(facts, Effect("white")), "yield tile"),
        (sign(facts, Effect("good", 3)), "one good, up to 3 markets"),
    ]
    things = [counter(_plain(piece), word) for piece, word in gains]
    things += [counter(market(good), told.GOOD_WORDS[good]) for good in GOODS]
    things += [counter(building(name), facts.building_words[name]) for name in BUILDINGS]
    return Panel(
        "Signs",
        below(
            [
                paragraph("Colours of tiles and dice:", size=12, role="faint"),
                flow(dice, gap=10),
                flow(things, gap=10),
                paragraph(_TOLD, size=12, role="faint"),
            ],
            8,
        ),
    )


_TOLD = (
    "A tile has its name and its price above; one that covers another shows that one's colour at its edge. A yield "
    "with a hook is connected. Workers in outline have been placed."
)


def _plain(group: Group) -> Group:
    return group._replace(words="")

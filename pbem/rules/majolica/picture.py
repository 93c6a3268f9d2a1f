"""Majolica as a scene: the grid, cards on display, everybody's workshops and cards, and what the last turn did."""

import math

from pbem.game import NOBODY, View
from pbem.rules.common import Common
from pbem.rules.majolica import board
from pbem.rules.majolica.facts import BLANK, Facts, Workshop
from pbem.rules.majolica.grid import DOWN, FILES, RANKS, border, cell_name
from pbem.rules.majolica.position import Bench, Position
from pbem.scene import (
    INNER,
    SMALL,
    Group,
    Mark,
    Panel,
    Rect,
    Shape,
    Text,
    below,
    beside,
    colour,
    counter,
    flow,
    grid,
    inside,
    label,
    marked,
    moved,
    paragraph,
    player_name,
    token,
)

_CELL = 50
_TILE = 38  # a large tile
_SMALL = 19  # a small one
_GAP = 6
_HATCHES = {"r": "/", "y": ".", "g": "\\", "b": "-"}
"""Large tiles have a pattern, too."""


def panels(rules: Common, view: View, before: Position | None) -> list[Panel]:
    """See pbem.game.Rules.scene."""
    position: Position = view.state
    facts = position.facts
    dealt = position.actor != NOBODY and position.dealt
    return [
        _solo(position) if position.solo else _grid(position, before),
        *([_to_draft(position)] if position.shown else []),
        *([_display(position, before)] if dealt else []),
        *(_player(position, view, player, before) for player in position.clockwise()),
        _table(position, view, before),
        _signs(facts),
    ]


# The grid


def _grid(position: Position, before: Position | None) -> Panel:
    """The grid: tiles of the border are framed."""
    facts = position.facts
    edge = set(border(position.grid, facts.run).cells)
    same_round = before is not None and before.round == position.round and before.waits == ""
    cells = {}
    for cell, tile in enumerate(position.grid):
        rank, file = divmod(cell, len(FILES))
        taken = before is not None and same_round and before.grid[cell] != tile
        cells[file, rank] = marked(_large(facts, tile, cell_name(cell), cell in edge), "moved" if taken else "")
    words = "; ".join(group.words for group in cells.values())
    drawn = grid(cells, (_CELL, _CELL), FILES, list(RANKS))
    return Panel("", inside(drawn, INNER, drawn.height), (f"{words}.",))


def _large(facts: Facts, tile: str, name: str, on_edge: bool) -> Group:
    """A large tile of the grid, or its place."""
    at = (_CELL - _TILE) / 2
    if tile == DOWN:
        place = Rect(at, at, _TILE, _TILE, "cell", "line", 4)
        return Group(_CELL, _CELL, (place,), f"{name}: taken, or not dealt yet")
    role = _role(facts, tile)
    parts: list[Shape] = []
    if on_edge:
        parts.append(Rect(2, 2, _CELL - 4, _CELL - 4, "card", "edge", 6, 2.5))
    parts += [
        Rect(at, at, _TILE, _TILE, role, "edge", 4, hatch=_HATCHES.get(tile, "")),
        Rect(_CELL / 2 - 8, _CELL / 2 - 8, 16, 16, role, "", 3),
        Text(_CELL / 2, _CELL / 2, tile, 15, f"on-{role}", bold=True),
    ]
    where = "on the border" if on_edge else "inside"
    return Group(_CELL, _CELL, tuple(parts), f"{name}: {facts.words[tile]}, {where}")


def _solo(position: Position) -> Panel:
    """The tiles of a solo turn."""
    tiles = position.tiles or DOWN * position.facts.reveals
    row = beside([_large(position.facts, tile, "revealed", tile != DOWN) for tile in tiles])
    return Panel("", inside(row, INNER, row.height), ("Revealed in this turn: " + ", ".join(tiles) + ".",))


# Tiles and cards


def _role(facts: Facts, letter: str) -> str:
    """The colour of a tile."""
    return colour(facts.words[letter], list(facts.words).index(letter))


def _small(facts: Facts, letter: str) -> Group:
    """A small tile."""
    return token(letter, _role(facts, letter), _SMALL, square=True)


def _open(facts: Facts, letter: str) -> Group:
    """A space of a card for a tile."""
    ground = Rect(1.5, 1.5, _SMALL - 3, _SMALL - 3, "paper", "line" if letter == BLANK else _role(facts, letter), 3, 2)
    return Group(_SMALL, _SMALL, (ground, Text(_SMALL / 2, _SMALL / 2, letter, SMALL, "ink")))


def _card(facts: Facts, card: str, on: str, words: str, width: float, above: str = "", each_row: int = 4) -> Group:
    """A card: its points and its bonus, the tiles on it and the spaces that are open."""
    printed = facts.printed[card]
    points = beside([label(str(printed.points), 17, bold=True), *([_bonus()] if printed.bonus else [])], 5)
    spaces = facts.spaces(card, on)
    pieces = [*(_small(facts, letter) for letter in on), *(_open(facts, letter) for letter in spaces)]
    rows = [beside(pieces[at : at + each_row], 1) for at in range(0, len(pieces), each_row)]
    inner = below(
        [*([label(above, SMALL, "faint")] if above else []), points, *rows, label(card, SMALL, "faint")], 2, "middle"
    )
    return _boxed(inner, width, inner.height + 8, "card", words)


def _boxed(inner: Group, width: float, height: float, role: str, words: str) -> Group:
    ground = Rect(0.5, 0.5, width - 1, height - 1, role, "line", 5)
    content = moved(inner, (width - inner.width) / 2, 4)
    return Group(width, height, (ground, content), words)


def _bonus() -> Group:
    """The sign of a bonus tile."""
    return token("+", "white", 17)


def _as_tall(groups: list[Group]) -> list[Group]:
    """Boxes as tall as the tallest one."""
    tall = max(group.height for group in groups)
    return [_stretched(group, tall) for group in groups]


def _stretched(group: Group, tall: float) -> Group:
    ground = group.parts[0]
    if isinstance(ground, Rect):
        ground = ground._replace(height=tall - 1)
    return group._replace(height=tall, parts=(ground, *group.parts[1:]))


# What lies in the middle


def _to_draft(position: Position) -> Panel:
    told = board.to_draft(position)
    rows = [paragraph(sentence) for sentence in told]
    return Panel(board.TO_BE_DRAFTED.rstrip(":"), below(rows, 4), tuple(told))


def _display(position: Position, before: Position | None) -> Panel:
    """The cards on display, each under the number of its place."""
    facts = position.facts
    width = (INNER - 2 * _GAP) / 3
    cards = []
    for place, card in enumerate(position.display, 1):
        if card == DOWN:
            empty = label(f"place {place}: none", SMALL + 1, "faint")
            cards.append(_boxed(empty, width, empty.height + 8, "", f"place {place}: no card"))
            continue
        new = before is not None and before.dealt and before.display[place - 1] != card
        drawn = _card(facts, card, "", f"place {place}: card {card}", width, f"place {place}", 5)
        cards.append(marked(drawn, "gained" if new else ""))
    rows = [beside(_as_tall(cards[at : at + 3]), _GAP) for at in range(0, len(cards), 3)]
    return Panel("Cards on display, by place", below(rows, _GAP), (board.display(position),))


def _table(position: Position, view: View, before: Position | None) -> Panel:
    """The Town Hall, and what else is to be known."""
    facts, (violet, ones) = position.facts, position.hall
    changed: Mark = "gained" if before is not None and before.hall != position.hall else ""
    one = token(str(facts.worth), "white", _SMALL)
    pieces = [
        label("Town Hall", bold=True),
        counter(_small(facts, facts.wild), str(violet), f"violet tiles in the Town Hall: {violet}"),
        counter(one, str(ones), f"tokens in the Town Hall: {ones}"),
    ]
    told = board.table(position, view.names)
    rows = [marked(flow(pieces, gap=14), changed), *(paragraph(sentence, size=12) for sentence in told)]
    return Panel("Table", below(rows), tuple(told))


# What lies before a player


def _player(position: Position, view: View, player: int, before: Position | None) -> Panel:
    """A player's points, cards and tokens, and the four workshops with the cards above them."""
    bench = position.benches[player]
    was = before.benches[player] if before is not None and before.dealt else None
    acts = view.acts(player)
    title = player_name(view.names[player], acts)
    heading = board.heading(position, view.names, player)
    gained: Mark = "gained" if was is not None and (was.done, was.tokens) != (bench.done, bench.tokens) else ""
    count = len(position.facts.workshops)
    width = (INNER - _GAP * (count - 1)) / count
    cards = _as_tall([_above(position, bench, was, slot, width) for slot in range(count)])
    shops = _as_tall([_shop(position, bench, was, shop, width) for shop in range(count)])
    told = [heading, *board.workshops(position, bench)]
    rows = [marked(paragraph(heading, size=12), gained), beside(cards, _GAP), beside(shops, _GAP)]
    if bench.start:
        start = _card(position.facts, bench.start, "", f"starting card {bench.start}", width)
        rows.insert(1, beside([label("to be placed:", 12, "faint"), start]))
    return Panel(title, below(rows, _GAP), tuple(told))


def _above(position: Position, bench: Bench, was: Bench | None, slot: int, width: float) -> Group:
    """What lies above a workshop: a card, a free slot or the Town Hall."""
    facts = position.facts
    if slot == facts.hall:
        return _boxed(paragraph("Town Hall", width - 8, SMALL + 1, "faint"), width, 40, "stone", "Town Hall")
    card = bench.slots[slot]
    mark: Mark = ""
    if was is not None and was.slots[slot] != card:
        mark = "placed" if card and card not in was.slots else "moved"
    elif was is not None and was.on[slot] != bench.on[slot]:
        mark = "gained"
    if not card:
        free = label(f"slot {slot + 1}", SMALL + 1, "faint")
        return marked(_boxed(free, width, 40, "", f"slot {slot + 1}: no card"), mark)
    on = bench.on[slot]
    words = board.card_above(facts, card, on)
    return marked(_card(facts, card, on, f"slot {slot + 1}: {words}", width, f"slot {slot + 1}"), mark)


def _shop(position: Position, bench: Bench, was: Bench | None, shop: int, width: float) -> Group:
    """A workshop: its number and its pattern, the tiles in it and the places that are free."""
    facts, heap = position.facts, bench.shops[shop]
    workshop = facts.workshops[shop]
    places = [*(_small(facts, letter) for letter in heap), *[_place()] * (workshop.holds - len(heap))]
    each = math.isqrt(workshop.holds - 1) + 1
    rows = [beside(places[at : at + each], 2) for at in range(0, len(places), each)]
    head = beside([token(str(shop + 1), "card", 20), _pattern(workshop)], 5)
    sends = [paragraph(text, width - 8, SMALL, "faint") for text in board.sends(workshop).split(", ")]
    inner = below([head, *rows, *sends], 3, "middle")
    changed = was is not None and was.shops[shop] != heap
    words = board.workshops(position, bench)[shop]
    return marked(_boxed(inner, width, inner.height + 8, "cell", words), "gained" if changed else "")


def _place() -> Group:
    """A free place of a workshop."""
    return Group(_SMALL, _SMALL, (Rect(2.5, 2.5, _SMALL - 5, _SMALL - 5, "", "line", 3),))


def _pattern(workshop: Workshop) -> Group:
    """The groups of a pattern."""
    return label(workshop.shown, 12, bold=True)


# What the signs mean

_MEANING = (
    "Tiles in a frame lie on the border. A card shows its points, + for a bonus tile, the tiles on it, and in outline "
    "those it still asks for (w: any colour but violet). Under a workshop's number stands how many of a colour make it "
    "complete."
)


def _signs(facts: Facts) -> Panel:
    tiles = [counter(_small(facts, letter), word) for letter, word in facts.words.items()]
    return Panel("Signs", below([flow(tiles, gap=10), paragraph(_MEANING, size=12, role="faint")], 8))

"""Maharani as a scene: palace, rondel, players, quarters and bag, and what the last turn did."""

from functools import lru_cache

from pbem.board import plural
from pbem.game import NOBODY, View
from pbem.rules.common import Common
from pbem.rules.maharani import board
from pbem.rules.maharani.facts import EMPTY, Facts, bits, turned
from pbem.rules.maharani.moves import cell_at, place
from pbem.rules.maharani.notation import ARROWS, FILES, cell_name
from pbem.rules.maharani.position import Position
from pbem.scene import (
    GAP,
    INNER,
    SMALL,
    Circle,
    Group,
    Mark,
    Panel,
    Path,
    Rect,
    Shape,
    Text,
    below,
    beside,
    colour,
    counter,
    flow,
    grid,
    label,
    marked,
    moved,
    paragraph,
    player_name,
    said,
    token,
)

CELL = 42
SLOT_WIDTH = (INNER - GAP) / 2
_PAD = 6


def panels(rules: Common, view: View, before: Position | None) -> list[Panel]:
    """See pbem.game.Rules.scene."""
    position: Position = view.state
    return [
        Panel("", _palace(position, view, before)),
        *([_rondel(position, view, before)] if position.actor != NOBODY else []),
        _players(position, view, before),
        _quarters(position, view, before),
        _signs(position.facts),
    ]


# A tile and what is on it

_HALF = ((-0.2, 0.0), (-0.12, 0.15), (0.12, 0.15), (0.2, 0.0))
_COLUMN = (
    (-0.08, -0.2),
    (0.08, -0.2),
    (0.2, -0.08),
    (0.2, 0.08),
    (0.08, 0.2),
    (-0.08, 0.2),
    (-0.2, 0.08),
    (-0.2, -0.08),
)
_POINTER = ((0.0, -0.36), (0.1, -0.23), (-0.1, -0.23))
"""Half a column at the northern edge, by the middle of that edge; a whole one and an arrow, by the middle of a tile."""


@lru_cache
def _turned(points: tuple[tuple[float, float], ...], quarters: int, size: float) -> tuple[tuple[float, float], ...]:
    """Points around the middle of a tile of that size, turned clockwise."""
    for _ in range(quarters):
        points = tuple((-y, x) for x, y in points)
    return tuple((size * (0.5 + x), size * (0.5 + y)) for x, y in points)


def _columns(facts: Facts, pattern: str, size: float, role: str, line: str) -> list[Shape]:
    """The half columns of a pattern as it lies, or the column in its middle."""
    if not set(pattern) <= set(facts.sides):
        return [Path(_turned(_COLUMN, 0, size), role, line)]
    north = tuple((x, y - 0.5) for x, y in _HALF)
    return [Path(_turned(north, facts.sides.index(half), size), role, line) for half in pattern]


def _tile(facts: Facts, tile: int, arrow: int, artisan: str = "", size: float = CELL) -> Group:
    """A tile as it lies: its colour with its letter, its columns, where its arrow points, and who stands on it."""
    name = facts.names[tile]
    role = _role(facts, name[0])
    parts: list[Shape] = [Rect(0.5, 0.5, size - 1, size - 1, role, "edge", 2)]
    parts += _columns(facts, turned(name[1:], arrow, facts.sides), size, "white", "black")
    parts.append(Text(size * 0.15, size * 0.17, name[0], max(SMALL, size * 0.25), f"on-{role}", bold=True))
    parts.append(Path(_turned(_POINTER, arrow, size), f"on-{role}"))
    if artisan:
        parts.append(_artisan(facts, artisan, size * 0.42)._replace(x=size * 0.29, y=size * 0.29))
    return Group(size, size, tuple(parts))


def _role(facts: Facts, letter: str) -> str:
    """The colour of a tile."""
    return colour(facts.tile_colours[letter], list(facts.tile_colours).index(letter))


def _artisan(facts: Facts, letter: str, size: float = 20) -> Group:
    """An artisan: a disc in its colour in a white ring, so that it is seen on a tile of that colour."""
    own = facts.artisan_letters.index(letter)
    role = colour(facts.colours[letter], own)
    middle = size / 2
    ring = Circle(middle, middle, middle, "white", "black")
    disc = Circle(middle, middle, middle - 2, role, "black")
    return Group(
        size, size, (ring, disc, Text(middle, middle, letter, max(SMALL, size * 0.62), f"on-{role}", bold=True))
    )


def _number(quarter: int, size: float = 20) -> Group:
    """The number of a quarter."""
    return token(str(quarter + 1), "stone", size, square=True)


# The palace


def _palace(position: Position, view: View, before: Position | None) -> Group:
    """The board, with the edges of its quarters and their numbers."""
    facts = position.facts
    cells = {}
    for cell in facts.patterns:
        mark = _cell_mark(position, before, cell)
        cells[_on_screen(facts, *place(cell))] = marked(_cell(position, view, cell), mark)
    for quarter, free in enumerate(_free_places(facts)):
        badge = _number(quarter, 26)._replace(x=CELL / 2 - 13, y=CELL / 2 - 13)
        cells[_on_screen(facts, *free)] = Group(CELL, CELL, (badge,), f"quarter {quarter + 1}")
    ranks = [str(rank + 1) for rank in reversed(range(facts.ranks))]
    return grid(cells, (CELL, CELL), FILES[: facts.files], ranks, _edges(facts))


def _on_screen(facts: Facts, file: int, rank: int) -> tuple[int, int]:
    """Column and row of a place on the board, whose first rank is at the bottom."""
    return file, facts.ranks - 1 - rank


def _cell(position: Position, view: View, cell: int) -> Group:
    """A cell with its tile, or with the columns of the tile that fits."""
    facts = position.facts
    where = f"{cell_name(cell)} in quarter {facts.quarter_of[cell] + 1}"
    lying = position.tiles[cell]
    if lying != EMPTY:
        return said(
            _tile(facts, lying >> 2, lying & 3, position.artisan_on(cell)), f"{where}: {_lies(position, view, cell)}"
        )
    pattern = facts.patterns[cell]
    ground = Rect(0.5, 0.5, CELL - 1, CELL - 1, "cell", "line", 2)
    name = Text(CELL / 2, CELL / 2, pattern, SMALL, "faint")
    whole = not set(pattern) <= set(facts.sides)
    columns = _columns(facts, pattern, CELL, "panel" if whole else "stone", "faint")
    return Group(CELL, CELL, (ground, *columns, name), f"{where}: empty, {pattern} fits")


def _lies(position: Position, view: View, cell: int) -> str:
    """ "blue tile, arrow N, with a red artisan of Bob"."""
    facts, lying = position.facts, position.tiles[cell]
    text = f"{facts.tile_colours[facts.names[lying >> 2][0]]} tile, arrow {ARROWS[lying & 3]}"
    for player, colours in enumerate(position.owned):
        for own in colours:
            if position.artisans[own] >> cell & 1:
                text += f", with a {facts.artisan_word(own)} artisan of {view.names[player]}"
    return text


def _cell_mark(position: Position, before: Position | None, cell: int) -> Mark:
    """What the last turn did in a cell; who goes home when a quarter is paid is told with the quarter."""
    if before is None:
        return ""
    if before.tiles[cell] != position.tiles[cell]:
        return "placed"
    paid = (position.paid ^ before.paid) >> position.facts.quarter_of[cell] & 1
    return "moved" if position.artisan_on(cell) != before.artisan_on(cell) and not paid else ""


def _edges(facts: Facts) -> list[Shape]:
    """A thick line wherever two quarters meet, or a quarter ends."""
    edges: list[Shape] = []
    for cell, quarter in facts.quarter_of.items():
        file, rank = place(cell)
        x, y = (CELL * at for at in _on_screen(facts, file, rank))
        around = (
            (file, rank + 1, (x, y), (x + CELL, y)),
            (file + 1, rank, (x + CELL, y), (x + CELL, y + CELL)),
            (file, rank - 1, (x, y + CELL), (x + CELL, y + CELL)),
            (file - 1, rank, (x, y), (x, y + CELL)),
        )
        for other_file, other_rank, start, end in around:
            on_board = 0 <= other_file < facts.files and 0 <= other_rank < facts.ranks
            other = facts.quarter_of.get(cell_at(other_file, other_rank)) if on_board else None
            if other is None or other > quarter:
                edges.append(Path((start, end), "", "edge", 3, closed=False))
    return edges


def _free_places(facts: Facts) -> list[tuple[int, int]]:
    """For each quarter a place without a cell as file and rank: nearest to its middle, then to the board's."""
    free = [(f, r) for r in range(facts.ranks) for f in range(facts.files) if cell_at(f, r) not in facts.patterns]
    centre = (facts.files - 1) / 2, (facts.ranks - 1) / 2
    found = []
    for quarter in range(len(facts.quarters)):
        if free:
            found.append(min(free, key=lambda at: (_far(at, _middle(facts, quarter)), _far(at, centre))))
            free.remove(found[-1])
    return found


def _far(at: tuple[float, float], place: tuple[float, float]) -> float:
    return (at[0] - place[0]) ** 2 + (at[1] - place[1]) ** 2


def _middle(facts: Facts, quarter: int) -> tuple[float, float]:
    """The middle of a quarter, as file and rank."""
    files, ranks = zip(*map(place, bits(facts.quarters[quarter])), strict=True)
    return sum(files) / len(files), sum(ranks) / len(ranks)


# Beside it


def _rondel(position: Position, view: View, before: Position | None) -> Panel:
    """The slots, each where its quarter lies on the board."""
    facts, seat = position.facts, position.seat[view.viewer]
    order = sorted(range(facts.slots), key=lambda slot: _reading(facts, facts.over[seat][slot]))
    told = [_told(position, view, slot) for slot in order]
    tall = max(CELL, *(text.height for text in told)) + 2 * _PAD
    slots = [_slot(position, view, slot, before, text, tall) for slot, text in zip(order, told, strict=True)]
    words = tuple(board.slot_lies(position, view.viewer, slot) for slot in range(facts.slots))
    return Panel(board.rondel(position, view.names, view.viewer).rstrip(":"), flow(slots), words)


def _reading(facts: Facts, quarter: int) -> tuple[float, float]:
    """Where a quarter comes when the board is read like a page."""
    file, rank = _middle(facts, quarter)
    return -round(rank / facts.ranks), file


def _told(position: Position, view: View, slot: int) -> Group:
    """What is written beside the tile of a slot: its number, its quarter, and how the tile may be turned."""
    facts, tile = position.facts, position.slots[slot]
    quarter = facts.over[position.seat[view.viewer]][slot]
    room = SLOT_WIDTH - CELL - 3 * _PAD
    lines = [beside([token(str(slot + 1), "card", 20), label(f"over quarter {quarter + 1}", 11, bold=True)], 4)]
    if tile == EMPTY:
        return below([*lines, label(board.NO_TILE, 11, "faint")], 1)
    lines.append(paragraph(f"{facts.names[tile]} {facts.tile_colours[facts.names[tile][0]]}", room, 11))
    lines.append(flow([label(way, 11, "faint") for way in board.turns(facts, tile).split(", ")], room, 8, 0))
    if not position.markers[view.viewer] >> quarter & 1:
        lines.append(paragraph(board.ONLY_HERE.format(quarter=quarter + 1), room, 11))
    return below(lines, 1)


def _slot(position: Position, view: View, slot: int, before: Position | None, told: Group, tall: float) -> Group:
    """A slot with its tile, the tile's arrow to the north."""
    tile = position.slots[slot]
    lying = Group(CELL, CELL, (Rect(1, 1, CELL - 2, CELL - 2, "", "line", 2),))
    if tile != EMPTY:
        lying = _tile(position.facts, tile, 0)
    parts: tuple[Shape, ...] = (
        Rect(0.5, 0.5, SLOT_WIDTH - 1, tall - 1, "card", "line", 6),
        moved(lying, _PAD, _PAD),
        moved(told, CELL + 2 * _PAD, _PAD),
    )
    new = before is not None and before.slots[slot] != tile != EMPTY
    return Group(SLOT_WIDTH, tall, parts, board.slot_lies(position, view.viewer, slot), "gained" if new else "")


def _players(position: Position, view: View, before: Position | None) -> Panel:
    """Everybody's gold, markers and artisans, clockwise."""
    rows = [_player(position, view, player, before) for player in position.order]
    words = tuple(board.player_has(position, view.names, player) for player in position.order)
    return Panel(board.PLAYERS.rstrip(":"), below(rows, 8), words)


def _player(position: Position, view: View, player: int, before: Position | None) -> Group:
    facts = position.facts
    acts = view.acts(player)
    name = paragraph(player_name(view.names[player], acts), INNER - 30, bold=True)
    head = beside([token(ARROWS[position.seat[player]], "card", 22, f"seat {ARROWS[position.seat[player]]}"), name])
    gold: Mark = "gained" if before is not None and before.score[player] != position.score[player] else ""
    amount = f"gold {position.score[player]}"
    things = [counter(token("", "yellow", 18), amount, amount, gold)]
    for quarter in range(len(facts.quarters)):
        up = position.markers[player] >> quarter & 1
        mark: Mark = "moved" if before is not None and before.markers[player] >> quarter & 1 != up else ""
        things.append(marked(_marker(quarter, bool(up)), mark))
    for own in position.owned[player]:
        left = f"artisans left: {position.supply[own]} {facts.artisan_word(own)}"
        things.append(counter(_artisan(facts, facts.artisan_letters[own]), str(position.supply[own]), left))
    return below([head, flow(things)], 4)


def _marker(quarter: int, up: bool) -> Group:
    """An action marker: its number, struck through and hollow where it is down."""
    size = 22
    ground = Rect(1, 1, size - 2, size - 2, "sky" if up else "", "edge", 11 if up else 3)
    number = Text(size / 2, size / 2, str(quarter + 1), 12, "on-sky" if up else "faint", bold=up)
    strike = [] if up else [Path(((4, size - 4), (size - 4, 4)), "", "faint", 1.5, closed=False)]
    return Group(size, size, (ground, number, *strike), f"marker {quarter + 1} {'up' if up else 'down'}")


def _quarters(position: Position, view: View, before: Position | None) -> Panel:
    """How many cells of each quarter are empty, and who stands there; below them the bag."""
    facts = position.facts
    words = tuple(board.quarter_has(position, view.names, quarter) for quarter in range(len(facts.quarters)))
    rows = []
    for quarter, area in enumerate(facts.quarters):
        paid = position.paid >> quarter & 1
        things = [_number(quarter)]
        if paid:
            things.append(label("paid"))
        else:
            empty = plural((position.empty & area).bit_count(), "{n} cell empty", "{n} cells empty")
            things.append(label(empty)._replace(width=110))
            standing = [(own, (on & area).bit_count()) for own, on in enumerate(position.artisans)]
            things += [counter(_artisan(facts, facts.artisan_letters[o]), str(n)) for o, n in standing if n]
        new = before is not None and paid and not before.paid >> quarter & 1
        rows.append(marked(said(flow(things), words[quarter]), "gained" if new else ""))
    rows += [paragraph(board.bag(position)), *_out(position, before)]
    return Panel(board.QUARTERS.rstrip(":"), below(rows), (*words, board.bag(position)))


def _out(position: Position, before: Position | None) -> list[Group]:
    """The tiles that left the game."""
    known = 0 if before is None else len(before.out)
    left = [
        marked(said(_tile(position.facts, tile, 0, size=34), position.facts.names[tile]), "gained" if new else "")
        for tile, new in ((tile, before is not None and n >= known) for n, tile in enumerate(position.out))
    ]
    return [flow(left)] if left else []


# What the signs mean

_FITS = (
    "An empty cell shows the half columns (N E S W), or the column (C), of the tile that fits. Markers that are struck "
    "through are down."
)


def _signs(facts: Facts) -> Panel:
    """The colours with their letters, and what is drawn on tiles."""
    colours = [
        counter(token(letter, _role(facts, letter), square=True), word) for letter, word in facts.tile_colours.items()
    ]
    artisans = [counter(_artisan(facts, letter), word) for letter, word in facts.colours.items()]
    return Panel(
        "Signs",
        below(
            [
                paragraph("Tiles, with a triangle where the arrow points:", size=12, role="faint"),
                flow(colours, gap=10),
                paragraph("Artisans:", size=12, role="faint"),
                flow(artisans, gap=10),
                paragraph(_FITS, size=12, role="faint"),
            ],
            8,
        ),
    )

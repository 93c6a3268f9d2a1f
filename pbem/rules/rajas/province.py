"""Roads of a province: where a tile can lie, what hangs together, which yields are reached."""

from collections.abc import Iterator

from pbem.rules.rajas.facts import Facts, Tile, beside, opposite

Province = dict[str, tuple[str, str]]
"""By cell: tile, roads."""


def roads_at(facts: Facts, province: Province, cell: str) -> str:
    """The sides of a cell from which a road leads; "" where nothing lies."""
    if cell == facts.home:
        return facts.residence
    return province[cell][1] if cell in province else ""


def joins(facts: Facts, province: Province, cell: str, roads: str) -> bool:
    """Whether a tile that lies there would meet a road of the residence or of a tile."""
    return any(opposite(side) in roads_at(facts, province, beside(cell, side)) for side in roads)


def free_places(facts: Facts, province: Province, tile: Tile) -> Iterator[tuple[str, str]]:
    """Every cell and way to turn a new tile so that it joins the network (ruling 13)."""
    for cell in facts.cells:
        if cell not in province:
            for roads in tile.turns:
                if joins(facts, province, cell, roads):
                    yield cell, roads


def hangs_together(facts: Facts, province: Province) -> bool:
    """Whether every tile is connected to the residence."""
    seen = {facts.home}
    todo = [facts.home]
    while todo:
        cell = todo.pop()
        for side in roads_at(facts, province, cell):
            other = beside(cell, side)
            if other not in seen and opposite(side) in roads_at(facts, province, other):
                seen.add(other)
                todo.append(other)
    return len(seen) == len(province) + 1


def reached(facts: Facts, province: Province) -> list[str]:
    """The yields at whose ports a road ends, in the order of the table (ruling 15)."""
    return [
        name
        for name, row in facts.yields.items()
        if any(cell in province and side in province[cell][1] for cell, side in row.ports)
    ]

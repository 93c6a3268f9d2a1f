"""Roads of a province: where a tile can lie, what hangs together, which yields are reached."""

from functools import lru_cache

from pbem.rules.rajas.facts import Facts, beside, opposite

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


Key = tuple[tuple[str, tuple[str, str]], ...]
"""A province that can be remembered."""


def key(province: Province) -> Key:
    """A province as a key."""
    return tuple(sorted(province.items()))


@lru_cache(1 << 12)
def free_places(facts: Facts, lying: Key, turns: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Every cell and way to turn a new tile so that it joins the network (ruling 13)."""
    province = dict(lying)
    return tuple(
        (cell, roads)
        for cell in facts.cells
        if cell not in province
        for roads in turns
        if joins(facts, province, cell, roads)
    )


@lru_cache(1 << 12)
def covers(facts: Facts, lying: Key, cell: str, turns: tuple[str, ...]) -> tuple[str, ...]:
    """The ways to turn a tile over the one on a cell so that all stay connected (ruling 17)."""
    province = dict(lying)
    return tuple(roads for roads in turns if hangs_together(facts, {**province, cell: (province[cell][0], roads)}))


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

"""Provinces: what is known from one tile to the next is what looking at all tiles would tell."""

import random
from collections.abc import Iterator

from pbem import registry
from pbem.rules.rajas.facts import OPPOSITE, Facts
from pbem.rules.rajas.province import Place, Province

FACTS: Facts = registry.load("rajas").facts  # type: ignore[attr-defined]


TILES = sorted(FACTS.tiles)


STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def beside(cell: str, side: str) -> str:
    return chr(ord(cell[0]) + STEP[side][0]) + chr(ord(cell[1]) + STEP[side][1])


def roads_of(province: Province) -> dict[str, str]:
    return {FACTS.home: FACTS.residence} | {cell: lying.roads for cell, lying in province.tiles.items()}


def meet(roads: dict[str, str], cell: str) -> list[str]:
    """The cells that a road connects with one."""
    return [other for side in roads[cell] if OPPOSITE[side] in roads.get(other := beside(cell, side), "")]


def hangs_together(roads: dict[str, str]) -> bool:
    seen, todo = {FACTS.home}, [FACTS.home]
    while todo:
        new = set(meet(roads, todo.pop())) - seen
        seen |= new
        todo += new
    return len(seen) == len(roads)


def check(province: Province) -> None:
    """All that a province tells, against the plain rule."""
    roads = roads_of(province)
    assert hangs_together(roads)
    assert province.hangs_together
    ports = {cell + side for cell, lying in province.tiles.items() for side in lying.roads}
    assert province.reached == tuple(name for name, row in FACTS.yields.items() if ports & set(row.ports))
    assert [FACTS.tiles[lying.tile] for lying in province.tiles.values()] == list(province.rows)
    for turns in {row.turns for row in FACTS.tiles.values()}:
        wanted: list[Place] = []
        for cell in sorted(set(FACTS.cells) - set(roads)):
            joining = [turn for turn in turns if meet({**roads, cell: turn}, cell)]
            assert [turn for turn in turns if province.joins(cell, turn)] == joining
            wanted += [(cell, turn) for turn in joining]
        assert province.places(turns) == tuple(wanted)
        over: dict[int, list[Place]] = {}
        for cell, lying in sorted(province.tiles.items()):
            kept = [turn for turn in turns if hangs_together({**roads, cell: turn})]
            assert [turn for turn in turns if province.connected(cell, turn)] == kept
            if kept and not lying.under:
                over.setdefault(FACTS.tiles[lying.tile].price, []).extend((cell, turn) for turn in kept)
        assert province.covers(turns) == tuple((price, tuple(over[price])) for price in sorted(over, reverse=True))


def grown(rng: random.Random) -> Iterator[Province]:
    """A province from tile to tile, laid and covered at random, until nothing more can be laid."""
    province = Province(FACTS)
    yield province
    while any(province.places(row.turns) for row in FACTS.tiles.values()):
        tile = rng.choice(TILES)
        turns = FACTS.tiles[tile].turns
        places = [place for _, some in province.covers(turns) for place in some]
        if not places or rng.random() < 0.7:
            places = list(province.places(turns))
        if places:
            cell, roads = rng.choice(places)
            under = province.tiles[cell].tile if cell in province.tiles else ""
            province = province.lay(cell, tile, roads, under)
            yield province


def test_a_province_knows_what_looking_at_all_tiles_would_tell() -> None:
    """rulings 13, 15 and 17."""
    rng = random.Random(17)
    loops = covered = 0
    for _ in range(15):
        before, shown = Province(FACTS), {}
        for province in grown(rng):
            before.places(("",))  # which is remembered, and no business of the next one
            shuffled = Province(FACTS)
            for cell, lying in rng.sample(sorted(province.tiles.items()), len(province.tiles)):
                shuffled = shuffled.lay(cell, *lying)  # as a setup may: not always joined to what lies there
            check(province)
            check(before)
            assert shuffled.reached == province.reached
            assert all(shuffled.places(t.turns) == province.places(t.turns) for t in FACTS.tiles.values())
            assert all(shuffled.covers(t.turns) == province.covers(t.turns) for t in FACTS.tiles.values())
            before, shown = province, roads_of(province)
            loops += sum(len(meet(shown, cell)) for cell in shown) > 2 * len(province.tiles)
            covered += any(lying.under for lying in province.tiles.values())
    assert loops > 20
    assert covered > 20

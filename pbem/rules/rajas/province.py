"""Roads of a province: where a tile can lie, what hangs together, which yields are reached."""

from collections.abc import Set
from functools import cached_property, lru_cache
from typing import NamedTuple

from pbem.rules.rajas.facts import Facts, Tile, beside, opposite
from pbem.rules.rajas.notation import SIDES

Place = tuple[str, str]
"""A cell and the open sides of a tile that lies there."""


class Lying(NamedTuple):
    """A tile as it lies: its open sides, and the tile it covers ("" for none)."""

    tile: str
    roads: str
    under: str = ""


class Province:
    """Tiles by cell. It is never changed, so copies of a position share it, and what was asked is remembered."""

    def __init__(self, facts: Facts, tiles: dict[str, Lying] | None = None) -> None:
        self.facts = facts
        self.tiles = tiles or {}
        self._places: dict[tuple[str, ...], list[Place]] = {}
        self._covers: dict[tuple[int, tuple[str, ...]], dict[int, list[Place]]] = {}
        self._bridges: dict[str, tuple[str, ...]] = {}

    def lay(self, cell: str, tile: str, roads: str, under: str = "") -> "Province":
        """The province with one more tile, or with one covered."""
        return Province(self.facts, {**self.tiles, cell: Lying(tile, roads, under)})

    @cached_property
    def _roads(self) -> dict[str, str]:
        return {self.facts.home: self.facts.residence} | {cell: lying.roads for cell, lying in self.tiles.items()}

    @cached_property
    def _ends(self) -> dict[str, str]:
        """Cells where nothing lies, and the sides from which a road leads to them."""
        found: dict[str, str] = {}
        for cell, roads in self._roads.items():
            for side in roads:
                other = beside(cell, side)
                if other in self.facts.cells and other not in self._roads:
                    found[other] = found.get(other, "") + opposite(side)
        return dict(sorted(found.items()))

    def joins(self, cell: str, roads: str) -> bool:
        """Whether a tile that lies there would meet a road of the residence or of a tile."""
        return bool(_meeting((roads,), (self._ends.get(cell, ""),)))

    def places(self, tile: str) -> list[Place]:
        """Every cell and way to turn a new tile so that it joins the network (ruling 13)."""
        turns = self.facts.tiles[tile].turns
        if turns not in self._places:
            ends = self._ends.items()
            self._places[turns] = [(cell, roads) for cell, sides in ends for roads in _meeting(turns, (sides,))]
        return self._places[turns]

    def covers(self, tile: str) -> dict[int, list[Place]]:
        """Difference in price -> every cell and way to cover a cheaper tile so that all stay connected (ruling 17)."""
        row = self.facts.tiles[tile]
        if (row.price, row.turns) not in self._covers:
            found: dict[int, list[Place]] = {}
            for cell, old in sorted(self.tiles.items()):
                price = row.price - self.facts.tiles[old.tile].price
                if price > 0 and not old.under:
                    places = [(cell, roads) for roads in _meeting(row.turns, self._parts_beside(cell))]
                    found.setdefault(price, []).extend(places)
            self._covers[row.price, row.turns] = dict(sorted(found.items()))
        return self._covers[row.price, row.turns]

    def connected(self, cell: str, roads: str) -> bool:
        """Whether every tile would be connected to the residence if the one on a cell had these roads."""
        return bool(_meeting((roads,), self._parts_beside(cell)))

    def _parts_beside(self, cell: str) -> tuple[str, ...]:
        """The parts into which the province falls without a cell: the sides of the cell that lead to each."""
        if cell not in self._bridges:
            beside_it = {side: other for side in SIDES if (other := self._leads(cell, side))}
            found = []
            left = self._roads.keys() - {cell} if len(beside_it) > 1 else frozenset(beside_it.values())
            while left:
                part = self._reach(next(iter(left)), left)
                left -= part
                found.append("".join(side for side, other in beside_it.items() if other in part))
            self._bridges[cell] = tuple(sorted(found))
        return self._bridges[cell]

    def _leads(self, cell: str, side: str) -> str:
        """The cell beside another if a road leads from there to that side, else ""."""
        other = beside(cell, side)
        return other if opposite(side) in self._roads.get(other, "") else ""

    def _reach(self, start: str, cells: Set[str]) -> set[str]:
        """The cells that roads connect with one of them."""
        seen = {start}
        todo = [start]
        while todo:
            cell = todo.pop()
            for side in self._roads[cell]:
                other = self._leads(cell, side)
                if other in cells and other not in seen:
                    seen.add(other)
                    todo.append(other)
        return seen

    @cached_property
    def hangs_together(self) -> bool:
        """Whether every tile is connected to the residence."""
        return len(self._reach(self.facts.home, self._roads.keys())) == len(self._roads)

    @cached_property
    def reached(self) -> tuple[str, ...]:
        """The yields at whose ports a road ends, in the order of the table (ruling 15)."""
        ends = {cell + side for cell, lying in self.tiles.items() for side in lying.roads}
        return tuple(name for name, row in self.facts.yields.items() if not ends.isdisjoint(row.ports))

    @cached_property
    def rows(self) -> tuple[Tile, ...]:
        """What is on the tiles that are not covered."""
        return tuple(self.facts.tiles[lying.tile] for lying in self.tiles.values())

    @cached_property
    def markets(self) -> tuple[tuple[str, int], ...]:
        """The markets on them: good, value."""
        return tuple(market for row in self.rows for market in row.markets)


@lru_cache(1 << 12)
def _meeting(turns: tuple[str, ...], wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The ways to turn a tile so that it has a road to one side of each of these."""
    return tuple(roads for roads in turns if all(any(side in roads for side in sides) for sides in wanted))

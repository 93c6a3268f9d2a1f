"""Roads of a province: where a tile can lie, what hangs together, which yields are reached."""

from functools import cache
from typing import NamedTuple

from pbem.rules.rajas.facts import OPPOSITE, Facts

Place = tuple[str, str]
"""A cell and the open sides of a tile that lies there."""


class Lying(NamedTuple):
    """A tile as it lies: its open sides, and the tile it covers ("" for none)."""

    tile: str
    roads: str
    under: str = ""


class Province:
    """Tiles by cell. It is never changed, so copies of a position share it, and what was asked is remembered.

    `reached`: the yields at whose ports a road ends, in the order of the table (ruling 15); `rows`: what is on the
    tiles that are not covered; `markets`: the markets on them, good and value.
    """

    def __init__(self, facts: Facts) -> None:
        """With nothing but the residence."""
        self.facts = facts
        self.tiles: dict[str, Lying] = {}
        self._roads = {facts.home: facts.residence}
        self._leads: dict[str, str] = {}  # cell -> the sides from which a road leads to it
        self._meetings = 0  # of two roads: as many as there are tiles in a tree
        self._new_roads(facts.home, "", facts.residence)
        self.reached: tuple[str, ...] = ()
        self._look()

    def __repr__(self) -> str:
        return f"Province({self.tiles})"

    def lay(self, cell: str, tile: str, roads: str, under: str = "") -> "Province":
        """The province with one more tile, or with one covered."""
        new = Province.__new__(Province)
        new.facts = self.facts
        new.tiles = {**self.tiles, cell: Lying(tile, roads, under)}
        new._roads = {**self._roads, cell: roads}
        old, leads = self._roads.get(cell, ""), self._leads.get(cell, "")
        new._meetings = self._meetings + _common(roads, leads) - _common(old, leads)
        new._leads = self._leads.copy()
        new._new_roads(cell, old, roads)
        new.reached = new._reached() if cell in self.facts.port_cells else self.reached
        new._look()
        return new

    def _new_roads(self, cell: str, old: str, roads: str) -> None:
        for side, other in self.facts.beside[cell].items():
            if side in roads and side not in old:
                self._leads[other] = self._leads.get(other, "") + OPPOSITE[side]
            elif side in old and side not in roads:
                self._leads[other] = self._leads[other].replace(OPPOSITE[side], "")

    def _reached(self) -> tuple[str, ...]:
        ends = {cell + side for cell, lying in self.tiles.items() for side in lying.roads}
        return tuple([name for name, row in self.facts.yields.items() if not ends.isdisjoint(row.ports)])

    def _look(self) -> None:
        self.rows = tuple([self.facts.tiles[lying.tile] for lying in self.tiles.values()])
        self.markets = tuple([market for row in self.rows for market in row.markets])
        self._places: dict[tuple[str, ...], tuple[Place, ...]] = {}
        self._covers: dict[tuple[str, ...], tuple[tuple[int, tuple[Place, ...]], ...]] = {}
        self._open: list[tuple[int, str, tuple[str, ...]]] = []

    def worths(self, good: str) -> list[int]:
        """What the markets of a good are worth, dearest first."""
        return sorted([worth for kind, worth in self.markets if kind == good], reverse=True)

    def joins(self, cell: str, roads: str) -> bool:
        """Whether a tile that lies there would meet a road of the residence or of a tile."""
        return any(side in roads for side in self._leads.get(cell, ""))

    def places(self, turns: tuple[str, ...]) -> tuple[Place, ...]:
        """Every cell and way to turn a new tile so that it joins the network (ruling 13)."""
        found = self._places.get(turns)
        if found is None:
            ends = sorted([(cell, sides) for cell, sides in self._leads.items() if sides and cell not in self._roads])
            fits = fitting(turns)
            found = tuple([(cell, roads) for cell, sides in ends for roads in fits[(sides,)]])
            self._places[turns] = found
        return found

    def covers(self, turns: tuple[str, ...]) -> tuple[tuple[int, tuple[Place, ...]], ...]:
        """Every cell and way to turn a tile that covers another so that all stay connected (ruling 17).

        By the price of the tile that is covered, dear ones first. All must hang together before.
        """
        found = self._covers.get(turns)
        if found is None:
            places: dict[int, list[Place]] = {}
            fits = fitting(turns)
            for price, cell, parts in self._can_be_covered():
                for roads in fits[parts]:
                    places.setdefault(price, []).append((cell, roads))
            found = tuple([(price, tuple(some)) for price, some in places.items()])
            self._covers[turns] = found
        return found

    def _can_be_covered(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """Tiles that cover none: price, cell, the parts beside it; dear ones first."""
        if not self._open:
            tiles = [(cell, self.facts.tiles[lying.tile]) for cell, lying in self.tiles.items() if not lying.under]
            rows = [(row.price, cell, self._parts_beside(cell)) for cell, row in tiles]
            self._open = sorted(rows, key=lambda row: (-row[0], row[1]))
        return self._open

    def connected(self, cell: str, roads: str) -> bool:
        """Whether every tile would be connected to the residence if the one on a cell had these roads.

        All must hang together before.
        """
        return all(any(side in roads for side in part) for part in self._parts_beside(cell))

    def _parts_beside(self, cell: str) -> tuple[str, ...]:
        """The parts into which the province falls without a cell: the sides of the cell that lead to each."""
        beside, leads = self.facts.beside[cell], self._leads.get(cell, "")
        is_tree = self._meetings == len(self.tiles)  # for everything hangs together
        if is_tree and all(side in self._roads[cell] for side in leads):
            return tuple(sorted(leads))  # each part by its own road
        if len(leads) == 1:
            return (leads,)
        found = []
        left = self._roads.keys() - {cell}
        while left:
            part = self._reach(next(iter(left)), cell)
            left -= part
            found.append("".join([side for side in leads if beside[side] in part]))
        return tuple(sorted(found))

    def _reach(self, start: str, without: str = "") -> set[str]:
        """The cells that roads connect with one of them, not by way of another."""
        seen = {start, without}
        todo = [start]
        while todo:
            cell = todo.pop()
            beside, leads = self.facts.beside[cell], self._leads.get(cell, "")
            for side in self._roads[cell]:
                if side in leads and beside[side] not in seen:
                    seen.add(beside[side])
                    todo.append(beside[side])
        return seen - {without}

    @property
    def hangs_together(self) -> bool:
        """Whether every tile is connected to the residence."""
        return len(self._reach(self.facts.home)) == len(self._roads)


@cache
def _common(roads: str, leads: str) -> int:
    """How many sides are among both."""
    return len(set(roads) & set(leads))


class Fitting(dict[tuple[str, ...], tuple[str, ...]]):
    """Wanted sides -> the ways to turn a tile so that it has a road to one of each; made when first looked up."""

    def __init__(self, turns: tuple[str, ...]) -> None:
        super().__init__()
        self._turns = turns

    def __missing__(self, wanted: tuple[str, ...]) -> tuple[str, ...]:
        self[wanted] = tuple(
            roads for roads in self._turns if all(any(side in roads for side in sides) for sides in wanted)
        )
        return self[wanted]


fitting = cache(Fitting)  # one for each kind of roads in a table

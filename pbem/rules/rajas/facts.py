"""The facts of games/rajas.toml, compiled into tables."""

import re
from typing import Any, NamedTuple

from pbem.rules.common import require
from pbem.rules.rajas.gains import Effect, chamber, effect, elsewhere
from pbem.rules.rajas.notation import (
    BACKS,
    BROWNS,
    BUILDINGS,
    DICE,
    FILES,
    GOODS,
    RANKS,
    RIVERS,
    SIDES,
    SIDES_OF_A_DIE,
    WHITES,
    YIELDS,
)

OPPOSITE = dict(zip(SIDES, SIDES[2:] + SIDES[:2], strict=True))
_STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


_NEEDED = {
    "start": ("money", "karma", "workers", "dice"),
    "limits": ("dice", "karma", "hands", "hands_back", "workers", "workers_navaratnas"),
    "spaces": (
        *("quarry", "harbour", "assorted", "assorted_once", "outer", "outer_money"),
        *("terrace", "balconies", "balcony_dice", "harbour_dice"),
    ),
}
"""What tables must have that are read while playing."""
_BY_PLAYERS = ("quarry", "harbour", "assorted", "outer")
_PREFIX = {"terraces": "P", "balconies": "P", "chambers": "P", "goods": "M"}


class Spaces(NamedTuple):
    """Worker spaces for a number of players: costs in turn, room, whether a player values assorted goods once."""

    quarry: list[int]
    harbour: list[int]
    assorted: int
    outer: int
    once: bool


class Tile(NamedTuple):
    """A province tile: price, ways it can lie (its open sides), buildings, markets (good, value), whether it bends."""

    price: int
    turns: tuple[str, ...]
    buildings: tuple[str, ...]
    markets: tuple[tuple[str, int], ...]
    bend: bool

    @property
    def things(self) -> list[str]:
        """Buildings and markets as they are written: "Te", "s3"."""
        return [*self.buildings, *(f"{good}{worth}" for good, worth in self.markets)]


class Yield(NamedTuple):
    """A yield: ports such as "b4W", what it pays on the front and on the back, the colour of its slot."""

    ports: tuple[str, ...]
    front: tuple[Effect, ...]
    back: tuple[Effect, ...]
    slot: str


class Facts:
    """Raises ValueError for a table that cannot be played, saying why."""

    def __init__(self, facts: dict[str, Any]) -> None:
        for table, keys in _NEEDED.items():
            for key in keys:
                require(key in facts[table], f"{table}.{key} is missing")
        self.counts: list[int] = facts["players"]
        self.colours: dict[str, str] = facts["colours"]["players"]
        self.dice_words: dict[str, str] = facts["colours"]["dice"]
        self.start: dict[str, Any] = facts["start"]
        self.limits: dict[str, int] = facts["limits"]
        self.levels: list[int] = facts["buildings"]["levels"]
        self.building_words: dict[str, str] = facts["buildings"]["names"]
        self.meet: int = facts["tracks"]["meet"]
        self.half: int = facts["tracks"]["half"]
        self.bonuses = {
            track: {
                int(at): effect(words, (track, at))._replace(may=True)
                for at, words in sorted(facts["tracks"][track].items(), key=_number)
            }
            for track in ("fame", "money")
        }
        self.chambers = {int(n): chamber(gains, ("chamber", n)) for n, gains in _rows(facts["chambers"])}
        self._compile_spaces(facts["spaces"])
        self.bridge: int = facts["river"]["bridge"]
        gains = enumerate(facts["river"]["gains"], 1)
        self.river = [Effect("nothing"), *[effect(words, ("river", space)) for space, words in gains]]
        self.mouth = len(self.river) - 1
        """The last space."""
        self.persons: list[int] = facts["river"]["persons"]
        self.last_few: int = facts["river"]["last_few"]
        self.ganga = {kind: effect(words, ("ganga", kind)) for kind, words in facts["ganga"]["tiles"].items()}
        self.ganga_least: int = facts["ganga"]["least"]
        self.residence: str = facts["province"]["residence"]
        self._compile_province(facts["province"]["cells"])
        self.yields = {name: _yield(name, row) for name, row in _rows(facts["yields"])}
        self.white = {kind: effect(words, ("white", kind)) for kind, words in facts["white"]["tiles"].items()}
        self.white_each: int = facts["white"]["each"]
        self.behind: list[int] = facts["navaratnas"]["behind"]
        self.yield_tiles = {n: effect(row["gain"]) for n, row in _rows(facts["navaratnas"]) if n != "behind"}
        self.browns = [name[2:] for name in self.yield_tiles if name[0] == "b"]
        self.yield_counts = {n: int(row["count"]) for n, row in _rows(facts["navaratnas"]) if n != "behind"}
        self.tiles = {colour + name: _tile(row, colour) for colour in DICE for name, row in _rows(facts["tiles"])}
        self.piles_of = {colour: [colour + back for back in BACKS] for colour in DICE}
        self.piles = [pile for piles in self.piles_of.values() for pile in piles]
        self._check()
        self.port_cells = {port[:2] for row in self.yields.values() for port in row.ports}

    def _compile_spaces(self, spaces: dict[str, Any]) -> None:
        self.spaces: dict[int, Spaces] = {}
        for count in self.counts:
            for table in _BY_PLAYERS:
                require(str(count) in spaces[table], f"{table} has nothing for {count} players")
            room = {table: spaces[table][str(count)] for table in _BY_PLAYERS}
            self.spaces[count] = Spaces(**room, once=count in spaces["assorted_once"])
        self.outer_money: int = spaces["outer_money"]
        self.balconies: dict[str, str] = spaces["balconies"]
        self.balcony_dice: int = spaces["balcony_dice"]
        self.harbour_dice: int = spaces["harbour_dice"]
        changes = tuple(spent + got for spent, got in self.balconies.items())
        self.single = {
            "terraces": tuple(spaces["terrace"]),
            "balconies": changes,
            "chambers": tuple(self.chambers),
            "goods": tuple(GOODS),
        }
        """The spaces of palace and market with room for one worker, by kind: Position has those that are free."""
        self.names = {
            self.name(kind, space): (kind, space) for kind, spaces_ in self.single.items() for space in spaces_
        }
        """Their names in the notation, in the order in which they are written: kind, space."""

    def name(self, kind: str, space: str | int) -> str:
        """A space with room for one worker as the notation calls it: Po, Pop, P1, Ms."""
        return f"{_PREFIX[kind]}{space}"

    def _compile_province(self, rows: list[str]) -> None:
        self.cells: list[str] = []
        self.home = ""
        whole = len(rows) == len(RANKS) and all(len(row.split()) == len(FILES) for row in rows)
        require(whole, f"a province has {len(RANKS)} rows of {len(FILES)} cells")
        for rank, row in zip(reversed(RANKS), rows, strict=True):
            for file, mark in zip(FILES, row.split(), strict=True):
                if mark == "R":
                    self.home = file + rank
                elif mark != ".":
                    self.cells.append(file + rank)
        self.cells.sort()
        ground = {*self.cells, self.home} - {""}  # without a residence the table is refused, see _check
        self.beside = {
            cell: {side: other for side in SIDES if (other := _neighbour(cell, side)) in ground} for cell in ground
        }
        """By cell, the residence among them, and side: the cell there, if there is one."""

    def _check(self) -> None:
        require(set(self.dice_words) == set(DICE), f"the notation has dice of {DICE}")
        require(set(self.building_words) == set(BUILDINGS), f"the notation has the buildings {' '.join(BUILDINGS)}")
        ports = [port for row in self.yields.values() for port in row.ports]
        require(all(re.fullmatch("[a-e][1-4][NESW]", port) for port in ports), "a port is a cell and a side: b4W")
        require(set(self.yields) == set(YIELDS), f"the notation has the yields {' '.join(YIELDS)}")
        require(set(self.chambers) == set(range(1, SIDES_OF_A_DIE + 1)), "there is a chamber for each side of a die")
        require(set(self.persons) <= set(self.chambers), "the river offers persons of the palace")
        gained = [*self.river, *self.ganga.values(), *self.white.values(), *self.yield_tiles.values()]
        for row in self.yields.values():
            gained += [*row.front, *row.back]
        for bonuses in self.bonuses.values():
            gained += bonuses.values()
        for gain in gained:
            require(elsewhere(gain), f"`{gain.kind}` is for chambers only")
            require(gain.kind != "person" or gain.number in self.chambers, f"there is no person {gain.number}")
        require(all(re.fullmatch("[ogbp][SCT][1-6]", tile) for tile in self.tiles), "a tile is named S1 to T6")
        require(all(self.ids(pile) for pile in self.piles), "of every back there is a tile")
        room = min(spaces.outer for spaces in self.spaces.values())
        require(bool(self.single["terraces"]) or room > 0, "a player who can pay nothing has no space")
        require(0 < self.harbour_dice <= SIDES_OF_A_DIE, "the harbour takes dice of a value")
        require(0 < self.balcony_dice <= self.limits["dice"], "a balcony gives dice that there are")
        gained += [gain for chamber in self.chambers.values() for gain in chamber.gains]
        most = max(gain.number for gain in gained if gain.kind == "dice")
        require(most <= self.limits["dice"], f"there are no {most} dice of a colour")
        require(bool(self.home), "there is no residence")
        require(bool(self.residence) and set(self.residence) <= set(SIDES), "roads of the residence lead to N E S W")
        require(self.half > 0 and bool(self.levels), "tracks and buildings have numbers above 0")
        require(
            self.start["workers"] > 0 and self.start["dice"] == 1, "players begin with workers and dice of each colour"
        )
        require(self.start["karma"] <= self.limits["karma"], "players begin with too much karma")
        require(min(self.limits["hands"], self.limits["hands_back"]) >= len(DICE), "there are too few hands")
        require(self.limits["dice"] >= max(self.counts, default=0), "there are too few dice")
        require(bool(self.counts) and self.counts == sorted(set(self.counts)), "players are numbers, rising")
        require(set(self.single["terraces"]) <= set(DICE), "the terrace gives dice of a colour")
        require(len(set(self.single["terraces"])) == len(self.single["terraces"]), "the terrace has a colour twice")
        require({*self.balconies, *self.balconies.values()} <= set(DICE), "balconies change dice of a colour")
        require(self.bridge < self.mouth and self.last_few < self.mouth, "bridge and last spaces lie on the river")
        require(self.ganga_least <= self.mouth - SIDES_OF_A_DIE, "river tiles are laid until a die passes the end")
        require(not set(self.bonuses["fame"]) & set(self.bonuses["money"]), "both tracks have a bonus with one number")
        require(set(self.white) == set(WHITES) and set(self.ganga) == set(RIVERS), "the notation has other tiles")
        require(self.white_each > 0, "of every white tile there is one")
        require(all(self.yield_counts[f"b-{kind}"] for kind in self.browns), "of every brown tile there is one")
        require(set(self.browns) == set(BROWNS), f"the notation has the brown tiles {' '.join(BROWNS)}")
        require(all(re.fullmatch("[wyrb]-[a-z]+", name) for name in self.yield_tiles), "a yield tile has another name")
        require(max(self.counts) <= min(len(self.start["money"]), len(self.colours)), "too many players")

    def ids(self, pile: str) -> list[str]:
        """All tiles of a pile, in the order of the table."""
        return [tile for tile in self.tiles if tile.startswith(pile)]


def _rows(table: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(name, row) for name, row in table.items() if name != "source"]


def _number(row: tuple[str, Any]) -> int:
    return int(row[0])


def _yield(name: str, row: dict[str, Any]) -> Yield:
    front, back = [tuple([effect(words, ("yield", name)) for words in row[side]]) for side in ("front", "back")]
    return Yield(tuple(row["ports"]), front, back, row["slot"])


def _tile(row: dict[str, Any], colour: str) -> Tile:
    road = row["road"]
    require(set(road) <= set(SIDES), f"roads lead to {' '.join(SIDES)}, not to `{road}`")
    turns = dict.fromkeys("".join(s for s in SIDES if s in turned) for turned in _turned(road))
    words = row[colour].split()
    buildings = tuple(word for word in words if word in BUILDINGS)
    markets = tuple((word[0], int(word[1:])) for word in words if word[0] in GOODS)
    require(len(buildings) + len(markets) == len(words), f"`{row[colour]}` is on a tile")
    bend = len(road) == 2 and OPPOSITE[road[0]] != road[1]
    return Tile(int(row["price"]), tuple(sorted(turns)), buildings, markets, bend)


def _neighbour(cell: str, side: str) -> str:
    across, up = _STEP[side]
    return chr(ord(cell[0]) + across) + chr(ord(cell[1]) + up)


def _turned(road: str) -> list[str]:
    return ["".join(SIDES[(SIDES.index(side) + by) % 4] for side in road) for by in range(4)]

"""Position lines of Rajas of the Ganges: a position <-> text, each line checked."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem import position_lines
from pbem.errors import HeaderError
from pbem.game import Illegal
from pbem.header import Header
from pbem.position_lines import MOST, counted, number, whose
from pbem.rules.rajas import effects, spaces
from pbem.rules.rajas.gains import FAME, MONEY
from pbem.rules.rajas.notation import BUILDINGS, in_order, read_sides, read_tile
from pbem.rules.rajas.player import Player
from pbem.rules.rajas.position import Position
from pbem.rules.rajas.todo import PLACE

WORDS = (
    *("turn", "round", "mogul", "crossed", "quarry", "harbour", "used", "assorted", "top", "white", "river"),
    *("at", "up", "late", "dice", "taken", "tile", "yields", "slot"),
)
_EMPTY = "-"


def lines(state: Position, names: Sequence[str]) -> list[str]:
    """The position as lines, in the order of the notation; what is as by default is left out."""
    found = [f"turn {state.turn}"]
    if state.waits:
        return [*found, f"round {names[state.first]}", *_begun(state, names)]
    if state.first != state.mover:
        found.append(f"round {names[state.first]}")
    if state.mogul >= 0:
        found.append(f"mogul {names[state.mogul]}")
    if state.crossed:
        found.append("crossed " + ",".join(names[seat] for seat in state.crossed))
    found += [f"{word} {taken}" for word, taken in (("quarry", state.quarry), ("harbour", state.harbour)) if taken]
    if used := spaces.used(state):
        found.append("used " + ",".join(used))
    if state.assorted:
        found.append("assorted " + ",".join(names[seat] for seat in sorted(state.assorted)))
    found.append("top " + " ".join(state.tops.get(pile, "") or pile + _EMPTY for pile in state.facts.piles))
    if state.white:
        found.append("white " + ",".join(state.white))
    found += _river(state)
    for name, player in zip(names, state.players, strict=True):
        found += _player_lines(state, name, player)
    return found


def pending(state: Position) -> list[str]:
    """What no position line says, as text for the key; nothing at the beginning of a turn."""
    if is_whole(state):
        return []
    if state.waits:
        return [f"pending {state.waits} {state.started}"]
    waiting = [*state.queue, *state.stack, state.open or (), *((p.brown, p.idle) for p in state.players)]
    return [f"pending {waiting}"]


def is_whole(state: Position) -> bool:
    """Whether position lines say all; there are none for brown tiles to be laid and turns without a worker."""
    if state.waits or state.queue or state.open not in (PLACE, None):
        return False
    return not any(player.brown or player.idle for player in state.players)


def _begun(state: Position, names: Sequence[str]) -> Iterator[str]:
    """What is there before the first turn; such a position is no setup."""
    if any(state.tops.values()):
        yield "top " + " ".join(state.tops[pile] for pile in state.facts.piles)
    yield from _river(state)
    for name, player in zip(names, state.players, strict=True):
        if player.dice:
            yield f"dice {name} {' '.join(player.dice)}"


def _river(state: Position) -> Iterator[str]:
    if state.river:
        yield "river " + " ".join(f"{at}-{kind}" for at, kind in state.river.items())


def _player_lines(state: Position, name: str, player: Player) -> Iterator[str]:
    yield (
        f"at {name} money {player.money} fame {player.fame} karma {player.karma} boat {player.boat} "
        f"workers {player.active} {player.unplaced}"
    )
    levels = [state.facts.levels[player.levels[building]] for building in BUILDINGS]
    if any(player.levels.values()):
        yield f"up {name} {','.join(map(str, levels))}"
    if player.late:
        yield f"late {name} {player.late}"
    if player.dice:
        yield f"dice {name} {' '.join(player.dice)}"
    if sorted(player.taken) != sorted(_reached(state, player)):
        money = sorted(space for track, space in player.taken if track == MONEY)
        fame = sorted(space for track, space in player.taken if track == FAME)
        yield f"taken {name} {','.join(map(str, [*money, *fame])) or _EMPTY}"
    for cell, (tile, roads, under) in sorted(player.province.tiles.items()):
        yield f"tile {name} {cell} {tile}{roads}" + (f" over {under}" if under else "")
    if player.yields != player.province.reached:
        yield f"yields {name} {','.join(player.yields) or _EMPTY}"
    for yield_name in state.facts.yields:
        if yield_name in player.slots:
            yield f"slot {name} {yield_name} {player.slots[yield_name]}"


def _reached(state: Position, player: Player) -> list[tuple[str, int]]:
    """The bonuses at or below the markers."""
    return [
        (track, space)
        for track, spaces_ in state.facts.bonuses.items()
        for space in spaces_
        if space <= getattr(player, track)
    ]


def place(state: Position, header: Header) -> None:
    """Puts the position lines of `header` on the table; raises HeaderError naming the line."""
    reader = _Reader(state, header)
    position_lines.read(header, {word: getattr(reader, f"read_{word}") for word in WORDS})
    reader.finish()


class _Reader:
    """Puts the lines together, then checks the position as a whole."""

    def __init__(self, state: Position, header: Header) -> None:
        self.state = state
        self.header = header
        self.first = header.first
        self.lying: list[str] = []  # province tiles named
        self.taken: set[int] = set()
        self.connected: set[int] = set()
        for player in state.players:
            player.money = player.fame = 0

    def _names(self, words: list[str], form: str) -> tuple[int, ...]:
        if not words:
            raise HeaderError(f"it should read `{form}`")
        return tuple(self.header.index(name.strip()) for name in " ".join(words).split(","))

    def read_turn(self, words: list[str]) -> None:
        self.state.turn = number(counted(words, "turn 17", 1)[0], 1, MOST)

    def read_round(self, words: list[str]) -> None:
        self.first = self.header.index(" ".join(words))

    def read_mogul(self, words: list[str]) -> None:
        self.state.mogul = self.header.index(" ".join(words))

    def read_crossed(self, words: list[str]) -> None:
        self.state.crossed = self._names(words, "crossed NAME,NAME")
        if len(set(self.state.crossed)) < len(self.state.crossed):
            raise HeaderError("a player crosses once")
        self.state.ended = True

    def read_quarry(self, words: list[str]) -> None:
        self.state.quarry = number(counted(words, "quarry 2", 1)[0], 0, len(self.state.room.quarry))

    def read_harbour(self, words: list[str]) -> None:
        self.state.harbour = number(counted(words, "harbour 2", 1)[0], 0, len(self.state.room.harbour))

    def read_used(self, words: list[str]) -> None:
        known = {space.lower(): space for space in (spaces.OUTER, *self.state.facts.names)}
        try:
            for word in counted(words, "used P0,Pg", 1)[0].split(","):
                name = known[word.lower()]
                if name == spaces.OUTER:
                    spaces.take_outer(self.state)
                else:
                    spaces.take(self.state, *self.state.facts.names[name])
        except (KeyError, Illegal):
            raise HeaderError(f"the spaces are {' '.join(known.values())}, with a worker each") from None

    def read_assorted(self, words: list[str]) -> None:
        state = self.state
        state.assorted = self._names(words, "assorted NAME,NAME")
        often = state.room.once and len(set(state.assorted)) < len(state.assorted)
        if often or len(state.assorted) > state.room.assorted:
            raise HeaderError(f"workers for whom assorted goods have room: {state.room.assorted}")

    def _tile(self, text: str) -> str:
        tile = read_tile(text)
        if tile not in self.state.facts.tiles:
            raise HeaderError(f"there is no tile `{text}`")
        if tile in self.lying:
            raise HeaderError(f"{tile} lies elsewhere already")
        self.lying.append(tile)
        return tile

    def read_top(self, words: list[str]) -> None:
        piles = self.state.facts.piles
        if [read_tile(word)[:2] for word in words] != piles:
            raise HeaderError(f"it should have a tile for each pile, {_EMPTY} for none: {' '.join(piles)}")
        for pile, word in zip(piles, words, strict=True):
            self.state.tops[pile] = "" if word[2:] == _EMPTY else self._tile(word)
        self.state.waits = None

    def read_white(self, words: list[str]) -> None:
        kinds = counted(words, "white die,up", 1)[0].lower().split(",")
        white = list(self.state.facts.white)
        if set(kinds) - set(white) or max(Counter(kinds).values()) > self.state.facts.white_each:
            raise HeaderError(f"there are {self.state.facts.white_each} each of {' '.join(white)}")
        self.state.white = tuple(sorted(kinds, key=white.index))

    def read_river(self, words: list[str]) -> None:
        if "ganga" not in self.state.options:
            raise HeaderError("this game is played without ganga")
        river: dict[int, str] = {}  # a position need not be one that dice can lay
        for word in words:
            at, _, kind = word.lower().partition("-")
            if kind not in self.state.facts.ganga or kind in river.values():
                raise HeaderError(f"`{word}` is no river tile, or is there twice")
            space = number(at, 1, self.state.facts.mouth - 1)
            if space in river:
                raise HeaderError(f"two tiles lie on space {space}")
            river[space] = kind
        self.state.river = dict(sorted(river.items()))

    def _player(self, words: list[str], rest: str, form: str) -> tuple[int, Player, list[str]]:
        seat, behind = whose(self.header, words, rest, form)
        return seat, self.state.players[seat], behind

    def read_at(self, words: list[str]) -> int:
        form = "at NAME money 50 fame 37 karma 1 boat 4 workers 4 2"
        rest = " ".join(r"[0-9]+" if word.isdigit() else word for word in form.split()[2:])
        seat, player, behind = self._player(words, rest, form)
        limits, facts = self.state.facts.limits, self.state.facts
        player.money = number(behind[1], 0, MOST)
        player.fame = number(behind[3], 0, MOST)
        player.karma = number(behind[5], 0, limits["karma"])
        player.boat = number(behind[7], 0, facts.mouth)
        player.active = number(behind[9], facts.start["workers"], self.state.most_workers)
        player.unplaced = number(behind[10], 0, player.active)
        return seat

    def read_up(self, words: list[str]) -> int:
        seat, player, (levels,) = self._player(words, r"[0-9]+(?:,[0-9]+){3}", "up NAME 2,3,2,4")
        for building, level in zip(BUILDINGS, map(int, levels.split(",")), strict=True):
            if level not in self.state.facts.levels:
                raise HeaderError(f"a building is worth {' or '.join(map(str, self.state.facts.levels))}")
            player.levels[building] = self.state.facts.levels.index(level)
        return seat

    def read_late(self, words: list[str]) -> int:
        seat, player, (building,) = self._player(words, "[a-z]{2}", "late NAME Mi")
        if building.capitalize() not in BUILDINGS:
            raise HeaderError(f"the buildings are {' '.join(BUILDINGS)}")
        player.late = building.capitalize()
        return seat

    def read_dice(self, words: list[str]) -> int:
        seat, player, dice = self._player(words, r"[ogbp][1-6](?: [ogbp][1-6])*", "dice NAME o4 g1")
        player.dice = in_order(die.lower() for die in dice)
        return seat

    def read_taken(self, words: list[str]) -> int:
        seat, player, (numbers,) = self._player(words, r"-|[0-9]+(?:,[0-9]+)*", "taken NAME 12,20,5")
        tracks = {space: track for track, row in self.state.facts.bonuses.items() for space in row}
        for text in numbers.split(",") if numbers != _EMPTY else []:
            if int(text) not in tracks or (tracks[int(text)], int(text)) in player.taken:
                raise HeaderError(f"`{text}` is no bonus, or is there twice: {', '.join(map(str, tracks))}")
            player.taken = (*player.taken, (tracks[int(text)], int(text)))
        self.taken.add(seat)
        return seat

    def read_tile(self, words: list[str]) -> tuple[int, str]:
        tile = r"[ogbp][sct][1-9]"
        form = "tile NAME b4 oC5NEW over oS2"
        seat, player, behind = self._player(words, rf"[a-e][1-4] {tile}[nesw]+(?: over {tile})?", form)
        cell, name, roads = behind[0].lower(), self._tile(behind[1][:3]), read_sides(behind[1][3:])
        if cell not in self.state.facts.cells:
            raise HeaderError(f"nothing can be built on {cell}")
        if roads not in self.state.facts.tiles[name].turns:
            raise HeaderError(f"{name} cannot lie with roads {roads}")
        under = self._tile(behind[3]) if len(behind) > 2 else ""
        if under and self.state.facts.tiles[under].price >= self.state.facts.tiles[name].price:
            raise HeaderError(f"{name} is not dearer than what it covers")
        player.province = player.province.lay(cell, name, roads, under)
        return seat, cell

    def read_yields(self, words: list[str]) -> int:
        seat, player, (names,) = self._player(words, r"-|[a-z0-9]+(?:,[a-z0-9]+)*", "yields NAME NW,NB")
        found = [] if names == _EMPTY else names.upper().split(",")
        if set(found) - set(self.state.facts.yields):
            raise HeaderError(f"the yields are {' '.join(self.state.facts.yields)}")
        player.yields = tuple(name for name in self.state.facts.yields if name in found)
        self.connected.add(seat)
        return seat

    def read_slot(self, words: list[str]) -> tuple[int, str]:
        seat, player, (name, tile) = self._player(words, r"[a-z0-9]+ [wyrb]-[a-z]+", "slot NAME NE y-boat")
        name, tile = name.upper(), tile.lower()
        if not self.state.yield_tiles.get(tile):
            raise HeaderError(f"there is no yield tile {tile} left")
        if name not in self.state.facts.yields or self.state.facts.yields[name].slot != tile[0]:
            raise HeaderError(f"{tile} does not belong on {name}")
        self.state.yield_tiles[tile] -= 1
        player.slots[name] = tile
        return seat, name

    # The position as a whole

    def finish(self) -> None:
        state = self.state
        if state.waits:
            raise HeaderError(f"there is no line `top` with the tiles of the {len(state.facts.piles)} piles")
        state.mover = self.header.first
        state.first = self.first
        for pile in state.facts.piles:
            state.rest[pile] = [tile for tile in state.facts.ids(pile) if tile not in self.lying]
            if not state.tops[pile] and state.rest[pile]:
                raise HeaderError(f"pile {pile} is not empty: {state.rest[pile][0]} lies nowhere")
        for seat, player in enumerate(state.players):
            self._check_player(seat, player)
        for player in state.players:
            effects.take_from_supply(state, [die[0] for die in player.dice])
        if min(state.supply.values()) < 0:
            raise HeaderError(f"there are {state.facts.limits['dice']} dice of each colour")
        boats = [p.boat for p in state.players if 0 < p.boat < state.facts.mouth]
        if len(set(boats)) != len(boats):
            raise HeaderError("two boats lie on one space of the river")
        for seat in state.crossed:
            if state.distance(seat) < 0:
                raise HeaderError(f"the markers of {state.names[seat]} have not met")

    def _check_player(self, seat: int, player: Player) -> None:
        state, name = self.state, self.state.names[seat]
        if not player.province.hangs_together:
            raise HeaderError(f"a tile of {name} is not connected to the residence")
        if seat not in self.taken:
            player.taken = tuple(_reached(state, player))
        if seat not in self.connected:
            player.yields = player.province.reached
        if len(player.dice) > player.hands:
            raise HeaderError(f"{name} can hold {player.hands} dice")
        if player.slots and not state.navaratnas:
            raise HeaderError("yield tiles are for a game with navaratnas")
        if player.late and (seat == state.mover or not player.levels[player.late]):
            raise HeaderError(f"nothing of {name} was upgraded late")

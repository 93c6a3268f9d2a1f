"""Position lines of Rajas of the Ganges: a position <-> text, each line checked."""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from pbem import position_lines
from pbem.errors import HeaderError, one_of
from pbem.game import Illegal
from pbem.header import Header
from pbem.position_lines import MOST, Reader, counted, number, whose
from pbem.rules.rajas import effects, spaces
from pbem.rules.rajas.gains import FAME, MONEY
from pbem.rules.rajas.notation import BUILDINGS, in_order, read_sides, read_tile
from pbem.rules.rajas.position import Player, Position
from pbem.rules.rajas.todo import PLACE

_EMPTY = "-"
_NOT_BEFORE = re.compile(r", may=False|, laid=(?:None|-?\d+)|, why=(?:None|\([^()]*\))")
"""What tasks did not say in version 0.4: it stays out of keys, which stand in mails and in scripts."""


def lines(position: Position, names: Sequence[str]) -> list[str]:
    """The position as lines, in the order of the notation; what is as by default is left out."""
    found = [f"turn {position.turn}"]
    if position.waits:
        return [*found, f"round {names[position.first]}", *_begun(position, names)]
    if position.first != position.mover:
        found.append(f"round {names[position.first]}")
    if position.mogul >= 0:
        found.append(f"mogul {names[position.mogul]}")
    if position.crossed:
        found.append("crossed " + ",".join(names[player] for player in position.crossed))
    found += [
        f"{word} {taken}" for word, taken in (("quarry", position.quarry), ("harbour", position.harbour)) if taken
    ]
    if used := spaces.used(position):
        found.append("used " + ",".join(used))
    if position.assorted:
        found.append("assorted " + ",".join(names[player] for player in sorted(position.assorted)))
    found.append("top " + " ".join(position.tops.get(pile, "") or pile + _EMPTY for pile in position.facts.piles))
    if position.white:
        found.append("white " + ",".join(position.white))
    found += _river_line(position)
    for name, side in zip(names, position.players, strict=True):
        found += _player_lines(position, name, side)
    return found


def pending(position: Position) -> list[str]:
    """What no position line says, as text for the key; nothing at the beginning of a turn."""
    if is_whole(position):
        return []
    if position.waits:
        return [f"pending {position.waits} {position.started}"]
    choice: tuple[object, ...] = position.open or ()
    if choice and choice[0] == "gain" and not choice[3]:
        choice = choice[:3]
    waiting = [*position.queue, *position.stack, choice, *((p.brown, p.idle) for p in position.players)]
    return [_NOT_BEFORE.sub("", f"pending {waiting}")]


def is_whole(position: Position) -> bool:
    """Whether position lines say all; there are none for brown tiles to be laid and turns without a worker."""
    if position.waits or position.queue or position.open not in (PLACE, None):
        return False
    return not any(side.brown or side.idle for side in position.players)


def _begun(position: Position, names: Sequence[str]) -> Iterator[str]:
    """What is there before the first turn; such a position is no setup."""
    if any(position.tops.values()):
        yield "top " + " ".join(position.tops[pile] for pile in position.facts.piles)
    yield from _river_line(position)
    for name, side in zip(names, position.players, strict=True):
        if side.dice:
            yield f"dice {name} {' '.join(side.dice)}"


def _river_line(position: Position) -> Iterator[str]:
    if position.river:
        yield "river " + " ".join(f"{at}-{kind}" for at, kind in position.river.items())


def _player_lines(position: Position, name: str, side: Player) -> Iterator[str]:
    yield (
        f"at {name} money {side.money} fame {side.fame} karma {side.karma} boat {side.boat} "
        f"workers {side.active} {side.unplaced}"
    )
    levels = [position.facts.levels[side.levels[building]] for building in BUILDINGS]
    if any(side.levels.values()):
        yield f"up {name} {','.join(map(str, levels))}"
    if side.late:
        yield f"late {name} {side.late}"
    if side.dice:
        yield f"dice {name} {' '.join(side.dice)}"
    if sorted(side.taken) != sorted(_reached(position, side)):
        money = sorted(space for track, space in side.taken if track == MONEY)
        fame = sorted(space for track, space in side.taken if track == FAME)
        yield f"taken {name} {','.join(map(str, [*money, *fame])) or _EMPTY}"
    for cell, (tile, roads, under) in sorted(side.province.tiles.items()):
        yield f"tile {name} {cell} {tile}{roads}" + (f" over {under}" if under else "")
    if side.yields != side.province.reached:
        yield f"yields {name} {','.join(side.yields) or _EMPTY}"
    for yield_name in position.facts.yields:
        if yield_name in side.slots:
            yield f"slot {name} {yield_name} {side.slots[yield_name]}"


def _reached(position: Position, side: Player) -> list[tuple[str, int]]:
    """The bonuses at or below the markers."""
    return [
        (track, space)
        for track, spaces_ in position.facts.bonuses.items()
        for space in spaces_
        if space <= getattr(side, track)
    ]


def place(position: Position, header: Header) -> None:
    """Puts the position lines of `header` on the table; raises HeaderError naming the line."""
    for side in position.players:
        side.money = side.fame = 0
    _finish(position, position_lines.read(position, header, _READERS))


# A reader for each kind of line: it puts the line's words on the table and returns what they are about.


def _names(header: Header, words: list[str], form: str) -> tuple[int, ...]:
    if not words:
        raise HeaderError(f"it should read `{form}`")
    return tuple(header.index(name.strip()) for name in " ".join(words).split(","))


def _turn(position: Position, header: Header, words: list[str]) -> None:
    position.turn = number(counted(words, "turn 17", 1)[0], 1, MOST)


def _round(position: Position, header: Header, words: list[str]) -> None:
    position.first = header.index(" ".join(words))


def _mogul(position: Position, header: Header, words: list[str]) -> None:
    position.mogul = header.index(" ".join(words))


def _crossed(position: Position, header: Header, words: list[str]) -> None:
    position.crossed = _names(header, words, "crossed NAME,NAME")
    if len(set(position.crossed)) < len(position.crossed):
        raise HeaderError("a player crosses once")
    position.ended = True


def _quarry(position: Position, header: Header, words: list[str]) -> None:
    position.quarry = number(counted(words, "quarry 2", 1)[0], 0, len(position.room.quarry))


def _harbour(position: Position, header: Header, words: list[str]) -> None:
    position.harbour = number(counted(words, "harbour 2", 1)[0], 0, len(position.room.harbour))


def _used(position: Position, header: Header, words: list[str]) -> None:
    known = {space.lower(): space for space in (spaces.OUTER, *position.facts.names)}
    try:
        for word in counted(words, "used P0,Pg", 1)[0].split(","):
            name = known[word.lower()]
            if name == spaces.OUTER:
                spaces.take_outer(position)
            else:
                spaces.take(position, *position.facts.names[name])
    except (KeyError, Illegal):
        raise HeaderError(f"the spaces are {' '.join(known.values())}, with a worker each") from None


def _assorted(position: Position, header: Header, words: list[str]) -> None:
    position.assorted = _names(header, words, "assorted NAME,NAME")
    often = position.room.once and len(set(position.assorted)) < len(position.assorted)
    if often or len(position.assorted) > position.room.assorted:
        raise HeaderError(f"workers for whom assorted goods have room: {position.room.assorted}")


def _take(position: Position, text: str) -> str:
    """Takes a tile out of its pile."""
    tile = read_tile(text)
    if tile not in position.facts.tiles:
        raise HeaderError(f"there is no tile `{text}`")
    if tile not in position.rest[tile[:2]]:
        raise HeaderError(f"{tile} lies elsewhere already")
    position.rest[tile[:2]].remove(tile)
    return tile


def _top(position: Position, header: Header, words: list[str]) -> None:
    piles = position.facts.piles
    if [read_tile(word)[:2] for word in words] != piles:
        raise HeaderError(f"it should have a tile for each pile, {_EMPTY} for none: {' '.join(piles)}")
    for pile, word in zip(piles, words, strict=True):
        position.tops[pile] = "" if word[2:] == _EMPTY else _take(position, word)
    position.waits = None


def _white(position: Position, header: Header, words: list[str]) -> None:
    kinds = counted(words, "white die,up", 1)[0].lower().split(",")
    white = list(position.facts.white)
    if set(kinds) - set(white) or max(Counter(kinds).values()) > position.facts.white_each:
        raise HeaderError(f"there are {position.facts.white_each} each of {' '.join(white)}")
    position.white = tuple(sorted(kinds, key=white.index))


def _river(position: Position, header: Header, words: list[str]) -> None:
    if "ganga" not in position.options:
        raise HeaderError("this game is played without ganga")
    river: dict[int, str] = {}  # a position need not be one that dice can lay
    for word in words:
        at, _, kind = word.lower().partition("-")
        if kind not in position.facts.ganga or kind in river.values():
            raise HeaderError(f"`{word}` is no river tile, or is there twice")
        space = number(at, 1, position.facts.mouth - 1)
        if space in river:
            raise HeaderError(f"two tiles lie on space {space}")
        river[space] = kind
    position.river = dict(sorted(river.items()))


def _player(
    position: Position, header: Header, words: list[str], rest: str, form: str
) -> tuple[int, Player, list[str]]:
    player, behind = whose(header, words, rest, form)
    return player, position.players[player], behind


def _at(position: Position, header: Header, words: list[str]) -> int:
    form = "at NAME money 50 fame 37 karma 1 boat 4 workers 4 2"
    rest = " ".join(r"[0-9]+" if word.isdigit() else word for word in form.split()[2:])
    player, side, behind = _player(position, header, words, rest, form)
    limits, facts = position.facts.limits, position.facts
    side.money = number(behind[1], 0, MOST)
    side.fame = number(behind[3], 0, MOST)
    side.karma = number(behind[5], 0, limits["karma"])
    side.boat = number(behind[7], 0, facts.mouth)
    side.active = number(behind[9], facts.start["workers"], position.most_workers)
    side.unplaced = number(behind[10], 0, side.active)
    return player


def _up(position: Position, header: Header, words: list[str]) -> int:
    player, side, (levels,) = _player(position, header, words, r"[0-9]+(?:,[0-9]+){3}", "up NAME 2,3,2,4")
    for building, level in zip(BUILDINGS, map(int, levels.split(",")), strict=True):
        if level not in position.facts.levels:
            raise HeaderError(f"a building is worth {one_of(map(str, position.facts.levels))}")
        side.levels[building] = position.facts.levels.index(level)
    return player


def _late(position: Position, header: Header, words: list[str]) -> int:
    player, side, (building,) = _player(position, header, words, "[a-z]{2}", "late NAME Mi")
    if building.capitalize() not in BUILDINGS:
        raise HeaderError(f"the buildings are {' '.join(BUILDINGS)}")
    side.late = building.capitalize()
    return player


def _dice(position: Position, header: Header, words: list[str]) -> int:
    player, side, dice = _player(position, header, words, r"[ogbp][1-6](?: [ogbp][1-6])*", "dice NAME o4 g1")
    side.dice = in_order(die.lower() for die in dice)
    return player


def _taken(position: Position, header: Header, words: list[str]) -> int:
    player, side, (numbers,) = _player(position, header, words, r"-|[0-9]+(?:,[0-9]+)*", "taken NAME 12,20,5")
    tracks = {space: track for track, row in position.facts.bonuses.items() for space in row}
    for text in numbers.split(",") if numbers != _EMPTY else []:
        if int(text) not in tracks or (tracks[int(text)], int(text)) in side.taken:
            raise HeaderError(f"`{text}` is no bonus, or is there twice: {', '.join(map(str, tracks))}")
        side.taken = (*side.taken, (tracks[int(text)], int(text)))
    return player


def _tile(position: Position, header: Header, words: list[str]) -> tuple[int, str]:
    tile = r"[ogbp][sct][1-9]"
    form = "tile NAME b4 oC5NEW over oS2"
    player, side, behind = _player(position, header, words, rf"[a-e][1-4] {tile}[nesw]+(?: over {tile})?", form)
    cell, name, roads = behind[0].lower(), _take(position, behind[1][:3]), read_sides(behind[1][3:])
    if cell not in position.facts.cells:
        raise HeaderError(f"nothing can be built on {cell}")
    if roads not in position.facts.tiles[name].turns:
        raise HeaderError(f"{name} cannot lie with roads {roads}")
    under = _take(position, behind[3]) if len(behind) > 2 else ""
    if under and position.facts.tiles[under].price >= position.facts.tiles[name].price:
        raise HeaderError(f"{name} is not dearer than what it covers")
    side.province = side.province.lay(cell, name, roads, under)
    return player, cell


def _yields(position: Position, header: Header, words: list[str]) -> int:
    player, side, (names,) = _player(position, header, words, r"-|[a-z0-9]+(?:,[a-z0-9]+)*", "yields NAME NW,NB")
    found = [] if names == _EMPTY else names.upper().split(",")
    if set(found) - set(position.facts.yields):
        raise HeaderError(f"the yields are {' '.join(position.facts.yields)}")
    side.yields = tuple(name for name in position.facts.yields if name in found)
    return player


def _slot(position: Position, header: Header, words: list[str]) -> tuple[int, str]:
    player, side, (name, tile) = _player(position, header, words, r"[a-z0-9]+ [wyrb]-[a-z]+", "slot NAME NE y-boat")
    name, tile = name.upper(), tile.lower()
    if not position.yield_tiles.get(tile):
        raise HeaderError(f"there is no yield tile {tile} left")
    if name not in position.facts.yields or position.facts.yields[name].slot != tile[0]:
        raise HeaderError(f"{tile} does not belong on {name}")
    position.yield_tiles[tile] -= 1
    side.slots[name] = tile
    return player, name


_READERS: dict[str, Reader[Position]] = {
    "turn": _turn,
    "round": _round,
    "mogul": _mogul,
    "crossed": _crossed,
    "quarry": _quarry,
    "harbour": _harbour,
    "used": _used,
    "assorted": _assorted,
    "top": _top,
    "white": _white,
    "river": _river,
    "at": _at,
    "up": _up,
    "late": _late,
    "dice": _dice,
    "taken": _taken,
    "tile": _tile,
    "yields": _yields,
    "slot": _slot,
}

WORDS = tuple(_READERS)
"""First words of position lines."""


# What follows from all lines together.


def _finish(position: Position, said: dict[str, set[Hashable]]) -> None:
    """Raises HeaderError for what cannot be together."""
    if position.waits:
        raise HeaderError(f"there is no line `top` with the tiles of the {len(position.facts.piles)} piles")
    for pile in position.facts.piles:
        if not position.tops[pile] and position.rest[pile]:
            raise HeaderError(f"pile {pile} is not empty: {position.rest[pile][0]} lies nowhere")
    for player, side in enumerate(position.players):
        if player not in said["taken"]:
            side.taken = tuple(_reached(position, side))
        if player not in said["yields"]:
            side.yields = side.province.reached
        _check_player(position, player, side)
    for side in position.players:
        effects.take_from_supply(position, [die[0] for die in side.dice])
    if min(position.supply.values()) < 0:
        raise HeaderError(f"there are {position.facts.limits['dice']} dice of each colour")
    boats = [side.boat for side in position.players if 0 < side.boat < position.facts.mouth]
    if len(set(boats)) != len(boats):
        raise HeaderError("two boats lie on one space of the river")
    for player in position.crossed:
        if position.distance(player) < 0:
            raise HeaderError(f"the markers of {position.names[player]} have not met")


def _check_player(position: Position, player: int, side: Player) -> None:
    name = position.names[player]
    if not side.province.hangs_together:
        raise HeaderError(f"a tile of {name} is not connected to the residence")
    if len(side.dice) > side.hands:
        raise HeaderError(f"{name} can hold {side.hands} dice")
    if side.slots and not position.navaratnas:
        raise HeaderError("yield tiles are for a game with navaratnas")
    if side.late and (player == position.mover or not side.levels[side.late]):
        raise HeaderError(f"nothing of {name} was upgraded late")

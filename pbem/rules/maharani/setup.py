"""Position lines of Maharani: a position <-> text, each line checked."""

from collections.abc import Sequence

from pbem import position_lines
from pbem.errors import HeaderError, all_of
from pbem.header import Header
from pbem.position_lines import MOST, Reader, counted, number, whose
from pbem.rules.maharani.facts import EMPTY, bits
from pbem.rules.maharani.notation import cell_name, read_cell, read_tile
from pbem.rules.maharani.position import Position

_NONE = "-"


def lines(position: Position, names: Sequence[str]) -> list[str]:
    """The position as lines, in the order of the notation; what is as by default is left out."""
    facts = position.facts
    found = [f"turn {position.turn}"]
    found += [f"score {name} {gold}" for name, gold in zip(names, position.score, strict=True) if gold]
    for name, markers in zip(names, position.markers, strict=True):
        if markers != facts.all_quarters:
            found.append(f"up {name} {','.join(str(q + 1) for q in bits(markers)) or _NONE}")
    found += [f"slot {i + 1} {facts.names[tile]}" for i, tile in enumerate(position.slots) if tile != EMPTY]
    for cell in sorted(facts.patterns, key=cell_name):
        lying = position.tiles[cell]
        if lying != EMPTY:
            found.append(" ".join(["at", cell_name(cell), facts.names[lying >> 2], *position.artisan_on(cell)]))
    if position.out:
        found.append("out " + ",".join(facts.names[tile] for tile in position.out))
    return found


def place(position: Position, header: Header) -> None:
    """Puts the position lines of `header` on an empty board; raises HeaderError naming the line."""
    position_lines.read(position, header, _READERS)
    _finish(position)


# A reader for each kind of line: it puts the line's words on the board and returns what they are about.


def _turn(position: Position, header: Header, words: list[str]) -> None:
    position.turn = number(counted(words, "turn 17", 1)[0], 1, MOST)


def _score(position: Position, header: Header, words: list[str]) -> int:
    player, (gold,) = whose(header, words, r"\S+", "score NAME GOLD")
    position.score[player] = number(gold, 0, MOST)
    return player


def _up(position: Position, header: Header, words: list[str]) -> int:
    player, (quarters,) = whose(header, words, r"\S+", "up NAME QUARTERS")
    position.markers[player] = 0
    for quarter in quarters.split(",") if quarters.casefold() not in (_NONE, "none") else []:
        position.markers[player] |= 1 << number(quarter, 1, len(position.facts.quarters)) - 1
    return player


def _slot(position: Position, header: Header, words: list[str]) -> int:
    which, name = counted(words, "slot NUMBER TILE", 2)
    slot = number(which, 1, len(position.slots)) - 1
    if position.slots[slot] != EMPTY:
        raise HeaderError("that is said twice")
    position.slots[slot] = _take(position, name)
    return slot


def _at(position: Position, header: Header, words: list[str]) -> int:
    where, name, *artisan = counted(words, "at CELL TILE [ARTISAN]", 2, 3)
    facts = position.facts
    cell = read_cell(where)
    if cell not in facts.patterns:
        raise HeaderError(f"the board has no cell `{where}`")
    if position.tiles[cell] != EMPTY:
        raise HeaderError(f"{cell_name(cell)} has a tile already")
    tile = _take(position, name)
    if not facts.arrows[tile][cell]:
        raise HeaderError(f"{facts.names[tile]} does not fit {cell_name(cell)}, which shows {facts.patterns[cell]}")
    position.tiles[cell] = tile * 4 + facts.arrows[tile][cell][0]
    position.empty ^= 1 << cell
    position.areas[facts.colour[tile]] |= 1 << cell
    if artisan:
        _set_artisan(position, cell, artisan[0])
    return cell


def _out(position: Position, header: Header, words: list[str]) -> None:
    for name in counted(words, "out TILE,TILE", 1)[0].split(","):
        position.out.append(_take(position, name))


_READERS: dict[str, Reader[Position]] = {
    "turn": _turn,
    "score": _score,
    "up": _up,
    "slot": _slot,
    "at": _at,
    "out": _out,
}

WORDS = tuple(_READERS)
"""First words of position lines."""


def _take(position: Position, name: str) -> int:
    """Takes a tile out of the bag."""
    tile = position.facts.tile(read_tile(name))
    if tile == EMPTY:
        raise HeaderError(f"there is no tile `{name}`")
    if tile not in position.bag:
        raise HeaderError(f"there are no more tiles {position.facts.names[tile]}")
    position.bag.remove(tile)
    return tile


def _set_artisan(position: Position, cell: int, word: str) -> None:
    """Takes an artisan out of its supply and puts it on a cell."""
    facts = position.facts
    letter = word.casefold()
    owned = [facts.artisan_letters[own] for colours in position.owned for own in colours]
    if letter not in owned:
        raise HeaderError(f"nobody has artisans `{word}`: {', '.join(owned)}")
    own = facts.artisan_letters.index(letter)
    if not position.supply[own]:
        raise HeaderError(f"there are no more artisans {facts.artisan_word(own)}")
    # It points at its player's seat where it can (ruling 1); setups of before may have an artisan elsewhere.
    seat = next(seat for seat, colours in zip(position.seat, position.owned, strict=True) if own in colours)
    tile = position.tiles[cell] >> 2
    if seat in facts.arrows[tile][cell]:
        position.tiles[cell] = tile * 4 + seat
    position.supply[own] -= 1
    position.artisans[own] |= 1 << cell


# What follows from all lines together.


def _finish(position: Position) -> None:
    """Full quarters are paid; raises HeaderError for artisans and centre tiles that cannot be where they are."""
    facts = position.facts
    for quarter, area in enumerate(facts.quarters):
        if not position.empty & area:
            position.paid |= 1 << quarter
        for own, on in enumerate(position.artisans):
            there = on & area
            if there and position.paid >> quarter & 1:
                where = cell_name(bits(there)[0])
                raise HeaderError(f"quarter {quarter + 1} is full, so it is paid and has no artisan on {where}")
            _check_twins(position, own, there)
    if position.centre_full():
        _check_slots(position)


def _check_twins(position: Position, own: int, there: int) -> None:
    """No two artisans of a colour on tiles of one colour in a quarter (ruling 10)."""
    for area in position.areas:
        twins = [cell_name(cell) for cell in bits(there & area)]
        if len(twins) > 1:
            two = f"two {position.facts.artisan_word(own)} artisans"
            raise HeaderError(f"{two} on one tile colour in one quarter, on {all_of(twins[:2])}: one must go")


def _check_slots(position: Position) -> None:
    """No centre tile on the rondel when all cells for them are taken."""
    facts = position.facts
    for slot, tile in enumerate(position.slots, 1):
        if tile != EMPTY and facts.is_centre[tile]:
            raise HeaderError(
                f"slot {slot} has {facts.names[tile]}, but all centre cells are taken: write it under `out`", slot=slot
            )

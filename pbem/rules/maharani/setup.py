"""Position lines of Maharani: a position <-> text, each line checked."""

from collections.abc import Sequence
from functools import partial

from pbem import position_lines
from pbem.errors import HeaderError
from pbem.header import Header
from pbem.position_lines import MOST, counted, number, whose
from pbem.rules.maharani.cells import bits
from pbem.rules.maharani.facts import EMPTY, Facts
from pbem.rules.maharani.notation import cell_name, read_cell, read_tile
from pbem.rules.maharani.state import State

WORDS = ("turn", "score", "up", "slot", "at", "out")
_NONE = "-"


def lines(state: State, names: Sequence[str]) -> list[str]:
    """The position as lines, in the order of the notation; what is as by default is left out."""
    facts = state.facts
    found = [f"turn {state.turn}"]
    found += [f"score {name} {gold}" for name, gold in zip(names, state.score, strict=True) if gold]
    for name, markers in zip(names, state.markers, strict=True):
        if markers != facts.all_quarters:
            found.append(f"up {name} {','.join(str(q + 1) for q in bits(markers)) or _NONE}")
    found += [f"slot {i + 1} {facts.names[tile]}" for i, tile in enumerate(state.slots) if tile != EMPTY]
    for cell in sorted(facts.patterns, key=cell_name):
        lying = state.tiles[cell]
        if lying != EMPTY:
            letters = [facts.artisan_letters[own] for own, on in enumerate(state.artisans) if on >> cell & 1]
            found.append(" ".join(["at", cell_name(cell), facts.names[lying >> 2], *letters]))
    if state.out:
        found.append("out " + ",".join(facts.names[tile] for tile in state.out))
    return found


def place(state: State, header: Header) -> None:
    """Puts the position lines of `header` on an empty state; raises HeaderError naming the line."""
    readers = (_turn, _score, _up, _slot, _at, _out)
    position_lines.read(header, {word: partial(read, state, header) for word, read in zip(WORDS, readers, strict=True)})
    _settle(state)


def _turn(state: State, header: Header, words: list[str]) -> None:
    state.turn = number(counted(words, "turn 17", 1)[0], 1, MOST)


def _score(state: State, header: Header, words: list[str]) -> int:
    player, (gold,) = whose(header, words, r"\S+", "score NAME GOLD")
    state.score[player] = number(gold, 0, MOST)
    return player


def _up(state: State, header: Header, words: list[str]) -> int:
    player, (quarters,) = whose(header, words, r"\S+", "up NAME QUARTERS")
    state.markers[player] = 0
    for quarter in quarters.split(",") if quarters.casefold() not in (_NONE, "none") else []:
        state.markers[player] |= 1 << number(quarter, 1, len(state.facts.quarters)) - 1
    return player


def _slot(state: State, header: Header, words: list[str]) -> int:
    which, name = counted(words, "slot NUMBER TILE", 2)
    slot = number(which, 1, len(state.slots)) - 1
    if state.slots[slot] != EMPTY:
        raise HeaderError("that is said twice")
    state.slots[slot] = _take(state, name)
    return slot


def _take(state: State, name: str) -> int:
    tile = state.facts.tile(read_tile(name))
    if tile == EMPTY:
        raise HeaderError(f"there is no tile `{name}`")
    if tile not in state.bag:
        raise HeaderError(f"there are no more tiles {state.facts.names[tile]}")
    state.bag.remove(tile)
    return tile


def _at(state: State, header: Header, words: list[str]) -> int:
    where, name, *artisan = counted(words, "at CELL TILE [ARTISAN]", 2, 3)
    facts = state.facts
    cell = read_cell(where)
    if cell not in facts.patterns:
        raise HeaderError(f"the board has no cell `{where}`")
    if state.tiles[cell] != EMPTY:
        raise HeaderError(f"{cell_name(cell)} has a tile already")
    tile = _take(state, name)
    if not facts.arrows[tile][cell]:
        raise HeaderError(f"{facts.names[tile]} does not fit {cell_name(cell)}, which shows {facts.patterns[cell]}")
    state.tiles[cell] = tile * 4 + facts.arrows[tile][cell][0]
    state.empty ^= 1 << cell
    state.areas[facts.colour[tile]] |= 1 << cell
    if artisan:
        letter = artisan[0].casefold()
        owned = [facts.artisan_letters[own] for colours in state.owned for own in colours]
        if letter not in owned:
            raise HeaderError(f"nobody has artisans `{artisan[0]}`: {', '.join(owned)}")
        own = facts.artisan_letters.index(letter)
        if not state.supply[own]:
            raise HeaderError(f"there are no more artisans {facts.colours[letter]}")
        state.supply[own] -= 1
        state.artisans[own] |= 1 << cell
    return cell


def _out(state: State, header: Header, words: list[str]) -> None:
    for name in counted(words, "out TILE,TILE", 1)[0].split(","):
        state.out.append(_take(state, name))


def _settle(state: State) -> None:
    """What follows from the position as a whole: paid quarters, centre tiles, artisans that cannot stand so."""
    facts = state.facts
    free = state.empty
    for quarter, area in enumerate(facts.quarters):
        if not free & area:
            state.paid |= 1 << quarter
        for own, on in enumerate(state.artisans):
            there = on & area
            if there and state.paid >> quarter & 1:
                where = cell_name(bits(there)[0])
                raise HeaderError(f"quarter {quarter + 1} is full, so it is paid and has no artisan on {where}")
            _no_twins(facts, state, own, there)
    if not state.empty & facts.centre:
        left = [i for i, tile in enumerate(state.slots) if tile != EMPTY and facts.is_centre[tile]]
        if left:
            name = facts.names[state.slots[left[0]]]
            raise HeaderError(
                f"slot {left[0] + 1} has {name}, but all centre cells are taken: write it under `out`", slot=left[0] + 1
            )


def _no_twins(facts: Facts, state: State, own: int, there: int) -> None:
    for area in state.areas:
        twins = [cell_name(cell) for cell in bits(there & area)]
        if len(twins) > 1:
            word = facts.colours[facts.artisan_letters[own]]
            raise HeaderError(
                f"two {word} artisans on one tile colour in one quarter, on {' and '.join(twins[:2])}: one must go"
            )

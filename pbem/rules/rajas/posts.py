"""A pasted post of Rajas of the Ganges: its boards, and the sentences around them, read by the templates of both."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pbem.board import NAME, NO_CELL, pattern
from pbem.errors import HeaderError
from pbem.game import Post
from pbem.header import Player
from pbem.position_lines import SHIELD
from pbem.rules.rajas import board, told
from pbem.rules.rajas.facts import Facts, Spaces
from pbem.rules.rajas.notation import FILES, RANKS, SIDES
from pbem.rules.rajas.sentences import THEN
from pbem.rules.rajas.spaces import ASSORTED, OUTER


def _perhaps(template: str, **places: str) -> str:
    """The pattern of what may be there."""
    return f"(?:{pattern(template, **places).pattern})?"


_NUMBERS = "[0-9]+"
_LIST = r"[A-Za-z0-9]+(?:\s[A-Za-z0-9]+)*"
_HEADING = {
    "name": f"^{NAME}",
    "distance": "-?[0-9]+",
    **dict.fromkeys(("money", "fame", "karma", "boat", "unplaced", "active", "hands"), _NUMBERS),
    **dict.fromkeys(("dice", "levels", "taken", "yields"), _LIST),
    "late": _perhaps(told.LATE, building="[A-Z][a-z]"),
}
_PLAYER = "money {money} fame {fame} karma {karma} boat {boat} workers {active} {unplaced}"


class _Side:
    """What a post says of a player."""

    def __init__(self, text: str, rows: Sequence[str], below: str) -> None:
        heads = list(pattern(told.HEADING, **_HEADING).finditer(text))
        if not heads:
            raise HeaderError(f"above a province its player is missing: `{rows[0]}`")
        said = heads[-1]
        self.name: str = said["name"]
        rest = " ".join(text[said.end() :].split())
        self.first, self.mogul = told.FIRST in rest, told.MOGUL in rest
        name = self.name
        self.lines = [f"at {name} {_PLAYER.format(**said.groupdict())}"]
        self.lines.append(f"up {name} {','.join(said['levels'].split()[1::2])}")
        if said["building"]:
            self.lines.append(f"late {name} {said['building']}")
        if said["dice"] != told.NONE:
            self.lines.append(f"dice {name} {' '.join(said['dice'].split())}")
        for what in ("taken", "yields"):
            self.lines.append(f"{what} {name} {'-' if said[what] == told.NONE else ','.join(said[what].split())}")
        under = pattern(told.COVERS, covers=r"[a-e][1-4]\s\w+(?:,\s[a-e][1-4]\s\w+)*").match(below)
        covered = dict(two.split() for two in under["covers"].split(",")) if under else {}
        for cell, (tile, roads) in _tiles(rows).items():
            self.lines.append(
                f"tile {name} {cell} {tile}{roads}" + (f" over {covered[cell]}" if cell in covered else "")
            )
        slots = pattern(told.SLOTS, tiles=".*").search(rest)
        laid = pattern(rf"{{slot}} {told.LAID}", slot="[A-Z0-9]{1,2}", tile="[a-z]-[a-z]+", gain="[^()]*")
        for one in laid.finditer(slots["tiles"]) if slots else ():
            self.lines.append(f"slot {name} {one['slot']} {one['tile']}")


def _tiles(rows: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The tiles of a province by cell, each with its roads; raises HeaderError."""
    found: dict[str, tuple[str, str]] = {}
    for index, row in enumerate(rows):
        rank, *cells = row.split()
        below = rows[index + 1].split() if index + 1 < len(rows) else [""]
        for at, cell in enumerate(cells if rank in RANKS else ()):
            if not cell[-1].isdigit():
                continue
            if below[0] != "=":
                raise HeaderError(f"below the tiles of a province stand the sides of their roads: `{row}`")
            roads = below[at + 1].strip("-")
            found[f"{FILES[at]}{rank}"] = cell, SIDES if roads == board.EVERY else roads
    return found


def read(rules: Any, post: Post) -> tuple[Sequence[Player], Iterable[Sequence[str]]]:
    """Players, without colours, and position lines; raises HeaderError.

    Left open is what no sentence shows: whether all white tiles are in the stack or none, and river tiles that say what
    is printed below them.
    """
    facts: Facts = rules.facts
    texts, provinces = _parts(post.below)
    whole = "\n".join(texts)
    if pattern(told.TO_LAY, tile="").search(whole):
        raise HeaderError("no game can begin from this post: brown yield tiles are still to be laid")
    sides = [_Side(text, rows, below) for text, rows, below in zip(texts, provinces, texts[1:], strict=False)]
    if len(sides) not in facts.spaces:
        raise HeaderError("below its board the post has no players with their provinces")
    found = [f"turn {post.turn}"]
    found += [f"round {side.name}" for side in sides if side.first]
    found += [f"mogul {side.name}" for side in sides if side.mogul]
    if met := pattern(told.MET, names=r"[^.;:,]+(?:,\sthen\s[^.;:,]+)*?").search(whole):
        found.append("crossed " + " ".join(met["names"].split()).replace(THEN, ","))
    found += _spaces(facts, facts.spaces[len(sides)], whole)
    found += board.PAINT.read(rules, post.board)
    for side in sides:
        found += side.lines
    whites, rivers = _whites(facts, whole), list(_rivers(facts, whole) if "ganga" in post.options else [""])
    lines = ([*found, *filter(None, (white, river))] for white in whites for river in rivers)
    return [Player(side.name) for side in sides], lines


def _parts(lines: Iterable[str]) -> tuple[list[str], list[list[str]]]:
    """The texts before, between and below the provinces, and the rows of these."""
    texts = [""]
    provinces: list[list[str]] = []
    inside = False
    for line in filter(None, lines):
        label, *cells = line.split()
        if (
            label in ("x", "=", *RANKS)
            and len(cells) == len(FILES)
            and all(len(cell) == len(NO_CELL) for cell in cells)
        ):
            if not inside:
                provinces.append([])
                texts.append("")
            provinces[-1].append(line)
            inside = True
        else:
            texts[-1] += "\n" * bool(texts[-1]) + line.removeprefix(SHIELD)
            inside = False
    return texts, provinces


def _spaces(facts: Facts, room: Spaces, text: str) -> Iterator[str]:
    """What workers stand on; raises HeaderError."""
    used = _perhaps(told.ASSORTED, names=r"[^;:.]+")
    costs = {place: rf"{place}\s[^.;]+?" for place in ("quarry", "harbour")}
    said = pattern(told.SPACES, free=_LIST, assorted=used, **costs).search(text)
    if said is None:
        raise HeaderError(
            "the post does not say which spaces are free; no game can begin from one before the first turn"
        )
    for place, all_ in (("quarry", room.quarry), ("harbour", room.harbour)):
        yield f"{place} {len(all_) - len(re.findall(_NUMBERS, said[place]))}"
    counted = pattern(told.SEVERAL, n=_NUMBERS, space=r"\w+")
    several = {one["space"]: int(one["n"]) for one in counted.finditer(said["free"])}
    free = counted.sub("", said["free"]).split()
    taken = [OUTER] * (room.outer - several.get(OUTER, 0)) + [name for name in facts.names if name not in free]
    if taken:
        yield f"used {','.join(taken)}"
    if said["names"]:
        yield f"assorted {' '.join(said['names'].split())}"
    elif several.get(ASSORTED, 0) != room.assorted:
        raise HeaderError(f"the post does not say who has used {ASSORTED}")


def _whites(facts: Facts, text: str) -> list[str]:
    """The line of white tiles discarded, "" for none."""
    said = pattern(told.WHITE, kinds=r"[a-z]+(?:\s[a-z]+)*").search(text)
    if said is None:
        return [""]
    left = said["kinds"].split()
    gone = [kind for kind in facts.white for _ in range(facts.white_each - left.count(kind))]
    if gone:
        return [f"white {','.join(gone)}"]
    return ["", "white " + ",".join(kind for kind in facts.white for _ in range(facts.white_each))]


def _rivers(facts: Facts, text: str) -> Iterator[str]:
    """The line of river tiles, "" for none; raises HeaderError."""
    said = pattern(told.RIVER, bridge=_NUMBERS, spaces=r"[a-z0-9\s,()+-]+").search(text)
    if said is None:
        raise HeaderError("the post does not say what lies on the river")
    ways: list[dict[int, str]] = [{}]
    for at, words in enumerate((" ".join(one.split()) for one in said["spaces"].split(",")), 1):
        number, _, gain = words.partition(" ")
        if number != str(at) or at >= len(facts.river):
            raise HeaderError(f"the river has {len(facts.river) - 1} spaces in order, not so: `{words}`")
        kinds = [kind for kind, effect in facts.ganga.items() if told.words_of(effect) == gain]
        there = told.words_of(facts.river[at]) == gain
        ways = [
            *(way for way in ways if there),
            *({**way, at: kind} for way in ways for kind in kinds if kind not in way.values()),
        ]
        if not ways:
            raise HeaderError(f"nothing on the river is told like this: `{words}`")
    for way in ways:
        yield "river " + " ".join(f"{at}-{kind}" for at, kind in way.items()) if way else ""

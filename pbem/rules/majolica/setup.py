"""Position lines of Majolica: a position <-> text, each line checked."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pbem import position_lines
from pbem.errors import HeaderError
from pbem.header import Header
from pbem.position_lines import MOST, Reader, counted, number, whose
from pbem.rules.majolica.facts import fits
from pbem.rules.majolica.grid import DOWN, FILES, RANKS, rows
from pbem.rules.majolica.notation import CARD, MISSIONS, read_card
from pbem.rules.majolica.position import Bench, Position
from pbem.rules.majolica.tiles import sort

_ACHIEVED = "done"


def lines(position: Position, names: Sequence[str]) -> list[str]:
    """The position as lines, in the order of the notation; what is empty is left out."""
    found = [f"turn {position.turn}", f"round {position.round} {names[position.round_first]}"]
    if not position.dealt:
        return found
    if position.box:
        found.append(" ".join(["box", *position.box]))
    if position.grid.count(DOWN) < len(position.grid):
        found.append("grid " + rows(position.grid))
    found += [f"{word} {tiles}" for word, tiles in (("gone", position.gone), ("tiles", position.tiles)) if tiles]
    if any(card != DOWN for card in position.display):
        found.append(" ".join(["display", *position.display]))
    if position.under:
        found.append(" ".join(["under", *position.under]))
    if any(position.hall):
        found.append("hall {},{}".format(*position.hall))
    if position.shown:
        found.append(" ".join(["shown", *position.shown]))
    for name, bench in zip(names, position.benches, strict=True):
        found += _bench_lines(name, bench)
    return found


def _bench_lines(name: str, bench: Bench) -> Iterable[str]:
    if bench.start:
        yield f"start {name} {bench.start}"
    if bench.done:
        yield f"done {name} {','.join(bench.done)}"
    if bench.tokens:
        yield f"token {name} {bench.tokens}"
    for shop, heap in enumerate(bench.shops, 1):
        if heap:
            yield f"shop {name} {shop} {heap}"
    for slot, (card, on) in enumerate(zip(bench.slots, bench.on, strict=True), 1):
        if card:
            yield f"slot {name} {slot} {card} {on}".rstrip()
    if bench.mission:
        yield f"mission {name} {bench.mission} {_ACHIEVED if bench.achieved else bench.collected}".rstrip()


def place(position: Position, header: Header) -> None:
    """Puts the position lines of `header` on the table; raises HeaderError naming the line."""
    # With nothing on the table but a number the cards are still to be dealt.
    position.dealt = any(line.split(" ")[0].casefold() not in ("turn", "round") for line in header.position)
    if position.dealt:
        position.hall = (0, 0)
        position.box = ()
    position.round_first = header.first
    position_lines.read(position, header, _READERS)
    _finish(position, header)


# A reader for each kind of line: it puts the line's words on the table and returns what they are about.


def _card_word(position: Position, text: str) -> str:
    card = read_card(text)
    if card not in position.facts.printed:
        raise HeaderError(f"there is no card `{text}`")
    return card


def _card_words(position: Position, words: list[str], form: str) -> list[str]:
    if not words:
        raise HeaderError(f"it should read `{form}`")
    return [_card_word(position, word) for word in words]


def _turn(position: Position, header: Header, words: list[str]) -> None:
    position.turn = number(counted(words, "turn 46", 1)[0], 1, MOST)


def _round(position: Position, header: Header, words: list[str]) -> None:
    if len(words) < 2:
        raise HeaderError("it should read `round NUMBER NAME`")
    most = position.facts.rounds if position.solo else MOST
    position.round = number(words[0], 1, most)
    position.round_first = header.index(" ".join(words[1:]))


def _box(position: Position, header: Header, words: list[str]) -> None:
    position.box = tuple(_card_words(position, words, "box CARD CARD"))
    if Counter(position.box) - Counter(position.facts.start):
        raise HeaderError("only starting cards are in the box")


def _grid(position: Position, header: Header, words: list[str]) -> None:
    tiles = "".join(words).lower()
    if position.solo or not re.fullmatch(f"[{position.facts.colours}{DOWN}]*", tiles):
        raise HeaderError(f"a grid has the tiles {' '.join(position.facts.colours)}, x for one that was taken")
    if [len(word) for word in words] != [len(FILES)] * len(RANKS):
        raise HeaderError(f"the grid has {len(RANKS)} rows of {len(FILES)}, the highest first")
    for colour, there in Counter(tiles.replace(DOWN, "")).items():
        if there > position.facts.each:
            raise HeaderError(f"there are {position.facts.each} large tiles of a colour, not {there} {colour}")
    position.grid = tiles


def _revealed(position: Position, words: list[str], form: str) -> str:
    tiles = "".join(words).lower()
    size = position.facts.reveals
    if not position.solo or not re.fullmatch(f"[{position.facts.colours}]+", tiles) or len(tiles) % size:
        raise HeaderError(f"it should read `{form}`, {size} for each turn of a solo game")
    return tiles


def _gone(position: Position, header: Header, words: list[str]) -> None:
    position.gone = _revealed(position, words, "gone TILES")
    if len(position.gone) >= len(position.grid):
        raise HeaderError("when all tiles are revealed the round is over")


def _tiles(position: Position, header: Header, words: list[str]) -> None:
    position.tiles = _revealed(position, words, "tiles TILES")
    if len(position.tiles) != position.facts.reveals:
        raise HeaderError(f"{position.facts.reveals} tiles are revealed in a turn")


def _display(position: Position, header: Header, words: list[str]) -> None:
    places = len(position.display)
    if len(words) != places:
        raise HeaderError(f"the display has {places} places, x for an empty one")
    position.display = [DOWN if word.casefold() == DOWN else _card_word(position, word) for word in words]


def _under(position: Position, header: Header, words: list[str]) -> None:
    position.under = _card_words(position, words, "under CARD CARD")


def _hall(position: Position, header: Header, words: list[str]) -> None:
    players = str(len(header.players))
    found = re.fullmatch(r"([0-9]{1,5}),([0-9]{1,5})", " ".join(words))
    if not found:
        raise HeaderError("it should read `hall VIOLET,ONES`")
    violet = number(found[1], 0, position.facts.violet[players])
    position.hall = violet, number(found[2], 0, position.facts.ones[players])


def _shown(position: Position, header: Header, words: list[str]) -> None:
    position.shown = [_mission_word(position, word, DOWN) for word in words]
    left = [word for word in position.shown if word != DOWN]
    shown = len(header.players) + position.facts.more_missions
    if len(words) != shown or len(set(left)) != len(left):
        raise HeaderError(f"{shown} different missions are shown, x for one that was taken")


def _mission_word(position: Position, text: str, *more: str) -> str:
    if text.casefold() not in (*MISSIONS, *more):
        raise HeaderError(f"there is no mission `{text}`: {' '.join(MISSIONS)}")
    if "missions" not in position.options:
        raise HeaderError("this game is played without missions")
    return text.casefold()


def _bench(position: Position, header: Header, words: list[str], rest: str, form: str) -> tuple[int, Bench, list[str]]:
    player, behind = whose(header, words, rest, form)
    return player, position.benches[player], behind


def _start(position: Position, header: Header, words: list[str]) -> int:
    player, bench, (card,) = _bench(position, header, words, CARD, "start NAME CARD")
    bench.start = _card_word(position, card)
    if bench.start not in position.facts.start:
        raise HeaderError(f"`{card}` is no starting card")
    return player


def _done(position: Position, header: Header, words: list[str]) -> int:
    player, bench, (cards,) = _bench(position, header, words, rf"{CARD}(?:,{CARD})*", "done NAME CARD,CARD")
    bench.done = [_card_word(position, card) for card in cards.split(",")]
    return player


def _token(position: Position, header: Header, words: list[str]) -> int:
    player, bench, (points,) = _bench(position, header, words, "[0-9]+", "token NAME POINTS")
    bench.tokens = number(points, 0, MOST)
    return player


def _shop(position: Position, header: Header, words: list[str]) -> tuple[int, int]:
    facts = position.facts
    letters = facts.colours + facts.wild
    player, bench, (which, tiles) = _bench(position, header, words, f"[0-9]+ [{letters}]+", "shop NAME NUMBER TILES")
    shop = number(which, 1, len(bench.shops)) - 1
    heap = sort(tiles)
    if len(heap) > facts.workshops[shop].holds:
        raise HeaderError(f"workshop {which} holds {facts.workshops[shop].holds} tiles")
    if shop == facts.hall and facts.wild in heap:
        raise HeaderError(f"no {facts.words[facts.wild]} tile stays in workshop {which}")
    bench.shops[shop] = heap
    return player, shop


def _slot(position: Position, header: Header, words: list[str]) -> tuple[int, int]:
    facts = position.facts
    player, bench, behind = _bench(
        position, header, words, rf"[0-9]+ {CARD}(?: [{facts.colours}]+)?", "slot NAME NUMBER CARD TILES"
    )
    slot = number(behind[0], 1, facts.slots) - 1
    card, heap = _card_word(position, behind[1]), sort("".join(behind[2:]))
    if not fits(facts.printed[card].tiles, heap):
        raise HeaderError(f"{card} has no space for {heap}")
    if not facts.spaces(card, heap):
        raise HeaderError(f"{card} has all its tiles: a completed card does not stay in its slot")
    bench.slots[slot], bench.on[slot] = card, heap
    return player, slot


def _mission(position: Position, header: Header, words: list[str]) -> int:
    facts = position.facts
    rest = rf"(?:{'|'.join(MISSIONS)})(?: [a-z]+)?"
    player, bench, behind = _bench(position, header, words, rest, f"mission NAME WORD, one of {' '.join(MISSIONS)}")
    bench.mission = _mission_word(position, behind[0])
    more = behind[1].casefold() if len(behind) > 1 else ""
    if bench.mission in ("first", "double") and more in ("", _ACHIEVED):
        bench.achieved = bool(more)
    elif bench.mission in ("fragments", "takes") and len(set(more)) == len(more) and set(more) <= set(facts.colours):
        bench.collected = sort(more)
    elif bench.mission == "violet" and set(more) <= {facts.wild}:
        bench.collected = more
    elif more:
        raise HeaderError(f"`{more}` cannot lie on the mission {bench.mission}")
    return player


_READERS: dict[str, Reader[Position]] = {
    "turn": _turn,
    "round": _round,
    "box": _box,
    "grid": _grid,
    "gone": _gone,
    "tiles": _tiles,
    "display": _display,
    "under": _under,
    "hall": _hall,
    "shown": _shown,
    "start": _start,
    "done": _done,
    "token": _token,
    "shop": _shop,
    "slot": _slot,
    "mission": _mission,
}

WORDS = tuple(_READERS)
"""First words of position lines."""


# What follows from all lines together (rulings 23 and 24).


def _finish(position: Position, header: Header) -> None:
    """Raises HeaderError for what cannot be together."""
    position.first = (position.round_first - (position.round - 1)) % len(position.names)
    if position.dealt:
        _check_cards(position)
    elif (position.turn, position.round) != (1, 1):
        raise HeaderError("only in turn 1 of round 1 nothing is dealt yet")
    _check_tiles(position)
    _check_missions(position)
    for player, bench in enumerate(position.benches):
        if bench.start and all(bench.slots):
            raise HeaderError(f"{position.names[player]} has no slot for the starting card")
        position.mover = player
        must = position.must_activate()
        if must:
            raise HeaderError(
                f"workshop {must[0] + 1} of {position.names[player]} would be due: it was activated at once"
            )
    position.mover = header.first
    if position.drafting:
        _check_draft(position)


def _check_draft(position: Position) -> None:
    """Who drafts next: before anybody has, the line `first` may also name the first player of the game."""
    order = position.draft_order()
    have = [player for player in order if position.benches[player].mission]
    if have != order[: len(have)]:
        raise HeaderError("missions are drafted from the right of the first player on, who is last")
    if not have and position.mover == position.round_first:
        position.mover = order[0]
    if position.mover != order[len(have)]:
        raise HeaderError(f"{position.names[order[len(have)]]} drafts a mission now: name that player in `first`")


def _named_cards(position: Position) -> Counter[str]:
    """All cards that are named, in the order of `lines`."""
    named = [*position.box, *(card for card in position.display if card != DOWN), *position.under]
    for bench in position.benches:
        named += [card for card in (bench.start, *bench.done, *bench.slots) if card]
    return Counter(named)


def _check_cards(position: Position) -> None:
    named = _named_cards(position)
    everything = Counter(position.facts.full_deck(position.options)) + Counter(position.facts.start)
    too_many = named - everything
    if too_many:
        raise HeaderError(f"there is no more than {everything[next(iter(too_many))]} of card {next(iter(too_many))}")
    starting = Counter([*position.box, *(bench.start for bench in position.benches if bench.start)])
    for card in starting - Counter(position.facts.start):
        raise HeaderError(f"there is only one starting card {card}")
    left = everything - named
    position.deck = sorted(left.elements(), key=position.facts.rank.__getitem__)


def _check_tiles(position: Position) -> None:
    up = len(position.grid) - position.grid.count(DOWN)
    if 0 < up < position.facts.least:
        raise HeaderError(f"with fewer than {position.facts.least} tiles face up the round is over")
    revealed = Counter(position.gone + position.tiles)
    if any(there > position.facts.each for there in revealed.values()):
        raise HeaderError(f"there are {position.facts.each} large tiles of each colour")
    if position.solo and len(position.gone) + len(position.tiles) > len(position.grid):
        raise HeaderError(f"there are {len(position.grid)} large tiles in all")


def _check_missions(position: Position) -> None:
    taken = [bench.mission for bench in position.benches if bench.mission]
    if len(set(taken)) != len(taken) or set(taken) & set(position.shown):
        raise HeaderError("a mission is there only once")
    if position.shown and position.shown.count(DOWN) != len(taken):
        raise HeaderError("each mission that was taken from those shown is a player's")
    if "missions" in position.options and not position.shown and 0 < len(taken) < len(position.names):
        without = next(name for name, bench in zip(position.names, position.benches, strict=True) if not bench.mission)
        raise HeaderError(f"{without} has no mission")

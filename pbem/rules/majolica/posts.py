"""A pasted post of Majolica: its board, and the sentences below it, read by the templates that wrote them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from pbem.board import NAME, pattern
from pbem.errors import HeaderError
from pbem.game import Post
from pbem.header import Player
from pbem.rules.majolica import board
from pbem.rules.majolica.facts import Facts
from pbem.rules.majolica.grid import DOWN
from pbem.rules.majolica.notation import CARD, MISSIONS

_CARDS = rf"{CARD}(?:\s{CARD})*"
_TILES = "[rygbv]+"
_WORD = "|".join(MISSIONS)
_MOST_VIOLET = 24
"""Violet tiles that somebody may have received in a game; none comes near."""


class _Bench:
    """What a post says of a player: the position lines behind the name, by word, and the cards among them."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.first = board.FIRST in " ".join(text.split())
        self.lines: list[str] = []
        self.cards: list[str] = []
        self.start = self.mission = ""
        self.several: list[str] = []  # what may lie on a mission that is done
        heading = text.partition("\nworkshop 1")[0]
        self._heading(heading)
        self._shops(text)
        if self.mission:
            self._mission(heading)

    def _heading(self, text: str) -> None:
        if start := pattern(board.START, card=CARD).search(text):
            self.start = start["card"]
            self.lines.append(f"start {self.name} {self.start}")
        if done := pattern(board.DONE_CARDS, cards=_CARDS).search(text):
            self.cards += done["cards"].split()
            self.lines.append(f"done {self.name} {','.join(self.cards)}")
        if tokens := pattern(board.TOKENS, points="[0-9]+").search(text):
            self.lines.append(f"token {self.name} {tokens['points']}")
        if mission := pattern(board.MISSION, mission=_WORD).search(text):
            self.mission = mission["mission"]

    def _shops(self, text: str) -> None:
        shops = pattern(board.SHOP, shop="[0-9]", pattern="[0-9:]+", tiles=f"{_TILES}|{board.NO_TILES}", room="[0-9]+")
        has = pattern(board.HAS, tiles=_TILES)
        card = pattern(board.CARD, card=CARD, has=f"(?:{has.pattern})?", needs="[rygbw]+")
        slots = []
        for shop in shops.finditer(text):
            if shop["tiles"] != board.NO_TILES:
                self.lines.append(f"shop {self.name} {shop['shop']} {shop['tiles']}")
            if above := card.match(text, shop.end()):
                self.cards.append(above["card"])
                slots.append(f"slot {self.name} {shop['shop']} {above['card']} {above['tiles'] or ''}".rstrip())
        self.lines += slots

    def _mission(self, text: str) -> None:
        said = f"mission {self.name} {self.mission}"
        collected = pattern(board.COLLECTED, tiles=_TILES).search(text)
        if not pattern(board.ACHIEVED).search(text):
            self.several = [f"{said} {collected['tiles']}" if collected else said]
        elif self.mission in ("first", "double"):
            self.several = [f"{said} done"]
        elif self.mission in ("fragments", "takes"):
            self.several = [f"{said} rygb"]
        elif self.mission == "violet":
            self.several = [f"{said} {'v' * number}" for number in range(1, _MOST_VIOLET + 1)]
        else:
            self.several = [said]


def read(rules: Any, post: Post) -> tuple[Sequence[Player], Iterable[Sequence[str]]]:
    """Players and position lines; raises HeaderError.

    Left open is what nothing shows: which starting cards were not dealt, and how many violet tiles lie on a mission
    that is done.
    """
    facts: Facts = rules.facts
    text = post.text
    hall = pattern(board.HALL, violet="[0-9]+", ones="[0-9]+").search(text)
    if hall is None:
        raise HeaderError("the post does not say what is in the Town Hall")
    heads = list(pattern(board.POINTS_ONE, name=f"^{NAME}", n="[0-9]+").finditer(text, 0, hall.start()))
    if not heads:
        raise HeaderError("below its board the post has no players, such as `Ana: 0 points`")
    ends = [*(head.start() for head in heads[1:]), hall.start()]
    benches = [_Bench(head["name"], text[head.start() : end]) for head, end in zip(heads, ends, strict=True)]
    names = [Player(bench.name) for bench in benches]
    found = [f"turn {post.turn}", *_round(benches, text)]
    display = pattern(board.DISPLAY, cards=rf"{board.NO_CARDS}|[0-9]:\S+(?:\s[0-9]:\S+)*").search(text)
    if not display:  # nothing is dealt
        return names, [found]
    cards = _display(facts, display["cards"])
    under = pattern(board.UNDER, cards=_CARDS).search(text)
    below = under["cards"].split() if under else []
    found += board.PAINT.read(rules, post.board)
    found += [" ".join(["display", *cards])] if set(cards) != {DOWN} else []
    found += [" ".join(["under", *below])] if below else []
    found += [f"hall {hall['violet']},{hall['ones']}", *_to_draft(len(names) + facts.more_missions, text)]
    for bench in benches:
        found += bench.lines
    named = [*cards, *below, *(card for bench in benches for card in bench.cards)]
    dealt = [bench.start for bench in benches if bench.start]
    boxes = _boxes(facts, tuple(post.options), dealt, named, len(names))
    return names, _readings(found, boxes, [bench.several for bench in benches if bench.several])


def _round(benches: Sequence[_Bench], text: str) -> Iterator[str]:
    """The round and its first player, and what was revealed in it before; raises HeaderError."""
    shared = pattern(board.ROUND, round="[0-9]+", least="[0-9]+", end="[0-9]+").search(text)
    revealed = f"{_TILES}|{board.NOT_REVEALED}"
    solo = pattern(board.SOLO_ROUND, round="[0-9]+", rounds="[0-9]+", tiles=revealed).search(text)
    said = shared or solo
    if said is None:
        raise HeaderError("the post does not say which round it is")
    yield f"round {said['round']} {next((bench.name for bench in benches if bench.first), benches[0].name)}"
    if solo and solo["tiles"] != board.NOT_REVEALED:
        yield f"gone {solo['tiles']}"


def _display(facts: Facts, said: str) -> list[str]:
    """The cards on display by place, DOWN for none; raises HeaderError."""
    cards = [DOWN] * facts.display
    for word in said.split() if said != board.NO_CARDS else []:
        place, _, card = word.partition(":")
        if not 1 <= int(place) <= facts.display:
            raise HeaderError(f"the display has no place {place}")
        cards[int(place) - 1] = card
    return cards


def _to_draft(places: int, text: str) -> Iterator[str]:
    """The missions that are still to be drafted, if there are any; raises HeaderError."""
    shown = [DOWN] * places
    for said in pattern(board.TO_DRAFT, place="[0-9]", mission=_WORD).finditer(text):
        if not 1 <= int(said["place"]) <= places:
            raise HeaderError(f"there is no place {said['place']} for missions")
        shown[int(said["place"]) - 1] = said["mission"]
    if set(shown) != {DOWN}:
        yield " ".join(["shown", *shown])


def _boxes(
    facts: Facts, options: tuple[str, ...], dealt: list[str], named: list[str], players: int
) -> Iterator[tuple[str, ...]]:
    """The starting cards that may not have been dealt: none that is a player's still, none there are too many of."""
    there, deck = Counter(named), Counter(facts.full_deck(options))
    may = [card for card in facts.start if card not in dealt and there[card] <= deck[card]]
    sizes = sorted(range(len(may) + 1), key=lambda size: size != len(facts.start) - players)
    for size in sizes:  # a setup may have another number
        yield from combinations(may, size)


def _readings(
    found: list[str], boxes: Iterable[tuple[str, ...]], missions: Sequence[Sequence[str]]
) -> Iterator[list[str]]:
    """All position lines in all ways that are open."""
    ways: list[list[str]] = [[]]
    for several in missions:
        ways = [[*way, one] for way in ways for one in several]
    for box in boxes:
        for way in ways:
            yield [*found, *([" ".join(["box", *box])] if box else []), *way]

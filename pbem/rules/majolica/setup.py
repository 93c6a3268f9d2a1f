"""Position lines of Majolica: a position <-> text, each line checked."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pbem import position_lines
from pbem.errors import HeaderError
from pbem.header import Header
from pbem.position_lines import MOST, counted, number, whose
from pbem.rules.majolica.bench import Bench
from pbem.rules.majolica.cells import DOWN, FILES, RANKS, rows
from pbem.rules.majolica.facts import fits
from pbem.rules.majolica.notation import MISSIONS, read_card
from pbem.rules.majolica.position import Position
from pbem.rules.majolica.tiles import sort

WORDS = (
    *("turn", "round", "box", "grid", "gone", "tiles", "display", "under", "hall", "shown"),
    *("start", "done", "token", "shop", "slot", "mission"),
)
_CARD = r"[0-9]+[rygbw]+\+?"
_DONE = "done"


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
        yield f"mission {name} {bench.mission} {_DONE if bench.achieved else bench.collected}".rstrip()


def place(position: Position, header: Header) -> None:
    """Puts the position lines of `header` on the table; raises HeaderError naming the line."""
    reader = _Reader(position, header)
    position_lines.read(header, {word: getattr(reader, f"read_{word}") for word in WORDS})
    reader.finish()


class _Reader:
    """Puts the lines together, then checks the position as a whole (rulings 23 and 24)."""

    def __init__(self, position: Position, header: Header) -> None:
        self.position = position
        self.header = header
        self.first = header.first
        self.cards: list[str] = []  # all that are named
        # With nothing on the table but a number the cards are still to be dealt.
        position.dealt = any(line.split(" ")[0].casefold() not in ("turn", "round") for line in header.position)
        if position.dealt:
            position.hall = (0, 0)
            position.box = ()

    def _card(self, text: str) -> str:
        card = read_card(text)
        if card not in self.position.facts.printed:
            raise HeaderError(f"there is no card `{text}`")
        self.cards.append(card)
        return card

    def _all_cards(self, words: list[str], form: str) -> list[str]:
        if not words:
            raise HeaderError(f"it should read `{form}`")
        return [self._card(word) for word in words]

    def read_turn(self, words: list[str]) -> None:
        self.position.turn = number(counted(words, "turn 46", 1)[0], 1, MOST)

    def read_round(self, words: list[str]) -> None:
        if len(words) < 2:
            raise HeaderError("it should read `round NUMBER NAME`")
        most = self.position.facts.rounds if self.position.solo else MOST
        self.position.round = number(words[0], 1, most)
        self.first = self.header.index(" ".join(words[1:]))

    def read_box(self, words: list[str]) -> None:
        self.position.box = tuple(self._all_cards(words, "box CARD CARD"))
        if Counter(self.position.box) - Counter(self.position.facts.start):
            raise HeaderError("only starting cards are in the box")

    def read_grid(self, words: list[str]) -> None:
        tiles = "".join(words).lower()
        if self.position.solo or not re.fullmatch(f"[{self.position.facts.colours}{DOWN}]*", tiles):
            raise HeaderError(f"a grid has the tiles {' '.join(self.position.facts.colours)}, x for one that was taken")
        if [len(word) for word in words] != [len(FILES)] * len(RANKS):
            raise HeaderError(f"the grid has {len(RANKS)} rows of {len(FILES)}, the highest first")
        for colour, there in Counter(tiles.replace(DOWN, "")).items():
            if there > self.position.facts.each:
                raise HeaderError(f"there are {self.position.facts.each} large tiles of a colour, not {there} {colour}")
        self.position.grid = tiles

    def _revealed(self, words: list[str], form: str) -> str:
        tiles = "".join(words).lower()
        size = self.position.facts.reveals
        if not self.position.solo or not re.fullmatch(f"[{self.position.facts.colours}]+", tiles) or len(tiles) % size:
            raise HeaderError(f"it should read `{form}`, {size} for each turn of a solo game")
        return tiles

    def read_gone(self, words: list[str]) -> None:
        self.position.gone = self._revealed(words, "gone TILES")
        if len(self.position.gone) >= len(self.position.grid):
            raise HeaderError("when all tiles are revealed the round is over")

    def read_tiles(self, words: list[str]) -> None:
        self.position.tiles = self._revealed(words, "tiles TILES")
        if len(self.position.tiles) != self.position.facts.reveals:
            raise HeaderError(f"{self.position.facts.reveals} tiles are revealed in a turn")

    def read_display(self, words: list[str]) -> None:
        places = len(self.position.display)
        if len(words) != places:
            raise HeaderError(f"the display has {places} places, x for an empty one")
        self.position.display = [DOWN if word.casefold() == DOWN else self._card(word) for word in words]

    def read_under(self, words: list[str]) -> None:
        self.position.under = self._all_cards(words, "under CARD CARD")

    def read_hall(self, words: list[str]) -> None:
        players = str(len(self.header.players))
        found = re.fullmatch(r"([0-9]{1,5}),([0-9]{1,5})", " ".join(words))
        if not found:
            raise HeaderError("it should read `hall VIOLET,ONES`")
        violet = number(found[1], 0, self.position.facts.violet[players])
        self.position.hall = violet, number(found[2], 0, self.position.facts.ones[players])

    def read_shown(self, words: list[str]) -> None:
        self.position.shown = [self._mission(word, DOWN) for word in words]
        left = [word for word in self.position.shown if word != DOWN]
        shown = len(self.header.players) + self.position.facts.more_missions
        if len(words) != shown or len(set(left)) != len(left):
            raise HeaderError(f"{shown} different missions are shown, x for one that was taken")

    def _mission(self, text: str, *more: str) -> str:
        if text.casefold() not in (*MISSIONS, *more):
            raise HeaderError(f"there is no mission `{text}`: {' '.join(MISSIONS)}")
        if "missions" not in self.position.options:
            raise HeaderError("this game is played without missions")
        return text.casefold()

    def _bench(self, words: list[str], rest: str, form: str) -> tuple[int, Bench, list[str]]:
        player, behind = whose(self.header, words, rest, form)
        return player, self.position.benches[player], behind

    def read_start(self, words: list[str]) -> int:
        player, bench, (card,) = self._bench(words, _CARD, "start NAME CARD")
        bench.start = self._card(card)
        if bench.start not in self.position.facts.start:
            raise HeaderError(f"`{card}` is no starting card")
        return player

    def read_done(self, words: list[str]) -> int:
        player, bench, (cards,) = self._bench(words, rf"{_CARD}(?:,{_CARD})*", "done NAME CARD,CARD")
        bench.done = [self._card(card) for card in cards.split(",")]
        return player

    def read_token(self, words: list[str]) -> int:
        player, bench, (points,) = self._bench(words, "[0-9]+", "token NAME POINTS")
        bench.tokens = number(points, 0, MOST)
        return player

    def read_shop(self, words: list[str]) -> tuple[int, int]:
        facts = self.position.facts
        letters = facts.colours + facts.wild
        player, bench, (which, tiles) = self._bench(words, f"[0-9]+ [{letters}]+", "shop NAME NUMBER TILES")
        shop = number(which, 1, len(bench.shops)) - 1
        heap = sort(tiles)
        if len(heap) > facts.workshops[shop].holds:
            raise HeaderError(f"workshop {which} holds {facts.workshops[shop].holds} tiles")
        if shop == facts.hall and facts.wild in heap:
            raise HeaderError(f"no {facts.words[facts.wild]} tile stays in workshop {which}")
        bench.shops[shop] = heap
        return player, shop

    def read_slot(self, words: list[str]) -> tuple[int, int]:
        facts = self.position.facts
        player, bench, behind = self._bench(
            words, rf"[0-9]+ {_CARD}(?: [{facts.colours}]+)?", "slot NAME NUMBER CARD TILES"
        )
        slot = number(behind[0], 1, facts.slots) - 1
        card, heap = self._card(behind[1]), sort("".join(behind[2:]))
        if not fits(facts.printed[card].tiles, heap):
            raise HeaderError(f"{card} has no space for {heap}")
        if not facts.spaces(card, heap):
            raise HeaderError(f"{card} has all its tiles: a completed card does not stay in its slot")
        bench.slots[slot], bench.on[slot] = card, heap
        return player, slot

    def read_mission(self, words: list[str]) -> int:
        facts = self.position.facts
        rest = rf"(?:{'|'.join(MISSIONS)})(?: [a-z]+)?"
        player, bench, behind = self._bench(words, rest, f"mission NAME WORD, one of {' '.join(MISSIONS)}")
        bench.mission = self._mission(behind[0])
        more = behind[1].casefold() if len(behind) > 1 else ""
        if bench.mission in ("first", "double") and more in ("", _DONE):
            bench.achieved = bool(more)
        elif (
            bench.mission in ("fragments", "takes") and len(set(more)) == len(more) and set(more) <= set(facts.colours)
        ):
            bench.collected = sort(more)
        elif bench.mission == "violet" and set(more) <= {facts.wild}:
            bench.collected = more
        elif more:
            raise HeaderError(f"`{more}` cannot lie on the mission {bench.mission}")
        return player

    # The position as a whole

    def finish(self) -> None:
        position = self.position
        position.round_first = self.first
        position.first = (self.first - (position.round - 1)) % len(position.names)
        if position.dealt:
            self._check_cards()
        elif (position.turn, position.round) != (1, 1):
            raise HeaderError("only in turn 1 of round 1 nothing is dealt yet")
        self._check_tiles()
        self._check_missions()
        for player, bench in enumerate(position.benches):
            if bench.start and all(bench.slots):
                raise HeaderError(f"{position.names[player]} has no slot for the starting card")
            position.mover = player
            must = position.must_activate()
            if must:
                raise HeaderError(
                    f"workshop {must[0] + 1} of {position.names[player]} would be due: it was activated at once"
                )
        position.mover = self.header.first
        if position.drafting:
            self._check_draft()

    def _check_draft(self) -> None:
        """Who drafts next: before anybody has, the line `first` may also name the first player of the game."""
        position = self.position
        order = position.draft_order()
        have = [player for player in order if position.benches[player].mission]
        if have != order[: len(have)]:
            raise HeaderError("missions are drafted from the right of the first player on, who is last")
        if not have and position.mover == position.round_first:
            position.mover = order[0]
        if position.mover != order[len(have)]:
            raise HeaderError(f"{position.names[order[len(have)]]} drafts a mission now: name that player in `first`")

    def _check_cards(self) -> None:
        position = self.position
        everything = Counter(position.facts.full_deck(position.options)) + Counter(position.facts.start)
        too_many = Counter(self.cards) - everything
        if too_many:
            raise HeaderError(
                f"there is no more than {everything[next(iter(too_many))]} of card {next(iter(too_many))}"
            )
        starting = Counter([*position.box, *(bench.start for bench in position.benches if bench.start)])
        for card in starting - Counter(position.facts.start):
            raise HeaderError(f"there is only one starting card {card}")
        left = everything - Counter(self.cards)
        position.deck = sorted(left.elements(), key=position.facts.rank.__getitem__)

    def _check_tiles(self) -> None:
        position = self.position
        up = len(position.grid) - position.grid.count(DOWN)
        if 0 < up < position.facts.least:
            raise HeaderError(f"with fewer than {position.facts.least} tiles face up the round is over")
        revealed = Counter(position.gone + position.tiles)
        if any(there > position.facts.each for there in revealed.values()):
            raise HeaderError(f"there are {position.facts.each} large tiles of each colour")
        if position.solo and len(position.gone) + len(position.tiles) > len(position.grid):
            raise HeaderError(f"there are {len(position.grid)} large tiles in all")

    def _check_missions(self) -> None:
        position = self.position
        taken = [bench.mission for bench in position.benches if bench.mission]
        if len(set(taken)) != len(taken) or set(taken) & set(position.shown):
            raise HeaderError("a mission is there only once")
        if position.shown and position.shown.count(DOWN) != len(taken):
            raise HeaderError("each mission that was taken from those shown is a player's")
        if "missions" in position.options and not position.shown and 0 < len(taken) < len(position.names):
            without = next(
                name for name, bench in zip(position.names, position.benches, strict=True) if not bench.mission
            )
            raise HeaderError(f"{without} has no mission")

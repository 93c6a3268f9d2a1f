"""Majolica drawn as text, and read back."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from pbem.board import fold, plural, row, token
from pbem.errors import HeaderError, all_of
from pbem.game import NOBODY, Paint, Step, View
from pbem.rules.majolica.facts import Facts, Workshop
from pbem.rules.majolica.grid import DOWN, FILES, RANKS, border
from pbem.rules.majolica.moves import Card, One, Run
from pbem.rules.majolica.notation import MISSIONS
from pbem.rules.majolica.position import Bench, Position, Waits
from pbem.rules.majolica.score import accomplished, pairs, points

_ROW = r"([0-9])((?: +\S{3})+)"
_TILE = r"[-=]([rygbx])[-=]"

_TILES = (
    "Tiles are r red, y yellow, g green, b blue, v violet (any colour in a",
    "workshop, never on a card). A card is its points, the tiles it asks for",
    "(w: any colour but violet), and + if it gives a bonus tile.",
)
_TAKE = (
    "Take a whole run of the border, from end to end, into one workshop; or",
    "one tile of the border, as CELL:SHOP, and with a slash before or behind",
    "it either card PLACE-SLOT, or swap FROM-TO for each card that moves,",
    "with commas between (swap alone moves nothing).",
)
_TAKE_SOLO = (
    "Take all tiles into one workshop; or one, as COLOUR:SHOP, and with a",
    "slash before or behind it either card PLACE-SLOT, or swap FROM-TO for",
    "each card that moves, with commas between (swap alone moves nothing).",
)
_TAKE_FOUR = ("For your mission: m and a colour behind a take of four sets that tile", "aside.")
_ACTIVATE = (
    "If then a workshop is full with its pattern and its card needs one of",
    "its tiles, it is activated: SHOP:TILES names those that go to the card",
    "(in the last workshop: to the Town Hall), then f and what breaks.",
    "SHOP is a workshop's number. Where too many tiles arrive, x and letters",
    "behind the step say which are thrown away.",
    "A bonus tile is + COLOUR:SHOP, or +0 as the last step for none. With x",
    "before SHOP:TILES, as a step of its own, tiles are thrown away at will.",
)
_DUE: dict[Waits, str] = {
    "start": "starting cards",
    "grid": "the tiles of the grid",
    "cards": "cards for the display",
    "missions": "missions",
    "tiles": "the tiles of this turn",
}
_MISSIONS = {
    "five": "complete {cards} cards",
    "fragments": "break tiles of all four colours",
    "fours": "complete {cards} cards worth {worth}",
    "takes": "set aside all four colours from takes of {run}",
    "violet": "get {tiles} violet tiles",
    "ladder": "complete cards worth {worth}",
    "first": "be the first with {cards} cards",
    "double": "complete {cards} cards in one turn",
}
DISPLAY = "Cards on display, by place: {cards}"
NO_CARDS = "none"
TO_BE_DRAFTED = "Missions to draft, by place:"
TO_DRAFT = "place {place}: {mission}"
POINTS_ONE, POINTS = "{name}: {n} point", "{name}: {n} points"
DONE_CARDS = ", cards {cards}"
TOKENS = ", tokens {points}"
START = ", starting card {card} still to be placed"
MISSION = ", mission {mission}"
ACHIEVED = ", done (counted at the end)"
COLLECTED = ", so far {tiles}"
FIRST = "; first of this round"
SHOP = "workshop {shop}, {pattern}, {sends}: {tiles}, room for {room}; "
NO_TILES = "empty"
CARD = "card {card}{has}, needs {needs}"
HAS = " has {tiles}"
HALL = "Town Hall: {violet} violet, {ones} of one point."
UNDER = "; under it: {cards}."
ROUND = (
    " Round {round} ends when fewer than {least} tiles lie open; if then somebody has {end} completed cards, the game "
    "is over."
)
SOLO_ROUND = " Round {round} of {rounds}; revealed before: {tiles}."
NOT_REVEALED = "none"
_BLOOM_ONE = "Bloom: {n} point for all workshops activated in one turn."
_BLOOM = "Bloom: {n} points for all workshops activated in one turn."
_INVENTED = "The points of missions are reconstructed: the rule book gives none."
_RULES = """
MAJOLICA: HOW MOVES ARE WRITTEN
[ ] may be left out; / between the steps of a turn, as they happen

turn   [TURN] [NAME:] STEPS [=POINTS] [; REMARK]
                          as 7 Ana: a1-a3:2 xr / 2:gg / 3:r fy =3
run    CELL-CELL:SHOP        a1-a4:2       a whole run of the border
one    CELL:SHOP             b4:1          and card or swap, / between
card   card PLACE-SLOT       card 3-1      from the display
swap   swap FROM-TO,...      swap 1-3,3-1  bare swap moves none
solo   all:SHOP              all:2         or one: g:2 / swap
shop   SHOP:TILES [fTILE]    2:gg, 3:r fy  activated: tiles to its
                                           card, the tile broken
hall   {hall}:TILE                {hall}:g           to the Town Hall
x      xTILES                a1-a3:2 xrr   thrown away where tiles
                                           arrive; left out if only
                                           one way fits
       xSHOP:TILES           x3:rg         thrown away at will
bonus  +COLOUR:SHOP          +b:1          or +0, the last step: none
start  start SLOT            start 2       first step of your first turn
draft  mission PLACE         mission 3
m      mCOLOUR               a1-a4:2 mg    to the mission takes
draw   draw start Ana 3ryg, Bob 3ryb       draw cards 3ryg 4rrrg+
       draw grid rygb brgy ybgr gryb       draw tiles rggb
       draw missions five violet first     (the grid from row 4 down)

Capitals and blanks never matter; any kind of dash will do.

Tiles are r y g b, and v violet: any colour in a workshop, never on a
card. A card is its points, its tiles (w: any) and + for a bonus tile.
A workshop that is full with its pattern ({patterns})
must be activated at once if its card needs one of its tiles; what is
left goes to the next workshop, from the last one to the first.
"""


class MajolicaPaint(Paint):
    """See pbem.game.Paint."""

    drawn = ("grid", "tiles")
    colours = {"r": "red", "y": "bright_yellow", "g": "green", "b": "bright_blue", DOWN: "bright_black"}

    def colour(self, cell: str) -> str | int:
        """That of the tile."""
        return self.colours.get(cell[1:2], "")

    def board(self, view: View) -> list[str]:
        """The grid, row 4 on top; in a solo game the tiles of the turn."""
        position: Position = view.state
        if position.solo:
            return [row("=", [token(tile) for tile in position.tiles or DOWN * position.facts.reveals])]
        edge = set(border(position.grid, position.facts.run).cells)
        files = row("x", [token(file) for file in FILES])
        lines = [files]
        for index, rank in enumerate(RANKS):
            cells = range(len(FILES) * index, len(FILES) * (index + 1))
            lines.append(row(rank, [_cell(position.grid[cell], cell in edge) for cell in cells]))
        return [*lines, files]

    def read(self, rules: Any, lines: Sequence[str]) -> list[str]:
        """The position line `grid` or (solo) `tiles` of a drawn board; raises HeaderError for a row of another kind."""
        found: dict[str, str] = {}
        for line in lines:
            if line.startswith("= "):
                drawn = [re.fullmatch(_TILE, word.lower()) for word in line.split()[1:]]
                if not all(drawn):
                    raise HeaderError(f"revealed tiles are drawn such as -r-, not so: `{line.strip()}`")
                revealed = "".join(tile[1] for tile in drawn if tile)
                return [] if DOWN in revealed else [f"tiles {revealed}"]
            match = re.fullmatch(_ROW, line.strip())
            if not match:
                continue
            drawn = [re.fullmatch(_TILE, word.lower()) for word in match[2].split()]
            if match[1] in found:
                raise HeaderError(f"row {match[1]} of the board is drawn twice: `{line.strip()}`")
            if match[1] not in RANKS or len(drawn) != len(FILES) or not all(drawn):
                raise HeaderError(
                    f"the grid has rows 4 to 1 with four tiles such as =r=, this is none: `{line.strip()}`"
                )
            found[match[1]] = "".join(tile[1] for tile in drawn if tile)
        if not found:
            return []
        missing = [rank for rank in RANKS if rank not in found]
        if missing:
            raise HeaderError(f"row {missing[0]} of the board is missing")
        if all(set(tiles) == {DOWN} for tiles in found.values()):
            return []
        return ["grid " + " ".join(found[rank] for rank in RANKS)]

    def legend(self, view: View) -> Sequence[str]:
        """What the signs on the board mean."""
        if view.state.solo:
            return ("Tiles revealed in this turn; x is not revealed yet.", *_TILES)
        return ("Tiles drawn as =r= lie on the border; x was taken, or is not dealt yet.", *_TILES)

    def report(self, view: View) -> list[str]:
        """Everything beside the board: cards on display, the players' boards, Town Hall, deck."""
        position: Position = view.state
        lines = [TO_BE_DRAFTED, *to_draft(position)] if position.shown else []
        if position.actor != NOBODY and position.dealt:
            lines += fold(display(position))
        lines += self.benches(view)
        return lines + [line for sentence in table(position, view.names) for line in fold(sentence)]

    def means(self, view: View, step: Step) -> str:
        """Which tiles a step takes, which card it places."""
        at: Position = view.state
        if isinstance(step, Run):
            cells = border(at.grid, at.facts.run).runs[step.cells] if step.cells else ()
            return f"takes {''.join(at.grid[cell] for cell in cells) or at.tiles}"
        if isinstance(step, One):
            return f"takes {at.grid[step.tile] if isinstance(step.tile, int) else step.tile}"
        return f"card {at.display[step.place]}" if isinstance(step, Card) else ""

    def benches(self, view: View) -> list[str]:
        """What lies before each player, from the one to move on."""
        position: Position = view.state
        lines = []
        for player in position.clockwise():
            lines += fold(heading(position, view.names, player))
            lines += _folded(tuple(workshops(position, position.benches[player])))
        return lines

    def template(self, view: View) -> str:
        """A move with words for its parts."""
        position: Position = view.state
        if position.drafting:
            return "mission PLACE"
        taking = "all:SHOP" if position.solo else "CELL-CELL:SHOP"
        return f"start SLOT / {taking}" if position.bench.start else taking

    def how_to_answer(self, view: View) -> list[str]:
        """How a move is written, in words that are no move."""
        position: Position = view.state
        if position.drafting:
            return ["Choose one of the missions by its place."]
        lines = []
        if position.bench.start:
            lines.append(f"First place your starting card: the word start and a slot, 1 to {position.facts.slots}.")
        lines += _TAKE_SOLO if position.solo else _TAKE
        if position.bench.mission == "takes":
            lines += _TAKE_FOUR
        return [*lines, *_ACTIVATE]

    def due(self, view: View) -> str:
        """What chance is asked for, in words."""
        return _DUE[view.state.waits]

    def how_to_draw(self, view: View) -> list[str]:
        """How the result of chance that is due is written, in words that are none."""
        position: Position = view.state
        facts = position.facts
        if position.waits == "start":
            line = "draw start " + ", ".join(f"{name} CARD" for name in position.names)
            return [*fold(line), *fold(f"out of {' '.join(facts.start)}")]
        if position.waits == "grid":
            return ["draw grid ROW ROW ROW ROW", "each of four letters r y g b, the highest row first."]
        if position.waits == "cards":
            places = min(position.display.count(DOWN), len(position.deck) + len(position.under))
            lines = [f"draw cards {' '.join(['CARD'] * places)}", *fold(f"out of {' '.join(position.deck)}")]
            if places > len(position.deck):
                lines += fold(f"When the deck is used up: {' '.join(position.under)}, in this order.")
            return lines
        if position.waits == "missions":
            shown = len(position.names) + facts.more_missions
            missions = ", ".join(mission(position, word) for word in MISSIONS)
            return [f"draw missions {' '.join(['WORD'] * shown)}", *fold(f"out of {missions}")]
        return ["draw tiles TILES", f"{facts.reveals} letters r y g b, in the order revealed."]

    def rules_text(self, rules: Any) -> str:
        """The notation on one screen."""
        patterns = ", ".join(shop.shown for shop in rules.facts.workshops)
        return _RULES.strip("\n").format(patterns=patterns, hall=rules.facts.hall + 1)


def _cell(tile: str, on_edge: bool) -> str:
    return f"={tile}=" if on_edge else token(tile)


def to_draft(position: Position) -> list[str]:
    """The missions that can still be taken."""
    return [
        TO_DRAFT.format(place=place, mission=mission(position, word))
        for place, word in enumerate(position.shown, 1)
        if word != DOWN
    ]


def display(position: Position) -> str:
    """The cards on display."""
    cards = [f"{place}:{card}" for place, card in enumerate(position.display, 1) if card != DOWN]
    return DISPLAY.format(cards=" ".join(cards) or NO_CARDS)


def table(position: Position, names: Sequence[str]) -> list[str]:
    """What lies before nobody, and what is to be known of this game, in sentences."""
    violet, ones = position.hall
    told = [f"{HALL.format(violet=violet, ones=ones)} {_stock(position)}", *_tie(position, names)]
    if "missions" in position.options and position.facts.invented_missions:
        told.append(_INVENTED)
    if "bloom" in position.options:
        told.append(plural(position.facts.bloom, _BLOOM_ONE, _BLOOM))
    return told


def _stock(position: Position) -> str:
    text = plural(len(position.deck), "Deck: {n} card", "Deck: {n} cards")
    text += UNDER.format(cards=" ".join(position.under)) if position.under else "."
    if position.actor == NOBODY:
        return text
    if position.solo:
        revealed = position.gone or NOT_REVEALED
        return text + SOLO_ROUND.format(round=position.round, rounds=position.facts.rounds, tiles=revealed)
    return text + ROUND.format(round=position.round, least=position.facts.least, end=position.facts.end)


def heading(position: Position, names: Sequence[str], player: int) -> str:
    """A player's points, cards, tokens and mission."""
    bench = position.benches[player]
    text = plural(points(position, player), POINTS_ONE, POINTS, name=names[player])
    if bench.done:
        text += DONE_CARDS.format(cards=" ".join(bench.done))
    if bench.tokens:
        text += TOKENS.format(points=bench.tokens)
    if position.actor == NOBODY:
        text += f", pairs {pairs(position.facts, bench)}"
    if bench.start:
        text += START.format(card=bench.start)
    if bench.mission:
        text += MISSION.format(mission=mission(position, bench.mission)) + _progress(position, names, player)
    first = player == position.round_first and not position.solo and position.actor != NOBODY
    return text + (FIRST if first else "")


def _progress(position: Position, names: Sequence[str], player: int) -> str:
    """How far a mission is, or who has made it impossible."""
    bench = position.benches[player]
    if accomplished(position.facts, bench):
        return ", done" if position.actor == NOBODY else ACHIEVED
    if bench.mission == "first":
        return _lost(position, names, player)
    return COLLECTED.format(tiles=bench.collected) if bench.collected else ""


def _lost(position: Position, names: Sequence[str], player: int) -> str:
    """Whether somebody has as many cards as the mission first wants of its owner before all others (ruling 25)."""
    enough = position.facts.missions["first"]["cards"]
    if len(position.benches[player].done) >= enough:
        return ", lost"
    faster = [names[seat] for seat, bench in enumerate(position.benches) if len(bench.done) >= enough]
    return f", lost to {all_of(faster)}" if faster else ""


def _tie(position: Position, names: Sequence[str]) -> list[str]:
    """Who wins among equals, where it may come to that: the later in the order of the first round (ruling 18)."""
    players = len(names)
    scores = [points(position, player) for player in range(players)]
    matters = scores.count(max(scores)) > 1 if position.actor == NOBODY else position.round > 1
    if players == 1 or not matters:
        return []
    order = ", ".join(names[(position.first + step) % players] for step in range(players))
    return [f"Of equal points the later in the order of round 1 wins: {order}."]


def workshops(position: Position, bench: Bench) -> list[str]:
    """A line for each workshop: its pattern, its tiles, the card above it."""
    all_of_it = zip_longest(bench.shops, bench.slots, bench.on, fillvalue="")  # above the Town Hall is nothing
    return [_workshop(position.facts, shop, *what) for shop, what in enumerate(all_of_it)]


@lru_cache(1 << 10)  # a turn changes one or two
def _workshop(facts: Facts, shop: int, heap: str, card: str, on: str) -> str:
    workshop = facts.workshops[shop]
    said = {"pattern": workshop.shown, "sends": sends(workshop), "tiles": heap or NO_TILES}
    text = SHOP.format(shop=shop + 1, room=workshop.holds - len(heap), **said)
    if shop == facts.hall:
        return text + "Town Hall"
    return text + (card_above(facts, card, on) if card else "no card")


@lru_cache(1 << 10)
def _folded(sentences: tuple[str, ...]) -> list[str]:
    return [line for sentence in sentences for line in fold(sentence)]


def card_above(facts: Facts, card: str, on: str) -> str:
    """A card above a workshop: the tiles on it, and those it still asks for."""
    return CARD.format(card=card, has=HAS.format(tiles=on) if on else "", needs=facts.spaces(card, on))


def sends(workshop: Workshop) -> str:
    """ "sends 1 to 2 on", "sends 1 on, breaks 1"."""
    most = workshop.must + workshop.may
    sends = f"sends {workshop.must} to {most}" if workshop.may else f"sends {workshop.must}"
    return f"{sends}, breaks {workshop.breaks}" if workshop.breaks else sends


def mission(position: Position, word: str) -> str:
    """What a mission asks for, in words, and its points."""
    facts = position.facts.missions[word]
    asks = _MISSIONS[word].format(**_shown(facts))
    return plural(facts["points"], "{word} ({asks}; {n} point)", "{word} ({asks}; {n} points)", word=word, asks=asks)


def _shown(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: ", ".join(map(str, value)) if isinstance(value, list) else value for key, value in facts.items()}


PAINT = MajolicaPaint()

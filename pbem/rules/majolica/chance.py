"""What is dealt in Majolica: when, how, and whether a deal that people wrote down can be."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from pbem.game import CHANCE, NOBODY, Choose, Illegal, Step
from pbem.rules.majolica.grid import DOWN, FILES, RANKS
from pbem.rules.majolica.moves import DealCards, DealGrid, DealMissions, DealStart, DealTiles
from pbem.rules.majolica.position import Position, Waits


def due(position: Position) -> Waits:
    """The result of chance that is due, "" for none: in the order of the notation."""
    if not position.dealt:
        return "start"
    fresh = not (position.gone or position.tiles) if position.solo else DOWN not in position.grid
    if not position.solo and position.grid.count(DOWN) == len(position.grid):
        return "grid"
    if fresh and DOWN in position.display and (position.deck or position.under):
        return "cards"
    if position.drafting:
        return "" if position.shown else "missions"
    return "tiles" if position.solo and not position.tiles else ""


# Dealing


def deal(position: Position, choose: Choose) -> Step:
    """The result that is due; each event an index into what is left, in the order of the table."""
    if position.waits == "start":
        cards = _draw(position, "start", position.facts.start[:], len(position.names), choose)
        return DealStart(tuple(zip(position.names, cards, strict=True)))
    if position.waits == "grid":
        tiles = list(_all_tiles(position))
        return DealGrid("".join(_draw(position, "tile", tiles, len(tiles), choose)))
    if position.waits == "cards":
        places = position.display.count(DOWN)
        known = position.under[: max(0, places - len(position.deck))]
        drawn = _draw(position, "card", position.deck[:], min(places, len(position.deck)), choose)
        return DealCards((*drawn, *known))
    if position.waits == "missions":
        words = list(position.facts.missions)
        shown = len(position.names) + position.facts.more_missions
        return DealMissions(tuple(_draw(position, "mission", words, shown, choose)))
    return DealTiles("".join(_draw(position, "tile", list(_hidden(position)), position.facts.reveals, choose)))


def _draw(position: Position, purpose: str, left: list[str], number: int, choose: Choose) -> list[str]:
    first = position.events
    return [left.pop(choose(purpose, first + index, len(left))) for index in range(number)]


def _all_tiles(position: Position) -> str:
    return "".join(colour * position.facts.each for colour in position.facts.colours)


def _hidden(position: Position) -> str:
    """Solo: the tiles not revealed in this round."""
    gone = Counter(position.gone)
    return "".join(colour * (position.facts.each - gone[colour]) for colour in position.facts.colours)


# Checking and applying


def apply(position: Position, result: Step) -> None:
    """Put a result on the table; raises Illegal and leaves the position as it was. Who acts next is for rounds.py."""
    kind, play = RESULTS[type(result)]
    if position.actor != CHANCE:
        raise Illegal("over" if position.actor == NOBODY else "draw-not-due")
    if kind != position.waits:
        raise Illegal("draw-other", waits=position.waits)
    position.events += play(position, result)


def _start(position: Position, result: DealStart) -> int:
    if tuple(name for name, _ in result.cards) != position.names:
        raise Illegal("start-names", names=position.names)
    box = position.facts.start[:]
    for _, card in result.cards:
        _take(box, card, "start-card")
    position.box, position.dealt = tuple(box), True
    for player, (_, card) in enumerate(result.cards):
        position.benches[player] = position.benches[player].duplicate()
        position.benches[player].start = card
    return len(result.cards)


def _take(left: list[str], card: str, reason: str) -> None:
    if card not in left:
        close = [other for other in left if other.rstrip("+") == card.rstrip("+")]
        raise Illegal(reason, card=card, close=close)
    left.remove(card)


def _grid(position: Position, result: DealGrid) -> int:
    if sorted(result.tiles) != sorted(_all_tiles(position)):
        raise Illegal(
            "grid-tiles", each=position.facts.each, colours=position.facts.colours, rows=len(RANKS), files=len(FILES)
        )
    position.grid = result.tiles
    return len(result.tiles)


def _cards(position: Position, result: DealCards) -> int:
    deck, under = position.deck[:], position.under[:]
    places = [place for place, card in enumerate(position.display) if card == DOWN]
    due_now = min(len(places), len(deck) + len(under))
    if len(result.cards) != due_now:
        raise Illegal("cards-number", due=due_now, given=len(result.cards))
    events = min(due_now, len(deck))
    for card in result.cards[:events]:
        _take(deck, card, "not-in-deck")
    for card in result.cards[events:]:
        if card != under[0]:
            raise Illegal("under-order", card=card, expected=under[0])
        under.pop(0)
    position.deck, position.under = deck, under
    for place, card in zip(places, result.cards, strict=False):
        position.display[place] = card
    return events


def _missions(position: Position, result: DealMissions) -> int:
    words = result.words
    shown = len(position.names) + position.facts.more_missions
    if len(words) != shown or len(position.facts.missions.keys() & set(words)) != shown:
        raise Illegal("missions-number", shown=shown)
    position.shown = list(words)
    return shown


def _tiles(position: Position, result: DealTiles) -> int:
    if len(result.tiles) != position.facts.reveals:
        raise Illegal("tiles-number", reveals=position.facts.reveals)
    if Counter(result.tiles) - Counter(_hidden(position)):
        raise Illegal("tiles-hidden", tiles=_hidden(position))
    position.tiles = result.tiles
    return len(result.tiles)


RESULTS: dict[type, tuple[Waits, Callable[[Position, Any], int]]] = {
    DealStart: ("start", _start),
    DealGrid: ("grid", _grid),
    DealCards: ("cards", _cards),
    DealMissions: ("missions", _missions),
    DealTiles: ("tiles", _tiles),
}
"""By type of a result: when it is due, what it does; how many events it took."""

"""What is dealt in Majolica: when, how, and whether a deal that people wrote down can be."""

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pbem.game import CHANCE, NOBODY, Choose, Illegal, Step
from pbem.rules.majolica.facts import DOWN
from pbem.rules.majolica.moves import DealCards, DealGrid, DealMissions, DealStart, DealTiles
from pbem.rules.majolica.notation import FILES, RANKS

if TYPE_CHECKING:
    from pbem.rules.majolica.state import State

START, GRID, CARDS, MISSIONS, TILES = "start", "grid", "cards", "missions", "tiles"


def due(state: "State") -> str:
    """The result of chance that is due, "" for none: in the order of the notation."""
    if not state.dealt:
        return START
    fresh = not (state.gone or state.tiles) if state.solo else DOWN not in state.grid
    if not state.solo and state.grid.count(DOWN) == len(state.grid):
        return GRID
    if fresh and DOWN in state.display and (state.deck or state.under):
        return CARDS
    if state.drafting:
        return "" if state.shown else MISSIONS
    return TILES if state.solo and not state.tiles else ""


# Dealing


def deal(state: "State", choose: Choose) -> Step:
    """The result that is due; each event an index into what is left, in the order of the table."""
    if state.waits == START:
        cards = _draw(state, "start", state.facts.start[:], len(state.names), choose)
        return DealStart(tuple(zip(state.names, cards, strict=True)))
    if state.waits == GRID:
        tiles = list(_all_tiles(state))
        return DealGrid("".join(_draw(state, "tile", tiles, len(tiles), choose)))
    if state.waits == CARDS:
        places = state.display.count(DOWN)
        known = state.under[: max(0, places - len(state.deck))]
        drawn = _draw(state, "card", state.deck[:], min(places, len(state.deck)), choose)
        return DealCards((*drawn, *known))
    if state.waits == MISSIONS:
        words = list(state.facts.missions)
        shown = len(state.names) + state.facts.more_missions
        return DealMissions(tuple(_draw(state, "mission", words, shown, choose)))
    return DealTiles("".join(_draw(state, "tile", list(_hidden(state)), state.facts.reveals, choose)))


def _draw(state: "State", purpose: str, left: list[str], number: int, choose: Choose) -> list[str]:
    first = state.events
    return [left.pop(choose(purpose, first + index, len(left))) for index in range(number)]


def _all_tiles(state: "State") -> str:
    return "".join(colour * state.facts.each for colour in state.facts.colours)


def _hidden(state: "State") -> str:
    """Solo: the tiles not revealed in this round."""
    gone = Counter(state.gone)
    return "".join(colour * (state.facts.each - gone[colour]) for colour in state.facts.colours)


# Checking and applying


def apply(state: "State", result: Step) -> None:
    """Put a result on the table; raises Illegal and leaves the state as it was."""
    kind, play = RESULTS[type(result)]
    if state.actor != CHANCE:
        raise Illegal("over" if state.actor == NOBODY else "draw-not-due")
    if kind != state.waits:
        raise Illegal("draw-other", waits=state.waits)
    state.events += play(state, result)
    state.settle()


def _start(state: "State", result: DealStart) -> int:
    if tuple(name for name, _ in result.cards) != state.names:
        raise Illegal("start-names", names=state.names)
    box = state.facts.start[:]
    for _, card in result.cards:
        _take(box, card, "start-card")
    state.box, state.dealt = box, True
    for player, (_, card) in enumerate(result.cards):
        state.benches[player] = state.benches[player].copy()
        state.benches[player].start = card
    return len(result.cards)


def _take(left: list[str], card: str, reason: str) -> None:
    if card not in left:
        raise Illegal(reason, card=card, left=left)
    left.remove(card)


def _grid(state: "State", result: DealGrid) -> int:
    if Counter(result.tiles) != Counter(_all_tiles(state)):
        raise Illegal(
            "grid-tiles", each=state.facts.each, colours=state.facts.colours, rows=len(RANKS), files=len(FILES)
        )
    state.grid = result.tiles
    return len(result.tiles)


def _cards(state: "State", result: DealCards) -> int:
    deck, under = state.deck[:], state.under[:]
    places = [place for place, card in enumerate(state.display) if card == DOWN]
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
    state.deck, state.under = deck, under
    for place, card in zip(places, result.cards, strict=False):
        state.display[place] = card
    return events


def _missions(state: "State", result: DealMissions) -> int:
    words = result.words
    shown = len(state.names) + state.facts.more_missions
    if len(words) != shown or len(set(words)) != shown:
        raise Illegal("missions-number", shown=shown)
    state.shown = list(words)
    return shown


def _tiles(state: "State", result: DealTiles) -> int:
    if len(result.tiles) != state.facts.reveals:
        raise Illegal("tiles-number", reveals=state.facts.reveals)
    if Counter(result.tiles) - Counter(_hidden(state)):
        raise Illegal("tiles-hidden", tiles=_hidden(state))
    state.tiles = result.tiles
    return len(result.tiles)


RESULTS: dict[type, tuple[str, Callable[["State", Any], int]]] = {
    DealStart: (START, _start),
    DealGrid: (GRID, _grid),
    DealCards: (CARDS, _cards),
    DealMissions: (MISSIONS, _missions),
    DealTiles: (TILES, _tiles),
}
"""By type of a result: when it is due, what it does; how many events it took."""

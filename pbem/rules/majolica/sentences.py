"""One sentence for every reason for which Majolica refuses a step."""

from collections.abc import Callable
from typing import Any

from pbem.rules.majolica.grid import cell_name

REASONS: dict[str, str] = {
    "over": "the game is over",
    "draw-due": "a draw is due first",
    "draw-not-due": "no draw is due now",
    "draw-other": "`draw {waits}` is due",
    "draft-due": "missions are drafted first: mission and its place",
    "draft-place": "there is no mission at place {place}",
    "no-draft": "no missions are drafted now",
    "no-step": "that is no step of a turn",
    "start-due": "the starting card {card} is placed first: start and a slot",
    "start-placed": "your starting card is placed already, or was never there",
    "slot-taken": "slot {slot} has a card already",
    "due": "workshop {shop} is complete and must be activated first",
    "no-shop": "there is no workshop {shop}: they are 1 to {shops}",
    "no-slot": "there is no card slot {slot}: they are 1 to {slots}",
    "no-place": "the display has no place {place}: they are 1 to {places}",
    "place-empty": "there is no card at place {place} of the display",
    "slot-empty": "there is no card in slot {slot}",
    "swap-twice": "a swap moves each card once, to another slot",
    "swap-onto": "slot {slot} would end up with two cards",
    "taken": "you have taken tiles in this turn already",
    "half-run": "with a card or a rearrangement goes one tile, not a run",
    "run-half": "what is taken whole goes without a card or a rearrangement",
    "half-twice": "a turn takes one card or rearranges once",
    "solo-only": "that is for the solo game: name cells of the grid",
    "no-grid": "the solo game has no grid: take all, or one tile by its colour",
    "down": "the tile on {cell} was taken already",
    "not-border": "{cell} is not on the border",
    "not-revealed": "no {colour} was revealed in this turn",
    "run-short": "a run has at least {run} tiles; one tile goes with a card or a rearrangement",
    "run-part": "a run is taken whole: {run}",
    "run-border": "that is no unbroken run of an outer row or column",
    "mark-mission": "a tile goes to a mission only if yours is `takes`",
    "mark-run": "a tile goes to the mission only when {run} are taken",
    "mark-colour": "{colour} is not among the tiles taken, or lies on the mission already",
    "excess": "workshop {shop} holds {holds} and would have {tiles}: name the {excess} too many, as x and tiles",
    "thrown-not-there": "{thrown} cannot be thrown away: workshop {shop} would have {tiles}",
    "nothing-arrives": "nothing arrives in workshop {shop}, so nothing is thrown away there",
    "not-met": "workshop {shop} is not complete, its pattern is {pattern}",
    "no-card": "workshop {shop} has no card above it, so it is not due",
    "no-space": "the card above workshop {shop} has no space for its tiles, so it is not due",
    "tiles-count": "of workshop {shop} at least {least} and at most {most} go to the card or the Town Hall",
    "tiles-not-there": "in workshop {shop} there is {tiles}",
    "tiles-space": "card {card} has no space for these: open is {spaces}",
    "wild": "a violet tile never goes to a card or to the Town Hall",
    "broken": "in workshop {shop} {able}",
    "no-right": "no bonus tile is due to you now",
    "bonus-wild": "the bonus tile is never violet",
    "right-open": "a bonus tile is still due: take it, as + colour : workshop, or decline with +0",
    "discard-not-there": "in workshop {shop} there is {tiles}",
    "nothing-taken": "a turn takes tiles: a run, or one tile with a card or a rearrangement",
    "half-missing": "with one tile goes a card, or a rearrangement (swap, which may move nothing)",
    "start-names": "a starting card for each of {names}, in this order",
    "start-card": "there is no starting card {card} left{close}",
    "grid-tiles": "the grid is written as {rows} rows of {files} tiles, {each} each of {colours}",
    "cards-number": "cards due for empty places: {due}, given: {given}",
    "not-in-deck": "there is no card {card} left in the deck{close}",
    "under-order": "the deck is empty, and the next card under it is {expected}, not {card}",
    "missions-number": "{shown} different missions are shown",
    "tiles-number": "{reveals} tiles are revealed",
    "tiles-hidden": "of the tiles still hidden there are only {tiles}",
}

PARTS = {
    "card": "card {card}",
    "hall": "token of the Town Hall",
    "bloom": "bloom",
    "pairs": "pairs on card {card}",
    "mission": "mission {mission}",
}
ENDINGS = {
    "cards": "The game ended with round {round}, in which somebody had {end} completed cards: {done}.",
    "rounds": "The game ended with round {round}, the last one.",
    "grid": "Left in the grid: {tiles}.",
}

_ABLE = "one of the tiles that remain is broken, never violet: f and one of `{able}`"

SHOWN: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(("shop", "slot", "place"), lambda index: index + 1),
    "cell": cell_name,
    "run": lambda run: "-".join(map(cell_name, run)) if isinstance(run, tuple) else run,
    "names": ", ".join,
    "tiles": lambda tiles: tiles or "nothing",
    "close": lambda cards: f"; did you mean {cards[0]}?" if cards else "",
    "able": lambda able: _ABLE.format(able=able) if able else "nothing is broken now",
}
"""Fact of a refusal -> how sentences show it: workshops, slots and places as players count them."""

"""What is said of a choice and of a result that is due; a sentence for every reason to refuse a step."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from pbem.rules.rajas.moves import Colours, Dice


class Asked(NamedTuple):
    """What is said of a kind of choice: where something else is played, how an answer looks, what it is about."""

    refusal: str
    template: str
    words: str


_UPGRADE = "an upgrade is left out: up and a building"
_HOW = (
    "Place a worker. Quarry: Q TILE CELL ROADS -DIE -DIE, roads as the sides they lead to. Market: Ma, or Ms Mt Mp "
    "and -DIE. Palace: P and the space, its dice behind it. Harbour: H SPACES -DIE. A die is its colour and value; "
    "with k behind it karma turns it. What a step sets off and leaves to you stands behind a slash: + COLOUR for a "
    "die, x DIE given back, up BUILDING, boat or stay. What follows a roll may be given at once, (o4-6: STEP) "
    "(else: STEP)."
)
_TILE = Asked(
    "a yield tile may be taken: tile, its name and a slot, or tile none",
    "tile TILE SLOT",
    "You may take an open yield tile for a free slot of its colour, or none: tile none.",
)

ASKED = {
    "place": Asked(
        "a worker is placed now: quarry, market, palace or harbour",
        "SPACE -DIE / STEP",
        _HOW,
    ),
    "gain": Asked(
        "dice are to be named: + and a colour for each, x and a die for one given back",
        "+COLOUR +COLOUR",
        "Name those you take, + COLOUR for each (+0: none), and x DIE for one given back where no hand is free.",
    ),
    "upgrade": Asked(
        _UPGRADE,
        "up BUILDING",
        "One of your buildings is made better.",
    ),
    "late": Asked(
        _UPGRADE,
        "up BUILDING",
        "One of your buildings is made better; it counts from your next turn on.",
    ),
    "boat": Asked(
        "the boat may move: boat or stay",
        "boat, or stay",
        "Your boat may go to the next free space.",
    ),
    "good": Asked(
        "a good is to be named: Ms, Mt or Mp, without a die",
        "Ms, Mt, or Mp",
        "Markets of one good are valued, at most {} of them.",
    ),
    "move": Asked(
        "the boat moves: H and the number of spaces, without a die",
        "HSPACES",
        "Your boat moves by up to {} free spaces.",
    ),
    "palace": Asked(
        "a person the river offers is to be named, P and the number, without a die",
        "PERSON",
        "Carry out one of the persons the river offers, as in the palace but without a die.",
    ),
    "person": Asked(
        "the person of the river tile is to be carried out, without a die",
        "PERSON",
        "Carry out the person of the river tile, without a die.",
    ),
    "order": Asked(
        "several yields are connected: name the one that is paid first",
        "YIELD: STEP",
        "Several yields are connected: name the one that is paid first, and its first step.",
    ),
    "lay": _TILE,
    "turn": _TILE,
    "brown": Asked(
        "the brown tile is laid first: tile, its name and a slot",
        "tile TILE SLOT / STEP",
        f"First lay your brown yield tile on a slot of its colour. {_HOW}",
    ),
}
"""By kind of choice: the words of actions.KINDS. They stand here because notation.py, far below, says them."""


class Awaited(NamedTuple):
    """What is said of a kind of result: where another one is written, what it is called; {} is what belongs to it."""

    refusal: str
    name: str


AWAITED = {
    "tops": Awaited("the top tiles of all piles are drawn first", "the top tiles"),
    "river": Awaited("the river tiles are drawn first: draw river", "the river tiles"),
    "rolls": Awaited("the first dice are rolled: roll, the player's name, four dice", "the first dice"),
    "brown": Awaited("the brown yield tiles are drawn: draw brown", "the brown yield tiles"),
    "draw": Awaited("a tile is turned up: draw and the tile", "the next tile of pile {}"),
    "roll": Awaited("dice are rolled: roll and the dice", "dice {}"),
    "white": Awaited("a white yield tile is drawn: draw white", "a white yield tile"),
}
"""By kind of result, as in chance.KINDS."""

REASONS: dict[str, str] = {
    **{f"open-{kind}": asked.refusal for kind, asked in ASKED.items()},
    **{f"due-{kind}": awaited.refusal for kind, awaited in AWAITED.items()},
    "no-step": "that is no step of a turn",
    "over": "the game is over",
    "draw-due": "a result of chance is due first",
    "draw-not-due": "no result of chance is due now",
    "piles": "tiles are due for {piles}, in this order",
    "not-in-pile": "{tile} is not in its pile any more",
    "river-position": "the next river tile lies on {least} to {most}, not on {at}",
    "river-tile": "there is no river tile `{tile}`",
    "river-twice": "a river tile is there only once",
    "river-few": "with fewer than all tiles the last one lies on {least} or further on",
    "roll-name": "{name} rolls now",
    "roll-colours": "the dice to be rolled are {colours}, in this order",
    "first-drawn": "{name} does not have the lowest dice, so was not drawn as first player",
    "brown-names": "a brown tile for each of {names}, in this order",
    "brown-tile": "there is no brown tile `{tile}`",
    "brown-twice": "a brown tile is there only once",
    "white-none": "there is no white tile {kind} left",
    "stop": "the line stops here, for a result of chance",
    "alternatives": "cases wait for a result of chance, and here none is waited for",
    "incomplete": "the move is not complete",
    "no-space": "there is no such space",
    "space-taken": "{space} is taken",
    "place-full": "all spaces of the {place} are taken",
    "money": "that costs {cost}, and you have {money}",
    "assorted-twice": "only one worker of a player values assorted goods in a round",
    "die-needed": "a die is spent there: - and the die",
    "die-not-needed": "no die is spent there",
    "die-not-there": "you have no die {die}, but {dice}",
    "die-colour": "{die} is not {colour}",
    "die-value": "that takes a die of value {value}, {die} is none",
    "die-harbour": "the boat moves 1 to {most} spaces, at most the value of the die: {die} is not for {spaces}",
    "karma": "{needed} karma is needed, you have {karma}",
    "karma-useless": "karma turns a die only where its value counts",
    "beyond": "counted from your boat, the river ends before free space {spaces}",
    "sail-late": "from the last {last} spaces of the river nobody sails on with the Portuguese",
    "gain": "free hands: {free}; what fits is taken, and for each die more one is given back; {ways}",
    "gain-swap": "free hands: {free}; dice given back can be taken again if their colour is sold out; {ways}",
    "gain-may": "free hands: {free}; any number may be taken, and for each beyond them one is given back; {ways}",
    "person-form": "P{number} is written another way",
    "person-build": "the Master Builder needs a tile, a cell to cover and dice of the tile's colour",
    "upgrade-highest": "{building} is at its highest level already, or is no building",
    "tile-not-there": "{tile} is not on top of its pile",
    "tile-unknown": "what lies on pile {pile} is still to be drawn",
    "dice-colour": "{tile} is paid with dice of colour {colour}",
    "dice-few": "that takes dice worth {price}, not {paid}",
    "no-cell": "nothing can be built on {cell}",
    "occupied": "{cell} has a tile already",
    "roads": "{tile} can lie with roads {turns}",
    "joins-nothing": "no road of the tile on {cell} would meet a road",
    "nothing-to-cover": "there is no tile on {cell}",
    "covered-twice": "the tile on {cell} covers one, and cannot be covered",
    "not-dearer": "{tile} is not dearer than {old}",
    "cut-off": "then a tile would not be connected to the residence",
    "yield-unnamed": "a yield is named only when several wait to be paid",
    "yield-alone": "it is the only yield that is left, or none is: that needs no name, write what stands behind it",
    "yield-none": "{name} is not waiting: {names}",
    "yield-asks-nothing": "{name} asks for nothing more: what follows stands behind a /",
    "yield-tile": "there is no open yield tile {tile}",
    "yield-slot": "{tile} does not fit {slot}, or something lies there",
}
THEN = ", then "
"""Between the names of those whose markers have met, in that order."""
PARTS = {
    "quarry": "quarry",
    "harbour": "harbour",
    "markets": "markets of {at} paid",
    "buildings": "buildings of {at} paid",
    "assorted": "assorted goods paid",
    "good": "M{at} paid",
    "outer": "P0 paid",
    "chamber": "P{at} paid",
    "river": "river space {at} paid",
    "ganga": "river tile {at} paid",
    "yield": "yield {at} paid",
    "white": "white tile {at} paid",
    "fame": "bonus at fame {at} paid",
    "money": "bonus at money {at} paid",
}
"""What fame and money come from: the words of `Effect.why`."""
ENDINGS = {
    "met": "The game ended with the phase in which markers met: {crossed}.",
    "workers": "Workers left to place: {workers}.",
}
REVISED = {
    9: "dice given back are in the supply before new ones are taken",
    32: "brown tiles count when they are paid",
}
"""Rulings that changed in 0.5.0, as they are now. (Whatever ruling 24 forbade it allows, so no line contradicts it.)"""
_SHOWN = 8


def format_taken(taken: Colours | None, back: Dice) -> str:
    """Dice named and given back, as they are written."""
    plus = [] if taken is None else [f"+{colour}" for colour in taken] or ["+0"]
    return " ".join([*plus, *(f"x{die}" for die in back)])


def revised(ruling: int) -> str:
    """What is said where a line of before may contradict a ruling that has changed."""
    return (
        f"by ruling {ruling}, which 0.5.0 changed, {REVISED[ruling]}: pbem 0.3.2 finishes games played by the old one"
    )


def _ways(ways: tuple[tuple[tuple[str, ...] | None, tuple[str, ...]], ...]) -> str:
    """The ways to take dice, the first of them."""
    texts = [format_taken(*way) or "nothing to write" for way in ways[:_SHOWN]]
    more = f" and {len(ways) - _SHOWN} more" if len(ways) > _SHOWN else ""
    return f"possible: {', '.join(texts)}{more}" if texts else "there is nothing to take"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"


SHOWN: dict[str, Callable[[Any], str]] = {
    "names": _listed,
    "piles": _listed,
    "turns": _listed,
    "dice": _listed,
    "ways": _ways,
}
"""Fact of a refusal -> how sentences show it."""

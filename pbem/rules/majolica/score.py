"""Points of Majolica: cards, tokens, and what is counted when the game is over."""

from collections.abc import Callable
from typing import Any

from pbem.game import NOBODY
from pbem.rules.majolica.facts import Facts
from pbem.rules.majolica.position import Bench, Position


def points(position: Position, player: int) -> int:
    """A player's points; when the game is over with pairs of tiles on unfinished cards and the mission."""
    facts, bench = position.facts, position.benches[player]
    total = sum(facts.printed[card].points for card in bench.done) + bench.tokens
    if position.actor == NOBODY:
        total += sum(counted for counted, _, _ in final(facts, bench))
    return int(total)


def final(facts: Facts, bench: Bench) -> list[tuple[int, str, dict[str, str]]]:
    """What a player is given when the game is over: points, a reason of the notation, and the card or the mission."""
    found = [(len(on) // facts.pair, "pairs", {"card": bench.slots[slot]}) for slot, on in enumerate(bench.on)]
    if bench.mission and accomplished(facts, bench):
        found.append((facts.missions[bench.mission]["points"], "mission", {"mission": bench.mission}))
    return [row for row in found if row[0]]


def pairs(facts: Facts, bench: Bench) -> int:
    """Points for pairs of tiles on unfinished cards, counted card by card (ruling 18)."""
    return sum(counted for counted, reason, _ in final(facts, bench) if reason == "pairs")


def accomplished(facts: Facts, bench: Bench) -> bool:
    """Whether a player's mission is accomplished."""
    return _ACCOMPLISHED[bench.mission](facts, bench, facts.missions[bench.mission])


def _worths(facts: Facts, bench: Bench) -> list[int]:
    return [facts.printed[card].points for card in bench.done]


def _all_colours(facts: Facts, bench: Bench, mission: dict[str, Any]) -> bool:
    return set(facts.colours) <= set(bench.collected)


_ACCOMPLISHED: dict[str, Callable[[Facts, Bench, dict[str, Any]], bool]] = {
    "five": lambda facts, bench, mission: len(bench.done) >= mission["cards"],
    "fragments": _all_colours,
    "fours": lambda facts, bench, mission: _worths(facts, bench).count(mission["worth"]) >= mission["cards"],
    "takes": _all_colours,
    "violet": lambda facts, bench, mission: len(bench.collected) >= mission["tiles"],
    "ladder": lambda facts, bench, mission: set(mission["worth"]) <= set(_worths(facts, bench)),
    "first": lambda facts, bench, mission: bench.achieved,
    "double": lambda facts, bench, mission: bench.achieved,
}

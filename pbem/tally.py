"""What came of many games: who won how often and how sure that is, and how scores and lengths are spread."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.board import plural
from pbem.simulating import Row

_Z = 1.959964  # standard deviations to either side that hold 95 %
_ONE = "{n} game, played to the end: {over}, shared: {shared}"
_MANY = "{n} games, {over} of them played to the end, {shared} shared"
_BARS = 10  # of a histogram
_WIDE = 40  # columns of its longest bar


def interval(wins: float, games: int) -> tuple[float, float]:
    """The share of wins is in there with 95 %: Wilson's interval."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, _Z * _Z / games
    middle = (share + square / 2) / (1 + square)
    half = _Z * math.sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


class Tally:
    """Rows added up; memory does not grow with their number."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.games = self.steps = self.shared = self.unfinished = 0
        self.wins = [0.0] * len(names)
        self.by_place: list[list[float]] = [[0.0, 0.0] for _ in names]
        """By place in the order of play: wins, games."""
        self.scores: list[Counter[int]] = [Counter() for _ in names]
        self.turns: Counter[int] = Counter()

    def add(self, row: Row) -> None:
        """One more game."""
        self.games += 1
        self.steps += row.steps
        self.turns[row.turns] += 1
        self.unfinished += not row.over
        self.shared += len(row.winners) > 1
        for player in row.winners:
            self.wins[player] += 1 / len(row.winners)
        for place, player in enumerate(row.order):
            self.by_place[place][1] += row.over
            if player in row.winners:
                self.by_place[place][0] += 1 / len(row.winners)
        for player, score in enumerate(row.scores):
            self.scores[player][score] += 1

    @property
    def over(self) -> int:
        """How many were played to their end."""
        return self.games - self.unfinished

    def as_json(self) -> dict[str, Any]:
        """Games, wins by name (a shared one counts in parts) with 95 % intervals, scores and turns."""
        spread = {name: _spread(counted) for name, counted in zip(self.names, self.scores, strict=True) if counted}
        wins = dict(zip(self.names, self.wins, strict=True))
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "wins": wins,
            "intervals": {name: interval(won, self.over) for name, won in wins.items()},
            "shared": self.shared,
            "places": [{"wins": won, "games": int(games)} for won, games in self.by_place],
            "scores": spread,
            "turns": _spread(self.turns),
            "steps": self.steps,
        }

    def lines(self) -> Iterator[str]:
        """The same for people."""
        yield plural(self.games, _ONE, _MANY, over=self.over, shared=self.shared)
        yield ""
        wide = max(map(len, self.names))
        yield "Wins (95 % interval)"
        for name, won in zip(self.names, self.wins, strict=True):
            yield f"  {name:{wide}} {_share(won, self.over)}"
        yield "Wins by place in the order of play"
        for place, (won, games) in enumerate(self.by_place, 1):
            yield f"  {place:<{wide}} {_share(won, int(games))}"
        for name, counted in zip(self.names, self.scores, strict=True):
            if counted:
                yield from _histogram(f"Scores of {name}", counted)
        yield from _histogram("Turns", self.turns)


def _share(won: float, games: int) -> str:
    low, high = interval(won, games)
    share = won / games if games else 0.0
    return f"{won:8g} of {games}  {share:6.1%}  ({low:.1%} to {high:.1%})"


def _spread(counted: Mapping[int, int]) -> dict[str, Any]:
    """Mean, standard deviation, least, median and most of what was counted."""
    number = sum(counted.values())
    if not number:
        return {}
    mean = sum(value * times for value, times in counted.items()) / number
    square = sum((value - mean) ** 2 * times for value, times in counted.items()) / number
    return {
        "mean": mean,
        "deviation": math.sqrt(square),
        "least": min(counted),
        "median": _median(counted, number),
        "most": max(counted),
    }


def _median(counted: Mapping[int, int], number: int) -> int:
    seen = 0
    for value in sorted(counted):
        seen += counted[value]
        if 2 * seen >= number:
            return value
    raise ValueError("nothing was counted")


def _histogram(title: str, counted: Mapping[int, int]) -> Iterator[str]:
    told = _spread(counted)
    if not told:
        return
    yield ""
    yield f"{title}: mean {told['mean']:.1f}, deviation {told['deviation']:.1f}, median {told['median']}"
    least, most = told["least"], told["most"]
    step = max(1, math.ceil((most - least + 1) / _BARS))
    bars: Counter[int] = Counter()
    for value, times in counted.items():
        bars[(value - least) // step] += times
    longest = max(bars.values())
    for bar in range(max(bars) + 1):
        low = least + bar * step
        name = f"{low}" if step == 1 else f"{low} to {low + step - 1}"
        mark = "#" * math.ceil(bars[bar] * _WIDE / longest)
        yield f"  {name:>14} {bars[bar]:7} {mark}".rstrip()

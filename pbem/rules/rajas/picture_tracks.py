"""The tracks of Rajas as shapes: fame from the left, money from the right, side by side until markers meet."""

from collections.abc import Sequence

from pbem.game import View
from pbem.rules.rajas import told
from pbem.rules.rajas.facts import Facts
from pbem.rules.rajas.gains import FAME, MONEY, Effect
from pbem.rules.rajas.picture_pieces import SIGN, disc, fame, fitted, kept, money, sign
from pbem.rules.rajas.position import Position
from pbem.scene import (
    INNER,
    SMALL,
    Group,
    Panel,
    Rect,
    Shape,
    Text,
    below,
    beside,
    flow,
    label,
    marked,
    moved,
    paragraph,
    said,
)

_CELL = 36
_EACH = 10
_DISC = 16
_STRIP = 15


def tracks(position: Position, view: View, before: Position | None) -> Panel:
    """Both tracks in rows of ten; who stands at their starts, or beyond their ends, stands above and below."""
    facts = position.facts
    players = range(len(view.names))
    names = [
        beside([disc(view, player), paragraph(view.names[player], INNER - 24, SMALL + 1)], 4) for player in players
    ]
    markers = _Markers(position, view, before)
    rows = [_row(facts, first, markers) for first in range(1, facts.meet, _EACH)]
    lines = [
        _line(fame(""), "fame runs to the right", markers.fame.get(0, [])),
        *rows,
        _line(money(""), "money runs to the left", markers.money.get(0, [])),
    ]
    if markers.beyond:
        lines.append(flow([label("beyond the ends:", SMALL + 1, "faint"), *markers.beyond], INNER, 6, 4))
    words = [sentence for sentence in (told.met(position, view.names), told.tracks(position)) if sentence]
    text = [paragraph(sentence, INNER, SMALL + 1) for sentence in words]
    return Panel("Tracks", below([flow(names, INNER, 12, 4), below(lines, 3), *text]), tuple(words))


class _Markers:
    """Everybody's markers by where they stand; `beyond` those that left the track, with their number."""

    def __init__(self, position: Position, view: View, before: Position | None) -> None:
        facts = position.facts
        self.fame: dict[int, list[Group]] = {}
        self.money: dict[int, list[Group]] = {}
        self.beyond: list[Group] = []
        for player, side in enumerate(position.players):
            old = None if before is None else before.players[player]
            for what, at, was, spaces, last in (
                (FAME, side.fame, old and old.fame, self.fame, facts.meet - 1),
                (MONEY, side.money, old and old.money, self.money, facts.half * (facts.meet - 1)),
            ):
                marker = disc(view, player, _DISC, f"{what} of {view.names[player]}: {at}")
                marker = marked(marker, "moved" if old and was != at else "")
                if at > last:
                    self.beyond.append(beside([marker, label(f"{what} {at}", SMALL + 1)], 3))
                else:
                    spaces.setdefault(at, []).append(marker)


def _line(sign: Group, text: str, markers: Sequence[Group]) -> Group:
    """A track at whose start there may be markers."""
    return beside([sign, label(f"{text}, at 0:" if markers else text, SMALL + 1, "faint"), *markers], 5)


def _row(facts: Facts, first: int, markers: _Markers) -> Group:
    """Ten spaces of fame, and below each the spaces of money beside it."""
    numbers = range(first, min(first + _EACH, facts.meet))
    monies = {number: _monies(facts, number) for number in numbers}
    fames = {number: _pairs(markers.fame.get(number, [])) for number in numbers}
    stacks = {number: _stacks(markers, monies[number]) for number in numbers}
    gift = any(number in facts.bonuses[FAME] for number in numbers)
    gifts = any(amount in facts.bonuses[MONEY] for row in monies.values() for amount in row)
    upper = _STRIP + (SIGN + 1) * gift + max(_DISC, *(group.height for group in fames.values())) + 3
    lower = _STRIP + (SIGN + 1) * gifts + max(_DISC, *(group.height for group in stacks.values())) + 3
    parts: list[Shape] = []
    for at, number in enumerate(numbers):
        x, fame_at, money_at = at * _CELL, fames[number], stacks[number]
        parts += [_fame_space(facts, number, x, upper), _money_space(facts, number, x, upper, lower)]
        if fame_at.parts:
            parts.append(moved(fame_at, x + (_CELL - fame_at.width) / 2, upper - fame_at.height - 2))
        if money_at.parts:
            parts.append(moved(money_at, x + (_CELL - money_at.width) / 2, upper + 2))
    return Group(_CELL * len(numbers), upper + lower, tuple(parts))


def _monies(facts: Facts, number: int) -> list[int]:
    """The spaces of money beside one of fame, from the left."""
    high = facts.half * (facts.meet - number)
    return list(range(high, high - facts.half, -1))


def _pairs(markers: Sequence[Group]) -> Group:
    return below([beside(markers[at : at + 2], 1) for at in range(0, len(markers), 2)], 1)


def _stacks(markers: _Markers, amounts: Sequence[int]) -> Group:
    """The markers on spaces of money: each space its own column, if there is room."""
    columns = [markers.money.get(amount, []) for amount in amounts]
    width = _CELL / len(amounts)
    if width < _DISC:
        return _pairs([marker for column in columns for marker in column])
    stacks = [below([Group(width, 0), *column], 1, "middle")._replace(width=width) for column in columns]
    return beside(stacks, 0, "end") if any(columns) else Group(0, 0)


@kept
def _fame_space(facts: Facts, number: int, x: float, tall: float) -> Group:
    """A space of fame with its number and its bonus."""
    bonus = facts.bonuses[FAME].get(number)
    role = "ink" if bonus or number % 5 == 0 else "faint"
    parts: list[Shape] = [
        Rect(0.5, 0.5, _CELL - 1, tall - 1, "card" if bonus is None else "field", "line"),
        Text(3, 8, str(number), SMALL, role, "start", bold=bonus is not None),
    ]
    if bonus is not None:
        drawn = _small_sign(facts, bonus)
        parts.append(moved(drawn, (_CELL - drawn.width) / 2, _STRIP - 1))
    return Group(_CELL, tall, tuple(parts), x=x)


@kept
def _money_space(facts: Facts, number: int, x: float, y: float, tall: float) -> Group:
    """The spaces of money beside one of fame; the number is that of the left one, or of one with a bonus."""
    amounts = _monies(facts, number)
    bonuses = {amount: facts.bonuses[MONEY][amount] for amount in amounts if amount in facts.bonuses[MONEY]}
    parts: list[Shape] = [Rect(0.5, 0.5, _CELL - 1, tall - 1, "cell" if not bonuses else "field", "line")]
    if not bonuses:
        parts.append(Text(3, tall - 8, str(amounts[0]), SMALL, "faint", "start"))
    for amount, bonus in bonuses.items():
        right = amount != amounts[0]
        at = _CELL - 3 if right else 3
        parts.append(Text(at, tall - 8, str(amount), SMALL, "ink", "end" if right else "start", bold=True))
        drawn = _small_sign(facts, bonus)
        parts.append(moved(drawn, (_CELL - drawn.width) / 2, tall - _STRIP - SIGN))
    return Group(_CELL, tall, tuple(parts), x=x, y=y)


def _small_sign(facts: Facts, bonus: Effect) -> Group:
    """The sign of a bonus; several dice are one with their number before it."""
    drawn = fitted(facts, bonus._replace(per=""), _CELL - 2)
    if bonus.kind == "dice":
        drawn = beside([label(f"{bonus.number}x", SMALL), sign(facts, Effect("dice"))], 1)
    return said(drawn, told.words_of(bonus))

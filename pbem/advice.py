"""What a bot says of a position: moves, what may be expected of them, and how sure that is."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from pbem import report
from pbem.bots import base, search
from pbem.errors import NotThere
from pbem.game import END, Step
from pbem.notation import Turn
from pbem.session import Session


class Advice(NamedTuple):
    """A move as text; what it earns; tries made, expected outcome and its standard error, None where not known.

    The outcome is the lead in points when everybody had one more turn; without scores the share of the win.
    """

    move: str
    earns: tuple[int, ...]
    tries: int | None
    expected: float | None
    error: float | None


def numbers(game: Session, seed: str) -> Random:
    """The numbers for a bot in a position: from what everybody can see of it, and `seed`."""
    return numbers_of(f"{game.header.id}\n{game.turn}\n{game.key}\n{seed}")


def numbers_of(text: str) -> Random:
    """The numbers that follow from any text, be it one that a terminal has spoilt."""
    return Random(text.encode("utf-8", "surrogatepass"))


def suggest(game: Session, spec: str, top: int, seed: str = "") -> list[Advice]:
    """The best moves, first what the bot would play; raises BotError, or NotThere where no player is to act.

    Those of a search stand in the order of tries: what was tried seldom may look better by luck.
    """
    state = game.state
    if state.actor < 0 or game.stopped:
        raise NotThere(f"nothing can be suggested: {game.waits_for}")
    bot, random = base.make(spec, game.rules), numbers(game, seed)
    if isinstance(bot, search.Search):
        return [_told(game, found.steps, found) for found in bot.found(state, random)[:top]]
    return [_told(game, base.play(bot, state, random), None)]


def _told(game: Session, steps: Sequence[Step], found: search.Found | None) -> Advice:
    state = game.state
    for step in steps:
        state.apply(step)
    text = game.fold.notation.format_steps(tuple(step for step in steps if step is not END))
    more = (found.tries, found.expected, found.error) if found else (None, None, None)
    return Advice(text, state.earned, *more)


def line(game: Session, bot: base.Bot, random: Random) -> str:
    """The line that a bot plays where a player is to act, mostly a turn, as one of a log; raises BotError."""
    state = game.state
    number, name = state.turn, game.header.names[state.actor]
    steps = tuple(step for step in base.play(bot, state, random) if step is not END)
    claim = state.earned if game.rules.has_claims else None
    return game.fold.notation.format(Turn(number, name, steps, claim, None))


def next_line(game: Session, spec: str, seed: str = "") -> str:
    """The line that a bot would play now, mostly a turn; raises BotError, or NotThere where no player is to act."""
    if game.state.actor < 0 or game.stopped:
        raise NotThere(f"a bot has nothing to play: {game.waits_for}")
    return line(game, base.make(spec, game.rules), numbers(game, seed))


def play(game: Session, spec: str, seed: str = "", deal: bool = True) -> list[str]:
    """A bot plays the turn of whoever is to move, results of chance in it included; the new lines of the log.

    The turn stops where a result of chance has to come from somebody else, and without `deal` at any. Raises BotError,
    or NotThere where no player is to act.
    """
    bot = base.make(spec, game.rules)
    before = len(game.fold.lines)
    game.deal_due()
    if game.state.actor < 0 or game.stopped:
        raise NotThere(f"a bot has nothing to play: {game.waits_for}")
    turn, random = game.turn, numbers(game, seed)
    while game.turn == turn and game.state.actor >= 0:
        game.play(line(game, bot, random), deal=deal)
    return game.fold.texts(before)


def as_json(game: Session, found: list[Advice]) -> dict[str, Any]:
    """For scripts."""
    return {
        "turn": game.turn,
        "to_move": game.to_move,
        "key": game.key,
        "outcome": _OUTCOME[game.rules.has_scores],
        "moves": [{**advice._asdict(), "earns": list(advice.earns)} for advice in found],
    }


_OUTCOME = {True: "lead", False: "win"}
"""What `expected` counts."""


def lines(game: Session, found: list[Advice]) -> Iterator[str]:
    """For people."""
    kind = "earns" if not found or found[0].expected is None else _OUTCOME[game.rules.has_scores]
    yield report.ADVICE[kind].format(turn=game.turn, name=game.to_move)
    for number, advice in enumerate(found, 1):
        error = 2 * (advice.error or 0.0)
        said = {"move": advice.move, "expected": advice.expected, "error": error, "tries": advice.tries}
        yield _ROWS[kind].format(number=number, **said)


_ROWS = {
    "lead": "{number:3}. {move}   {expected:+.1f} (give or take {error:.1f}), tries: {tries}",
    "win": "{number:3}. {move}   {expected:.0%} (give or take {error:.0%}), tries: {tries}",
    "earns": "{number:3}. {move}",
}

"""A finished game gone through once more: what could be expected before and after every turn, and what it gave away."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from pbem import advice, reading
from pbem.bots.search import Search
from pbem.errors import NotThere
from pbem.fold import play_again
from pbem.game import END, State, Step
from pbem.notation import Line, Turn
from pbem.session import Session

_GOES_ON = (
    "{file}: the game is not over, and to look at it would help whoever is to move; "
    "--mine NAME looks at NAME's past turns only"
)
_STOPPED = (
    "{file}: the game was stopped and may go on after an undo, and to look at it would help whoever is to move then; "
    "--mine NAME looks at NAME's past turns only"
)


class Part(NamedTuple):
    """One turn of one game to be looked at; it crosses processes."""

    file: str
    text: str
    turn: int
    budget: int
    seed: str


def parts(game: Session, file: str, mine: str | None, budget: int, seed: str) -> list[Part]:
    """The turns to be looked at: all of a game that is over, else the past ones of the player `mine`.

    Raises NotThere for a game that goes on or was stopped, and for an unknown name.
    """
    try:
        player = None if mine is None else game.header.index(mine)
    except NotThere as error:
        raise error.at(file) from error
    if mine is None and not game.over:
        raise NotThere((_STOPPED if game.stopped else _GOES_ON).format(file=file), reason="not-over")
    text = game.text()
    past = [turn for turn in game.fold.before if game.over or turn < game.turn]
    wanted = [turn for turn in past if player is None or game.before(turn).mover == player]
    return [Part(file, text, turn, budget, seed) for turn in wanted]


def analyse(part: Part) -> dict[str, Any]:
    """One turn for JSON: expected before and after it and of the best found for its player, and what it gave away.

    The outcome is the lead in points when everybody had one more turn, or without scores the share of the win.
    """
    game = reading.read(part.text, part.file)
    search = Search(game.rules, part.budget)
    state = game.before(part.turn)
    player = state.mover
    plies: list[dict[str, Any]] = []
    for line in _lines(game, part.turn):
        if isinstance(line, Turn):
            random = advice.numbers_of(f"{game.header.id}\n{part.turn}\n{len(plies)}\n{part.seed}")
            plies.append(_ply(game, search, state, line.steps, random))
        play_again(state, line)
    name = game.header.names[player]
    best = max(plies, key=lambda ply: ply["gave_away"])
    return {
        "turn": part.turn,
        "player": name,
        "moves": [ply["move"] for ply in plies],
        "before": plies[0]["before"],
        "after": plies[-1]["after"],
        "best": best["best"],
        "best_move": best["best_move"],
        "gave_away": sum(ply["gave_away"] for ply in plies),
        "error": max(ply["error"] for ply in plies),
    }


def _lines(game: Session, turn: int) -> Iterator[Line]:
    """The lines in force of a turn: its player's, and results of chance between them."""
    begun = False
    for index in game.fold.force:
        line = game.fold.lines[index]
        if isinstance(line, Turn):
            if begun and line.number != turn:
                return
            begun = begun or line.number == turn
        if begun:
            yield line


def _ply(game: Session, search: Search, state: State, steps: tuple[Step, ...], random: Random) -> dict[str, Any]:
    player, until = state.mover, state.turn + len(state.scores())
    before = search.value(state, player, until, random)[0]
    played, error = search.value(_after(state, steps), player, until, random)
    found = search.found(state, random)[0]
    best_steps = tuple(step for step in found.steps if step is not END)
    best, best_error = played, error
    if best_steps != steps:
        best, best_error = search.value(_after(state, best_steps), player, until, random)
    if best <= played:
        best, best_steps = played, steps
    format_steps = game.fold.notation.format_steps
    return {
        "move": format_steps(steps),
        "before": before,
        "after": played,
        "best": best,
        "best_move": format_steps(best_steps),
        "gave_away": best - played,
        "error": (error**2 + best_error**2) ** 0.5,
    }


def _after(state: State, steps: Sequence[Step]) -> State:
    """The position after a line."""
    after, turn = state.copy(), state.turn
    for step in steps:
        after.apply(step)
    if after.turn == turn and after.actor >= 0:
        after.apply(END)
    return after


def summary(turns: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """By player: turns, what they gave away together and in the mean, and the turn that gave away most.

    A difference within twice its error is none, as in the lines and marks of turns: added up it would be noise.
    """
    found: dict[str, dict[str, Any]] = {}
    for turn in turns:
        one = found.setdefault(turn["player"], {"turns": 0, "gave_away": 0.0, "mean": 0.0, "worst": None})
        sure = turn["gave_away"] > 2 * turn["error"]
        one["turns"] += 1
        one["gave_away"] += turn["gave_away"] if sure else 0.0
        one["mean"] = one["gave_away"] / one["turns"]
        if sure and (one["worst"] is None or turn["gave_away"] > one["worst"]["gave_away"]):
            one["worst"] = {key: turn[key] for key in ("turn", "gave_away", "best_move")}
    return found


def lines(game: Session, turns: Sequence[dict[str, Any]]) -> Iterator[str]:
    """For people: one line a turn, then one a player."""
    lead = game.rules.has_scores
    yield _HEADS[lead].format(title=game.rules.title, id=game.header.id)
    for turn in turns:
        row = _ROWS[lead].format(**turn, played=" | ".join(turn["moves"]))
        if turn["gave_away"] > 2 * turn["error"]:
            row += _FAULTS[lead].format(**turn)
        yield row
    for name, one in summary(turns).items():
        told = _PLAYERS[lead].format(name=name, **one)
        yield told + (_WORST[lead].format(**one["worst"]) if one["worst"] else "")


# By whether outcomes are leads in points; else shares of the win.
_HEADS = {
    True: "{title}, game {id}: expected lead in points a round later, before and after each turn",
    False: "{title}, game {id}: expected share of wins, before and after each turn",
}
_ROWS = {
    True: "{turn:4} {player}: {before:+7.1f} {after:+7.1f}  {played}",
    False: "{turn:4} {player}: {before:7.1%} {after:7.1%}  {played}",
}
_FAULTS = {True: "  gave away {gave_away:.1f}: {best_move}", False: "  gave away {gave_away:.1%}: {best_move}"}
_PLAYERS = {
    True: "{name}: turns: {turns}, gave away {gave_away:.1f}, {mean:.2f} a turn",
    False: "{name}: turns: {turns}, gave away {gave_away:.1%}, {mean:.2%} a turn",
}
_WORST = {True: "; most in turn {turn} ({gave_away:.1f})", False: "; most in turn {turn} ({gave_away:.1%})"}

"""What a book tells of one game: its views, one before the first turn and one after each, and the lines of its log."""

import itertools
import json
import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem import content, explained, pictures, report
from pbem.errors import SaveError
from pbem.explained import Part
from pbem.game import State
from pbem.notation import Chance, Stop, Turn
from pbem.scene import Panel
from pbem.session import Session

START = "Before turn {turn}."
PLAYED = "After turn {turn}: {lines}"


class Entry(NamedTuple):
    """A line of the log: its text and remark, the turn it is of (0: none), whether a player's, whether in force."""

    text: str
    remark: str
    turn: int
    is_move: bool
    in_force: bool
    earned: str


class Sight(NamedTuple):
    """A position to be seen: after turn `turn` (0: before the first one), in words, as panels and as the board.

    `number` is the turn that it is after, also where a game began from a setup; `status` who is to move in it.
    """

    turn: int
    number: int
    said: str
    remark: str
    status: str
    panels: Sequence[Panel]
    board: Sequence[str]
    scores: Sequence[int]
    earned: str


class Volume(NamedTuple):
    """One game: `anchor` is its name in links."""

    anchor: str
    title: str
    names: Sequence[str]
    sights: Sequence[Sight]
    entries: Sequence[Entry]
    ended: Sequence[str]
    record: str
    analysis: dict[int, dict[str, Any]]
    """By turn what `pbem analyse` said."""


def told_apart(volumes: Sequence[Volume]) -> list[Volume]:
    """Games for one page: a number behind the names of those whose links would lead to another one or its turns."""
    found: list[Volume] = []
    for one in volumes:
        names = itertools.chain([one.anchor], (f"{one.anchor}-{number}" for number in itertools.count(2)))
        anchor = next(name for name in names if not any(_alike(name, other.anchor) for other in found))
        found.append(one._replace(anchor=anchor))
    return found


def _alike(one: str, other: str) -> bool:
    """Whether links into two games could be the same."""
    turn = r"(?:-t\d+)?"
    return bool(re.fullmatch(re.escape(one) + turn, other) or re.fullmatch(re.escape(other) + turn, one))


def volume(session: Session, name: str | None, analysis: dict[int, dict[str, Any]]) -> Volume:
    """A game as a book tells it, drawn for the player `name`, or each time for whoever is to move; raises NotThere."""
    entries = _entries(session)
    by_turn: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.in_force and entry.turn:
            by_turn.setdefault(entry.turn, []).append(entry)
    turns = list(session.fold.before)
    sights = [
        _sight(session, before, turn, by_turn.get(turn, ()), name)
        for turn, before in zip([0, *turns], [*turns, None], strict=True)
    ]
    return Volume(
        session.header.id,
        report.title(session),
        session.header.names,
        sights,
        entries,
        explained.ended(session.fold),
        session.record(),
        analysis,
    )


def _sight(session: Session, before: int | None, turn: int, entries: Sequence[Entry], name: str | None) -> Sight:
    """The position before a turn (None: the present one), which is the one after `turn`."""
    shown = pictures.scene(session, before, name)
    state: State = session.state if before is None else session.before(before)
    number = turn or state.turn - 1
    lines = " / ".join(entry.text for entry in entries)
    said = PLAYED.format(turn=turn, lines=lines) if turn else START.format(turn=state.turn)
    remark = " / ".join(entry.remark for entry in entries if entry.remark)
    to_move = report.TO_MOVE.format(name=session.header.names[state.mover])
    status = to_move if before else " ".join([*report.owed(session), report.status(session, state, None)])
    earned = " ".join(entry.earned for entry in entries if entry.earned)
    board = report.show(session, before, name)
    return Sight(turn, number, said, remark, status, shown.panels, board, state.scores(), earned)


def _entries(session: Session) -> list[Entry]:
    """All lines of the log; those that an undo took back are not in force."""
    fold, parts = session.fold, session.explained()
    force, turn, found = set(fold.force), 0, []
    for index, line in enumerate(fold.lines):
        if not getattr(line, "shown", True):
            continue
        if isinstance(line, Turn):
            turn = line.number or 0
        of_turn = turn if isinstance(line, (Turn, Chance)) else 0
        told: Sequence[Part] = parts[index] if parts else ()
        text, _, remark = fold.notation.format(line).partition(" ; ")
        earned = explained.of_line(fold, index, told) if told else ""
        in_force = index in force or not isinstance(line, (Turn, Chance, Stop))
        found.append(Entry(text, remark, of_turn, isinstance(line, Turn), in_force, earned))
    return found


def analyses(path: str) -> list[tuple[str, dict[int, dict[str, Any]]]]:
    """Ids of games, and by turn what `pbem analyse --json` has written of each to a file; raises SaveError."""
    text = content.decode(content.read_bytes(path), path)
    try:
        told = json.loads(text)
        if not isinstance(told, list):
            raise TypeError(told)
        found = [(one["id"], {int(turn["turn"]): turn for turn in one["turns"]}) for one in told]
        for _, turns in found:
            for turn in turns.values():
                for key, kind in (("player", str), ("best_move", str), ("after", float), ("gave_away", float)):
                    turn[key] = kind(turn[key])
                turn["error"] = float(turn["error"])
                if not all(math.isfinite(turn[key]) for key in ("after", "gave_away", "error")):
                    raise ValueError(turn)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise SaveError(f"{path} is not what `pbem analyse --json` prints") from error
    return found


def of_game(session: Session, told: Sequence[tuple[str, dict[int, dict[str, Any]]]]) -> dict[int, dict[str, Any]]:
    """What analyses say of the turns of a game, as they were played: ids are not unique, and turns are taken back."""
    own = [turns for game_id, turns in told if game_id == session.header.id]
    played: dict[int, tuple[str, list[str]]] = {}
    for index in session.fold.force if own else ():
        line = session.fold.lines[index]
        if isinstance(line, Turn) and line.number and line.name:
            moves = played.setdefault(line.number, (line.name, []))[1]
            moves.append(session.fold.notation.format_steps(line.steps))
    found = [
        {
            turn: one
            for turn, one in turns.items()
            if turn in played and (one["player"], one.get("moves", played[turn][1])) == played[turn]
        }
        for turns in own
    ]
    best: dict[int, dict[str, Any]] = {}
    for turns in sorted(found, key=len):  # games of one id may begin alike: what agrees longest is the game's own
        best |= turns
    return best

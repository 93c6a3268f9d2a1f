"""What a book tells of one game: its views, one before the first turn and one after each, and the lines of its log."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem import content, explained, pictures, report
from pbem.errors import SaveError
from pbem.explained import Part
from pbem.game import State
from pbem.notation import Chance, Turn
from pbem.scene import Panel
from pbem.session import Session

START = "Before turn 1."
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
    """A position to be seen: after turn `turn` (0: before the first one), in words, as panels and as the board."""

    turn: int
    said: str
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


def volume(session: Session, anchor: str, name: str | None, analysis: dict[int, dict[str, Any]]) -> Volume:
    """A game as a book tells it, drawn for the player `name`, or each time for whoever is to move; raises NotThere."""
    entries = _entries(session)
    by_turn: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.in_force and entry.turn:
            by_turn.setdefault(entry.turn, []).append(entry)
    turns = list(session.fold.before)
    sights = [_sight(session, turns[0] if turns else None, 0, (), name)]
    for turn, following in zip(turns, [*turns[1:], None], strict=True):
        sights.append(_sight(session, following, turn, by_turn[turn], name))
    return Volume(
        anchor,
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
    said = PLAYED.format(turn=turn, lines=" / ".join(entry.text for entry in entries)) if turn else START
    earned = " ".join(entry.earned for entry in entries if entry.earned)
    board = report.show(session, before, name)
    return Sight(turn, said, shown.panels, board, state.scores(), earned)


def _entries(session: Session) -> list[Entry]:
    """All lines of the log; those that an undo took back are not in force."""
    fold, parts = session.fold, session.explained()
    force, turn, found = set(fold.force), 0, []
    for index, line in enumerate(fold.lines):
        if isinstance(line, Turn):
            turn = line.number or 0
        of_turn = turn if isinstance(line, (Turn, Chance)) else 0
        told: Sequence[Part] = parts[index] if parts else ()
        text, _, remark = fold.notation.format(line).partition(" ; ")
        earned = explained.of_line(fold, index, told) if told else ""
        found.append(Entry(text, remark, of_turn, isinstance(line, Turn), index in force, earned))
    return found


def analyses(path: str) -> dict[str, dict[int, dict[str, Any]]]:
    """By game and turn what `pbem analyse --json` has written to a file; raises SaveError."""
    text = content.decode(content.read_bytes(path), path)
    try:
        found = {one["id"]: {int(turn["turn"]): turn for turn in one["turns"]} for one in json.loads(text)}
        for turns in found.values():
            for turn in turns.values():
                for key, kind in (("player", str), ("best_move", str), ("after", float), ("gave_away", float)):
                    turn[key] = kind(turn[key])
                turn["error"] = float(turn["error"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise SaveError(f"{path} is not what `pbem analyse --json` prints") from error
    return found

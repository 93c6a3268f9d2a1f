"""What a game looks like to scripts: values for JSON."""

from contextlib import suppress
from typing import Any

from pbem import explained, report
from pbem.fold import key
from pbem.game import CHANCE, NOBODY
from pbem.legal import POSITIONS, TooMany, count
from pbem.notation import Chance, Stop, Turn
from pbem.session import Session


def position(session: Session, turn: int | None = None, name: str | None = None) -> dict[str, Any]:
    """A position: the present one, or the one before `turn`; seen by `name` or the player to move. Raises NotThere."""
    state = session.state if turn is None else session.before(turn)
    names = session.header.names
    view = session.view(state, report.viewer(session, name, state))
    over = state.actor == NOBODY
    stopped = session.stopped and turn is None
    legal: int | None = None  # counting them would take long
    with suppress(TooMany):
        legal = 0 if stopped else count(state, POSITIONS)
    return {
        "game": session.rules.id,
        "id": session.header.id,
        "edition": session.header.edition,
        "options": session.header.options,
        "turn": state.turn,
        "to_move": None if over or stopped or not session.opened else names[state.mover],
        "draw_due": state.actor == CHANCE and not stopped,
        **({"owed_by": session.owed_by if turn is None else None} if session.header.chance == "together" else {}),
        "over": over,
        "stopped": stopped,
        "setup": session.from_setup,
        "unknown": report.meaningless(session),
        "scores": session.scores_in(state) or None,
        "winners": session.winners if over else [],
        "winner": session.winners[0] if over and len(session.winners) == 1 else None,
        **({**session.rules.details(state), **explained.ending_json(session.fold)} if over else {}),
        "key": key(session.rules, session.header, state),
        "legal": legal,
        "chance": session.header.chance or None,
        "position": session.rules.position(state, names),
        "board": session.rules.paint.board(view),
        "report": session.rules.paint.report(view),
    }


def parts(session: Session, last: int) -> dict[str, Any]:
    """The `parts` of the last lines, so many; nothing in a game that does not tell them."""
    found = explained.explained(session.fold, len(session.fold.lines) - last)
    return {} if found is None else {"parts": [explained.as_json(line) for line in found]}


def log(session: Session, explain: bool = False) -> list[dict[str, Any]]:
    """Every line: number, text, whether it is in force, and for turns in force the scores after it.

    With `explain`, in a game that tells them, also `parts` of what it earned, and with the line that ended the game
    `end`.
    """
    force = set(session.fold.force)
    parts = session.explained() if explain else None
    around = report.positions_around(session)
    found = []
    for index, line in enumerate(session.fold.lines):
        kept = index in force or not isinstance(line, (Turn, Chance, Stop))
        if not getattr(line, "shown", True):
            continue
        entry: dict[str, Any] = {"line": index + 1, "text": session.fold.notation.format(line), "in_force": kept}
        if index in around and session.rules.has_scores:
            entry["scores"] = session.scores_in(around[index][1])
        if parts is not None:
            entry["parts"] = explained.as_json(parts[index])
        if explain and session.over and index == session.fold.force[-1]:
            entry |= explained.ending_json(session.fold)
        found.append(entry)
    return found

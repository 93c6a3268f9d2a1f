"""What a game looks like in a mail, and the same for scripts."""

from typing import Any

from pbem.board import fold
from pbem.errors import HeaderError
from pbem.game import CHANCE, NOBODY, State
from pbem.legal import turns
from pbem.notation import Chance, Line, Turn, Undo
from pbem.session import Session


def viewer(session: Session, name: str | None, state: State) -> int:
    """The player of that name, or whose turn it is; raises HeaderError."""
    if name is None:
        return state.mover
    player = session.header.player(name)
    if player is None:
        raise HeaderError(f"no player is called `{name}`: {', '.join(session.header.names)}")
    return player


def show(session: Session, turn: int | None = None, name: str | None = None) -> list[str]:
    """A position as lines to paste: the present one, or the one before `turn`; seen by `name` or the player to move."""
    state = session.state if turn is None else session.before(turn)
    present = state is session.state
    player = viewer(session, name, state)
    names = session.header.names
    paint = session.game.paint
    title = f"{session.game.title}, game {session.header.id}, turn {state.turn}, key {session.game.key(state)}"
    lines = [*fold(title), *fold(_status(session, state)), ""]
    lines += [*paint.board(state), "", *paint.LEGEND, ""]
    lines += [*paint.report(state, names, player), ""]
    since = _since(session, state, player)
    if since:
        played = any(isinstance(line, Turn) and line.name == names[player] for line in _lines_before(session, state))
        lines += [f"Since the last turn of {names[player]}:" if played else "So far:", *since, ""]
    if present:
        lines += _answer(session, state)
    if session.header.chance == "seed":
        lines += fold("Dealt from an open seed: anyone who has the file can look ahead.")
    while lines[-1] == "":
        lines.pop()
    return lines


def _status(session: Session, state: State) -> str:
    names = session.header.names
    if state.actor == NOBODY:
        return f"Over. {result(session)}"
    if state.actor == CHANCE:
        return f"Waiting for a draw ({session.game.paint.due(state)}), then {names[state.mover]} is to move."
    return f"To move: {names[state.mover]}."


def result(session: Session) -> str:
    """ "Ana 83, Bob 77. Ana has won." """
    scores = ", ".join(f"{name} {score}" for name, score in session.scores.items())
    winners = session.winners
    if len(winners) == 1:
        return f"{scores}. {winners[0]} has won."
    return f"{scores}. {' and '.join(winners)} share the win."


def _since(session: Session, state: State, player: int) -> list[str]:
    """What happened since the player's last turn, in words that are no log line."""
    name = session.header.names[player]
    found: list[Line] = []
    for line in reversed(_lines_before(session, state)):
        if isinstance(line, Turn) and line.name == name:
            break
        found.append(line)
    return [part for line in reversed(found) for part in fold(told(session, line))]


def _lines_before(session: Session, state: State) -> list[Line]:
    """The lines in force that led to a position, and undos among them."""
    fold_ = session.fold
    if state is session.state:
        force = set(fold_.force)
        return [line for i, line in enumerate(fold_.lines) if i in force or isinstance(line, Undo)]
    length, _ = fold_.before[state.turn]
    return [fold_.lines[i] for i in fold_.force[:length]]


def told(session: Session, line: Line) -> str:
    """A line of the log as a sentence that cannot be taken for a move."""
    remark = f" ; {line.comment}" if line.comment else ""
    if isinstance(line, Turn):
        steps = session.fold.notation.format_steps(line.steps)
        earned = ", ".join(map(str, line.claim or ()))
        return f"(turn {line.number}) {line.name} earned {earned} by {steps}{remark}"
    if isinstance(line, Chance):
        return f"(chance) {session.game.words.format_chance(line.result)}{remark}"
    if isinstance(line, Undo):
        what = "the last draw" if line.number is None else f"turn {line.number} and all after it"
        return f"(undo) {what} was taken back{remark}"
    return f"(comment) {line.comment}"


def _answer(session: Session, state: State) -> list[str]:
    if state.actor == NOBODY:
        return []
    if state.actor == CHANCE:
        if session.header.chance == "keeper":
            return fold("Next, the keeper draws: pbem move FILE, with the secret beside it, and sends the draw line.")
        return ["Next, draw and enter it:", "(draw) SLOT, a colon, TILE, for each slot that is empty"]
    name = session.header.names[state.mover]
    return [
        "Answer with one line that begins with turn and name:",
        f"{state.turn} {name}: (your move)",
        *session.game.paint.how_to_answer(state),
    ]


def as_json(session: Session, turn: int | None = None, name: str | None = None) -> dict[str, Any]:
    """A position for scripts."""
    state = session.state if turn is None else session.before(turn)
    names = session.header.names
    over = state.actor == NOBODY
    legal = sum(1 for _ in turns(state)) if state.actor >= 0 else 0
    return {
        "game": session.game.id,
        "id": session.header.id,
        "edition": session.header.edition,
        "turn": state.turn,
        "to_move": None if over else names[state.mover],
        "draw_due": state.actor == CHANCE,
        "over": over,
        "scores": dict(zip(names, state.scores(), strict=True)),
        "winners": session.winners if over else [],
        "key": session.game.key(state),
        "legal": legal,
        "chance": session.header.chance,
        "position": session.game.position(state, names),
        "board": session.game.paint.board(state),
        "report": session.game.paint.report(state, names, viewer(session, name, state)),
    }


def frame(session: Session, turn: int | None) -> list[str]:
    """A board of a replay: what was just played, the board, the scores; before `turn`, or now."""
    state = session.state if turn is None else session.before(turn)
    names = session.header.names
    last: list[Line] = []
    for line in reversed(_lines_before(session, state)):
        last.insert(0, line)
        if isinstance(line, Turn):
            break
    told_ = [part for line in last for part in fold(told(session, line))]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, state.scores(), strict=True))
    return [*told_, *session.game.paint.board(state), *fold(f"Turn {state.turn}. Scores: {scores}")]


def log(session: Session) -> list[dict[str, Any]]:
    """Every line: number, text, whether it is in force, and for turns in force the scores after it."""
    lines = session.fold
    force = set(lines.force)
    after: dict[int, dict[str, int]] = {}
    turns_in_force = list(lines.before.items())
    for index, (_, (length, _state)) in enumerate(turns_in_force):
        end = turns_in_force[index + 1][1][1] if index + 1 < len(turns_in_force) else session.state
        after[lines.force[length]] = dict(zip(session.header.names, end.scores(), strict=True))
    found = []
    for index, line in enumerate(lines.lines):
        kept = index in force or not isinstance(line, (Turn, Chance))
        entry: dict[str, Any] = {"line": index + 1, "text": session.fold.notation.format(line), "in_force": kept}
        if index in after:
            entry["scores"] = after[index]
        found.append(entry)
    return found

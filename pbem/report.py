"""What a game looks like in a mail, and the same for scripts."""

from typing import Any

from pbem.board import fold
from pbem.errors import HeaderError
from pbem.game import CHANCE, NOBODY, State
from pbem.legal import turns
from pbem.notation import Chance, Comment, Turn, Undo
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
    lines += [*paint.board(state), ""]
    if state.actor != NOBODY:
        lines += [*paint.LEGEND, ""]
    lines += [*paint.report(state, names, player), ""]
    lines += _since(session, state, player)
    if present:
        lines += _answer(session, state)
    while lines[-1] == "":
        lines.pop()
    return lines


def _status(session: Session, state: State) -> str:
    names = session.header.names
    if state is not session.state:
        return (
            f"This was before turn {state.turn}, with {names[state.mover]} to move; the game is at turn {session.turn}."
        )
    if state.actor == NOBODY:
        return f"Over after {state.turn - 1} turns. {result(session)}"
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
    found: list[int] = []
    played = False
    for index in reversed(_lines_before(session, state)):
        line = session.fold.lines[index]
        if isinstance(line, Turn) and line.name == name:
            played = True
            break
        found.append(index)
    if not found:
        return []
    head = f"Since the last turn of {name}:" if played else "So far:"
    return [head, *(part for index in reversed(found) for part in told(session, index)), ""]


def _lines_before(session: Session, state: State) -> list[int]:
    """Which lines led to a position: those in force, and for the present one undos and remarks among them."""
    fold_ = session.fold
    if state is not session.state:
        return fold_.force[: fold_.before[state.turn][0]]
    force = set(fold_.force)
    return [i for i, line in enumerate(fold_.lines) if i in force or isinstance(line, (Undo, Comment))]


def told(session: Session, index: int) -> list[str]:
    """A line of the log as a sentence that cannot be taken for a move."""
    line = session.fold.lines[index]
    if isinstance(line, Turn):
        steps = session.fold.notation.format_steps(line.steps)
        earned = ", ".join(map(str, line.claim or ()))
        text = f"(turn {line.number}) {line.name} earned {earned} by {steps}{_others(session, index, line)}"
    elif isinstance(line, Chance):
        text = f"(chance) {session.game.words.format_chance(line.result)}"
    elif isinstance(line, Undo):
        text = f"(undo) {'the last draw' if line.number is None else f'turn {line.number}'} was taken back"
    else:
        text = "(remark)"
    return fold(f"{text} ; {line.comment}" if line.comment else text, shield=True)


def _others(session: Session, index: int, line: Turn) -> str:
    """What a turn brought the other players, such as "; Bob got 9"."""
    before, after = _positions_around(session).get(index, (session.state, session.state))
    changes = [new - old for old, new in zip(before.scores(), after.scores(), strict=True)]
    names = session.header.names
    got = [f"{name} got {n}" for name, n in zip(names, changes, strict=True) if n and name != line.name]
    return f"; {', '.join(got)}" if got else ""


def _positions_around(session: Session) -> dict[int, tuple[State, State]]:
    """By the index of its line, for each turn in force: the positions before it and before the next one."""
    fold_ = session.fold
    before = list(fold_.before.values())
    after = [state for _, state in before[1:]] + [session.state]
    return {fold_.force[length]: (state, end) for (length, state), end in zip(before, after, strict=True)}


def _answer(session: Session, state: State) -> list[str]:
    paint = session.game.paint
    if state.actor == NOBODY:
        return []
    dealt = {
        "seed": "Dealt from an open seed: anyone who has the file can look ahead.",
        "keeper": "Dealt by a keeper from a secret, to be verified when it is published.",
        "manual": "Drawn by the players.",
    }[session.header.chance]
    if state.actor == CHANCE:
        if session.header.chance == "keeper":
            return ["The keeper draws (pbem move FILE) and sends the line.", dealt]
        return ["Next, draw and answer with one line:", *paint.how_to_draw(state), dealt]
    name = session.header.names[state.mover]
    return [
        "Answer with one line that begins with turn and name:",
        f"{state.turn} {name}: {paint.TEMPLATE}",
        *paint.how_to_answer(state),
        dealt,
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
    last: list[int] = []
    for index in reversed(_lines_before(session, state)):
        last.insert(0, index)
        if isinstance(session.fold.lines[index], Turn):
            break
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, state.scores(), strict=True))
    head = [part for index in last for part in told(session, index)]
    return [*head, *session.game.paint.board(state), *fold(f"Turn {state.turn}. Scores: {scores}")]


def log(session: Session) -> list[dict[str, Any]]:
    """Every line: number, text, whether it is in force, and for turns in force the scores after it."""
    force = set(session.fold.force)
    around = _positions_around(session)
    found = []
    for index, line in enumerate(session.fold.lines):
        kept = index in force or not isinstance(line, (Turn, Chance))
        entry: dict[str, Any] = {"line": index + 1, "text": session.fold.notation.format(line), "in_force": kept}
        if index in around:
            entry["scores"] = dict(zip(session.header.names, around[index][1].scores(), strict=True))
        found.append(entry)
    return found

"""What a game looks like in a mail and on a screen."""

from collections.abc import Iterable, Iterator, Sequence

from pbem import explained
from pbem.board import WIDTH, fold, plural
from pbem.chance import KINDS
from pbem.errors import FORMS, all_of, on_one_line, short
from pbem.fold import Fold, key, play_again
from pbem.folded import fold_lines
from pbem.game import CHANCE, NOBODY, State, View
from pbem.notation import Chance, Comment, Stop, Turn, Undo
from pbem.record import won
from pbem.session import Session

FROM_SETUP = "The game began from a setup."
_GAME, _GAME_WITH = "{title}, game {id}", "{title} with {options}, game {id}"
_WON, _ON_TIE_BREAK = "{scores}. {won}.", "{scores}. {won} on the tie-break."
_RATED = "{scores}: {rating}."
TO_MOVE = "To move: {name}."
_OWED = "A draw is owed by {name}."
_ASKED = "Waiting for {name}, who may agree to `undo {what}` (pbem undo FILE) or refuse it (pbem move FILE --fresh)."
NOT_OPENED = "The game is {why}."
DRAW_BETWEEN = "Waiting for a draw ({due}), then {name} is to move."
DRAW_WITHIN = "Waiting for a draw ({due}), in the turn of {name}."
BEFORE = "This was before turn {turn}, with {name} to move; the game is at turn {now}."
STOPPED = "Stopped at turn {turn}, undecided.{standing}"
OVER_ONE = "Over after {n} turn. {result}"
OVER = "Over after {n} turns. {result}"
SO_FAR = "So far:"
LAST_TURNS = "The last turns:"
SINCE = "Since the last turn of {name}:"
LAST_AND_SINCE = "The last turn of {name}, and what came since:"
ANSWER = "Answer with one line that begins with turn and name:"
DRAW = "Next, draw and answer with one line:"
KEEPER = "The keeper draws (pbem move FILE) and sends the line."
KEEPER_BY_MAIL = "The keeper draws, and the line comes by mail."
FROM_SEED = "The draw follows from the seed: pbem move FILE makes it."
GO_ON = "To go on with the game take the stop back (pbem undo FILE)."
GO_ON_BY_MAIL = "To go on with the game take the stop back (undo? asks for it)."
_FORMS_BY_MAIL = "All forms: the word rules tells them"
KEPT_MORE_ONE = "kept as well: {n} line or key more that means nothing to this program"
KEPT_MORE = "kept as well: {n} lines or keys more that mean nothing to this program"
SCORES = "scores in the order {names}"
"""What stands below the rows of the log."""
EARNS = "earns  move"
ADVICE = {
    "lead": "Turn {turn}, {name}: moves, most tried first, and the lead in points to be expected a round later.",
    "win": "Turn {turn}, {name}: moves, most tried first, and the share of wins to be expected.",
    "earns": "Turn {turn}, {name}: what this bot would play.",
}
MOVES = (EARNS, *ADVICE.values())
"""What stands over moves that may be chosen, without a label: what they earn, and what a bot says of them."""
_NOT_PLAYED = "what stands behind `;` is a remark. Steps of one turn are joined by `/`."
_BEGUN = [head.split("{")[0] for head in (_OWED, SINCE, LAST_AND_SINCE)]
HEADS = (*_BEGUN, SO_FAR, LAST_TURNS, ANSWER, DRAW, KEEPER, KEEPER_BY_MAIL, FROM_SEED, GO_ON, GO_ON_BY_MAIL)
"""How what stands below the report begins."""
_KEPT = 3  # lines that are told one by one


def viewer(session: Session, name: str | None, state: State) -> int:
    """The player of that name, or whose turn it is; raises NotThere."""
    return state.mover if name is None else session.header.index(name)


def show(
    session: Session,
    turn: int | None = None,
    name: str | None = None,
    full: bool = True,
    board_last: bool = False,
    by_mail: bool = False,
) -> list[str]:
    """A position as lines to paste: the present one, or the one before `turn`; seen by `name` or the player to move.

    Without `full` it is what is needed to choose: no legend, no words on how to answer, `Paint.short` for `report`.
    With `board_last` it is for a screen, where what is on top scrolls away; `by_mail` it names no commands, but words
    that a club's robot understands.
    """
    state = session.state if turn is None else session.before(turn)
    turn = past(session, turn)
    player = viewer(session, name, state)
    paint = session.rules.paint
    head = f"{title(session)}, "
    where = f"turn {state.turn}, key {key(session.rules, session.header, state)}"  # people compare it: in one piece
    lines = owed(session) if turn is None else []
    lines += [head + where] if len(head + where) <= WIDTH else [*fold(head), where]
    lines += fold(status(session, state, turn))
    view = session.view(state, player)
    told, *brought = _since(session, turn, player) or [[]]
    if full:
        beside = [paint.legend(view) if state.actor != NOBODY else [], paint.report(view), told]
    else:  # no empty line before what came since: a board and its posts are to fit on a screen
        beside = [[*paint.short(view), *told]]
    parts = [
        *([] if board_last else [paint.board(view)]),
        *beside,
        *brought,
        told_end(session) if turn is None else [],
        *([paint.board(view)] if board_last else []),
        _answer(session, state, full, by_mail) if turn is None else [],
    ]
    return lines + [line for part in parts if part for line in ("", *part)]


def owed(session: Session) -> list[str]:
    """Who owes a result, or an answer to an undo, in a game that its players deal together."""
    told = [_OWED.format(name=session.owed_by)] if session.owed_by else []
    asked = session.asked_to_undo
    return told + (fold(_ASKED.format(name=asked[0], what=asked[1])) if asked else [])


def title(session: Session) -> str:
    """ "Majolica with bloom, game thread"."""
    told = _GAME_WITH if session.header.options else _GAME
    return told.format(title=session.rules.title, options=all_of(session.header.options), id=session.header.id)


def status(session: Session, state: State, turn: int | None) -> str:
    """Who is to move, what is waited for, or how the game has ended; before which `turn` this was."""
    if turn is None and state.actor == NOBODY:
        return ended(session)
    status = _going_on(session, state, turn)
    return f"{status} {FROM_SETUP}" if session.from_setup else status


def _going_on(session: Session, state: State, turn: int | None) -> str:
    mover = session.header.players[state.mover].name
    if turn is not None:
        return BEFORE.format(turn=state.turn, name=mover, now=session.turn)
    if session.stopped:
        return STOPPED.format(turn=state.turn, standing=_standing(session))
    if not session.opened:
        return NOT_OPENED.format(why=session.waits_for)
    if state.actor == CHANCE:
        begun = state.turn in session.fold.before
        due = session.rules.paint.due(session.view(state))
        return (DRAW_WITHIN if begun else DRAW_BETWEEN).format(due=due, name=mover)
    return TO_MOVE.format(name=mover)


def ended(session: Session) -> str:
    """After how many turns a game was over, and with what result."""
    return plural(session.turn - 1, OVER_ONE, OVER, result=result(session))


def result(session: Session) -> str:
    """ "Ana 83, Bob 77. Ana has won."; where nobody can win, the rating of the score; without scores who has won."""
    text = _outcome(session)
    return f"{text} {FROM_SETUP}" if session.from_setup else text


def _outcome(session: Session) -> str:
    winners = session.winners
    if not session.scores:
        return f"{_capital(won(winners))}."
    scores = scored(session.scores)
    if not winners:
        return _RATED.format(scores=scores, rating=session.rules.details(session.state)["rating"])
    tied = len(winners) == 1 and list(session.scores.values()).count(session.scores[winners[0]]) > 1
    return (_ON_TIE_BREAK if tied else _WON).format(scores=scores, won=won(winners))


def _standing(session: Session) -> str:
    return f" {scored(session.scores)}." if session.scores else ""


def scored(scores: dict[str, int]) -> str:
    """ "Ana 83, Bob 77"."""
    return ", ".join(f"{name} {score}" for name, score in scores.items())


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def since(session: Session, turn: int | None = None, name: str | None = None) -> list[str]:
    """The lines since a reader's last turn as they stand in the log, those taken back included.

    What comes after the undo of a turn makes sense only with it. Where no turn is among them, the reader's own comes
    first: alone a result of chance does not tell where it belongs. Up to the position that `show` shows.
    """
    state = session.state if turn is None else session.before(turn)
    start, stop, _ = _range(session, past(session, turn), viewer(session, name, state))
    return _texts(session, start, stop)


def _texts(session: Session, start: int, stop: int) -> list[str]:
    """Lines of the log as they are shown: links are not."""
    lines = session.fold.lines[start:stop]
    return [session.fold.notation.format(line) for line in lines if getattr(line, "shown", True)]


def past(session: Session, turn: int | None) -> int | None:
    """The turn before which a position is asked for; None where that is the present one."""
    return turn if turn in session.fold.before else None


def _range(session: Session, turn: int | None, player: int) -> tuple[int, int, str]:
    """Which lines a reader has to know, and what stands above them."""
    played, name = session.fold, session.header.players[player].name
    force = played.force if turn is None else played.force[: played.before[turn][0]]
    stop = len(played.lines) if turn is None else force[-1] + 1 if force else 0
    over = turn is None and session.over
    ended = False
    for index in reversed(force):
        line = played.lines[index]
        if not isinstance(line, Turn):
            continue
        if line.name == name and (ended or not over):  # the turn that ended the game is always told
            alone = not any(isinstance(later, Turn) for later in played.lines[index + 1 : stop])
            head = (LAST_AND_SINCE if alone else SINCE).format(name=name)
            start = index if alone and index + 1 < stop else index + 1
            return start, stop, LAST_TURNS if over else head
        ended = True
    return 0, stop, LAST_TURNS if over else SO_FAR


def _since(session: Session, turn: int | None, player: int) -> list[list[str]]:
    """What happened since the player's last turn: the lines of the log, and what they brought others."""
    start, stop, head = _range(session, turn, player)
    if start == stop:
        return []
    lines = _texts(session, start, stop)
    earned = explained.turns(session.fold, start, stop)
    if earned is not None:
        return [[head, *fold_lines(lines)], [line for text in earned for line in fold(text, shield=True)]]
    brought = []
    for index, around in positions_around(session).items():
        line = session.fold.lines[index]
        if start <= index < stop and isinstance(line, Turn):
            got = _others(session, line, around)
            brought += [f"Turn {line.number} brought {all_of(f'{name} {n}' for name, n in got)}."] if got else []
    return [[head, *fold_lines(lines)], fold(" ".join(brought), shield=True) if brought else []]


def told_end(session: Session) -> list[str]:
    """Why the game ended, what was counted last, what was left; nothing before the end."""
    return [line for text in explained.ended(session.fold) for line in fold(text, shield=True)]


def unseen(session: Session, last: int) -> list[str]:
    """What the last lines earned, so many, as far as `show` does not tell it; an empty line at the end."""
    start, _, _ = _range(session, None, session.fold.state.mover)
    sentences = explained.turns(session.fold, len(session.fold.lines) - last, start) or []
    lines = [line for text in sentences for line in fold(text, shield=True)]
    return [*lines, ""] if lines else []


def _lines_before(session: Session, turn: int | None) -> list[int]:
    """Which lines led to a position: those in force, and for the present one undos and remarks among them."""
    played = session.fold
    if turn is not None and turn in played.before:
        return played.force[: played.before[turn][0]]
    force = set(played.force)
    return [i for i, line in enumerate(played.lines) if i in force or isinstance(line, (Undo, Comment))]


Around = dict[int, tuple[State, State]]
"""By the index of its last line, for each turn in force: the positions before it and before the next one."""


def positions_around(session: Session) -> Around:
    """For each turn in force the positions around it."""
    played = session.fold
    before = list(played.before.values())
    after = [*before[1:], (len(played.force), played.state)]
    found: Around = {}
    for (start, state), (stop, end) in zip(before, after, strict=False):  # before the first turn there is none
        turn = [index for index in played.force[start:stop] if isinstance(played.lines[index], Turn)]
        found[turn[-1]] = state, end
    return found


def meaningless(session: Session) -> list[str]:
    """What is kept of a header but means nothing to this program: lines of it, and names of a save file's keys."""
    names = []
    for name, value in session.header.unknown.items():
        if name == "players":
            names += [f"players.{key}" for table in value for key in table]
        else:
            names += [f"{name}.{key}" for key in value] if name in ("chance", "history") else [name]
    return [*session.header.foreign, *dict.fromkeys(names)]


def kept(lines: Sequence[str]) -> list[str]:
    """Sentences on what is `meaningless`, no more than a few."""
    told = [f"kept, but it means nothing to this program: `{short(on_one_line(line), 200)}`" for line in lines[:_KEPT]]
    more = len(lines) - _KEPT
    return told if more <= 0 else [*told, plural(more, KEPT_MORE_ONE, KEPT_MORE)]


def told(session: Session, index: int, around: Around) -> list[str]:
    """A line of the log as a sentence that cannot be taken for a move."""
    line = session.fold.lines[index]
    if isinstance(line, Turn):
        steps = session.fold.notation.format_steps(line.steps)
        if line.claim is None:
            text = f"(turn {line.number}) {line.name} played {steps}"
        else:
            earned = ",".join(map(str, line.claim))
            text = f"(turn {line.number}) {line.name} earned {earned} by {steps}"
        got = _others(session, line, around.get(index))
        text += f"; {', '.join(f'{name} got {n}' for name, n in got)}" if got else ""
    elif isinstance(line, Chance):
        text = f"(chance) {session.rules.words.format_chance(line.result)}"
    elif isinstance(line, Undo):
        what = {"draw": "the last draw", "stop": "the stop"}.get(str(line.what), f"turn {line.what} and what followed")
        text = f"(undo) {what} was taken back"
    elif isinstance(line, Stop):
        text = "(stop) the game was ended undecided"
    else:
        text = "(remark)"
    return fold(f"{text} ; {line.comment}" if line.comment else text, shield=True)


def _others(session: Session, line: Turn, around: tuple[State, State] | None) -> list[tuple[str, int]]:
    """What a turn brought the other players: names and numbers."""
    if around is None or not session.rules.has_scores:
        return []
    changes = [new - old for old, new in zip(around[0].scores(), around[1].scores(), strict=True)]
    return [(name, n) for name, n in zip(session.header.names, changes, strict=True) if n and name != line.name]


def _answer(session: Session, state: State, full: bool, by_mail: bool) -> list[str]:
    if state.actor == NOBODY:
        return []
    if session.stopped:
        return [GO_ON_BY_MAIL if by_mail else GO_ON]
    paint, view = session.rules.paint, session.view(state)
    told = [KINDS[session.header.chance].told] if session.header.chance else []
    dealt = told if full else []
    if session.header.chance == "together" and (state.actor == CHANCE or not session.opened):
        return [*owed(session), *told]
    if state.actor == CHANCE:
        if session.header.chance == "keeper":
            return [KEEPER_BY_MAIL if by_mail else KEEPER, *dealt]
        if session.header.chance == "seed":
            return [FROM_SEED, *dealt]
        return [DRAW, *paint.how_to_draw(view), *dealt]
    line = f"{state.turn} {session.header.players[state.mover].name}: {paint.template(view)}"
    if not full:
        return [line, *paint.asked(view)]
    forms = _FORMS_BY_MAIL if by_mail else FORMS.format(game=session.rules.id)
    return [ANSWER, line, *paint.how_to_answer(view), forms, *dealt]


def frames(session: Session, turns: Sequence[int | None]) -> Iterator[list[str]]:
    """The boards of a replay: what was just played, the board, the scores; before each of `turns`, None = now."""
    around = positions_around(session)
    for turn in turns:
        state = session.state if turn is None else session.before(turn)
        last: list[int] = []
        for index in reversed(_lines_before(session, turn)):
            last.insert(0, index)
            if isinstance(session.fold.lines[index], Turn):
                break
        scores = session.scores_in(state)
        below = f"Turn {state.turn}." if not scores else f"Turn {state.turn}. Scores: {scored(scores)}"
        head = [part for index in last for part in told(session, index, around)]
        paint, view = session.rules.paint, session.view(state)
        yield [*head, *paint.board(view), *paint.benches(view), *fold(below)]


# Steps that are legal and do nothing: nobody is to make one by mistake and without a word


def remarks(fold: Fold, start: int) -> list[str]:
    """The remarks of the game on the turns among the lines from index `start` on that are in force."""
    found: list[str] = []
    for position, index in enumerate(fold.force):
        line = fold.lines[index]
        if index < start or not isinstance(line, Turn) or line.number not in fold.before:
            continue
        length, state = fold.before[line.number]
        state = state.copy()
        for earlier in fold.force[length:position]:
            play_again(state, fold.lines[earlier])
        for step in line.steps:
            found.append(fold.rules.paint.remark(View(state, fold.header.names, state.mover), step))
            state.apply(step)
    return [text for text in dict.fromkeys(found) if text]


def not_played(session: Session, typed: Iterable[str]) -> list[str]:
    """What is told of typed lines that have a move behind `;`, where nothing is played."""
    return [_NOT_PLAYED for line in typed if session.is_move(line.partition(";")[2])]

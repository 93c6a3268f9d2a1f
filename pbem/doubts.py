"""What a text may mean from which nothing is taken: the question that is asked back, with what is wanted."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pbem import meant
from pbem.candidates import Found, Piece, Question, find
from pbem.errors import IllegalMove, NotationError, NotYourTurn, PbemError, StaleMove
from pbem.folded import unfolded
from pbem.known import Log, says
from pbem.mail import Mail
from pbem.mail.newtext import QUOTE
from pbem.mail.words import MEANT, WITHOUT
from pbem.notation import Chance, Line, Stop, Turn, Undo
from pbem.plain import clean, same
from pbem.session import Session

_SHORT = 4  # letters of a line that may be a move or anything
_WORDS = 40  # where they are letters alone
_MARKS = (">", "|", "\uff1e")  # of quotes
_QUOTED = 400  # lines in which a move that stands in a quote only is looked for
_TRIES = 1500  # parts of lines that are read as a move
_LONGEST = 400  # of such a line
_PLACES = 8  # of a line where a move may begin
_PREFIX = 60  # characters before it
_COLUMNS = "   "  # a table, as of how moves are written
_LABEL_WORDS = 4  # beside a name
_NUMBER = re.compile(r"(?<![\w/:.+-])\d{1,6}(?![\w/+-]|[:.]\d)")  # no date, no time, no part of a move
_APART = r"[\s.:,;()<>\[\]#-]+"
_AROUND = " .:,;()<>[]#-0123456789"
_ENDING = 40  # lines at the ends of a text in which people may write beside a post
_PLAYED = 20  # such moves that are tried on the position
_BEGINS = re.compile(r"(?<=[\s:;.,#()<>\[\]\"])(?=[^\s:;.,#()<>\[\]\"])")
_ENDS = re.compile(r"[,.;!?)\"]+(?=\s|$)|\s+(?=[(:;-]|[^\W\d_]{3})")
_DREW = re.compile(r"^\W*(?:(?:i|we)(?:'ve| have)? )?(?:draws?|drew|drawn|rolls?|rolled)\b\W*", re.IGNORECASE)
_RESULTS = re.compile(r"\d|[a-z][A-Z]")  # in words of people there are none
_SAVE, _SAVED_GAME = re.compile(r"\s*pbem\s*=\s*\d+\s*$"), re.compile(r"\s*game\s*=\s*[\"']")
_OTHER_TURN = "that was for turn {given}, the game is at turn {turn}"
_BEHIND = (
    "that was for turn {given}, the game is at turn {turn}: if the number is right, paste what came between as well, "
    "the log or the record"
)
_CALLED = "No player of this game is called {name} (they are {names}), so `{text}` is not taken"
_NEARLY_CALLED = "No player of this game is called {name} (did you mean {names}?), so `{text}` is not taken"


class Near(NamedTuple):
    """A line that is no line of the log, and what of it is a move; what stands before that, with a `number` in it.

    `labelled` is whether that is nearly a label: the number of a turn, or a name, or nearly one.
    """

    piece: Piece
    text: str
    before: str
    move: str
    number: int | None
    labelled: bool


def check_save(lines: Sequence[str]) -> None:
    """Raises Question for a save file in a text: its log stands in quotes, between commas."""
    if any(map(_SAVE.match, lines)) and any(map(_SAVED_GAME.match, lines)):
        raise Question(
            "This is a game file of pbem, which is no text to be taken: paste the record of the game, as "
            "`pbem export FILE` prints it."
        )


def ask(session: Session, mail: Mail, found: Found) -> None:
    """Raises Question if a move stands where none is taken from, or nearly stands there, and tells where it counts."""
    check_save(mail.lines)
    try:
        _ask_of_quotes(session, mail.quoted[:_QUOTED])
        _ask_of_sentences(session, found.pieces)
        _ask_of_misspelled(session, found.pieces)
    except Question as question:
        if not session.over and not session.stopped:
            raise
        error = IllegalMove(session.waits_for, reason="over" if session.over else "stopped")
        raise Question(error.sentence, error) from question


def ask_of_quoted(session: Session, log: Log, quoted: Sequence[str], played: Collection[int], bare: bool) -> None:
    """Raises Question for what only a quote has for the position now, or for a turn `played` by a `bare` move."""
    turns = {session.turn, *played} if bare else {session.turn}.difference(played)
    label = re.compile(rf"(?<!\d)(?:{'|'.join(map(str, turns))})\s{{1,4}}[^\W\d].{{0,40}}:")
    words = ("draw", *session.rules.words.chance_words) if session.waits_for_draw else ()
    plain = () if played and not any(map(label.search, quoted)) else map(_unmarked, quoted[-_QUOTED:])
    pieces = find(unfolded(plain), session.header.names, words).pieces
    last = max((piece.row for piece in pieces if piece.kind == "turn"), default=-1)  # a log may go on from there
    for piece in pieces:
        text = piece.readings[-1][0]
        line = session.fold.notation.reads(text) if piece.kind in ("turn", "chance", "undo") else None
        if isinstance(line, Turn):
            new = line.number in turns and (bare or not played or piece.row == last)
            new = new and log.is_new(line) and not says(session, line.number or 0, line)
        elif isinstance(line, Chance):
            new = not log.drawn(line) and not refusal(session, text)
        else:
            new = isinstance(line, (Undo, Stop)) and line.at is not None and log.find(line, ()) is None
        if new:
            raise Question(
                f"`{text}` stands only in what is quoted, copied, hidden or in a signature, and this game has it not: "
                "to enter it write it as a line of your own."
            )


def ask_beside_known(session: Session, log: Log, mail: Mail, pieces: Sequence[Piece]) -> None:
    """Raises Question beside known lines alone, for what is quoted or for a legal move in a sentence at an end."""
    ask_of_quoted(session, log, mail.quoted, (), False)
    ends = sorted(pieces, key=lambda piece: min(piece.row, len(mail.lines) - piece.row))[:_ENDING]
    for tries, near in enumerate(nearly(session, ends)):
        _check_mentioned(session, near, tries)


def _ask_of_quotes(session: Session, quoted: Sequence[str]) -> None:
    """Raises Question for a move of this turn that stands only in a quote, and a legal one among quoted lines."""
    turn = session.turn
    for piece in find(unfolded(map(_unmarked, quoted)), session.header.names, ()).pieces:
        if piece.kind == "turn" and piece.number == turn:
            text = piece.readings[-1][0]
            line = session.fold.notation.reads(text)
            if isinstance(line, Turn) and not says(session, turn, line):  # it may be half of a turn that was played
                raise Question(
                    f"A move for turn {turn} stands only in what is quoted, copied, hidden or in a signature: "
                    f"`{text}`. To play it write it as a line of your own."
                )
    for tries, text in enumerate(_between_quotes(session, quoted)):
        if tries < _PLAYED and not refusal(session, text):
            raise Question(
                f"`{text}` stands among quoted lines, so it is not clear whether it is new: to play it write it with "
                "an empty line above."
            )


def _ask_of_sentences(session: Session, pieces: Sequence[Piece]) -> None:
    """Raises Question for a sentence that has the label of this turn in it, and a short one that reads as a move."""
    turn, name = session.turn, session.header.names[session.fold.state.mover]
    label = f"{turn} {name}:".casefold()
    for piece in pieces:
        text = piece.readings[-1][0]
        if piece.kind == "text" and label in clean(text).casefold():
            raise Question(f"A sentence mentions a move: `{text}`. To play it write it as a line of its own.")
        letters = len(text) < _WORDS and not any(map(str.isdigit, text))
        line = session.fold.notation.reads(text) if letters or len(text) < _SHORT else None
        if piece.kind == "text" and isinstance(line, Turn):
            if line.name is not None:
                raise stranger_in(session, line.name, text)
            raise Question(f"`{text}` alone may be anything: to play it write `{turn} {name}: {text}`.")


def _ask_of_misspelled(session: Session, pieces: Sequence[Piece]) -> None:
    """Raises Question for what is nearly a line with turn and name, and a legal move in the middle of a sentence."""
    for near in in_letters(session, pieces, {session.turn}):
        raise missed(session, near)
    for tries, near in enumerate(nearly(session, pieces)):
        if near.labelled:
            raise missed(session, near)
        _check_mentioned(session, near, tries)


def _check_mentioned(session: Session, near: Near, tries: int) -> None:
    """Raises Question for a legal move in a sentence; so many were looked at before."""
    turn, name = session.turn, session.header.names[session.fold.state.mover]
    looked_at = tries < _PLAYED and _COLUMNS not in near.text and near.number in (None, turn)
    if looked_at and not refusal(session, near.move):
        raise Question(
            f"A sentence mentions a move: `{near.text}`. To play it write `{turn} {name}: {near.move}` as a line of "
            "its own."
        )


def _between_quotes(session: Session, quoted: Sequence[str]) -> Iterator[str]:
    """Lines that read as a move, below a line with the mark of a quote and without one themselves."""
    below = [line for above, line in pairwise(quoted) if _is_marked(above) and not _is_marked(line)]
    for piece in find(below, session.header.names, ()).pieces:
        text = piece.readings[-1][0]
        if any(map(str.isdigit, text)) and len(text) <= _LONGEST and session.is_move(text):
            yield text


def _is_marked(line: str) -> bool:
    return line.lstrip()[:1] in _MARKS or QUOTE.match(line) is not None


def _unmarked(line: str) -> str:
    """A quoted line without the marks of quotes, however deep it is."""
    start = 0
    while found := QUOTE.match(line, start):
        start = found.end()
    return line[start:].lstrip("> |")


def wanted(session: Session) -> str:
    """What is to be written where a text has nothing for the game, as half a sentence."""
    if session.over or session.stopped:
        return session.waits_for
    if not session.waits_for_draw:
        return "write the move as a line of its own, with turn and name"
    if session.header.chance == "keeper":
        return f"{session.waits_for}: paste the keeper's line"
    words = " or ".join(f"`{word}`" for word in session.rules.words.chance_words)
    return f"{session.waits_for}: write it as a line of its own that begins with {words}"


def check_draws(session: Session, pieces: Sequence[Piece]) -> None:
    """Raises Question for what begins like a result of chance, or is one but for its word, while one is due.

    Not for what a post shows, or a table of the notation, by which people are told how to write one.
    """
    tries = _TRIES
    for piece in pieces:
        text = piece.readings[-1][0]
        if piece.template or _COLUMNS in text:
            continue
        drawn = _DREW.sub("", text.rstrip(". "), count=1)
        may_be_one = piece.kind == "text" and len(text) <= _LONGEST and tries > 0
        tries -= may_be_one
        line = meant.without_word(session.fold, drawn) if may_be_one else None
        if line is not None:
            asked = f"`{text}` is {'nearly a draw' if _DREW.match(text) else 'a draw without its first word'}: "
            draw = session.fold.notation.format(line)
            if refused := refusal(session, draw):
                raise Question(f"{asked}`{draw}`, and that is refused: {refused.message}.", refused)
            raise Question(f"{asked}to enter it write `{draw}`.")
        if piece.kind == "chance" and _RESULTS.search(text):
            try:
                session.fold.notation.parse(text)
            except NotationError as error:
                raise Question(f"This begins like a draw: {error.message}.", error) from error


def missed(session: Session, near: Near) -> Question:
    """The question about a line that has nearly a label."""
    turn, name = session.turn, session.header.names[session.fold.state.mover]
    if near.number not in (None, turn):
        sentence = f"`{near.text}` is nearly a line of turn {near.number}, and the game is at turn {turn}"
        return Question(f"{sentence}.", StaleMove(sentence, given=near.number, turn=turn))
    line = f"{turn} {name}: {near.move}"
    refused = refusal(session, line)
    advice = f"As `{line}` it is refused: {refused.message}." if refused else f"To play it write `{line}`."
    stranger = near.before.strip(_AROUND)
    if any(session.header.player(part) is not None for part in (stranger, *stranger.split()[-1:])):
        stranger = ""
    if stranger and _close(stranger, session.header.names):
        return stranger_in(session, stranger, near.text, advice)
    return Question(f"`{near.text}` is nearly a line with turn and name. {advice}")


def unlabelled(text: str, beside: str) -> Question:
    """The question about a move without turn and name beside another line than a draw."""
    return Question(f"`{text}` stands beside `{beside}`, and there a move is taken only with its turn and name.")


def stranger_in(session: Session, name: str, text: str, advice: str = "") -> Question:
    """That nobody has a name, and which is nearly the same; as for a typed line the exit status is 6."""
    close = _close(name, session.header.names)
    template = _NEARLY_CALLED if close else _CALLED
    told = template.format(name=name, names=", ".join(close or session.header.names), text=text)
    told += f"{session.header.disguised(name)}.{' ' if advice else ''}{advice}"
    return Question(told, NotYourTurn(told.removesuffix("."), given=name, to_move=session.to_move))


def ahead(session: Session, lines: Sequence[Line], error: PbemError, club: bool) -> PbemError:
    """Why the first of these lines was refused; where they belong to a turn still to come, what is to be pasted.

    A `club` has all of its game: there the number is wrong.
    """
    turn = session.turn
    number = next((line.number for line in lines if isinstance(line, Turn)), None)
    later = number is not None and number > turn and not session.waits_for_draw
    if not later or not isinstance(error, (StaleMove, IllegalMove)):
        return error
    told = _OTHER_TURN if club else _BEHIND
    return StaleMove(told.format(given=number, turn=turn), given=number, turn=turn)


def labelled(session: Session, pieces: Sequence[Piece], turns: set[int]) -> Iterator[Near]:
    """Of these the ones that have one of the turns or a name before the move, or correct one; takes no time."""
    if not pieces:
        return
    words = {*map(str, turns), *(same(name).split()[0] for name in session.header.names)}
    begun = [
        p for p in pieces if not words.isdisjoint(re.split(_APART, same(p.readings[-1][0][:_PREFIX]), maxsplit=2)[:2])
    ]
    for near in nearly(session, begun, exact=True):
        if near.labelled and (near.number is None or near.number in turns):
            yield near
    labels = [f"{turn} {name}:".casefold() for turn in turns for name in session.header.names]
    yield from nearly(session, [p for p in pieces if _corrects(p.readings[-1][0], labels)])
    yield from in_letters(session, pieces, turns)


def in_letters(session: Session, pieces: Sequence[Piece], turns: set[int]) -> Iterator[Near]:
    """Moves of letters alone (`R`, which people write for anything) behind turn and name or a word that corrects."""
    labels = [re.escape(f"{turn} {name}") for turn in turns for name in session.header.names]
    label = re.compile(rf"(?<!\d)(?:{'|'.join(labels) or '(?!)'})(?!\w)", re.IGNORECASE)
    read: dict[str, bool] = {}
    for piece in pieces:
        text = clean(piece.readings[-1][0]).partition(";")[0]
        if piece.kind in ("text", "numbered") and len(text) <= _PREFIX:
            for found in (*MEANT.finditer(text), *label.finditer(text)):
                move = text[found.end() :].lstrip(" *_:-").rstrip(f"{WITHOUT}.!,:")  # not the R of `Sorry, R`
                if not move or any(map(str.isdigit, move)):
                    continue
                if move not in read:
                    if len(read) == _TRIES:
                        return
                    read[move] = meant.is_bare(session.fold.notation.reads(move))
                if read[move]:
                    yield Near(piece, text, text[: found.end()], move, None, True)


def _corrects(text: str, labels: Sequence[str]) -> bool:
    """Whether a line that is none of the log may put another move in place of one."""
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return False
    return bool(MEANT.search(text)) or (":" in text and any(label in clean(text).casefold() for label in labels))


def nearly(session: Session, pieces: Sequence[Piece], exact: bool = False) -> Iterator[Near]:
    """Lines that are none of the log, in which a move ends the line or a clause of it; some hundred are looked at.

    With `exact` names are not looked for that are only nearly those of players.
    """
    tries = _TRIES
    for piece in pieces:
        text = piece.readings[-1][0]
        if (
            piece.kind not in ("text", "numbered", "turn")
            or piece.template
            or len(text) > _LONGEST
            or not any(map(str.isdigit, text))
        ):
            continue
        for move, before in _moves(clean(text), 1 if exact else _PLACES):
            if exact and not _label(session, before, exact=True)[1]:
                continue
            tries -= 1
            if tries < 0:
                return
            if not _is_move(session, move):
                continue
            yield Near(piece, text, before, move, *_label(session, before))
            break


def _label(session: Session, before: str, exact: bool = False) -> tuple[int | None, bool]:
    """The number in what stands before a move, and whether that is nearly the label of a line.

    A name need not be spelled right unless it is to be `exact`.
    """
    numbers = _NUMBER.findall(before)
    number = int(numbers[-1]) if numbers else None
    name, names = same(before.strip(_AROUND)), session.header.names
    if len(before.split()) > _LABEL_WORDS + len(names[0].split()):
        return number, False
    named = any(name == known or name.endswith(f" {known}") for known in map(same, names))
    named = named or (not exact and bool(_close(name, names)))
    if number is None or number == session.turn:
        return number, named or len(numbers) == 1
    return number, named and before[:1].isdigit()


def _moves(plain: str, most: int) -> Iterator[tuple[str, str]]:
    """What of a line may be a move, and what stands before it: up to its end, or to that of a clause or a word."""
    begins = [found.start() for found in _BEGINS.finditer(plain, 0, _PREFIX)][:_PLACES]
    ends = [found.start() for found in _ENDS.finditer(plain)]
    for end in (len(plain), *reversed(ends[:most])):
        for start in begins if end == len(plain) else (0, *begins):  # the whole of it was tried
            if start < end:
                yield plain[start:end].strip(), plain[:start]


def _is_move(session: Session, text: str) -> bool:
    """Whether it is a move without turn and name, and no mere word or number."""
    return meant.may_be_bare(text) and meant.is_bare(session.fold.notation.reads(text))


def refusal(session: Session, text: str) -> PbemError | None:
    """Why a line could not be played now."""
    with session.put_back():
        try:
            session.play(text, deal=False)
        except PbemError as error:
            return error
    return None


def _close(name: str, names: Sequence[str]) -> list[str]:
    """The player whose name is nearly this one, if there is one."""
    if not 0 < len(name) < _PREFIX:
        return []
    import difflib

    own = {same(one): one for one in names}
    return [own[found] for found in difflib.get_close_matches(same(name), own, 1)]

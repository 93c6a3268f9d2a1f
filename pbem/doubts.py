"""What a text may mean from which nothing is taken: the question that is asked back, with what is wanted."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from pbem import explained, meant
from pbem.board import pattern
from pbem.candidates import COLUMNS, LOOKED_AT, Found, Piece, Question, Read, Reader, Title, find, heads_list, titles_at
from pbem.errors import Doubt, IllegalMove, NotYourTurn, PbemError, StaleMove, all_of, one_of
from pbem.fold import Kept
from pbem.folded import unfolded
from pbem.keys import is_post
from pbem.known import refusal
from pbem.mail import Mail
from pbem.mail.corrections import corrects
from pbem.mail.meaning import LINKS, WITHOUT, straight, takes_back
from pbem.mail.newtext import unmarked
from pbem.nearly import (
    Near,
    could_be,
    in_letters,
    is_part,
    joined,
    nearest_name,
    nearly,
    slips,
    straight_quotes,
    stranger,
    without_faces,
)
from pbem.notation import Chance, Line, Turn
from pbem.plain import clean, split_remark
from pbem.quotes import Quotes
from pbem.session import Session

_SHORT = 4  # letters of a line that may be a move or anything
_WORDS = 40  # where they are letters alone
_ABOVE, _BELOW = 40, 8  # lines above and at the end of known ones in which people may write
_PLAYED = 20  # such moves that are tried on the position
_SAVE, _SAVED_GAME = re.compile(r"\s*pbem\s*=\s*\d+\s*$"), re.compile(r"\s*game\s*=\s*[\"']")
EARNED_BY = pattern(explained.TURN.partition("{earned}")[0], turn=r"\d{1,6}")
"""How a post begins to tell of a turn what it earned, by a short word maybe that is a move as well."""
_MENTIONED = "A sentence mentions a move: `{text}`."
_PLAY_ALONE = "To play it write `{line}` as a line of its own."
_MAY_BE = "`{text}` alone may be anything: to play it write `{line}`."
_MAY_BE_REFUSED = "`{text}` alone may be anything. As `{line}` it is refused: {why}."
_PLAY = "To play it write `{line}`."
_PLAY_WHOLE = "To play it write the whole turn after `{label}`, with ` / ` between its steps."
_SLIP = "`{text}` may be a move, and is refused: {why}."
_REFUSED = "As `{line}` it is refused: {why}."
_STEP = re.compile(r"/(?=[\s\d+-])")
"""How a line begins that goes on with another step."""
_GOES_ON = (
    "Below `{text}` stands `{rest}`, which may belong to it: to play both write them on one line, with ` / ` between."
)
_BELONGS = "`{rest}` may belong to `{text}`: to play both write them on one line, with ` / ` between."
_DRAW_REMARK = (
    "`{remark}` is a draw and stands behind `;`, which begins a remark: write it in a line of its own, below."
)
_REMARK_SAYS = (
    "The remark `{remark}` says something else than the move, so it is not clear whether the move is to be played: to "
    "play it send it without that."
)
_LINKS = re.compile(rf"^(?:{LINKS.pattern}) ")
_REMARK = (
    "`{remark}` is a move and stands behind `;`, which begins a remark: to play it as well write ` / ` in place of "
    "`;`, else leave it out."
)
_OTHER_TURN = "that was for turn {given}, the game is at turn {turn}"
_BEHIND = (
    "that was for turn {given}, the game is at turn {turn}: if the number is right, paste what came between as well, "
    "the log or the record"
)
_CALLED = "No player of this game is called {name} (they are {names}), so `{text}` is not taken"
_NEARLY_CALLED = "No player of this game is called {name} (did you mean {names}?), so `{text}` is not taken"
_ONLY_HTML = "The HTML version of this mail has the move `{move}`: please send the one that is meant, as plain text."
_TWO_VERSIONS = (
    "The HTML version of this mail has the move `{move}`, and the plain one {own}: please send the one that is meant, "
    "as plain text."
)


def check_person(session: Session, mail: Mail, new: Sequence[Title], club: bool) -> None:
    """Raises Question for a message that is not read, or that no person wrote; outside of a `club` a post may come."""
    if mail.refused:
        raise Question(f"The text is not read: {mail.refused}.")
    if mail.automatic and (club or not is_post(session, mail, new)):
        raise Question(f"Nothing is taken from a message that no person wrote: {mail.automatic}.")


def check_save(lines: Sequence[str]) -> None:
    """Raises Question for a save file in a text: its log stands in quotes, between commas."""
    if any(map(_SAVE.match, lines)) and any(map(_SAVED_GAME.match, lines)):
        raise Question(
            "This is a game file of pbem, which is no text to be taken: paste the record of the game, as "
            "`pbem export FILE` prints it."
        )


def ask(session: Session, mail: Mail, found: Found, quotes: Quotes) -> None:
    """Raises Question if a move stands where none is taken from, or nearly stands there, and tells where it counts."""
    check_save(mail.lines)
    try:
        if not found.commands:  # of a mail that has a word as well, what is quoted may be there for that
            quotes.ask_of_moves()
        _ask_of_sentences(session, found.pieces)
        _ask_of_misspelled(session, found.pieces)
        _ask_of_lines(session, found.pieces)
        if any(map(heads_list, mail.lines)) and session.to_move and not session.waits_for_draw:
            raise Question(f"None of the moves of a list is played: {wanted(session)}.")
    except Question as question:
        if not session.over and not session.stopped:
            raise
        error = IllegalMove(session.waits_for, reason="over" if session.over else "stopped")
        raise Question(error.sentence, error) from question


def check_whole(session: Session, mail: Mail, end: int, text: str) -> None:
    """Raises Question where the line below the last move, in its quote as well, goes on with another step."""
    below = next((line for line in mail.lines[end:] if line), "")
    rest = [line for line, at in zip(mail.quoted, mail.quoted_at, strict=False) if end <= at <= end + 1]
    for line in (below, *rest[:1]):
        more, body = unmarked(line), split_remark(text)[0].partition(" =")[0]
        if _STEP.match(more) or (more[:1] == "/" and (more == "/" or session.is_move(f"{body} {more}"))):
            raise Question(_GOES_ON.format(text=text, rest=line.strip()[:LOOKED_AT]))


def belongs(text: str, near: Near) -> Question:
    """The question about what may be a part of a turn that is played."""
    return Question(_BELONGS.format(text=text, rest=near.text))


def check_remark(session: Session, line: Line) -> None:
    """Raises Question for a new line with a move behind `;`, which begins a remark, or with what goes on with it."""
    remark = line.comment if isinstance(line, Turn) else None
    if isinstance(line, Turn) and remark and line.claim is None:  # of no log
        steps = session.fold.notation.format_steps(line.steps)
        if takes_back(straight(remark)) or corrects(straight(remark), steps, next_to=True):
            raise Question(_REMARK_SAYS.format(remark=remark))
        remark = _LINKS.sub("", remark)
        may_be_one = any(map(str.isdigit, remark)) and meant.may_be_bare(remark)
        other = session.fold.notation.reads(remark) if may_be_one else None
        alone = isinstance(other, Turn) and (other.name is None or session.header.player(other.name) is not None)
        if isinstance(other, Chance) and session.waits_for_draw:
            raise Question(_DRAW_REMARK.format(remark=remark))
        wholes = f"{steps} {remark}", f"{steps} / {remark}"
        goes_on = session.is_move(wholes[0]) if may_be_one else could_be(session, max(session.fold.before), wholes)
        if alone or goes_on:
            raise Question(_REMARK.format(remark=remark))


def ask_beside_known(
    session: Session, mail: Mail, pieces: Sequence[Piece], used: Collection[int], remarks: Collection[int]
) -> None:
    """Raises Question beside known lines alone, for a legal move in a sentence at an end.

    So it does for a short line that reads as a move, with nothing but empty lines and `used` ones around it, and for a
    legal move in one of the rows in which `remarks` of known lines may go on.
    """
    for tries, piece in enumerate(piece for piece in pieces if piece.row in remarks):
        text = piece.readings[-1][0]
        _check_mentioned(session, Near(piece, text, "", text, None, False), tries)
    left = ["" if row in used else line for row, line in enumerate(mail.lines)]
    for piece in pieces if session.to_move and not session.waits_for_draw else ():
        if not any((*left[max(0, piece.row - 1) : piece.row], *left[piece.row + 1 : piece.row + 2])):
            _ask_of_short(session, piece)
    top = min((*used, *(start for _, start, _ in titles_at(mail.lines))))
    above, below = ([p for p in pieces if (p.row < top) is first] for first in (True, False))
    for tries, near in enumerate(nearly(session, [*above[-_ABOVE:], *below[-_BELOW:]])):
        if not EARNED_BY.match(near.text):
            _check_mentioned(session, near, tries)


def _ask_of_sentences(session: Session, pieces: Sequence[Piece]) -> None:
    """Raises Question for a sentence that has the label of this turn in it, and a short one that reads as a move."""
    label = _label(session).casefold()
    for piece in pieces:
        text = piece.readings[-1][0]
        before, labelled, _ = clean(text).casefold().partition(label)
        if piece.kind == "text" and labelled:
            for near in nearly(session, [] if before.strip(WITHOUT) else [piece]):
                raise missed(session, near)
            raise Question(f"{_MENTIONED.format(text=text)} To play it write it as a line of its own.")
        _ask_of_short(session, piece)


def _ask_of_short(session: Session, piece: Piece) -> None:
    """Raises Question for a short line that reads as a move, with a face behind it or in quotation marks maybe."""
    text = piece.readings[-1][0]
    for move in (text, straight_quotes(without_faces(text)).strip('".! ')) if len(text) < _WORDS else ():
        letters = not any(map(str.isdigit, move))
        line = session.fold.notation.reads(move) if letters or len(move) < _SHORT else None
        if piece.kind != "text" or not isinstance(line, Turn):
            continue
        if line.name is not None:
            raise stranger_in(session, line.name, text)
        refused = refusal(session, whole := f"{_label(session)} {move}")
        template = _MAY_BE_REFUSED if refused else _MAY_BE
        sentence = template.format(text=text, line=whole, why=refused and refused.message)
        raise Question(sentence, Doubt(sentence, **_because_of(refused)))


def _ask_of_misspelled(session: Session, pieces: Sequence[Piece]) -> None:
    """Raises Question for what is nearly a line with turn and name, and a legal move in the middle of a sentence."""
    for near in in_letters(session, pieces, {session.turn}):
        raise missed(session, near)
    for tries, near in enumerate(nearly(session, pieces)):
        if near.labelled:
            raise missed(session, near)
        _check_mentioned(session, near, tries)


def _ask_of_lines(session: Session, pieces: Sequence[Piece]) -> None:
    """Raises Question for a word with turn and name that is no move (`3 Ana: pass`), and for a draw that is not due.

    In capitals it may be one for which something is to be filled in.
    """
    for piece in pieces:
        text = piece.readings[-1][0]
        said = text.partition(":")[2].split() if (piece.kind, piece.number) == ("turn", session.turn) else []
        word = len(said) == 1 and not said[0].isupper() and session.header.player(piece.name or "") is not None
        draw = piece.kind == "chance" and isinstance(session.fold.notation.reads(text), Chance)
        error = refusal(session, text) if (word and not piece.template) or draw else None
        if error is not None:
            raise Question(f"`{text}` is not taken: {error.message}.", error)


def ask_of_slip(session: Session, pieces: Sequence[Piece]) -> None:
    """Raises Question for the only line of a text that looks like a move, with why it is refused."""
    for text in slips(session, pieces) if not (session.over or session.stopped) else ():
        if COLUMNS not in text and (refused := refusal(session, text)):
            sentence = _SLIP.format(text=text, why=refused.message)
            raise Question(sentence, Doubt(sentence, **_because_of(refused)))


def _check_mentioned(session: Session, near: Near, tries: int) -> None:
    """Raises Question for a legal move in a sentence; so many were looked at before."""
    if tries >= _PLAYED or COLUMNS in near.text:
        return
    whole = _whole(session, near)
    now = near.number in (None, session.turn) or any(str(near.number) in text.split() for text in whole)
    moves = (near.move, *whole, *(text.partition(" / ")[0] for text in whole))
    if now and not all(refusal(session, move) for move in moves):
        label = _label(session)
        advice = (
            _PLAY_WHOLE.format(label=label)
            if whole or is_part(near)
            else _PLAY_ALONE.format(line=f"{label} {near.move}")
        )
        raise Question(f"{_MENTIONED.format(text=near.text)} {advice}")


def _whole(session: Session, near: Near) -> list[str]:
    """What a move may be a part of, as moves; none where the turn is over before all of it is played."""
    refused = ((text, refusal(session, text)) for text in joined(session, near))
    return [text for text, error in refused if error is None or error.details.get("reason") != "finished"]


def _label(session: Session) -> str:
    """What is to stand before a move now."""
    return f"{session.turn} {session.header.names[session.fold.state.mover]}:"


def _advice(session: Session, near: Near) -> tuple[str, PbemError | None]:
    """How a move is to be written, or why it is refused, as a sentence; and the refusal."""
    if _whole(session, near) or is_part(near):
        return _PLAY_WHOLE.format(label=_label(session)), None
    refused = refusal(session, line := f"{_label(session)} {near.move}")
    return (_REFUSED.format(line=line, why=refused.message) if refused else _PLAY.format(line=line)), refused


def wanted(session: Session) -> str:
    """What is to be written where a text has nothing for the game, as half a sentence."""
    if session.over or session.stopped:
        return session.waits_for
    if not session.waits_for_draw:
        return "write the move as a line of its own, with turn and name"
    if session.header.chance == "keeper":
        return f"{session.waits_for}: paste the keeper's line"
    words = one_of(f"`{word}`" for word in session.rules.words.chance_words)
    return f"{session.waits_for}: write it as a line of its own that begins with {words}"


def check_at_once(session: Session, first: Kept, lines: Sequence[str]) -> None:
    """Play all new lines in one call from the first position, as they will be; raises PbemError if that differs."""
    if len(lines) == 1:  # one alone was played so
        return
    added = session.fold.texts(first.length)
    session.fold.restore(first)
    if session.play(*lines)[: len(added)] != added:
        raise Question("These lines say one thing one by one, and another together: please send them one by one.")


def missed(session: Session, near: Near) -> Question:
    """The question about a line that has nearly a label."""
    turn = session.turn
    if near.number not in (None, turn):
        sentence = f"`{near.text}` is nearly a line of turn {near.number}, and the game is at turn {turn}"
        return Question(f"{sentence}.", StaleMove(sentence, given=near.number, turn=turn))
    advice, refused = _advice(session, near)
    if name := stranger(session, near):
        return stranger_in(session, name, near.text, advice, refused)
    sentence = f"`{near.text}` is nearly a line with turn and name. {advice}"
    return Question(sentence, Doubt(sentence, **_because_of(refused)))


def _because_of(refused: PbemError | None) -> dict[str, Any]:
    """What a question has in its details of the refusal that it tells."""
    return {} if refused is None else {"cause": refused.as_json()}


def unlabelled(text: str, beside: str) -> Question:
    """The question about a move without turn and name beside another line than a draw."""
    return Question(f"`{text}` stands beside `{beside}`, and there a move is taken only with its turn and name.")


def stranger_in(session: Session, name: str, text: str, advice: str = "", refused: PbemError | None = None) -> Question:
    """That nobody has a name, and which is nearly the same; as for a typed line the exit status is 6."""
    close = nearest_name(name, session.header.names)
    template = _NEARLY_CALLED if close else _CALLED
    told = template.format(name=name, names=", ".join(close or session.header.names), text=text)
    told += f"{session.header.disguised(name)}.{' ' if advice else ''}{advice}"
    details = {"given": name, "to_move": session.to_move, **_because_of(refused)}
    return Question(told, NotYourTurn(told.removesuffix("."), **details))


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


def in_html(move: str, plain: Sequence[str]) -> Question:
    """The question about a move that only the HTML version of a mail has, beside those of the plain one."""
    own = all_of(f"`{text}`" for text in plain)
    return Question((_TWO_VERSIONS if own else _ONLY_HTML).format(move=move, own=own))


def only_in_html(session: Session, mail: Mail, reader: Reader, turns: set[int]) -> Iterator[Read]:
    """Moves of these turns, or of none, that only the HTML version of a mail has."""
    if not mail.other:
        return
    for piece in find(unfolded(mail.other), session.header.names, ()).pieces:
        try:
            one = reader.bare(piece) if piece.kind == "text" else reader.line(piece)
        except Question:
            continue
        if one is not None and isinstance(one.line, Turn) and one.line.number in (None, *turns):
            yield one

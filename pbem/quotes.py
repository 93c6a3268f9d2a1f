"""What stands in the quotes of a text, and what of it may be meant though it is no text of its author."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from pbem.candidates import Piece, Question, find, titles_at
from pbem.folded import unfolded
from pbem.known import Log, otherwise, refusal, says
from pbem.mail.newtext import QUOTE
from pbem.notation import Chance, Stop, Turn, Undo
from pbem.session import Session

_MARKS = (">", "|", "\uff1e")  # of quotes
MOST = 400  # lines at an end of a quote in which a move that stands only there is looked for
_LONGEST = 400  # characters of a line that is read as a move
_PLAYED = 20  # lines that are tried on the position
_ONLY_QUOTED = (
    "`{text}` stands only in what is quoted, copied, hidden or in a signature, and this game has it not: to enter it "
    "write it as a line of your own, else send your line without it."
)


def check_quoted(
    session: Session, log: Log, quoted: Sequence[str], played: Collection[int], guessed: Collection[int], led_here: bool
) -> None:
    """Raises Question for what only a quote has and may be meant beside new lines.

    These are of the turns that are `played`, of which the text does not say the number of those `guessed`. A quote that
    `led_here`, to the position before them, has nothing new but lines of the turn after a guessed one, and an undo or
    a stop above its post.
    """
    turns = {session.turn}.difference(played)
    if not led_here:
        ask_of_quoted(session, log, quoted, turns.union(guessed), last_only=bool(played) and not guessed)
        _check_past(session, log, quoted, min(played, default=0))
        return
    if guessed:
        ask_of_quoted(session, log, quoted, turns, kinds=("turn",))
    start = min((start for _, start, _ in titles_at(quoted)), default=0)
    below = {unmarked(line) for line in quoted[start:]}  # what its own list has is older
    above = [line for line in quoted[:start] if unmarked(line) not in below]
    ask_of_quoted(session, log, above, (), kinds=("undo",))


def ask_of_quoted(
    session: Session,
    log: Log,
    quoted: Sequence[str],
    turns: Collection[int],
    last_only: bool = False,
    kinds: Collection[str] = ("turn", "chance", "undo"),
) -> None:
    """Raises Question for what only a quote has, and the game has not: a draw, an undo or a stop, a line of a turn.

    That is one of these `turns`; with `last_only` the last line of a turn that is quoted, from which a log may go on.
    Only these `kinds` of pieces count.
    """
    words = ("draw", *session.rules.words.chance_words) if session.waits_for_draw and "chance" in kinds else ()
    pieces = _at_the_ends(session, quoted, words)
    last = max((piece.row for piece in pieces if piece.kind == "turn"), default=-1)
    for piece in pieces:
        text = piece.readings[-1][0]
        line = session.fold.notation.reads(text) if piece.kind in kinds else None
        if isinstance(line, Turn):
            new = line.number in turns and (not last_only or piece.row == last)
            new = new and log.is_new(line) and not says(session, line.number or 0, line)
        elif isinstance(line, Chance):
            new = not log.drawn(line) and not refusal(session, text)
        else:
            new = isinstance(line, (Undo, Stop)) and line.at is not None and log.find(line, ()) is None
        if new:
            raise Question(_ONLY_QUOTED.format(text=text))


def _check_past(session: Session, log: Log, quoted: Sequence[str], turn: int) -> None:
    """Raises Question where a quote has another line of the turn before this one than the log ever had."""
    number = max((before for before in session.fold.before if before < turn), default=-1)
    pieces = [piece for piece in _at_the_ends(session, quoted, ()) if (piece.kind, piece.number) == ("turn", number)]
    for piece in pieces[:_PLAYED]:
        named = session.header.player(piece.name or "") is not None
        lines = [line for text, _ in piece.readings if isinstance(line := session.fold.notation.reads(text), Turn)]
        if not named or not lines:
            continue
        if all(log.is_new(line) and not says(session, number, line) for line in lines):
            raise otherwise(session, log, number, piece.readings[-1][0])


def last_quoted(session: Session, quoted: Sequence[str]) -> int:
    """The last turn of this game, or one to come, of which a quote has a line; the present one if it has none."""
    pieces = _at_the_ends(session, quoted, ())
    return max((p.number for p in pieces if p.kind == "turn" and p.number is not None), default=session.turn)


def without_others(session: Session, quoted: Sequence[str]) -> Sequence[str]:
    """A quote without what stands below the titles of other games: a digest has several."""
    own = session.header.id.casefold()
    starts = sorted((start, title.id.casefold() == own) for title, start, _ in titles_at(quoted))
    if all(mine for _, mine in starts):
        return quoted
    left = [*quoted[: starts[0][0]], *[""] * (len(quoted) - starts[0][0])]
    for (start, mine), end in zip(starts, [*(start for start, _ in starts[1:]), len(quoted)], strict=True):
        left[start:end] = quoted[start:end] if mine else left[start:end]
    return left


def _at_the_ends(session: Session, quoted: Sequence[str], words: Collection[str]) -> list[Piece]:
    """What may be a line of the log at the ends of a quote."""
    ends = quoted if len(quoted) <= 2 * MOST else [*quoted[:MOST], "", *quoted[-MOST:]]
    return find(unfolded(map(unmarked, ends)), session.header.names, words).pieces


def has_unnumbered(session: Session, quoted: Sequence[str]) -> bool:
    """Whether a quote has a move with a name and no turn."""
    pieces = find(unfolded(map(unmarked, quoted[:MOST])), session.header.names, ()).pieces
    texts = (piece.readings[-1][0] for piece in pieces if piece.kind == "turn" and piece.number is None)
    return any(isinstance(session.fold.notation.reads(text), Turn) for text in texts)


def between_quotes(session: Session, quoted: Sequence[str]) -> Iterator[str]:
    """Lines that read as a move, below a line with the mark of a quote and without one themselves."""
    below = [line for above, line in pairwise(quoted) if _is_marked(above) and not _is_marked(line)]
    for piece in find(below, session.header.names, ()).pieces:
        text = piece.readings[-1][0]
        if any(map(str.isdigit, text)) and len(text) <= _LONGEST and session.is_move(text):
            yield text


def _is_marked(line: str) -> bool:
    return line.lstrip()[:1] in _MARKS or QUOTE.match(line) is not None


def unmarked(line: str) -> str:
    """A quoted line without the marks of quotes, however deep it is."""
    start = 0
    while found := QUOTE.match(line, start):
        start = found.end()
    return line[start:].lstrip("> |")

"""What a game takes from a mail, a post or a paste: the lines to play, those it knows, any doubt. Changes nothing."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem import doubts, past
from pbem.board import plural
from pbem.candidates import Question
from pbem.errors import Doubt, PbemError, on_one_line
from pbem.mail import Mail, read
from pbem.plain import cleaned
from pbem.session import Session
from pbem.taker import Taker

_READINGS = 4  # of a text with posts that go back one behind the other


class Taking(NamedTuple):
    """What is taken: `lines` to play, in order; `known` ones, equal to the log's; `commands`; lines `skipped`.

    `doubt` is a sentence that says why nothing is taken, with `error` where the game refuses something; then there
    are no lines. `bare` is whether what is taken is a move without turn and name, which counts only if whoever sent it
    is to move.
    """

    lines: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    doubt: str | None = None
    skipped: int = 0
    error: PbemError | None = None
    bare: bool = False

    def as_json(self) -> dict[str, Any]:
        """For scripts."""
        lists = {name: list(getattr(self, name)) for name in ("lines", "known", "commands")}
        return {**lists, "doubt": self.doubt, "skipped": self.skipped}

    def check(self, session: Session) -> None:
        """Raises PbemError if something is in doubt, or if there is nothing for the game, this one, at all."""
        if self.doubt:
            raise self.error or Doubt(self.doubt)
        if not self.lines and not self.known:
            raise Doubt(f"nothing in this text is a line of this game: {doubts.wanted(session)}")

    def told(self) -> str:
        """For people, in one line."""
        commands = f"; commands: {', '.join(map(on_one_line, self.commands))}" if self.commands else ""
        taken, skipped = (plural(n, "{n} line", "{n} lines") for n in (len(self.lines), self.skipped))
        return f"taken: {taken}; known: {len(self.known)}; not read: {skipped} of text{commands}"


def take_from(session: Session, data: bytes | str, sent: Sequence[str] = ()) -> Taking:
    """What a game takes from a raw message or from pasted text; see `take` and `pbem.mail.read`."""
    return take(session, read(data, sent))


def take(session: Session, mail: Mail, club: bool = False) -> Taking:
    """What a game takes from what was read: lines that its author wrote, and nothing that is in doubt.

    In a `club` what stands behind `say` and below `end` is not read. Where a text is in doubt as it stands, and has a
    post of a position to come, it is read once more, with the oldest first: there a reply stands on top of its post.
    """
    taken, behind = _taken(session, mail, club)
    if not (taken.doubt and behind):
        return taken
    again, _ = _taken(session, mail, club, back=True)
    asks = again.doubt and not again.error  # what refuses the text as it stands would mislead then
    return again if again.lines or asks else taken


def _taken(session: Session, mail: Mail, club: bool, back: bool = False) -> tuple[Taking, bool]:
    """What a game takes of lines as they stand, or of what goes `back`; and whether a post is of a position to come."""
    known = past.NOTHING
    for _ in range(_READINGS):
        taken = taken_by(taker := Taker(session, mail, club, known, back), session)
        stands = None if taken.doubt else taker.stands
        more = past.find(session, taker.mail, taker.reads, taken.lines, stands, known)
        silent = not (taken.lines or taken.doubt)
        if more is None or (more is known and silent and past.may_be_new(session, taker.mail, known)):
            break
        if more is known:
            return taken, taker.behind
        known = more
    return taken._replace(lines=(), doubt=past.AGAIN, error=None), taker.behind


def taken_by(taker: Taker, session: Session) -> Taking:
    """What a taker takes; the session is put back."""
    doubt: str | None = None
    error: PbemError | None = None
    with session.put_back():
        try:
            taker.run()
        except Question as found:
            doubt, error = found.sentence, found.error
        except PbemError as refused:
            error = doubts.ahead(session, taker.near, refused, taker.club)
            doubt = error.sentence
    lines = () if doubt else tuple(map(cleaned, taker.lines))
    known, commands = tuple(map(cleaned, taker.known)), tuple(taker.found.commands)
    return Taking(lines, known, commands, doubt, taker.skipped(), error, taker.bare)

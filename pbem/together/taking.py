"""What a game dealt together takes of a text: whole blocks, each line below its link; never a line of one's own.

A line counts by where it stands: below a link of the text, behind what the log has there already.
"""

from pbem import doubts
from pbem.around import touch
from pbem.board import STORED
from pbem.candidates import Piece, Question, Read, Title, stale
from pbem.errors import Doubt, NotationError, OtherLog, PbemError
from pbem.header import TOGETHER_WORDS
from pbem.known import equal
from pbem.mail import read
from pbem.notation import Chance, Comment, Line, Turn
from pbem.plain import one_blank
from pbem.session import Session
from pbem.taker import Taker
from pbem.taking import Taking, taken_by
from pbem.together import playing, refusals
from pbem.together.lines import Link, Then, Tip
from pbem.together.session import TogetherSession

_NO_LINE = (
    "Nothing in this text is a line of this game: paste the whole block that was mailed, its link as well. A move of "
    "your own is typed: pbem move FILE LINE."
)
_ONLY_POST = (
    "This is a post of a position that the game here has, with no line that it has not: {waits}. A move of your own is "
    "typed: pbem move FILE LINE."
)


def take_from(session: Session, data: bytes | str) -> Taking:
    """What a game dealt together takes from a raw message or from pasted text."""
    assert isinstance(session, TogetherSession)
    return taken_by(TogetherTaker(session, read(data)), session)


def take_with(session: Session, data: bytes | str, path: str) -> Taking:
    """What `move FILE -` takes, the chain at `path` considered: no line is one's own. The session is put back."""
    assert isinstance(session, TogetherSession)
    taken = take_from(session, data)
    try:
        with session.put_back():
            playing.open_hand(session, path).try_out(taken.lines, text=True)
    except PbemError as error:
        return taken._replace(lines=(), doubt=error.sentence, error=error)
    return taken


class TogetherTaker(Taker):
    """Lays a text beside the log block by block, and plays what is new."""

    more = TOGETHER_WORDS
    session: TogetherSession
    below: Read | None = None
    """The last line of a block of the text."""
    place = -1
    """Where that stands in the log; -1 above the first link of the text."""

    def begin(self) -> tuple[list[Title], list[Title]]:
        """See Taker.begin; a robot may pass links on, which say by themselves whose they are."""
        if any(piece.kind in ("link", "tip") for piece in self.found.pieces):
            self.mail = self.mail._replace(automatic="")
        return super().begin()

    def run(self) -> None:
        """Fill `lines` and `known`; raises Question or PbemError."""
        new, _ = self.begin()
        has_line = False
        for piece in self.found.pieces:
            if piece.kind == "text":
                self._stored(piece)
                continue
            one = self.reader.line(piece)
            if one is not None:
                self._one(one)
                has_line = True
            else:
                self._check_spelling(piece)
        self._check_titles(new)
        if self.lines:
            doubts.check_at_once(self.session, self.first, self.lines)
        elif not self.known and not self.found.commands:
            doubts.check_save(self.mail.lines)
            if not new or has_line:
                raise Question(_NO_LINE)
            told = _ONLY_POST.format(waits=self.session.waits_for)
            raise Question(told, Doubt(told, reason="only-post"))

    def _check_titles(self, new: list[Title]) -> None:
        """See Keys.check; a post from behind a draw that is due here came without the link that opens it."""
        here = self.session
        if here.waits_for_draw and not here.draw_due and not self.lines:
            for title in new:
                if title.turn == here.turn and not self.keys.has(title):
                    raise stale(
                        here,
                        f"This post is of a later position, and the link that opens it is missing: {here.waits_for}. "
                        f"Paste all lines above `To mail`; who was told that nothing is to be mailed yet plays first.",
                        given=title.key,
                    )
        self.keys.check(new)

    def _check_spelling(self, piece: Piece) -> None:
        """Raises Question for a line that begins like a link or a tip of a player and is none."""
        text = piece.readings[-1][0]
        name = one_blank(text.partition(" ")[2])
        known = any(name.casefold().startswith(f"{player} ".casefold()) for player in self.session.header.names)
        if piece.kind in ("link", "tip") and known:
            try:
                self.session.fold.notation.parse(text)
            except NotationError as error:
                raise Question(f"A letter of this line is wrong: {error.message}.", error) from error

    def _stored(self, piece: Piece) -> None:
        """A line that a club tells its sender to be stored is known where the game has it, and nothing where not."""
        begin, _, text = piece.readings[-1][0].partition(STORED)
        line = None if begin else self.session.fold.notation.reads(text)
        if line is not None and self._has(line):
            self._took(Read(piece, text, line, 1), new=False)

    def _has(self, line: Line) -> bool:
        """Whether the log, or the header, has a line, wherever that is."""
        if isinstance(line, Tip):
            return f"{line.name} {line.word}" in self.session.header.tips
        bare = self.session.fold.bare
        return bare(line) in map(bare, self.session.fold.lines)

    def _one(self, one: Read) -> None:
        line = one.line
        if isinstance(line, Tip):
            length = len(self.session.header.tips)
            self.session.play(one.text)
            self._took(one, new=len(self.session.header.tips) > length)
        elif isinstance(line, Link):
            self._link(one, line)
        else:
            self._other(one, line)

    def _took(self, one: Read, new: bool) -> None:
        (self.lines if new else self.known).append(one.text)
        self.use(one)

    def _link(self, one: Read, line: Link) -> None:
        fold = self.session.fold
        player = fold.header.player(line.name)
        if player is not None and line.number <= fold.table.given[player]:
            links = [place for place, other in enumerate(fold.lines) if isinstance(other, Link)]
            self.place = links[self._sealed(player, line.number)]
            own = fold.lines[self.place]
            assert isinstance(own, Link)
            if own.said()[1:] != line.said()[1:]:
                raise OtherLog(
                    f"link {line.number} of {own.name} reads otherwise in this text than in the log, which was "
                    f"checked: a letter of it was altered, or it is of another game"
                )
            self._took(one, new=False)
        else:
            touches = self.below is not None and touch(self.mail.lines, self.below, one)
            following = self._next(line) if touches else None
            try:
                self._new(one)
            except OtherLog:
                if following is None:
                    raise
                raise self._differs(one, fold.lines[following], following) from None
        self.below = one

    def _sealed(self, player: int, number: int) -> int:
        return next(i for i, (giver, n, _) in enumerate(self.session.fold.sealed) if (giver, n) == (player, number))

    def _new(self, one: Read) -> None:
        length = len(self.session.fold.lines)
        self.session.play(one.text)
        self.place = self._place_of(one.line, length)
        self._took(one, new=True)
        self.keys.note()

    def _place_of(self, line: Line, start: int) -> int:
        """Where a line that was played stands; results that it opened stand behind it."""
        lines = self.session.fold.lines
        return next((i for i in range(start, len(lines)) if type(lines[i]) is type(line)), len(lines) - 1)

    def _other(self, one: Read, line: Line) -> None:
        fold = self.session.fold
        touches = self.below is not None and touch(self.mail.lines, self.below, one)
        following = self._next(line) if touches else None
        if following is not None and self._same(line, fold.lines[following]):
            self.place = following
            self._took(one, new=False)
            self.below = one
            return
        if self._is_known(line, touches and following is None):
            self._took(one, new=False)
            return
        if following is not None:
            raise self._differs(one, fold.lines[following], following)
        if not touches and isinstance(line, Chance):
            return
        if not touches and not isinstance(line, Turn):
            raise Question(f"`{one.text}` counts only in a block below its link: paste the whole block.")
        if isinstance(line, Turn) and line.number is not None and line.number < fold.state.turn and not touches:
            return
        self._new(one)
        if touches:
            self.below = one

    def _next(self, line: Line) -> int | None:
        """The next line of the log that is no remark, results left out where the text has none."""
        lines = self.session.fold.lines
        for index in range(self.place + 1, len(lines)):
            if isinstance(lines[index], Comment) or (isinstance(lines[index], Chance) and not isinstance(line, Chance)):
                continue
            return index
        return None

    def _same(self, line: Line, own: Line) -> bool:
        if isinstance(line, Then) or isinstance(own, Then):
            return isinstance(line, Then) and isinstance(own, Then) and line.steps == own.steps
        if isinstance(line, Chance) and isinstance(own, Chance):
            bound = self.session.rules.words.bind(line.result, self.session.fold.named)
            return bool(bound == own.result)
        return equal(line, own)

    def _is_known(self, line: Line, at_end: bool) -> bool:
        """Whether the log has a line already; at its end only turns and results in force count."""
        fold = self.session.fold
        if at_end and not isinstance(line, (Turn, Chance)):
            return False
        if at_end and isinstance(line, Chance) and fold.due:
            return False
        places = fold.force if at_end else range(len(fold.lines))
        return any(self._same(line, fold.lines[place]) for place in places)

    def _differs(self, one: Read, own: Line, place: int) -> Exception:
        fold = self.session.fold
        number = sum(not isinstance(other, Comment) for other in fold.lines[: place + 1])
        if isinstance(one.line, Chance) and isinstance(own, Chance):
            return refusals.not_drawn(f"`{one.text}` is not what was drawn: `{fold.bare(own)}`")
        has = "another link" if isinstance(own, Link) else f"`{fold.bare(own)}`"
        authors = [line.name for line in fold.lines[:place] if isinstance(line, Link)]
        return refusals.differs(authors[-1], number, has, one.text)

"""Goes through a text line by line, beside the log of a game, and plays what is new."""

from bisect import insort
from collections.abc import Sequence

from pbem import around, doubts, past
from pbem.answered import Unnumbered, answered_first
from pbem.beside import Beside, check_above, check_below, check_corrected
from pbem.candidates import Question, Read, Reader, Title, find, titles_at, which_move
from pbem.drawn import Draws, check_draws, check_left, check_other_draws
from pbem.errors import PbemError
from pbem.folded import unfolded
from pbem.keys import Keys, check_game
from pbem.known import Log, otherwise, played, says
from pbem.mail import Mail
from pbem.nearly import Near, could_be, labelled
from pbem.notation import Chance, Line, Stop, Turn, Undo
from pbem.plain import clean, same
from pbem.quotes import Quotes, without_others
from pbem.session import Session

_AFTER = 200  # lines of the text that tell where one stands that was taken back


class Taker:
    """Goes through a text and plays what is new on the session, which is put back afterwards."""

    more: Sequence[str] = ()  # first words of other lines

    def __init__(
        self, session: Session, mail: Mail, club: bool = False, old: past.Past = past.NOTHING, back: bool = False
    ) -> None:
        self.session, self.club, self.back = session, club, back
        self.fold = session.fold
        self.first = session.fold.snapshot()  # before anything is played
        self.past = old
        self.log = Log(session.fold)
        self.own = len(session.fold.lines)
        self.reader = Reader(session)
        words = ("draw", *session.rules.words.chance_words) if session.rules.has_chance else ()
        whole = unfolded(mail.lines)
        self.found = find(whole, session.header.names, words, club, self.more, mail.lines)
        said = self.found.said
        self.mail = mail._replace(lines=tuple("" if row in said else line for row, line in enumerate(whole)))
        self.lines, self.known = list[str](), list[str]()
        self.played: dict[int, str] = {}  # what this text plays, by turn
        self.guessed: set[int] = set()  # turns of which the text does not say the number
        self.moved: Read | None = None  # the last turn that is played
        self.drew = self.bare = self.behind = False
        self.drawn: list[Read] = []  # results of chance that the text has, and are new
        self.last, self.end = ("", self.first), 0  # the last line that is taken; where it ends
        self.near: Sequence[Line] = ()  # the last one that was tried, and what comes behind it
        self.dealt: set[int] = set()
        self.draws: list[Read] = []  # that stand beside no line with turn and name
        self.late: list[Read] = []  # that stand below one that was due
        self.places: dict[str, int] = {}  # of lines with a number, as they were written
        self.reads: list[Read] = []
        self.at: Read | None = None  # where the text stands: the last line that is played or known
        self.stands: dict[int, int] = {}  # where in the log is what is played, by its rows
        self.latest = self.undo = -1  # the last place of the log that the text has, and that of an undo
        self.used: set[int] = set()
        self.logged: set[int] = set()  # rows of lines as the log has them: what they remark is about them
        self.remarks: set[int] = set()  # which may be one of a move that is played, or say something about it
        self.last_turn = self.log.last_turn()
        self.keys = Keys(session)

    def skipped(self) -> int:
        """How many lines of text mean nothing to the game."""
        read = self.used | self.remarks
        return sum(bool(line) and row not in read for row, line in enumerate(self.mail.lines))

    def run(self) -> None:
        """Fill `lines` and `known`; raises Question or PbemError."""
        new, old = self.begin()
        self._through(new)
        self._bare(new or old)
        for one in self.late:
            self.play(one)
        self._check_keys(new)
        if self.session.waits_for_draw:
            check_draws(self.session, [piece for piece in self.found.pieces if piece.row not in self.used])
            check_left((one for one in self.draws if self.lines and one.piece.row not in self.used), self.end)
        past.check_undos(self.session, self.log, [p for p in self.found.pieces if p.row not in self.used], self.club)
        if self.lines:
            self._check_new()
        elif not self.known:
            doubts.ask(self.session, self.mail, self.found, self.quotes)
        self._beside()

    def _through(self, new: Sequence[Title]) -> None:
        """Know or play all lines that are no bare moves, of a text with these titles."""
        self.reads = [one for p in self.found.pieces if p.kind != "text" and (one := self.reader.line(p)) is not None]
        laid, twice = around.below_the_board(self.mail.lines, self.reads)
        self.past_draws.lay(laid, self.mail.lines, self.log)
        self.behind = any(map(self.keys.is_ahead, new[:1]))
        laid = around.oldest_first(self.mail.lines, laid) if self.behind and self.back else laid
        acts: list[Line] = [one.line for one in laid if not isinstance(one.line, Chance)]
        passed = 0
        for before, one, below in zip([None, *laid], laid, [*laid[1:], None], strict=False):
            passed += not isinstance(one.line, Chance)
            after = acts[passed : passed + _AFTER]
            place = self.past.places.get(one.piece.row)
            if place is not None and place < len(self.fold.lines):
                self._know(one, place)
            elif isinstance(one.line, Turn):
                number = one.line.number
                if one.line.name or number == self.session.turn or number in self.fold.before:
                    self._turn(one, one.line, after)
            elif isinstance(one.line, (Undo, Stop)):
                self._undo(one, one.line)
            else:
                pairs = (before, one), (one, below)
                self._chance(one, after, any(around.touch(self.mail.lines, *pair) for pair in pairs))
        for one in twice:
            self._is_old(one)

    def _check_keys(self, new: Sequence[Title]) -> None:
        """Hold the keys of the posts of the text, these titles, against the positions it came to."""
        answered: Sequence[Title] = past.answered_above(self.titles, self.past, self.reads, self.stands)
        if self.lines and not answered and not past.tells_of_undo(self.session, self.reads):
            answered = self.keys.answered
        self.keys.check([title for title in new if title not in self.past.titles], answered)

    def _check_new(self) -> None:
        """Hold new lines against what stands below them and in quotes, and play them in one go."""
        doubts.check_whole(self.session, self.mail, self.end, self.last[0])
        said = ["" if row in self.logged else line for row, line in enumerate(self.mail.lines)]
        check_below(said[self.end :], self.last[0])
        led_here = self.past_draws.answers_now
        self.quotes.check(self.played, self.guessed, led_here, self.drew, self.undo)
        told = led_here or self.keys.at_now or self.latest >= self.last_turn >= 0
        if self.played and not told:
            self.quotes.check_past(min(self.played), self.undo)
        doubts.check_at_once(self.session, self.first, self.lines)

    def begin(self) -> tuple[list[Title], list[Title]]:
        """The titles of the text, new ones, and quoted ones of this game; raises Question for a text of another."""
        self.titles = titles_at(self.mail.lines)
        quoted = titles_at(self.mail.quoted)
        new, old = ([title for title, _, _ in some] for some in (self.titles, quoted))
        doubts.check_person(self.session, self.mail, new, self.club)
        check_game(self.session, new, old)
        self.mail = self.mail._replace(quoted=tuple(without_others(self.session, self.mail.quoted, quoted)))
        self.quotes = Quotes(self.session, self.log, self.mail.quoted)
        old = answered_first(self.session, old)
        self.unnumbered = Unnumbered(self.session, self.mail, self.titles, old, self.keys, self.quotes)
        self.past_draws = Draws(self.session, self.titles, old, self.quotes)
        fresh = [title for title in new if title not in self.past.titles]
        self.keys.begin(fresh, old if fresh else new or old)
        return new, old

    # Lines with turn and name, draws, undos

    def _turn(self, one: Read, line: Turn, after: list[Line]) -> None:
        if line.name is not None and self.session.header.player(line.name) is None:
            raise doubts.stranger_in(self.session, line.name, one.text)
        number = self.session.turn if line.number is None else line.number
        body = one.text.partition(";")[0].strip()
        if (again := self.places.get(body, -1)) >= 0 and self.log.in_force(again):
            self._know(one, again)
            return
        if around.touch(self.mail.lines, self.at, one) and (following := self.log.goes_on_with(line)) is not None:
            place: int | None = following
        elif line.number is None:
            above = self.at is not None and self.at.end <= one.piece.row and self.log.at >= self.log.last_act()
            place = self.unnumbered.place(one, self.log, above, after, bool(self.lines))
        else:
            place = self.log.find(line, after)
            if place is None and number in self.fold.before and says(self.session, number, line):
                place = self.log.last(number)
        if place is not None:
            self._know(one, place)
            self.places[body] = place
            return
        if number < self.session.turn and number not in self.played:
            raise otherwise(self.session, self.log, number, one.text)
        past.check_in_force(self.session, self.log, line, one.text)
        check_above(self.mail.lines, self.used, one, line.name or self.session.to_move or "")
        try:
            self.play(one)  # a second line of a turn as well, with chance between them
        except PbemError as error:
            last = number if number in self.played else self._moved_last(line)
            if last is None:
                raise
            if not says(self.session, last, line):
                raise which_move([self.played[last], one.text]) from error
            self.use(one)
            return
        self.played[number] = one.text
        if line.number is None:
            self.guessed.add(number)
        else:
            self.places[body] = self.log.at

    def _moved_last(self, line: Turn) -> int | None:
        """The last turn that is played, if a line without turn is of the same player."""
        last = max(self.played, default=-1) if line.number is None else -1
        own = played(self.fold, last)
        return last if own and same(own[0].name or "") == same(line.name or "") else None

    def _undo(self, one: Read, line: Undo | Stop) -> None:
        if line.at is None:
            if isinstance(line, Undo) and not self.club:  # there turns are taken back in another way
                raise past.without_place(self.session, one.text)
            return  # a word that people write
        if (place := self.log.find(line, ())) is not None:
            self._know(one, place)
            self.undo = max(self.undo, place)
            return
        if line.at < self.fold.next_number():
            past.undeal(self.session, self.log, *self.last, line.at)
        check_above(self.mail.lines, self.used, one, "")
        self.play(one)
        self.undo = self.log.at
        if isinstance(line, Undo) and isinstance(line.what, int):
            self.played = {turn: text for turn, text in self.played.items() if turn < line.what}
            self.moved = None

    def _chance(self, one: Read, after: list[Line], beside: bool) -> None:
        """A draw: only beside a line, or if the game waits for it."""
        assert isinstance(one.line, Chance)
        waits = self.session.waits_for_draw
        place = self.past_draws.place(one, after, self.log)
        if place is not None and not (waits and self.log.again(place, one.line, after)):
            if place >= self.own and place not in self.dealt:  # dealt for a line of this text, and in it as well
                self.lines.append(one.text)
                self.dealt.add(place)
            self._know(one, place)
        elif (not waits and self.log.drawn(one.line)) or (
            self.past_draws.is_old(one, self.at if self.played else None, self.log, self.keys)
        ):
            self._is_old(one)
        elif not waits and self.drew and len(self.lines) == len(self.dealt):  # nothing but results of chance is taken
            self.late.append(one)
        elif not waits and not beside and not self.drew:
            self.draws.append(one)
        elif self.past_draws.is_late(one, self.at, after, self.log, self.keys):
            self._is_old(one)
        else:
            self._draw(one, one.line, after)

    def _draw(self, one: Read, line: Chance, after: list[Line]) -> None:
        """Play a result of chance, if it is none of the beginning of the game, which a post has below newer ones."""
        number = len(self.fold.lines)
        check_above(self.mail.lines, self.used, one, "")
        try:
            self.play(one, after)
        except PbemError:
            if not self.log.begins_with(line):
                raise
            self._is_old(one)
            return
        self.drew = True
        self.dealt.add(number)

    # Moves without turn and name

    def _bare(self, about: list[Title]) -> None:
        found: dict[str, Read] = {}
        row, taken = 0, self.used if self.lines else self.used | self.remarks
        for piece in self.found.pieces:
            apart = piece.kind == "text" and piece.row >= row and piece.row not in taken
            if apart and (one := self.reader.bare(piece)) is not None:
                row = around.end_of_move(self.mail.lines, one)
                found.setdefault(clean(one.text.partition(";")[0]).casefold().replace(" ", ""), one)
        if not (several := [one for one in found.values() if not self._said(one.line)]):
            return
        if len(self.lines) > len(self.dealt):
            if not self.played or any(title.turn == self.session.turn for title in about):
                raise doubts.unlabelled(several[0].text, self.last[0])
            raise which_move([*self.played.values(), *(one.text for one in several)])
        first, *others = several
        if first.piece.row < self.end:
            raise Question(f"`{self.lines[-1]}` is due before `{first.text}` and stands below it: send it above.")
        self.unnumbered.check_bare(first, self.log, 0 <= self.latest < self.log.last_turn(), self.club)
        assert isinstance(first.line, Turn)
        if self.at is not None and self.at.end <= first.piece.row:
            past.check_in_force(self.session, self.log, first.line, first.text)
        check_above(self.mail.lines, self.used, first, self.session.to_move or "")
        turn = self.session.turn
        try:
            self.play(first)
        except PbemError as error:
            if not others:
                raise
            raise which_move([one.text for one in several]) from error
        self.played[turn] = first.text
        self.guessed.add(turn)
        self.bare = True
        insort(self.reads, first, key=lambda one: one.piece.row)
        below = first
        for one in self.draws:
            if around.touch(self.mail.lines, below, one) and self.session.waits_for_draw:
                self.play(one)
                below = one
        if not all(self._said(one.line) for one in others):
            raise which_move([one.text for one in several])

    def _said(self, line: Line | None) -> bool:
        """Whether a move says what a line says that is taken: of its turn, or without one of the last turn."""
        turn = line.number if isinstance(line, Turn) and line.number is not None else max(self.played, default=-1)
        return isinstance(line, Turn) and turn in self.played and says(self.session, turn, line)

    def _talks(self, line: Turn, turn: int) -> bool:
        """Whether a move that could not be played in a turn is what one of the last turns before it says."""
        last = [before for before in self.fold.before if before < turn][-len(self.session.header.names) :]
        move = self.fold.notation.format_steps(line.steps)
        return any(says(self.session, before, line) for before in last) and not could_be(self.session, turn, (move,))

    # Playing on the session

    def use(self, one: Read, logged: bool = True) -> None:
        """These lines of text mean something, as they are `logged` maybe; the last of them may say something else."""
        end = around.end_of_move(self.mail.lines, one)
        self.used.update(range(one.piece.row, end))
        self.logged.update(range(one.piece.row, end) if logged else ())
        self.remarks.update(range(end, one.end))

    def _know(self, one: Read, place: int) -> None:
        self.log.at, self.at, self.latest = place, one, max(self.latest, place)
        if place < self.own:
            self._is_old(one)
        else:
            self.use(one, logged=one.text in self.lines)

    def _is_old(self, one: Read) -> None:
        self.known.append(one.text)
        self.use(one)

    def play(self, one: Read, after: Sequence[Line] = ()) -> None:
        """Play a line that is new; raises PbemError."""
        self.near = one.line, *after
        kept = self.fold.snapshot()
        self.session.play(one.text)
        self.last = one.text, kept
        self.log.at = len(self.fold.lines) - 1 if isinstance(one.line, Chance) else self.log.last_act()
        self.at, self.stands[one.piece.row] = one, self.log.at
        self.lines.append(one.text)
        doubts.check_remark(self.session, one.line)
        self.moved = one if isinstance(one.line, Turn) else self.moved
        self.drawn += [one] if isinstance(one.line, Chance) else []
        self.end = around.end_of_move(self.mail.lines, one)
        self.use(one)
        self.keys.note()

    # Questions

    def _beside(self) -> None:
        """Asks about moves of this turn beside what is taken or known: nearly lines, or in the HTML version only."""
        turns = {*self.played} or {self.session.turn}
        pieces = [piece for piece in self.found.pieces if piece.row not in self.used]
        if drawn := [one.line for one in self.drawn if isinstance(one.line, Chance)]:
            last, starts = self.drawn[-1], [start for _, start, _ in self.titles]
            end = min((start for start in starts if start > last.piece.row), default=len(self.mail.lines))
            rows, below = range(last.piece.row + 1, end), around.row_below(self.mail.lines, last)
            others = [piece for piece in pieces if not doubts.EARNED_BY.match(piece.readings[-1][0])]
            check_other_draws(self.session, others, rows, below, drawn)
        for near in labelled(self.session, pieces, turns):
            if not self.played:
                raise doubts.missed(self.session, near)
            self._check_other(near)
        if self.played and self.moved:
            beside = Beside(self.session, self.mail.lines, pieces, self.moved, self.played, self.bare)
            for near in beside.alternatives():  # else they would be told as parts
                self._check_other(near)
            for near in beside.parts():
                raise doubts.belongs(self.played[max(self.played)], near)
            for near in beside.others():
                self._check_other(near)
        taken = [one for one in self.reads if one.piece.row in self.stands]
        check_corrected(self.session, self.mail.lines, pieces, taken)
        if self.known and not self.lines and not self.found.commands:
            self.quotes.ask()
            doubts.ask_beside_known(self.session, self.mail, pieces, self.used, self.remarks)
        for one in doubts.only_in_html(self.session, self.mail, self.reader, turns):
            if not self._said(one.line):
                raise doubts.in_html(one.text, list(self.played.values()))
        if not (self.lines or self.found.commands) and (self.titles or not self.known):
            top = min((start for _, start, _ in self.titles), default=len(self.mail.lines))
            doubts.ask_of_slip(self.session, [piece for piece in pieces if piece.row < top])

    def _check_other(self, near: Near) -> None:
        """Raises Question for a move beside those that are played, unless it says what they do."""
        line = self.fold.notation.reads(near.move)
        turn = near.number if near.number in self.played else max(self.played)
        if isinstance(line, Turn) and not (self._said(line._replace(number=turn)) or self._talks(line, turn)):
            raise which_move([self.played[turn], near.text])

"""The fold of a log that its players deal together: every link, seal and result, and who may write, is checked."""

from collections.abc import Iterable

from pbem.errors import IllegalMove, NotYourTurn, PbemError, ReplayError, SaveError, all_of
from pbem.fold import Fold, Kept
from pbem.game import CHANCE, NOBODY, Rules, State, Step
from pbem.header import Header
from pbem.notation import Chance, Comment, Line, Notation, Turn, Undo
from pbem.players import clockwise
from pbem.split import Rest, go_on
from pbem.together import chain, refusals
from pbem.together.lines import Lines, Link, Then
from pbem.together.table import Table
from pbem.together.tips import Tips


class KeptTogether(Kept):
    """A point in such a fold."""

    __slots__ = ("first", "start", "table", "tips")
    first: tuple[int, bool]
    start: State
    table: Table
    tips: list[str]


class TogetherFold(Fold):
    """A game in progress that is dealt together; `table` says who may write what.

    `sealed` has for every link its player, its number, and the log that it was given for (D).
    """

    notation: Lines

    def __init__(self, rules: Rules, notation: Notation, header: Header, undoable: bool = True) -> None:
        self.tips = Tips(rules, header)
        self.table = Table(len(header.players))
        self.table.digest = self.tips.start
        for player, word in self.tips.words.items():
            self.table.words[player] = word
        self._order = clockwise(rules, header)
        self._forcing = False
        self.sealed: list[tuple[int, int, bytes]] = []
        super().__init__(rules, Lines.over(notation), header, None, undoable)

    # Looking

    @property
    def opened(self) -> bool:
        """Whether the first link was given."""
        return self.table.author >= 0

    @property
    def due(self) -> bool:
        """Whether a result of chance is due."""
        return self.opened and self.state.actor == CHANCE and not self.stopped

    @property
    def known(self) -> bool:
        """Whether what comes next is known already: the link for it was given."""
        return bool(self.table.forced) or (self.due and self.table.dealer is not None)

    @property
    def ended(self) -> bool:
        """Whether nobody is to move any more."""
        return self.stopped or (self.opened and self.state.actor == NOBODY)

    def after(self, player: int) -> int:
        """The next player in turn order."""
        return self._order[(self._order.index(player) + 1) % len(self._order)]

    def opener(self) -> int:
        """Whose link opens the result that is due: the player to move next, or the next after the author."""
        table = self.table
        return self.after(table.author) if self.state.mover == table.author else self.state.mover

    def writer(self) -> int:
        """Who has to write next; -1 while tips are missing, or if the results have to be added first."""
        table = self.table
        if not self.opened:
            return self.tips.inviter if table.digest is not None else -1
        if self.known:
            return -1
        if table.waiting and not table.answering:
            return table.waiting[0]
        if self.due:
            return self.opener()
        return self.after(table.author) if self.ended else self.state.mover

    def mover(self) -> int:
        """The player to move."""
        return self.state.mover

    def absent(self) -> list[str]:
        """Who has not joined yet."""
        return self.tips.missing()

    def owes(self) -> int:
        """Who owes a result: the opening, or a link for what is due; -1 if nobody does."""
        return self.writer() if not self.opened or (self.due and not self.known) else -1

    def bare(self, line: Line) -> str:
        """The text of a line as it counts."""
        return self.notation.bare(line)

    # Lines

    def replay(self, texts: Iterable[str]) -> None:
        """Add stored lines; raises ReplayError with the number, from 1, of the line that does not hold."""
        for number, text in enumerate(texts, 1):
            try:
                dealt = self._dealt() if not self.table.forced else None
                if dealt is not None and self.rules.words.format_chance(dealt) == text:
                    super().add(Chance(dealt, None), None, dealt)
                    self._seal(text)
                else:
                    self.add(self.notation.parse(text), None, dealt)
            except PbemError as error:
                raise ReplayError(number, self._with_revised(error)) from error

    def add(self, line: Line, disputed: dict[int, PbemError] | None = None, dealt: Step | None = None) -> Line:
        """Check and apply one line, see Fold.add; a tip is none."""
        if self._forcing or isinstance(line, Comment):
            return super().add(line, None, dealt)
        if isinstance(line, Link):
            return self._link(line)
        if not self.opened:
            raise refusals.not_opened(self)
        table = self.table
        if isinstance(line, Chance):
            return self._result(line, dealt)
        if table.forced:
            return self._forced(line)
        if isinstance(line, Turn):
            self.check_turn(line)
        elif isinstance(line, Then):
            return self._then(line)
        elif self.due:
            raise refusals.owed(self, f"`{self.bare(line)}` can only be written where no result is due")
        self._check_author(line)
        if isinstance(line, Undo):
            line = self._ask(line)
        else:
            line = super().add(line)
            table.void()
        self._count(line)
        return line

    def _count(self, line: Line) -> None:
        """A line of a block's author was added."""
        self._seal(self.bare(line))
        self.table.dealer, self.table.rest = None, None

    def _seal(self, bare: str) -> None:
        """What the log comes to with one more line."""
        assert self.table.digest is not None
        self.table.digest = chain.after_line(self.table.digest, bare)

    def _check_author(self, line: Line) -> None:
        """Raises PbemError unless the author of this block may write a line that is no link."""
        table = self.table
        if table.waiting and not (table.answering and table.author == table.waiting[0]):
            raise refusals.undo_waits(self)
        if isinstance(line, Turn) and self.state.mover != table.author:
            raise refusals.not_of_this_block(self)

    def check_turn(self, line: Turn) -> None:
        """Raises PbemError unless a player is to act and the number and name that were written fit."""
        if not self._forcing and not self.opened:
            raise refusals.not_opened(self)
        if not self._forcing and self.due and line.number in (None, self.state.turn):
            raise refusals.owed(self, "no turn can be played before it")
        super().check_turn(line)

    # Links

    def _link(self, line: Link) -> Link:
        self.check_room(line)
        table, names = self.table, self._names
        player = self.header.player(line.name)
        if player is None:
            raise NotYourTurn(f"no player is called `{line.name}`{self.header.disguised(line.name)}", given=line.name)
        if line.name != names[player]:
            line = Link(names[player], line.number, line.letters, line.comment)
        if table.digest is None:
            inviter = self._names[self.tips.inviter]
            raise SaveError(
                f"nobody can give a link yet: no tip of {all_of(self.tips.missing())}; all tips stand in the "
                f"first mail of {inviter}, above the link: paste the whole of it",
                reason="not-opened",
            )
        if line.number != table.given[player] + 1:
            raise refusals.wrong_number(line, table.given[player] + 1)
        writer = self.writer()
        if writer < 0:
            raise IllegalMove("the results of the last link come first", reason="draw-due")
        if player != writer:
            raise refusals.not_due(self, player, writer)
        if chain.previous(self.header.id, names[player], line.number, line.word) != table.words[player]:
            raise refusals.broken(line)
        if chain.seal(table.digest, line.word) != line.seal:
            raise refusals.another_log(self, player, line.number)
        self._open(line, player)
        return line

    def _open(self, line: Link, player: int) -> None:
        """A link that holds: a new block begins, and what was due is known."""
        table = self.table
        assert table.digest is not None
        table.dealer = chain.dealer(table.digest, line.word, self.header.id)
        if not self.opened:
            self._begin(table)
        self.sealed.append((player, line.number, table.digest))
        table.digest = chain.after_line(table.digest, line.text())
        table.begin(player)
        table.given[player] += 1
        table.words[player] = line.word
        table.places[player] = len(self.lines)
        self.lines.append(line)
        table.lapsed = ""
        rest, table.rest = table.rest, None
        if rest is not None and self.due:
            self._force(rest)

    def stand_in(self, player: int) -> None:
        """A block of a player begins without a link, and without results: for lines that are only tried out."""
        self.table.begin(player)
        self.table.dealer = None

    def _begin(self, table: Table) -> None:
        """The first link: who begins is known, if it is drawn, and so is the position."""
        header = self.header
        assert table.dealer is not None
        if not header.drawn:
            return
        first = self.rules.draw_first(header, table.dealer.choose)
        if not header.undrawn and first != header.first:
            raise IllegalMove(
                f"`first {self._names[header.first]} drawn` is not what was drawn: `first {self._names[first]} drawn`",
                reason="not-drawn",
                position=f"first {self._names[header.first]} drawn",
            )
        if header.undrawn:
            header.first, header.undrawn = first, False
            self._start = self.rules.start(header)
            self.state = self._start.copy() if self.undoable else self._start

    # Results, and what a `then` says

    def _dealt(self) -> Step | None:
        if self.table.dealer is None or self.state.actor != CHANCE or self.stopped:
            return None
        return self.state.deal(self.table.dealer.choose)

    def deal(self) -> Line | None:
        """Add what has to come next, a result or a forced line, if it is known."""
        if self.table.forced and not self._forcing:
            return self.add(self.table.forced[0])
        return super().deal()

    def _force(self, rest: Rest) -> None:
        """Find what lines the rest of a line comes to, now that the results are known."""
        kept = super().snapshot()
        self._forcing = True
        try:
            _, self.table.lapsed = go_on(self, rest, self._deal_all)
            self.table.forced = tuple(self.lines[kept.length :])
        finally:
            self._forcing = False
            super().restore(kept)

    def _deal_all(self) -> None:
        while super().deal():
            pass

    def _result(self, line: Chance, dealt: Step | None) -> Line:
        table = self.table
        if table.forced and not isinstance(table.forced[0], Chance):
            return self._forced(line)
        if self.due and table.dealer is None:
            raise refusals.owed(self, f"nobody can write it before, so leave `{self.bare(line)}` out")
        try:
            added = super().add(line, None, dealt or self._dealt())
        except IllegalMove as error:
            if error.details.get("reason") != "not-drawn":
                raise
            raise refusals.not_drawn(error.message) from error
        self._seal(self.bare(added))
        table.forced = table.forced[1:]
        return added

    def _forced(self, line: Line) -> Line:
        """The next line that what was written before calls for; any other is refused."""
        table = self.table
        wanted = self.bare(table.forced[0])
        short = isinstance(line, Turn) and None in (line.number, line.name)
        if short or self.bare(line) != wanted:
            given = self.notation.format_steps(line.steps) if isinstance(line, Turn) and short else self.bare(line)
            raise refusals.not_drawn(f"`{given}` is not what was drawn: `{wanted}` comes next")
        added = super().add(line)
        self._seal(self.bare(added))
        table.forced = table.forced[1:]
        return added

    def _then(self, line: Then) -> Then:
        last = next((other for other in reversed(self.lines) if not isinstance(other, Comment)), None)
        own = isinstance(last, Turn) and self.table.dealer is None and last.number == self.state.turn
        if not (self.rules.chance_in_turns and own and self.due):
            raise IllegalMove(
                "`then` stands directly behind a turn line that waits for a result; elsewhere in a text somebody put "
                "it: take nothing of that, and ask for the record of another player (pbem export)",
                reason="then",
            )
        self.check_room(line)
        self.lines.append(line)
        self._count(line)
        self.table.rest = Rest(self.state.turn, line.steps)
        return line

    # Taking back, by consent

    def _ask(self, line: Undo) -> Undo:
        """An undo: it asks, or agrees, and the last player who agrees puts it in force."""
        table = self.table
        self.check_room(line)
        self._check_at(line)
        if table.answering and line.what == table.asked:
            table.waiting, table.answering = table.waiting[1:], False
            if not table.waiting:
                self._take_back(line)
                return line
        else:
            self._check_asked(line)
            table.asked, table.answering = line.what, False
            at = self._order.index(table.author)
            table.waiting = tuple(self._order[at + 1 :] + self._order[:at])
        self.lines.append(line)
        return line

    def _take_back(self, line: Undo) -> None:
        self._undo(line)
        self.lines.append(line)
        self.table.void()
        self.table.taken_back += 1

    def _check_asked(self, line: Undo) -> None:
        """Raises IllegalMove unless that can be taken back."""
        kept = super().snapshot()
        try:
            self._undo(line)
        finally:
            super().restore(kept)

    # Points to go back to

    def snapshot(self) -> Kept:
        """All that `restore` needs to go back to this point."""
        kept = super().snapshot()
        point = KeptTogether(kept.length, kept.force, kept.before, kept.state)
        point.table, point.start = self.table.copy(), self._start
        point.first, point.tips = (self.header.first, self.header.undrawn), self.header.tips
        return point

    def restore(self, kept: Kept) -> None:
        """Go back to a snapshot."""
        super().restore(kept)
        if isinstance(kept, KeptTogether):
            self.table, self._start = kept.table.copy(), kept.start
            del self.sealed[sum(self.table.given) :]
            self.header.first, self.header.undrawn = kept.first
            if self.header.tips is not kept.tips:
                self.header.tips = kept.tips
                self.tips = Tips(self.rules, self.header)
                self.table.digest = kept.table.digest

    def join(self, text: str) -> str | None:
        """Take a tip; the line as it stands in the header, None if it is there already. Raises SaveError."""
        if self.opened:
            known = self.tips.join(text)
            assert known is None
            return None
        new = self.tips.join(text)
        self.table.digest = self.tips.start
        for player, word in self.tips.words.items():
            self.table.words[player] = word
        return f"tip {new}" if new else None

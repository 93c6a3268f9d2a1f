"""A game that is being played: its header, its log and the position. starting.py and reading.py make sessions."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pbem import chance, header_lines, record, registry, save, undone
from pbem.errors import IllegalMove, NotationError, NotThere, PbemError, expect
from pbem.fold import Fold, key
from pbem.game import CHANCE, NOBODY, Rules, State, Step, View
from pbem.header import Header
from pbem.notation import Chance, Line, Notation, Stop, Turn, Undo
from pbem.plain import DECEPTIVE
from pbem.stored import Stored

if TYPE_CHECKING:
    from pbem.chance import Numbers
    from pbem.explained import Ending, Part
    from pbem.legal import Move, Watch
    from pbem.split import Rest
    from pbem.undone import TakenBack

_LOOK_ALIKE = frozenset("OIl")
"""Letters that look like digits."""


class Session(Stored):
    """A game: its `rules`, its `header`, its log and the position, and the file that it is in.

    `left_out` is why the rest of the line played last was given up, "" if it was not. `opened`, `owed_by`: see
    pbem.together.
    """

    opened = True
    owed_by: str | None = None
    asked_to_undo: tuple[str, int | str] | None = None

    def __init__(self, rules: Rules, header: Header, secret: str | None = None, undoable: bool = True) -> None:
        self.rules = rules
        self.header = header
        self.left_out = ""
        self.dealer = chance.dealer(header.chance, header.published, header.id, secret)
        self.fold = self.new_fold(undoable)
        if header.position and not self.over:  # one that is over at once has paid already
            header.keep(rules.position(self.fold.state, header.names))

    def new_fold(self, undoable: bool) -> Fold:
        """The fold of its log, before the first line."""
        return Fold(self.rules, Notation.of(self.rules.id), self.header, self.dealer, undoable)

    def __repr__(self) -> str:
        lines = "; ".join(self.rules.position(self.fold.state, self.header.names))
        return f"<{self.rules.title}, game {self.header.id}: {self.waits_for}; {lines}>"

    # Looking

    @property
    def state(self) -> State:
        """The position after the last line; a copy, to be played on without touching the game."""
        return self.fold.state.copy()

    @property
    def turn(self) -> int:
        """The number of the next turn."""
        return self.fold.state.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.fold.state.actor == NOBODY

    @property
    def stopped(self) -> bool:
        """Whether the game was ended undecided: nobody may move until that is taken back."""
        return self.fold.stopped

    @property
    def from_setup(self) -> bool:
        """Whether it began from a position of a setup, not from the start that the rules give."""
        return bool(self.header.position)

    def taken_back(self) -> "TakenBack":
        """How many undos the log has, and what they took back."""
        return undone.counted(self.fold.lines, self.fold.force)

    @property
    def to_move(self) -> str | None:
        """The name of the player whose turn it is, or None after the end or a stop."""
        return None if self.over or self.stopped else self.header.players[self.fold.state.mover].name

    @property
    def draw_due(self) -> bool:
        """Whether a draw is due that can be made here: the seed or the secret is known."""
        return self.waits_for_draw and self.dealer is not None

    @property
    def waits_for_draw(self) -> bool:
        """Whether chance is to act, whoever may know what comes."""
        return self.fold.state.actor == CHANCE and not self.stopped

    @property
    def waits_for(self) -> str:
        """What has to come next, as half a sentence."""
        if self.over:
            return "the game is over"
        if self.stopped:
            return "the game was stopped"
        if self.fold.state.actor == CHANCE:
            return f"a draw is due ({self.rules.paint.due(self.view(self.fold.state))})"
        return f"{self.to_move} is to move"

    def is_move(self, text: str) -> bool:
        """Whether a text could be a move, legal or not."""
        return isinstance(self.fold.notation.reads(text), Turn)

    @property
    def key(self) -> str:
        """A short digest of the position."""
        return key(self.rules, self.header, self.fold.state)

    @property
    def scores(self) -> dict[str, int]:
        """Score by name, in the order of the header; empty in a game without scores."""
        return self.scores_in(self.fold.state)

    def scores_in(self, state: State) -> dict[str, int]:
        """The same in another position of the game."""
        return dict(zip(self.header.names, state.scores(), strict=True)) if self.rules.has_scores else {}

    @property
    def winners(self) -> list[str]:
        """The names of those who won, empty before the end."""
        return [self.header.names[player] for player in self.rules.winners(self.fold.state)] if self.over else []

    @property
    def log(self) -> list[str]:
        """All lines, canonical."""
        return self.fold.texts()

    def explained(self) -> "list[list[Part]] | None":
        """By line of the log what it brought whom; a player's own parts add up to the claim.

        Of a line that is not in force nothing; None in a game that does not tell parts.
        """
        from pbem import explained

        return explained.explained(self.fold)

    def ending(self) -> "Ending | None":
        """How the game ended, what was counted last; None before the end, and in a game that does not tell."""
        from pbem import explained

        return explained.ending(self.fold)

    def view(self, state: State | None = None, viewer: int | None = None, still: bool = False) -> View:
        """What is to be drawn: a position (None: the present one), for a player (None: the one to move)."""
        shown = self.fold.state if state is None else state
        colours = [player.colours for player in self.header.players]
        return View(shown, self.header.names, shown.mover if viewer is None else viewer, colours, still)

    def before(self, turn: int) -> State:
        """A copy of the position before a turn, or of the present one for the next turn; raises NotThere."""
        expect("a turn is a whole number", turn, int)
        if turn == self.turn and turn not in self.fold.before:
            return self.state
        if turn not in self.fold.before:
            raise NotThere(f"turn {turn} has not been played; the game is at turn {self.turn}", turn=self.turn)
        return self.fold.before[turn][1].copy()

    def legal(self, partial: str = "", every: bool | None = None, watch: "Watch" = iter) -> "list[Move]":
        """The legal turns, the ones that earn most first; with a partial move those that begin so.

        Where turns are long (`every` None or False; see Rules.long_turns) only the next steps, each with its best
        completion. `watch` goes through those and may show how far it has come. Raises PbemError where nothing can
        come of the partial move.
        """
        from pbem import legal

        expect("a partial move is text", partial, str)
        return legal.moves(self.fold, partial, not self.rules.long_turns if every is None else every, watch)

    # Playing

    def play(self, *lines: "str | Move | tuple[Step, ...]", deal: bool = True) -> list[str]:
        """Apply lines, all or none; the new lines of the log, dealt draws included. Raises PbemError.

        A line is text as a person writes it, a move out of `legal()`, or a tuple of steps as `State.steps` lists them.
        Without `deal` the draw that is due after the last line is left open.
        """
        kept = self.fold.snapshot()
        self.left_out = ""
        number = 0
        rest: Rest | None = None
        try:
            for number, given in enumerate(lines, 1):  # noqa: B007, told in case of an error
                if not isinstance(given, str) or given.strip():
                    rest = self._play(given, rest, deal)
            if deal:
                self.deal_due()
            if not self.fold.notation.built_in:
                from pbem import packages

                packages.check_readable(registry.origin(self.rules.id), self.fold, kept.length)
            if rest:
                self.left_out = "it waits for results, which must be given in the same call; what is left is not kept"
        except BaseException as error:
            self.fold.restore(kept)
            if isinstance(error, PbemError) and len(lines) > 1:
                raise error.at(f"line {number}, and nothing was played") from None
            raise
        return self.fold.texts(kept.length)

    def _play(self, given: "str | Move | tuple[Step, ...]", rest: "Rest | None", deal: bool) -> "Rest | None":
        """Play one line, then what is left of it or of the one before; what is still left."""
        line = self._line(given)
        if isinstance(line, Turn):
            self.deal_due()
            self._check_digits(given, line)
        elif isinstance(line, (Undo, Stop)):
            # A draw that is due comes first, as if the lines had come one by one, unless it was written without.
            if line.at is None or line.at > self.fold.next_number():
                self.deal_due()
            # What is typed or pasted again must not take back, or stop, what came since.
            if line.at is None:
                line = line._replace(at=self.fold.next_number())
        left = self._add(line)
        rest = left if isinstance(line, Turn) else rest
        if rest:
            from pbem import split

            rest, given_up = split.go_on(self.fold, rest, self.deal_due if deal else lambda: None)
            self.left_out = given_up or self.left_out
        return rest

    def _check_digits(self, given: object, line: Turn) -> None:
        """Raises AmbiguousMove for a typed move that is another one if a letter is a digit."""
        if isinstance(given, str) and not _LOOK_ALIKE.isdisjoint(given):
            from pbem import meant

            meant.check_digits(self.fold, given, line, self._add)

    def _add(self, line: Line) -> "Rest | None":
        """Add a line; what is left of a turn that waits for results of chance."""
        if not self.rules.chance_in_turns or not isinstance(line, Turn):
            self.fold.add(line)
            return None
        from pbem import split

        return split.add(self.fold, line)

    def _line(self, given: "str | Move | tuple[Step, ...]") -> Line:
        if isinstance(given, str):
            return self._read(given)
        from pbem import legal

        return legal.line(self.fold, given)

    def _read(self, text: str) -> Line:
        """A line as it was typed; raises NotationError that says what may be meant."""
        try:
            line = self.fold.notation.parse(text)
        except NotationError as error:
            from pbem import meant

            return meant.read(self.fold, text, error)
        if (isinstance(line, Turn) and line[:2] == (None, None) and self.waits_for_draw) or DECEPTIVE & set(text):
            from pbem import meant

            return meant.reads(self.fold, text, line)
        return line

    def deal_due(self) -> None:
        """Add the results of chance that are due, as far as the seed or the secret is known here."""
        while self.fold.deal():
            pass

    def deal(self, numbers: "Numbers") -> list[str]:
        """Add the results of chance that are due in a game in which people draw; the new lines of the log.

        `numbers` is a random.Random, or anything else with `randrange`, or a function choose(purpose, event, n).
        """
        choose = chance.chooser(numbers)
        kept = self.fold.snapshot()
        try:
            while self.fold.state.actor == CHANCE:
                self.fold.add(self.fold.chance_line(choose))
        except BaseException:
            self.fold.restore(kept)
            raise
        return self.fold.texts(kept.length)

    @contextmanager
    def put_back(self) -> Iterator[None]:
        """What is played inside is taken back at its end, as if it had never been."""
        kept, left_out = self.fold.snapshot(), self.left_out
        try:
            yield
        finally:
            self.fold.restore(kept)
            self.left_out = left_out

    def undo(self, to: int | None = None, reason: str | None = None) -> list[str]:
        """Take back turn `to` and all after it, as a line of the log; if it is None a stop, else the last turn."""
        expect("`to` is the number of a turn or None", to, int, type(None))
        turns_played = list(self.fold.before)
        if to is None and self.stopped:
            return self.play(f"undo stop{remark(reason)}")
        if to is None:
            if not turns_played:
                raise IllegalMove("no turn has been played that could be taken back", reason="not-played")
            to = turns_played[-1]
        return self.play(f"undo {to}{remark(reason)}")

    def undo_draw(self, reason: str | None = None) -> list[str]:
        """Take back a draw that people entered, if it is the last line in force."""
        return self.play(f"undo draw{remark(reason)}")

    def undo_back(self) -> list[str]:
        """Play again, as new lines, what the last undo took back, if nothing was played since; raises IllegalMove."""
        lines = undone.by_last_undo(self.fold.lines)
        if lines is None:
            raise IllegalMove("nothing was taken back last, so nothing can be played again", reason="not-undone")
        dealt = self.dealer is not None or self.header.chance == "keeper"
        again = [line for line in lines if not (dealt and isinstance(line, Chance))]
        return self.play(*map(self.fold.notation.format, again))

    def stop(self, reason: str | None = None) -> list[str]:
        """End the game undecided, as a line of the log: nobody may move, scores stand as they are."""
        return self.play(f"stop{remark(reason)}")

    # Keeping

    @property
    def size(self) -> int:
        """How many lines the log has."""
        return len(self.fold.lines)

    def toml(self) -> str:
        """The content of the save file."""
        return save.text(self.rules, self.header, self.log)

    def record(self) -> str:
        """The game as a record."""
        return record.text(self.rules, self.header, self.log, self.result_line())

    def result_line(self) -> str | None:
        """The line that closes the record of a finished game, None before the end."""
        if not self.over:
            return None
        scores = self.fold.state.scores() if self.rules.has_scores else None
        return record.result_line(self.header, scores, self.winners)

    def setup(self, turn: int | None = None) -> str:
        """A position (the present one if `turn` is None) as a setup file: a header without a log."""
        state = self.state if turn is None else self.before(turn)
        if state.actor == NOBODY:
            raise NotThere("the game is over; name a turn to set up the position before it")
        if not self.rules.whole(state):
            raise NotThere("this position is in the middle of something that no setup can say; name a turn before it")
        position = self.rules.position(state, self.header.names)
        lines = header_lines.write_setup(self.rules, self.header, self.header.names[state.mover], position)
        picture = [f"; {line}" for line in self.rules.paint.board(self.view(state))]
        return "\n".join([*lines, *picture]) + "\n"


def remark(reason: str | None) -> str:
    """A reason as the end of a line of the log, "" if there is none."""
    expect("a reason is text or None", reason, str, type(None))
    return f" ; {' '.join(reason.split())}" if reason and reason.strip() else ""

"""The fold of a log: lines go in one after the other, each read, checked and applied to the position."""

from collections.abc import Iterable

from pbem.chance import Dealer, names_in
from pbem.errors import (
    AmbiguousMove,
    IllegalMove,
    NotationError,
    NotYourTurn,
    PbemError,
    ReplayError,
    StaleMove,
    WrongClaim,
)
from pbem.game import CHANCE, END, NOBODY, Choose, Illegal, Rules, State, Step, View
from pbem.header import LINE_LENGTH, LOG_LENGTH, Header
from pbem.notation import Chance, Comment, Line, Notation, Stop, Turn, Undo, format_claim
from pbem.plain import one_blank
from pbem.sha256 import sha256

_SHOWN = 6  # steps named in a message
_NAMED = 100  # steps that an error has for programs
_REMARK = 400  # shorter ones always fit
_HEAD_LENGTH = 80


def key(rules: Rules, header: Header, state: State) -> str:
    """Six hexadecimal digits over everything that matters in a position from here on."""
    names = [str(player) for player in range(len(header.players))]
    lines = [*header.options, str(state.mover), str(state.actor), *rules.position(state, names), *rules.pending(state)]
    text = "\n".join(lines)
    return sha256(text.encode()).hexdigest()[:6]


class Kept:
    """A point in the fold; `length` counts the lines."""

    __slots__ = ("before", "force", "length", "state")

    def __init__(self, length: int, force: list[int], before: dict[int, tuple[int, State]], state: State) -> None:
        self.length = length
        self.force = force
        self.before = before
        self.state = state


class Fold:
    """A game in progress: header, the lines so far, and the position after them.

    `lines` are all lines, complete and canonical, undone ones included; `force` the indices of those in force;
    `before` maps each turn in force, rising, to (length of `force`, position) before it, kept only if `undoable`;
    `stopped` is whether the game was ended undecided.
    """

    def __init__(
        self, rules: Rules, notation: Notation, header: Header, dealer: Dealer | None = None, undoable: bool = True
    ) -> None:
        self.rules = rules
        self.notation = notation
        self.header = header
        self.dealer = dealer
        self.undoable = undoable
        self.lines: list[Line] = []
        self.force: list[int] = []
        self.before: dict[int, tuple[int, State]] = {}
        self.stopped = False
        self._names = header.names
        self._has_claims = rules.has_claims
        self._bind = rules.words.bind
        self._cases = rules.words.alternatives
        self._start: State = rules.start(header)
        self.state: State = self._start.copy() if undoable else self._start

    def replay(self, texts: Iterable[str]) -> None:
        """Add stored lines; raises ReplayError with the number, from 1, of the line that does not hold."""
        # A keeper's draw that was entered on trust, and taken back later, need not be the one that was drawn.
        disputed: dict[int, PbemError] | None = {} if self.header.chance == "keeper" else None
        add, parse = self.add, self.notation.parse
        for number, text in enumerate(texts, 1):
            try:
                dealt = self._dealt() if self.dealer else None
                if dealt is not None and self.rules.words.format_chance(dealt) == text:
                    add(Chance(dealt, None), disputed, dealt)  # what is known need not be read
                else:
                    add(parse(text), disputed, dealt)
            except PbemError as error:
                self._check_disputed(disputed)  # the cause may be an earlier draw
                raise ReplayError(number, self._with_revised(error)) from error
        self._check_disputed(disputed)

    def _with_revised(self, error: PbemError) -> PbemError:
        """The error of a stored line, and whether a ruling that has changed may be the cause."""
        if isinstance(error, (IllegalMove, StaleMove, NotYourTurn)):
            more = self.rules.revised(self.state, error.details.get("reason", error.code))
            return error.more(f"; {more}") if more else error
        return error

    def _check_disputed(self, disputed: dict[int, PbemError] | None) -> None:
        for index in sorted((disputed or {}).keys() & set(self.force)):
            assert disputed is not None
            raise ReplayError(index + 1, disputed[index])

    def add(self, line: Line, disputed: dict[int, PbemError] | None = None, dealt: Step | None = None) -> Line:
        """Check and apply one line; returns it complete. Raises PbemError, and then the fold must not be used further.

        With `disputed`, a result of chance that is not the dealer's is noted there, by index, instead; `dealt` is the
        dealer's if it is known.
        """
        lines = self.lines
        if len(lines) >= LOG_LENGTH or (line.comment and len(line.comment) > _REMARK):
            self.check_room(line)
        if isinstance(line, Turn):
            line = self._turn(line)
            self.force.append(len(lines))
        elif isinstance(line, Chance):
            line = self._chance(line, disputed, dealt or (self._dealt() if self.dealer else None))
            self.force.append(len(lines))
        elif isinstance(line, Undo):
            self._undo(line)
        elif isinstance(line, Stop):
            self._stop(line)
            self.force.append(len(lines))
        lines.append(line)
        return line

    def check_room(self, line: Line) -> None:
        """Raises IllegalMove where the log is full, NotationError for a line that is too long with its remark."""
        if len(self.lines) >= LOG_LENGTH:
            raise IllegalMove(f"the log is full: {LOG_LENGTH} lines", reason="log-full")
        remark = line.comment or ""  # number, name and claim may still be added; what is stored must be readable again
        if len(remark) > _REMARK and len(self.notation.format(line)) > LINE_LENGTH - _HEAD_LENGTH:
            raise NotationError(remark[:40] + " ...", LINE_LENGTH, "the remark is too long for a line")

    def deal(self) -> Line | None:
        """Add the result of chance that is due, if there is one and the dealer knows it."""
        dealt = self._dealt()
        if dealt is None:
            return None
        return self.add(Chance(dealt, None), dealt=dealt)

    def chance_line(self, choose: Choose) -> Line:
        """The result of chance that is due, made with `choose`; not added."""
        return Chance(self.state.deal(choose), None)

    def _dealt(self) -> Step | None:
        """The result of chance that is due, if there is one and the dealer knows it."""
        if self.dealer is None or self.state.actor != CHANCE or self.stopped:
            return None
        return self.state.deal(self.dealer.choose)

    def texts(self, start: int = 0) -> list[str]:
        """The lines from number `start` on as canonical text."""
        return [self.notation.format(line) for line in self.lines[start:]]

    def snapshot(self) -> "Kept":
        """All that `restore` needs to go back to this point."""
        return Kept(len(self.lines), self.force[:], dict(self.before), self.state.copy())

    def restore(self, kept: "Kept") -> None:
        """Go back to a snapshot."""
        del self.lines[kept.length :]
        self.force, self.before, self.state = kept.force, kept.before, kept.state
        self.stopped = bool(self.force) and isinstance(self.lines[self.force[-1]], Stop)

    # Turns

    def check_turn(self, line: Turn) -> None:
        """Raises PbemError unless a player is to act and the number and name that were written fit."""
        state = self.state
        if line.number is not None and line.number != state.turn:
            raise StaleMove(
                f"that was for turn {line.number}, the game is at turn {state.turn}", given=line.number, turn=state.turn
            )
        player = state.actor
        self._check_not_stopped()
        if player == NOBODY:
            raise IllegalMove("the game is over", reason="over")
        name = self.header.players[state.mover].name
        named = line.name
        if named is not None and named != name and (player_named := self.header.player(named)) != state.mover:
            what = f"no player is called `{named}`" if player_named is None else f"it is not {named}'s turn"
            more = self.header.disguised(named)
            raise NotYourTurn(f"{what}: {name} is to move{more}", given=named, to_move=name)
        if player == CHANCE:
            due = self.rules.paint.due(View(state, self._names, state.mover))
            raise IllegalMove(f"a draw is due ({due}) before {name} can move", reason="draw-due")

    def _turn(self, line: Turn) -> Turn:
        state = self.state
        number, player = state.turn, state.actor
        if player < 0 or self.stopped or line.number != number or line.name != self._names[player]:
            self.check_turn(line)
        if self.undoable and number not in self.before:
            self.before[number] = (len(self.force), state.copy())
        if self._cases and any(type(step) in self._cases for step in line.steps):
            raise IllegalMove("what is to be done in a case is only typed, never stored", reason="alternatives")
        steps = self.complete(state, line.steps)
        while state.turn == number and state.actor >= 0:
            try:
                state.apply(END)
                break
            except Illegal as error:
                unsaid = state.unsaid(END)
                if unsaid is None:
                    raise self._unfinished(error, state) from None
            state.apply(unsaid[0])
            steps = (*steps, unsaid[0])
        claim = state.earned if self._has_claims else None
        if line.claim is not None and line.claim != claim:
            written, earned = format_claim(line.claim), format_claim(state.earned)
            raise WrongClaim(
                f"`{self.notation.format_steps(steps)}` earns {earned[1:]}, not {written[1:]}: write {earned}",
                earned=list(state.earned),
                written=list(line.claim),
            )
        name = self._names[player]
        if steps is line.steps and claim == line.claim and name == line.name and number == line.number:
            return line  # as nearly all lines of a file
        return Turn(number, name, steps, claim, line.comment)

    def finished(self, steps: tuple[Step, ...]) -> IllegalMove:
        """The refusal of a step after those that ended the turn."""
        done = self.notation.format_steps(steps)
        return IllegalMove(f"the turn is over after `{done}`: nothing may follow", reason="finished")

    def _unfinished(self, error: Illegal, state: State) -> IllegalMove:
        words = self.rules.words
        near = [full for full in state.steps() if words.leads_to(END, full)]
        text = f"the turn is not finished: {words.explain(error)}"
        if near:
            text += f"; next would be {self._some(near)}"
        return IllegalMove(text, reason=error.reason, legal=self._texts(near))

    def complete(self, state: State, written: tuple[Step, ...], begun: tuple[Step, ...] = ()) -> tuple[Step, ...]:
        """Play steps on `state`, short forms completed: the full steps, or `written` itself where all were full.

        `begun` are the steps of this turn before them.

        Raises IllegalMove or AmbiguousMove; the steps before the bad one stay played.
        """
        steps, short, number = list[Step](), False, state.turn
        for step in written:
            if state.turn != number or (begun and state.actor < 0):
                raise self.finished((*begun, *steps))
            try:
                state.apply(step)
            except Illegal as error:
                steps += self._completed(state, step, error)
                short = True
            else:
                steps.append(step)
        return tuple(steps) if short else written

    def _completed(self, state: State, step: Step, error: Illegal) -> list[Step]:
        """Play a step that was refused as it stands: after what a line may leave unsaid, or as a short form."""
        steps, number = list[Step](), state.turn
        while True:
            unsaid = state.unsaid(step)
            full, last = unsaid or (self._short(state, step, error), True)
            state.apply(full)
            steps.append(full)
            if last:
                return steps
            if state.turn != number:
                raise self.finished(tuple(steps))
            try:
                state.apply(step)
            except Illegal as again:
                error = again
            else:
                return [*steps, step]

    def _short(self, state: State, step: Step, error: Illegal) -> Step:
        """The only legal step that a short form can stand for; `error` is why it is no legal step itself."""
        words = self.rules.words
        legal = state.steps()
        found, near = list[Step](), list[Step]()
        for full in legal:  # which may be very many, and lazy: once only
            if words.matches(step, full):
                found.append(full)
            elif not found and words.leads_to(step, full):
                near.append(full)
        if not found:
            raise self._illegal(error, step, near, len(near) == len(legal))
        if len(found) > 1:
            why = f"; {words.explain(error)}" if error.facts else ""
            text = f"`{words.format_step(step)}` can mean {self._some(found)}{why}"
            raise AmbiguousMove(text, candidates=self._texts(found))
        return found[0]

    def _illegal(self, error: Illegal, step: Step, near: list[Step], whole: bool) -> IllegalMove:
        words = self.rules.words
        text = f"`{words.format_step(step)}` is not legal: {words.explain(error)}"
        if near:
            text += f"; {'legal' if whole else 'legal near it'} would be {self._some(near)}"
        return IllegalMove(text, reason=error.reason, legal=self._texts(near))

    def _texts(self, steps: list[Step]) -> list[str]:
        return [self.rules.words.format_step(step) for step in steps[:_NAMED]]

    def _some(self, steps: list[Step]) -> str:
        shown = ", ".join(self._texts(steps[:_SHOWN]))
        return shown if len(steps) <= _SHOWN else f"{shown} and {len(steps) - _SHOWN} more"

    # Chance and undo

    def _chance(self, line: Chance, disputed: dict[int, PbemError] | None, dealt: Step | None) -> Chance:
        if self.stopped:
            self._check_not_stopped()
        result = self._bind(line.result, self.named)
        if dealt is not None and dealt != result:
            format_chance = self.rules.words.format_chance
            what = f"`{format_chance(result)}` is not what was drawn: `{format_chance(dealt)}`"
            error = IllegalMove(what, reason="not-drawn")
            if disputed is None:
                raise error
            disputed[len(self.lines)] = error
        try:
            self.state.apply(result)
        except Illegal as error:
            strangers = [name for name in names_in(self._bind, result) if self.header.player(name) is None]
            more = "".join(map(self.header.disguised, strangers))
            raise IllegalMove(self.rules.words.explain(error) + more, reason=error.reason) from None
        return line if result is line.result else Chance(result, line.comment)

    def named(self, written: str) -> str:
        """A player's name as the header has it; an unknown one as it is."""
        player = self.header.player(written)
        return one_blank(written) if player is None else self._names[player]

    def next_number(self) -> int:
        """The number that the next line has in the log: from 1, lines that are only comments not counted."""
        return 1 + sum(not isinstance(line, Comment) for line in self.lines)

    def _check_at(self, line: Undo | Stop) -> None:
        """Raises StaleMove for a line that was written for another place in the log."""
        if line.at is not None and line.at != self.next_number():
            raise StaleMove.of_line(line.at, self.next_number() - 1)

    def _check_not_stopped(self) -> None:
        if self.stopped:
            raise IllegalMove("the game was stopped; `undo stop` goes on with it", reason="stopped")

    def _stop(self, line: Stop) -> None:
        self._check_at(line)
        self._check_not_stopped()
        if self.state.actor == NOBODY:
            raise IllegalMove("the game is over, so it cannot be stopped", reason="over")
        self.stopped = True

    def _undo(self, line: Undo) -> None:
        if not self.undoable:
            raise ValueError("this fold keeps no positions to go back to")
        self._check_at(line)
        if line.what == "stop":
            if not self.stopped:
                raise IllegalMove("the game is not stopped", reason="not-stopped")
            self.force.pop()
        elif line.what == "draw":
            self._undo_chance()
        elif line.what not in self.before:
            played = f"the last is turn {max(self.before)}" if self.before else "no turn has been played"
            raise IllegalMove(f"turn {line.what} cannot be taken back: {played}", reason="not-played")
        else:
            length, state = self.before[line.what]
            self.state = state.copy()  # a snapshot may still hold the other one
            del self.force[length:]
            while self.before and next(reversed(self.before)) >= line.what:
                self.before.popitem()
        self.stopped = False

    def _undo_chance(self) -> None:
        if not self.rules.has_chance:
            raise IllegalMove(f"nothing is drawn in {self.rules.title}", reason="no-chance")
        if self.header.chance != "manual":
            why = "in this one the same draw would come again; `undo TURN` takes back a turn"
            raise IllegalMove(f"`undo draw` is for manual games only: {why}", reason="not-manual")
        self._check_not_stopped()
        if not self.force or not isinstance(self.lines[self.force[-1]], Chance):
            raise IllegalMove("the last line in force is not a draw", reason="no-draw")
        self.force.pop()
        # A result of chance lies between turns: replay what came since the last kept position.
        length, state = next(reversed(self.before.values()), (0, self._start))
        self.state = state.copy()
        for position in self.force[length:]:
            play_again(self.state, self.lines[position])


def play_again(state: State, line: Line) -> None:
    """Play a line that holds on a position."""
    if isinstance(line, Chance):
        state.apply(line.result)
    elif isinstance(line, Turn):
        number = state.turn
        for step in line.steps:
            state.apply(step)
        if state.turn == number and state.actor >= 0:
            state.apply(END)

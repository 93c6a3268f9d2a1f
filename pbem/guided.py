"""A move made by answering questions: which steps may come next, in lists that fit on a screen.

It knows of a game only `State.steps`, and the words and drawings that every game has. Lines of text go in and out:
nobody is asked here, and nothing is played.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import islice

from pbem import legal
from pbem.board import plural, wrapped
from pbem.completing import ROWS, Group, group
from pbem.errors import FORMS, PbemError, on_one_line
from pbem.fold import Fold
from pbem.game import END, State, Step
from pbem.notation import Turn
from pbem.session import Session

WIDTH = 79
_LABEL = 36
_LOOKED_AT = 400
"""Steps of one question for which it is looked up what they earn."""
_SHOWN = 9
"""Lines of a position that are shown as changed, before and after."""
_END = "end"
_ONE_LEFT_OUT = "{n} more is not listed; how it begins may be typed."
_LEFT_OUT = "{n} more are not listed; how they begin may be typed."
HELP = (
    "A number chooses; so does how a move begins, as `pbem legal` reads it. Then",
    "back: the last answer again. ? N: what choice N means. ?: this, and how a",
    "move is written. board: the board. Nothing is played before the word yes.",
)
_WITHOUT_NUMBER = "Which of them? `? 1` tells what the first one means."


Earns = tuple[tuple[int, ...], tuple[int, ...], bool]
"""What a line earns up to a step, and with its best completion; whether that is the best for certain."""


class Guide:
    """A move of the player to act that is put together answer by answer.

    `steps` are chosen so far; it is `done` when they are a whole line.
    """

    def __init__(self, game: Session) -> None:
        self.game = game
        self.steps: list[Step] = []
        self._at = [game.state]  # before each step, and now
        self._narrowed: list[Sequence[Step]] = []  # what is left of the present choices, each time narrower
        self._known: dict[Hashable, legal.Way] = {}
        self._left_out = 0
        self._listed: list[Group] = []

    @property
    def state(self) -> State:
        """The position after the steps that are chosen."""
        return self._at[-1]

    @property
    def done(self) -> bool:
        """Whether the line is whole."""
        return len(self._at) > 1 and (self.steps[-1:] == [END] or legal.finished(self._at[0], self.state))

    @property
    def line(self) -> tuple[Step, ...]:
        """The steps as they are played."""
        return tuple(step for step in self.steps if step is not END)

    def question(self) -> list[str]:
        """What is asked now, with numbered choices."""
        steps = self._choices()
        texts = [self._text(step) for step in steps]
        self._listed = group(texts)
        chosen = self.game.fold.notation.format_steps(self.line)
        lines = wrapped(f"Turn {self.state.turn}, {self.game.to_move}{': ' if chosen else ''}{chosen}", WIDTH)
        lines.append(f"{'Next?' if chosen else 'Which move?'} {plural(len(steps), '{n} choice.', '{n} choices.')}")
        if self._left_out:
            lines.append(plural(self._left_out, _ONE_LEFT_OUT, _LEFT_OUT))
        earns = [self._earns(step) for step in steps] if len(steps) <= _LOOKED_AT else []
        labels = [one.label for one in self._listed]
        width = min(_LABEL, max(map(len, labels), default=0))
        for number, (one, label) in enumerate(zip(self._listed, labels, strict=True), 1):
            said = self._said(one, steps, [earns[index] for index in one.indices] if earns else [])
            first, *more = wrapped(f"{label:{width}}", WIDTH - 5) if len(label) > width else [f"{label:{width}}"]
            row = f"{number:>3}  {first}"
            lines += [row, *(f"     {part}" for part in more)]
            if len(lines[-1]) + 2 + len(said) <= WIDTH:
                lines[-1] = f"{lines[-1]}  {said}".rstrip()
            elif said:
                lines += [f"     {part}" for part in wrapped(said, WIDTH - 5)]
        return lines

    def answer(self, text: str) -> list[str]:
        """Take an answer: what is to be told of it, nothing where it was understood."""
        words = text.strip()
        command = words.casefold()
        if command == "back":
            return [] if self.back() else ["That was the first question."]
        if words[:1] == "?":
            return self._explained(words[1:].strip())
        if command == "board":
            return self.drawn()
        chosen = self._chosen(words)
        if chosen is not None:
            return self._narrow([self._choices()[index] for index in chosen.indices], words)
        if words.isdecimal():
            found = self._begin_with(words)
            return self._narrow(found, words) if found else [f"There is no choice {words}."]
        if command == _END and END in self._choices():
            self._choose(END)
            return []
        try:
            words = self._without_name(words)
        except PbemError as error:
            return _refused(error)
        return self._narrow(self._begin_with(words), words)

    def back(self) -> bool:
        """Take back the last answer; whether there was one."""
        if self._narrowed:
            self._narrowed.pop()
        elif self.steps:
            self.steps.pop()
            self._at.pop()
        else:
            return False
        return True

    def drawn(self) -> list[str]:
        """The position as it is with the steps chosen: what lies before the players, and the board."""
        paint, view = self.game.rules.paint, self.game.view(self.state, self._at[0].mover)
        return [*paint.benches(view), *paint.board(view)]

    # Choices

    def _choices(self) -> Sequence[Step]:
        if self._narrowed:
            return self._narrowed[-1]
        steps = self.state.steps()
        self._left_out = max(0, len(steps) - legal.POSITIONS)
        return list(islice(steps, legal.POSITIONS))

    def _chosen(self, number: str) -> Group | None:
        """The row of the list that has that number."""
        if not number.isdecimal() or len(number) > 4 or not 1 <= int(number) <= len(self._listed):
            return None
        return self._listed[int(number) - 1]

    def _text(self, step: Step) -> str:
        return _END if step is END else self.game.rules.words.format_step(step)

    def _without_name(self, text: str) -> str:
        """The beginning of a move, perhaps behind turn and name; raises PbemError where it is not their turn.

        A claim or a remark stays with all before it, and is refused: neither would be played.
        """
        fold: Fold = self.game.fold
        number, name, pieces, claim = fold.notation.head(text)
        if self.steps or name is None or claim is not None or ";" in text:
            return text
        fold.check_turn(Turn(number, name, (), None, None))
        return "/".join(pieces).strip()

    def _begin_with(self, text: str) -> list[Step]:
        fits = legal.fitting(self.game.fold, text)
        return [step for step in self._choices() if step is not END and fits(step)]

    def _narrow(self, found: list[Step], text: str) -> list[str]:
        """Choose a step, or leave only some; what is typed may be a step that is not listed, or several."""
        whole = [step for step in found if self._text(step).casefold() == " ".join(text.casefold().split())]
        if len(found) == 1 or len(whole) == 1:
            self._choose((whole or found)[0])
            return []
        if found:
            if len(found) < len(self._choices()):
                self._narrowed.append(found)
                return []
            return [_WITHOUT_NUMBER]
        fold: Fold = self.game.fold
        after = self.state.copy()
        try:
            for piece in text.split("/"):
                for step in fold.complete(after, legal.read_steps(fold, piece, not self.steps), self.line):
                    self._choose(step)
        except PbemError as error:
            return _refused(error)
        return []

    def _choose(self, step: Step) -> None:
        after = self.state.copy()
        after.apply(step)
        self.steps.append(step)
        self._at.append(after)
        self._narrowed = []

    # What they mean

    def _earns(self, step: Step) -> Earns:
        """See Earns."""
        after = self.state.copy()
        after.apply(step)
        _, best = legal.with_best(self.state, step, self._known)
        return after.earned, best, len(self._known) < legal.POSITIONS

    def _said(self, one: Group, steps: Sequence[Step], earns: list[Earns]) -> str:
        """What stands behind a choice: what it does, how many there are of it, what it earns."""
        parts = []
        if not one.whole:
            parts.append(plural(len(one.indices), "{n} way", "{n} ways"))
        elif steps[one.indices[0]] is END:
            parts.append("no more of it")
        else:
            means = self.game.rules.paint.means(self.game.view(self.state), steps[one.indices[0]])
            parts += [means] if means else []
        if earns and self.game.rules.has_claims:
            now, best, exact = max(earns, key=lambda found: sum(found[1]))
            later = f"at best {_numbers(best)}{'' if exact else ' or more'}"
            parts.append(f"earns {_numbers(now)}" if one.whole else later)
            parts += [later] if one.whole and now != best else []
        return ", ".join(parts)

    def _explained(self, text: str) -> list[str]:
        """What a choice means: what it is, and which lines of the position change."""
        if not text:
            paint, view = self.game.rules.paint, self.game.view(self.state)
            return [*HELP, *paint.how_to_answer(view), FORMS.format(game=self.game.rules.id)]
        one = self._chosen(text)
        if one is None:
            return [f"There is no choice {text}."]
        if not one.whole:
            goes_on = wrapped(f"{one.label} goes on with {', '.join(one.then)}.", WIDTH)
            return goes_on[:ROWS]
        step = self._choices()[one.indices[0]]
        after = self.state.copy()
        after.apply(step)
        return [f"{self._text(step)} changes this:" if step is not END else "The line ends.", *self.changes(after)]

    def changes(self, after: State) -> list[str]:
        """The lines of the position that are others after it than now."""
        old, new = self._lines(self.state), self._lines(after)
        gone, come = list((Counter(old) - Counter(new)).elements()), list((Counter(new) - Counter(old)).elements())
        return [*_first("- ", gone), *_first("+ ", come)] or ["Nothing that is drawn."]

    def _lines(self, state: State) -> list[str]:
        paint, view = self.game.rules.paint, self.game.view(state, self._at[0].mover)
        return [*paint.board(view), *paint.report(view)]


def _refused(error: PbemError) -> list[str]:
    """What is wrong with what was typed."""
    told = wrapped(on_one_line(error.message), WIDTH)
    return [*told, FORMS.format(game=error.forms_of)] if error.forms_of else told


def _first(sign: str, lines: list[str]) -> list[str]:
    left = len(lines) - _SHOWN
    more = [plural(left, "{sign}({n} more line)", "{sign}({n} more lines)", sign=sign)] if left > 0 else []
    return [*(f"{sign}{line}" for line in lines[:_SHOWN]), *more]


def _numbers(earns: tuple[int, ...]) -> str:
    return ",".join(map(str, earns))

"""A game that is dealt together, as it is played from lines that are given: who has a chain plays with playing.py."""

from typing import TYPE_CHECKING

from pbem.errors import IllegalMove, NotThere, all_of
from pbem.header import TOGETHER_WORDS
from pbem.notation import Chance, Line, Notation, Turn
from pbem.plain import first_word
from pbem.session import Session
from pbem.together.fold import TogetherFold
from pbem.together.lines import Then, Tip

if TYPE_CHECKING:
    from pbem.game import Step
    from pbem.legal import Move
    from pbem.split import Rest
    from pbem.undone import TakenBack


class TogetherSession(Session):
    """A game dealt together. `joined` are the tips that the last call of `play` brought."""

    fold: TogetherFold
    joined: list[str]

    def new_fold(self, undoable: bool) -> TogetherFold:
        """The fold of its log, before the first line."""
        self.joined = []
        return TogetherFold(self.rules, Notation.of(self.rules.id), self.header, undoable)

    # Looking

    @property
    def opened(self) -> bool:  # type: ignore[override]
        """Whether the first link was given."""
        return self.fold.opened

    @property
    def to_move(self) -> str | None:
        """The name of the player whose turn it is, or None before the opening, after the end or a stop."""
        return super().to_move if self.opened else None

    @property
    def draw_due(self) -> bool:
        """Whether a result is due that is known here."""
        return self.fold.known

    @property
    def waits_for_draw(self) -> bool:
        """Whether the opening or a result is due."""
        return not self.opened or self.fold.due

    @property
    def owed_by(self) -> str | None:  # type: ignore[override]
        """Whose link opens what is due; None if nothing is, or a tip is missing."""
        owes = self.fold.owes()
        return None if owes < 0 else self.header.names[owes]

    @property
    def waits_for(self) -> str:
        """What has to come next, as half a sentence."""
        missing = self.fold.tips.missing()
        if missing:
            return f"not opened, no tip of {all_of(missing)}"
        if not self.opened:
            return f"not opened, the first link of {self.owed_by} is due"
        if self.owed_by:
            return f"a draw is owed by {self.owed_by} ({self.rules.paint.due(self.view())})"
        asked = self.asked()
        return f"{super().waits_for}; {asked}" if asked else super().waits_for

    def asked(self) -> str:
        """What all are asked to take back, as half a sentence; "" if nothing is."""
        asked = self.asked_to_undo
        return f"`undo {asked[1]}` waits for {asked[0]}" if asked else ""

    @property
    def asked_to_undo(self) -> tuple[str, int | str] | None:  # type: ignore[override]
        """Who has yet to agree to take what back."""
        table = self.fold.table
        if not table.waiting or table.answering or table.asked is None:
            return None
        return self.header.names[table.waiting[0]], table.asked

    def taken_back(self) -> "TakenBack":
        """How many undos all have agreed to, and what they took back."""
        _, turns, draws = super().taken_back()
        return self.fold.table.taken_back, turns, draws

    @property
    def size(self) -> int:
        """How many lines the log has, and tips the header."""
        return super().size + len(self.header.tips)

    # Playing

    def play(self, *lines: "str | Move | tuple[Step, ...]", deal: bool = True) -> list[str]:
        """Apply lines as they stand, see Session.play; links, tips and `then` are among them, and so are tips.

        Results that are known are added; the lines of the log that are new are returned, tips are in `joined`.
        """
        self.joined = []
        added = super().play(*lines, deal=deal)
        self.left_out = self.left_out or self.fold.table.lapsed
        return added

    def _play(self, given: "str | Move | tuple[Step, ...]", rest: "Rest | None", deal: bool) -> "Rest | None":
        line = self._line(given)
        if isinstance(line, Tip):
            tip = self.fold.join(f"{line.name} {line.word}")
            self.joined += [tip] if tip else []
            return None
        while self.fold.known and not self._comes_next(line) and self.fold.deal():
            pass
        if isinstance(line, Turn):
            self._check_digits(given, line)
        left = self._add(line)
        if left:
            self.fold.add(Then(left.steps))
        return None

    def strike(self, start: int) -> list[str]:
        """Take off the lines of the log from `start` on, those that are known there excepted; what was taken off."""
        texts = self.fold.texts()
        fold = self.new_fold(undoable=True)
        for text in texts[:start]:
            fold.add(fold.notation.parse(text))
        while fold.known and start < len(texts):
            fold.add(fold.notation.parse(texts[start]))
            start += 1
        self.fold = fold
        return texts[start:]

    def line(self, text: str) -> Line:
        """A line as it was typed; raises NotationError."""
        return self._line(text)

    def _comes_next(self, line: Line) -> bool:
        """Whether a line is what has to come next anyway; a result is checked, in any case."""
        if isinstance(line, Chance):
            return True
        forced = self.fold.table.forced
        whole = isinstance(line, Turn) and None not in (line.number, line.name)
        return whole and bool(forced) and self.fold.bare(line) == self.fold.bare(forced[0])

    def _read(self, text: str) -> Line:
        if first_word(text.strip())[0] in TOGETHER_WORDS:
            return self.fold.notation.parse(text)
        return super()._read(text)

    def undo_back(self) -> list[str]:
        """Refused: what was taken back is played again by whose turns they were."""
        raise IllegalMove(
            "in a game dealt together nobody can play for others: each plays again what was taken back", reason="owners"
        )

    def setup(self, turn: int | None = None) -> str:
        """A position as a setup file."""
        if not self.opened:
            raise NotThere("the game is not opened yet, so there is no position")
        return super().setup(turn)

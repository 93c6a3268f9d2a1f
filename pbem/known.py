"""What of a text a game has already: the same lines, at their place, in other words maybe."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from pbem.candidates import Question, stale
from pbem.errors import PbemError
from pbem.fold import Fold
from pbem.notation import Chance, Comment, Line, Stop, Turn, Undo, format_claim
from pbem.plain import clean, same
from pbem.session import Session


class Log:
    """The log of a game, with what is played of a text while it is read; `at` is where the text stands in it.

    A text is laid beside the log line by line: numbers of turns alone do not tell, for a turn that was taken back may
    be played again in the same words.
    """

    def __init__(self, fold: Fold) -> None:
        self._fold = fold
        self.at = -1
        self._places: dict[tuple[type, int | str | None], list[int]] = {}
        self._draws: dict[str, list[int]] = {}
        self._draws_noted = 0
        self._noted = 0

    def find(self, line: Line, after: Sequence[Line]) -> int | None:
        """Where a line stands: next, else where it is in force, else above the lines that come `after` it in the text.

        `after` are the next lines of the text, some hundred at most, that are no results of chance.
        """
        following = self._next(self.at)
        if following is not None and says_the_same(self._fold, line, following):
            return following
        if isinstance(line, Chance):
            return self._drawn_beside(line, after)
        places = [place for place in self._index().get(_kind(line), ()) if says_the_same(self._fold, line, place)]
        for place in places:
            if not isinstance(line, Turn) or self.in_force(place):
                return place
        if not isinstance(line, Turn):
            return None
        return next((place for place in places if self._goes_on(place, line, after)), None)

    def goes_on_with(self, line: Line) -> int | None:
        """The next line, if it is this one, and the text stands at one."""
        following = self._next(self.at) if self.at >= 0 else None
        return following if following is not None and says_the_same(self._fold, line, following) else None

    def again(self, place: int, line: Chance, after: Sequence[Line]) -> bool:
        """Whether a result of chance that was taken back is drawn again: the text goes no way along the log with it."""
        beside = 0 <= self.at == place - 1
        return not beside and not self.in_force(place) and not self._goes_on(place, line, after)

    def _goes_on(self, place: int, line: Turn | Chance, after: Sequence[Line]) -> bool:
        """Whether what was taken back goes on in the text as in the log, up to where it was taken back."""
        for act in after:
            below = self._next_act(place)
            if below is None or not says_the_same(self._fold, act, below):
                return False
            if not isinstance(act, Turn):
                return True
            place = below
        if isinstance(line, Chance):
            return False
        return bool(after) and line.number is not None and line.number < self._fold.state.turn

    def drawn(self, line: Chance) -> bool:
        """Whether the game has the same result of chance anywhere."""
        return bool(self.alike(line))

    def alike(self, line: Turn | Chance) -> Sequence[int]:
        """Where lines stand that say the same, in force or taken back; of any turn for a line without one."""
        places = self._index().get(_kind(line), [])
        if isinstance(line, Turn):
            places = [*range(len(self._fold.lines))] if line.number is None else places
            return [place for place in places if says_the_same(self._fold, line, place)]
        for place in places[self._draws_noted :]:
            own = self._fold.lines[place]
            assert isinstance(own, Chance)
            self._draws.setdefault(_result(self._fold, own), []).append(place)
        self._draws_noted = len(places)
        return self._draws.get(_result(self._fold, line), ())

    def begins_with(self, line: Chance) -> bool:
        """Whether a result of chance stands above all other lines, and is in force."""
        return any(says_the_same(self._fold, line, place) and self.in_force(place) for place in range(self.opening()))

    def drawn_last(self, draws: Sequence[Line]) -> int | None:
        """Where the results of chance below all other lines begin, if these begin with all of them."""
        lines = self._fold.lines
        last = [place for place in range(self.last_act() + 1, len(lines)) if isinstance(lines[place], Chance)]
        same = len(last) <= len(draws) and all(self.stands(*pair) for pair in zip(draws, last, strict=False))
        return last[0] if last and same else None

    def opening(self) -> int:
        """How many lines stand above all that is no result of chance."""
        first = self._next_act(-1)
        return len(self._fold.lines) if first is None else first

    def places(self, number: int) -> Sequence[int]:
        """Where lines of a turn stand."""
        return self._index().get((Turn, number), ())

    def turn_at(self, place: int) -> int:
        """The turn of the last line of a turn up to a place; 0 above all."""
        lines = (self._fold.lines[at] for at in reversed(range(place + 1)))
        return next((line.number or 0 for line in lines if isinstance(line, Turn)), 0)

    def stands(self, line: Line, place: int) -> bool:
        """Whether a result of chance stands at that place."""
        return isinstance(line, Chance) and says_the_same(self._fold, line, place)

    def forget(self) -> None:
        """To be called where lines were taken off the end of the log."""
        self._places.clear()
        self._draws.clear()
        self._noted = self._draws_noted = 0

    def last(self, number: int) -> int | None:
        """The last line in force of a turn."""
        places = [place for place in self.places(number) if self.in_force(place)]
        return places[-1] if places else None

    def in_force(self, place: int) -> bool:
        """Whether a line has not been taken back."""
        force = self._fold.force
        at = bisect_left(force, place)
        return at < len(force) and force[at] == place

    def last_act(self) -> int:
        """The last line that is no result of chance and no remark, or the place before the first one."""
        lines = self._fold.lines
        return next((at for at in reversed(range(len(lines))) if isinstance(lines[at], (Turn, Undo, Stop))), -1)

    def is_at_end(self) -> bool:
        """Whether the text stands at the last line that is no remark."""
        return self.at >= 0 and self._next(self.at) is None

    def is_behind(self, after: Sequence[Line], last_act: Line | None) -> bool:
        """Whether the text stands at a known move that is not the last one in force, or else above such moves alone.

        `after` is as for `find`, `last_act` the last line of the text that is no result of chance.
        """
        places: list[int | None] = []
        if self.at >= 0:
            places = [self.at]
        elif after and last_act is not None:
            places = [self.find(after[0], after[1:]), self.find(last_act, ())]
        last = self.last_turn()
        return bool(places) and all(place is not None and place < last for place in places)

    def last_turn(self) -> int:
        """The last turn in force, or the place before the first line."""
        lines = self._fold.lines
        return next((place for place in reversed(self._fold.force) if isinstance(lines[place], Turn)), -1)

    def is_new(self, line: Turn) -> bool:
        """Whether the log has no such turn, not even one that was taken back; any turn for a line without one."""
        return not self.alike(line)

    def told(self, number: int) -> str:
        """The lines in force of a turn, each between backticks."""
        return " and then ".join(f"`{self._fold.notation.format(line)}`" for line in played(self._fold, number))

    def _drawn_beside(self, line: Chance, after: Sequence[Line]) -> int | None:
        """The same result of chance behind the place where the text stands, or before the next line of the text."""
        lines = self._fold.lines
        end = self._next_act(self.at)
        places = [*range(self.at + 1, len(lines) if end is None else end)]
        alike = self._index().get(_kind(after[0]), ()) if after else ()  # two of a turn that was played again
        for place in [at for at in reversed(alike) if says_the_same(self._fold, after[0], at)]:
            while place > 0 and not isinstance(lines[place - 1], (Turn, Undo, Stop)):
                places.append(place := place - 1)
        return next((place for place in places if says_the_same(self._fold, line, place)), None)

    def _index(self) -> dict[tuple[type, int | str | None], list[int]]:
        lines = self._fold.lines
        for place in range(self._noted, len(lines)):
            self._places.setdefault(_kind(lines[place]), []).append(place)
        self._noted = len(lines)
        return self._places

    def _next(self, place: int) -> int | None:
        """The next line that is no remark."""
        lines = self._fold.lines
        return next((i for i in range(place + 1, len(lines)) if not isinstance(lines[i], Comment)), None)

    def _next_act(self, place: int) -> int | None:
        """The next line that is no result of chance either."""
        lines = self._fold.lines
        return next((i for i in range(place + 1, len(lines)) if isinstance(lines[i], (Turn, Undo, Stop))), None)


def _kind(line: Line) -> tuple[type, int | str | None]:
    number = line.number if isinstance(line, Turn) else line.what if isinstance(line, Undo) else None
    return type(line), number


def _result(fold: Fold, line: Chance) -> str:
    return same(clean(fold.notation.format(line._replace(comment=None))))


def results(fold: Fold, line: Chance) -> Counter[str]:
    """The results that a line tells, as the log writes them; its first word is one of them."""
    return Counter(fold.notation.format(line._replace(comment=None)).split())


def says_the_same(fold: Fold, line: Line, place: int) -> bool:
    """Whether a line says what the one at a place of the log says; see `equal`."""
    own = fold.lines[place]
    if isinstance(line, Chance) and isinstance(own, Chance):
        return _result(fold, line) == _result(fold, own)
    return equal(line, own)


def same_line(line: Line, other: Line) -> bool:
    """Whether two lines of a text say the same, whatever their remarks."""
    if isinstance(line, Chance) and isinstance(other, Chance):
        return bool(line.result == other.result)
    return equal(line, other)


def equal(line: Line, own: Line) -> bool:
    """Whether a line says what one of the log says; claim, remark and name may be left out."""
    if isinstance(line, Turn) and isinstance(own, Turn):
        named = line.name is None or same(line.name) == same(own.name or "")
        return (
            named and line.steps == own.steps and line.number in (None, own.number) and line.claim in (None, own.claim)
        )
    if isinstance(line, Undo) and isinstance(own, Undo):
        return (line.what, line.at) == (own.what, own.at)
    return isinstance(line, Stop) and isinstance(own, Stop) and line.at == own.at


def otherwise(session: Session, log: Log, number: int, text: str) -> Question:
    """The question about a line of an earlier turn that the log has not."""
    if own := log.told(number):
        told = f"Turn {number} was played otherwise here: the log has {own}, this text has `{text}`."
    else:
        told = f"Turn {number} of `{text}` is no turn of this game, which began later."
    return stale(session, told, given=number)


def says(session: Session, number: int, line: Turn) -> bool:
    """Whether a line says what was played in a turn in force, in a short form or without what can be left unsaid.

    Plays on the session, and puts it back.
    """
    own = played(session.fold, number)
    if any(equal(line._replace(number=number), one) for one in own):
        return True
    if not own or number not in session.fold.before or (line.name and same(line.name) != same(own[0].name or "")):
        return False
    with session.put_back():
        try:
            if session.stopped:
                session.play("undo stop", deal=False)
            session.play(f"undo {number}", deal=False)
            start = len(session.fold.lines)
            steps = session.fold.notation.format_steps(line.steps)
            session.play(f"{steps} {format_claim(line.claim)}" if line.claim is not None else steps, deal=False)
        except PbemError:
            return False
        again = [one for one in session.fold.lines[start:] if isinstance(one, Turn)]
    return 0 < len(again) <= len(own) and all(map(equal, again, own))


def played(fold: Fold, number: int) -> list[Turn]:
    """The lines in force of a turn."""
    found: list[Turn] = []
    for index in reversed(fold.force):
        line = fold.lines[index]
        if isinstance(line, Turn) and line.number is not None:
            if line.number < number:
                break
            if line.number == number:
                found.append(line)
    return found[::-1]


def refusal(session: Session, text: str) -> PbemError | None:
    """Why a line could not be played now."""
    with session.put_back():
        try:
            session.play(text, deal=False)
        except PbemError as error:
            return error
    return None

"""What the titles of posts say of a game: which one it is, its turn, the key of its position."""

from collections.abc import Collection, Iterator, Sequence

from pbem.candidates import Title, stale
from pbem.errors import one_of
from pbem.fold import Fold, key, play_again
from pbem.game import State
from pbem.mail import Mail
from pbem.notation import Chance, Stop, Turn, Undo
from pbem.session import Session

_DRAWS = 20  # in a row that are looked at for keys


def check_game(session: Session, new: Sequence[Title], old: Sequence[Title]) -> None:
    """Raises Question for a text with the title of another game, or in whose quotes there are only such titles."""
    own = session.header.id
    strange = [title.id for title in new if not title.is_of(own)]
    if not new and not any(title.is_of(own) for title in old):
        strange = [title.id for title in old]
    if strange:
        raise stale(session, f"This is of game {strange[0]}, and here is game {own}.", given=strange[0], game=own)


def is_post(session: Session, mail: Mail, new: Sequence[Title]) -> bool:
    """Whether a club posted this: outside of one a post of this game may come as the whole mail that it was."""
    headers = dict(mail.headers)
    whole = headers.get("content-type", "").casefold().startswith("multipart/alternative")  # no bounce, no report
    return whole and "x-loop" in headers and any(title.is_of(session.header.id) for title in new)


class Keys:
    """The keys of the positions that a game had while a text was read, by turn.

    Nothing is noted unless they are `wanted`: only a text with a title has a key that they are compared with.
    """

    wanted = False
    at_now = False
    """Whether the text has a post of the position before it itself."""
    answered: Sequence[Title] = ()
    """A quoted title that must be of this game, if the text has none: that of this turn which is answered, if none of
    this turn is of now, or one that this turn never had beside it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._first = session.turn  # of those before not all positions are noted
        self._keys: dict[int, set[str]] = {}

    def begin(self, new: Sequence[Title], old: Sequence[Title]) -> None:
        """Note that of the position now, and those of this turn before each line of it that was played."""
        session = self._session
        now = [title for title in old if title.turn == session.turn] if not new else []
        own = session.key if new or now else ""
        others = [title for title in now if title.key != own]
        if len(others) == len(now):
            self.answered = now[:1]
        elif others:
            had = {own, *self.before_now()}
            if any(isinstance(line, Undo) for line in session.fold.lines):
                had.update(of for _, of in positions(session, {session.turn}))
            self.answered = [title for title in now if title.key not in had][:1]
        self.at_now = bool(new) and (session.turn, own) in [title[1:] for title in new]
        self.wanted = bool(new or self.answered)
        self.note()
        if self.wanted:
            self._keys[session.turn].update(self.before_now())

    def before_now(self) -> Iterator[str]:
        """The keys of this turn of before each line of it that was played."""
        session = self._session
        return (key(session.rules, session.header, state) for state in before_lines(session.fold))

    def note(self) -> None:
        """Note that of the position now, and where not everybody can draw, those of before the last draws."""
        session = self._session
        if not self.wanted:
            return
        self._keys.setdefault(session.turn, set()).add(session.key)
        if session.header.chance != "seed":
            for state in before_draws(session.fold, _DRAWS):
                of = key(session.rules, session.header, state)
                self._keys.setdefault(state.turn, set()).add(of)

    def passed(self, title: Title) -> bool:
        """Whether it is of this turn, and of before a line of it that was played."""
        session = self._session
        return title.turn == session.turn and title.key in self.before_now() and title.key != session.key

    def is_ahead(self, title: Title) -> bool:
        """Whether the game has not come to that position; after an undo nobody can tell."""
        undone = any(isinstance(line, Undo) for line in self._session.fold.lines)
        return not undone and title.turn >= self._session.turn and not self.has(title)

    def has(self, title: Title) -> bool:
        """Whether a position of that turn had that key."""
        return title.key in self._keys.get(title.turn, ())

    def check(self, titles: Sequence[Title], answered: Sequence[Title] = ()) -> None:
        """A post of a position that was reached must have its key; for one of a later turn something is missing.

        Posts that are `answered` are of no turn that was played otherwise since. Raises Question.
        """
        if answered and not any(map(self.has, answered)):
            turn, of = answered[0].turn, answered[0].key
            raise stale(
                self._session,
                f"This answers a post of turn {turn} with the key {of}, which no position of that turn has here: what "
                "came before was played otherwise since, or the copies of this game differ.",
                given=of,
            )
        for title in titles:
            if title.turn > (last := max(self._keys)):
                raise stale(
                    self._session,
                    f"This post is of turn {title.turn}, and the game here comes to turn {last}: "
                    "paste what came between as well, the log or the record.",
                    given=title.turn,
                )
            keys = self._keys.get(title.turn) if title.turn >= self._first else None
            if keys and title.key not in keys:
                raise stale(
                    self._session,
                    f"The copies of this game differ: at turn {title.turn} the post has the key {title.key}, and here "
                    f"it is {one_of(sorted(keys))}.",
                    given=title.key,
                )


def positions(session: Session, turns: Collection[int]) -> Iterator[tuple[Fold, str]]:
    """The game at its positions in these turns, those that were taken back as well, and their keys.

    It is one and the same fold, which goes on line by line.
    """
    fold = Fold(session.rules, session.fold.notation, session.header)
    for line in (None, *session.fold.lines) if turns else ():
        if line is not None:
            fold.add(line)
        if fold.state.turn in turns:
            yield fold, key(fold.rules, fold.header, fold.state)


def before_lines(fold: Fold) -> Iterator[State]:
    """The positions of a turn that goes on, up to before its last line by a player; each is changed later."""
    turn = fold.state.turn
    if turn not in fold.before:
        return
    # What was drawn before its first line belongs to it, too.
    length, kept = next((one for number, one in reversed(fold.before.items()) if number < turn), (0, None))
    state = fold.rules.start(fold.header) if kept is None else kept.copy()
    lines = [fold.lines[index] for index in fold.force[length:]]
    while not isinstance(lines[-1], Turn):
        lines.pop()
    for line in lines:
        if state.turn == turn:
            yield state
        play_again(state, line)


def before_draws(fold: Fold, most: int) -> Iterator[State]:
    """The positions before the last results of chance in force, `most` at most; each is changed after it was given."""
    lines = [fold.lines[index] for index in fold.force if not isinstance(fold.lines[index], Stop)]
    first = len(lines)
    while first and len(lines) - first < most and isinstance(lines[first - 1], Chance):
        first -= 1
    if first == len(lines):
        return
    length, kept = next(reversed(fold.before.values()), (0, None))
    state = fold.rules.start(fold.header) if kept is None else kept.copy()
    for at in range(length, len(lines)):
        if at >= first:
            yield state
        play_again(state, lines[at])

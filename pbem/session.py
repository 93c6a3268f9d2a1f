"""Use cases: start, open, play, take back, look, check. The one module that joins all the others."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pbem import chance, players, record, registry, save
from pbem import header as headers
from pbem.errors import HeaderError, IllegalMove, NotationError, NotThere, PbemError, ReplayError, SaveError
from pbem.fold import Fold, key
from pbem.game import CHANCE, NOBODY, Rules, State, Step, View
from pbem.header import Header, Player
from pbem.notation import Notation, Turn

if TYPE_CHECKING:
    from pbem.legal import Move, Watch

SECRET = ".secret"
"""What is appended to the name of a game file for the keeper's secret beside it."""


class Session:
    """A game: its header, its log and the position.

    `path` is where it was read from, or None; `is_record` whether that was a record, which it then stays.
    """

    def __init__(self, game: Rules, header: Header, secret: str | None = None, undoable: bool = True) -> None:
        self.rules = game
        self.header = header
        self.path: str | None = None
        self.is_record = False
        self._read = b""  # what stands in the file
        self._rest: tuple[int, tuple[Step, ...]] = (0, ())  # turn, and what is left of a line that stopped for chance
        self.left_out = ""  # why the rest of such a line could not be played
        self.dealer = chance.dealer(header.chance, header.published, header.id, secret)
        self.fold = Fold(game, notation(game.id), header, self.dealer, undoable)
        if header.position and not self.over:  # one that is over at once has paid already
            _canonical_position(header, game.position(self.fold.state, header.names))

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
    def to_move(self) -> str | None:
        """The name of the player whose turn it is, or None after the end."""
        return None if self.over else self.header.names[self.fold.state.mover]

    @property
    def draw_due(self) -> bool:
        """Whether a draw is due that can be made here: the seed or the secret is known."""
        return self.fold.state.actor == CHANCE and self.dealer is not None

    @property
    def waits_for_draw(self) -> bool:
        """Whether chance is to act, whoever may know what comes."""
        return self.fold.state.actor == CHANCE

    @property
    def waits_for(self) -> str:
        """What has to come next, as half a sentence."""
        if self.over:
            return "the game is over"
        if self.fold.state.actor == CHANCE:
            return f"a draw is due ({self.rules.paint.due(self.view(self.fold.state))})"
        return f"{self.to_move} is to move"

    def is_move(self, text: str) -> bool:
        """Whether a text could be a move, legal or not."""
        try:
            return isinstance(self.fold.notation.parse(text), Turn)
        except NotationError:
            return False

    @property
    def key(self) -> str:
        """A short digest of the position."""
        return key(self.rules, self.header, self.fold.state)

    @property
    def scores(self) -> dict[str, int]:
        """Score by name, in the order of the header."""
        return dict(zip(self.header.names, self.fold.state.scores(), strict=True))

    @property
    def winners(self) -> list[str]:
        """The names of those who won, empty before the end."""
        return [self.header.names[player] for player in self.rules.winners(self.fold.state)] if self.over else []

    @property
    def log(self) -> list[str]:
        """All lines, canonical."""
        return self.fold.texts()

    def view(self, state: State | None = None, viewer: int | None = None) -> View:
        """What is to be drawn: a position (None: the present one), for a player (None: the one to move)."""
        shown = self.fold.state if state is None else state
        return View(shown, self.header.names, shown.mover if viewer is None else viewer)

    def before(self, turn: int) -> State:
        """A copy of the position before a turn, or of the present one for the next turn; raises NotThere."""
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

        return legal.moves(self.fold, partial, not self.rules.long_turns if every is None else every, watch)

    # Playing

    def play(self, *lines: str, deal: bool = True) -> list[str]:
        """Apply lines, all or none; the new lines of the log, dealt draws included. Raises PbemError.

        Without `deal` the draw that is due after the last line is left open.
        """
        kept = self.fold.snapshot()
        self._rest, self.left_out = (0, ()), ""
        number = 0
        try:
            for number, text in enumerate(lines, 1):  # noqa: B007, told in case of an error
                if text.strip():
                    self._play(text)
                    self._go_on(deal)
            if deal:
                self._deal()
            if self._rest[1]:
                self.left_out = "it waits for results, which must be given in the same call; what is left is not kept"
        except BaseException as error:
            self.fold.restore(kept)
            if isinstance(error, PbemError) and len(lines) > 1:
                error.message = f"line {number}, and nothing was played: {error.message}"
            raise
        return self.fold.texts(kept.length)

    def _play(self, text: str) -> None:
        line = self.fold.notation.parse(text)
        if isinstance(line, Turn):
            self._deal()
            turn = self.turn
            self._rest = turn, self._add(line)
        else:
            self.fold.add(line)

    def _add(self, line: Turn) -> tuple[Step, ...]:
        """Add a typed turn; what is left of it if it waits for results of chance."""
        if not self.rules.chance_in_turns:
            self.fold.add(line)
            return ()
        from pbem import typed

        return typed.add_as_far(self.fold, line)

    def _go_on(self, deal: bool) -> None:
        """What is left of a line that stopped is tried after the results; if it fails the player is asked."""
        while self._rest[1]:
            if deal:
                self._deal()
            turn, rest = self._rest
            if self.turn != turn:
                from pbem import typed

                self._rest = 0, ()
                self.left_out = "" if typed.asks_nothing(self.fold, turn, rest) else "the turn is over"
            if self.fold.state.actor < 0 or self.turn != turn:
                return
            kept = self.fold.snapshot()
            self._rest = 0, ()
            try:
                self._rest = turn, self._add(Turn(None, None, rest, None, None))
            except PbemError as error:
                self.fold.restore(kept)
                self.left_out = error.message

    def _deal(self) -> None:
        while self.fold.deal():
            pass

    def undo(self, to: int | None = None, reason: str | None = None) -> list[str]:
        """Take back turn `to` (the last one if None) and all after it, as a line of the log."""
        turns_played = list(self.fold.before)
        if to is None:
            if not turns_played:
                raise IllegalMove("no turn has been played that could be taken back", reason="not-played")
            to = turns_played[-1]
        return self.play(f"undo {to}{_remark(reason)}")

    def undo_draw(self, reason: str | None = None) -> list[str]:
        """Take back a draw that people entered, if it is the last line in force."""
        return self.play(f"undo draw{_remark(reason)}")

    # Keeping

    def save(self, path: str | None = None) -> None:
        """Write the game to `path`, or back to where it came from; raises SaveError.

        A file that somebody else has written to since it was read is not overwritten.
        """
        target = path or self.path
        if target is None:
            raise SaveError("this game has no file yet: name one")
        content = self.record() if self.is_record else self.toml()
        if target != self.path:
            save.create(target, content)
        else:
            with save.locked(target):
                if save.read_bytes(target) != self._read:
                    raise SaveError(f"{target} has changed since it was read; load it again")
                save.write(target, content)
        self.path = target
        self._read = content.encode()

    def toml(self) -> str:
        """The content of the save file."""
        return save.text(self.header, self.log)

    def record(self) -> str:
        """The game as a record."""
        scores = self.fold.state.scores() if self.over else None
        return record.text(self.rules, self.header, self.log, scores)

    def setup(self, turn: int | None = None) -> str:
        """A position (the present one if `turn` is None) as a setup file: a header without a log."""
        state = self.state if turn is None else self.before(turn)
        if state.actor == NOBODY:
            raise NotThere("the game is over; name a turn to set up the position before it")
        if not self.rules.whole(state):
            raise NotThere("this position is in the middle of something that no setup can say; name a turn before it")
        position = self.rules.position(state, self.header.names)
        lines = record.setup_lines(self.rules, self.header, self.header.names[state.mover], position)
        picture = [f"; {line}" for line in self.rules.paint.board(self.view(state))]
        return "\n".join([*lines, *picture]) + "\n"


def _canonical_position(header: Header, canonical: list[str]) -> None:
    """Replaces position lines as they were typed; canonical ones keep their order, and may leave out `turn 1`."""
    if not set(header.position) <= set(canonical) or not set(canonical) - set(header.position) <= {"turn 1"}:
        header.position = canonical


def _remark(reason: str | None) -> str:
    return f" ; {' '.join(reason.split())}" if reason and reason.strip() else ""


def notation(game_id: str) -> Notation:
    """The notation of a game."""
    return Notation.of(game_id)


# Starting and opening games


def new(
    game_id: str,
    names: Sequence[str] = (),
    *,
    seats: dict[str, str] | None = None,
    options: Sequence[str] = (),
    first: str | None = None,
    kind: str = "seed",
    seed: str | None = None,
    secret: str | None = None,
    setup: str | None = None,
    id: str | None = None,
) -> Session:
    """A new game. `names` like "Ana=green,yellow", or "Ana" where players have no colours.

    `setup` is the text of a setup file.
    `kind`: "seed" (with `seed`, or a random one), "keeper" (with the `secret`), "manual" (needs `first`).
    Raises UnknownGame, HeaderError or SaveError.
    """
    game = registry.load(game_id)
    base, base_first = record.read_setup(setup, game) if setup is not None else (None, "")
    header = Header(game.id, [])
    header.players = [_player(game, words) for words in names] or (base.players if base else [])
    for name, side in (seats or {}).items():
        header.players[header.index(name)].seat = players.seat(game, side)
    players.complete(game, header.players)
    added = players.options(game, header, list(options))
    header.options = players.options(
        game, header, [*added, *(o for o in (base.options if base else []) if o not in added)]
    )
    header.id = headers.check_id(id) if id else headers.new_id()
    header.edition, header.digest = game.edition, game.digest
    header.chance = kind
    if seed is not None and kind != "seed":
        raise HeaderError(f"a seed is for chance `seed`, not `{kind}`")
    if kind == "seed":
        header.published = seed if seed is not None else chance.new_secret()[:16]
    elif kind == "keeper":
        if secret is None:
            raise HeaderError("a keeper's game needs a secret")
        header.published = chance.commitment(secret)
    chance.check(header.chance, header.published)
    if base is not None:
        _check_edition(game, base)
        header.position = base.position
    _choose_first(game, header, first or base_first, secret)
    session = Session(game, header, secret)
    session._deal()
    return session


def _choose_first(game: Rules, header: Header, first: str, secret: str | None) -> None:
    """The player who begins: the one named, else drawn; alone, one always begins."""
    if first:
        named = first if header.player(first) is not None else first.removesuffix(" drawn")
        header.first = header.index(named)
        return
    if len(header.players) == 1:
        return
    dealer = chance.dealer(header.chance, header.published, header.id, secret)
    if dealer is None:
        raise HeaderError("in a manual game say who begins: --first NAME")
    header.first = game.draw_first(header, dealer.choose)
    header.drawn = True


def _player(game: Rules, words: str) -> Player:
    """ "Ana=green,yellow", or "Ana" where the game has no colours."""
    name, equals, colours = words.partition("=")
    if game.colours and not equals:
        raise HeaderError(f"`{words}` should read NAME=COLOUR, such as Ana={next(iter(game.colours.values()))}")
    if equals and not game.colours:
        raise HeaderError(f"players of {game.title} have no colours: write `{name}`")
    clean = " ".join(headers.clean(name).split())
    return Player(headers.check_name(clean), players.colours(game, colours) if equals else ())


def load(path: str, secret: str | None = None) -> Session:
    """Open a save file or a record, every line checked; raises SaveError or ReplayError."""
    data = save.read_bytes(path)
    session = read(data, path, secret, beside=path)
    session.path = path
    session._read = data
    return session


def find_secret(path: str) -> str | None:
    """The keeper's secret beside a game file, if there is one; raises SaveError."""
    beside = path + SECRET
    if not os.path.exists(beside):
        return None
    return save.decode(save.read_bytes(beside), beside).strip()


def read(
    data: bytes, name: str, secret: str | None = None, undoable: bool = True, beside: str | None = None
) -> Session:
    """A game from the bytes of a save file or a record; `name` is for messages.

    The secret of a keeper's game is `secret`, or stands in a file beside the file `beside`.
    """
    text = save.decode(data, name)
    if not save.is_record(text):
        header, log = save.parse(data, name)
        return _replayed(
            header, list(enumerate(log, 1)), f"{name}: line {{}} of the log", name, secret, undoable, beside
        )
    try:
        source = record.read(text)
        record_line = f"{name}: line {{}}"
        session = _replayed(source.header, source.log, record_line, "", secret, undoable, beside)
        session.is_record = True
        record.check_result(source, session.over, session.fold.state.scores())
    except ReplayError:
        raise
    except SaveError as error:
        where = name
        if "position" in error.details:
            error.details["line"] = record.find(text, error.details["position"])
            where = f"{name}: line {error.details['line']}"
        error.message = f"{where}: {error.message}"
        raise
    return session


def _replayed(
    header: Header,
    log: list[tuple[int, str]],
    where: str,
    name: str,
    secret: str | None,
    undoable: bool,
    beside: str | None,
) -> Session:
    """The game of a header and of log lines with their numbers; `where` has a place for such a number."""
    game = registry.load(header.game)
    try:
        players.complete(game, header.players)
        _check_edition(game, header)
        header.edition, header.digest = game.edition, game.digest
        # Positions to go back to are kept only if they may be needed; a remark with this word does no harm.
        undoes = "undo" in headers.clean("\n".join([line for _, line in log])).casefold()
        if secret is None and beside is not None and header.chance == "keeper":
            secret = find_secret(beside)
        session = Session(game, header, secret, undoable or undoes)
        _check_first(session)
    except PbemError as error:
        raise SaveError(f"{name}: {error}" if name else str(error), **error.details) from error
    try:
        session.fold.replay(line for _, line in log)
    except ReplayError as error:
        raise ReplayError(log[error.line - 1][0], error.cause, where) from error
    return session


def _check_first(session: Session) -> None:
    header, dealer = session.header, session.dealer
    if header.drawn and dealer and session.rules.draw_first(header, dealer.choose) != header.first:
        raise SaveError(f"{header.names[header.first]} is not the first player that was drawn")


def _check_edition(game: Rules, header: Header) -> None:
    """Raises SaveError if the game was played with other tables than those at hand."""
    if (header.edition or game.edition) == game.edition and game.digest.startswith(header.digest):
        return
    raise SaveError(
        f"this game was played with the tables `{header.edition} {header.digest[:12]}` of {game.id}, at hand are "
        f"`{game.edition} {game.digest[:12]}`; put the old table in a folder and name it in {registry.OWN_TABLES}",
        edition=header.edition,
    )


@contextlib.contextmanager
def change(path: str, secret: str | None = None) -> Iterator[Session]:
    """Open a save file for a change: locked, and written back when the block ends without an error."""
    with save.locked(path):
        session = load(path, secret)
        yield session
        save.write(path, session.record() if session.is_record else session.toml())

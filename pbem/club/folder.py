"""A club's folder: its files, its games, what is known of each, and which messages brought what was played."""

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from pbem import files, reading
from pbem.chance import commitment
from pbem.club import settings, together, tokens
from pbem.club.games import Game, Games
from pbem.club.settings import Person, Settings, plain
from pbem.club.store import Store
from pbem.club.tokens import Keys
from pbem.errors import NotThere, PbemError, SaveError
from pbem.header import Header
from pbem.plain import disguised
from pbem.session import Session
from pbem.together.session import TogetherSession

GAMES = "games"
UNREAD = ""
"""The stamp of a game whose file was not locked when it was looked at: the next pass reads it again."""
_MOST = 500
"""Messages that are kept; older ones are known by what they would play."""
_NEWS = 2
"""Days for which the end of a game is told of which nothing is known."""
_NOTE = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) (\d{1,7}) (.*)", re.DOTALL)
_FORM = "%Y-%m-%dT%H:%M:%SZ"


class Kept:
    """The games that were written last, which need not be read for the next mail while nobody changes the files.

    One pass has one, or all passes of a robot that stays. Whoever takes a game has it alone.
    """

    most = 200

    def __init__(self) -> None:
        self._games: dict[str, Session] = {}  # by path

    def take(self, path: str) -> Session | None:
        """A game as it was kept, if the file, which must be locked, and the secret are as they were; else None."""
        session = self._games.pop(path, None)
        with suppress(SaveError):  # loading tells what is wrong
            if session is not None and session.is_on_disk(reading.of_file(path)) and _has_its_secret(session, path):
                return session
        return None

    def keep(self, session: Session) -> None:
        """Keep a game that goes on, as it was just written."""
        if session.path is None or type(session) is not Session or session.over or session.stopped:
            return
        self._games[session.path] = session
        while len(self._games) > self.most:
            del self._games[next(iter(self._games))]


class Club:
    """An open club. `told` collects, for whoever runs it, what is not as it should be."""

    def __init__(self, folder: str, now: Callable[[], float] = time.time, kept: Kept | None = None) -> None:
        self.folder = folder
        self.kept = Kept() if kept is None else kept
        self.settings: Settings = settings.read(folder)
        self.keys = Keys(tokens.read_key(folder))
        self.told: list[str] = []
        self.damaged: dict[str, Game | None] = {}  # by file, as they were if that is known
        self.store = Store(folder, self.told)
        self.now = now

    def path(self, name: str) -> str:
        """A file of the folder."""
        return os.path.join(self.folder, name)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else works on this club meanwhile; raises Busy after some seconds."""
        with files.locked(self.path(tokens.FILE)):
            yield

    def person(self, name: str) -> Person | None:
        """Who plays by that name, or None: people come and go."""
        return self.settings.person(name)

    def bot(self, name: str) -> str:
        """Which bot plays by that name, "" if a person does, or nobody that is known."""
        person = self.person(name)
        return "" if person is None else person.bot

    def voters(self, names: Iterable[str]) -> list[str]:
        """Whose consent is asked for among some players: a bot agrees to everything."""
        return [name for name in names if not self.bot(name)]

    def stranger(self, name: str, more: str = "") -> NotThere:
        """What to raise where nobody in the club has that name."""
        return NotThere(f"{name} is not in this club{more}{disguised(name, [p.name for p in self.settings.people])}")

    def by_address(self, addresses: tuple[str, ...]) -> list[Person]:
        """Who may write from an address, nobody if there are several; of one mailbox first who has the tag."""
        if len(addresses) != 1:
            return []
        wanted = addresses[0].casefold()
        people = [one for one in self.settings.people if not one.bot and plain(one.address) == plain(wanted)]
        return sorted(people, key=lambda one: one.address.casefold() != wanted)

    def holds_anything(self) -> bool:
        """Whether the folder of games is there and has a file, of whatever kind."""
        try:
            return bool(os.listdir(self.path(GAMES)))
        except OSError as error:  # of one that cannot be read it is told why
            return not isinstance(error, (FileNotFoundError, NotADirectoryError))

    def game_files(self) -> list[str]:
        """The game files of the club, by name; raises SaveError."""
        folder = self.path(GAMES)
        try:
            return sorted(os.path.join(GAMES, name) for name in os.listdir(folder) if name.endswith(".toml"))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:  # none of the games is gone
            raise SaveError(f"cannot read {folder}: {error.strerror}") from error

    def find(self, name: str) -> Game:
        """A game by its id or its file, a damaged one as well; raises NotThere."""
        games = self.games()
        wanted = os.path.basename(name).removesuffix(".toml")
        for game in games.values():
            if game.id == name or os.path.basename(game.file) == f"{wanted}.toml":
                return game
        raise NotThere(f"this club has no game `{name}`: {', '.join(g.id for g in games.values()) or 'it has none'}")

    def games(self) -> Games:
        """What all games are at, the damaged ones as they were."""
        found = self.refresh()
        found |= {file: game for file, game in self.damaged.items() if game is not None}
        return Games(dict(sorted(found.items())))

    def refresh(self) -> dict[str, Game]:
        """What every game is at, those read again that have changed; a damaged one is told and stays as it was."""
        known = self.store.games()
        stored = dict(known)
        if known and not self.holds_anything():  # of a disk that is not mounted, for one
            self.damaged = dict(known)
            self.told.append(f"{self.path(GAMES)} is not there, or empty: what comes for the games of this club waits")
            return {}
        present = self.game_files()
        found: dict[str, Game] = {}
        self.damaged = {}
        for file in present:
            try:
                stamp = self._stamp(file)
                if file not in known or not self._is_at(known[file], stamp):
                    known[file] = self.look(self.load(file), file, known.get(file), stamp)
                found[file] = known[file]
            except OSError as error:
                self.damaged[file] = stored.get(file)
                self.told.append(f"cannot read {self.path(file)}: {error.strerror}")
            except Exception as error:  # of one game: the others are not to suffer
                self.damaged[file] = stored.get(file)
                self.told.append(fault(error, f"{self.path(file)}: "))
        ids = {game.id: file for file, game in self.damaged.items() if game is not None}  # no copy takes its place
        for file, game in sorted(found.items(), key=lambda one: _rank(one[1], stored)):
            if ids.setdefault(game.id, file) != file:
                self.told.append(
                    f"{self.path(file)} is left alone: game {game.id} is in {self.path(ids[game.id])} as well"
                )
                del found[file]
        fresh = [game for game in found.values() if stored.get(game.file) != game]
        with self.store.together():
            at = self.store.games() if fresh else {}
            for game in fresh:
                if at.get(game.file) == stored.get(game.file):  # else another pbem has noted more meanwhile
                    self.store.put(game)
            for file in sorted(known.keys() - found.keys() - self.damaged.keys()):
                if file not in present and known[file].id not in ids:
                    self.told.append(f"game {known[file].id} is none of this club any more: {self.path(file)} is gone")
                self.store.forget(file)
        return found

    def without_address(self) -> list[tuple[str, str]]:
        """Players who have none, each with the game that goes on, as it was when a pass last looked."""
        going_on = (game for game in self.store.games().values() if game.goes_on)
        return [(name, game.id) for game in going_on for name in game.players if self.person(name) is None]

    def lost_secrets(self) -> list[tuple[str, str]]:
        """Games that wait for a secret of the robot's that is not there, likewise, and its file."""
        lost = [game for game in self.store.games().values() if game.state == "draw" and not game.waits]  # see look
        return [(game.id, self.path(game.file) + reading.SECRET) for game in lost]

    def missing(self) -> list[str]:
        """Which addresses and secrets games that go on have not."""
        told = [f"{name} of game {game} has no address in club.toml." for name, game in self.without_address()]
        return told + [f"The keeper's secret of game {game} is not there: {file}" for game, file in self.lost_secrets()]

    def load(self, file: str) -> Session:
        """A game of the club; raises PbemError."""
        session = reading.load(self.path(file))
        if session.is_record:  # which has no place for what the robot notes
            raise SaveError(f"{self.path(file)} is a record: pbem import makes a game file of it")
        return session

    def load_to_play(self, file: str) -> Session:
        """A game that is to be changed, its file locked; it is to be kept again once written. Raises PbemError."""
        return self.kept.take(self.path(file)) or self.load(file)

    def _is_at(self, game: Game, stamp: str) -> bool:
        """Whether a file is as it was, and the key of the club, of which its handle is made, as well."""
        return game.stamp == stamp and game.handle == self.keys.handle(game.id)

    def look(self, session: Session, file: str, known: Game | None, stamp: str | None = None) -> Game:
        """What a game is at; `stamp` is that of its file before it was read, else nobody should write to it now."""
        line = session.fold.next_number()
        state = "over" if session.over else "stopped" if session.stopped else "open"
        waits = session.to_move or ""
        if isinstance(session, TogetherSession):
            waits = next(filter(self.person, together.joining(session)), together.waits(session))
        elif session.waits_for_draw and not session.draw_due:
            state = "draw"  # of a keeper the robot's, whose secret is not there
            waits = "" if session.header.chance == "keeper" else self._draws(session.header.names, waits)
        since = self._since(session, file, line) if known is None or known.line != line else known.since
        game = Game(
            file,
            self._stamp(file) if stamp is None else stamp,
            session.header.id,
            self.keys.handle(session.header.id),
            tuple(session.header.names),
            line,
            waits,
            state,
            since,
        )
        if known is None:  # where it ended long ago that is no news, such as of all games when the database was lost
            return game if game.goes_on or game.days(self.now()) < _NEWS else game._replace(told=line)
        if known.line != line:
            return game._replace(told=known.told)
        if known.waits != waits:  # a bot took the place of who was to draw: the next one has not been told
            return game
        return game._replace(told=known.told, reminded=known.reminded, reminders=known.reminders)

    def look_again(self, session: Session, known: Game) -> Game:
        """What a game is at that was `known` before: the same if its file is; nobody should write to it now."""
        stamp = self._stamp(known.file)
        return known if self._is_at(known, stamp) else self.look(session, known.file, known, stamp)

    def _draws(self, names: list[str], mover: str) -> str:
        """Who draws by hand in the turn of a player: of a bot the next person, if there is one."""
        at = names.index(mover)
        return next((name for name in names[at:] + names[:at] if not self.bot(name)), mover)

    def _since(self, session: Session, file: str, line: int) -> float:
        """When the last line was played: as the file notes it, else when the file was written."""
        noted = last_noted(session.header, line)
        return min(os.stat(self.path(file)).st_mtime if noted is None else noted, self.now())

    def _stamp(self, file: str) -> str:
        found = os.stat(self.path(file))
        return f"{found.st_mtime_ns}-{found.st_size}-{found.st_ino}"


def _has_its_secret(session: Session, path: str) -> bool:
    """Whether the keeper's secret that a game is dealt from, if it needs one, is still beside its file."""
    if session.header.chance != "keeper":
        return True
    secret = reading.find_secret(path, session.header.published)
    return session.dealer is not None and secret is not None and commitment(secret) == session.header.published


def fault(error: Exception, where: str = "") -> str:
    """What is told of an error: its own words; else `where` and in which line the program, or a game, failed."""
    if isinstance(error, (PbemError, OSError)):
        return str(error)
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    line = f" ({at.tb_frame.f_code.co_filename}, line {at.tb_lineno})" if at is not None else ""
    return f"{where}the program failed: {type(error).__name__}: {error}{line}"


def _rank(game: Game, stored: dict[str, Game]) -> tuple[bool, bool, str]:
    """Which of two files of one game counts: the one that did so far, the one with the name of the game."""
    known = stored.get(game.file)
    return known is None or known.id != game.id, os.path.basename(game.file) != f"{game.id}.toml", game.file


# The table `mail` of a save file: which messages brought what was played, noted in the same write as the lines


def _notes(header: Header) -> list[str]:
    kept = header.mail.get("moves", [])
    return [note for note in kept if isinstance(note, str)] if isinstance(kept, list) else []


def is_noted(header: Header, message: str) -> bool:
    """Whether what a message brought has been played."""
    found = (_NOTE.fullmatch(note) for note in _notes(header) if note.endswith(message))
    return any(match and match[3] == message for match in found)


def note(header: Header, message: str, line: int, now: float) -> None:
    """Note a message, the next line of the log after what it brought, and when that was."""
    fresh = f"{time.strftime(_FORM, time.gmtime(now))} {line} {message}"
    header.mail = {**header.mail, "moves": [*_notes(header), fresh][-_MOST:]}


def last_noted(header: Header, line: int) -> float | None:
    """When the last line was played, if a message brought it: then the game is at `line`."""
    match = _NOTE.fullmatch(notes[-1]) if (notes := _notes(header)) else None
    if not match or int(match[2]) != line:
        return None
    try:
        return datetime.fromisoformat(match[1]).timestamp()
    except ValueError:
        return None

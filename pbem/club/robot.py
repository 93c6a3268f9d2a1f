"""One pass over a club: every new message once, then notices, reminders, what waits to be sent; what is told of it."""

import calendar
import hashlib
import re
import time
from collections.abc import Iterator, Sequence

from pbem import files
from pbem.club import bots, incoming, outgoing, texts, together
from pbem.club.folder import Club, fault
from pbem.club.games import DAY, Game, Games
from pbem.club.handling import Handler
from pbem.club.incoming import Incoming, Message
from pbem.club.outgoing import Later, Outgoing, Refused
from pbem.club.posting import Notice, Poster, digests, tell_moved
from pbem.club.settings import SPOOL, Person
from pbem.club.store import Waiting
from pbem.errors import PbemError, SaveError
from pbem.plain import same

_GAP = 36 * 3600.0
"""Seconds between two passes after which the robot counts as having been down: one a day is not too few."""
_LATE = 1800.0
"""Seconds after which a mail that still waits to be sent is late; no reminder comes sooner."""
_REMINDERS = 3
"""For one turn; then the club's status tells."""
_FIRST_WAIT, _LONGEST_WAIT = 60.0, 6 * 3600.0
_BOUNCES = 3
_LOT = 50
"""Messages dealt with, or mails sent, before what is noted of them goes through to the disk: after a crash in between
these messages are met again, and these mails are sent again."""
_SENDING, _UNNOTED = "sending", "unnoted"
"""Times of the database: when mails were last about to be sent, and how often that was not followed by a note of it."""
_KEPT = "kept"
_PASSING = ("notice", "reminder")
"""Kinds of mail that nobody needs once something was played."""
_TOLD, _SERVER = "told ", "server "
"""How names begin of times at which sentences were told to who runs the club; how they go on if it was of a server."""
_DIGIT, _CODE = re.compile(r"\d"), re.compile(r"\d{3} ")


class Pass:
    """What one pass did, by kind of message, turns of bots, and how many mails were sent and still wait."""

    def __init__(self) -> None:
        self.messages: dict[str, int] = {}
        self.turns = 0
        self.sent = 0
        self.waiting = 0
        self.why = ""

    def __str__(self) -> str:
        found = [f"{kind}: {number}" for kind, number in sorted(self.messages.items())]
        why = f" ({self.why})" if self.why else ""
        turns = [f"turns of bots: {self.turns}"] if self.turns else []
        return "; ".join([*(found or ["no message"]), *turns, f"sent: {self.sent}", f"waiting: {self.waiting}{why}"])


def run(club: Club, sources: Sequence[Incoming] | None = None) -> Pass:
    """Go over a club once; raises SaveError if that is not possible at all. What is wrong on the way is in `told`."""
    done = Pass()
    with club.alone():
        _clock(club)
        tell_moved(club)
        handler = Handler(club, club.games())
        for source in _sources(club) if sources is None else sources:
            _take(club, handler, source, done)
        _draw(club, handler)
        _notify(club, handler)
        if bots.due(club, handler.games):
            _deliver(club, handler.games, done)  # nobody waits until a bot has thought
            done.turns = bots.play(club, handler.games)
            _notify(club, handler)
        _remind(club, handler)
        digests(club, handler.poster, handler.games)
        _deliver(club, handler.games, done)
        with club.store.together():
            club.store.note_time("ran", club.now())
        done.waiting, done.why = club.store.waiting(), club.store.why_waiting()
    return done


class OfServer(str):
    """A sentence with what a server says, each time maybe with other numbers; `about` is what stays the same."""

    about = ""


def of_server(sentence: str, says: str = "") -> OfServer:
    """A sentence with what a server `says`, or that says it as a whole."""
    told = OfServer(sentence)
    told.about = " ".join(word for word in (says or sentence).split() if not _DIGIT.search(word))
    return told


def _of_mail(recipient: str, why: str) -> OfServer:
    """That a mail waits; an answer with a code may be about its recipient alone, all else is in the way of all mail."""
    told = of_server(f"mail to {recipient} waits: {why}", why)
    told.about = f"{recipient} {told.about}" if _CODE.match(why) else told.about
    return told


def _digest(sentence: str) -> str:
    """By what is known that a sentence was told."""
    kind, about = (_SERVER, sentence.about) if isinstance(sentence, OfServer) else ("", sentence)
    return kind + hashlib.sha256(about.encode("utf-8", "surrogatepass")).hexdigest()


def news(club: Club, whole: bool = True) -> list[str]:
    """What is to be told of a pass to who runs the club and was not within a day, each thing once.

    After a `whole` pass what is not so any more is forgotten, and told if it is so again. What was told of a server is
    not: lines to servers come and go, and a pass does not try all mail.
    """
    if not (club.told or whole):
        return []
    told: dict[str, str] = {}
    for sentence in club.told:
        told.setdefault(_digest(sentence), sentence)
    store, now = club.store, club.now()
    try:
        with store.together():
            known = store.times(_TOLD)
            today = {digest for digest, at in known.items() if now - at < DAY}
            for digest in known.keys() - told.keys() if whole else ():
                if digest not in today or not digest.startswith(_SERVER):
                    store.forget_time(_TOLD + digest)
            fresh = [digest for digest in told if digest not in today]
            for digest in fresh:
                store.note_time(_TOLD + digest, now)
    except SaveError as error:
        return list(dict.fromkeys([*told.values(), str(error)]))
    return [told[digest] for digest in fresh]


def _sources(club: Club) -> list[Incoming]:
    return [spooled(club), incoming.opened(club.folder, club.settings)]


def spooled(club: Club) -> Incoming:
    """What `deliver` was given."""
    return incoming.Maildir(club.path(SPOOL))


def _clock(club: Club) -> None:
    """After a time without passes, or a clock that was put back, waiting begins anew: nobody is reminded at once."""
    now, ran = club.now(), club.store.time("ran")
    # A pass that was killed has noted times, but not when it was.
    back = now < ran or club.store.ahead(now + _LONGEST_WAIT)
    with club.store.together():
        if back:
            club.store.clamp(now)
        if back or now - ran > _GAP:
            club.store.note_time("up", now)


def _take(club: Club, handler: Handler, source: Incoming, done: Pass) -> None:
    """Deal with what waits, some messages at a time: what is noted of them goes through to the disk at once.

    A game file is written at once, and a message is done with only after all of that is on the disk.
    """
    try:
        for messages in _some(source.messages()):
            with club.store.together(), files.folders_later():
                found = [_handled(club, handler, message) for message in messages]
            for message, what in zip(messages, found, strict=True):
                try:
                    if what != _KEPT:
                        message.done()
                except PbemError as error:
                    club.told.append(of_server(f"a message waits: {error}"))
                    what = _KEPT
                kind = what.partition(":")[0]  # why it is of that kind is only noted
                done.messages[kind] = done.messages.get(kind, 0) + 1
    except SaveError as error:
        club.told.append(of_server(str(error)))
        handler.games = club.games()  # what was not noted is not so
    finally:
        source.close()


def _some(messages: Iterator[Message]) -> Iterator[list[Message]]:
    """Messages in small lots, also the last ones before the mailbox breaks off."""
    lot: list[Message] = []
    failed: SaveError | None = None
    try:
        for message in messages:
            lot.append(message)
            if len(lot) == _LOT:
                yield lot
                lot = []
    except SaveError as error:
        failed = error
    if lot:
        yield lot
    if failed is not None:
        raise failed


def _handled(club: Club, handler: Handler, message: Message) -> str:
    try:
        return handler.handle(message.data)
    except Exception as error:  # of one message: the others are not to suffer
        club.told.append(f"a message waits: {fault(error)}")
    return _KEPT


def _draw(club: Club, handler: Handler) -> None:
    """Deal what waits although the robot is the keeper: the secret was not there, and is again, or still is not."""
    for file, game in list(handler.games.items()):
        if game.state != "draw" or file in club.damaged:
            continue
        path = club.path(file)
        try:
            with files.locked(path):
                session = club.load(file)
                if session.draw_due:
                    session.deal_due()
                    session.write()
                handler.games[file] = club.look(session, file, game)
        except Exception as error:  # of one game: the others are not to suffer
            club.told.append(fault(error, f"game {game.id}: "))
            continue
        if session.waits_for_draw and session.header.chance == "keeper":
            club.told.append(
                f"game {game.id}: {session.waits_for}, and the keeper's secret is not there: {path}.secret"
            )
        with club.store.together():
            club.store.put(handler.games[file])


def _notify(club: Club, handler: Handler) -> None:
    """Posts for games whose last state nobody was told: new ones, and those changed by hand or before a crash."""
    for file, game in list(handler.games.items()):
        missing = game.goes_on and club.person(game.waits) is None
        if (game.told == game.line and not missing) or file in club.damaged or (game.goes_on and not game.waits):
            continue
        if game.goes_on and (club.bot(game.waits) or _by_digest(club, game)):
            continue
        if missing:
            if game.told == game.line or not game.reminded:
                handler.poster.tell_of_missing(game, game.waits)  # once; who is missing, as soon as there is an address
                handler.games[file] = game._replace(told=-1, reminded=club.now())
                with club.store.together():
                    club.store.put(handler.games[file])
            continue
        try:
            session = club.load(file)
            names = (together.joining(session) or (game.waits,)) if game.goes_on else game.players
            with club.store.together():
                for name in names:
                    handler.poster.notice(session, game, name)
                fresh = game._replace(told=game.line, reminded=club.now(), reminders=0)
                club.store.put(fresh)
            handler.games[file] = fresh
        except Exception as error:  # of one game: the others are not to suffer
            club.told.append(fault(error, f"game {game.id}: "))


def _by_digest(club: Club, game: Game) -> bool:
    return (person := club.person(game.waits)) is not None and person.digest


def _remind(club: Club, handler: Handler) -> None:
    if not club.settings.remind:
        return
    now, up = club.now(), club.store.time("up")
    for file, game in list(handler.games.items()):
        if not game.goes_on or game.reminders >= _REMINDERS or file in club.damaged:
            continue
        person = club.person(game.waits)
        if person is None or person.bot:
            continue
        name, begun = same(person.name), max(game.since, game.reminded, up)
        last = club.store.unsent(game.id, person.name) if now - begun >= _LATE else None
        if last is not None and last.recipient == person.address and now - last.at < club.settings.remind:
            handler.games[file] = game._replace(reminded=now)  # waiting begins once it has gone out
            with club.store.together():
                club.store.put(handler.games[file])
            continue
        here = max(begun, _end_of(club.store.away(name)))
        if last is None and now - here < club.settings.remind:
            continue
        kind = "reminder" if last is None else last.kind
        if kind == "reminder" and (club.store.quiet(name) or club.store.bounces(name) >= _BOUNCES):
            continue
        try:
            fresh = game._replace(reminded=now, reminders=game.reminders + (last is None))
            handler.games[file] = _reminded(club, handler.poster, fresh, person, kind)
        except Exception as error:  # of one game: the others are not to suffer
            club.told.append(fault(error, f"game {game.id}: "))


def _reminded(club: Club, poster: Poster, game: Game, person: Person, kind: str) -> Game:
    """Write a reminder; or, instead of a mail of another kind which has not gone out for as long, the game as it is.

    Returns the game as it is noted then.
    """
    session = club.load(game.file)
    notice = Notice(texts.reminder(game, game.days(club.now())), kind=kind) if kind == "reminder" else Notice()
    with club.store.together():
        club.store.drop_notices(game.id, person.name)
        if person.digest:
            game = game._replace(told=-1)  # the next digest is that mail
        else:
            poster.notice(session, game, person.name, notice)
        club.store.put(game)
    return game


def _end_of(day: str) -> float:
    """The end of a day such as 2026-12-24, in UTC; 0 for none."""
    try:
        return calendar.timegm(time.strptime(day, "%Y-%m-%d")) + DAY if day else 0.0
    except (ValueError, OverflowError):
        return 0.0


def _deliver(club: Club, games: Games, done: Pass) -> None:
    """Send what waits and is not out of date; what cannot be sent is tried again later and later."""
    sender = outgoing.opened(club.folder, club.settings)
    lines = {game.id: game.line for game in games.values()}
    waiting = club.store.queue(club.now())
    try:
        for start in range(0, len(waiting), _LOT):
            _begin(club)
            if not _send_some(club, sender, waiting[start : start + _LOT], lines, done):
                return
    except (SaveError, Later) as error:
        club.told.append(of_server(str(error)))
    finally:
        sender.close()


def _begin(club: Club) -> None:
    """Note that mails are about to be sent; raises SaveError, or Later where it was often not noted that they were.

    So a disk that is nearly full does not let the same mails go out in every pass.
    """
    now, failed = club.now(), club.store.time(_UNNOTED)
    if failed > 1 and 0 <= now - club.store.time(_SENDING) < _wait(failed - 2):
        raise Later("mails wait: what was sent in the last passes could not be noted, and would be sent again")
    with club.store.together():
        club.store.note_time(_SENDING, now)
        club.store.note_time(_UNNOTED, failed + 1)


def _wait(failed: float) -> float:
    """Seconds until something is tried again that has failed so often before: ever longer, up to some hours."""
    wait: float = _FIRST_WAIT * 2.0 ** min(failed, 20)
    return min(wait, _LONGEST_WAIT)


def _send_some(club: Club, sender: Outgoing, waiting: list[Waiting], lines: dict[str, int], done: Pass) -> bool:
    """Send some mails, then note all of that at once; whether more may be tried."""
    old: list[Waiting] = []
    sent: list[Waiting] = []
    refused: list[Waiting] = []
    late: dict[Waiting, str] = {}
    go_on = True
    try:
        for one in waiting:
            mailing = one.mailing
            if mailing.kind in _PASSING and lines.get(mailing.game, mailing.line) != mailing.line:
                old.append(one)
                continue
            try:
                sender.send(mailing, mailing.message.partition("@")[0])
                sent.append(one)
            except Refused as error:
                club.told.append(f"mail to {mailing.recipient} was refused: {error}")
                refused.append(one)
            except Later as error:
                late[one] = str(error)
                if error.all:
                    go_on = False
                    break
    finally:
        try:
            sender.settle()
        except Later as error:
            late |= dict.fromkeys(sent, str(error))
            sent, go_on = [], False
        done.sent += len(sent)
        club.told += [_of_mail(one.mailing.recipient, why) for one, why in late.items()]
        _note(club, [*old, *sent, *refused], refused, late)
    return go_on


def _note(club: Club, gone: list[Waiting], refused: list[Waiting], late: dict[Waiting, str]) -> None:
    """Note what became of some mails, all at once."""
    with club.store.together():
        club.store.note_time(_UNNOTED, 0)
        club.store.drop([one.id for one in gone])
        for one in refused:
            key = same(one.mailing.person)
            club.store.note(key, bounces=club.store.bounces(key) + 1)
        for one, why in late.items():
            club.store.postpone(one.id, club.now() + _wait(one.tries), why)

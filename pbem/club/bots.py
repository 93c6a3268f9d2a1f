"""Players who are bots: when it is their turn they move in the pass, as a person would, and nothing is sent to them.

What a bot plays follows from what all can see of the game: a pass that was killed and comes again plays the same.
"""

from collections.abc import Iterator

from pbem import advice
from pbem import header as headers
from pbem.bots import base, search
from pbem.club import settings
from pbem.club.folder import UNREAD, Club, fault, note
from pbem.club.games import Game
from pbem.club.settings import Person
from pbem.errors import HeaderError, NotThere
from pbem.legal import POSITIONS
from pbem.session import Session
from pbem.simulating import TURNS
from pbem.together.session import TogetherSession

SECONDS = 60.0
"""After so long a pass begins no turn of a bot any more; the next pass goes on."""
MOST = {"greedy": POSITIONS, "search": 500}
"""The largest budgets in a club, where others wait; what one of a bot of a package means is not known."""
ENDLESS = "a game of bots only that does not end"
_HOLDS_NO_SECRET = "{name} is a bot, which holds no secret: a game that is dealt together is for people only"


def check_bot(spec: str) -> None:
    """Whether there is a bot of that name, which may take so long here; raises BotError."""
    name, budget = base.named(spec)
    tries = budget or (search.TRIES if name == "search" else 1)
    if tries > MOST.get(name, base.MOST):
        raise base.BotError(f"in a club, where others wait, `{name}` has a budget of {MOST[name]} at most, not {tries}")


def check(club: Club, session: Session) -> None:
    """Whether the bots among its players can play a game; raises PbemError."""
    names = session.header.names
    playing = [(name, bot) for name in names if (bot := club.bot(name))]
    for name, bot in playing:
        try:
            check_bot(bot)
            base.make(bot, session.rules)
        except base.BotError as error:
            raise error.at(name) from error
    if playing and isinstance(session, TogetherSession):
        raise NotThere(_HOLDS_NO_SECRET.format(name=playing[0][0]))
    if len(playing) == len(names) and session.header.chance == "manual":
        raise HeaderError("all players are bots, and nobody is there who draws: let the robot deal")


def check_wanted(club: Club, name: str, address: str | None, bot: str | None, changed: bool) -> None:
    """Whether that can be asked for a person or a bot; `changed` is what only a person has. Raises PbemError."""
    known = club.person(name)
    if bot is not None and (address is not None or changed):
        raise NotThere(f"a bot gets no mail: {name} is one by --bot, or a person by all the rest")
    if bot is None and address is None:
        if known is not None and known.bot:
            raise NotThere(
                f"{name} is a bot, which gets no mail: --bot names another one, and an address makes a person of it"
            )
        if known is None:
            raise club.stranger(name, ": an address is wanted")
        if not changed:
            raise NotThere("an address is wanted")
    if known is None:
        headers.check_name(name)
        settings.check_looks(club.settings, name)


def examine(club: Club, person: Person) -> None:
    """Tell what is wrong with a bot, whatever it is to play."""
    try:
        check_bot(person.bot)
    except base.BotError as error:
        club.told.append(f"{person.name}: {error}")


def due(club: Club, games: dict[str, Game]) -> list[Game]:
    """The games in which a bot is to move, the longest waiting first."""
    found = (game for file, game in games.items() if file not in club.damaged)
    return sorted((game for game in found if _is_due(club, game)), key=lambda game: game.since)


def _is_due(club: Club, game: Game) -> bool:
    return game.goes_on and bool(club.bot(game.waits))


def play(club: Club, games: dict[str, Game]) -> int:
    """Bots move where they are to, several in a row, and games of bots only to their end; how many turns they played.

    What is in the way is told, and the game waits.
    """
    until, played = club.now() + SECONDS, 0
    for game in due(club, games):
        if club.now() >= until:
            break
        try:
            for after in _played(club, game, until):
                played += after.line != games[game.file].line
                games[game.file] = after
        except Exception as error:  # of one game: the others are not to suffer
            club.told.append(f"game {game.id} waits for a bot: {fault(error)}")
    return played


def _played(club: Club, game: Game, until: float) -> Iterator[Game]:
    """What the game is at, and again after each turn, which is on the disk by then; raises PbemError.

    No lock is held while a bot thinks: where the file has changed meanwhile, nothing is written.
    """
    session = club.load(game.file)
    check(club, session)
    game = _noted(club, session, game)
    yield game
    while _is_due(club, game) and club.now() < until:
        bot = club.bot(game.waits)
        if session.turn > TURNS and all(map(club.bot, game.players)):
            session.stop(ENDLESS)
        else:
            advice.play(session, bot)
        note(session.header, f"bot {bot}", session.fold.next_number(), club.now())
        session.save()
        game = _noted(club, session, game)
        yield game


def _noted(club: Club, session: Session, game: Game) -> Game:
    fresh = club.look(session, game.file, game, UNREAD)
    with club.store.together():
        club.store.put(fresh)
    return fresh

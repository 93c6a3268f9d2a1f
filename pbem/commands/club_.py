"""pbem club."""

import os
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pbem.commands.new_ import starts
from pbem.commands.options import JSON, complete_games, echo_json, echo_position, typed, watched

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.club.folder import Club, Kept

DIR = click.argument("folder", type=click.Path(file_okay=False), metavar="DIR")


@click.group("club")
def command() -> None:
    """Games by mail that a robot runs: it takes mails, plays, answers, notifies and reminds.

    A club is a folder: club.toml (address, mailbox, people), games/ (game files), club.key (what replies are known by;
    keep it private), club.db (made again from the games if it is lost).

    A player may be a bot (see pbem suggest). It moves in the pass in which its turn is, after mails that wait are sent,
    gets no mail, and agrees to every undo? and stop?. What it plays follows from the game. After a minute a pass begins
    no turn of a bot any more, and the next one goes on; search tries at most 500 games for a step here; how long a bot
    of a package takes is its own affair. A bot that fails, or is not there, is told to who runs the club, and its games
    wait.

    \b
    Examples:
    pbem club new spring --address games@example.org
    pbem club person spring Ana ana@example.org
    pbem club person spring Bob bob@example.org
    pbem club person spring Robo --bot search:200
    pbem club start spring majolica --player Ana --player Bob
    pbem club run spring                        one pass, from cron; --watch stays

    By itself a club reads the Maildir spring/in and writes the Maildir spring/out. With a mailbox of its own (pip
    install 'pbem[mail]'), in club.toml: receive = "imaps://user@host/INBOX", send = "smtps://user@host", and the
    password in the environment as PBEM_PASSWORD, or password = "!command". Beside a mail server: pipe mail for
    games@host and games+ANYTHING@host into `pbem club deliver DIR`, and send = "sendmail:/usr/sbin/sendmail". People
    reply to the club's address with +TOKEN before the @: such addresses must arrive.
    """


def _make_folder(path: str) -> None:
    """A folder, if it is not there; raises SaveError."""
    from pbem.errors import SaveError

    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise SaveError(f"cannot make {path}: {error.strerror}") from error


def _open(folder: str, kept: "Kept | None" = None) -> "Club":
    from pbem.club.folder import Club

    club = Club(folder, kept=kept)
    if kept is None:  # else a pass closes it, of which there may be very many
        click.get_current_context().call_on_close(club.store.close)
    _tell(club)  # at once, of a database that was set aside: what is to be done may be refused
    club.told.clear()
    return club


def _tell(club: "Club") -> None:
    """What is not as it should be, each thing once."""
    _echo(dict.fromkeys(club.told))


def _echo(told: "Iterable[str]") -> None:
    from pbem.errors import visible

    for sentence in told:
        click.echo(f"pbem: {visible(sentence)}", err=True)


def _send(club: "Club") -> None:
    """A pass that takes no mail, and what is to be told; what was begun is done also where another pbem is at work."""
    from pbem.club import robot
    from pbem.errors import Busy

    try:
        robot.run(club, sources=[])
    except Busy:
        club.told.append("another pbem is working on this club: its next pass sends what is to be sent")
    _tell(club)


@command.command("new", short_help="Make a new club.")
@DIR
@click.option("--address", required=True, metavar="A", help="The club's own mail address.")
@click.option("--name", default="Games by mail", show_default=True, metavar="NAME", help="What the club is called.")
def new(folder: str, address: str, name: str) -> None:
    """Make a new club in the folder DIR."""
    from pbem import files
    from pbem.club import settings, store, tokens
    from pbem.errors import SaveError

    text = settings.text_of(name, address)  # refused before anything is made
    path = os.path.join(folder, settings.FILE)
    if os.path.lexists(path):
        raise SaveError(f"{path} is there already")
    _make_folder(os.path.join(folder, "games"))
    key = os.path.join(folder, tokens.FILE)
    if not os.path.lexists(key):
        files.create_with(path, text, key, tokens.new_key())
    else:
        files.create(path, text)
    store.Store(folder, []).close()
    person = typed("club", "person", folder)
    click.echo(f"{path}: say there where mail comes from and goes to. Next: {person} NAME ADDRESS")


@command.command("person", short_help="Add or change a person or a bot.")
@DIR
@click.argument("name")
@click.argument("address", required=False)
@click.option("--away", metavar="DATE", help="No reminders until then, such as 2026-12-24; `-` is here again.")
@click.option(
    "--digest/--no-digest", default=None, help="At most one mail a day, with all games to move in, or one for each."
)
@click.option("--bot", metavar="BOT", help="A bot plays under that name: greedy, search:200, random, ...")
def person(folder: str, name: str, address: str | None, away: str | None, digest: bool | None, bot: str | None) -> None:
    """Add a person or a bot to a club, change an address, note an absence, or ask for one mail a day.

    NAME is the name in games. Answers to one's own mails, questions of the others and the end of a game come at once in
    any case. A person with an address can take the place of a bot, and a bot that of a person, also in games that have
    begun.
    """
    from pbem import header as headers
    from pbem.club import bots, posting, settings
    from pbem.club.wishes import date, day_before
    from pbem.plain import same

    club = _open(folder)
    day = day_before(club.now()) if away in (None, "-") else date(str(away), club.now())
    known = club.person(name)
    bots.check_wanted(club, name, address, bot, changed=(away, digest) != (None, None))
    if bot is not None:
        bots.check_bot(bot)
        settings.change_person(club.folder, name, name=headers.check_name(name), address="", digest=False, bot=bot)
        click.echo(f"{name}: the bot {bot}")
    elif address is not None or digest is not None:
        changes: dict[str, Any] = {} if digest is None else {"digest": digest}
        if address is not None:
            changes |= {"name": headers.check_name(name), "address": settings.check_address(address), "bot": ""}
        first = partial(posting.note_address, club, known, address)
        fresh = settings.change_person(club.folder, name, first, **changes)
        if address is not None:
            click.echo(f"{fresh.name}: {fresh.address}")
    if digest is not None:
        click.echo(f"{name}: at most one mail a day, with all games" if digest else f"{name}: a mail for each game")
    if away is not None:
        with club.store.together():
            club.store.note(same(name), away=day)
        click.echo(f"{name}: here" if away == "-" else f"{name}: away until {day}")
    _tell(club)


@command.command("start", short_help="Start a game, and write the first notice.")
@DIR
@click.argument("game", shell_complete=complete_games)
@starts("keeper; seed with --seed", "keeper", "seed", "manual")
@JSON
def start(folder: str, game: str, as_json: bool, **options: Any) -> None:
    """Start a game in a club, and write the first notice. Options are those of pbem new.

    Draws are dealt by the robot as the keeper, unless --chance says otherwise. A game that its players deal together
    is begun by who invites, with pbem new --chance together; a copy of that file in the folder games is a game of the
    club, too.
    """
    from pbem import registry
    from pbem.club import bots
    from pbem.commands.new_ import create, started
    from pbem.errors import NotThere, SaveError

    club = _open(folder)
    if options["chance"] is None and options["seed"] is None and registry.load(game).has_chance:
        options["chance"] = "keeper"
    session, secret = started(game, **options)
    for name in session.header.names:
        if club.person(name) is None:
            raise club.stranger(name, f": {typed('club', 'person', folder, name)} ADDRESS")
    bots.check(club, session)
    file = os.path.join("games", f"{session.header.id}.toml")
    games, known = club.path("games"), club.games()
    if known and not club.holds_anything():  # beside a new one all others would be gone
        raise SaveError(
            f"{games} is not there, or empty: put it back, or put any file there if the games of this club are gone"
        )
    ids = {one.id.casefold(): one.id for one in known.values()}  # as they are compared in mails
    if taken := ids.get(session.header.id.casefold()):
        raise NotThere(f"this club has a game {taken} already")
    _make_folder(games)
    create(club.path(file), session, secret)
    try:
        _send(club)  # in which a bot may move
    finally:
        session = club.load(file)
        if as_json:
            echo_position(session, file=club.path(file))
        else:
            click.echo(f"{club.path(file)}: {session.waits_for}")


@command.command("run", short_help="One pass: take mail, answer, notify, remind.")
@DIR
@click.option("--watch", is_flag=True, help="Stay, and look for mail again and again.")
@click.option("--every", type=click.IntRange(1), default=30, show_default=True, metavar="S", help="For --watch.")
def run(folder: str, watch: bool, every: int) -> None:
    """One pass: take each new message once, answer, notify, remind, send.

    What is wrong, such as a damaged game, is told once, and again after a day; on a terminal each time.
    """
    import gc
    import time

    from pbem.club import robot
    from pbem.club.folder import Kept
    from pbem.errors import PbemError, visible

    if watch:
        gc.enable()  # unlike other commands this one stays
    kept, failed = Kept(), ""
    while True:
        try:
            club = _open(folder, kept)
            try:
                done = robot.run(club)
                told = club.told if watched() and not watch else robot.news(club)
            except PbemError:
                _echo(club.told if watched() and not watch else robot.news(club, whole=False))
                raise
            finally:
                club.store.close()
        except PbemError as error:
            if not watch:
                raise
            told, failed = [str(error)] if failed != str(error) else [], str(error)
        else:
            failed = ""
            if not watch or done.messages or done.turns or done.sent:
                click.echo(visible(str(done)))
        _echo(dict.fromkeys(told))
        if not watch:
            return
        time.sleep(every)


@command.command("deliver", short_help="Take one message on standard input.")
@DIR
def deliver(folder: str) -> int:
    """Take one message on standard input: for a pipe of a mail server, or a mail client.

    Exit status 0 as soon as the message is kept; 75 if it is not, so that the server tries again.
    """
    from pbem.club import robot
    from pbem.club.incoming import spool
    from pbem.commands.options import read_message
    from pbem.errors import Busy, NotThere, PbemError, visible

    try:
        data = read_message()
        if not data.strip():  # a message has a head at least: on the way here it was lost
            raise NotThere("there is no message on standard input")
        club = _open(folder)
        spool(folder, data)
    except PbemError as error:
        click.echo(f"pbem: {visible(str(error))}", err=True)
        return 75
    try:
        robot.run(club, sources=[robot.spooled(club)])
    except Busy:
        pass  # who works on the club, or the next pass, takes it
    except PbemError as error:
        click.echo(f"pbem: the message is kept, but not dealt with: {visible(str(error))}", err=True)
    _echo(robot.news(club, whole=False))
    return 0


@command.command("notice", short_help="Print the notice of a game as a mail.")
@DIR
@click.argument("game")
@click.option("--to", "name", metavar="NAME", help="For that player, instead of who is to move.")
def notice(folder: str, game: str, name: str | None) -> None:
    """Print the notice of a game as a mail, to be sent by hand. GAME is its id or its file."""
    from pbem.club.posting import Poster
    from pbem.errors import NotThere

    club = _open(folder)
    found = club.find(game)
    session = club.load(found.file)
    wanted = name or found.waits
    if not wanted:
        raise NotThere(f"{session.waits_for}; name a player with --to")
    session.header.index(wanted)
    mailing = Poster(club).written(session, found, wanted)
    if club.bot(wanted):
        raise NotThere(f"{wanted} is a bot, which gets no mail: {typed('club', 'run', folder)} lets it move")
    if mailing is None:
        raise club.stranger(wanted, f": {typed('club', 'person', folder, wanted)} ADDRESS")
    with club.store.together():
        club.store.keep(mailing, club.now())
    click.echo(mailing.data.replace(b"\r\n", b"\n"), nl=False)
    _tell(club)


@command.command("status", short_help="Tell whose turn it is in every game.")
@click.argument("folder", type=click.Path(file_okay=False), metavar="[DIR]", default=".")
@click.option("--as", "name", metavar="NAME", help="Only games in which NAME plays.")
@JSON
def status(folder: str, name: str | None, as_json: bool) -> None:
    """Every game of a club: whose turn it is, since when, scores; longest waiting first.

    Then who is a bot, away, wants no reminders, has no address, or is not reached, and which mails wait to be sent. In
    the JSON every game has all that under the key club.
    """
    from pbem import status as games
    from pbem.club import bots, settings, wishes
    from pbem.commands.status_ import show
    from pbem.errors import visible

    settings.read(folder)
    if not as_json:
        show((folder,), name, as_json)
    club = _open(folder)
    people = club.settings.people
    waiting, why = club.store.waiting(), club.store.why_waiting() or None
    for one in people:
        if one.bot:
            bots.examine(club, one)
    if as_json:
        told = {
            "people": [wishes.facts(club, one) for one in people],
            "without_address": [{"name": player, "game": game} for player, game in club.without_address()],
            "lost_secrets": [{"game": game, "file": file} for game, file in club.lost_secrets()],
            "unsent": waiting,
            "why_unsent": why,
        }
        rows = games.ordered(filter(None, games.rows(games.places((folder,)))), name)
        echo_json([{**row, "club": told} for row in rows])
    else:
        for sentence in [told for one in people for told in wishes.about(club, one)] + club.missing():
            click.echo(sentence)
        if waiting:
            click.echo(f"Mails that wait to be sent: {waiting}" + (f" ({visible(why)})" if why else ""))
    _tell(club)


@command.command("test", short_help="Send a sample post to a person.")
@DIR
@click.argument("name")
def test(folder: str, name: str) -> None:
    """Send a sample post to a person, to see whether a mail client shows it straight. It belongs to no game."""
    from pbem.club import texts
    from pbem.club.posting import Poster
    from pbem.errors import NotThere, SaveError

    club = _open(folder)
    wanted = club.person(name)
    if wanted is None:
        raise club.stranger(name)
    if wanted.bot:
        raise NotThere(f"{name} is a bot, which gets no mail")
    with club.store.together():
        Poster(club).outside(wanted, texts.SAMPLE, None)
    _send(club)
    if club.store.unsent("", wanted.name) and club.store.why_waiting():  # else another pass is at it
        raise SaveError(f"the sample for {wanted.address} waits: a later pass sends it")
    click.echo(f"A sample goes to {wanted.address}.")


@command.command("standings", short_help="Tell who won how often.")
@DIR
@JSON
def standings(folder: str, as_json: bool) -> None:
    """Finished games of a club: wins, places (how often first, second ...), points, by game and number of players."""
    from pbem.club import standings as table
    from pbem.club.folder import fault

    club = _open(folder)
    games = []
    for file in club.game_files():
        try:
            games.append(table.finished(club.load(file)))
        except Exception as error:  # of one game: the others are not to suffer
            club.told.append(fault(error, f"{club.path(file)}: "))
    found = table.standings(filter(None, games))
    if as_json:
        echo_json([line.as_json() for line in found])
    else:
        for text in table.told(found) or ["No game has been played to its end."]:
            click.echo(text)
    _tell(club)

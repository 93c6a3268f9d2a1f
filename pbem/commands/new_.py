"""pbem new."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pbem.commands.options import (
    FORMAT,
    JSON,
    SEAT,
    complete_games,
    complete_options,
    echo_position,
    echo_post,
    named,
    read_seats,
    read_stdin,
)

if TYPE_CHECKING:
    from pbem.game import Rules
    from pbem.header import Header
    from pbem.session import Session

_OPTIONS = (
    click.option(
        "--player", "players", multiple=True, metavar="NAME[=COLOUR,...]", help="Colours where the game has them."
    ),
    click.option("--first", metavar="NAME", help="Who begins; drawn if left out."),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="OPTION",
        help="Add an expansion (see pbem games).",
        shell_complete=complete_options,
    ),
    SEAT,
    click.option("--seed", metavar="TEXT", help="For --chance seed; random if left out."),
    click.option(
        "--setup",
        type=click.Path(dir_okay=False, allow_dash=True),
        metavar="SETUP",
        help="Start from a position (see pbem setup), or from a whole pasted post; - reads standard input.",
    ),
    click.option("--id", "game_id", metavar="ID", help="Letters, digits and -; random if left out."),
)


def starts(default: str, *kinds: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: the options with which a game starts; `default` is what --chance is by itself, of these `kinds`."""
    chance = click.option("--chance", type=click.Choice(kinds), help=f"How draws are decided. [default: {default}]")

    def with_options(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed((*_OPTIONS[:4], chance, *_OPTIONS[4:])):
            function = option(function)
        return function

    return with_options


def started(
    game: str,
    *,
    players: tuple[str, ...],
    first: str | None,
    options: tuple[str, ...],
    seats: tuple[str, ...],
    chance: str | None,
    seed: str | None,
    setup: str | None,
    game_id: str | None,
    tip: "Callable[[Rules, Header], str] | None" = None,
) -> "tuple[Session, str | None]":
    """A new game as these options say, and the secret if a keeper deals; raises PbemError.

    `tip` gives the tip of who invites to a game dealt together.
    """
    from pbem import chance as chances
    from pbem import starting

    secret = chances.new_secret() if chance == "keeper" else None
    session = starting.new(
        game,
        players,
        seats=dict(read_seats(seats)),
        options=options,
        first=first,
        kind=chance,
        seed=seed,
        secret=secret,
        setup=_setup(setup) if setup else None,
        id=game_id,
        tip=tip,
    )
    return session, secret


def _setup(path: str) -> str | bytes:
    """A setup as text, without what stands above it in a mail; a mail or a post as it came."""
    from pbem import content, posted
    from pbem.mail import records

    data = read_stdin() if path == "-" else content.read_bytes(path)
    if posted.holds(data):
        return data
    return records.below_words(data) or content.decode(data, "standard input" if path == "-" else path)


def create(file: str, session: "Session", secret: str | None) -> None:
    """Write a new game file, and the secret beside it; raises SaveError."""
    from pbem import files, reading

    if secret is None:
        files.create(file, session.toml())
    else:
        files.create_with(file, session.toml(), file + reading.SECRET, secret + "\n")


@click.command("new")
@click.argument("game", shell_complete=complete_games)
@click.argument("file", type=click.Path(dir_okay=False), metavar="FILE", callback=named)
@starts("seed", "seed", "keeper", "manual", "together")
@click.option("--as", "name", metavar="NAME", help="For --chance together: which player you are, who invites.")
@FORMAT
@JSON
def command(game: str, file: str, name: str | None, form: str, as_json: bool, **options: Any) -> None:
    """Start a game in a new FILE and print its first post, with the legend and how to answer.

    Chance: `seed` deals from a seed that stands in the file, so anyone who has it can look ahead; with `together` the
    players deal, each from a secret that is written to FILE.secret, nobody can look ahead, and what is printed is the
    invitation to be mailed (see pbem join); `keeper` deals from a secret that is written to FILE.secret, for a keeper
    who does not play; with `manual` people draw and enter it.

    \b
    Examples:
      pbem new maharani g.toml --player "Ana=green,yellow" --player "Bob=red,blue"
      pbem new maharani h.toml --player Ana=g --player Bob=r --player Cid=b --chance keeper
      pbem new maharani i.toml --player Ana=g,y --player Bob=r,b --chance manual --first Bob
      pbem new maharani k.toml --player Ana=g,y --player Bob=r,b --chance together --as Ana
      pbem new majolica m.toml --player Ana --player Bob --option missions --option bloom
      pbem new maharani j.toml --setup - < post.txt
    """
    from pbem import reading
    from pbem.errors import visible

    if options["chance"] == "together":
        from pbem.commands import dealing

        options["game_id"] = options["game_id"] or dealing.left_id(file)
        dealing.invite(lambda tip: started(game, **options, tip=tip)[0], file, name, as_json)
        return
    if name is not None:
        raise click.UsageError("--as is for --chance together")
    session, secret = started(game, **options)
    create(file, session, secret)
    if as_json:
        echo_position(session)
        return
    echo_post(session, form, full=True)
    if secret is not None:
        click.echo(
            f"The secret is in {visible(file)}{reading.SECRET}: keep it, and publish it after the game.", err=True
        )
    elif session.header.chance == "seed" and len(session.header.players) > 1:
        click.echo(
            "Anyone who has the file can look ahead, for it has the seed; in a game with --chance together nobody can.",
            err=True,
        )

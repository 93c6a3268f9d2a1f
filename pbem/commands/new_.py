"""pbem new."""

import click

from pbem.commands.options import JSON, echo_json, read_stdin


@click.command("new")
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False), metavar="FILE")
@click.option(
    "--player", "players", multiple=True, metavar="NAME[=COLOUR,...]", help="Colours where the game has them."
)
@click.option("--first", metavar="NAME", help="Who begins; drawn if left out.")
@click.option("--option", "options", multiple=True, metavar="OPTION", help="Add an expansion (see pbem games).")
@click.option("--seat", "seats", multiple=True, metavar="NAME=S", help="A player's side of the board: N, E, S or W.")
@click.option(
    "--chance", type=click.Choice(["seed", "keeper", "manual"]), help="How draws are decided. [default: seed]"
)
@click.option("--seed", metavar="TEXT", help="For --chance seed; random if left out.")
@click.option(
    "--setup",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="SETUP",
    help="Start from a position (see pbem setup), or from a whole pasted post; - reads standard input.",
)
@click.option("--id", "game_id", metavar="ID", help="Letters, digits and -; random if left out.")
@JSON
def command(
    game: str,
    file: str,
    players: tuple[str, ...],
    first: str | None,
    options: tuple[str, ...],
    seats: tuple[str, ...],
    chance: str | None,
    seed: str | None,
    setup: str | None,
    game_id: str | None,
    as_json: bool,
) -> None:
    """Start a game in a new FILE and print its board.

    Chance: `seed` deals from a seed that stands in the file; `keeper` deals from a secret that is written to
    FILE.secret, for a keeper who does not play; with `manual` people draw and enter it.

    \b
    Examples:
      pbem new maharani g.toml --player "Ana=green,yellow" --player "Bob=red,blue"
      pbem new maharani h.toml --player Ana=g --player Bob=r --player Cid=b --chance keeper
      pbem new maharani i.toml --player Ana=g,y --player Bob=r,b --chance manual --first Bob
      pbem new majolica m.toml --player Ana --player Bob --option missions --option bloom
      pbem new maharani j.toml --setup - < post.txt
    """
    from pbem import chance as chances
    from pbem import files, reading, report, starting
    from pbem.errors import HeaderError, visible

    sides = {}
    for words in seats:
        name, equals, side = words.rpartition("=")
        if not equals:
            raise HeaderError(f"`{words}` should read NAME=S")
        sides[name] = side
    secret = chances.new_secret() if chance == "keeper" else None
    started = starting.new(
        game,
        players,
        seats=sides,
        options=options,
        first=first,
        kind=chance,
        seed=seed,
        secret=secret,
        setup=_setup(setup) if setup else None,
        id=game_id,
    )
    if secret is None:
        files.create(file, started.toml())
    else:
        files.create_with(file, started.toml(), file + reading.SECRET, secret + "\n")
    if as_json:
        echo_json(report.as_json(started))
        return
    click.echo("\n".join(report.show(started)))
    if secret is not None:
        click.echo(
            f"The secret is in {visible(file)}{reading.SECRET}: keep it, and publish it after the game.", err=True
        )


def _setup(path: str) -> str | bytes:
    """A setup as text; a mail or a post as it came."""
    from pbem import content, posted

    data = read_stdin() if path == "-" else content.read_bytes(path)
    return data if posted.holds(data) else content.decode(data, "standard input" if path == "-" else path)

"""pbem status."""

import click

from pbem.commands.options import JSON, echo_json


@click.command("status")
@click.argument("places", nargs=-1, metavar="[FILE or DIR]...")
@click.option("--as", "name", metavar="NAME", help="Only games in which NAME plays.")
@JSON
def command(places: tuple[str, ...], name: str | None, as_json: bool) -> None:
    """Whose turn it is in each game, since when, and how it stands; longest waiting first.

    A folder stands for its games, a club for those in its folder `games`; without a place it is the folder one is in. A
    file that cannot be read is a line of its own, and the exit status stays 0.

    \b
    Examples:
      pbem status
      pbem status spring/ g.toml --as Ana
    """
    show(places or (".",), name, as_json)


def show(places: tuple[str, ...], name: str | None, as_json: bool) -> None:
    """Print the status of some places."""
    import time

    from pbem import status
    from pbem.errors import visible

    found = status.rows(places, name)
    now = time.time()
    if as_json:
        echo_json([row.as_json(now) for row in found])
        return
    for row in found:
        click.echo(visible(status.told(row, now)))
    if not found:
        click.echo("No games here.", err=True)

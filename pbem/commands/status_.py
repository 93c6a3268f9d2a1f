"""pbem status."""

import click

from pbem.commands.options import JSON, echo_json, watched


@click.command("status")
@click.argument("places", nargs=-1, type=click.Path(), metavar="[FILE or DIR]...")
@click.option("--as", "name", metavar="NAME", help="The games of that player, first those that wait for NAME.")
@JSON
def command(places: tuple[str, ...], name: str | None, as_json: bool) -> None:
    """Tell of every game whose turn it is, since when, and the score; the longest waiting first.

    Without arguments: the games in this folder. In a folder only files that begin like a game are looked at; of a club
    its folder games, with each .toml there. Since when is told by the date of the file. A file that is named and does
    not read is a line as well, and so is a damaged .toml or .pbem, also one that begins otherwise if it still has the
    line `pbem = 1` (of a record `pbem 1 GAME`) or if its .bak is a game; the exit status is 0.

    \b
    Examples:
      pbem status
      pbem status g.toml spring/ --as Ana
    """
    show(places, name, as_json)


def show(places: tuple[str, ...], name: str | None, as_json: bool) -> None:
    """Print the status of some places."""
    from pbem import checking, status
    from pbem.errors import on_one_line, short
    from pbem.plain import disguised

    found = status.places(places)
    rows = []
    with checking.progress(len(found), not watched(), "reading") as advance:
        for row in status.rows(found):
            rows += [row] if row is not None else []
            advance()
    names = [player for row in rows for player in row["players"] or ()]
    rows = status.ordered(rows, name)
    if as_json:
        echo_json(rows)
        return
    for note in status.leftovers(places):
        click.echo(f"Note: {note}", err=True)
    for row in rows:
        click.echo(status.sentence(row))
    if not rows:
        told = "No game here." if name is None else f"No game of {name} here{disguised(name, names)}."
        click.echo(short(on_one_line(told)), err=True)

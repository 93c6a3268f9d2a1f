"""pbem book."""

import click

from pbem.commands.options import GameFile, read_secret, watched


@click.command("book")
@click.argument("files", nargs=-1, required=True, type=GameFile(), metavar="FILE...")
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False), metavar="OUT", help="A new file, .html."
)
@click.option("--as", "name", metavar="NAME", help="Drawn for NAME; else each time for whoever is to move.")
@click.option(
    "--analysis",
    type=click.Path(dir_okay=False),
    metavar="JSON",
    help="What `pbem analyse --json` printed: what turns gave away.",
)
@click.option(
    "--secret", "secret_file", type=click.Path(dir_okay=False), help="The keeper's secret, if it is not beside FILE."
)
def command(
    files: tuple[str, ...], output: str, name: str | None, analysis: str | None, secret_file: str | None
) -> None:
    """Write games as one page, to step through them in a browser.

    The page needs nothing from anywhere, so it can be sent or put on the web as it is. Arrow keys, Home and End go
    through the turns; a link to turn 12 ends in #t12, where there are several games in #ID-t12.

    \b
    Examples:
      pbem book g.toml -o g.html
      pbem book archive/*.pbem -o archive.html
      pbem book g.toml --analysis analysis.json -o g.html
    """
    from pbem import checking, reading
    from pbem import files as disk
    from pbem.book import page, volume
    from pbem.errors import NotThere, SaveError

    if not output.lower().endswith((".html", ".htm")):
        raise click.UsageError(f"{output}: a book is written as .html, and its name says so")
    secret = read_secret(secret_file)
    told = volume.analyses(analysis) if analysis else []
    volumes: list[volume.Volume] = []
    with checking.progress(len(files), hidden=not watched(), label="games") as advance:
        for file in files:
            game = reading.load(file, secret)
            try:
                volumes.append(volume.volume(game, name, volume.of_game(game, told)))
            except NotThere as error:
                raise error.at(file) from error
            advance()
    if analysis and not any(one.analysis for one in volumes):
        raise SaveError(f"{analysis} tells nothing of the games of this book")
    disk.create(output, page.page(volume.told_apart(volumes)))

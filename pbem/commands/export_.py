"""pbem export."""

import click

from pbem.commands.options import FILE


@click.command("export")
@FILE
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="A new file instead of standard output."
)
def command(file: str, output: str | None) -> None:
    """Turn a game into a record: header and log as plain text, to paste, archive and annotate.

    \b
    Example:
      pbem export g.toml -o g.pbem
    """
    from pbem import save, session

    text = session.load(file).record()
    if output:
        save.create(output, text)
    else:
        click.echo(text, nl=False)

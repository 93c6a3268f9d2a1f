"""pbem export."""

import click

from pbem.commands.options import FILE, OUTPUT


@click.command("export")
@FILE
@OUTPUT
def command(file: str, output: str | None) -> None:
    """Turn a game into a record: header and log as plain text, to paste, archive and annotate.

    \b
    Example:
      pbem export g.toml -o g.pbem
    """
    from pbem import files, reading

    text = reading.load(file).record()
    if output:
        files.create(output, text)
    else:
        click.echo(text.encode(), nl=False)

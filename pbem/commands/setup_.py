"""pbem setup."""

import click

from pbem.commands.options import FILE, OUTPUT


@click.command("setup")
@FILE
@OUTPUT
@click.option("--turn", type=int, metavar="N", help="The position before turn N.")
def command(file: str, output: str | None, turn: int | None) -> None:
    """Print the position as a setup file, to be edited by hand and started with `pbem new --setup`.

    \b
    Examples:
      pbem setup g.toml -o s.pbem
      pbem new maharani h.toml --setup s.pbem
    """
    from pbem import files, reading

    text = reading.load(file).setup(turn)
    if output:
        files.create(output, text)
    else:
        click.echo(text, nl=False)

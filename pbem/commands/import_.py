"""pbem import."""

import click

from pbem.commands.options import read_stdin


@click.command("import")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True), metavar="RECORD")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), required=True, metavar="FILE", help="The new game file."
)
def command(file: str, output: str) -> None:
    """Turn a record (`-` reads it from standard input) into a game file, every line checked.

    \b
    Example:
      pbem import g.pbem -o g.toml
    """
    from pbem import files, reading
    from pbem.board import plural

    game = reading.read(read_stdin(), "standard input") if file == "-" else reading.load(file)
    files.create(output, game.toml())
    for line in game.header.foreign:
        click.echo(f"kept, but it means nothing to this program: `{line}`", err=True)
    state = "over" if game.over else f"at turn {game.turn}, {game.waits_for}"
    click.echo(
        plural(len(game.log), "{file}: {n} line, {state}", "{file}: {n} lines, {state}", file=output, state=state)
    )

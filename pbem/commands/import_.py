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
    from pbem.errors import short, visible

    game = reading.read(read_stdin(), "standard input") if file == "-" else reading.load(file)
    files.create(output, game.toml())
    for line in game.header.foreign:
        click.echo(f"kept, but it means nothing to this program: `{short(visible(line), 200)}`", err=True)
    if not game.tables_named:
        click.echo(f"it names no edition of the tables: `{game.rules.edition}` is taken, and is now named", err=True)
    state = "over" if game.over else f"at turn {game.turn}, {game.waits_for}"
    if game.from_setup:
        state += "; it began from a setup"
    name = visible(output)
    click.echo(plural(len(game.log), "{file}: {n} line, {state}", "{file}: {n} lines, {state}", file=name, state=state))

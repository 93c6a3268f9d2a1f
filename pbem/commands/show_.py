"""pbem show."""

import click

from pbem.commands.options import FILE, FORMAT, JSON, echo_json


@click.command("show")
@FILE
@click.option("--turn", type=int, metavar="N", help="The position before turn N.")
@click.option("--as", "name", metavar="NAME", help="As it lies for that player.")
@FORMAT
@JSON
def command(file: str, turn: int | None, name: str | None, form: str, as_json: bool) -> None:
    """Print the position, ready to paste into a mail or a post.

    \b
    Examples:
      pbem show g.toml
      pbem show g.toml --turn 7 --as Bob --format bbcode
    """
    from pbem import board, reading, report

    game = reading.load(file)
    if as_json:
        echo_json(report.as_json(game, turn, name))
    else:
        click.echo(board.wrap(report.show(game, turn, name), form))
        for sentence in report.kept(report.meaningless(game)):
            click.echo(f"Note: {sentence}", err=True)

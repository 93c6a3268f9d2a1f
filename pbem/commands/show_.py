"""pbem show."""

import click

from pbem.commands.options import FILE, FORMAT, FULL, JSON, complete_players, echo_position, echo_post


@click.command("show")
@FILE
@click.option("--turn", type=int, metavar="N", help="The position before turn N.")
@click.option("--as", "name", metavar="NAME", help="As it lies for that player.", shell_complete=complete_players)
@FULL
@FORMAT
@JSON
def command(file: str, turn: int | None, name: str | None, full: bool, form: str, as_json: bool) -> None:
    """Print the position, ready to paste into a mail or a post: what is needed to choose a move.

    The last line is how an answer begins. With --full, as `pbem new` prints it: what the signs mean, all supplies, and
    how to answer. On a terminal the board comes last; in what is piped or written to a file, below its title.

    \b
    Examples:
      pbem show g.toml
      pbem show g.toml --full
      pbem show g.toml --turn 7 --as Bob --format bbcode
    """
    from pbem import reading, report

    game = reading.load(file)
    if as_json:
        echo_position(game, turn, name)
    else:
        echo_post(game, form, full, turn, name)
        for sentence in report.kept(report.meaningless(game)):
            click.echo(f"Note: {sentence}", err=True)

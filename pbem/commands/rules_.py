"""pbem rules."""

import click

from pbem.commands.options import complete_games


@click.command("rules")
@click.argument("game", shell_complete=complete_games)
def command(game: str) -> None:
    """Print how moves of GAME are written, with examples.

    \b
    Example:
      pbem rules maharani
    """
    from pbem import board, registry

    click.echo(board.rules(registry.load(game)))

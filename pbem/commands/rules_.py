"""pbem rules."""

import click


@click.command("rules")
@click.argument("game")
def command(game: str) -> None:
    """Print how moves of GAME are written, with examples.

    \b
    Example:
      pbem rules maharani
    """
    from pbem import board, registry

    click.echo(board.rules(registry.load(game)))

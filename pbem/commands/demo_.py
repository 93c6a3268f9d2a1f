"""pbem demo."""

import click

from pbem.commands.options import complete_games


@click.command("demo")
@click.argument("game", default="maharani", shell_complete=complete_games)
@click.option("--last", type=click.IntRange(min=1), default=2, show_default=True, metavar="N", help="How many boards.")
def command(game: str, last: int) -> None:
    """Play a finished example game and print its last boards and the result.

    \b
    Example:
      pbem demo maharani
    """
    import os

    from pbem import content, reading, registry, report
    from pbem.errors import NotThere

    rules = registry.load(game)
    origin = registry.origin(rules.id)
    if not os.path.exists(origin.demo):
        raise NotThere(f"{rules.title} ({origin.package} {origin.version}) brings no example game", game=rules.id)
    played = reading.read(content.read_bytes(origin.demo), os.path.basename(origin.demo))
    turns = list(played.fold.before)[max(0, len(played.fold.before) - last + 1) :]
    for frame in report.frames(played, [*turns, None]):
        click.echo("\n".join(frame) + "\n")
    click.echo(report.ended(played))

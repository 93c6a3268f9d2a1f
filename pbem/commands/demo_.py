"""pbem demo."""

import click

from pbem.board import fold
from pbem.commands.options import complete_games, echo_boards

NAMES = "Players: {names}."
BEGINNING = "The beginning:"
END = "How it ended, some turns later:"


@click.command("demo")
@click.argument("game", default="maharani", shell_complete=complete_games)
@click.option(
    "--last", type=click.IntRange(min=1), default=2, show_default=True, metavar="N", help="How many last boards."
)
def command(game: str, last: int) -> None:
    """Play a finished example game: what its board shows, the beginning, the last boards and the result.

    \b
    Examples:
      pbem demo maharani
      pbem demo rajas --last 5
    """
    import os

    from pbem import content, reading, registry, report
    from pbem.errors import NotThere

    rules = registry.load(game)
    origin = registry.origin(rules.id)
    if not os.path.exists(origin.demo):
        raise NotThere(f"{rules.title} ({origin.package} {origin.version}) brings no example game", game=rules.id)
    played = reading.read(content.read_bytes(origin.demo), os.path.basename(origin.demo))
    first, *turns = played.fold.before or [played.turn]
    for line in (f"An example: {report.title(played)}.", *fold(NAMES.format(names=", ".join(played.header.names)))):
        click.echo(line)
    legend = rules.paint.legend(played.view(played.before(first)))
    echo_boards(played, ["", *legend, "", BEGINNING, ""] if legend else ["", BEGINNING, ""])
    (beginning,) = report.frames(played, [first])
    echo_boards(played, [*beginning, ""])
    turns = turns[max(0, len(turns) - last + 1) :]
    click.echo(f"{END if len(turns) + 2 < played.turn else 'How it went on:'}\n")
    for frame in report.frames(played, [*turns, None]):
        echo_boards(played, [*frame, ""])
    click.echo(report.ended(played))

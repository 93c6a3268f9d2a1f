"""pbem replay."""

import click

from pbem.commands.options import GameFile, echo_boards, read_stdin


@click.command("replay")
@click.argument("file", type=GameFile(allow_dash=True), metavar="FILE")
@click.option("--from", "start", type=int, metavar="N", help="Begin with the position before turn N.")
@click.option("--to", "stop", type=int, metavar="M", help="End with the position before turn M.")
@click.option("--delay", type=click.FloatRange(min=0, max=3600), default=0, metavar="S", help="Seconds between boards.")
def command(file: str, start: int | None, stop: int | None, delay: float) -> None:
    """Print board after board of a game or a record; `-` reads it from standard input.

    \b
    Examples:
      pbem replay g.toml --from 10 --delay 1
      pbem export g.toml | pbem replay -
    """
    import time

    from pbem import reading, report
    from pbem.errors import NotThere

    game = reading.read(read_stdin(), "standard input") if file == "-" else reading.load(file)
    if start is not None and start > game.turn:
        raise NotThere(f"turn {start} has not been played; the game is at turn {game.turn}", turn=game.turn)
    if start is not None and stop is not None and start > stop:
        raise NotThere(f"there is no turn from {start} to {stop}")
    turns = [turn for turn in game.fold.before if (start is None or turn >= start) and (stop is None or turn <= stop)]
    for frame in report.frames(game, turns):
        echo_boards(game, [*frame, ""])
        if delay > 0:
            time.sleep(delay)
    if stop is None or stop >= game.turn:
        (frame,) = report.frames(game, [None])
        echo_boards(game, frame)
        for sentence in report.owed(game):
            click.echo(sentence)
        click.echo(report.result(game) if game.over else report.status(game, game.state, None))

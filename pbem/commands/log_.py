"""pbem log."""

from itertools import accumulate

import click

from pbem.commands.options import FILE, JSON, echo_json


@click.command("log")
@FILE
@click.option("--explain", is_flag=True, help="Tell of every turn what it earned by what, and how the game ended.")
@JSON
def command(file: str, explain: bool, as_json: bool) -> None:
    """Print the log: every line numbered as an undo counts them, with the scores after it. Lines taken back are marked.

    \b
    Examples:
      pbem log g.toml
      pbem log g.toml --explain
    """
    from pbem import explained, for_scripts, reading, report
    from pbem.notation import Comment

    game = reading.load(file)
    entries = for_scripts.log(game, explain and as_json)
    if as_json:
        echo_json(entries)
        return
    width = len(str(len(entries)))
    parts = game.explained() if explain else None
    counts = [int(not isinstance(line, Comment)) for line in game.fold.lines]
    numbers = list(accumulate(counts))
    for entry in entries:
        index = entry["line"] - 1
        number = str(numbers[index]) if counts[index] else ""
        taken_back = "" if entry["in_force"] else "  (taken back)"
        scores = "  [" + " ".join(map(str, entry["scores"].values())) + "]" if "scores" in entry else ""
        click.echo(f"{number:>{width}}  {entry['text']}{scores}{taken_back}")
        if parts and parts[index]:
            click.echo(f"{'':{width}}    {explained.of_line(game.fold, index, parts[index])}")
    if entries and game.rules.has_scores:
        click.echo(report.SCORES.format(names=", ".join(game.header.names)))
    for sentence in report.owed(game):
        click.echo(sentence)
    if game.over:
        click.echo(report.result(game))
        for sentence in explained.ended(game.fold) if explain else ():
            click.echo(sentence)

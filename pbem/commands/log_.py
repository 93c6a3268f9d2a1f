"""pbem log."""

import click

from pbem.commands.options import FILE, JSON, echo_json


@click.command("log")
@FILE
@JSON
def command(file: str, as_json: bool) -> None:
    """Print the log: every line numbered, with the scores after it. Lines taken back are marked.

    \b
    Example:
      pbem log g.toml
    """
    from pbem import reading, report

    game = reading.load(file)
    entries = report.log(game)
    if as_json:
        echo_json(entries)
        return
    width = len(str(len(entries)))
    for entry in entries:
        taken_back = "" if entry["in_force"] else "  (taken back)"
        scores = "  [" + " ".join(map(str, entry["scores"].values())) + "]" if "scores" in entry else ""
        click.echo(f"{entry['line']:{width}}  {entry['text']}{scores}{taken_back}")
    if entries and game.rules.has_scores:
        click.echo("scores in the order " + ", ".join(game.header.names))
    if game.over:
        click.echo(report.result(game))

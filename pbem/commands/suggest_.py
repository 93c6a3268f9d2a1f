"""pbem suggest."""

import click

from pbem.commands.options import FILE, JSON, SECRET, echo_json, read_secret


@click.command("suggest")
@FILE
@click.option("--bot", default="search", show_default=True, metavar="BOT", help="Who is asked: search, greedy, ...")
@click.option(
    "--budget",
    type=click.IntRange(1),
    metavar="N",
    help="How many tries it may make for a step; search: 1000 if left out.",
)
@click.option(
    "--top", type=click.IntRange(1), default=5, show_default=True, metavar="N", help="How many moves are told."
)
@click.option("--seed", default="", metavar="TEXT", help="Other numbers for the bot; the same give the same answer.")
@SECRET
@JSON
def command(
    file: str, bot: str, budget: int | None, top: int, seed: str, secret_file: str | None, as_json: bool
) -> None:
    """Tell the best moves, what may be expected of each, and how sure that is.

    Nothing is played, and a bot sees no more than a player: what is drawn next it draws for itself.

    \b
    Examples:
      pbem suggest g.toml
      pbem suggest g.toml --budget 5000 --top 3
      pbem suggest g.toml --bot greedy --json
    """
    from pbem import advice, reading

    if budget and ":" in bot:
        raise click.UsageError(f"`{bot}` has its budget: leave out --budget")
    game = reading.load(file, read_secret(secret_file))
    found = advice.suggest(game, f"{bot}:{budget}" if budget else bot, top, seed)
    if as_json:
        echo_json(advice.as_json(game, found))
    else:
        click.echo("\n".join(advice.lines(game, found)))

"""pbem games."""

import click

from pbem.commands.options import JSON, echo_json


@click.command("games")
@JSON
def command(as_json: bool) -> None:
    """What can be played, with how many players; of a game that is not pbem's, which package brings it.

    \b
    Example:
      pbem games
    """
    from pbem import catalogue, players, registry
    from pbem.errors import visible

    games, wrong = catalogue.survey()
    if as_json:
        echo_json(
            [
                {
                    "game": g.id,
                    "title": g.title,
                    "players": list(g.counts),
                    "options": list(g.options),
                    "player_options": list(g.player_options),
                    "edition": g.edition,
                    "sha256": g.digest,
                    "package": g.package,
                    "version": g.version,
                }
                for g in games
            ]
        )
    else:
        for g in games:
            names = [*g.options, *(f"{word} NAME" for word in g.player_options)]
            options = f"; options: {', '.join(names)}" if names else ""
            brought = "built in" if registry.origin(g.id).built_in else f"from {g.package} {g.version}"
            click.echo(f"{g.id:12} {g.title} ({players.counted(g.counts)}{options}; tables: {g.edition}; {brought})")
    for error in wrong:
        click.echo(f"pbem: {visible(error.message)}", err=True)

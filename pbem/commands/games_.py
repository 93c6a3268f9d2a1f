"""pbem games."""

import click

from pbem.commands.options import JSON, echo_json


@click.command("games")
@JSON
def command(as_json: bool) -> None:
    """What can be played, with how many players.

    \b
    Example:
      pbem games
    """
    from pbem import registry

    games = [registry.load(game_id) for game_id in registry.ids()]
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
                }
                for g in games
            ]
        )
        return
    for game in games:
        players = f"{game.counts[0]} to {game.counts[-1]} players"
        names = [*game.options, *(f"{word} NAME" for word in game.player_options)]
        options = f"; options: {', '.join(names)}" if names else ""
        click.echo(f"{game.id:12} {game.title} ({players}{options}; tables: {game.edition})")

"""pbem join."""

import click

from pbem.commands.options import JSON, NEW_GAME, read_stdin


@click.command("join")
@click.argument("invitation", type=click.Path(dir_okay=False, allow_dash=True), metavar="INVITATION")
@NEW_GAME
@click.option("--as", "name", required=True, metavar="NAME", help="Which player you are.")
@JSON
def command(invitation: str, output: str, name: str, as_json: bool) -> None:
    """Join a game that its players deal together, and print your tip: the line that answers the invitation.

    The INVITATION is the record that `pbem new --chance together` printed, alone or in a mail as it came; `-` reads it
    from standard input. Beside the game FILE a secret is written, FILE.secret, which is yours alone.

    \b
    Example:
      pbem join mail.txt -o b.toml --as Bob
    """
    from pbem import content
    from pbem.commands import dealing

    data = read_stdin() if invitation == "-" else content.read_bytes(invitation)
    dealing.join(data, "standard input" if invitation == "-" else invitation, output, name, as_json)

"""pbem read."""

from typing import TYPE_CHECKING

import click

from pbem.commands.options import FILE, JSON, SECRET, echo_forms, echo_json, read_secret, read_text

if TYPE_CHECKING:
    from pbem.session import Session
    from pbem.taking import Taking


def taken_from(game: "Session", text: bytes, secret_file: str | None) -> "Taking":
    """What a game takes of a text."""
    if game.header.chance == "together":
        from pbem.reading import SECRET
        from pbem.together import taking

        return taking.take_with(game, text, secret_file or f"{game.path}{SECRET}")
    from pbem.taking import take_from

    return take_from(game, text)


@click.command("read")
@FILE
@SECRET
@JSON
def command(file: str, secret_file: str | None, as_json: bool) -> int:
    """Tell what `move FILE -` would take from a mail, a post or a thread on standard input. Changes nothing.

    Any text will do: a raw message, a forum post with its marks, a reply with quotes and a signature, the program's own
    output, a record. What is taken is what its author wrote: lines with a turn and a name, draws beside them, or one
    move alone. Exit status 4 if nothing is taken, or if something is in doubt.

    \b
    Example:
      pbem read g.toml < mail.eml
    """
    from pbem import reading
    from pbem.errors import visible

    game = reading.load(file, read_secret(secret_file))
    taken = taken_from(game, read_text(), secret_file)
    if as_json:
        echo_json(taken.as_json())
    else:
        click.echo("".join(f"{visible(line)}\n" for line in taken.lines), nl=False)
        click.echo(f"{taken.told()}" + (f"\n{visible(taken.doubt)}" if taken.doubt else ""), err=True)
        echo_forms(taken.error)
    return 0 if taken.lines and not taken.doubt else 4

"""pbem picture."""

import os
from typing import Any

import click

from pbem.commands.options import FILE, complete_players, echo_json

SCHEMES = ("auto", "light", "dark")


@click.command("picture")
@FILE
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="OUT",
    help="A new file, .svg, .html or .png; - for SVG on standard output.",
)
@click.option("--turn", type=int, metavar="N", help="The position before turn N.")
@click.option("--as", "name", metavar="NAME", help="As it lies for that player.", shell_complete=complete_players)
@click.option("--size", type=click.IntRange(100, 4000), metavar="W", help="So many pixels wide.")
@click.option("--scheme", type=click.Choice(SCHEMES), default="auto", help="Light, dark, or as whoever looks has it.")
@click.option("--json", "as_json", is_flag=True, help="Print the scene as JSON: shapes, colours by name, words.")
def command(
    file: str, output: str | None, turn: int | None, name: str | None, size: int | None, scheme: Any, as_json: bool
) -> None:
    """Draw the position: all that lies on the table, the last move marked, coordinates as moves are written.

    A PNG needs the extra `png` (pip install 'pbem[png]'), and is light where nothing else is asked for. A picture is as
    wide as two columns of a phone's screen; --size 400 puts all of it in one.

    \b
    Examples:
      pbem picture g.toml -o board.svg
      pbem picture g.toml --turn 7 --as Bob --size 400 -o bob.png
    """
    from pbem import files, pictures, reading
    from pbem.errors import visible

    if output is None and not as_json:
        raise click.UsageError("name a new file with -o, or - for SVG on standard output")
    if output == "-" and as_json:
        raise click.UsageError("--json and -o - both write to standard output: leave one out, or name a new file")
    form = ".svg" if output in (None, "-") else os.path.splitext(str(output))[1].lower()
    if form not in pictures.SUFFIXES:
        raise click.UsageError(
            f"a picture is {', '.join(pictures.SUFFIXES)}, and {visible(str(output))} is none of them"
        )
    game = reading.load(file)
    if as_json:
        from pbem import scene

        echo_json(scene.as_json(pictures.scene(game, turn, name)))
    if output is None:
        return
    drawn = pictures.picture(game, form, turn, name, size or 0, scheme)
    if output == "-":
        click.echo(drawn.encode() if isinstance(drawn, str) else drawn, nl=False)
    else:
        files.create(output, drawn)

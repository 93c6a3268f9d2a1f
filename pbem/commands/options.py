"""Options and output that several commands share."""

import re
import sys
from typing import Any

import click

from pbem.board import FORMATS

FILE = click.argument("file", type=click.Path(dir_okay=False), metavar="FILE")
FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    help="Marks that make a forum keep the board as it is.",
)
OUTPUT = click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="A new file instead of standard output."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, errors (on stderr) included.")
SCHEDULER = click.option("--scheduler", metavar="ADDRESS", help="Work on a Dask cluster (extra `cluster`).")
SECRET = click.option(
    "--secret", "secret_file", type=click.Path(dir_okay=False), help="The keeper's secret, if it is not beside FILE."
)


class WithMoves(click.Command):
    """A command with moves among its arguments: says how one is written that Click takes for options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See click.Command."""
        begun = next((arg for arg in args if re.match(r"-[^\W_]", arg)), "")
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if not begun.startswith(error.option_name):
                raise
            raise click.UsageError(
                f"{error.format_message()} If it is part of a move: one of several words stands in quotes; one that "
                f'begins with a dash stands behind `--`, {ctx.command_path} FILE -- "{begun}", or has turn and name '
                f'before it in the quotes, "3 Ana: {begun}".',
                ctx,
            ) from None


def json_text(value: Any, indent: int | None = None) -> str:
    """A value as JSON: letters of all scripts as they are, what could act on a terminal as escapes."""
    import json

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def echo_json(value: Any) -> None:
    """Print a value as JSON."""
    click.echo(json_text(value, 2))


def read_secret(path: str | None) -> str | None:
    """The text of a secret file, or None if none is named."""
    if path is None:
        return None
    from pbem import content

    return content.decode(content.read_bytes(path), path).strip()


def read_stdin() -> bytes:
    """All of standard input."""
    from pbem import content
    from pbem.errors import SaveError

    if sys.stdin is None:
        raise SaveError("standard input is closed")
    data = sys.stdin.buffer.read(content.MAX_BYTES + 1)
    if len(data) > content.MAX_BYTES:
        raise SaveError("standard input is too large to be a game")
    return data

"""Options and output that several commands share."""

import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from pbem.board import FORMATS, is_row

if TYPE_CHECKING:
    from pbem.errors import PbemError
    from pbem.game import Paint
    from pbem.session import Session
    from pbem.taking import Taking


def _named(ctx: click.Context, what: str) -> str:
    """The FILE or GAME of a line that is being completed: the first word behind the command that is no option."""
    words = (word for word in (ctx.obj or [])[1:] if not word.startswith("-"))
    return str(ctx.params.get(what) or next(words, ""))


def _loaded(ctx: click.Context) -> "Session | None":
    """The game of FILE, for completion, which asks for nothing where that does not hold."""
    from pbem import reading
    from pbem.errors import PbemError

    try:
        return reading.load(_named(ctx, "file"))
    except (PbemError, OSError):
        return None


def complete_moves(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For a shell: how a move goes on."""
    from pbem import completing

    game = _loaded(ctx)
    return completing.moves(game, incomplete) if game else []


def complete_players(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For a shell: players of the game."""
    game = _loaded(ctx)
    names = game.header.names if game else []
    return [name for name in names if name.casefold().startswith(incomplete.casefold())]


def complete_games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For a shell: what can be played."""
    from pbem import packages, registry

    built_in = registry.ids()
    return [name for name in (*built_in, *packages.ids(built_in)) if name.startswith(incomplete)]


def complete_options(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For a shell: options of the game that is named."""
    from pbem import registry
    from pbem.errors import PbemError

    try:
        rules = registry.load(_named(ctx, "game"))
    except PbemError:
        return []
    return [option for option in rules.options if option.startswith(incomplete)]


class GameFile(click.Path):
    """The file of a game; in the place of a folder it is told what tells of the games there."""

    def __init__(self, allow_dash: bool = False) -> None:
        super().__init__(dir_okay=False, allow_dash=allow_dash)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See click.ParamType."""
        if os.path.isdir(value):
            self.fail(f"'{value}' is a folder: {typed('status', value)} tells of the games in it.", param, ctx)
        return super().convert(value, param, ctx)


FILE = click.argument("file", type=GameFile(), metavar="FILE")
FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    help="Marks that make a forum keep the board as it is.",
)
FULL = click.option("--full", is_flag=True, help="With the legend, all supplies, and how to answer.")
OUTPUT = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="OUT",
    callback=lambda ctx, param, value: None if value == "-" else value,
    help="A new file instead of standard output, for which - stands.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, errors (on stderr) included.")
SCHEDULER = click.option("--scheduler", metavar="ADDRESS", help="Work on a Dask cluster (extra `cluster`).")
SEAT = click.option(
    "--seat", "seats", multiple=True, metavar="NAME=S", help="A player's side of the board: N, E, S or W."
)
SECRET = click.option(
    "--secret",
    "secret_file",
    type=click.Path(dir_okay=False),
    help="The secret (a keeper's, or your own), if it is not beside FILE.",
)


def named(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Callback of a new game file: a file called `-` could not be told from standard input."""
    if value == "-":
        raise click.UsageError("a game file needs a name; - stands for standard input and output", ctx)
    return value


NEW_GAME = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    required=True,
    metavar="FILE",
    callback=named,
    help="The new game file.",
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


asked: dict[str, bool | None] = {}
"""What was asked for, for errors, which are printed when no command runs any more."""


def _colour(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Keep for Click what --color says; NO_COLOR where it says nothing (https://no-color.org)."""
    if value is not None:
        ctx.color = {"always": True, "never": False}.get(value)
    elif ctx.color is None and os.environ.get("NO_COLOR"):
        ctx.color = False
    asked["colour"] = ctx.color


COLOUR = click.Option(
    ["--color"],
    type=click.Choice(["auto", "always", "never"]),
    expose_value=False,
    callback=_colour,
    help="Colours; auto: on a terminal, unless NO_COLOR is set.",
)
"""Every command has it."""


def watched() -> bool:
    """Whether somebody sees on standard error, which may be closed, how far a command is."""
    return sys.stderr is not None and sys.stderr.isatty()


def echo_post(game: "Session", form: str, full: bool, turn: int | None = None, name: str | None = None) -> None:
    """Print a position: with the board on top to be pasted, at the end for a terminal, where the top scrolls away."""
    from pbem import board, report

    plain = form == FORMATS[0]
    on_screen = plain and sys.stdout is not None and sys.stdout.isatty()
    text = board.wrap(report.show(game, turn, name, full, on_screen), form)
    answer = f"{game.turn} {game.to_move}: "
    if plain and _coloured():
        lines = coloured(game.rules.paint, text.split("\n"))
        text = "\n".join(click.style(line, bold=True) if line.startswith(answer) else line for line in lines)
    click.echo(text)


def echo_boards(game: "Session", lines: Sequence[str]) -> None:
    """Print lines with boards among them."""
    click.echo("\n".join(coloured(game.rules.paint, lines) if _coloured() else lines))


def _coloured() -> bool:
    """Whether standard output gets colours."""
    wanted = click.get_current_context().color
    return sys.stdout is not None and (sys.stdout.isatty() if wanted is None else wanted)


def coloured(paint: "Paint", lines: Sequence[str]) -> list[str]:
    """Lines with the cells of boards in the colours that the game gives them; the letters stay."""
    found = []
    for line in lines:
        if is_row(line, paint.cell) and not line.startswith("x "):  # that one names the files
            label, *cells = line.split(" ")
            colours = [paint.colour(cell) for cell in cells]
            drawn = [click.style(cell, fg=fg) if fg else cell for cell, fg in zip(cells, colours, strict=True)]
            line = " ".join([label, *drawn])
        found.append(line)
    return found


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


def echo_position(game: "Session", turn: int | None = None, name: str | None = None, **told: Any) -> None:
    """Print a position as JSON, see for_scripts.position, after what a command has `told` of itself."""
    from pbem import for_scripts

    echo_json({**told, **for_scripts.position(game, turn, name)})


def echo_forms(error: "PbemError | None") -> None:
    """Below what is told of a line that cannot be read: where all forms are, if they were too many to be named."""
    from pbem.errors import FORMS

    if error is not None and error.forms_of:
        click.echo(FORMS.format(game=error.forms_of), err=True)


def typed(*words: str) -> str:
    """A command of pbem as a shell takes it, whatever blanks are in its words."""
    import shlex

    from pbem.errors import visible

    return " ".join(["pbem", *(shlex.quote(visible(word)) for word in words)])


def read_seats(seats: Sequence[str]) -> list[tuple[str, str]]:
    """The players and sides that --seat names; raises HeaderError."""
    from pbem.errors import HeaderError
    from pbem.plain import same

    found: dict[str, tuple[str, str]] = {}
    for words in seats:
        name, equals, side = words.rpartition("=")
        if not equals:
            raise HeaderError(f"`{words}` should read NAME=S")
        if found.setdefault(same(name), (name, side)) != (name, side):
            raise HeaderError(f"the seat of {name} is named twice")
    return list(found.values())


def read_secret(path: str | None) -> str | None:
    """The text of a secret file, or None if none is named."""
    if path is None:
        return None
    from pbem import content

    return content.decode(content.read_bytes(path), path).strip()


def checked(taken: "Taking", game: "Session", as_json: bool) -> list[str]:
    """Tell what is taken of a text, and what is still to be told once it is played; raises PbemError for a doubt.

    With --json that is all of it: a refusal stands alone on standard error, to be read as JSON.
    """
    if not as_json:
        click.echo(taken.told(), err=True)
    taken.check(game)
    return [taken.told()] if as_json else []


def read_stdin() -> bytes:
    """All of standard input."""
    from pbem import content
    from pbem.errors import SaveError

    data = _stdin().read(content.MAX_BYTES + 1)
    if len(data) > content.MAX_BYTES:
        raise SaveError("standard input is too large to be a game")
    return data


def read_message() -> bytes:
    """A message on standard input, as much as is read of one; whoever pipes it in gets rid of all of it."""
    from pbem.mail.mime import MOST

    return _beginning(MOST + 1)


def read_text() -> bytes:
    """Any text on standard input, of one that is longer than any that is read its beginning, in which a mail has it."""
    from pbem import content

    return _beginning(content.MAX_BYTES + 1)


def _beginning(most: int) -> bytes:
    stdin = _stdin()
    data = stdin.read(most)
    while stdin.read(1 << 20):
        pass
    return data


def _stdin() -> BinaryIO:
    from pbem.errors import SaveError

    if sys.stdin is None:
        raise SaveError("standard input is closed")
    return sys.stdin.buffer

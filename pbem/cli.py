"""The command line: a group whose commands are imported when they are used, and how errors are shown."""

import gc
import io
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from pbem import __version__, interrupts

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pbem.errors import PbemError

COMMANDS = {
    "games": "What can be played.",
    "new": "Start a game.",
    "join": "Join a game that its players deal together.",
    "move": "Apply moves to a game.",
    "read": "Tell what would be taken from a mail or a post.",
    "show": "Print the position, ready to paste.",
    "picture": "Draw the position: SVG, HTML or PNG.",
    "legal": "Tell what may come next.",
    "play": "Make a move by answering questions.",
    "undo": "Take turns back.",
    "log": "Print the numbered log.",
    "replay": "Print board after board.",
    "status": "Tell whose turn it is in many games.",
    "book": "Write games as a page to step through.",
    "check": "Re-read whole games.",
    "suggest": "Tell the best moves.",
    "analyse": "Tell what every turn gave away.",
    "simulate": "Let bots play many games.",
    "export": "Turn a game into a record.",
    "import": "Turn a record into a game.",
    "club": "Games by mail that a robot runs.",
    "setup": "Print the position as a setup file.",
    "rules": "Print the notation of a game.",
    "completion": "Print the script with which a shell completes commands and moves.",
    "demo": "Play a finished example game.",
}


_LINES = {
    "stop": 'A game is ended undecided by a line of its log: pbem move FILE "stop ; why"',
    "end": 'A game ends by its rules; one that is given up by a line of its log: pbem move FILE "stop ; why"',
    "draw": "Draws that are due are dealt, or asked for, by: pbem move FILE",
    "roll": "Rolls that are due are dealt, or asked for, by: pbem move FILE",
    "help": "There is: pbem --help, and the same of each command",
}
"""What people look for among the commands, and is none."""


class _ReadEnough(Exception):
    """Nobody reads what is printed any more; Click would make exit status 1 of a BrokenPipeError."""


class _Lazy(click.Group):
    """Finds a command in pbem/commands/ by its name."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReadEnough from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        import importlib

        module = importlib.import_module(f"pbem.commands.{cmd_name}_")
        from pbem.commands.options import COLOUR

        command: click.Command = module.command
        for one in (command, *getattr(command, "commands", {}).values()):
            if COLOUR not in one.params:
                one.params.append(COLOUR)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Commands by their names, none of them imported."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            import difflib

            close = difflib.get_close_matches(args[0], COMMANDS, 1, 0.7)
            meant = _LINES.get(args[0]) or (f"Did you mean '{close[0]}'?" if close else "")
            ctx.fail(f"No such command '{args[0]}'. {meant}".rstrip())
        return super().resolve_command(ctx, args)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pbem")
def pbem() -> None:
    """Play board games by mail: a move is a line of text, the answer an ASCII board.

    \b
    pbem demo                                   a finished game
    pbem new maharani g.toml --player "Ana=green,yellow" --player "Bob=red,blue"
    pbem move g.toml "1-3f2"                    play a move, print the board
    pbem show g.toml                            the board again, to paste

    Exit status: 0 done, 1 done but not printed, 2 wrong usage, 3 a file or a log that does not hold, 4 text that is
    no move, 5 a move against the rules, 6 a move for another turn or by another player.
    """


def main() -> None:
    """The console entry point."""
    # A short-lived process has no use for the garbage collector, nor for tidying up at its end.
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name that the terminal cannot show is no reason to fail; a file is to be read again, by pbem as well.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
    asked = os.environ.get("_PBEM_COMPLETE")  # by a shell, to complete a line
    try:
        status = _complete(asked) if asked else run()
    finally:
        gc.freeze()
    sys.exit(status)


def _complete(instruction: str) -> int:
    """Answer a shell that completes a line."""
    from pbem.commands import completion_

    return completion_.respond(pbem, instruction)


def run(args: list[str] | None = None) -> int:
    """Run a command line; the exit status."""
    from pbem.errors import PbemError

    try:
        result: Any = pbem.main(args, prog_name="pbem", standalone_mode=False)
    except click.ClickException as error:
        click.echo(_wrong_usage(error), err=True)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo(interrupts.told(), err=True)
        return interrupts.STOPPED
    except PbemError as error:
        _show(error, args if args is not None else sys.argv[1:])
        return error.status
    except (BrokenPipeError, _ReadEnough):  # whoever reads has read enough
        sys.stdout = None
        return 0
    except (Exception, SystemExit) as error:
        given = args if args is not None else sys.argv[1:]
        failed = _failed(error, given)
        if failed is not None:
            _show(failed, given)
            return failed.status
        if not isinstance(error, OSError):
            raise
        click.echo(f"pbem: cannot print ({error.strerror}); what the command had to store is stored", err=True)
        sys.stdout = None
        return 1
    if sys.stdout is None:
        click.echo("pbem: cannot print (standard output is closed); what the command had to store is stored", err=True)
        return 1
    return result if isinstance(result, int) else 0


def _wrong_usage(error: click.ClickException) -> str:
    """What Click says, which repeats what was typed; of a word that should be one of a few, if a letter is odd."""
    from pbem.errors import on_one_line, short
    from pbem.plain import strange

    told = io.StringIO()
    error.show(told)
    message, text = error.message, told.getvalue().rstrip("\n")
    if isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):  # a group without a command: its help
        return text
    text = text.replace(message, short(on_one_line(message)))
    choice = isinstance(getattr(getattr(error, "param", None), "type", None), click.Choice)
    odd = strange(message) if choice or message.startswith("No such ") else ""
    return f"{text} {odd[2:]}." if odd else text


def _failed(error: BaseException, args: list[str]) -> "PbemError | None":
    """What to tell if the rules of another package's game raised this, and of the FILE; None for faults of ours."""
    if "pbem.packages" not in sys.modules:  # no such game was asked for
        return None
    from pbem import files, packages

    failed = packages.failure(error)
    if failed is None:
        return None
    file = _file(args)
    if os.path.exists(file):
        return failed.more(f"; {file} is {'written' if files.was_written(file) else 'as it was'}")
    return failed


def _file(args: list[str]) -> str:
    """The FILE of a command line that was run, or "" where it has none."""
    name, command, rest = pbem.resolve_command(click.Context(pbem), args)
    if command is None:
        return ""
    return str(command.make_context(name, rest, resilient_parsing=True).params.get("file") or "")


def _show(error: "PbemError", args: list[str]) -> None:
    if "--json" in args:
        from pbem.commands.options import json_text

        click.echo(json_text({"error": error.as_json()}), err=True)
    else:
        from pbem.commands.options import asked, echo_forms
        from pbem.errors import visible

        click.secho(f"pbem: {visible(str(error))}", fg="red", err=True, color=asked.get("colour"))
        echo_forms(error)


if __name__ == "__main__":
    main()

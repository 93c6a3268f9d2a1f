"""pbem completion, and what shells are answered: Click's own scripts and protocol, mended for words that are moves."""

import os
import sys
from typing import Any

import click
from click import shell_completion as shells

SHELLS = ("bash", "zsh", "fish")
_BREAKS = (":", "=")
"""Where bash begins a new word, though it is the same one."""


class Words(shells.ShellComplete):
    """Lets parameters see the whole line: behind an option without its value Click has read nothing."""

    def get_completions(self, args: list[str], incomplete: str) -> list[shells.CompletionItem[str]]:
        """See click."""
        self.ctx_args = {**self.ctx_args, "obj": args}
        return super().get_completions(args, incomplete)


class Bash(Words, shells.BashComplete):
    """A move in bash: words that it breaks are put together, and blanks are put in quotes."""

    kept = 0
    """Characters of the word that bash keeps."""
    quoted = False

    def get_completion_args(self) -> tuple[list[str], str]:
        """See click; bash passes the words as they stand on the line, one below the other."""
        words = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
        parts = [words.pop()] if len(words) > 1 else [""]
        while len(words) > 2 and (parts[0] in _BREAKS or words[-1] in _BREAKS):
            parts.insert(0, words.pop())
        word = "".join(parts)
        if len(parts) > 1:
            self.kept = 1 + max(map(word.rfind, _BREAKS))
        self.quoted = word[:1] in ('"', "'")
        return shells.split_arg_string("\n".join(words))[1:], "".join(shells.split_arg_string(word)[:1])

    def format_completion(self, item: shells.CompletionItem[Any]) -> str:
        """See click."""
        value = item.value
        if item.type == "plain" and not self.quoted:
            value = f'"{value}"' if " " in value and not self.kept else value[self.kept :]
        return f"{item.type},{value}"


class Zsh(Words, shells.ZshComplete):
    """As Click has it."""


class Fish(Words, shells.FishComplete):
    """A move in fish: Click's script cuts it at its first comma."""

    source_template = shells.FishComplete.source_template.replace('string split ","', 'string split -m 1 ","')


def respond(group: click.Group, instruction: str) -> int:
    """Answer a shell: nothing where anything is wrong, and never a message, which would stand in somebody's line."""
    for shell in (Bash, Zsh, Fish):
        shells.add_completion_class(shell)
    if instruction.endswith("_complete"):
        with open(os.devnull, "w") as nowhere:
            sys.stderr = nowhere
            try:
                return shells.shell_complete(group, {}, "pbem", "_PBEM_COMPLETE", instruction)
            except (Exception, SystemExit):
                return 1
            finally:
                sys.stderr = sys.__stderr__
    return shells.shell_complete(group, {}, "pbem", "_PBEM_COMPLETE", instruction)


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the script that lets a SHELL complete commands, files, games, players and moves.

    \b
    Examples:
      pbem completion fish > ~/.config/fish/completions/pbem.fish
      eval "$(pbem completion bash)"          in ~/.bashrc
      eval "$(pbem completion zsh)"           in ~/.zshrc, behind compinit
    """
    group = click.get_current_context().find_root().command
    assert isinstance(group, click.Group)
    respond(group, f"{shell}_source")

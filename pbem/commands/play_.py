"""pbem play."""

import sys
from typing import TYPE_CHECKING

import click

from pbem.commands.options import FILE, SECRET, echo_post, read_secret

if TYPE_CHECKING:
    from pbem.game import Step
    from pbem.guided import Guide
    from pbem.session import Session

_LONGEST = 10_000
"""Bytes of an answer."""


@click.command("play")
@FILE
@SECRET
def command(file: str, secret_file: str | None) -> None:
    """Make a move by answering questions: no notation to be learnt.

    The board, then one question after the other. A number chooses; so does the beginning of a move. `back` takes the
    last answer back, `?` helps, `? 3` tells what choice 3 means, `board` draws the board again. At the end stands the
    whole move with what it brings, and only the word yes plays it. What is to be sent is printed last.

    Answers may come from a pipe; where they end nothing is played. In a game dealt together the move gets its link as
    with `move`, and the last lines are what to mail.

    \b
    Examples:
      pbem play g.toml
      printf '%s\\n' 1 2 yes | pbem play g.toml
    """
    from pbem import reading

    game = reading.load(file, read_secret(secret_file))
    _check(game, secret_file)
    echo_post(game, "text", full=False)
    while True:
        steps = _asked(game, file, secret_file)
        if steps is None:
            click.echo("Nothing is played.", err=True)
            return
        turn = game.turn
        game = _played(file, secret_file, game, steps)
        if game.turn != turn or game.fold.state.actor < 0 or game.stopped:
            return
        click.echo("\nThe turn goes on.")


def _check(game: "Session", secret_file: str | None) -> None:
    """Raises NotThere where no player is to choose."""
    from pbem.errors import NotThere

    if game.header.chance == "together":
        from pbem.commands import dealing

        dealing.check_choosing(game, secret_file)
        return
    if game.draw_due:
        raise NotThere(f"{game.waits_for}: pbem move FILE makes it")
    if game.fold.state.actor < 0 or game.stopped:
        raise NotThere(f"there is nothing to choose: {game.waits_for}")


def _asked(game: "Session", file: str, secret_file: str | None) -> "tuple[Step, ...] | None":
    """The steps of a line that somebody said yes to; None where the input ends before."""
    from pbem.guided import Guide

    guide = Guide(game)
    while True:
        told: list[str] = []
        while not guide.done:
            if not told:  # else it scrolls away
                click.echo("\n".join(["", *guide.question()]))
            text = _read("Number, or how it begins (back, ?, board): ")
            if text is None:
                return None
            told = guide.answer(text) if text.strip() else []
            for line in told:
                click.echo(line)
        for line in _result(guide, file, secret_file):
            click.echo(line)
        text = _read("Type yes to play it, back to change it: ")
        while text is not None and text.strip().casefold() not in ("yes", "back"):
            text = _read("Only the word yes plays it; back goes back: ")
        if text is None:
            return None
        if text.strip().casefold() == "yes":
            return guide.line
        guide.back()


def _read(prompt: str) -> str | None:
    """A line of standard input, None at its end."""
    click.echo(prompt, nl=False)
    sys.stdout.flush()
    line = sys.stdin.buffer.readline(_LONGEST).decode(errors="replace") if sys.stdin is not None else ""
    if not line or not sys.stdin.isatty():
        click.echo()
    return line or None


def _result(guide: "Guide", file: str, secret_file: str | None) -> list[str]:
    """The whole line as it would be stored, and what it brings; nothing is changed."""
    from pbem import report
    from pbem.board import wrapped
    from pbem.folded import fold_lines
    from pbem.guided import WIDTH

    game = guide.game
    if game.header.chance == "together":
        from pbem.commands import dealing

        added, scores = dealing.tried(file, _text(game, guide.line), secret_file)
    else:
        kept = game.fold.snapshot()
        try:
            added = game.play(guide.line, deal=False)
            scores = game.scores
        finally:
            game.fold.restore(kept)
    lines = ["", *guide.drawn(), "", *fold_lines(added)]
    if scores:
        told = f"Scores now: {report.scored(game.scores)}; then: {report.scored(scores)}."
        lines += wrapped(told, WIDTH)
    return lines


def _text(game: "Session", steps: "tuple[Step, ...]") -> str:
    """Steps as a line with turn and name."""
    return f"{game.turn} {game.to_move}: {game.fold.notation.format_steps(steps)}"


def _played(file: str, secret_file: str | None, before: "Session", steps: "tuple[Step, ...]") -> "Session":
    """Play a line, print what is to be sent, and give the game; raises StaleMove where it has gone on meanwhile."""
    from pbem import reading
    from pbem.errors import StaleMove
    from pbem.folded import fold_lines

    with reading.change(file, read_secret(secret_file)) as game:
        if game.log != before.log or game.header.id != before.header.id:
            raise StaleMove(
                f"the game has gone on meanwhile, so nothing is played; it is at turn {game.turn}", turn=game.turn
            )
        if game.header.chance == "together":
            from pbem.commands import dealing

            told = dealing.Told("text", full=False, as_json=False)
            dealing.move(game, (_text(game, steps),), (False, False), secret_file, told)
            return game
        added = game.play(steps)
    click.echo("\n".join(["", *fold_lines(added), ""]))
    echo_post(game, "text", full=False)
    return game

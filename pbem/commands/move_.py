"""pbem move."""

from contextlib import nullcontext

import click

from pbem.commands.options import (
    FILE,
    FORMAT,
    FULL,
    JSON,
    SECRET,
    WithMoves,
    checked,
    complete_moves,
    echo_position,
    echo_post,
    read_secret,
    read_text,
)
from pbem.session import Session


@click.command("move", cls=WithMoves)
@FILE
@click.argument("lines", nargs=-1, metavar="[LINE]...", shell_complete=complete_moves)
@click.option("--dry-run", is_flag=True, help="Check and print, but write nothing.")
@click.option("--turn", type=int, metavar="N", help="Refuse unless the game is at turn N.")
@click.option("--key", metavar="KEY", help="Refuse unless the position has this key.")
@click.option("--bot", metavar="BOT", help="A bot moves for whoever is to move: random, greedy, search:2000, ...")
@click.option("--fresh", is_flag=True, help="Begin a new block with a link of its own (games dealt together).")
@FULL
@FORMAT
@SECRET
@JSON
def command(
    file: str,
    lines: tuple[str, ...],
    dry_run: bool,
    turn: int | None,
    key: str | None,
    bot: str | None,
    fresh: bool,
    full: bool,
    form: str,
    secret_file: str | None,
    as_json: bool,
) -> None:
    """Apply LINEs to a game, all or none, and print the new board.

    A LINE is one turn, with or without its number and name, or a draw in a game where people draw. Several LINEs
    are several turns; steps of one turn are joined by /. How moves are written: pbem rules GAME. Without any LINE
    the keeper makes the draw that is due. A LINE that begins with a dash stands behind --. A LINE may go on after
    results that it waits for (rajas); what they make impossible is left out, and told.

    In a game dealt together links, results that you owe and openings come by themselves: what is printed above `To
    mail` is mailed. There LINEs are your own, or blocks of others; without any LINE what you owe is opened.

    In place of all LINEs `-` takes any text on standard input: a mail as it came, a forum post, a thread, a log, a
    record. What is new in it is played: lines with turn and name, draws beside them, or one move alone. Lines that
    the game has already are skipped, quotes and signatures are not read, and any doubt is told and nothing played
    (exit status 4; for a line that is refused that of a typed one: 4, 5 or 6).

    \b
    Examples:
      pbem move g.toml "1-3f2"
      pbem move g.toml "13 Ana: 1-3f2W / 4-2f8S+g =1 ; wanted the edge"
      pbem move g.toml - < mail.eml
      pbem move g.toml --bot search:2000
    """
    from pbem import reading, report
    from pbem.folded import fold_lines

    if "-" in lines and len(lines) > 1:
        raise click.UsageError("`-` takes the whole text of standard input, and stands alone")
    if bot is not None and lines:
        raise click.UsageError("a bot finds its move itself: leave out LINE")
    secret = read_secret(secret_file)
    told: list[str] = []
    # A dry run leaves the next draw hidden.
    with nullcontext(reading.load(file, secret)) if dry_run else reading.change(file, secret) as game:
        _check_place(game, turn, key)
        if game.header.chance == "together":
            from pbem.commands import dealing

            dealing.move(
                game, lines if bot is None else bot, (dry_run, fresh), secret_file, dealing.Told(form, full, as_json)
            )
            return
        if fresh:
            raise click.UsageError("--fresh is for games dealt together")
        if bot is not None:
            from pbem import advice

            given, added = [], advice.play(game, bot, deal=not dry_run)
        elif lines == ("-",):
            from pbem import taking

            taken = taking.take_from(game, read_text())
            told = checked(taken, game, as_json)
            given = list(taken.lines)
            added = game.play(*given, deal=not dry_run) if given else []
        else:
            given = _typed(game, lines)
            added = game.play(*given, deal=not dry_run)
    notes = report.remarks(game.fold, len(game.fold.lines) - len(added))
    for sentence in told:
        click.echo(sentence, err=True)
    _tell(game, given, notes, dry_run)
    if as_json:
        from pbem import for_scripts

        written = bool(added) and not dry_run
        left_out = game.left_out or None
        parts = for_scripts.parts(game, len(added))
        echo_position(game, added=added, written=written, left_out=left_out, notes=notes, **parts)
        return
    if added:
        click.echo("\n".join([*fold_lines(added), "", *report.unseen(game, len(added))]))
    echo_post(game, form, full)


def _check_place(game: Session, turn: int | None, key: str | None) -> None:
    """Raises StaleMove unless the game is where --turn and --key say."""
    from pbem.errors import StaleMove
    from pbem.plain import strange

    if turn is not None and turn != game.turn:
        raise StaleMove(f"that was for turn {turn}, the game is at turn {game.turn}", given=turn, turn=game.turn)
    if key is not None and key.lower() != game.key:
        raise StaleMove(
            f"that was for the position {key}, the game is at {game.key}{strange(key)}", given=key, key=game.key
        )


def _typed(game: Session, arguments: tuple[str, ...]) -> list[str]:
    """The lines of all LINEs, of which one may be a text of several; raises NotThere if nothing is to be done."""
    from pbem.errors import NotThere
    from pbem.folded import unfolded

    texts = [unfolded(argument.split("\n")) for argument in arguments]
    given = [line for text in texts for line in text if line.strip()]
    if not given and not game.draw_due:
        if game.header.chance == "keeper" and game.waits_for_draw:
            raise NotThere(f"{game.waits_for}, and the keeper's secret is not here: paste the keeper's line")
        raise NotThere(f"nothing to do: {game.waits_for}")
    for text in texts:
        if len(text) > 1:
            from pbem import meant

            meant.check_several(game.fold, text)
    return given


def _tell(game: Session, given: list[str], notes: list[str], dry_run: bool) -> None:
    """What is to be known beside the board."""
    from pbem import report

    if game.left_out:
        click.echo(f"Note: the rest of the line was not played: {game.left_out}", err=True)
    if dry_run:
        click.echo("Nothing written (--dry-run).", err=True)
    for note in [*notes, *report.not_played(game, given)]:
        click.echo(f"Note: {note}", err=True)

"""pbem undo."""

import click

from pbem.commands.options import FILE, FORMAT, FULL, JSON, SECRET, echo_position, echo_post, read_secret


@click.command("undo")
@FILE
@click.argument("more", nargs=-1, metavar="")
@click.option("--to", type=int, metavar="TURN", help="Take back this turn and all after it; the last one if left out.")
@click.option("--draw", is_flag=True, help="Take back a draw instead (games where people draw).")
@click.option("--unsent", is_flag=True, help="Strike your lines that were not mailed yet (games dealt together).")
@click.option("--back", is_flag=True, help="Play again, as new lines, what the last undo took back.")
@click.option("--reason", metavar="TEXT", help="Stands in the log for all to see.")
@FULL
@FORMAT
@SECRET
@JSON
def command(
    file: str,
    more: tuple[str, ...],
    to: int | None,
    draw: bool,
    unsent: bool,
    back: bool,
    reason: str | None,
    full: bool,
    form: str,
    secret_file: str | None,
    as_json: bool,
) -> None:
    """Take turns back, or a stop. The log keeps them, and the draws that come again are the same.

    The line says where in the log it stands, as `undo 12 line 31`: pasted a second time it is refused. In a game dealt
    together it asks the others, each of whom agrees with pbem undo FILE; all have to.

    \b
    Examples:
      pbem undo g.toml
      pbem undo g.toml --to 12 --reason "Ana meant slot 3"
      pbem undo g.toml --back
    """
    from pbem import reading
    from pbem.folded import fold_lines

    if more:
        raise click.UsageError(
            f"`{' '.join(more)}` is too much: pbem undo FILE takes back the last turn, or a stop; "
            "--to TURN names another turn, and --draw is for a draw that people entered"
        )
    if draw + back + unsent + (to is not None) > 1:
        raise click.UsageError("--draw, --to, --unsent and --back do not go together")
    if back and reason is not None:
        raise click.UsageError("what is played again has its own remarks: --back and --reason do not go together")
    with reading.change(file, read_secret(secret_file)) as game:
        if game.header.chance == "together" and not (draw or back):
            from pbem.commands import dealing

            dealing.undo(game, to, unsent, reason, secret_file, dealing.Told(form, full, as_json))
            return
        if unsent:
            raise click.UsageError("--unsent is for games dealt together")
        added = game.undo_back() if back else game.undo_draw(reason) if draw else game.undo(to, reason)
    if as_json:
        echo_position(game, added=added)
    else:
        click.echo("\n".join([*fold_lines(added), ""]))
        echo_post(game, form, full)

"""pbem move."""

import click

from pbem.commands.options import FILE, FORMAT, JSON, SECRET, WithMoves, echo_json, read_secret, read_stdin


@click.command("move", cls=WithMoves)
@FILE
@click.argument("lines", nargs=-1, metavar="[LINE]...")
@click.option("--dry-run", is_flag=True, help="Check and print, but write nothing.")
@click.option("--turn", type=int, metavar="N", help="Refuse unless the game is at turn N.")
@click.option("--key", metavar="KEY", help="Refuse unless the position has this key.")
@FORMAT
@SECRET
@JSON
def command(
    file: str,
    lines: tuple[str, ...],
    dry_run: bool,
    turn: int | None,
    key: str | None,
    form: str,
    secret_file: str | None,
    as_json: bool,
) -> None:
    """Apply LINEs to a game, all or none, and print the new board.

    A LINE is one turn, with or without its number and name, or a draw in a game where people draw; `-` reads
    lines from standard input. In a text of several lines each move has its turn or its name, `3 Bob: ...`; without
    both it counts only if it is the one move there, and never if it is a letter or two. Several LINEs are several
    turns; steps of one turn are joined by /. How moves are written: pbem rules GAME. A LINE that begins with a dash
    stands behind --. Without any LINE the keeper makes the draw that is due. A LINE may go on after results that it
    waits for (rajas); what they make impossible is left out, and told.

    \b
    Examples:
      pbem move g.toml "1-3f2"
      pbem move g.toml "13 Ana: 1-3f2W / 4-2f8S+g =1 ; wanted the edge"
      pbem move g.toml - --key 4f2a9c < moves.txt
    """
    from pbem import board, content, reading, remarks, report
    from pbem.errors import NotThere, StaleMove
    from pbem.folded import fold_lines, unfolded
    from pbem.session import Session

    read = [content.decode(read_stdin(), "standard input") if line == "-" else line for line in lines]
    pasted = [unfolded(text.split("\n")) for text in read]
    texts = [text for part in pasted for text in part]
    given = [text for text in texts if text.strip()]

    def apply(game: Session) -> list[str]:
        if turn is not None and turn != game.turn:
            raise StaleMove(f"that was for turn {turn}, the game is at turn {game.turn}", given=turn, turn=game.turn)
        if key is not None and key.lower() != game.key:
            raise StaleMove(f"that was for the position {key}, the game is at {game.key}", given=key, key=game.key)
        if not given and not game.draw_due:
            if game.header.chance == "keeper" and game.waits_for_draw:
                raise NotThere(f"{game.waits_for}, and the keeper's secret is not here: paste the keeper's line")
            raise NotThere(f"nothing to do: {game.waits_for}")
        for part in pasted:
            if len(part) > 1:
                from pbem import several

                several.check(game, part)
        return game.play(*(texts if len(given) > 1 else given), deal=not dry_run)

    secret = read_secret(secret_file)
    if dry_run:  # which leaves the next draw hidden
        game = reading.load(file, secret)
        added = apply(game)
    else:
        with reading.change(file, secret) as game:
            added = apply(game)
    notes = remarks.since(game.fold, len(game.fold.lines) - len(added))
    if game.left_out:
        click.echo(f"Note: the rest of the line was not played: {game.left_out}", err=True)
    if dry_run:
        click.echo("Nothing written (--dry-run).", err=True)
    for note in notes:
        click.echo(f"Note: {note}", err=True)
    for text in given:
        if game.is_move(text.partition(";")[2]):
            click.echo("Note: what stands behind `;` is a remark. Steps of one turn are joined by `/`.", err=True)
    if as_json:
        left_out = game.left_out or None
        echo_json(
            {"added": added, "written": not dry_run, "left_out": left_out, "notes": notes, **report.as_json(game)}
        )
        return
    click.echo("\n".join([*fold_lines(added), ""]))
    click.echo(board.wrap(report.show(game), form))

"""pbem move."""

import click

from pbem.commands.options import FILE, JSON, SECRET, echo_json, read_secret, read_stdin


@click.command("move")
@FILE
@click.argument("lines", nargs=-1, metavar="LINE...")
@click.option("--dry-run", is_flag=True, help="Check and print, but write nothing.")
@click.option("--turn", type=int, metavar="N", help="Refuse unless the game is at turn N.")
@click.option("--key", metavar="KEY", help="Refuse unless the position has this key.")
@click.option("--format", "form", type=click.Choice(["text", "bbcode", "markdown"]), default="text")
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

    A LINE is a move, with or without its turn and name, or a draw in a game where people draw; `-` reads
    lines from standard input. How moves are written: pbem rules GAME. Without any LINE the keeper's draw that is
    due is made.

    \b
    Examples:
      pbem move g.toml "1-3f2"
      pbem move g.toml "13 Ana: 1-3f2W / 4-2f8S+g =1 ; wanted the edge"
      pbem move g.toml - --key 4f2a9c < moves.txt
    """
    from pbem import board, report, save, session
    from pbem.errors import NotationError, StaleMove

    texts: list[str] = []
    for line in lines:
        texts += save.decode(read_stdin(), "standard input").split("\n") if line == "-" else line.splitlines()

    def apply(game: session.Session) -> list[str]:
        if not any(text.strip() for text in texts) and not game.draw_due:
            raise NotationError("", 1, "there is no move")
        if turn is not None and turn != game.turn:
            raise StaleMove(f"that was for turn {turn}, the game is at turn {game.turn}", given=turn, turn=game.turn)
        if key is not None and key.lower() != game.key:
            raise StaleMove(f"that was for the position {key}, the game is at {game.key}", given=key, key=game.key)
        return game.play(*texts)

    secret = read_secret(secret_file)
    if dry_run:
        game = session.load(file, secret)
        added = apply(game)
    else:
        with session.change(file, secret) as game:
            added = apply(game)
    if as_json:
        echo_json({"added": added, "written": not dry_run, **report.as_json(game)})
        return
    shown = [*added, "", *report.show(game)]
    if dry_run:
        shown = ["Nothing written (--dry-run).", *shown]
    click.echo(board.wrap(shown, form))

"""pbem check."""

import click

from pbem.commands.options import JSON, SCHEDULER, SECRET, GameFile, json_text, read_secret, watched


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=GameFile(), metavar="FILE...")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes; 0 for one per core.",
)
@SCHEDULER
@SECRET
@JSON
def command(files: tuple[str, ...], jobs: int, scheduler: str | None, secret_file: str | None, as_json: bool) -> int:
    """Re-read whole games, save files or records: every rule, claim, result and draw that can be verified.

    The draws of a keeper's game are verified if the secret lies beside the file as FILE.secret or is named. Also
    told are a setup that a game began from, undos and what they took back, and that no tables are named.
    Exit status 0 if all is well, else 3.

    \b
    Examples:
      pbem check g.toml
      pbem check archive/*.pbem --jobs 0 --json
      pbem check archive/*.pbem --scheduler tcp://10.0.0.1:8786
    """
    from pbem import checking

    secret = read_secret(secret_file)
    bad = 0
    first = True
    with checking.progress(len(files), hidden=not watched()) as advance:
        for done in checking.check(files, secret, jobs, scheduler):
            bad += not done["ok"]
            if as_json:
                click.echo(("[" if first else ",\n ") + json_text(done), nl=False)
            else:
                click.echo(checking.sentence(done), err=not done["ok"])
            first = False
            advance()
    if as_json:
        click.echo("]")
    return 3 if bad else 0

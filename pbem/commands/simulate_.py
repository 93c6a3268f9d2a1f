"""pbem simulate."""

import time
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pbem.commands.options import JSON, SCHEDULER, SEAT, echo_json, read_seats, read_stdin, watched

if TYPE_CHECKING:
    from pbem.simulating import Plan, Row

_AT_ONCE = 100  # games that go to a process together at most, and no more than the run plays in a second


@click.command("simulate")
@click.argument("what", metavar="GAME|SETUP")
@click.option(
    "--games", type=click.IntRange(1, 10**9), default=100, show_default=True, metavar="N", help="How many games."
)
@click.option("--player", "players", multiple=True, metavar="NAME[=COLOUR,...]", help="As for `pbem new`.")
@click.option(
    "--bots", default="greedy", show_default=True, metavar="BOT[,BOT...]", help="One for all, or one for each player."
)
@click.option("--seed", default="1", show_default=True, metavar="TEXT", help="All games follow from it.")
@click.option("--option", "options", multiple=True, metavar="OPTION", help="Add an expansion.")
@SEAT
@click.option(
    "--setup", type=click.Path(dir_okay=False), metavar="FILE", help="Start from a position (see pbem setup)."
)
@click.option("--first", metavar="NAME", help="Who begins; drawn for each game if left out.")
@click.option(
    "--turns", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="No game goes on for longer."
)
@click.option(
    "--jobs", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="Processes; 0: one per core."
)
@SCHEDULER
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="One row a game: .csv, .parquet.")
@click.option("--resume", is_flag=True, help="Go on with OUT where a run was stopped.")
@click.option(
    "--only",
    type=click.IntRange(1),
    metavar="K",
    help="Print the record of game K of the run instead; > FILE keeps it.",
)
@JSON
def command(
    what: str,
    games: int,
    jobs: int,
    scheduler: str | None,
    output: str | None,
    resume: bool,
    only: int | None,
    as_json: bool,
    **said: Any,
) -> None:
    """Let bots play many games, and tell who won how often.

    GAME is a game, or SETUP a file with a position that says of which game it is, as pbem setup writes it; - reads
    standard input. Each game is dealt from a seed of its own, made of --seed and its number, so the same command
    gives the same games on any machine, with any number of processes. Bots: random, greedy (the turn that earns
    most), search:N (N tries for each step), and those of other packages.

    \b
    Examples:
      pbem simulate maharani --player Ana=green,yellow --player Bob=red,blue --games 1000 --jobs 0
      pbem simulate setup.txt --bots greedy,search:200 --games 200 -o fair.csv
      pbem simulate setup.txt --bots greedy,search:200 --only 17 > game17.pbem
    """
    from pbem import pools, simulating
    from pbem.results import Results, check_name
    from pbem.tally import Tally

    if resume and output is None:
        raise click.UsageError("--resume goes on with a results file: name it with -o")
    plan, session = simulating.begun(_plan(what, said))
    if only is not None:
        if output is not None:  # of the whole run, whose command somebody has put --only to; a record goes to no file
            check_name(output)
        click.echo(simulating.record_of(plan, only), nl=False)
        return
    names = session.header.names
    tally = Tally(names)
    before, began = 0, time.monotonic()

    def played(first: int) -> "Iterator[Row]":
        done, since = first - 1, time.monotonic()

        def parts() -> "Iterator[tuple[int, int]]":
            start = first
            while start <= games:
                each = (done - first + 1) / max(time.monotonic() - since, 0.001)
                last = min(start + max(1, min(_AT_ONCE, int(each))) - 1, games)
                yield start, last
                start = last + 1

        for rows in pools.in_order(partial(simulating.play, plan), parts(), jobs, scheduler, [plan.game]):
            done += len(rows)
            yield from rows

    if output is None:
        for row in _watched(played(1), games, 0):
            tally.add(row)
    else:
        with Results(output, plan, names, session.rules.has_scores, resume) as results:
            for row in results.earlier(games):
                tally.add(row)
            done, before = tally.games, tally.steps
            for row in _watched(played(done + 1), games, done):
                results.add(row)
                tally.add(row)
            results.finish()
    seconds = time.monotonic() - began
    if as_json:
        echo_json(tally.as_json())
    else:
        click.echo("\n".join(tally.lines()))
    if seconds and not as_json:
        click.echo(f"steps a second: {(tally.steps - before) / seconds:,.0f}", err=True)


def _plan(what: str, said: dict[str, Any]) -> "Plan":
    """What the options say; raises PbemError."""
    import os

    from pbem import content, registry, simulating
    from pbem.errors import SaveError

    seats = read_seats(said["seats"])
    game, file = what, said["setup"]
    is_file = what == "-" or (os.path.exists(what) and not os.path.isdir(what))
    if file is None and what not in registry.ids() and is_file:
        file = what
    elif file is None and what not in registry.ids() and (os.sep in what or os.path.splitext(what)[1]):
        raise SaveError(f"there is no file {what}, and no game of that name")
    setup = None
    if file is not None:
        setup = content.decode(read_stdin() if file == "-" else content.read_bytes(file), file)
        game = simulating.game_of(setup) if file == what else what
    return simulating.Plan(
        game,
        said["players"],
        said["bots"],
        said["seed"],
        said["options"],
        tuple(seats),
        said["first"],
        setup,
        said["turns"],
    )


def _watched(rows: "Iterable[Row]", games: int, done: int) -> "Iterator[Row]":
    """The rows, and a progress bar on a terminal."""
    from pbem import checking

    with checking.progress(games - done, hidden=not watched(), label="games") as advance:
        for row in rows:
            yield row
            advance()

"""pbem analyse."""

from typing import Any

import click

from pbem.commands.options import JSON, SCHEDULER, GameFile, echo_json, watched


@click.command("analyse")
@click.argument("files", nargs=-1, required=True, type=GameFile(), metavar="FILE...")
@click.option(
    "--budget", type=click.IntRange(1), default=300, show_default=True, metavar="N", help="Tries for each question."
)
@click.option("--mine", metavar="NAME", help="Of a game that goes on: the past turns of NAME only.")
@click.option("--seed", default="", metavar="TEXT", help="Other numbers; the same give the same analysis.")
@click.option(
    "--jobs", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="Processes; 0: one per core."
)
@SCHEDULER
@JSON
def command(
    files: tuple[str, ...],
    budget: int,
    mine: str | None,
    seed: str,
    jobs: int,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Tell what every turn of a finished game gave away, as far as a search can see.

    For each turn: what its player could expect before it, after it, and with the best move that was found. More
    tries (--budget) see more, and a difference within the error is none.

    \b
    Examples:
      pbem analyse g.toml
      pbem analyse g.toml --budget 2000 --jobs 0 --json > analysis.json
      pbem analyse g.toml --mine Ana
    """
    from pbem import analysis, checking, pools, reading

    games = [(file, reading.load(file)) for file in files]
    listed = [(file, game, analysis.parts(game, file, mine, budget, seed)) for file, game in games]
    parts = [part for *_, some in listed for part in some]
    found = pools.in_order(analysis.analyse, parts, jobs, scheduler, {game.rules.id for _, game in games})
    told: list[dict[str, Any]] = []
    number = sum(len(some) for *_, some in listed)
    with checking.progress(number, hidden=not watched(), label="turns") as advance:
        for file, game, some in listed:
            turns = []
            for _ in some:
                turns.append(next(found))
                advance()
            told.append(
                {
                    "file": file,
                    "game": game.rules.id,
                    "id": game.header.id,
                    "outcome": "lead" if game.rules.has_scores else "win",
                    "budget": budget,
                    "turns": turns,
                    "players": analysis.summary(turns),
                }
            )
    if as_json:
        echo_json(told)
        return
    for one, (_, game, _) in zip(told, listed, strict=True):
        click.echo("\n".join(analysis.lines(game, one["turns"])))

"""pbem legal."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from pbem.commands.options import FILE, JSON, WithMoves, echo_json


def _earns(earns: tuple[int, ...]) -> int | list[int] | None:
    """A number, or several where a game counts several things; None in a game without claims."""
    return (earns[0] if len(earns) == 1 else list(earns)) if earns else None


@click.command("legal", cls=WithMoves)
@FILE
@click.argument("partial", default="")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    metavar="N",
    help="At most N moves, 0 for all. [default: 20; all with --json]",
)
@click.option("--all", "every", is_flag=True, help="Every whole turn, also where turns are long.")
@JSON
def command(file: str, partial: str, limit: int | None, every: bool, as_json: bool) -> None:
    """List legal moves with what each earns, the best first.

    With a PARTIAL move: those that begin so. In games with long turns (majolica, rajas): what may come next, each
    with the rest of the line that earns most, or where that is endless with one that ends; --all lists every line.
    Majolica's tiles are thrown away only where they must be.

    \b
    Examples:
      pbem legal g.toml
      pbem legal g.toml "1-3f2W /" --limit 0
      pbem legal g.toml 2-4 --json
      pbem legal g.toml --all --limit 0
    """
    import sys

    from pbem import reading

    game = reading.load(file)

    def watch(steps: Sequence[Any]) -> Iterator[Any]:
        with click.progressbar(steps, file=sys.stderr, label="legal", hidden=not sys.stderr.isatty()) as bar:
            yield from bar

    moves = game.legal(partial, every or None, watch)
    if limit is None:
        limit = 0 if as_json else 20
    shown = moves[:limit] if limit else moves
    if as_json:
        found = [{"move": move.text, "earns": _earns(move.earns)} for move in shown]
        echo_json({"turn": game.turn, "to_move": game.to_move, "count": len(moves), "moves": found})
        return
    claims = game.rules.has_claims
    if shown and claims:
        click.echo("earns  move")
    for move in shown:
        click.echo(f"{','.join(map(str, move.earns)):>5}  {move.text}" if claims else move.text)
    if not moves:
        click.echo(f"no legal move: {game.waits_for}")
    elif len(shown) < len(moves):
        more = "" if every or partial or not game.rules.long_turns else "; --all: every line, not only next steps"
        click.echo(f"and {len(moves) - len(shown)} more (--limit 0 lists all{more})")

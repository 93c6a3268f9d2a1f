"""pbem legal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from pbem.commands.options import FILE, JSON, WithMoves, complete_moves, echo_json, watched

if TYPE_CHECKING:
    from pbem.completing import Group
    from pbem.legal import Coming
    from pbem.session import Session

_WAY = "Turn {turn}, {name}{after}: {n} way to go on."
_WAYS = "Turn {turn}, {name}{after}: {n} ways to go on."
_WIDTH = 79
_LABEL = 36
"""Columns for how the moves of a row begin; longer ones take several lines."""
_LINES = 2
"""Of a row, for how its moves go on."""


def _earns(earns: tuple[int, ...]) -> int | list[int] | None:
    """A number, or several where a game counts several things; None in a game without claims."""
    return (earns[0] if len(earns) == 1 else list(earns)) if earns else None


@click.command("legal", cls=WithMoves)
@FILE
@click.argument("partial", default="", shell_complete=complete_moves)
@click.option(
    "--limit", type=click.IntRange(min=0), metavar="N", help="Whole lines instead of a table: at most N, 0 for all."
)
@click.option("--all", "every", is_flag=True, help="Whole turns, also where they are long; 20 without --limit.")
@JSON
def command(file: str, partial: str, limit: int | None, every: bool, as_json: bool) -> None:
    """Tell what may come next: how it begins, in how many ways, and what the turn earns with the best of them.

    What is listed is always all there is, put together by how it begins; with a PARTIAL move, as much of one as you
    like, it goes on from there. A row with one way has the rest of the turn that earns most.

    With --limit or --all: lines, the best first. In games with long turns (majolica, rajas) these are the next steps,
    each with the rest of the line that earns most, or where that is endless with one that ends; --all lists every
    line. Majolica's tiles are thrown away only where they must be.

    \b
    Examples:
      pbem legal g.toml
      pbem legal g.toml 1-3
      pbem legal g.toml "1-3f2W /" --limit 0
      pbem legal g.toml 2-4 --json
      pbem legal g.toml --all --limit 0
    """
    import sys
    from itertools import islice

    from pbem import legal, reading, report
    from pbem.board import plural

    game = reading.load(file)
    left_out = 0

    def watch(steps: Sequence[Any]) -> Iterator[Any]:
        nonlocal left_out
        left_out = max(0, len(steps) - legal.POSITIONS)
        if left_out:
            steps = list(islice(steps, legal.POSITIONS))
        with click.progressbar(steps, file=sys.stderr, label="legal", hidden=not watched()) as bar:
            yield from bar

    if limit is None and not every and not as_json:
        _table(game, legal.coming(game.fold, partial, watch))
        if left_out:
            click.echo(plural(left_out, "{n} more way was not looked at.", "{n} more ways were not looked at."))
        return
    moves = game.legal(partial, every or None, watch if watched() else iter)
    if limit is None:
        limit = 0 if as_json else 20
    shown = moves[:limit] if limit else moves
    if as_json:
        found = [{"move": move.text, "earns": _earns(move.earns)} for move in shown]
        echo_json({"turn": game.turn, "to_move": game.to_move, "count": len(moves), "moves": found})
        return
    claims = game.rules.has_claims
    if shown and claims:
        click.echo(report.EARNS)
    for move in shown:
        click.echo(f"{','.join(map(str, move.earns)):>5}  {move.text}" if claims else move.text)
    if not moves:
        click.echo(f"no legal move: {game.waits_for}")
    elif len(shown) < len(moves):
        more = "" if every or partial or not game.rules.long_turns else "; --all: every line, not only next steps"
        click.echo(f"and {len(moves) - len(shown)} more (--limit 0 lists all{more})")


def _table(game: "Session", coming: "list[Coming]") -> None:
    """What may come next, on a screen."""
    from pbem.board import plural, wrapped
    from pbem.completing import group

    if not coming:
        click.echo(f"no legal move: {game.waits_for}")
        return
    before = {one.before for one in coming}
    head = before.pop() if len(before) == 1 else ""
    texts = [" / ".join(filter(None, [one.before if not head else "", one.text])) for one in coming]
    groups = group(texts)
    fields = {"turn": game.turn, "name": game.to_move, "after": f" after {head}" if head else ""}
    click.echo("\n".join(wrapped(plural(len(texts), _WAY, _WAYS, **fields), _WIDTH)))
    labels = [one.label for one in groups]
    earns = [_best([coming[i] for i in one.indices]) for one in groups]
    width, earned = min(_LABEL, max(map(len, ["begins", *labels]))), max(map(len, ["best", *earns]))
    rows: list[tuple[str, str, str, list[str]]] = [("begins", "ways", "best", ["goes on"])]
    for one, label, best in zip(groups, labels, earns, strict=True):
        rows.append(
            (label, str(len(one.indices)), best, _goes_on(game, one, coming[one.indices[0]], width + earned + 10))
        )
    for label, ways, best, (first, *more) in rows:
        *above, label = wrapped(label, width)
        for line in above:
            click.echo(line)
        start = f"{label:{width}}  {ways:>4}" + (f"  {best:>{earned}}" if game.rules.has_claims else "")
        click.echo(f"{start}  {first}".rstrip())
        for line in more:
            click.echo(f"{'':{len(start)}}  {line}")
    if not all(one.exact for one in coming):
        click.echo("+: at least; there is too much to look at all of it")
    if any(not one.whole for one in groups):
        click.echo('One of them in full: pbem legal FILE "BEGINNING". Whole turns: --all.')


def _best(several: "Sequence[Coming]") -> str:
    """What the turn earns with the best of several steps."""
    best = max(several, key=lambda one: sum(one.earns))
    return ",".join(map(str, best.earns)) + ("" if all(one.exact for one in several) else "+")


def _goes_on(game: "Session", group: "Group", first: "Coming", start: int) -> list[str]:
    """How a group goes on: the pieces that come next, or what the one step does and the rest that earns most."""
    from pbem.board import wrapped
    from pbem.game import END

    width = max(24, _WIDTH - start)
    if group.whole:
        means = "" if first.step is END else game.rules.paint.means(game.view(first.at), first.step)
        rest = first.line[len(" / ".join(filter(None, [first.before, first.text]))) :]
        return wrapped(" ".join(filter(None, [f"({means})" if means else "", rest.strip()])), width)
    lines = wrapped(" ".join(group.then), width)
    if len(lines) <= _LINES:
        return lines
    lines = wrapped(" ".join(group.then), width - len(" and 9999 more"))[:_LINES]
    left = len(group.then) - sum(len(line.split()) for line in lines)
    return [*lines[:-1], f"{lines[-1]} and {left} more"]

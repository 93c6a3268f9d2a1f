"""pbem import."""

from collections.abc import Callable, Sequence

import click

from pbem.commands.options import NEW_GAME, GameFile, read_stdin
from pbem.session import Session


@click.command("import")
@click.argument("file", type=GameFile(allow_dash=True), metavar="RECORD")
@NEW_GAME
def command(file: str, output: str) -> None:
    """Turn a record into a game file, every line checked.

    `-` reads standard input: a record, or a whole mail or post with a record in it, quoted, fenced or attached as it
    may be.

    \b
    Examples:
      pbem import g.pbem -o g.toml
      pbem import - -o g.toml < mail.eml
    """
    from pbem import files, reading, report
    from pbem.board import plural
    from pbem.errors import visible

    game = pasted(read_stdin()) if file == "-" else reading.load(file)
    files.create(output, game.toml())
    for sentence in report.kept(report.meaningless(game)):
        click.echo(sentence, err=True)
    if not game.tables_named:
        click.echo(f"it names no edition of the tables: `{game.rules.edition}` is taken, and is now named", err=True)
    state = "over" if game.over else f"at turn {game.turn}, {game.waits_for}"
    if game.from_setup:
        state += "; it began from a setup"
    name = visible(output)
    click.echo(plural(len(game.log), "{file}: {n} line, {state}", "{file}: {n} lines, {state}", file=name, state=state))


def pasted(data: bytes, where: str = "standard input", cut: Callable[[str], str] | None = None) -> Session:
    """The game in a text: a record or a save by itself, else the one record in a mail or a post, as `cut` leaves it."""
    from pbem import content, reading
    from pbem.errors import Doubt, PbemError, SaveError
    from pbem.mail import records
    from pbem.mail.message import too_long

    if reading.begins_like_a_game(data):
        try:
            return reading.read(cut(content.decode(data, where)) if cut else data, where)
        except PbemError:
            found = [] if too_long(data) else records.find(data, _chance_words)  # there may be more below it
            if not found or (len(found) == 1 and _filled(found[0]) == _filled(data.decode("utf-8", "replace"))):
                raise
    found = records.find(data, _chance_words)
    if not found and (refused := too_long(data)):
        raise SaveError(f"{where} is too long to look for a record in it: {refused}")
    if not found:
        raise SaveError(f"{where} holds no record: one begins with a line such as `pbem 1 maharani`")
    if len(found) > 1:
        raise Doubt(f"{where} holds {len(found)} different records: paste the one that is meant")
    return reading.read(cut(found[0]) if cut else found[0], f"the record in {where}")


def _filled(text: str) -> list[list[str]]:
    """The words of all lines that are not empty."""
    return [words for line in text.splitlines() if (words := line.split())]


def _chance_words(game: str) -> Sequence[str]:
    """The words of chance of a game; none if it cannot be played here, which is told when its record is read."""
    from pbem import registry
    from pbem.errors import PbemError

    try:
        return registry.load(game).words.chance_words
    except PbemError:
        return ()

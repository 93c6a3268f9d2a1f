"""`pbem --version` against a Click program that can do nothing else; then `pbem move` against one that imports Click,
tomllib and tomli_w, reads and writes the same file.

On a game of Maharani after 45 turns, and on the last and the first line of a game of Rajas of the Ganges for four.
"""

from pathlib import Path

import corpus
import measure

from pbem.session import Session

TURNS = 45

MINIMAL = """
import sys

import click


@click.group()
@click.version_option("1.0", prog_name="minimal")
def minimal():
    pass


@minimal.command()
def command():
    pass


def main():
    sys.exit(minimal())
"""

COPY = """
import sys
import tomllib

import click
import tomli_w


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.argument("line")
def copy(file, line):
    with open(file, "rb") as source:
        document = tomllib.load(source)
    document["history"]["log"].append(line)
    with open(file, "w", encoding="utf-8") as target:
        target.write(tomli_w.dumps(document))
    click.echo(line)


def main():
    sys.exit(copy())
"""


def maharani() -> tuple[Session, str]:
    """A game of 45 turns that is not over, and its next turn."""
    for seed in range(0, 3000, 3):  # for two
        turns = [line for line in corpus.play(seed).lines if line[0].isdigit()]
        if len(turns) > TURNS:
            played = corpus.start(seed)
            played.play(*turns[:TURNS])
            return played, turns[TURNS]
    raise AssertionError("no such game")


def rajas(at: int) -> tuple[Session, str]:
    """A game for four up to one of its lines, and that."""
    turns = [line for line in corpus.play(2, game_id="rajas").lines if line[0].isdigit()]
    played = corpus.start(2, "rajas")
    played.play(*turns[:at])
    return played, turns[at]


def start(count: int) -> None:
    """Both programs until they end at once."""
    with measure.folder() as folder:
        ours = [*measure.pbem_program(), "--version"]
        theirs = [*measure.stub_program(folder, "minimal", MINIMAL), "--version"]
        for program in (ours, theirs):  # byte code, and files in memory
            measure.milliseconds(program)
        pairs = measure.repeat(lambda: (measure.milliseconds(ours), measure.milliseconds(theirs)), count)
    measure.show(("pbem --version", "a minimal Click program, --version"), pairs, "at most 1.05", "ms")


def compare(played: Session, line: str, name: str, count: int, bar: str = "at most 1.3") -> None:
    """Both programs on one file."""
    content = played.toml().encode()
    with measure.folder() as folder:
        file = folder / "game.toml"
        ours = [*measure.pbem_program(), "move", str(file), line]
        theirs = [*measure.stub_program(folder, "copy_file", COPY), str(file), line]

        def run(program: list[str]) -> float:
            _put(file, content)
            return measure.milliseconds(program)

        for program in (ours, theirs):  # byte code, and files in memory
            run(program)
        pairs = measure.repeat(lambda: (run(ours), run(theirs)), count)
    measure.show((f"pbem move, {name}", "click, tomllib, tomli_w; same file"), pairs, bar, "ms")


def main() -> None:
    count = measure.rounds(__doc__, 101)
    start(count)
    compare(*maharani(), "Maharani, 45 turns", count)
    game, line = rajas(-1)
    compare(game, line, f"Rajas, the end of {len(game.log)} lines", count)
    compare(*rajas(0), "Rajas, its first line", count, "none")


def _put(file: Path, content: bytes) -> None:
    file.with_name(file.name + ".bak").unlink(missing_ok=True)
    file.write_bytes(content)


if __name__ == "__main__":
    main()

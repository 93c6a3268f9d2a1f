"""`pbem --version` against a Click program that can do nothing else."""

import measure

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


def main() -> None:
    count = measure.rounds(__doc__, 101)
    with measure.folder() as folder:
        ours = [*measure.pbem_program(), "--version"]
        theirs = [*measure.stub_program(folder, "minimal", MINIMAL), "--version"]
        for program in (ours, theirs):  # byte code, and files in memory
            measure.milliseconds(program)
        pairs = measure.repeat(lambda: (measure.milliseconds(ours), measure.milliseconds(theirs)), count)
    measure.show(("pbem --version", "a minimal Click program, --version"), pairs, "at most 1.05", "ms")


if __name__ == "__main__":
    main()

"""`python -m pbem`, and what the console script calls."""

import gc
import sys

gc.disable()  # while importing Click as well: a short-lived process has no use for the collector

try:
    from pbem import interrupts

    interrupts.watch()
    from pbem import cli
except KeyboardInterrupt:  # nothing has been begun
    sys.stderr.write("stopped\n")
    sys.exit(130)


def main() -> None:
    """The console entry point."""
    try:
        cli.main()
    except KeyboardInterrupt:  # while errors are told, or at the very end
        sys.stderr.write(f"{interrupts.told()}\n")
        sys.exit(interrupts.STOPPED)


if __name__ == "__main__":
    main()

"""`python -m pbem`, and what the console script calls."""

import gc

gc.disable()  # while importing Click as well: a short-lived process has no use for the collector

from pbem.cli import main  # noqa: E402

if __name__ == "__main__":
    main()

"""`python -m pbem`, and what the console script calls."""

import gc
import sys

gc.disable()  # while importing Click as well: a short-lived process has no use for the collector

try:
    from pbem.cli import main
except KeyboardInterrupt:  # nothing has been begun
    sys.stderr.write("stopped\n")
    sys.exit(130)

if __name__ == "__main__":
    main()

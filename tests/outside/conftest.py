"""The package here is on the path while its game is loaded, and not for other tests: those list what there is."""

import sys
from pathlib import Path

from pbem import packages, registry

HERE = str(Path(__file__).parent)

sys.path.insert(0, HERE)
packages._entries.cache_clear()
registry.load("hex")
sys.path.remove(HERE)
packages._entries.cache_clear()

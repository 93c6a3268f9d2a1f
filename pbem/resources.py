"""Finds grammar/ and games/: inside an installed package, or beside it in a checkout."""

import os

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_INSTALLED = os.path.join(_PACKAGE, "_data")
_CHECKOUT = os.path.dirname(_PACKAGE)


def path(*parts: str) -> str:
    """Where a data file lies, e.g. path("games", "maharani.toml"); it may not exist."""
    installed = os.path.join(_INSTALLED, *parts)
    return installed if os.path.exists(installed) else os.path.join(_CHECKOUT, *parts)


def names(folder: str, suffix: str) -> list[str]:
    """The names, without suffix, of the data files of a folder, sorted."""
    return sorted(f.removesuffix(suffix) for f in os.listdir(path(folder)) if f.endswith(suffix))


def read(*parts: str) -> bytes:
    """The bytes of a data file."""
    with open(path(*parts), "rb") as file:
        return file.read()

"""A play-by-email engine for board games with a move notation. README.md shows the commands and the API."""

TYPE_CHECKING = False  # as type checkers know it: importing typing would be the longest part of this

__version__ = "0.5.0"
__all__ = [
    "CHANCE",
    "END",
    "NOBODY",
    "AmbiguousMove",
    "BrokenChain",
    "BrokenGame",
    "Busy",
    "Doubt",
    "Ending",
    "GameInfo",
    "HeaderError",
    "Illegal",
    "IllegalMove",
    "Move",
    "NewerVersion",
    "NotThere",
    "NotYourTurn",
    "NotationError",
    "OtherLog",
    "Part",
    "PbemError",
    "ReplayError",
    "SaveError",
    "SecretRefused",
    "Session",
    "StaleMove",
    "UnknownGame",
    "WrongClaim",
    "__version__",
    "games",
    "load",
    "new",
    "perft",
    "read",
    "settle",
]

if TYPE_CHECKING:
    from pbem.catalogue import GameInfo, games
    from pbem.chance import settle
    from pbem.errors import (
        AmbiguousMove,
        BrokenChain,
        BrokenGame,
        Busy,
        Doubt,
        HeaderError,
        IllegalMove,
        NewerVersion,
        NotationError,
        NotThere,
        NotYourTurn,
        OtherLog,
        PbemError,
        ReplayError,
        SaveError,
        SecretRefused,
        StaleMove,
        UnknownGame,
        WrongClaim,
    )
    from pbem.explained import Ending, Part
    from pbem.game import CHANCE, END, NOBODY, Illegal
    from pbem.legal import Move, perft
    from pbem.reading import load, read
    from pbem.session import Session
    from pbem.starting import new

_MODULES = {
    "starting": ("new",),
    "reading": ("load", "read"),
    "session": ("Session",),
    "legal": ("Move", "perft"),
    "explained": ("Ending", "Part"),
    "catalogue": ("GameInfo", "games"),
    "chance": ("settle",),
    "game": ("CHANCE", "END", "NOBODY", "Illegal"),
}
"""Where the public names are; those that are not here are errors."""


if not TYPE_CHECKING:  # type checkers are to complain of names that are not there

    def __getattr__(name: str) -> object:
        # Loaded when first used, so that the command line starts as fast as it can.
        if name not in __all__:
            raise AttributeError(f"module 'pbem' has no attribute {name!r}")
        import importlib

        module = next((module for module, names in _MODULES.items() if name in names), "errors")
        return getattr(importlib.import_module(f"pbem.{module}"), name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

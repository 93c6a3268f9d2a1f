"""A play-by-email engine for board games with a move notation. README.md shows the commands and the API."""

from typing import TYPE_CHECKING, Any

__version__ = "0.3.2"
__all__ = ["PbemError", "Session", "__version__", "load", "new"]

if TYPE_CHECKING:
    from pbem.errors import PbemError
    from pbem.session import Session, load, new


def __getattr__(name: str) -> Any:
    # Loaded when first used, so that the command line starts as fast as it can.
    if name == "PbemError":
        from pbem.errors import PbemError

        return PbemError
    if name in __all__:
        from pbem import session

        return getattr(session, name)
    raise AttributeError(f"module 'pbem' has no attribute {name!r}")

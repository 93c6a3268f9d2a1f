"""Ctrl-C: a word, never a traceback, and what was written by then."""

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import signal
    from types import FrameType
else:
    import _signal as signal  # what `signal` has, without the enums that it makes of all names when it is imported

STOPPED = 130
"""The exit status, as shells have it."""


def told() -> str:
    """What is said: that the command was stopped, and which files it has written all the same."""
    files = sys.modules.get("pbem.files")
    names = list(getattr(files, "written", {}))  # it may be half imported
    if not names:
        return "stopped"
    text = f"stopped; {' and '.join(names)} {'is' if len(names) == 1 else 'are'} written"
    return text if text.isprintable() else text.encode("unicode_escape").decode()


def watch() -> None:
    """Lets Ctrl-C end the program at once while it imports, where Python would lose it, or print what it was at."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a shell may have said that it is ignored
        signal.signal(signal.SIGINT, _stop)


def _stop(number: int, frame: "FrameType | None") -> None:
    at = frame
    while at is not None:
        if at.f_code.co_filename.startswith("<frozen importlib"):
            os.write(2, f"{told()}\n".encode())
            os._exit(STOPPED)
        at = at.f_back
    raise KeyboardInterrupt

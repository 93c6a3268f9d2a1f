"""The table `mail` of a save file: which messages brought what was played, noted in the same write as the lines."""

import calendar
import re
import time

from pbem.header import Header

_MOST = 500
"""Messages that are kept; older ones are known by what they would play."""
_NOTE = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) (\d{1,7}) (.*)", re.DOTALL)
_FORM = "%Y-%m-%dT%H:%M:%SZ"


def _notes(header: Header) -> list[str]:
    kept = header.mail.get("moves", [])
    return [note for note in kept if isinstance(note, str)] if isinstance(kept, list) else []


def is_noted(header: Header, message: str) -> bool:
    """Whether what a message brought has been played."""
    return any(match and match[3] == message for match in map(_NOTE.fullmatch, _notes(header)))


def note(header: Header, message: str, line: int, now: float) -> None:
    """Note a message, the next line of the log after what it brought, and when that was."""
    fresh = f"{time.strftime(_FORM, time.gmtime(now))} {line} {message}"
    header.mail = {**header.mail, "moves": [*_notes(header), fresh][-_MOST:]}


def last_noted(header: Header, line: int) -> float | None:
    """When the last line was played, if a message brought it: then the game is at `line`."""
    match = _NOTE.fullmatch(notes[-1]) if (notes := _notes(header)) else None
    if not match or int(match[2]) != line:
        return None
    try:
        return float(calendar.timegm(time.strptime(match[1], _FORM)))
    except ValueError:
        return None

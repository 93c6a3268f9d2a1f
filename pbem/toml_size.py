"""How large and how deep TOML may be: what would take its parser minutes, or all memory, is refused before.

Its time grows with what is not a line of a list, and with the square of the dots of a key.
"""

import re
from typing import Any

from pbem.errors import SaveError
from pbem.header import LINE_LENGTH, LOG_LENGTH

_MOST_BESIDES = 200_000
_MOST_LISTED = 2 * LOG_LENGTH
_LONGEST = 4 * LINE_LENGTH  # in which letters may be written as escapes
_MOST_LISTED_LENGTH = LOG_LENGTH * (LINE_LENGTH + 10)
_MOST_PARTS = 100
_DEEPEST = 50
_MOST_DOTS = 2000
_STRING = r'"(?:[^"\\]++|\\.)*+"|' + "'[^']*+'"
_LINE_OF_A_LIST = re.compile(rf"[ \t]*+(?:{_STRING})[ \t]*+,?[ \t]*+")
_KEY_PART = re.compile(r"[ \t]*+[\w-]++[ \t]*+").fullmatch


def check(text: str) -> None:
    """Raises SaveError for what is no game file; a log may be long all the same, with one string a line."""
    besides, listed, length = [], 0, 0
    size = 0
    for line in text.split("\n"):
        if len(line) <= _LONGEST and _LINE_OF_A_LIST.fullmatch(line):
            listed, length = listed + 1, length + len(line) - line.count("\\")
            if listed > _MOST_LISTED:
                raise SaveError(f"it has more than {_MOST_LISTED} lines of lists, too many for a game")
            if length > _MOST_LISTED_LENGTH:
                raise SaveError(f"its lists have more than {_MOST_LISTED_LENGTH} characters, too many for a game")
        else:
            besides.append(line)
            size += len(line)
            if size > _MOST_BESIDES:
                raise SaveError(
                    f"it is too large to be a game: more than {_MOST_BESIDES} characters beside lists with one string "
                    "a line"
                )
    _check_dots(besides, several='"""' in text or "'''" in text)


def check_keys(line: str) -> None:
    """Raises SaveError for a line with keys of too many parts."""
    _check_dots([line], several=False)


def _check_dots(besides: list[str], several: bool) -> None:
    """A string of several lines may hide where others begin and end: then every dot counts."""
    dots = 0
    for line in besides:
        dots += line.count(".")
        if dots > _MOST_DOTS and several:
            raise SaveError(f"it has more than {_MOST_DOTS} dots beside its lists and strings of several lines")
        if line.count(".") <= _MOST_PARTS:
            continue
        run = 0
        for part in re.sub(_STRING, "s", line).split("."):
            run = run + 1 if _KEY_PART(part) else 0
            if run > _MOST_PARTS:
                raise SaveError(f"it has a key of more than {_MOST_PARTS} parts with dots between them")


def is_deep(value: Any) -> bool:
    """Whether lists and tables lie within each other deeper than can be written again in every case."""
    inner = [value]
    for _ in range(_DEEPEST):
        inner = [part for outer in inner for part in (outer.values() if isinstance(outer, dict) else outer)]
        inner = [part for part in inner if isinstance(part, (dict, list))]
        if not inner:
            return False
    return True

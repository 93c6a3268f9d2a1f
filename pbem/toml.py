"""TOML: read within bounds, and written; in it keys of other versions, which are kept.

What would take its parser minutes, or all memory, is refused before: its time grows with what is not a line of a list,
and with the square of the dots of a key.
"""

import re
import tomllib
from typing import Any

from pbem.errors import SaveError
from pbem.header import HEADER_LENGTH, LINE_LENGTH, LOG_LENGTH
from pbem.plain import has_controls

_MOST_BESIDES = 200_000
_MOST_LISTED = 2 * LOG_LENGTH
_LONGEST = 4 * LINE_LENGTH  # in which letters may be written as escapes
_MOST_LISTED_LENGTH = LOG_LENGTH * (LINE_LENGTH + 10)
_MOST_PARTS = 100
_DEEPEST = 50
_MOST_DOTS = 2000
_MOST_SLOW = 500_000
_STRING = r'"(?:[^"\\]++|\\.)*+"|' + "'[^']*+'"
_LINE_OF_A_LIST = re.compile(r'([ \t]*+)(?:"((?:[^"\\]++|\\.)*+)"|' + r"'[^']++')([ \t]*+,?[ \t]*+)")
_KEY_PART = re.compile(r"[ \t]*+[\w-]++[ \t]*+").fullmatch
_ESCAPED = re.compile(r'[\x00-\x08\x0a-\x1f\x7f"\\]')
_LONG_NUMBER = re.compile("[0-9](?:_?[0-9]){4000}")
_TOML = "toml = "
_KNOWN = {
    "": {"pbem", "game", "edition", "sha256", "id", "options", "first", "first_drawn", "position", "header"},
    "players": {"name", "colours", "seat"},
    "chance": {"kind", "seed", "commitment"},
    "history": {"log"},
}
"""The keys by table: the top of the file, each player, chance, history."""


def parse(text: str) -> dict[str, Any]:
    """TOML as Python has it; raises SaveError for what Python cannot hold, ValueError for what is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        line = _deepest(text)
        error = SaveError("lists or tables lie within each other too deep to be read")
        raise error.at(f"line {line}", line=line) from None
    except ValueError:
        line = next((at for at, words in enumerate(text.split("\n"), 1) if _LONG_NUMBER.search(words)), 1)
        error = SaveError("a number with so many digits cannot be read")
        raise error.at(f"line {line}", line=line) from None


def _deepest(text: str) -> int:
    """The line on which lists and tables lie too deep within each other, as far as can be told from the lines."""
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        for bracket in re.findall(r"[\[\]{}]", re.sub(_STRING, "", line)):
            depth += 1 if bracket in "[{" else -1
            if depth > _MOST_PARTS:
                return number
    return 1


def checked(text: str) -> str:
    """The same TOML in a form that is parsed fast; raises SaveError for what is no game file.

    A log may be long all the same, with one string a line: the parser goes through `"..."` letter by letter, but not
    through '...'.
    """
    besides, listed, length = [], 0, 0
    size = slow = 0
    lines = text.split("\n")
    found: list[tuple[int, str]] = []
    for index, line in enumerate(lines):
        entry = _LINE_OF_A_LIST.fullmatch(line) if len(line) <= _LONGEST else None
        if entry:
            listed, length = listed + 1, length + len(line) - line.count("\\")
            if listed > _MOST_LISTED:
                raise SaveError(f"it has more than {_MOST_LISTED} lines of lists, too many for a game")
            if length > _MOST_LISTED_LENGTH:
                raise SaveError(f"its lists have more than {_MOST_LISTED_LENGTH} characters, too many for a game")
            literal = _literal(entry)
            slow += 0 if literal else len(line)
            found.append((index, literal or line))
        else:
            besides.append(line)
            size += len(line)
            if size > _MOST_BESIDES:
                raise SaveError(
                    f"it is too large to be a game: more than {_MOST_BESIDES} characters beside lists with one string "
                    "a line"
                )
    # A string of several lines may hide where others begin and end; it cannot begin on a line of a list.
    several = any('"""' in line or "'''" in line for line in besides)
    _check_dots(besides, several)
    if (length if several else slow) > _MOST_SLOW:
        what = "beside strings of several lines" if several else "in strings with escapes"
        raise SaveError(f"its lists have more than {_MOST_SLOW} characters {what}, too many for a game")
    if several:
        return text
    for index, line in found:
        lines[index] = line
    return "\n".join(lines)


def _literal(entry: re.Match[str]) -> str | None:
    """A line of a list with its string as a literal one, None if it cannot be that."""
    before, inner, after = entry.groups()
    if inner is None:  # it is one
        return entry[0]
    if "\\" in inner:
        if "\0" in inner:  # which no string may have
            return None
        inner = inner.replace("\\\\", "\0").replace('\\"', '"')
        if "\\" in inner:
            return None
        inner = inner.replace("\0", "\\")
    if "'" not in inner:
        return f"{before}'{inner}'{after}"
    return f"{before}'''{inner}'''{after}" if "'''" not in inner else None


def _check_dots(besides: list[str], several: bool) -> None:
    """With strings of `several` lines every dot counts."""
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


def _is_deep(value: Any) -> bool:
    """Whether lists and tables lie within each other deeper than can be written again in every case."""
    inner = [value]
    for _ in range(_DEEPEST):
        inner = [part for outer in inner for part in (outer.values() if isinstance(outer, dict) else outer)]
        inner = [part for part in inner if isinstance(part, (dict, list))]
        if not inner:
            return False
    return True


def written(document: dict[str, Any]) -> str:
    """A document as TOML; raises SaveError where a key that is not ours holds what cannot be written."""
    import tomli_w

    try:
        return tomli_w.dumps(document)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"a key of the file that is not pbem's cannot be written again: {error}") from error


def written_table(name: str, key: str, table: dict[str, Any]) -> str:
    """A table of a document, as `written` has it, which goes through every string letter by letter.

    Nearly always it has that one key alone, and that a list of lines without anything to be escaped.
    """
    lines = table.get(key)
    plain = len(table) == 1 and isinstance(lines, list) and all(isinstance(line, str) for line in lines)
    if not plain or not lines or _ESCAPED.search("".join(lines)):
        return written({name: table})
    entries = "".join([f'    "{line}",\n' for line in lines])
    return f"[{name}]\n{key} = [\n{entries}]\n"


# Keys that this version does not know: kept, and in a record on one line that is itself TOML


def line_of(unknown: dict[str, Any]) -> str:
    """Keys that this version does not know as one line of a record: "toml = [ [ {...}, ], ]"."""
    # In a list within a list a table stays on one line; only the lists themselves are broken.
    line = " ".join(line.strip() for line in written({"toml": [[unknown]]}).split("\n")).strip()
    return "".join(f"\\u{ord(c):04x}" if has_controls(c) else c for c in line)


def split_off(foreign: list[str]) -> tuple[list[str], dict[str, Any]]:
    """Header lines that this version does not know, and the keys that the last of them stands for, if it does."""
    keys = _read_line(foreign[-1]) if foreign else {}
    return (foreign[:-1], keys) if keys else (foreign, {})


def check_unknown(unknown: dict[str, Any]) -> None:
    """Raises SaveError for keys that a record could not hold; those that cannot be written are told when they are."""
    try:
        line = line_of(unknown) if unknown else ""
    except SaveError:
        return
    if unknown and not _read_line(line):
        raise SaveError("the keys of the file that are not pbem's are too large, or nested too deep, to be kept")


def _read_line(line: str) -> dict[str, Any]:
    """The keys that stand on such a line; none if it is another one, or was not written by `line_of`."""
    if not line.startswith(_TOML) or len(line) > HEADER_LENGTH:
        return {}
    try:
        _check_dots([line], several=False)
        value = tomllib.loads(line)["toml"][0][0]
    except (ValueError, LookupError, TypeError, RecursionError, SaveError):
        return {}
    if not isinstance(value, dict) or not _is_unknown(value) or _is_deep(value):
        return {}
    try:
        return value if line_of(value) == line else {}
    except SaveError:
        return {}


def _is_unknown(value: dict[str, Any]) -> bool:
    """Whether the keys can stand in a save file beside those it must have."""
    if value.keys() & _KNOWN[""]:
        return False
    for table in ("players", "chance", "history"):
        inner = value.get(table, {})
        parts = inner if table == "players" and table in value else [inner]
        if not isinstance(parts, list):
            return False
        if any(not isinstance(part, dict) or part.keys() & _KNOWN[table] for part in parts):
            return False
    return True

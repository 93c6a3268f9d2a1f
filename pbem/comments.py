"""Comments of a game file, which nobody reads but people: they stay where they are when the file is written anew.

In TOML one stays above or beside its key, its table or its entry of a list; one that has no such place, as within a
list of lists, goes to the top of the file. In a record those of the header go to the top; those of the log are lines
of it.
"""

import re

_PARTS = r'"""(?:[^\\]|\\.)*?"""|' + r"'''.*?'''|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'|(#[^\n]*)"
_KEY = r"[\w-]+(?=\s*=)"
_ENTRY = r'"(?:[^"\\]|\\.)*"\s*,?|' + r"'[^']*'\s*,?"

Place = tuple[str, int, str, int]
"""Table as written, its number among those of that name, key, number of the entry; "" and 0 where there is none."""


def keep(old: str, new: str, is_record: bool) -> str:
    """The text `new` of a file with the comments that its text `old` has."""
    return _keep_record(old, new) if is_record else _keep_toml(old, new)


def _keep_record(old: str, new: str) -> str:
    found = []
    begun = False
    for line in map(str.strip, old.split("\n")):
        if not line and begun:
            break
        begun = begun or line[:1] not in ("", ";")
        if line.startswith(";"):
            found.append(f"{line}\n")
    return "".join(found) + new


def _keep_toml(old: str, new: str) -> str:
    bare, comments = _apart(old)
    lines = bare.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    top = [f"{line}\n" for line in old.split("\n")[:first]]
    above: dict[Place, list[str]] = {}
    beside: dict[Place, str] = {}
    homeless: list[str] = []
    waiting: list[str] = []
    for number, place in enumerate(_places(lines)):
        if number < first:
            continue
        comment = comments.get(number, "")
        if comment and not lines[number].strip():
            waiting.append(comment)
        elif place is None:
            homeless += [comment] * bool(comment)
        else:
            above.setdefault(place, []).extend(waiting)
            waiting = []
            if comment:
                beside[place] = comment
    written = new.split("\n")
    found = []
    for line, place in zip(written, _places(written), strict=True):
        if place is not None:
            found += above.pop(place, [])
            aside = beside.pop(place, "")
            line = f"{line}  {aside}" if aside else line
        found.append(line)
    end = "".join(f"{comment}\n" for comment in waiting)
    homeless += [*(comment for kept in above.values() for comment in kept), *beside.values()]
    return "".join([*top, *(f"{comment}\n" for comment in homeless)]) + "\n".join(found) + end


def _apart(text: str) -> tuple[str, dict[int, str]]:
    """A text without its comments, and these by the index of their line."""
    comments: dict[int, str] = {}
    parts = []
    done = line = 0
    for found in re.finditer(_PARTS, text, re.DOTALL):
        if found[1] is not None:
            parts.append(text[done : found.start()])
            line += text.count("\n", done, found.start())
            comments[line] = found[1].rstrip()
            done = found.end()
    return "".join(parts) + text[done:], comments


def _places(lines: list[str]) -> list[Place | None]:
    """What stands on each line of a TOML text without comments, as far as it can be told from the line."""
    found: list[Place | None] = []
    numbers: dict[str, int] = {}
    table, key, entry, within = "", "", 0, False
    for line in map(str.strip, lines):
        place: Place | None = None
        if within:
            if line in ("]", "],"):
                within = False
                place = table, numbers.get(table, 0), key, -1
            elif re.fullmatch(_ENTRY, line):
                entry += 1
                place = table, numbers.get(table, 0), key, entry
        elif line.startswith("["):
            table = line
            numbers[table] = numbers.get(table, 0) + 1
            place = table, numbers[table], "", 0
        elif named := re.match(_KEY, line):
            key, entry, within = named[0], 0, line.endswith("[")
            place = table, numbers.get(table, 0), key, 0
        found.append(place)
    return found

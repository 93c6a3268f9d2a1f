"""A record: header and log as plain text, to paste, archive and annotate. Export and import are inverse."""

import re

from pbem import header as headers
from pbem import header_lines
from pbem.board import is_row
from pbem.errors import SaveError, all_of
from pbem.game import Rules
from pbem.header import Header
from pbem.header_lines import Lines
from pbem.plain import clean, one_blank, same

_IS_RECORD = r"(?i)\s*+(?:;[^\n]*+\n\s*+)*+pbem[ \t]+(?![ \t=])"
_IS_SAVE = r"(?im)^[ \t]*pbem[ \t]*=[ \t]*[0-9]"
_RESULT = "result"
_RESULT_LINE = r"(?i:result\b)"


class Record:
    """A record as read: header, log lines as written with their numbers (from 1), and the result if there is one."""

    __slots__ = ("header", "log", "result")

    def __init__(self, header: Header, log: Lines, result: tuple[int, str] | None) -> None:
        self.header = header
        self.log = log
        self.result = result


def is_record(text: str) -> bool:
    """Whether a text is a record rather than TOML."""
    return bool(re.match(_IS_RECORD, text))


def text(rules: Rules, header: Header, log: list[str], result: str | None) -> str:
    """The canonical record; `result` of a finished game as `result_line` gives it, else None."""
    lines = header_lines.write(rules, header)
    if log or result:
        lines += ["", *log]
    if result:
        lines.append(result)
    return "\n".join(lines) + "\n"


def result_line(header: Header, scores: list[int] | None, winners: list[str]) -> str:
    """ "result Ana 83, Bob 77"; in a game without scores (None) "result Ana has won"."""
    if scores is not None:
        return f"{_RESULT} " + ", ".join(f"{name} {score}" for name, score in zip(header.names, scores, strict=True))
    return f"{_RESULT} {won(winners)}"


def won(winners: list[str]) -> str:
    """ "Ana has won", "Ana and Bob share the win", "nobody has won"."""
    if len(winners) > 1:
        return f"{all_of(winners)} share the win"
    return f"{winners[0]} has won" if winners else "nobody has won"


def read(source: str) -> Record:
    """Read a record; the log is not replayed yet. Raises SaveError with the number of the line."""
    lines = source.split("\n")
    for index, line in enumerate(lines):  # in place: two lists of all lines would fill the memory
        lines[index] = line.strip()
    header, start = header_lines.read(_closed_up(lines))
    log: Lines = []
    result = None
    for number, line in enumerate(lines[start:], start + 1):
        if not line:
            continue
        if result is not None:
            raise SaveError("nothing may follow the result").at(f"line {number}", line=number)
        if line[0] in "rR" and re.match(_RESULT_LINE, line):
            result = number, line
        else:
            log.append((number, line))
    headers.check_length(len(log))
    return Record(header, log, result)


def _closed_up(lines: list[str]) -> list[str]:
    """Lines of which every second is empty, as mail may leave them, with remarks there; a blank line ends a header."""
    first = next((index for index, line in enumerate(lines) if line), 0)
    if len(lines) < first + 4 or any(lines[first + 1 :: 2]):
        return lines
    return [";" if index > first and (index - first) % 2 else line for index, line in enumerate(lines)]


def find(source: str, position: str) -> int:
    """The number of the line of a record, from 1, that was read as that position line."""
    lines = source.split("\n")
    return next((number for number, line in enumerate(lines, 1) if one_blank(clean(line)) == position), 1)


def check_no_save(source: str) -> None:
    """Raises SaveError where a save file is given as a setup."""
    if re.search(_IS_SAVE, source):
        raise SaveError("this is the file of a game; pbem setup FILE writes its position as a setup")


def read_setup(source: str, rules: Rules) -> tuple[Header, str]:
    """Read a header that need not be whole, such as position lines alone or a drawn board; raises SaveError.

    Returns it and what its `first` line says, or "".
    """
    headers.check_size(source.count("\n"), len(source))
    check_no_save(source)
    lines = [(number, line.strip()) for number, line in enumerate(clean(source).split("\n"), 1)]
    known = (*headers.WORDS, *rules.position_words)
    lines = [(number, line) for number, line in lines if line and line[0] != ";"]
    rows = {number for number, line in lines if is_row(line, rules.paint.cell) and _first_word(line) not in known}
    drawn = [line for number, line in lines if number in rows]
    written = [(number, line) for number, line in lines if number not in rows]
    header, first = header_lines.read_setup(written, rules)
    if header.game != rules.id:
        raise SaveError(f"the setup is for {header.game}, not for {rules.id}")
    header.position += rules.paint.read(rules, drawn)
    return header, first


def _first_word(line: str) -> str:
    return line.split(" ")[0].casefold()


def check_result(record: Record, result: str | None) -> None:
    """Raises SaveError where the record's result is not that of the game, None while it goes on.

    A record without a result is fine.
    """
    if record.result is None:
        return
    number, written = record.result
    if written == result:
        return
    why = "there is a result, but the game is not over" if result is None else f"the result should be `{result}`"
    if result is None or len(written) > headers.LINE_LENGTH or _compared(written) != _compared(result):
        raise SaveError(why).at(f"line {number}", line=number)


def _compared(result: str) -> list[str]:
    """A result without what does not matter: blanks at commas, case, how a number is written."""
    parts = result.partition(" ")[2].split(",")
    return [re.sub(r"-?[0-9]+$", lambda number: str(int(number[0])), same(one_blank(clean(part)))) for part in parts]

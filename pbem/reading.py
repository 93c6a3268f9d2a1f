"""Opening a game: a save file or a record, every line checked."""

import codecs
import contextlib
import os
import re
from collections.abc import Iterator

from pbem import chance, content, files, players, record, registry, save
from pbem.errors import PbemError, ReplayError, SaveError, expect
from pbem.header import Header
from pbem.header_lines import Lines
from pbem.plain import clean
from pbem.session import Session

HEAD = 4096
"""Bytes in which a game begins like one; comments may stand above."""
_BEGINNING = 40  # of a line, in which its first word is
SECRET = ".secret"
"""What is appended to the name of a game file for the keeper's secret beside it."""


def begins_like_a_game(data: bytes) -> bool:
    """Whether bytes are the beginning of a record or of a save file, whatever else they hold; never an error."""
    data = data[:HEAD]
    text = data.removeprefix(codecs.BOM_UTF8).decode(content.wide_encoding(data) or "utf-8", "replace")
    text = text.replace("\r", "\n")
    above_tables = re.split(r"(?m)^[ \t]*\[", text)[0]
    return record.is_record(text) or bool(re.search(r"(?m)^[ \t]*pbem[ \t]*=[ \t]*\d", above_tables))


def load(path: str | os.PathLike[str], secret: str | None = None) -> Session:
    """Open a save file or a record, every line checked; raises SaveError or ReplayError.

    Like all that programs call, TypeError or ValueError for an argument that cannot be one.
    """
    path = content.path_of(path)
    data = of_file(path)
    session = read(data, path, secret, beside=path)
    session.is_kept(path, data)
    return session


def of_file(path: str) -> bytes:
    """The content of a game file, and what a killed command has left beside it cleared away or told; or SaveError."""
    try:
        data = content.read_bytes(path)
    except SaveError as error:
        raise error.more(files.unmade(path)) from error
    files.forget_waiting(path)
    return data


@contextlib.contextmanager
def change(path: str, secret: str | None = None) -> Iterator[Session]:
    """Open a game file for a change: locked, and written back when the block ends without an error and changed it."""
    with files.locked(path):
        session = load(path, secret)
        yield session
        if session.changed:
            session.write()


def read(
    data: bytes | str,
    name: str = "the game",
    secret: str | None = None,
    undoable: bool = True,
    beside: str | None = None,
) -> Session:
    """A game from the content of a save file or a record; `name` is for messages. Raises SaveError or ReplayError.

    The secret of a keeper's game is `secret`, or stands in a file beside the file `beside`. Without `undoable` no
    positions are kept to go back to, which is faster.
    """
    expect("a game is read from text or bytes", data, str, bytes)
    expect("`name` is a text", name, str)
    expect("`secret` is a text or None", secret, str, type(None))
    text = content.decode(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"), name)
    is_record = record.is_record(text)
    read_text = _read_record if is_record else _read_save
    return read_text(text, name, _Opener(is_record, secret, undoable, beside))


class _Opener:
    """How a game is opened, see `read`."""

    def __init__(self, is_record: bool, secret: str | None, undoable: bool, beside: str | None) -> None:
        self.is_record = is_record
        self.secret = secret
        self.undoable = undoable
        self.beside = beside

    def open(self, header: Header, log: Lines) -> Session:
        """The game of a header, before its log; raises PbemError."""
        rules = registry.load(header.game)
        players.complete(rules, header.players)
        players.check_edition(rules, header)
        named = bool(header.edition or header.digest)
        header.edition, header.digest = rules.edition, rules.digest
        secret = self.secret
        if secret is None and self.beside is not None and header.chance == "keeper":
            secret = find_secret(self.beside, header.published)
        # Positions to go back to are kept only if they may be needed.
        undoable = self.undoable or any(_may_undo(line) for _, line in log)
        session = session_class(header)(rules, header, secret, undoable)
        session.read_as(self.is_record, named)
        _check_first(session, log)
        return session


def session_class(header: Header) -> type[Session]:
    """What a game of that header is played as."""
    if header.chance != "together":
        return Session
    from pbem.together.session import TogetherSession

    return TogetherSession


def _may_undo(line: str) -> bool:
    """Whether a line of a log may be an undo; so may every one whose beginning has letters that are not seen."""
    if line.isascii():
        return line.lstrip()[:4].casefold() == "undo"
    beginning = line[:_BEGINNING]
    plain = clean(beginning)
    return len(plain) != len(beginning) or plain.lstrip()[:4].casefold() == "undo" or not plain.strip()


def _read_save(text: str, name: str, opener: _Opener) -> Session:
    header, lines = save.parse(text, name)
    log = list(enumerate(lines, 1))
    try:
        session = opener.open(header, log)
    except PbemError as error:
        raise error.at(name, SaveError) from error
    _replay(session, log, name, " of the log")
    return session


def _read_record(text: str, name: str, opener: _Opener) -> Session:
    try:
        source = record.read(text)
        session = opener.open(source.header, source.log)
    except PbemError as error:
        position = error.details.get("position")
        if position is None:
            raise error.at(name, SaveError) from error
        line = record.find(text, position)
        raise error.at(f"{name}: line {line}", SaveError, line=line) from error
    _replay(session, source.log, name, "", text)
    try:
        record.check_result(source, session.result_line())
    except SaveError as error:
        raise error.at(name) from None
    return session


def _replay(session: Session, log: Lines, name: str, of_what: str, text: str = "") -> None:
    """Plays a log; `name` and `of_what` stand around the number of a line that does not hold.

    In the `text` of a record it may be one of the header.
    """
    try:
        session.fold.replay(line for _, line in log)
    except ReplayError as error:
        number = log[error.line - 1][0]
        if text and "position" in error.cause.details:
            number = record.find(text, error.cause.details["position"])
        raise ReplayError(number, error.cause).at(f"{name}: line {number}{of_what}") from error


def _check_first(session: Session, log: Lines) -> None:
    header, dealer = session.header, session.dealer
    if header.chance == "together" and header.drawn and not header.undrawn and not any(map(_is_link, log)):
        line = f"first {header.names[header.first]} drawn"
        raise SaveError(f"`{line}`: nobody is drawn before the first link, it reads `first ?`", position=line)
    if header.drawn and dealer and session.rules.draw_first(header, dealer.choose) != header.first:
        raise SaveError(f"{header.names[header.first]} is not the first player that was drawn")


def _is_link(numbered: tuple[int, str]) -> bool:
    return clean(numbered[1][:_BEGINNING]).lstrip()[:4].casefold() == "link"


def find_secret(path: str, commitment: str) -> str | None:
    """The keeper's secret beside a game file, if there is one; raises SaveError.

    One that a killed `pbem new` has not given its name is taken if it is what the keeper committed to.
    """
    beside = path + SECRET
    if os.path.exists(beside):
        files.forget_waiting(beside)
        return content.decode(content.read_bytes(beside), beside).strip()
    kept = files.waiting(beside)
    if not os.path.isfile(kept):
        return None
    secret = content.read_bytes(kept).decode("ascii", "replace").strip()
    if chance.commitment(secret) != commitment:
        return None
    files.finish(beside)
    return secret

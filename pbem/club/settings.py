"""club.toml: the club's address, where its mail comes from and goes to, and its people."""

import os
import re
import tomllib
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from pbem import content, files, toml
from pbem import header as headers
from pbem.errors import HeaderError, PbemError, SaveError
from pbem.plain import disguised, look_alike, same

FILE = "club.toml"
LOCAL = 24
"""Characters before the @ of a club's address: with a token behind them they must not be more than 64."""
_ADDRESS = re.compile(
    r"[^\s@<>\"'(),;:\\\[\]\x7f-\U0010ffff]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", re.ASCII
)
"""What can be written to without SMTPUTF8, which few servers have."""
_SPAN = re.compile(r"(\d{1,4}) ?([hdw])")
_HOURS = {"h": 1, "d": 24, "w": 168}
SPOOL = "spool"
"""The Maildir of a club in which messages wait that `deliver` was given."""
_KEYS = ("name", "address", "receive", "send", "remind", "trust", "password", "people")
_RECEIVE = ("maildir", "imap", "imaps")
_SEND = ("maildir", "smtp", "smtps", "sendmail")
_SERVERS = ("imap", "imaps", "smtp", "smtps")
_PATIENCE = 60  # seconds for the command that prints the password


class Person(NamedTuple):
    """Who plays: the name in games, the address, and whether games to move in come in one mail a day.

    Or a bot, such as `greedy` or `search:200`, which has no address and gets no mail.
    """

    name: str
    address: str
    digest: bool = False
    bot: str = ""


_OURS = re.compile(rf"\s*(?:{'|'.join(Person._fields)})\s*=")


class Settings(NamedTuple):
    """What club.toml says; `remind` in seconds, 0 for never."""

    name: str
    address: str
    receive: str
    send: str
    remind: float
    trust: str
    password: str
    people: tuple[Person, ...]

    @property
    def local(self) -> str:
        """What stands before the @ of the club's address."""
        return self.address.partition("@")[0]

    @property
    def host(self) -> str:
        """What stands behind it."""
        return self.address.partition("@")[2].lower()

    def person(self, name: str) -> Person | None:
        """Who has that name, or None."""
        wanted = same(name)
        return next((person for person in self.people if person.name == name or same(person.name) == wanted), None)

    def secret(self) -> str:
        """The password of the mail servers: of the environment, or what a command prints; raises SaveError."""
        password = self._password()
        if not password.isascii():
            raise SaveError("the password of the mail server has characters beyond ASCII, which are not sent")
        return password

    def _password(self) -> str:
        if not self.password.startswith("!"):
            name = self.password.removeprefix("$") or "PBEM_PASSWORD"
            if name not in os.environ:
                raise SaveError(f"the mail server wants a password, and {name} is not in the environment")
            return os.environ[name]
        import subprocess

        try:
            done = subprocess.run(self.password[1:], shell=True, stdout=subprocess.PIPE, timeout=_PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            raise SaveError(f"the command for the password has not ended after {_PATIENCE} seconds") from None
        if done.returncode:
            raise SaveError(f"the command for the password ended with status {done.returncode}")
        return done.stdout.decode("utf-8", "replace").rstrip("\r\n")


def check_address(text: str) -> str:
    """`text` if mail can be sent there; raises HeaderError."""
    if not _ADDRESS.fullmatch(text):
        raise HeaderError(f"`{text}` is no mail address; wanted is one such as ana@example.org")
    return text


def read(folder: str) -> Settings:
    """The settings of a club's folder; raises SaveError with the place and what is wanted."""
    path = os.path.join(folder, FILE)
    if not os.path.lexists(path):
        if os.path.lexists(f"{path}.bak"):
            raise SaveError(f"{path} is gone; {FILE}.bak beside it is how it was before the last change")
        raise SaveError(f"{folder} is no club: it has no {FILE} (pbem club new makes one)")
    data = content.read_bytes(path)
    files.forget_waiting(path)
    return parse(content.decode(data, path), path)


def parse(text: str, path: str) -> Settings:
    """The same from the text of the file; `path` is for messages, and says where the club is."""
    try:
        document = toml.parse(text)
    except SaveError as error:
        raise error.at(path) from None
    except ValueError as error:
        raise SaveError(f"{path} is not TOML: {error}") from error
    try:
        return _settings(document, os.path.dirname(path))
    except PbemError as error:
        raise error.at(path, SaveError) from error


def _settings(document: dict[str, Any], club: str) -> Settings:
    for key in document:
        if key not in _KEYS:
            raise SaveError(f"there is no key `{key}`; keys are {', '.join(_KEYS)}")
    address = check_address(_text(document, "address"))
    if len(address.partition("@")[0]) > LOCAL:
        raise SaveError(f"`address` should have at most {LOCAL} characters before the @, for answers add a token")
    name = " ".join(_text(document, "name", "Games by mail").split())
    receive = _kind(_text(document, "receive", "maildir:in"), "receive", _RECEIVE)
    send = _kind(_text(document, "send", "maildir:out"), "send", _SEND)
    if _place(send, club) in (_place(receive, club), _place(f"maildir:{SPOOL}", club)):
        raise SaveError("`send` is a mailbox that the robot reads itself, and it drops the club's own mail")
    password = _text(document, "password", "")
    if password and password[0] not in "!$":
        raise SaveError('`password` should be "!COMMAND", whose output it is, or "$NAME" of the environment')
    people = _people(document.get("people", []))
    for person in people:
        if plain(person.address) == plain(address):
            raise SaveError(
                f"`address` is that of {person.name}; a club wants one of its own, for the robot drops its mail"
            )
    remind = _span(_text(document, "remind", ""))
    return Settings(name, address, receive, send, remind, _text(document, "trust", ""), password, people)


def _place(where: str, club: str) -> str:
    """Where mail comes from or goes to: of a Maildir its folder, however it is written, or linked to."""
    kind, _, folder = where.partition(":")
    return os.path.realpath(os.path.join(club, folder)) if kind == "maildir" else where


def plain(address: str) -> str:
    """An address without a tag, to be compared."""
    local, _, host = address.casefold().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"


def _text(table: dict[str, Any], key: str, default: str | None = None) -> str:
    value = table.get(key, default)
    if value is None:
        raise SaveError(f"`{key}` is missing")
    if not isinstance(value, str):
        raise SaveError(f"`{key}` should be a string")
    if not value.isprintable():
        raise SaveError(f"`{key}` should be one line without control characters")
    return value.strip()


def _flag(table: dict[str, Any], key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise SaveError(f"`{key}` should be true or false")
    return value


def _kind(value: str, key: str, kinds: tuple[str, ...]) -> str:
    kind, colon, rest = value.partition(":")
    if kind not in kinds or not colon or not rest:
        raise SaveError(f"`{key}` should begin with {': or '.join(kinds)}:, not be `{value}`")
    if kind in _SERVERS:
        _check_server(value, key)
    return value


def _check_server(value: str, key: str) -> None:
    try:
        parts = urlsplit(value)
        host, _, password = parts.hostname, parts.port, parts.password  # the port is looked at only here
    except ValueError as error:
        raise SaveError(f"`{key}` names no server that there can be: `{value}`") from error
    if not host:
        raise SaveError(f"`{key}` names no host: `{value}`")
    if password is not None:
        raise SaveError(f"`{key}` has a password in it, which belongs into the environment: see `password`")
    if key == "receive" and not parts.username:
        raise SaveError(f"`{key}` should be imaps://user@host/INBOX, not {value}")


def _span(text: str) -> float:
    """Seconds of "3d", "12h" or "2w"; 0 for "", which is never."""
    match = _SPAN.fullmatch(text)
    if text and not match:
        raise SaveError(f'`remind` should be a time such as "3d", "12h" or "2w", or "" for never, not "{text}"')
    return int(match[1]) * _HOURS[match[2]] * 3600.0 if match else 0.0


def _people(tables: Any) -> tuple[Person, ...]:
    if not isinstance(tables, list):
        raise SaveError("`people` should be tables, each under [[people]]")
    found: dict[str, Person] = {}
    for number, table in enumerate(tables, 1):
        where = f"people {number}"
        if not isinstance(table, dict):
            raise SaveError(f"`{where}` should be a table")
        for key in table:
            if key not in Person._fields:
                raise SaveError(f"{where}: there is no key `{key}`; keys are {', '.join(Person._fields)}")
        try:
            name = headers.check_name(_text(table, "name"))
            person = _bot(name, table) if "bot" in table else _human(name, table)
        except PbemError as error:
            raise error.at(where, SaveError) from error
        if same(name) in found:
            raise SaveError(f"`{name}` is there twice; everybody's name is different")
        found[same(name)] = person
    return tuple(found.values())


def _human(name: str, table: dict[str, Any]) -> Person:
    return Person(name, check_address(_text(table, "address")), _flag(table, "digest"))


def _bot(name: str, table: dict[str, Any]) -> Person:
    """Whether there is such a bot is asked when it is to play: a package that is gone stops no other game."""
    for key in ("address", "digest"):
        if key in table:
            raise SaveError(f"`{key}` is for people, and {name} is a bot, which gets no mail: leave one of both out")
    bot = _text(table, "bot")
    if not bot:
        raise SaveError("`bot` should name a bot, such as greedy or search:200")
    return Person(name, "", bot=bot)


def check_looks(settings: Settings, name: str) -> None:
    """Raises HeaderError for a new name that looks like that of somebody in the club."""
    for other in (person.name for person in settings.people):
        if look_alike(name, other):
            raise HeaderError(f"{name} looks like {other} of this club{disguised(name, [other])}", name=name)


def text_of(name: str, address: str) -> str:
    """The club.toml of a new club; raises HeaderError where it cannot have that name or that address."""
    try:
        _settings({"name": name, "address": address}, "")
    except PbemError as error:
        raise HeaderError(error.message) from error
    return f"""# A club of pbem: pbem club --help
name = {_quoted(name)}
address = {_quoted(address)}   # answers come back to it with +TOKEN before the @
receive = "maildir:in"   # or imap://user@host:port/INBOX, imaps://...
send = "maildir:out"     # or smtp://user@host:port, smtps://..., sendmail:/usr/sbin/sendmail
remind = "3d"            # after so long without a move; "" is never
"""


def with_person(text: str, person: Person) -> str:
    """The text of a club.toml with a person added, or what is known of one changed; all else as it stands.

    Raises SaveError where people are one list, to which no table can be added.
    """
    lines = text.rstrip("\n").split("\n")
    heads = [i for i, line in enumerate(lines) if line.lstrip().startswith("[")]
    tables = [i for i in heads if re.match(r"\s*\[\[\s*people\s*\]\]", lines[i])]
    if not tables and "people" in tomllib.loads(text):
        raise SaveError(f"`people` is one list in {FILE}: write each under [[people]], or change it there")
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=False):
        if start in tables:
            table = tomllib.loads("\n".join(lines[start:end]))["people"][0]
            if same(str(table.get("name", ""))) == same(person.name):
                kept = [line for line in lines[start + 1 : end] if not _OURS.match(line)]
                return "\n".join([*lines[: start + 1], *_table(person), *kept, *lines[end:]]) + "\n"
    return "\n".join([*lines, "", "[[people]]", *_table(person)]) + "\n"


def change_person(folder: str, who: str, first: Callable[[Person], None] | None = None, **changes: Any) -> Person:
    """Change what club.toml says of a person, or add one; what is there now, for others may have changed the rest.

    `first` is called once that can be done: after a crash in between the same command does both. Raises PbemError, and
    then nothing is changed.
    """
    path = os.path.join(folder, FILE)
    with files.locked(path):
        text = content.decode(content.read_bytes(path), path)
        settings = parse(text, path)
        person = (settings.person(who) or Person(who, ""))._replace(**changes)
        if plain(person.address) == plain(settings.address):
            raise HeaderError(f"`{person.address}` is the club's own address, whose mail the robot drops")
        text = with_person(text, person)
        parse(text, path)
        if first is not None:
            first(person)
        files.write(path, text)
    return person


def _table(person: Person) -> list[str]:
    digest = ["digest = true"] if person.digest else []
    plays = f"bot = {_quoted(person.bot)}" if person.bot else f"address = {_quoted(person.address)}"
    return [f"name = {_quoted(person.name)}", plays, *digest]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

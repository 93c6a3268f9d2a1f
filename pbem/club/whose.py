"""Whose a message is, a player's, the club's own or a bounce; about which game; and is it from whom it says?"""

import re
from collections.abc import Iterator

from pbem.club import tokens
from pbem.club.folder import Club
from pbem.club.games import VOTES, Game, Games, question_of
from pbem.club.settings import Person, plain
from pbem.club.tokens import Token
from pbem.errors import SaveError
from pbem.mail import Mail
from pbem.plain import same

_HOPS = 50
AUTOMATIC = (
    *("auto", "réponse auto", "respuesta auto", "resposta auto", "risposta auto", "odpowiedź auto", "авто", "otomatik"),
    *("αυτόματη", "răspuns auto", "自动", "自動", "자동", "out of office", "abwesen", "undeliver", "unzustell"),
    *("delivery status", "mail delivery", "returned mail", "failure notice"),
)
"""How subjects begin of what programs write."""
_FAILED = re.compile(rb"(?im)^action:[ \t]*failed")
_RESULT = re.compile(r"\s*([a-z-]{1,30})\s*(?:/\s*\d+\s*)?=\s*([a-z]{1,20})\b(.*)", re.DOTALL)
_VALUE = re.compile(r"[a-z0-9@._+-]{1,300}")
_COMMENT = re.compile(r"\([^()]*\)")
_BY = re.compile(r"(?:^|\s)by\s+\[?([^\s;\]]+)")
"""Which server notes, in Received, that it took a mail."""
_WITHIN = re.compile(r"[^.]*|[\d.]+|.*:.*|.*\.(?:internal|intranet|local|localdomain|localhost|lan|home\.arpa)")
"""Names that nobody has on the internet, and numbers, by which the machines of one provider call each other."""
_PROPERTY = re.compile(r"([a-z]{1,20}\.[a-z-]{1,30})\s*=\s*\"?([^\s\";]{1,300})")


def own(club: Club, mail: Mail) -> str:
    """Why a message is one of this club's own, or goes round in circles; "" if not."""
    settings = club.settings
    if any(plain(one) == plain(settings.address) for one in mail.sender):
        return "from the club itself"
    if mail.message_id.lower().endswith(f"@{settings.host}") and any(tokens.in_text(mail.message_id)):
        return "the club's own mail"
    if any(name == "x-loop" and value.casefold() == settings.address.casefold() for name, value in mail.headers):
        return "the club's own mail"
    return "a loop" if sum(name == "received" for name, _ in mail.headers) > _HOPS else ""


def whose(club: Club, games: Games, mail: Mail) -> tuple[Person | None, Game | None, Token | None]:
    """The player, the game and the token of a message, as far as they are known."""
    senders = club.by_address(mail.sender)
    unknown = False
    for token in tokens.of_mail(mail, club.settings.host):
        game = games.by_handle(token.game)
        unknown = unknown or (game is None and token.kind != tokens.TEST)
        if game is None or token.seat >= len(game.players):
            continue
        name = game.players[token.seat]
        if token.kind == tokens.TEST or not _genuine(club, token, game, name):
            continue
        person = club.person(name)
        if person is None or person.bot:
            return None, None, token  # removed since, or replaced by a bot
        if senders and plain(senders[0].address) != plain(person.address):
            continue  # somebody else of the club answers to a post that was passed on
        return person, game, token
    if unknown and club.damaged:
        raise SaveError("it may belong to a game whose file cannot be read")
    if not senders:
        return None, None, None
    subject = mail.subject.casefold()
    named = [g for g in games.values() if f"[{g.id.casefold()}]" in subject and any(plays(one, g) for one in senders)]
    if len(named) != 1:
        return senders[0], None, None
    # Of those who share a mailbox it is who has the tag, or is to move.
    playing = [one for one in senders if plays(one, named[0])]
    tagged = [one for one in playing if one.address.casefold() == mail.sender[0].casefold()] or playing
    return next((one for one in tagged if same(one.name) == same(named[0].waits)), tagged[0]), named[0], None


def _genuine(club: Club, token: Token, game: Game, name: str) -> bool:
    """Whether a token is of this club; that of a question, of whichever that there can be."""
    asked = [""]
    if token.kind == tokens.VOTE:
        asked += [question_of(kind, author) for kind in VOTES for author in game.players]
    return any(club.keys.genuine(token, game.id, name, one) for one in asked)


def is_bounce(mail: Mail, data: bytes) -> bool:
    """Whether this tells that a mail could not be delivered for good; an answer of an absent person does not."""
    kind = next((value for name, value in mail.headers if name == "content-type"), "").casefold()
    if kind.startswith("multipart/report"):
        return bool(_FAILED.search(data))
    daemon = any(one.casefold().startswith(("mailer-daemon@", "postmaster@")) for one in mail.sender)
    return daemon or any(name == "x-failed-recipients" for name, _ in mail.headers)


def plays(person: Person, game: Game) -> bool:
    """Whether somebody plays in a game."""
    return any(same(name) == same(person.name) for name in game.players)


def verdict(mail: Mail, server: str) -> bool | None:
    """True if the server found that the domain of the sender vouches for a mail, False if it does not, None if unknown.

    It says so in Authentication-Results (RFC 8601). Only the topmost header counts, and only if it is that
    server's, which `trust` in club.toml names, and no other has passed the mail on since: it must take away those that
    others forge.
    """
    header = next((value for name, value in mail.headers if name == "authentication-results"), "")
    name, *results = _results(header.casefold())
    if not server or name.split()[:1] != [server.casefold()] or len(mail.sender) != 1:
        return None
    if not all(_is_near(by, server.casefold()) for by in _later(mail)):
        return None
    domain = mail.sender[0].casefold().rpartition("@")[2]
    found: bool | None = None
    for part in results:
        match = _RESULT.fullmatch(part)
        if not match:
            continue
        method, result, properties = match[1], match[2], dict(_PROPERTY.findall(match[3]))
        if method == "dmarc" and (result == "fail" or (result == "pass" and "header.from" in properties)):
            return result == "pass" and properties["header.from"] == domain
        if method == "dkim" and result == "pass" and _vouches(properties.get("header.d", ""), domain):
            found = True
        if method == "spf" and result == "pass" and _vouches(properties.get("smtp.mailfrom", ""), domain):
            found = True
    return found


def _later(mail: Mail) -> Iterator[str]:
    """The servers that took a mail after the topmost Authentication-Results was written into it, or before all else."""
    for name, value in mail.headers:
        if name == "authentication-results":
            return
        if name == "received" and (found := _BY.search(_COMMENT.sub(" ", value.casefold()))):
            yield found[1].rstrip(".")


def _is_near(by: str, server: str) -> bool:
    """Whether a server belongs to that one: below the same name, if that is no bare ending, or by its own means."""
    above = server.partition(".")[2]
    home = above if "." in above else server
    return by == home or by.endswith(f".{home}") or _WITHIN.fullmatch(by) is not None


def _results(header: str) -> list[str]:
    """What stands between the semicolons, without comments; [""] where one, or a quoted string, does not end.

    What a sender writes can stand in both, in `smtp.mailfrom="x; dmarc=pass"@evil.example` for one. Of a quoted string
    only a plain value is kept.
    """
    parts, depth, quoted, escaped = [""], 0, "", False
    for char in header:
        if escaped or char == "\\":
            escaped = not escaped
            quoted += "?" if quoted and not escaped else ""
        elif quoted:
            quoted += char
            if char == '"':
                parts[-1] += quoted[1:-1] if _VALUE.fullmatch(quoted[1:-1]) else "?"
                quoted = ""
        elif char in "()":
            depth += 1 if char == "(" else -1
            parts[-1] += " "
        elif depth:
            continue
        elif char == '"':
            quoted = char
        elif char == ";":
            parts.append("")
        else:
            parts[-1] += char
        if depth < 0:
            return [""]
    return [""] if depth or quoted or escaped else parts


def _vouches(of: str, domain: str) -> bool:
    """Whether what was checked is the sender's domain, or one above it that is no bare ending such as `org`."""
    of = of.rpartition("@")[2]
    return of == domain or ("." in of and domain.endswith(f".{of}"))

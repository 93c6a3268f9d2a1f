"""Whose a message is: a player's, about which game, by which token; or the club's own, or a bounce."""

import re

from pbem.club import tokens
from pbem.club.folder import Club
from pbem.club.settings import Person, plain
from pbem.club.store import Game
from pbem.club.tokens import Token
from pbem.errors import SaveError
from pbem.mail import Mail
from pbem.plain import same

_HOPS = 50
_FAILED = re.compile(rb"(?im)^action:[ \t]*failed")


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


def whose(club: Club, games: dict[str, Game], mail: Mail) -> tuple[Person | None, Game | None, Token | None]:
    """The player, the game and the token of a message, as far as they are known."""
    sender = club.by_address(mail.sender)
    handles = {game.handle: game for game in games.values()}
    unknown = False
    for token in tokens.of_mail(mail, club.settings.host):
        game = handles.get(token.game)
        unknown = unknown or game is None
        if game is None or token.seat >= len(game.players):
            continue
        name = game.players[token.seat]
        if token.kind == tokens.TEST or not club.keys.genuine(token, game.id, name):
            continue
        person = club.person(name)
        if person is None or person.bot:
            return None, None, token  # removed since, or replaced by a bot
        if sender is not None and plain(sender.address) != plain(person.address):
            continue  # somebody else of the club answers to a post that was passed on
        return person, game, token
    if unknown and club.damaged:
        raise SaveError("a message waits: it may belong to a game whose file cannot be read")
    if sender is None:
        return None, None, None
    subject = f" {mail.subject.casefold()} "
    named = [g for g in games.values() if f"[{g.id.casefold()}]" in subject and plays(sender, g)]
    return sender, named[0] if len(named) == 1 else None, None


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

"""Words that ask for something and change no game: the board, the log, help, absence, reminders."""

import calendar
import datetime
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pbem.board import plural
from pbem.club import texts
from pbem.club.folder import Club
from pbem.club.settings import Person
from pbem.errors import NotThere
from pbem.plain import same
from pbem.session import Session

_DATE = re.compile(
    r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})|(?P<d2>\d{1,2})\. ?(?P<m2>\d{1,2})(?:\.(?: ?(?P<y2>\d{4}))?)?"
    r"|(?P<d3>\d{1,2})(?:\.|st|nd|rd|th)? (?P<m3>[a-z]{3,9})(?:,? (?P<y3>\d{4}))?"
    r"|(?P<m4>[a-z]{3,9}) (?P<d4>\d{1,2})(?:st|nd|rd|th)?(?:,? (?P<y4>\d{4}))?"
)
_YEARS = 9  # in which every day of a year comes, 29 February as well
_MONTHS = {name.casefold()[:3]: number for number, name in enumerate(calendar.month_name) if name}
_SHOWN: dict[str, Callable[[Session], list[str]]] = {
    "legal": texts.legal,
    "log": texts.log,
    "rules": texts.rules,
    "help": texts.how_to_play,
}
PUBLIC = {"show", *_SHOWN}
"""Words that change nothing at all: their answers go to the address that is known, whoever asks."""


def wish(club: Club, session: Session, name: str, command: str) -> list[str]:
    """Do what one word asks for; lines of the answer. Raises NotThere."""
    store, key = club.store, same(name)
    if command == "show":
        return []  # the answer ends with the board in any case
    if command in _SHOWN:
        return ["", *_SHOWN[command](session)]
    if command.startswith("away until "):
        day = date(command.removeprefix("away until "), club.now())
        with store.together():
            store.note(key, away=day)
        return texts.told(f"You get no reminders until {day}. Moves and posts go on.")
    if command == "back":
        with store.together():
            store.note(key, away=day_before(club.now()), quiet=False)
        return texts.told("Welcome; reminders come again.")
    if command == "stop reminders":
        with store.together():
            store.note(key, quiet=True)
        return texts.told("You get no reminders any more; a line with only the word back brings them again.")
    raise NotThere(f"nothing is known here of `{command}`")


_CAME_BACK_ONCE = "Mail to {name} came back once: {address}"
_CAME_BACK = "Mail to {name} came back {n} times: {address}"


def facts(club: Club, person: Person) -> dict[str, Any]:
    """What there is to know of somebody in the club, for scripts."""
    name = same(person.name)
    away = club.store.away(name)
    return {
        "name": person.name,
        "address": person.address or None,
        "bot": person.bot or None,
        "away": away if away > day_before(club.now()) else None,
        "reminders": not club.store.quiet(name),
        "bounces": club.store.bounces(name),
    }


def about(club: Club, person: Person) -> list[str]:
    """What who runs the club is told of somebody: who is a bot, away, wants no reminders, or is not reached."""
    known, name = facts(club, person), person.name
    if person.bot:
        return [f"{name} is a bot: {person.bot}"]
    told = [f"{name} is away until {known['away']}."] if known["away"] else []
    if not known["reminders"]:
        told.append(f"{name} wants no reminders.")
    if bounces := known["bounces"]:
        told.append(plural(bounces, _CAME_BACK_ONCE, _CAME_BACK, name=name, address=person.address))
    return told


def day_before(now: float) -> str:
    """Yesterday: who was away till then is here, and has the usual time before a reminder."""
    return (datetime.datetime.fromtimestamp(now, datetime.UTC).date() - datetime.timedelta(1)).isoformat()


def date(text: str, now: float) -> str:
    """A day that somebody wrote, as 2026-12-24; without its year the next such day. Raises NotThere for a past one."""
    match = _DATE.fullmatch(text.strip(" !").casefold())
    today = datetime.datetime.fromtimestamp(now, datetime.UTC).date()
    wanted = "wanted is one such as 2026-12-24 or 24 December"
    if not match:
        raise NotThere(f"`{text}` is no date; {wanted}")
    found = match.groupdict()
    day = int(found["d"] or found["d2"] or found["d3"] or found["d4"])
    month = int(found["m"] or found["m2"] or 0) or _MONTHS.get((found["m3"] or found["m4"] or "")[:3], 0)
    year = int(found["y"] or found["y2"] or found["y3"] or found["y4"] or 0)
    for one in [year] if year else range(today.year, today.year + _YEARS):
        with suppress(ValueError):
            that = datetime.date(one, month, day)
            if that >= today:
                return that.isoformat()
            if year:
                raise NotThere(f"`{text}` is past")
    raise NotThere(f"`{text}` is no date; {wanted}")

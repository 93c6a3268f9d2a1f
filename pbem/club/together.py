"""Games of a club that their players deal together: the robot passes their lines on, and holds no secret."""

from collections import Counter
from collections.abc import Sequence

from pbem.club import texts
from pbem.folded import fold_lines
from pbem.mail import Mail
from pbem.notation import Chance, Comment
from pbem.plain import same
from pbem.session import Session
from pbem.taking import Taking, take, taken_by
from pbem.together.lines import Link, Tip
from pbem.together.session import TogetherSession
from pbem.together.taking import TogetherTaker

OWN = (
    "Here turns are taken back, and games ended, by lines of the players: pbem undo FILE, or stop, where your file is."
)


def taken(session: Session, mail: Mail) -> Taking:
    """What a game takes of a mail."""
    if isinstance(session, TogetherSession):
        return taken_by(TogetherTaker(session, mail, club=True), session)
    return take(session, mail, club=True)


def not_yours(session: TogetherSession, length: int, lines: tuple[str, ...], name: str) -> str:
    """Why a player may not send these lines; "" if so: tips, and blocks of that player's own."""
    for text in lines:
        line = session.line(text)
        if isinstance(line, Tip) and same(line.name) != same(name):
            return f"This is the tip of {line.name}, and you are {name}: nothing is taken."
    author = ""
    for at, line in enumerate(session.fold.lines):
        if isinstance(line, Link):
            author = line.name
        if at >= length and not isinstance(line, (Chance, Comment)) and same(author) != same(name):
            return f"This is a block of {author}, and you are {name}: nothing is taken."
    return ""


def waits(session: TogetherSession) -> str:
    """Who has to write next, "" if nobody must."""
    if session.over or session.stopped:
        return session.header.names[session.fold.writer()] if session.asked() else ""
    missing = session.fold.tips.missing()
    writer = session.fold.writer()
    return missing[0] if missing else session.header.names[writer] if writer >= 0 else ""


def joining(session: Session) -> list[str]:
    """Who has to join, one as soon as the other."""
    return session.fold.tips.missing() if isinstance(session, TogetherSession) else []


def in_order(session: Session, lines: Sequence[str]) -> list[str]:
    """Lines of a text, each once, in the order of the log: a post below a block has some again. Others come first."""
    log = session.log
    places: set[int] = set()
    for text, count in Counter(lines).items():
        places.update([place for place, line in enumerate(log) if line == text][-count:])
    return [*dict.fromkeys(line for line in lines if line not in log), *(log[place] for place in sorted(places))]


def passed_on(added: Sequence[str], name: str) -> list[str]:
    """What the others are sent: the lines as they are, to be taken by their programs."""
    told = texts.told(f"{name} sends these lines: pbem move FILE - takes them, or this whole mail.")
    return [*told, "", *fold_lines(added)]

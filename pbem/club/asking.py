"""What players are asked: to take a turn back, or to stop. All must agree."""

from typing import NamedTuple

from pbem.club.store import Vote
from pbem.errors import IllegalMove
from pbem.notation import Turn
from pbem.plain import same
from pbem.session import Session


class Asking(NamedTuple):
    """What is asked from now on, None for nothing; `fresh` if the others have not heard of it."""

    vote: Vote | None
    fresh: bool = False


def question(session: Session, name: str, command: str) -> Vote:
    """The question that a player puts with `undo?` or `stop?`; raises IllegalMove if there is nothing to ask."""
    line = session.fold.next_number()
    if command == "stop?":
        if session.over or session.stopped:
            raise IllegalMove(f"there is nothing to stop: {session.waits_for}", reason="over")
        return Vote("stop", 0, line, name, ())
    if session.stopped:
        return Vote("undo stop", 0, line, name, ())
    for index in reversed(session.fold.force):
        played = session.fold.lines[index]
        if isinstance(played, Turn) and same(played.name or "") == same(name):
            return Vote("undo", played.number or 0, line, name, ())
    raise IllegalMove("you have played no turn that could be taken back", reason="not-played")


def answered(vote: Vote, name: str) -> Vote:
    """The question with another yes."""
    return vote if same(name) in map(same, vote.yes) else vote._replace(yes=(*vote.yes, name))

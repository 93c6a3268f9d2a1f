"""A message with what it belongs to, what became of it, or why nothing of it is played; what the others are asked."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from pbem.candidates import find
from pbem.club import texts
from pbem.club.games import Game, Vote
from pbem.club.settings import Person
from pbem.club.tokens import Token
from pbem.errors import IllegalMove, NotYourTurn, PbemError
from pbem.folded import unfolded
from pbem.mail import Mail
from pbem.notation import Chance, Comment, Stop, Turn, Undo
from pbem.plain import cleaned, same
from pbem.session import Session
from pbem.taking import Taking
from pbem.together.session import TogetherSession

Beside = Literal["move", "no", "doubt", ""]
"""What stands beside a yes to what is asked, with which that does not count; "" for nothing, or no such yes."""
_NO_YES = "Your yes to what is asked does not count either: to give it send a line with the word yes alone."
_BESIDE: dict[Beside, str] = {
    "move": "Your mail says yes to what is asked, and has a move, with which the question would be over: please send "
    "the one that is meant.",
    "no": "Your mail says yes and no to what is asked: please send the one that is meant.",
    "doubt": "{doubt} " + _NO_YES,
}
_SHORT = 40  # characters of a move without a digit
_DUE = {"draw-due", "not-opened"}
"""Reasons of refusals that tell what is due."""
_NOT_FROM = "The mail server says that this mail is not from the address it bears: nothing is played from it."
_NO_POST = (
    "This mail answers to none of the posts, so anybody could have written it, and nothing is played from it. "
    "Reply to this one instead."
)
_NO_TURN = (
    "This mail answers to none of the posts, and its move does not say which turn it is for: nothing is played from "
    "it. Reply to this one instead."
)
_OLD_POST = (
    "This mail answers to a post that is out of date, so nothing is played from it. The game is now as follows; reply "
    "to this mail."
)


class Asked:
    """A message with what it belongs to."""

    def __init__(self, message: str, mail: Mail, person: Person, game: Game, token: Token | None) -> None:
        self.message, self.mail = message, mail
        self.person, self.game, self.token = person, game, token
        self.vouched: bool | None = None
        self.beside: Beside = ""

    @property
    def proven(self) -> bool:
        """Whether it is from the player: by a token that the mail server does not deny, or as the server vouches."""
        return self.vouched is not False and (self.token is not None or self.vouched is True)

    @property
    def current(self) -> bool:
        """Whether it answers to what the game is at."""
        return self.token is not None and self.token.line == self.game.line


class Asking(NamedTuple):
    """The question from now on, None if there is none any more; `fresh` if the others have not heard of it."""

    vote: Vote | None
    fresh: bool = False


def question(session: Session, name: str, command: str, known: Vote | None) -> Vote:
    """The question that a player puts with `undo?` or `stop?`, the `known` one with who has said yes if it is the same.

    Raises IllegalMove if there is nothing to ask.
    """
    vote = _question(session, name, command)
    return known if known is not None and known[:4] == vote[:4] else vote


def _question(session: Session, name: str, command: str) -> Vote:
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


def beside_yes(taken: Taking) -> Beside:
    """What a mail has beside its yes to a question."""
    return "doubt" if taken.doubt else "move" if taken.lines else "no" if "no" in taken.commands else ""


def unclear(taken: Taking, beside: Beside) -> Taking:
    """What is taken of a mail that has that beside a yes: nothing, and it is asked which is meant."""
    commands = tuple(command for command in taken.commands if command not in ("yes", "no"))
    return taken._replace(lines=(), commands=commands, doubt=_BESIDE[beside].format(doubt=taken.doubt))


def why_not(asked: Asked, session: Session, taken: Taking) -> str:
    """Why nothing is played of what a message has for the game; "" if it is, or if there is nothing."""
    if not (taken.lines or taken.doubt):
        return ""
    if asked.vouched is False:
        return _NOT_FROM
    if asked.token is None and not asked.vouched:
        return _NO_POST
    if asked.token is not None and not asked.current:
        return _OLD_POST
    if session.stopped and not isinstance(session, TogetherSession) and asked.beside != "no":
        return f"{texts.STOPPED} {_NO_YES}" if asked.beside else texts.STOPPED
    if taken.doubt:
        more = _what_is_due(session, asked.person.name, taken.error) or how_to_see(taken.error)
        return f"Nothing is played. {taken.doubt}{more}"
    return "" if asked.token is not None or _all_numbered(session, taken.lines) else _NO_TURN


def came_otherwise(asked: Asked, session: Session, taken: Taking, told: int) -> bool:
    """Whether what is known of a message was played since its player was last written to, at line `told`.

    So it did not come by mail, which would have been answered, but was entered by hand.
    """
    lines = [line for line in session.fold.lines if not isinstance(line, Comment)][max(told - 1, 0) :]
    name = same(asked.person.name)
    moves = {line.number for line in lines if isinstance(line, Turn) and same(line.name or "") == name}
    draws = [line.result for line in lines if isinstance(line, Chance)]
    read = [session.fold.notation.reads(line) for line in taken.known]
    if session.header.chance == "manual" and all(isinstance(line, Chance) for line in read):
        return any(isinstance(line, Chance) and line.result in draws for line in read)
    return any(isinstance(line, Turn) and line.number in moves for line in read)


def unread(asked: Asked, session: Session, known: Collection[str]) -> bool:
    """Whether a mail of who is to move has, beside words and `known` lines, one that may be meant for a move.

    That is a line with a digit, or a short one that reads as a move.
    """
    if same(asked.game.waits) != same(asked.person.name):
        return False
    lines, row = asked.mail.lines, 0
    for piece in find(unfolded(lines), session.header.names, (), club=True, written=lines).pieces:
        text = piece.readings[-1][0]
        if piece.row >= row and (any(map(str.isdigit, text)) or (len(text) < _SHORT and session.is_move(text))):
            end = next((piece.row + rows for text, rows in piece.readings if cleaned(text) in known), 0)
            if not end:
                return True
            row = end
    return False


def not_played(session: Session, said: str) -> str:
    """That the move which is due stands in what is passed on, as where `end` stands further below than was thought."""
    label = f"{session.turn} {session.to_move}:".casefold()
    lines = (line.strip() for line in said.split("\n"))
    move = next((line for line in lines if line.casefold().startswith(label)), "")
    return f" `{move}` is part of it, so it is not played." if move else ""


def not_yours(session: Session, length: int, name: str) -> str:
    """Why a player may not add the lines from there on; "" if so."""
    for line in session.fold.lines[length:]:
        if isinstance(line, Turn) and same(line.name or "") != same(name):
            return f"It is {line.name} who moves here, and you are {name}: nothing is played."
        if isinstance(line, Undo) and line.what == "draw" and len(session.header.names) > 1:
            return texts.DRAW_BACK
        if isinstance(line, (Undo, Stop)) and len(session.header.names) > 1:
            return "Turns are taken back, and games ended, by consent here: ask for it with undo? or stop? on a line."
        if isinstance(line, Chance) and session.header.chance == "keeper" and session.dealer is None:
            return "Here the robot draws, as soon as its secret is there again: nothing is played."
    return ""


def _all_numbered(session: Session, lines: tuple[str, ...]) -> bool:
    """Whether all turns among some lines say which they are: in a mail that answers to no post nothing else does."""
    read = [session.fold.notation.parse(line) for line in lines]
    return all(line.number is not None for line in read if isinstance(line, Turn))


def _what_is_due(session: Session, name: str, error: PbemError | None) -> str:
    """What a refusal does not say by itself: the draw that is due, else who is to move, if that is another player."""
    mover, reasons = session.to_move, _reasons(error)
    if isinstance(error, NotYourTurn) and session.header.player(error.details.get("given", "")) is not None:
        return ""
    if "only-post" in reasons:
        return ""
    if session.waits_for_draw:
        return "" if _DUE & reasons else f" The game waits: {session.waits_for}."
    if mover is None or same(mover) == same(name):
        return ""
    return f" It is {mover} who is to move."


def _reasons(error: PbemError | None) -> set[object]:
    """Why a game refused something, or what a question is about."""
    details = {} if error is None else error.details
    return {details.get("reason"), details.get("cause", {}).get("reason")}


def how_to_see(error: PbemError | None) -> str:
    """How to get what a refusal does not tell: the legal moves, or the forms that a move may have."""
    if error is not None and error.forms_of:
        return " A line that has only the word rules brings all forms."
    if type(error) is IllegalMove and "legal" in error.details:
        return " A line that has only the word legal brings the legal moves."
    return ""


class Outcome:
    """What became of a message.

    `lines` are of an answer of that `kind`, "" for none; the others get `heard` above their post and `said` below it;
    `asks` is what is asked from now on, None where that does not change.
    """

    def __init__(self) -> None:
        self.what: Literal["answered", "played", "known", "refusal"] = "answered"
        self.kind: Literal["answer", "refusal", ""] = "answer"
        self.lines: list[str] = []
        self.heard: list[str] = []
        self.said: list[str] = []
        self.all_hear = False
        self.asks: Asking | None = None
        self.changed = False
        self.refused = 0  # how many things are not done
        self.done = False  # whether a word that was asked for is
        self.asks_again = False

    def refuse(self, sentence: str) -> None:
        """Something is not done; the answer says why. What was played stays."""
        self.refused += 1
        if self.what != "played":
            self.what = self.kind = "refusal"
        self.lines += [*([""] if self.lines else []), *texts.told(sentence)]

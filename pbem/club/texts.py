"""What the robot writes. No line of it can be taken for a move or for a word that people send."""

import re
from collections.abc import Iterable, Sequence

from pbem import board, report
from pbem.board import SAID, STORED, fold, plural
from pbem.candidates import find
from pbem.club.games import Game, Vote
from pbem.errors import all_of, one_of
from pbem.mail.markup import plain
from pbem.notation import Turn
from pbem.plain import same
from pbem.position_lines import SHIELD
from pbem.session import Session
from pbem.together.session import TogetherSession

_LEGAL = 40
_LOG = 60
_SHORT = 20
_WISH = 80
_WORDS = ("show", "legal", "log", "rules", "help")
_AWAY = "away until and a date such as 2026-12-24"
_WISHES = {
    **dict.fromkeys(("reminders", "unsubscribe"), "stop reminders"),
    **dict.fromkeys(("away until", "i am away", "i'm away", "be away", "on holiday", "on vacation"), _AWAY),
}
_ASKED: dict[str, tuple[str, ...]] = {"undo": ("take back", "take it back", "take that back", "takeback"), "stop": ()}
"""What is asked of the others, each with other words for it."""
_HELP = """
HOW TO PLAY BY MAIL
{play}
These words are understood, each alone on a line of its own:
o show: the board, with what its signs mean and how to answer.
o legal: legal moves. log: the game so far.
o rules: how moves are written. help: this text.
{ask}
o away until 2026-12-24: no reminders till then. back: here again.
o stop reminders: none any more, till you write back on such a line.
o say and a text, up to an empty line or up to the word end: passed on.
o end, where it ends no such text: nothing below is read."""
_PLAY = """
Reply with your move on top; that is all. What is quoted below does no
harm. Your line may begin with turn and name, as the post shows it."""
_ASK = """
o undo? asks the others to take back your last turn and what followed;
o stop? asks them to end the game undecided. They answer yes or no."""
_PLAY_TOGETHER = """
Reply with the lines that pbem move FILE prints to be mailed: they are
passed on to the others. What is quoted below does no harm."""
_ASK_TOGETHER = """
o undo? and stop? ask nobody here: with pbem undo FILE you ask to take
  back, pbem move FILE stop ends the game, and what is printed is mailed."""
_FIRST_MOVE = "Reply with your move on top. A line with only the word help tells what else is understood."
_FIRST_DRAW = "Reply with your draw on top. A line with only the word help tells what else is understood."
_TO_JOIN = (
    "Join with your program: pbem join INVITATION -o FILE --as {name}, where INVITATION is what the one who began the "
    "game sends around. Reply with the line it prints, and all others get it."
)
SAMPLE = """
This is a sample from a club for games by mail; no game waits for it.
Below is a board. If its columns do not stand one under the other, set
your client to show plain text in a fixed font, or look at the other
version of this mail, which has the same as HTML.

x -a- -b- -c- -d- -e- -f- -g- -h-
4 -C- -E- NW- +++ +++ NE- -W- -C-
3 -S- SE- SW- SE- SW- SE- SW- -S-
2 -N- NE- NW- -N- -N- NE- NW- -N-
1 +++ -E- -W- -C- -C- -E- -W- +++
x -a- -b- -c- -d- -e- -f- -g- -h-

To play you reply to a post of a game with your move on top.""".strip().split("\n")
"""A sample post, with everything that mail clients are known to spoil."""


def post(session: Session, name: str, full: bool = False) -> list[str]:
    """The game as a player sees it: with the legend and how to answer up to the player's first turn, later if asked.

    Who has not joined yet a game that its players deal is told how; all else their programs tell.
    """
    name = session.header.players[session.header.index(name)].name
    joins = isinstance(session, TogetherSession) and name in session.fold.tips.missing()
    how = [*told(_TO_JOIN.format(name=name)), ""] if joins else []
    by_mail = session.header.chance != "together"  # whose players have the program
    return how + report.show(session, None, name, full or not _has_moved(session, name), by_mail=by_mail)


def how_to_play(session: Session) -> list[str]:
    """What there is to know of mails to the club."""
    play, ask = (_PLAY_TOGETHER, _ASK_TOGETHER) if session.header.chance == "together" else (_PLAY, _ASK)
    return _HELP.format(play=play.strip(), ask=ask.strip()).strip().split("\n")


def welcome(session: Session, name: str) -> list[str]:
    """What stands above the post for a player's first turn; where players deal, their programs tell what to mail."""
    if isinstance(session, TogetherSession):
        return []
    theirs = session.to_move is not None and same(session.to_move) == same(name)
    first = _FIRST_DRAW if session.waits_for_draw else _FIRST_MOVE
    return told(first) if theirs and not _has_moved(session, name) else []


def _has_moved(session: Session, name: str) -> bool:
    return any(isinstance(line, Turn) and same(line.name or "") == same(name) for line in session.fold.lines)


_NO_PROSE = re.compile("[`0-9]")
_QUOTED = re.compile("(?:([^ `]{1,20}) )?(`[^`]*`)")
"""What may be there to be copied, with the word before it: at the beginning of a line it would be, mark and all."""
_FITS = 62  # of what is quoted on a line, with its marks
_WHOLE = 68  # with the word before it
_GLUE = "\0"


def told(sentence: str) -> list[str]:
    """A sentence as lines; what is quoted in it cannot be read as a move, and stands on one line if it can."""
    glued = _QUOTED.sub(_glued, " ".join(sentence.split()))
    return [line.replace(_GLUE, " ") for line in fold(glued, shield=not _is_prose(glued))]


def _is_prose(sentence: str) -> bool:
    """Whether no line of a sentence after the first can be of a move, or a word that people send."""
    below = fold(sentence)[1:]
    if any(map(_NO_PROSE.search, below)):
        return False
    found = find(below, (), (), club=True)
    return not (found.commands or found.said)


def _glued(found: re.Match[str]) -> str:
    word, quoted = found.groups()
    if len(found[0]) <= _WHOLE and len(quoted) <= _FITS:
        return found[0].replace(" ", _GLUE)
    return f"{word}{_GLUE}{quoted}" if word else quoted


def played(added: Sequence[str], name: str) -> list[str]:
    """What was understood and stored, in words that are no lines of a log."""
    return [part for line in added for part in fold(f"{STORED}{line}", shield=True)] or [f"Nothing new, {name}."]


_ONE_LEGAL = "{n} legal move or beginning of moves for {name}:"
_MANY_LEGAL = "{n} legal moves or beginnings of moves for {name}, the ones that earn most first:"
# Where turns are long these are next steps only, and each stands for all turns that go on with it.
_ONE_WAY = "{n} way to go on for {name}, with the rest that earns most:"
_MANY_WAYS = "{n} ways to go on for {name}, each with the rest that earns most, the best first:"


# Some moves alone, such as R, could be a word or a name.
_TO_PLAY = "To play one, write it as `{turn} {name}: MOVE`."


def legal(session: Session) -> list[str]:
    """Legal moves, with what each earns."""
    if session.to_move is None or session.waits_for_draw:
        return told(f"There are no moves now: {session.waits_for}.")
    found = session.legal()
    if session.rules.long_turns:
        head = told(plural(len(found), _ONE_WAY, _MANY_WAYS, name=session.to_move))
    else:
        head = told(plural(len(found), _ONE_LEGAL, _MANY_LEGAL, name=session.to_move))
    lines = [part for move in found[:_LEGAL] for part in fold(f"(legal) {move.text}", shield=True)]
    left = len(found) - _LEGAL
    more = [plural(left, "({n} more is not listed.)", "({n} more are not listed.)")] if left > 0 else []
    by_mail = session.header.chance != "together"  # else the player's program writes it
    how = told(_TO_PLAY.format(turn=session.turn, name=session.to_move)) if by_mail else []
    return [*head, *lines, *more, *how]


def log(session: Session) -> list[str]:
    """The last lines of the log."""
    lines = session.log
    left = len(lines) - _LOG
    head = f"The log, the last {_LOG} of {len(lines)} lines:" if left > 0 else "The log:"
    numbered = list(enumerate(lines, 1))[-_LOG:]
    return [head, *(part for number, line in numbered for part in fold(f"(line {number}) {line}", shield=True))]


def rules(session: Session) -> list[str]:
    """How moves are written."""
    return board.rules(session.rules).strip("\n").split("\n")


def said(name: str, text: str) -> list[str]:
    """What somebody says, as text."""
    lines = [_unmarked(line.strip()) for line in text.split("\n") if line.strip()]
    return [SAID.format(name=name), *(part for line in lines for part in fold(SHIELD + line, shield=True))]


def _unmarked(line: str) -> str:
    """A line without marks of forums: `[/quote]` would make a quote of all that stands above."""
    return line if plain(line) == line else line.replace("[", "(").replace("]", ")")


LAST = (
    "This is the last answer of this kind today: for a day a mail from which nothing can be taken gets none. One from "
    "which something can be taken is answered as ever."
)


DRAW_BACK = "A draw that was entered wrong is taken back by who runs the club: ask there."


def how_to_ask(lines: Iterable[str], by_people: bool) -> str:
    """What to write for words that are a line of a log elsewhere, or stand in a sentence; "" if there are none.

    `by_people`: draws are entered by the players.
    """
    short = [line.replace("\u2019", "'").strip(" *_`.!").lower() for line in lines if len(line) < _WISH]
    text, words = "\n".join(short), {line.partition(" ")[0].strip(":,") for line in short if len(line) < _SHORT}
    if by_people and "undo draw" in text:
        return f" {DRAW_BACK}"
    wish = next((wish for word, wish in _WISHES.items() if word in text), _AWAY if "away" in words else "")
    wish = wish or next((word for word in _WORDS if word in words), "")
    if wish:
        return f" Write {wish} alone on a line."
    asked = [f"{word}?" for word, like in _ASKED.items() if word in words or any(one in text for one in like)]
    return f" Write {one_of(asked)} alone on a line to ask the others for it." if asked else ""


STOPPED = "Nothing is played: the game was stopped. A line with only undo? asks the others to go on with it."


_OVER = "If somebody moves or asks anew before, the question is over."
_ASKS = {
    "undo": "{author} asks to take back turn {turn} and what followed.",
    "stop": "{author} asks to end the game undecided.",
    "undo stop": "{author} asks to take back the stop and go on.",
}
"""What is asked, for each of `games.VOTES`."""
_NEEDED = "It needs the yes of {names}."
_REPLY = "Reply to this mail with a line that has only the word yes, or only the word no."
_WRITE_THERE = "Write to that address a line that has only the word yes, or only the word no."


def question(vote: Vote, names: Sequence[str], there: bool = False) -> list[str]:
    """What the others are asked; `there` in a mail about several games, in which the address of each stands above."""
    asks = _ASKS[vote.kind].format(author=vote.author, turn=vote.turn)
    needed = _NEEDED.format(names=all_of(name for name in names if same(name) != same(vote.author)))
    return told(" ".join((asks, needed, _WRITE_THERE if there else _REPLY, _OVER)))


_AGREED = {
    "undo": "All agree: turn {turn} and what followed are taken back.",
    "stop": "All agree: the game ends undecided.",
    "undo stop": "All agree: the game goes on.",
}


def agreed(vote: Vote) -> list[str]:
    """What stands above the post of the others when all have said yes."""
    return told(_AGREED[vote.kind].format(turn=vote.turn))


def reminder(game: Game, days: int) -> list[str]:
    """What stands above the post of a reminder."""
    return [*waited(game, days), *told("Reply: stop reminders, and none come.")]


_WAITED_ONE = "This game has been waiting for {name} for {n} day."
_WAITED = "This game has been waiting for {name} for {n} days."


def waited(game: Game, days: int) -> list[str]:
    """What stands above a post that is a day old or more."""
    return told(plural(days, _WAITED_ONE, _WAITED, name=game.waits))


_ADDRESSES = (
    "A reply to this mail belongs to none of them: write your move to the address of its game, and what is about you, "
    "such as the words stop reminders, to any of them."
)
_DIGEST_ONE = "{n} game waits for you, {name}. " + _ADDRESSES
_DIGEST = "{n} games wait for you, {name}. " + _ADDRESSES
_LISTED_ONE = "o {id}, waiting for {n} day"
_LISTED = "o {id}, waiting for {n} days"


def digest(games: Sequence[Game], name: str, addresses: Sequence[str], days: Sequence[int]) -> list[str]:
    """The head of a mail about several games, with the address of each."""
    head = told(plural(len(games), _DIGEST_ONE, _DIGEST, name=name))
    lines = []
    for game, address, number in zip(games, addresses, days, strict=True):
        listed = plural(number, _LISTED_ONE, _LISTED, id=game.id) if number else f"o {game.id}"
        lines += [listed, f"  {address}"]
    return [*head, *lines]


def write_to(session: Session, address: str) -> list[str]:
    """What stands above the post of one game among several."""
    return [f"GAME {session.header.id}: write to", f"  {address}"]


_WAITS = "o {id}: waits for {name}"
_IS = {
    "over": "o {id}: over",
    "stopped": "o {id}: stopped",
    "draw": "o {id}: waits for a draw of the robot",
    "open": "o {id}: waits for nobody",
}
"""What is told of games that wait for nobody, for each of their states."""


def overview(games: Iterable[Game], name: str, addresses: dict[str, str]) -> list[str]:
    """To a player who writes outside any game; `addresses` of those that wait for the player."""
    lines = []
    for game in games:
        lines.append((_WAITS if game.goes_on and game.waits else _IS[game.state]).format(id=game.id, name=game.waits))
        lines += [f"  write to {addresses[game.id]}"] if game.id in addresses else []
    head = told(
        f"Your mail belongs to no game that is known here, {name}. Reply to a post of the game, or to one of any game "
        "with what is about you, such as the words away until and a date. Your games:"
    )
    return [*head, *(lines or ["o none"])]

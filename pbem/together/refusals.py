"""What is said where a line of a game dealt together is refused, and what an honest player does then."""

from typing import Protocol

from pbem.errors import BrokenChain, IllegalMove, NotYourTurn, OtherLog, SecretRefused, all_of
from pbem.header import Header
from pbem.notation import Comment, Line
from pbem.together.lines import Link
from pbem.together.table import Table

IMPORTED = "import that record to a new file, with a copy of FILE.secret beside it"
"""How anybody goes on with the log of another player."""


class Dealt(Protocol):
    """What is asked of the fold."""

    header: Header
    table: Table
    lines: list[Line]

    def owes(self) -> int:
        """Who owes a result."""

    def mover(self) -> int:
        """Who is to move."""

    def absent(self) -> list[str]:
        """Who has not joined."""


def not_of_this_block(fold: Dealt) -> NotYourTurn:
    """A turn in a block of another player."""
    names = fold.header.names
    author, due = names[fold.table.author], names[fold.mover()]
    return NotYourTurn(
        f"the link of {due} is due, not of {author}: the last block here is of {author}; paste all that {due} "
        f"mailed, the link above the line as well",
        given=author,
        to_move=due,
    )


def not_mover(fold: Dealt, player: int, asked: str = "") -> NotYourTurn:
    """A line without a name, typed by a player who is not to move, or first answers what is `asked`."""
    own, due = fold.header.names[player], fold.header.names[fold.mover()]
    if asked:
        return NotYourTurn(
            f"{due} is to move, and you are {own}; {asked}: pbem undo FILE agrees, pbem move FILE --fresh refuses",
            given=own,
            to_move=due,
        )
    return NotYourTurn(
        f"{due} is to move, and you are {own}: a line that {due} mailed is pasted with its turn and name",
        given=own,
        to_move=due,
    )


def owed(fold: Dealt, why: str) -> IllegalMove:
    """Something that cannot be done before the result that is due."""
    owes = fold.owes()
    if owes < 0:
        return IllegalMove(f"the results of the last link come first: {why}", reason="draw-due")
    name = fold.header.names[owes]
    return IllegalMove(
        f"a draw is owed by {name}: {why}; the next mail of {name} opens it", reason="draw-due", owed_by=name
    )


def not_opened(fold: Dealt) -> IllegalMove:
    """A line before the first link."""
    missing = fold.absent()
    if missing:
        return IllegalMove(f"the game is not opened: no tip of {all_of(missing)}", reason="not-opened")
    name = fold.header.names[fold.owes()]
    return IllegalMove(f"the game is not opened: the first link of {name} is due", reason="not-opened", owed_by=name)


def not_due(fold: Dealt, given: int, due: int) -> NotYourTurn:
    """A link of another player than the one who has to write."""
    names = fold.header.names
    return NotYourTurn(
        f"the link of {names[due]} is due, not of {names[given]}: either a mail of {names[due]} is missing here, or "
        f"{names[given]} must wait for it",
        given=names[given],
        to_move=names[due],
    )


def wrong_number(line: Link, expected: int) -> BrokenChain:
    """A link that is not the next one."""
    if line.number > expected:
        more = f"the mail with link {expected} is missing here, so paste that one first"
    else:
        more = "that one is in the log already; pbem move FILE - takes a whole text, and skips what is known"
    return BrokenChain(
        f"link {line.number} of {line.name}, expected {expected}: {more}",
        player=line.name,
        number=line.number,
        expected=expected,
    )


def broken(line: Link) -> BrokenChain:
    """A word that does not lead to the one before it."""
    return BrokenChain(
        f"that link does not hold: is a letter wrong? Copy `link {line.name} {line.number}` once more, or ask "
        f"{line.name} to send it again",
        player=line.name,
        number=line.number,
    )


def another_log(fold: Dealt, player: int, number: int) -> OtherLog:
    """A link with the seal of another log; up to that player's last link both are the same."""
    name, table = fold.header.names[player], fold.table
    agreed = fold.lines[: table.places[player] + 1] if table.given[player] else []
    line = 1 + sum(not isinstance(other, Comment) for other in agreed)
    return OtherLog(
        f"it was given for another log: from line {line} on yours differs, a line was altered, or a letter at the end "
        f"is wrong; compare the log with {name}, who can mail the record (pbem export): pbem read FILE names the line, "
        f"and to go on with what {name} has, {IMPORTED}",
        player=name,
        number=number,
    )


def undo_waits(fold: Dealt) -> IllegalMove:
    """Something else while all are asked."""
    who = fold.header.names[fold.table.waiting[0]]
    return IllegalMove(
        f"undo needs all; it waits for {who}: {who} agrees with the same line behind a link (pbem undo FILE), or "
        f"refuses with a link alone (pbem move FILE --fresh)",
        reason="undo-waits",
    )


def not_drawn(sentence: str) -> IllegalMove:
    """A line that is known reads otherwise, as the sentence says."""
    return IllegalMove(f"{sentence}; leave that line out: what a link opens is added behind it", reason="not-drawn")


def not_written(text: str, answered: bool) -> SecretRefused:
    """A line of a text that would be one of its reader's own; it was `answered` if another's link stands behind it."""
    if answered:
        why = (
            f"stands in a block of yours, and your file lacks it. Either somebody put it there: then take nothing of "
            f"it, and mail your block once more (pbem move FILE prints it). Or your file is an old copy: then "
            f"{IMPORTED}"
        )
    else:
        why = "would be a line of yours, and none is taken from a text; to play it type it: pbem move FILE LINE"
    return SecretRefused(f"you did not write that: `{text}` {why}", text=text)


def differs(author: str, line: int, has: str, given: str) -> OtherLog:
    """A line of a text, in a block of `author`, that another link follows, and which the log has otherwise."""
    return OtherLog(
        f"from line {line} on yours differs: there it has {has}, and this text has `{given}`. If you are {author}, and "
        f"mailed what your log has, that was altered: take nothing of this text, and mail your block once more. Else a "
        f"line that was answered counts as it was answered: to go on with this text, ask for the record of who "
        f"answered, and {IMPORTED}. If nobody has answered that line, the log stays as it is",
        line_number=line,
    )


def given_before(name: str, number: int, path: str) -> SecretRefused:
    """A link that was given for another log; `path` is where the chain is."""
    return SecretRefused(
        f"you have given link {number} for another version of this log; nobody gets two answers. Go on with the log "
        f"that it was given for: the last record of another player, imported to a new file with a copy of {path} "
        f"beside it",
        player=name,
        number=number,
    )

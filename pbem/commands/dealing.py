"""What new, join, move and undo do in a game that its players deal together."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

from pbem import chance, files, reading, report
from pbem.commands.options import checked, echo_position, echo_post, read_text, typed
from pbem.errors import HeaderError, NotThere, SaveError, all_of, visible
from pbem.folded import fold_lines, unfolded
from pbem.game import Rules
from pbem.header import Header
from pbem.session import Session
from pbem.together import playing, secret, tips
from pbem.together.playing import Hand
from pbem.together.secret import Secret
from pbem.together.session import TogetherSession

_AGREES = ": pbem undo FILE agrees, pbem move FILE --fresh refuses"

Tip = Callable[[Rules, Header], str]


def invite(start: Callable[[Tip], Session], file: str, name: str | None, as_json: bool) -> None:
    """Start a game: the file, the secret, and the invitation, which is printed; raises PbemError.

    `start` makes the game, given what gives the tip of who invites.
    """
    if name is None:
        raise HeaderError("who invites to a game dealt together? Say --as NAME")
    if os.path.lexists(file):
        raise SaveError(f"{file} exists already, and is not overwritten")
    path = file + reading.SECRET
    kept = _left_over(path)
    seed = kept.seed if kept else chance.new_secret()
    session = start(lambda rules, header: tips.first(rules, header, header.names[header.index(name)], seed))
    _keep_secret(session, path, kept, name, seed)
    files.create(file, session.toml())
    if as_json:
        echo_position(session, invitation=session.record())
        return
    click.echo(session.record(), nl=False)
    others = all_of(other for other in session.header.names if other != session.header.names[_me(session, name)])
    click.echo(
        f"Mail this to {others}: each answers with the line that pbem join prints, and {typed('move', file)} takes "
        f"it. {_keep(path)}",
        err=True,
    )


def join(data: bytes, where: str, file: str, name: str, as_json: bool) -> None:
    """Join a game by its invitation: the file, the secret, and the own tip, which is printed; raises PbemError.

    `where` is where the invitation was read from.
    """
    from pbem.commands import import_

    if os.path.lexists(file):
        raise SaveError(f"{file} exists already, and is not overwritten")
    session = import_.pasted(data, where, tips.invitation)
    if not isinstance(session, TogetherSession):
        raise NotThere("this game is not dealt together, so nobody has to join: pbem import takes it")
    path = file + reading.SECRET
    kept = _left_over(path)
    me = _me(session, name)
    if session.opened:
        raise NotThere("this game has begun: who was in it goes on from a copy of FILE.secret and pbem import")
    seed = kept.seed if kept else chance.new_secret()
    own = session.header.names[me]
    text = tips.written(session.fold.tips.joined, session.header.id, own, seed)
    if me in session.fold.tips.words and text not in session.header.tips:
        raise SaveError(f"{own} has joined already: who joins twice lets others choose; go on from the first secret")
    session.fold.join(text)
    _keep_secret(session, path, kept, own, seed)
    files.create(file, session.toml())
    if as_json:
        echo_position(session, tip=f"tip {text}")
        return
    click.echo(f"tip {text}")
    inviter = session.header.names[session.fold.tips.inviter]
    click.echo(f"Mail this line to {inviter}, who opens the game once all have joined. {_keep(path)}", err=True)


def _keep(path: str) -> str:
    return (
        f"Your secret is in {visible(path)}: show it to nobody, copy it after each mail, and play on one device only; "
        f"if it is lost, you cannot go on."
    )


def _me(session: Session, name: str) -> int:
    return session.header.index(name)


def _left_over(path: str) -> Secret | None:
    """The secret of a game whose file was not written; raises SaveError for one that is in use."""
    if not os.path.lexists(path):
        return None
    kept = secret.read(path)
    if kept.given:
        raise SaveError(f"{path} has given links for game {kept.id}: nothing else can be begun with it")
    return kept


def left_id(file: str) -> str | None:
    """The id of a game whose file was not written, so that the same command goes on with it; raises SaveError."""
    kept = None if os.path.lexists(file) else _left_over(file + reading.SECRET)
    return kept.id if kept else None


def _keep_secret(session: Session, path: str, kept: Secret | None, name: str, seed: str) -> None:
    """Write the secret, or see that the one that was left is for just this game."""
    assert isinstance(session, TogetherSession)
    header = session.header
    joined = session.fold.tips.joined.hex()
    own = header.names[_me(session, name)]
    if kept is None:
        secret.new(path, header.id, own, seed, joined)
    elif (kept.id, kept.player, kept.header) != (header.id, own, joined):
        raise SaveError(
            f"{path} was made for {kept.player} in game {kept.id}, for another header or another player than this: "
            f"never use one chain for two games; if that one is given up, delete the file"
        )


# Playing


@contextmanager
def _hand(game: Session, secret_file: str | None) -> Iterator[Hand]:
    """The player who has this file, nobody else being at the secret meanwhile."""
    assert isinstance(game, TogetherSession)
    path = secret_file or (game.path or "") + reading.SECRET
    with secret.locked(path):
        yield playing.open_hand(game, path)


class Told(NamedTuple):
    """How a command answers: marks around the post, in full or not, or as JSON."""

    form: str
    full: bool
    as_json: bool


def move(
    game: Session, what: str | tuple[str, ...], how: tuple[bool, bool], secret_file: str | None, told: Told
) -> None:
    """Apply lines, or that of a bot, give what is due, and print what is to be mailed; raises PbemError.

    `how`: whether it is a dry run, and whether a new block is begun.
    """
    dry_run, fresh = how
    with _hand(game, secret_file) as hand:
        lines = (_of_bot(hand, what, fresh, dry_run),) if isinstance(what, str) else what
        text = lines == ("-",)
        given, later = _new(hand, told.as_json) if text else (_typed(lines), [])
        if dry_run:
            added = hand.try_out(given, text, fresh)
            hand.notes.append("nothing written, no link given, and no result shown (--dry-run)")
            _print(hand, added, None, told)
        else:
            if not lines and not fresh:
                _check_something_to_do(hand)
            added = hand.move(given, fresh, text)
            _finish(hand, added, not lines and bool(hand.block()), told)
        later += [] if text else [f"Note: {note}" for note in report.not_played(game, given)]
        for sentence in later:
            click.echo(sentence, err=True)


def undo(game: Session, to: int | None, unsent: bool, reason: str | None, secret_file: str | None, told: Told) -> None:
    """Ask to take back, agree, or strike what was not mailed; raises PbemError."""
    with _hand(game, secret_file) as hand:
        if unsent:
            struck = hand.strike()
            hand.commit()
            hand.game.write()
            if told.as_json:
                echo_position(hand.game, struck=struck, notes=hand.notes)
                return
            for note in hand.notes:
                click.echo(f"Note: {note}", err=True)
            click.echo("\n".join([*fold_lines(struck), "Struck: the lines above.", ""]))
            echo_post(game, told.form, told.full)
            return
        _finish(hand, hand.undo(to, reason), False, told)


def check_choosing(game: Session, secret_file: str | None) -> None:
    """Raises NotThere unless a move is to be chosen by the player who has this file."""
    with _hand(game, secret_file) as hand:
        if hand.own is None:
            raise NotThere(f"{hand.path} is not beside the game, so no move can be made")
        if hand.fold.owes() == hand.me or hand.fold.known:
            raise NotThere(f"you owe what is due: pbem move FILE opens it ({hand.game.waits_for})")
        if hand.game.asked() and hand.fold.writer() == hand.me:
            raise NotThere(f"{hand.game.asked()}{_AGREES}")
        if hand.fold.writer() != hand.me or hand.fold.state.actor != hand.me or hand.game.stopped:
            raise NotThere(f"there is nothing for {hand.own.player} to choose: {hand.game.waits_for}")
        hand.check_not_mailed()


def tried(file: str, text: str, secret_file: str | None) -> tuple[list[str], dict[str, int]]:
    """What a line adds to the log, and the scores after it; no link is given, and nothing is written."""
    game = reading.load(file)
    with _hand(game, secret_file) as hand:
        return hand.try_out([text]), game.scores


def _typed(arguments: tuple[str, ...]) -> list[str]:
    if "-" in arguments:
        raise click.UsageError("`-` takes the whole text of standard input, and stands alone")
    return [line for text in arguments for line in unfolded(text.split("\n")) if line.strip()]


def _of_bot(hand: Hand, bot: str, fresh: bool, dry_run: bool) -> str:
    """What a bot plays for this player, who opens first what is owed; raises PbemError."""
    from pbem import advice

    if not dry_run:
        hand.game.deal_due()
    if not dry_run and hand.me >= 0 and hand.fold.owes() == hand.me:
        hand.begin(fresh)
    line = advice.next_line(hand.game, bot)
    hand.check_mover()
    return line


def _new(hand: Hand, as_json: bool) -> tuple[list[str], list[str]]:
    """The lines of standard input that the game has not, and what is told once they are played."""
    from pbem.together import taking

    taken = taking.take_from(hand.game, read_text())
    return list(taken.lines), checked(taken, hand.game, as_json)


def _check_something_to_do(hand: Hand) -> None:
    """Raises NotThere where a call without lines has nothing to add and nothing to print again."""
    fold, game = hand.fold, hand.game
    if fold.known or hand.block() or (hand.me >= 0 and fold.owes() == hand.me):
        return
    if hand.own is None and game.owed_by:
        raise NotThere(f"{game.waits_for}, and {hand.path} is not beside the game")
    if hand.own is not None and max(hand.own.mailed, default=0) > fold.table.given[hand.me]:
        hand.own.check_not_older(fold.table.given[hand.me])
    more = ""
    if game.asked() and fold.writer() == hand.me:
        more = _AGREES
    raise NotThere(f"nothing to do: {game.waits_for}{more}")


def _finish(hand: Hand, added: list[str], asked_for: bool, told: Told) -> None:
    """Note what was given, write the game, note what is to be mailed, and only then print."""
    hand.commit()
    if hand.game.changed:
        hand.game.write()
    block = hand.block() if hand.finished or asked_for else []
    if block:
        hand.mail()
    _print(hand, added, block, told)


def _print(hand: Hand, added: list[str], block: list[str] | None, told: Told) -> None:
    """The answer; `block` is what is to be mailed, None for a dry run."""
    game = hand.game
    notes = [*hand.notes, *report.remarks(hand.fold, len(hand.fold.lines) - len(added))]
    if told.as_json:
        from pbem import for_scripts

        lines = [*hand.joined, *added]
        found: dict[str, Any] = {"added": lines, "to_mail": block or None, "written": block is not None and bool(lines)}
        found |= {"left_out": hand.left_out or None, "notes": notes, **for_scripts.parts(game, len(added))}
        if "parts" in found:  # of the tips, too, which are no lines of the log
            found["parts"] = [[]] * len(hand.joined) + found["parts"]
        echo_position(game, **found)
        return
    if hand.left_out:
        click.echo(f"Note: the rest of the line was not played: {hand.left_out}", err=True)
    for note in notes:
        click.echo(f"Note: {note}", err=True)
    lines = fold_lines(block or [*hand.joined, *(text for text in added if not text.startswith("link "))])
    if block:
        lines.append(_to_mail(hand))
    elif block is not None and hand.fold.table.author == hand.me >= 0 and added:
        lines.append("Nothing is to be mailed yet: it is your turn, and your link goes with your line.")
    if game.asked() and not block:
        lines.append(f"{game.asked()}{_AGREES if hand.fold.writer() == hand.me else ''}.")
    if lines:
        click.echo("\n".join([*lines, "", *report.unseen(game, len(added))]))
    echo_post(game, told.form, told.full)


def _to_mail(hand: Hand) -> str:
    game = hand.game
    if game.opened and game.owed_by:
        return f"To mail: the lines above. A draw is owed by {game.owed_by}, whose program opens it."
    first = game.header.names[game.header.first]
    opened = game.header.drawn and len(hand.fold.sealed) == 1 and not hand.fold.before
    asked = game.asked()
    more = f" {first} is first (drawn)." if opened else f" {asked}." if asked else ""
    return f"To mail: the lines above.{more}"
